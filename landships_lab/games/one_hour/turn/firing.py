"""Fire: whom a Unit may fire at and with what odds, the effect of a shot, and the fire of Ready
Units, which interrupts the enemy's phase.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, Roll
from landships_lab.core.speech import mixed
from landships_lab.games.one_hour.rules.book import die_of, hits_of, note, says
from landships_lab.games.one_hour.rules.fire import fire_odds, hits, stands, struck
from landships_lab.games.one_hour.rules.ground import Unit, particulars
from landships_lab.games.one_hour.rules.shot import Shot, out_of_reach
from landships_lab.games.one_hour.rules.turn import STEPS
from landships_lab.play.turns import Choice, Effect, Happening, UnitsStep, refused
from . import allowed
from .allowed import may, named
from .situation import OneHourGame

#: A function from the situation after a shot, and its firer, to the next situation.
After = Callable[[OneHourGame, str], OneHourGame]


def shots(game: OneHourGame, unit: Unit, after: After) -> Iterator[Choice]:
    """Yield a choice for each enemy of a Unit: a shot, or the reason against it."""
    return (shot_at(game, unit, enemy, after) for enemy in game.table.enemies(unit))


def shot_at(game: OneHourGame, unit: Unit, enemy: Unit, after: After, observer: str = "") -> Choice:
    """Return the choice of a shot. Without an ``observer``, Mortars that do not see the target use
    the first friend that does.
    """
    answer, by = _may_fire(game, unit, enemy, observer)
    words = f"fire {unit.name} {enemy.name}" + (f" by {by}" if by else "")
    observed = f"Fire at {enemy.name}" + (f", observed by {by}" if by else "")
    if not answer.value:
        return refused(words, observed, answer, unit.name)
    shot = allowed.shot(game, unit, enemy)
    odds = fire_odds(shot, readings=game.given)
    return Choice(
        words,
        observed,
        _effect(game, unit, enemy, shot, after),
        unit.name,
        answer,
        average(odds),
        marks=(enemy.name,),
        fast_odds=lambda: odds.map(lambda inflicted: _outcome(game, enemy, inflicted)),
    )


def average(odds: Odds[int]) -> str:
    """Return the expected Hits of a shot, to the nearest half.

    >>> average(Odds({2: 1, 3: 1}))
    '2½ Hits'
    """
    half = Fraction(round(odds.mean * 2), 2)
    return f"{mixed(half)} {'Hit' if half == 1 else 'Hits'}"


def _may_fire(
    game: OneHourGame, unit: Unit, enemy: Unit, observer: str
) -> tuple[Answer[bool], str]:
    """Return whether the shot may be fired, and the friend who observes if one must."""
    direct = allowed.fire_at(game, unit, enemy, observer)
    if direct.value or observer or unit.fires_as != "mortar":
        return direct, observer
    blind: list[Step] = []
    for friend in (one.name for one in game.table.units if one.side == unit.side):
        if friend != unit.name:
            by = allowed.fire_at(game, unit, enemy, friend)
            if by.value:
                return by, friend
            why = next(step for step in by.steps if step.op == "forbids")
            blind.append(replace(why, text=f"{friend} does not observe: {why.text}"))
    none = "" if out_of_range(game, unit, enemy) else ", and no friend observes"
    headline = f"{direct.headline.removesuffix('.')}{none}."
    return replace(direct, headline=headline, steps=(*direct.steps, *blind)), ""


def out_of_range(game: OneHourGame, unit: Unit, enemy: Unit) -> bool:
    """Return whether an enemy is too far away for a Unit to fire at, or too near."""
    return out_of_reach(allowed.shot(game, unit, enemy), game.given) is not None


def _outcome(game: OneHourGame, enemy: Unit, inflicted: int) -> str:
    after = struck(game.condition(enemy.name), inflicted, game.given).value
    return hits_of(inflicted) + ("" if stands.value(after, game.given) else ", destroyed")


def _effect(game: OneHourGame, unit: Unit, enemy: Unit, shot: Shot, after: After) -> Effect:
    def effect(roll: Roll) -> Happening:
        die = roll(die_of("D5", game.given), int)
        answer = hits(shot, die, game.given)
        harm = struck(game.condition(enemy.name), answer.value, game.given)
        hit = game.hit(enemy.name, harm.value)
        fate = "" if enemy.name in hit.names else f", which destroy {enemy.name}"
        text = f"{unit.name} fired at {enemy.name} with a {die}: {hits_of(answer.value)}{fate}."
        marked = note("removal", f"{unit.name} is marked: it has fired.")
        steps = (*particulars(unit, enemy), *answer.steps, *harm.steps, marked)
        return Happening(after(hit, unit.name), text, steps, _outcome(game, enemy, answer.value))

    return effect


# -------------------------------------------------------------------------- the fire of Ready Units


class UnitByUnit(UnitsStep):
    """Decisions for several Units, until their side ends the step."""

    @abstractmethod
    def read_of(self, game: OneHourGame, unit: Unit, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of one Unit with these words."""

    @abstractmethod
    def end(self, game: OneHourGame) -> Choice:
        """Return the choice that ends the step."""

    def acting(self, situation: OneHourGame) -> Iterator[Unit]:
        return map(situation.table.unit, self.units(situation))

    def whole(self, game: OneHourGame) -> Iterator[Choice]:
        yield self.end(game)

    def read(self, situation: OneHourGame, words: tuple[str, ...]) -> Choice | None:
        if len(words) < 2:
            ends = (self.end(situation), conceded(situation))
            return next((one for one in ends if (one.words,) == words), None)
        if words[1] not in self.units(situation):
            return None
        return self.read_of(situation, situation.table.unit(words[1]), words)


def interrupted(game: OneHourGame) -> OneHourGame:
    """Return the situation in which the enemy's Ready Units may fire, if he has any (line 194)."""
    return game.call(ReadyFire()) if any(unit.ready for unit in game.theirs()) else game


def conceded(game: OneHourGame) -> Choice:
    """Return the choice of giving up, which a record may hold and no step lists."""
    by = game.now.side(game)
    other = next(side for side in game.sides if side != by)
    over = f"The {by} side has given up: the {other} side has won."
    given_up = Happening(game.won(over, other), over, outcome=over)
    return Choice("concede", "Give up", lambda _: given_up, ends=True)


@dataclass(frozen=True)
class ReadyFire(UnitByUnit):
    """The enemy's Ready Units may fire after an action (line 194).

    The text does not say in which order several fire, or whether one may wait for a later action:
    here the player chooses. ``answered``: one has fired after this action.
    """

    answered: bool = False
    ended_early = True

    def side(self, situation: OneHourGame) -> str:
        return situation.enemy

    def prompt(self, situation: OneHourGame) -> str:
        return f"{situation.label}: Ready Units of the {situation.enemy} side may fire now."

    def units(self, situation: OneHourGame) -> tuple[str, ...]:
        return tuple(unit.name for unit in situation.theirs() if unit.ready)

    def of(self, game: OneHourGame, unit: Unit) -> Iterator[Choice]:
        answer = self._may_fire(game, unit)
        if answer.value:
            return shots(game, unit, self._fired)
        no = named(answer)
        return iter((refused(f"fire {unit.name}", f"{unit.name}: fire", no, unit.name),))

    def _may_fire(self, game: OneHourGame, unit: Unit) -> Answer[bool]:
        return may(game, unit, "fire", STEPS[1], self.answered)

    def end(self, game: OneHourGame) -> Choice:
        step = note("ready-order", says("ready-answers", game.given), "ready-answers")
        text = "Ready Units hold their fire."
        held = Happening(game.back(), text, (step,), text)
        return Choice("hold", "Hold fire", lambda _: held, ends=True)

    def _fired(self, game: OneHourGame, name: str) -> OneHourGame:
        fired = game.event(name, "fires as Ready", ready_fired=True)
        return fired.become(ReadyFire(answered=True))

    def read_of(self, game: OneHourGame, unit: Unit, words: tuple[str, ...]) -> Choice | None:
        if words[0] != "fire":
            return None
        answer = self._may_fire(game, unit)
        if not answer.value:
            return refused(" ".join(words), f"{unit.name}: fire", named(answer), unit.name)
        target = next((one for one in game.mine() if (one.name,) == words[2:]), None)
        return shot_at(game, unit, target, self._fired) if target else None

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on if no Ready Unit may fire at anybody."""
        for unit in situation.theirs():
            if unit.ready and self._may_fire(situation, unit).value:
                shots = (allowed.fire_at(situation, unit, other) for other in situation.mine())
                if any(shot.value for shot in shots):
                    return None
        return Happening(situation.back(), "")
