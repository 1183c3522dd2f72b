"""The whole chain of a shot as one exact tree: hit, effect, wound, and what becomes of the soldier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.rules.landser.book import CITES, WEAPONS, die_face, taken
from landships_lab.rules.landser.branches import EFFECT_CHAIN, FACES, Branch, effect_branches, tree_odds
from landships_lab.rules.landser.launched import launched_tree
from landships_lab.rules.landser.shots import Shot, aim, hits_on
from landships_lab.rules.landser.wounds import OUTCOMES, Target, line, roll_on

#: The equally likely courses of a whole shot: the hit die, and the chain that follows a hit.
CHAIN = 6 * EFFECT_CHAIN


def fire_tree(shot: Shot, target: Target | None = None, readings: Given = None) -> Branch:
    """Return all that can come of this shot, roll by roll, with the chance of each course.

    The root is the shot; its branches are miss and hit, those of a hit the lines of the effect table, those of a wound the lines
    of its table. A launched grenade first lands, perhaps astray, and must take effect. Raises `ValueError` with the printed
    reason for a shot that may not be fired. Source: Landser, lines 74-145 (and 203-228 for the launcher).

    >>> tree = fire_tree(Shot("rifle", 20))
    >>> [(branch.label, str(branch.chance)) for branch in tree.branches]
    [('miss', '1/2'), ('hit', '1/2')]
    """
    read = taken(readings)
    aimed = aim(shot, read)
    if shot.weapon == "launcher":
        return launched_tree(shot, aimed, target or Target(), read)
    hitting = tuple(die for die in FACES if aimed.hits(die, read))
    missing = tuple(die for die in FACES if die not in hitting)
    explained = hits_on(shot, read).steps
    share = CHAIN // len(FACES)
    branches = []
    if missing:
        branches.append(Branch("miss", "miss", missing, share * len(missing), CHAIN, outcome="miss"))
    weight = share * len(hitting)
    below = effect_branches("hit", weight, CHAIN, aimed.band, target or Target(), aimed.penalty, read)
    again = (Step("A man who is hit rolls for effect.", CITES["effect-range"]),)
    branches.append(Branch("hit", "hit", hitting, weight, CHAIN, again, branches=below, throw="for effect"))
    return Branch("", WEAPONS[shot.weapon].name, (), CHAIN, CHAIN, explained, branches=tuple(branches), throw="to hit")


def fire_odds(shot: Shot, target: Target | None = None, readings: Given = None) -> Odds[str]:
    """Return the chance of each outcome of this shot, from the miss to the wound.

    Outcomes are ``miss``, ``hide``, ``light 1`` to ``light 6``, ``serious 1-2``, ``serious 3-4``, ``serious 5`` and ``serious 6``
    (and ``no effect`` under a reading). A light wound of seven is a serious one. Raises `ValueError` with the printed reason for a
    shot that may not be fired. Source: Landser, lines 74-145.

    >>> odds = fire_odds(Shot("rifle", 20))
    >>> odds.p("miss"), odds.p("hide"), odds.p("light 3")
    (Fraction(1, 2), Fraction(1, 3), Fraction(1, 72))
    """
    return tree_odds(fire_tree(shot, target, readings))


def resolve(shot: Shot, rolls: Sequence[int], target: Target | None = None, readings: Given = None) -> Answer[str]:
    """Return what becomes of the target with these rolls: to hit, then for effect, then for wounds.

    Rolls that are not needed are left over; `ValueError` where there are too few, or for a launcher, whose grenade may go astray
    first. Source: Landser, lines 74-145.

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
        raise ValueError("A launched grenade has no single hit die; `fire_tree` shows where it can land and what it can do.")
    read = taken(readings)
    aimed = aim(shot, read)
    dice = iter(rolls)
    steps = list(hits_on(shot, read).steps)
    die = _next(dice)
    hit = aimed.hits(die, read)
    steps.append(Step(f"The hit die shows {die}: {'a hit' if hit else 'a miss'}.", CITES["hit-table"]))
    if not hit:
        return Answer("miss", tuple(steps), "Miss.")
    table: str = "effect"
    while True:
        rolled = roll_on(table, _next(dice), aimed.band, target, aimed.penalty if table == "effect" else 0, read)
        steps += rolled.steps
        found = line(table, rolled.value, read)
        if found is None or found.outcome:
            outcome = "no effect" if found is None else found.outcome
            return Answer(outcome, tuple(steps), f"{outcome.capitalize()}: {OUTCOMES[outcome].short}.")
        table = found.then


def _next(dice: Iterator[int]) -> int:
    die = next(dice, None)
    if die is None:
        raise ValueError("One more roll is needed: to hit, for effect, for a light wound, for a serious one, in this order.")
    return die_face("The roll", die)
