"""The kinds of question about Paychest: those about fire, and here those about melee, morale and
forces.
"""

from __future__ import annotations

import random
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.dice import D6, Odds
from landships_lab.core.speech import listed, plural, with_article
from landships_lab.games.paychest.practice.battle import BATTLE_KINDS
from landships_lab.games.paychest.practice.fire import CHANGE, FIRE_KINDS
from landships_lab.games.paychest.rules import melee_odds, morale_test_chance, muster
from landships_lab.games.paychest.rules.forces import FORMATIONS
from landships_lab.games.paychest.rules.melee import Side, beyond_print
from landships_lab.games.paychest.rules.morale import KINDS as TROOPS
from landships_lab.games.paychest.rules.morale import effect
from landships_lab.practice.kinds import Kind, as_read, can_be_asked, nearest, one_of, whole_number
from landships_lab.practice.marking import NOT_PRINTED, Question

_ENDS = ("B is hurt", "A is hurt", "nobody is hurt")


def _melee(dice: random.Random, level: int) -> Question:
    """Draw a fight: one man against one, then up to three on a side."""
    while True:
        a, b = dice.randint(1, 6), dice.randint(1, 6)
        men_a, men_b = (1, 1) if level == 1 else (dice.randint(1, level), dice.randint(1, level))
        odds = melee_odds(a, b, men_a, men_b)
        end = dice.choice(_ENDS)
        chance = _chance(odds, end)
        if can_be_asked(chance) and (level == 1 or men_a + men_b > 2):
            break
    low = melee_odds(a - 1, b - 1, men_a, men_b)
    wrong = [(_chance(low, end), "you forgot that a die equal to the skill hits too")]
    wrong += [
        (_chance(odds, other), f"you gave the chance that {other}")
        for other in _ENDS
        if other != end
    ]
    if end != "nobody is hurt":
        skill, men = (a, men_a) if end == "B is hurt" else (b, men_b)
        wrong.append((1 - D6.chance(lambda die: die > skill) ** men, "you forgot that hits cancel"))
    if men_a + men_b > 2:
        wrong.append((_chance(melee_odds(a, b), end), "you rolled one die for a whole side"))
    sides = f"Side A, {_men(men_a)} of melee skill {a}, fights side B, {_men(men_b)} of skill {b}."
    text = f"{sides} How likely is it that {end}? "
    read = ["two-to-one"] * (men_a + men_b > 2) + ["melee-many"] * beyond_print(
        Side(a, men_a), Side(b, men_b)
    )
    text += " ".join(["Choose the nearest.", *(as_read("paychest", reading) for reading in read)])
    return Question(
        text,
        f"paychest:melee skill_a {a} men_a {men_a} skill_b {b} men_b {men_b}",
        nearest(dice, chance, wrong),
    )


def _chance(odds: Odds[int], end: str) -> Fraction:
    if end == "nobody is hurt":
        return odds.p(0)
    return odds.at_least(1) if end == "B is hurt" else odds.at_most(-1)


def _men(count: int) -> str:
    return "one man" if count == 1 else f"{count} men"


def _test(dice: random.Random, level: int) -> Question:
    while True:
        kind, hits, holds = (
            dice.choice(list(TROOPS)),
            dice.randint(2, 11),
            level > 1 and dice.random() < 1 / 2,
        )
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
        (Fraction(min(hits, figures), figures), "you took the share of the unit that was hit"),
    ]
    ends = "need no second roll" if holds else "need a second morale roll"
    text = (
        f"{figures} {TROOPS[kind]} suffered {hits} hits this turn. How likely are they to {ends}?"
        " Choose the nearest."
    )
    return Question(
        text,
        f"paychest:morale kind {kind} figures {figures} hits {hits}",
        nearest(dice, chance, wrong),
    )


_DOES = {"hold": "it holds", "fall back": "it falls back", "rout": "it routs"}


def _does(kind: str, die: int) -> str:
    found = effect(kind, die)
    return NOT_PRINTED if isinstance(found, Gap) else _DOES[found.does]


def _second(dice: random.Random, level: int) -> Question:
    """Draw a line of a second morale table. One line of either table is lost."""
    kind, die, hits = (
        dice.choice(list(TROOPS)),
        dice.randint(2 if level == 1 else 1, 6),
        dice.randint(4, 11),
    )
    other = next(key for key in TROOPS if key != kind)
    figures = dice.randint(hits, 20)
    text = (
        f"{figures} {TROOPS[kind]} suffered {hits} hits and need a second morale roll; it shows"
        f" {die}. What does the unit do?"
    )
    wrong = [(_does(other, die), f"you read the table of the {TROOPS[other]}")]
    wrong += [
        (_does(kind, n), "you read the next line of the table")
        for n in (die - 1, die + 1)
        if 1 <= n <= 6
    ]
    key = one_of(_does(kind, die), (*_DOES.values(), NOT_PRINTED), wrong)
    return Question(text, f"paychest:morale kind {kind} figures {figures} hits {hits}", key)


_PARTS = {
    "battalions": "battalion",
    "squadrons": "squadron",
    "warbands": "warband",
    "regiments": "native-regiment",
}


def _force(dice: random.Random, level: int) -> Question:
    """Draw a formation: at first one without parts, then one with a number of them."""
    key = dice.choice(
        [key for key, formation in FORMATIONS.items() if level > 1 or len(formation.parts) < 2]
    )
    formation, parts = FORMATIONS[key], {}
    for part in formation.parts:
        if part.least != part.most and part.unit in _PARTS.values():
            parts[part.unit] = dice.randint(
                part.least, min(part.most or part.least + 3, part.least + 3)
            )
    words = [f"{name} {parts[unit]}" for name, unit in _PARTS.items() if unit in parts]
    inside = listed(plural(count, FORMATIONS[unit].name) for unit, count in parts.items())
    figures = muster(key, parts).value
    own = sum(formation.posts.values())
    text = (
        "How many figures are in"
        f" {with_article(formation.name)}{f' with {inside}' if parts else ''}?"
    )
    wrong = [
        (figures - own, "you left out its own officers and staff"),
        (own, "you counted its own figures, not those of its parts"),
    ]
    wrong += [
        (figures - 1, "you left out one figure"),
        (figures + 1, "you counted one figure twice"),
    ]
    state = f"paychest:forces formation {key}" + (f" {' '.join(words)}" if words else "")
    return Question(text, state, whole_number(figures, wrong))


KINDS = (
    *FIRE_KINDS,
    Kind("paychest:melee", "odds", _melee),
    Kind("paychest:morale", "odds", _test),
    Kind("paychest:second", "column", _second, about="paychest:morale"),
    Kind("paychest:forces", "count", _force, level=2),
    *BATTLE_KINDS,
    CHANGE,
)
