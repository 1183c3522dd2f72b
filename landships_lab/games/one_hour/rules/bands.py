"""The bands of sight from the edges of one Unit's bases to another's, and what cuts them, in exact
numbers.

A line of sight is a whole band: all lines from every point of one base edge to every point of
another. It is clear if every one of these lines is. Some line meets an obstacle exactly when the
convex hull of the two edges, or of the parts of them outside the obstacle, reaches into it. Two
edges on one straight line make no band: all lines between them are one line, and a Unit as wide as
a wood could draw it along the border of the wood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Literal

from landships_lab.core.inches import inches_up, square_between
from landships_lab.core.plane import (
    Number,
    Ring,
    Segment,
    Spot,
    cross,
    dot,
    grain,
    hull,
    in_grains,
    inside,
    meet,
    split,
    vector,
    within,
)
from landships_lab.core.sources import Cite
from landships_lab.core.speech import inches
from .book import CITES
from .concealment import AREA_INCHES
from .ground import HIDING, Table, Unit, ring_round


@dataclass(frozen=True, slots=True)
class Band:
    """All lines from one base edge to another: clear, or cut by the thing named.

    It marks a step, and pictures draw it.
    """

    start: Segment
    end: Segment
    cut_by: str = ""
    why: str = ""
    cite: Cite = CITES["sight"]

    @property
    def ring(self) -> Ring:
        """The convex ring that its lines fill."""
        return hull((*self.start, *self.end))

    @property
    def length(self) -> Fraction:
        """The distance from edge to edge in inches, rounded up to a sixteenth."""
        return inches_up(square_between(self.start, self.end))


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that can cut a band: a hill, Area Terrain, or the ground of a friend."""

    name: str
    ring: Ring
    kind: str


#: The base it begins at (0 is the Unique one), the base it ends at, and the best band between them.
Traced = tuple[int, int, Band]
#: How a band is cut: by a friend, by ground between the two, or because it is too long for the area
#: that one of them is in.
Cut = Literal["friend", "between", "too far"]


@lru_cache(maxsize=256)
def traced(
    table: Table, firer: Unit, target: Unit, indirect: bool = False, through_friends: bool = True
) -> tuple[Traced, Traced]:
    """Return the two best bands to two different bases of the target: clear ones before cut ones,
    and of these the shortest.

    With ``through_friends`` Dug-in friends do not cut a band: sight may pass them, fire may not.
    """
    obstacles = tuple(_obstacles(table, firer, target, through_friends))
    looking = _Look.over(
        firer, target, obstacles, [area.corners for area in table.areas if area.kind == "road"]
    )
    own, theirs = range(len(firer.bases)), range(len(target.bases))
    offers: list[tuple[_Try, _Try]] = []
    if indirect:
        for edge in range(4):
            to = [looking.best(0, m, (edge,)) for m in theirs]
            offers += combinations(to, 2)
    else:
        best = {(n, m): looking.best(n, m, range(4)) for n, m in product(own, theirs)}
        offers += [
            (best[n, m], best[p, k])
            for n, p in combinations(own, 2)
            for m, k in permutations(theirs, 2)
        ]
    first, second = min(
        offers, key=lambda offer: (sum(t.cut is not None for t in offer), sum(t.far for t in offer))
    )
    return _seen(firer, target, first), _seen(firer, target, second)


def _obstacles(
    table: Table, firer: Unit, target: Unit, through_friends: bool
) -> Iterator[Obstacle]:
    for area in table.areas:
        if area.kind in (*HIDING, "hill"):
            yield Obstacle(area.name, area.corners, area.kind)
    for unit in table.units:
        if (
            unit.side == firer.side
            and unit.name not in (firer.name, target.name)
            and not (unit.dug_in and through_friends)
        ):
            # A Unit blocks with all its ground, the gaps between its bases included, as it does for
            # movement (line 293).
            yield Obstacle(unit.name, ring_round(unit), "friend")


@dataclass(frozen=True, slots=True)
class _Try:
    """One band: the base and edge it begins at, those it ends at, how far their middles are apart,
    and what cuts it.
    """

    ends: tuple[int, int, int, int]
    far: Number
    cut: tuple[Obstacle, Cut] | None


@dataclass(frozen=True, slots=True)
class _Look:
    """One Unit and another, seen from it: the edges of both and all that can cut a band, in whole
    grains of an inch.
    """

    start: tuple[Ring, ...]
    end: tuple[Ring, ...]
    obstacles: tuple[Obstacle, ...]
    roads: tuple[Ring, ...]
    grains: int

    @classmethod
    def over(
        cls, firer: Unit, target: Unit, obstacles: Sequence[Obstacle], roads: Sequence[Ring]
    ) -> _Look:
        """Return the same in grains, the common unit in which all coordinates are whole."""
        start, end = [base.corners for base in firer.bases], [base.corners for base in target.bases]
        parts = grain(
            point for ring in (*start, *end, *roads, *(o.ring for o in obstacles)) for point in ring
        )
        first, second, ways = (
            tuple(in_grains(ring, parts) for ring in rings) for rings in (start, end, roads)
        )
        return cls(
            first,
            second,
            tuple(replace(o, ring=in_grains(o.ring, parts)) for o in obstacles),
            ways,
            parts,
        )

    def best(self, n: int, m: int, edges: Sequence[int]) -> _Try:
        """Return the nearest clear band from one of these edges of base n to an edge of base m, or
        else the nearest.
        """
        one, other = self.start[n], self.end[m]
        whole_ground = hull((*(point for e in edges for point in _edge(one, e)), *other))
        near = [o for o in self.obstacles if meet(whole_ground, o.ring)]
        sides = [
            (e, f) for e in edges for f in range(4) if not _in_line(_edge(one, e), _edge(other, f))
        ]
        pairs = sorted((_between(_edge(one, e), _edge(other, f)), e, f) for e, f in sides)
        tried = (
            _Try((n, e, m, f), far, self._cut(_edge(one, e), _edge(other, f), near))
            for far, e, f in pairs
        )
        first = next(tried)
        return first if first.cut is None else next((t for t in tried if t.cut is None), first)

    def _cut(
        self, start: Segment, end: Segment, near: Sequence[Obstacle]
    ) -> tuple[Obstacle, Cut] | None:
        if not near:
            return None
        band = hull((*start, *end))
        for obstacle in near:
            how = _how_cut(start, end, band, obstacle, self.grains)
            if how and not (obstacle.kind in HIDING and self._along_road(band)):
                return obstacle, how
        return None

    def _along_road(self, band: Ring) -> bool:
        return any(all(inside(corner, road) for corner in band) for road in self.roads)


def _edge(ring: Ring, number: int) -> Segment:
    return ring[number], ring[(number + 1) % 4]


def _in_line(one: Segment, other: Segment) -> bool:
    """Return whether both edges lie on one straight line, so that there is no area between them."""
    along = vector(*one)
    return not any(cross(along, vector(one[0], end)) for end in other)


def _between(one: Segment, other: Segment) -> Number:
    """Return four times the square of the distance between the middles of two edges, which is
    enough to put bands in order.
    """
    v = Spot(
        other[0].x + other[1].x - one[0].x - one[1].x, other[0].y + other[1].y - one[0].y - one[1].y
    )
    return dot(v, v)


def _how_cut(
    start: Segment, end: Segment, band: Ring, obstacle: Obstacle, grains: int
) -> Cut | None:
    if obstacle.kind == "friend":
        return "friend" if meet(band, obstacle.ring) else None
    (outside_start, starts_in), (outside_end, ends_in) = (
        split(start, obstacle.ring),
        split(end, obstacle.ring),
    )
    if not (starts_in or ends_in):  # both edges lie outside, whole
        return "between" if meet(band, obstacle.ring) else None
    if any(
        meet(hull((*one, *other)), obstacle.ring) for one in outside_start for other in outside_end
    ):
        return "between"
    return (
        "too far"
        if obstacle.kind in HIDING and not within(start, end, AREA_INCHES * grains)
        else None
    )


def _seen(firer: Unit, target: Unit, best: _Try) -> Traced:
    """Return the band of a try, in inches, with words for what cuts it."""
    n, e, m, f = best.ends
    band = Band(firer.bases[n].edges[e], target.bases[m].edges[f])
    if best.cut is None:
        return n, m, band
    obstacle, how = best.cut
    hides = obstacle.kind in HIDING
    why = {
        "friend": f"{obstacle.name} stands in the way",
        "between": (
            f"{obstacle.name} lies between"
            + (", and the line crosses two of its edges" if hides else "")
        ),
        "too far": (
            f"{obstacle.name} limits sight to {AREA_INCHES} inches, and this is"
            f" {inches(band.length)}"
        ),
    }
    return (
        n,
        m,
        replace(
            band,
            cut_by=obstacle.name,
            why=why[how],
            cite=CITES["area"] if hides else CITES["sight"],
        ),
    )
