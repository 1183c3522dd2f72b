"""A launched grenade: where it falls, whether it takes effect, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.games.landser.rules.blasts import effectiveness
from landships_lab.games.landser.rules.book import CITES
from landships_lab.games.landser.rules.branches import Course, Rolled, effect_course
from landships_lab.games.landser.rules.grenades import Throw, reach_of
from landships_lab.games.landser.rules.shots import Aim
from landships_lab.games.landser.rules.wounds import Target


def launched_course(roll: Roll, aimed: Aim, target: Target, readings: Mapping[str, str]) -> Course:
    """Return what a launched grenade does to a soldier who stands where it is aimed.

    Even one that goes astray may fall so near that he is still under the small template. Whichever
    way it strays, he stands at the centre: the die of distance alone decides. Source: Landser,
    Grenades (lines 203-219), Grenade Launcher (223-228).
    """
    course: Course = (roll(D6, partial(_placed, aimed, readings)),)
    if course[0].name == "astray":
        course = (
            *course,
            roll(D6, partial(_strayed, reach_of(Throw((0, 0), (0, 0), launched=True), readings))),
        )
    if not course[-1].outcome:
        course = (*course, roll(D6, partial(_effective, effectiveness(readings=readings))))
    return (
        course
        if course[-1].outcome
        else (*course, *effect_course(roll, 0, target, aimed.penalty, readings))
    )


def _placed(aimed: Aim, readings: Mapping[str, str], die: int) -> Rolled:
    if aimed.hits(die, readings):
        return Rolled("placed", "placed", throw="for effectiveness")
    text = (
        "A missed grenade flies in the direction of one die, half as many inches as another shows."
    )
    scatter = Step(text, CITES["grenade-scatter"], reading="scatter")
    return Rolled("astray", "astray", (scatter,), throw="for direction and distance")


def _strayed(reach: Fraction, die: int) -> Rolled:
    if Fraction(die, 2) <= reach:
        return Rolled("near", "near", throw="for effectiveness", faces_count=False)
    return Rolled("clear", "clear", outcome="miss", faces_count=False)


def _effective(needed: Answer[int], die: int) -> Rolled:
    if die >= needed.value:
        return Rolled("effective", "harmful", needed.steps, throw="for effect")
    return Rolled("harmless", "harmless", needed.steps, "miss")
