"""Questions about melee: the result of a roll of the dice, and who is likelier to be hurt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.speech import often, plural
from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.games.paychest.rules.melee import (
    MANY,
    TWO_TO_ONE,
    Side,
    beyond_print,
    contact,
    melee,
    melee_hits,
)
from landships_lab.practice.kind import kind, one_of
from landships_lab.practice.task import Task
from .words import draw_option

ABOUT = "paychest:melee"
LESSON = "52_melee"
NOBODY, NEITHER = "nobody is hurt", "neither of them"
LIKELIER = ("B is hurt", "A is hurt", NEITHER)
#: The best skill of exceptional figures in questions about one man against one.
_EXCEPTIONAL = 8
#: The least distance of a chance from one half, where it would be in doubt.
_IN_DOUBT = Fraction(3, 100)


def _named(net: int) -> str:
    """Return the words for the end of a fight, by the hits left, positive on B."""
    if not net:
        return NOBODY
    return f"{plural(abs(net), 'hit')} on {'B' if net > 0 else 'A'}"


@kind("paychest:blows", "hit", LESSON, "each point below the skill is one more hit", about=ABOUT)
def blows(dice: random.Random, level: int) -> Task:
    """Ask for the result of skills and dice: one man against one, then two against one, then two
    against two.
    """
    a, b = dice.randint(2, 6), dice.randint(2, 6)
    men_a = 1 if level == 1 else 2
    men_b = 2 if level == 3 and dice.random() < 1 / 2 else 1
    dice_a = [dice.randint(1, 6) for _ in range(men_a)]
    dice_b = [dice.randint(1, 6) for _ in range(men_b)]
    answer = melee(a, b, dice_a, dice_b)
    wrong = [(_named(net), name) for net, name in _misread(a, b, dice_a, dice_b)]
    near = [answer.value + more for more in (-1, 1, 2, -2)]
    others = [reply for reply, _ in wrong] + [_named(net) for net in near] + [_named(-answer.value)]
    shown = [_named(answer.value), *(one for one in others if one != _named(answer.value))]
    text = (
        f"Side A, {_men(men_a)} of melee skill {a}, fights side B, {_men(men_b)} of melee skill"
        f" {b}. A rolls {_rolled(dice_a)}; B rolls {_rolled(dice_b)}. What is the result?"
    )
    why = " ".join(step.text for step in answer.steps)
    return Task(
        text,
        f"{ABOUT} skill_a {a} men_a {men_a} skill_b {b} men_b {men_b}",
        one_of(_named(answer.value), list(dict.fromkeys(shown))[:4], wrong),
        because=f"{why} So: {_named(answer.value)}.",
    )


def _rolled(dice: list[int]) -> str:
    return " and ".join(map(str, dice))


def _misread(a: int, b: int, dice_a: list[int], dice_b: list[int]) -> Iterator[tuple[int, str]]:
    """Yield the hits left that each mistake leads to, positive on B."""
    made, back = (
        sum(melee_hits(skill, die) for die in rolled)
        for skill, rolled in ((a, dice_a), (b, dice_b))
    )
    low = sum(melee_hits(a - 1, die) for die in dice_a)
    low -= sum(melee_hits(b - 1, die) for die in dice_b)
    yield low, "you forgot that a die equal to the skill is a hit"
    flat = sum(die <= a for die in dice_a) - sum(die <= b for die in dice_b)
    yield flat, "you counted one hit for a die, however far below the skill"
    if made and back:
        more = made if made >= back else -back
        yield more, "you forgot that hits cancel"
    high = sum(max(0, die - a + 1) for die in dice_a) - sum(max(0, die - b + 1) for die in dice_b)
    yield high, "you counted up from the skill; low rolls are good"


@kind(ABOUT, "odds", LESSON, "a die for each man", replies=LIKELIER)
def likelier(dice: random.Random, level: int) -> Task:
    """Ask which end of a fight of up to three men comes more than half of the time."""
    while True:
        a, b = (dice.randint(1, 6 if level > 1 else _EXCEPTIONAL) for _ in "ab")
        most = 1 if level == 1 else level
        men_a, men_b = dice.randint(1, most), dice.randint(1, most)
        sides = (Side(a, men_a), Side(b, men_b))
        options = {TWO_TO_ONE: draw_option(dice, TWO_TO_ONE)} if men_a + men_b > 2 else {}
        if beyond_print(*sides):
            options[MANY] = "together"
        answer = contact(*sides, reading=options.get(TWO_TO_ONE), many=options.get(MANY))
        back = contact(*sides[::-1], reading=options.get(TWO_TO_ONE), many=options.get(MANY))
        chances = (answer.value, back.value)
        clear = all(abs(chance - Fraction(1, 2)) > _IN_DOUBT for chance in chances)
        if clear and (level == 1 or men_a + men_b > 2):
            break
    right = _more_than_half(chances)
    says = " ".join(READINGS[key].option(option).says for key, option in options.items())
    read = f"Use this reading: {says} " if says else ""
    exceptional = "The skill of an exceptional man may be above 6. " if max(a, b) > 6 else ""
    given = "".join(
        f" reading {key}={option}"
        for key, option in options.items()
        if option != READINGS[key].default
    )
    text = (
        f"Side A, {_men(men_a)} of melee skill {a}, fights side B, {_men(men_b)} of melee skill"
        f" {b}. {exceptional}{read}Is one of these more likely than not: that B is hurt, or that A"
        " is hurt?"
    )
    ends = f"B is hurt {often(chances[0])} and A {often(chances[1])}; else nobody is."
    likely = "more likely than not"
    result = f"{right} is {likely}" if right == NEITHER else f"it is {likely} that {right}"
    return Task(
        text,
        f"{ABOUT} skill_a {a} men_a {men_a} skill_b {b} men_b {men_b}{given}",
        one_of(right, LIKELIER, _misjudged(sides, options)),
        because=f"{ends} So {result}.",
    )


def _misjudged(sides: tuple[Side, Side], options: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the reply that each mistake leads to."""
    a, b = sides
    flat = (_flat(a), _flat(b))
    if options.get(TWO_TO_ONE) == "one-die":
        flat = (_flat(Side(a.skill)), _flat(Side(b.skill)))
        each = contact(*sides).value, contact(b, a).value
        yield _more_than_half(each), "you gave each man a die, which is the other reading"
    net = flat[0].then(lambda hits: flat[1].map(lambda less: hits - less))
    counted = net.at_least(1), net.at_most(-1)
    yield _more_than_half(counted), "you counted one hit for a die, however far below the skill"
    if a.skill != b.skill:
        yield LIKELIER[a.skill < b.skill], "you took the higher skill for enough"


def _flat(side: Side) -> Odds[int]:
    """Return the hits of a side if each die made at most one."""
    one = D6.map(lambda die: int(die <= side.skill))
    return sum_of(one, side.men)


def _more_than_half(chances: tuple[Fraction, Fraction]) -> str:
    """Return which end of a fight comes more than half of the time."""
    return next((end for end, c in zip(LIKELIER, chances, strict=False) if 2 * c > 1), NEITHER)


def _men(count: int) -> str:
    return "one man" if count == 1 else f"{count} men"


KINDS = (blows, likelier)
