"""Questions about ground: what a way costs, and what a hexside between two kinds of terrain counts
as.
"""

from __future__ import annotations

import random

from landships_lab.core.hexes import HEADINGS, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.ground import sample_turning, sample_values
from landships_lab.games.landships.practice.board import GRID, HEXES, NEAR, SIDES
from landships_lab.games.landships.rules import combat_terrain, range_hexes, reachable
from landships_lab.games.landships.rules.ground import moving_terrain, mps
from landships_lab.games.landships.rules.march import March
from landships_lab.practice.kinds import whole_number
from landships_lab.practice.marking import Question

_CLEAR_MP, _TURN_MP = sample_values().kind("clear").cost, sample_turning()["vehicle"]


def move_question(dice: random.Random, level: int) -> Question:
    """Return a question about a way over open ground: straight ahead, then with a turn, then onto
    hexsides.
    """
    mp = dice.randint(6, 10)
    start = dice.choice(HEXES)
    heading = dice.choice([h for h in HEADINGS if h.faces_hexside or level > 1])
    left = reachable(March(GRID, mp=mp), start, heading).mp_left
    unturned = reachable(March(GRID, mp=mp, turn_mp=0), start, heading).mp_left
    ends: list[Place] = [
        p
        for p in (HEXES if level < 3 else NEAR)
        if p != start and range_hexes(start, p) <= 1 + level and p in left
    ]
    turned = [p for p in ends if left[p] != unturned[p]]
    end = dice.choice(turned if turned and dice.random() < 3 / 4 else ends)
    a, b = GRID.code(start), GRID.code(end)
    text = (
        f"A Vehicle in {a} faces {heading} and has {mp} MPs. Each step on clear ground costs"
        f" {_CLEAR_MP} MPs, each turn of 30° {_TURN_MP}. How many MPs does it have left when it"
        f" reaches {b} by the cheapest way?"
    )
    wrong = (
        (unturned[end], "you forgot what turning costs"),
        (mp - left[end], "you gave what the way costs, not what is left"),
        (
            mp - _CLEAR_MP * range_hexes(start, end),
            "you paid for the hexes of the range, but not for turns and half steps",
        ),
        (left[end] - _CLEAR_MP, "you paid for the place it stands in"),
    )
    return Question(
        text, f"landships:move {a} {heading} mp {mp} to {b}", whole_number(left[end], wrong)
    )


_KINDS = tuple(kind for kind in sample_values().kinds if not kind.closed)


def hexside_question(dice: random.Random, level: int) -> Question:
    """Return a question about a hexside between two kinds of terrain: what it costs, or what it
    counts as in combat.
    """
    side = dice.choice(SIDES)
    one, other = dice.sample(_KINDS, 2)
    terrain = TerrainMap()
    for hexagon, kind in zip(side.hexes, (one, other), strict=True):
        terrain = terrain if kind.id == "clear" else terrain.paint(hexagon, kind.id)
    code = GRID.code(side)
    painted = terrain.hexes.items()
    ground = " ".join(sorted(f"{kind}={GRID.code(hexagon)}" for hexagon, kind in painted))
    between = f"Hexside {code} lies between {one.name} and {other.name}."
    if dice.random() < 1 / 2 and (one.cost != other.cost or level > 1):
        return _to_enter(
            side, terrain, between, f"landships:hexsides {code} ask move terrain {ground}"
        )
    text = (
        f"{between} The benefit in combat is {one.benefit} in {one.name} and {other.benefit} in"
        f" {other.name}. "
    )
    text += "How great is the benefit for a Vehicle on the hexside?"
    least = combat_terrain(terrain, side).value
    assert least is not None  # no terrain of these questions is closed
    right = sample_values().kind(least).benefit
    wrong = (
        (max(one.benefit, other.benefit), "you took the better of its two hexes"),
        (one.benefit + other.benefit, "you added the benefits of both hexes"),
    )
    return Question(
        text, f"landships:hexsides {code} ask combat terrain {ground}", whole_number(right, wrong)
    )


def _to_enter(side: Side, terrain: TerrainMap, between: str, state: str) -> Question:
    one, other = (sample_values().kind(terrain.of(hexagon)) for hexagon in side.hexes)
    text = (
        f"{between} To enter {one.name} costs {mps(one.cost)}, {other.name} {other.cost}. How many"
        " MPs does it cost a Vehicle "
    )
    counted = moving_terrain(terrain, side, sample_values())
    assert counted is not None  # no terrain of these questions is closed
    wrong = (
        (max(one.cost, other.cost), "you took the dearer of its two hexes"),
        (one.cost + other.cost, "you paid for both hexes"),
        ((one.cost + other.cost) // 2, "you took the mean of both hexes"),
    )
    return Question(f"{text}to move onto the hexside?", state, whole_number(counted.cost, wrong))
