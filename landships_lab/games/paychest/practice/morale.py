"""Questions about morale in Paychest: how likely the second roll is, what it makes a unit do, and
which die requires it in cover.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import percent, plural
from landships_lab.games.paychest.rules.book import FIRE
from landships_lab.games.paychest.rules.fire import cover_test
from landships_lab.games.paychest.rules.morale import KINDS as TROOPS
from landships_lab.games.paychest.rules.morale import (
    effect,
    first_roll,
    morale_test_chance,
    second_roll,
)
from landships_lab.practice.kind import can_be_asked, kind, nearest, one_of
from landships_lab.practice.task import Task
from .words import SILENT

ABOUT = "paychest:morale"
LESSON = "53_morale_under_fire"


@kind(ABOUT, "odds", LESSON, "36 rolls")
def test(dice: random.Random, level: int) -> Task:
    """Ask how likely a second roll is after some hits, or from level 2 how likely no second roll
    is.
    """
    while True:
        kind, hits = dice.choice(list(TROOPS)), dice.randint(2, 11)
        holds = level > 1 and dice.random() < 1 / 2
        test = morale_test_chance(hits)
        if can_be_asked(test):
            break
    figures, chance = dice.randint(max(3, hits), 20), 1 - test if holds else test
    under = morale_test_chance(hits - 1)
    one = D6.at_most(min(6, hits))
    wrong = [
        (1 - chance, "you gave the chance of the opposite"),
        (
            1 - under if holds else under,
            "you took a roll equal to the hits as a success; it fails too",
        ),
        (1 - one if holds else one, "you rolled one die instead of two"),
        (Fraction(hits, figures), "you took the share of the unit that was hit"),
    ]
    ends = "need no second roll" if holds else "need a second morale roll"
    text = (
        f"{figures} {TROOPS[kind]} suffered {plural(hits, 'hit')} this turn. How likely are they to"
        f" {ends}? Choose the nearest."
    )
    ways = int(36 * chance)
    shows = f"more than {hits}" if holds else f"{hits} or less"
    return Task(
        text,
        f"{ABOUT} kind {kind} figures {figures} hits {hits}",
        nearest(chance, wrong),
        because=f"Of the 36 rolls of two dice {ways} show {shows}: {percent(chance)}.",
    )


_DOES = {"hold": "it holds", "fall back": "it falls back", "rout": "it routs"}
DOES = (*_DOES.values(), SILENT)


def _does(kind: str, die: int) -> str:
    result = effect(kind, die)
    return SILENT if isinstance(result, Gap) else _DOES[result.does]


@kind("paychest:second", "column", LESSON, "the second roll", about=ABOUT, replies=DOES)
def second(dice: random.Random, level: int) -> Task:
    """Ask about a line of the second morale table, one of which is lost; from level 2 with the
    first roll before it, which may have held.
    """
    kind, die = dice.choice(list(TROOPS)), dice.randint(1, 6)
    hits = dice.randint(3, 11)
    first = dice.randint(2, 12) if level > 1 else 0
    figures = dice.randint(hits, 20)
    if level > 1:
        rolled = f" The first roll shows {first}; a second, if it is needed, shows {die}."
        again = first_roll(hits, first).value
    else:
        rolled, again = f" A second morale roll is needed, and it shows {die}.", True
    text = (
        f"{figures} {TROOPS[kind]} suffered {plural(hits, 'hit')}.{rolled} What does the unit do?"
    )
    right = _does(kind, die) if again else _DOES["hold"]
    key = one_of(right, DOES, _misread(kind, die, hits, first))
    return Task(
        text,
        f"{ABOUT} kind {kind} figures {figures} hits {hits}",
        key,
        because=_why(kind, die, hits, first, right),
        explained=f"{ABOUT} kind {kind} figures {figures} hits {hits}"
        + (f" result {die}" if again else ""),
    )


def _why(kind: str, die: int, hits: int, first: int, right: str) -> str:
    start = ""
    if first:
        answer = first_roll(hits, first)
        start = f"{answer.steps[0].text} "
        if not answer.value:
            return f"{start}So no second roll is needed: {right}."
    line = second_roll(kind, die)
    roll = f"For {TROOPS[kind]} a {die} says: {line.headline}"
    return f"{start}{roll if right != SILENT else line.headline} In short, {right}."


def _misread(kind: str, die: int, hits: int, first: int) -> Iterator[tuple[str, str]]:
    other = next(key for key in TROOPS if key != kind)
    if first and not first_roll(hits, first).value:
        yield _does(kind, die), "you rolled again where the first roll was passed"
        return
    if first:
        yield _DOES["hold"], "you took the first roll as passed; no more than the hits fails"
    yield _does(other, die), f"you read the table of the {TROOPS[other]}"
    for near in (die - 1, die + 1):
        if 1 <= near <= 6:
            yield _does(kind, near), "you read the next line of the table"


NO_DIE = "none does"
DICE = ("any die does", *(f"{least} or more" for least in range(2, 6)), "only a 6", NO_DIE)


def _least(hidden: int) -> str:
    """Return the least die that requires the second roll with this number of hidden figures."""
    called = [die for die in range(1, 7) if cover_test(hidden, die).value]
    if not called:
        return NO_DIE
    return DICE[min(called) - 1]


@kind("paychest:cover", "hit", LESSON, "twelve or more", about="paychest:fire", replies=DICE)
def cover(dice: random.Random, level: int) -> Task:
    """Ask about a unit in cover from a machine gun, from level 2 with partly visible figures, from
    level 3 with some in the open too.
    """
    hidden, open_ground = dice.randint(3, 12), dice.randint(2, 9)
    shown = dice.choice((0, 2, 3, 4, 5)) if level > 1 else 0
    gun = dice.choice(list(FIRE.guns)) if level > 2 else "machine-gun"
    figures = open_ground + shown
    seen = f", {shown} more show a part of themselves" if shown else ""
    text = (
        f"A {FIRE.guns[gun].label} fires at a unit. {hidden} of its figures are hidden in"
        f" cover{seen}, and {open_ground}"
        " stand in the open. Which die calls for the second"
        " morale roll?"
    )
    wrong = [
        (_least(hidden + shown + open_ground), "you counted the whole unit"),
        (_least(hidden - 1), "you took 12 for too few; it is enough"),
    ]
    if shown:
        wrong.insert(0, (_least(hidden + shown), "you counted those who show a part as hidden"))
    right, limit = _least(hidden), FIRE.cover.morale_at
    need = min(6, max(1, limit - hidden))
    return Task(
        text,
        f"paychest:fire weapon {gun} skill 3 troops arabs figures {figures} hidden {hidden}"
        f" exposed {shown}",
        one_of(right, DICE, wrong),
        because=f"The figures that are hidden and a die must make {limit}, and {hidden} + {need} ="
        f" {hidden + need}: {right}.",
    )


KINDS = (test, second, cover)
