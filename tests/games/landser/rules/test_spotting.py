"""Spotting: the table, what settles it without a roll, seen and hit together."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.games.landser.rules import (
    Shot,
    Sighting,
    fire_odds,
    look_and_fire,
    shot_at,
    spot_and_fire,
    spot_chance,
    spots_on,
)

INCHES = (1, 4, 8, 20, 45)

SPOTTING = {  # lines 260-263; 1 is automatic
    ("sneaking", False): (1, 3, 4, 5, 6),
    ("sneaking", True): (1, 5, 6, 6, 6),
    ("still", True): (1, 1, 4, 6, 6),
}


@pytest.mark.parametrize("row", SPOTTING)
def test_the_spotting_table(row: tuple[str, bool]) -> None:
    assert tuple(spots_on(Sighting(inches, *row)).value for inches in INCHES) == SPOTTING[row]


@pytest.mark.parametrize(
    ("sighting", "value"),
    [
        (Sighting(45, "moving"), 1),  # line 250
        (Sighting(45, "moving fast"), 1),
        (Sighting(45, in_cover=True, has_fired=True), 1),  # line 246
        (Sighting(2, "sneaking", True), 1),  # line 248
        (Sighting(2, blocked=True), 7),  # line 254
        (Sighting(8, "moving", observer_moves_fast=True), 7),  # line 256
        (Sighting(2, "sneaking", observer_moves_fast=True), 1),
        (Sighting(8, "hiding", True), 7),  # lines 72 and 151
        (Sighting(8, "hiding"), 4),  # line 151: half covered in the open
    ],
)
def test_what_settles_spotting_without_the_table(sighting: Sighting, value: int) -> None:
    answer = spots_on(sighting)
    assert answer.value == value, str(answer)


def test_the_print_is_silent_on_who_stands_still_in_the_open() -> None:
    assert isinstance(spots_on(Sighting(8)).value, Gap)
    assert isinstance(spot_and_fire(Sighting(8), Shot("rifle", 8)), Gap)


def test_remedies_of_an_unseen_man_do_help() -> None:
    hidden = Sighting(8, "hiding", True)
    changes = {remedy.change: remedy.to for remedy in spots_on(hidden).remedies}
    assert changes == {"range": 2}
    assert spot_chance(Sighting(2, "hiding", True)) == 1


@given(
    st.sampled_from(sorted(SPOTTING)),
    st.sampled_from(INCHES),
    st.sampled_from(["rifle", "lmg", "gpmg"]),
)
def test_seen_and_hit_is_the_product(row: tuple[str, bool], inches: int, weapon: str) -> None:
    odds = spot_and_fire(Sighting(inches, *row), Shot(weapon, inches))
    seen = spot_chance(Sighting(inches, *row))
    assert not isinstance(odds, Gap)
    assert not isinstance(seen, Gap)
    assert odds.p("not seen") == 1 - seen
    for outcome, chance in fire_odds(Shot(weapon, inches)):
        assert odds.p(outcome) == seen * chance
    assert sum(chance for _, chance in odds) == 1


def test_looking_and_firing_are_over_one_range() -> None:
    with pytest.raises(ValueError, match="both are one range"):
        spot_and_fire(Sighting(8, "sneaking"), Shot("rifle", 20))


@pytest.mark.parametrize("doing", ["moving", "moving fast", "sneaking"])
def test_who_moves_is_not_hit_easier_for_a_second_shot(doing: str) -> None:
    """Line 95: neither firer nor target may have moved."""
    assert not shot_at(Sighting(20, doing), Shot("rifle", 20, repeat=True)).repeat
    assert shot_at(Sighting(20, doing), Shot("rifle", 20)).target_moving_fast == (
        doing == "moving fast"
    )


def test_who_hides_in_the_open_is_half_covered_from_fire_too() -> None:
    """Lines 64, 72 and 151."""
    odds = spot_and_fire(Sighting(20, "hiding"), Shot("rifle", 20))
    assert not isinstance(odds, Gap)
    assert odds.p("miss") == Fraction(1, 9)
    assert shot_at(Sighting(20, "hiding"), Shot("rifle", 20, cover="full")).cover == "full"
    assert shot_at(Sighting(20, in_cover=True), Shot("rifle", 20, repeat=True)) == Shot(
        "rifle", 20, repeat=True
    )


@pytest.mark.parametrize("doing", ["moving", "moving fast", "sneaking"])
def test_full_cover_for_a_man_who_moves_in_the_open_is_a_reading(doing: str) -> None:
    """Line 64: in or next to terrain he may claim full cover; in open ground a man counts as being
    in half cover.
    """
    half, shot = {"cover-in-the-open": "half"}, Shot("rifle", 20, cover="full")
    assert shot_at(Sighting(20, doing), shot).cover == "full"
    assert shot_at(Sighting(20, doing), shot, half).cover == "half"
    assert shot_at(Sighting(20, doing), Shot("rifle", 20), half).cover == "none"
    assert shot_at(Sighting(20, doing, in_cover=True), shot, half).cover == "full"
    read = look_and_fire(Sighting(20, doing), shot, half)
    assert "cover-in-the-open" in [step.reading for step in read.steps]
    assert (
        read.detail.hit > look_and_fire(Sighting(20, doing), shot).detail.hit
        or doing == "moving fast"
    )


@pytest.mark.parametrize("doing", ["still", "hiding"])
def test_that_reading_leaves_alone_who_does_not_move(doing: str) -> None:
    """Lines 64 and 151: hiding in the open gives half cover, which the shot may have anyway."""
    answer = look_and_fire(
        Sighting(20, doing), Shot("rifle", 20, cover="full"), {"cover-in-the-open": "half"}
    )
    assert "cover-in-the-open" not in [step.reading for step in answer.steps]


def test_who_moves_fast_is_told_that_he_may_not_end_in_full_cover() -> None:
    """Line 33."""
    shot = Shot("rifle", 20, cover="full")
    assert "33" in [
        step.cite.lines for step in look_and_fire(Sighting(20, "moving fast"), shot).steps
    ]
    assert "33" not in [
        step.cite.lines for step in look_and_fire(Sighting(20, "moving"), shot).steps
    ]


def test_beyond_extreme_range_the_table_is_silent_and_the_panel_says_so() -> None:
    """Lines 260-263: five columns, up to extreme range."""
    answer = look_and_fire(Sighting(65, "sneaking"), Shot("rifle", 65))
    assert [step.amount.question for step in answer.steps if isinstance(step.amount, Gap)] == [
        "What must be rolled beyond extreme range?"
    ]
    assert (
        answer.headline == "The source does not say whether he is seen, and he may not be fired at."
    )
    assert isinstance(
        look_and_fire(Sighting(62, "sneaking"), Shot("rifle", 60, firer_moved=True)).value, Gap
    )


def test_a_shot_at_a_man_who_moves_fast_is_no_shot_at_one_who_does_not() -> None:
    with pytest.raises(ValueError, match="both are one man"):
        spot_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20, target_moving_fast=True))
