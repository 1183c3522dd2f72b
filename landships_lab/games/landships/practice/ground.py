"""Questions about ground: what a way costs, drifts, what a hexside counts as, stacking."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from landships_lab.core.answer import Gap
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.speech import capitalized, listed
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.ground import TerrainKind, sample_turning, sample_values
from landships_lab.games.landships.rules import ground
from landships_lab.games.landships.rules.book import at, name
from landships_lab.games.landships.rules.field_of_movement import March, reachable
from landships_lab.games.landships.rules.ground import DRIFT_COST, DRIFT_UNMOVED, mps
from landships_lab.games.landships.rules.movement import answer_move
from landships_lab.games.landships.rules.positions import drifts, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import Wrong, as_read, kind, one_of, whole_number, yes_or_no
from landships_lab.practice.marking import NOT_PRINTED, reply_of
from landships_lab.practice.task import Task
from .board import GRID, HEXES, NEAR, SIDES

MOVES, STACKS = "13_moving_and_drift", "14_terrain_and_stacking"
MOVE, HEXSIDES = "landships:move", "landships:hexsides"
_CLEAR_MP, _TURN_MP = sample_values().kind("clear").cost, sample_turning()["vehicle"]


@kind("landships:move", "ground", MOVES, "Every step costs movement points")
def what_is_left(dice: random.Random, level: int) -> Task:
    """Ask for the MPs left after a way over open ground: straight ahead, then with a turn, then
    onto hexsides.
    """
    mp = dice.randint(6, 10)
    start = dice.choice(HEXES)
    heading = dice.choice([h for h in HEADINGS if h.faces_hexside or level > 1])
    mp_left = reachable(March(GRID, mp=mp), start, heading).mp_left
    unturned = reachable(March(GRID, mp=mp, turn_mp=0), start, heading).mp_left
    near = HEXES if level < 3 else NEAR
    ends = [p for p in near if p != start and range_hexes(start, p) <= 1 + level and p in mp_left]
    turned = [p for p in ends if mp_left[p] != unturned[p]]
    end = dice.choice(turned if turned and dice.random() < 3 / 4 else ends)
    a, b = GRID.code(start), GRID.code(end)
    spent = mp - mp_left[end]
    straight = mp - _CLEAR_MP * range_hexes(start, end)
    wrong = (
        (unturned[end], "you forgot what turning costs"),
        (spent, "you gave what the way costs, not what is left"),
        (straight, "you paid for the hexes of the range, but not for turns and half steps"),
        (mp_left[end] - _CLEAR_MP, "you paid for the place it stands in"),
    )
    return Task(
        f"A Vehicle in {a} faces {heading} and has {mp} MPs. Each step on clear ground costs"
        f" {_CLEAR_MP} MPs, each turn of 30° {_TURN_MP}. How many MPs does it have left when it"
        f" reaches {b} by the cheapest way?",
        f"landships:move {a} {heading} mp {mp} to {b}",
        whole_number(mp_left[end], wrong),
        f"It has {mp_left[end]} left: the cheapest way costs {mps(spent)}, of which turns cost"
        f" {_turns(start, heading, mp, end)}.",
    )


def _turns(start: Place, heading: Heading, mp: int, end: Place) -> int:
    """Return the MPs for the turns on the cheapest way."""
    path = reachable(March(GRID, mp=mp), start, heading).path(end)
    return _TURN_MP * sum(one[0] == other[0] for one, other in pairwise(path))


# -- the drift


@kind("landships:drift", "legal", MOVES, "half a hex to either side", about=MOVE)
def may_drift(dice: random.Random, level: int) -> Task:
    """Ask whether a drift is allowed: sideways, onto no dearer ground, and after a move."""
    place = dice.choice(SIDES if dice.random() < 1 / 2 else HEXES)
    heading = dice.choice(legal_headings(3, place))
    if heading.faces_hexside and dice.random() < 2 / 3:
        heading = heading.turn(1)
    beside = drifts(place, heading)
    others = [p for p in NEAR if p not in beside and range_hexes(place, p) == 0 and p != place]
    into = dice.choice(beside if beside and dice.random() < 2 / 3 else others)
    under = {h for p in (place, into) for h in _hexes(p)}
    terrain = _painted((h, dice.choice(_KINDS)) for h in under) if level > 1 else TerrainMap()
    moved = level < 3 or dice.random() < 2 / 3
    march = March(GRID, terrain, moved=moved)
    answer = answer_move(march, place, heading, drift=into)
    words = "It has moved this turn" if moved else "It has neither moved nor turned this turn"
    stands = f"A Vehicle {at(place)} faces {heading}. {words}."
    kinds = [(h, sample_values().kind(terrain.of(h))) for h in sorted(under)]
    costs = [f"{GRID.code(h)} is {kind.name} ({mps(kind.cost)} to enter)" for h, kind in kinds]
    asked = f"May it drift {'onto' if isinstance(into, Side) else 'into'} {name(into)}?"
    notes = [as_read("landships", reading) for reading in (DRIFT_COST, DRIFT_UNMOVED)[: level - 1]]
    painted = _ground(terrain)
    state = (
        f"landships:move {GRID.code(place)} {heading} drift {GRID.code(into)}"
        f"{' moved yes' if moved else ''}{f' terrain {painted}' if painted else ''}"
    )
    sentences = (stands, *([f"{', '.join(costs)}."] if level > 1 else []), asked, *notes)
    return Task(
        " ".join(sentences),
        state,
        yes_or_no(answer.value, _misdrifted(march, place, heading, into)),
        f"{'Yes' if answer.value else 'No'}. {answer.headline}",
    )


def _misdrifted(march: March, place: Place, heading: Heading, into: Place) -> Wrong:
    """Yield the reply that each mistake about a drift leads to, if the mistake alone decides."""
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


def _painted(kinds: Iterable[tuple[Hex, TerrainKind]]) -> TerrainMap:
    terrain = TerrainMap()
    for hexagon, terrain_kind in kinds:
        terrain = terrain if terrain_kind.id == "clear" else terrain.paint(hexagon, terrain_kind.id)
    return terrain


def _ground(terrain: TerrainMap) -> str:
    painted = terrain.hexes.items()
    return " ".join(sorted(f"{kind}={GRID.code(hexagon)}" for hexagon, kind in painted))


_KINDS = tuple(kind for kind in sample_values().kinds if not kind.closed)


@kind("landships:hexsides", "ground", STACKS, "the cheaper of the two")
def counts_as(dice: random.Random, level: int) -> Task:
    """Ask what a hexside between two kinds of terrain costs, or counts as in combat."""
    side = dice.choice(SIDES)
    one, other = dice.sample(_KINDS, 2)
    terrain = _painted(zip(side.hexes, (one, other), strict=True))
    code, painted = GRID.code(side), _ground(terrain)
    between = f"Hexside {code} lies between {one.name} and {other.name}."
    if dice.random() < 1 / 2 and (one.cost != other.cost or level > 1):
        state = f"landships:hexsides {code} ask move terrain {painted}"
        return _to_enter(side, terrain, between, state)
    least = ground.combat_terrain(terrain, side).value
    assert least is not None  # these questions use no closed terrain
    right = sample_values().kind(least).benefit
    benefits = sorted((one.benefit, other.benefit))
    wrong = (
        (benefits[1], "you took the better of its two hexes"),
        (sum(benefits), "you added the benefits of both hexes"),
    )
    return Task(
        f"{between} The benefit in combat is {one.benefit} in {one.name} and {other.benefit} in"
        f" {other.name}. How great is the benefit for a Vehicle on the hexside?",
        f"landships:hexsides {code} ask combat terrain {painted}",
        whole_number(right, wrong),
        f"It is {right}: in combat the lesser of {listed(map(str, benefits))} counts.",
    )


def _to_enter(side: Side, terrain: TerrainMap, between: str, state: str) -> Task:
    one, other = (sample_values().kind(terrain.of(hexagon)) for hexagon in side.hexes)
    counted = ground.moving_terrain(terrain, side, sample_values())
    assert counted is not None  # these questions use no closed terrain
    costs = sorted((one.cost, other.cost))
    wrong = (
        (costs[1], "you took the dearer of its two hexes"),
        (sum(costs), "you paid for both hexes"),
        (sum(costs) // 2, "you took the mean of both hexes"),
    )
    return Task(
        f"{between} To enter {one.name} costs {mps(one.cost)}, {other.name} {other.cost}. How many"
        " MPs does it cost a Vehicle to move onto the hexside?",
        state,
        whole_number(counted.cost, wrong),
        f"It costs {counted.cost}: of {listed(map(str, costs))} the cheaper counts.",
    )


# -- stacking

_LIMITS = (3, 4, 5)


@kind("landships:stack", "legal", STACKS, "shift the units on it into the hex", about=HEXSIDES)
def within_the_limit(dice: random.Random, level: int) -> Task:
    """Ask whether stacking is within the limit, with units on one hexside, then on two. The limit
    is given or left out.
    """
    side = dice.choice(SIDES)
    hexagon = dice.choice(side.hexes)
    limit = dice.choice((*_LIMITS, None)) if level > 1 else dice.choice((*_LIMITS, *_LIMITS, None))
    units: dict[Place, int] = {hexagon: dice.randint(1, 3), side: dice.randint(1, 3)}
    if level > 1:
        units[dice.choice([s for s in hexagon.sides() if s != side])] = dice.randint(1, 3)
    answer = ground.check_stacking(units, hexagon, limit)
    stand = listed(f"{n} {at(place)}" for place, n in units.items())
    says = "Nobody has said how many may stand in a hex."
    if limit is not None:
        says = f"You say that {limit} may stand in a hex."
    note = f" {as_read('landships', ground.HEXSIDE_STACKING)}" if level > 1 else ""
    right = NOT_PRINTED if isinstance(answer.value, Gap) else reply_of(answer.value)
    code = GRID.code(hexagon)
    words = " ".join(f"{GRID.code(place)}={n}" for place, n in units.items())
    bound = "" if limit is None else f" limit {limit}"
    return Task(
        f"Units stand so: {stand}. {says} Is {code} with its hexsides within the limit?{note}",
        f"landships:hexsides {code} ask stack units {words}{bound}",
        one_of(right, ("yes", "no", NOT_PRINTED), _misstacked(units, hexagon, limit)),
        f"{capitalized(right)}. {answer.headline}",
    )


def _misstacked(units: dict[Place, int], hexagon: Hex, limit: int | None) -> Wrong:
    """Yield the reply that each mistake about stacking leads to."""
    if limit is None:
        return
    yield reply_of(units[hexagon] <= limit), "you left out the units on the hexside"
    if len(units) > 2:
        yield reply_of(sum(units.values()) <= limit), "you counted two hexsides together"


KINDS = (what_is_left, may_drift, counts_as, within_the_limit)
