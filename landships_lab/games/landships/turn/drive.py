"""A vehicle drives: step by step ahead, turns of 30 degrees, a drift at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Gap, Step, Telling, decided
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.core.speech import plural
from landships_lab.games.landships.rules.book import allow, at, forbid, note
from landships_lab.games.landships.rules.brickyard import crowded
from landships_lab.games.landships.rules.field_of_movement import March, Moves, Placement
from landships_lab.games.landships.rules.movement import answer_move, can_reach, explain_move
from landships_lab.games.landships.rules.positions import check_position, drifts, forward
from landships_lab.play.turns import Choice, Happening, UnitStep
from .clock import GRID, Clock, Piece, answered, faces, offer

#: The points of heading of each turn. "Round" is only for a vehicle on a hexside.
TURNS = {"left": -1, "right": 1, "round": 6}


@dataclass(frozen=True)
class Drive(UnitStep):
    """A moving vehicle that has ``spent`` MPs; ``gone``: it has left its place or turned."""

    name: str
    spent: int = 0
    gone: bool = False

    def prompt(self, situation: Clock) -> str:
        mps = plural(situation.mp - self.spent, "MP")
        return f"{situation.unit(self.name).subject} has {mps} left."

    def choices(self, situation: Clock) -> Iterator[Choice]:
        place, heading = _stands(situation.unit(self.name))
        yield self._step(situation, "ahead")
        on_side = isinstance(place, Side)
        yield from (self._step(situation, turn) for turn in TURNS if on_side or turn != "round")
        beside = (into for into in drifts(place, heading) if into in GRID.places)
        yield from (self._drift(situation, into) for into in beside)
        yield self._halt(situation)

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words, which may also be a place and heading to reach by the
        cheapest way: ``to 5809 N``.
        """
        if len(words) != 3 or words[0] != "to":
            return super().read(situation, words)
        try:
            place, heading = GRID.placement(f"{words[1]} {words[2]}")
        except ValueError:
            return None
        same = words[1:] == (GRID.code(place), str(heading))
        return self._go(situation, place, heading) if same else None

    # -- one choice each --------------------------------------------------------------------------

    def _step(self, clock: Clock, how: str) -> Choice:
        here = place, heading = _stands(clock.unit(self.name))
        says = "Go ahead" if how == "ahead" else f"Turn {how}"
        if how == "ahead":
            place = forward(place, heading)
        else:
            heading = heading.turn(TURNS[how])
        legal = _on_board(place) if place not in GRID.places else check_position(3, place, heading)
        way = (here, (place, heading))
        answer = explain_move(self._march(clock), way) if legal.value else legal
        return self._moved(clock, how, says, answer, (place, heading))

    def _go(self, clock: Clock, place: Place, heading: Heading) -> Choice:
        """Return the drive to a place by the cheapest way that ends with this heading, which may
        include a drift.
        """
        here, end = _stands(clock.unit(self.name)), (place, heading)
        words, says = f"to {GRID.code(place)} {heading}", f"Drive to {faces(place, heading)}"
        if here == end:
            return self._moved(clock, words, says, _there(*here), end)
        answer: Answer[object] = check_position(3, place, heading)
        if answer.value:
            answer = can_reach(self._march(clock), *here, place, heading)
        drifts_there = isinstance(answer.detail, Moves) and answer.detail.drift is not None
        return self._moved(clock, words, says, answer, end, halts=drifts_there)

    def _moved(
        self,
        clock: Clock,
        words: str,
        says: str,
        answer: Answer[object],
        end: Placement,
        *,
        halts: bool = False,
    ) -> Choice:
        """Return a move as its answer judges it: with the MPs left, or a `Gap` if it enters a place
        that an enemy holds. Then no MPs are left, by a rule of the lab.
        """
        unit, (place, heading) = clock.unit(self.name), end
        mp = answer.value if isinstance(answer.value, int) else 0
        verdict, cost, steps = answer, "", answer.steps
        if isinstance(answer.value, int) and not isinstance(answer.value, bool):
            # No MPs left is still a move: its value is zero, while False would refuse it.
            verdict = replace(answer, value=True)
            cost = plural(clock.mp - self.spent - mp, "MP")
        elif isinstance(answer.value, Gap):
            steps = (*steps, note("own-once", "Its move ends there, which is ours."))
            verdict, cost = replace(answer, steps=steps), "its move ends"
        if halts:
            steps = (*steps, *_shared(clock, unit, place))
            verdict, cost = answered(answer.headline, *steps), f"{cost}, then a drift"
        verb = "drifted: it is" if halts else "is"
        text = f"{unit.subject} {verb} {at(place)}, facing {heading}."

        def after() -> Clock:
            moved = clock.put(replace(unit, place=place, heading=heading))
            onward = replace(self, spent=clock.mp - mp, gone=True)
            return moved.back() if halts else moved.become(onward)

        return offer(words, says, verdict, self.name, text, after, cost, steps)

    def _drift(self, clock: Clock, into: Place) -> Choice:
        unit = clock.unit(self.name)
        answer = answer_move(self._march(clock), *_stands(unit), drift=into)
        if answer.value is not False:
            steps = (*answer.steps, *_shared(clock, unit, into))
            answer = replace(answered(answer.headline, *steps), remedies=answer.remedies)
        text = f"{unit.subject} drifted: it is {at(into)}, facing {unit.heading}."
        words, says = f"drift {GRID.code(into)}", f"Drift onto {GRID.code(into)} and halt"

        def after() -> Clock:
            return clock.put(replace(unit, place=into)).back()

        return offer(words, says, answer, self.name, text, after, "no MPs")

    def _halt(self, clock: Clock) -> Choice:
        unit = clock.unit(self.name)
        steps = _shared(clock, unit, _stands(unit)[0])

        def effect(_: Roll) -> Happening:
            return Happening(clock.back(), f"{unit.subject} halted.", steps, "done")

        why = answered("How many may stack is in the base game.", *steps) if steps else None
        return Choice("halt", "Halt", effect, self.name, why=why, supplied=bool(steps), ends=True)

    def _march(self, clock: Clock) -> March:
        return clock.march(clock.unit(self.name), clock.mp - self.spent, moved=self.gone)


@decided
def _on_board(place: Place) -> Telling:
    text = "The board ends there."
    yield allow("scenario-map", place in GRID.places, text)
    return text


@decided
def _there(place: Place, heading: Heading) -> Telling:
    text = f"It is {at(place)} already, and faces {heading}."
    yield forbid("own-once", True, text)
    return text


def _shared(clock: Clock, unit: Piece, place: Place) -> tuple[Step, ...]:
    """Return the steps on who shares the place where a vehicle ends its move."""
    return tuple(crowded(unit, place, clock.board, clock.about("stacking")))


def _stands(unit: Piece) -> Placement:
    assert unit.place is not None  # a moving vehicle has a place
    return unit.place, unit.heading
