"""The staff's questions about turns and towns: phases, movement allowances, victory, the control of
towns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import listed
from landships_lab.drawing.charts import Table
from landships_lab.games.loos.rules import turns
from landships_lab.games.loos.rules.book import GRID, LAST_TURN, Army, name
from landships_lab.games.loos.rules.turns import Phase, Situation
from landships_lab.panel.parts import OnePlace, Whole, part
from .common import table, word
from .question import ARMIES, ARMY, MOST_ROWS, GeneralStaff, click_on, hexes, ticked
from .staff_map import Plan

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
        """Return who has won, if anybody."""
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
            (f"town {n}", _told(town), _told(self.held, town), _told(self.units, town))
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
        """Return who has won, if anybody."""
        return str(answer.detail.words)

    def plan(self, answer: Answer[str]) -> Plan:
        """Return both lines and the British units; the first of them outside the trenches has the
        ring.
        """
        drawn = _at_large(self._situation(), answer, self.options)
        return replace(drawn, lines=(("front line", self.front), ("second line", self.second)))

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        lines = (("front", self.front), ("second", self.second))
        rows = ((line, _told(there), _told(self.units, there)) for line, there in lines)
        return table("The British lines", ("hexes", "units there"), rows, note=_NOTE)


@dataclass(frozen=True)
class TownControl(GeneralStaff, key="control", label="Control of towns", bears_on="victory"):
    """The control of a town as a unit enters one of its hexes."""

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
        return table("Control of the town", ("before", "after"), rows[:MOST_ROWS], lit)


def _at_large(situation: Situation, answer: Answer[str], readings: dict[str, str]) -> Plan:
    """Return the British units; the ring is round one in a German entry hex, else round the first
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
    standing: Iterable[tuple[Army, Hex]] = (
        ("british", h) for h in sorted(units, key=GRID.column_row)
    )
    return Plan(units=tuple(standing), ringed=ringed, refused=not entries)


def _told(hexes: tuple[Hex, ...], among: tuple[Hex, ...] | None = None) -> str:
    """Return the codes of these hexes, or of those among others."""
    told = (name(h) for h in dict.fromkeys(hexes) if among is None or h in among)
    return listed(told, none="none")


QUESTIONS = (Order, Allowance, Victory, AtOnce, TownControl)
