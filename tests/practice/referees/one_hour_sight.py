"""Answers to questions about sight over a table, in decimals and with separate geometry: edges are
clipped, convex shapes are kept apart by projecting them on lines.

Every pair of bases and edges is tried.
"""

import math
from functools import cache
from itertools import combinations, permutations, product

from landships_lab.games.one_hour.data.table_tops import set_ups, tables
from landships_lab.practice import Question
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
            if (
                max(first) <= min(second) + TINY * length
                or max(second) <= min(first) + TINY * length
            ):
                return True
    return False


def far_off(one: Ring, other: Ring) -> bool:
    """Return whether their bounding boxes are apart."""
    return any(
        max(p[n] for p in one) <= min(p[n] for p in other)
        or max(p[n] for p in other) <= min(p[n] for p in one)
        for n in (0, 1)
    )


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
    share = (
        0.0
        if length == 0
        else min(1.0, max(0.0, ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length))
    )
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
    covered = any(
        kind in ("woods", "town")
        and sum(all(inside(p, ring) for p in base) for base in unit.bases) >= 2
        for kind, ring in areas
    )
    return covered or "dug-in" in unit.marks


@judges("one_hour:sight")
def sight(question: Question) -> str:
    name, at, facing, *marks = words(question)[-1].split("@")
    areas, units = laid(words(question)[1])
    other = units[after(question, "to")]
    old = units[name]
    one = Unit(old.kind, old.side, *point(at), float(facing), set(marks))
    if (
        concealed(other, areas)
        and "ready" in other.marks
        and gap(one.bases[0], other.bases[0]) > 12 + TINY
    ):
        return "no"
    friends = [
        unit.ground
        for key, unit in units.items()
        if key != name and unit.side == one.side and "dug-in" not in unit.marks
    ]
    whole = [*one.ground, *other.ground]
    near = [
        (kind, ring)
        for kind, ring in areas
        if kind in (*HIDING, "hill") and not far_off(whole, ring)
    ]
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
    return yes(any(first in good and second in good for first, second in pairs))


def in_line(one: Ring, other: Ring) -> bool:
    """Return whether two edges lie on one straight line: then there is no band between them, but a
    single line.
    """
    (ax, ay), (bx, by) = one
    return all(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < TINY for x, y in other)


def edges(ring: Ring) -> list[Ring]:
    return [list(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)]
