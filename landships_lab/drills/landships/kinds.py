"""Questions made up on the spot about positions, ranges, moves, terrain and the Brickyard: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import DIRECTIONS, HEADINGS, Heading, Hex, Place, Side, half_hexes
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import sample_turning, sample_values
from landships_lab.drills.kinds import Kind, as_read, whole_number, yes_or_no
from landships_lab.drills.landships.fire import FIRE
from landships_lab.drills.marking import Question
from landships_lab.rules.landships import combat_terrain, legal_headings, range_hexes, reachable
from landships_lab.rules.landships.brickyard import SCENARIO
from landships_lab.rules.landships.ground import moving_terrain, mps
from landships_lab.rules.landships.march import March
from landships_lab.rules.landships.ranges import READING as RANGE_READING

GRID = Grid(columns=20, rows=14)
_MIDDLE = GRID.hex(6, 6)  # in the middle of what the panels of ranges and positions show at first
_NEAR = tuple(p for p in sorted(GRID.places) if range_hexes(p, _MIDDLE) <= 3)
_HEXES: tuple[Hex, ...] = tuple(p for p in _NEAR if isinstance(p, Hex))
_SIDES: tuple[Side, ...] = tuple(p for p in _NEAR if isinstance(p, Side))
_WORDS = {1: "Platoon", 2: "immobile Weapons Unit", 3: "Vehicle"}


def _one_of(dice: random.Random, places: Sequence[Place]) -> Place:
    return dice.choice(places)


# -- positions -----------------------------------------------------------------------------------------------------------------


def _position(dice: random.Random, level: int) -> Question:
    """A unit of any class, half the time standing as it may; hexsides and near misses come with the levels."""
    unit_class = dice.choice((1, 1, 3) if level == 1 else (1, 2, 3, 3))
    on_side = dice.random() < 1 / 2 if unit_class == 3 else dice.randint(1, 4) < level
    place = _one_of(dice, _SIDES if on_side else _HEXES)
    legal = legal_headings(unit_class, place)
    if legal and dice.random() < 1 / 2:
        heading = dice.choice(legal)
    elif level > 1 and legal:  # a near miss: one point beside a legal heading, or square to it
        heading = dice.choice(legal).turn(dice.choice((-1, 1, 3)))
    else:
        heading = dice.choice(HEADINGS)
    number = dice.randint(1, 8)
    code = GRID.code(place)
    state = f"landships:positions #{number} vehicles {number}@{code}@{heading}@{unit_class}"
    text = f"Unit #{number} is {'an' if unit_class == 2 else 'a'} {_WORDS[unit_class]}, of class {unit_class}. May it stand "
    text += f"{'on hexside' if isinstance(place, Side) else 'in'} {code} facing {heading}?"
    return Question(text, state, yes_or_no(heading in legal, _misplaced(unit_class, place, heading)))


def _misplaced(unit_class: int, place: Place, heading: Heading) -> Iterator[tuple[bool, str]]:
    """What does each mistake about positions make of this one?"""
    if isinstance(place, Hex):
        if unit_class == 1:
            seen, taken = ("hexside", "hexjuncture") if heading.faces_hexside else ("hexjuncture", "hexside")
            yield not heading.faces_hexside, f"you took a {seen} for a {taken}"
        else:
            yield heading.faces_hexside, "you held it to the rule for Platoons, which face hexsides only"
    elif unit_class == 3:
        yield heading in (place.across, place.across.turn(6)), "you turned it across the hexside, where it must lie along it"
        yield True, "you let it face on a hexside as it may in a hex"
        yield False, "you kept a Vehicle off the hexside, where it may stand"
    else:
        yield True, "you let it stand on a hexside, where only Vehicles may"


# -- range ---------------------------------------------------------------------------------------------------------------------


def _range(dice: random.Random, level: int) -> Question:
    """Two places, at first hexes, then one on a hexside, then both, with a half hex left over where there can be one."""
    while True:
        start = _one_of(dice, _HEXES if level == 1 else _SIDES)
        end = _one_of(dice, _HEXES if level == 1 or (level == 2 and dice.random() < 2 / 3) else _SIDES)
        odd = half_hexes(start, end) % 2 == 1 and level == 3
        if start != end and range_hexes(start, end) <= 6 and (level < 3 or odd or dice.random() < 1 / 3):
            break
    a, b = GRID.code(start), GRID.code(end)
    text = f"How many hexes is it from {a} to {b}?" + (f" {as_read('landships', RANGE_READING)}" if odd else "")
    return Question(text, f"landships:range from {a} to {b}", whole_number(range_hexes(start, end), _miscounted(start, end)))


def _miscounted(a: Place, b: Place) -> Iterator[tuple[int, str]]:
    """What does each mistake of counting make of the range?"""
    right = range_hexes(a, b)
    ends = [(p,) if isinstance(p, Hex) else p.hexes for p in (a, b)]
    far = max(half_hexes(p, q) for p in ends[0] for q in ends[1]) // 2
    if isinstance(a, Side) or isinstance(b, Side):
        yield far, "you measured to the far hex of the hexside"
    if isinstance(a, Side) and isinstance(b, Side):
        yield -(-half_hexes(a, b) // 2), "you rounded a half hex up"
    yield right + 1, "you counted the hex you stand in"
    yield right - 1, "you left out the last hex"
    (one, top), (other, foot) = (GRID.column_row(hexes[0]) for hexes in ends)
    yield max(abs(one - other), abs(top - foot)), "you counted columns or rows, and not hexes"
    yield abs(one - other) + abs(top - foot), "you counted columns and rows one after the other"


# -- moves ---------------------------------------------------------------------------------------------------------------------

_CLEAR_MP, _TURN_MP = sample_values().kind("clear").cost, sample_turning()["vehicle"]


def _move(dice: random.Random, level: int) -> Question:
    """A way over open ground: straight ahead, with a turn, then onto hexsides."""
    mp = dice.randint(6, 10)
    start = dice.choice(_HEXES)
    heading = dice.choice([h for h in HEADINGS if h.faces_hexside or level > 1])
    left = reachable(March(GRID, mp=mp), start, heading).mp_left
    unturned = reachable(March(GRID, mp=mp, turn_mp=0), start, heading).mp_left
    ends: list[Place] = [p for p in (_HEXES if level < 3 else _NEAR) if p != start and range_hexes(start, p) <= 1 + level and p in left]
    turned = [p for p in ends if left[p] != unturned[p]]
    end = dice.choice(turned if turned and dice.random() < 3 / 4 else ends)
    a, b = GRID.code(start), GRID.code(end)
    text = (
        f"A Vehicle in {a} faces {heading} and has {mp} MPs. Each step on clear ground costs {_CLEAR_MP} MPs, each turn of 30° "
        f"{_TURN_MP}. How many MPs has it left when it comes to {b} by its cheapest way?"
    )
    wrong = (
        (unturned[end], "you forgot what turning costs"),
        (mp - left[end], "you told what the way costs, not what is left"),
        (mp - _CLEAR_MP * range_hexes(start, end), "you paid for the hexes of the range, but not for its turns and half steps"),
        (left[end] - _CLEAR_MP, "you paid for the place it stands in"),
    )
    return Question(text, f"landships:move {a} {heading} mp {mp} to {b}", whole_number(left[end], wrong))


# -- terrain -------------------------------------------------------------------------------------------------------------------

_KINDS = tuple(kind for kind in sample_values().kinds if not kind.closed)


def _hexside(dice: random.Random, level: int) -> Question:
    """A hexside between two kinds of terrain: what it costs, or what it counts as in combat."""
    side = dice.choice(_SIDES)
    one, other = dice.sample(_KINDS, 2)
    terrain = TerrainMap()
    for hexagon, kind in zip(side.hexes, (one, other), strict=True):
        terrain = terrain if kind.id == "clear" else terrain.paint(hexagon, kind.id)
    code, painted = GRID.code(side), [(k.id, GRID.code(h)) for h, k in zip(side.hexes, (one, other), strict=True) if k.id != "clear"]
    ground = " ".join(sorted(f"{kind}={hexagon}" for kind, hexagon in painted))
    between = f"Hexside {code} lies between {one.name} and {other.name}."
    if dice.random() < 1 / 2 and (one.cost != other.cost or level > 1):
        return _to_enter(side, terrain, between, f"landships:hexsides {code} ask move terrain {ground}")
    text = f"{between} The benefit in combat is {one.benefit} in {one.name} and {other.benefit} in {other.name}. "
    text += "How great is the benefit of a Vehicle on the hexside?"
    right = sample_values().kind(combat_terrain(terrain, side).value).benefit
    wrong = (
        (max(one.benefit, other.benefit), "you took the better of its two hexes"),
        (one.benefit + other.benefit, "you added the benefits of both hexes"),
    )
    return Question(text, f"landships:hexsides {code} ask combat terrain {ground}", whole_number(right, wrong))


def _to_enter(side: Side, terrain: TerrainMap, between: str, state: str) -> Question:
    one, other = (sample_values().kind(terrain.of(hexagon)) for hexagon in side.hexes)
    text = f"{between} To enter {one.name} costs {mps(one.cost)}, {other.name} {other.cost}. How many MPs does it cost a Vehicle "
    counted = moving_terrain(terrain, side, sample_values())
    assert counted is not None  # no terrain of these questions is closed
    wrong = (
        (max(one.cost, other.cost), "you took the dearer of its two hexes"),
        (one.cost + other.cost, "you paid for both hexes"),
        ((one.cost + other.cost) // 2, "you took the mean of both hexes"),
    )
    return Question(f"{text}to move onto the hexside?", state, whole_number(counted.cost, wrong))


# -- the Brickyard -------------------------------------------------------------------------------------------------------------

#: Counters that have hexes of their own, and no namesake with others; the hex of the AA gun is a reading and is left out.
_FORCES = ("brit-infantry-4", "brit-infantry-3", "ger-88mm", "ger-a7v")


def _set_up(dice: random.Random, level: int) -> Question:
    """A counter of the scenario in one of its hexes, beside them, or where another tank has come in already."""
    force = SCENARIO.forces[dice.choice(_FORCES)]
    own, wanted = force.at, dice.random() < 1 / 2
    others = sorted({h for key in _FORCES for h in SCENARIO.forces[key].at} - set(own))
    beside = sorted({h for at in own for d in DIRECTIONS if (h := at.neighbour(d)) in SCENARIO.grid} - set(own))
    place = dice.choice(own if wanted else others if level == 1 or dice.random() < 1 / 3 else beside)
    taken = force.one_a_hex and wanted and level > 1 and dice.random() < 1 / 2
    code, heading = SCENARIO.grid.code(place), "N" if force.side == "German" else "S"
    standing = [f"{force.id}-{n}@{code if n == 1 or (taken and n == 2) else '-'}@{heading}" for n in range(1, force.count + 1)]
    does = f"comes in on turn {force.turn}" if force.turn else "is set up"
    there = " One has come in there already." if taken else ""
    text = f"Scenario 19.26: {_a(force.name)} of the {force.side} side {does}.{there} May it be placed in {code}?"
    state = f"landships:brickyard {force.id}-1 turn {max(1, force.turn)} ask set-up at {' '.join(standing)}"
    return Question(text, state, yes_or_no(wanted and not taken, _misset(wanted, taken, place in others, place in beside)))


def _misset(own: bool, taken: bool, others: bool, beside: bool) -> Iterator[tuple[bool, str]]:
    """Which mistakes can be made about a hex of its own, of another counter or beside its own, and which reply do they lead to?"""
    if taken:
        yield True, "you forgot that no more than one comes in at a hex"
    elif own:
        yield False, "you took its own hex for another counter's"
    if others:
        yield True, "you took the hex of another counter for its own"
    if beside:
        yield True, "you let it stand in a hex beside its own"


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aei8A" else f"a {name}"


KINDS = (
    Kind("landships:positions", "legal", _position),
    Kind("landships:range", "range", _range),
    *FIRE,
    Kind("landships:move", "ground", _move),
    Kind("landships:hexsides", "ground", _hexside),
    Kind("landships:brickyard", "legal", _set_up, level=2),
)
