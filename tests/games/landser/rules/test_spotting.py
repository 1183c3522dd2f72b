"""Spotting: the table, what settles it without a roll, seen and hit together."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.speech import often
from landships_lab.games.landser import rules as landser
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
from landships_lab.panel import CATALOG
from tests.games.landser.asked import ask
from tests.random_states import random_states

INCHES = (1, 4, 8, 20, 45)
NOTICED = {"blocked-near": "noticed"}

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


@pytest.mark.parametrize("doing", ["still", "moving", "moving fast", "sneaking"])
def test_whether_a_man_behind_terrain_is_noticed_at_point_blank_is_read(doing: str) -> None:
    """Lines 248 and 254."""
    near, far = (Sighting(inches, doing, blocked=True) for inches in (2, 3))
    assert (landser.spot_number(near), landser.spot_number(near, NOTICED)) == (7, 1)
    assert (landser.spot_number(far), landser.spot_number(far, NOTICED)) == (7, 7)
    assert landser.may_fire_at(near, Shot("rifle", 2), NOTICED).value is False
    (step,) = (s for s in landser.spots_on(near).steps if s.reading)
    assert step.reading == "blocked-near"


def test_a_hiding_man_behind_a_high_wall_stays_out_of_sight_in_both_readings() -> None:
    """Line 153 prints it."""
    hides = Sighting(2, "hiding", blocked=True)
    assert (landser.spot_number(hides), landser.spot_number(hides, NOTICED)) == (7, 7)
    assert landser.spot_number(Sighting(2, "hiding", has_fired=True, blocked=True)) == 1


def test_nobody_is_fired_at_through_what_blocks_the_sight() -> None:
    """Line 64, over random states of the spotting panel."""
    for state in random_states(CATALOG["landser:spotting"], 300):
        fires = state.weapon != "launcher" and state.ask().detail.hit is not None
        if fires and state.blocked:
            assert state.firer_moved, state.text()
            assert state.in_sight_there, state.text()


def test_a_launcher_is_not_multiplied_by_the_chance_to_see() -> None:
    """Lines 209 and 223."""
    answer = ask("spotting sneak-open@20 weapon launcher")
    assert answer.value == 5
    assert answer.headline == "Aware of him on 5 or more; a launcher is placed 16.7% of the time."
    assert answer.detail.outcomes.p("not seen") == 0
    assert answer.detail.outcomes.p("miss") == landser.fire_odds(Shot("launcher", 20)).p("miss")
    assert answer.detail.by_range[3] == Fraction(1, 6)


def test_a_launcher_is_placed_alike_in_spotting_and_template() -> None:
    """Line 223, over random states."""
    tried = 0
    for state in random_states(CATALOG["landser:spotting"], 400):
        if state.weapon != "launcher" or state.cover != "none" or state.firer_moved:
            continue
        answer = state.ask()
        throw = landser.Throw((0, state.range_inches), (0, 0), launched=True)
        read = dict(state.readings)
        placed = landser.may_throw(throw, read)
        shot = landser.shot_at(state.sighting, state.shot, read)
        plain = not shot.target_moving_fast and shot.cover == "none"
        if plain and not state.observer_moves_fast:
            tried += 1
            assert (answer.detail.hit is not None) is bool(placed.value), state.text()
            if placed.value:
                assert answer.detail.hit == landser.landings(throw, read)[0].chance
                assert f"is placed {often(answer.detail.hit)}." in answer.headline
    assert tried


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("sneak-open@4 weapon launcher", True),
        ("sneak-open@4 weapon launcher with blocked", False),  # not known
        ("sneak-open@4 weapon launcher with blocked has-fired", False),  # known, not seen
        ("hide-cover@4 weapon launcher with has-fired", False),
    ],
)
def test_a_rifle_is_offered_for_a_launcher_only_where_it_could_be_fired(
    text: str, offered: bool
) -> None:
    """Lines 64, 72 and 225-226: the launcher has a dash there, and a rifle must see its man."""
    answer = ask(f"spotting {text}")
    assert answer.value is False
    assert ("rifle" in {r.to for r in answer.remedies if r.change == "weapon"}) is offered


def test_the_row_of_a_man_who_hides_in_the_open_is_told_of_him_alone() -> None:
    """Line 151."""
    for doing in ("sneaking", "still", "hiding"):
        told = [step.reading for step in landser.spots_on(Sighting(20, doing)).steps]
        assert ("hide-open" in told) is (doing == "hiding")
