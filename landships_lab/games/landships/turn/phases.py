"""The phases of a turn: what comes on, vehicles and aircraft, dismounting, foot, fire; first the
Germans, then the British.

The article names a vehicle movement phase and a foot movement phase, and the side that moves first.
The rest of the order is ours: the base game's is not in the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Heading, Hex, Side
from landships_lab.core.speech import capitalized, listed
from landships_lab.games.landships.rules.book import name, note
from landships_lab.games.landships.rules.brickyard import (
    NO_MAP,
    SCENARIO,
    check_set_up,
    class_of,
    crowded,
    set_up_hexes,
)
from landships_lab.games.landships.rules.brickyard_rules import victory
from landships_lab.games.landships.rules.brickyard_squads import WAYS, answer_squad, held_on_foot
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.play.turns import Choice, Happening, TurnStep
from .clock import (
    GRID,
    MARKS,
    SIDES,
    Clock,
    Piece,
    acted,
    answered,
    code,
    faces,
    judged,
    left_open,
    told,
)
from .drive import Drive
from .firing import Firing
from .phase import (
    LastStep,
    Phase,
    around,
    as_hex,
    heading_at_hand,
    headings,
    place_and_heading,
    shows_facing,
)

#: How far a squad gets at most, in hexes: along a road or a trench.
FARTHEST = 4


@dataclass(frozen=True)
class Placing(Phase):
    """Counters are put down, at the set-up or as they come on: ``verb`` is the word of a choice,
    ``says`` and ``done`` begin the sentences about it.
    """

    verb: ClassVar[str] = "place"
    says: ClassVar[str] = "Place in"
    done: ClassVar[str] = "is placed in"

    def hexes(self, clock: Clock, unit: Piece) -> tuple[Hex, ...]:
        """Return the hexes to list for a counter; the Brickyard's for one that may be anywhere."""
        found = set_up_hexes(unit.of, clock.about("scenario"))
        if found == NO_MAP:
            return tuple(sorted(h for h, kind in clock.terrain.hexes.items() if kind == "woods"))
        return found if isinstance(found, tuple) and found else SCENARIO.brickyard

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield each hex of a counter with the heading that lies at hand; then, where its heading
        is told, with every other one.
        """
        hexes = self.hexes(clock, unit)
        yield from (self._put(clock, unit, place) for place in hexes if place != unit.place)
        for place in hexes if shows_facing(unit) else ():
            for heading in headings(clock, unit, place):
                if heading != heading_at_hand(unit, place):
                    yield self._put(clock, unit, place, heading)

    def _put(self, clock: Clock, unit: Piece, place: Hex, heading: Heading | None = None) -> Choice:
        there = replace(unit, place=place, heading=heading or heading_at_hand(unit, place))
        answer = check_set_up(there.plain, clock.counters, clock.about("scenario"), clock.turn)
        where = faces(place, there.heading) if shows_facing(unit) else name(place)

        def effect(_: Roll) -> Happening:
            text = f"{told(unit)} {self.done} {where}."
            return Happening(clock.put(there), text, answer.steps, "done")

        words = f"{self.verb} {unit.id} {code(place)}{f' {heading}' if heading else ''}"
        return judged(words, f"{self.says} {where}", answer, effect, unit.id)

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words: any hex of the board, and any heading that is legal
        there.
        """
        found = place_and_heading(clock, unit, words[2:]) if words[0] == self.verb else None
        return self._put(clock, unit, *found) if found else None


@dataclass(frozen=True)
class SetUp(Placing):
    """One side sets up (lines 129 and 133)."""

    @property
    def title(self) -> str:  # type: ignore[override]  # it names the side
        """The name of the phase."""
        return f"{self.of} set-up"

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} set-up: where do the counters stand?"

    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the counters that are set up, and have more than one hex to choose from."""
        for unit in self.own(clock):
            if not unit.of.turn and len(self.hexes(clock, unit)) > 1:
                yield unit


@dataclass(frozen=True)
class Arrivals(Placing):
    """What comes on in this turn is put down. Tanks that are left come on as the phase ends."""

    verb: ClassVar[str] = "enter"
    says: ClassVar[str] = "Come on at"
    done: ClassVar[str] = "came on at"
    title: ClassVar[str] = "arrivals"

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} reinforcements: where do they come on?"

    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the counters that wait for this turn; one that was on the board has come on."""
        for unit in self.own(clock):
            waits = unit.place is None and not unit.away and unit.of.kind in ("tank", "aircraft")
            if waits and 0 < unit.of.turn <= clock.turn:
                yield unit

    def _left(self, clock: Clock) -> tuple[Piece, ...]:
        """Return the tanks that have not come on, each at a hex where none has."""
        taken = {unit.place for unit in clock.on_board}
        waiting = [unit for unit in self.actors(clock) if unit.of.turn == clock.turn and unit.of.at]
        free = (h for unit in waiting[:1] for h in unit.of.at if h not in taken)
        return tuple(
            replace(unit, place=place, heading=heading_at_hand(unit, place))
            for unit, place in zip(waiting, free, strict=False)
        )

    def ending(self, clock: Clock) -> str:
        """Return which tanks come on, and where."""
        found = [f"{unit.name} at {code(unit.place)}" for unit in self._left(clock) if unit.place]
        return f": {listed(found)} come{'s' * (len(found) == 1)} on" if found else ""

    def ended(self, clock: Clock) -> tuple[Clock, str, tuple[Step, ...]]:
        """Return the game with all tanks on the board: they come in in this turn (line 135)."""
        left, ending = self._left(clock), self.ending(clock)
        steps = (
            (note(left[0].of.cite, f"All of them come in on turn {clock.turn}{ending}."),)
            if left
            else ()
        )
        return clock.put(*left), f"The {self.title} ended{ending}.", steps


@dataclass(frozen=True)
class Vehicles(Phase):
    """Vehicles move, one after another."""

    title: ClassVar[str] = "vehicle movement phase"

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} vehicles: which moves next?"

    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the vehicles on the board."""
        for unit in self.own(clock):
            if unit.place is not None and class_of(unit.of, clock.read_as) == 3:
                yield unit

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield the drive of a vehicle."""
        yield self._drive(clock, unit)

    def _drive(self, clock: Clock, unit: Piece) -> Choice:
        open_step = left_open("movement-allowances")
        steps = (
            note("own-ground", f"Each has {clock.mp} MPs here, which is ours."),
            note(open_step.cite, "How many it has is in the base game."),
        )
        why = acted(unit, "moves") if unit.moved else answered(f"It has {clock.mp} MPs.")

        def effect(_: Roll) -> Happening:
            after = clock.put(MARKS.begin(unit, "drive", moved=True)).call(Drive(unit.id))
            return Happening(after, f"{told(unit)} drives.", steps, "done")

        return judged(f"drive {unit.id}", "Drive", why, effect, unit.id, f"{clock.mp} MPs")


@dataclass(frozen=True)
class Dismount(Phase):
    """Squads leave their tanks, at the end of the vehicle movement phase (line 139)."""

    title: ClassVar[str] = "dismounting"

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return "End of the vehicle movement phase: which assault squads dismount?"

    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the squads whose tank is on the board."""
        for unit in self.own(clock):
            if unit.aboard and clock.unit(unit.aboard).place is not None:
                yield unit

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield the hexes of its tank."""
        place = clock.unit(unit.aboard).place
        hexes = place.hexes if isinstance(place, Side) else (place,)
        yield from (self._leave(clock, unit, h) for h in hexes if isinstance(h, Hex) and h in GRID)

    def _leave(self, clock: Clock, squad: Piece, place: Hex) -> Choice:
        answer = answer_squad(
            squad.plain,
            "dismount",
            clock.counters,
            target=place,
            given=clock.about("scenario-squad", "stacking"),
            turn=clock.turn,
        )

        def effect(_: Roll) -> Happening:
            out = MARKS.begin(MARKS.after(squad, "dismount"), "dismount", out=True)
            out = replace(out, place=place, heading=Heading.N)
            text = f"{told(squad)} dismounted in {name(place)}."
            return Happening(clock.put(out), text, answer.steps, "done")

        words = f"dismount {squad.id} {code(place)}"
        return judged(words, f"Dismount in {name(place)}", answer, effect, squad.id)


@dataclass(frozen=True)
class Foot(Phase):
    """Squads and platoons walk. How far a platoon walks is in the base game."""

    title: ClassVar[str] = "foot movement phase"

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} foot movement phase: who walks where?"

    def actors(self, clock: Clock) -> Iterator[Piece]:
        """Yield the counters on foot."""
        for unit in self.own(clock):
            if unit.of.kind in ("platoon", "squad", "observer") and unit.place is not None:
                yield unit

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield the neighbouring hexes of a counter that has not moved; for a squad every hex that
        it may reach, then those that it reaches along a road.
        """
        begin = unit.place
        if unit.moved or not isinstance(begin, Hex):
            return
        if unit.of.kind != "squad":
            yield from (self._walk(clock, unit, there) for there in around(begin))
            return
        within = [h for h in GRID.hexes() if 0 < range_hexes(begin, h) <= FARTHEST]
        ways = [(h, "open" if range_hexes(begin, h) <= FARTHEST // 2 else "road") for h in within]
        for there, along in sorted(ways, key=lambda way: (way[1], range_hexes(begin, way[0]))):
            yield self._walk(clock, unit, there, along)

    def _walk(self, clock: Clock, unit: Piece, there: Hex, along: str = "open") -> Choice:
        answer = self._may_walk(clock, unit, there, along)
        way = "" if along == "open" else f" along a {along}"

        def effect(_: Roll) -> Happening:
            after = clock.put(replace(MARKS.begin(unit, "walk", moved=True), place=there))
            text = f"{told(unit)} walked to {name(there)}{way}."
            return Happening(after, text, answer.steps, "done")

        words = f"walk {unit.id} {code(there)}{'' if along == 'open' else f' {along}'}"
        return judged(words, f"Walk to {name(there)}{way}", answer, effect, unit.id)

    def _may_walk(self, clock: Clock, unit: Piece, there: Hex, along: str) -> Answer[object]:
        if unit.moved:
            return acted(unit, "moves")
        if unit.of.kind == "squad":
            given = clock.about("scenario-squad", "stacking")
            return answer_squad(
                unit.plain,
                "move",
                clock.counters,
                target=there,
                along=along,
                given=given,
                turn=clock.turn,
            )
        first = left_open("movement-allowances")
        held = held_on_foot(there, self.of, clock.board)
        shared = crowded(unit, there, clock.board, clock.about("stacking"))
        return answered(first.text, first, *held, *shared)

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words: any hex, and for a squad what its way lies along, such
        as ``walk ger-squad-1 5812 road``.
        """
        there = as_hex(words[2]) if words[0] == "walk" and len(words) in (3, 4) else None
        along = words[3] if len(words) == 4 else "open"
        known = along == "open" or (along in WAYS[1:] and unit.of.kind == "squad")
        same = len(words) == 4 and along == "open"
        if there is None or there == unit.place or not known or same:
            return None
        return self._walk(clock, unit, there, along)


@dataclass(frozen=True)
class EndOfTurn(LastStep):
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

    def verdict(self, clock: Clock) -> tuple[Answer[object] | None, str]:
        """Return who wins after the last turn (lines 127 and 147)."""
        if clock.turn < SCENARIO.turns:
            return None, ""
        found = victory(clock.board, clock.terrain, clock.about("scenario"))
        return found, f"the {'Germans' if found.value == 'German' else 'British'} win"

    def by_itself(self, situation: Clock) -> Happening | None:
        """Begin the next turn, or say who has won after the last."""
        found, winner = self.verdict(situation)
        if found:
            said = f"{capitalized(winner)}."
            return Happening(situation.won(said), said, found.steps)
        units = tuple(MARKS.after(unit, "turn") for unit in situation.units)
        after = replace(situation, turn=situation.turn + 1, units=units).back()
        text = f"The game lasts {SCENARIO.turns} turns; turn {after.turn} begins."
        order = "The order of the phases is ours; the Germans move first in every turn."
        steps = (note("scenario-length", text), note("own-sequence", order))
        return Happening(turn_of(after), text, steps)


def turn_of(clock: Clock) -> Clock:
    """Return the game with all phases of a turn on its stack, the first on top. Source: Scenario
    19.26, who moves first (lines 127-135), special rules (line 139); the rest of the order is ours.
    """
    phases: list[Callable[[str], TurnStep]] = [Arrivals, Vehicles, Dismount, Foot, Firing]
    order = [phase(side) for side in SIDES for phase in phases]
    return clock.call(EndOfTurn(), *reversed(order))
