"""The whole position of a game: the table, what was used up in this phase, and who is gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from landships_lab.core.plane import Spot
from landships_lab.core.speech import listed
from landships_lab.data.book import Taken
from landships_lab.data.marks import marks
from landships_lab.games.one_hour.data.scenarios import Scenario
from landships_lab.games.one_hour.rules.book import READINGS, options
from landships_lab.games.one_hour.rules.fire import Condition
from landships_lab.games.one_hour.rules.ground import Table, Unit
from landships_lab.games.one_hour.rules.shot import destroyed_from
from landships_lab.games.one_hour.rules.turn import objectives_lost, other_side, scenario
from landships_lab.play.turns import Situation

_EMPTY = Table(36, 36, (), ())
#: The value of a whole Unit and of an objective in the measure, in Hits; and how many inches on the
#: way there count as a Hit.
WHOLE_UNIT, INCHES_A_HIT = 15, 4
#: The ways in which a Unit may have left the table.
DESTROYED, LEFT = "destroyed", "left by the road"


@dataclass(frozen=True, slots=True)
class Gone:
    """A Unit that is no longer on the table: its last state, how it left, and in which Turn."""

    unit: Unit
    how: str
    turn: int


@dataclass(frozen=True, slots=True)
class Marked:
    """The marks beside a Unit: its actions in this phase, whether it has fired as Ready in this
    Turn, and how many of its Hits are permanent.
    """

    unit: str
    fired: bool = False
    moved: bool = False
    quiet: bool = False
    ready_fired: bool = False
    permanent: int = 0


MARKS = marks("one_hour")
_BESIDE = ("fired", "moved", "quiet", "ready_fired", "permanent")
#: The readings that can change nothing in play, with the reason.
_IDLE = {
    "target-priority": "In play a Unit may fire at any target: the rule only advises which.",
    "protection-cap": (
        "It takes a Unit that is dug in inside a town, or woods, and fired at from afar: there it"
        " is seen at 4 inches at most."
    ),
    "road-cover": "No road leads through woods or a town on these tables.",
}
_NO_OBJECTIVES = dict.fromkeys(("objectives", "garrison"), "No side defends an objective here.")
_NO_ROAD = dict.fromkeys(("leaving-with", "road-penalties"), "There is no road on this table.")


def _middle(table: Table, name: str) -> Spot:
    """Return the middle of a piece of terrain."""
    corners = next(area.corners for area in table.areas if area.name == name)
    x, y = (Fraction(sum(map(Fraction, along))) for along in zip(*corners, strict=True))
    return Spot(x / len(corners), y / len(corners))


@dataclass(frozen=True)
class OneHourGame(Situation):
    """A game of One-Hour Wargames: its scenario, its table, and what this phase has used up.

    ``phase`` is 0 for Player A and 1 for Player D. ``marked`` holds the marks beside Units, in the
    order of their names; a Unit's own marks are on the table.
    """

    game = "one_hour"
    measure: ClassVar[str] = (
        "Hits on the enemy less Hits on its own (a destroyed Unit is 15, as is one that has left by"
        " the road or an objective held; each inch nearer to that is a quarter)"
    )

    scenario: str = ""
    table: Table = _EMPTY
    turn: int = 1
    phase: int = 0
    marked: tuple[Marked, ...] = ()
    gone: tuple[Gone, ...] = ()

    @property
    def played(self) -> Scenario:
        """The scenario that is played."""
        return scenario(self.scenario)

    @property
    def sides(self) -> tuple[str, str]:
        """Player A and Player D."""
        return self.played.first, other_side(self.played.first)

    @property
    def side(self) -> str:
        """The side whose phase it is."""
        return self.sides[self.phase]

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.sides[1 - self.phase]

    @property
    def idle_readings(self) -> Mapping[str, str]:  # type: ignore[override]  # by the scenario
        return {**_IDLE, **(_NO_OBJECTIVES if self.played.exit else _NO_ROAD)}

    @cached_property
    def given(self) -> Taken:
        """The chosen option of every reading."""
        return options(self.read_as)

    def _with(self, *marks: str) -> frozenset[str]:
        return frozenset(one.unit for one in self.marked if any(getattr(one, m) for m in marks))

    @property
    def fired(self) -> frozenset[str]:
        """The Units that have fired in this phase."""
        return self._with("fired")

    @property
    def acted(self) -> frozenset[str]:
        """The Units that have fired or moved in this phase."""
        return self._with("fired", "moved")

    @property
    def quiet(self) -> frozenset[str]:
        """The Units that have rallied, gone Ready or dug in in this phase."""
        return self._with("quiet")

    @property
    def mortars_fired(self) -> frozenset[str]:
        """The Units that have fired as Mortars in this phase."""
        every = (*self.table.units, *(gone.unit for gone in self.gone))
        return self.fired & {unit.name for unit in every if unit.fires_as == "mortar"}

    @property
    def names(self) -> frozenset[str]:
        """The names of all Units on the table."""
        return frozenset(unit.name for unit in self.table.units)

    @property
    def exited(self) -> tuple[str, ...]:
        """The names of the Units that have left by the road."""
        return tuple(gone.unit.name for gone in self.gone if gone.how == LEFT)

    @property
    def label(self) -> str:
        return f"Turn {self.turn}, {self.side}"

    def mine(self) -> tuple[Unit, ...]:
        """Return the Units of the side whose phase it is, in their order."""
        return tuple(unit for unit in self.table.units if unit.side == self.side)

    def theirs(self) -> tuple[Unit, ...]:
        """Return the Units of the other side, in their order."""
        return tuple(unit for unit in self.table.units if unit.side != self.side)

    def condition(self, name: str) -> Condition:
        """Return the Hits of a Unit, and how many of them are permanent."""
        return Condition(self.table.unit(name).hits, self.beside(name).permanent)

    def beside(self, name: str) -> Marked:
        """Return the marks beside a Unit."""
        return next((one for one in self.marked if one.unit == name), Marked(name))

    def event(self, name: str, event: str, **begun: Any) -> Self:
        """Return the situation after an event for a Unit, which ends some marks (by the table of
        marks) and sets these.
        """
        beside = {mark: begun.pop(mark) for mark in _BESIDE if mark in begun}
        unit = MARKS.begin(MARKS.after(self.table.unit(name), event), event, **begun)
        marked = MARKS.begin(MARKS.after(self.beside(name), event), event, **beside)
        others = (one for one in self.marked if one.unit != name)
        return self.put(unit).with_marks((*others, marked))

    def ended(self, event: str) -> Self:
        """Return the situation after a moment that ends marks on all Units."""
        units = tuple(MARKS.after(unit, event) for unit in self.table.units)
        after = replace(self, table=replace(self.table, units=units))
        return after.with_marks(MARKS.after(one, event) for one in self.marked)

    def with_marks(self, marked: Iterable[Marked]) -> Self:
        """Return the situation with these marks beside the Units, leaving out empty ones."""
        kept = (one for one in marked if one != Marked(one.unit))
        return replace(self, marked=tuple(sorted(kept, key=lambda one: one.unit)))

    def marks(self) -> Mapping[tuple[str, str], Any]:
        return {
            (unit.name, mark): value
            for unit in self.table.units
            for held in (unit, self.beside(unit.name))
            for mark, value in MARKS.of(held).items()
        }

    def hit(self, name: str, condition: Condition) -> Self:
        """Return the situation with a Unit in this condition after a shot, or without the Unit if
        that destroys it.
        """
        if condition.hits >= destroyed_from(self.given):
            return self.without(name, DESTROYED)
        more = condition.hits - self.table.unit(name).hits
        return self.event(name, "on fire", hits=more, permanent=condition.permanent)

    def without(self, name: str, how: str) -> Self:
        """Return the situation after a Unit has left the table."""
        gone = Gone(self.table.unit(name), how, self.turn)
        return replace(self, table=self.table.without(name), gone=(*self.gone, gone))

    def put(self, unit: Unit) -> Self:
        """Return the situation with that Unit in place of the Unit of the same name."""
        return replace(self, table=self.table.put(unit))

    @property
    def turns(self) -> tuple[int, int]:
        return self.turn, self.played.turns

    @property
    def objective(self) -> str:  # type: ignore[override]  # by the scenario
        """What the scenario is about."""
        return "Units that have left" if self.played.exit else "Objectives held"

    @property
    def won_by(self) -> str:  # type: ignore[override]  # by the scenario
        """How the scenario is won."""
        turns, destroyed = f"{self.played.turns} Turns", destroyed_from(self.given)
        if exits := self.played.exit:
            how = f"once {exits.needs} of its Units have left by {exits.road}, within {turns}"
            first = exits.side
        else:
            aims, first = tuple(self.played.aims), self.opponent_of(self._holder)
            where = " or ".join(aims) if self.given["objectives"] == "one" else listed(aims)
            how = f"at the end of a Turn if it alone is in {where}, within {turns}"
        other = self.opponent_of(first)
        return (
            f"The {first} side wins {how}. Otherwise the {other} side wins. A Unit is destroyed at"
            f" {destroyed} Hits."
        )

    def score(self) -> Mapping[str, str]:
        if exits := self.played.exit:
            return {exits.side: f"{len(self.exited)} of {exits.needs}"}
        lost = self._lost()
        held = {False: len(self.played.aims) - len(lost), True: len(lost)}
        return {side: str(held[side != self._holder]) for side in self.sides}

    @property
    def _holder(self) -> str:
        """The side that defends objectives, "" if none does."""
        return self.played.defence.side if self.played.defence else ""

    def _lost(self) -> tuple[str, ...]:
        """Return the objectives that only the attackers occupy."""
        return objectives_lost(self.played, self.table)

    def value(self, side: str) -> Fraction:
        mine = [unit for unit in self.table.units if unit.side == side]
        gone = sum(1 if one.how == LEFT else -1 for one in self.gone if one.unit.side == side)
        held = len(self._lost()) if self._holder and side != self._holder else 0
        whole = WHOLE_UNIT * (gone + held) - sum(unit.hits for unit in mine)
        return whole - sum((self._to_go(unit) for unit in mine), Fraction(0)) / INCHES_A_HIT

    def _to_go(self, unit: Unit) -> Fraction:
        """Return how far a Unit still has to go to its objective, in inches along the table's
        edges; 0 for one that only has to stay.
        """
        at, exits = unit.unique.centre, self.played.exit
        if exits and unit.side == exits.side:
            return Fraction(at.y) + abs(Fraction(at.x) - _middle(self.table, exits.road).x)
        if not self._holder or unit.side == self._holder:
            return Fraction(0)
        goals = (_middle(self.table, aim) for aim in self.played.aims)
        return min(abs(Fraction(at.x) - goal.x) + abs(Fraction(at.y) - goal.y) for goal in goals)

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        given = options({**self.read_as, **readings})
        kept = ((key, option) for key, option in given.items() if option != READINGS[key].default)
        return replace(self, readings=tuple(kept))

    def text(self) -> str:
        head = [f"{self.scenario}: {self.label}" + (f". {self.over}" if self.over else "")]
        head += [f"reading: {key} = {option}" for key, option in self.readings]
        head += [f"now: {step!r}" for step in self.stack]
        units = self.table.units
        lines = [f"{unit.name}: {self._state(unit, f' at {place_of(unit)}')}" for unit in units]
        lines += [f"{gone.unit.name}: {gone.how} in Turn {gone.turn}" for gone in self.gone]
        return "\n".join([*head, *lines])

    def state_of(self, unit: str) -> str:
        states = (self._state(one) for one in self.table.units if one.name == unit)
        return next(states, "")

    def _state(self, unit: Unit, at: str = "") -> str:
        beside = self.beside(unit.name)
        named = {
            "Dug-in": unit.dug_in,
            "Ready": unit.ready,
            "Fired": beside.fired,
            "Moved": beside.moved,
            "quiet": beside.quiet,
            "fired as Ready": beside.ready_fired,
        }
        kind = "CS tank (fires as mortar)" if unit.cs_tank else unit.kind
        most = destroyed_from(self.given)
        hits = f"{unit.hits} of {most} Hits" if unit.hits else "no Hits"
        hits += f" ({beside.permanent} permanent)" if beside.permanent else ""
        marks = [word for word, on in named.items() if on]
        return ", ".join([f"{unit.side} {kind}{at}", hits, *marks])


def place_of(unit: Unit) -> str:
    """Return a Unit's position in the form that choices use: its Unique base in inches, degrees,
    and the places of its other bases if they are not in line.
    """
    centre, facing = unit.unique.centre, unit.unique.facing
    words = f"{centre.x} {centre.y} {facing}"
    if unit == unit.at(centre):
        return words
    if unit == unit.in_column(centre):
        return f"{words} column"
    others = " ".join(f"{base.centre.x} {base.centre.y}" for base in unit.bases[1:])
    return f"{words} {others}"
