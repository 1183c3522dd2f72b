"""A shot: who fires at whom, how far and into what cover, and what its range and its firer's Hits
count as.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.checks import one_of, whole
from landships_lab.games.one_hour.data.table_tops import UnitType
from .book import TABLES, exact_inches, row_of

COVERS = ("dug-in", "town", "woods")
_COVERS = frozenset(COVERS)
CLOSE_INCHES = {"4-inches": 4, "2-inches": 2}
#: A Unit with more Hits than this is destroyed, however the print is read.
MOST_HITS = 15


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot: the types of firer and target, the range in inches, and what protects the target.

    ``firer_hits`` are the firer's own (0 to 15). ``out_of_rear``: the target lies behind the
    firer's front. ``into_rear``: the firer lies behind the target's front. ``cover`` is any of
    dug-in, town and woods, for a Tank never dug-in (line 161); ``on_hill``: the target is on a
    hilltop. ``target_ready`` and ``firer_ready``: they are marked Ready. ``along_road``: the firer
    sees the target along a road. `ValueError` in one sentence for anything else.
    """

    firer: str
    target: str
    range_inches: int | Fraction
    firer_hits: int = 0
    out_of_rear: bool = False
    into_rear: bool = False
    cover: frozenset[str] = frozenset()
    on_hill: bool = False
    target_ready: bool = False
    firer_ready: bool = False
    along_road: bool = False

    def __post_init__(self) -> None:
        row_of(self.firer)
        row_of(self.target)
        object.__setattr__(
            self, "range_inches", exact_inches("The range of a shot", self.range_inches)
        )
        object.__setattr__(
            self,
            "firer_hits",
            whole("The number of Hits a firer has", self.firer_hits, 0, MOST_HITS),
        )
        object.__setattr__(self, "cover", _covers(self.cover))
        if self.target == "tank" and "dug-in" in self.cover:
            raise ValueError("A Tank cannot dig in.")

    @property
    def rows(self) -> tuple[UnitType, UnitType]:
        """The rows of the table for firer and target."""
        return TABLES.types[self.firer], TABLES.types[self.target]


def _covers(given: object) -> frozenset[str]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = f"the text {given!r}" if isinstance(given, str) else repr(given)
        raise ValueError(f"Cover is a set of words such as {{'dug-in', 'town'}}, not {what}.")
    if isinstance(given, frozenset) and given <= _COVERS:
        return given
    return frozenset(one_of("kind of cover", word, COVERS) for word in sorted(given, key=str))


def at_long_range(shot: Shot) -> bool:
    """Return whether the shot is beyond the firer's ordinary range and within its long range."""
    row = shot.rows[0]
    return row.long_inches is not None and row.reach_inches < shot.range_inches <= row.long_inches


def close_inches(given: dict[str, str]) -> int:
    """Return close range in inches, by the reading close-range."""
    return CLOSE_INCHES[given["close-range"]]


def destroyed_from(given: dict[str, str]) -> int:
    """Return the number of Hits that destroys a Unit, by the reading destroyed-at."""
    return MOST_HITS if given["destroyed-at"] == "15-or-more" else MOST_HITS + 1
