"""Mobile combat: reserves that moved attack one at a time, without shells, all of them declared before the first (18.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, certain
from landships_lab.rules.loos.book import CITES, counted, percent, supplied, whole
from landships_lab.rules.loos.forces import Force
from landships_lab.rules.loos.losses import Choice, after_combat
from landships_lab.rules.loos.reserves import MOVE_ODDS
from landships_lab.rules.loos.table import combat_odds

#: Hexes next to one defender, and so the most units that can attack it one after another.
MOST_ATTACKERS = 6


@dataclass(frozen=True, slots=True)
class MobileAttack:
    """Reserve units on their way to attack one defender in the mobile combat phase.

    ``reserves`` are like units, each of which needs ``points`` of movement to get next to the ``defender``, one unit. Combat
    factors and movement costs are the reader's own: they are not in the source.
    """

    reserves: Force
    defender: Force
    line: str = "clear"
    points: int = 1
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        whole("a number of attacking units", len(self.reserves.steps), 1, MOST_ATTACKERS)
        whole("a number of defending units", len(self.defender.steps), 1, 1)
        whole("the movement points to the defender", self.points, 1, 9)


@dataclass(frozen=True, slots=True)
class MobileEnd:
    """How it ended: the steps of every attacker that got there, those of the defender, and which attack freed the hex (0: none)."""

    attackers: tuple[int, ...]
    defender: int
    freed_by: int = 0

    @property
    def may_advance(self) -> bool:
        """May someone move in: is the hex free, and is one of those who attacked or were yet to attack alive?"""
        return self.freed_by > 0 and any(self.attackers)


def arrivals(attack: MobileAttack) -> Odds[int]:
    """How likely is each number of reserves to get next to the defender, each by its own half a die?

    >>> arrivals(MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,)), points=3)).p(2)
    Fraction(1, 9)
    """
    there = MOVE_ODDS.map(lambda points: int(points >= attack.points))
    odds = certain(0)
    for _ in attack.reserves.steps:
        odds = odds.then(lambda before: there.map(lambda one: before + one))
    return odds


def mobile_odds(attack: MobileAttack) -> Odds[MobileEnd]:
    """How likely is each end of a mobile combat, over every way the reserves may get there?

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
    """What follows when the unit whose turn it is attacks alone? Nothing where the hex is free already: it may advance instead."""
    if before.freed_by:
        return certain(before)
    alone = replace(attack.reserves, steps=(before.attackers[turn],))
    defender = replace(attack.defender, steps=(before.defender,))

    def end(result: str) -> MobileEnd:
        after = after_combat(result, alone, defender, attack.choice, readings=attack.readings).value
        steps = (*before.attackers[:turn], *after.attackers.steps, *before.attackers[turn + 1 :])
        return MobileEnd(steps, after.defenders.total_steps, turn + 1 if after.vacated else 0)

    return combat_odds(attack.line, alone.strength - defender.strength, attack.readings).map(end)


def mobile_combat(attack: MobileAttack) -> Answer[Odds[MobileEnd]]:
    """How likely is it that reserves, attacking one at a time, free the hex, and by which rules?

    A refusal to add their strengths is told with what they would come to together. Source: 18.4 (lines 304-313).

    >>> mobile_combat(MobileAttack(Force((2,), (2, 4)), Force((1,), (3,)))).headline
    'One reserve unit, attacking alone: the hex is free 50% of the time.'
    """
    odds, there = mobile_odds(attack), arrivals(attack)
    units, strength = len(attack.reserves.steps), attack.reserves.strength
    alone = replace(attack.reserves, steps=attack.reserves.steps[:1]).strength
    steps = [
        Step("Only reserves that moved in the mobile movement phase may attack.", CITES["mobile-combat"]),
        Step(f"{counted(attack.points, 'movement point')} needed; half a die, rounded up, gives 1, 2 or 3.", CITES["mobile-move"]),
        Step(f"None gets there {percent(there.p(0))} of the time, all of them {percent(there.p(units))}.", CITES["mobile-move"]),
        Step("No shells on either side.", CITES["mobile-combat"]),
        Step(
            f"Combat factors {_listed(attack.reserves)} against {_listed(attack.defender)}.", supplied("combat factors of 1, 2, ... steps")
        ),
        Step(f"Each attacks alone, the first at {alone - attack.defender.strength:+}.", CITES["mobile-combat"]),
    ]
    if units > 1:
        text = f"Their strengths may not be added; together they would attack at {strength - attack.defender.strength:+}."
        steps.append(Step(text, CITES["mobile-combat"], "forbids"))
        steps.append(Step("All are declared first; once the hex is free, those yet to attack may advance.", CITES["mobile-combat"]))
    free = percent(odds.chance(lambda end: end.freed_by))
    told = "One reserve unit, attacking alone" if units == 1 else f"{units} reserve units, one after another"
    return Answer(odds, tuple(steps), f"{told}: the hex is free {free} of the time.")


def _listed(force: Force) -> str:
    """How are its factors with 1, 2, ... steps said?"""
    return ", ".join(map(str, force.factors))
