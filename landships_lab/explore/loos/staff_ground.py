"""The staff's questions about ground and time: the German set-up, trenches, the front line, the order of play, victory."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import DIRECTIONS, Hex, Side
from landships_lab.core.speech import listed
from landships_lab.explore.loos.question import ARMY, Question, hexes
from landships_lab.explore.parts import OneOf, OnePlace, Part, Several, Whole, part
from landships_lab.rules import loos
from landships_lab.rules.loos.book import GRID, name
from landships_lab.rules.loos.reserves import LAST_TURN
from landships_lab.rules.loos.table import TRENCHES
from landships_lab.rules.loos.terrain import Army, Way
from landships_lab.rules.loos.turns import Phase
from landships_lab.scene.charts import Table

#: The hex the questions about trenches are asked of, and its neighbours by direction.
_HERE = cast(Hex, GRID.place("0505"))
_AROUND = {str(direction): _HERE.neighbour(direction) for direction in DIRECTIONS}
_TURN = Whole("Turn (0 is Zero Hour)", 0, 0, LAST_TURN)


def _directions(label: str, *usual: str, least: int = 0, named: str = "") -> Part:
    options = {direction: f"{direction} ({name(there)})" for direction, there in _AROUND.items()}
    return Several(label, usual, options, least=least, joined=True, named=named, noun="direction")


def _ticked(label: str, named: str, usual: tuple[str, ...] = (), **options: str) -> Part:
    return Several(label, usual, {key.replace("_", "-"): words for key, words in options.items()}, joined=True, named=named)


def _hexes(directions: tuple[str, ...]) -> frozenset[Hex]:
    return frozenset(_AROUND[direction] for direction in directions)


def _trenches(directions: tuple[str, ...]) -> dict[Hex, frozenset[Side]]:
    """Return the neighbours in these directions, each with a trench hexside towards the middle hex."""
    return {there: frozenset({Side(_HERE, there)}) for there in _hexes(directions)}


@dataclass(frozen=True)
class SetUp(Question):
    """The German set-up."""

    key = "set-up"
    label = "German set-up"
    bears_on = "set-up"
    front: tuple[Hex, ...] = part(hexes("British front line (set by you)", "0403", "0404", "0405", "0406"))
    battalions: tuple[Hex, ...] = part(hexes("German battalions", "0504", "0603"))

    def ask(self) -> Answer[bool]:
        """Return whether the set-up is allowed."""
        return loos.check_german_set_up(self.battalions, self.front)

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        """Return the battalions that watch each hex of the front line."""
        legal = {*self.battalions} - {*self.front}
        watchers = {h: sorted(loos.zone_of_control(h) & legal, key=GRID.column_row) for h in self.front}
        rows = tuple((name(h), (listed(map(name, found), none="nobody"),)) for h, found in watchers.items())
        note = "You set the hexes; the map is not in the source."
        return (Table("Watchers of the British front line", ("battalions next to it",), rows, note=note),)


@dataclass(frozen=True)
class LineOfTable(Question):
    """The line of the table for an attack on a trench hex."""

    key = "line"
    label = "Trenches and the table"
    terrain: str = part(OneOf(f"Terrain in {name(_HERE)}", "woods", tuple((t, t) for t in loos.terrains() if t not in TRENCHES)))
    trenches: tuple[str, ...] = part(_directions("Its trench hexsides", "N", "WNW", "WSW"))
    attackers: tuple[str, ...] = part(_directions("Attacked from", "N", least=1, named="from"))
    dug: tuple[str, ...] = part(_directions("Trench hexes among these"))
    army: Army = part(OneOf("Held by", "german", {"german": "Germans", "british": "British"}, buttons=True))
    trench_is: tuple[str, ...] = part(_ticked("The hex is", "is", breached="a breached trench", high="high ground"))

    def _ground(self) -> loos.Ground:
        trenches = frozenset(Side(_HERE, there) for there in _hexes(self.trenches))
        breached, high = "breached" in self.trench_is, "high" in self.trench_is
        return loos.Ground(_HERE, self.terrain, trenches, self.army, breached=breached, high=high)

    def ask(self) -> Answer[str]:
        """Return the line for the attack."""
        return loos.combat_line(self._ground(), [_AROUND[d] for d in self.attackers], _hexes(self.dug))

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        """Return the lines for attack and bombardment."""
        rows = (("attacked", (answer.value,)), ("shelled", (loos.bombardment_line(self._ground()).value,)))
        return (Table(f"The line for {name(_HERE)}", ("line of the table",), rows),)


@dataclass(frozen=True)
class Neighbours(Question):
    """The other hexes that must also be attacked."""

    key = "neighbours"
    label = "Trenches side by side"
    held: tuple[str, ...] = part(_directions(f"Germans behind a trench, from {name(_HERE)}", "N", "ENE"))
    at: str = part(OneOf(f"{name(_HERE)} attacks", "N", tuple((d, f"{d} ({name(there)})") for d, there in _AROUND.items())))

    fought: tuple[str, ...] = part(_directions("Also attacked, in combats of their own"))
    shelled: tuple[str, ...] = part(_directions("Only bombarded"))

    def ask(self) -> Answer[frozenset[Hex]]:
        """Return the hexes that must also be attacked."""
        return loos.must_also_attack(_AROUND[self.at], _HERE, _trenches(self.held), _hexes(self.fought), _hexes(self.shelled))


@dataclass(frozen=True)
class Enter(Question):
    """The rule on the British front line."""

    key = "enter"
    label = "British front line"
    army: Army = part(ARMY)
    hex_is: tuple[str, ...] = part(_ticked("The hex", "hex", ("front",), front="is British front line"))
    unit_is: tuple[str, ...] = part(_ticked("The unit", "it", attacks="attacks into it", leaves="comes from a front line hex"))
    by: Way = part(
        OneOf(
            "It comes by",
            "move",
            {
                "move": "movement",
                "retreat": "retreat after combat",
                "advance": "advance after combat",
                "set-up": "set-up",
                "reinforcement": "arrival of reinforcements",
            },
        )
    )

    def ask(self) -> Answer[bool]:
        """Return whether the unit may enter or attack."""
        return loos.may_enter(self.army, "front" in self.hex_is, "attacks" in self.unit_is, self.by, "leaves" in self.unit_is)


@dataclass(frozen=True)
class Zone(Question):
    """The zone of control of a unit."""

    key = "zone"
    label = "Zone of control"
    bears_on = "set-up"
    army: Army = part(OneOf(f"Army of the unit in {name(_HERE)}", "british", {"german": "German", "british": "British"}, buttons=True))
    dug: tuple[str, ...] = part(_directions("Trench hexsides between it and", "N"))
    front: tuple[str, ...] = part(_directions("British front line hexes", "S"))
    purpose: tuple[str, ...] = part(_ticked("It is", "is", set_up="the German set-up"))

    def ask(self) -> Answer[frozenset[Hex]]:
        """Return the hexes the zone covers."""
        return loos.zone(_HERE, self.army, _trenches(self.dug), _hexes(self.front), "set-up" in self.purpose)


@dataclass(frozen=True)
class Infiltration(Question):
    """Infiltration movement across trenches."""

    key = "infiltration"
    label = "Infiltration"
    unit: tuple[str, ...] = part(_ticked("The unit", "it", ("crosses",), crosses="crosses a trench hexside"))

    def ask(self) -> Answer[bool]:
        """Return whether the trench rule allows it."""
        return loos.may_infiltrate("crosses" in self.unit)


@dataclass(frozen=True)
class Order(Question):
    """The phases of a turn."""

    key = "order"
    label = "Phases of a turn"
    turn: int = part(_TURN)

    def ask(self) -> Answer[tuple[Phase, ...]]:
        """Return the phases in order."""
        return loos.phases(self.turn)

    def tables(self, answer: Answer[tuple[Phase, ...]]) -> tuple[Table, ...]:
        """Return the phases, a row each."""
        rows = tuple((str(n), (phase.army.capitalize(), phase.name)) for n, phase in enumerate(answer.value, 1))
        return (Table("The phases in order", ("army", "phase"), rows),)


@dataclass(frozen=True)
class Allowance(Question):
    """The movement allowance of a unit."""

    key = "allowance"
    label = "Movement allowance"
    army: Army = part(ARMY)
    turn: int = part(_TURN)
    printed: int = part(Whole("Its allowance (set by you)", 5, 0, 12))

    def ask(self) -> Answer[Fraction]:
        """Return its movement points this turn."""
        return loos.movement_allowance(self.army, self.printed, self.turn)


@dataclass(frozen=True)
class Victory(Question):
    """Victory, at once or by towns."""

    key = "victory"
    label = "Victory"
    bears_on = "victory"
    turn: int = part(Whole("Turn (0 is Zero Hour)", LAST_TURN, 0, LAST_TURN))
    turn_is: tuple[str, ...] = part(_ticked("The turn is", "is", ("over",), over="over"))
    units: tuple[Hex, ...] = part(hexes("British units", "0604", "0805"))
    front: tuple[Hex, ...] = part(hexes("British front line (set by you)", "0403", "0404"))
    one: tuple[Hex, ...] = part(hexes("Hexes of a town (set by you)", "0604", "0605"))
    two: tuple[Hex, ...] = part(hexes("Hexes of a second town (set by you)", "0805"))
    three: tuple[Hex, ...] = part(hexes("Hexes of a third town (set by you)"))
    held: tuple[Hex, ...] = part(hexes("Town hexes the British control", "0604", "0605"))

    def ask(self) -> Answer[str]:
        """Return who has won."""
        towns = {f"Town {n}": frozenset(town) for n, town in enumerate((self.one, self.two, self.three), 1) if town}
        units, front, held = (frozenset(given) for given in (self.units, self.front, self.held))
        situation = loos.Situation(self.turn, units, front, towns, held, "over" in self.turn_is)
        return loos.victory(situation, dict(self.readings))


@dataclass(frozen=True)
class AtOnce(Question):
    """Victory at once, with both lines of the British trenches."""

    key = "at-once"
    label = "Victory at once"
    bears_on = "at-once"
    turn: int = part(Whole("Turn (0 is Zero Hour)", 2, 0, LAST_TURN))
    units: tuple[Hex, ...] = part(hexes("British units", "0303", "0404"))
    front: tuple[Hex, ...] = part(hexes("British front line (set by you)", "0403", "0404"))
    second: tuple[Hex, ...] = part(hexes("British second line (set by you)", "0303", "0304"))

    def ask(self) -> Answer[str]:
        """Return who has won, before any town is counted."""
        units, front, second = (frozenset(given) for given in (self.units, self.front, self.second))
        return loos.victory(loos.Situation(self.turn, units, front, {}, second_line=second), dict(self.readings))


@dataclass(frozen=True)
class TownControl(Question):
    """The control of a town as a unit enters one of its hexes."""

    key = "control"
    label = "Control of towns"
    bears_on = "victory"
    town: tuple[Hex, ...] = part(hexes("Hexes of the town (set by you)", "0604", "0605"))
    held: tuple[Hex, ...] = part(hexes("Hexes the British control", "0605"))
    army: Army = part(OneOf("A unit enters, which is", "british", {"german": "German", "british": "British"}, buttons=True))
    into: Hex = part(OnePlace("It enters", cast(Hex, GRID.place("0604")), GRID, hexes_only=True, hint="such as 0604"))

    def ask(self) -> Answer[frozenset[Hex]]:
        """Return the hexes of the town that the British control then."""
        town = frozenset(self.town)
        situation = loos.Situation(LAST_TURN, frozenset(), frozenset(), {"The town": town}, frozenset(self.held) & town)
        return loos.enters(situation, self.into, self.army, dict(self.readings))


QUESTIONS = (SetUp, LineOfTable, Neighbours, Enter, Zone, Infiltration, Order, Allowance, Victory, AtOnce, TownControl)
