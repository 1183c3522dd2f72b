"""Puzzles of strength at Loos: the cheapest attack that is good enough, points shared over three
attacks, the price of a breakthrough, and battalions that watch the front.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import cast

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
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.puzzles import Family
from landships_lab.practice.task import Task, hands_on

_WORDS = {Fraction(1, 3): "one time in three", Fraction(1, 2): "half the time"}
_WORDS |= {Fraction(2, 3): "two times in three", Fraction(5, 6): "five times in six"}


_AFTER = {"clear": "clear ground", "woods": "woods", "town": "a town"}


def _hurt(state: CombatTable, who: str) -> Fraction:
    odds = combat_odds(state.terrain, state.attack - state.defence, dict(state.readings))
    return odds.chance(lambda result: loses_a_step(result, who, state.choice))  # type: ignore[arg-type]


def _costs(most: int, cost: Callable[[object], int]) -> Condition:
    """Return the condition that a state costs at most so much."""

    def judge(state: object) -> Held:
        spent = cost(state)
        return Held(
            spent <= most, "" if spent <= most else f"It costs {spent}, {spent - most} too much."
        )

    return Condition(f"It costs at most {most}.", judge)


def _at_most(most: Fraction, chance: Callable[[object], Fraction], says: str) -> Condition:
    """Return the condition that a chance is no higher than this."""

    def judge(state: object) -> Held:
        found = chance(state)
        return Held(found <= most, "" if found <= most else f"So far {often(found)}.")

    return Condition(says, judge)


def _at_least(wanted: Fraction, chance: Callable[[object], Fraction], says: str) -> Condition:
    """Return the condition that a chance reaches what is wanted."""

    def judge(state: object) -> Held:
        found = chance(state)
        return Held(found >= wanted, "" if found >= wanted else f"So far {often(found)}.")

    return Condition(says, judge)


# -- the cheapest attack that reaches an even chance ----------------------------------------------


def _cheapest(dice: random.Random) -> Task | None:
    before, after = "trench", dice.choice(("clear", "woods", "town"))
    defence, price = dice.randint(3, 8), dice.randint(2, 5)
    attack = defence + dice.randint(-3, 1)
    wanted = dice.choice((Fraction(1, 2), Fraction(1, 2), Fraction(2, 3), Fraction(5, 6)))
    spared = dice.choice((None, Fraction(1, 2), Fraction(2, 3)))
    start = CombatTable(before, max(1, attack), defence)
    own = start.attack

    def cost(state: object) -> int:
        table = cast(CombatTable, state)
        return table.attack - own + (price if table.terrain == after else 0)

    def reach(first: CombatTable) -> Iterator[CombatTable]:
        ways = product((before, after), range(own, MOST_STRENGTH + 1))
        return (replace(first, terrain=terrain, attack=attack) for terrain, attack in ways)

    def hits(state: object) -> Fraction:
        return _hurt(cast(CombatTable, state), "defender")

    def pays(state: object) -> Fraction:
        return _hurt(cast(CombatTable, state), "attacker")

    good = [
        state
        for state in reach(start)
        if hits(state) >= wanted and (spared is None or pays(state) <= spared)
    ]
    if not good or (least := min(map(cost, good))) < 2:
        return None
    best = [state for state in good if cost(state) == least]
    other = before if best[0].terrain == after else after
    spend = least - (price if other == after else 0)
    trap = replace(start, terrain=other, attack=own + spend) if spend >= 0 else None
    trap = trap if trap is not None and trap != start and len(best) == 1 else None
    losses = (
        ()
        if spared is None
        else (_at_most(spared, pays, f"The attacker loses one at most {_WORDS[spared]}."),)
    )
    return hands_on(
        f"An attack with strength {own} meets strength {defence} in a trench. Each further point of"
        f" strength costs 1; shells that breach the trench cost {price} and leave"
        f" {_AFTER[after]}. Reach the odds below for at most {least}.",
        start.text(),
        Free(
            "Set the attack and the terrain",
            ("attack", "terrain"),
            ("attack", "terrain"),
            lambda first: (
                replace(cast(CombatTable, first), terrain=t, attack=n)
                for t in (before, after)
                for n in range(MOST_STRENGTH + 1)
            ),
        ),
        (
            _at_least(wanted, hits, f"The defender loses a step at least {_WORDS[wanted]}."),
            *losses,
            Condition(
                f"The hex is {before} or, once breached, {after}.",
                lambda state: Held(
                    state.terrain in (before, after),
                    "" if state.terrain in (before, after) else f"It is {state.terrain}.",
                ),
            ),
            Condition(
                f"The strength of {own} that is there takes part.",
                lambda state: Held(
                    state.attack >= own, "" if state.attack >= own else f"Only {state.attack} does."
                ),
            ),
            _costs(least, cost),
        ),
        "Think of the line of the terrain: a weaker one moves the same differential some columns to"
        " the right, and a column may hold two differentials (lines 340-350).",
        "" if trap is None else trap.text(),
        ""
        if trap is None
        else f"For {least} this way the defender loses a step {often(hits(trap))}, the"
        f" attacker {often(pays(trap))}.",
    )


# -- points over three attacks --------------------------------------------------------------------


def _share(dice: random.Random) -> Task | None:
    points, least = dice.randint(4, 6), dice.choice((1, 2, 3))
    grounds = dice.sample(("trench", "town", "woods", "clear"), 3)
    befores = [dice.randint(-3, 4) for _ in grounds]
    text = f"loos:staff sharing hurt {least}" + "".join(
        f" ground_{n} {ground} before_{n} {before}"
        for n, (ground, before) in enumerate(zip(grounds, befores, strict=True), 1)
    )
    start = cast(Sharing, GeneralStaff.parse(text))

    def reach(first: Sharing) -> Iterator[Sharing]:
        for one, two, three in product(range(MOST_POINTS + 1), repeat=3):
            if one + two + three <= points:
                yield replace(first, first=one, second=two, third=three)

    found = {state: state.ask().value for state in reach(start)}
    best = max(found.values())
    good = [state for state, chance in found.items() if chance == best]
    if len(good) > 1 or best == found[start] or not Fraction(1, 6) <= best < 1:
        return None

    def spent(state: object) -> int:
        sharing = cast(Sharing, state)
        return sharing.first + sharing.second + sharing.third

    piled = [s for s in found if spent(s) == points == max(s.first, s.second, s.third)]
    trap = max(piled, key=lambda s: found[s])
    if found[trap] == best:
        even = [s for s in found if spent(s) == points and min(s.first, s.second, s.third) >= 1]
        trap = max(even, key=lambda s: (found[s] < best, found[s]))
    who = {1: "at least one defender", 2: "at least two defenders", 3: "all three defenders"}
    return hands_on(
        f"Share {points} strength points over three attacks so that {who[least]}"
        f" {'lose' if least > 1 else 'loses'} a step at least"
        f" {plural(best.numerator, 'time')} in {best.denominator}.",
        start.text(),
        Free(
            "Set the points of each attack",
            ("first", "second", "third"),
            ("first", "second", "third"),
            reach,
        ),
        (
            _at_least(
                best,
                lambda state: cast(Sharing, state).ask().value,
                f"{capitalized(who[least])} {'lose' if least > 1 else 'loses'} a step that often.",
            ),
            Condition(
                f"No more than {points} points are spent.",
                lambda state: Held(
                    spent(state) <= points,
                    "" if spent(state) <= points else f"{spent(state)} are spent.",
                ),
            ),
        ),
        "Think of the columns: a point helps only where it moves the attack to the next one, and"
        " from +2 on it takes two (lines 340-350).",
        trap.text(),
        f"Shared like that it is {percent(found[trap])}.",
    )


# -- the price of a breakthrough ------------------------------------------------------------------


#: The dice that a British marker can have without gas.
_MOST_SHELLS = f"at most {ZERO_HOUR_DICE} dice of shells"
#: So many lists of prices are tried for one fight.
_PRICES = 12
_HELD = {"trench": "a trench", "town": "a town", "woods": "woods"}


@lru_cache(maxsize=256)
def _chances(state: Campaign) -> tuple[Fraction, ...]:
    """Return the chances of a breakthrough by each attack, from none to the most there are."""
    return tuple(
        front.chance(lambda end: end.broken) for front in campaign(state.plan(), MOST_ATTACKS)
    )


def _broken(state: object) -> Fraction:
    plan = cast(Campaign, state)
    return _chances(replace(plan, attacks=MOST_ATTACKS))[plan.attacks]


def _breakthrough(dice: random.Random) -> Task | None:
    steps, factor = dice.randint(1, 3), dice.randint(2, 5)
    wanted = dice.choice((Fraction(1, 2), Fraction(1, 2), Fraction(2, 3)))
    terrain = dice.choice(("trench", "trench", "town", "woods"))
    counter = dice.choice((0, 1))
    start = Campaign.parse(
        f"loos:campaign {terrain} units 1 steps {steps} factor {factor} battery 0"
        f" counter {counter} attacks 1"
    )

    def reach(first: Campaign) -> Iterator[Campaign]:
        for units, battery, attacks in product(
            range(1, 5), range(ZERO_HOUR_DICE + 1), range(1, MOST_ATTACKS + 1)
        ):
            yield replace(first, units=units, battery=battery, attacks=attacks)

    found = {state: _broken(state) for state in reach(start)}
    for _ in range(_PRICES):
        prices = (dice.randint(3, 6), dice.randint(2, 5), dice.randint(1, 3))
        if task := _priced(start, reach, found, prices, wanted):
            return task
    return None


def _priced(
    start: Campaign,
    reach: Callable[[Campaign], Iterator[Campaign]],
    found: Mapping[Campaign, Fraction],
    prices: tuple[int, int, int],
    wanted: Fraction,
) -> Task | None:
    """Return the task at these prices of a half-brigade, a die of shells and an attack."""
    men, shells, time = prices

    def cost(state: object) -> int:
        plan = cast(Campaign, state)
        return men * plan.units + shells * plan.battery + time * plan.attacks

    good = [state for state, chance in found.items() if chance >= wanted]
    if not good:
        return None
    least = min(map(cost, good))

    def affordable(state: object) -> Held:
        if cast(Campaign, state).battery > ZERO_HOUR_DICE:
            return Held(False, "A fourth die is thrown with gas alone, in Zero Hour (line 279).")
        return _costs(least, cost).judge(state)

    best = [state for state in good if cost(state) == least]
    rest = [s for s in found if s not in good and cost(s) <= least]
    if len(best) > 2 or not rest or best[0].battery == 0:
        return None
    trap = max(rest, key=lambda s: (found[s] > 0, s.units, found[s]))
    return hands_on(
        f"A defender with {plural(start.steps, 'step')} of factor {start.factor} holds"
        f" {_HELD[start.terrain]}. A half-brigade costs {men}, each die of shells {shells}, each"
        f" attack {time}. Reach the odds below for at most {least}.",
        start.text(),
        Free(
            "Set half-brigades, shells and attacks",
            ("units", "battery", "attacks"),
            ("units", "battery", "attacks"),
            reach,
        ),
        (
            _at_least(wanted, _broken, f"They break through at least {_WORDS[wanted]}."),
            Condition(f"It costs at most {least}, with {_MOST_SHELLS}.", affordable),
        ),
        "Think of the order: shells fall first and may breach a trench, which then no longer counts"
        " (lines 257-275); attackers lose steps and never retreat (line 212).",
        trap.text(),
        f"That costs {cost(trap)} and breaks through {often(found[trap])}.",
    )


# -- battalions that watch the front --------------------------------------------------------------


def _walk(dice: random.Random, length: int) -> list[Hex]:
    """Return a front line: hexes that follow each other from the top of the map downwards."""
    at = MAP.hex(dice.randint(7, 10), dice.randint(2, 3))
    line = [at]
    while len(line) < length:
        column, row = MAP.column_row(at)
        steps = [MAP.hex(column + dx, row + 1) for dx in (-1, 0, 1)]
        there = [h for h in steps if h in zone_of_control(at)]
        at = dice.choice(there)
        line.append(at)
    return line


def _near(front: tuple[Hex, ...]) -> list[Hex]:
    zone = frozenset().union(*map(zone_of_control, front)) - frozenset(front)
    return sorted((h for h in zone if h in MAP), key=MAP.column_row)


def _set_up(dice: random.Random) -> Task | None:
    number = dice.choice((2, 3, 3))
    front = tuple(_walk(dice, 2 * number + dice.randint(0, 2)))
    codes = [MAP.code(h) for h in front]

    def reach(first: SetUp) -> Iterator[SetUp]:
        return (replace(first, battalions=pair) for pair in combinations(_near(front), number))

    def unwatched(state: object) -> list[Hex]:
        here = frozenset(cast(SetUp, state).battalions) - frozenset(front)
        seen = frozenset[Hex]().union(*map(zone_of_control, here))
        return [h for h in front if h not in seen]

    def watched(state: object) -> Held:
        left = unwatched(state)
        return Held(not left, f"{MAP.code(left[0])} is watched by nobody." if left else "")

    def placed(state: object) -> Held:
        here = cast(SetUp, state).battalions
        if len(here) > number:
            return Held(False, f"There are {len(here)}.")
        allowed = check_german_set_up(here, [h for h in front if h not in unwatched(state)])
        return Held(bool(allowed.value), "" if allowed.value else allowed.headline)

    start = cast(
        SetUp,
        GeneralStaff.parse(
            f"loos:staff set-up front {','.join(codes)} battalions"
            f" {MAP.code(dice.choice(_near(front)))}"
        ),
    )
    zones = {h: zone_of_control(h) for h in _near(front)}
    left = {
        some: sum(all(h not in zones[one] for one in some) for h in front)
        for some in combinations(zones, number)
    }
    if not 1 <= sum(not out for out in left.values()) <= (2 if number == 2 else 4):
        return None
    trap = replace(start, battalions=min((s for s in left if left[s]), key=lambda s: left[s]))
    return hands_on(
        f"The British front line runs through {listed(codes)}. Watch all of it with"
        f" {plural(number, 'battalion')}.",
        start.text(),
        Free(
            "Click a hex to put a battalion there, or to take it away",
            ("battalions",),
            ("battalions",),
            reach,
        ),
        (
            Condition("Every hex of the front line is watched.", watched),
            Condition(f"There are {number} battalions at most, placed as a set-up allows.", placed),
        ),
        "Think of the zone of control: a battalion watches the six hexes next to it, and none may"
        " stand in the front line itself (lines 80-82).",
        trap.text(),
        f"There {listed(MAP.code(h) for h in unwatched(trap))} would be watched by nobody.",
    )


FAMILIES = (
    Family(
        "loos:cheapest",
        "The cheapest attack",
        "20_the_combat_table",
        _cheapest,
        (7, 10, 11, 12, 13, 14),
    ),
    Family(
        "loos:share",
        "Points over three attacks",
        "20_the_combat_table",
        _share,
        (2, 3, 7, 8, 9, 14),
    ),
    Family(
        "loos:breakthrough",
        "The price of a breakthrough",
        "23_reserves_and_attrition",
        _breakthrough,
        (1, 3, 4, 6, 10, 11),
    ),
    Family(
        "loos:watch", "Watch the front line", "24_a_turn_at_loos", _set_up, (3, 1, 8, 15, 9, 10)
    ),
)
