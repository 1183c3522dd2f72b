"""Where the readings of a rule set differ: for each option the smallest position that the search
has found.

``data/<rule set>/disagreements.toml`` is written by that search (`panel/reading_difference.py`),
and a test runs it again. A reading that no position can show has a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from attrs import frozen

from landships_lab.core.renamed import renamed
from landships_lab.data.load import read, structure

FILE = "disagreements.toml"


@frozen
class ReadingDifference:
    """How one option of a reading differs from the default: where the search begins, what it must
    ``keep``, and the ``link`` to the position that shows it.

    ``by_reasons`` says that the answers begin alike, and only their reasons or charts differ.
    ``why_none`` is the sentence that replaces a position.
    """

    link: str = ""
    begin: str = ""
    keep: str = ""
    by_reasons: bool = False
    why_none: str = ""
    found = renamed("link")


@cache
def partings(rule_set: str) -> Mapping[tuple[str, str], ReadingDifference]:
    """Return how each option of each reading of this rule set differs from the default, by the ids
    of reading and option.

    >>> partings("landships")["range-between-hexsides", "touched-hexes"].link
    'landships:range from #5 to 0405/0505'
    """
    name = f"{rule_set}/{FILE}"
    raw = structure(read(name), dict[str, dict[str, ReadingDifference]], name)
    return MappingProxyType(
        {
            (reading, option): parting
            for reading, options in raw.items()
            for option, parting in options.items()
        }
    )
