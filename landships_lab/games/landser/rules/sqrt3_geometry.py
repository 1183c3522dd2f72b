"""Points on a table in inches, compared exactly: turns of 60 degrees need the square root of three,
and no decimal is used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from .book import Inches

#: A point of the table: inches to the right and inches down, towards the near edge.
Point = tuple[Inches, Inches]
#: Twice the cosines of 0, 60, 120, ... degrees, and twice their sines as multiples of the root of
#: three.
TWICE_COSINES = (2, 1, -1, -2, -1, 1)
TWICE_SINES_BY_ROOT3 = (0, 1, 1, 0, -1, -1)


def checked_point(what: str, value: object) -> Point:
    """Return the point given: two whole numbers or Fractions of inches.

    Raises `ValueError` for anything else.
    """
    if not (
        isinstance(value, tuple)
        and len(value) == 2
        and all(isinstance(n, (int, Fraction)) for n in value)
    ):
        raise ValueError(
            f"{what} is a point, two whole numbers or Fractions of inches across and down, not"
            f" {value!r}."
        )
    return value


def minus(a: Point, b: Point) -> Point:
    """Return the vector from ``b`` to ``a``."""
    return a[0] - b[0], a[1] - b[1]


def dot(u: Point, v: Point) -> Inches:
    """Return the dot product."""
    return u[0] * v[0] + u[1] * v[1]


def cross(u: Point, v: Point) -> Inches:
    """Return the cross product: positive where ``v`` lies clockwise of ``u`` on a table whose y
    grows towards the reader.
    """
    return u[0] * v[1] - u[1] * v[0]


def sign(number: Inches) -> int:
    """Return 1 for a positive number, 0 for zero, -1 for a negative one."""
    return (number > 0) - (number < 0)


def sign_root3(plain: Inches, roots: Inches) -> int:
    """Return the sign of ``plain + roots * root(3)``.

    >>> sign_root3(-7, 4), sign_root3(7, -4), sign_root3(-2, 1)  # 4 * root(3) is 6.93
    (-1, 1, -1)
    """
    one, other = sign(plain), sign(roots)
    if one * other >= 0:
        return one or other
    return one * sign(plain * plain - 3 * roots * roots)


def sign_of(root: Inches, square: Inches, plain: Inches, roots: Inches) -> int:
    """Return the sign of ``root * root(square) + plain + roots * root(3)``."""
    one, other = sign(root) if square else 0, sign_root3(plain, roots)
    if one * other >= 0:
        return one or other
    # with unlike signs the larger magnitude decides, and magnitudes are compared by their squares
    return one * sign_root3(
        root * root * square - plain * plain - 3 * roots * roots, -2 * plain * roots
    )


def measured(a: Point, b: Point) -> Inches:
    """Return the inches from ``a`` to ``b``, rounded up to a hundredth, which never passes a whole
    inch.

    >>> measured((0, 0), (3, 4)), measured((0, 0), (1, 1))
    (5, Fraction(71, 50))
    """
    way = minus(a, b)
    square = Fraction(dot(way, way)) * 10000
    hundredths = math.isqrt(math.ceil(square))
    if hundredths * hundredths < square:
        hundredths += 1
    rounded = Fraction(hundredths, 100)
    return rounded.numerator if rounded.denominator == 1 else rounded


def within(a: Point, b: Point, reach: Inches) -> bool:
    """Return whether ``a`` and ``b`` are at most ``reach`` inches apart."""
    way = minus(a, b)
    return dot(way, way) <= reach * reach


@dataclass(frozen=True, slots=True)
class Stray:
    """A point that lies ``distance`` inches from ``start``, turned ``sixths`` (0 to 5) of a circle
    clockwise from ``ahead``.

    Its coordinates are not fractions, but the signs that its methods need are exact.
    """

    start: Point
    ahead: Point
    sixths: int
    distance: Inches

    def within(self, spot: Point, reach: Inches) -> bool:
        """Return whether the spot is at most ``reach`` inches away."""
        way, far = minus(spot, self.start), self.distance
        more = dot(way, way) + far * far - reach * reach
        plain = far * TWICE_COSINES[self.sixths] * dot(self.ahead, way)
        roots = far * TWICE_SINES_BY_ROOT3[self.sixths] * cross(self.ahead, way)
        return sign_of(more, dot(self.ahead, self.ahead), -plain, -roots) <= 0

    def side_of(self, a: Point, b: Point) -> int:
        """Return the side of the line from ``a`` to ``b`` that it lies on: 1, -1, or 0 on the
        line.
        """
        along = minus(b, a)
        return self._sign(cross(along, minus(self.start, a)), along)

    def _sign(self, fixed: Inches, along: Point) -> int:
        """Return the sign of ``fixed`` plus the cross product of ``along`` with the vector from the
        start to here.
        """
        plain = self.distance * TWICE_COSINES[self.sixths] * cross(along, self.ahead)
        roots = self.distance * TWICE_SINES_BY_ROOT3[self.sixths] * dot(along, self.ahead)
        return sign_of(2 * fixed, dot(self.ahead, self.ahead), plain, roots)

    def sees_across(self, spot: Point, a: Point, b: Point) -> bool:
        """Return whether the straight line from here to the spot meets the segment from ``a`` to
        ``b``.

        Touching counts as meeting.
        """
        along = minus(b, a)
        if self.side_of(a, b) * sign(cross(along, minus(spot, a))) > 0:
            return False
        way = minus(spot, self.start)
        ends = [self._sign(cross(way, minus(end, spot)), minus(end, spot)) for end in (a, b)]
        return ends[0] * ends[1] <= 0 and (ends[0], ends[1]) != (0, 0)


def scaled(spot: Point, scale: int) -> tuple[int, int]:
    """Return the spot in parts of an inch, ``scale`` to the inch, which must make both coordinates
    whole.
    """
    return int(spot[0] * scale), int(spot[1] * scale)


def at(spot: Point) -> Stray:
    """Return the same spot as a point that has not strayed."""
    return Stray(spot, (0, -1), 0, 0)
