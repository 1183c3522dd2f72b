"""May a Unit be put down so after its move? How far each base went, how the bases stand, and what they stand on and among."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.inches import Base, direction, inches_up
from landships_lab.core.plane import Spot, dot, meet, vector
from landships_lab.rules.one_hour.ground import NAMES, Table, Unit, ring_round
from landships_lab.rules.one_hour.moves import may_enter
from landships_lab.rules.one_hour.words import CITES, begun, exact_inches, inches

#: Terrain no base may stand on, or only some Units may.
_STOPS = ("marsh", "lake", "river", "woods", "town")


def may_place(table: Table, moved: Unit, allowance: int | Fraction) -> Answer[bool]:
    """May a Unit that stands on the table end its move so, having so many inches to move?

    ``moved`` is the Unit of that name as it would stand. No base goes farther than the allowance, measured from centre to
    centre; all face one way; none stands ahead of the Unique base; none ends on ground it may not enter, on another Unit, or
    between the bases of a friend. Source: Movement (lines 262, 286-293), bases (line 169).

    >>> from landships_lab.rules.one_hour.ground import read_spot, table_of
    >>> table = table_of("flank-attack")
    >>> may_place(table, table.unit("Cruds-1").at(read_spot("18,19")), 1).headline
    'Cruds-1 may not end its move so.'
    """
    before = table.unit(moved.name)
    far = exact_inches("The distance a Unit may move", allowance)
    steps = (*_distances(before, moved, far), *_drawn_up(moved), *_grounds(table, moved), *_neighbours(table, moved))
    value = bool(judge(steps))
    return Answer(value, steps, f"{moved.name} {'may' if value else 'may not'} end its move so.")


def _distances(before: Unit, after: Unit, far: Fraction) -> Iterator[Step]:
    for n, (old, new) in enumerate(zip(before.bases, after.bases, strict=True)):
        way = vector(old.centre, new.centre)
        went = inches_up(dot(way, way))
        text = f"{begun(NAMES[n])} goes {inches(went)} of {inches(far)}."
        yield Step(text, CITES["move"], "allows" if went <= far else "forbids", marks=(new.centre,))


def _drawn_up(unit: Unit) -> Iterator[Step]:
    turned = {base.facing for base in unit.bases} != {unit.unique.facing}
    text = "Its bases face different ways." if turned else "All its bases face one way."
    yield Step(text, CITES["turning"], "forbids" if turned else "allows")
    if ahead := [NAMES[n] for n, base in enumerate(unit.bases) if _ahead(unit.unique, base.centre)]:
        yield Step(f"{begun(' and '.join(ahead))} stands ahead of the Unique base.", CITES["bases"], "forbids")


def _ahead(unique: Base, centre: Spot) -> bool:
    return dot(direction(unique.facing), vector(unique.centre, centre)) > 0


def _grounds(table: Table, unit: Unit) -> Iterator[Step]:
    if not all(table.on(base) for base in unit.bases):
        yield Step("Part of it would leave the table.", CITES["move"], "forbids")
    for area in table.areas:
        if area.kind in _STOPS and any(meet(base.corners, area.corners) for base in unit.bases):
            by_road = any(road.kind == "road" and all(road.holds(base) for base in unit.bases) for road in table.areas)
            entry = may_enter(unit.kind, area.kind, by_road).steps[-1]
            yield Step(f"It stands in {area.name}. {entry.text}", entry.cite, entry.op)


def _neighbours(table: Table, unit: Unit) -> Iterator[Step]:
    for other in table.units:
        if other.name == unit.name:
            continue
        friend = other.side == unit.side
        # A friend's ground is all that lies between its bases; of an enemy only the bases themselves are in the way.
        grounds = (ring_round(other),) if friend else tuple(base.corners for base in other.bases)
        if any(meet(base.corners, ground) for base in unit.bases for ground in grounds):
            text = f"It would stop on {other.name}{' or between its bases' if friend else ''}."
            yield Step(text, CITES["interpenetration"], "forbids")
