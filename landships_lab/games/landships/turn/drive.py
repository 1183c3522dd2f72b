"""A vehicle drives: step by step ahead, turns of 30 degrees, a drift at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.speech import plural
from landships_lab.games.landships.rules.book import CITES, at
from landships_lab.games.landships.rules.brickyard import Standing
from landships_lab.games.landships.rules.march import reachable
from landships_lab.games.landships.rules.march_answers import (
    drift_of_unmoved,
    explain_move,
    may_drift,
)
from landships_lab.games.landships.rules.moves import drifts, forward
from landships_lab.games.landships.rules.positions import check_position
from landships_lab.games.landships.turn.clock import GRID, Clock, code, faces, judged, told
from landships_lab.play.turns import Choice, Happening, TurnStep, refused

TURNS = {"left": -1, "right": 1}


@dataclass(frozen=True)
class Drive(TurnStep):
    """A vehicle on the move, with so many MPs spent. It has ``gone`` somewhere once it has left its
    place or turned.
    """

    unit: str
    spent: int = 0
    gone: bool = False

    def side(self, situation: Clock) -> str:
        """Return the side of the vehicle."""
        return situation.unit(self.unit).of.side

    def prompt(self, situation: Clock) -> str:
        """Return the question, with the MPs left."""
        left = plural(situation.mp - self.spent, "MP")
        return f"{told(situation.unit(self.unit))} has {left} left."

    def units(self, situation: Clock) -> tuple[str, ...]:
        """Return the vehicle."""
        return (self.unit,)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield a step ahead, a turn to either side, a drift to either side, and the end."""
        yield self._step(situation, "ahead")
        yield from (self._step(situation, turn) for turn in TURNS)
        unit = situation.unit(self.unit)
        assert unit.place is not None
        for into in _beside(unit):
            yield self._drift(situation, into)
        yield self._halt(situation)

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words: ``ahead``, ``left``, ``drift 5809``, ``halt``, or a
        place and heading to go to by the cheapest way, ``to 5809 N``.
        """
        if words == ("halt",):
            return self._halt(situation)
        if len(words) == 1 and (words[0] == "ahead" or words[0] in TURNS):
            return self._step(situation, words[0])
        unit = situation.unit(self.unit)
        assert unit.place is not None
        if len(words) == 2 and words[0] == "drift":
            beside = {code(into): into for into in _beside(unit)}
            return self._drift(situation, beside[words[1]]) if words[1] in beside else None
        if len(words) == 3 and words[0] == "to":
            try:
                place, heading = GRID.placement(f"{words[1]} {words[2]}")
            except ValueError:
                return None
            same = words[1:] == (code(place), str(heading))
            return self._go(situation, place, heading) if same else None
        return None

    # -- one choice each --------------------------------------------------------------------------

    def _step(self, clock: Clock, how: str) -> Choice:
        unit = clock.unit(self.unit)
        assert unit.place is not None
        says = "Go ahead" if how == "ahead" else f"Turn {how}"
        place = forward(unit.place, unit.heading) if how == "ahead" else unit.place
        heading = unit.heading if how == "ahead" else unit.heading.turn(TURNS[how])
        if place not in GRID.places:
            step = Step("The board ends there.", CITES["scenario-map"], "forbids")
            return refused(how, says, Answer(False, (step,), "The board ends there."), self.unit)
        legal = check_position(3, place, heading)
        if not legal.value:
            return refused(how, says, legal, self.unit)
        return self._along(clock, how, says, ((place, heading),))

    def _go(self, clock: Clock, place: Place, heading: Heading) -> Choice:
        """Return the drive to a place by the cheapest way that faces so at its end."""
        unit = clock.unit(self.unit)
        assert unit.place is not None
        words, says = f"to {code(place)} {heading}", f"Drive to {faces(place, heading)}"
        legal = check_position(3, place, heading)
        if not legal.value:
            return refused(words, says, legal, self.unit)
        march = clock.march(unit, clock.mp - self.spent, moved=self.gone)
        way = reachable(march, unit.place, unit.heading).path(place, heading)
        if len(way) < 2:
            text = f"It cannot get there with {plural(clock.mp - self.spent, 'MP')}, or stands so."
            step = Step(text, CITES["movement"], "forbids", marks=(place,))
            return refused(words, says, Answer(False, (step,), text), self.unit)
        return self._along(clock, words, says, way[1:])

    def _along(
        self, clock: Clock, words: str, says: str, way: tuple[tuple[Place, Heading], ...]
    ) -> Choice:
        unit = clock.unit(self.unit)
        assert unit.place is not None
        before = clock.mp - self.spent
        march = clock.march(unit, before, moved=self.gone)
        answer = explain_move(march, ((unit.place, unit.heading), *way))
        left = answer.value if isinstance(answer.value, int) else 0
        # A move that leaves no MPs is still a move: zero is its value, and False would refuse it.
        verdict = Answer(True, answer.steps, answer.headline) if _made(answer) else answer
        place, heading = way[-1]

        def effect(_: Roll) -> Happening:
            after = clock.put(replace(unit, place=place, heading=heading))
            step = replace(self, spent=clock.mp - left, gone=True)
            text = f"{told(unit)} is {at(place)}, facing {heading}."
            return Happening(after.become(step), text, answer.steps, "done")

        cost = plural(before - left, "MP") if _made(answer) else ""
        return judged(words, says, verdict, effect, self.unit, cost)

    def _drift(self, clock: Clock, into: Place) -> Choice:
        unit = clock.unit(self.unit)
        assert unit.place is not None
        march = clock.march(unit, clock.mp - self.spent, moved=self.gone)
        answer = may_drift(march, unit.place, unit.heading, into)
        if not march.drifts_unmoved:
            answer = drift_of_unmoved(march, answer)

        def effect(_: Roll) -> Happening:
            after = clock.put(replace(unit, place=into)).back()
            text = f"{told(unit)} drifted: it is {at(into)}, facing {unit.heading}."
            return Happening(after, text, answer.steps, "done")

        says = f"Drift onto {code(into)} and halt"
        return judged(f"drift {code(into)}", says, answer, effect, self.unit, "no MPs")

    def _halt(self, clock: Clock) -> Choice:
        unit: Standing = clock.unit(self.unit)

        def effect(_: Roll) -> Happening:
            return Happening(clock.back(), f"{told(unit)} halted.", (), "done")

        return Choice("halt", "Halt", effect, self.unit, ends=True)


def _beside(unit: Standing) -> tuple[Place, ...]:
    """Return the places of the board onto which a vehicle might drift."""
    assert unit.place is not None
    return tuple(into for into in drifts(unit.place, unit.heading) if into in GRID.places)


def _made(answer: Answer[object]) -> bool:
    """Return whether a move may be made: its value is the MPs left, which may be none."""
    return isinstance(answer.value, int) and not isinstance(answer.value, bool)
