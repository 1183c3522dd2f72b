"""Answers to questions about sight over a table, in decimals and with separate geometry: edges are
clipped, convex shapes are kept apart by projecting them on lines.

Every pair of bases and edges is tried.
"""

import math
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

from landships_lab.games.one_hour.data.table_tops import set_ups, tables
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.practice import Task
from tests.games.one_hour.rules.test_fire import restated
from tests.practice.referees import after, judges, words, yes

Point = tuple[float, float]
Ring = list[Point]
TINY = 1e-7
HIDING = ("woods", "town", "field")


class Unit:
    """The position of a Unit: its three bases as rings, the Unique one first."""

    def __init__(
        self, kind: str, side: str, x: float, y: float, facing: float, marks: set[str]
    ) -> None:
        self.kind, self.side, self.marks = kind, side, marks
        width, depth, gap = (float(inches) for inches in tables().bases[kind].inches())
        ahead = math.sin(math.radians(facing)), -math.cos(math.radians(facing))
        right = -ahead[1], ahead[0]

        def at(across: float, forward: float) -> Point:
            return (
                x + right[0] * across + ahead[0] * forward,
                y + right[1] * across + ahead[1] * forward,
            )

        def ring(centre: float, half: float) -> Ring:
            return [
                at(centre + s * half, t * depth / 2)
                for s, t in ((-1, 1), (1, 1), (1, -1), (-1, -1))
            ]

        self.bases = [ring(n * (width + gap), width / 2) for n in (0, -1, 1)]
        self.ground = ring(0, width * 1.5 + gap)


@cache
def laid(key: str) -> tuple[list[tuple[str, Ring]], dict[str, Unit]]:
    """The areas of a set-up by kind, and its Units."""
    found = set_ups()[key]
    areas = [
        (area.kind, [point(word) for word in area.corners.split()]) for area in found.areas.values()
    ]
    units = {}
    for name, unit in found.units.items():
        marks = {word for word, on in (("dug-in", unit.dug_in), ("ready", unit.ready)) if on}
        units[name] = Unit(unit.type, unit.side, *point(unit.at), unit.facing, marks)
    return areas, units


def point(text: str) -> Point:
    x, y = (
        (float(a) / float(b or 1)) for a, _, b in (word.partition("/") for word in text.split(","))
    )
    return x, y


def apart(one: Ring, other: Ring) -> bool:
    """Return whether a line separates these convex shapes, or they at most touch.

    Normals of all pairs of points of each are tried.
    """
    for shape in (one, other):
        for (ax, ay), (bx, by) in combinations(shape, 2):
            nx, ny = by - ay, ax - bx
            length = math.hypot(nx, ny)
            if length < TINY:
                continue
            first, second = [x * nx + y * ny for x, y in one], [x * nx + y * ny for x, y in other]
            between = max(min(first) - max(second), min(second) - max(first))
            if between >= -TINY * length:
                return True
    return False


def far_off(one: Ring, other: Ring) -> bool:
    """Return whether their bounding boxes are apart."""
    for n in (0, 1):
        ours, theirs = [p[n] for p in one], [p[n] for p in other]
        if max(ours) <= min(theirs) or max(theirs) <= min(ours):
            return True
    return False


def turned(ring: Ring) -> float:
    """Twice the area, positive for a ring that turns one way."""
    return sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True)
    )


def clipped(edge: Ring, ring: Ring) -> tuple[list[Ring], bool]:
    """Return the parts of an edge outside a convex ring, and whether any part lies inside."""
    (ax, ay), (bx, by) = edge
    way = 1 if turned(ring) > 0 else -1
    enters, leaves = 0.0, 1.0
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        start = way * ((qx - px) * (ay - py) - (qy - py) * (ax - px))
        end = way * ((qx - px) * (by - py) - (qy - py) * (bx - px))
        if start < TINY and end < TINY:
            return [edge], False
        if start < 0:
            enters = max(enters, start / (start - end))
        elif end < 0:
            leaves = min(leaves, start / (start - end))
    if leaves - enters < TINY:
        return [edge], False

    def along(share: float) -> Point:
        return ax + (bx - ax) * share, ay + (by - ay) * share

    outside = [[edge[0], along(enters)]] if enters > TINY else []
    return outside + ([[along(leaves), edge[1]]] if leaves < 1 - TINY else []), True


def gap(one: Ring, other: Ring) -> float:
    """Return the distance between two shapes that do not overlap."""
    edges = [
        (p, list(pair))
        for a, b in ((one, other), (other, one))
        for p in a
        for pair in zip(b, b[1:] + b[:1], strict=True)
    ]
    return min(from_edge(p, edge) for p, edge in edges)


def from_edge(p: Point, edge: Ring) -> float:
    (ax, ay), (bx, by) = edge
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = (p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)
    share = min(1.0, max(0.0, along / (length or 1.0)))
    return math.hypot(p[0] - ax - (bx - ax) * share, p[1] - ay - (by - ay) * share)


def inside(p: Point, ring: Ring) -> bool:
    way = 1 if turned(ring) > 0 else -1
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return all(
        way * ((qx - px) * (p[1] - py) - (qy - py) * (p[0] - px)) >= -TINY
        for (px, py), (qx, qy) in pairs
    )


def cut(
    start: Ring, end: Ring, areas: list[tuple[str, Ring]], friends: list[Ring], roads: list[Ring]
) -> bool:
    band = [*start, *end]
    if any(not far_off(band, friend) and not apart(band, friend) for friend in friends):
        return True
    on_road = any(all(inside(p, road) for p in band) for road in roads)
    for kind, ring in areas:
        if (on_road and kind in HIDING) or far_off(band, ring) or apart(band, ring):
            continue
        (out_start, starts_in), (out_end, ends_in) = clipped(start, ring), clipped(end, ring)
        if any(not apart([*a, *b], ring) for a, b in product(out_start, out_end)):
            return True
        if kind in HIDING and (starts_in or ends_in) and gap(start, end) > 4 + TINY:
            return True
    return False


def concealed(unit: Unit, areas: list[tuple[str, Ring]]) -> bool:
    return holds(areas, unit, "woods") or holds(areas, unit, "town") or "dug-in" in unit.marks


def state_of(question: Task) -> tuple[list[tuple[str, Ring]], dict[str, Unit], str]:
    """Return the areas and Units of a question, and the name of the one that has been put down."""
    found = words(question)
    name, at, facing, *marks = found[found.index("units") + 1].split("@")
    areas, units = laid(found[1])
    old = units[name]
    one = Unit(old.kind, old.side, *point(at), float(facing), set(marks))
    return areas, {**units, name: one}, name


@judges("one_hour:sight")
def sight(question: Task) -> str:
    areas, units, name = state_of(question)
    one, other = units[name], units[after(question, "to")]
    if "concealed-sight=always-limit" in words(question) and concealed(other, areas):
        # Ready or not, it is seen at 12 inches at most.
        other = marked(other, other.marks | {"ready"})
        units = {**units, after(question, "to"): other}
    return yes(looks(areas, units, one, other))


def marked(unit: Unit, marks: set[str]) -> Unit:
    """Return the same Unit with these marks."""
    other = object.__new__(Unit)
    other.__dict__.update(unit.__dict__, marks=marks)
    return other


def enemies(units: dict[str, Unit], name: str) -> list[str]:
    return [key for key, unit in units.items() if unit.side != units[name].side]


@judges("one_hour:seen")
def seen(question: Task) -> str:
    areas, units, name = state_of(question)
    shown = [key for key in enemies(units, name) if looks(areas, units, units[name], units[key])]
    if "cannot see" in question.text:
        shown = [key for key in enemies(units, name) if key not in shown]
    assert set(shown) == {question.key.right, *question.key.also}
    return question.right


def behind(unit: Unit, other: Unit) -> bool:
    """Return whether the nearest point of another's Unique base lies behind the front edge."""
    (bx, by), (cx, cy) = unit.bases[0][1:3]
    back = cx - bx, cy - by
    depth = [(p[0] - bx) * back[0] + (p[1] - by) * back[1] for p in nearest(unit, other)]
    return all(d > 1e-9 for d in depth)


def nearest(unit: Unit, other: Unit) -> list[Point]:
    """Return the points round the other's Unique base that are nearest to this one's."""
    ring = other.bases[0]
    points = [
        (a[0] + (b[0] - a[0]) * n / 96, a[1] + (b[1] - a[1]) * n / 96)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
        for n in range(97)
    ]
    for corner in unit.bases[0]:  # where ties begin and end
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            along = ((corner[0] - ax) * (bx - ax) + (corner[1] - ay) * (by - ay)) / (
                (bx - ax) ** 2 + (by - ay) ** 2
            )
            share = min(1.0, max(0.0, along))
            points.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    far = [gap([p], unit.bases[0]) for p in points]
    return [p for p, d in zip(points, far, strict=True) if d <= min(far) + 1e-6]


def fires_through(unit: Unit) -> bool:
    return unit.kind == "tank" or "dug-in" in unit.marks


def undug(units: dict[str, Unit], one: Unit) -> dict[str, Unit]:
    """Return the Units with friends that block fire though they are dug in."""
    friends = [key for key, unit in units.items() if unit.side == one.side and unit is not one]
    return {**units, **{key: marked(units[key], units[key].marks - {"dug-in"}) for key in friends}}


def holds(areas: list[tuple[str, Ring]], unit: Unit, wanted: str) -> bool:
    return any(
        kind == wanted and sum(all(inside(p, ring) for p in base) for base in unit.bases) >= 2
        for kind, ring in areas
    )


def hits_of(unit: Unit) -> int:
    return next((int(m.removeprefix("hits-")) for m in unit.marks if m.startswith("hits-")), 0)


def shot_on(
    areas: list[tuple[str, Ring]], units: dict[str, Unit], name: str, mark: str
) -> Shot | None:
    """Return the shot of one Unit at another as they stand; None where no sight or a friend
    forbids it.
    """
    one, other = units[name], units[mark]
    shown = units if fires_through(one) else undug(units, one)
    if not looks(areas, shown, one, other):
        return None
    cover = {kind for kind in ("woods", "town") if holds(areas, other, kind)}
    return Shot(
        one.kind,
        other.kind,
        Fraction(math.ceil(16 * gap(one.bases[0], other.bases[0]) - 1e-6), 16),
        hits_of(one),
        out_of_rear=behind(one, other),
        into_rear=behind(other, one),
        cover=frozenset(cover | ({"dug-in"} & other.marks)),
        on_hill=holds(areas, other, "hill"),
        target_ready="ready" in other.marks,
        firer_ready="ready" in one.marks,
    )


@judges("one_hour:best")
def best(question: Task) -> str:
    """Line 200: the best modifier, then the least penalised shot, then the closest; Tanks take
    armour first by the reading.
    """
    areas, units, name = state_of(question)
    armour_first = "target-priority=modifiers" not in words(question)
    found = []
    for key in enemies(units, name):
        shot = shot_on(areas, units, name, key)
        if shot is None or not any(restated(shot, die) for die in (5, 6, 40)):
            continue
        # A huge die shows the factor; what it lacks of that, the modifier.
        many = restated(shot, 4000) - restated(shot, 2000)
        rolls = range(4000, 4004)
        added = next(
            n
            for n in range(-9, 9)
            if all(restated(shot, roll) == (roll + n) * many // 2000 for roll in rolls)
        )
        soft = armour_first and shot.firer == "tank" and shot.target not in ("tank", "atg")
        found.append((soft, -added, -many, shot.range_inches, key))
    return min(found, key=lambda rank: rank[:4])[4]


@judges("one_hour:stop")
def stop(question: Task) -> str:
    areas, units, name = state_of(question)
    one, old = units[name], laid(words(question)[1])[1][name]
    far = float(after(question, "moves"))
    middles = [
        [(sum(p[0] for p in base) / 4, sum(p[1] for p in base) / 4) for base in unit.bases]
        for unit in (old, one)
    ]
    if any(math.dist(a, b) > far + TINY for a, b in zip(*middles, strict=True)):
        return "no"
    foes = [base for key in enemies(units, name) for base in units[key].bases]
    near = any(gap(a, b) <= 2 + TINY for a in old.bases for b in foes)
    if near and one.kind in ("mortar", "atg"):
        return "no"
    others = [unit for key, unit in units.items() if key != name]
    for other in others:
        grounds = [other.ground] if other.side == one.side else other.bases
        if any(not apart(base, ground) for base in one.bases for ground in grounds):
            return "no"
    return ground_under(areas, one)


def ground_under(areas: list[tuple[str, Ring]], one: Unit) -> str:
    """Return whether the ground lets it stand there; how deep into woods guns may is not said."""
    barred = {"marsh", "lake", "river"} | (set() if one.kind == "infantry" else {"woods", "town"})
    silent = False
    for kind, ring in areas:
        if kind not in barred or all(apart(base, ring) for base in one.bases):
            continue
        if not (kind == "woods" and one.kind == "atg"):
            roads = [road for name, road in areas if name == "road"]
            if any(all(inside(p, road) for base in one.bases for p in base) for road in roads):
                continue
            return "no"
        silent |= any(all(inside(p, ring) for p in base) for base in one.bases)
    return "the rules do not say" if silent else "yes"


def looks(areas: list[tuple[str, Ring]], units: dict[str, Unit], one: Unit, other: Unit) -> bool:
    """Return whether one of these Units sees the other."""
    far = gap(one.bases[0], other.bases[0]) > 12 + TINY
    if far and "ready" in other.marks and concealed(other, areas):
        return False
    others = [unit for unit in units.values() if unit is not one and unit.side == one.side]
    friends = [unit.ground for unit in others if "dug-in" not in unit.marks]
    whole = [*one.ground, *other.ground]
    hiding = [(kind, ring) for kind, ring in areas if kind in (*HIDING, "hill")]
    near = [(kind, ring) for kind, ring in hiding if not far_off(whole, ring)]
    roads = [ring for kind, ring in areas if kind == "road"]
    held = [ground for ground in friends if not far_off(whole, ground)]
    good = {
        (n, m)
        for (n, a), (m, b) in product(enumerate(one.bases), enumerate(other.bases))
        if any(
            not in_line(s, e) and not cut(s, e, near, held, roads)
            for s, e in product(edges(a), edges(b))
        )
    }
    pairs = (
        ((n, m), (p, k)) for n, p in combinations(range(3), 2) for m, k in permutations(range(3), 2)
    )
    return any(first in good and second in good for first, second in pairs)


def in_line(one: Ring, other: Ring) -> bool:
    """Return whether two edges lie on one straight line: then there is no band between them, but a
    single line.
    """
    (ax, ay), (bx, by) = one
    return all(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < TINY for x, y in other)


def edges(ring: Ring) -> list[Ring]:
    return [list(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)]
