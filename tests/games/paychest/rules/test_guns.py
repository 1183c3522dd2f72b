"""Machine guns, shells and troops in cover do what the supplement prints, and their odds agree with
every roll.
"""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Odds
from landships_lab.games.paychest.rules.fire import cover_test, cover_test_chance
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from tests.games.paychest.rules.odds import gun_odds, round_odds, shot_chance

FACES = range(1, 7)
READINGS = [
    {"skill-plus": plus, "ones": ones}
    for plus, ones in product(("raises-skill", "added-to-die"), ("hit-first", "jam-first"))
]


@pytest.mark.parametrize(("figures", "plus"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (10, 3)])
@pytest.mark.parametrize("gun", ["machine-gun", "shell"])
def test_each_three_figures_add_one_lines_11_and_12(gun: str, figures: int, plus: int) -> None:
    answer = modified_skill(HitRoll(2, gun, target_figures=figures))
    assert answer.value == 2 + plus, answer


def test_the_group_counts_nothing_for_a_rifle() -> None:
    assert modified_skill(HitRoll(2, target_figures=30)).value == 2


def test_added_to_the_die_a_mass_is_harder_to_hit() -> None:
    literal = {"skill-plus": "added-to-die"}
    assert shot_chance(HitRoll(4, "machine-gun", target_figures=6), literal) == Fraction(2, 6)
    assert shot_chance(HitRoll(4, "machine-gun", target_figures=6)) == 1
    assert shot_chance(HitRoll(2, "machine-gun", target_figures=6), literal) == 0


def test_a_burst_is_one_die_of_rounds_line_11() -> None:
    odds = round_odds(HitRoll(3, "machine-gun"))
    assert isinstance(odds, Odds)
    assert odds == Odds({0: 18, **dict.fromkeys(FACES, 3)})


def test_a_shell_is_four_dice_of_hits_line_12() -> None:
    odds = round_odds(HitRoll(3, "shell"))
    assert isinstance(odds, Odds)
    assert (min(odds.outcomes), max(odds.outcomes), odds.mean) == (0, 24, Fraction(7))
    assert odds.p(4) == Fraction(1, 2) * Fraction(1, 6**4)


def test_two_ones_jam_a_machine_gun_and_no_other_line_11() -> None:
    for gun, chance in (("machine-gun", Fraction(1, 36)), ("shell", Fraction(0))):
        odds = gun_odds(HitRoll(3, gun))
        assert isinstance(odds, Odds)
        assert odds.chance(lambda outcome: outcome[1]) == chance


@pytest.mark.parametrize(
    ("skill", "moved", "order", "chance"),
    [
        (3, "stand", "hit-first", Fraction(18, 36)),
        (3, "stand", "jam-first", Fraction(17, 36)),
        (3, "charge", "hit-first", Fraction(3, 36)),  # a ONE, then 1, 2 or 3
        (3, "charge", "jam-first", Fraction(2, 36)),  # a ONE, then 2 or 3; a second ONE only jams
    ],
)
def test_both_orders_of_the_ones(skill: int, moved: str, order: str, chance: Fraction) -> None:
    odds = round_odds(HitRoll(skill, "machine-gun", moved=moved), {"ones": order})
    assert isinstance(odds, Odds)
    assert odds.at_least(1) == chance


@given(st.integers(1, 6))
def test_icepool_agrees_on_a_shell(skill: int) -> None:
    odds = round_odds(HitRoll(skill, "shell"))
    assert isinstance(odds, Odds)
    pool = icepool.d6.map(lambda die: 4 @ icepool.d6 if die <= skill else 0)
    assert dict(odds) == {n: Fraction(w, pool.denominator()) for n, w in pool.items()}


def test_a_gun_at_a_lost_range_is_a_gap() -> None:
    shot = HitRoll(3, "shell", range_inches=30)
    assert isinstance(gun_odds(shot), Gap)
    assert isinstance(round_odds(shot), Gap)


@pytest.mark.parametrize(
    ("unexposed", "chance"),
    [
        (0, Fraction(0)),
        (5, Fraction(0)),
        (6, Fraction(1, 6)),
        (8, Fraction(1, 2)),
        (11, Fraction(1)),
        (40, Fraction(1)),
    ],
)
def test_twelve_or_more_tests_a_unit_in_cover_line_12(unexposed: int, chance: Fraction) -> None:
    assert cover_test_chance(unexposed) == chance
    assert Fraction(sum(bool(cover_test(unexposed, die).value) for die in FACES), 6) == chance
    assert {step.cite.lines for step in cover_test(unexposed, 3).steps} == {"12"}


def test_one_figure_in_cover_is_one() -> None:
    assert "1 figure in cover" in str(cover_test(1, 6))
