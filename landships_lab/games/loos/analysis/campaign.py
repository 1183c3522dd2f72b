"""Several attacks on one hex, turn after turn: an exact Markov chain of the steps lost on both
sides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, certain, chain
from landships_lab.core.speech import decimal, plural
from landships_lab.games.loos.rules.assault import ASSAULT_READINGS, Assault, outcome_odds
from landships_lab.games.loos.rules.book import chance_clause, deciding, note, start
from landships_lab.games.loos.rules.losses import factors_step, last_step_steps
from landships_lab.games.loos.rules.shells import german_shells
from landships_lab.games.loos.rules.table import no_attack_steps

#: The regular attacks of a game: one in Zero Hour and one in each of eight turns (12.3). Mobile
#: combat can add more (18.4).
MOST_ATTACKS = 9


@dataclass(frozen=True, slots=True)
class Front:
    """The state of the fight for one hex: the steps of each attacker and of the defenders, and
    whether the hex has fallen.
    """

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    broken: bool = False

    @property
    def spent(self) -> bool:
        """Whether no attacker is left and the hex has not fallen."""
        return not self.broken and not sum(self.attackers)


@dataclass(frozen=True, slots=True)
class Plan(Assault):
    """The assault made on one hex every turn.

    ``lowest`` is the differential below which the attack is not made. The reader supplies the
    combat factors and the dice of the tracks, which are not in the source.
    """

    line: str = "trench"
    in_trench: bool = True
    lowest: int = -99

    def start(self) -> Front:
        """Return the state before the first attack."""
        return Front(self.attackers.steps, self.defenders.steps)


@lru_cache(maxsize=4096)
def attack_odds(plan: Plan, front: Front) -> Odds[Front]:
    """Return the odds of each state of the front after one more attack.

    A front that is broken or spent stays as it is.
    """
    attackers = replace(plan.attackers, steps=front.attackers)
    defenders = replace(plan.defenders, steps=front.defenders)
    if front.broken or front.spent or attackers.strength - defenders.strength < plan.lowest:
        return certain(front)
    ends = outcome_odds(replace(plan, attackers=attackers, defenders=defenders))
    return ends.map(
        lambda end: Front(
            _sorted(end.attackers.steps), _sorted(end.defenders.steps), end.may_advance
        )
    )


def _sorted(steps: tuple[int, ...]) -> tuple[int, ...]:
    """Return the steps of like units in one order, because the units are otherwise alike."""
    return tuple(sorted(steps, reverse=True))


@lru_cache(maxsize=256)
def campaign(plan: Plan, attacks: int) -> tuple[Odds[Front], ...]:
    """Return the odds of each state of the front before the first attack and after each attack.

    >>> from landships_lab.games.loos.rules.losses import half_brigades, one_unit
    >>> sides = half_brigades(2, full=4, reduced=2), one_unit(1, factor=3)
    >>> plan = Plan(*sides, line="clear", in_trench=False)
    >>> [broken.chance(lambda front: front.broken) for broken in campaign(plan, 1)]
    [Fraction(0, 1), Fraction(5, 6)]
    """
    attacks = whole("The number of attacks", attacks, 1, MOST_ATTACKS)
    return chain(certain(plan.start()), lambda front: attack_odds(plan, front), attacks)


def breakthrough(plan: Plan, attacks: int) -> Answer[Fraction]:
    """Return the chance of a breakthrough within ``attacks``; the detail is `campaign`.

    >>> from landships_lab.games.loos.rules.losses import half_brigades, one_unit
    >>> sides = half_brigades(1, full=5, reduced=3), one_unit(1, factor=1)
    >>> breakthrough(Plan(*sides, line="clear", in_trench=False), 1).headline
    '1 attack breaks through 83.3% of the time and costs 0.5 of 2 steps on average.'
    """
    fronts = campaign(plan, attacks)
    chance = fronts[-1].chance(lambda front: front.broken)
    shells = german_shells(plan.open_line, plan.readings).steps if plan.counter_battery else ()
    each = "Each attack begins with its bombardments"
    instead = "Attackers never retreat but lose steps; a side without steps is eliminated."
    broken = "The hex is broken through when it is free and an attacker is left to advance."
    regular = "Zero Hour and eight turns have a regular combat phase each"
    mobile = "Reserves may attack again in mobile combat, which is not counted here."
    under = "The defender has no reserve under it here; one would become the front line."
    steps = (
        note("bombardment-first", f"{each}; the combat follows at the differential that is left."),
        *shells,
        *deciding(
            ASSAULT_READINGS,
            plan.readings,
            lambda read: campaign(replace(plan, readings=read), attacks)[-1],
        ),
        note("attackers-stand", instead),
        start("advance", chance, broken),
        factors_step(plan.attackers, plan.defenders),
        note("last-turn", f"{regular}: up to {MOST_ATTACKS} such attacks."),
        note("mobile-combat", mobile),
        note("reserve-combat", under),
        *no_attack_steps(plan.line),
        *last_step_steps(plan.defenders),
    )
    lost = decimal(lost_odds(plan, fronts[-1]).mean)
    breaks, costs = ("breaks", "costs") if attacks == 1 else ("break", "cost")
    falls = chance_clause(plural(attacks, "attack"), f"{breaks} through", chance)
    price = "nothing" if lost == "0" else f"{lost} of {plan.attackers.total_steps} steps on average"
    return Answer(chance, steps, f"{falls} and {costs} {price}.", detail=fronts)


def lost_odds(plan: Plan, fronts: Odds[Front]) -> Odds[int]:
    """Return the odds of the steps the attackers have lost."""
    return fronts.map(lambda front: plan.attackers.total_steps - sum(front.attackers))
