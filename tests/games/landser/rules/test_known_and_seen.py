"""Knowing of a man and seeing him are two things, and a launcher needs neither."""

from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import often
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.rules import Shot, Sighting
from landships_lab.panel import CATALOG
from tests.random_states import random_states

NOTICED = {"blocked-near": "noticed"}


def ask(text: str) -> Answer[Any]:
    return CATALOG[text.split(maxsplit=1)[0]].parse(text).ask()


# -- known, and not seen


def test_who_has_fired_is_known_even_where_terrain_hides_him() -> None:
    """Lines 246 and 254: the audit's state."""
    assert landser.spot_number(Sighting(20, "sneaking", has_fired=True, blocked=True)) == 1
    answer = ask("landser:spotting sneak-open@20 with blocked has-fired firer-moved")
    assert answer.value is False
    assert answer.headline == "Aware of him without a roll, but he may not be fired at."
    assert {s.cite.lines for s in answer.steps if s.op == "forbids"} == {"254"}


def test_who_moves_to_where_he_sees_a_known_man_may_fire() -> None:
    """Lines 246 and 258: aware before the move, in sight where he fires."""
    text = "landser:spotting sneak-open@20 with has-fired firer-moved"
    there = ask(f"{text} blocked in-sight-there")
    assert (there.value, there.detail.hit) == (1, Fraction(1, 3))
    assert there.headline == ask(text).headline
    unaware = ask("landser:spotting sneak-open@20 with blocked firer-moved in-sight-there")
    assert unaware.value is False
    assert "aware of the target before he moves" in str(unaware)
    standing = ask("landser:spotting sneak-open@20 with blocked has-fired in-sight-there")
    assert standing.value is False


def test_the_remedies_of_a_known_man_out_of_sight_help() -> None:
    """Lines 64 and 254."""
    state = CATALOG["landser:spotting"].parse(
        "landser:spotting sneak-open@20 with blocked has-fired firer-moved"
    )
    changes = {remedy.change for remedy in state.ask().remedies}
    assert changes == {"blocked", "in_sight_there"}
    for change, value in (("blocked", False), ("in_sight_there", True)):
        assert state.set(change, value).ask().value == 1


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


# -- a launcher is aimed at a point


def test_a_launcher_is_not_multiplied_by_the_chance_to_see() -> None:
    """Lines 209 and 223."""
    answer = ask("landser:spotting sneak-open@20 weapon launcher")
    assert answer.value == 5
    assert answer.headline == "Aware of him on 5 or more; a launcher is placed 16.7% of the time."
    assert answer.detail.outcomes.p("not seen") == 0
    assert answer.detail.outcomes.p("miss") == landser.fire_odds(Shot("launcher", 20)).p("miss")
    assert answer.detail.by_range[3] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("hide-cover@8 weapon launcher", 7),
        ("sneak-open@8 weapon launcher with blocked", 7),
        ("sneak-cover@8 weapon launcher", 6),
    ],
)
def test_a_launcher_may_be_fired_at_the_place_of_a_man_who_is_not_seen(
    text: str, value: int
) -> None:
    """Line 209."""
    answer = ask(f"landser:spotting {text}")
    assert (answer.value, answer.detail.hit) == (value, Fraction(1, 3))
    assert ask(f"landser:spotting {text}".replace("@8", "@4")).value is False


def test_a_launcher_needs_no_answer_to_who_is_seen_in_the_open() -> None:
    """Lines 209 and 246-263."""
    answer = ask("landser:spotting still-open@8 weapon launcher")
    assert isinstance(answer.value, Gap)
    assert "is placed 33.3% of the time" in answer.headline


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


def test_the_sentence_on_a_launcher_does_not_deny_what_a_wound_takes() -> None:
    """Lines 143 and 223: the list of modifiers does not count, a (b) wound does."""
    told = str(ask("landser:fire launcher@20 arm 2"))
    assert "no firing modifier counts" not in told
    assert "nothing on the list of firing modifiers counts" in told
    assert "−2 on the die (a (b) wound of the firer)" in told


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
    answer = ask(f"landser:spotting {text}")
    assert answer.value is False
    assert ("rifle" in {r.to for r in answer.remedies if r.change == "weapon"}) is offered


def test_the_row_of_a_man_who_hides_in_the_open_is_told_of_him_alone() -> None:
    """Line 151."""
    for doing in ("sneaking", "still", "hiding"):
        told = [step.reading for step in landser.spots_on(Sighting(20, doing)).steps]
        assert ("hide-open" in told) is (doing == "hiding")
