"""The phases of a turn: what comes on, vehicles, dismounting, foot, fire; first the Germans, then
the British.

The article names a vehicle movement phase and a foot movement phase, and the side that moves first.
The rest of the order is ours: the base game's is not in the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import DIRECTIONS, Heading, Hex
from landships_lab.games.landships.rules.book import CITES, name
from landships_lab.games.landships.rules.brickyard import (
    SCENARIO,
    Standing,
    check_set_up,
    class_of,
    set_up_hexes,
)
from landships_lab.games.landships.rules.brickyard_squads import answer_squad
from landships_lab.games.landships.rules.brickyard_victory import victory
from landships_lab.games.landships.turn.clock import (
    GRID,
    SIDES,
    Clock,
    code,
    judged,
    left_open,
    told,
)
from landships_lab.games.landships.turn.drive import Drive
from landships_lab.games.landships.turn.firing import Firing
from landships_lab.play.turns import Choice, Happening, TurnStep, refused


@dataclass(frozen=True)
class Phase(TurnStep):
    """One phase of one side. ``title`` is its name, in lower case."""

    of: str

    def side(self, situation: Clock) -> str:
        """Return the side whose phase it is."""
        return self.of

    def own(self, clock: Clock) -> Iterator[Standing]:
        """Yield the counters of this side."""
        yield from (unit for unit in clock.units if unit.of.side == self.of)

    def end(self, clock: Clock, title: str) -> Choice:
        """Return the choice that ends the phase."""

        def effect(_: Roll) -> Happening:
            return Happening(clock.back(), f"The {title} ended.", (), "done")

        return Choice("end", f"End the {title}", effect, ends=True)

    def passes(self, clock: Clock, choices: Iterator[Choice]) -> Happening | None:
        """Return that the phase is passed over, if nothing in it may be done."""
        return None if any(one.legal for one in choices) else Happening(clock.back(), "")


@dataclass(frozen=True)
class Arrivals(Phase):
    """What comes on in this turn is put down."""

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} reinforcements: where do they come on?"

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield each place where a counter that waits may come on."""
        yield from self._entries(situation)
        yield self.end(situation, "arrivals")

    def _waiting(self, clock: Clock) -> Iterator[Standing]:
        for unit in self.own(clock):
            late = unit.of.turn and unit.of.turn <= clock.turn and unit.place is None
            if late and unit.of.kind in ("tank", "aircraft"):
                yield unit

    def _entries(self, clock: Clock) -> Iterator[Choice]:
        for unit in self._waiting(clock):
            places = set_up_hexes(unit.of, clock.about("scenario"))
            hexes = places if isinstance(places, tuple) and places else SCENARIO.brickyard
            yield from (self._enter(clock, unit, place) for place in hexes)

    def _enter(self, clock: Clock, unit: Standing, place: Hex) -> Choice:
        south = unit.of.kind == "tank" and GRID.column_row(place)[1] < GRID.rows // 2
        there = replace(unit, place=place, heading=Heading.S if south else Heading.N)
        others = [one for one in clock.units if one.id != unit.id]
        answer = check_set_up(there, others, clock.about("scenario"), clock.turn)

        def effect(_: Roll) -> Happening:
            says = f"{told(unit)} came on at {name(place)}."
            return Happening(clock.put(there), says, answer.steps, "done")

        words = f"enter {unit.id} {code(place)}"
        return judged(words, f"Come on at {name(place)}", answer, effect, unit.id)

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``enter ger-a7v-1 5817``."""
        if words == ("end",):
            return self.end(situation, "arrivals")
        if len(words) != 3 or words[0] != "enter":
            return None
        waiting = {unit.id: unit for unit in self._waiting(situation)}
        place = _hex(words[2])
        if words[1] not in waiting or place is None:
            return None
        return self._enter(situation, waiting[words[1]], place)

    def by_itself(self, situation: Clock) -> Happening | None:
        """Pass over a turn in which nothing comes on."""
        return self.passes(situation, self._entries(situation))


@dataclass(frozen=True)
class Vehicles(Phase):
    """Vehicles move, one after another."""

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} vehicles: which moves next?"

    def _drives(self, clock: Clock) -> Iterator[Choice]:
        for unit in self.own(clock):
            if unit.place is not None and class_of(unit.of, clock.about("scenario")) == 3:
                yield self._drive(clock, unit)

    def _drive(self, clock: Clock, unit: Standing) -> Choice:
        words, says = f"drive {unit.id}", "Drive"
        if unit.id in clock.moved:
            step = Step("Each vehicle moves once in its phase.", CITES["movement"], "forbids")
            return refused(words, says, Answer(False, (step,), "It has moved already."), unit.id)

        def effect(_: Roll) -> Happening:
            text = f"Each has {clock.mp} MPs here; the base game has its allowance."
            step = Step(text, left_open("movement-allowances").cite)
            after = replace(clock, moved=clock.moved | {unit.id}).call(Drive(unit.id))
            return Happening(after, f"{told(unit)} drives.", (step,), "done")

        return Choice(words, says, effect, unit.id, None, f"{clock.mp} MPs")

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield the vehicles that may move."""
        yield from self._drives(situation)
        yield self.end(situation, "vehicle movement phase")

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``drive ger-a7v-1``."""
        return _found(self.choices(situation), words)

    def by_itself(self, situation: Clock) -> Happening | None:
        """Pass over a side without vehicles to move."""
        return self.passes(situation, self._drives(situation))


@dataclass(frozen=True)
class Dismount(Phase):
    """Squads leave their tanks, at the end of the vehicle movement phase (line 139)."""

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return "End of the vehicle movement phase: which assault squads dismount?"

    def _leaving(self, clock: Clock) -> Iterator[Choice]:
        for unit in self.own(clock):
            tank = clock.unit(unit.aboard) if unit.aboard else None
            if tank is not None and tank.place is not None:
                hexes = tank.place.hexes if not isinstance(tank.place, Hex) else (tank.place,)
                yield from (self._leave(clock, unit, place) for place in hexes if _on_board(place))

    def _leave(self, clock: Clock, squad: Standing, place: Hex) -> Choice:
        answer = answer_squad(
            squad, "dismount", clock.units, given=dict(clock.readings), turn=clock.turn
        )

        def effect(_: Roll) -> Happening:
            out = replace(squad, place=place, heading=Heading.N, aboard="")
            text = f"{told(squad)} dismounted in {name(place)}."
            return Happening(clock.put(out), text, answer.steps, "done")

        words = f"dismount {squad.id} {code(place)}"
        return judged(words, f"Dismount in {name(place)}", answer, effect, squad.id)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield each squad with the hexes of its tank."""
        yield from self._leaving(situation)
        yield self.end(situation, "dismounting")

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``dismount ger-squad-1 5809``."""
        return _found(self.choices(situation), words)

    def by_itself(self, situation: Clock) -> Happening | None:
        """Pass over a turn in which no squad rides on the board."""
        return self.passes(situation, self._leaving(situation))


@dataclass(frozen=True)
class Foot(Phase):
    """Squads and platoons walk. How far a platoon walks is in the base game."""

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} foot movement phase: who walks where?"

    def _walkers(self, clock: Clock) -> Iterator[Standing]:
        for unit in self.own(clock):
            on_foot = unit.of.kind in ("platoon", "squad", "observer")
            if on_foot and unit.place is not None and unit.id not in clock.moved:
                yield unit

    def _walks(self, clock: Clock) -> Iterator[Choice]:
        for unit in self._walkers(clock):
            yield from self.choices_for(clock, unit)

    def choices_for(self, clock: Clock, unit: Standing) -> Iterator[Choice]:
        """Yield the neighbouring hexes that a counter may walk to."""
        assert isinstance(unit.place, Hex)
        for heading in DIRECTIONS:
            there = unit.place.neighbour(heading)
            if _on_board(there):
                yield self._walk(clock, unit, there)

    def choices_of(self, situation: Clock, unit: str) -> tuple[Choice, ...]:
        """Return where one counter may walk, and the end of the phase."""
        walkers = {one.id: one for one in self._walkers(situation)}
        found = self.choices_for(situation, walkers[unit]) if unit in walkers else iter(())
        return (*found, self.end(situation, "foot movement phase"))

    def _walk(self, clock: Clock, unit: Standing, there: Hex) -> Choice:
        if unit.of.kind == "squad":
            answer: Answer[object] = answer_squad(
                unit,
                "move",
                clock.units,
                target=there,
                given=dict(clock.readings),
                turn=clock.turn,
            )
        else:
            step = left_open("movement-allowances")
            answer = Answer(step.amount, (step,), step.text)

        def effect(_: Roll) -> Happening:
            after = replace(clock.put(replace(unit, place=there)), moved=clock.moved | {unit.id})
            return Happening(after, f"{told(unit)} walked to {name(there)}.", answer.steps, "done")

        words = f"walk {unit.id} {code(there)}"
        return judged(words, f"Walk to {name(there)}", answer, effect, unit.id)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield the steps of every counter on foot."""
        yield from self._walks(situation)
        yield self.end(situation, "foot movement phase")

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``walk ger-squad-1 5810``: any hex."""
        if words == ("end",):
            return self.end(situation, "foot movement phase")
        walkers = {one.id: one for one in self._walkers(situation)}
        if len(words) != 3 or words[0] != "walk" or words[1] not in walkers:
            return None
        there = _hex(words[2])
        unit = walkers[words[1]]
        return None if there is None or there == unit.place else self._walk(situation, unit, there)

    def by_itself(self, situation: Clock) -> Happening | None:
        """Pass over a side with nobody on foot."""
        return self.passes(situation, self._walks(situation))


@dataclass(frozen=True)
class EndOfTurn(TurnStep):
    """The clock goes on by one turn, or the game ends after the last."""

    def side(self, situation: Clock) -> str:
        """Return "Both"."""
        return "Both"

    def prompt(self, situation: Clock) -> str:
        """Return that the turn is over."""
        return f"Turn {situation.turn} is over."

    def choices(self, situation: Clock) -> tuple[Choice, ...]:
        """Return none: it happens by itself."""
        return ()

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return None."""
        return None

    def by_itself(self, situation: Clock) -> Happening | None:
        """Begin the next turn, or say who has won after the last (lines 127 and 147)."""
        if situation.turn >= SCENARIO.turns:
            found = victory(situation.on_board, situation.terrain, situation.about("scenario"))
            said = f"The {'Germans' if found.value == 'German' else 'British'} win."
            return Happening(situation.won(said), said, found.steps)
        after = replace(
            situation, turn=situation.turn + 1, moved=frozenset(), fired=frozenset()
        ).back()
        text = f"The game lasts {SCENARIO.turns} turns; turn {after.turn} begins."
        return Happening(turn_of(after), text, (Step(text, CITES["scenario-length"]),))


def turn_of(clock: Clock) -> Clock:
    """Return the game with all phases of a turn on its stack, the first on top. Source: Scenario
    19.26, who moves first (lines 127-135), special rules (line 139); the rest of the order is ours.
    """
    phases: list[Callable[[str], TurnStep]] = [Arrivals, Vehicles, Dismount, Foot, Firing]
    order = [phase(side) for side in SIDES for phase in phases]
    return clock.call(EndOfTurn(), *reversed(order))


def _hex(written: str) -> Hex | None:
    try:
        place = GRID.place(written)
    except ValueError:
        return None
    return place if isinstance(place, Hex) and GRID.code(place) == written else None


def _on_board(place: Hex) -> bool:
    return place in GRID.places


def _found(choices: Iterator[Choice], words: tuple[str, ...]) -> Choice | None:
    wanted = " ".join(words)
    return next((one for one in choices if one.words == wanted), None)
