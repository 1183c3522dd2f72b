"""Threatened Units: how near the nearest enemy base is, and what that does to a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from landships_lab.core.answer import Step, Telling, decided
from landships_lab.core.inches import Base, inches_up, square_between
from landships_lab.core.plane import Number, Ring, meet, square_between_boxes
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches
from .book import READINGS, TABLES, allow, forbid, note, taken
from .ground import THREAT_INCHES, Table, Unit, nearest_enemy, threatened
from .moves import spared
from .ways import moves_by_road, ways


@decided
def is_threatened(table: Table, name: str, readings: Given = None) -> Telling:
    """Return whether an enemy base is near enough to threaten a Unit, and what that does to its
    move.

    Source: Threatened Units (line 295), reading threatened-at.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> is_threatened(table_of("static-defence"), "Cruds-1").headline
    'No enemy threatens Cruds-1.'
    """
    unit = table.unit(name)
    yield (near := near_enemy(table, unit, readings))
    if near.op == "allows":
        yield note("threatened", slowed(unit))
    return lambda value: f"{'An' if value else 'No'} enemy threatens {name}."


def near_enemy(table: Table, unit: Unit, readings: Given = None) -> Step:
    """Return how near the nearest enemy base is; it allows where that threatens the Unit, and else
    forbids.
    """
    if (nearest := nearest_enemy(table, unit)) is None:
        return forbid("threatened", True, "There is no enemy on the table.")
    square, enemy = nearest
    option = READINGS["threatened-at"].option(taken(readings)["threatened-at"])
    doubtful = "threatened-at" if square == THREAT_INCHES**2 else ""
    text = (
        f"The nearest enemy base, of {enemy.name}, is {inches(inches_up(square))} away."
        f" {option.says}"
    )
    return allow("threatened", threatened(table, unit, readings), text, reading=doubtful)


def threat_to_move(table: Table, before: Unit, after: Unit, readings: Given) -> Iterator[Step]:
    """Yield what a near enemy does to a Unit that moves or turns at all; a step forbids where it
    may not move.

    Source: Threatened Units (line 295), Roads (line 291), readings threatened-at, threatened-when
    and road-penalties.
    """
    if before.bases == after.bases:
        return
    given = taken(readings)
    by_road = moves_by_road(table, before, after)
    if threatened(table, before, readings):
        yield note("threatened", near_enemy(table, before, readings).text)
    elif (enemy := met_on_way(table, before, after, given)) is None:
        return
    else:
        reading = READINGS["threatened-when"]
        says = reading.option(given["threatened-when"]).says
        text = f"It comes within {inches(THREAT_INCHES)} of {enemy.name} as it moves. {says}"
        yield note(reading.cite, text, reading.id)
        if given["threatened-when"] == "start":
            return
    if spared(by_road, given):
        text = "Under this reading a road spares it all penalties, that of a near enemy too."
        yield note("roads", text, "road-penalties")
        return
    fixed = before.row.threatened is None
    text = slowed(before) + ("" if fixed else " Take that off its roll.")
    yield forbid("threatened", fixed, text, "road-penalties" if by_road else "")


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
