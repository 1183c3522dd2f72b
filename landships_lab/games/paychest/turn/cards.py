"""The cards of a turn, what the unit on the card does (it moves, fires and fights, in this order),
and the starting situations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from landships_lab.core.answer import Answer, Gap, judge
from landships_lab.core.dice import D6, Odds, Roll, faces
from landships_lab.core.speech import inches, listed, plural, signed
from landships_lab.games.paychest.data.starts import StartData, starts
from landships_lab.games.paychest.rules.book import FIRE, allow, note, success_odds
from landships_lab.games.paychest.rules.fire import (
    GUN_TURN,
    LEADERS_FIRE,
    SHOTS_OF,
    TROOPS,
    Burst,
    burst_odds,
    gun_of,
    gun_shots,
    jammed_gun,
    may_fire_at,
    shots_a_turn,
    volley_odds,
)
from landships_lab.games.paychest.rules.shot import Aim, HitRoll, modified_skill, to_hit
from landships_lab.games.paychest.rules.turn import may_act
from landships_lab.play.turns import Choice, Happening, TurnStep, UnitStep, offered, refused
from .agree import Agree
from .fight import NEAR, Company, Fight
from .melee import Meets, may_fight, melee_casualties, scuffle, scuffle_odds
from .morale import Casualties, MoraleChecks, UnderCover, hits_said, obey, obey_odds, obeys

#: What a unit may do, in a few words, if the first word of the choice does not say it.
DOES = {
    "corporal": "activate an acting corporal",
    "rifles": "fire",
    "ground": "fire",
    "clear": "clear its gun",
    "aim": "let its leader aim",
}
#: What comes before or with the move of a turn, and so is listed first.
MOVES = ("corporal", "advance", "charge")


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
        return f"Draw a card: {plural(len(self._undrawn(situation)), 'unit')} may come up."

    def _undrawn(self, fight: Fight) -> tuple[str, ...]:
        return tuple(name for name in self.pack if not fight.unit(name).gone)

    def choices(self, situation: Fight) -> tuple[Choice, ...]:
        cards = self._undrawn(situation)

        def effect(roll: Roll) -> Happening:
            name = roll(faces(*range(1, len(cards) + 1)), lambda card: cards[card - 1])
            rest = DrawCard(tuple(other for other in self.pack if other != name))
            step = note("cards", "Each unit has a card, and acts when its own is drawn.")
            after = situation.marked(name, "card").become(rest, UnitTurn(name))
            return Happening(after, f"The card of {name} was drawn.", (step,), name)

        return (Choice("draw", "Draw the next card", effect),)

    def by_itself(self, situation: Fight) -> Happening | None:
        """End the battle when one side is gone or, on a strip of ground, after the last turn.
        Otherwise, once all cards are drawn, check morale and then begin the next turn.
        """
        decided = situation.decided()
        if not decided and not self._undrawn(situation) and self.checked:
            decided = situation.after_last_turn()
        if decided:
            winner, says, step = decided
            return Happening(situation.won(says, winner), says, (step,))
        if self._undrawn(situation):
            return None
        if self.checked:
            return _next_turn(situation)
        hurt = tuple(name for name in situation.standing() if situation.unit(name).hits)
        step = note("turn", "All cards are drawn: morale is checked.")
        after = situation.become(DrawCard((), checked=True), MoraleChecks(hurt))
        return Happening(after, "All cards are drawn.", (step,))


def _next_turn(fight: Fight) -> Happening:
    """Return the next turn, with a card for each unit."""
    after = replace(fight.all_after("turn ends"), turn=fight.turn + 1)
    step = note("cards", "Each unit has a card again.")
    return Happening(after.become(DrawCard(after.standing())), f"Turn {after.turn}.", (step,))


@dataclass(frozen=True)
class UnitTurn(UnitStep):
    """The unit on the card acts.

    ``done`` is what it has done (`turn.DONE`), ``moved`` how it moved, in the words for fire;
    ``led_shots`` counts the shots that its leader has used, alone or with the others. ``obeyed``:
    it has gone back this turn as its morale demands.
    """

    name: str
    done: str = "start"
    moved: str = "stand"
    led_shots: int = 0
    obeyed: bool = False

    def prompt(self, situation: Fight) -> str:
        able = [one.verb for one in self.choices(situation) if one.legal and not one.ends]
        if "obey" in able:
            return f"Morale comes first: {self.name} must obey it."
        does = {**DOES, "take": f"take {situation.goal[1]}"}
        in_turn = sorted(able, key=lambda verb: verb not in MOVES)  # a unit moves, then it fires
        verbs = list(dict.fromkeys(does.get(verb, verb) for verb in in_turn))
        if not verbs:
            return f"There is nothing more to do for {self.name} this turn."
        return f"{self.name} may {listed(verbs, 'or')}."

    def choices(self, situation: Fight) -> Iterator[Choice]:
        unit, enemies = situation.unit(self.name), situation.enemies(self.name)
        if situation.owes(self.name):
            yield self._obey(situation)
        if not unit.led:
            yield self._corporal(situation)
        yield self._moves(situation, "advance")
        if unit.jammed:
            yield self._clear(situation)
        for enemy in enemies:
            yield from self._shots(situation, enemy)
        yield from (self._fight(situation, enemy) for enemy in enemies)
        if situation.goal[0] == unit.side:
            yield self._takes(situation)
        for how in ("advance", "charge"):
            yield from (self._moves(situation, how, enemy) for enemy in enemies)
        if unit.led:
            for enemy in enemies:
                yield from self._aims(situation, enemy)
        yield self._end(situation)

    @property
    def after_shot(self) -> str:
        """What it has done after one more volley."""
        return {"start": "fired", "moved": "fired", "fired": "again"}.get(self.done, self.done)

    # -- one choice each --------------------------------------------------------------------------

    def may(self, fight: Fight, act: str, moves: str = "") -> Answer[bool | Gap]:
        """Return whether the rules of a turn allow the unit to do this now; ``moves`` is how it
        moves.
        """
        aimed = self.done == "moved" and self.moved == "stand" and not self.obeyed
        unit = replace(fight.unit(self.name).in_turn(self.done), aimed=aimed, tables=fight.tables)
        unit = replace(unit, moves=moves if fight.strip else "")
        return may_act(act, unit, fight.read_as)

    def _obey(self, fight: Fight) -> Choice:
        def effect(roll: Roll) -> Happening:
            obeyed = obey(fight, self.name, roll)
            after = obeyed.situation
            assert isinstance(after, Fight)
            unit = after.unit(self.name)
            free = unit.rallied and fight.options["rally-moves"] == "moves"
            done = replace(self, done="start" if free else "moved", obeyed=not unit.rallied)
            return replace(obeyed, situation=after.back() if unit.gone else after.become(done))

        words, says = f"obey {self.name}", "Do what its morale demands"
        odds, why = partial(obey_odds, fight, self.name), self.may(fight, "move")
        return Choice(words, says, effect, self.name, why, obeys(fight, self.name), fast_odds=odds)

    def _corporal(self, fight: Fight) -> Choice:
        def effect(_: Roll) -> Happening:
            after = fight.marked(self.name, "corporal", acting=True)
            text = "The player of a leader who is out of action may activate another of his men."
            step = note("acting", text)
            return Happening(after, f"{self.name} has an acting corporal.", (step,), "done")

        says = "Activate an acting corporal"
        return Choice(f"corporal {self.name}", says, effect, self.name)

    def _moves(self, fight: Fight, how: str, enemy: Company | None = None) -> Choice:
        unit, why = fight.unit(self.name), self._may_move(fight, how, enemy)
        far, upon = (f" {enemy.name}", " upon") if enemy else ("", "")
        rate = fight.tables.movement.get(how, 0)
        on = min(rate, fight.room_ahead(self.name)) if fight.strip else 0
        by = f" {inches(on)}" if fight.strip and not enemy else ""
        others = listed([foe for foe, _ in unit.met if enemy is None or foe != enemy.name], none="")
        lets_go = f" and leaves {others}" if others else ""

        def effect(_: Roll) -> Happening:
            done = replace(self, done="moved", moved=how)
            after = fight.marked(self.name, how).forward(self.name, on).become(done)
            after = after.call(Meets(self.name, enemy.name)) if enemy else after
            text = f"{self.name} {how}d{upon if how == 'advance' else ''}{far}{by}"
            text += f" and left {others}." if others else "."
            return Happening(after, text, why.steps, "done")

        fires = FIRE.moved[how].modifier
        says = f"{how.capitalize()}{upon if how == 'advance' else ''}{far}{by}{lets_go}"
        expects = f"fire at {signed(fires)}"
        return offered(f"{how} {self.name}{far}", says, effect, self.name, why, expects)

    def _may_move(self, fight: Fight, how: str, enemy: Company | None) -> Answer[bool | Gap]:
        """Return whether it may move in this way; on a strip of ground only as far as its movement
        allows.
        """
        why = self.may(fight, "move", how)
        if why.value is not True or fight.strip is None:
            return why
        rate, far = fight.tables.movement[how], fight.room_ahead(self.name) + 1
        if enemy is None:
            reaches = far > 1 or bool(fight.unit(self.name).met)
            text, no = "There is room in front of it.", "An enemy is just in front of it."
        else:
            far = fight.distance(self.name, enemy.name) or 0
            text = no = f"It is {inches(far)} to {enemy.name}; it comes {inches(rate)}."
            reaches = far <= rate
        steps = (*why.steps, allow("strip", reaches, text, no))
        return Answer(True, steps) if judge(steps) else Answer(False, steps, no)

    def _clear(self, fight: Fight) -> Choice:
        why = self.may(fight, "fire")

        def effect(_: Roll) -> Happening:
            after = fight.marked(self.name, "clear").become(replace(self, done="again"))
            steps = (
                note("gun-jam", "One action clears the gun."),
                note("clear-action", "Here that is its fire of this turn."),
            )
            return Happening(after, f"{self.name} cleared the gun.", steps, "cleared")

        return offered(f"clear {self.name}", "Clear the gun", effect, self.name, why)

    # -- fire -------------------------------------------------------------------------------------

    def _shots(self, fight: Fight, enemy: Company) -> Iterator[Choice]:
        unit = fight.unit(self.name)
        if unit.gun:
            yield self._gun(fight, enemy)
            if unit.jammed:
                yield self._fire(fight, enemy, "rifles")
        else:
            yield self._fire(fight, enemy, "fire")
            if enemy.men == 1:
                yield self._fire(fight, enemy, "ground")

    def _shot(self, fight: Fight, enemy: Company, gun: str = "") -> HitRoll:
        """Return the shot of one rifle of the unit at an enemy, or of the gun that it serves."""
        skill, far = fight.unit(self.name).fire, fight.distance(self.name, enemy.name)
        shot = HitRoll(skill, moved=self.moved, range_inches=far, tables=fight.tables)
        if not gun:
            return shot
        seen = enemy.men - enemy.hidden
        return replace(shot, weapon=gun, target_figures=seen, hidden=enemy.hidden)

    def _aims(self, fight: Fight, enemy: Company) -> Iterator[Choice]:
        if enemy.men > enemy.led:
            yield self._aim(fight, enemy, "man")
        if enemy.led:
            yield self._aim(fight, enemy, "leader")

    def _fire(self, fight: Fight, enemy: Company, verb: str) -> Choice:
        """Return the fire of all who fire together, at a group or at its ground."""
        unit, why = fight.unit(self.name), self.may(fight, "fire")
        where = {"fire": "Fire at", "rifles": "Fire rifles at", "ground": "Fire at the ground of"}
        words, says = f"{verb} {self.name} {enemy.name}", f"{where[verb]} {enemy.name}"
        joins = unit.led and self.leader_joins(fight)
        men = unit.men - (unit.led and not joins)
        firer = "leader" if unit.led and unit.men == 1 else "group"
        reading = fight.options[LEADERS_FIRE]
        aim = may_fire_at(firer, "group", enemy.men, reading=reading)
        if verb == "ground":
            text = f"They may fire at ground no wider than their own front; {enemy.name} is on it."
            aim = Answer(True, (note("aim", text),))
        for allowed in (why, aim):
            if allowed.value is not True:
                return refused(words, says, allowed, self.name)
        if not men:
            text = "Only its leader is left, and he has fired all his shots of this turn."
            step = allow("shots", False, text)
            return refused(words, says, Answer(judge((step,)), (step,), text), self.name)
        skill = modified_skill(self._shot(fight, enemy), fight.read_as)
        aimed: Aim = skill.detail
        hits_odds, shots = volley_odds([(men, aimed.chance)]), plural(men, "shot")
        then = replace(self, done=self.after_shot, led_shots=self.led_shots + joins)

        def effect(roll: Roll) -> Happening:
            hits = sum(to_hit.value(aimed, roll) for _ in range(men))
            after = fight.become(then)
            after = after.call(Casualties(enemy.name, hits)) if hits else after
            shown = note("to-hit", f"{plural(hits, 'hit')} of {shots}.")
            steps = (*why.steps, *aim.steps, *skill.steps, shown)
            text = f"{self.name} fired {shots} at {enemy.name}: {hits_said(hits)}."
            return Happening(after, text, steps, hits_said(hits))

        mean, odds = hits_said(hits_odds.mean, "on average"), partial(hits_odds.map, hits_said)
        ground = verb == "ground"  # the players say how wide it is, and who is on it
        return Choice(words, says, effect, self.name, skill, mean, supplied=ground, fast_odds=odds)

    def leader_joins(self, fight: Fight) -> bool:
        """Return whether the leader fires with the others: he has a shot left and a reading allows
        it.
        """
        shots = TROOPS[fight.unit(self.name).troops].shots
        return self.led_shots < shots and fight.options[LEADERS_FIRE] != "only"

    def _aim(self, fight: Fight, enemy: Company, whom: str) -> Choice:
        """Return the leader's separate shot at a single figure."""
        unit, why = fight.unit(self.name), self.may(fight, "fire")
        words = f"aim {self.name} {enemy.name} {whom}"
        figure = "the leader" if whom == "leader" else "one man"
        says = f"Aim at {figure} of {enemy.name}, its leader alone"
        if self.done == "again":  # he may have a shot left when the others have none
            why = may_act("fire", replace(unit.in_turn("moved")), fight.read_as)
        shots = shots_a_turn(unit.troops)
        used = f"The leader has fired {plural(self.led_shots, 'time')} in this turn"
        may = allow("shots", self.led_shots < shots.value, f"{used}; {shots.headline.lower()}")
        aim = may_fire_at("leader", "figure")
        for allowed in (why, Answer(judge((may,)), (may,), f"{used}.")):
            if allowed.value is not True:
                return refused(words, says, allowed, self.name)
        skill = modified_skill(self._shot(fight, enemy), fight.read_as)
        aimed: Aim = skill.detail
        done = "moved" if self.done == "start" else self.done
        then = replace(self, done=done, led_shots=self.led_shots + 1)

        def effect(roll: Roll) -> Happening:
            made = to_hit(aimed, roll)
            after = fight.become(then)
            after = after.call(Casualties(enemy.name, 1, whom)) if made.value else after
            steps = (*why.steps, *aim.steps, *skill.steps, *made.steps)
            outcome = hits_said(int(made.value))
            text = f"The leader of {self.name} fired at one man of {enemy.name}: {outcome}."
            return Happening(after, text, steps, outcome)

        odds = success_odds(aimed.chance)
        mean = hits_said(odds.mean, "on average")
        return Choice(
            words, says, effect, self.name, skill, mean, fast_odds=partial(odds.map, hits_said)
        )

    def _gun(self, fight: Fight, enemy: Company) -> Choice:
        """Return one burst or shell of the gun that the unit serves."""
        unit, why = fight.unit(self.name), self.may(fight, "fire")
        what = SHOTS_OF[unit.gun]
        words, says = f"fire {self.name} {enemy.name}", f"Fire a {what} at {enemy.name}"
        times = gun_shots(unit.troops, fight.options[GUN_TURN])
        fired = {"fired": 1, "again": 2}.get(self.done, 0)
        step = allow("shots", fired < times.value, times.steps[-1].text, reading=GUN_TURN)
        used = Answer(judge((step,)), (step,), f"It has fired its {what}s of this turn.")
        for allowed in (why, used, *((jammed_gun(),) if unit.jammed else ())):
            if allowed.value is not True:
                return refused(words, says, allowed, self.name)
        seen = enemy.men - enemy.hidden
        if not seen:
            return self._at_cover(fight, enemy, words, says, why)
        shot = self._shot(fight, enemy, unit.gun)
        skill = modified_skill(shot, fight.read_as)
        aimed: Aim = skill.detail
        odds = burst_odds(gun_of(shot), aimed.rolls).map(lambda one: burst_said(*one))

        def effect(roll: Roll) -> Happening:
            made, gun = to_hit(aimed, roll), gun_of(shot)
            rolled, dice = made.detail, gun.dice if made.value else 0
            hits = sum(roll(D6, int) for _ in range(dice))
            shown = (note(gun.hits_cite, f"{gun.dice}d6 hits: {hits}."),) if dice else ()
            marks = {"jammed": True} if rolled.jammed else {}
            done = "again" if rolled.jammed else self.after_shot
            after = fight.marked(self.name, "fire", **marks).become(replace(self, done=done))
            after = after.call(UnderCover(enemy.name)) if enemy.hidden else after
            after = after.call(Casualties(enemy.name, hits, most=seen)) if hits else after
            outcome = burst_said(hits, rolled.jammed)
            text = f"{self.name} fired a {what} at {enemy.name}: {outcome}."
            steps = (*why.steps, *skill.steps, *made.steps, *shown)
            return Happening(after, text, steps, outcome)

        mean = odds_mean(burst_odds(gun_of(shot), aimed.rolls))
        return Choice(words, says, effect, self.name, skill, mean, fast_odds=lambda: odds)

    def _at_cover(
        self, fight: Fight, enemy: Company, words: str, says: str, why: Answer[bool | Gap]
    ) -> Choice:
        """Return the fire of a gun at a unit entirely in cover: it hits nobody."""

        def effect(_: Roll) -> Happening:
            done = replace(self, done=self.after_shot)
            after = fight.become(done).call(UnderCover(enemy.name))
            step = note("cover-exposed", "A gun cannot hit figures in cover.")
            text = f"{self.name} fired at {enemy.name}, which is in cover."
            return Happening(after, text, (*why.steps, step), hits_said(0))

        return Choice(words, says, effect, self.name, why, hits_said(0))

    # -- melee, goal and end ----------------------------------------------------------------------

    def _fight(self, fight: Fight, enemy: Company) -> Choice:
        why = may_fight(fight, self.name, enemy.name, self.may(fight, "melee"))

        def effect(roll: Roll) -> Happening:
            result = scuffle(fight, self.name, enemy.name, roll)
            after = result.situation.become(replace(self, done="fought"))
            after = after.call(*melee_casualties(result, fight, self.name, enemy.name))
            return Happening(after, result.says, (*why.steps, *result.steps), result.outcome)

        words, says = f"fight {self.name} {enemy.name}", f"Fight {enemy.name}"
        odds = partial(scuffle_odds, fight, self.name, enemy.name)
        return offered(words, says, effect, self.name, why, odds=odds)

    def _takes(self, fight: Fight) -> Choice:
        side, what = fight.goal
        why = self.may(fight, "move") if self.done == "start" else self.may(fight, "melee")
        if self.obeyed:
            text = f"{self.name} has gone back in this turn; it is not where {what} is."
            why = Answer(False, (allow("goal-left", False, text),), text)
        elif self.done != "start" and not fight.owes(self.name):
            why = Answer(True, (note("turn", "It takes it at the end of its move."),))
        if fight.strip and why.value is True:
            why = self._is_at_goal(fight, why)
        text = "A battle may be about something; the players say when it is taken."
        if fight.strip:
            text = "A battle may be about something."

        def effect(_: Roll) -> Happening:
            says = f"{side} has {what}."
            steps = (note("ending", text),)
            won = fight.won(says, side)
            return Happening(won, f"{self.name} took {what}. {says}", steps, "won")

        words, says = f"take {self.name}", f"Take {what}"
        choice = offered(words, says, effect, self.name, why, "wins the battle")
        return replace(choice, supplied=choice.legal and not fight.strip)

    def _is_at_goal(self, fight: Fight, why: Answer[bool | Gap]) -> Answer[bool | Gap]:
        """Return whether it is at its side's goal, with more men there than the enemy."""
        side, what = fight.goal
        ours, theirs = fight.men_there(side), fight.men_there(fight.opponent_of(side))
        near = f"It is not within {inches(NEAR)} of {what}."
        more = f"{plural(ours, 'man', 'men')} of {side} there against {theirs}; it needs more."
        steps = (
            allow("strip", fight.is_there(fight.unit(self.name)), near),
            allow("last-turn", ours > theirs, more),
        )
        refusal = next((step.text for step in steps if step.op == "forbids"), "")
        every = (*why.steps, *steps)
        return Answer(True, every) if judge(every) else Answer(False, every, refusal)

    def _end(self, fight: Fight) -> Choice:
        def effect(_: Roll) -> Happening:
            step = note("turn", "The next card is drawn when the unit has done what it would.")
            rallied = {"result": ""} if fight.unit(self.name).rallied else {}
            after = fight.marked(self.name, "end").put(self.name, **rallied).back()
            return Happening(after, f"The turn of {self.name} ended.", (step,), "done")

        words, says = f"end {self.name}", f"End the turn of {self.name}"
        owes = fight.owes(self.name) and self.done == "start"
        text = "What its morale demands is its move, and comes before the end of its turn."
        step = allow("turn", not owes, text)
        if not judge((step,)):
            return refused(words, says, Answer(False, (step,), text), self.name)
        return Choice(words, says, effect, self.name, ends=True)


def burst_said(hits: int, jammed: bool) -> str:
    """Return what one burst or shell came to, in a few words."""
    return f"{hits_said(hits)}{', and the gun jams' if jammed else ''}"


def odds_mean(odds: Odds[Burst]) -> str:
    """Return the average hits of one burst or shell."""
    return hits_said(odds.map(lambda one: one[0]).mean, "on average")


# ------------------------------------------------------------------------------------------- starts

#: The fields of a unit in a start.
UNIT = ("side", "troops", "kind", "men", "fire", "melee", "gun", "hidden")


def _begun(data: StartData) -> Fight:
    units = tuple(
        Company(name, **{key: getattr(unit, key) for key in UNIT})
        for name, unit in data.units.items()
    )
    fight = Fight(units=units, edge=data.edge, goal=data.goal)
    return fight.call(DrawCard(fight.standing()), Agree(data.strip))


#: The situations by name.
START: Mapping[str, Fight] = MappingProxyType(
    {name: _begun(data) for name, data in starts().items()}
)
