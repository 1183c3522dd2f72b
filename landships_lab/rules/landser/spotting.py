"""Spotting: whether a soldier is aware of the enemy, and the chance that he both sees and hits him."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized, inches, often
from landships_lab.rules.landser.book import (
    CITES,
    FIELDCRAFT,
    FIRING,
    GAPS,
    READINGS,
    SIX,
    SPOTTING,
    Inches,
    as_notes,
    band_index,
    band_step,
    band_words,
    exact_inches,
    taken,
)
from landships_lab.rules.landser.shots import Shot, can_fire, hit_chance, hits_on, may_fire
from landships_lab.rules.landser.tree import fire_odds
from landships_lab.rules.landser.wounds import Target

DOINGS = ("still", "moving", "moving fast", "sneaking", "hiding")
AUTOMATIC, NEVER = 1, SIX + 1


@dataclass(frozen=True, slots=True)
class Sighting:
    """One soldier looks for another: the range, what the other does and where, and what may settle it without a roll.

    ``doing`` is what the target does: still, moving, moving fast, sneaking or hiding; ``in_cover`` says that he does so in terrain.
    """

    range_inches: Inches
    doing: str = "still"
    in_cover: bool = False
    has_fired: bool = False
    observer_moves_fast: bool = False
    blocked: bool = False

    def __post_init__(self) -> None:
        exact_inches("The range", self.range_inches)
        one_of("thing to do", self.doing, DOINGS)


def spots_on(sighting: Sighting, readings: Mapping[str, str] | None = None) -> Answer[int | Gap]:
    """Return the least roll of a die that makes the observer aware of this soldier.

    1 is automatic, 7 is never. A `Gap` where the source says nothing: a soldier who stands still in the open, or a roll beyond
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
    """Return what settles it without a roll: the number, the reason and its citation."""
    near = band == 0
    hides = sighting.doing == "hiding"
    if sighting.blocked and hides and near:
        return NEVER, "What stands between keeps him out of sight, even at point blank range.", CITES["hide-turn"]
    if sighting.blocked:
        return NEVER, "Terrain blocks the sight, and what is behind it cannot be seen.", CITES["blocked"]
    if near and hides:
        return AUTOMATIC, "A man who hides is visible again at point blank range.", CITES["hide"]
    if near:
        return AUTOMATIC, "Anyone within point blank range is noticed.", CITES["aware-near"]
    if sighting.observer_moves_fast:
        return NEVER, "A man moving fast notices nobody outside point blank range.", CITES["fast-awareness"]
    if sighting.has_fired:
        return AUTOMATIC, "A target that has fired is known anywhere on the table.", CITES["aware-fired"]
    if sighting.doing == "hiding" and sighting.in_cover:
        return NEVER, "Hiding in terrain, he is out of sight beyond point blank range.", CITES["hide"]
    if sighting.doing in ("moving", "moving fast") and not sighting.in_cover:
        return AUTOMATIC, "A man who moves in the open without sneaking is seen anywhere on the table.", CITES["aware-moving"]
    return None


def row_of(sighting: Sighting, readings: Mapping[str, str] | None = None) -> str | None:
    """Return his row of the spotting table, None where the table has none for him."""
    if sighting.doing == "sneaking":
        return "sneak-cover" if sighting.in_cover else "sneak-open"
    lies = sighting.doing == "hiding" and taken(readings)["hide-open"] == "in-cover"
    return "in-cover" if sighting.in_cover or lies else None


def _number(sighting: Sighting, band: int | None, read: Mapping[str, str]) -> int | Gap:
    if settled := _settled(sighting, band):
        return settled[0]
    row = row_of(sighting, read)
    if row is None or band is None:
        return GAPS["seen-in-the-open" if row is None else "beyond-extreme-range"]
    cell = SPOTTING.rows[row].needs[band]
    return AUTOMATIC if cell == "a" else int(cell)


def spot_number(sighting: Sighting, readings: Mapping[str, str] | None = None) -> int | Gap:
    """Return the number that `spots_on` answers, without its reasons: for a whole field of sightings."""
    read = taken(readings)
    return _number(sighting, band_index(sighting.range_inches, read), read)


def _rolled(sighting: Sighting, band: int | None, where: tuple[Step, ...], read: Mapping[str, str]) -> Answer[int | Gap]:
    value, row = _number(sighting, band, read), row_of(sighting, read)
    if sighting.doing == "hiding":  # in the open: in terrain it is settled
        where += (Step(READINGS["hide-open"].option(read["hide-open"]).says, READINGS["hide-open"].cite, reading="hide-open"),)
    if sighting.doing == "sneaking" and not sighting.in_cover:
        where += (Step("A man who sneaks in the open is harder to spot than one who moves.", CITES["aware-moving"]),)
    if isinstance(value, Gap) or row is None or band is None:
        gap = value if isinstance(value, Gap) else GAPS["seen-in-the-open"]
        step = Step(f"The source does not say. {gap.question}", gap.cite, "start", gap)
        return Answer(gap, (*where, step), "The source does not say whether he is seen.")
    name = "hiding in the open, half covered" if sighting.doing == "hiding" else SPOTTING.rows[row].name
    says = "no roll is needed" if value == AUTOMATIC else f"{value} or more, as for a hit"
    step = Step(f"{capitalized(name)} at {band_words(band, read)}: {says}.", CITES[SPOTTING.rows[row].cite], "start", Fraction(value))
    return Answer(value, (*where, step), "Aware of him without a roll." if value == AUTOMATIC else f"Aware of him on {value} or more.")


def _remedies(sighting: Sighting) -> list[Remedy]:
    """Return the changes that would give a chance to see him; each is tried before it is offered."""
    tries: tuple[tuple[str, Any, str], ...] = (
        ("blocked", False, "With nothing in the way, he might be seen."),
        ("observer_moves_fast", False, "An observer who does not move fast might see him."),
        ("range", 2, "Within point blank range, 2 inches, he is noticed."),
    )
    found = []
    for change, value, text in tries:
        field = "range_inches" if change == "range" else change
        if getattr(sighting, field) != value and spot_chance(replace(sighting, **{field: value})):
            found.append(Remedy(text, change, value))
    return found


def spot_chance(sighting: Sighting, readings: Mapping[str, str] | None = None) -> Fraction | Gap:
    """Return the chance that the observer becomes aware of him.

    >>> spot_chance(Sighting(20, "sneaking"))
    Fraction(1, 3)
    """
    needed = spot_number(sighting, readings)
    return needed if isinstance(needed, Gap) else Fraction(max(0, SIX + 1 - needed), SIX)


UNSEEN = "not seen"
#: How far a man gets who moves and fires, and may so be from where he saw his target.
MOVE_AND_FIRE = FIELDCRAFT.movement["move-and-fire"].inches
#: What counts as having moved this turn, so that no bonus for a repeated shot is due.
MOVES = ("moving", "moving fast", "sneaking")


def shot_at(sighting: Sighting, shot: Shot) -> Shot:
    """Return this shot at the soldier of the sighting, with all that follows from what he does.

    A man who moves, even sneaking, takes the bonus of the repeated shot away; one who moves fast is harder to hit; one who hides
    has half cover or better. Cover in terrain stays as the shot has it, because he *may* claim it. A firer who moves may fire from
    elsewhere than he saw him from. `ValueError` where the two contradict each other.
    Source: Landser, Move and Fire (line 37), Firing (64-72), modifiers (88-95), Hide (151).

    >>> shot_at(Sighting(20, "hiding"), Shot("rifle", 20)).cover, shot_at(Sighting(20, "sneaking"), Shot("rifle", 20, repeat=True)).repeat
    ('half', False)
    """
    if shot.range_inches != sighting.range_inches and not shot.firer_moved:
        raise ValueError(f"He is looked for at {sighting.range_inches} inches and fired at over {shot.range_inches}; both are one range.")
    fast = sighting.doing == "moving fast"
    if shot.target_moving_fast and not fast:
        raise ValueError(f"The shot is at a man who moves fast, but the man looked for is {sighting.doing}; both are one man.")
    moved = sighting.doing in MOVES or sighting.observer_moves_fast
    cover = "half" if sighting.doing == "hiding" and shot.cover == "none" else shot.cover
    return replace(shot, target_moving_fast=fast, cover=cover, repeat=shot.repeat and not moved)


def may_fire_at(sighting: Sighting, shot: Shot, readings: Mapping[str, str] | None = None) -> Answer[bool]:
    """Return whether this shot may be fired at the soldier of the sighting, once the firer knows of him.

    A man who hides in terrain is no target beyond point blank range, known or not; one who moves fast does not fire; one who
    moves and fires gets four inches. Remedies are those that alone make the shot possible.
    Source: Landser, Move Fast (line 33), Move and Fire (37), Firing (64), Line of Sight (72), Hide (151-153), awareness (256-258).

    >>> may_fire_at(Sighting(20, "hiding", True, has_fired=True), Shot("rifle", 20)).headline
    'A man who hides in terrain cannot be fired at beyond point blank range.'
    """
    read = taken(readings)
    against = tuple(_no_target(sighting, shot, read))
    if not against:
        return may_fire(shot, read)
    found = []
    for change, value, text, other, then in _closer(sighting, shot):
        if next(_no_target(other, then, read), None) is None and can_fire(then, read) and spot_chance(other, read):
            found.append(Remedy(text, change, value))
    return Answer(False, against, against[0].text, tuple(found))


def _no_target(sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what forbids to fire at this man, whatever the weapon."""
    if sighting.doing == "hiding" and sighting.in_cover and band_index(shot.range_inches, read) != 0:
        yield Step("A man who hides in terrain cannot be fired at beyond point blank range.", CITES["sight"], "forbids")
        yield Step("The firer must see his target, and not only know of it.", CITES["firing"])
    if sighting.observer_moves_fast:
        yield Step("A man who moves fast does not fire: that takes the fire or the move and fire action.", CITES["firing"], "forbids")
    if shot.firer_moved and abs(Fraction(shot.range_inches) - sighting.range_inches) > MOVE_AND_FIRE:
        yield Step(f"Moving and firing, he gets {MOVE_AND_FIRE} inches nearer or farther at most.", CITES["move-and-fire"], "forbids")


def _closer(sighting: Sighting, shot: Shot) -> Iterator[tuple[str, Any, str, Sighting, Shot]]:
    """Yield the changes that could make him a target: what changes and to what, in words, and the sighting and shot then."""
    near = replace(sighting, range_inches=2)
    yield "range", 2, "Within point blank range, 2 inches, he may be fired at.", near, replace(shot, range_inches=2)
    still = replace(sighting, observer_moves_fast=False)
    yield "observer_moves_fast", False, "If the firer does not move fast, he may fire.", still, shot
    at = sighting.range_inches
    yield "fires_from", at, f"At {inches(at)}, from where he saw him, he may fire.", sighting, replace(shot, range_inches=at)


def spot_and_fire(
    sighting: Sighting, shot: Shot, target: Target | None = None, readings: Mapping[str, str] | None = None
) -> Odds[str] | Gap:
    """Return the chances that he is not seen, missed, or hit with each outcome. A `Gap` where the source does not say if he is seen.

    The shot is fired at the range of the sighting, or `ValueError`, and what the target does counts as in `shot_at`.
    Source: Landser, Observation (line 242) and all of fire.

    >>> odds = spot_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20))
    >>> odds.p("not seen"), odds.p("miss")
    (Fraction(2, 3), Fraction(1, 6))
    """
    fired_at = shot_at(sighting, shot)
    against = next(_no_target(sighting, fired_at, taken(readings)), None)
    if against is not None:
        raise ValueError(against.text)
    seen = spot_chance(sighting, readings)
    if isinstance(seen, Gap):
        return seen
    fired = fire_odds(fired_at, target, readings)
    unseen = [(UNSEEN, (seen.denominator - seen.numerator) * fired.total)]
    return Odds([*unseen, *((outcome, weight * seen.numerator) for outcome, weight in fired.weights.items())])


@dataclass(frozen=True)
class Chances:
    """The chance to see the man and to hit him once seen: None where the source is silent, or the shot may not be fired.

    What a picture or a chart shows besides is worked out when it is first asked for.
    """

    sighting: Sighting
    shot: Shot
    readings: Mapping[str, str]
    seen: Fraction | None
    hit: Fraction | None

    @cached_property
    def outcomes(self) -> Odds[str] | None:
        """The chance of each outcome, with "not seen" before them."""
        odds = spot_and_fire(self.sighting, self.shot, readings=self.readings) if self.hit is not None else None
        return None if isinstance(odds, Gap) else odds

    def numbers(self, doing: str, in_cover: bool) -> tuple[int | Gap, ...]:
        """Return the roll that spots a man who does this, at the end of each of the five ranges."""
        return tuple(
            spot_number(replace(self.sighting, range_inches=end, doing=doing, in_cover=in_cover), self.readings) for end in self._ends
        )

    @property
    def _ends(self) -> tuple[int, ...]:
        return tuple(band.upto[self.readings["medium-band"]] for band in FIRING.bands)

    @cached_property
    def by_range(self) -> tuple[Fraction, ...]:
        """The chance that he is seen and hit at the end of each of the five ranges."""
        return tuple(self._both(replace(self.sighting, range_inches=end), replace(self.shot, range_inches=end)) for end in self._ends)

    def _both(self, sighting: Sighting, shot: Shot) -> Fraction:
        seen, hit = spot_chance(sighting, self.readings), chance_at(sighting, shot, self.readings)
        return Fraction(0) if isinstance(seen, Gap) or hit is None else seen * hit


def chance_at(sighting: Sighting, shot: Shot, readings: Mapping[str, str]) -> Fraction | None:
    """Return the chance to hit this man, None for a shot that may not be fired at him."""
    read = taken(readings)
    fired = next(_no_target(sighting, shot, read), None) is None and can_fire(shot, read)
    return hit_chance(shot, read) if fired else None


def look_and_fire(sighting: Sighting, shot: Shot, readings: Mapping[str, str] | None = None) -> Answer[Any]:
    """Return what must be rolled to see the man of the sighting, and the chance to see and hit him; ``detail`` is `Chances`.

    The value is that of `spots_on`, or False where he cannot be seen or may not be fired at. Source: as for `spot_and_fire`.

    >>> look_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20)).headline
    'Aware of him on 5 or more; seen and hit 16.7% of the time.'
    """
    read = taken(readings)
    seen, at_him = spots_on(sighting, read), shot_at(sighting, shot)
    spot, hit = spot_chance(sighting, read), chance_at(sighting, at_him, read)
    detail = Chances(sighting, at_him, read, None if isinstance(spot, Gap) else spot, hit)
    if detail.seen == 0:
        steps = tuple(replace(step, op="forbids") if step.op == "start" else step for step in seen.steps)
        helps = tuple(r if _fires_after(r, sighting, at_him, read) else Remedy(r.text) for r in seen.remedies)
        return Answer(False, steps, seen.headline, helps, detail)
    if hit is None:
        allowed = may_fire_at(sighting, at_him, read)
        helps = tuple(r for r in allowed.remedies if _helps(r, sighting, at_him, read))
        steps = (*as_notes(seen.steps), *_before_moving(at_him), *allowed.steps)
        verdict = f"{seen.headline.rstrip('.')}, but he may not be fired at."
        return Answer(False, steps, verdict, helps, detail)
    noted = (*_before_moving(at_him), *_of_the_shot(sighting, shot, at_him))
    steps = (*seen.steps, *noted, *as_notes(hits_on(at_him, read).steps[at_him.range_inches == sighting.range_inches :]))
    if detail.seen is None:
        return Answer(seen.value, steps, f"{_start(seen)}once seen, he is hit {often(hit)}.", detail=detail)
    both = detail.seen * hit
    last = Step(f"He is seen {often(detail.seen)}, then hit {often(hit)}: seen and hit {often(both)}.", CITES["observation"])
    return Answer(seen.value, (*steps, last), f"{_start(seen)}seen and hit {often(both)}.", detail=detail)


def _helps(remedy: Remedy, sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> bool:
    """Return whether this remedy of a shot leaves its man a target who can be seen."""
    match remedy.change:
        case "range":
            there = replace(sighting, range_inches=remedy.to)
            at = remedy.to if shot.range_inches == sighting.range_inches else shot.range_inches
            return spot_chance(there, read) != 0 and chance_at(there, replace(shot, range_inches=at), read) is not None
        case "firer_moved":
            return chance_at(sighting, replace(shot, firer_moved=False, range_inches=sighting.range_inches), read) is not None
    return True


def _fires_after(remedy: Remedy, sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> bool:
    """Return whether the shot may be fired once this remedy has let the man be seen."""
    if remedy.change == "range":
        return _helps(remedy, sighting, shot, read)
    return chance_at(replace(sighting, **{remedy.change: remedy.to}), shot, read) is not None


def _before_moving(shot: Shot) -> Iterator[Step]:
    if shot.firer_moved:
        yield Step("He may fire at any point of his move.", CITES["move-and-fire"])
        yield Step("He must be aware of the target before he moves.", CITES["aware-first"])


def _start(seen: Answer[Any]) -> str:
    return f"{seen.headline.rstrip('.')}; "


def _of_the_shot(sighting: Sighting, wanted: Shot, fired: Shot) -> Iterator[Step]:
    """Say what follows for the shot from what the target does, and what is left to choose."""
    if sighting.range_inches > FIRING.bands[0].upto["to-10"] and wanted.cover == "none":  # at point blank nobody is in cover
        if sighting.doing == "hiding" and not sighting.in_cover:
            yield Step("Hiding in the open, he counts as being in half cover.", CITES["hide-down"])
        if sighting.in_cover:
            yield Step("In cover, with terrain between, he may claim full cover; choose it beside the picture.", CITES["firing"])
    if wanted.repeat and not fired.repeat:
        yield Step("Somebody moves, so nothing is added for the same target as last turn.", CITES["mod-repeat"])
