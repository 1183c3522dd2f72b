"""The phases of a turn: arrivals, vehicles and aircraft, dismounting, foot, fire; first the
Germans, then the British.

The article mentions a vehicle movement phase and a foot movement phase, and the side that moves
first. The rest of the order is the lab's, because the base game's is not in the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Heading, Hex, Side
from landships_lab.core.speech import listed
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.starts import StartData, starts
from landships_lab.games.landships.rules.book import name, note
from landships_lab.games.landships.rules.brickyard import (
    NO_MAP,
    SCENARIO,
    Standing,
    check_set_up,
    class_of,
    crowded,
    order_of_battle,
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
    LastStep,
    Phase,
    Piece,
    acted,
    answered,
    around,
    as_hex,
    faces,
    gap_step,
    offer,
)
from .drive import Drive
from .firing import Firing

#: The longest way of a squad, in hexes: along a road or a trench.
FARTHEST = 4


# ------------------------------------------------------------------------------- set-up, arrivals


@dataclass(frozen=True)
class Placing(Phase):
    """Counters are put down, at the set-up or as they come on. ``verb`` is the word of a choice;
    ``says`` and ``done`` begin the sentences about it.
    """

    verb: ClassVar[str] = "place"
    says: ClassVar[str] = "Place in"
    done: ClassVar[str] = "is placed in"

    def hexes(self, clock: Clock, unit: Piece) -> tuple[Hex, ...]:
        """Return the hexes to list for a counter; the Brickyard's for one that may be anywhere."""
        hexes = set_up_hexes(unit.of, clock.about("scenario"))
        if hexes == NO_MAP:
            return tuple(sorted(h for h, kind in clock.terrain.hexes.items() if kind == "woods"))
        return hexes if isinstance(hexes, tuple) and hexes else SCENARIO.brickyard

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield each hex of a counter with the heading that lies at hand, then with every other:
        for an aircraft, which has no arcs, that is left to the hand.
        """
        hexes = self.hexes(clock, unit)
        yield from (self._put(clock, unit, place) for place in hexes if place != unit.place)
        for place in hexes if unit.shows_facing and unit.of.kind != "aircraft" else ():
            at_hand = unit.heading_at(place)
            others = (h for h in clock.headings(unit, place) if h != at_hand)
            yield from (self._put(clock, unit, place, heading) for heading in others)

    def _put(self, clock: Clock, unit: Piece, place: Hex, heading: Heading | None = None) -> Choice:
        there = replace(unit, place=place, heading=heading or unit.heading_at(place))
        answer = check_set_up(there.plain, clock.counters, clock.about("scenario"), clock.turn)
        where = faces(place, there.heading) if unit.shows_facing else name(place)
        words = f"{self.verb} {unit.id} {GRID.code(place)}{f' {heading}' if heading else ''}"
        says, text = f"{self.says} {where}", f"{unit.subject} {self.done} {where}."
        return offer(words, says, answer, unit.id, text, lambda: clock.put(there))

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words: any hex of the board, with any heading that is legal
        there.
        """
        placed = clock.placed(unit, words[2:]) if words[0] == self.verb else None
        return self._put(clock, unit, *placed) if placed else None


@dataclass(frozen=True)
class SetUp(Placing):
    """One side sets up (lines 129 and 133)."""

    called: ClassVar[str] = "{} set-up"
    asks: ClassVar[str] = "{} set-up: where do the counters stand?"

    def acts(self, clock: Clock, unit: Piece) -> bool:
        return not unit.of.turn and len(self.hexes(clock, unit)) > 1


@dataclass(frozen=True)
class Arrivals(Placing):
    """Counters that come on in this turn are put down. Tanks not yet put down come on at the end of
    the phase.
    """

    verb: ClassVar[str] = "enter"
    says: ClassVar[str] = "Come on at"
    done: ClassVar[str] = "came on at"
    called: ClassVar[str] = "arrivals"
    asks: ClassVar[str] = "{} reinforcements: where do they come on?"

    def acts(self, clock: Clock, unit: Piece) -> bool:
        """Return whether a counter still has to come on in this turn."""
        waits = unit.place is None and not unit.away and unit.of.kind in ("tank", "aircraft")
        return waits and 0 < unit.of.turn <= clock.turn

    def _due(self, clock: Clock) -> tuple[Piece, ...]:
        """Return the tanks that have not come on, each with a hex where no other has."""
        occupied = {unit.place for unit in clock.on_board}
        waiting = [unit for unit in self.actors(clock) if unit.of.turn == clock.turn and unit.of.at]
        free = (h for unit in waiting[:1] for h in unit.of.at if h not in occupied)
        return tuple(
            replace(unit, place=place, heading=unit.heading_at(place))
            for unit, place in zip(waiting, free, strict=False)
        )

    def ending(self, clock: Clock) -> str:
        waiting = ((unit.name, unit.place) for unit in self._due(clock))
        arrivals = [f"{called} at {GRID.code(place)}" for called, place in waiting if place]
        return f": {listed(arrivals)} come{'s' * (len(arrivals) == 1)} on" if arrivals else ""

    def ended(self, clock: Clock) -> tuple[Clock, str, tuple[Step, ...]]:
        """Return the game with all tanks on the board, because they must come in this turn (line
        135).
        """
        waiting, (_, text, steps) = self._due(clock), super().ended(clock)
        if waiting:
            come = f"All of them come in on turn {clock.turn}{self.ending(clock)}."
            steps = (note(waiting[0].of.cite, come),)
        return clock.put(*waiting), text, steps


# ---------------------------------------------------------------------------------- the movement


@dataclass(frozen=True)
class Vehicles(Phase):
    """Vehicles move, one after another."""

    called: ClassVar[str] = "vehicle movement phase"
    asks: ClassVar[str] = "{} vehicles: which moves next?"

    def acts(self, clock: Clock, unit: Piece) -> bool:
        return unit.place is not None and class_of(unit.of, clock.read_as) == 3

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        steps = (
            note("own-ground", f"Each has {clock.mp} MPs here, which is ours."),
            note(gap_step("movement-allowances").cite, "How many it has is in the base game."),
        )
        why = acted(unit, "moves") if unit.moved else answered(f"It has {clock.mp} MPs.")

        def after() -> Clock:
            return clock.put(MARKS.begin(unit, "drive", moved=True)).call(Drive(unit.id))

        words, text, mp = f"drive {unit.id}", f"{unit.subject} drives.", f"{clock.mp} MPs"
        yield offer(words, "Drive", why, unit.id, text, after, mp, steps)


@dataclass(frozen=True)
class Dismount(Phase):
    """Squads leave their tanks, at the end of the vehicle movement phase (line 139)."""

    called: ClassVar[str] = "dismounting"
    asks: ClassVar[str] = "End of the vehicle movement phase: which assault squads dismount?"

    def acts(self, clock: Clock, unit: Piece) -> bool:
        return bool(unit.aboard) and clock.unit(unit.aboard).place is not None

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        place = clock.unit(unit.aboard).place
        hexes = place.hexes if isinstance(place, Side) else (place,)
        yield from (self._leave(clock, unit, h) for h in hexes if isinstance(h, Hex) and h in GRID)

    def _leave(self, clock: Clock, squad: Piece, place: Hex) -> Choice:
        answer = _squad_may(clock, squad, "dismount", place)

        def after() -> Clock:
            out = MARKS.begin(MARKS.after(squad, "dismount"), "dismount", out=True)
            return clock.put(replace(out, place=place, heading=Heading.N))

        words, says = f"dismount {squad.id} {GRID.code(place)}", f"Dismount in {name(place)}"
        text = f"{squad.subject} dismounted in {name(place)}."
        return offer(words, says, answer, squad.id, text, after)


def _squad_may(
    clock: Clock, squad: Piece, act: str, target: Hex, along: str = "open"
) -> Answer[object]:
    given, turn = clock.about("scenario-squad", "stacking"), clock.turn
    asked = squad.plain, act, clock.counters
    return answer_squad(*asked, target=target, along=along, given=given, turn=turn)


@dataclass(frozen=True)
class Foot(Phase):
    """Squads and platoons walk. The movement of a platoon is in the base game."""

    called: ClassVar[str] = "foot movement phase"
    asks: ClassVar[str] = "{} foot movement phase: who walks where?"

    def undone(self, situation: Clock) -> tuple[str, ...]:
        return ()  # most stay where they are

    def acts(self, clock: Clock, unit: Piece) -> bool:
        return unit.of.kind in ("platoon", "squad", "observer") and unit.place is not None

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield the neighbouring hexes of a counter that has not moved; for a squad every hex that
        it may reach, then those that it reaches along a road. Hexes that hold an enemy are pressed
        on the board: whether they may be entered is in the base game.
        """
        begin = unit.place
        if unit.moved or not isinstance(begin, Hex):
            return
        if unit.of.kind != "squad":
            free = (h for h in around(begin) if not any(held_on_foot(h, self.of, clock.board)))
            yield from (self._walk(clock, unit, there) for there in free)
            return
        far = {h: range_hexes(begin, h) for h in GRID.hexes()}
        ways = [(along, n, h) for h, n in far.items() if 0 < n <= FARTHEST for along in [_way(n)]]
        for along, _, there in sorted(ways, key=lambda way: way[:2]):
            yield self._walk(clock, unit, there, along)

    def _walk(self, clock: Clock, unit: Piece, there: Hex, along: str = "open") -> Choice:
        way = "" if along == "open" else f" along a {along}"
        words = f"walk {unit.id} {GRID.code(there)}{'' if along == 'open' else f' {along}'}"

        def after() -> Clock:
            return clock.put(replace(MARKS.begin(unit, "walk", moved=True), place=there))

        says, text = f"Walk to {name(there)}{way}", f"{unit.subject} walked to {name(there)}{way}."
        answer = self._may_walk(clock, unit, there, along)
        return offer(words, says, answer, unit.id, text, after)

    def _may_walk(self, clock: Clock, unit: Piece, there: Hex, along: str) -> Answer[object]:
        if unit.moved:
            return acted(unit, "moves")
        if unit.of.kind == "squad":
            return _squad_may(clock, unit, "move", there, along)
        first = gap_step("movement-allowances")
        held = held_on_foot(there, self.of, clock.board)
        shared = crowded(unit, there, clock.board, clock.about("stacking"))
        return answered(first.text, first, *held, *shared)

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words: any hex, and for a squad the ground along its way,
        such as ``walk ger-squad-1 5812 road``.
        """
        there = as_hex(words[2]) if words[0] == "walk" and len(words) in (3, 4) else None
        along = words[3] if len(words) == 4 else "open"
        known = along == "open" or (along in WAYS[1:] and unit.of.kind == "squad")
        same = len(words) == 4 and along == "open"
        if there is None or there == unit.place or not known or same:
            return None
        return self._walk(clock, unit, there, along)


def _way(far: int) -> str:
    """Return the ground along a squad's way of ``far`` hexes."""
    return "open" if far <= FARTHEST // 2 else "road"


# --------------------------------------------------------------------------------------- the turn


@dataclass(frozen=True)
class EndOfTurn(LastStep):
    """The clock goes on by one turn, or the game ends after the last."""

    def side(self, situation: Clock) -> str:
        return "Both"

    def prompt(self, situation: Clock) -> str:
        return f"Turn {situation.turn} is over."

    def choices(self, situation: Clock) -> tuple[Choice, ...]:
        return ()

    def verdict(self, clock: Clock) -> tuple[Answer[object] | None, str]:
        """Return who wins after the last turn (lines 127 and 147)."""
        if clock.turn < SCENARIO.turns:
            return None, ""
        answer = victory(clock.board, clock.terrain, clock.about("scenario"))
        return answer, f"the {'Germans' if answer.value == 'German' else 'British'} win"

    def by_itself(self, situation: Clock) -> Happening | None:
        answer, _ = self.verdict(situation)
        if answer:
            sentence = answer.headline.replace(" would win", " win")
            return Happening(situation.won(sentence, str(answer.value)), sentence, answer.steps)
        units = tuple(MARKS.after(unit, "turn") for unit in situation.units)
        after = replace(situation, turn=situation.turn + 1, units=units).back()
        text = f"The game lasts {SCENARIO.turns} turns; turn {after.turn} begins."
        order = "The order of the phases is ours; the Germans move first in every turn."
        steps = (note("scenario-length", text), note("own-sequence", order))
        return Happening(turn_of(after), text, steps)


def turn_of(clock: Clock) -> Clock:
    """Return the game with all phases of a turn on its stack, the first on top (lines 127-139); the
    order of the phases is the lab's.
    """
    phases: list[Callable[[str], TurnStep]] = [Arrivals, Vehicles, Dismount, Foot, Firing]
    order = [phase(side) for side in SIDES for phase in phases]
    return clock.call(EndOfTurn(), *reversed(order))


def _begun(data: StartData) -> Clock:
    woods = tuple(place for word in data.woods if isinstance(place := GRID.place(word), Hex))
    free = iter(woods)  # one counter in each hex, because the stacking limit is not in the source
    units = tuple(_placed(unit, data, free) for unit in order_of_battle())
    artillery = SCENARIO.forces["ger-artillery"]
    modules = tuple(Piece(artillery.id, number) for number in range(1, artillery.count + 1))
    painted = {**dict.fromkeys(woods, "woods"), **dict.fromkeys(SCENARIO.brickyard, "town")}
    ground = TerrainMap(frozenset(painted.items()))
    clock = turn_of(Clock(units=(*units, *modules), terrain=ground, turn=data.turn, mp=data.mp))
    return clock.call(SetUp("German"), SetUp("British")) if data.set_up else clock


def _placed(unit: Standing, data: StartData, woods: Iterator[Hex]) -> Piece:
    """Return a counter in its place when this situation begins."""
    piece = Piece(unit.force, unit.number, unit.place, unit.heading, unit.aboard)
    if unit.id in data.at:
        place, heading = GRID.placement(data.at[unit.id])
        return replace(piece, place=place, heading=heading)
    if unit.of.turn:
        return replace(piece, place=None)  # it comes on later or rides in a tank
    in_woods = piece.side == "German" and unit.of.kind in ("platoon", "observer")
    return replace(piece, place=next(woods), heading=Heading.S) if in_woods else piece


#: The situations from which the Brickyard can be played, by name.
START: Mapping[str, Clock] = MappingProxyType(
    {name: _begun(data) for name, data in starts().items()}
)
