"""The whole position of a game: the table, what was used up in this phase, and who is gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from landships_lab.core.speech import plural
from landships_lab.games.one_hour.data.scenarios import Scenario
from landships_lab.games.one_hour.rules import Condition, Table, Unit
from landships_lab.games.one_hour.rules.book import READINGS, TABLES, taken
from landships_lab.games.one_hour.rules.shot import destroyed_from
from landships_lab.games.one_hour.rules.victory import scenario
from landships_lab.play.turns import Situation

_EMPTY = Table(36, 36, (), ())
#: How a Unit may have gone.
DESTROYED, LEFT = "destroyed", "left by the road"


@dataclass(frozen=True, slots=True)
class Gone:
    """A Unit that is no longer on the table: as it last stood, how it went, and in which Turn."""

    unit: Unit
    how: str
    turn: int


@dataclass(frozen=True)
class OneHourGame(Situation):
    """A game of One-Hour Wargames: its scenario, its table, and what this phase has used up.

    ``phase`` is 0 for Player A and 1 for Player D. ``permanent`` are the Units five of whose Hits
    are permanent; ``fired`` and ``moved`` those that have acted in this phase, ``quiet`` those that
    have rallied, gone Ready or dug in, ``ready_fired`` those that have fired as Ready in this Turn.
    """

    game = "one_hour"
    measure: ClassVar[str] = (
        "Hits on the enemy minus Hits on one's own; a destroyed Unit counts 15, as does one that"
        " has left by the road for its side"
    )

    scenario: str = ""
    table: Table = _EMPTY
    turn: int = 1
    phase: int = 0
    permanent: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    ready_fired: frozenset[str] = frozenset()
    gone: tuple[Gone, ...] = ()

    @property
    def played(self) -> Scenario:
        """The scenario that is played."""
        return scenario(self.scenario)

    @property
    def sides(self) -> tuple[str, str]:
        """Player A and Player D."""
        first = self.played.first
        return first, "Italian" if first == "British" else "British"

    @property
    def side(self) -> str:
        """The side whose phase it is."""
        return self.sides[self.phase]

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.sides[1 - self.phase]

    @property
    def acted(self) -> frozenset[str]:
        """The Units that have fired or moved in this phase."""
        return self.fired | self.moved

    @property
    def mortars_fired(self) -> bool:
        """Whether Mortars have fired in this phase."""
        return any(self.table.unit(name).kind == "mortar" for name in self.fired & self.names)

    @property
    def names(self) -> frozenset[str]:
        """The names of all Units on the table."""
        return frozenset(unit.name for unit in self.table.units)

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the Units that have left by the road."""
        return tuple(gone.unit.name for gone in self.gone if gone.how == LEFT)

    @property
    def label(self) -> str:
        """The Turn and whose phase it is."""
        return f"Turn {self.turn}, {self.side}"

    def mine(self) -> tuple[Unit, ...]:
        """Return the Units of the side whose phase it is, in their order."""
        return tuple(unit for unit in self.table.units if unit.side == self.side)

    def theirs(self) -> tuple[Unit, ...]:
        """Return the Units of the other side, in their order."""
        return tuple(unit for unit in self.table.units if unit.side != self.side)

    def condition(self, name: str) -> Condition:
        """Return the Hits of a Unit, with those that are permanent."""
        lasting = TABLES.hits.permanent if name in self.permanent else 0
        return Condition(self.table.unit(name).hits, lasting)

    def hit(self, name: str, condition: Condition) -> Self:
        """Return the situation with a Unit in this condition, or without it if that destroys it."""
        unit = self.table.unit(name)
        if condition.hits >= destroyed_from(self.read_as_taken):
            return self.without(name, DESTROYED)
        permanent = self.permanent | {name} if condition.permanent else self.permanent
        table = self.table.put(replace(unit, hits=condition.hits))
        return replace(self, table=table, permanent=permanent)

    @property
    def read_as_taken(self) -> dict[str, str]:
        """The option taken for every reading."""
        return taken(dict(self.readings))

    def without(self, name: str, how: str) -> Self:
        """Return the situation after a Unit has gone."""
        gone = Gone(self.table.unit(name), how, self.turn)
        return replace(self, table=self.table.without(name), gone=(*self.gone, gone))

    def put(self, unit: Unit) -> Self:
        """Return the situation with that Unit in place of the one of its name."""
        return replace(self, table=self.table.put(unit))

    def worth(self, side: str) -> Fraction:
        """Return the Hits on the enemy minus those on a side, destroyed Units counting 15; and 15
        for each of its Units that left by the road, minus 15 for each of the enemy's.
        """
        total = 0
        for unit in self.table.units:
            total += -unit.hits if unit.side == side else unit.hits
        for gone in self.gone:
            sign = 1 if gone.how == LEFT else -1
            total += 15 * (sign if gone.unit.side == side else -sign)
        return Fraction(total)

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return this situation under other readings."""
        given = taken({**self.read_as, **readings})
        kept = tuple(
            (key, option) for key, option in given.items() if option != READINGS[key].options[0].id
        )
        return replace(self, readings=kept)

    def text(self) -> str:
        """Return the position in words, one line a Unit."""
        head = [f"{self.scenario}: {self.label}" + (f". {self.over}" if self.over else "")]
        head += [f"reading: {key} = {option}" for key, option in self.readings]
        head += [f"now: {step!r}" for step in self.stack]
        lines = [self._told(unit) for unit in self.table.units]
        lines += [f"{gone.unit.name}: {gone.how} in Turn {gone.turn}" for gone in self.gone]
        return "\n".join([*head, *lines])

    def state_of(self, unit: str) -> str:
        """Return the side, the kind, the Hits and the marks of a Unit on the table."""
        found = next((one for one in self.table.units if one.name == unit), None)
        return f"{found.side} {found.kind}, {self._marks(found)}" if found else ""

    def _told(self, unit: Unit) -> str:
        return f"{unit.name}: {unit.side} {unit.kind} at {place_of(unit)}, {self._marks(unit)}"

    def _marks(self, unit: Unit) -> str:
        named = {
            "Dug-in": unit.dug_in,
            "Ready": unit.ready,
            "Fired": unit.name in self.fired,
            "Moved": unit.name in self.moved,
            "quiet": unit.name in self.quiet,
            "fired as Ready": unit.name in self.ready_fired,
        }
        hits = plural(unit.hits, "Hit") if unit.hits else "no Hits"
        hits += " (5 permanent)" if unit.name in self.permanent else ""
        return ", ".join([hits, *(word for word, on in named.items() if on)])


def place_of(unit: Unit) -> str:
    """Return where a Unit stands as choices write it: its Unique base in inches, degrees, and how
    its other bases stand where they do not stand in line.
    """
    centre, facing = unit.unique.centre, unit.unique.facing
    words = f"{centre.x} {centre.y} {facing}"
    if unit == unit.at(centre):
        return words
    if unit == unit.in_column(centre):
        return f"{words} column"
    others = " ".join(f"{base.centre.x} {base.centre.y}" for base in unit.bases[1:])
    return f"{words} {others}"
