"""Several attacks on one hex, turn after turn: a Markov chain of steps lost on either side, exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, certain, chain
from landships_lab.rules.loos.assault import Assault, outcome_odds
from landships_lab.rules.loos.bombard import german_shells
from landships_lab.rules.loos.book import CITES, counted, percent, supplied, whole
from landships_lab.rules.loos.forces import Force
from landships_lab.rules.loos.losses import Choice
from landships_lab.rules.loos.terrain import FRONT_LINE

#: The last turn of the game (12.3), and so the most attacks there can be: one in Zero Hour and one in each of eight turns.
MOST_ATTACKS = 9


@dataclass(frozen=True, slots=True)
class Front:
    """Where the fight for one hex stands: the steps of each attacker and of the defenders, and whether the hex has fallen."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    broken: bool = False

    @property
    def spent(self) -> bool:
        """Is no attacker left, with the hex unbroken?"""
        return not self.broken and not sum(self.attackers)


@dataclass(frozen=True, slots=True)
class Plan:
    """How one hex is attacked every turn. ``lowest`` is the differential below which the attack is not made.

    ``open_line`` is where the attackers stand when the German shells fall: the British front line, or other terrain.

    The combat factors and the dice of the tracks are not in the source: they are the reader's own.
    """

    attackers: Force
    defenders: Force
    line: str = "trench"
    broken_line: str = "clear"
    in_trench: bool = True
    battery: int = 0
    counter_battery: int = 0
    open_line: str = FRONT_LINE
    choice: Choice = "stand"
    lowest: int = -99
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def start(self) -> Front:
        """Where does the fight stand before the first attack?"""
        return Front(self.attackers.steps, self.defenders.steps)


@lru_cache(maxsize=4096)
def attack_odds(plan: Plan, front: Front) -> Odds[Front]:
    """How likely is each state of the front after one more attack? A broken or spent one stays as it is."""
    attackers, defenders = Force(front.attackers, plan.attackers.factors), Force(front.defenders, plan.defenders.factors)
    if front.broken or front.spent or attackers.strength - defenders.strength < plan.lowest:
        return certain(front)
    assault = Assault(
        attackers,
        defenders,
        line=plan.line,
        broken_line=plan.broken_line,
        in_trench=plan.in_trench,
        battery=plan.battery,
        counter_battery=plan.counter_battery,
        open_line=plan.open_line,
        choice=plan.choice,
        readings=plan.readings,
    )
    return outcome_odds(assault).map(lambda end: Front(_sorted(end.attackers.steps), _sorted(end.defenders.steps), end.may_advance))


def _sorted(steps: tuple[int, ...]) -> tuple[int, ...]:
    """Like units are told apart by nothing but their steps."""
    return tuple(sorted(steps, reverse=True))


@lru_cache(maxsize=256)
def campaign(plan: Plan, attacks: int) -> tuple[Odds[Front], ...]:
    """How likely is each state of the front before the first attack and after each of so many?

    >>> plan = Plan(Force((2, 2), (2, 4)), Force((1,), (3,)), line="clear", in_trench=False)
    >>> [broken.chance(lambda front: front.broken) for broken in campaign(plan, 1)]
    [Fraction(0, 1), Fraction(5, 6)]
    """
    whole("a number of attacks", attacks, 1, MOST_ATTACKS)
    return chain(certain(plan.start()), lambda front: attack_odds(plan, front), attacks)


def breakthrough(plan: Plan, attacks: int) -> Answer[Odds[Front]]:
    """How likely is a breakthrough within so many attacks, and how is it counted?

    >>> plan = Plan(Force((2,), (3, 5)), Force((1,), (1,)), line="clear", in_trench=False)
    >>> breakthrough(plan, 1).value.chance(lambda front: front.broken)
    Fraction(5, 6)
    """
    told = campaign(plan, attacks)
    shells = german_shells(plan.open_line, plan.readings).steps if plan.counter_battery else ()
    steps = (
        Step("Each attack has its bombardments first, then the combat at the differential that is left.", CITES["bombardment-first"]),
        *shells,
        Step("Attackers never retreat but lose steps; a side with no steps is gone.", CITES["attackers-stand"]),
        Step("The hex is broken through when it is free and an attacker is left to advance.", CITES["advance"]),
        Step(f"Combat factors {plan.attackers.factors} against {plan.defenders.factors}.", supplied("combat factors of 1, 2, ... steps")),
        Step(f"The game has a Zero Hour and eight turns, so {MOST_ATTACKS} attacks at most.", CITES["last-turn"]),
    )
    chance = told[-1].chance(lambda front: front.broken)
    return Answer(told[-1], steps, f"Broken through within {counted(attacks, 'attack')}: about {percent(chance)}.")
