"""Awareness: whether a soldier notices another, without a roll or by the spotting table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import that_help
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized
from .book import (
    CITES,
    GAPS,
    READINGS,
    SIX,
    SPOTTING,
    Inches,
    band_index,
    band_step,
    band_words,
    exact_inches,
    taken,
)

DOINGS = ("still", "moving", "moving fast", "sneaking", "hiding")
AUTOMATIC, NEVER = 1, SIX + 1
BLOCKED_NEAR = "blocked-near"
FIRED = "A target that has fired is known anywhere on the table."


@dataclass(frozen=True, slots=True)
class Sighting:
    """One soldier looks for another: the range, what the other does and where, and what may settle
    it without a roll.

    ``doing`` is what the target does: still, moving, moving fast, sneaking or hiding; ``in_cover``
    says that he does so in terrain. ``blocked`` says that terrain stands in the way;
    ``in_sight_there`` that a firer who moves has him in sight where he fires.
    """

    range_inches: Inches
    doing: str = "still"
    in_cover: bool = False
    has_fired: bool = False
    observer_moves_fast: bool = False
    blocked: bool = False
    in_sight_there: bool = False

    def __post_init__(self) -> None:
        exact_inches("The range", self.range_inches)
        one_of("thing to do", self.doing, DOINGS)


def spots_on(sighting: Sighting, readings: Given = None) -> Answer[int | Gap]:
    """Return the least roll of a die that makes the observer aware of this soldier.

    1 is automatic, 7 is never. A `Gap` where the source says nothing: a soldier who stands still in
    the open, or a roll beyond extreme range. Source: Landser, Observation (lines 242-263).

    >>> spots_on(Sighting(20, "sneaking")).value, spots_on(Sighting(20, "moving")).value
    (5, 1)
    >>> spots_on(Sighting(12, in_cover=True)).headline
    'Aware of him on 6 or more.'
    """
    read = taken(readings)
    band = band_index(sighting.range_inches, read)
    first = _settled(sighting, band, read)
    where = () if band is None else (band_step(sighting.range_inches, band, read),)
    if first is not None:
        value, text, cite, reading = first
        sure = value == AUTOMATIC
        step = Step(text, cite, "start", Fraction(value), reading=reading)
        headline = "Aware of him without a roll." if sure else "He cannot be seen."
        helps = () if sure else tuple(_remedies(sighting, read))
        return Answer(value, (*where, step), headline, helps)
    return _rolled(sighting, band, where, read)


#: What settles it without a roll: the number, the reason, its citation, and the reading behind it.
Settled = tuple[int, str, Cite, str]


def _settled(sighting: Sighting, band: int | None, read: Mapping[str, str]) -> Settled | None:
    """Return what settles it without a roll, None where the table decides."""
    if band == 0:
        return _at_point_blank(sighting, read)
    hides = sighting.doing == "hiding"
    open_moves = sighting.doing in ("moving", "moving fast") and not sighting.in_cover
    rules = (
        (
            sighting.observer_moves_fast,
            NEVER,
            "A man moving fast notices nobody outside point blank range.",
            "fast-awareness",
        ),
        (sighting.has_fired, AUTOMATIC, FIRED, "aware-fired"),
        (
            sighting.blocked,
            NEVER,
            "Terrain blocks the sight, and what is behind it cannot be seen.",
            "blocked",
        ),
        (
            hides and sighting.in_cover,
            NEVER,
            "Hiding in terrain, he is out of sight beyond point blank range.",
            "hide",
        ),
        (
            open_moves,
            AUTOMATIC,
            "A man who moves in the open without sneaking is seen anywhere on the table.",
            "aware-moving",
        ),
    )
    found = next((rule for rule in rules if rule[0]), None)
    return None if found is None else (found[1], found[2], CITES[found[3]], "")


def _at_point_blank(sighting: Sighting, read: Mapping[str, str]) -> Settled:
    """Return what settles it within two inches, where nothing is rolled."""
    hides = sighting.doing == "hiding"
    if not sighting.blocked:
        text = (
            "A man who hides is visible again at point blank range."
            if hides
            else "Anyone within point blank range is noticed."
        )
        return AUTOMATIC, text, CITES["hide" if hides else "aware-near"], ""
    if sighting.has_fired:
        return AUTOMATIC, FIRED, CITES["aware-fired"], ""
    if hides:
        text = "What stands between keeps him out of sight, even at point blank range."
        return NEVER, text, CITES["hide-turn"], ""
    reading = READINGS[BLOCKED_NEAR]
    number = AUTOMATIC if read[BLOCKED_NEAR] == "noticed" else NEVER
    return number, reading.option(read[BLOCKED_NEAR]).says, reading.cite, BLOCKED_NEAR


def row_of(sighting: Sighting, readings: Given = None) -> str | None:
    """Return his row of the spotting table, None where the table has none for him."""
    if sighting.doing == "sneaking":
        return "sneak-cover" if sighting.in_cover else "sneak-open"
    lies = sighting.doing == "hiding" and taken(readings)["hide-open"] == "in-cover"
    return "in-cover" if sighting.in_cover or lies else None


def _number(sighting: Sighting, band: int | None, read: Mapping[str, str]) -> int | Gap:
    if settled := _settled(sighting, band, read):
        return settled[0]
    row = row_of(sighting, read)
    if row is None or band is None:
        return GAPS["seen-in-the-open" if row is None else "beyond-extreme-range"]
    cell = SPOTTING.rows[row].needs[band]
    return AUTOMATIC if cell == "a" else int(cell)


def spot_number(sighting: Sighting, readings: Given = None) -> int | Gap:
    """Return the number that `spots_on` answers, without its reasons: for a whole field of
    sightings.
    """
    read = taken(readings)
    return _number(sighting, band_index(sighting.range_inches, read), read)


def _rolled(
    sighting: Sighting, band: int | None, where: tuple[Step, ...], read: Mapping[str, str]
) -> Answer[int | Gap]:
    value, row = _number(sighting, band, read), row_of(sighting, read)
    if sighting.doing == "hiding":  # in the open: in terrain it is settled
        where += (
            Step(
                READINGS["hide-open"].option(read["hide-open"]).says,
                READINGS["hide-open"].cite,
                reading="hide-open",
            ),
        )
    if sighting.doing == "sneaking" and not sighting.in_cover:
        where += (
            Step(
                "A man who sneaks in the open is harder to spot than one who moves.",
                CITES["aware-moving"],
            ),
        )
    if isinstance(value, Gap) or row is None or band is None:
        gap = value if isinstance(value, Gap) else GAPS["seen-in-the-open"]
        step = Step(f"The source does not say. {gap.question}", gap.cite, "start", gap)
        return Answer(gap, (*where, step), "The source does not say whether he is seen.")
    name = (
        "hiding in the open, half covered"
        if sighting.doing == "hiding"
        else SPOTTING.rows[row].name
    )
    says = "no roll is needed" if value == AUTOMATIC else f"{value} or more, as for a hit"
    step = Step(
        f"{capitalized(name)} at {band_words(band, read)}: {says}.",
        CITES[SPOTTING.rows[row].cite],
        "start",
        Fraction(value),
    )
    return Answer(
        value,
        (*where, step),
        (
            "Aware of him without a roll."
            if value == AUTOMATIC
            else f"Aware of him on {value} or more."
        ),
    )


def _remedies(sighting: Sighting, read: Mapping[str, str]) -> list[Remedy]:
    """Return the changes that would give a chance to see him; each is
    tried before it is offered.
    """
    tries = (
        (
            replace(sighting, blocked=False),
            Remedy("With nothing in the way, he might be seen.", "blocked", False),
        ),
        (
            replace(sighting, observer_moves_fast=False),
            Remedy(
                "An observer who does not move fast might see him.", "observer_moves_fast", False
            ),
        ),
        (
            replace(sighting, range_inches=2),
            Remedy("Within point blank range, 2 inches, he is noticed.", "range", 2),
        ),
    )
    return list(that_help(sighting, tries, lambda other: bool(spot_chance(other, read))))


def spot_chance(sighting: Sighting, readings: Given = None) -> Fraction | Gap:
    """Return the chance that the observer becomes aware of him.

    >>> spot_chance(Sighting(20, "sneaking"))
    Fraction(1, 3)
    """
    needed = spot_number(sighting, readings)
    return needed if isinstance(needed, Gap) else Fraction(max(0, SIX + 1 - needed), SIX)
