"""Spotting and firing in one: the chance that a soldier both sees his enemy and hits him."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import often
from .book import CITES, FIRING, READINGS, as_notes, band_index, taken
from .shots import Shot, hits_on
from .sighted_shot import (
    COVER_IN_THE_OPEN,
    chance_at,
    may_fire_at,
    moves_in_the_open,
    needs_sight,
    no_target,
    shot_at,
)
from .sighting import Sighting, spot_chance, spot_number, spots_on
from .tree import fire_odds
from .wounds import Target

UNSEEN = "not seen"


def spot_and_fire(
    sighting: Sighting, shot: Shot, target: Target | None = None, readings: Given = None
) -> Odds[str] | Gap:
    """Return the chances that he is not seen, missed, or hit with each outcome.

    A `Gap` where the source does not say if he is seen.

    The shot is fired at the range of the sighting, or `ValueError`, and what the target does counts
    as in `shot_at`. Nobody has to be seen for a launcher (lines 209 and 223). Source: Landser,
    Observation (line 242) and all of fire.

    >>> odds = spot_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20))
    >>> odds.p("not seen"), odds.p("miss")
    (Fraction(2, 3), Fraction(1, 6))
    """
    fired_at = shot_at(sighting, shot, readings)
    against = next(no_target(sighting, fired_at, taken(readings)), None)
    if against is not None:
        raise ValueError(against.text)
    if not needs_sight(fired_at):
        return fire_odds(fired_at, target, readings)
    seen = spot_chance(sighting, readings)
    if isinstance(seen, Gap):
        return seen
    fired = fire_odds(fired_at, target, readings)
    unseen = [(UNSEEN, (seen.denominator - seen.numerator) * fired.total)]
    return Odds(
        [
            *unseen,
            *((outcome, weight * seen.numerator) for outcome, weight in fired.weights.items()),
        ]
    )


@dataclass(frozen=True)
class Chances:
    """The chance to see the man and to hit him once seen:

    None where the source is silent, or the shot may not be fired.

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
        odds = (
            spot_and_fire(self.sighting, self.shot, readings=self.readings)
            if self.hit is not None
            else None
        )
        return None if isinstance(odds, Gap) else odds

    def numbers(self, doing: str, in_cover: bool) -> tuple[int | Gap, ...]:
        """Return the roll that spots a man who does this, at the end of each of the five ranges and
        just beyond the last.
        """
        ends = (*self._ends, self._ends[-1] + 1)
        return tuple(
            spot_number(
                replace(self.sighting, range_inches=end, doing=doing, in_cover=in_cover),
                self.readings,
            )
            for end in ends
        )

    @property
    def _ends(self) -> tuple[int, ...]:
        return tuple(band.upto[self.readings["medium-band"]] for band in FIRING.bands)

    @cached_property
    def by_range(self) -> tuple[Fraction, ...]:
        """The chance that he is seen and hit at the end of each of the five ranges.

        A launcher needs no sight.
        """
        return tuple(
            self._both(
                replace(self.sighting, range_inches=end), replace(self.shot, range_inches=end)
            )
            for end in self._ends
        )

    def _both(self, sighting: Sighting, shot: Shot) -> Fraction:
        seen, hit = spot_chance(sighting, self.readings), chance_at(sighting, shot, self.readings)
        if not needs_sight(shot):
            return hit or Fraction(0)
        return Fraction(0) if isinstance(seen, Gap) or hit is None else seen * hit


def look_and_fire(
    sighting: Sighting, shot: Shot, readings: Given = None
) -> Answer[int | bool | Gap]:
    """Return what must be rolled to see the man of the sighting, and the chance to see and hit him;

    ``detail`` is `Chances`.

    The value is that of `spots_on`, or False where he cannot be seen or may not be fired at.
    Source: as for `spot_and_fire`.

    >>> look_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20)).headline
    'Aware of him on 5 or more; seen and hit 16.7% of the time.'
    """
    read = taken(readings)
    seen, at_him = spots_on(sighting, read), shot_at(sighting, shot, read)
    spot, hit = spot_chance(sighting, read), chance_at(sighting, at_him, read)
    detail = Chances(sighting, at_him, read, None if isinstance(spot, Gap) else spot, hit)
    if detail.seen == 0 and needs_sight(at_him):
        steps = tuple(
            replace(step, op="forbids") if step.op == "start" else step for step in seen.steps
        )
        if at_him.firer_moved:
            steps += (_aware_first(),)
        if sighting.observer_moves_fast:
            text = "He can find a target at the beginning of his next turn, and not before."
            steps += (Step(text, CITES["move-fast"]),)
        helps = tuple(
            r if _fires_after(r, sighting, at_him, read) else Remedy(r.text) for r in seen.remedies
        )
        return Answer(False, steps, seen.headline, helps, detail)
    if hit is None:
        allowed = may_fire_at(sighting, at_him, read)
        helps = tuple(r for r in allowed.remedies if _helps(r, sighting, at_him, read))
        steps = (*as_notes(seen.steps), *_before_moving(at_him), *allowed.steps)
        joins = "but" if detail.seen else "and"
        verdict = f"{seen.headline.rstrip('.')}, {joins} he may not be fired at."
        return Answer(False, steps, verdict, helps, detail)
    noted = (*_before_moving(at_him), *_of_the_shot(sighting, shot, at_him, read))
    steps = (
        *seen.steps,
        *noted,
        *as_notes(hits_on(at_him, read).steps[at_him.range_inches == sighting.range_inches :]),
    )
    if not needs_sight(at_him):
        verdict = f"{_start(seen)}a launcher is placed {often(hit)}."
        return Answer(seen.value, (*steps, *_at_a_point()), verdict, detail=detail)
    if detail.seen is None:
        return Answer(
            seen.value, steps, f"{_start(seen)}once seen, he is hit {often(hit)}.", detail=detail
        )
    both = detail.seen * hit
    last = Step(
        f"He is seen {often(detail.seen)}, then hit {often(hit)}: seen and hit {often(both)}.",
        CITES["observation"],
    )
    return Answer(
        seen.value, (*steps, last), f"{_start(seen)}seen and hit {often(both)}.", detail=detail
    )


def _helps(remedy: Remedy, sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> bool:
    """Return whether this remedy of a shot leaves its man a target who can be seen."""
    match remedy.change:
        case "range":
            there = replace(sighting, range_inches=remedy.to)
            at = remedy.to if shot.range_inches == sighting.range_inches else shot.range_inches
            return (
                spot_chance(there, read) != 0
                and chance_at(there, replace(shot, range_inches=at), read) is not None
            )
        case "firer_moved":
            return (
                chance_at(
                    sighting,
                    replace(shot, firer_moved=False, range_inches=sighting.range_inches),
                    read,
                )
                is not None
            )
        case "weapon":
            armed = replace(shot, weapon=remedy.to)
            known = not needs_sight(armed) or spot_chance(sighting, read) != 0
            return known and chance_at(sighting, armed, read) is not None
    return True


def _fires_after(remedy: Remedy, sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> bool:
    """Return whether the shot may be fired once this remedy has let the man be seen."""
    if remedy.change == "range":
        return _helps(remedy, sighting, shot, read)
    return chance_at(replace(sighting, **{remedy.change: remedy.to}), shot, read) is not None


def _before_moving(shot: Shot) -> Iterator[Step]:
    if shot.firer_moved:
        yield Step("He may fire at any point of his move.", CITES["move-and-fire"])
        if needs_sight(shot):
            yield _aware_first()


def _aware_first() -> Step:
    return Step("He must be aware of the target before he moves.", CITES["aware-first"])


def _at_a_point() -> Iterator[Step]:
    """Say why nobody has to be seen for a launcher."""
    yield Step("A launcher is handled like a thrown grenade but for its reach.", CITES["launcher"])
    yield Step("Its firer chooses a point, and need not see any man there.", CITES["grenade-place"])


def _start(seen: Answer[object]) -> str:
    return f"{seen.headline.rstrip('.')}; "


def _of_the_shot(
    sighting: Sighting, wanted: Shot, fired: Shot, read: Mapping[str, str]
) -> Iterator[Step]:
    """Say what follows for the shot from what the target does, and what is left to choose."""
    if (
        sighting.range_inches > FIRING.bands[0].upto["to-10"] and wanted.cover == "none"
    ):  # at point blank nobody is in cover
        if sighting.doing == "hiding" and not sighting.in_cover:
            yield Step("Hiding in the open, he counts as being in half cover.", CITES["hide-down"])
        if sighting.in_cover:
            yield Step(
                "In cover, with terrain between, he may claim full cover; choose it beside the"
                " picture.",
                CITES["firing"],
            )
    elif wanted.cover == "full" and band_index(fired.range_inches, read) != 0:
        yield from _full_cover(sighting, read)
    if wanted.repeat and not fired.repeat:
        yield Step(
            "Somebody moves, so nothing is added for the same target as last turn.",
            CITES["mod-repeat"],
        )


def _full_cover(sighting: Sighting, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what is said of full cover for a man who moves in the open."""
    if moves_in_the_open(sighting):
        reading = READINGS[COVER_IN_THE_OPEN]
        yield Step(
            reading.option(read[COVER_IN_THE_OPEN]).says, reading.cite, reading=COVER_IN_THE_OPEN
        )
    if sighting.doing == "moving fast":
        yield Step("A man who moves fast may not end his turn in full cover.", CITES["move-fast"])
