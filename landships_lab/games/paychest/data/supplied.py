"""The lost tables of Paychest as a reader supplies them: a small TOML file, checked, and marked as
theirs wherever it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from attrs import field, frozen

from landships_lab.core.sources import Cite
from landships_lab.data.checks import whole, words
from landships_lab.data.load import parse_toml, structure
from .tables import Effect

ORIGIN = "your tables"
#: Longer files are refused, so that a pasted book cannot block a panel.
MOST_BYTES = 20_000
MOST_ROWS = 40
_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")


def _few(_: object, at: Any, value: Any) -> None:
    if len(value) > MOST_ROWS:
        raise ValueError(f"{at.name} has at most {MOST_ROWS} rows, not {len(value)}")
    for key in value if isinstance(value, dict) else ():
        if not _NAME.fullmatch(key):
            raise ValueError(
                f"{key!r} cannot name a row of {at.name}; a name has small letters, digits and"
                " hyphens, such as stone-wall"
            )


def _between(least: int, most: int) -> Callable[[object, Any, dict[str, int]], None]:
    def check(_: object, at: Any, value: dict[str, int]) -> None:
        for key, number in value.items():
            if not least <= number <= most:
                raise ValueError(
                    f"{at.name} {key} is a whole number from {least} to {most}, not {number}"
                )

    return check


def _rising(_: object, at: Any, bands: tuple[Band, ...]) -> None:
    ends = [band.to for band in bands]
    if ends != sorted(set(ends)):
        raise ValueError(
            f"the bands of {at.name} go from near to far, each farther than the last, not"
            f" {', '.join(map(str, ends))}"
        )


@frozen
class Band:
    """A range band: its end in inches, and what it adds to the skill."""

    to: int = field(validator=whole(1, 500))
    modifier: int = field(validator=whole(-9, 9))


@frozen
class Figure:
    """The usual skills of a kind of figure, and its weapon."""

    firearms: int = field(validator=whole(0, 9))
    melee: int = field(validator=whole(0, 9))
    weapon: str = field(default="", validator=words(40, 0))


@frozen
class Card:
    """A card of the casualty deck: the number of copies, and whether it puts the figure out of
    action.
    """

    card: str = field(validator=words(40))
    copies: int = field(validator=whole(1, 60))
    out: bool


@frozen
class _Turn:
    step_1: str = field(validator=words(90))


@frozen
class _Second:
    regular: Effect | None = None
    irregular: Effect | None = None


@frozen
class _LeaderLost:
    regular: Effect


@frozen(eq=False)
class Supplied:
    """What the reader supplied, table by table; an absent table leaves its gap open.

    ``by`` says whose tables they are.

    Distances are whole inches; a modifier is added to the firer's skill.
    """

    by: str = field(default=ORIGIN, validator=words(50))
    distance_unit: str = field(default="", validator=words(20, 0))
    turn: _Turn | None = None
    movement: dict[str, int] = field(factory=dict, validator=[_few, _between(0, 100)])
    ranges: tuple[Band, ...] = field(default=(), validator=[_few, _rising])
    shell: tuple[Band, ...] = field(default=(), validator=[_few, _rising])
    cover: dict[str, int] = field(factory=dict, validator=[_few, _between(-9, 9)])
    skills: dict[str, Figure] = field(factory=dict, validator=_few)
    casualties: tuple[Card, ...] = field(default=(), validator=_few)
    second_morale: _Second = _Second()
    leader_lost: _LeaderLost | None = None

    def cite(self, what: str) -> Cite:
        """Return the citation of something from these tables, always marked as supplied."""
        return Cite(
            "Your tables" if self.by == ORIGIN else f"Your tables ({self.by})",
            what,
            kind="supplied",
        )

    def value(self, path: str) -> Any:
        """Return what stands at the path that a gap names (``cover``, ``second_morale.regular``),
        or None.

        >>> NOTHING.value("second_morale.regular") is None
        True
        """
        value: Any = self
        for name in path.split("."):
            value = getattr(value, name) if value is not None else None
        return value or None


#: Nothing supplied: every gap stays open.
NOTHING = Supplied()


@lru_cache(maxsize=64)
def supplied(text: str, origin: str = ORIGIN) -> Supplied:
    """Return the tables that a reader's TOML holds.

    Raises `DataError`, which names the origin and the field, for text that cannot be used.

    >>> supplied("cover = { wall = -2 }").cover
    {'wall': -2}
    >>> supplied("cover = { wall = 'thick' }")
    Traceback (most recent call last):
    ...
    landships_lab.data.load.DataError: your tables, cover › wall: 'thick' is not a whole number.
    """
    if not text.strip():
        return NOTHING
    return structure(parse_toml(text, origin, MOST_BYTES), Supplied, origin)
