r"""The table top in exact inches: bases, the directions they face, and the distances between them.

x grows east and y south from the north-west corner of the table; every coordinate is a Fraction of
an inch. A base is a rectangle round its centre, faced in degrees clockwise from north::

        front left ______ front right            facing 0: the front edge lies north
                  |  ^   |
                  |  .   |  depth                facing 90: it lies east
         back left|______|back right
                    width

Directions are steps of 15 degrees. A sine is seldom a fraction, so each direction is the unit
vector with a rational sine and cosine that comes nearest (within three minutes of arc): a base
keeps exactly its width, its depth and its right angles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from landships_lab.core.plane import (
    Number,
    Ring,
    Segment,
    Spot,
    dot,
    grain,
    hull,
    in_grains,
    meet,
    nearest_on,
    shift,
    spot,
    square_to,
    vector,
)

#: Modules that measure a table need its spots as well.
__all__ = [
    "Base",
    "Spot",
    "direction",
    "inches_up",
    "measure",
    "shift",
    "spot",
    "square_between",
    "vector",
]

#: Half-angle tangents close to those of 7.5, 15 and 22.5 degrees; tangents t give the rational sine
#: 2t : 1 + t^2.
_HALF_TANGENTS: Final = {
    0: Fraction(0),
    15: Fraction(5, 38),
    30: Fraction(15, 56),
    45: Fraction(29, 70),
}
STEP_DEGREES: Final = 15


@lru_cache(maxsize=24)
def direction(degrees: int) -> Spot:
    """Return the unit vector this many degrees clockwise of north.

    Raises `ValueError` unless it is a multiple of 15.

    >>> direction(90), dot(direction(30), direction(30)), dot(direction(30), direction(120))
    (Spot(x=Fraction(1, 1), y=Fraction(0, 1)), Fraction(1, 1), Fraction(0, 1))
    """
    if isinstance(degrees, bool) or not isinstance(degrees, int) or degrees % STEP_DEGREES:
        raise ValueError(f"A facing is a multiple of {STEP_DEGREES} degrees, not {degrees!r}.")
    quarters, rest = divmod(degrees % 360, 90)
    tangent = _HALF_TANGENTS[min(rest, 90 - rest)]
    sine, cosine = (
        2 * tangent * Fraction(1, 1 + tangent**2),
        (1 - tangent**2) * Fraction(1, 1 + tangent**2),
    )
    ahead = Spot(cosine, -sine) if rest > 45 else Spot(sine, -cosine)
    for _ in range(quarters):
        ahead = Spot(-ahead.y, ahead.x)
    return ahead


@dataclass(frozen=True)
class Base:
    """A rectangular base: its centre, its facing in degrees, its width across the facing and its
    depth along it, in inches.

    Raises `ValueError` unless the facing is a multiple of 15 and both sizes are above 0.
    """

    centre: Spot
    facing: int
    width: Fraction
    depth: Fraction

    def __post_init__(self) -> None:
        direction(self.facing)
        if not (self.width > 0 and self.depth > 0):
            raise ValueError(
                f"A base is more than 0 inches wide and deep, not {self.width} by {self.depth}."
            )
        object.__setattr__(self, "facing", self.facing % 360)

    def __hash__(self) -> int:
        return self._hash

    @cached_property  # a base is a key of many caches, and fractions take long to hash
    def _hash(self) -> int:
        return hash((self.centre, self.facing, self.width, self.depth))

    @property
    def corners(self) -> Ring:
        """The corners: front left, front right, back right, back left."""
        return _corners(self)

    @property
    def edges(self) -> tuple[Segment, ...]:
        """The edges: front, right, back, left."""
        ring = self.corners
        return tuple((ring[n], ring[(n + 1) % 4]) for n in range(4))

    def behind(self, point: Spot) -> bool:
        """Return whether the point lies behind the line along its front edge.

        A point on the line does not.
        """
        return dot(direction(self.facing), vector(self.corners[0], point)) < 0

    def moved(self, centre: Spot, facing: int | None = None) -> Base:
        """Return this base in another place, with another facing (degrees) if one is given.

        Raises `ValueError` unless the facing is a multiple of 15.
        """
        return Base(centre, self.facing if facing is None else facing, self.width, self.depth)


@lru_cache(maxsize=4096)
def _corners(base: Base) -> Ring:
    ahead = direction(base.facing)
    right = Spot(-ahead.y, ahead.x)
    half_depth, half_width = base.depth * Fraction(1, 2), base.width * Fraction(1, 2)
    corners = (
        (half_depth, -half_width),
        (half_depth, half_width),
        (-half_depth, half_width),
        (-half_depth, -half_width),
    )
    return tuple(
        shift(shift(base.centre, ahead, forward), right, sideways) for forward, sideways in corners
    )


# -- distances ------------------------------------------------------------------------------------


Edges = tuple[Segment, ...]


def measure(one: Base | Segment, other: Base | Segment) -> tuple[Number, tuple[Segment, ...]]:
    """Return the square of the distance between two bases or edges, in square inches, and the
    nearest points: several pairs if they tie.

    If the two overlap, the distance is zero and there are no points.
    """
    parts, first, second = _in_grains(one, other)
    if _overlap(first, second):
        return 0, ()
    least = _least_square(first, second)
    pairs = [
        (p, nearest_on(p, edge))
        for p, edge in _from_points(first, second)
        if Fraction(*square_to(p, edge)) == least
    ]
    pairs += [
        (nearest_on(p, edge), p)
        for p, edge in _from_points(second, first)
        if Fraction(*square_to(p, edge)) == least
    ]
    back = Fraction(1, parts)
    touching = (
        (Spot(a.x * back, a.y * back), Spot(b.x * back, b.y * back))
        for a, b in dict.fromkeys(pairs)
    )
    return least * back * back, tuple(touching)


def square_between(one: Base | Segment, other: Base | Segment) -> Number:
    """Return the square of their distance, in square inches: the first value of `measure`."""
    parts, first, second = _in_grains(one, other)
    return (
        0 if _overlap(first, second) else _least_square(first, second) * Fraction(1, parts * parts)
    )


def _in_grains(one: Base | Segment, other: Base | Segment) -> tuple[int, Edges, Edges]:
    """Return the grains in an inch and the edges of both in whole grains: ten times faster than
    fractions.
    """
    first, second = (what.edges if isinstance(what, Base) else (what,) for what in (one, other))
    parts = grain(point for edge in (*first, *second) for point in edge)
    ours, theirs = (
        tuple((a, b) for a, b in (in_grains(edge, parts) for edge in edges))
        for edges in (first, second)
    )
    return parts, ours, theirs


def _overlap(first: Edges, second: Edges) -> bool:
    ground = [hull(point for edge in edges for point in edge) for edges in (first, second)]
    return len(ground[1]) > 2 and meet(*ground)


def _from_points(points: Edges, edges: Edges) -> Iterator[tuple[Spot, Segment]]:
    """Return each end of the first edges, paired with each of the other edges."""
    ends = dict.fromkeys(point for edge in points for point in edge)
    return ((point, edge) for point in ends for edge in edges)


def _least_square(first: Edges, second: Edges) -> Fraction:
    """Return the square of the distance between two shapes that do not overlap: the least from an
    end of one to an edge of the other.
    """
    ends = (
        pair
        for ours, theirs in ((first, second), (second, first))
        for pair in _from_points(ours, theirs)
    )
    over, under = square_to(*next(ends))
    for point, edge in ends:
        more, less = square_to(point, edge)
        if more * under < over * less:  # compared without a division
            over, under = more, less
    return Fraction(over, under)


def inches_up(square: Number, parts: int = 16) -> Fraction:
    """Return the square root, in inches, of a number of square inches (0 or more), rounded up to a
    sixteenth of an inch.

    ``parts`` sets another fraction. Rounding up keeps every comparison with a whole number of
    inches true: 4 inches or less stays so, and anything more stays more.

    >>> inches_up(Fraction(16)), inches_up(Fraction(16) + Fraction(1, 10**9))
    (Fraction(4, 1), Fraction(65, 16))
    """
    grown = square * parts**2
    whole = -(-grown.numerator // grown.denominator)
    root = math.isqrt(whole)
    return Fraction(root if root * root >= whole else root + 1, parts)
