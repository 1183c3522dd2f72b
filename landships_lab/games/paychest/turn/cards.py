"""The cards of a turn, and what the unit whose card is drawn does: it moves, fires and fights, in
this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import Odds, Roll, faces
from landships_lab.core.speech import listed, plural
from landships_lab.games.paychest.rules.book import CITES, GAPS
from landships_lab.games.paychest.rules.fire import may_fire_at, volley_odds
from landships_lab.games.paychest.rules.phase import may_act
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from landships_lab.games.paychest.rules.skill import Aim, to_hit
from landships_lab.games.paychest.turn.casualties import Casualties, hits_said
from landships_lab.games.paychest.turn.fight import Company, Fight
from landships_lab.games.paychest.turn.morale import MoraleChecks, obey, obey_odds
from landships_lab.games.paychest.turn.scuffle import may_fight, scuffle, scuffle_odds
from landships_lab.play.turns import Choice, Happening, TurnStep, refused

#: What the unit has done after each shot of its turn.
_AFTER_SHOT = {"start": "fired", "moved": "fired", "fired": "again"}
#: The most men of each side in contact, as many as the melee panel takes; the print names two.
MOST_TOUCHING = 4


@dataclass(frozen=True)
class DrawCard(TurnStep):
    """The next card is drawn from the pack: one of these units acts. ``checked``: all cards are
    out, and morale has been checked.
    """

    pack: tuple[str, ...]
    checked: bool = False

    def side(self, situation: Fight) -> str:
        """Return "Both": a card decides."""
        return "Both"

    def prompt(self, situation: Fight) -> str:
        """Return how many cards are left."""
        return f"Draw a card: {plural(len(self._left(situation)), 'unit')} may come up."

    def _left(self, fight: Fight) -> tuple[str, ...]:
        return tuple(name for name in self.pack if not fight.unit(name).gone)

    def choices(self, situation: Fight) -> tuple[Choice, ...]:
        """Return the one choice: to draw."""
        left = self._left(situation)

        def effect(roll: Roll) -> Happening:
            name = roll(faces(*range(1, len(left) + 1)), lambda card: left[card - 1])
            rest = DrawCard(tuple(other for other in self.pack if other != name))
            step = Step("Each unit has a card, and acts when its own is drawn.", CITES["cards"])
            after = situation.become(rest, UnitTurn(name))
            return Happening(after, f"The card of {name} was drawn.", (step,), name)

        return (Choice("draw", "Draw the next card", effect),)

    def read(self, situation: Fight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice to draw, or None."""
        return self.choices(situation)[0] if words == ("draw",) else None

    def by_itself(self, situation: Fight) -> Happening | None:
        """End the battle when one side is gone; else check morale once all cards are drawn, and
        then begin the next turn.
        """
        if decided := situation.decided():
            winner, step = decided
            return Happening(situation.won(winner), winner, (step,))
        if self._left(situation):
            return None
        if self.checked:
            return _next_turn(situation)
        hurt = tuple(name for name in situation.standing() if situation.unit(name).hits)
        step = Step("All cards are drawn: morale is checked.", CITES["turn"])
        after = situation.become(DrawCard((), checked=True), MoraleChecks(hurt))
        return Happening(after, "All cards are drawn.", (step,))


def _next_turn(fight: Fight) -> Happening:
    """Return the next turn, with a card for each unit. A unit that has rallied owes no more."""
    units = tuple(
        replace(unit, hits=0, rallied=False, result="" if unit.rallied else unit.result)
        for unit in fight.units
    )
    after = replace(fight, units=units, turn=fight.turn + 1)
    step = Step("Each unit has a card again.", CITES["cards"])
    return Happening(after.become(DrawCard(after.standing())), f"Turn {after.turn}.", (step,))


@dataclass(frozen=True)
class UnitTurn(TurnStep):
    """The unit whose card is drawn acts. ``done`` is what it has done (`phase.DONE`), ``moved`` how
    it moved, as fire counts it.
    """

    name: str
    done: str = "start"
    moved: str = "stand"

    def side(self, situation: Fight) -> str:
        """Return the side of the unit."""
        return situation.unit(self.name).side

    def prompt(self, situation: Fight) -> str:
        """Return what the unit may still do, in a sentence."""
        able = {
            one.verb: one.says.split()[0].lower()
            for one in self.choices(situation)
            if one.legal and not one.ends
        }
        if "obey" in able:
            return f"Morale comes first: {self.name} must obey it."
        verbs = list(dict.fromkeys(able.values()))
        if not verbs:
            return f"There is nothing more to do for {self.name} this turn."
        return f"{self.name} may {listed(verbs, 'or')}."

    def choices(self, situation: Fight) -> Iterator[Choice]:
        """Yield what the unit may do and may not, in the order of its turn."""
        if situation.owes(self.name):
            yield self._obey(situation)
        yield self._advance(situation)
        for enemy in situation.enemies(self.name):
            yield self._charge(situation, enemy)
        for enemy in situation.enemies(self.name):
            yield self._fire(situation, enemy)
        for enemy in situation.enemies(self.name):
            yield self._fight(situation, enemy)
        yield self._end(situation)

    def read(self, situation: Fight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``fire Half-Section Riflemen``."""
        if words == ("end", self.name):
            return self._end(situation)
        if words == ("advance", self.name):
            return self._advance(situation)
        if words == ("obey", self.name) and situation.owes(self.name):
            return self._obey(situation)
        enemies = {enemy.name: enemy for enemy in situation.enemies(self.name)}
        made = {"charge": self._charge, "fire": self._fire, "fight": self._fight}
        if len(words) == 3 and words[0] in made and words[1] == self.name and words[2] in enemies:
            return made[words[0]](situation, enemies[words[2]])
        return None

    def units(self, situation: Fight) -> tuple[str, ...]:
        """Return the one unit that acts."""
        return (self.name,)

    # -- one choice each --------------------------------------------------------------------------

    def may(self, fight: Fight, act: str) -> Answer[bool | Gap]:
        """Return whether the unit may do this now, by the rules of its turn (`phase.may_act`)."""
        return may_act(act, fight.unit(self.name).in_turn(self.done), fight.read_as)

    def _obey(self, fight: Fight) -> Choice:
        words, says = f"obey {self.name}", "Do what its morale demands"
        if self.done != "start":
            step = Step("Its move comes first in its turn.", CITES["turn"], "forbids")
            return refused(words, says, Answer(False, (step,), "It has moved already."), self.name)

        def effect(roll: Roll) -> Happening:
            told = obey(fight, self.name, roll)
            after = told.situation
            assert isinstance(after, Fight)
            unit = after.unit(self.name)
            free = unit.rallied and fight.options["rally-moves"] == "moves"
            done = replace(self, done="start" if free else "moved")
            return replace(told, situation=after.back() if unit.gone else after.become(done))

        why = self.may(fight, "move")
        odds = partial(obey_odds, fight, self.name)
        return Choice(words, says, effect, self.name, why, fast_odds=odds)

    def _moved(self, fight: Fight, how: str) -> Fight:
        return fight.become(replace(self, done="moved", moved=how))

    def _advance(self, fight: Fight) -> Choice:
        words, says, why = f"advance {self.name}", "Advance", self.may(fight, "move")
        if why.value is not True:
            return refused(words, says, why, self.name)

        def effect(_: Roll) -> Happening:
            text = f"{self.name} advanced."
            return Happening(
                self._moved(fight.apart(self.name), "advance"), text, why.steps, "done"
            )

        return Choice(words, says, effect, self.name, why, "fire at −2")

    def _charge(self, fight: Fight, enemy: Company) -> Choice:
        words, says = f"charge {self.name} {enemy.name}", f"Charge {enemy.name}"
        why = self.may(fight, "move")
        if why.value is not True:
            return refused(words, says, why, self.name)

        def effect(_: Roll) -> Happening:
            after = self._moved(fight.apart(self.name), "charge").call(Meets(self.name, enemy.name))
            return Happening(after, f"{self.name} charged {enemy.name}.", why.steps, "done")

        return Choice(words, says, effect, self.name, why, "fire at −3")

    def _fire(self, fight: Fight, enemy: Company) -> Choice:
        words, says = f"fire {self.name} {enemy.name}", f"Fire at {enemy.name}"
        unit = fight.unit(self.name)
        why = self.may(fight, "fire")
        if why.value is not True:
            return refused(words, says, why, self.name)
        aim = may_fire_at("group", "group", enemy.men)
        if not aim.value:
            return refused(words, says, aim, self.name)
        skill = modified_skill(HitRoll(unit.fire, moved=self.moved), fight.read_as)
        aimed: Aim = skill.detail
        steps = (*why.steps, *aim.steps, *skill.steps)

        def effect(roll: Roll) -> Happening:
            hits = sum(to_hit(aimed, roll).value for _ in range(unit.men))
            text = f"{self.name} fired {plural(unit.men, 'shot')} at {enemy.name}:"
            after = fight.become(replace(self, done=_AFTER_SHOT[self.done]))
            after = after.call(Casualties(enemy.name, hits)) if hits else after
            shown = Step(f"{plural(hits, 'hit')} of {plural(unit.men, 'shot')}.", CITES["to-hit"])
            return Happening(after, f"{text} {hits_said(hits)}.", (*steps, shown), hits_said(hits))

        def odds() -> Odds[str]:
            return volley_odds([(unit.men, aimed.chance)]).map(hits_said)

        mean = volley_odds([(unit.men, aimed.chance)]).mean
        expects = hits_said(mean, "on average")
        return Choice(words, says, effect, self.name, skill, expects, fast_odds=odds)

    def _fight(self, fight: Fight, enemy: Company) -> Choice:
        words, says = f"fight {self.name} {enemy.name}", f"Fight {enemy.name}"
        why = may_fight(fight, self.name, enemy.name, self.may(fight, "melee"))
        if why.value is not True:
            return refused(words, says, why, self.name)

        def effect(roll: Roll) -> Happening:
            told = scuffle(fight, self.name, enemy.name, roll)
            after = told.situation.become(replace(self, done="fought"))
            hurt = [(self.name, told.on_us), (enemy.name, told.on_them)]
            after = after.call(*(Casualties(name, hits) for name, hits in hurt if hits))
            return Happening(after, told.says, (*why.steps, *told.steps), told.said)

        odds = scuffle_odds(fight, self.name, enemy.name)
        return Choice(words, says, effect, self.name, why, "", fast_odds=lambda: odds)

    def _end(self, fight: Fight) -> Choice:
        def effect(_: Roll) -> Happening:
            step = Step(
                "The next card is drawn when the unit has done what it would.", CITES["turn"]
            )
            return Happening(fight.back(), f"The turn of {self.name} ended.", (step,), "done")

        if fight.owes(self.name) and self.done == "start":
            why = self.may(fight, "move")
            return refused(f"end {self.name}", f"End the turn of {self.name}", why, self.name)
        words, says = f"end {self.name}", f"End the turn of {self.name}"
        return Choice(words, says, effect, self.name, ends=True)


@dataclass(frozen=True)
class Meets(TurnStep):
    """Whether a charge has met the enemy, and with how many stands: rates of movement are lost, so
    the players say it.
    """

    name: str
    enemy: str

    def side(self, situation: Fight) -> str:
        """Return the side of the unit that charges."""
        return situation.unit(self.name).side

    def prompt(self, situation: Fight) -> str:
        """Return the question."""
        return f"Has {self.name} met {self.enemy}, and with how many men?"

    def choices(self, situation: Fight) -> Iterator[Choice]:
        """Yield the answers: not met, or so many men of each side in contact."""
        yield self._made(situation, 0)
        most = min(MOST_TOUCHING, situation.unit(self.name).men)
        yield from (self._made(situation, count) for count in range(1, most + 1))

    def read(self, situation: Fight, words: tuple[str, ...]) -> Choice | None:
        """Return the answer of these words, such as ``meets 3``."""
        if len(words) != 2 or words[0] != "meets" or not words[1].isdecimal():
            return None
        count = int(words[1])
        most = min(MOST_TOUCHING, situation.unit(self.name).men)
        same = words[1] == str(count)
        return self._made(situation, count) if same and count <= most else None

    def _made(self, fight: Fight, count: int) -> Choice:
        gap = GAPS["movement-rates"].gap
        says = f"{plural(count, 'man', 'men')} in contact" if count else "Not met"

        def effect(_: Roll) -> Happening:
            after = fight.back()
            if count:
                theirs = min(count, fight.unit(self.enemy).men)
                before = fight.unit(self.enemy).met
                after = after.apart(before) if before else after
                touching = min(count, fight.unit(self.name).men)
                after = _touch(after, self.name, self.enemy, touching, theirs)
            step = Step(
                "How far a figure moves is lost in print: the players say who is met.", gap.cite
            )
            text = f"{self.name} met {self.enemy}." if count else f"{self.name} fell short."
            return Happening(after, text, (step,), says)

        return Choice(f"meets {count}", says, effect, self.name, supplied=True)


def _touch(fight: Fight, name: str, enemy: str, ours: int, theirs: int) -> Fight:
    """Return the fight with two units in contact, both at once."""
    units = tuple(
        replace(unit, met=enemy, touching=ours)
        if unit.name == name
        else replace(unit, met=name, touching=theirs)
        if unit.name == enemy
        else unit
        for unit in fight.units
    )
    return replace(fight, units=units)
