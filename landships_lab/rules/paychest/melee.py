"""Melee: each man rolls one die against his skill; hits cancel one for one, and what is left over falls on the loser.

die      skill + 1 or more   skill   skill - 1   skill - 2 ...
hits     none                1       2           3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.rules.paychest.book import CITES, FAR, MOST, plural, reading, whole

TWO = "two-to-one"
#: The most men on a side of one contact; the print speaks of two to one.
MOST_MEN = 12


def melee_hits(skill: int, die: int) -> int:
    """How many hits does this die make? One where it equals the skill, one more for each point below it.

    Source: Paychest, Melee Combat (line 7).

    >>> melee_hits(4, 4), melee_hits(4, 1), melee_hits(4, 5)
    (1, 4, 0)
    """
    return max(0, skill - die + 1)


def melee(skill_a: int, skill_b: int, dice_a: Sequence[int], dice_b: Sequence[int]) -> Answer[int]:
    """How does this fight end, and why? Net hits, positive on b; a die for each man (or one for the side).

    Raises `ValueError` for a side without dice, or a die that is no whole number from 1 to 6.
    Source: Paychest, Melee Combat (line 7).

    >>> melee(4, 3, [2], [3]).value
    2
    """
    steps = [*_side("a", skill_a, dice_a, +1), *_side("b", skill_b, dice_b, -1)]
    value = tally(steps)
    assert isinstance(value, int)  # whole hits
    steps.append(Step("Hits cancel one for one; the excess falls on the loser, a casualty card for each.", CITES["melee-cancel"]))
    headline = f"{plural(abs(value), 'hit')} on {'b' if value > 0 else 'a'}." if value else "Nobody is hurt."
    return Answer(value, tuple(steps), headline)


def _side(name: str, skill: int, dice: Sequence[int], sign: int) -> list[Step]:
    whole("A skill", skill, -FAR, FAR)
    if not 1 <= len(dice) <= MOST_MEN:
        raise ValueError(f"A side of a melee rolls 1 to {MOST_MEN} dice, not {len(dice)}.")
    steps = []
    for die in dice:
        hits = melee_hits(skill, whole("A die", die, 1, 6))
        how = "equal to" if die == skill else "under" if die < skill else "over"
        text = f"Side {name} rolls {die}, {how} the skill of {skill}: {plural(hits, 'hit')}."
        steps.append(Step(text, CITES["melee"], "add", Fraction(sign * hits)))
    return steps


def side_odds(skill: int, men: int = 1, two_to_one: str | None = None) -> Odds[int]:
    """How many hits does one side make before any cancel?

    >>> side_odds(3).p(0), side_odds(3, 2).p(0)
    (Fraction(1, 2), Fraction(1, 4))
    """
    whole("A skill", skill, -FAR, FAR)
    dice = whole("The number of men on a side", men, 1, MOST_MEN) if reading(TWO, two_to_one) == "die-each" else 1
    return sum_of(D6.map(lambda die: melee_hits(skill, die)), dice)


def melee_odds(skill_a: int, skill_b: int, men_a: int = 1, men_b: int = 1, reading: str | None = None) -> Odds[int]:
    """How likely is each end of the fight? Net hits, positive on b.

    ``reading`` is an option of two-to-one. Raises `ValueError` for skills or numbers of men out of bounds.
    Source: Paychest, Melee Combat (line 7).

    >>> odds = melee_odds(4, 4)
    >>> odds.p(0), odds.mean
    (Fraction(2, 9), Fraction(0, 1))
    """
    b = side_odds(skill_b, men_b, reading)
    return side_odds(skill_a, men_a, reading).then(lambda hits: b.map(lambda back: hits - back))


def win_draw_lose(odds: Odds[int]) -> tuple[Fraction, Fraction, Fraction]:
    """How likely does side a hurt b, nobody anybody, side b hurt a?

    >>> win_draw_lose(melee_odds(4, 4))
    (Fraction(7, 18), Fraction(2, 9), Fraction(7, 18))
    """
    return odds.at_least(1), odds.p(0), odds.at_most(-1)


def stands_odds(contacts: Iterable[Odds[int]]) -> Odds[tuple[int, int]]:
    """How many hits does each unit take, (a, b), when several stands fight? Each contact cancels its own hits.

    >>> stands_odds([melee_odds(1, 1)] * 2).p((1, 1))     # each side loses one of the two fights
    Fraction(25, 648)
    """
    total: Odds[tuple[int, int]] = certain((0, 0))
    for number, odds in enumerate(contacts, 1):
        whole("The number of contacts", number, 1, MOST)
        taken = odds.map(lambda net: (max(0, -net), max(0, net)))
        total = _together(total, taken)
    return total


def taken_odds(contact: Odds[int], fights: int) -> tuple[Odds[int], Odds[int]]:
    """How many hits does side a take, and how many side b, in so many fights like this one? Each by itself.

    >>> on_a, on_b = taken_odds(melee_odds(4, 3), 5)
    >>> on_b.mean - on_a.mean == 5 * melee_odds(4, 3).mean
    True
    """
    whole("The number of fights", fights, 1, MOST)
    return sum_of(contact.map(lambda net: max(0, -net)), fights), sum_of(contact.map(lambda net: max(0, net)), fights)


def _together(one: Odds[tuple[int, int]], other: Odds[tuple[int, int]]) -> Odds[tuple[int, int]]:
    return one.then(lambda a: other.map(lambda b: (a[0] + b[0], a[1] + b[1])))
