"""What cannot be is refused in one sentence, by every rule of Paychest."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from landships_lab.games.paychest.analysis.battle import Turn, standing
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.fire import (
    casualty_odds,
    cover_test,
    cover_test_chance,
    may_fire_at,
    shots_a_turn,
    volley_odds,
)
from landships_lab.games.paychest.rules.forces import muster
from landships_lab.games.paychest.rules.melee import melee, melee_odds
from landships_lab.games.paychest.rules.morale import (
    first_roll,
    morale_test_chance,
    rally_chances,
    rout_odds,
    second_roll,
)
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from landships_lab.games.paychest.rules.turn import (
    Unit,
    ahead_odds,
    before_chance,
    may_act,
    movement,
    place_odds,
)
from tests.games.paychest.rules.odds import gun_odds

THEIRS = supplied("""
ranges = [{ to = 12, modifier = 1 }, { to = 24, modifier = -1 }]
cover = { wall = -2 }
casualties = [{ card = "down", copies = 8, out = true }]
skills = { legionnaire = { firearms = 5, melee = 4 } }
movement = { walk = 5, horse = 12 }
""")


def shot(skill: int, weapon: str = "rifle", **parts: Any) -> Any:
    """Return the skill that is left, with the tables of a reader."""
    return modified_skill(HitRoll(skill, weapon, tables=THEIRS, **parts))


#: Each call, what it is given, and the sentence.
REFUSED: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (lambda: shot(4, moved="runs"), (), "'runs' is not a movement of the firer; allowed are stand"),
    (lambda: shot(4, cover="hedge"), (), "the only one is wall."),
    (lambda: shot(4, figure="zouave"), (), "the only one is legionnaire."),
    (lambda: shot(4, range_inches=25), (), "rifle ranges end at 24 inches; 25 is out of range."),
    (lambda: shot(4, "shell", cover="wall"), (), "it cannot hit figures in cover at all"),
    (HitRoll, (4, "machinegun"), "The nearest is machine-gun."),
    (HitRoll, (4, "rifle", "stand", 0), "figures in the target is a whole number from 1 to 500"),
    (casualty_odds, (9, THEIRS), "Your casualty deck has 8 cards; 9 cannot be drawn from it"),
    (may_fire_at, ("private", "group"), "'private' is not a kind of firer; allowed are group"),
    (shots_a_turn, ("arab",), "The nearest is arabs."),
    (modified_skill, (HitRoll(4), {"skill-plus": "both"}), "raises-skill, added-to-die"),
    (modified_skill, (HitRoll(4), {"skill-minus": "x"}), "The nearest is skill-plus."),
    (volley_odds, ([(2, 0.5)],), "The chance of a shot is a Fraction from 0 to 1, not 0.5;"),
    (volley_odds, ([(2, Fraction(3, 2))],), "from 0 to 1, not Fraction(3, 2);"),
    (gun_odds, (HitRoll(3),), "'rifle' is not a gun"),
    (cover_test, (3, 0), "A die is a whole number from 1 to 6, not 0."),
    (cover_test_chance, (-1,), "that are not exposed is a whole number from 0 to 500, not -1."),
    (melee_odds, (4, 4, 0), "men on a side is a whole number from 1 to 12, not 0."),
    (melee_odds, (4, 4, 1, 2, "two-dice"), "allowed are die-each, one-die"),
    (melee_odds, ("a", 4), "A skill is a whole number"),
    (melee, (4, 4, [], [1]), "A side of a melee rolls 1 to 12 dice, not 0."),
    (melee, (4, 4, [1], [0]), "A die is a whole number from 1 to 6, not 0."),
    (place_odds, (4, 4), "cards already drawn is a whole number from 0 to 3, not 4."),
    (ahead_odds, (0,), "The number of your units is a whole number from 1 to 51, not 0."),
    (before_chance, (50, 3), "The number of enemy units is a whole number from 1 to 2, not 3."),
    (morale_test_chance, (-1,), "The number of hits is a whole number from 0 to 500, not -1."),
    (first_roll, (3, 1), "The sum of two dice is a whole number from 2 to 12, not 1."),
    (second_roll, ("regulars", 3), "The nearest is regular."),
    (Turn, (2, 3), "2 hits cannot put 3 figures out of action"),
    (standing, ("regular", 0, [Turn(1, 1)]), "figures is a whole number from 1 to 60, not 0."),
    (standing, ("regular", 5, []), "The number of turns is a whole number from 1 to 12, not 0."),
    (rout_odds, (5, 7), "The number a figure routs on is a whole number from 0 to 6, not 7."),
    (rally_chances, (61,), "The number of moves is a whole number from 1 to 60, not 61."),
    (muster, ("division",), "'division' is not a formation; allowed are company, battalion"),
    (muster, ("battalion", {"company": 5}), "infantry company formations is always 4, not 5."),
    (muster, ("native-regiment", {"warband": 7}), "is a whole number from 2 to 6, not 7."),
    (muster, ("brigade", {"battalion": 1}), "is a whole number from 2 to 12, not 1."),
    (muster, ("brigade", "battalion"), "The parts are a dict of numbers by name"),
    (muster, ("brigade", {"squadron": 2}), "its parts are battalion and company."),
    (muster, ("company", {"squadron": 2}), "of the infantry company; it has no parts."),
    (movement, ("camel", False, THEIRS), "movement in your tables; allowed are walk, horse."),
    (lambda: Unit(card="lost"), (), "'lost' is not a state of a card"),
    (lambda: Unit(done="slept"), (), "'slept' is not a thing that a unit has done"),
    (lambda: Unit(result="7"), (), "'7' is not a result of a morale roll"),
    (lambda: Unit(troops="zouaves"), (), "'zouaves' is not a kind of troops"),
    (lambda: Unit(kind="guards"), (), "'guards' is not a kind of troops"),
    (may_act, ("sleep", Unit()), "is not a thing to do"),
]


@pytest.mark.parametrize(("ask", "given", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_with_one_sentence(
    ask: Callable[..., Any], given: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is looked at below
        ask(*given)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
