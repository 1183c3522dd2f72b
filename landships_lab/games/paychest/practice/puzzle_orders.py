"""A puzzle about a turn of Paychest: find the unit that may do just this."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import listed
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.panels.turn import MayAct
from landships_lab.games.paychest.practice.words import as_read
from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.games.paychest.rules.morale import KINDS, second_roll
from landships_lab.games.paychest.rules.turn import DONE, RETREAT, Unit, may_act
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on

#: What a unit may do, in words.
_MAY = {"move": "move freely", "fire": "fire", "melee": "fight"}
#: At most one state in so many may solve it.
_RARE = 20


@lru_cache(maxsize=2048)
def _verdict(act: str, unit: Unit) -> Answer[bool | Gap]:
    """Return whether it may, under the default readings, which a puzzle keeps."""
    return may_act(act, unit)


def _may(act: str, wanted: bool) -> Callable[[MayAct], Held]:
    def judge(state: MayAct) -> Held:
        answer = _verdict(act, state.unit)
        return Held(answer.value is wanted, answer.headline)

    return judge


def _made(does: str) -> Callable[[MayAct], Held]:
    def judge(state: MayAct) -> Held:
        if state.result not in map(str, D6.outcomes):
            return Held(False, "It has made no second roll.")
        found = second_roll(state.kind, int(state.result))
        effect = found.value
        return Held(isinstance(effect, Effect) and effect.does == does, found.headline)

    return judge


@dataclass(frozen=True, slots=True)
class Orders:
    """A kind of troops with its shots, of which the rest is to be found."""

    troops: str
    kind: str

    def reach(self, start: MayAct) -> Iterator[MayAct]:
        """Yield all that such a unit can have done and rolled."""
        results = ("", *map(str, D6.outcomes))
        done = [key for key in DONE if key != "again" or self.troops == "legionnaires"]
        for did, met, result in product(done, (False, True), results):
            state = replace(start, done=did, met=met, result=result, rallied=False)
            yield state
            if (self.kind, result) == ("irregular", "2"):
                yield replace(state, rallied=True)


def _read(does: str) -> str:
    """Return the reading that a puzzle about a unit in retreat takes."""
    if does == "hold":
        return ""
    return as_read(RETREAT, READINGS[RETREAT].default)


def draft_orders(dice: random.Random) -> Task | None:
    """Return a unit to be found: what it may do now, and what its second roll made of it."""
    troops = dice.choice(("legionnaires", "arabs"))
    orders = Orders(troops, "regular" if troops == "legionnaires" else "irregular")
    fresh = MayAct.parse(f"paychest:turn about unit wants melee troops {troops} kind {orders.kind}")
    assert isinstance(fresh, MayAct)
    states = list(orders.reach(fresh))
    model = dice.choice([state for state in states if state.result not in ("", "1")])
    effect = second_roll(model.kind, int(model.result)).value
    if not isinstance(effect, Effect):
        return None
    may = {act: _verdict(act, model.unit).value is True for act in _MAY}
    conditions = [
        Condition(f"It may {'' if allowed else 'not '}{_MAY[act]} now.", _may(act, allowed))
        for act, allowed in may.items()
    ]
    conditions.append(Condition(f"Its second roll made it {effect.does}.", _made(effect.does)))
    start = dice.choice(states)
    good = [state for state in states if all(one.judge(state).true for one in conditions)]
    near = [
        state
        for state in states
        if state.result and sum(one.judge(state).true for one in conditions) == len(conditions) - 1
    ]
    if not any(may.values()) or len(good) * _RARE > len(states) or not near:
        return None
    tempting = dice.choice(near)
    missing = next(held for held in (c.judge(tempting) for c in conditions) if not held.true)
    who = "legionnaires" if troops == "legionnaires" else "Arabs"
    wishes = [f"may {'' if allowed else 'not '}{_MAY[act]}" for act, allowed in may.items()]
    return hands_on(
        f"The card of a unit of {who} ({KINDS[orders.kind]}) is drawn. Its last roll on the second"
        f" morale table made it {effect.does}, and now it {listed(wishes)}. Set what it has done"
        f" and rolled. {_read(effect.does)}".rstrip(),
        start.text(),
        Free(
            "Set what it has done, the enemy's touch and the morale result.",
            ("done", "met", "result", "rallied"),
            ("done", "met", "result", "rally"),
            orders.reach,
        ),
        tuple(conditions),
        "A unit moves, then fires, then fights, each step once (line 3); what a second roll leaves"
        " for its next move is that move (lines 8-9).",
        tempting.text(),
        f"All but one thing is so: {missing.missing[0].lower()}{missing.missing[1:]}",
    )
