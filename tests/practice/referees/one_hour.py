"""Answers to questions about One-Hour Wargames.

Shots follow the restatement in `tests.games.one_hour.rules.test_fire`, the rest goes face by face.
"""

import re
from fractions import Fraction
from functools import cache
from itertools import product

from landships_lab.games.one_hour.rules import Shot
from landships_lab.practice import Question
from tests.games.one_hour.rules.test_fire import PRINTED, restated
from tests.practice.referees import after, judges, per_cent, words, yes

AVERAGE = (2, 3, 3, 4, 4, 5)
DICE = {"infantry": 2, "mortar": 1, "atg": 1, "tank": 3}
COVER = ("dug-in", "town", "woods")


def shot(question: Question) -> Shot:
    found = words(question)
    cover = frozenset(word for word in found if word in COVER)
    return Shot(
        found[1],
        found[3],
        int(after(question, "range")),
        int(after(question, "hits", "0")),
        into_rear="into-rear" in found,
        cover=cover,
    )


@judges("one_hour:fire")
def fire(question: Question) -> str:
    return str(restated(shot(question), int(after(question, "die"))))


def wanted(question: Question) -> int:
    found = re.search(r"inflicts? (\d+) Hits? or more", question.text)
    assert found is not None
    return int(found[1])


@judges("one_hour:needed")
def needed(question: Question) -> str:
    faces = (die for die in range(1, 7) if restated(shot(question), die) >= wanted(question))
    return str(next(faces, "no roll"))


@judges("one_hour:odds")
def odds(question: Question) -> str:
    return per_cent(
        Fraction(sum(restated(shot(question), die) >= wanted(question) for die in AVERAGE), 6)
    )


@judges("one_hour:range")
def in_range(question: Question) -> str:
    asked = shot(question)
    _, _, _, close, _, farthest = PRINTED[asked.firer]
    return yes(
        asked.range_inches <= farthest
        and (close is not None or asked.range_inches > 4)
        and asked.firer_hits < 15
    )


@judges("one_hour:change")
def change(question: Question) -> str:
    asked, die = shot(question), int(after(question, "die"))
    least = re.search(r"make it (\d+) or more", question.text)
    assert least is not None
    assert restated(asked, die) < int(least[1])
    good = [
        choice
        for choice in question.choices
        if restated(changed(asked, choice), die) >= int(least[1])
    ]
    assert len(good) == 1, question
    return good[0]


def changed(asked: Shot, choice: str) -> Shot:
    gone = re.search(r"go to (\d+) inches", choice)
    return Shot(
        asked.firer,
        asked.target,
        int(gone[1]) if gone else asked.range_inches,
        0 if choice.startswith("rally") else asked.firer_hits,
        into_rear=asked.into_rear or "behind" in choice,
        cover=frozenset() if "without cover" in choice else asked.cover,
    )


@judges("one_hour:move")
def move(question: Question) -> str:
    """Two inches always, four more by road, four less for a Dug-in Unit in its first move, by the
    reading the question names.
    """
    unit, away, turns, found = (
        words(question)[1],
        int(after(question, "away")),
        int(after(question, "turns")),
        words(question),
    )
    return per_cent(covered(DICE[unit], away, turns, "by-road" in found, "dug-in" in found))


@cache
def covered(dice: int, away: int, turns: int, by_road: bool, dug_in: bool) -> Fraction:
    got = {0: Fraction(1)}
    for turn in range(turns):
        more = 2 + (ROAD if by_road else 0) - (DUG_IN if dug_in and turn == 0 else 0)
        following: dict[int, Fraction] = {}
        for (so_far, chance), roll in product(got.items(), product(AVERAGE, repeat=dice)):
            there = min(away, so_far + max(0, sum(roll) + more))
            following[there] = following.get(there, Fraction(0)) + chance * Fraction(1, 6**dice)
        got = following
    return got.get(away, Fraction(0))


ROAD, DUG_IN = 4, 4


@judges("one_hour:duel")
def duel(question: Question) -> str:
    """Volley after volley, the first firing first, in decimals: no question is near a tie."""
    found = words(question)
    first, second, inches = found[1], found[3], int(after(question, "range"))
    own, other = (
        (int(n) for n in found[found.index("hits") + 1 :][:2]) if "hits" in found else (0, 0)
    )
    state, ahead = {(own, other): 1.0}, 0.0
    for _ in range(24):
        for side, (firer, target) in enumerate(((first, second), (second, first))):
            following: dict[tuple[int, int], float] = {}
            for hits, chance in state.items():
                for inflicted in volley(firer, target, inches, hits[side]):
                    after_it = (
                        (hits[0], hits[1] + inflicted)
                        if side == 0
                        else (hits[0] + inflicted, hits[1])
                    )
                    if max(after_it) >= 15:
                        ahead += chance / 6 if side == 0 else -chance / 6
                    else:
                        following[after_it] = following.get(after_it, 0.0) + chance / 6
            state = following
    assert abs(ahead) > sum(state.values()) + 0.02
    return "first" if ahead > 0 else "second"


@cache
def volley(firer: str, target: str, inches: int, own_hits: int) -> tuple[int, ...]:
    return tuple(restated(Shot(firer, target, inches, own_hits), die) for die in AVERAGE)
