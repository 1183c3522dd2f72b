"""Spotting: the table, what settles it without a roll, seen and hit together."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.speech import often
from landships_lab.games.landser.rules.fire import fire_odds
from landships_lab.games.landser.rules.grenades import Throw, landings, may_throw
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.sight import (
    Sighting,
    look_and_fire,
    may_fire_at,
    shot_at,
    spot_and_fire,
    spot_chance,
    spots_on,
)
from landships_lab.panel import CATALOG
from tests.games.landser.asked import ask
from tests.random_states import random_states

INCHES = (1, 4, 8, 20, 45)
SPOTTING = {  # lines 260-263; 1 is automatic
    ("sneaking", False): (1, 3, 4, 5, 6),
    ("sneaking", True): (1, 5, 6, 6, 6),
    ("still", True): (1, 1, 4, 6, 6),
}
NOTICED = {"blocked-near": "noticed"}
OPEN = {"hide-open": "in-the-open"}
HALF = {"cover-in-the-open": "half"}
MOVES = ("moving", "moving fast", "sneaking")
BEHIND = Sighting(2, "hiding", blocked=True)


@pytest.mark.parametrize("row", SPOTTING)
def test_the_spotting_table(row: tuple[str, bool]) -> None:
    assert tuple(spots_on(Sighting(inches, *row)).value for inches in INCHES) == SPOTTING[row]


@pytest.mark.parametrize(
    ("sighting", "read", "value"),
    [
        (Sighting(45, "moving"), {}, 1),  # line 250
        (Sighting(45, "moving fast"), {}, 1),
        (Sighting(45, in_cover=True, has_fired=True), {}, 1),  # line 246
        (Sighting(20, "sneaking", has_fired=True, blocked=True), {}, 1),
        (Sighting(2, "sneaking", True), {}, 1),  # line 248
        (Sighting(8, "moving", observer_moves_fast=True), {}, 7),  # line 256
        (Sighting(2, "sneaking", observer_moves_fast=True), {}, 1),
        (Sighting(8, "hiding", True), {}, 7),  # lines 72 and 151
        (Sighting(8, "hiding"), {}, 4),  # line 151: half covered in the open
        (Sighting(8, "hiding"), OPEN, None),
        (Sighting(8), {}, None),  # the text is silent on who stands still in the open
        (BEHIND, {}, 7),  # line 153 prints it
        (BEHIND, NOTICED, 7),
        (replace(BEHIND, has_fired=True), {}, 1),
    ],
)
def test_what_settles_spotting_without_the_table(
    sighting: Sighting, read: dict[str, str], value: int | None
) -> None:
    found = spots_on(sighting, read).value
    assert isinstance(found, Gap) if value is None else found == value
    assert isinstance(spot_and_fire(Sighting(8), Shot("rifle", 8)), Gap)


@pytest.mark.parametrize("doing", ["still", *MOVES])
def test_whether_a_man_behind_terrain_is_noticed_at_point_blank_is_read(doing: str) -> None:
    """Lines 248 and 254."""
    near, far = (Sighting(inches, doing, blocked=True) for inches in (2, 3))
    numbers = [spots_on(one, read).value for one in (near, far) for read in ({}, NOTICED)]
    assert numbers == [7, 1, 7, 7]
    assert may_fire_at(near, Shot("rifle", 2), NOTICED).value is False
    assert [step.reading for step in spots_on(near).steps if step.reading] == ["blocked-near"]


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


def test_what_a_man_does_bears_on_the_shot_at_him() -> None:
    """Lines 64, 72, 95 and 151: who moves takes the bonus away; in or next to terrain he may claim
    full cover, and whether he may beside it in the open is a reading.
    """
    plain, covered = Shot("rifle", 20), Shot("rifle", 20, cover="full")
    again = replace(plain, repeat=True)
    for doing in MOVES:
        man = Sighting(20, doing)
        assert not shot_at(man, again).repeat
        assert shot_at(man, plain).target_moving_fast == (doing == "moving fast")
        covers = [shot_at(man, shot, HALF).cover for shot in (covered, plain)]
        assert [shot_at(man, covered).cover, *covers] == ["full", "half", "none"]
        assert shot_at(replace(man, in_cover=True), covered, HALF).cover == "full"
    assert shot_at(Sighting(20, in_cover=True), again) == again
    assert shot_at(Sighting(20, "hiding"), covered).cover == "full"
    assert shot_at(Sighting(20, "hiding"), plain).cover == "half"


def test_what_is_told_of_a_man_and_of_nobody_else() -> None:
    """Lines 33, 64 and 151."""
    shot = Shot("rifle", 20, cover="full")
    for doing in ("still", "hiding", *MOVES):
        steps = look_and_fire(Sighting(20, doing), shot, HALF).steps
        read, lines = {step.reading for step in steps}, {step.cite.lines for step in steps}
        assert ("cover-in-the-open" in read) is (doing in MOVES)
        assert ("33" in lines) is (doing == "moving fast")
        row = [step.reading for step in spots_on(Sighting(20, doing)).steps]
        assert ("hide-open" in row) is (doing == "hiding")


def test_nobody_is_fired_at_through_what_blocks_the_sight() -> None:
    """Line 64, over random states of the spotting panel."""
    for state in random_states(CATALOG["landser:spotting"], 300):
        fires = state.weapon != "launcher" and state.ask().detail.hit is not None
        if fires and state.blocked:
            assert state.firer_moved, state.text()
            assert state.in_sight_there, state.text()


def test_a_launcher_is_not_multiplied_by_the_chance_to_see() -> None:
    """Lines 209 and 223."""
    detail = ask("spotting sneak-open@20 weapon launcher").detail
    assert detail.outcomes.p("not seen") == 0
    assert detail.outcomes.p("miss") == fire_odds(Shot("launcher", 20)).p("miss")
    assert float(detail.by_range[3]) == pytest.approx(1 / 6)


def test_a_launcher_is_placed_alike_in_spotting_and_template() -> None:
    """Line 223, over random states."""
    tried = 0
    for state in random_states(CATALOG["landser:spotting"], 400):
        if state.weapon != "launcher" or state.cover != "none" or state.firer_moved:
            continue
        answer = state.ask()
        throw = Throw((0, state.range_inches), (0, 0), launched=True)
        read = dict(state.readings)
        placed = may_throw(throw, read)
        shot = shot_at(state.sighting, state.shot, read)
        plain = not shot.target_moving_fast and shot.cover == "none"
        if plain and not state.observer_moves_fast:
            tried += 1
            assert (answer.detail.hit is not None) is bool(placed.value), state.text()
            if placed.value:
                assert answer.detail.hit == landings(throw, read)[0].chance
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
