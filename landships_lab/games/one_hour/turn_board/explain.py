"""The panel that explains a choice, in the state of the game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.data.load import readings
from landships_lab.games.one_hour.data.table_tops import RULE_SET
from landships_lab.games.one_hour.panels.common import MOST_INCHES
from landships_lab.games.one_hour.panels.duel import OneHourDuel, boxes_of
from landships_lab.games.one_hour.panels.fire import OneHourFire
from landships_lab.games.one_hour.panels.move import OneHourMove
from landships_lab.games.one_hour.panels.sight import Fires, OneHourSight
from landships_lab.games.one_hour.panels.sight_units import gone
from landships_lab.games.one_hour.rules.book import CITES
from landships_lab.games.one_hour.rules.ground import Table, Unit, shot_between, table_of
from landships_lab.games.one_hour.rules.movement import threatened
from landships_lab.games.one_hour.rules.path import Arrival
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.turn import STEPS
from landships_lab.games.one_hour.turn.allowed import WORDS, acting_as, may, moment
from landships_lab.games.one_hour.turn.firing import ReadyFire
from landships_lab.games.one_hour.turn.moving import Moving, only_by_road
from landships_lab.games.one_hour.turn.situation import OneHourGame
from landships_lab.games.one_hour.turn.steps import PhaseStep
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts.base import names
from landships_lab.play.turns import Choice

#: The parts of a shot with the same names in the panel.
_OF_A_SHOT = names("firer target firer_hits on_hill into_rear out_of_rear target_ready firer_ready")


def explain(game: OneHourGame, choice: Choice) -> Panel | None:
    """Return the state of the panel for a choice: one shot, sight for fire that is refused, a move
    in which the distance matters, or what may be done at this moment of the Turn.
    """
    verb, *named = choice.verb, *choice.names
    if game.over or not choice.unit:
        return None
    unit = game.table.unit(choice.unit)
    if isinstance(game.now, Moving):
        far = choice.legal or choice.cite == CITES["move"]
        return _moving(game, unit, choice) if verb in ("to", "stop") and far else None
    if verb == "fire" and len(named) > 1 and may(game, unit, "fire", *_at(game)).value:
        target = game.table.unit(named[1])
        observer = named[3] if len(named) > 3 else ""
        if choice.legal:
            return _shot(game, shot_between(game.table, unit, target, game.read_as))
        return _sight(game, unit, target, observer)
    if verb == "move" and choice.legal:
        return OneHourMove(
            readings=bearing(game, OneHourMove),
            unit=unit.kind,
            threatened=threatened(game.table, unit, game.read_as),
            dug_in=unit.dug_in,
            by_road=only_by_road(game, unit),
        )
    return _turn(game, unit, WORDS[verb]) if verb in WORDS else None


def _at(game: OneHourGame) -> tuple[str, bool]:
    """Return the step of the phase, and whether a Ready Unit has fired after the last action."""
    now = game.now
    step = now.step if isinstance(now, PhaseStep) else STEPS[1]
    return step, isinstance(now, ReadyFire) and now.answered


def bearing(game: OneHourGame, panel: Any) -> tuple[tuple[str, str], ...]:
    """Return the readings of a game that matter to a panel."""
    known = readings(RULE_SET, panel.bears_on)
    return tuple((key, option) for key, option in game.readings if key in known)


def _shot(game: OneHourGame, shot: Shot) -> OneHourFire:
    return OneHourFire(
        readings=bearing(game, OneHourFire),
        **{part: getattr(shot, part) for part in _OF_A_SHOT},
        range_inches=_whole(shot.range_inches),
        dug_in="dug-in" in shot.cover,
        town="town" in shot.cover,
        woods="woods" in shot.cover,
    )


def _whole(number: int | Fraction) -> int | Fraction:
    return number.numerator if Fraction(number).denominator == 1 else number


def whole_table(game: OneHourGame) -> Table:
    """Return the table with all Units of its set-up; those that have left are far off it."""
    table = table_of(game.played.set_up)
    for unit in table.units:
        table = table.put(game.table.unit(unit.name) if unit.name in game.names else gone(unit))
    return table


def _sight(game: OneHourGame, unit: Unit, target: Unit, observer: str) -> OneHourSight:
    return Fires(
        readings=bearing(game, OneHourSight),
        set_up=game.played.set_up,
        firer=unit.name,
        target=target.name,
        question=Fires.key,
        observer=observer,
        table=whole_table(game),
    )


def _moving(game: OneHourGame, unit: Unit, choice: Choice) -> OneHourMove:
    """Return the panel that asks about a move of the distance after this choice."""
    assert isinstance(game.now, Moving)
    arrival = choice.why.detail if choice.why else None
    march = arrival.march if isinstance(arrival, Arrival) else game.now.march
    return OneHourMove(
        readings=bearing(game, OneHourMove),
        unit=unit.kind,
        away=_whole(min(march.farthest, Fraction(MOST_INCHES))),
        threatened=march.threatened,
        dug_in=march.dug_in,
        by_road=march.by_road and march.farthest > 0,
        into_woods=march.into_woods,
    )


def _turn(game: OneHourGame, unit: Unit, action: str) -> OneHourDuel:
    """Return the panel that asks what a Unit may do at a moment of the Turn."""
    step, answered = _at(game)
    other = next(iter(game.table.enemies(unit)), unit)
    kind = acting_as(unit, action)
    asked = OneHourDuel.parse(f"one_hour:duel {kind} against {other.kind} asks act")
    return replace(
        asked,
        readings=bearing(game, OneHourDuel),
        step=step,
        action=action,
        now=boxes_of(moment(game, unit, step, answered)),
    )
