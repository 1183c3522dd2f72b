"""Mobile combat: reserves that moved attack one at a time, without shells, all declared before the
first (18.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, certain
from landships_lab.core.speech import capitalized, percent, plural
from .book import CITES, as_printed, deciding, happens
from .forces import Force, factors_step, last_step_steps
from .losses import COMBAT_READINGS, Choice, outcome
from .reserves import MOVE_ODDS
from .table import combat_odds, no_attack_steps

#: Hexes next to one defender, and so the most units that can attack it one after another.
MOST_ATTACKERS = 6


@dataclass(frozen=True, slots=True)
class MobileAttack:
    """Reserve units that move to attack one defender in the mobile combat phase.

    ``reserves`` are like units, each of which needs ``points`` of movement to get next to the
    ``defender``, one unit. The reader supplies combat factors and movement costs, which are not in
    the source.
    """

    reserves: Force
    defender: Force
    line: str = "clear"
    points: int = 1
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        whole("The number of attacking units", len(self.reserves.steps), 1, MOST_ATTACKERS)
        if len(self.defender.steps) != 1:
            raise ValueError(f"One unit defends in mobile combat, not {len(self.defender.steps)}.")
        object.__setattr__(
            self, "points", whole("The movement points to the defender", self.points, 1, 9)
        )


@dataclass(frozen=True, slots=True)
class MobileEnd:
    """The end: the steps of every attacker that arrived, those of the defender, and which attack
    freed the hex (0: none).
    """

    attackers: tuple[int, ...]
    defender: int
    freed_by: int = 0

    @property
    def may_advance(self) -> bool:
        """Whether a unit may move in: the hex is free, and one that attacked or was yet to attack
        is alive.
        """
        return self.freed_by > 0 and any(self.attackers)


def arrivals(attack: MobileAttack) -> Odds[int]:
    """Return the odds of the number of reserves that get next to the defender, each by its own half
    a die.

    >>> arrivals(MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,)), points=3)).p(2)
    Fraction(1, 9)
    """
    there = MOVE_ODDS.map(lambda points: int(points >= attack.points))
    odds = certain(0)
    for _ in attack.reserves.steps:
        odds = odds.then(lambda before: there.map(lambda one: before + one))
    return odds


def mobile_odds(attack: MobileAttack) -> Odds[MobileEnd]:
    """Return the odds of each end of a mobile combat, over every way the reserves may arrive.

    >>> alone = MobileAttack(Force((2,), (2, 4)), Force((1,), (3,)))
    >>> mobile_odds(alone).chance(lambda end: end.may_advance)
    Fraction(1, 2)
    """

    def fought(there: int) -> Odds[MobileEnd]:
        odds = certain(MobileEnd(attack.reserves.steps[:there], attack.defender.total_steps))
        for turn in range(there):
            odds = odds.then(partial(one_attack, attack, turn))
        return odds

    return arrivals(attack).then(fought)


def one_attack(attack: MobileAttack, turn: int, before: MobileEnd) -> Odds[MobileEnd]:
    """Return the odds after the unit whose turn it is attacks alone.

    Where the hex is free it does not attack.
    """
    if before.freed_by:
        return certain(before)
    alone = replace(attack.reserves, steps=(before.attackers[turn],))
    defender = replace(attack.defender, steps=(before.defender,))

    def end(result: str) -> MobileEnd:
        after = outcome(result, alone, defender, attack.choice, readings=attack.readings)
        steps = (*before.attackers[:turn], *after.attackers.steps, *before.attackers[turn + 1 :])
        return MobileEnd(steps, after.defenders.total_steps, turn + 1 if after.vacated else 0)

    return combat_odds(attack.line, alone.strength - defender.strength, attack.readings).map(end)


def mobile_combat(attack: MobileAttack) -> Answer[Odds[MobileEnd]]:
    """Return the odds of each end when reserves attack one at a time, and the rules behind them.

    The step that forbids adding strengths names the sum. Source: 18.4 (lines 304-313).

    >>> mobile_combat(MobileAttack(Force((2,), (2, 4)), Force((1,), (3,)))).headline
    'One reserve unit, attacking alone: the hex is freed 50% of the time.'
    """
    odds, there = mobile_odds(attack), arrivals(attack)
    units, strength = len(attack.reserves.steps), attack.reserves.strength
    alone = replace(attack.reserves, steps=attack.reserves.steps[:1]).strength
    steps = [
        _who_attacks(there),
        Step(
            f"The way costs {plural(attack.points, 'movement point')}; half a die, rounded up,"
            " gives 1, 2 or 3.",
            CITES["mobile-move"],
        ),
        Step(_arrive(units, there), CITES["mobile-move"]),
        Step("Neither side has shells.", CITES["mobile-combat"]),
        factors_step(attack.reserves, attack.defender),
        Step(
            f"Each attacks alone, the first at {as_printed(alone - attack.defender.strength)}.",
            CITES["mobile-combat"],
        ),
    ]
    if units > 1:
        text = (
            "Their strengths may not be added; together they would attack at"
            f" {as_printed(strength - attack.defender.strength)}."
        )
        steps.append(Step(text, CITES["mobile-combat"], "forbids"))
        steps += [
            Step("Each may attack the same defender in turn.", CITES["mobile-combat"]),
            Step("All attacks are declared before the first.", CITES["mobile-combat"]),
            Step("Once the hex is free, units yet to attack may advance.", CITES["mobile-combat"]),
        ]
    steps.append(
        Step(
            "The defender has no reserve under it here; one would become the front line.",
            CITES["reserve-combat"],
        )
    )
    steps += [*no_attack_steps(attack.line), *last_step_steps(attack.defender)]
    steps += deciding(
        COMBAT_READINGS,
        attack.readings,
        lambda options: mobile_odds(replace(attack, readings=options)),
    )
    who = (
        "One reserve unit, attacking alone"
        if units == 1
        else f"{units} reserve units, one after another"
    )
    return Answer(
        odds,
        tuple(steps),
        f"{who}: {happens('the hex is', 'freed', _freed(odds))}.",
        tuple(_remedies(attack)),
    )


def _who_attacks(there: Odds[int]) -> Step:
    if there.p(0) == 1:
        text = "Reserves that did not move up may not attack."
        return Step(text, CITES["mobile-combat"], "forbids")
    text = "Reserves that moved in the mobile movement phase may attack."
    return Step(text, CITES["mobile-combat"], "allows")


def _arrive(units: int, there: Odds[int]) -> str:
    """Return a sentence on how many of the units arrive."""
    none, every = there.p(0), there.p(units)
    if none in (0, 1):
        return "Every unit arrives for certain." if every else "No unit can arrive."
    if units == 1:
        return f"{capitalized(happens('the unit', 'arrives', every))}."
    return f"No unit arrives {percent(none)} of the time, every unit {percent(every)}."


def _freed(odds: Odds[MobileEnd]) -> Fraction:
    return odds.chance(lambda end: end.freed_by)


def _remedies(attack: MobileAttack) -> Iterator[Remedy]:
    """Yield what one more unit of two steps, or one point less to go, would change."""
    units, now = len(attack.reserves.steps), _freed(mobile_odds(attack))
    if units < MOST_ATTACKERS:
        more = _freed(
            mobile_odds(
                replace(
                    attack, reserves=replace(attack.reserves, steps=(*attack.reserves.steps, 2))
                )
            )
        )
        if percent(more) != percent(now):
            yield Remedy(f"One more reserve unit: {percent(more)}.", "units", units + 1)
    if attack.points > 1:
        nearer = _freed(mobile_odds(replace(attack, points=attack.points - 1)))
        if percent(nearer) != percent(now):
            yield Remedy(f"One point less to go: {percent(nearer)}.", "points", attack.points - 1)
