"""Fire of Ready Units in the enemy's phase, which interrupts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from landships_lab.games.one_hour.rules.book import READINGS, note
from landships_lab.games.one_hour.rules.ground import Unit
from landships_lab.games.one_hour.rules.turn import STEPS
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from . import quick
from .common import happened, may, named
from .firing import shot_at, shots
from .situation import OneHourGame

ACTIONS = STEPS[1]


def conceded(game: OneHourGame) -> Choice:
    """Return the choice of giving up, which a record may hold and no step lists."""
    by = game.now.side(game)
    other = next(side for side in game.sides if side != by)
    over = f"The {by} side has given up: the {other} side has won."
    return Choice("concede", "Give up", lambda _: happened(game.won(over), over), ends=True)


def interrupted(game: OneHourGame) -> OneHourGame:
    """Return the situation in which the enemy's Ready Units may fire, if he has any (line 194)."""
    return game.call(ReadyFire()) if any(unit.ready for unit in game.theirs()) else game


@dataclass(frozen=True)
class ReadyFire(TurnStep):
    """The enemy's Ready Units may fire after an action (line 194).

    In which order several fire, and whether one may wait for a later action, the print does not
    say: here the player chooses. ``answered``: one has fired after this action.
    """

    answered: bool = False

    def side(self, situation: OneHourGame) -> str:
        """Return the side that does not have the phase."""
        return situation.enemy

    def prompt(self, situation: OneHourGame) -> str:
        """Say what is to be decided."""
        return f"{situation.label}: Ready Units of the {situation.enemy} side may fire now."

    def _ready(self, game: OneHourGame) -> tuple[Unit, ...]:
        return tuple(unit for unit in game.theirs() if unit.ready)

    def units(self, situation: OneHourGame) -> tuple[str, ...]:
        """Return the Units that are Ready."""
        return tuple(unit.name for unit in self._ready(situation))

    def choices(self, situation: OneHourGame) -> Iterator[Choice]:
        """Yield the shots of each Ready Unit, and to hold fire."""
        for unit in self._ready(situation):
            yield from self.of(situation, unit)
        yield self.end(situation)

    def choices_of(self, situation: OneHourGame, unit: str) -> tuple[Choice, ...]:
        """Return the shots of one Ready Unit, and to hold fire."""
        mine = [one for one in self._ready(situation) if one.name == unit]
        return (*(found for one in mine for found in self.of(situation, one)), self.end(situation))

    def of(self, game: OneHourGame, unit: Unit) -> Iterator[Choice]:
        """Yield the shots of one Ready Unit, or the reason why it may not fire now."""
        answer = may(game, unit, "fire", ACTIONS, self.answered)
        if answer.value:
            yield from shots(game, unit, self._fired)
        else:
            yield refused(f"fire {unit.name}", f"{unit.name}: fire", named(answer), unit.name)

    def end(self, game: OneHourGame) -> Choice:
        """Return the choice to hold fire."""
        says = READINGS["ready-answers"].option(game.read_as_taken["ready-answers"]).says
        step = note("ready-order", says, "ready-answers")
        held = happened(game.back(), "Ready Units hold their fire.", (step,))
        return Choice("hold", "Hold fire", lambda _: held, ends=True)

    def _fired(self, game: OneHourGame, name: str) -> OneHourGame:
        fired = game.event(name, "fires as Ready", ready_fired=True)
        return fired.become(ReadyFire(answered=True))

    def read(self, situation: OneHourGame, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words."""
        if words == ("hold",):
            return self.end(situation)
        if words == ("concede",):
            return conceded(situation)
        unit = next((one for one in self._ready(situation) if one.name in words[1:2]), None)
        if unit is None or words[0] != "fire":
            return None
        answer = may(situation, unit, "fire", ACTIONS, self.answered)
        if not answer.value:
            says = f"{unit.name}: fire"
            return refused(" ".join(words), says, named(answer), unit.name)
        target = next((one for one in situation.mine() if one.name in words[2:]), None)
        return shot_at(situation, unit, target, self._fired) if target and len(words) == 3 else None

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on if no Ready Unit may fire at anybody."""
        if any(self._may_fire(situation, unit) for unit in self._ready(situation)):
            return None
        return Happening(situation.back(), "")

    def _may_fire(self, game: OneHourGame, unit: Unit) -> bool:
        return may(game, unit, "fire", ACTIONS, self.answered).value and any(
            quick.fire_at(game.table, unit, other, "", game.readings).value for other in game.mine()
        )
