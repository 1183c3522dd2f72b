"""A move along a path: the dice give an allowance, and each straight part of the way is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.inches import inches_up
from landships_lab.core.plane import Ring, Spot, cross, dot, inside, meet, vector
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches
from landships_lab.games.one_hour.rules.book import CITES, READINGS, TABLES, taken
from landships_lab.games.one_hour.rules.ground import NAMES, Table, Unit, carried, threatened
from landships_lab.games.one_hour.rules.moves import Move, distance
from landships_lab.games.one_hour.rules.placing import barring, standing
from landships_lab.games.one_hour.rules.threats import (
    met_on_way,
    moves_by_road,
    slowed,
    ways,
)

#: What leads over ground that is otherwise closed.
_LEADS = ("road", "ford")
_CLOSED = ("marsh", "lake", "river", "woods", "town", "ford", "field")


@dataclass(frozen=True, slots=True)
class March:
    """A move under way: what its dice showed, how things stood when they were rolled, how far each
    base has gone since, in inches, and whether all of it was by road.
    """

    rolled: tuple[int, ...]
    threatened: bool = False
    dug_in: bool = False
    went: tuple[Fraction, ...] = (Fraction(0), Fraction(0), Fraction(0))
    by_road: bool = True

    def move(self, kind: str, by_road: bool, into_woods: bool = False) -> Move:
        """Return the move of a Unit of this type, as the movement table asks for it."""
        return Move(kind, self.threatened, self.dug_in, by_road, into_woods)

    def left(self, kind: str, by_road: bool = False, readings: Given = None) -> Fraction:
        """Return the inches left to the base that has gone farthest."""
        far = distance(self.move(kind, by_road), self.rolled, readings).value
        return max(Fraction(0), far - max(self.went))


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a part of a move leads: the Unit as it then stands, and the move as it then is."""

    unit: Unit
    march: March


def started(table: Table, name: str, rolled: Sequence[int], readings: Given = None) -> March:
    """Return the move of a Unit that has just rolled these dice, 1 to 6 each.

    Source: Movement Actions (line 262), Threatened Units (line 295), Dug-in Units (line 294).
    """
    unit = table.unit(name)
    return March(tuple(rolled), threatened(table, unit, readings), unit.dug_in)


def may_go(
    table: Table, march: March, path: Sequence[Unit], readings: Given = None
) -> Answer[bool | Gap]:
    """Return whether a Unit may go along this path: a place for each point on the way, the last one
    where it stops.

    No base goes farther in the whole move than the dice allow; no part of the way leads through
    ground that is closed to the Unit, or through an enemy; the place where it stops is one where it
    may stand. ``detail`` is the `Arrival`. The value is a Gap where the source does not say how
    deep the edge of a wood is. Source: Movement (lines 262, 286-295), bases (line 169).

    >>> from landships_lab.games.one_hour.rules import table_of
    >>> table = table_of("flank-attack")
    >>> stays = table.unit("Cruds-1")
    >>> may_go(table, March((3, 4, 5)), [stays]).headline
    'Cruds-1 may move there.'
    """
    way = (table.unit(path[-1].name), *path)
    arrival = _arrival(table, march, way)
    steps = tuple(_going(table, march, way, arrival, readings))
    value = judge(steps)
    name = path[-1].name
    told = f"{name} {'may' if value else 'may not'} move there."
    if isinstance(value, Gap):
        told = f"Only if this is still the edge of the wood may {name} move there."
    return Answer(value, steps, told, detail=arrival)


def goes(table: Table, march: March, path: Sequence[Unit], readings: Given = None) -> bool:
    """Return whether `may_go` says yes, without its reasons: it stops at the first that forbids."""
    way = (table.unit(path[-1].name), *path)
    steps = _going(table, march, way, _arrival(table, march, way), readings)
    return all(step.op != "forbids" and not isinstance(step.amount, Gap) for step in steps)


def _arrival(table: Table, march: March, way: Sequence[Unit]) -> Arrival:
    by_road = march.by_road and all(moves_by_road(table, a, b) for a, b in pairwise(way))
    went = list(march.went)
    for before, after in pairwise(way):
        for n, (old, new) in enumerate(zip(before.bases, after.bases, strict=True)):
            along = vector(old.centre, new.centre)
            went[n] += inches_up(dot(along, along))
    return Arrival(way[-1], replace(march, went=tuple(went), by_road=by_road))


def _going(
    table: Table, march: March, way: Sequence[Unit], arrival: Arrival, readings: Given
) -> Iterator[Step]:
    unit, then = arrival.unit, arrival.march
    into = _woods_entered(table, unit, then.by_road)
    met = None
    if taken(readings)["threatened-when"] == "on-the-way" and not march.threatened:
        legs = (met_on_way(table, a, b, taken(readings)) for a, b in pairwise(way))
        met = next(filter(None, legs), None)
        then = replace(then, threatened=met is not None)
    if met is not None:
        option = READINGS["threatened-when"].option("on-the-way")
        text = f"It comes near {met.name} as it moves. {option.says} {slowed(unit)}"
        yield Step(text, READINGS["threatened-when"].cite, reading="threatened-when")
    far = distance(then.move(unit.kind, then.by_road, bool(into)), march.rolled, readings)
    yield Step(
        f"{far.headline} {'Its whole way is by road.' if then.by_road else ''}".strip(),
        CITES["roads"] if then.by_road else CITES["move"],
    )
    for n, went in enumerate(then.went):
        text = f"{capitalized(NAMES[n])} moves {inches(went)} and may move {inches(far.value)}."
        allowed = went <= far.value
        yield Step(
            text,
            CITES["move"],
            "allows" if allowed else "forbids",
            marks=(unit.bases[n].centre,),
        )
    if march.threatened:
        yield Step(slowed(unit), CITES["threatened"])
    if not all(table.on(base) for base in unit.bases):
        text = "Part of it would be off the table; a Unit leaves the table whole, where it may."
        yield Step(text, CITES["leaving"], "forbids")
        return
    yield from _on_the_way(table, way, into)
    yield from standing(table, unit)


def _woods_entered(table: Table, unit: Unit, by_road: bool) -> frozenset[str]:
    """Return the woods in whose edge ATGs stop, by name; none for others, or by road."""
    if unit.kind != "atg" or by_road:
        return frozenset()
    return frozenset(
        area.name
        for area in table.areas
        if area.kind == "woods" and any(meet(base.corners, area.corners) for base in unit.bases)
    )


def _on_the_way(table: Table, way: Sequence[Unit], into: Iterable[str]) -> Iterator[Step]:
    """Yield what bars each straight part of the way; a wood does not bar ATGs that stop in its
    edge, or that leave it.
    """
    passed = frozenset(into) | _woods_entered(table, way[0], by_road=False)
    leads = [area.corners for area in table.areas if area.kind in _LEADS]
    kinds = {area.name: area.kind for area in table.areas}
    for before, after in pairwise(way):
        swept = ways(before, after)
        for name, ring, cite in barring(table, after):
            if name in passed:
                continue
            for part in swept:
                if meet(part, ring) and not (
                    kinds.get(name) in _CLOSED and _led_over(part, ring, leads)
                ):
                    yield Step(f"The straight way is blocked by {name}.", cite, "forbids")
                    break


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
                Spot(
                    last.x + share * (here.x - last.x),
                    last.y + share * (here.y - last.y),
                )
            )
        if now >= 0:
            kept.append(here)
    return kept


# -- leaving the table
# -------------------------------------------------------------------------------------------------


def may_leave(
    table: Table, march: March, name: str, road: str, readings: Given = None
) -> Answer[bool]:
    """Return whether a Unit may leave the table at the north end of this road, straight from where
    it stands.

    What has to reach the edge is the reading leaving-with: the front of the Unique base, or the
    back of the last base. ``detail`` is the `Arrival` at the edge. Source: the report of Flank
    Attack lets Units leave by the road (lines 72-74, 88); how, no line says.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> may_leave(table_of("flank-attack"), March((5, 5, 5)), "Cruds-1", "the road").headline
    'Cruds-1 may not leave the table.'
    """
    unit, given = table.unit(name), taken(readings)
    at_edge = _at_edge(table, unit, road)
    arrival = _arrival(table, march, (unit, at_edge))
    whole = given["leaving-with"] == "whole"
    deep = max(c.y for base in at_edge.bases for c in base.corners) if whole else Fraction(0)
    went = max(arrival.march.went) if whole else arrival.march.went[0]
    needed = went + inches_up(Fraction(deep) ** 2)
    far = distance(arrival.march.move(unit.kind, arrival.march.by_road), march.rolled, readings)
    option = READINGS["leaving-with"].option(given["leaving-with"])
    text = f"It needs {inches(needed)} to the edge and may move {inches(far.value)}. {option.says}"
    steps = [
        Step("The scenario lets it leave by the road.", CITES["break-through"], "allows"),
        Step(far.headline, CITES["roads"] if arrival.march.by_road else CITES["move"]),
        Step(
            text,
            CITES["leaving"],
            "allows" if needed <= far.value else "forbids",
            reading="leaving-with",
        ),
        *_on_the_way(table, (unit, at_edge), ()),
    ]
    value = bool(judge(steps))
    told = f"{name} {'may' if value else 'may not'} leave the table."
    return Answer(value, tuple(steps), told, detail=arrival)


def _at_edge(table: Table, unit: Unit, road: str) -> Unit:
    """Return the Unit as it stands when the front of its Unique base reaches the north end of a
    road, facing north, its bases to each other as before.
    """
    end = next(area for area in table.areas if area.name == road)
    top = [corner.x for corner in end.corners if corner.y == min(c.y for c in end.corners)]
    width, depth, _ = TABLES.bases[unit.kind].inches()
    half, here = width * Fraction(1, 2), unit.unique.centre.x
    x = min(max(here, min(top) + half), max(top) - half)
    return carried(unit, Spot(x, depth * Fraction(1, 2)), 0)
