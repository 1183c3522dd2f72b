"""The three steps of a phase, and what follows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Roll
from landships_lab.games.one_hour.rules.book import die_of, hits_of, note
from landships_lab.games.one_hour.rules.ground import Unit, concealed
from landships_lab.games.one_hour.rules.path import March, started
from landships_lab.games.one_hour.rules.turn import STEPS, rally, winner
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from .common import WORDS, Effect, happened, may, named, not_now
from .firing import shot_at, shots
from .moving import Moving, first_inches, only_by_road
from .ready import ReadyFire, conceded, interrupted
from .situation import OneHourGame

MORTARS, ACTIONS, QUIET = STEPS
END = "end"


class PhaseStep(TurnStep):
    """A step of a phase: the phasing side decides, Unit by Unit, and ends it."""

    step: str
    ending: str

    def side(self, situation: OneHourGame) -> str:
        """Return the side whose phase it is."""
        return situation.side

    def units(self, situation: OneHourGame) -> tuple[str, ...]:
        """Return the Units of the phasing side."""
        return tuple(unit.name for unit in situation.mine())

    def choices(self, situation: OneHourGame) -> Iterator[Choice]:
        """Yield what each Unit may do and may not, and the end of the step."""
        for unit in situation.mine():
            yield from self.of(situation, unit)
        yield self.end(situation)

    def choices_of(self, situation: OneHourGame, unit: str) -> tuple[Choice, ...]:
        """Return the choices of one Unit, and the end of the step."""
        mine = [one for one in situation.mine() if one.name == unit]
        return (*(found for one in mine for found in self.of(situation, one)), self.end(situation))

    def of(self, game: OneHourGame, unit: Unit) -> Iterator[Choice]:
        """Yield the choices of one Unit: what it may do, then what the sequence refuses."""
        for verb, action in WORDS.items():
            if may(game, unit, action, self.step).value:
                yield from doing(game, unit, verb, self.step)
        yield from not_now(game, unit, self.step)

    def end(self, game: OneHourGame) -> Choice:
        """Return the choice that ends the step."""
        return Choice(END, self.ending, lambda _: self.over(game), ends=True)

    def over(self, game: OneHourGame) -> Happening:
        """Return what the end of the step leads to."""
        raise NotImplementedError

    def read(self, situation: OneHourGame, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words."""
        if words == (END,):
            return self.end(situation)
        if words == ("concede",):
            return conceded(situation)
        unit = next((one for one in situation.mine() if one.name in words[1:2]), None)
        if unit is None:
            return None
        if words[0] == "fire" and len(words) in (3, 5):
            return self._read_shot(situation, unit, words)
        return next(
            (one for one in self._short(situation, unit) if one.words == " ".join(words)), None
        )

    def _short(self, game: OneHourGame, unit: Unit) -> Iterator[Choice]:
        """Yield the choices of a Unit that are no shots at somebody."""
        for verb, action in WORDS.items():
            if verb != "fire" and may(game, unit, action, self.step).value:
                yield from doing(game, unit, verb, self.step)
        yield from not_now(game, unit, self.step)

    def _read_shot(self, game: OneHourGame, unit: Unit, words: tuple[str, ...]) -> Choice | None:
        enemy = next((one for one in game.theirs() if one.name == words[2]), None)
        if enemy is None:
            return None
        if not (answer := may(game, unit, "fire", self.step)).value:
            return refused(" ".join(words), f"Fire at {enemy.name}", named(answer), unit.name)
        if len(words) == 3:
            found = shot_at(game, unit, enemy, after_action)
            return (
                found if found.words == " ".join(words) else replace(found, words=" ".join(words))
            )
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
        """Say what is to be decided."""
        return f"{situation.label}, Mortar Fire Step: Mortars may fire."

    def over(self, game: OneHourGame) -> Happening:
        """Begin the Actions Step; under a reading, Ready Units may fire after Mortar fire."""
        after: OneHourGame = game.become(Actions())
        if game.mortars_fired and game.read_as_taken["ready-after-mortars"] == "yes":
            after = after.call(ReadyFire())
        then = note("phases", "After the Mortar Fire Step comes the Actions Step.")
        return happened(after, "The Mortar Fire Step is over.", (then,))

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on once no Mortars are left that have not fired."""
        mortars = {unit.name for unit in situation.mine() if unit.fires_as == "mortar"}
        return None if mortars - situation.fired else replace(self.over(situation), says="")


@dataclass(frozen=True)
class Actions(PhaseStep):
    """The Actions Step: each Unit fires or moves, in any order (line 193)."""

    step = ACTIONS
    ending = "End the Actions Step"

    def prompt(self, situation: OneHourGame) -> str:
        """Say what is to be decided."""
        mine = situation.mine()
        acted = sum(unit.name in situation.acted for unit in mine)
        return f"{situation.label}, Actions Step: {acted} of {len(mine)} Units have acted."

    def over(self, game: OneHourGame) -> Happening:
        """Begin the last step of the phase."""
        then = note("phases", "After the Actions Step, Units that did nothing may rally.")
        return happened(game.become(Quiet()), "The Actions Step is over.", (then,))

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on once every Unit has acted."""
        idle = [unit for unit in situation.mine() if unit.name not in situation.acted]
        return None if idle else replace(self.over(situation), says="")


@dataclass(frozen=True)
class Quiet(PhaseStep):
    """The Rally and Ready Step: each idle Unit rallies, goes Ready or digs in (lines 298-301)."""

    step = QUIET
    ending = "End the phase"

    def prompt(self, situation: OneHourGame) -> str:
        """Say what is to be decided."""
        return f"{situation.label}, Rally and Ready Step: each idle Unit does one of the three."

    def over(self, game: OneHourGame) -> Happening:
        """End the phase, and with the second phase the Turn."""
        routs = note("routs", "Routs are named here too; no rule tells what they are.")
        clean = game.ended("phase ends")
        if game.phase == 0:
            after = replace(clean, phase=1).become(MortarFire())
            then = note("phase", "Both sides have a phase, the attacker first.")
            return happened(after, f"The {game.side} phase is over.", (routs, then))
        clean = clean.ended("turn ends")
        won = winner(game.scenario, game.table, game.left, game.turn, game.read_as)
        says = f"Turn {game.turn} is over."
        if won.value:
            return happened(clean.won(won.headline), f"{says} {won.headline}", (routs, *won.steps))
        following = replace(clean, phase=0, turn=game.turn + 1)
        return happened(following.become(MortarFire()), says, (routs, *won.steps))

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Go on once no Unit is idle."""
        busy = situation.acted | situation.quiet
        idle = [unit for unit in situation.mine() if unit.name not in busy]
        return None if idle else self.over(situation)


# ------------------------------------------------------------------------------------- one action


def doing(game: OneHourGame, unit: Unit, verb: str, step: str) -> Iterator[Choice]:
    """Yield the choices of one action that the sequence allows: the shots of a Unit, its roll for a
    move, or one use of a quiet turn.
    """
    if verb == "fire":
        yield from shots(game, unit, after_action)
        return
    expects = ""
    if verb == "move":
        effect, expects = _roll_to_move(game, unit), first_inches(game, unit)
    elif verb == "rally":
        effect, expects = _rally(game, unit), f"{hits_of(unit.hits)} now"
    else:
        effect = _marked(game, unit, verb)
    why = may(game, unit, WORDS[verb], step)
    yield Choice(f"{verb} {unit.name}", _SAYS[verb], effect, unit.name, why, expects)


_SAYS = {"move": "Move: roll the dice", "rally": "Rally", "ready": "Go Ready", "dig-in": "Dig in"}


def _marked(game: OneHourGame, unit: Unit, verb: str) -> Effect:
    """Return what going Ready or digging in does."""

    def effect(_: Roll) -> Happening:
        begun = {"ready" if verb == "ready" else "dug_in": True}
        told = f"{unit.name} {'is Ready' if verb == 'ready' else 'dug in'}."
        steps = may(game, unit, WORDS[verb], QUIET).steps
        return happened(game.event(unit.name, verb, quiet=True, **begun), told, steps)

    return effect


def _roll_to_move(game: OneHourGame, unit: Unit) -> Effect:
    by_road = only_by_road(game, unit)

    @cache  # what no die changes is found once, and not before a die is thrown
    def begun() -> tuple[March, OneHourGame, Answer[bool]]:
        after = game.event(unit.name, "move", moved=True)
        march = started(game.table, unit.name, (), game.read_as)
        return march, after, may(game, unit, "move", ACTIONS)

    def effect(roll: Roll) -> Happening:
        die = die_of("D5", game.read_as)
        rolled = tuple(roll(die, int) for _ in range(unit.row.dice))
        march, after, why = begun()
        step = Moving(unit.name, replace(march, rolled=rolled))
        answer = step.allowance(after, by_road)
        says = f"{unit.name} rolled {', '.join(map(str, rolled))}: {answer.headline}"
        steps = (*why.steps, *answer.steps)
        return Happening(after.call(step), says, steps, f"{answer.value}″")

    return effect


def _rally(game: OneHourGame, unit: Unit) -> Effect:
    steady = unit.kind == "tank" or concealed(game.table, unit, game.read_as)
    rested = game.event(unit.name, "rally", quiet=True)

    def effect(roll: Roll) -> Happening:
        die = roll(die_of("D5", game.read_as), int)
        answer = rally(game.condition(unit.name), die, steady, game.read_as)
        removed = unit.hits - answer.value.hits
        says = f"{unit.name} rallied with a {die}: {answer.headline}"
        after = rested.put(replace(unit, hits=answer.value.hits))
        return Happening(after, says, answer.steps, f"{hits_of(removed)} removed")

    return effect


def after_action(game: OneHourGame, name: str) -> OneHourGame:
    """Return the situation after a Unit has fired: it is marked, and outside the Mortar Fire Step
    the enemy's Ready Units may fire.
    """
    fired = game.event(name, "fires", fired=True)
    return fired if isinstance(game.now, MortarFire) else interrupted(fired)
