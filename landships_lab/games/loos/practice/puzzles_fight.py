"""Puzzles of strength at Loos: the cheapest attack that is good enough, points shared over three
attacks, the price of a breakthrough, and battalions that watch the front.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Any, cast

from landships_lab.core.hexes import Hex
from landships_lab.core.speech import capitalized, listed, often, percent, plural
from landships_lab.games.loos.analysis.campaign import MOST_ATTACKS, campaign
from landships_lab.games.loos.panels.campaign import Campaign
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.panels.staff_combat import MOST_POINTS, Sharing
from landships_lab.games.loos.panels.staff_ground import SetUp
from landships_lab.games.loos.panels.staff_map import MAP
from landships_lab.games.loos.panels.table import CombatTable
from landships_lab.games.loos.rules.assault import MOST_STRENGTH
from landships_lab.games.loos.rules.bombardment import ZERO_HOUR_DICE
from landships_lab.games.loos.rules.deployment import check_german_set_up, zone_of_control
from landships_lab.games.loos.rules.table import combat_odds, loses_a_step
from landships_lab.practice.conditions import Condition, free_by, free_in, unless
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on
from .words import on

_WORDS = {Fraction(1, 3): "one time in three", Fraction(1, 2): "half the time"}
_WORDS |= {Fraction(2, 3): "two times in three", Fraction(5, 6): "five times in six"}


def _costs(most: int, cost: Callable[[Any], int]) -> Condition:
    """Return the condition that a state costs at most ``most``."""

    def fault(state: object) -> str:
        spent = cost(state)
        return f"It costs {spent}, {spent - most} too much." if spent > most else ""

    return unless(f"It costs at most {most}.", fault)


def _often(says: str, chance: Callable[[Any], Fraction], enough: Callable[..., bool]) -> Condition:
    """Return the condition that a chance is enough."""

    def fault(state: object) -> str:
        probability = chance(state)
        return "" if enough(probability) else f"Now {often(probability)}."

    return unless(says, fault)


# -- the cheapest attack that reaches an even chance -----------------------------------------------


@family(
    "loos:cheapest", "The cheapest attack", "21_the_combat_table", (7, 10, 11, 12, 13, 14), own=(7,)
)
def cheapest(dice: random.Random) -> Task | None:
    """Draft an attack on a trench, to be made good enough at the least cost."""
    before, after = "trench", dice.choice(("clear", "woods", "town"))
    defence, price = dice.randint(3, 8), dice.randint(2, 5)
    attack = defence + dice.randint(-3, 1)
    wanted = dice.choice((Fraction(1, 2), Fraction(1, 2), Fraction(2, 3), Fraction(5, 6)))
    spared = dice.choice((None, Fraction(1, 2), Fraction(2, 3)))
    start = CombatTable(before, max(1, attack), defence)
    own = start.attack

    def cost(table: CombatTable) -> int:
        return table.attack - own + (price if table.terrain == after else 0)

    def hurt(state: CombatTable, who: Any) -> Fraction:
        odds = combat_odds(state.terrain, state.attack - state.defence, dict(state.readings))
        return odds.chance(lambda result: loses_a_step(result, who, state.choice))

    def hits(state: CombatTable) -> Fraction:
        return hurt(state, "defender")

    def pays(state: CombatTable) -> Fraction:
        return hurt(state, "attacker")

    def good(state: CombatTable) -> bool:
        return hits(state) >= wanted and (spared is None or pays(state) <= spared)

    free = free_in(
        "Set the attack and the terrain", terrain=(before, after), attack=range(MOST_STRENGTH + 1)
    )
    free = replace(free, parts=("attack", "terrain"), controls=("attack", "terrain"))
    good_states = [state for state in free.reach(start) if state.attack >= own and good(state)]
    if not good_states or (least := min(map(cost, good_states))) < 2:
        return None
    best = [state for state in good_states if cost(state) == least]
    other = before if best[0].terrain == after else after
    trap = replace(start, terrain=other, attack=own + least - price * (other == after))
    trapped = trap.attack >= own and trap != start and len(best) == 1
    conditions = [
        _often(f"The defender loses a step at least {_WORDS[wanted]}.", hits, lambda n: n >= wanted)
    ]
    if spared is not None:
        says = f"The attacker loses one at most {_WORDS[spared]}."
        conditions.append(_often(says, pays, lambda n: n <= spared))
    return hands_on(
        f"An attack with strength {own} meets strength {defence} in a trench. Each further point of"
        f" strength costs 1; shells that breach the trench cost {price} and leave"
        f" {on(after)}. Reach the odds below for at most {least}.",
        start.text(),
        free,
        (
            *conditions,
            unless(
                f"The hex is {before} or, once breached, {after}.",
                lambda s: "" if s.terrain in (before, after) else f"It is {s.terrain}.",
            ),
            unless(
                f"The strength of {own} that is there takes part.",
                lambda s: "" if s.attack >= own else f"Only {s.attack} does.",
            ),
            _costs(least, cost),
        ),
        "Think of the line of the terrain: a weaker one moves the same differential some columns to"
        " the right, and a column may hold two differentials (lines 340-350).",
        trap.text() if trapped else "",
        f"For {least} this way the defender loses a step {often(hits(trap))}, the attacker"
        f" {often(pays(trap))}."
        if trapped
        else "",
    )


# -- points over three attacks ---------------------------------------------------------------------


@family("loos:share", "Points over three attacks", "21_the_combat_table", (2, 3, 7, 8, 9, 14))
def share(dice: random.Random) -> Task | None:
    """Draft points to share among three attacks, with a single best way."""
    points, least = dice.randint(4, 6), dice.choice((1, 2, 3))
    grounds = dice.sample(("trench", "town", "woods", "clear"), 3)
    befores = [dice.randint(-3, 4) for _ in grounds]
    each = enumerate(zip(grounds, befores, strict=True), 1)
    words = "".join(f" ground_{n} {ground} before_{n} {before}" for n, (ground, before) in each)
    start = cast(Sharing, GeneralStaff.parse(f"loos:staff sharing hurt {least}{words}"))

    def given(state: Sharing) -> tuple[int, int, int]:
        return state.first, state.second, state.third

    def spent(state: Sharing) -> int:
        return sum(given(state))

    def chance(state: Sharing) -> Fraction:
        return state.ask().value

    def reach(first: Sharing) -> Iterator[Sharing]:
        for one, two, three in product(range(MOST_POINTS + 1), repeat=3):
            if one + two + three <= points:
                yield replace(first, first=one, second=two, third=three)

    chances = {state: chance(state) for state in reach(start)}
    best = max(chances.values())
    only = sum(chance == best for chance in chances.values()) == 1
    if not only or best == chances[start] or not Fraction(1, 6) <= best < 1:
        return None
    full = [state for state in chances if spent(state) == points]
    trap = max((s for s in full if max(given(s)) == points), key=lambda s: chances[s])
    if chances[trap] == best:
        even = [s for s in full if min(given(s)) >= 1]
        trap = max(even, key=lambda s: (chances[s] < best, chances[s]))
    who = ("at least one defender", "at least two defenders", "all three defenders")[least - 1]
    lose = f"{who} {'lose' if least > 1 else 'loses'} a step"
    return hands_on(
        f"Share {points} strength points over three attacks so that {lose} at least"
        f" {plural(best.numerator, 'time')} in {best.denominator}.",
        start.text(),
        free_by("Set the points of each attack", "first second third", reach),
        (
            _often(f"{capitalized(lose)} that often.", chance, lambda n: n >= best),
            unless(
                f"No more than {points} points are spent.",
                lambda s: "" if spent(s) <= points else f"{spent(s)} are spent.",
            ),
        ),
        "Think of the columns: a point helps only where it moves the attack to the next one, and"
        " from +2 on it takes two (lines 340-350).",
        trap.text(),
        f"Shared like that it is {percent(chances[trap])}.",
    )


# -- the price of a breakthrough -------------------------------------------------------------------

#: The number of price lists that are tried for one fight.
_PRICES = 12


@lru_cache(maxsize=256)
def _chances(state: Campaign) -> tuple[Fraction, ...]:
    """Return the chances of a breakthrough for each number of attacks, from none to the most."""
    fronts = campaign(state.plan(), MOST_ATTACKS)
    return tuple(front.chance(lambda end: end.broken) for front in fronts)


def _broken(plan: Campaign) -> Fraction:
    return _chances(replace(plan, attacks=MOST_ATTACKS))[plan.attacks]


@family(
    "loos:breakthrough",
    "The price of a breakthrough",
    "24_reserves_and_attrition",
    (1, 3, 4, 6, 10, 11),
    own=(4,),
)
def price_of_breakthrough(dice: random.Random) -> Task | None:
    """Draft a fight for a hex, with prices at which the cheapest way needs shells."""
    steps, factor = dice.randint(1, 3), dice.randint(2, 5)
    wanted = dice.choice((Fraction(1, 2), Fraction(1, 2), Fraction(2, 3)))
    terrain = dice.choice(("trench", "trench", "town", "woods"))
    start = Campaign.parse(
        f"loos:campaign {terrain} units 1 steps {steps} factor {factor} battery 0"
        f" counter {dice.choice((0, 1))} attacks 1"
    )
    free = free_in(
        "Set half-brigades, shells and attacks",
        units=range(1, 5),
        battery=range(ZERO_HOUR_DICE + 1),
        attacks=range(1, MOST_ATTACKS + 1),
    )
    chances: dict[Campaign, Fraction] = {state: _broken(state) for state in free.reach(start)}
    good = [state for state, chance in chances.items() if chance >= wanted]
    for _ in range(_PRICES if good else 0):
        men, shells, time = dice.randint(3, 6), dice.randint(2, 5), dice.randint(1, 3)

        def cost(plan: Campaign, prices: tuple[int, ...] = (men, shells, time)) -> int:
            bought = (plan.units, plan.battery, plan.attacks)
            return sum(price * many for price, many in zip(prices, bought, strict=True))

        least = min(map(cost, good))
        best = [state for state in good if cost(state) == least]
        rest = [s for s in chances if s not in good and cost(s) <= least]
        if len(best) <= 2 and rest and best[0].battery > 0:
            break
    else:
        return None

    def dear(plan: Campaign) -> str:
        if plan.battery > ZERO_HOUR_DICE:
            return "A fourth die is thrown with gas alone, in Zero Hour (line 279)."
        return _costs(least, cost).judge(plan).missing

    trap = max(rest, key=lambda s: (chances[s] > 0, s.units, chances[s]))
    shelled = f"at most {ZERO_HOUR_DICE} dice of shells"  # the dice of a British marker without gas
    broken = f"They break through at least {_WORDS[wanted]}."
    return hands_on(
        f"A defender with {plural(steps, 'step')} of factor {factor} holds {on(terrain)}. A"
        f" half-brigade costs {men}, each die of shells {shells}, each attack {time}. Reach the"
        f" odds below for at most {least}.",
        start.text(),
        free,
        (
            _often(broken, _broken, lambda n: n >= wanted),
            unless(f"It costs at most {least}, with {shelled}.", dear),
        ),
        "Think of the order: shells fall first and may breach a trench, which then no longer counts"
        " (lines 257-275); attackers lose steps and never retreat (line 212).",
        trap.text(),
        f"That costs {cost(trap)} and breaks through {often(chances[trap])}.",
    )


# -- battalions that watch the front ---------------------------------------------------------------


def _walk(dice: random.Random, length: int) -> tuple[Hex, ...]:
    """Return a front line: adjacent hexes from the top of the map downwards."""
    line = [MAP.hex(dice.randint(7, 10), dice.randint(2, 3))]
    while len(line) < length:
        column, row = MAP.column_row(line[-1])
        steps = [MAP.hex(column + dx, row + 1) for dx in (-1, 0, 1)]
        line.append(dice.choice([h for h in steps if h in zone_of_control(line[-1])]))
    return tuple(line)


@family("loos:watch", "Watch the front line", "20_a_turn_at_loos", (3, 1, 8, 15, 9, 10), own=(3,))
def watch(dice: random.Random) -> Task | None:
    """Draft a front line that a few battalions can watch in only a few ways."""
    number = dice.choice((2, 3, 3))
    front = _walk(dice, 2 * number + dice.randint(0, 2))
    beside = frozenset[Hex]().union(*map(zone_of_control, front)) - {*front}
    near = sorted((h for h in beside if h in MAP), key=MAP.column_row)

    def reach(first: SetUp) -> Iterator[SetUp]:
        return (replace(first, battalions=some) for some in combinations(near, number))

    def unwatched(state: SetUp) -> list[Hex]:
        seen = frozenset[Hex]().union(*map(zone_of_control, {*state.battalions} - {*front}))
        return [h for h in front if h not in seen]

    def bare(state: SetUp) -> str:
        return "".join(f"{MAP.code(h)} is watched by nobody." for h in unwatched(state)[:1])

    def misplaced(state: SetUp) -> str:
        here = state.battalions
        if len(here) > number:
            return f"There are {len(here)}."
        allowed = check_german_set_up(here, [h for h in front if h not in unwatched(state)])
        return "" if allowed.value else allowed.headline

    codes = [MAP.code(h) for h in front]
    at = MAP.code(dice.choice(near))
    line = f"loos:staff set-up front {','.join(codes)} battalions {at}"
    start = cast(SetUp, GeneralStaff.parse(line))
    holes = {state: len(unwatched(state)) for state in reach(start)}
    if not 1 <= sum(not out for out in holes.values()) <= (2 if number == 2 else 4):
        return None
    trap = min((state for state in holes if holes[state]), key=lambda state: holes[state])
    return hands_on(
        f"The British front line runs through {listed(codes)}. Watch all of it with"
        f" {plural(number, 'battalion')}.",
        start.text(),
        free_by("Click a hex to put a battalion there, or to take it away", "battalions", reach),
        (
            unless("Every hex of the front line is watched.", bare),
            unless(f"There are {number} battalions at most, placed as a set-up allows.", misplaced),
        ),
        "Think of the zone of control: a battalion watches the six hexes next to it, and none may"
        " stand in the front line itself (lines 80-82).",
        trap.text(),
        f"With battalions in {listed(MAP.code(h) for h in trap.battalions)} nobody watches"
        f" {listed(MAP.code(h) for h in unwatched(trap))}.",
    )


FAMILIES = (cheapest, share, price_of_breakthrough, watch)
