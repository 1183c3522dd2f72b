"""A shot: who fires at whom, at what range and into what cover; the range of each type of Unit, and
the distance at which a Concealed target is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Step, judge
from landships_lab.core.checks import one_of, whole
from landships_lab.core.sources import Cite
from landships_lab.core.speech import inches, listed
from landships_lab.games.one_hour.data.table_tops import UnitType
from .book import CITES, TABLES, a_unit, allow, at_lines, exact_inches, hits_of, note, row_of, times

COVERS = ("dug-in", "town", "woods")
_COVERS = frozenset(COVERS)
CLOSE_INCHES = {"4-inches": 4, "2-inches": 2}
#: A Unit with more Hits than this is destroyed under every reading.
MOST_HITS = 15
CONCEALED_INCHES = 12
#: The longest line of sight that crosses an edge of Area Terrain.
AREA_INCHES = 4


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot: the types of firer and target, the range in inches, and what protects the target.

    ``firer_hits`` are the firer's own Hits (0 to 15). ``out_of_rear``: the target lies behind the
    firer's front. ``into_rear``: the firer lies behind the target's front. ``cover`` is any of
    dug-in, town and woods, for a Tank never dug-in; ``on_hill``: the target is on a hilltop.
    ``target_ready`` and ``firer_ready``: they are marked Ready. ``along_road``: the firer sees the
    target along a road. Raises `ValueError` for anything else.
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
        checked = {  # checked at once, because there are thousands of shots
            "range_inches": exact_inches("The range of a shot", self.range_inches),
            "firer_hits": whole("The number of Hits a firer has", self.firer_hits, 0, MOST_HITS),
            "cover": _covers(self.cover),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if self.target == "tank" and "dug-in" in self.cover:
            raise ValueError("A Tank cannot dig in.")

    @property
    def row(self) -> UnitType:
        """The row of the table for the firer."""
        return TABLES.types[self.firer]

    @property
    def at_long_range(self) -> bool:
        """Whether the target is beyond the firer's ordinary range and within its long range."""
        row = self.row
        return row.reach_inches < self.range_inches <= (row.long_inches or 0)

    def dug(self) -> Shot:
        """Return the same shot at a target that is also Dug-in, if it can be."""
        can = self.target != "tank" and "dug-in" not in self.cover
        return replace(self, cover=self.cover | {"dug-in"}) if can else self


def _covers(given: object) -> frozenset[str]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = f"the text {given!r}" if isinstance(given, str) else repr(given)
        raise ValueError(f"Cover is a set of words such as {{'dug-in', 'town'}}, not {what}.")
    if isinstance(given, frozenset) and given <= _COVERS:
        return given
    return frozenset(one_of("kind of cover", word, COVERS) for word in sorted(given, key=str))


# --------------------------------------------------------------------------- what cannot be reached

#: The columns of the fire table after its first, in their order: one line of the source each.
_COLUMNS = (*TABLES.types, "into rear", "out of rear", "close", "long")


@lru_cache(maxsize=256)  # a few dozen cells
def cell(firer: str, column: str, rule: str = "") -> Cite:
    """Return the citation of one cell of the fire table, with the line of the rule that explains
    it, if any.

    >>> cell("tank", "close", "range-bands").lines
    '249, 255'
    """
    row = f"fire-{firer}"
    line = int(CITES[row].lines.partition("-")[0]) + 1 + _COLUMNS.index(column)
    numbers = sorted((line, int(CITES[rule].lines))) if rule else [line]
    return at_lines(rule or row, *map(str, numbers))


def close_inches(given: Mapping[str, str]) -> int:
    """Return close range in inches."""
    return CLOSE_INCHES[given["close-range"]]


def destroyed_from(given: Mapping[str, str]) -> int:
    """Return the number of Hits that destroys a Unit."""
    return MOST_HITS if given["destroyed-at"] == "15-or-more" else MOST_HITS + 1


def out_of_reach(shot: Shot, given: Mapping[str, str]) -> Step | None:
    """Return the step that forbids this shot even if the target is seen, or None."""
    row, who = shot.row, shot.firer
    if shot.firer_hits >= destroyed_from(given):
        text = f"With {hits_of(shot.firer_hits)} the firer has been removed."
        return times("hits", 0, text, "destroyed-at")
    if shot.range_inches > row.farthest_inches:
        reaches = f"{a_unit(who)} reaches {row.farthest_inches} inches"
        text = f"{inches(shot.range_inches)} is out of range; {reaches}."
        return times(cell(who, "long", "ranges"), 0, text)
    near = shot.range_inches <= close_inches(given)
    if near and not row.close and given["mortar-close"] == "no-fire":
        report, table = CITES["report-mortar-close"].lines, cell(who, "close").lines
        text = f"{inches(shot.range_inches)} is close range, where {a_unit(who)} cannot fire."
        return times(at_lines("report-mortar-close", report, table), 0, text, "mortar-close")
    return None


def refusal(shot: Shot, given: Mapping[str, str]) -> Step | None:
    """Return the step that forbids this shot whatever the die shows: out of reach, or not seen."""
    if (far := out_of_reach(shot, given)) is not None:
        return far
    hidden = unseen(shot, given)
    return None if hidden is None else replace(hidden, op="times", amount=Fraction(0))


# ------------------------------------------------------------------------------- Concealed and seen


def concealed_at(
    far: int | Fraction, target_ready: bool, firer_ready: bool, given: Mapping[str, str]
) -> Iterator[Step]:
    """Yield whether a Concealed Unit is seen at this range in inches; a step forbids where it is
    not.
    """
    cite, how = "sight-concealed", given["concealed-sight"]
    if how == "ready-limit" and not target_ready:
        text = "It is not Ready, and under this reading it is seen like any other Unit."
        yield allow(cite, True, text, reading="concealed-sight")
        return
    who = "Concealed and Ready" if how == "ready-limit" else "Concealed"
    seen = f"it is seen at {CONCEALED_INCHES} inches or less, and is {inches(far)} away"
    doubtful = "" if target_ready else "concealed-sight"
    near = far <= CONCEALED_INCHES
    yield allow(cite, near, f"The target is {who}: {seen}.", reading=doubtful)
    if how in ("ready-limit", "always-limit"):
        return
    who, ready = ("target", target_ready) if how == "target" else ("observer", firer_ready)
    text = f"Under this reading the {who} must be Ready, and it is{'' if ready else ' not'}."
    yield allow(cite, ready, text, reading="concealed-sight")


def is_concealed(shot: Shot, given: Mapping[str, str]) -> bool:
    """Return whether the target of a shot is Concealed: Dug-in, or in woods or a town."""
    hull_down = shot.on_hill and shot.target == "tank"
    return bool(shot.cover) or (hull_down and given["concealed-etc"] == "any-bonus")


def unseen(shot: Shot, given: Mapping[str, str]) -> Step | None:
    """Return the step that hides a Concealed target from this shot, or None.

    Mortars may have an observer, so only what nobody sees is hidden from them.
    """
    if not is_concealed(shot, given):
        return None
    far, ready = (0, True) if shot.firer == "mortar" else (shot.range_inches, shot.firer_ready)
    return _hiding(concealed_at(far, shot.target_ready, ready, given))


def _hiding(steps: Iterable[Step]) -> Step | None:
    return next((step for step in steps if not judge((step,))), None)


def seen_though_concealed(shot: Shot, given: Mapping[str, str]) -> Iterator[Step]:
    """Yield why a Concealed target is seen all the same, where its mark or the reading matters."""
    marked = shot.target_ready or given["concealed-sight"] != "ready-limit"
    if shot.firer != "mortar" and marked and is_concealed(shot, given):
        yield from concealed_at(shot.range_inches, shot.target_ready, shot.firer_ready, given)


_LINES = {at: cite.lines for at, cite in CITES.items()}


def sight_needed(shot: Shot, given: Mapping[str, str]) -> Step | None:
    """Return what is needed to see the target at this range, or None if the range has no effect.

    For a target in woods or a town the range cannot decide: range is measured between Unique bases,
    and sight between any two bases of each Unit.
    """
    grounds, by_mortar = sorted(shot.cover & {"town", "woods"}), shot.firer == "mortar"
    if not grounds or shot.range_inches <= AREA_INCHES:
        if not by_mortar or not is_concealed(shot, given):
            return None
        hidden = _hiding(concealed_at(shot.range_inches, shot.target_ready, False, given))
        cite = at_lines("sight-concealed", _LINES["indirect"], _LINES["sight-concealed"])
        text = "The target is Concealed, and the Mortars need a friend who observes it."
        return hidden and note(cite, text, hidden.reading)
    where = listed(["a town" if ground == "town" else "woods" for ground in grounds], "or")
    ends = f"Sight into {where} ends at {AREA_INCHES} inches"
    if by_mortar:
        text = f"{ends}: beyond that Mortars need a friend nearby who observes."
        return note(at_lines("area", _LINES["indirect"], _LINES["area"]), text)
    text = f"{ends} except along a road, and the range is {inches(shot.range_inches)}."
    text = f"{ends}, but this one runs along a road." if shot.along_road else text
    return note(at_lines("area", _LINES["area"], _LINES["roads"]), text)
