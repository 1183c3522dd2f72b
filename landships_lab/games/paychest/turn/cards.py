"""The cards of a turn, and what the unit whose card is drawn does: it moves, fires and fights, in
this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import Roll, faces
from landships_lab.core.speech import listed, plural, signed
from landships_lab.games.paychest.rules.book import FIRE, GAPS, allow, note
from landships_lab.games.paychest.rules.fire import may_fire_at, volley_odds
from landships_lab.games.paychest.rules.shot import Aim, HitRoll, modified_skill, to_hit
from landships_lab.games.paychest.rules.turn import may_act
from landships_lab.games.paychest.turn.casualties import Casualties, hits_said
from landships_lab.games.paychest.turn.fight import Company, Fight
from landships_lab.games.paychest.turn.morale import MoraleChecks, obey, obey_odds
from landships_lab.games.paychest.turn.scuffle import may_fight, scuffle, scuffle_odds
from landships_lab.play.turns import Choice, Happening, TurnStep, UnitStep, offered, refused

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
        return "Both"

    def prompt(self, situation: Fight) -> str:
        return f"Draw a card: {plural(len(self._left(situation)), 'unit')} may come up."

    def _left(self, fight: Fight) -> tuple[str, ...]:
        return tuple(name for name in self.pack if not fight.unit(name).gone)

    def choices(self, situation: Fight) -> tuple[Choice, ...]:
        left = self._left(situation)

        def effect(roll: Roll) -> Happening:
            name = roll(faces(*range(1, len(left) + 1)), lambda card: left[card - 1])
            rest = DrawCard(tuple(other for other in self.pack if other != name))
            step = note("cards", "Each unit has a card, and acts when its own is drawn.")
            after = situation.become(rest, UnitTurn(name))
            return Happening(after, f"The card of {name} was drawn.", (step,), name)

        return (Choice("draw", "Draw the next card", effect),)

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
        step = note("turn", "All cards are drawn: morale is checked.")
        after = situation.become(DrawCard((), checked=True), MoraleChecks(hurt))
        return Happening(after, "All cards are drawn.", (step,))


def _next_turn(fight: Fight) -> Happening:
    """Return the next turn, with a card for each unit. A unit that has rallied owes no more."""
    units = tuple(
        replace(unit, hits=0, rallied=False, result="" if unit.rallied else unit.result)
        for unit in fight.units
    )
    after = replace(fight, units=units, turn=fight.turn + 1)
    step = note("cards", "Each unit has a card again.")
    return Happening(after.become(DrawCard(after.standing())), f"Turn {after.turn}.", (step,))


@dataclass(frozen=True)
class UnitTurn(UnitStep):
    """The unit whose card is drawn acts. ``done`` is what it has done (`phase.DONE`), ``moved`` how
    it moved, as fire counts it.
    """

    name: str
    done: str = "start"
    moved: str = "stand"

    def prompt(self, situation: Fight) -> str:
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
        if situation.owes(self.name):
            yield self._obey(situation)
        enemies = situation.enemies(self.name)
        yield self._moves(situation, "advance")
        yield from (self._moves(situation, "charge", enemy) for enemy in enemies)
        yield from (self._fire(situation, enemy) for enemy in enemies)
        yield from (self._fight(situation, enemy) for enemy in enemies)
        yield self._end(situation)

    # -- one choice each --------------------------------------------------------------------------

    def may(self, fight: Fight, act: str) -> Answer[bool | Gap]:
        """Return whether the unit may do this now, by the rules of its turn."""
        return may_act(act, fight.unit(self.name).in_turn(self.done), fight.read_as)

    def _obey(self, fight: Fight) -> Choice:
        words, says = f"obey {self.name}", "Do what its morale demands"
        if self.done != "start":
            step = allow("turn", False, "Its move comes first in its turn.")
            return refused(words, says, Answer(False, (step,), "It has moved already."), self.name)

        def effect(roll: Roll) -> Happening:
            told = obey(fight, self.name, roll)
            after = told.situation
            assert isinstance(after, Fight)
            unit = after.unit(self.name)
            free = unit.rallied and fight.options["rally-moves"] == "moves"
            done = replace(self, done="start" if free else "moved")
            return replace(told, situation=after.back() if unit.gone else after.become(done))

        odds = partial(obey_odds, fight, self.name)
        return Choice(words, says, effect, self.name, self.may(fight, "move"), fast_odds=odds)

    def _moves(self, fight: Fight, how: str, enemy: Company | None = None) -> Choice:
        why, far = self.may(fight, "move"), f" {enemy.name}" if enemy else ""

        def effect(_: Roll) -> Happening:
            done = replace(self, done="moved", moved=how)
            after = fight.apart(self.name).become(done)
            after = after.call(Meets(self.name, enemy.name)) if enemy else after
            return Happening(after, f"{self.name} {how}d{far}.", why.steps, "done")

        fires, says = FIRE.moved[how].modifier, f"{how.capitalize()}{far}"
        expects = f"fire at {signed(fires)}"
        return offered(f"{how} {self.name}{far}", says, effect, self.name, why, expects)

    def _fire(self, fight: Fight, enemy: Company) -> Choice:
        words, says = f"fire {self.name} {enemy.name}", f"Fire at {enemy.name}"
        unit, why = fight.unit(self.name), self.may(fight, "fire")
        aim = may_fire_at("group", "group", enemy.men)
        for allowed in (why, aim):
            if allowed.value is not True:
                return refused(words, says, allowed, self.name)
        skill = modified_skill(HitRoll(unit.fire, moved=self.moved), fight.read_as)
        aimed: Aim = skill.detail
        hits_odds, shots = volley_odds([(unit.men, aimed.chance)]), plural(unit.men, "shot")

        def effect(roll: Roll) -> Happening:
            hits = sum(to_hit.value(aimed, roll) for _ in range(unit.men))
            after = fight.become(replace(self, done=_AFTER_SHOT[self.done]))
            after = after.call(Casualties(enemy.name, hits)) if hits else after
            shown = note("to-hit", f"{plural(hits, 'hit')} of {shots}.")
            steps = (*why.steps, *aim.steps, *skill.steps, shown)
            text = f"{self.name} fired {shots} at {enemy.name}: {hits_said(hits)}."
            return Happening(after, text, steps, hits_said(hits))

        mean, odds = hits_said(hits_odds.mean, "on average"), partial(hits_odds.map, hits_said)
        return Choice(words, says, effect, self.name, skill, mean, fast_odds=odds)

    def _fight(self, fight: Fight, enemy: Company) -> Choice:
        why = may_fight(fight, self.name, enemy.name, self.may(fight, "melee"))

        def effect(roll: Roll) -> Happening:
            told = scuffle(fight, self.name, enemy.name, roll)
            after = told.situation.become(replace(self, done="fought"))
            hurt = [(self.name, told.on_us), (enemy.name, told.on_them)]
            after = after.call(*(Casualties(name, hits) for name, hits in hurt if hits))
            return Happening(after, told.says, (*why.steps, *told.steps), told.said)

        words, says = f"fight {self.name} {enemy.name}", f"Fight {enemy.name}"
        odds = partial(scuffle_odds, fight, self.name, enemy.name)
        return offered(words, says, effect, self.name, why, odds=odds)

    def _end(self, fight: Fight) -> Choice:
        def effect(_: Roll) -> Happening:
            step = note("turn", "The next card is drawn when the unit has done what it would.")
            return Happening(fight.back(), f"The turn of {self.name} ended.", (step,), "done")

        if fight.owes(self.name) and self.done == "start":
            why = self.may(fight, "move")
            return refused(f"end {self.name}", f"End the turn of {self.name}", why, self.name)
        words, says = f"end {self.name}", f"End the turn of {self.name}"
        return Choice(words, says, effect, self.name, ends=True)


@dataclass(frozen=True)
class Meets(UnitStep):
    """Whether a charge has met the enemy, and with how many stands: rates of movement are lost, so
    the players say it.
    """

    name: str
    enemy: str

    def prompt(self, situation: Fight) -> str:
        return f"Has {self.name} met {self.enemy}, and with how many men?"

    def choices(self, situation: Fight) -> Iterator[Choice]:
        yield self._made(situation, 0)
        most = min(MOST_TOUCHING, situation.unit(self.name).men)
        yield from (self._made(situation, count) for count in range(1, most + 1))

    def _made(self, fight: Fight, count: int) -> Choice:
        says = f"{plural(count, 'man', 'men')} in contact" if count else "Not met"

        def effect(_: Roll) -> Happening:
            after = fight.back()
            if count:
                theirs = min(count, fight.unit(self.enemy).men)
                before = fight.unit(self.enemy).met
                after = after.apart(before) if before else after
                touching = min(count, fight.unit(self.name).men)
                after = _touch(after, self.name, self.enemy, touching, theirs)
            text = "How far a figure moves is lost in print: the players say who is met."
            step = note(GAPS["movement-rates"].gap.cite, text)
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
