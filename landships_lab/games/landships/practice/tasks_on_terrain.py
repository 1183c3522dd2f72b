"""Puzzles on painted ground: the drift that gets it out, and the hexside that hides best."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.ground import sample_values
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.games.landships.panels.move import Goal, Movement
from landships_lab.games.landships.rules.book import hexes
from landships_lab.games.landships.rules.field_of_movement import March, drift_field, reachable
from landships_lab.games.landships.rules.ground import (
    HEXSIDE_SPOTTING,
    combat_terrain,
    entry_cost,
    mps,
    spotting_range,
)
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.kind import as_read
from landships_lab.practice.task import Task, hands_on
from .board import GRID, HEXES
from .tasks_on_ground import RARE, on_side, within

# -- the drift (lesson 13)

_ROUGH = ("woods", "shell-holes", "marsh", "water")


def _painted(dice: random.Random, around: Hex, kinds: Iterable[str], many: int) -> TerrainMap:
    near = [h for h in GRID.hexes() if 1 <= range_hexes(around, h) <= 3]
    terrain = TerrainMap()
    for hexagon in dice.sample(near, many):
        terrain = terrain.paint(hexagon, dice.choice(tuple(kinds)))
    return terrain


def _ground_words(terrain: TerrainMap) -> str:
    painted = sorted((kind, GRID.code(h)) for h, kind in terrain.hexes.items())
    by_kind: dict[str, list[str]] = {}
    for kind, code in painted:
        by_kind.setdefault(kind, []).append(code)
    return " ".join(f"{kind}={','.join(codes)}" for kind, codes in by_kind.items())


def _only_by_drift(start: Place, heading: Heading) -> Condition:
    def judge(state: Movement) -> Held:
        goal, (reached, field) = state.goal, _field(state.march, start, heading)
        if goal is None:
            return _NONE_CHOSEN
        moves = goal.place in reached
        missing = "A move reaches it without a drift." if moves else "No drift reaches it."
        found = goal.place in field
        return Held(found, "" if found else missing)

    return Condition("Only a drift at the end of its move leads there.", judge)


def _spares(start: Place, heading: Heading, left: int) -> Condition:
    def judge(state: Movement) -> Held:
        _, field = _field(state.march, start, heading)
        rest = field.get(state.goal.place) if state.goal else None
        if rest is None:
            return Held(true=False, missing="No drift leads there.")
        return Held(rest >= left, "" if rest >= left else f"It has {mps(rest)} left.")

    return Condition(f"It has {mps(left)} left before it drifts.", judge)


def _away_from(enemy: Place, away: int) -> Condition:
    def judge(state: Movement) -> Held:
        if state.goal is None:
            return _NONE_CHOSEN
        now = range_hexes(enemy, state.goal.place)
        return Held(now >= away, "" if now >= away else f"It is {hexes(now)} away.")

    return Condition(f"It is {hexes(away)} from the enemy or more.", judge)


_NONE_CHOSEN = Held(true=False, missing="No place is chosen yet.")


def by_drift(dice: random.Random) -> Task | None:
    """Return a draft: the place, away from an enemy, that only a drift reaches."""
    start = dice.choice([h for h in HEXES if isinstance(h, Hex)])
    assert isinstance(start, Hex)
    heading = dice.choice([h for h in HEADINGS if not h.faces_hexside])
    mp = dice.randint(3, 6)
    terrain = _painted(dice, start, _ROUGH, 7)
    enemy = dice.choice(
        [h for h in GRID.hexes() if 1 <= range_hexes(start, h) <= 3 and h not in terrain.hexes]
    )
    march = March(GRID, terrain, mp=mp, enemies=frozenset({enemy}))
    drifted = drift_field(march, reachable(march, start, heading))
    if not drifted:
        return None
    away = max(range_hexes(enemy, p) for p in drifted)
    far_off = {p: left for p, (_, left) in drifted.items() if range_hexes(enemy, p) == away}
    left = max(far_off.values())
    good = [p for p, rest in far_off.items() if rest >= left]
    tried = [p for p in within(start, 4) if p != enemy]
    if len(good) > 2 or away < 2 or len(drifted) < 4 or not set(good) <= set(tried):
        return None

    def reach(state: Movement) -> Iterator[Movement]:
        for place in tried:
            yield replace(state, goal=Goal(place))

    base = (
        f"landships:move {GRID.code(start)} {heading} mp {mp}{{to}} enemies {GRID.code(enemy)}"
        f" terrain {_ground_words(terrain)}"
    )
    reached, _ = _field(march, start, heading)
    direct = [p for p in tried if p in reached and range_hexes(enemy, p) >= away and p != start]
    spare = f" with {mps(left)} to spare" if left else ""
    return hands_on(
        text=(
            f"An enemy stands in {GRID.code(enemy)}. The tank has {mps(mp)}. Click a place,"
            f" {hexes(away)} from the enemy or more, that it reaches only by a drift{spare}."
        ),
        start=base.format(to=""),
        free=Free("Click where to go · arrow keys move the place", ("goal",), ("target",), reach),
        conditions=(
            _only_by_drift(start, heading),
            _away_from(enemy, away),
            *((_spares(start, heading, left),) if left else ()),
        ),
        thought=(
            "A tank that faces a hexjuncture may end its move with half a hex sideways, at the same"
            " heading, onto ground no dearer than that it leaves (lines 45 and 111-113)."
        ),
        tempting="" if not direct else base.format(to=f" to {GRID.code(direct[0])}"),
        trap="" if not direct else "It is far enough from the enemy, but needs no drift.",
    )


def _field(
    march: March, start: Place, heading: Heading
) -> tuple[frozenset[Place], dict[Place, int]]:
    """Return the places that it reaches by moving, and those that only a drift reaches with the MPs
    left before it.
    """
    key = (march.terrain, march.mp, march.enemies, start, heading)
    if key not in _FIELDS:
        if len(_FIELDS) > _MOST_FIELDS:
            _FIELDS.clear()
        reached = reachable(march, start, heading)
        drifted = {place: left for place, (_, left) in drift_field(march, reached).items()}
        _FIELDS[key] = frozenset(reached.mp_left), drifted
    return _FIELDS[key]


_MOST_FIELDS = 64
_FIELDS: dict[object, tuple[frozenset[Place], dict[Place, int]]] = {}


# -- the best hexside (lesson 14)

_COVERS = ("woods", "town", "shell-holes", "trench")


def _asked(state: Hexsides) -> Place:
    return state.place


def _counted(number: int, says: str, missing: str, least: int) -> Condition:
    """Return the condition that one of the three numbers of a place is at least this, or at most
    its opposite where that is negative.
    """

    def judge(state: Hexsides) -> Held:
        now = _counts(state.terrain, state.place)[number]
        met = now >= least if least > 0 else now <= -least
        return Held(met, "" if met else missing.format(now))

    return Condition(says, judge)


def best_hexside(dice: random.Random) -> Task | None:
    """Return a draft: the hexside that is cheap to enter, gives cover and is not seen from afar."""
    middle = dice.choice([h for h in HEXES if isinstance(h, Hex)])
    assert isinstance(middle, Hex)
    terrain = _painted(dice, middle, _COVERS, 14)
    tried = within(middle, 2)
    sides = [p for p in tried if isinstance(p, Side)]
    found = {p: _counts(terrain, p) for p in sides}
    right = dice.choice(sides)
    cost, benefit, seen = found[right]
    if not benefit or terrain.of(right.hexes[0]) == terrain.of(right.hexes[1]):
        return None
    good = [p for p, (c, b, s) in found.items() if c <= cost and b >= benefit and s <= seen]
    if RARE * len(good) > len(tried):
        return None

    def reach(state: Hexsides) -> Iterator[Hexsides]:
        for place in tried:
            yield replace(state, place=place)

    ground = _ground_words(terrain)
    in_hex = next(
        (
            p
            for p in tried
            if isinstance(p, Hex)
            for c, b, s in [_counts(terrain, p)]
            if c <= cost and b >= benefit and s <= seen
        ),
        None,
    )
    return hands_on(
        text=(
            f"Click a hexside that costs at most {mps(cost)}, has a benefit of {benefit} or more"
            f" and is seen from no farther than {hexes(seen)}. {sample_words()}"
            f" {as_read('landships', HEXSIDE_SPOTTING)}"
        ),
        start=f"landships:hexsides {GRID.code(middle)} ask combat terrain {ground}",
        free=Free("Click a place · arrow keys move the question", ("place",), ("place",), reach),
        conditions=(
            on_side(_asked, "It is a hexside.", "It is a hex."),
            _counted(0, f"It costs at most {mps(cost)} to move onto.", "It costs {}.", -cost),
            _counted(1, f"Its benefit in combat is {benefit} or more.", "It is {}.", benefit),
            _counted(2, f"It can be spotted from {hexes(seen)} at most.", "It is {}.", -seen),
        ),
        thought=(
            "The same hexside counts as its cheaper hex when one moves onto it (line 43), and as"
            " the less beneficial one in combat (line 117)."
        ),
        tempting=(
            ""
            if in_hex is None
            else f"landships:hexsides {GRID.code(in_hex)} ask combat terrain {ground}"
        ),
        trap="" if in_hex is None else "All three numbers are right, but it is a hex.",
    )


def sample_words() -> str:
    """Return the sample values of the terrain of these puzzles in a sentence."""
    values = sample_values()
    told = "; ".join(
        f"{kind.name} {kind.cost}, {kind.benefit}, {kind.spotting}"
        for kind in (values.kind(key) for key in ("clear", *_COVERS))
    )
    return f"Samples (MPs, benefit, seen from): {told}."


def _counts(terrain: TerrainMap, place: Place) -> tuple[int, int, int]:
    """Return what a place costs to enter, its benefit in combat, and from how far it is spotted."""
    cost, kind = entry_cost(terrain, place).value, combat_terrain(terrain, place).value
    seen = spotting_range(terrain, place).value
    assert cost is not None and kind is not None and seen is not None  # noqa: PT018 - nothing here is closed
    return cost, sample_values().kind(kind).benefit, seen
