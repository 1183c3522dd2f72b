"""The puzzles about Loos: an independent search, by a copy of the printed table and by walking
along lines of sight, finds the same solutions.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from landships_lab.games.loos.practice.puzzles import FAMILIES
from landships_lab.games.loos.rules.deployment import check_german_set_up
from landships_lab.panel import CATALOG
from landships_lab.practice.puzzles import Family, make_puzzle
from landships_lab.practice.task import Task
from tests import referee
from tests.effort import tries
from tests.practice.referees.loos import observed, result

CODES = [f"{column:02}{row:02}" for column in range(1, 17) for row in range(1, 13)]
Twin = Callable[[Task], Iterator[str]]


def far(one: str, other: str) -> int:
    return referee.WHOLES.get(referee.between(one, other), 99)


def codes_in(text: str) -> list[str]:
    return re.findall(r"\b\d{4}\b", text)


def cover(puzzle: Task) -> set[str]:
    """Return the hexes of woods and towns."""
    found = re.findall(r"(?:woods|town)=([\d,]+)", puzzle.start)
    return {code for codes in found for code in codes.split(",")}


def three(puzzle: Task) -> Iterator[str]:
    for eye in {*CODES} - {*codes_in(puzzle.text)}:
        if all(observed(eye, t, cover(puzzle), set()) for t in codes_in(puzzle.text)):
            yield re.sub(r"(?<=sight )\d{4}", eye, puzzle.start)


def unseen(puzzle: Task) -> Iterator[str]:
    prey, *enemies = codes_in(puzzle.text)
    for eye in {*CODES} - {prey, *enemies}:
        sees = observed(eye, prey, cover(puzzle), set())
        if sees and not any(observed(e, eye, cover(puzzle), set()) for e in enemies):
            yield re.sub(r"(?<=sight )\d{4}", eye, puzzle.start)


def woods(puzzle: Task) -> Iterator[str]:
    """Only hexes under or beside a line can help; any pair of which one is elsewhere would leave
    the other to do it alone.
    """
    *eyes, him = codes_in(puzzle.text)
    before = cover(puzzle)
    taken = {him, *eyes, *before}
    near = [code for code in CODES if 1 <= far(code, him) <= 4 and code not in taken]
    helps = [c for c in near if any(far(c, him) + far(c, eye) <= far(eye, him) + 1 for eye in eyes)]
    for pair in combinations(helps, 2):
        if not any(observed(eye, him, before | {*pair}, set()) for eye in eyes):
            yield f"{puzzle.start} woods={','.join(pair)}"
    for one in helps:
        assert any(observed(eye, him, before | {one}, set()) for eye in eyes), puzzle.link


def aircraft(puzzle: Task) -> Iterator[str]:
    *targets, eye = codes_in(puzzle.text)
    hidden = [t for t in targets if not observed(eye, t, cover(puzzle), set())]
    for over in CODES:
        if all(far(over, t) <= 1 for t in hidden):
            yield puzzle.start.replace(" click", f" aircraft {over} click")


def share_of(terrain: str, differential: int, hurts: str) -> Fraction:
    """Return how often a roll gives a result that begins with one of these letters."""
    rolls = [result(terrain, differential, roll) for roll in range(1, 7)]
    return Fraction(sum(found[0] in hurts for found in rolls), 6)


WORDS = {"one time in three": (1, 3), "half the time": (1, 2), "two times in three": (2, 3)}
WORDS |= {"five times in six": (5, 6)}


def wanted(puzzle: Task, begins: str) -> Fraction | None:
    """Return the chance that the condition with this beginning names."""
    for one in puzzle.conditions:
        if one.says.startswith(begins):
            return next(Fraction(*ends) for words, ends in WORDS.items() if words in one.says)
    return None


def cheapest(puzzle: Task) -> Iterator[str]:
    own, defence, price, most = map(
        int, re.findall(r"(?<=strength )\d+|(?<=cost )\d+|(?<=at most )\d+", puzzle.text)
    )
    after = {"clear ground": "clear", "woods": "woods", "a town": "town"}[
        puzzle.text.split("leave ")[1].split(".")[0]
    ]
    hurt, lost = wanted(puzzle, "The defender"), wanted(puzzle, "The attacker")
    assert hurt is not None
    for terrain, extra in (("trench", 0), (after, price)):
        for attack in range(own, own + most + 1 - extra):
            good = share_of(terrain, attack - defence, "DE") >= hurt  # De, D3, D2 and Ex
            # an A result costs the attacker a step, and so does Ex
            dear = lost is not None and share_of(terrain, attack - defence, "A(E") > lost
            if good and not dear:
                yield f"loos:table {terrain} attack {attack} defence {defence}"


def share(puzzle: Task) -> Iterator[str]:
    points = int(puzzle.text.split()[1])
    start = puzzle.open()
    least = int(start.hurt)  # type: ignore[attr-defined]
    grounds = [getattr(start, f"ground_{n}") for n in (1, 2, 3)]
    befores = [int(getattr(start, f"before_{n}")) for n in (1, 2, 3)]
    found = {}
    for given in product(range(points + 1), repeat=3):
        if sum(given) <= points:
            hurt = [
                [result(g, b + p, roll)[0] in "DE" for roll in range(1, 7)]
                for g, b, p in zip(grounds, befores, given, strict=True)
            ]
            found[given] = sum(sum(rolls) >= least for rolls in product(*hurt))
    for given, ways in found.items():
        if ways == max(found.values()):
            words = zip(("first", "second", "third"), given, strict=True)
            rest = puzzle.start.removeprefix("loos:staff sharing")
            yield f"loos:staff sharing {' '.join(f'{k} {n}' for k, n in words)}{rest}"


def breakthrough(puzzle: Task) -> Iterator[str]:
    """Ask the panel itself at every plan that the prices of the text allow."""
    men, shells, time, most = map(
        int,
        re.findall(r"(?<=costs )\d+|(?<=shells )\d+|(?<=attack )\d+|(?<=most )\d+", puzzle.text),
    )
    least = wanted(puzzle, "They break through")
    assert least is not None
    for units, battery, attacks in product(range(1, 5), range(4), range(1, 10)):
        if men * units + shells * battery + time * attacks <= most:
            state = with_words(puzzle.start, units=units, battery=battery, attacks=attacks)
            value = CATALOG["loos:campaign"].parse(state).answer().value
            if value >= least:  # type: ignore[operator]
                yield state


def with_words(state: str, **given: int) -> str:
    for key, value in given.items():
        state = re.sub(rf" {key} \d+", "", state) + f" {key} {value}"
    return state


def watch(puzzle: Task) -> Iterator[str]:
    """Every set-up of this many battalions next to the line that the rule of the set-up allows."""
    front = codes_in(puzzle.text)
    found = re.search(r"with (\d) battalions", puzzle.text)
    assert found
    place = CATALOG["loos:staff"].grid.place
    around = [f"{c:02}{r:02}" for c in range(1, 20) for r in range(1, 20)]
    near = {
        code: frozenset(f for f in front if far(code, f) == 1)
        for code in around
        if code not in front and any(far(code, f) == 1 for f in front)
    }
    for some in combinations(near, int(found[1])):
        covered = frozenset().union(*(near[code] for code in some))
        if covered == {*front}:
            answer = check_german_set_up([place(c) for c in some], [place(c) for c in front])  # type: ignore[misc]
            assert answer.value is True
            yield f"loos:staff set-up front {','.join(front)} battalions {','.join(some)}"


TWINS: dict[str, Twin] = {
    "loos:three": three,
    "loos:unseen": unseen,
    "loos:woods": woods,
    "loos:aircraft": aircraft,
    "loos:cheapest": cheapest,
    "loos:share": share,
    "loos:breakthrough": breakthrough,
    "loos:watch": watch,
}


def unordered(puzzle: Task, text: str) -> object:
    """Return a state in which the order of battalions does not matter."""
    state = puzzle.panel.parse(text)
    battalions = getattr(state, "battalions", None)
    return state.text() if battalions is None else frozenset(battalions)


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_an_independent_search_finds_the_same_solutions(family: Family) -> None:
    for seed in (*family.picked[:2], 3, 4, 5, *range(100, 100 + tries(0, 100))):
        puzzle = make_puzzle(family, seed)
        found = {unordered(puzzle, text) for text in TWINS[family.id](puzzle)}
        assert found == {unordered(puzzle, text) for text in puzzle.ways}, puzzle.link


@pytest.mark.long
@pytest.mark.parametrize("seed", [41, 93, 110, 148])
def test_the_eye_is_never_in_the_hex_of_a_german(seed: int) -> None:
    """18.1, line 286: units of both armies cannot share a hex."""
    task = make_puzzle(next(one for one in FAMILIES if one.id == "loos:three"), seed)
    targets = codes_in(task.text)
    assert not {way.split()[1] for way in task.ways} & {*targets}
    start = task.open()
    for code in targets:
        state = start.set("observer", code)
        assert not task.meets(state), task.link


def test_the_scout_is_never_in_the_hex_of_his_prey() -> None:
    task = make_puzzle(next(one for one in FAMILIES if one.id == "loos:unseen"), 6)
    prey = codes_in(task.text)[0]
    held = task.judged(task.open().set("observer", prey))
    assert [one.missing for one in held if not one.true][-1:] == [
        "Units of both armies cannot share a hex."
    ]


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 6, 21])
def test_a_breakthrough_needs_no_gas(seed: int) -> None:
    """17.6, line 279: a fourth die of shells is one of gas, in Zero Hour alone."""
    task = make_puzzle(next(one for one in FAMILIES if one.id == "loos:breakthrough"), seed)
    for way in task.ways:
        state: Any = task.panel.parse(way)
        assert state.battery <= 3
        assert not task.meets(replace(state, battery=4))


def test_every_family_is_searched_twice() -> None:
    assert TWINS.keys() == {family.id for family in FAMILIES}


@pytest.mark.parametrize("seed", range(2))
def test_the_tempting_share_spends_every_point_and_fails(seed: int) -> None:
    family = next(one for one in FAMILIES if one.id == "loos:share")
    task = make_puzzle(family, seed)
    state: Any = task.panel.parse(task.tempting)
    points = int(re.findall(r"Share (\d+) strength points", task.text)[0])
    assert state.first + state.second + state.third == points
    assert not task.meets(state)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_the_tempting_plan_is_affordable_and_fails(seed: int) -> None:
    """It costs no more than what is allowed, and does not break through often enough."""
    family = next(one for one in FAMILIES if one.id == "loos:breakthrough")
    task = make_puzzle(family, seed)
    odds, cost = task.judged(task.panel.parse(task.tempting))
    assert not odds.true
    assert cost.true
