"""What the steps of a Turn share: the moment as the rules ask for it, refusals, and what follows an
action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.games.one_hour.rules import Moment, Unit
from landships_lab.games.one_hour.rules.actions import IN_WORDS, STEPS
from landships_lab.games.one_hour.turn.quick import allowed, near_an_enemy
from landships_lab.games.one_hour.turn.situation import OneHourGame
from landships_lab.play.turns import Choice, Happening, refused

#: The actions by the word that begins a choice.
WORDS = {"fire": "fire", "move": "move", "rally": "rally", "ready": "ready", "dig-in": "dig in"}
Effect = Callable[[Roll], Happening]


def moment(game: OneHourGame, unit: Unit, step: str, answered: bool = False) -> Moment:
    """Return the moment of the turn for a Unit, as `may_act` asks for it.

    Whether it is Threatened is worked out only where that forbids an action.
    """
    guns = unit.row.threatened is None
    return Moment(
        step,
        phasing=unit.side == game.side,
        acted=unit.name in game.acted,
        ready=unit.ready,
        threatened=guns and near_an_enemy(game.table, unit, game.readings),
        others_acted=bool(game.acted - _mortars_that_fired(game)),
        dug_in=unit.dug_in,
        mortars_fired=bool(_mortars_that_fired(game)),
        answered=answered,
        ready_fired=unit.name in game.ready_fired,
    )


def _mortars_that_fired(game: OneHourGame) -> frozenset[str]:
    kinds = {unit.name: unit.kind for unit in game.table.units}
    kinds |= {gone.unit.name: gone.unit.kind for gone in game.gone}
    return frozenset(name for name in game.fired if kinds[name] == "mortar")


def may(
    game: OneHourGame, unit: Unit, action: str, step: str, answered: bool = False
) -> Answer[bool]:
    """Return whether a Unit may take an action now, by the rules of sequence."""
    return allowed(unit.kind, action, moment(game, unit, step, answered), game.readings)


def not_now(game: OneHourGame, unit: Unit, step: str, words: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the actions of these words that the rules of sequence refuse to a Unit now."""
    for word in words:
        answer = may(game, unit, WORDS[word], step)
        if not answer.value:
            yield refused(
                f"{word} {unit.name}",
                f"{unit.name}: {IN_WORDS[WORDS[word]]}",
                named(answer),
                unit.name,
            )


def named(answer: Answer[Any]) -> Answer[object]:
    """Return an answer whose headline is the sentence of the step that forbids."""
    forbids = next((step for step in answer.steps if step.op == "forbids"), None)
    return replace(answer, headline=forbids.text) if forbids else answer


def ended(words: str, says: str, after: Callable[[], Happening]) -> Choice:
    """Return the choice that ends a step."""
    return Choice(words, says, lambda _: after(), ends=True)


def happened(
    game: OneHourGame, says: str, steps: tuple[Step, ...] = (), said: str = ""
) -> Happening:
    """Return what happened, for `said` the sentence itself where none is given."""
    return Happening(game, says, steps, said or says)


__all__ = ["STEPS", "WORDS", "Effect", "ended", "happened", "may", "moment", "named", "not_now"]
