r"""The table top in exact inches: bases, the directions they face, and the distances between them.

x grows east and y south from the north-west corner of the table; every coordinate is a Fraction of an inch. A base is a rectangle
round its centre, faced in degrees clockwise from north::

        front left ______ front right            facing 0: the front edge lies north
                  |  ^   |
                  |  .   |  depth                facing 90: it lies east
         back left|______|back right
                    width

Directions are steps of 15 degrees. A sine is seldom a fraction, so each direction is the unit vector with a rational sine and
cosine that comes nearest (within three minutes of arc): a base keeps exactly its width, its depth and its right angles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from landships_lab.core.plane import Number, Ring, Segment, Spot, dot, hull, meet, nearest_on, shift, spot, vector

#: Who measures a table needs its spots too: they come along.
__all__ = ["Base", "Spot", "direction", "inches_up", "measure", "shift", "spot", "square_between", "vector"]

#: Half-angle tangents close to those of 7.5, 15 and 22.5 degrees; tangents t give the rational sine 2t : 1 + t^2.
_HALF_TANGENTS: Final = {0: Fraction(0), 15: Fraction(5, 38), 30: Fraction(15, 56), 45: Fraction(29, 70)}
STEP_DEGREES: Final = 15


@lru_cache(maxsize=24)
def direction(degrees: int) -> Spot:
    """Which unit vector points so many degrees clockwise of north? `ValueError` unless a multiple of 15.

    >>> direction(90), dot(direction(30), direction(30)), dot(direction(30), direction(120))
    (Spot(x=Fraction(1, 1), y=Fraction(0, 1)), Fraction(1, 1), Fraction(0, 1))
    """
    if isinstance(degrees, bool) or not isinstance(degrees, int) or degrees % STEP_DEGREES:
        raise ValueError(f"A facing is a multiple of {STEP_DEGREES} degrees, not {degrees!r}.")
    quarters, rest = divmod(degrees % 360, 90)
    tangent = _HALF_TANGENTS[min(rest, 90 - rest)]
    sine, cosine = 2 * tangent * Fraction(1, 1 + tangent**2), (1 - tangent**2) * Fraction(1, 1 + tangent**2)
    ahead = Spot(cosine, -sine) if rest > 45 else Spot(sine, -cosine)
    for _ in range(quarters):
        ahead = Spot(-ahead.y, ahead.x)
    return ahead


@dataclass(frozen=True, slots=True)
class Base:
    """A rectangular base: its centre, its facing in degrees, its width across the facing and its depth along it, in inches."""

    centre: Spot
    facing: int
    width: Fraction
    depth: Fraction

    def __post_init__(self) -> None:
        direction(self.facing)
        if not (self.width > 0 and self.depth > 0):
            raise ValueError(f"A base is more than 0 inches wide and deep, not {self.width} by {self.depth}.")
        object.__setattr__(self, "facing", self.facing % 360)

    @property
    def corners(self) -> Ring:
        """Which four corners has it: front left, front right, back right, back left?"""
        return _corners(self)

    @property
    def edges(self) -> tuple[Segment, ...]:
        """Which four edges has it: front, right, back, left?"""
        ring = self.corners
        return tuple((ring[n], ring[(n + 1) % 4]) for n in range(4))

    def behind(self, point: Spot) -> bool:
        """Does the point lie behind the line along its front edge? A point on the line does not."""
        return dot(direction(self.facing), vector(self.corners[0], point)) < 0

    def moved(self, centre: Spot, facing: int | None = None) -> Base:
        """Which base is this one, put down elsewhere, turned or not?"""
        return Base(centre, self.facing if facing is None else facing, self.width, self.depth)


@lru_cache(maxsize=4096)
def _corners(base: Base) -> Ring:
    ahead = direction(base.facing)
    right = Spot(-ahead.y, ahead.x)
    half_depth, half_width = base.depth * Fraction(1, 2), base.width * Fraction(1, 2)
    corners = ((half_depth, -half_width), (half_depth, half_width), (-half_depth, half_width), (-half_depth, -half_width))
    return tuple(shift(shift(base.centre, ahead, forward), right, sideways) for forward, sideways in corners)


# -- distances -------------------------------------------------------------------------------------------------------------


def measure(one: Base | Segment, other: Base | Segment) -> tuple[Number, tuple[Segment, ...]]:
    """How far is it between two bases or edges, squared, and between which nearest points? Several pairs where they tie.

    Zero, and no points, where the two overlap.
    """
    first, second = _edges(one), _edges(other)
    ground = hull(p for edge in first for p in edge), hull(p for edge in second for p in edge)
    if len(ground[1]) > 2 and meet(*ground):
        return 0, ()
    pairs = [(p, nearest_on(p, edge)) for e in first for p in e for edge in second]
    pairs += [(nearest_on(p, edge), p) for e in second for p in e for edge in first]
    squares = [_square(*pair) for pair in pairs]
    least = min(squares)
    return least, tuple(dict.fromkeys(pair for pair, square in zip(pairs, squares, strict=True) if square == least))


def _edges(what: Base | Segment) -> tuple[Segment, ...]:
    return what.edges if isinstance(what, Base) else (what,)


def _square(a: Spot, b: Spot) -> Number:
    v = vector(a, b)
    return dot(v, v)


def square_between(one: Base | Segment, other: Base | Segment) -> Number:
    """How far apart are they, squared, in square inches?"""
    return measure(one, other)[0]


def inches_up(square: Number, parts: int = 16) -> Fraction:
    """How many inches is the root of this square, rounded up to a sixteenth?

    Rounding up keeps every comparison with a whole number of inches true: 4 inches or less stays so, a hair more becomes more.

    >>> inches_up(Fraction(16)), inches_up(Fraction(16) + Fraction(1, 10**9))
    (Fraction(4, 1), Fraction(65, 16))
    """
    grown = square * parts**2
    whole = -(-grown.numerator // grown.denominator)
    root = math.isqrt(whole)
    return Fraction(root if root * root >= whole else root + 1, parts)
