"""An attack that both sides' bombardments precede: its order, and the odds of the whole as one
chain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, certain
from landships_lab.core.speech import capitalized, plural
from .book import CITES, deciding, happens
from .forces import Force, last_step_steps
from .gas import FRIENDLY_FIRE, ZERO_HOUR, gas_acts, gas_odds
from .losses import COMBAT_READINGS, Choice, Outcome, outcome
from .shells import bombardment_odds, german_shells, shell
from .table import FRONT_LINE, combat_odds, no_attack_steps

#: The readings that bear on an attack with its shells.
ASSAULT_READINGS = (*COMBAT_READINGS, "shelled-trench")


@dataclass(frozen=True, slots=True)
class Assault:
    """One British attack: both forces, the ground, and the shells of either side.

    ``line`` is the line of the table the combat uses, and that of the British bombardment too, but
    for Germans ``in_trench``, for whom a reading chooses between the trench line and
    ``broken_line``, which replaces ``line`` once the trench is breached. ``battery`` and
    ``counter_battery`` are dice, 0 for none; ``gas`` adds a British die where `gas_acts` allows it
    in this ``turn``. ``open_line`` is the terrain of the attacking hex that the German shells fall
    on; `german_shells` says whether and on which line they fall there.
    """

    attackers: Force
    defenders: Force
    line: str = "clear"
    broken_line: str = "clear"
    in_trench: bool = False
    battery: int = 0
    gas: bool = False
    turn: int = ZERO_HOUR
    counter_battery: int = 0
    open_line: str = FRONT_LINE
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def with_gas(self) -> bool:
        """Whether a die of gas is thrown."""
        return self.gas and gas_acts(self.battery, self.turn).value


@dataclass(frozen=True, slots=True)
class Shelled:
    """The state of both sides after the shells and before the combat."""

    attackers: Force
    defenders: Force
    breached: bool = False


def order(assault: Assault) -> Answer[tuple[str, ...]]:
    """Return the stages of an assault in order, and the rules behind them.

    Source: 17.1 (lines 237-243), 17.4 (line 265), 17.6 (line 279), 14.2 (line 172).

    >>> order(Assault(Force((2,), (3, 5)), Force((1,), (4,)), battery=3)).value[1]
    "the attacker's bombardment, 3 dice"
    """
    stages = ["the attacker places markers and names the units"]
    steps = [
        Step(
            "The attacker first places all markers, one for each combat, and names the attacking"
            " units.",
            CITES["marker-order"],
        )
    ]
    steps.append(
        Step(
            "Each marker may be used in either player's combat phase, once a game turn.",
            CITES["markers"],
        )
    )
    falls = german_shells(assault.open_line, assault.readings)
    if assault.counter_battery and falls.value:
        stages.append("the defender places markers")
        steps.append(
            Step("Then the defender places markers, one for each hex.", CITES["marker-order"])
        )
    if assault.battery:
        dice = plural(assault.battery, "die", "dice")
        stages.append(
            f"the attacker's bombardment, {dice}{' and one for gas' if assault.with_gas else ''}"
        )
        steps.append(Step(f"The attacker's bombardment: {dice}.", CITES["bombardment-first"]))
    if assault.with_gas:
        steps.append(
            Step(
                "Gas adds a die; any result but D2, D3 or De hits an adjacent friendly unit.",
                CITES["gas"],
            )
        )
    if assault.counter_battery and falls.value:
        stages.append(
            f"the defender's bombardment, {plural(assault.counter_battery, 'die', 'dice')}"
        )
        steps.append(
            Step(
                "The defender's bombardment is also resolved before the combat.",
                CITES["bombardment-first"],
            )
        )
    if assault.counter_battery:
        steps.extend(falls.steps)
    if assault.battery:
        steps.append(
            Step(
                "Where the shells leave nobody, the declared attackers may advance.",
                CITES["bombardment-loss"],
                "allows",
            )
        )
    stages.append("the combat, at the differential that is left")
    steps.append(
        Step(
            "The combat comes last, at the differential of the units that are left.",
            CITES["table-differential"],
        )
    )
    steps.append(
        Step(
            "Reserves add no factors to it; here the defender has none under it.",
            CITES["reserve-combat"],
        )
    )
    steps += [*no_attack_steps(assault.line), *last_step_steps(assault.defenders)]
    return Answer(tuple(stages), tuple(steps), capitalized("; then ".join(stages)) + ".")


@dataclass(frozen=True, slots=True)
class Resolved:
    """The odds of the combat's result, and of the outcome of the whole attack."""

    results: Odds[str]
    ends: Odds[Outcome]

    @property
    def advance(self) -> Fraction:
        """The chance that the attackers may advance."""
        return self.ends.chance(lambda end: end.may_advance)


def resolve(assault: Assault) -> Answer[tuple[str, ...]]:
    """Return the stages of an assault, with the chance of an advance as headline.

    ``detail`` holds its odds as `Resolved`.

    >>> resolve(Assault(Force((2, 2), (2, 4)), Force((1,), (3,)))).headline
    'Without shells: the attackers can advance 83.3% of the time.'
    """
    stages, found = order(assault), Resolved(result_odds(assault), outcome_odds(assault))
    read = deciding(
        ASSAULT_READINGS,
        assault.readings,
        lambda options: outcome_odds(replace(assault, readings=options)),
    )
    stages = replace(stages, steps=(*stages.steps, *read))
    advance = happens("the attackers can", "advance", found.advance)
    first = (
        "Shells first, then the combat: "
        if assault.battery or assault.counter_battery
        else "Without shells: "
    )
    if not assault.gas or assault.with_gas:
        return replace(stages, headline=f"{first}{advance}.", detail=found)
    steps = (*stages.steps, *gas_acts(assault.battery, assault.turn).steps)
    return replace(stages, steps=steps, headline=f"Gas has no effect; {advance}.", detail=found)


def shelled_odds(assault: Assault) -> Odds[Shelled]:
    """Return the odds of both sides' states after both bombardments.

    Each bombardment hits one unit, the strongest.
    """
    start = certain(Shelled(assault.attackers, assault.defenders))
    return start.then(lambda state: _battery(assault, state)).then(
        lambda state: _counter_battery(assault, state)
    )


def _battery(assault: Assault, state: Shelled) -> Odds[Shelled]:
    if not assault.battery:
        return certain(state)
    ground = assault.broken_line if assault.in_trench else assault.line
    if assault.with_gas:
        odds = gas_odds(ground, assault.battery, True, assault.readings, assault.in_trench)
    else:
        odds = bombardment_odds(ground, assault.battery, assault.readings, assault.in_trench)

    def falls(result: str) -> Shelled:
        if result == FRIENDLY_FIRE:
            return replace(state, attackers=state.attackers.less())
        return _hit(state, result, assault.in_trench)

    return odds.map(falls)


def _hit(state: Shelled, result: str, in_trench: bool) -> Shelled:
    """Return the state after one result on the defenders' front line unit, the first with steps
    left.
    """
    units = list(state.defenders.steps)
    front = next((n for n, steps in enumerate(units) if steps), None)
    if front is None:
        return state
    left = shell(result, units[front], in_trench).value
    units[front] = left.steps
    return replace(
        state, defenders=replace(state.defenders, steps=tuple(units)), breached=left.breached
    )


def _counter_battery(assault: Assault, state: Shelled) -> Odds[Shelled]:
    line = german_shells(assault.open_line, assault.readings).value
    if not assault.counter_battery or not line or not state.attackers.total_steps:
        return certain(state)
    odds = bombardment_odds(line, assault.counter_battery, assault.readings)
    return odds.map(
        lambda result: state if result == "•" else replace(state, attackers=state.attackers.less())
    )


def result_odds(assault: Assault) -> Odds[str]:
    """Return the odds of the combat's result over every fall of the shells:

    "advance" where no defender is left.
    """
    return shelled_odds(assault).then(lambda state: _results(assault, state))


def _results(assault: Assault, state: Shelled) -> Odds[str]:
    if not state.defenders.total_steps:
        return certain("advance")
    if not state.attackers.total_steps:
        return certain("no attack")
    line = assault.broken_line if state.breached else assault.line
    return combat_odds(line, state.attackers.strength - state.defenders.strength, assault.readings)


def outcome_odds(assault: Assault) -> Odds[Outcome]:
    """Return the odds of the attack's outcome: the steps left to either side, and whether the
    defender's hex is free.

    >>> attack = Assault(Force((2, 2), (2, 4)), Force((1,), (3,)))
    >>> outcome_odds(attack).chance(lambda end: end.may_advance)
    Fraction(5, 6)
    """

    def fought(state: Shelled) -> Odds[Outcome]:
        def end(result: str) -> Outcome:
            if result == "advance":
                return Outcome(state.attackers, state.defenders)
            return outcome(
                result, state.attackers, state.defenders, assault.choice, readings=assault.readings
            )

        return _results(assault, state).map(end)

    return shelled_odds(assault).then(fought)
