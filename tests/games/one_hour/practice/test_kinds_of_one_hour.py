"""What the questions of One-Hour say and offer: readings that decide, mistakes that fit, shots that
can be fired.
"""

import random
import re
from collections.abc import Iterator

import pytest

from landships_lab.games.one_hour.practice.kinds import KINDS
from landships_lab.games.one_hour.rules.fire import fire_odds, hits
from landships_lab.games.one_hour.rules.shot import sight_needed
from landships_lab.panel.links import read_link
from landships_lab.practice.kind import LADDER
from landships_lab.practice.task import Task

MAKE = {kind.id.partition(":")[2]: kind.make for kind in KINDS}
SEEDS = range(60)


def asked(kind: str, *levels: int) -> Iterator[Task]:
    return (MAKE[kind](random.Random(seed), level) for seed in SEEDS for level in levels)


@pytest.mark.parametrize("kind", ["fire", "needed", "odds"])
def test_a_shot_into_woods_or_a_town_is_one_that_can_be_seen(kind: str) -> None:
    """Lines 173, 175 and 291: close by, along a road, or by Mortars with an observer."""
    along = 0
    for question in asked(kind, 1, 2, 3):
        shot = read_link(question.start).shot  # type: ignore[attr-defined]  # a shot's panel
        needed = sight_needed(shot, {"concealed-sight": "ready-limit", "concealed-etc": "cover"})
        assert needed is None or shot.firer == "mortar" or shot.along_road
        assert shot.along_road is ("seen along a road" in question.text)
        along += shot.along_road
    assert along


def test_a_question_names_a_reading_just_where_it_changes_the_reply() -> None:
    """Here close range: 4 inches, or 2 by the list of changes (lines 146 and 197)."""
    found = set()
    for question in asked("fire", 1, 2, 3):
        state = read_link(question.start)
        values = {
            hits(state.shot, state.die, {**dict(state.readings), "close-range": near}).value  # type: ignore[attr-defined]  # a shot's panel
            for near in ("2-inches", "4-inches")
        }
        named = "Use this reading: Close range is" in question.text
        assert named is (len(values) > 1)
        assert "Concealed" not in question.text, "a question says that its target is seen"
        found.add(named)
    assert found == {True, False}


def test_only_who_fires_mortars_into_woods_is_told_that_woods_do_not_help() -> None:
    """Line 253."""
    found = set()
    for question in asked("fire", 1, 2, 3):
        shot = read_link(question.start).shot  # type: ignore[attr-defined]  # a shot's panel
        assert question.given is not None
        named = any("against Mortars" in slip.name for slip in question.given.slips)
        assert not named or (shot.firer == "mortar" and "woods" in shot.cover)
        found.add(named)
    assert found == {True, False}


def test_at_the_first_level_no_unit_that_moves_was_dug_in() -> None:
    dug_in = {
        level: any("was dug in" in question.text for question in asked("move", level))
        for level in (1, 2)
    }
    assert dug_in == {1: False, 2: True}


def test_a_shot_of_the_first_level_has_one_cover_at_a_short_range() -> None:
    ranges: dict[int, set[object]] = {}
    covers: dict[int, int] = {}
    for level in (1, 2):
        shots = [read_link(question.start).shot for question in asked("fire", level)]  # type: ignore[attr-defined]  # a shot's panel
        ranges[level] = {shot.range_inches for shot in shots}
        covers[level] = max(len(shot.cover) for shot in shots)
    assert ranges[1] <= {3, 4, 5, 8, 10, 12}
    assert ranges[2] <= {4, 5, 12, 13, 16, 20, 24}
    assert covers == {1: 1, 2: 2}
    third = [read_link(question.start).shot for question in asked("fire", 3)]  # type: ignore[attr-defined]  # a shot's panel
    assert all(shot.cover for shot in third), "the third level is about cover with more beside"


def test_a_move_takes_two_turns_from_the_third_level_on() -> None:
    later = {
        level: any(" turns 2" in question.start for question in asked("move", level))
        for level in (1, 2, 3)
    }
    assert later == {1: False, 2: False, 3: True}


def test_long_range_is_forgotten_only_beyond_the_ordinary_one() -> None:
    """Line 197."""
    found = set()
    for question in asked("range", 1, 2):
        shot = read_link(question.start).shot  # type: ignore[attr-defined]  # a shot's panel
        assert question.given is not None
        named = any("forgot its long range" in slip.name for slip in question.given.slips)
        assert not named or shot.range_inches > shot.row.reach_inches
        found.add(named)
    assert found == {True, False}


def test_who_takes_at_least_for_more_than_gets_the_chance_of_one_hit_more() -> None:
    found = 0
    for question in asked("odds", 1, 2, 3):
        state = read_link(question.start)
        shot, how = state.shot, dict(state.readings)  # type: ignore[attr-defined]  # a shot's panel
        assert question.given is not None
        for slip in question.given.slips:
            if told := re.search(r"you took (\d+) or more for more than", slip.name):
                more = fire_odds(shot, readings=how).at_least(int(told[1]) + 1)
                rungs = sorted(LADDER, key=lambda rung: abs(100 * more - rung))
                assert slip.reply == f"{rungs[0]}%"
                found += 1
    assert found
