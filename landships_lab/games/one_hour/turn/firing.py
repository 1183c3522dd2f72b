"""Fire: whom a Unit may fire at, with which odds, and what a shot does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, Roll
from landships_lab.core.speech import mixed
from landships_lab.games.one_hour.rules.book import die_of, hits_of, note, options
from landships_lab.games.one_hour.rules.fire import fire_odds, hits, stands, struck
from landships_lab.games.one_hour.rules.ground import Unit, particulars
from landships_lab.games.one_hour.rules.shot import Shot, out_of_reach
from landships_lab.play.turns import Choice, Happening, refused
from . import quick
from .situation import OneHourGame

#: What a shot leads to: the situation after it, with the firer and the target named.
After = Callable[[OneHourGame, str], OneHourGame]


def shots(game: OneHourGame, unit: Unit, after: After) -> Iterator[Choice]:
    """Yield a choice for each enemy of a Unit: a shot, or the reason why there is none."""
    for enemy in game.table.units:
        if enemy.side != unit.side:
            yield shot_at(game, unit, enemy, after)


def shot_at(
    game: OneHourGame, unit: Unit, enemy: Unit, after: After, observer: str | None = None
) -> Choice:
    """Return the choice of a shot. Without an ``observer`` Mortars that do not see the target fire
    by the first friend that does.
    """
    answer, by = _allowed(game, unit, enemy, observer)
    asked_by = f" by {observer}" if observer else f" by {by}" if by else ""
    words = f"fire {unit.name} {enemy.name}{asked_by}"
    says = f"Fire at {enemy.name}" + (f", observed by {by}" if by else "")
    if not answer.value:
        return refused(words, says, answer, unit.name)
    shot = quick.shot(game.table, unit, enemy, game.readings)
    odds = fire_odds(shot, readings=game.read_as)
    return Choice(
        words,
        says,
        _effect(game, unit, enemy, shot, after),
        unit.name,
        answer,
        average(odds),
        marks=(enemy.name,),
        fast_odds=lambda: _said_odds(game, enemy, odds),
    )


def average(odds: Odds[int]) -> str:
    """Return the expected Hits of a shot, to the nearest half.

    >>> average(Odds({2: 1, 3: 1}))
    '2½ Hits'
    """
    half = Fraction(round(odds.mean * 2), 2)
    return f"{mixed(half)} {'Hit' if half == 1 else 'Hits'}"


def _allowed(
    game: OneHourGame, unit: Unit, enemy: Unit, observer: str | None
) -> tuple[Answer[bool], str]:
    """Return whether the shot may be fired, and the friend who observes where one must."""
    table, given = game.table, game.readings
    if observer:
        return quick.fire_at(table, unit, enemy, observer, given), observer
    direct = quick.fire_at(table, unit, enemy, "", given)
    if direct.value or unit.fires_as != "mortar":
        return direct, ""
    blind: list[Step] = []
    for friend in table.units:
        if friend.side != unit.side or friend.name == unit.name:
            continue
        by = quick.fire_at(table, unit, enemy, friend.name, given)
        if by.value:
            return by, friend.name
        why = next(step for step in by.steps if step.op == "forbids")
        blind.append(replace(why, text=f"{friend.name} does not observe: {why.text}"))
    none = "" if out_of_range(game, unit, enemy) else ", and no friend observes"
    return replace(
        direct,
        headline=f"{direct.headline.removesuffix('.')}{none}.",
        steps=(*direct.steps, *blind),
    ), ""


def out_of_range(game: OneHourGame, unit: Unit, enemy: Unit) -> bool:
    """Return whether an enemy is too far away for a Unit to fire at, or too near."""
    shot = quick.shot(game.table, unit, enemy, game.readings)
    return out_of_reach(shot, options(game.read_as)) is not None


def _said(game: OneHourGame, enemy: Unit, inflicted: int) -> str:
    after = struck(game.condition(enemy.name), inflicted, game.read_as).value
    gone = not stands(after, game.read_as).value
    return f"{hits_of(inflicted)}, destroyed" if gone else hits_of(inflicted)


def _said_odds(game: OneHourGame, enemy: Unit, odds: Odds[int]) -> Odds[str]:
    return odds.map(lambda inflicted: _said(game, enemy, inflicted))


def _effect(
    game: OneHourGame, unit: Unit, enemy: Unit, shot: Shot, after: After
) -> Callable[[Roll], Happening]:
    def effect(roll: Roll) -> Happening:
        die = roll(die_of("D5", game.read_as), int)
        answer = hits(shot, die, game.read_as)
        harm = struck(game.condition(enemy.name), answer.value, game.read_as)
        hit = game.hit(enemy.name, harm.value)
        gone = enemy.name not in hit.names
        fate = f", which destroy {enemy.name}" if gone else ""
        says = f"{unit.name} fired at {enemy.name} with a {die}: {hits_of(answer.value)}{fate}."
        marked = note("removal", f"{unit.name} is marked: it has fired.")
        steps = (*particulars(unit, enemy), *answer.steps, *harm.steps, marked)
        return Happening(after(hit, unit.name), says, steps, _said(game, enemy, answer.value))

    return effect
