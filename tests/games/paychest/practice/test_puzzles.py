"""The puzzles of Paychest solved again by hand: by counting all dice, and by sums on paper, from
the words of the puzzle alone.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

from landships_lab.games.paychest.practice.puzzles import FAMILIES
from landships_lab.practice.puzzles import Family, make_puzzle
from landships_lab.practice.task import Task
from tests.effort import tries

DICE = range(1, 7)
SHARES = {
    "half of the time": Fraction(1, 2),
    "one time in three": Fraction(1, 3),
    "two times in three": Fraction(2, 3),
    "three times in four": Fraction(3, 4),
    "one time in four": Fraction(1, 4),
    "one time in six": Fraction(1, 6),
    "never": Fraction(0),
}
COUNTS = {"one": 1, "two": 2}
#: The modifiers for moving (line 6).
MOVING = {"stands": 0, "advances": -2, "charges": -3}
Solutions = set[tuple[object, ...]]


def words(text: str, *keys: str) -> tuple[object, ...]:
    """Return the values after these words of a state; 0 for a word that is not there."""
    parts = text.split()
    found = (parts[parts.index(key) + 1] if key in parts else "0" for key in keys)
    return tuple(int(value) if value.isdigit() else value for value in found)


@cache
def melee(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """Return how often each side hurts the other, over all dice (line 7)."""
    won = lost = 0
    for dice in product(DICE, repeat=len(mine) + len(theirs)):
        hits = [max(0, skill + 1 - die) for skill, die in zip((*mine, *theirs), dice, strict=True)]
        left = sum(hits[: len(mine)]) - sum(hits[len(mine) :])
        won, lost = won + (left > 0), lost + (left < 0)
    rolls = 6 ** (len(mine) + len(theirs))
    return Fraction(won, rolls), Fraction(lost, rolls)


def spare_man(task: Task) -> Solutions:
    pairs = [(int(a), int(b)) for a, b in re.findall(r"skill (\d) against skill (\d)", task.text)]
    (spare,) = re.findall(r"spare man of skill (\d)", task.text)
    gains = {(a, b): melee((a, int(spare)), (b,))[0] - melee((a,), (b,))[0] for a, b in pairs}
    best = max(gains.values())
    return {(a, 2, int(spare), b) for (a, b), gain in gains.items() if gain == best}


def party(task: Task) -> Solutions:
    told = re.search(
        r"at most (\d) men that hurts (one|two) m[ae]n of skill (\d) at least (.+?)"
        r"(?: and is hurt at most (.+?))?\.",
        task.text,
    )
    assert told is not None
    theirs = (int(told[3]),) * COUNTS[told[2]]
    found: dict[tuple[object, ...], int] = {}
    for men in range(1, int(told[1]) + 1):
        for first, other in product(DICE, DICE):
            if men == 1 and other != first:
                continue
            mine = (first, *(other,) * (men - 1))
            won, lost = melee(mine, theirs)
            if won >= SHARES[told[4]] and (not told[5] or lost <= SHARES[told[5]]):
                found[first, men, 0 if other == first else other] = sum(mine)
    return {key for key, price in found.items() if price == min(found.values())}


def volley(task: Task) -> Solutions:
    told = re.search(
        r"from 1 to (\d)\..*\((one|two) shots? each\), at most (\d+) men.*that (\w+) and fires,"
        r" and makes (\d) hits or more at least (.+)\.",
        task.text,
    )
    assert told is not None
    found: dict[tuple[object, ...], int] = {}
    for skill, men in product(range(1, int(told[1]) + 1), range(1, int(told[3]) + 1)):
        left = skill + MOVING[told[4]]
        chance = Fraction(min(6, left), 6) if left > 0 else Fraction(skill, 36)
        shots = men * COUNTS[told[2]]
        fewer = sum(
            comb(shots, hits) * chance**hits * (1 - chance) ** (shots - hits)
            for hits in range(min(int(told[5]), shots + 1))
        )
        if 1 - fewer >= SHARES[told[6]]:
            found[skill, men] = skill * men
    return {key for key, price in found.items() if price == min(found.values())}


def wall(task: Task) -> Solutions:
    told = re.search(
        r"gun of skill (\d) fires at a unit of (\d+);.*it hits at most (.+) and those in cover"
        r" (?:(never) call for a second morale roll|call for a second morale roll at most (.+))\.",
        task.text,
    )
    assert told is not None
    unit = int(told[2])
    return {
        (unit - hidden, hidden)
        for hidden in range(unit)
        if Fraction(min(6, int(told[1]) + (unit - hidden) // 3), 6) <= SHARES[told[3]]
        and Fraction(sum(hidden + die >= 12 for die in DICE), 6) <= SHARES[told[4] or told[5]]
    }


def armies() -> Iterator[tuple[tuple[object, ...], int]]:
    """Yield every formation of line 12 with the numbers of its parts, and its figures."""
    none = (0, 0, 0, 0)
    yield from (((name, *none), 20) for name in ("company", "warband"))
    yield from (((name, *none), 12) for name in ("squadron", "mounted-warband"))
    yield from (((name, *none), 4) for name in ("section", "native-section"))
    yield ("battalion", *none), 6 + 4 * 20
    yield ("battery", *none), 2 + 3 * 4
    for many in range(2, 13):
        more = 0 if many == 2 else many
        yield ("brigade", more, 0, 0, 0), 3 + many * 86
        yield ("cavalry-regiment", 0, more, 0, 0), 4 + many * 12
        for bands in range(2, 7):
            regiment = 3 + bands * 20
            named = 0 if bands == 2 else bands
            if many == 2:
                yield ("native-regiment", 0, 0, named, 0), regiment
            yield ("native-army", 0, 0, named, more), 4 + many * regiment


def muster(task: Task) -> Solutions:
    (wanted,) = re.findall(r"exactly (\d+) figures", task.text)
    return {army for army, figures in armies() if figures == int(wanted)}


#: What each line of the second tables makes of a unit (lines 8-9): lost, rout, back, hold.
MAKES = {"Arabs": "?rbbbh", "legionnaires": "?bbhhh"}
WORDS = {"hold": "h", "fall back": "b", "rout": "r"}
#: How often such troops fire (line 5).
SHOTS = {"Arabs": 1, "legionnaires": 2}
CAME_TO = {"start": 0, "moved": 1, "fired": 2, "again": 2, "fought": 3}


def orders(task: Task) -> Solutions:
    told = re.search(
        r"unit of (\w+) .* made it ([a-z ]+), and now it may (not )?move freely, may (not )?fire"
        r" and may (not )?fight",
        task.text,
    )
    assert told is not None
    who, wanted = told[1], tuple(not no for no in told.groups()[2:])
    found: Solutions = set()
    for done, met, die in product(CAME_TO, (False, True), range(2, 7)):
        if (who, done) == ("Arabs", "again") or MAKES[who][die - 1] != WORDS[told[2]]:
            continue
        at, fired = CAME_TO[done], {"fired": 1, "again": 2}.get(done, 0)
        routs = MAKES[who][die - 1] == "r"
        for rallied in (False, True) if routs else (False,):
            turned = (routs and not rallied) or (who == "Arabs" and die == 4)
            owes = turned or (who, die) in {("Arabs", 5), ("legionnaires", 3)}
            may = (
                at == 0 and not owes,
                at < 3 and fired < SHOTS[who] and not turned and not (owes and at == 0),
                at < 3 and met and not turned and not (owes and at == 0),
            )
            if may == wanted:
                found.add((done, met, die, rallied))
    return found


def unit(text: str) -> tuple[object, ...]:
    """Return what a unit has done and rolled, from the text of a state."""
    done = re.search(r" done (\w+)", text)
    rolled = re.search(r" result (\d)", text)
    assert rolled is not None
    return (
        done[1] if done else "start",
        " with met" in text,
        int(rolled[1]),
        " after rallied" in text,
    )


TWINS: dict[str, tuple[Callable[[Task], Solutions], tuple[str, ...]]] = {
    "paychest:spare-man": (spare_man, ("skill_a", "men_a", "others_a", "skill_b")),
    "paychest:party": (party, ("skill_a", "men_a", "others_a")),
    "paychest:volley": (volley, ("skill", "men")),
    "paychest:wall": (wall, ("figures", "hidden")),
    "paychest:muster": (muster, ("formation", "battalions", "squadrons", "warbands", "regiments")),
}
by_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)


@pytest.mark.long
@by_family
def test_an_independent_search_agrees(family: Family) -> None:
    for seed in {*range(tries(8, 100)), *family.picked}:
        task = make_puzzle(family, seed)
        if family.id == "paychest:orders":
            assert {unit(text) for text in task.ways} == orders(task), task.link
        else:
            twin, keys = TWINS[family.id]
            assert {words(text, *keys) for text in task.ways} == twin(task), task.link


@pytest.mark.long
@by_family
def test_the_tempting_way_fails_for_the_reason_given(family: Family) -> None:
    """The numbers in the trap are those of the condition that it misses."""
    for seed in family.picked:
        task = make_puzzle(family, seed)
        state = task.panel.parse(task.tempting)
        missing = " ".join(held.missing for held in task.judged(state) if not held.true)
        if family.id == "paychest:orders":
            assert task.trap.partition(": ")[2].lower() in missing.lower(), task.link
            continue
        told = set(re.findall(r"\d+(?:\.\d+)?%?", missing)) & set(
            re.findall(r"\d+(?:\.\d+)?%?", task.trap)
        )
        assert told or "every time" in task.trap or "never" in task.trap, task.link


@pytest.mark.long
@by_family
def test_what_is_free_has_a_control_and_the_controls_reach_a_solution(family: Family) -> None:
    """Each control that is shown belongs to some state in reach; set one by one, the free parts of
    a solution give a state that solves it.
    """
    task = make_puzzle(family, family.picked[0])
    start = task.open()
    states = [*task.free.reach(start)]
    known = {control.id for state in states for control in state.controls()}
    assert set(task.free.controls) <= known
    state = start
    solution = task.panel.parse(task.ways[0])
    for _ in task.free.parts:  # a control may appear only when another one is set
        for part in task.free.parts:
            if getattr(state, part) != getattr(solution, part):
                state = by_hand(state, part, getattr(solution, part))
    assert task.solved(state), (task.link, state.text())


def by_hand(state: Any, part: str, value: Any) -> Any:
    """Return the state after its control was used, if it is shown."""
    control = {"met": "met", "rallied": "rally"}.get(part, part)
    if control not in {one.id for one in state.controls()}:
        return state
    if part in ("met", "rallied"):
        return state.set(control, (part, bool(value)))
    return state.set(control, "" if value is None else value)
