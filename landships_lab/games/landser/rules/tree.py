"""The whole chain of a shot as one exact tree: hit, effect, wound, and
what becomes of the soldier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Odds, Roll, Thrown
from landships_lab.core.sources import Given
from .book import CITES, WEAPONS, die_face, taken
from .branches import Branch, Course, Rolled, effect_course, grow, tree_odds
from .launched import launched_course
from .shots import Aim, Shot, aim, hits_on
from .wounds import OUTCOMES, Target

#: The equally likely courses of the longest chain, that of a launched grenade: six dice.
COURSES = 6**6
_HIT = Step("A man who is hit rolls for effect.", CITES["effect-range"])
_TOO_FEW = (
    "One more roll is needed: to hit, for effect, for a light wound, for a serious one, in this"
    " order."
)


def fire_tree(shot: Shot, target: Target | None = None, readings: Given = None) -> Branch:
    """Return all that can come of this shot, roll by roll, with the chance of each course.

    The root is the shot; its branches are miss and hit, those of a hit the lines of the effect
    table, those of a wound the lines of its table. A launched grenade first lands, perhaps astray,
    and must take effect. Raises `ValueError` with the printed reason for a shot that may not be
    fired. Source: Landser, lines 74-145 (and 203-228 for the launcher).

    >>> tree = fire_tree(Shot("rifle", 20))
    >>> [(branch.label, str(branch.chance)) for branch in tree.branches]
    [('miss', '1/2'), ('hit', '1/2')]
    """
    read, launched = taken(readings), shot.weapon == "launcher"
    rule = partial(
        shot_course, shot=shot, aimed=aim(shot, read), target=target or Target(), readings=read
    )
    steps = hits_on(shot, read).steps
    if launched:
        steps += (Step("The man stands where it is aimed.", CITES["launcher"]),)
    throw = "to place" if launched else "to hit"
    return grow(
        Branch("", WEAPONS[shot.weapon].name, (), COURSES, COURSES, steps, throw=throw), rule
    )


def shot_course(
    roll: Roll, shot: Shot, aimed: Aim, target: Target, readings: Mapping[str, str]
) -> Course:
    """Return what comes of this shot, throw by throw: to hit, for effect, for wounds; a launched
    grenade first lands.

    Source: Landser, lines 74-145 (and 203-228 for the launcher).
    """
    if shot.weapon == "launcher":
        return launched_course(roll, aimed, target, readings)
    hit = roll(D6, partial(hit_of, aimed, readings))
    return (
        (hit,)
        if hit.outcome
        else (hit, *effect_course(roll, aimed.band, target, aimed.penalty, readings))
    )


def hit_of(aimed: Aim, readings: Mapping[str, str], die: int) -> Rolled:
    """Return what this number of the hit die means: a miss, or a hit that rolls for effect."""
    hit = aimed.hits(die, readings)
    explain = partial(_explain_hit, die, hit)
    if not hit:
        return Rolled("miss", "miss", outcome="miss", explain=explain)
    return Rolled("hit", "hit", (_HIT,), throw="for effect", explain=explain)


def _explain_hit(die: int, hit: bool) -> tuple[Step, ...]:
    return (Step(f"The hit die shows {die}: {'a hit' if hit else 'a miss'}.", CITES["hit-table"]),)


def fire_odds(shot: Shot, target: Target | None = None, readings: Given = None) -> Odds[str]:
    """Return the chance of each outcome of this shot, from the miss to the wound.

    Outcomes are ``miss``, ``hide``, ``light 1`` to ``light 6``, ``serious 1-2``, ``serious 3-4``,
    ``serious 5`` and ``serious 6`` (and ``no effect`` under a reading). A light wound of seven is a
    serious one. Raises `ValueError` with the printed reason for a shot that may not be fired.
    Source: Landser, lines 74-145.

    >>> odds = fire_odds(Shot("rifle", 20))
    >>> odds.p("miss"), odds.p("hide"), odds.p("light 3")
    (Fraction(1, 2), Fraction(1, 3), Fraction(1, 72))
    """
    return tree_odds(fire_tree(shot, target, readings))


def resolve(
    shot: Shot, rolls: Sequence[int], target: Target | None = None, readings: Given = None
) -> Answer[str]:
    """Return what becomes of the target with these rolls: to hit, then for effect, then for wounds.

    Rolls that are not needed are left over; `ValueError` where there are too few, or for a
    launcher, whose grenade may go astray first. Source: Landser, lines 74-145.

    >>> print(resolve(Shot("rifle", 4), (2, 4, 3)))
    Light 4: half speed, −1, for one turn.
    1. 4 inches is short range (over 2 to 5 inches). [Landser, Ranges (line 68)]
    2. A rifle needs 2 or more at short range. [Landser, Determining Hits, table (line 79)]
    3. The hit die shows 2: a hit. [Landser, Determining Hits, table (lines 76-82)]
    4. The die shows 4. [Landser, Effects (lines 121-125)]
    5. +1: short range. [Landser, Effects (line 121)]
    6. 5 on the effect table: a light wound, roll for it. [Landser, Effects (line 124)]
    7. The die shows 3. [Landser, Light Wounds (lines 133-138)]
    8. +1: short range or less. [Landser, Effects, light wound (line 127)]
    9. 4 on the light wound table: half speed, −1, for one turn. [Landser, Light Wounds (line 135)]
    """
    if shot.weapon == "launcher":
        raise ValueError(
            "A launched grenade has no single hit die; `fire_tree` shows where it can land and what"
            " it can do."
        )
    read = taken(readings)
    roll = Thrown((die_face("The roll", die) for die in rolls), _TOO_FEW)
    course = shot_course(roll, shot, aim(shot, read), target or Target(), read)
    steps = [*hits_on(shot, read).steps, *(step for rolled in course for step in rolled.explain())]
    outcome = course[-1].outcome
    headline = (
        "Miss." if outcome == "miss" else f"{outcome.capitalize()}: {OUTCOMES[outcome].short}."
    )
    return Answer(outcome, tuple(steps), headline)
