"""Fire arcs: whether a target is inside a sector, on its edge or outside it.

The signs of whole numbers decide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from landships_lab.core.hexes import Heading, Place, Vector, cross, offset

Position = Literal["inside", "edge", "outside"]


@dataclass(frozen=True, slots=True)
class Arc:
    """The sector from ``lo`` to ``hi`` degrees clockwise of the facing; 360 wide is all round.

    ``edge_hexsides`` tells whether a target on a hexside that lies exactly on an edge can be hit
    (Twelve Point Facing, line 65). Raises `ValueError` unless both ends are multiples of 30, the
    arc is 30 to 360 degrees wide, and ``lo`` is from -360 to 360.
    """

    lo: int
    hi: int
    edge_hexsides: bool = True

    def __post_init__(self) -> None:
        for end in (self.lo, self.hi):
            if isinstance(end, bool) or not isinstance(end, int) or end % 30:
                near = (
                    f"; the nearest are {end // 30 * 30} and {end // 30 * 30 + 30}"
                    if isinstance(end, int)
                    else ""
                )
                raise ValueError(f"An arc runs between multiples of 30 degrees, not {end!r}{near}.")
        if not 30 <= self.hi - self.lo <= 360:
            raise ValueError(
                "An arc is 30 to 360 degrees wide, from its first edge clockwise to its second; "
                f"{self.lo} to {self.hi} is {self.hi - self.lo} wide."
            )
        if not -360 <= self.lo <= 360:
            raise ValueError(
                "The first edge of an arc lies from -360 to 360 degrees off the bow, not at"
                f" {self.lo}."
            )

    @property
    def all_round(self) -> bool:
        """Whether it covers the whole circle, and so has no edges."""
        return self.hi - self.lo == 360

    def rays(self, heading: Heading) -> tuple[Heading, Heading]:
        """Return the headings of its two edges when the unit faces ``heading``."""
        return heading.turn(self.lo // 30), heading.turn(self.hi // 30)

    def locate(self, origin: Place, heading: Heading, target: Place) -> Position:
        """Return whether the target is inside the arc, exactly on its edge, or outside.

        The firer's own place is always inside.

        >>> from landships_lab.core.hexes import Hex
        >>> # due east of a tank that faces north
        >>> Arc(-30, 90).locate(Hex(0, 0), Heading.N, Hex(2, -1))
        'edge'
        """
        return self.sector(heading)(offset(origin, target))

    def sector(self, heading: Heading) -> Callable[[Vector], Position]:
        """Return `locate` as a function of the target's offset, to test many targets of one
        unit.
        """
        if self.all_round:
            return lambda _: "inside"
        lo, hi = (ray.vector for ray in self.rays(heading))
        up_to_half = self.hi - self.lo <= 180

        def position(v: Vector) -> Position:
            past_lo, short_of_hi = cross(lo, v), cross(v, hi)
            if (past_lo == 0 and _same_way(lo, v)) or (short_of_hi == 0 and _same_way(hi, v)):
                return "edge"
            # Up to 180 degrees a sector is the overlap of the two half-planes; a wider one is
            # everything outside the remaining sector.
            inside = past_lo > 0 < short_of_hi if up_to_half else past_lo > 0 or short_of_hi > 0
            return "inside" if inside or v == (0, 0) else "outside"

        return position


def _same_way(u: Vector, v: Vector) -> bool:
    """Return whether ``v``, on the line of ``u``, points the same way as ``u``."""
    return u[0] * v[0] + u[1] * v[1] > 0


def bearing(origin: Place, heading: Heading, target: Place) -> tuple[int, int] | None:
    """Return the two multiples of 30 degrees, clockwise of the facing, between which the target
    lies. They are equal when it lies exactly on one.

    Port is negative. Straight astern is 180, and the sectors beside it are 150 to 180 and -180 to
    -150. None for the firer's own place.

    >>> from landships_lab.core.hexes import Hex
    >>> bearing(Hex(0, 0), Heading.N, Hex(1, 0)), bearing(Hex(0, 0), Heading.N, Hex(3, -4))
    ((120, 120), (30, 60))
    """
    v = offset(origin, target)
    if v == (0, 0):
        return None
    for points in range(-6, 6):
        ray, after = heading.turn(points), heading.turn(points + 1)
        if cross(ray.vector, v) == 0 and _same_way(ray.vector, v):
            exact = 180 if points == -6 else 30 * points
            return exact, exact
        if cross(ray.vector, v) > 0 and cross(v, after.vector) > 0:
            return 30 * points, 30 * (points + 1)
    raise AssertionError(f"no sector holds {v}")  # the twelve sectors cover the plane
