"""What the steps of a Turn share: the moment as the rules ask for it, refusals, and what follows an
action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.games.one_hour.rules.book import forbid
from landships_lab.games.one_hour.rules.ground import Unit, particulars
from landships_lab.games.one_hour.rules.movement import moves_by_road
from landships_lab.games.one_hour.rules.turn import IN_WORDS, Moment
from landships_lab.play.turns import Choice, Happening, refused
from .quick import allowed, near_an_enemy
from .situation import OneHourGame

#: The actions by the word that begins a choice.
WORDS = {"fire": "fire", "move": "move", "rally": "rally", "ready": "ready", "dig-in": "dig in"}
Effect = Callable[[Roll], Happening]


#: What CS tanks do as they fire, which is as Mortars.
_AS_IT_FIRES = ("fire", "ready")


def moment(game: OneHourGame, unit: Unit, step: str, answered: bool = False) -> Moment:
    """Return the moment of the turn for a Unit, as `may_act` asks for it.

    Whether it is Threatened is worked out only where that forbids an action.
    """
    guns, beside = unit.row.threatened is None, game.beside(unit.name)
    near = guns and near_an_enemy(game.table, unit, game.readings)
    return Moment(
        step,
        phasing=unit.side == game.side,
        acted=beside.fired or beside.moved,
        ready=unit.ready,
        threatened=near,
        others_acted=bool(game.acted - game.mortars_fired),
        dug_in=unit.dug_in,
        mortars_fired=bool(game.mortars_fired),
        answered=answered,
        ready_fired=beside.ready_fired,
        on_road=near and moves_by_road(game.table, unit, unit),
        quiet=beside.quiet,
    )


def acting_as(unit: Unit, action: str) -> str:
    """Return the type of Unit as which it takes an action."""
    return unit.fires_as if action in _AS_IT_FIRES else unit.kind


def may(
    game: OneHourGame, unit: Unit, action: str, step: str, answered: bool = False
) -> Answer[bool]:
    """Return whether a Unit may take an action now, by the rules of sequence."""
    kind = acting_as(unit, action)
    answer = allowed(kind, action, moment(game, unit, step, answered), game.readings)
    if not unit.cs_tank:
        return answer
    if action == "ready":
        text = f"{unit.name} are CS tanks, which fire as Mortars, and here are not Ready either."
        return replace(answer, steps=(forbid("cs-tanks-else", True, text), *answer.steps))
    return replace(answer, steps=(*particulars(unit), *answer.steps))


def not_now(game: OneHourGame, unit: Unit, step: str) -> Iterator[Choice]:
    """Yield the actions that the rules of sequence refuse to a Unit now."""
    for word, action in WORDS.items():
        answer = may(game, unit, action, step)
        if not answer.value:
            says = f"{unit.name}: {IN_WORDS[action]}"
            yield refused(f"{word} {unit.name}", says, named(answer), unit.name)


def named(answer: Answer[Any]) -> Answer[object]:
    """Return an answer whose headline is the sentence of the step that forbids."""
    forbids = next((step for step in answer.steps if step.op == "forbids"), None)
    return replace(answer, headline=forbids.text) if forbids else answer


def happened(
    game: OneHourGame, says: str, steps: tuple[Step, ...] = (), said: str = ""
) -> Happening:
    """Return what happened, for `said` the sentence itself where none is given."""
    return Happening(game, says, steps, said or says)
