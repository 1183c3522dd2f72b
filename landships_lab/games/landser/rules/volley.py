"""A shot as one function of its rolls, with the jam that a one may bring; a grenade likewise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from landships_lab.core.answer import Gap, Step
from landships_lab.core.dice import D6, Roll
from .book import CITES, GAPS, SIX, WEAPONS
from .branches import Course, effect_course
from .grenades import Landing, Throw, landing_at, placing_faces
from .jams import jams_on
from .shots import Aim, Shot
from .tree import hit_of
from .wounds import Target

#: No second roll jams this gun, and this one jams without a roll at every shot.
NEVER, ALWAYS = SIX + 1, 0


@dataclass(frozen=True, slots=True)
class Volley:
    """What came of a shot: its course from the hit die to the wound, whether the gun has jammed,
    and the steps of the jam.
    """

    course: Course
    jammed: bool = False
    jam_steps: tuple[Step, ...] = ()

    @property
    def hit(self) -> bool:
        """Whether the target was hit."""
        return self.course[0].name == "hit"

    @property
    def outcome(self) -> str:
        """The outcome of the tables; "" for a burst, whose effects are rolled man by man."""
        return self.course[-1].outcome


def jam_number(shot: Shot, readings: Mapping[str, str], soviet: bool = False) -> int | Gap:
    """Return the least second roll that jams the gun after a one: `NEVER`, or `ALWAYS` for a gun
    that jams at every shot.

    A `Gap` for a weapon of which the source does not say when it jams. Source: Landser, Jammed
    Weapons (lines 101-109).
    """
    if WEAPONS[shot.weapon].jams is None:
        return GAPS["jams"]
    if shot.lone and shot.weapon == "gpmg" and readings["lone-gunner"] == "always":
        return ALWAYS
    return jams_on(shot.weapon, shot.automatic, soviet, shot.lone)[0]


def volley(
    roll: Roll, shot: Shot, aimed: Aim, target: Target, jams: int, readings: Mapping[str, str]
) -> Volley:
    """Return what comes of a shot, throw by throw: to hit, for a jam, then for effect and wounds.

    ``jams`` is the least second roll that jams the gun. The effects of a burst are rolled man by
    man under its template, and are not part of it. Source: Landser, lines 74-145.
    """
    one, hit = roll(D6, lambda die: (die == 1, hit_of(aimed, readings, die)))
    jammed, told = _jam(roll, shot, one, jams)
    if hit.outcome or shot.automatic:
        return Volley((hit,), jammed, told)
    course = effect_course(roll, aimed.band, target, aimed.penalty, readings)
    return Volley((hit, *course), jammed, told)


def _jam(roll: Roll, shot: Shot, one: bool, jams: int) -> tuple[bool, tuple[Step, ...]]:
    if jams == ALWAYS:
        text = "With one man as its crew, the gun jams whenever it fires."
        return True, (Step(text, CITES["jam-gpmg"], reading="lone-gunner"),)
    if not one or jams == NEVER:
        return False, ()
    jammed = jams <= 1 or roll(D6, lambda die: die >= jams)
    known = WEAPONS[shot.weapon].jams
    cite = CITES[known.cite if known else "jams"]
    text = "After the one the gun jams." if jammed else "A second roll after the one: no jam."
    return jammed, (Step(text, cite),)


def land(roll: Roll, throw: Throw, readings: Mapping[str, str]) -> Landing:
    """Return where a grenade comes down: a die to place it, and two more where it strays.

    `ValueError` with the printed reason if it cannot go so far. Source: Landser, Grenades (lines
    209 and 219).
    """
    placing = placing_faces(throw, readings)
    if roll(D6, lambda die: die in placing):
        return landing_at(throw, 0, 0, readings)
    direction = roll(D6, int)
    return landing_at(throw, direction, roll(D6, int), readings)
