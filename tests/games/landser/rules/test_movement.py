"""Movement: distances, difficult ground, ways that cannot be gone."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.games.landser.rules.movement import Way, allowance, cost, may_move


@pytest.mark.parametrize(
    ("action", "inches"), [("move", 4), ("move fast", 7), ("move and fire", 4), ("sneak", 2)]
)  # lines 45-48
def test_the_distances(action: str, inches: int) -> None:
    assert allowance(Way(action)).value == inches


def test_a_swamp_halves_a_move_and_costs_a_sneak_a_quarter() -> None:  # line 54
    assert may_move(Way("sneak", difficult=Fraction(3, 2))).value
    assert not may_move(Way("sneak", difficult=Fraction(8, 5))).value


def test_what_a_way_costs() -> None:  # lines 54-56
    assert cost(Way("move", clear=1, difficult=1, obstacles=Fraction(1, 2))).value == 4


@pytest.mark.parametrize(
    ("way", "says"),
    [
        (Way("move fast", clear=1, fast_before=True), "two turns running"),  # line 33
        (Way("move fast", clear=1, ends_in_cover=True), "full cover"),  # line 33
        (Way("move fast", clear=1, obstacles=1), "barrier"),  # line 56
        (Way("move fast", clear=1, leg_wounds=1), "(a) wound"),  # line 142
        (Way("move", clear=3, leg_wounds=2), "needs 3 inches and has 2"),  # line 142
        (Way("move", clear=3, half_speed=True), "needs 3 inches and has 2"),  # line 135
    ],
)
def test_a_way_that_cannot_be_gone(way: Way, says: str) -> None:
    answer = may_move(way)
    assert answer.value is False
    assert says in answer.headline
    for remedy in answer.remedies:
        assert may_move(
            Way(
                remedy.to,
                way.clear,
                way.difficult,
                way.obstacles,
                way.leg_wounds,
                way.half_speed,
                way.fast_before,
            )
        ).value


@given(st.sampled_from(["move", "move fast", "sneak"]), st.integers(0, 14), st.integers(0, 14))
def test_more_ground_is_never_easier(action: str, clear: int, difficult: int) -> None:
    if (
        may_move(Way(action, clear + 1, difficult)).value
        or may_move(Way(action, clear, difficult + 1)).value
    ):
        assert may_move(Way(action, clear, difficult)).value
