"""Is the soldier aware of the enemy, and how likely does he both see and hit him?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap as missing
from landships_lab.rules.landser.shots import SIX, Shot
from landships_lab.rules.landser.tables import CITES, SPOTTING, Inches, band_index, band_step, band_words, checked_inches, one_of, taken
from landships_lab.rules.landser.tree import fire_odds
from landships_lab.rules.landser.wounds import Target

DOINGS = ("still", "moving", "moving fast", "sneaking", "hiding")
AUTOMATIC, NEVER = 1, SIX + 1


@dataclass(frozen=True, slots=True)
class Sighting:
    """One soldier looks for another: how far, what the other does and where, and what could settle it without a roll.

    ``doing`` is what the target does: still, moving, moving fast, sneaking or hiding; ``in_cover`` whether it does so in terrain.
    """

    range_inches: Inches
    doing: str = "still"
    in_cover: bool = False
    has_fired: bool = False
    observer_moves_fast: bool = False
    blocked: bool = False

    def __post_init__(self) -> None:
        checked_inches("The range", self.range_inches)
        one_of("thing to do", self.doing, DOINGS)


def spots_on(sighting: Sighting, readings: Mapping[str, str] | None = None) -> Answer[int | Gap]:
    """Which roll of a die makes the observer aware of this soldier?

    1 is automatic, 7 is never. A `Gap` where the print says nothing: a soldier who stands still in the open, or a roll beyond
    extreme range. Source: Landser, Observation (lines 242-263).

    >>> spots_on(Sighting(20, "sneaking")).value, spots_on(Sighting(20, "moving")).value
    (5, 1)
    >>> spots_on(Sighting(12, in_cover=True)).headline
    'Aware of him on 6 or more.'
    """
    read = taken(readings)
    band = band_index(sighting.range_inches, read)
    first = _settled(sighting, band)
    where = () if band is None else (band_step(sighting.range_inches, band, read),)
    if first is not None:
        value, text, cite = first
        sure = value == AUTOMATIC
        step = Step(text, cite, "start", Fraction(value))
        headline = "Aware of him without a roll." if sure else "He cannot be seen."
        return Answer(value, (*where, step), headline, () if sure else tuple(_remedies(sighting)))
    return _rolled(sighting, band, where, read)


def _settled(sighting: Sighting, band: int | None) -> tuple[int, str, Cite] | None:
    """What settles it without a roll: the number, the reason and where it is printed?"""
    near = band == 0
    if sighting.blocked:
        return NEVER, "Terrain blocks the sight, and what is behind it cannot be seen.", CITES["rolling-aware"]
    if near:
        return AUTOMATIC, "Anyone within point blank range is noticed.", CITES["aware"]
    if sighting.observer_moves_fast:
        return NEVER, "Who moves fast is aware of nobody outside point blank range.", CITES["rolling-aware"]
    if sighting.has_fired:
        return AUTOMATIC, "A target that has fired is known anywhere on the table.", CITES["aware"]
    if sighting.doing == "hiding" and sighting.in_cover:
        return NEVER, "Hiding in terrain he is out of sight beyond point blank range.", CITES["hide"]
    if sighting.doing in ("moving", "moving fast") and not sighting.in_cover:
        return AUTOMATIC, "Who moves in the open without sneaking is seen anywhere on the table.", CITES["aware"]
    return None


def row_of(sighting: Sighting) -> str | None:
    """Which row of the spotting table is he on? None where the table has none for him."""
    if sighting.doing == "sneaking":
        return "sneak-cover" if sighting.in_cover else "sneak-open"
    return "in-cover" if sighting.in_cover or sighting.doing == "hiding" else None


def _rolled(sighting: Sighting, band: int | None, where: tuple[Step, ...], read: Mapping[str, str]) -> Answer[int | Gap]:
    row = row_of(sighting)
    if row is None or band is None:
        gap = missing("landser", "seen-in-the-open" if row is None else "beyond-extreme-range")
        return Answer(
            gap, (*where, Step(f"The print is silent. {gap.question}", gap.cite, "start", gap)), "Whether he is seen is not in the source."
        )
    cell = SPOTTING.rows[row].needs[band]
    value = AUTOMATIC if cell == "a" else int(cell)
    name = "hiding in the open, half covered" if sighting.doing == "hiding" else SPOTTING.rows[row].name
    says = "no roll is needed" if cell == "a" else f"{cell} or more, as for a hit"
    step = Step(f"{name.capitalize()} at {band_words(band, read)}: {says}.", CITES["spotting-table"], "start", Fraction(value))
    return Answer(value, (*where, step), "Aware of him without a roll." if value == AUTOMATIC else f"Aware of him on {value} or more.")


def _remedies(sighting: Sighting) -> list[Remedy]:
    """What would give a chance to see him? Each is tried before it is offered."""
    tries: tuple[tuple[str, Any, str], ...] = (
        ("blocked", False, "With nothing in the way he might be seen."),
        ("observer_moves_fast", False, "An observer who does not move fast might see him."),
        ("range", 2, "Within point blank range, 2 inches, he is noticed."),
        ("has_fired", True, "Once he fires he is known."),
    )
    found = []
    for change, value, text in tries:
        field = "range_inches" if change == "range" else change
        if getattr(sighting, field) != value and spot_chance(replace(sighting, **{field: value})):
            found.append(Remedy(text, change, value))
    return found


def spot_chance(sighting: Sighting, readings: Mapping[str, str] | None = None) -> Fraction | Gap:
    """How likely does the observer become aware of him?

    >>> spot_chance(Sighting(20, "sneaking"))
    Fraction(1, 3)
    """
    needed = spots_on(sighting, readings).value
    return needed if isinstance(needed, Gap) else Fraction(max(0, SIX + 1 - needed), SIX)


UNSEEN = "not seen"
#: What counts as having moved this turn, so that no bonus for a repeated shot is due.
MOVES = ("moving", "moving fast", "sneaking")


def shot_at(sighting: Sighting, shot: Shot) -> Shot:
    """Which shot is this one at the soldier of the sighting, with all that follows from what he does?

    Who moves, even sneaking, takes the bonus of the repeated shot away; who moves fast is harder to hit; who hides has half cover
    or better. Cover in terrain is left as the shot has it: he *may* claim it. `ValueError` where the two contradict each other.
    Source: Landser, Firing (lines 64-72), modifiers (88-95), Hide (151).

    >>> shot_at(Sighting(20, "hiding"), Shot("rifle", 20)).cover, shot_at(Sighting(20, "sneaking"), Shot("rifle", 20, repeat=True)).repeat
    ('half', False)
    """
    if shot.range_inches != sighting.range_inches:
        raise ValueError(f"He is looked for at {sighting.range_inches} inches and fired at over {shot.range_inches}; both are one range.")
    fast = sighting.doing == "moving fast"
    if shot.target_moving_fast and not fast:
        raise ValueError(f"The shot is at a man who moves fast, but the man looked for is {sighting.doing}; both are one man.")
    moved = sighting.doing in MOVES or sighting.observer_moves_fast
    cover = "half" if sighting.doing == "hiding" and shot.cover == "none" else shot.cover
    return replace(shot, target_moving_fast=fast, cover=cover, repeat=shot.repeat and not moved)


def spot_and_fire(
    sighting: Sighting, shot: Shot, target: Target | None = None, readings: Mapping[str, str] | None = None
) -> Odds[str] | Gap:
    """How likely is he not seen, missed, or hit with each outcome? A `Gap` where seeing him is not in the source.

    The shot is fired at the range of the sighting, or `ValueError`, and what the target does counts as in `shot_at`.
    Source: Landser, Observation (line 242) and all of fire.

    >>> odds = spot_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20))
    >>> odds.p("not seen"), odds.p("miss")
    (Fraction(2, 3), Fraction(1, 6))
    """
    fired_at = shot_at(sighting, shot)
    seen = spot_chance(sighting, readings)
    if isinstance(seen, Gap):
        return seen
    fired = fire_odds(fired_at, target, readings)
    unseen = [(UNSEEN, (seen.denominator - seen.numerator) * fired.total)]
    return Odds([*unseen, *((outcome, weight * seen.numerator) for outcome, weight in fired.weights.items())])
