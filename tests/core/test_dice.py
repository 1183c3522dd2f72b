"""Exact odds: each fast way against running over every roll, and all of it against icepool."""

import copy
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.dice import (
    AVERAGE_DIE,
    D6,
    D10,
    Odds,
    Roll,
    Throw,
    Thrown,
    certain,
    chain,
    die,
    faces,
    over,
    run,
    sum_of,
    throw_after,
)

weights = st.dictionaries(st.integers(-9, 9), st.integers(0, 20), min_size=1).filter(
    lambda w: any(w.values())
)
odds = weights.map(Odds)


def refereed(odds: Odds[int], population: "icepool.Die[int]") -> None:
    """The same chances as icepool's, for every outcome of either."""
    assert dict(odds) == {
        outcome: population.probability(outcome)
        for outcome in population.outcomes()
        if population[outcome]
    }


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 10, 12])
@pytest.mark.parametrize(
    ("thrown", "sides"),
    [(D6, [1, 2, 3, 4, 5, 6]), (AVERAGE_DIE, [2, 3, 3, 4, 4, 5]), (die(10), range(1, 11))],
)
def test_sums_agree_with_icepool(thrown: Odds[int], sides: list[int], count: int) -> None:
    refereed(sum_of(thrown, count), count @ icepool.Die(sides))


@given(odds, st.integers(0, 4))
def test_a_sum_is_what_running_over_every_roll_gives(thrown: Odds[int], count: int) -> None:
    assert sum_of(thrown, count) == over(lambda *numbers: sum(numbers), *[thrown] * count)


@given(odds, odds, odds)
def test_then_weighs_each_branch_by_its_chance(
    first: Odds[int], low: Odds[int], high: Odds[int]
) -> None:
    mixed = first.then(lambda number: low if number < 0 else high)
    for outcome in range(-9, 10):
        below = first.chance(lambda number: number < 0)
        assert mixed.p(outcome) == below * low.p(outcome) + (1 - below) * high.p(outcome)


@given(odds)
def test_chances_are_exact_and_sum_to_one(some: Odds[int]) -> None:
    assert sum(chance for _, chance in some) == 1
    assert list(some.outcomes) == sorted(some.outcomes)
    for number in range(-10, 11):
        assert some.at_least(number) + some.at_most(number) - some.p(number) == 1
        assert some.at_least(number) == some.chance(number.__le__)
    assert some.mean == sum(number * chance for number, chance in some)


@given(odds)
def test_map_moves_the_weights(some: Odds[int]) -> None:
    halved = some.map(lambda number: number // 2)
    assert halved.mean == sum(Fraction(number // 2) * chance for number, chance in some)
    assert some.map(lambda number: number) == some


@given(weights, st.integers(1, 9))
def test_equal_chances_are_equal_odds(given_weights: dict[int, int], factor: int) -> None:
    again = Odds(
        [(outcome, weight * factor) for outcome, weight in reversed(given_weights.items())]
    )
    assert again == Odds(given_weights)
    assert hash(again) == hash(Odds(given_weights))
    assert copy.deepcopy(again) == again


def test_outcomes_keep_the_printed_order() -> None:
    assert Odds([("De", 1), ("Ex", 2), ("De", 1), ("•", 2)]).outcomes == ("De", "Ex", "•")
    assert Odds([(3, 1), (1, 1)]).outcomes == (1, 3)


def test_odds_do_not_change() -> None:
    with pytest.raises(TypeError):
        D6.weights[7] = 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        D6.total = 7  # type: ignore[misc]


def test_a_chain_is_its_turns_one_after_another() -> None:
    def turn(steps: int) -> Odds[int]:
        return D6.map(lambda number: max(0, steps - (number == 6)))

    told = chain(certain(3), turn, 8)
    assert len(told) == 9
    assert told[0] == certain(3)
    for before, after in pairwise(told):
        assert after == before.then(turn)
    assert told[8].p(0) == 1 - sum(
        (8 * 7 // 2 if k == 2 else 8**k) * Fraction(5 ** (8 - k), 6**8) for k in range(3)
    )


def test_the_usual_dice() -> None:
    refereed(D10, icepool.d10)
    refereed(faces(1, 1, 2), icepool.Die([1, 1, 2]))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Odds({"hit": 1, "miss": -1}), "whole number, 0 or more; that of 'miss' is -1"),
        (lambda: Odds({"hit": 0}), "at least one outcome"),
        (lambda: die(0), "not 0; the usual ones"),
        (lambda: sum_of(D6, -1), "number of dice"),
        (lambda: Odds({"hit": 1}).at_least(1), "'hit' is not one"),
        (lambda: explodes(Thrown((6, 6))), "One more roll is needed"),
        (lambda: explodes(Thrown((7,))), "A roll is one of 1, 2, 3, 4, 5, 6, not 7"),
    ],
)
def test_what_cannot_be_odds_or_thrown_is_said_in_a_sentence(make: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


# -------------------------------------------------------------------- a rule that asks for its dice


def explodes(roll: Roll) -> int:
    """Two dice; a double six throws a third."""
    one, other = roll(D6, int), roll(D6, int)
    return one + other + (roll(D6, int) if one == other == 6 else 0)


def test_throws_that_mean_the_same_are_one_branch() -> None:
    runs = []

    def rule(roll: Roll) -> str:
        low = roll(D6, lambda number: number < 3)
        runs.append(low)
        return "low" if low else "high"

    assert run(rule).p("low") == Fraction(1, 3)
    assert sorted(runs) == [False, True]
    asked = throw_after(rule)
    assert isinstance(asked, Throw)
    assert asked.numbers() == {True: (1, 2), False: (3, 4, 5, 6)}


def test_a_rule_is_run_over_every_roll_of_fixed_dice_or_of_those_it_asks_for() -> None:
    rolls = product(range(1, 7), range(1, 7), (2, 3, 3, 4, 4, 5))
    counted = Counter(max(a, b) - c for a, b, c in rolls)
    assert over(lambda a, b, c: max(a, b) - c, D6, D6, AVERAGE_DIE) == Odds(counted)
    assert run(explodes) == over(lambda a, b, c: explodes(Thrown((a, b, c))), D6, D6, D6)
