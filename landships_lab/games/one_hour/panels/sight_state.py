"""The state of the sight panel: the Units on their table, who looks at whom, what is asked, and the
readings it turns on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from landships_lab.core.sources import Reading
from landships_lab.data.load import readings
from landships_lab.games.one_hour.data.table_tops import RULE_SET, set_ups
from landships_lab.games.one_hour.panels.common import OneHourState, distance
from landships_lab.games.one_hour.panels.sight_units import random_table, read_units, write_units
from landships_lab.games.one_hour.rules import Table, Unit, table_of
from landships_lab.panel.parts import LEAD, Custom, Moment, OneOf, part
from landships_lab.panel.readings import Readings, Taken, read_readings

ID = "one_hour:sight"
#: What can be asked of two Units.
QUESTIONS = {
    "sees": "sees?",
    "observes": "observes?",
    "fires": "may fire?",
    "best": "best target?",
    "stops": "may stop?",
    "threatened": "Threatened?",
}
_SEEING = ("concealed-sight", "concealed-etc")
_SHOOTING = (*_SEEING, "close-range", "mortar-close")
#: The readings that each question turns on.
TURNS_ON = {
    "sees": _SEEING,
    "observes": _SEEING,
    "fires": _SHOOTING,
    "best": (*_SHOOTING, "target-priority", "long-range", "protection-cap"),
    "stops": ("threatened-at",),
    "threatened": ("threatened-at",),
}


def _enemies(state: Any) -> list[Unit]:
    """Return the Units of the side that is looked at."""
    table = table_of(state.set_up)
    return [unit for unit in table.units if unit.side != table.unit(state.firer).side]


def observers(state: Any) -> list[str]:
    """Return the friends that may observe for the Unit that looks: only where Mortars fire."""
    table = table_of(state.set_up)
    one = table.unit(state.firer)
    if state.asks not in ("fires", "best") or one.kind != "mortar":
        return []
    return [unit.name for unit in table.units if unit.side == one.side and unit.name != one.name]


@dataclass(frozen=True)
class SightReadings(Readings):
    """The readings of this panel: it offers those that its question turns on, and a link may hold
    any.

    Older links call the reading in which only Ready Units hide ``limit``.
    """

    def bearing(self, state: Any) -> Mapping[str, Reading]:
        """Return the readings that the question of this state turns on."""
        return {
            key: reading
            for key, reading in super().bearing(state).items()
            if key in TURNS_ON[state.asks]
        }

    def read(self, state: Any, words: Sequence[str]) -> Taken:
        """Return the readings that these words choose."""
        return read_readings([_renamed(word) for word in words], super().bearing(state))

    def sample(self, dice: random.Random, state: Any) -> Taken:
        """Return some readings, taken at random from all: the question may still change."""
        return Readings(known=super().bearing(state)).sample(dice, state)


def _renamed(word: str) -> str:
    reading, _, option = word.partition("=")
    return (
        f"{reading}=ready-limit"
        if reading and "concealed-sight".startswith(reading) and option == "limit"
        else word
    )


@dataclass(frozen=True)
class SightState(OneHourState):
    """A table that began as a set-up, who looks at whom, and what is asked;

    ``held`` is the Unit in the hand.

    ``observer`` is the friend that observes where Mortars fire, "" where they see for themselves;
    ``moves`` are the inches a Unit may go from where the set-up has it.
    """

    bears_on = "sight"

    readings: Taken = part(SightReadings(known=lambda state: readings(RULE_SET, state.bears_on)))
    set_up: str = part(
        OneOf(
            "Table",
            "static-defence",
            {key: one.name.split(", ")[-1] for key, one in set_ups().items()},
            word=LEAD,
            error_name="set-up",
        )
    )
    firer: str = part(
        OneOf(
            "From",
            lambda state: table_of(state.set_up).units[0].name,
            lambda state: tuple((u.name, u.name) for u in table_of(state.set_up).units),
            word="from",
            always=True,
            error_name="Unit on this table",
        )
    )
    target: str = part(
        OneOf(
            "To",
            lambda state: _enemies(state)[0].name,
            lambda state: tuple((u.name, u.name) for u in _enemies(state)),
            word="to",
            always=True,
            error_name="enemy on this table",
        )
    )
    asks: str = part(OneOf("Ask", "sees", QUESTIONS, error_name="question of this panel"))
    observer: str = part(
        OneOf(
            "By",
            "",
            lambda state: (("", "itself"), *((name, name) for name in observers(state))),
            word="by",
            shown=lambda state: bool(observers(state)),
            error_name="friend that may observe",
        )
    )
    moves: int | Fraction = part(
        distance("Moves", 6, "the distance it may move", shown=lambda state: state.asks == "stops")
    )
    table: Table = part(
        Custom(
            "",
            lambda state: table_of(state.set_up),
            word="units",
            reads=read_units,
            writes=write_units,
            samples=random_table,
        )
    )
    held: str = part(Moment(default=""))

    @property
    def one(self) -> Unit:
        """The Unit that looks."""
        return self.table.unit(self.firer)

    @property
    def other(self) -> Unit:
        """The Unit that is looked at."""
        return self.table.unit(self.target)

    @property
    def before(self) -> Table:
        """The table with the Unit that moves put back to where the set-up has it."""
        return self.table.put(table_of(self.set_up).unit(self.firer))
