"""The puzzles of One-Hour: an independent search, by hand-made geometry, counted dice and a table
of the turn, finds the same solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase
from landships_lab.games.one_hour.practice.puzzles import ALIKE, FAMILIES
from landships_lab.games.one_hour.rules.fire import Condition
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.practice.puzzles import make_puzzle
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.games.one_hour.rules.test_fire import restated
from tests.practice.referees.one_hour_sight import (
    Ring,
    Unit,
    apart,
    gap,
    hits_of,
    laid,
    looks,
    point,
    shot_on,
)

FAMILY = {family.id.partition(":")[2]: family for family in FAMILIES}
AVERAGE = (2, 3, 3, 4, 4, 5)
Laid = tuple[list[tuple[str, Ring]], dict[str, Unit]]


def on_table(text: str) -> Laid:
    """Return the areas and the Units of a state of the sight panel, from its words alone."""
    said = text.split()
    areas, units = laid(said[1])
    moved = dict(units)
    for word in said[said.index("units") + 1 :] if "units" in said else ():
        name, at, facing, *marks = word.split("@")
        old = units[name]
        moved[name] = Unit(old.kind, old.side, *point(at), float(facing), set(marks))
    return areas, moved


def places(task: Task, name: str, far: int) -> Iterator[tuple[str, Laid, Unit]]:
    """Yield each place within a distance at which the Unit may end a straight move."""
    areas, units = on_table(task.start)
    (x, y), facing = at_of(task, name)
    old = units[name]
    for east, south in product(range(-far, far + 1), repeat=2):
        if east * east + south * south > far * far:
            continue
        there = Unit(old.kind, old.side, x + east, y + south, facing, old.marks)
        if stands(areas, units, name, there) and goes_straight(areas, units, name, there):
            yield f"{x + east:g},{y + south:g}", (areas, {**units, name: there}), there


def at_of(task: Task, name: str) -> tuple[tuple[float, float], float]:
    unit = task.open().table.unit(name).unique  # type: ignore[attr-defined]  # a table's panel
    return (float(unit.centre.x), float(unit.centre.y)), float(unit.facing)


def stands(areas: list[tuple[str, Ring]], units: dict[str, Unit], name: str, there: Unit) -> bool:
    if not all(0 <= c <= 36 for base in there.bases for p in base for c in p):
        return False
    barred = {"marsh", "lake", "river"} | (set() if there.kind == "infantry" else {"woods", "town"})
    if any(kind in barred and not apart(b, ring) for kind, ring in areas for b in there.bases):
        return False
    for other in (unit for key, unit in units.items() if key != name):
        ground = [other.ground] if other.side == there.side else other.bases
        if any(not apart(base, ring) for base in there.bases for ring in ground):
            return False
    return True


def goes_straight(
    areas: list[tuple[str, Ring]], units: dict[str, Unit], name: str, there: Unit
) -> bool:
    """Lines 287-293: no base sweeps over closed ground, or over an enemy or between his bases."""
    barred = {"marsh", "lake", "river"} | (set() if there.kind == "infantry" else {"woods"})
    closed = [ring for kind, ring in areas if kind in barred]
    closed += [unit.ground for unit in units.values() if unit.side != there.side]
    swept = [[*a, *b] for a, b in zip(units[name].bases, there.bases, strict=True)]
    return all(apart(way, ring) for way in swept for ring in closed)


def spots_found(task: Task) -> set[str]:
    said = task.text.split()
    name, far = said[0], int(said[3])
    prey = task.conditions[0].says.split()[-1].rstrip(".")
    watcher = task.conditions[1].says.split()[0]
    found = set()
    for at, (areas, units), one in places(task, name, far):
        sees = looks(areas, units, one, units[prey])
        if sees and not looks(areas, units, units[watcher], one):
            found.add(at)
    return found


def ways_found(task: Task) -> set[str]:
    said = task.start.split()
    name, far = said[3], int(said[said.index("moves") + 1])
    least = share(task.conditions[0].says)
    found = set()
    for at, (_, units), one in places(task, name, far):
        enemies = [unit for unit in units.values() if unit.side != one.side]
        pairs = product(one.bases, (base for enemy in enemies for base in enemy.bases))
        slowed = 4 * any(gap(a, b) <= 2 + 1e-9 for a, b in pairs)
        to_go = min(y for _, y in one.bases[0])
        rolls = [sum(roll) + 2 - slowed >= to_go for roll in product(AVERAGE, repeat=3)]
        if Fraction(sum(rolls), len(rolls)) >= least:
            found.add(at)
    return found


def share(said: str) -> Fraction:
    """Return the least chance that a condition names."""
    if "half" in said:
        return Fraction(1, 2)
    if "certain" in said:
        return Fraction(1)
    numbers = [int(word) for word in said.replace(".", " ").split() if word.isdigit()]
    return Fraction(numbers[-2], numbers[-1])


def stood(task: Task) -> set[str]:
    """Return where the solutions of a puzzle put its Unit."""
    name = task.start.split()[3]
    found = set()
    for text in task.ways:
        centre = task.panel.parse(text).table.unit(name).unique.centre  # type: ignore[attr-defined]  # a table's panel
        found.add(f"{float(centre.x):g},{float(centre.y):g}")
    return found


# -- who shoots at whom


def volley(table: Laid, name: str, mark: str) -> list[int]:
    """Return the Hits of a shot for each face of the die, all 0 where it may not be fired."""
    shot = shot_on(*table, name, mark)
    return [restated(shot, die) if shot else 0 for die in AVERAGE]


def shots_found(task: Task) -> set[tuple[str, str]]:
    table = on_table(task.start)
    ours, theirs = (
        part.replace(" or ", ", ").split(", ")
        for part in task.conditions[0].says.rstrip(".").split(" may fire at ")
    )
    least, then = (share(condition.says) for condition in task.conditions[1:])
    found = set()
    for name, mark in product(ours, theirs):
        (other,) = (one for one in theirs if one != mark)
        rest = [volley(table, one, other) for one in ours if one != name]
        rolls = [hits_of(table[1][other]) + a + b >= 15 for a, b in product(*rest)]
        shot = volley(table, name, mark)
        alone = [hits_of(table[1][mark]) + hits >= 15 for hits in shot]
        if any(shot) and Fraction(sum(alone), 6) >= least and Fraction(sum(rolls), 36) >= then:
            found.add((name, mark))
    return found


# -- the post, and the moment

Ends = dict[tuple[int, int], Fraction]


def posts_found(task: Task) -> set[str]:
    said = task.start.split()
    own, enemy_hits = (int(n) for n in said[said.index("hits") + 1 :][:2])
    threats = int(said[said.index("threats") + 1]) if "threats" in said else 2
    least = share(task.conditions[0].says)
    inflicts = Fraction(task.conditions[1].says.split()[2])
    found = set()
    for first, away, cover, ready in product(
        ("infantry", "atg", "tank", "mortar"), range(3, 25), (False, True), (False, True)
    ):
        if not (ready and first == "mortar"):
            stood_by, hurt = best(first, said[3], away, own, enemy_hits, cover, ready, threats)
            if stood_by >= least and hurt >= inflicts:
                found.add(f"{first} {away} {cover} {ready}")
    return found


@cache
def best(
    first: str, enemy: str, away: int, own: int, theirs: int, cover: bool, ready: bool, threats: int
) -> tuple[Fraction, Fraction]:
    """Return how often it survives the best use of a turn, and the Hits it inflicts on average."""
    dug, tank = cover and first != "tank", first == "tank"
    lasting = 5 if own >= 10 else 0
    steady = tank or dug
    uses = []
    rallied: dict[int, int] = {}
    for die in AVERAGE:
        left = max(lasting, own - max(0, die - (0 if steady else 2)))
        rallied[left] = rallied.get(left, 0) + 1
    ways = [({n: Fraction(k, 6) for n, k in rallied.items()}, dug, ready)]
    if first != "mortar":
        ways.append(({own: Fraction(1)}, dug, True))
    if not tank and not dug:
        ways.append(({own: Fraction(1)}, True, ready))
    for begins, hole, marked in ways:
        ends = fought(begins, first, enemy, away, theirs, hole, cover and tank, marked, threats)
        survives = sum((p for (mine, _), p in ends.items() if mine < 15), Fraction(0))
        mean = sum((mine * p for (mine, _), p in ends.items()), Fraction(0))
        hurt = sum((done * p for (_, done), p in ends.items()), Fraction(0))
        uses.append((survives, hurt - mean, hurt))
    stood_by, _, hurt = max(uses, key=lambda use: use[:2])
    return stood_by, hurt


def fought(
    begins: dict[int, Fraction],
    first: str,
    enemy: str,
    away: int,
    theirs: int,
    hole: bool,
    hill: bool,
    marked: bool,
    threats: int,
) -> Ends:
    """Return the ends of a turn under fire: its own Hits and those it inflicted."""
    sheltered = frozenset({"dug-in"} if hole else ())
    answers = marked and first != "mortar"
    ends: Ends = {(hits, 0): p for hits, p in begins.items()}
    can = any(restated(Shot(first, enemy, away, firer_ready=True), die) for die in (5, 6))
    for number in range(threats):
        hidden = marked and (number == 0 or not answers or not in_range(first, away))
        following: Ends = {}
        for (mine, done), p in ends.items():
            weak = theirs + (done if number == 1 else 0)
            for die in AVERAGE:
                shot = Shot(
                    enemy,
                    first,
                    away,
                    min(weak, 15),
                    cover=sheltered,
                    on_hill=hill,
                    target_ready=hidden,
                )
                more = restated(shot, die) if mine < 15 and weak < 15 else 0
                end = min(15, mine + more), done
                following[end] = following.get(end, Fraction(0)) + p / 6
        ends = following
        if number == 0 and answers and can:
            ends = replied(ends, first, enemy, away)
    return ends


def in_range(first: str, away: int) -> bool:
    return away <= (12 if first == "infantry" else 24)


def replied(ends: Ends, first: str, enemy: str, away: int) -> Ends:
    following: Ends = {}
    for (mine, done), p in ends.items():
        for die in AVERAGE:
            shot = Shot(first, enemy, away, min(mine, 14), firer_ready=True)
            hurt = restated(shot, die) if mine < 15 else 0
            end = mine, done + hurt
            following[end] = following.get(end, Fraction(0)) + p / 6
    return following


def post_words(task: Task) -> set[str]:
    found = set()
    for text in task.ways:
        state = task.panel.parse(text)
        cover = bool(state.first_cover)  # type: ignore[attr-defined]  # a duel's
        ready = "ready" in state.now  # type: ignore[attr-defined]  # a duel's
        found.add(f"{text.split()[1]} {state.range_inches} {cover} {ready}")  # type: ignore[attr-defined]  # a duel's
    return found


def moments_found(task: Task) -> set[str]:
    unit, action = task.start.split()[1], task.open().action  # type: ignore[attr-defined]  # a duel's
    wanted = task.conditions[1].says
    most = int(task.conditions[2].says.split()[0])
    words = [w for w in BOXES if (unit, w) not in {("tank", "dug-in"), ("mortar", "ready")}]
    found = set()
    for step in ("mortar fire", "actions", "rally and ready"):
        for ticks in product((False, True), repeat=len(words)):
            boxes = {word for word, on in zip(words, ticks, strict=True) if on}
            named = all((BOXES[word] in wanted) <= (word in boxes) for word in words)
            if named and len(boxes) <= most and allowed(unit, action, step, boxes):
                found.add(f"{step}: {' '.join(sorted(boxes))}")
    return found


BOXES = {
    "enemy-phase": "“enemy phase”",
    "acted": "“it acted”",
    "ready": "“Ready”",
    "threatened": "“Threatened”",
    "others-acted": "“an enemy acted”",
    "dug-in": "“Dug-in”",
    "mortars-fired": "“Mortars fired”",
    "answered": "“a friend fired”",
    "ready-fired": "“fired as Ready”",
}


def allowed(unit: str, action: str, step: str, boxes: set[str]) -> bool:
    """Lines 180-194 and 298-301, read straight down."""
    theirs = "enemy-phase" in boxes
    if action == "fire" and theirs:
        able = {"ready", "others-acted"} <= boxes and step == "actions"
        return able and unit != "mortar"
    if theirs or "acted" in boxes:
        return False
    if action == "fire":
        return step == ("mortar fire" if unit == "mortar" else "actions")
    if action == "move":
        return step == "actions" and not ("threatened" in boxes and unit in ("mortar", "atg"))
    never = {("mortar", "ready"), ("tank", "dig in")}
    return step == "rally and ready" and (unit, action) not in never


def moment_words(task: Task) -> set[str]:
    states = [task.panel.parse(text) for text in task.ways]
    return {f"{s.step}: {' '.join(sorted(s.now))}" for s in states}  # type: ignore[attr-defined]  # a duel's


# -- the same solutions

TWINS: dict[str, tuple[Callable[[Task], set[Any]], Callable[[Task], set[Any]]]] = {
    "sees-unseen": (spots_found, stood),
    "way-off": (ways_found, stood),
    "who-at-whom": (shots_found, lambda task: {(t.split()[3], t.split()[5]) for t in task.ways}),
    "post": (posts_found, post_words),
    "moment": (moments_found, moment_words),
}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(tries(3, 100)))
@pytest.mark.parametrize("name", TWINS)
def test_an_independent_search_agrees(name: str, seed: int) -> None:
    task = make_puzzle(FAMILY[name], seed)
    found, solved = TWINS[name]
    assert found(task) == solved(task), task.link


@pytest.mark.parametrize("enemy", ["infantry", "atg", "tank"])
@pytest.mark.parametrize("first", ["infantry", "atg", "tank", "mortar"])
def test_between_two_ends_of_range_nothing_changes(first: str, enemy: str) -> None:
    for away in (3, 5, 9, 13, 20):
        end = next(far for far in ALIKE if away <= far)
        one, other = (
            NextPhase(
                [Shot(enemy, first, far, cover=frozenset({"dug-in"} if first != "tank" else ()))],
                Shot(first, enemy, far),
                ready=first != "mortar",
            ).prospects(Condition(8))
            for far in (away, end)
        )
        assert one == other
