"""A move along a path: the dice give an allowance, and each straight part of the way is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from landships_lab.core.answer import Answer, Gap, Step, Telling, Told, decided
from landships_lab.core.inches import inches_up
from landships_lab.core.plane import Spot, dot, vector
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches
from .book import READINGS, TABLES, allow, forbid, note, taken
from .ground import Table, Unit, carried, threatened
from .moves import Move, distance
from .placing import gone, standing
from .threats import met_on_way, slowed
from .ways import blocked, moves_by_road, woods_entered


@dataclass(frozen=True, slots=True)
class March:
    """A move under way: what its dice showed, how things stood when they were rolled, and what the
    way has been since.

    ``went`` is how far each base has gone, in inches; ``by_road`` whether all of it was by road.
    ``threatened`` and ``into_woods`` last to its end: an enemy that was near on the way still slows
    a Unit that has passed, and the edge of a wood still costs what it did.
    """

    rolled: tuple[int, ...]
    threatened: bool = False
    dug_in: bool = False
    went: tuple[Fraction, ...] = ()
    by_road: bool = True
    into_woods: bool = False

    @property
    def farthest(self) -> Fraction:
        """How far the base has gone that has gone farthest."""
        return max(self.went, default=Fraction(0))

    def move(self, kind: str, by_road: bool) -> Move:
        """Return the move of a Unit of this type, as the movement table asks for it."""
        return Move(kind, self.threatened, self.dug_in, by_road, self.into_woods)

    def allowance(self, kind: str, by_road: bool = False, readings: Given = None) -> Answer[int]:
        """Return the inches of the whole move."""
        return distance(self.move(kind, by_road), self.rolled, readings)

    def left(self, kind: str, by_road: bool = False, readings: Given = None) -> Fraction:
        """Return the inches left to the base that has gone farthest."""
        return max(Fraction(0), self.allowance(kind, by_road, readings).value - self.farthest)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a part of a move leads: the Unit as it then stands, and the move as it then is.

    ``met`` is the enemy that it came near on the way, where that matters.
    """

    unit: Unit
    march: March
    met: Unit | None = None


def started(table: Table, name: str, rolled: Sequence[int], readings: Given = None) -> March:
    """Return the move of a Unit that has just rolled these dice, 1 to 6 each.

    Source: Movement Actions (line 262), Threatened Units (line 295), Dug-in Units (line 294).
    """
    unit = table.unit(name)
    on_road = moves_by_road(table, unit, unit)
    return March(tuple(rolled), threatened(table, unit, readings), unit.dug_in, by_road=on_road)


@decided
def may_go(table: Table, march: March, path: Sequence[Unit], readings: Given = None) -> Telling:
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
    arrival = _arrival(table, march, way, readings)
    yield from _going(table, march, way, arrival, readings)
    name = path[-1].name

    def says(value: bool | Gap) -> Told:
        if isinstance(value, Gap):
            return Told(
                f"Only if this is still the edge of the wood may {name} move there.", (), arrival
            )
        return Told(f"{name} {'may' if value else 'may not'} move there.", (), arrival)

    return says


def goes(table: Table, march: March, path: Sequence[Unit], readings: Given = None) -> bool:
    """Return whether `may_go` says yes, without its reasons: it stops at the first that forbids."""
    way = (table.unit(path[-1].name), *path)
    steps = _going(table, march, way, _arrival(table, march, way, readings), readings)
    return all(step.op != "forbids" and not isinstance(step.amount, Gap) for step in steps)


def _arrival(table: Table, march: March, way: Sequence[Unit], readings: Given) -> Arrival:
    given, legs, unit = taken(readings), tuple(pairwise(way)), way[-1]
    by_road = march.by_road and all(moves_by_road(table, *leg) for leg in legs)
    went = list(march.went or (Fraction(0),) * len(unit.bases))
    for before, after in legs:
        for n, (old, new) in enumerate(zip(before.bases, after.bases, strict=True)):
            along = vector(old.centre, new.centre)
            went[n] += inches_up(dot(along, along))
    met = None
    if given["threatened-when"] == "on-the-way" and not march.threatened:
        met = next(filter(None, (met_on_way(table, *leg, given) for leg in legs)), None)
    then = replace(
        march,
        went=tuple(went),
        by_road=by_road,
        threatened=march.threatened or met is not None,
        into_woods=march.into_woods or bool(woods_entered(table, unit, by_road)),
    )
    return Arrival(unit, then, met)


def _going(
    table: Table, march: March, way: Sequence[Unit], arrival: Arrival, readings: Given
) -> Iterator[Step]:
    unit, then = arrival.unit, arrival.march
    yield from _met(arrival)
    far = then.allowance(unit.kind, then.by_road, readings)
    yield _far(then, far)
    yield from gone(unit, then.went, far.value)
    if march.threatened:
        yield note("threatened", slowed(unit))
    if not all(table.on(base) for base in unit.bases):
        text = "Part of it would be off the table; a Unit leaves the table whole, where it may."
        yield forbid("leaving", True, text)
        return
    into = woods_entered(table, unit, then.by_road)
    for name, cite in blocked(table, way, into):
        yield forbid(cite, True, f"The straight way is blocked by {name}.")
    yield from standing(table, unit)


def _met(arrival: Arrival) -> Iterator[Step]:
    """Yield the enemy that a Unit comes near on its way, where that slows it."""
    if arrival.met is not None:
        reading = READINGS["threatened-when"]
        says = f"{reading.option('on-the-way').says} {slowed(arrival.unit)}"
        text = f"It comes near {arrival.met.name} as it moves. {says}"
        yield note(reading.cite, text, reading.id)


def _far(march: March, far: Answer[int]) -> Step:
    road = " Its whole way is by road." if march.by_road else ""
    return note("roads" if road else "move", f"{far.headline}{road}")


# -------------------------------------------------------------------------------- leaving the table


@decided
def may_leave(table: Table, march: March, name: str, road: str, readings: Given = None) -> Telling:
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
    arrival = _arrival(table, march, (unit, at_edge), readings)
    whole = given["leaving-with"] == "whole"
    deep = max(c.y for base in at_edge.bases for c in base.corners) if whole else Fraction(0)
    went = arrival.march.farthest if whole else arrival.march.went[0]
    needed = went + inches_up(Fraction(deep) ** 2)
    far = arrival.march.allowance(unit.kind, arrival.march.by_road, readings)
    option = READINGS["leaving-with"].option(given["leaving-with"])
    text = f"It needs {inches(needed)} to the edge and may move {inches(far.value)}. {option.says}"
    yield allow("break-through", True, "The scenario lets it leave by the road.")
    yield from _met(arrival)
    yield _far(arrival.march, far)
    yield allow("leaving", needed <= far.value, text, reading="leaving-with")
    for barring, cite in blocked(table, (unit, at_edge)):
        yield forbid(cite, True, f"The straight way is blocked by {barring}.")
    return lambda value: Told(
        f"{name} {'may' if value else 'may not'} leave the table.", (), arrival
    )


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
