r"""Straight lines over hexes: the hexes that a line passes through and the hexsides it runs along,
exactly and in order.

A line passes *through* a hex when it meets its interior and *along* a hexside when it overlaps it
for a length; touching a corner is neither. Terrain plays no part here: each rule set asks its own
question of the trace::

     ____        ____        ____
    /0503\__--__/0703\      /    \      0503 to 0703: through 0503, along 0602/0603, through 0703
    \____/      \____/      \____/

On the lattice a hex is the set of points where x - y, 2x + y and x + 2y all lie within 6 of their
values at its centre. A line can therefore enter or leave a hex or hexside only where one of the
three is a multiple of 6. Cut there, every piece lies in one hex or on one hexside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from landships_lab.core.hexes import Hex, Place, Point, Side, Vector, place_at


@dataclass(frozen=True, slots=True)
class Through:
    """A hex whose interior the line meets."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class Along:
    """A hexside that the line overlaps for a length."""

    side: Side

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes between which it runs."""
        return self.side.hexes


Crossed = Through | Along


def trace(a: Place, b: Place) -> tuple[Crossed, ...]:
    """Return the hexes that the line from ``a`` to ``b`` passes through and the hexsides it runs
    along, in order.

    The ends are included: the line between two hexes begins and ends with them. A line from a hex
    to itself is that hex; one from a hexside to itself has no length and meets nothing.

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> [grid.code(step.hex) for step in trace(grid.place("0503"), grid.place("0907"))]
    ['0503', '0603', '0604', '0705', '0805', '0806', '0907']
    """
    x, y = a
    return tuple(
        _crossed(place_at(x + dx, y + dy)) for dx, dy in _offsets(b[0] - x, b[1] - y, x % 6, y % 6)
    )


def _crossed(place: Place) -> Crossed:
    return Through(place) if isinstance(place, Hex) else Along(place)


@lru_cache(maxsize=16384)
def between(
    dx: int, dy: int, rest_x: int = 0, rest_y: int = 0
) -> tuple[tuple[Vector, ...], tuple[tuple[Vector, Vector], ...]]:
    """Return what lies between the ends of any line of this offset: the hexes it passes through,
    and the pairs of hexes it passes between.

    All are offsets on the lattice from the start, whose coordinates modulo 6 are ``rest_x`` and
    ``rest_y``. The hexes in which the ends lie (one for a hex, two for a hexside) are left out, and
    so are pairs that hold one of them. Use it instead of `trace` for a whole board: it creates no
    places, and its answers are cached. Raises `ValueError` if an end is not a place.
    """
    start, end = place_at(rest_x, rest_y), place_at(rest_x + dx, rest_y + dy)
    ends = {*hexes_of(start), *hexes_of(end)}
    crossed = [
        _crossed(place_at(rest_x + x, rest_y + y)) for x, y in _offsets(dx, dy, rest_x, rest_y)
    ]
    through = [
        _shift(step.hex, start)
        for step in crossed
        if isinstance(step, Through) and step.hex not in ends
    ]
    along = [
        step.hexes for step in crossed if isinstance(step, Along) and ends.isdisjoint(step.hexes)
    ]
    return tuple(through), tuple((_shift(one, start), _shift(other, start)) for one, other in along)


def hexes_of(place: Place) -> tuple[Hex, ...]:
    """Return the hexes of a place: one, or the two that form a hexside."""
    return (place,) if isinstance(place, Hex) else place.hexes


def _shift(point: Point, start: Point) -> Vector:
    return point[0] - start[0], point[1] - start[1]


@lru_cache(maxsize=16384)
def _offsets(dx: int, dy: int, rest_x: int, rest_y: int) -> tuple[Vector, ...]:
    """Return the lattice points of all that a line of this offset crosses, counted from its start;
    a trace depends on nothing else.
    """
    if not dx and not dy:
        return ((0, 0),) if not rest_x and not rest_y else ()
    # Cut where one of the three sums is a multiple of 6, in fractions of the line; `whole` is the
    # whole line.
    sums = (
        (rest_x - rest_y, dx - dy),
        (2 * rest_x + rest_y, 2 * dx + dy),
        (rest_x + 2 * rest_y, dx + 2 * dy),
    )
    whole = math.lcm(*(abs(change) or 1 for _, change in sums))
    cuts = {0, whole}
    for start, change in sums:
        first, last = sorted((start, start + change))
        cuts |= {
            (6 * n - start) * (whole // change)
            for n in range(-(-first // 6), last // 6 + 1)
            if change
        }
    # in fractions of twice the line
    middles = (before + after for before, after in pairwise(sorted(cuts)))
    points = (
        _at(rest_x * 2 * whole + dx * m, rest_y * 2 * whole + dy * m, 2 * whole) for m in middles
    )
    return tuple((x - rest_x, y - rest_y) for (x, y), _ in groupby(points))


def _at(x: int, y: int, scale: int) -> Vector:
    """Return the lattice point of the hex or hexside that holds the point (x, y) / scale, which is
    no corner.
    """
    q, r = x // (6 * scale), y // (6 * scale)
    corners = []
    for centre_x, centre_y in (
        (6 * q, 6 * r),
        (6 * q + 6, 6 * r),
        (6 * q, 6 * r + 6),
        (6 * q + 6, 6 * r + 6),
    ):
        px, py = x - centre_x * scale, y - centre_y * scale
        if max(abs(px - py), abs(2 * px + py), abs(px + 2 * py)) <= 6 * scale:
            corners.append((centre_x, centre_y))
    (ax, ay), (bx, by) = corners[0], corners[-1]
    return (ax + bx) // 2, (ay + by) // 2
