"""A phase of one side, in which its counters act one after another until it is ended."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import DIRECTIONS, Heading, Hex, Place
from landships_lab.games.landships.rules.brickyard import class_of
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.play.turns import Choice, Happening, TurnStep
from .clock import GRID, Clock, Piece


@dataclass(frozen=True)
class Phase(TurnStep):
    """One phase of one side. ``title`` is its name inside a sentence."""

    of: str
    title: ClassVar[str] = ""

    @abstractmethod
    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the counters that may have something to do."""

    @abstractmethod
    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield the choices of one of them."""

    def side(self, situation: Clock) -> str:
        """Return the side whose phase it is."""
        return self.of

    def own(self, clock: Clock) -> Iterator[Piece]:
        """Yield the counters of this side."""
        yield from (unit for unit in clock.units if unit.of.side == self.of)

    def actor(self, clock: Clock, unit: str) -> Piece | None:
        """Return the counter with this id, if it may have something to do."""
        return next((one for one in self.actors(clock) if one.id == unit), None)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield the choices of every counter, then the end of the phase."""
        for unit in self.actors(situation):
            yield from self.offers(situation, unit)
        yield self.end(situation)

    def choices_of(self, situation: Clock, unit: str) -> tuple[Choice, ...]:
        """Return the choices of one counter, and the end of the phase."""
        one = self.actor(situation, unit)
        return (*(self.offers(situation, one) if one else ()), self.end(situation))

    def units(self, situation: Clock) -> tuple[str, ...]:
        """Return the counters that have a choice now."""
        return tuple(
            one.id
            for one in self.actors(situation)
            if any(True for _ in self.offers(situation, one))
        )

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``end`` or ``drive ger-a7v-1``."""
        if words == ("end",):
            return self.end(situation)
        one = self.actor(situation, words[1]) if len(words) > 1 else None
        return self.named(situation, one, words) if one else None

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of one counter that these words stand for; more than are listed, where
        a step takes any place of the board.
        """
        wanted = " ".join(words)
        return next((one for one in self.offers(clock, unit) if one.words == wanted), None)

    def end(self, clock: Clock) -> Choice:
        """Return the choice that ends the phase."""
        verdict, winner = self.verdict(clock)

        def effect(_: Roll) -> Happening:
            after, text, steps = self.ended(clock)
            return Happening(after.back(), text, steps, "done")

        says = f"End the {self.title}{self.ending(clock)}"
        return Choice("end", says, effect, why=verdict, expects=winner, ends=True)

    def ending(self, clock: Clock) -> str:
        """Return what else the end of the phase does, to be said on its button."""
        return ""

    def verdict(self, clock: Clock) -> tuple[Answer[object] | None, str]:
        """Return who wins with the end of this phase, and in a few words; none if the game goes
        on.
        """
        below = clock.stack[-2] if len(clock.stack) > 1 else None
        return below.verdict(clock) if isinstance(below, LastStep) else (None, "")

    def ended(self, clock: Clock) -> tuple[Clock, str, tuple[Step, ...]]:
        """Return the game at the end of the phase, a sentence, and the steps of the rules."""
        return clock, f"The {self.title} ended.", ()

    def by_itself(self, situation: Clock) -> Happening | None:
        """Pass over a phase in which nothing may be done."""
        offers = (one for unit in self.actors(situation) for one in self.offers(situation, unit))
        return None if any(one.legal for one in offers) else self.passed(situation)

    def passed(self, clock: Clock) -> Happening:
        """Return that the phase is passed over."""
        return Happening(clock.back(), "")


class LastStep(TurnStep):
    """The step that ends a turn."""

    @abstractmethod
    def verdict(self, clock: Clock) -> tuple[Answer[object] | None, str]:
        """Return who wins with this turn, and in a few words; none if the game goes on."""


def as_hex(written: str) -> Hex | None:
    """Return the hex of the board with this code, written as records write it."""
    try:
        place = GRID.place(written)
    except ValueError:
        return None
    return place if isinstance(place, Hex) and GRID.code(place) == written else None


def shows_facing(unit: Piece) -> bool:
    """Return whether it matters which way a counter faces: it has arcs, or it flies."""
    return unit.of.unit in UNITS or unit.of.kind == "aircraft"


def headings(clock: Clock, unit: Piece, place: Hex) -> tuple[Heading, ...]:
    """Return the headings that a counter may have in a hex."""
    return legal_headings(class_of(unit.of, clock.read_as), place)


def heading_at_hand(unit: Piece, place: Place) -> Heading:
    """Return how a counter faces that is put down without a word on it: a tank away from the edge
    of the board.
    """
    if unit.of.kind != "tank" or not isinstance(place, Hex):
        return unit.heading
    return Heading.S if GRID.column_row(place)[1] < GRID.rows // 2 else Heading.N


def place_and_heading(
    clock: Clock, unit: Piece, words: tuple[str, ...]
) -> tuple[Hex, Heading | None] | None:
    """Return the hex and the heading, if one is named, of ``5817`` or ``5817 NNE``."""
    place = as_hex(words[0]) if words else None
    if place is None or len(words) > 2:
        return None
    heading = next((h for h in headings(clock, unit, place) if str(h) == words[-1]), None)
    return None if len(words) == 2 and heading is None else (place, heading)


def around(place: Hex) -> tuple[Hex, ...]:
    """Return the hexes of the board beside this one."""
    return tuple(h for d in DIRECTIONS if (h := place.neighbour(d)) in GRID.places)
