"""Questions about ground: what a way costs, and what a hexside between two kinds of terrain counts
as.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from landships_lab.core.answer import Gap
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.speech import listed
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.ground import sample_turning, sample_values
from landships_lab.games.landships.rules.book import at, name
from landships_lab.games.landships.rules.field_of_movement import March, reachable
from landships_lab.games.landships.rules.ground import (
    DRIFT_COST,
    DRIFT_UNMOVED,
    HEXSIDE_STACKING,
    check_stacking,
    combat_terrain,
    moving_terrain,
    mps,
)
from landships_lab.games.landships.rules.movement import answer_move
from landships_lab.games.landships.rules.positions import drifts, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import as_read, one_of, whole_number, yes_or_no
from landships_lab.practice.marking import NOT_PRINTED, reply_of
from landships_lab.practice.task import Task
from .board import GRID, HEXES, NEAR, SIDES

_CLEAR_MP, _TURN_MP = sample_values().kind("clear").cost, sample_turning()["vehicle"]


def move_question(dice: random.Random, level: int) -> Task:
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
    spent = mp - left[end]
    return Task(
        text,
        f"landships:move {a} {heading} mp {mp} to {b}",
        whole_number(left[end], wrong),
        because=(
            f"It has {left[end]} left: the cheapest way costs {mps(spent)}, of which turns cost"
            f" {_turns(a, heading, mp, end)}."
        ),
    )


def _turns(a: str, heading: Heading, mp: int, end: Place) -> int:
    """Return the MPs that turns cost on the cheapest way."""
    path = reachable(March(GRID, mp=mp), GRID.place(a), heading).path(end)
    return _TURN_MP * sum(one[0] == other[0] for one, other in pairwise(path))


# -- the drift


def drift_question(dice: random.Random, level: int) -> Task:
    """Return a question about a drift at the end of a move: whether it leads sideways, then whether
    the ground is no dearer, then whether the vehicle has moved at all.
    """
    place = dice.choice(SIDES if dice.random() < 1 / 2 else HEXES)
    heading = dice.choice(legal_headings(3, place))
    if heading.faces_hexside and dice.random() < 2 / 3:
        heading = heading.turn(1)
    beside = drifts(place, heading)
    others = [p for p in NEAR if p not in beside and range_hexes(place, p) == 0 and p != place]
    into = dice.choice(beside if beside and dice.random() < 2 / 3 else others)
    terrain = TerrainMap()
    if level > 1:
        for hexagon in {h for p in (place, into) for h in _hexes(p)}:
            kind = dice.choice(_KINDS)
            terrain = terrain if kind.id == "clear" else terrain.paint(hexagon, kind.id)
    moved = level < 3 or dice.random() < 2 / 3
    march = March(GRID, terrain, moved=moved)
    answer = answer_move(march, place, heading, drift=into)
    ground = _ground(terrain)
    words = "It has moved this turn" if moved else "It has neither moved nor turned this turn"
    costs = ", ".join(
        f"{GRID.code(h)} is {kind.name} ({mps(kind.cost)} to enter)"
        for h in sorted({h for p in (place, into) for h in _hexes(p)})
        for kind in [sample_values().kind(terrain.of(h))]
    )
    text = (
        f"A Vehicle {at(place)} faces {heading}. {words}. {f'{costs}.' if level > 1 else ''}"
        f" May it drift {'onto' if isinstance(into, Side) else 'into'} {name(into)}?"
    )
    if level > 1:
        text += f" {as_read('landships', DRIFT_COST)}"
    if level > 2:
        text += f" {as_read('landships', DRIFT_UNMOVED)}"
    code = GRID.code(place)
    state = (
        f"landships:move {code} {heading} drift {GRID.code(into)}"
        f"{' moved yes' if moved else ''}{f' terrain {ground}' if ground else ''}"
    )
    return Task(
        " ".join(text.split()),
        state,
        yes_or_no(answer.value, _misdrifted(march, place, heading, into)),
        because=f"{'Yes' if answer.value else 'No'}. {answer.headline}",
    )


def _misdrifted(
    march: March, place: Place, heading: Heading, into: Place
) -> Iterator[tuple[bool, str]]:
    """Yield what each mistake about a drift makes of this one, where it is the only thing amiss."""
    if into not in drifts(place, heading):
        yield True, "you let it drift where no place lies square to its heading"
        return
    able = replace(march, moved=True)
    if not march.moved:
        yield into in able.drifts_from(place, heading), "you let it drift without a move before it"
        return
    if into in able.drifts_from(place, heading):
        dearer = able.read_as(DRIFT_COST, "dearer-hex")
        yield into in dearer.drifts_from(place, heading), "you kept it off for its dearer hex"
    else:
        yield True, "you let it drift into dearer ground"


def _hexes(place: Place) -> tuple[Hex, ...]:
    return place.hexes if isinstance(place, Side) else (place,)


def _ground(terrain: TerrainMap) -> str:
    painted = terrain.hexes.items()
    return " ".join(sorted(f"{kind}={GRID.code(hexagon)}" for hexagon, kind in painted))


_KINDS = tuple(kind for kind in sample_values().kinds if not kind.closed)


def hexside_question(dice: random.Random, level: int) -> Task:
    """Return a question about a hexside between two kinds of terrain: what it costs, or what it
    counts as in combat.
    """
    side = dice.choice(SIDES)
    one, other = dice.sample(_KINDS, 2)
    terrain = TerrainMap()
    for hexagon, kind in zip(side.hexes, (one, other), strict=True):
        terrain = terrain if kind.id == "clear" else terrain.paint(hexagon, kind.id)
    code = GRID.code(side)
    ground = _ground(terrain)
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
    benefits = sorted((one.benefit, other.benefit))
    return Task(
        text,
        f"landships:hexsides {code} ask combat terrain {ground}",
        whole_number(right, wrong),
        because=f"It is {right}: in combat the lesser of {listed(map(str, benefits))} counts.",
    )


def _to_enter(side: Side, terrain: TerrainMap, between: str, state: str) -> Task:
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
    costs = sorted((one.cost, other.cost))
    return Task(
        f"{text}to move onto the hexside?",
        state,
        whole_number(counted.cost, wrong),
        because=f"It costs {counted.cost}: of {listed(map(str, costs))} the cheaper counts.",
    )


# -- stacking

_LIMITS = (3, 4, 5)


def stack_question(dice: random.Random, level: int) -> Task:
    """Return a question about stacking: a hexside with its hexes, then two hexsides of one hex; the
    limit is given, or left out.
    """
    side = dice.choice(SIDES)
    hexagon = dice.choice(side.hexes)
    limit = dice.choice((*_LIMITS, None)) if level > 1 else dice.choice((*_LIMITS, *_LIMITS, None))
    units: dict[Place, int] = {hexagon: dice.randint(1, 3), side: dice.randint(1, 3)}
    if level > 1:
        units[dice.choice([s for s in hexagon.sides() if s != side])] = dice.randint(1, 3)
    answer = check_stacking(units, hexagon, limit)
    told = listed(f"{n} {at(place)}" for place, n in units.items())
    says = (
        f"You say that {limit} may stand in a hex."
        if limit is not None
        else "Nobody has said how many may stand in a hex."
    )
    note = f" {as_read('landships', HEXSIDE_STACKING)}" if level > 1 else ""
    right = NOT_PRINTED if isinstance(answer.value, Gap) else reply_of(answer.value)
    words = " ".join(f"{GRID.code(place)}={n}" for place, n in units.items())
    bound = "" if limit is None else f" limit {limit}"
    return Task(
        f"Units stand so: {told}. {says} Is {GRID.code(hexagon)} with its hexsides within the"
        f" limit?{note}",
        f"landships:hexsides {GRID.code(hexagon)} ask stack units {words}{bound}",
        one_of(right, ("yes", "no", NOT_PRINTED), _misstacked(units, hexagon, limit)),
        because=f"{right[:1].upper()}{right[1:]}. {answer.headline}",
    )


def _misstacked(
    units: dict[Place, int], hexagon: Hex, limit: int | None
) -> Iterator[tuple[str, str]]:
    """Yield what each mistake about stacking makes of these units."""
    if limit is None:
        return
    yield reply_of(units[hexagon] <= limit), "you left out the units on the hexside"
    if len(units) > 2:
        yield reply_of(sum(units.values()) <= limit), "you counted two hexsides together"
