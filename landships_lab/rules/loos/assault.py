"""An attack with both sides' bombardments first: the order of things, and the odds of the whole as one chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, certain
from landships_lab.rules.loos.bombard import FRIENDLY_FIRE, bombardment_odds, gas_odds, german_shells, shell
from landships_lab.rules.loos.book import CITES, counted
from landships_lab.rules.loos.forces import Force
from landships_lab.rules.loos.losses import Choice, Outcome, after_combat
from landships_lab.rules.loos.table import combat_odds
from landships_lab.rules.loos.terrain import FRONT_LINE


@dataclass(frozen=True, slots=True)
class Assault:
    """One attack of the British to be resolved: both forces, the ground, and the shells of either side.

    ``line`` is the line of the table the combat uses, and that of the British bombardment too, but for Germans ``in_trench``, who
    are shelled on the trench line; ``broken_line`` takes the place of ``line`` once the trench is breached. ``battery`` and
    ``counter_battery`` are dice, 0 for none. ``open_line`` is where the attacking hex that the German shells fall on lies: the
    British front line, or other terrain; `german_shells` says on which line they fall there, if any may.
    """

    attackers: Force
    defenders: Force
    line: str = "clear"
    broken_line: str = "clear"
    in_trench: bool = False
    battery: int = 0
    gas: bool = False
    counter_battery: int = 0
    open_line: str = FRONT_LINE
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Shelled:
    """Where both sides stand when the shells have fallen and the combat is to come."""

    attackers: Force
    defenders: Force
    breached: bool = False


def order(assault: Assault) -> Answer[tuple[str, ...]]:
    """In which order is it resolved, and by which rules?

    Source: 17.1 (lines 237-243), 17.4 (line 265), 17.6 (line 279), 14.2 (line 172).

    >>> order(Assault(Force((2,), (3, 5)), Force((1,), (4,)), battery=3)).value[1]
    "the attacker's bombardment, 3 dice"
    """
    stages = ["the attacker places a marker on each hex to be shelled and names the attacking units"]
    steps = [Step("The attacker places all markers first, one for a combat, and names who attacks.", CITES["marker-order"])]
    falls = german_shells(assault.open_line, assault.readings)
    if assault.counter_battery and falls.value:
        stages.append("the defender places markers")
        steps.append(Step("Then the defender places markers, one for a hex.", CITES["marker-order"]))
    if assault.battery:
        dice = counted(assault.battery, "die", "dice")
        stages.append(f"the attacker's bombardment, {dice}{' and one for gas' if assault.gas else ''}")
        steps.append(Step(f"The attacker's bombardment: {dice}.", CITES["bombardment-first"]))
    if assault.gas and assault.battery:
        steps.append(Step("Gas adds a die; anything but D2, D3 and De falls on an adjacent friendly unit.", CITES["gas"]))
    if assault.counter_battery and falls.value:
        stages.append(f"the defender's bombardment, {counted(assault.counter_battery, 'die', 'dice')}")
        steps.append(Step("The defender's bombardment, before the combat too.", CITES["bombardment-first"]))
    if assault.counter_battery:
        steps.extend(falls.steps)
    stages.append("the combat, at the differential that is left")
    steps.append(Step("Last the combat, at the differential of what is left.", CITES["table-differential"]))
    return Answer(tuple(stages), tuple(steps), "; then ".join(stages) + ".")


def shelled_odds(assault: Assault) -> Odds[Shelled]:
    """How likely is each state of both sides after both bombardments? Each falls on one unit, the strongest."""
    start = certain(Shelled(assault.attackers, assault.defenders))
    return start.then(lambda state: _battery(assault, state)).then(lambda state: _counter_battery(assault, state))


def _battery(assault: Assault, state: Shelled) -> Odds[Shelled]:
    if not assault.battery:
        return certain(state)
    line = "trench" if assault.in_trench else assault.line
    odds = gas_odds if assault.gas else bombardment_odds

    def falls(result: str) -> Shelled:
        if result == FRIENDLY_FIRE:
            return replace(state, attackers=state.attackers.less())
        return _hit(state, result, assault.in_trench)

    return odds(line, assault.battery, readings=assault.readings).map(falls)


def _hit(state: Shelled, result: str, in_trench: bool) -> Shelled:
    """The front line unit of the defenders, which is the first with steps left, under one result."""
    units = list(state.defenders.steps)
    front = next((n for n, steps in enumerate(units) if steps), None)
    if front is None:
        return state
    left = shell(result, units[front], in_trench).value
    units[front] = left.steps
    return replace(state, defenders=replace(state.defenders, steps=tuple(units)), breached=left.breached)


def _counter_battery(assault: Assault, state: Shelled) -> Odds[Shelled]:
    line = german_shells(assault.open_line, assault.readings).value
    if not assault.counter_battery or not line or not state.attackers.total_steps:
        return certain(state)
    odds = bombardment_odds(line, assault.counter_battery, assault.readings)
    return odds.map(lambda result: state if result == "•" else replace(state, attackers=state.attackers.less()))


def result_odds(assault: Assault) -> Odds[str]:
    """How likely is each result of the combat, over every way the shells may fall? "advance" where no defender is left."""
    return shelled_odds(assault).then(lambda state: _results(assault, state))


def _results(assault: Assault, state: Shelled) -> Odds[str]:
    if not state.defenders.total_steps:
        return certain("advance")
    if not state.attackers.total_steps:
        return certain("no attack")
    line = assault.broken_line if state.breached else assault.line
    return combat_odds(line, state.attackers.strength - state.defenders.strength, assault.readings)


def outcome_odds(assault: Assault) -> Odds[Outcome]:
    """How likely is each end of the attack: the steps left to either side, and whether the defender's hex is free?

    >>> attack = Assault(Force((2, 2), (2, 4)), Force((1,), (3,)))
    >>> outcome_odds(attack).chance(lambda end: end.may_advance)
    Fraction(5, 6)
    """

    def fought(state: Shelled) -> Odds[Outcome]:
        def end(result: str) -> Outcome:
            if result == "advance":
                return Outcome(state.attackers, state.defenders)
            return after_combat(result, state.attackers, state.defenders, assault.choice, readings=assault.readings).value

        return _results(assault, state).map(end)

    return shelled_odds(assault).then(fought)
