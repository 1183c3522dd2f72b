"""Threatened Units: how near the nearest enemy base is, and what that does to a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.inches import Base, inches_up, square_between
from landships_lab.core.plane import Number, Ring, hull, inside, meet, square_between_boxes
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches
from landships_lab.games.one_hour.rules.book import CITES, READINGS, TABLES, taken
from landships_lab.games.one_hour.rules.ground import (
    THREAT_INCHES,
    Table,
    Unit,
    nearest_enemy,
    threatened,
)
from landships_lab.games.one_hour.rules.moves import spared


def is_threatened(table: Table, name: str, readings: Given = None) -> Answer[bool]:
    """Return whether an enemy base is near enough to threaten a Unit, and what that does to its
    move.

    Source: Threatened Units (line 295), reading threatened-at.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> is_threatened(table_of("static-defence"), "Cruds-1").headline
    'No enemy threatens Cruds-1.'
    """
    unit = table.unit(name)
    step = near_enemy(table, unit, readings)
    value = bool(judge((step,)))
    steps = (step, Step(slowed(unit), CITES["threatened"])) if value else (step,)
    return Answer(value, steps, f"{'An' if value else 'No'} enemy threatens {name}.")


def near_enemy(table: Table, unit: Unit, readings: Given = None) -> Step:
    """Return how near the nearest enemy base is; it allows where that threatens the Unit, so that
    `judge` tells whether it does.
    """
    cite = CITES["threatened"]
    if (nearest := nearest_enemy(table, unit)) is None:
        return Step("There is no enemy on the table.", cite, "forbids")
    square, enemy = nearest
    option = READINGS["threatened-at"].option(taken(readings)["threatened-at"])
    doubtful = "threatened-at" if square == THREAT_INCHES**2 else ""
    text = (
        f"The nearest enemy base, of {enemy.name}, is {inches(inches_up(square))} away."
        f" {option.says}"
    )
    return Step(
        text, cite, "allows" if threatened(table, unit, readings) else "forbids", reading=doubtful
    )


def threat_to_move(table: Table, before: Unit, after: Unit, readings: Given) -> Iterator[Step]:
    """Yield what a near enemy does to a Unit that moves or turns at all; a step forbids where it
    may not move.

    Source: Threatened Units (line 295), Roads (line 291), readings threatened-at, threatened-when
    and road-penalties.
    """
    if before.bases == after.bases:
        return
    given, cite = taken(readings), CITES["threatened"]
    by_road = moves_by_road(table, before, after)
    if threatened(table, before, readings):
        yield Step(near_enemy(table, before, readings).text, cite)
    elif (enemy := met_on_way(table, before, after, given)) is None:
        return
    else:
        option = READINGS["threatened-when"].option(given["threatened-when"])
        text = f"It comes within {inches(THREAT_INCHES)} of {enemy.name} as it moves. {option.says}"
        yield Step(text, READINGS["threatened-when"].cite, reading="threatened-when")
        if given["threatened-when"] == "start":
            return
    if spared(by_road, given):
        text = "Under this reading a road spares it all penalties, that of a near enemy too."
        yield Step(text, CITES["roads"], reading="road-penalties")
        return
    fixed = before.row.threatened is None
    note = "" if fixed else " Take that off its roll."
    reading = "road-penalties" if by_road else ""
    yield Step(slowed(before) + note, cite, "forbids" if fixed else "note", reading=reading)


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


def met_on_way(table: Table, before: Unit, after: Unit, given: dict[str, str]) -> Unit | None:
    """Return the first enemy that is near enough to the straight way to threaten, or None.

    ``given`` holds the option taken for every reading. Source: Threatened Units (line 295), reading
    threatened-at.
    """
    limit = THREAT_INCHES**2
    swept = ways(before, after)
    for enemy in (unit for unit in table.units if unit.side != before.side):
        for way, base in product(swept, enemy.bases):
            if square_between_boxes(way, base.corners) > limit:
                continue
            far = _square_to_ring(base, way)
            if far < limit or (far == limit and given["threatened-at"] == "within"):
                return enemy
    return None


def _square_to_ring(base: Base, ring: Ring) -> Number:
    if meet(base.corners, ring):
        return 0
    return min(square_between(base, (ring[n - 1], ring[n])) for n in range(len(ring)))


def slowed(unit: Unit) -> str:
    """Return what being Threatened does to the move of this Unit.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> slowed(table_of("static-defence").unit("ATGs"))
    'A Threatened ATG may not move.'
    """
    less, name = TABLES.types[unit.kind].threatened, unit.row.name
    return (
        f"A Threatened {name} may not move."
        if less is None
        else f"A Threatened {name} Unit moves {inches(-less)} less."
    )
