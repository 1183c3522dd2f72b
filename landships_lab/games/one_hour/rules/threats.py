"""Threatened Units: how near the nearest enemy base is, and what that does to a move."""

from __future__ import annotations

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.inches import inches_up
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


def is_threatened(table: Table, name: str, readings: Given = None) -> Answer[bool]:
    """Return whether an enemy base is near enough to threaten a Unit, and what that does to its
    move.

    Source: Threatened Units (line 295), reading threatened-at.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> is_threatened(table_of("static-defence"), "Cruds-1").headline
    'Cruds-1 is not Threatened.'
    """
    unit = table.unit(name)
    step = near_enemy(table, unit, readings)
    value = bool(judge((step,)))
    steps = (step, Step(slowed(unit), CITES["threatened"])) if value else (step,)
    return Answer(value, steps, f"{name} is {'' if value else 'not '}Threatened.")


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
