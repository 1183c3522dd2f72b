"""A launched grenade: where it falls, whether it takes effect, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import D6, Roll
from .blasts import effectiveness
from .book import CITES
from .branches import Course, Rolled, effect_course
from .grenades import Throw, reach_of
from .shots import Aim
from .wounds import Target


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
    if course[-1].outcome:
        return course
    return (*course, *effective_course(roll, 0, target, aimed.penalty, readings))


def effective_course(
    roll: Roll,
    needed: int,
    target: Target,
    penalty: int,
    readings: Mapping[str, str],
    thrown: int = 0,
) -> Course:
    """Return what a grenade does to a man under its template: the die of effectiveness, then his
    rolls for effect and wounds at point blank range.

    ``needed`` is the number of the die where something shelters him, 0 for a man in the open;
    ``thrown`` is a die that was rolled for all men together, 0 for one of his own. Source: Landser,
    Grenades (lines 211-217).
    """
    bare = effectiveness(readings=readings)
    meaning = partial(_effective, needed or bare.value, bare.steps)
    first = meaning(thrown) if thrown else roll(D6, meaning)
    if first.outcome:
        return (first,)
    return (first, *effect_course(roll, 0, target, penalty, readings))


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


def _effective(needed: int, steps: tuple[Step, ...], die: int) -> Rolled:
    explain = partial(_explain_effective, needed, die)
    if die >= needed:
        return Rolled("effective", "harmful", steps, throw="for effect", explain=explain)
    return Rolled("harmless", "harmless", steps, "miss", explain=explain)


def _explain_effective(needed: int, die: int) -> tuple[Step, ...]:
    text = f"The die of effectiveness shows {die}: {needed} or more makes him roll for effect."
    return (Step(text, CITES["grenade-effect"]),)
