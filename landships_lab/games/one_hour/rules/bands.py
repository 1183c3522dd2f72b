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
from .ground import HIDING, Table, Unit, ring_round
from .shot import AREA_INCHES


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
        """The convex ring filled by its lines."""
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


#: The first base (0 is the Unique one), the second base, and the best band between them.
Traced = tuple[int, int, Band]
#: What cuts a band: a friend, ground between the two Units, or its length across the edge of the
#: area that one of them is in.
Cut = Literal["friend", "between", "too far"]


@lru_cache(maxsize=256)
def traced(
    table: Table, firer: Unit, target: Unit, indirect: bool = False, through_friends: bool = True
) -> tuple[Traced, Traced]:
    """Return the two best bands to two different bases of the target: clear ones before cut ones,
    and of these the shortest.

    With ``through_friends`` Dug-in friends do not cut a band: sight may pass them, fire may not.
    """
    looking = _Look.over(table, firer, target, through_friends)
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


def _seen(firer: Unit, target: Unit, best: _Try) -> Traced:
    """Return the band of a try, in inches, with the name of what cuts it."""
    n, e, m, f = best.ends
    band = Band(firer.bases[n].edges[e], target.bases[m].edges[f])
    if best.cut is None:
        return n, m, band
    (obstacle, how), name = best.cut, best.cut[0].name
    if how == "friend":
        why = f"{name} stands in the way"
    elif how == "too far":
        why = f"{name} limits sight to {AREA_INCHES} inches, and this is {inches(band.length)}"
    else:
        crosses = ", and the line crosses two of its edges" if obstacle.kind in HIDING else ""
        why = f"{name} lies between{crosses}"
    cite = CITES["area" if obstacle.kind in HIDING else "sight"]
    return n, m, replace(band, cut_by=name, why=why, cite=cite)


def _obstacles(
    table: Table, firer: Unit, target: Unit, through_friends: bool
) -> Iterator[Obstacle]:
    for area in table.areas:
        if area.kind in (*HIDING, "hill"):
            yield Obstacle(area.name, area.corners, area.kind)
    for unit in table.units:
        friend = unit.side == firer.side and unit.name not in (firer.name, target.name)
        if friend and not (unit.dug_in and through_friends):
            # A Unit blocks with all its ground, including the gaps between its bases, as it does
            # for movement (line 293).
            yield Obstacle(unit.name, ring_round(unit), "friend")


@dataclass(frozen=True, slots=True)
class _Try:
    """One band: the base and edge at each end, the distance between the middles of the edges, and
    what cuts it.
    """

    ends: tuple[int, int, int, int]
    far: Number
    cut: tuple[Obstacle, Cut] | None


@dataclass(frozen=True, slots=True)
class _Look:
    """Two Units, one looking at the other: the edges of both and everything that can cut a band, in
    whole grains of an inch, the common unit of all coordinates.
    """

    start: tuple[Ring, ...]
    end: tuple[Ring, ...]
    obstacles: tuple[Obstacle, ...]
    roads: tuple[Ring, ...]
    grains: int

    @classmethod
    def over(cls, table: Table, firer: Unit, target: Unit, through_friends: bool) -> _Look:
        """Return the look of one Unit at another on a table."""
        obstacles = tuple(_obstacles(table, firer, target, through_friends))
        roads = [area.corners for area in table.areas if area.kind == "road"]
        start, end = [base.corners for base in firer.bases], [base.corners for base in target.bases]
        rings = (*start, *end, *roads, *(obstacle.ring for obstacle in obstacles))
        parts = grain(point for ring in rings for point in ring)
        first, second, ways = (
            tuple(in_grains(ring, parts) for ring in rings) for rings in (start, end, roads)
        )
        cut = tuple(replace(one, ring=in_grains(one.ring, parts)) for one in obstacles)
        return cls(first, second, cut, ways, parts)

    def best(self, n: int, m: int, edges: Sequence[int]) -> _Try:
        """Return the nearest clear band from one of these edges of base n to an edge of base m, or
        else the nearest.
        """
        one, other = self.start[n], self.end[m]
        whole_ground = hull((*(point for e in edges for point in _edge(one, e)), *other))
        near = [o for o in self.obstacles if meet(whole_ground, o.ring)]
        pairs = ((_edge(one, e), _edge(other, f), e, f) for e, f in product(edges, range(4)))
        sides = [(_between(a, b), e, f) for a, b, e, f in pairs if not _in_line(a, b)]
        tried = (
            _Try((n, e, m, f), far, self._cut(_edge(one, e), _edge(other, f), near))
            for far, e, f in sorted(sides)
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
    (a, b), (c, d) = one, other
    v = Spot(c.x + d.x - a.x - b.x, c.y + d.y - a.y - b.y)
    return dot(v, v)


def _how_cut(
    start: Segment, end: Segment, band: Ring, obstacle: Obstacle, grains: int
) -> Cut | None:
    ring = obstacle.ring
    if obstacle.kind == "friend":
        return "friend" if meet(band, ring) else None
    (outside_start, starts_in), (outside_end, ends_in) = split(start, ring), split(end, ring)
    if not (starts_in or ends_in):  # both whole edges lie outside
        return "between" if meet(band, ring) else None
    outside = product(outside_start, outside_end)
    if any(meet(hull((*one, *other)), ring) for one, other in outside):
        return "between"
    too_far = obstacle.kind in HIDING and not within(start, end, AREA_INCHES * grains)
    return "too far" if too_far else None
