"""The staff's questions about ground and turns: trenches, zones of control, phases, towns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import DIRECTIONS, Hex, Side
from landships_lab.core.speech import listed
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing.charts import Table
from landships_lab.drawing.terrain import HEX_LOOKS
from landships_lab.games.loos.rules import deployment, terrain, turns
from landships_lab.games.loos.rules.assault import MOST_STRENGTH
from landships_lab.games.loos.rules.book import GRID, LAST_TURN, Army, name
from landships_lab.games.loos.rules.deployment import zone_of_control
from landships_lab.games.loos.rules.table import TRENCHES, ground_name, terrains
from landships_lab.games.loos.rules.terrain import Ground, Way
from landships_lab.games.loos.rules.turns import Phase, Situation
from landships_lab.panel.parts import OneOf, OnePlace, Part, Whole, part
from . import question
from .common import table, word
from .question import ARMIES, ARMY, HERE, GeneralStaff, click_on, hexes, refused, ticked
from .staff_map import Plan

#: The hexes round the central hex of the questions about trenches, by direction.
_AROUND = {str(direction): HERE.neighbour(direction) for direction in DIRECTIONS}
_NORTH = _AROUND["N"]
_ENEMY: Mapping[Army, Army] = {"british": "german", "german": "british"}


def _directions(label: str, *default: str, **more: Any) -> Part:
    options = {direction: f"hex {name(there)}" for direction, there in _AROUND.items()}
    return question.Directions(label, default, options, joined=True, error_name="direction", **more)


def _hexes(directions: tuple[str, ...]) -> frozenset[Hex]:
    return frozenset(_AROUND[direction] for direction in directions)


def _sides(directions: tuple[str, ...]) -> dict[Hex, frozenset[Side]]:
    """Return the neighbours in these directions, each with a trench hexside towards the middle."""
    return {there: frozenset({Side(HERE, there)}) for there in _hexes(directions)}


@dataclass(frozen=True)
class SetUp(GeneralStaff, key="set-up", label="German set-up", bears_on="set-up"):
    """The German set-up."""

    front: tuple[Hex, ...] = part(hexes, "British front", "0403", "0404", "0405", "0406")
    battalions: tuple[Hex, ...] = part(hexes, "Battalions", "0504", "0603")
    click: str = part(click_on, battalions="battalions", front="the front")

    def ask(self) -> Answer[bool]:
        return deployment.check_german_set_up(self.battalions, self.front)

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the front line and the zones of the battalions, with a ring round a fault."""
        front, wrong = {*self.front}, refused(answer)
        standing = {h: "in the front line" if h in front else "stacked" for h in self.battalions}
        states = dict.fromkeys(front, "not watched") | standing
        return Plan(
            units=tuple(("german", h) for h in self.battalions),
            unit_name="battalion",
            lines=(("British front", self.front),),
            zone=frozenset().union(*map(zone_of_control, {*self.battalions} - front)),
            barred=wrong[1:],
            barred_name="stands wrong too",
            ringed=(wrong[0], states[wrong[0]]) if wrong else None,
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        legal = {*self.battalions} - {*self.front}
        watchers = {h: sorted(zone_of_control(h) & legal, key=GRID.column_row) for h in self.front}
        rows = [(name(h), listed(map(name, at), none="nobody")) for h, at in watchers.items()]
        title, heads = "Watchers of the British front line", ("battalions next to it",)
        note = "You set the hexes; the map is not in the source."
        return table(title, heads, rows[: question.MOST_ROWS], note=note)


_GROUNDS = tuple((t, ground_name(t)) for t in terrains() if t not in TRENCHES)


@dataclass(frozen=True)
class LineOfTable(
    GeneralStaff, key="line", label="Trenches and the table", click_sets="trenches", bears_on="line"
):
    """The line of the table for an attack on a trench hex."""

    order = ("question", "terrain", "army", "is")
    terrain: str = part(OneOf, "Terrain", "woods", _GROUNDS)
    trenches: tuple[str, ...] = part(_directions, "Trenches", "N", "WNW", "WSW")
    attackers: tuple[str, ...] = part(_directions("From", "N", least=1, control_id="from"))
    dug: tuple[str, ...] = part(
        _directions("Trench hexes among the attackers'", control_id="across", word="dug")
    )
    army: Army = part(ARMY)
    trench_is: tuple[str, ...] = part(ticked, "Is", "is", breached="breached", high="high")

    def _ground(self) -> Ground:
        trenches = frozenset(Side(HERE, there) for there in _hexes(self.trenches))
        breached, high = "breached" in self.trench_is, "high" in self.trench_is
        return Ground(HERE, self.terrain, trenches, self.army, breached=breached, high=high)

    def ask(self) -> Answer[str]:
        attackers = [_AROUND[d] for d in self.attackers]
        return terrain.combat_line(self._ground(), attackers, _hexes(self.dug))

    def plan(self, answer: Answer[str]) -> Plan:
        """Return the hex and its attackers; the ring names the line of the table."""
        ground = TerrainMap().paint(HERE, self.terrain if self.terrain in HEX_LOOKS else "")
        attackers = tuple(_AROUND[d] for d in self.attackers)
        return Plan(
            units=((self.army, HERE), *((_ENEMY[self.army], h) for h in attackers)),
            lines=(("trench hex", tuple(_hexes(self.dug))),),
            trench_name="trench",
            trenches=tuple((Side(HERE, there), HERE) for there in _hexes(self.trenches)),
            ground=ground.lift(HERE) if "high" in self.trench_is else ground,
            ways=tuple((h, HERE) for h in attackers),
            ringed=(HERE, f"line of {answer.value}") if answer.value else None,
            refused=False,
            places=(HERE,),
        )

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        shelled = terrain.bombardment_line(self._ground(), self.options).value
        rows = (("attacked", answer.value), ("shelled", shelled))
        return table(f"The line for {name(HERE)}", ("line of the table",), rows)


_AT = tuple((d, f"{d}: {name(there)}") for d, there in _AROUND.items())


@dataclass(frozen=True)
class Neighbours(GeneralStaff, key="neighbours", label="Trenches side by side", click_sets="held"):
    """The other hexes that must also be attacked."""

    held: tuple[str, ...] = part(_directions, "Trenches", "N", "ENE")
    at: str = part(OneOf, "Attacks", "N", _AT)
    fought: tuple[str, ...] = part(_directions, "Attacked too")
    shelled: tuple[str, ...] = part(_directions, "Shelled")
    attack: int = part(Whole, "Attack", 8, 0, MOST_STRENGTH, error_name="the attacking strength")
    factor: int = part(
        Whole, "Factor of each hex", 3, 0, MOST_STRENGTH, error_name="the factor of each hex"
    )
    trench_is: tuple[str, ...] = part(ticked, "Is", "is", breached="breached")

    def ask(self) -> Answer[frozenset[Hex]]:
        case = (_AROUND[self.at], HERE, _sides(self.held), _hexes(self.fought))
        shelled, breached = _hexes(self.shelled), "breached" in self.trench_is
        return terrain.side_by_side(*case, shelled, self.attack, self.factor, breached)

    def plan(self, answer: Answer[frozenset[Hex]]) -> Plan:
        """Return the attacker and the Germans; the ring is round one that is left out."""
        held, left_out = tuple(_AROUND[d] for d in self.held), sorted(answer.value or ())
        return Plan(
            units=(("british", HERE), *(("german", h) for h in held)),
            trenches=tuple((Side(HERE, h), h) for h in held),
            trench_name="German trench",
            shelled=tuple(_hexes(self.shelled)),
            ways=tuple((HERE, _AROUND[d]) for d in dict.fromkeys((self.at, *self.fought))),
            barred=tuple(left_out[1:]),
            barred_name="attack too",
            ringed=(left_out[0], "attack it too") if left_out else None,
            places=(HERE,),
        )

    def tables(self, answer: Answer[frozenset[Hex]]) -> tuple[Table, ...]:
        done = dict.fromkeys(self.shelled, "shelled") | dict.fromkeys(
            (self.at, *self.fought), "attacked"
        )
        rows = (
            (label, "yes" * (key in self.held), done.get(key, ""), "attacked" * (h in answer.value))
            for (key, label), h in zip(_AT, _AROUND.values(), strict=True)
        )
        heads, lit = ("trench", "is", "must also be"), [*_AROUND].index(self.at)
        return table(f"The hexes around {name(HERE)}", heads, rows, lit)


_BY = {key: key for key in ("retreat", "advance", "set-up", "reinforcement")}


@dataclass(frozen=True)
class Enter(GeneralStaff, key="enter", label="British front line"):
    """The rule on the British front line."""

    army: Army = part(ARMY)
    hex_is: tuple[str, ...] = part(ticked, "Into", "hex", ("front",), front="the front line")
    unit_is: tuple[str, ...] = part(
        ticked, "It", "it", attacks="attacks", leaves="comes from the front line"
    )
    by: Way = part(OneOf, "By", "move", {"move": "movement", **_BY})

    def ask(self) -> Answer[bool]:
        into, attacks, leaves = self._case()
        return terrain.may_enter(self.army, into, attacks, self.by, leaves)

    def _case(self) -> tuple[bool, bool, bool]:
        """Return whether the hex is in the front line, and whether the unit attacks and leaves."""
        return "front" in self.hex_is, "attacks" in self.unit_is, "leaves" in self.unit_is

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the unit and its way; the ring is round a hex that it may not enter or attack."""
        into, attacks, leaves = self._case()
        return Plan(
            units=((self.army, HERE),),
            lines=(("British front", (HERE,) * leaves + (_NORTH,) * into),),
            ways=((HERE, _NORTH),),
            ways_name="attack" if attacks else self.by,
            ringed=(_NORTH, "not allowed") if answer.value is False else None,
            places=(HERE, _NORTH),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        return self.compared("May it, coming by …?", "by", "army")


@dataclass(frozen=True)
class Zone(GeneralStaff, key="zone", label="Zone of control", click_sets="dug", bears_on="set-up"):
    """The zone of control of a unit."""

    army: Army = part(word, "Army", "british", ARMIES)
    dug: tuple[str, ...] = part(_directions, "Trenches", "N")
    front: tuple[str, ...] = part(_directions, "British front", "S")
    purpose: tuple[str, ...] = part(ticked, "In", "is", set_up="the set-up")

    def ask(self) -> Answer[frozenset[Hex]]:
        ground = (_sides(self.dug), _hexes(self.front))
        return deployment.zone(HERE, self.army, *ground, "set-up" in self.purpose)

    def plan(self, answer: Answer[frozenset[Hex]]) -> Plan:
        covered: frozenset[Hex] = answer.value or frozenset()
        return Plan(
            units=((self.army, HERE),),
            lines=(("British front", tuple(_hexes(self.front))),),
            trenches=tuple((Side(HERE, there), there) for there in _hexes(self.dug)),
            trench_name="German trench" if self.dug else "British trench",
            zone=covered,
            zone_of=self.army,
            barred=tuple(there for there in _AROUND.values() if there not in covered),
            barred_name="not in its zone",
            places=(HERE,),
        )

    def tables(self, answer: Answer[frozenset[Hex]]) -> tuple[Table, ...]:
        rows = (
            (
                f"{d}: {name(h)}",
                *("yes" * (d in some) for some in (self.dug, self.front)),
                "yes" * (h in answer.value),
            )
            for d, h in _AROUND.items()
        )
        heads = ("trench between", "British front", "in the zone")
        return table(f"The hexes around {name(HERE)}", heads, rows)


@dataclass(frozen=True)
class Infiltration(GeneralStaff, key="infiltration", label="Infiltration"):
    """Infiltration movement across trenches."""

    unit: tuple[str, ...] = part(
        ticked, "It", "it", ("crosses",), crosses="crosses a trench hexside"
    )

    def ask(self) -> Answer[bool]:
        return terrain.may_infiltrate("crosses" in self.unit)

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the unit and its way; the ring is round a hex that it cannot reach in this way."""
        return Plan(
            units=(("british", HERE),),
            trenches=((Side(HERE, _NORTH), _NORTH),) if "crosses" in self.unit else (),
            trench_name="German trench",
            ways=((HERE, _NORTH),),
            ways_name="infiltration",
            ringed=(_NORTH, "not this way") if answer.value is False else None,
            places=(HERE,),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        ways, lit = {"over a trench": True, "elsewhere": False}, "crosses" not in self.unit
        rows = ((w, self.effect(terrain.may_infiltrate(crosses))) for w, crosses in ways.items())
        return table("May a unit infiltrate there?", ("answer",), rows, int(lit), 0)


# -- turns and towns -------------------------------------------------------------------------------

_TURN = Whole("Turn", 0, 0, LAST_TURN)
_NOTE = "You set the hexes; turn 0 is Zero Hour."


@dataclass(frozen=True)
class Order(GeneralStaff, key="order", label="Phases of a turn"):
    """The phases of a turn."""

    turn: int = part(_TURN)

    def ask(self) -> Answer[tuple[Phase, ...]]:
        return turns.phases(self.turn)

    def tables(self, answer: Answer[tuple[Phase, ...]]) -> tuple[Table, ...]:
        rows = ((n, one.army.capitalize(), one.name) for n, one in enumerate(answer.value, 1))
        return table("The phases in order", ("army", "phase"), rows)


@dataclass(frozen=True)
class Allowance(GeneralStaff, key="allowance", label="Movement allowance", bears_on="allowance"):
    """The movement allowance of a unit."""

    army: Army = part(ARMY)
    turn: int = part(_TURN)
    printed: int = part(Whole, "Allowance", 5, 0, 12)

    def ask(self) -> Answer[Fraction]:
        return turns.movement_allowance(self.army, self.printed, self.turn, self.options)

    def tables(self, answer: Answer[Fraction]) -> tuple[Table, ...]:
        title, note = "Movement points in every turn", "Turn 0 is Zero Hour."
        return self.compared(title, "turn", "army", note=note)


@dataclass(frozen=True)
class Victory(GeneralStaff, key="victory", label="Victory", click_sets="units", bears_on="victory"):
    """Victory, at once or by towns."""

    turn: int = part(Whole, "Turn", LAST_TURN, 0, LAST_TURN)
    turn_is: tuple[str, ...] = part(ticked, "It is", "is", ("over",), over="over")
    units: tuple[Hex, ...] = part(hexes, "Units in", "0604", "0805")
    front: tuple[Hex, ...] = part(hexes, "Front", "0403", "0404")
    one: tuple[Hex, ...] = part(hexes, "Town 1", "0604", "0605")
    two: tuple[Hex, ...] = part(hexes, "2", "0805")
    three: tuple[Hex, ...] = part(hexes, "Town 3")
    held: tuple[Hex, ...] = part(hexes, "Held", "0604", "0605")

    def ask(self) -> Answer[str]:
        return turns.victory(self._situation(), self.options)

    def _towns(self) -> dict[int, tuple[Hex, ...]]:
        return {n: town for n, town in enumerate((self.one, self.two, self.three), 1) if town}

    def _situation(self) -> Situation:
        towns = {f"Town {n}": frozenset(town) for n, town in self._towns().items()}
        units, front, held = map(frozenset, (self.units, self.front, self.held))
        return Situation(self.turn, units, front, towns, held, "over" in self.turn_is)

    def short(self, answer: Answer[str]) -> str:
        """Return the winner, if there is one."""
        return str(answer.detail.words)

    def plan(self, answer: Answer[str]) -> Plan:
        situation = self._situation()
        return replace(
            _at_large(situation, answer, self.options),
            lines=(("British front", self.front),),
            towns=tuple((town, tuple(sorted(hexes))) for town, hexes in situation.towns.items()),
            held=situation.controlled,
        )

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        rows = (
            (f"town {n}", _names(town), _names(self.held, town), _names(self.units, town))
            for n, town in self._towns().items()
        )
        return table("The towns", ("hexes", "held before", "units there"), rows, note=_NOTE)


@dataclass(frozen=True)
class AtOnce(GeneralStaff, key="at-once", label="Victory at once", bears_on="at-once"):
    """Victory at once, with both lines of the British trenches."""

    turn: int = part(Whole, "Turn", 2, 0, LAST_TURN)
    units: tuple[Hex, ...] = part(hexes, "Units in", "0303", "0404")
    front: tuple[Hex, ...] = part(hexes, "Front line", "0403", "0404")
    second: tuple[Hex, ...] = part(hexes, "Second line", "0303", "0304")
    click: str = part(click_on, units="units", front="front", second="second line")

    def ask(self) -> Answer[str]:
        return turns.victory(self._situation(), self.options)

    def _situation(self) -> Situation:
        units, front, second = map(frozenset, (self.units, self.front, self.second))
        return Situation(self.turn, units, front, {}, second_line=second)

    def short(self, answer: Answer[str]) -> str:
        """Return the winner, if there is one."""
        return str(answer.detail.words)

    def plan(self, answer: Answer[str]) -> Plan:
        """Return both lines and the British units; the ring is round one outside the trenches."""
        drawn = _at_large(self._situation(), answer, self.options)
        return replace(drawn, lines=(("front line", self.front), ("second line", self.second)))

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        lines = (("front", self.front), ("second", self.second))
        rows = ((line, _names(there), _names(self.units, there)) for line, there in lines)
        return table("The British lines", ("hexes", "units there"), rows, note=_NOTE)


@dataclass(frozen=True)
class TownControl(GeneralStaff, key="control", label="Control of towns", bears_on="victory"):
    """The control of a town when a unit enters one of its hexes."""

    town: tuple[Hex, ...] = part(hexes, "Town", "0604", "0605")
    held: tuple[Hex, ...] = part(hexes, "British hold", "0605")
    army: Army = part(word, "Unit", "british", ARMIES)
    into: Hex = part(
        OnePlace, "enters", GRID.place("0604"), GRID, hexes_only=True, hint="such as 0604"
    )
    click: str = part(click_on, into="enters", held="held", town="town")

    def ask(self) -> Answer[frozenset[Hex]]:
        town, nobody = frozenset(self.town), frozenset[Hex]()
        held = frozenset(self.held) & town
        situation = Situation(LAST_TURN, nobody, nobody, {"The town": town}, held)
        return turns.enters(situation, self.into, self.army, self.options)

    def plan(self, answer: Answer[frozenset[Hex]]) -> Plan:
        return Plan(
            units=((self.army, self.into),),
            towns=(("the town", self.town),),
            held=frozenset(self.held if answer.value is None else answer.value),
            held_name="British control",
            ringed=(self.into, "entered") if answer.value is not None else None,
            refused=False,
        )

    def tables(self, answer: Answer[frozenset[Hex]]) -> tuple[Table, ...]:
        town, times = [*dict.fromkeys(self.town)], (self.held, answer.value)
        rows = [(name(h), *("British" if h in held else "German" for held in times)) for h in town]
        lit = town.index(self.into) if self.into in town else None
        return table("Control of the town", ("before", "after"), rows[: question.MOST_ROWS], lit)


def _at_large(situation: Situation, answer: Answer[str], readings: dict[str, str]) -> Plan:
    """Return the British units; the ring is round a unit in a German entry hex, or else the first
    outside the trenches.
    """
    units = situation.british_units
    entries = turns.entry_hexes(readings) & units
    outside = sorted(units - situation.british_trenches(readings), key=GRID.column_row)
    ringed = None
    if entries and answer.value == "British":
        ringed = min(entries), "entry hex"
    elif outside and not situation.towns and answer.value == "not yet":
        ringed = outside[0], "outside the trenches"
    standing = sorted(units, key=GRID.column_row)
    return Plan(tuple(("british", h) for h in standing), ringed=ringed, refused=not entries)


def _names(hexes: tuple[Hex, ...], among: tuple[Hex, ...] | None = None) -> str:
    """Return the codes of these hexes, perhaps only of those among others."""
    hex_names = (name(h) for h in dict.fromkeys(hexes) if among is None or h in among)
    return listed(hex_names, none="none")


GROUND = (SetUp, LineOfTable, Neighbours, Enter, Zone, Infiltration)
QUESTIONS = (*GROUND, Order, Allowance, Victory, AtOnce, TownControl)
