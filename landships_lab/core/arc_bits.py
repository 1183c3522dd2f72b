"""Fire arcs as sets of offsets, kept as bits.

For each of the twelve headings a `Fan` holds the offsets clockwise of its ray and those on it. Any
arc follows from the rays of its two edges, so offsets need not be tested one by one. `Arc.locate`
gives the same result for one place at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Vector, cross
from landships_lab.core.place_bits import Pattern, place_bits


@dataclass(frozen=True, slots=True)
class Sector:
    """The offsets inside an arc and those exactly on its edges, as bits with the same origin."""

    inside: int
    edge: int


@dataclass(frozen=True, slots=True)
class Fan:
    """All offsets between two places of a board; for each heading those up to half a turn clockwise
    of its ray, and those on the ray.
    """

    all: Pattern
    origin: int
    clockwise: tuple[int, ...]
    on_ray: tuple[int, ...]

    def sector(self, arc: Arc, heading: Heading) -> Sector:
        """Return the offsets inside an arc and on its edges, for a unit with this heading.

        The unit's own place is always inside.
        """
        if arc.all_round:
            return Sector(self.all.bits, 0)
        lo, hi = (ray.points for ray in arc.rays(heading))
        short_of_hi = self.all.bits & ~(
            self.clockwise[hi] | self.on_ray[hi] | self.on_ray[(hi + 6) % 12]
        )
        edge = self.on_ray[lo] | self.on_ray[hi]
        inside = (
            self.clockwise[lo] & short_of_hi
            if arc.hi - arc.lo <= 180
            else self.clockwise[lo] | short_of_hi
        )
        return Sector(inside & ~edge | self.origin, edge)

    def of(self, offsets: Pattern) -> int:
        """Return a pattern as bits with the same origin as those of the fan."""
        shift = offsets.lowest - self.all.lowest
        return (offsets.bits << shift if shift >= 0 else offsets.bits >> -shift) & self.all.bits


@lru_cache(maxsize=8)
def fan(grid: Grid) -> Fan:
    """Return the offsets between the places of this board, sorted by the twelve rays."""
    board = place_bits(grid)
    wide = 3 * (2 * (grid.columns - grid.first_column) + 1)
    high = 3 * (2 * grid.rows + grid.columns)
    offsets = [
        (dx, dy)
        for dx in range(-wide, wide + 1, 3)
        for dy in range(-high, high + 1, 3)
        if board.reaches((dx, dy))
    ]
    everything = board.pattern(offsets)

    def bits(vectors: list[Vector]) -> int:
        pattern = board.pattern(vectors)
        return pattern.bits << pattern.lowest - everything.lowest

    clockwise, on_ray = [], []
    for heading in HEADINGS:
        ray = heading.vector
        turned = [(offset, cross(ray, offset)) for offset in offsets]
        clockwise.append(bits([offset for offset, side in turned if side > 0]))
        on_ray.append(
            bits([o for o, side in turned if side == 0 and ray[0] * o[0] + ray[1] * o[1] > 0])
        )
    return Fan(everything, bits([(0, 0)]), tuple(clockwise), tuple(on_ray))
