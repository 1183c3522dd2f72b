"""Casualties and morale in a fight: whom hits put out of action, the rolls that follow, the
immediate effect of a result, and what a unit must still do at its next move.

The casualty cards are lost, so the players say whom they put out of action; a unit that loses its
leader rolls at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from landships_lab.core.answer import Gap, Step
from landships_lab.core.dice import D6, Odds, Roll, certain, sum_of
from landships_lab.core.speech import listed, plural
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.rules.book import CITES, GAPS, average, note, reads
from landships_lab.games.paychest.rules.fire import cover_test
from landships_lab.games.paychest.rules.morale import (
    TABLES,
    TWO_DICE,
    distance_step,
    first_roll,
    leader_lost,
    second_roll,
)
from landships_lab.games.paychest.rules.turn import LEADER, Unit, goes, owed_by
from landships_lab.play.turns import Choice, Happening, TurnStep, UnitStep
from .fight import Fight

#: The effects that the players may choose for a lost line, with the dice of the distance.
SUPPLIED = {"hold": 0, "fall-back": 2, "rout": 3}
#: The lab's effects for the lost lines if every second hit puts a man out: by the kind of troops,
#: like the line below it; and for a regular unit without its leader.
LOST_LINES = {"regular": "fall-back", "irregular": "rout"}
RALLIED, HOLDS, FIGURE_RETURNS = "rallied", "holds", "figure-returns"


def retreat(fight: Fight, name: str, dice: int, does: str, roll: Roll) -> Happening:
    """Return what happens when a unit falls back or routs by ``dice``, out of any contact."""
    return _gone_back(fight, name, sum(roll(D6, int) for _ in range(dice)), does)


def _gone_back(fight: Fight, name: str, far: int, does: str) -> Happening:
    unit = fight.unit(name)
    back = unit.back + max(0, far - unit.ahead)
    after = fight.apart(name).put(name, ahead=max(0, unit.ahead - far), back=back, hidden=0)
    verb = "fell back" if does == "fall back" else "routed"
    gone = " and left the field" if after.unit(name).gone else ""
    length = f"{far} inches" if fight.strip else str(far)
    outcome = f"{verb} {length}{gone}"
    return Happening(after, f"{name} {outcome}.", (distance_step(),), outcome)


def retreat_odds(fight: Fight, name: str, dice: int, does: str) -> Odds[str]:
    """Return the odds of the distance that a unit falls back or routs, in the words of
    `retreat`.
    """
    return sum_of(D6, dice).map(lambda far: _gone_back(fight, name, far, does).outcome)


def obey_odds(fight: Fight, name: str) -> Odds[str]:
    """Return the odds of the outcomes of `obey`."""
    owed = owed_by(fight.unit(name).in_turn("start"))
    assert owed is not None
    goes = retreat_odds(fight, name, owed.effect.dice, owed.effect.does)
    if not owed.effect.rally:
        return goes
    return TWO_DICE.then(lambda dice: certain(RALLIED) if dice >= TABLES.rally_at else goes)


def obeys(fight: Fight, name: str) -> str:
    """Return what its morale forces a unit to do at its move, in a few words."""
    owed = owed_by(fight.unit(name).in_turn("start"))
    assert owed is not None
    return f"{goes(owed)}, unless it rallies" if owed.effect.rally else goes(owed)


def follow(
    fight: Fight, name: str, effect: Effect | Gap | None, result: str, event: str, roll: Roll
) -> Happening:
    """Return what a unit does at once on this result of a morale roll, and record what it must do
    later.

    ``event`` is the cause of the roll. A lighter result does not cancel what it must do already.
    """
    if effect is None:
        return Happening(fight, "", (), "carries on")
    if isinstance(effect, Gap):
        return Happening(fight.call(LostLine(name, result)), "", (), "a lost line")
    if effect.figure_routs_on:
        return _figures_rout(fight, name, effect, event, roll)
    marks = {"result": result} if owed_by(Unit(kind=fight.unit(name).kind, result=result)) else {}
    after = fight.marked(name, event, **marks)
    if effect.does == "hold" or effect.when != "at once":
        stands = "" if after.unit(name).result in ("", result) else "What it owed before stands."
        return Happening(after, stands, (), effect.does)
    if result == LEADER:
        after = after.marked(name, event, routed=True)
    return retreat(after, name, effect.dice, effect.does, roll)


def _figures_rout(fight: Fight, name: str, effect: Effect, event: str, roll: Roll) -> Happening:
    """Return a unit that holds, without the men who rout individually."""
    unit = fight.unit(name)
    there = unit.men - unit.strays
    gone = sum(roll(D6, lambda die: die <= effect.figure_routs_on) for _ in range(there))
    far = [roll(D6, int) for _ in range(gone)]
    routs = plural(gone, "man routs", "men rout")
    if not gone:
        return Happening(fight.marked(name, event), "It holds, every man of it.", (), "holds")
    option = fight.options[FIGURE_RETURNS]
    if option == "never":
        led = unit.led and unit.men > gone
        after = fight.marked(name, event).put(name, men=unit.men - gone, led=led)
    else:
        after = fight.marked(name, event, strays=gone)
    text = f"It holds; {routs}, by {listed([str(one) for one in far])}."
    return Happening(after, text, (reads(FIGURE_RETURNS, option),), f"holds, {routs}")


def obey(fight: Fight, name: str, roll: Roll) -> Happening:
    """Return what its morale forces a unit to do at its move: it falls back, or tries to rally and
    routs further if that fails.
    """
    unit = fight.unit(name)
    owed = owed_by(unit.in_turn("start"))
    assert owed is not None
    effect = owed.effect
    steps: tuple[Step, ...] = ()
    if effect.rally:
        dice = roll(D6, int) + roll(D6, int)
        text = f"{TABLES.rally_at} or more on two dice rallies it; {dice} was rolled."
        steps = (note("second-irregular", text),)
        if dice >= TABLES.rally_at:
            after = fight.marked(name, "obey", rallied=True)
            return Happening(after, f"{name} rallied.", steps, RALLIED)
    marks = {"routed": True} if unit.result == LEADER else {}
    happening = retreat(fight.marked(name, "obey", **marks), name, effect.dice, effect.does, roll)
    back = happening.situation
    assert isinstance(back, Fight)  # `retreat` returns this game
    if effect.when == "next move":
        back = back.put(name, result="")
    return replace(happening, situation=back, steps=(*steps, *happening.steps))


@dataclass(frozen=True)
class MoraleChecks(TurnStep):
    """The units that took casualties in this turn roll, in the order their players like."""

    names: tuple[str, ...]

    def _standing(self, fight: Fight) -> tuple[str, ...]:
        return tuple(name for name in self.names if not fight.unit(name).gone)

    def side(self, situation: Fight) -> str:
        waiting = self._standing(situation)
        return situation.unit(waiting[0]).side if waiting else "Both"

    def prompt(self, situation: Fight) -> str:
        return f"Roll for the morale of {', '.join(self._standing(situation))}."

    def choices(self, situation: Fight) -> Iterator[Choice]:
        yield from (self._made(situation, name) for name in self._standing(situation))

    def _made(self, fight: Fight, name: str) -> Choice:
        unit = fight.unit(name)

        def effect(roll: Roll) -> Happening:
            rest = fight.become(replace(self, names=tuple(n for n in self.names if n != name)))
            dice = roll(D6, int) + roll(D6, int)
            first = first_roll(unit.hits, dice)
            if not first.value:
                return Happening(rest, f"{name} rolled {dice}: it holds.", first.steps, HOLDS)
            die = roll(D6, int)
            second = second_roll(unit.kind, die)
            then = follow(rest, name, second.value, str(die), "morale", roll)
            says = f"{name} rolled {dice}, then {die}. {second.headline} {then.says}".strip()
            return replace(
                then,
                says=says,
                steps=(*first.steps, *second.steps, *then.steps),
                outcome=second.headline,
            )

        def odds() -> Odds[str]:
            second = D6.map(lambda die: second_roll(unit.kind, die).headline)
            return TWO_DICE.then(
                lambda dice: second if first_roll(unit.hits, dice).value else certain(HOLDS)
            )

        says, hits = f"Roll for {name}", plural(unit.hits, "hit")
        return Choice(f"morale {name}", says, effect, name, None, hits, fast_odds=odds)

    def by_itself(self, situation: Fight) -> Happening | None:
        return None if self._standing(situation) else Happening(situation.back(), "")


@dataclass(frozen=True)
class LostLine(UnitStep):
    """The effect of a result whose line is lost, which the players choose."""

    name: str
    result: str

    def prompt(self, situation: Fight) -> str:
        asks = "" if situation.counted else f" What does {self.name} do?"
        return f"The text of this result is lost.{asks}"

    def choices(self, situation: Fight) -> Iterator[Choice]:
        ours = LOST_LINES[situation.unit(self.name).kind]
        yield from (
            self._made(situation, does)
            for does in SUPPLIED
            if does == ours or not situation.counted
        )

    def _made(self, fight: Fight, does: str) -> Choice:
        dice = SUPPLIED[does]
        plain = does.replace("-", " ")
        lost = f"second-{fight.unit(self.name).kind}-lost"
        cite = CITES["leader-regular-lost" if self.result == "leader" else lost]
        step = note(cite, f"The line is lost; the players say: {plain}.")
        if fight.counted:
            text = f"The line is lost; {fight.unit(self.name).kind} troops {plain} then."
            step = note("lost-line-rule", text)

        def effect(roll: Roll) -> Happening:
            if not dice:
                return Happening(fight.back(), f"{self.name} held.", (step,), HOLDS)
            happening = retreat(fight.back(), self.name, dice, plain, roll)
            return replace(happening, steps=(step, *happening.steps))

        says = {"hold": "It holds", "fall-back": "It falls back", "rout": "It routs"}[does]
        says = f"{says} {dice}d6" if dice else says

        def odds() -> Odds[str]:
            return retreat_odds(fight.back(), self.name, dice, plain) if dice else certain(HOLDS)

        words = f"lost {does}"
        return Choice(words, says, effect, self.name, supplied=not fight.counted, fast_odds=odds)

    def by_itself(self, situation: Fight) -> Happening | None:
        return Happening(situation.back(), "") if situation.unit(self.name).gone else None


@dataclass(frozen=True)
class UnderCover(UnitStep):
    """A gun has fired at a unit with men in cover. Their number and a die may make it roll for
    morale at once.
    """

    name: str

    def prompt(self, situation: Fight) -> str:
        hidden = situation.unit(self.name).hidden
        return f"Roll for {self.name}: {plural(hidden, 'man', 'men')} of it in cover."

    def choices(self, situation: Fight) -> Iterator[Choice]:
        unit = situation.unit(self.name)

        def effect(roll: Roll) -> Happening:
            rest, die = situation.back(), roll(D6, int)
            test = cover_test(unit.hidden, die)
            if not test.value:
                text = f"{self.name} rolled {die}: it holds."
                return Happening(rest, text, test.steps, HOLDS)
            second_die = roll(D6, int)
            second = second_roll(unit.kind, second_die)
            then = follow(rest, self.name, second.value, str(second_die), "cover", roll)
            says = f"{self.name} rolled {die}, then {second_die}. {second.headline} {then.says}"
            steps = (*test.steps, *second.steps, *then.steps)
            return replace(then, says=says.strip(), steps=steps, outcome=second.headline)

        def odds() -> Odds[str]:
            second = D6.map(lambda die: second_roll(unit.kind, die).headline)
            return D6.then(
                lambda die: second if cover_test.value(unit.hidden, die) else certain(HOLDS)
            )

        says = f"Roll for {self.name} under cover"
        yield Choice(f"cover {self.name}", says, effect, self.name, fast_odds=odds)

    def by_itself(self, situation: Fight) -> Happening | None:
        unit = situation.unit(self.name)
        return Happening(situation.back(), "") if unit.gone or not unit.hidden else None


# --------------------------------------------------------------------------------------- casualties


def hits_said(hits: int | Fraction, more: str = "") -> str:
    """Return a number of hits in words, an average to the nearest tenth."""
    number = plural(hits, "hit") if isinstance(hits, int) else average(hits, "hit")
    return f"{number} {more}".strip()


@dataclass(frozen=True)
class Casualties(UnitStep):
    """How many men these hits put out of action.

    ``aimed`` is the figure that a leader picked out, "man" or "leader"; "" for fire at a group. At
    most ``most`` men can be hit, if it is not 0: a gun does not hit men in cover, and a melee hits
    only those who touch.
    """

    name: str
    hits: int
    aimed: str = ""
    most: int = 0

    def prompt(self, situation: Fight) -> str:
        hits = f"{hits_said(self.hits).capitalize()} on {self.name}"
        if situation.counted:
            return f"{hits}: its leader is out of action."
        return f"{hits}: how many men are out of action?"

    def choices(self, situation: Fight) -> Iterator[Choice]:
        if situation.counted:
            out, leader = self._out(situation)
            yield self._choice(situation, out, leader=leader)
            return
        if self.aimed:
            yield self._choice(situation, 0, leader=False)
            yield self._choice(situation, 1, leader=self.aimed == "leader")
            return
        for out in range(self._most(situation) + 1):
            yield from self._made(situation, out)

    def _most(self, fight: Fight) -> int:
        men = fight.unit(self.name).men
        return min(self.hits, men, self.most or men)

    def _out(self, fight: Fight) -> tuple[int, bool]:
        """Return how many men are out under the rule of every second hit, and whether the leader is
        among them: if he was aimed at, or as the last man.
        """
        unit = fight.unit(self.name)
        before = unit.hits // 2
        out = min((unit.hits + self.hits) // 2 - before, self._most(fight))
        return out, bool(out) and unit.led and (self.aimed == "leader" or out == unit.men)

    def _made(self, fight: Fight, out: int) -> Iterator[Choice]:
        unit = fight.unit(self.name)
        if out == 0 or not unit.led or unit.men > out:
            yield self._choice(fight, out, leader=False)
        if out and unit.led:
            yield self._choice(fight, out, leader=True)

    def _choice(self, fight: Fight, out: int, *, leader: bool) -> Choice:
        unit, rolls = fight.unit(self.name), leader and fight.unit(self.name).men > out

        def effect(roll: Roll) -> Happening:
            lost = self._happening(fight, out, leader=leader)
            return _roll_for_leader(lost, self.name, roll) if rolls else lost

        words, says = f"out {out}{' leader' if leader else ''}", _out_says(out, leader=leader)
        odds = partial(_leader_odds, says, unit.kind) if rolls else None
        supplied = not fight.counted
        return Choice(words, says, effect, self.name, supplied=supplied, fast_odds=odds)

    def _happening(self, fight: Fight, out: int, *, leader: bool) -> Happening:
        """Return what happens when ``out`` men are out, before any roll for the loss of
        a leader.
        """
        unit, says = fight.unit(self.name), _out_says(out, leader=leader)
        step = note(
            GAPS["casualty-deck"].gap.cite,
            "What a casualty card does is lost in print: the players say it.",
        )
        if fight.counted:
            text = f"Every second hit of a turn puts a man out: {hits_said(unit.hits)} before this."
            step = note("every-second-hit", text)
        lost: dict[str, Any] = {"led": False} if leader else {}
        after = fight.back().marked(self.name, "out", hits=self.hits, **lost)
        after = after.put(self.name, men=unit.men - out, acting=unit.acting and not leader)
        return Happening(after, f"{self.name}: {says[0].lower()}{says[1:]}.", (step,), says)

    def by_itself(self, situation: Fight) -> Happening | None:
        if situation.unit(self.name).gone:
            step = note("casualties", "Hits on a unit that is gone hurt nobody.")
            return Happening(situation.back(), "", (step,))
        if not situation.counted:
            return None
        out, leader = self._out(situation)
        if leader and situation.unit(self.name).men > out:
            return None  # a die is thrown for its leader
        return self._happening(situation, out, leader=leader)


def _out_says(out: int, *, leader: bool) -> str:
    who = f"{plural(out, 'man', 'men')} out of action".capitalize() if out else "Nobody is out"
    return f"{who}, the leader{' among them' if out > 1 else ''}" if leader else who


def _leader_odds(says: str, kind: str) -> Odds[str]:
    """Return the odds of the outcomes after the loss of a leader, in the words of the event."""
    return TWO_DICE.map(lambda dice: f"{says}; {leader_lost(kind, dice).headline}")


def _roll_for_leader(happening: Happening, name: str, roll: Roll) -> Happening:
    """Return what happened, with the roll of a unit that has lost its leader (line 9)."""
    fight: Fight = happening.situation  # type: ignore[assignment]  # it is of this game
    dice = roll(D6, int) + roll(D6, int)
    lost = leader_lost(fight.unit(name).kind, dice)
    then = follow(fight, name, lost.value, LEADER, "out", roll)
    return replace(
        then,
        says=f"{happening.says} {lost.headline} {then.says}".strip(),
        steps=(*happening.steps, *lost.steps, *then.steps),
        outcome=f"{happening.outcome}; {lost.headline}",
    )
