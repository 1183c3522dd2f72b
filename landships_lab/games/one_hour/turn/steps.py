"""The three steps of a phase and what follows them, and the starting situations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.games.one_hour.data.scenarios import scenarios
from landships_lab.games.one_hour.rules.book import die_of, hits_of, note
from landships_lab.games.one_hour.rules.ground import Unit, concealed, table_of
from landships_lab.games.one_hour.rules.path import March, started
from landships_lab.games.one_hour.rules.turn import STEPS, rally, winner
from landships_lab.play.turns import Choice, Effect, Happening, Situation, refused
from .allowed import WORDS, may, named, not_now
from .firing import ReadyFire, UnitByUnit, interrupted, shot_at, shots
from .moving import Moving, first_inches, only_by_road
from .situation import OneHourGame

MORTARS, ACTIONS, QUIET = STEPS
END = "end"


class PhaseStep(UnitByUnit):
    """A step of a phase: the phasing side decides, Unit by Unit, and ends it."""

    step: str
    ending: str

    def side(self, situation: OneHourGame) -> str:
        return situation.side

    def units(self, situation: OneHourGame) -> tuple[str, ...]:
        return tuple(unit.name for unit in situation.mine())

    def of(self, game: OneHourGame, unit: Unit) -> Iterator[Choice]:
        return self._of(game, unit, WORDS)

    def _of(self, game: OneHourGame, unit: Unit, verbs: Collection[str]) -> Iterator[Choice]:
        """Yield the choices of one Unit: what it may do, then what the sequence refuses."""
        for verb in verbs:
            if may(game, unit, WORDS[verb], self.step).value:
                if verb == "fire":
                    yield from shots(game, unit, after_action)
                else:
                    yield doing(game, unit, verb, self.step)
        yield from not_now(game, unit, self.step)

    def end(self, game: OneHourGame) -> Choice:
        return Choice(END, self.ending, lambda _: self.over(game), ends=True)

    @abstractmethod
    def over(self, game: OneHourGame) -> Happening:
        """Return the situation after the end of the step."""

    def undone(self, situation: OneHourGame) -> tuple[str, ...]:
        done = situation.acted | situation.quiet
        return tuple(name for name in self.units(situation) if name not in done)

    def read_of(self, game: OneHourGame, unit: Unit, words: tuple[str, ...]) -> Choice | None:
        if words[0] == "fire" and len(words) in (3, 5):
            return self._read_shot(game, unit, words)
        # Choices without a target: shots are slow to find, and these words name none.
        text, quick = " ".join(words), [verb for verb in WORDS if verb != "fire"]
        return next((one for one in self._of(game, unit, quick) if one.words == text), None)

    def _read_shot(self, game: OneHourGame, unit: Unit, words: tuple[str, ...]) -> Choice | None:
        enemy = next((one for one in game.theirs() if one.name == words[2]), None)
        if enemy is None:
            return None
        text = " ".join(words)
        if not (answer := may(game, unit, "fire", self.step)).value:
            return refused(text, f"Fire at {enemy.name}", named(answer), unit.name)
        if len(words) == 3:
            return replace(shot_at(game, unit, enemy, after_action), words=text)
        friends = [one.name for one in game.mine() if one.name != unit.name]
        if words[3] != "by" or words[4] not in friends or unit.fires_as != "mortar":
            return None
        return shot_at(game, unit, enemy, after_action, words[4])


@dataclass(frozen=True)
class MortarFire(PhaseStep):
    """The Mortar Fire Step: the only one in which Mortars fire (line 190)."""

    step = MORTARS
    ending = "End the Mortar Fire Step"

    def prompt(self, situation: OneHourGame) -> str:
        return f"{situation.label}, Mortar Fire Step: Mortars may fire."

    def undone(self, situation: OneHourGame) -> tuple[str, ...]:
        mortars = (one.name for one in situation.mine() if one.fires_as == "mortar")
        return tuple(name for name in mortars if name not in situation.fired)

    def over(self, game: OneHourGame) -> Happening:
        """Begin the Actions Step; under a reading, Ready Units may fire after Mortar fire."""
        after: OneHourGame = game.become(Actions())
        if game.mortars_fired and game.given["ready-after-mortars"] == "yes":
            after = after.call(ReadyFire())
        then = note("phases", "After the Mortar Fire Step comes the Actions Step.")
        return _happened(after, "The Mortar Fire Step is over.", then)

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on once all Mortars have fired."""
        mortars = {unit.name for unit in situation.mine() if unit.fires_as == "mortar"}
        return None if mortars - situation.fired else replace(self.over(situation), says="")


@dataclass(frozen=True)
class Actions(PhaseStep):
    """The Actions Step: each Unit fires or moves, in any order (line 193)."""

    step = ACTIONS
    ending = "End the Actions Step"

    def prompt(self, situation: OneHourGame) -> str:
        mine = self.units(situation)
        acted = len(situation.acted.intersection(mine))
        return f"{situation.label}, Actions Step: {acted} of {len(mine)} Units have acted."

    def over(self, game: OneHourGame) -> Happening:
        then = note("phases", "After the Actions Step, Units that did nothing may rally.")
        return _happened(game.become(Quiet()), "The Actions Step is over.", then)

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on once every Unit has acted."""
        done = situation.acted.issuperset(self.units(situation))
        return replace(self.over(situation), says="") if done else None


@dataclass(frozen=True)
class Quiet(PhaseStep):
    """The Rally and Ready Step: each idle Unit rallies, goes Ready or digs in (lines 298-301)."""

    step = QUIET
    ending = "End the phase"

    def prompt(self, situation: OneHourGame) -> str:
        return f"{situation.label}, Rally and Ready Step: each idle Unit does one of the three."

    def over(self, game: OneHourGame) -> Happening:
        """End the phase and, with the second phase, the Turn."""
        routs = note("routs", "Routs are named here too; no rule tells what they are.")
        clean = game.ended("phase ends")
        if game.phase == 0:
            after = replace(clean, phase=1).become(MortarFire())
            then = note("phase", "Both sides have a phase, the attacker first.")
            return _happened(after, f"The {game.side} phase is over.", routs, then)
        clean = clean.ended("turn ends")
        won = winner(game.scenario, game.table, game.exited, game.turn, game.given)
        text = f"Turn {game.turn} is over."
        if won.value:
            return _happened(
                clean.won(won.headline, won.value), f"{text} {won.headline}", routs, *won.steps
            )
        following = replace(clean, phase=0, turn=game.turn + 1).become(MortarFire())
        return _happened(following, text, routs, *won.steps)

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on once no Unit is left to act."""
        done = (situation.acted | situation.quiet).issuperset(self.units(situation))
        return self.over(situation) if done else None


def _happened(game: OneHourGame, text: str, *steps: Step) -> Happening:
    return Happening(game, text, steps, text)


# ------------------------------------------------------------------------------------- one action

_SAYS = {"move": "Move: roll the dice", "rally": "Rally", "ready": "Go Ready", "dig-in": "Dig in"}


def doing(game: OneHourGame, unit: Unit, verb: str, step: str) -> Choice:
    """Return the choice of an allowed action other than a shot: a roll for a move, or one use of a
    quiet turn.
    """
    expects = ""
    if verb == "move":
        effect, expects = _roll_to_move(game, unit), first_inches(game, unit)
    elif verb == "rally":
        effect, expects = _rally(game, unit), f"{hits_of(unit.hits)} now"
    else:
        effect = _marked(game, unit, verb)
    why = may(game, unit, WORDS[verb], step)
    return Choice(f"{verb} {unit.name}", _SAYS[verb], effect, unit.name, why, expects)


def _marked(game: OneHourGame, unit: Unit, verb: str) -> Effect:
    """Return the effect of going Ready or digging in."""

    def effect(_: Roll) -> Happening:
        begun = {"ready" if verb == "ready" else "dug_in": True}
        text = f"{unit.name} {'is Ready' if verb == 'ready' else 'dug in'}."
        after = game.event(unit.name, verb, quiet=True, **begun)
        return _happened(after, text, *may(game, unit, WORDS[verb], QUIET).steps)

    return effect


def _roll_to_move(game: OneHourGame, unit: Unit) -> Effect:
    by_road = only_by_road(game, unit)

    @cache  # found once, because no die changes it
    def begun() -> tuple[March, OneHourGame, Answer[bool]]:
        after = game.event(unit.name, "move", moved=True)
        march = started(game.table, unit.name, (), game.given)
        return march, after, may(game, unit, "move", ACTIONS)

    def effect(roll: Roll) -> Happening:
        die = die_of("D5", game.given)
        rolled = tuple(roll(die, int) for _ in range(unit.row.dice))
        march, after, why = begun()
        step = Moving(unit.name, replace(march, rolled=rolled))
        answer = step.allowance(after, by_road)
        text = f"{unit.name} rolled {', '.join(map(str, rolled))}: {answer.headline}"
        steps = (*why.steps, *answer.steps)
        return Happening(after.call(step), text, steps, f"{answer.value}″")

    return effect


def _rally(game: OneHourGame, unit: Unit) -> Effect:
    steady = unit.kind == "tank" or concealed(game.table, unit, game.given)
    rested = game.event(unit.name, "rally", quiet=True)

    def effect(roll: Roll) -> Happening:
        die = roll(die_of("D5", game.given), int)
        answer = rally(game.condition(unit.name), die, steady, game.given)
        removed = unit.hits - answer.value.hits
        text = f"{unit.name} rallied with a {die}: {answer.headline}"
        after = rested.put(replace(unit, hits=answer.value.hits))
        return Happening(after, text, answer.steps, f"{hits_of(removed)} removed")

    return effect


def after_action(game: OneHourGame, name: str) -> OneHourGame:
    """Return the situation after a Unit has fired: it is marked and, outside the Mortar Fire Step,
    the enemy's Ready Units may fire.
    """
    fired = game.event(name, "fires", fired=True)
    return fired if isinstance(game.now, MortarFire) else interrupted(fired)


#: The starting situations, by the second half of their names.
START: Mapping[str, Situation] = MappingProxyType(
    {
        name: OneHourGame((MortarFire(),), scenario=name, table=table_of(one.set_up))
        for name, one in scenarios().items()
    }
)
