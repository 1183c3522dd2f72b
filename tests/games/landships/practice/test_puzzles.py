"""Each family of puzzles against a twin: a search written anew over `tests.referee`, which imports
nothing of the rules, finds the same solutions.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from landships_lab.games.landships.panels.coverage_board import GRID, CoverageBoard
from landships_lab.games.landships.panels.move import Movement
from landships_lab.games.landships.practice.puzzles import FAMILIES
from landships_lab.games.landships.practice.tasks_on_a_way import drives
from landships_lab.games.landships.rules.safest_way import joined
from landships_lab.panel.links import read_link
from landships_lab.practice.puzzles import Family, make_puzzle
from landships_lab.practice.task import Task
from tests import referee
from tests.practice.referees.landships import ARMS, CODES, GROUND, STEP, may_hit

FLAT, BOW = "full-hexes", "57mm-bow"
BOARD, FIELD = (range(1, 21), range(1, 15)), (range(1, 18), range(1, 12))
FEW, MANY = 4, 100
by_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)


@cache
def codes(board: tuple[range, range] = BOARD) -> tuple[str, ...]:
    return tuple(referee.codes(*board))


def headings(code: str) -> tuple[str, ...]:
    return tuple(
        h for h in referee.HEADINGS if not referee.on_hexside(code) or h in referee.parallel(code)
    )


def near(code: str, far: int, board: tuple[range, range] = BOARD) -> Iterator[str]:
    return (c for c in codes(board) if referee.range_hexes(code, c, FLAT) <= far)


def after(text: str, word: str) -> str:
    found = text.split()
    return found[found.index(word) + 1]


def number(pattern: str, text: str) -> int:
    """Return the number of a pattern, written as digits or as a word."""
    found = re.search(pattern, text)
    assert found is not None, text
    return {"one": 1, "two": 2}.get(found[1]) or int(found[1])


def placed(text: str) -> list[tuple[str, str, str]]:
    """Return unit, place and heading of every unit of a state."""
    units = [word.split("@") for word in text.split() if word.count("@") == 2]
    return [(unit, place, heading) for unit, place, heading in units]


def guns(unit: str, place: str, heading: str, target: str) -> int:
    arms = [arm for (of, _), arm in ARMS.items() if of == unit]
    return sum(may_hit(place, heading, target, arm) for arm in arms if place != target)


def positions(start: str, far: int, taken: set[str]) -> Iterator[tuple[str, str]]:
    for place in near(start, far, FIELD):
        if place not in taken:
            yield from ((place, heading) for heading in headings(place))


# -- the twins: each yields what a solution's state says of what was free


def two_guns(puzzle: Task) -> set[object]:
    (unit, start, _), *others = placed(puzzle.start)
    targets = [place for _, place, _ in others]
    return {
        (place, heading)
        for place, heading in positions(start, 1, set(targets))
        if all(guns(unit, place, heading, target) > 1 for target in targets)
    }


def unhit_shot(puzzle: Task) -> set[object]:
    units = placed(puzzle.start)
    mine = "british" if "side British" in puzzle.start else "german"
    (me,) = [one for one in units if (one[0] == "a7v") == (mine == "german")]
    others = [one for one in units if one is not me]
    return {
        (place, heading)
        for place, heading in positions(me[1], 2, {place for _, place, _ in others})
        if all(guns(me[0], place, heading, target) for _, target, _ in others)
        and not any(guns(*one, place) for one in others)
    }


def blind_hexside(puzzle: Task) -> set[object]:
    enemy, (_, start, _) = placed(puzzle.start)
    bow = ARMS["a7v", "57mm-bow"]
    return {
        (place, heading)
        for place, heading in positions(start, 2, {enemy[1]})
        if referee.range_hexes(place, enemy[1], FLAT) <= 4
        and may_hit(place, heading, enemy[1], bow)
        and not guns(*enemy, place)
    }


def way_past(puzzle: Task) -> set[object]:
    a, b = (re.findall(rf"{word} (\d{{4}})", puzzle.text)[0] for word in ("from", "to"))
    most = number(r"in (\d+) steps", puzzle.text)
    units = placed(puzzle.start)
    on = {code: sum(guns(*unit, code) for unit in units) for code in codes(FIELD)}
    shut = {place for _, place, _ in units}
    first, second = legs(a, on, shut), legs(b, on, shut)
    found: set[object] = set()
    for code in codes(FIELD):
        if code in {a, b, *shut} or referee.on_hexside(code):
            continue
        (steps, under), (more, also) = first[code], second[code]
        # The start of a leg is not counted in it: b's own guns and the place between are.
        if steps + more <= most and not (on[a] + under + also + on[b]):
            found.add((a, code, b))
    return found


def legs(start: str, on: dict[str, int], shut: set[str]) -> dict[str, tuple[int, int]]:
    """Return the fewest steps to every place, and the fewest guns on such a way without its
    start.
    """
    best = {start: (0, 0)}
    front = [start]
    while front:
        found: dict[str, tuple[int, int]] = {}
        for code in front:
            steps, under = best[code]
            for there in beside(code):
                if there in on and there not in best and there not in shut:
                    new = (steps + 1, under + on[there])
                    found[there] = min(new, found.get(there, new))
        best |= found
        front = list(found)
    return best


@cache
def beside(code: str) -> tuple[str, ...]:
    x, y = referee.spot(code)
    found = []
    for heading in headings(code):
        dx, dy = STEP[heading]
        whole = not referee.on_hexside(code) and referee.HEADINGS.index(heading) % 2 == 0
        found.append(CODES.get((x + dx * (1 + whole), y + dy * (1 + whole)), ""))
    return tuple(found)


def dead_ahead(puzzle: Task) -> set[object]:
    start = re.findall(r"hex(?:es)? of (\d{4})", puzzle.text)[0]
    target, away = re.findall(r"in (\d{4}) lies", puzzle.text)[0], puzzle.text[-2]
    return {
        (code, heading)
        for code in near(start, number(r"within (\d) hex", puzzle.text))
        if referee.on_hexside(code) and referee.range_hexes(code, target, FLAT) == int(away)
        for heading in headings(code)
        if referee.off_bow(code, heading, target) == 0
    }


def three_ranges(puzzle: Task) -> set[object]:
    where = {unit: place for unit, place, _ in placed(puzzle.start)}
    wanted = [(where[v], int(n)) for n, v in re.findall(r"(\d) from #(\d)", puzzle.text)]
    assert len(wanted) == 3
    return {
        code
        for code in reached_codes(puzzle)
        if referee.on_hexside(code)
        and all(referee.range_hexes(end, code, FLAT) == n for end, n in wanted)
    }


def reached_codes(puzzle: Task) -> list[str]:
    """Return the places that may be clicked: where they end is a matter of the board alone."""
    ids = {"landships:range": "to", "landships:hexsides": "landships:hexsides"}
    word = ids[puzzle.start.split()[0]]
    return [after(state.text(), word) for state in puzzle.free.reach(puzzle.open())]


def astride(puzzle: Task) -> set[object]:
    unit, start = puzzle.start.split()[1].split("@")
    target, arm = after(puzzle.start, "target"), ARMS[unit, after(puzzle.start, "weapon")]
    return {
        (code, heading)
        for code in near(start, number(r"most (\d) hex", puzzle.text))
        if referee.on_hexside(code) and code != target
        for heading in headings(code)
        if may_hit(code, heading, target, arm)
    }


def ground(text: str) -> dict[str, str]:
    """Return the terrain of each painted hex."""
    painted = [word.split("=") for word in text.split("terrain ")[1].split() if "=" in word]
    return {code: kind for kind, listed in painted for code in listed.split(",")}


def cost(code: str, terrain: dict[str, str], shut: set[str]) -> int | None:
    """Return the MPs to move onto a place; None where it is closed."""
    if code in shut:
        return None
    kinds = [terrain.get(part, "clear").replace("-", " ") for part in code.split("/")]
    found = [GROUND[kind][0] for kind in kinds if kind != "water"]
    return min(found, default=None)


def drift(puzzle: Task) -> set[object]:
    words = puzzle.start.split()
    start, heading, mp = words[1], words[2], int(after(puzzle.start, "mp"))
    enemy, terrain = after(puzzle.start, "enemies"), ground(puzzle.start)
    spare = re.search(r"with (\d) MPs? to spare", puzzle.text)
    away = number(r"(\d) hex(?:es)? from the enemy", puzzle.text)
    best = {(start, heading): (mp, False)}  # MPs left, whether it has moved
    waiting = [(mp, start, heading)]
    while waiting:
        waiting.sort()
        rest, code, faces = waiting.pop()
        for (there, way), price in onward(code, faces, terrain, {enemy}):
            left = rest - price
            if left >= 0 and best.get((there, way), (-1, True))[0] < left:
                best[there, way] = (left, True)
                waiting.append((left, there, way))
    back = moved_in_place(start, heading, best, terrain, {enemy})
    ends = {key: left for key, (left, moved) in best.items() if moved} | back
    reached, found = {code for code, _ in best}, dict[str, int]()
    for (code, faces), left in ends.items():
        for there in abeam(code, faces):
            into, own = cost(there, terrain, {enemy}), cost(code, terrain, {enemy})
            if into is not None and own is not None and into <= own and there not in reached:
                found[there] = max(left, found.get(there, 0))
    return {
        code
        for code, left in found.items()
        if referee.range_hexes(enemy, code, FLAT) >= away
        and left >= (int(spare[1]) if spare else 0)
        and referee.range_hexes(start, code, FLAT) <= 4
    }


def moved_in_place(
    start: str,
    heading: str,
    best: dict[tuple[str, str], tuple[int, bool]],
    terrain: dict[str, str],
    shut: set[str],
) -> dict[tuple[str, str], int]:
    """Return its first situation with the MPs left if it comes back to it: then it has moved."""
    came = [
        left - price
        for (code, faces), (left, _) in best.items()
        for there, price in onward(code, faces, terrain, shut)
        if there == (start, heading) and left >= price
    ]
    return {(start, heading): max(came)} if came else {}


def onward(
    code: str, heading: str, terrain: dict[str, str], shut: set[str]
) -> Iterator[tuple[tuple[str, str], int]]:
    x, y = referee.spot(code)
    dx, dy = STEP[heading]
    points = referee.HEADINGS.index(heading)
    whole = not referee.on_hexside(code) and points % 2 == 0
    there = CODES.get((x + dx * (1 + whole), y + dy * (1 + whole)), "")
    price = cost(there, terrain, shut) if there else None
    if price is not None:
        yield (there, heading), price
    if not referee.on_hexside(code):
        for turn in (1, -1):
            yield (code, referee.HEADINGS[(points + turn) % 12]), 1


def abeam(code: str, heading: str) -> list[str]:
    points = referee.HEADINGS.index(heading)
    if points % 2 == 0:
        return []
    x, y = referee.spot(code)
    sides = (STEP[referee.HEADINGS[(points + turn) % 12]] for turn in (3, -3))
    return [found for dx, dy in sides if (found := CODES.get((x + dx, y + dy), ""))]


def best_hexside(puzzle: Task) -> set[object]:
    terrain = ground(puzzle.start)
    price = number(r"at most (\d) MP", puzzle.text)
    benefit, seen = (
        number(pattern, puzzle.text) for pattern in (r"benefit of (\d)", r"than (\d+) hex")
    )
    found: set[object] = set()
    for code in reached_codes(puzzle):
        if not referee.on_hexside(code):
            continue
        one, other = (
            GROUND[terrain.get(part, "clear").replace("-", " ")] for part in code.split("/")
        )
        cheaper = min((one, other), key=lambda kind: (kind[0], -kind[1]))
        if (
            cheaper[0] <= price
            and min(one[2], other[2]) >= benefit
            and max(k[1] for k in (one, other) if k[0] == cheaper[0]) <= seen
        ):
            found.add(code)
    return found


@pytest.mark.long
def test_a_hex_that_meets_every_number_of_best_hexside_tempts() -> None:
    """The first hex in reach that is as cheap, as good and as hidden as the hexside asked for."""
    (family,) = (one for one in FAMILIES if one.id == "landships:best-hexside")
    exact = 0
    for seed in (*family.picked, *range(12)):
        puzzle = make_puzzle(family, seed)
        terrain = ground(puzzle.start)
        price, benefit, seen = (
            number(pattern, puzzle.text)
            for pattern in (r"at most (\d) MP", r"benefit of (\d)", r"than (\d+) hex")
        )
        good: dict[str, int] = {}
        for code in reached_codes(puzzle):
            if not referee.on_hexside(code):
                kind = GROUND[terrain.get(code, "clear").replace("-", " ")]
                if kind[0] <= price and kind[2] >= benefit and kind[1] <= seen:
                    good[code] = kind[2]
        assert bool(puzzle.tempting) is bool(good), puzzle.link
        if good:
            assert puzzle.tempting.split()[1] in good, puzzle.link
            exact += max(good.values()) == benefit
    assert exact


Twin = Callable[[Task], set[object]]
TWINS: dict[str, Twin] = {
    "two-guns": two_guns,
    "unhit-shot": unhit_shot,
    "blind-hexside": blind_hexside,
    "way-past": way_past,
    "dead-ahead": dead_ahead,
    "three-ranges": three_ranges,
    "astride": astride,
    "drift": drift,
    "best-hexside": best_hexside,
}


def solutions(puzzle: Task) -> set[object]:
    """Return what the solutions found say of what was free, in the twin's form."""
    before = set(placed(puzzle.start))
    found: set[object] = set()
    for text in puzzle.ways:
        panel, words = puzzle.start.split()[0], text.split()
        if panel == "landships:coverage" and " way " in f"{text} ":
            found.add(tuple(words[-3:]))
        elif panel == "landships:coverage":
            ((_, place, heading),) = set(placed(text)) - before
            found.add((place, heading))
        elif panel == "landships:positions":
            (six,) = [one for one in placed(text) if one[0] == "6"]
            found.add(six[1:])
        elif panel == "landships:fire":
            found.add((words[1].split("@")[1], words[2]))
        else:
            found.add(words[1] if panel == "landships:hexsides" else after(text, "to"))
    return found


def agrees(family: Family, seeds: range) -> None:
    twin = TWINS[family.id.partition(":")[2]]
    for seed in seeds:
        puzzle = make_puzzle(family, seed)
        found = twin(puzzle)
        assert found, puzzle.link
        assert solutions(puzzle) == found, puzzle.link


@pytest.mark.long
@by_family
def test_an_independent_search_finds_the_same_solutions(family: Family) -> None:
    agrees(family, range(FEW))


@pytest.mark.slow
@by_family
def test_an_independent_search_finds_the_same_solutions_of_a_hundred(family: Family) -> None:
    agrees(family, range(FEW, FEW + MANY))


@pytest.mark.long
@by_family
def test_few_of_the_states_in_reach_solve_a_puzzle_and_a_wrong_way_tempts(family: Family) -> None:
    puzzles = [make_puzzle(family, seed) for seed in family.picked]
    assert all(puzzle.rating >= 1200 for puzzle in puzzles)
    if family.id != "landships:dead-ahead":
        assert sum(bool(puzzle.tempting) for puzzle in puzzles) >= 2


def test_every_lesson_but_two_has_a_family_of_its_own() -> None:
    taught = sorted({family.lesson[:2] for family in FAMILIES})
    assert taught == ["10", "11", "12", "13", "14", "17"]
    assert all(one.id != other.id for one, other in pairwise(FAMILIES))


@by_family
def test_a_hint_calls_an_arc_rebuilt_and_cites_what_is_printed(family: Family) -> None:
    """The article prints ranges; its drawings of the arcs are lost (audit M2)."""
    for seed in family.picked:
        thought = make_puzzle(family, seed).thought
        tells_an_arc = re.search(r"\d+° (of|to|and)|covers \d+°|within \d+°", thought)
        assert not tells_an_arc or "rebuilt here" in thought, thought
        assert "all round" not in thought


def test_no_machine_gun_of_the_a7v_bears_dead_ahead() -> None:
    """What the hint of the unhit shot says (audit M2)."""
    dead = [f"08{row:02}" for row in range(4, 8)]
    assert all(may_hit("0808", "N", code, ARMS["a7v", BOW]) for code in dead)
    arms = {arm: ARMS[unit, arm] for unit, arm in ARMS if unit == "a7v" and arm != BOW}
    assert arms
    assert not [arm for code in dead for arm in arms if may_hit("0808", "N", code, arms[arm])]


def test_the_way_past_is_one_that_the_rules_of_movement_accept() -> None:
    """Judged along the way, not at its end (audit, kind 2)."""
    (family,) = (one for one in FAMILIES if one.id == "landships:way-past")
    for number in (*family.picked, *range(20, 24)):
        for text in make_puzzle(family, number).ways:
            state = read_link(text)
            assert isinstance(state, CoverageBoard)
            enemies = frozenset(one.place for one in state.german)
            way = joined(GRID, state.way, (), enemies)
            assert drives(way, state.german)
            assert not drives((*way[:2], *way[3:]), state.german)


def test_a_place_that_only_a_drift_reaches_is_one_that_the_rule_of_drifts_accepts() -> None:
    (family,) = (one for one in FAMILIES if one.id == "landships:drift")
    for seed in family.picked:
        for text in make_puzzle(family, seed).ways:
            state = read_link(text)
            assert isinstance(state, Movement)
            answer = state.answer()
            assert isinstance(answer.value, int)
            assert answer.headline.startswith("Only by a drift")
