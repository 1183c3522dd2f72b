"""A vehicle drives: step by step ahead, turns of 30 degrees, a drift at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Gap, Step, Telling
from landships_lab.core.answer import judged as rule
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.core.speech import plural
from landships_lab.games.landships.rules.book import allow, at, forbid, note
from landships_lab.games.landships.rules.brickyard import crowded
from landships_lab.games.landships.rules.field_of_movement import March, Moves
from landships_lab.games.landships.rules.movement import answer_move, can_reach, explain_move
from landships_lab.games.landships.rules.positions import check_position, drifts, forward
from landships_lab.play.turns import Choice, Happening, UnitStep
from .clock import GRID, Clock, Piece, answered, code, faces, judged, told

#: The points of heading by which each turn turns. Round goes only where a vehicle is on a hexside.
TURNS = {"left": -1, "right": 1, "round": 6}


@dataclass(frozen=True)
class Drive(UnitStep):
    """A vehicle on the move, with so many MPs spent. It has ``gone`` somewhere once it has left its
    place or turned.
    """

    name: str
    spent: int = 0
    gone: bool = False

    def side(self, situation: Clock) -> str:
        """Return the side of the vehicle."""
        return situation.unit(self.name).of.side

    def prompt(self, situation: Clock) -> str:
        """Return the question, with the MPs left."""
        left = plural(situation.mp - self.spent, "MP")
        return f"{told(situation.unit(self.name))} has {left} left."

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield a step ahead, a turn to either side or round, a drift to either side, and the
        end.
        """
        unit = situation.unit(self.name)
        yield self._step(situation, "ahead")
        on_side = isinstance(unit.place, Side)
        yield from (self._step(situation, turn) for turn in TURNS if on_side or turn != "round")
        yield from (self._drift(situation, into) for into in _beside(unit))
        yield self._halt(situation)

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, which may also be a place and heading to go to by the
        cheapest way: ``to 5809 N``.
        """
        if len(words) != 3 or words[0] != "to":
            return super().read(situation, words)
        try:
            place, heading = GRID.placement(f"{words[1]} {words[2]}")
        except ValueError:
            return None
        same = words[1:] == (code(place), str(heading))
        return self._go(situation, place, heading) if same else None

    # -- one choice each --------------------------------------------------------------------------

    def _step(self, clock: Clock, how: str) -> Choice:
        unit = clock.unit(self.name)
        place, heading = _stands(unit)
        says = "Go ahead" if how == "ahead" else f"Turn {how}"
        if how == "ahead":
            place = forward(place, heading)
        else:
            heading = heading.turn(TURNS[how])
        legal = _on_board(place) if place not in GRID.places else check_position(3, place, heading)
        way = (_stands(unit), (place, heading))
        answer = explain_move(self._march(clock), way) if legal.value else legal
        return self._moved(clock, how, says, answer, (place, heading))

    def _go(self, clock: Clock, place: Place, heading: Heading) -> Choice:
        """Return the drive to a place by the cheapest way that faces so at its end, which may be a
        drift.
        """
        unit = clock.unit(self.name)
        words, says = f"to {code(place)} {heading}", f"Drive to {faces(place, heading)}"
        if (place, heading) == _stands(unit):
            return self._moved(clock, words, says, _there(unit), (place, heading))
        answer: Answer[object] = check_position(3, place, heading)
        if answer.value:
            answer = can_reach(self._march(clock), *_stands(unit), place, heading)
        drifts_there = isinstance(answer.detail, Moves) and answer.detail.drift is not None
        return self._moved(clock, words, says, answer, (place, heading), halts=drifts_there)

    def _moved(
        self,
        clock: Clock,
        words: str,
        says: str,
        answer: Answer[object],
        end: tuple[Place, Heading],
        *,
        halts: bool = False,
    ) -> Choice:
        """Return a move as its answer judges it: the MPs left, or a `Gap` where it enters a place
        that an enemy holds. Then no MPs are left, which is ours.
        """
        unit, before = clock.unit(self.name), clock.mp - self.spent
        place, heading = end
        left = answer.value if isinstance(answer.value, int) else 0
        verdict, cost, steps = answer, "", answer.steps
        if _made(answer):  # no MPs left is still a move: zero is its value, and False would refuse
            verdict, cost = replace(answer, value=True), plural(before - left, "MP")
        elif isinstance(answer.value, Gap):
            steps = (*steps, note("own-once", "Its move ends there, which is ours."))
            verdict, cost = replace(answer, steps=steps), "its move ends"
        if halts:
            steps = (*steps, *_shared(clock, unit, place))
            verdict, cost = answered(answer.headline, *steps), f"{cost}, then a drift"

        def effect(_: Roll) -> Happening:
            after = clock.put(replace(unit, place=place, heading=heading))
            if halts:
                text = f"{told(unit)} drifted: it is {at(place)}, facing {heading}."
                return Happening(after.back(), text, steps, "done")
            step = replace(self, spent=clock.mp - left, gone=True)
            text = f"{told(unit)} is {at(place)}, facing {heading}."
            return Happening(after.become(step), text, steps, "done")

        return judged(words, says, verdict, effect, self.name, cost)

    def _drift(self, clock: Clock, into: Place) -> Choice:
        unit = clock.unit(self.name)
        answer = answer_move(self._march(clock), *_stands(unit), drift=into)
        if answer.value is not False:
            steps = (*answer.steps, *_shared(clock, unit, into))
            answer = replace(answered(answer.headline, *steps), remedies=answer.remedies)

        def effect(_: Roll) -> Happening:
            after = clock.put(replace(unit, place=into)).back()
            text = f"{told(unit)} drifted: it is {at(into)}, facing {unit.heading}."
            return Happening(after, text, answer.steps, "done")

        says = f"Drift onto {code(into)} and halt"
        return judged(f"drift {code(into)}", says, answer, effect, self.name, "no MPs")

    def _halt(self, clock: Clock) -> Choice:
        unit = clock.unit(self.name)
        place, _ = _stands(unit)
        steps = tuple(_shared(clock, unit, place))

        def effect(_: Roll) -> Happening:
            return Happening(clock.back(), f"{told(unit)} halted.", steps, "done")

        why = answered("How many may stack is in the base game.", *steps) if steps else None
        return Choice("halt", "Halt", effect, self.name, why=why, supplied=bool(steps), ends=True)

    def _march(self, clock: Clock) -> March:
        return clock.march(clock.unit(self.name), clock.mp - self.spent, moved=self.gone)


@rule
def _on_board(place: Place) -> Telling:
    text = "The board ends there."
    yield allow("scenario-map", place in GRID.places, text)
    return text


@rule
def _there(unit: Piece) -> Telling:
    text = f"It is {at(_stands(unit)[0])} already, and faces {unit.heading}."
    yield forbid("own-once", bad=True, text=text)
    return text


def _shared(clock: Clock, unit: Piece, place: Place) -> tuple[Step, ...]:
    """Return the steps that say who shares the place where a vehicle ends its move."""
    return tuple(crowded(unit, place, clock.board, clock.about("stacking")))


def _stands(unit: Piece) -> tuple[Place, Heading]:
    assert unit.place is not None  # it is on the move
    return unit.place, unit.heading


def _beside(unit: Piece) -> tuple[Place, ...]:
    """Return the places of the board onto which a vehicle might drift."""
    return tuple(into for into in drifts(*_stands(unit)) if into in GRID.places)


def _made(answer: Answer[object]) -> bool:
    """Return whether a move may be made: its value is the MPs left, which may be none."""
    return isinstance(answer.value, int) and not isinstance(answer.value, bool)
