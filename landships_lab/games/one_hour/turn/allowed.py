"""What is allowed now: questions to the rules at a moment of the game, with cached answers.

A shot depends on only a few things on the table: the two Units, an observer, and friends between
them. With all others left out, an answer holds until one of these moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.inches import Base
from landships_lab.core.plane import grain, hull, in_grains, meet, square_between_boxes
from landships_lab.games.one_hour.rules.book import forbid
from landships_lab.games.one_hour.rules.ground import Table, Unit, particulars, shot_between
from landships_lab.games.one_hour.rules.movement import moves_by_road, threatened
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.sight import may_fire
from landships_lab.games.one_hour.rules.turn import IN_WORDS, Moment, may_act
from landships_lab.play.turns import Choice, refused
from .situation import OneHourGame

#: The actions by the word that begins a choice.
WORDS = {"fire": "fire", "move": "move", "rally": "rally", "ready": "ready", "dig-in": "dig in"}
#: The action of CS tanks that fire, which they do as Mortars.
_AS_IT_FIRES = ("fire", "ready")
Taken = tuple[tuple[str, str], ...]

# --------------------------------------------------------------------------- what a Unit may do now


def moment(game: OneHourGame, unit: Unit, step: str, answered: bool = False) -> Moment:
    """Return the moment of the turn for a Unit, for `may_act`.

    Whether it is Threatened is found only if that could forbid an action.
    """
    beside = game.beside(unit.name)
    near = unit.row.threatened is None and near_an_enemy(game, unit)
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
    """Return the type that a Unit counts as when it takes an action."""
    return unit.fires_as if action in _AS_IT_FIRES else unit.kind


def may(
    game: OneHourGame, unit: Unit, action: str, step: str, answered: bool = False
) -> Answer[bool]:
    """Return whether a Unit may take an action now, by the rules of sequence."""
    now = moment(game, unit, step, answered)
    answer = _may_act(acting_as(unit, action), action, now, game.readings)
    if not unit.cs_tank:
        return answer
    if action == "ready":
        text = f"{unit.name} are CS tanks, which fire as Mortars, and here are not Ready either."
        return replace(answer, steps=(forbid("cs-tanks-else", True, text), *answer.steps))
    return replace(answer, steps=(*particulars(unit), *answer.steps))


@lru_cache(maxsize=4096)
def _may_act(kind: str, action: str, now: Moment, readings: Taken) -> Answer[bool]:
    return may_act(kind, action, now, dict(readings))


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


# ------------------------------------------------------------------------ on what part of the table


def fire_at(game: OneHourGame, firer: Unit, target: Unit, observer: str = "") -> Answer[bool]:
    """Return the answer of `may_fire` without remedies."""
    table = game.table
    looker = table.unit(observer) if observer else firer
    seen = (looker.name, target.name, firer.name)
    kept = tuple(  # in the order of the table, because the first of two that cut a band is named
        replace(unit, hits=0, ready=unit.ready and unit.name in seen)
        for unit in table.units
        if unit.name in seen
        or (unit.side == looker.side and _between(looker.bases, target.bases, unit.bases))
    )
    small = replace(table, units=kept)
    return _fire_at(small, firer.name, target.name, observer, game.readings)


@lru_cache(maxsize=4096)
def _fire_at(table: Table, firer: str, target: str, observer: str, readings: Taken) -> Answer[bool]:
    return may_fire(table, firer, target, observer, dict(readings), advice=False)


@lru_cache(maxsize=8192)
def _between(looker: tuple[Base, ...], target: tuple[Base, ...], friend: tuple[Base, ...]) -> bool:
    """Return whether a friend may be between a Unit and its target."""
    reach = tuple(corner for base in (*looker, *target) for corner in base.corners)
    own = tuple(corner for base in friend for corner in base.corners)
    if square_between_boxes(reach, own):
        return False
    parts = grain((*reach, *own))
    return meet(hull(in_grains(reach, parts)), hull(in_grains(own, parts)))


def shot(game: OneHourGame, firer: Unit, target: Unit) -> Shot:
    """Return `shot_between`, cached."""
    bare = tuple(replace(unit, hits=0) for unit in (firer, target))
    aimed = _shot(replace(game.table, units=bare), game.readings)
    return replace(aimed, firer_hits=firer.hits)


@lru_cache(maxsize=4096)
def _shot(table: Table, readings: Taken) -> Shot:
    firer, target = table.units
    return shot_between(table, firer, target, dict(readings))


def near_an_enemy(game: OneHourGame, unit: Unit) -> bool:
    """Return `threatened`, cached."""
    others = tuple(
        replace(enemy, hits=0, dug_in=False, ready=False) for enemy in game.table.enemies(unit)
    )
    small = replace(game.table, areas=(), units=others)
    return _near(small, replace(unit, hits=0), game.readings)


@lru_cache(maxsize=1024)
def _near(table: Table, unit: Unit, readings: Taken) -> bool:
    return threatened(table, unit, dict(readings))
