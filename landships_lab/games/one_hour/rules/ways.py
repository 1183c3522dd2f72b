"""The way of a Unit from where it stands to where it stops: the ground that its bases sweep, and
what bars it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from landships_lab.core.plane import Ring, Spot, cross, hull, inside, meet, vector
from landships_lab.core.sources import Cite
from .book import CITES
from .ground import Area, Table, Unit, ring_round

#: What leads over ground that is otherwise closed.
_LEADS = ("road", "ford")
#: Terrain that no Unit moves through off the road; Infantry do move through woods.
_BARS: dict[str, Cite] = {
    "marsh": CITES["impassable"],
    "lake": CITES["impassable"],
    "river": CITES["rivers"],
    "woods": CITES["move-woods"],
}


def ways(before: Unit, after: Unit) -> tuple[Ring, ...]:
    """Return the ground that each base sweeps on the straight way."""
    return tuple(
        hull((*old.corners, *new.corners))
        for old, new in zip(before.bases, after.bases, strict=True)
    )


def moves_by_road(table: Table, before: Unit, after: Unit) -> bool:
    """Return whether the straight way of all bases keeps to one road."""
    return any(
        all(inside(corner, road.corners) for way in ways(before, after) for corner in way)
        for road in table.areas
        if road.kind == "road"
    )


def woods_entered(table: Table, unit: Unit, by_road: bool) -> frozenset[str]:
    """Return the woods in whose edge ATGs stand, by name; none for others, or by road."""
    if unit.kind != "atg" or by_road:
        return frozenset()
    return frozenset(
        area.name
        for area in table.areas
        if area.kind == "woods" and any(meet(base.corners, area.corners) for base in unit.bases)
    )


#: A name, and the citation of the rule that bars the way there.
Blocked = tuple[str, Cite]


def blocked(table: Table, way: Sequence[Unit], into: Iterable[str] = ()) -> Iterator[Blocked]:
    """Yield what bars each straight part of a way, by name, with its citation.

    Woods do not bar ATGs that stop in their edge (``into``), or that leave it. An enemy bars with
    its bases and with the ground between them: only a friend is passed through. Source: Movement,
    Terrain, Roads and Interpenetration (lines 287-293).
    """
    passed = {*into, *woods_entered(table, way[0], by_road=False)}
    for before, after in pairwise(way):
        yield from _closed(table, before, after, passed)
        yield from dict.fromkeys(_met(table, before, after))


def _closed(table: Table, before: Unit, after: Unit, passed: Collection[str]) -> Iterator[Blocked]:
    leads = [area.corners for area in table.areas if area.kind in _LEADS]
    for area in table.areas:
        if _bars(area, before) and area.name not in passed:
            crossed = (way for way in ways(before, after) if meet(way, area.corners))
            if not all(_led_over(way, area.corners, leads) for way in crossed):
                yield area.name, _BARS[area.kind]


def _bars(area: Area, unit: Unit) -> bool:
    return area.kind in _BARS and not (area.kind == "woods" and unit.kind == "infantry")


def _met(table: Table, before: Unit, after: Unit) -> Iterator[Blocked]:
    """Yield the enemies that stand in the way; a base that stands between those of an enemy may
    leave, over none of them.
    """
    for enemy in table.units:
        if enemy.side == before.side:
            continue
        ground = ring_round(enemy)
        for base, way in zip(before.bases, ways(before, after), strict=True):
            if meet(way, ground) and (
                not meet(base.corners, ground) or any(meet(way, b.corners) for b in enemy.bases)
            ):
                yield enemy.name, CITES["interpenetration"]


def _led_over(swept: Ring, ground: Ring, leads: Iterable[Ring]) -> bool:
    """Return whether a road, ford or bridge carries all of a way that crosses this ground.

    Source: Rivers (line 290), Roads (line 291).
    """
    common = shared(swept, ground)
    return any(all(inside(corner, lead) for corner in common) for lead in leads)


def shared(one: Ring, other: Ring) -> Ring:
    """Return the corners of what two convex rings have in common, in order; none if they are apart.

    >>> from landships_lab.core.plane import spot
    >>> square = tuple(spot(*at) for at in ((0, 0), (2, 0), (2, 2), (0, 2)))
    >>> len(shared(square, tuple(spot(p.x + 1, p.y + 1) for p in square)))
    4
    """
    around = sum(cross(other[n - 1], other[n]) for n in range(len(other)))
    ring = list(one)
    for n in range(len(other)):
        a, b = other[n - 1], other[n]
        ring = _kept(ring, a, b) if around > 0 else _kept(ring, b, a)
    return tuple(dict.fromkeys(ring))


def _kept(ring: Sequence[Spot], a: Spot, b: Spot) -> list[Spot]:
    """Return the part of a ring that lies on the right of the line from a to b, or on it."""
    along, kept = vector(a, b), []
    for n in range(len(ring)):
        last, here = ring[n - 1], ring[n]
        before, now = cross(along, vector(a, last)), cross(along, vector(a, here))
        if (before < 0 < now) or (now < 0 < before):
            share = Fraction(before, before - now)
            kept.append(
                Spot(last.x + share * (here.x - last.x), last.y + share * (here.y - last.y))
            )
        if now >= 0:
            kept.append(here)
    return kept
