"""The plane in exact numbers: points and vectors, convex rings, intersections, and distances.

x grows east and y south. Every coordinate is a whole number or a Fraction, of inches or of any
smaller unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Number = int | Fraction


class Spot(NamedTuple):
    """A point of the table, or a vector between two: inches east and south, or the same in a
    smaller unit (`in_grains`).
    """

    x: Number
    y: Number


Segment = tuple[Spot, Spot]
Ring = tuple[Spot, ...]


def spot(x: int | str | Fraction, y: int | str | Fraction) -> Spot:
    """Return the point with these coordinates: whole numbers, Fractions or texts such as "7/2" and
    "3.5".

    Raises `ValueError` for a text that is no number, and `ZeroDivisionError` for one such as "1/0".

    >>> spot("7/2", 3)
    Spot(x=Fraction(7, 2), y=Fraction(3, 1))
    """
    return Spot(Fraction(x), Fraction(y))


def shift(point: Spot, along: Spot, far: Number = 1) -> Spot:
    """Return the point reached from this one by ``far`` times the vector ``along``."""
    return Spot(point.x + far * along.x, point.y + far * along.y)


def vector(a: Spot, b: Spot) -> Spot:
    """Return the vector from a to b."""
    return Spot(b.x - a.x, b.y - a.y)


def cross(u: Spot, v: Spot) -> Number:
    """Return the cross product: positive if v lies clockwise of u, negative if anticlockwise, zero
    if they lie on one line.
    """
    return u.x * v.y - u.y * v.x


def dot(u: Spot, v: Spot) -> Number:
    """Return the dot product: positive if v points ahead along u, zero at a right angle, negative
    behind.
    """
    return u.x * v.x + u.y * v.y


# -- rings ----------------------------------------------------------------------------------------


def hull(points: Iterable[Spot]) -> Ring:
    """Return the convex hull of these points, clockwise on the table; only the two ends, or a
    single point, if they lie on one line.

    >>> len(hull([spot(0, 0), spot(2, 0), spot(1, 1), spot(2, 2), spot(0, 2)]))
    4
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _half_hull(ordered), _half_hull(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _half_hull(points: Sequence[Spot]) -> list[Spot]:
    kept: list[Spot] = []
    for point in points:
        x, y = point
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            # the cross product written out: hulls are made by the thousand
            if (bx - ax) * (y - by) > (by - ay) * (x - bx):
                break
            kept.pop()
        kept.append(point)
    return kept


def is_convex(ring: Ring) -> bool:
    """Return whether a ring of three points or more, in either direction, is convex with a true
    corner at every point.
    """
    around = len(ring)
    turns = [
        cross(vector(ring[n - 1], ring[n]), vector(ring[n], ring[(n + 1) % around]))
        for n in range(around)
    ]
    one_way = all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)
    return around > 2 and one_way and len(hull(ring)) == around


def inside(point: Spot, ring: Ring) -> bool:
    """Return whether the point lies in the convex ring or on its edge."""
    (point,), ring = _whole((point,), ring)
    for axis in (0, 1):  # most points are not even in the box round it
        along = [p[axis] for p in ring]
        if not min(along) <= point[axis] <= max(along):
            return False
    turns = [
        cross(vector(ring[n - 1], ring[n]), vector(ring[n - 1], point)) for n in range(len(ring))
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def meet(shape: Ring, ground: Ring) -> bool:
    """Return whether a convex shape, which may be a segment, reaches into the interior of the
    convex ground.

    Touching a corner or running along an edge does not count. The two are apart exactly when a line
    along an edge of one of them separates them.
    """
    shape, ground = _whole(shape, ground)
    return not (
        _boxes_apart(shape, ground)
        or _edge_parts(ground, shape)
        or (len(shape) > 1 and _edge_parts(shape, ground))
    )


def _edge_parts(ring: Ring, other: Ring) -> bool:
    """Return whether the other shape lies on the outer side of an edge of this ring; for a segment,
    on either side of it.
    """
    turn = sum(ring[n - 1].x * ring[n].y - ring[n - 1].y * ring[n].x for n in range(len(ring)))
    for n in range(len(ring)):
        (ax, ay), (bx, by) = ring[n - 1], ring[n]
        east, south = bx - ax, by - ay
        sides = [east * (y - ay) - south * (x - ax) for x, y in other]
        if (turn >= 0 and max(sides) <= 0) or (turn <= 0 and min(sides) >= 0):
            return True
    return False


def square_between_boxes(one: Ring, other: Ring) -> Number:
    """Return the square of the distance between the boxes round two rings, which is at most that
    between the rings themselves and takes no search of their edges.

    >>> square_between_boxes((spot(0, 0), spot(2, 1)), (spot(5, 5), spot(6, 6)))
    Fraction(25, 1)
    """
    square: Number = 0
    for axis in (0, 1):
        first, second = [p[axis] for p in one], [p[axis] for p in other]
        gap = max(min(second) - max(first), min(first) - max(second), 0)
        square += gap * gap
    return square


def _boxes_apart(one: Ring, other: Ring) -> bool:
    for axis in (0, 1):
        first, second = [p[axis] for p in one], [p[axis] for p in other]
        if max(first) <= min(second) or max(second) <= min(first):
            return True
    return False


@lru_cache(maxsize=4096)
def split(edge: Segment, ground: Ring) -> tuple[tuple[Segment, ...], bool]:
    """Return the parts of the edge outside the convex ground, and whether any of it lies in the
    interior.

    Parts of no length are left out: an end that only touches the border from within counts as
    inside.
    """
    a, b = edge
    along = vector(a, b)
    enter: Number = 0
    leave: Number = 1
    clockwise = sum(cross(ground[n - 1], ground[n]) for n in range(len(ground))) > 0
    for n in range(len(ground)):
        side = vector(ground[n - 1], ground[n])
        depth, change = cross(side, vector(ground[n - 1], a)), cross(side, along)
        if not clockwise:
            depth, change = -depth, -change
        if change == 0:
            if depth <= 0:
                return (edge,), False
        elif change > 0:
            enter = max(enter, -depth * Fraction(change.denominator, change.numerator))
        else:
            leave = min(leave, -depth * Fraction(change.denominator, change.numerator))
    if enter >= leave:
        return (edge,), False
    before = ((a, shift(a, along, enter)),) if enter > 0 else ()
    after = ((shift(a, along, leave), b),) if leave < 1 else ()
    return before + after, True


def grain(points: Iterable[Spot]) -> int:
    """Return the smallest number of equal parts of an inch in which all these points have whole
    coordinates.

    Tests of position do not depend on the unit, and whole numbers are twenty times as fast as
    fractions.

    >>> grain([spot("1/2", 3), spot("2/3", 0)])
    6
    """
    return math.lcm(*(number.denominator for point in points for number in point))


def in_grains(ring: Iterable[Spot], parts: int) -> Ring:
    """Return these points in whole parts of an inch; ``parts`` comes from `grain`."""
    return tuple(
        Spot(x.numerator * (parts // x.denominator), y.numerator * (parts // y.denominator))
        for x, y in ring
    )


def _whole(*rings: Ring) -> tuple[Ring, ...]:
    """Return these rings in a unit in which all their coordinates are whole.

    Rings that begin with an `int` are returned as they are: nearly all of them are whole already,
    and no test of position depends on the unit.
    """
    if all(type(ring[0][0]) is int for ring in rings):
        return rings
    parts = grain(point for ring in rings for point in ring)
    return tuple(in_grains(ring, parts) for ring in rings)


# -- nearness -------------------------------------------------------------------------------------


def nearest_on(point: Spot, edge: Segment) -> Spot:
    """Return the point of the edge that is nearest to this one."""
    a, b = edge
    along = vector(a, b)
    length = dot(along, along)
    if not length:
        return a
    share = dot(vector(a, point), along) * Fraction(length.denominator, length.numerator)
    return a if share <= 0 else b if share >= 1 else shift(a, along, share)


def within(one: Segment, other: Segment, far: Number) -> bool:
    """Return whether two edges that do not cross are at most ``far`` apart, in the unit of the
    points.

    It does without the division that `square_between` needs.
    """
    return any(
        _near(point, edge, far * far)
        for edge, ends in ((one, other), (other, one))
        for point in ends
    )


def _near(point: Spot, edge: Segment, square: Number) -> bool:
    over, under = square_to(point, edge)
    return over <= square * under


def square_to(point: Spot, edge: Segment) -> tuple[Number, Number]:
    """Return the square of the distance from the point to the edge, as numerator and denominator.

    >>> (
    ...     square_to(spot(1, 3), (spot(0, 0), spot(4, 0))),
    ...     square_to(spot(-3, 4), (spot(0, 0), spot(4, 0))),
    ... )
    ((Fraction(144, 1), Fraction(16, 1)), (Fraction(25, 1), 1))
    """
    along, out = vector(*edge), vector(edge[0], point)
    share, length = dot(along, out), dot(along, along)
    if 0 < share < length:
        return cross(along, out) ** 2, length
    out = out if share <= 0 else vector(edge[1], point)
    return dot(out, out), 1
