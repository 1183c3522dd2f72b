"""An attack before its rolls: the odds of one combat, and of an assault after the bombardments of
both sides (17.1, 17.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.dice import Odds, certain
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent, plural
from .bombardment import FRIENDLY_FIRE, gas_acts, gas_odds
from .book import ZERO_HOUR, allow, as_printed, chance_clause, deciding, note, start
from .losses import COMBAT_READINGS, Force, Outcome, UnitSteps, last_step_steps, outcome
from .shells import bombardment_odds, german_shells, shell
from .table import (
    FRONT_LINE,
    TRENCHES,
    Choice,
    column,
    combat_odds,
    ground_name,
    loses_a_step,
    no_attack_steps,
    refused,
)

#: The highest strength that is offered; the counters, which print the strengths, are not in the
#: source.
MOST_STRENGTH = 30
#: Dice of the battery in the remedies; the source does not print the numbers on the artillery
#: tracks.
EXAMPLE_DICE = 3


# --------------------------------------------------------------------------------------- one combat


@dataclass(frozen=True)
class _Attack:
    """One attack before its roll, and what the defender does at D2 and D3."""

    terrain: str
    attack: int
    defence: int
    choice: Choice
    readings: Given

    @property
    def differential(self) -> int:
        return self.attack - self.defence

    @cached_property
    def odds(self) -> Odds[str]:
        return combat_odds(self.terrain, self.differential, self.readings)

    @cached_property
    def hurts(self) -> Fraction:
        """The number of rolls at which the defender loses a step."""
        return self.odds.chance(lambda result: loses_a_step(result, "defender", self.choice))

    def helps(self, other: _Attack) -> bool:
        """Return whether another attack, as printed, costs the defender a step more often."""
        return other.hurts > self.hurts and percent(other.hurts) != percent(self.hurts)


def combat(
    terrain: str, attack: int, defence: int, choice: Choice = "stand", readings: Given = None
) -> Answer[Odds[str]]:
    """Return the odds of each result of an attack; ``detail`` holds the `Column` of the table.

    >>> combat("trench", 8, 5).headline
    'At +3 against trench, odds of a lost step: defender 16.7%, attacker 83.3%.'
    """
    made = _Attack(terrain, attack, defence, choice, readings)
    by = as_printed(made.differential)
    where = column(terrain, made.differential, readings)
    first = f"{attack} against {defence} is a differential of {by}."
    steps = (note("table-differential", first), *where.steps)
    if where.value.number is None:
        # The least strength is read from the table; no search is needed.
        least = () if terrain == FRONT_LINE else _enough(made, where.value.line.lowest + defence)
        headline = refused(terrain, made.differential)
        return Answer(where.value.odds, steps, headline, tuple(least), where.value)
    lost, cost = made.hurts, made.odds.chance(lambda result: loses_a_step(result, "attacker"))
    hurts = capitalized(chance_clause("the defender", "loses a step", lost))
    standing = "standing" if choice == "stand" else "retreating"
    costs = capitalized(chance_clause("the attacker", "loses a step", cost))
    steps = (
        *steps,
        start("result-d2", lost, f"{hurts}, {standing} at D2 and D3."),
        note("attackers-stand", f"{costs}; attackers never retreat."),
    )
    against = f"At {by} against {ground_name(terrain)}, odds of a lost step"
    headline = f"{against}: defender {percent(lost)}, attacker {percent(cost)}."
    return Answer(made.odds, steps, headline, tuple(_remedies(made)), where.value)


def _enough(attack: _Attack, least: int) -> Iterator[Remedy]:
    if least <= MOST_STRENGTH:
        chance = percent(replace(attack, attack=least).hurts)
        text = f"A strength of {least} may attack: the defender loses a step {chance}."
        yield Remedy(text, "attack", least)


def _remedies(now: _Attack) -> Iterator[Remedy]:
    """Yield what a few more strength points, one battery or a breach would change.

    D2, D3 and De of a bombardment cost a step themselves (17.4), but not the last one of Germans in
    a trench (17.5); such a unit loses only its trench, and the combat then uses the other terrain
    of the hex. That terrain is not known here: the remedy assumes clear terrain and says so.
    """
    for more in range(1, MOST_STRENGTH - now.attack + 1):
        stronger = replace(now, attack=now.attack + more)
        if now.helps(stronger):
            points = "One more strength point" if more == 1 else f"{more} more strength points"
            yield Remedy(f"{points}: {percent(stronger.hurts)}.", "attack", stronger.attack)
            break
    in_trench = now.terrain in TRENCHES
    shelled = "trench" if in_trench else now.terrain
    hit = 1 - bombardment_odds(shelled, EXAMPLE_DICE, now.readings).p("•")
    in_all = percent(hit + (1 - hit) * now.hurts)
    shells = f"Three dice of shells first, say: {in_all} in all"
    if in_trench:
        clear = replace(now, terrain="clear")
        if now.helps(clear):
            text = f"The trench breached, on clear ground: {percent(clear.hurts)}."
            yield Remedy(text, "terrain", "clear")
        shells += f", {percent(hit * clear.hurts + (1 - hit) * now.hurts)} for a one-step unit"
    if in_all != percent(now.hurts):
        yield Remedy(f"{shells}.")


# -------------------------------------------------------------------------------------- with shells

#: The readings that bear on an assault with its shells.
ASSAULT_READINGS = (*COMBAT_READINGS, "shelled-trench")


@dataclass(frozen=True, slots=True)
class Assault:
    """One British attack: both forces, the ground, and the shells of either side.

    ``line`` is the line of the table for the combat and the British bombardment. For Germans
    ``in_trench`` a reading chooses between the trench line and ``broken_line``, which replaces
    ``line`` once the trench is breached. ``battery`` and ``counter_battery`` are dice, 0 for none;
    ``gas`` adds a British die where `gas_acts` allows it in this ``turn``. ``open_line`` is the
    terrain of the attacking hex that the German shells fall on; `german_shells` says whether they
    fall there, and on which line.
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
        return self.gas and gas_acts.value(self.battery, self.turn)


@dataclass(frozen=True, slots=True)
class Shelled:
    """Both sides after the shells and before the combat."""

    attackers: Force
    defenders: Force
    breached: bool = False


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
    """Return the stages of an assault in order, with the chance of an advance as headline; the
    detail is a `Resolved`.

    >>> attack = Assault(Force((2, 2), (2, 4)), Force((1,), (3,)), battery=3)
    >>> resolve(attack).value[1]
    "the attacker's bombardment, 3 dice"
    """
    stages, steps = ["the attacker places markers and names the units"], [*_markers()]
    falls = german_shells(assault.open_line, assault.readings)
    counters = assault.counter_battery and falls.value
    dice = plural(assault.battery, "die", "dice")
    if counters:
        stages.append("the defender places markers")
        steps.append(note("marker-order", "Then the defender places markers, one for each hex."))
    if assault.battery:
        gas = " and one for gas" if assault.with_gas else ""
        stages.append(f"the attacker's bombardment, {dice}{gas}")
        steps.append(note("bombardment-first", f"The attacker's bombardment: {dice}."))
    if assault.with_gas:
        adds = "Gas adds a die; any result but D2, D3 or De hits an adjacent friendly unit."
        steps.append(note("gas", adds))
    if counters:
        own = plural(assault.counter_battery, "die", "dice")
        stages.append(f"the defender's bombardment, {own}")
        also = "The defender's bombardment is also resolved before the combat."
        steps.append(note("bombardment-first", also))
    if assault.counter_battery:
        steps += falls.steps
    if assault.battery:
        nobody = "Where the shells leave nobody, the declared attackers may advance."
        steps.append(allow("bombardment-loss", True, nobody))
    stages.append("the combat, at the differential that is left")
    last = "The combat comes last, at the differential of the units that are left."
    under = "Reserves add no factors to it; here the defender has none under it."
    steps += [note("table-differential", last), note("reserve-combat", under)]
    steps += [*no_attack_steps(assault.line), *last_step_steps(assault.defenders)]
    steps += deciding(
        ASSAULT_READINGS,
        assault.readings,
        lambda read: outcome_odds(replace(assault, readings=read)),
    )
    resolved = Resolved(result_odds(assault), outcome_odds(assault))
    advance = chance_clause("the attackers can", "advance", resolved.advance)
    shells = assault.battery or assault.counter_battery
    first = "Shells first, then the combat" if shells else "Without shells"
    headline = f"{first}: {advance}."
    if assault.gas and not assault.with_gas:
        steps += gas_acts(assault.battery, assault.turn).steps
        headline = f"Gas has no effect; {advance}."
    return Answer(tuple(stages), tuple(steps), headline, detail=resolved)


def _markers() -> Iterator[Step]:
    first = "The attacker first places all markers, one for each combat"
    yield note("marker-order", f"{first}, and names the attacking units.")
    once = "Each marker may be used in either player's combat phase, once a game turn."
    yield note("markers", once)


def shelled_odds(assault: Assault) -> Odds[Shelled]:
    """Return the odds of both sides' states after both bombardments. Each bombardment hits one
    unit, the strongest.
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
        odds = gas_odds(ground, assault.battery, assault.readings, assault.in_trench)
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
    shelled = shell(result, UnitSteps(steps=units[front]), in_trench).value
    units[front] = shelled.steps
    defenders = replace(state.defenders, steps=tuple(units))
    return replace(state, defenders=defenders, breached=shelled.breached)


def _counter_battery(assault: Assault, state: Shelled) -> Odds[Shelled]:
    line = german_shells(assault.open_line, assault.readings).value
    if not assault.counter_battery or not line or not state.attackers.total_steps:
        return certain(state)
    odds = bombardment_odds(line, assault.counter_battery, assault.readings)
    hurt = replace(state, attackers=state.attackers.less())
    return odds.map(lambda result: state if result == "•" else hurt)


def result_odds(assault: Assault) -> Odds[str]:
    """Return the odds of the combat's result over all effects of the shells: "advance" if no
    defender is left.
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
    """Return the odds of the attack's outcome: the steps left on each side, and whether the
    defender's hex is free.

    >>> attack = Assault(Force((2, 2), (2, 4)), Force((1,), (3,)))
    >>> outcome_odds(attack).chance(lambda end: end.may_advance)
    Fraction(5, 6)
    """

    def fought(state: Shelled) -> Odds[Outcome]:
        def end(result: str) -> Outcome:
            sides = state.attackers, state.defenders
            if result == "advance":
                return Outcome(*sides)
            return outcome(result, *sides, assault.choice, readings=assault.readings)

        return _results(assault, state).map(end)

    return shelled_odds(assault).then(fought)
