"""Answers to questions about One-Hour Wargames.

Shots follow the restatement in `tests.games.one_hour.rules.test_fire`, the rest goes face by face.
"""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.practice import Task
from tests.games.one_hour.rules.test_fire import DEFAULT, PRINTED, restated
from tests.practice.referees import after, judges, per_cent, words, yes

AVERAGE = (2, 3, 3, 4, 4, 5)
DICE = {"infantry": 2, "mortar": 1, "atg": 1, "tank": 3}
COVER = ("dug-in", "town", "woods")


def readings_of(question: Task) -> dict[str, str]:
    """Return the readings that the state takes, the usual ones for the rest."""
    found = words(question)
    told = found[found.index("reading") + 1 :] if "reading" in found else []
    return {**DEFAULT, **dict(word.split("=") for word in told)}


def shot(question: Task) -> Shot:
    found = words(question)
    cover = frozenset(word for word in found if word in COVER)
    inches, hits = int(after(question, "range")), int(after(question, "hits", "0"))
    rear = "into-rear" in found
    return Shot(found[1], found[3], inches, hits, into_rear=rear, cover=cover)


@judges("one_hour:fire")
def fire(question: Task) -> str:
    return str(restated(shot(question), int(after(question, "die")), readings_of(question)))


def wanted(question: Task) -> int:
    found = re.search(r"inflicts? (\d+) Hits? or more", question.text)
    assert found is not None
    return int(found[1])


@judges("one_hour:needed")
def needed(question: Task) -> str:
    how = readings_of(question)
    faces = (die for die in (2, 3, 4, 5) if restated(shot(question), die, how) >= wanted(question))
    return str(next(faces, "no roll"))


@judges("one_hour:odds")
def odds(question: Task) -> str:
    how = readings_of(question)
    enough = [restated(shot(question), die, how) >= wanted(question) for die in AVERAGE]
    return per_cent(Fraction(sum(enough), 6))


@judges("one_hour:range")
def in_range(question: Task) -> str:
    asked, how = shot(question), readings_of(question)
    _, _, _, close, _, farthest = PRINTED[asked.firer]
    near = 4 if how["close-range"] == "4-inches" else 2
    barred = close is None and how["mortar-close"] == "no-fire" and asked.range_inches <= near
    gone = 15 if how["destroyed-at"] == "15-or-more" else 16
    return yes(asked.range_inches <= farthest and not barred and asked.firer_hits < gone)


@judges("one_hour:change")
def change(question: Task) -> str:
    asked, die = shot(question), int(after(question, "die"))
    least = re.search(r"make it (\d+) or more", question.text)
    assert least is not None
    assert restated(asked, die) < int(least[1])
    made = {choice: restated(changed(asked, choice), die) for choice in question.choices}
    good = [choice for choice, hits in made.items() if hits >= int(least[1])]
    assert len(good) == 1, question
    return good[0]


def changed(asked: Shot, choice: str) -> Shot:
    gone = re.search(r"to a range of (\d+) inches", choice)
    rallied = 5 if asked.firer_hits >= 10 else 0
    return replace(
        asked,
        range_inches=int(gone[1]) if gone else asked.range_inches,
        firer_hits=rallied if choice.startswith("rally") else asked.firer_hits,
        into_rear=asked.into_rear or "behind" in choice,
        cover=frozenset() if "out of cover" in choice else asked.cover,
    )


@judges("one_hour:move")
def move(question: Task) -> str:
    """Two inches always, four more by road, four less for a Dug-in Unit in its first move and four
    less for a Threatened one, by the reading the question takes.
    """
    first, later = (extra(question, dug_in) for dug_in in (True, False))
    dice, away = DICE[words(question)[1]], int(after(question, "away"))
    return per_cent(covered(dice, away, int(after(question, "turns")), first, later))


def extra(question: Task, dug_in: bool) -> int:
    """Return what is added to the dice of a move, whether or not it was dug in."""
    found = words(question)
    by_road = "by-road" in found
    spared = by_road and readings_of(question)["road-penalties"] == "all"
    less = 4 * (dug_in and "dug-in" in found) + 4 * ("threatened" in found)
    return 2 + (4 if by_road else 0) - (0 if spared else less)


@cache
def covered(dice: int, away: int, turns: int, first: int, later: int) -> Fraction:
    got = {0: Fraction(1)}
    for turn in range(turns):
        more = first if turn == 0 else later
        following: dict[int, Fraction] = {}
        for (so_far, chance), roll in product(got.items(), product(AVERAGE, repeat=dice)):
            there = min(away, so_far + max(0, sum(roll) + more))
            following[there] = following.get(there, Fraction(0)) + chance * Fraction(1, 6**dice)
        got = following
    return got.get(away, Fraction(0))


@judges("one_hour:farthest")
def farthest_line(question: Task) -> str:
    dice, more = DICE[words(question)[1]], extra(question, True)
    rolls = sorted(max(0, sum(roll) + more) for roll in product(AVERAGE, repeat=dice))
    if "for certain" in question.text:
        return str(rolls[0])
    if "best roll" in question.text:
        return str(rolls[-1])
    missed = Fraction(1, 6) if "five times in six" in question.text else Fraction(1, 2)
    return str(rolls[int(missed * len(rolls))])


@judges("one_hour:rally")
def rallied(question: Task) -> str:
    found = re.search(r"has (\d+) Hits?(, 5 of them)?.* shows (\d)", question.text)
    assert found is not None
    hits, kept, die = int(found[1]), 5 if found[2] else 0, int(found[3])
    open_ground = "in the open" in question.text
    return str(max(kept, hits - max(0, die - 2 * open_ground)))


@judges("one_hour:act")
def act(question: Task) -> str:
    """Lines 180-194 and 298-301, read straight down, under the readings on Ready fire."""
    found, how = words(question), readings_of(question)
    unit, action = found[1], after(question, "action").replace("-", " ")
    step = after(question, "step").replace("-", " ")
    theirs, acted = "enemy-phase" in found, "acted" in found
    if action == "fire" and theirs:
        called = "others-acted" in found or (
            "mortars-fired" in found and how["ready-after-mortars"] == "yes"
        )
        late = "answered" in found and how["ready-answers"] == "one"
        ready = "ready" in found[found.index("now") :]
        return yes(unit != "mortar" and step == "actions" and ready and called and not late)
    if theirs or acted:
        return "no"
    if action == "fire":
        return yes(step == ("mortar fire" if unit == "mortar" else "actions"))
    if action == "move":
        stuck = "threatened" in found and unit in ("mortar", "atg")
        return yes(step == "actions" and not stuck)
    never = {("mortar", "ready"), ("tank", "dig in")}
    done = "ready-fired" in found and how["ready-fire-counts"] == "yes"
    return yes(step == "rally and ready" and (unit, action) not in never and not done)


@judges("one_hour:duel")
def duel(question: Task) -> str:
    """Volley after volley, the first firing first, in decimals: no question is near a tie."""
    found = words(question)
    first, second, inches = found[1], found[3], int(after(question, "range"))
    own, other = (
        (int(n) for n in found[found.index("hits") + 1 :][:2]) if "hits" in found else (0, 0)
    )
    dug = "dug-in" in found
    state, ahead = {(own, other): 1.0}, 0.0
    for _ in range(24):
        for side, (firer, target) in enumerate(((first, second), (second, first))):
            following: dict[tuple[int, int], float] = {}
            for hits, chance in state.items():
                for inflicted in volley(firer, target, inches, hits[side], dug and side == 0):
                    after_it = hits[0] + inflicted * side, hits[1] + inflicted * (1 - side)
                    if max(after_it) >= 15:
                        ahead += chance / 6 if side == 0 else -chance / 6
                    else:
                        following[after_it] = following.get(after_it, 0.0) + chance / 6
            state = following
    assert abs(ahead) > sum(state.values()) + 0.02
    return "first" if ahead > 0 else "second"


@cache
def volley(firer: str, target: str, inches: int, own_hits: int, dug: bool) -> tuple[int, ...]:
    cover = frozenset({"dug-in"} if dug else ())
    return tuple(
        restated(Shot(firer, target, inches, own_hits, cover=cover), die) for die in AVERAGE
    )
