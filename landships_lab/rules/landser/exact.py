"""Points on a table in inches, compared without a single decimal: thirds of a circle bring in the root of three."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.rules.landser.tables import Inches

#: A point of the table: inches to the right and inches down, towards the near edge.
Point = tuple[Inches, Inches]
#: Twice the cosines of 0, 60, 120, ... degrees, and twice their sines as multiples of the root of three.
TWICE_COSINES = (2, 1, -1, -2, -1, 1)
TWICE_SINES_BY_ROOT3 = (0, 1, 1, 0, -1, -1)


def checked_point(what: str, value: object) -> Point:
    """Is this a point: two whole numbers or Fractions of inches? It comes back; `ValueError` in one sentence if not."""
    if not (isinstance(value, tuple) and len(value) == 2 and all(isinstance(n, (int, Fraction)) for n in value)):
        raise ValueError(f"{what} is a point, two whole numbers or Fractions of inches across and down, not {value!r}.")
    return value


def minus(a: Point, b: Point) -> Point:
    """Which way is it from ``b`` to ``a``?"""
    return a[0] - b[0], a[1] - b[1]


def dot(u: Point, v: Point) -> Inches:
    """How far do two ways go together?"""
    return u[0] * v[0] + u[1] * v[1]


def cross(u: Point, v: Point) -> Inches:
    """Does ``v`` lie clockwise of ``u``, seen on a table with y growing towards the reader? Positive if so."""
    return u[0] * v[1] - u[1] * v[0]


def sign(number: Inches) -> int:
    """Is it positive (1), zero (0) or negative (-1)?"""
    return (number > 0) - (number < 0)


def sign_root3(plain: Inches, roots: Inches) -> int:
    """Which sign has ``plain + roots * root(3)``?

    >>> sign_root3(-7, 4), sign_root3(7, -4), sign_root3(-2, 1)        # 4 * root(3) is 6.93
    (-1, 1, -1)
    """
    one, other = sign(plain), sign(roots)
    if one * other >= 0:
        return one or other
    return one * sign(plain * plain - 3 * roots * roots)


def sign_of(root: Inches, square: Inches, plain: Inches, roots: Inches) -> int:
    """Which sign has ``root * root(square) + plain + roots * root(3)``?"""
    one, other = sign(root) if square else 0, sign_root3(plain, roots)
    if one * other >= 0:
        return one or other
    # of unlike sign: the greater in amount decides, and squares of amounts can be compared
    return one * sign_root3(root * root * square - plain * plain - 3 * roots * roots, -2 * plain * roots)


def measured(a: Point, b: Point) -> Inches:
    """How many inches is it from ``a`` to ``b``, rounded up to a hundredth? No whole inch is passed by the rounding.

    >>> measured((0, 0), (3, 4)), measured((0, 0), (1, 1))
    (5, Fraction(71, 50))
    """
    way = minus(a, b)
    square = Fraction(dot(way, way)) * 10000
    hundredths = math.isqrt(math.ceil(square))
    if hundredths * hundredths < square:
        hundredths += 1
    found = Fraction(hundredths, 100)
    return found.numerator if found.denominator == 1 else found


def within(a: Point, b: Point, reach: Inches) -> bool:
    """Is it no more than so many inches from ``a`` to ``b``?"""
    way = minus(a, b)
    return dot(way, way) <= reach * reach


@dataclass(frozen=True, slots=True)
class Stray:
    """A point that lies ``distance`` inches from ``start``, turned ``sixths`` (0 to 5) of a circle clockwise from ``ahead``.

    Its coordinates are no fractions; the questions asked of it are answered by signs all the same.
    """

    start: Point
    ahead: Point
    sixths: int
    distance: Inches

    def within(self, spot: Point, reach: Inches) -> bool:
        """Is it no more than so many inches from here to that spot?"""
        way, far = minus(spot, self.start), self.distance
        more = dot(way, way) + far * far - reach * reach
        plain = far * TWICE_COSINES[self.sixths] * dot(self.ahead, way)
        roots = far * TWICE_SINES_BY_ROOT3[self.sixths] * cross(self.ahead, way)
        return sign_of(more, dot(self.ahead, self.ahead), -plain, -roots) <= 0

    def side_of(self, a: Point, b: Point) -> int:
        """On which side of the line from ``a`` to ``b`` does it lie? 1, -1, or 0 on the line."""
        along = minus(b, a)
        return self._sign(cross(along, minus(self.start, a)), along)

    def _sign(self, fixed: Inches, along: Point) -> int:
        """The sign of ``fixed`` plus the cross product of ``along`` with the way from the start to here."""
        plain = self.distance * TWICE_COSINES[self.sixths] * cross(along, self.ahead)
        roots = self.distance * TWICE_SINES_BY_ROOT3[self.sixths] * dot(along, self.ahead)
        return sign_of(2 * fixed, dot(self.ahead, self.ahead), plain, roots)

    def sees_across(self, spot: Point, a: Point, b: Point) -> bool:
        """Does the straight line from here to that spot meet the one from ``a`` to ``b``? Touching is meeting."""
        along = minus(b, a)
        if self.side_of(a, b) * sign(cross(along, minus(spot, a))) > 0:
            return False
        way = minus(spot, self.start)
        ends = [self._sign(cross(way, minus(end, spot)), minus(end, spot)) for end in (a, b)]
        return ends[0] * ends[1] <= 0 and (ends[0], ends[1]) != (0, 0)


def scaled(spot: Point, scale: int) -> tuple[int, int]:
    """Which spot is this in whole parts of an inch? ``scale`` parts make an inch, and must make both coordinates whole."""
    return int(spot[0] * scale), int(spot[1] * scale)


def at(spot: Point) -> Stray:
    """The same spot as a point that has not strayed."""
    return Stray(spot, (0, -1), 0, 0)
