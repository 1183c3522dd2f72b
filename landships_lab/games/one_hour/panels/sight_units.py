"""The Units of a sight panel in a link: those that are not as the set-up has them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from landships_lab.core.checks import small
from landships_lab.core.plane import Spot
from landships_lab.games.one_hour.rules import Table, table_of
from landships_lab.games.one_hour.rules.ground import read_spot, write_spot


class OnTable(Protocol):
    """A state that began as a set-up."""

    @property
    def set_up(self) -> str:
        """The set-up."""


#: Degrees of one turn of a Unit.
LOCK = 15


def write_units(state: OnTable, table: Table) -> list[str]:
    """Return a word for each Unit that is not as the set-up has it."""
    found = []
    for unit, old in zip(table.units, table_of(state.set_up).units, strict=True):
        if unit != old:
            marks = [word for word, on in (("dug-in", unit.dug_in), ("ready", unit.ready)) if on]
            found.append(
                "@".join(
                    [unit.name, write_spot(unit.unique.centre), str(unit.unique.facing), *marks]
                )
            )
    return found


def read_units(state: OnTable, words: Sequence[str]) -> Table:
    """Return the set-up with the Units of these words. `ValueError` for a word that is no Unit."""
    table = table_of(state.set_up)
    for word in words:
        parts = word.split("@")
        if (
            len(parts) < 3
            or (facing := small(parts[2])) is None
            or not set(parts[3:]) <= {"dug-in", "ready"}
        ):
            raise ValueError(
                f"{word!r} is not a Unit; write name@x,y@facing, such as Cruds-1@28,18@0, then"
                " @dug-in or @ready."
            )
        unit = table.unit(parts[0]).at(read_spot(parts[1]), facing)
        table = table.put(replace(unit, dug_in="dug-in" in parts[3:], ready="ready" in parts[3:]))
    return table


def random_table(dice: random.Random, state: OnTable) -> Table:
    """Return the set-up with one Unit in a random place."""
    table = table_of(state.set_up)
    unit = dice.choice(table.units)
    return table.put(
        unit.at(
            Spot(*(Fraction(dice.randint(20, 124), 4) for _ in range(2))), LOCK * dice.randrange(24)
        )
    )
