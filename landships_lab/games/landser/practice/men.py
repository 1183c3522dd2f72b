"""Kinds of questions about the men of Landser: assaults, arcs and who may do what.

The same seed makes the same question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.inches import Spot
from landships_lab.core.speech import with_article
from landships_lab.games.landser.data.tables import firing, squad
from landships_lab.games.landser.rules import (
    ROSTER,
    Fighter,
    Trooper,
    assault_odds,
    assault_score,
    in_arc,
    may_do,
)
from landships_lab.games.landser.rules.assault import RESULTS
from landships_lab.games.landser.rules.squad import FIRING_ACTIONS
from landships_lab.practice.kinds import Kind, as_read, can_be_asked, nearest, one_of, yes_or_no
from landships_lab.practice.marking import Question

_WEAPONS, _SQUAD = firing().weapons, squad()
_WOUND = "wounds-1"
_ARMS = {"none": "a rifle butt", "pistol": "a pistol", "bayonet": "a bayonet on his rifle"}


# -- assaults
# -------------------------------------------------------------------------------------------------


def _fighters(dice: random.Random, level: int) -> tuple[Fighter, Fighter, int]:
    one, other = Fighter(dice.choice(list(_ARMS))), Fighter(dice.choice(list(_ARMS)))
    if level == 3 and dice.random() < 1 / 2:
        other = replace(other, serious_wounds=1)
    return one, other, dice.choice((1, 2, 2)) if level > 1 else 1


def _fight(dice: random.Random, level: int) -> Question:
    """Ask how a fight of two men with given dice ends; close fights are preferred."""
    one, other, opponent = _fighters(dice, level)
    lead = _lead(one, other, opponent)
    shown, against = dice.randint(1, 6), dice.randint(1, 6)
    if level > 1:  # within one of a draw
        against = min(6, max(1, shown + lead + dice.choice((-1, 0, 1))))
    text = (
        f"{_describe(one, other, opponent)} The attacker rolls {shown}, the defender {against}. How"
        " does it end?"
    )
    wrong = [
        (_ends(other_lead + shown - against), name)
        for other_lead, name in _misled(one, other, opponent)
    ]
    state = f"{_state(one, other, opponent)} dice {shown} {against}"
    return Question(text, state, one_of(_ends(lead + shown - against), RESULTS, wrong))


def _lead(one: Fighter, other: Fighter, opponent: int = 1) -> int:
    return assault_score(one).value - assault_score(other, opponent=opponent).value


def _ends(lead: int) -> str:
    return RESULTS[1 + (lead > 0) - (lead < 0)]


def _misled(one: Fighter, other: Fighter, opponent: int) -> Iterator[tuple[int, str]]:
    """Yield the lead of the attacker before the dice, for each mistake."""
    yield _lead(Fighter(), replace(other, arms="none"), opponent), "you forgot what the weapons add"
    if opponent > 1:
        yield _lead(one, other), "you forgot that the defender has met another attacker this turn"
        yield (
            _lead(one, other) - (_lead(one, other, opponent) - _lead(one, other)),
            "you took that from the attacker's roll",
        )
    if other.serious_wounds:
        yield _lead(one, replace(other, serious_wounds=0), opponent), "you forgot the serious wound"
    yield _lead(other, one), "you swapped attacker and defender"
    if "bayonet" in (one.arms, other.arms) and one.arms != other.arms:
        swap = {"bayonet": "pistol", "pistol": "bayonet", "none": "none"}
        yield (
            _lead(Fighter(swap[one.arms]), replace(other, arms=swap[other.arms]), opponent),
            "you confused pistol and bayonet",
        )


def _describe(one: Fighter, other: Fighter, opponent: int) -> str:
    second = " and is the second to attack this man this turn" if opponent == 2 else ""
    wound = " and a serious wound" if other.serious_wounds else ""
    return (
        f"The attacker has {_ARMS[one.arms]}{second}; the defender has {_ARMS[other.arms]}{wound}."
    )


def _state(one: Fighter, other: Fighter, opponent: int) -> str:
    wound = f" {_WOUND}" if other.serious_wounds else ""
    return (
        f"landser:assault fight attacker {one.arms} defender {other.arms}{wound} opponent"
        f" {opponent}"
    )


def _assault_odds(dice: random.Random, level: int) -> Question:
    """Ask for the chance of one end of an assault."""
    while True:
        one, other, opponent = _fighters(dice, level)
        asked = dice.choice(RESULTS)
        chance = assault_odds(one, other, opponent).p(asked)
        if can_be_asked(chance):
            break
    others = [
        (assault_odds(one, other, opponent).p(result), f"you gave the chance of “{result}”")
        for result in RESULTS
        if result != asked
    ]
    wrong = [
        (_odds(lead).get(asked, Fraction(0)), name) for lead, name in _misled(one, other, opponent)
    ]
    wrong += [*others, (Fraction(1, 3), "you took the three ends to be equally likely")]
    text = (
        f"{_describe(one, other, opponent)} How likely is it that the fight ends “{asked}” this"
        " turn? Choose the nearest."
    )
    return Question(text, _state(one, other, opponent), nearest(dice, chance, wrong))


def _odds(lead: int) -> dict[str, Fraction]:
    """Return the chances of the three ends, when the attacker is ahead
    by so much before the dice.
    """
    ends = [_ends(lead + a - b) for a in range(1, 7) for b in range(1, 7)]
    return {result: Fraction(ends.count(result), 36) for result in RESULTS}


# -- the squad
# -------------------------------------------------------------------------------------------------


def _order(dice: random.Random, level: int) -> Question:
    """Ask whether a man of the squad may do something, with his own weapon or another's, fresh or
    just hit.
    """
    wanted = dice.random() < 1 / 2
    for _ in range(24):
        name = dice.choice(list(ROSTER))
        role, action = ROSTER[name], dice.choice(list(_SQUAD.actions))
        carried = _SQUAD.men[role].weapons
        weapon = dice.choice(carried if level == 1 or dice.random() < 2 / 3 else tuple(_WEAPONS))
        last = dice.choice(("move fast", "move", "fire")) if level > 1 else "move"
        outcome = dice.choice(("miss", "miss", "hide")) if level > 2 else "miss"
        trooper = Trooper(role, outcome, last_action=last)
        if bool(may_do(trooper, action, weapon).value) == wanted:
            break
    fresh = Trooper(role)
    wrong = [
        (
            may_do(trooper, action, carried[0]).value,
            "you forgot which weapons he carries, or which he may do it with",
        ),
        (
            may_do(replace(trooper, last_action="move"), action, weapon).value,
            "you forgot that nobody moves fast in two turns running",
        ),
        (
            may_do(replace(fresh, last_action=last), action, weapon).value,
            "you forgot what the hit has left him to do",
        ),
        (action not in _SQUAD.men[role].cannot, "you looked at his profile only"),
        (True, "you forgot that the action is not on his profile"),
        (False, "you used another man's profile"),
    ]
    man = _SQUAD.men[role].name
    fired = f" with {with_article(_WEAPONS[weapon].name)}" if action in FIRING_ACTIONS else ""
    text = f"May the {man} choose {_SQUAD.actions[action]}{fired}?"
    if level > 1:
        hit = " and a hit has just sent him into hide" if outcome == "hide" else ""
        text = (
            f"The {man} chose {_SQUAD.actions[last]} last turn{hit}. May he now choose"
            f" {_SQUAD.actions[action]}{fired}?"
        )
    state = (
        f"landser:squad order man {_word(name)} action {_word(action)} weapon {weapon} after"
        f" {_word(outcome)} last {_word(last)}"
    )
    return Question(text, state, yes_or_no(may_do(trooper, action, weapon).value, wrong))


def _word(text: str) -> str:
    return text.replace(" ", "_")


# -- arcs
# -------------------------------------------------------------------------------------------------


def _arc(dice: random.Random, level: int) -> Question:
    """Ask whether a man near the edge of another's arc lies in it."""
    while True:
        origin, ahead = (9, 9), dice.choice(((9, 2), (16, 9), (3, 3)) if level > 1 else ((9, 2),))
        target = (dice.randint(1, 17), dice.randint(1, 13))
        front, way = [(x - origin[0], y - origin[1]) for x, y in (ahead, target)]
        forward, aside = (
            front[0] * way[0] + front[1] * way[1],
            abs(front[0] * way[1] - front[1] * way[0]),
        )
        if 0 < 2 * aside < (3 if level == 1 else 2) * forward:
            break
    right = _inside(origin, ahead, target)
    text = (
        f"A man at {_at(origin)} looks towards {_at(ahead)} (inches across, down). Does a man at"
        f" {_at(target)} lie in his arc of 45°? "
    )
    wrong = [
        (aside <= forward, "you took 45° to either side; the arc has 45° in all"),
        (False, "you placed a point inside its edges outside"),
    ]
    state = (
        f"landser:template arc from {_at(origin)} to {_at(ahead)} men A@{_at(target)} walls at A"
        " base 1 event laid"
    )
    return Question(text + as_read("landser", "arc-45"), state, yes_or_no(right, wrong))


def _inside(origin: tuple[int, int], ahead: tuple[int, int], target: tuple[int, int]) -> bool:
    points = [Spot(Fraction(x), Fraction(y)) for x, y in (origin, ahead, target)]
    return bool(in_arc(points[0], points[1], points[2]).value)


def _at(point: tuple[int, int]) -> str:
    return f"{point[0]},{point[1]}"


MEN = (
    Kind("landser:assault", "hit", _fight),
    Kind("landser:arc", "arc", _arc, about="landser:template"),
    Kind("landser:squad", "legal", _order),
    Kind("landser:assault-odds", "odds", _assault_odds, about="landser:assault"),
)
