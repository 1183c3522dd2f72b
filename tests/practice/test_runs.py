"""A streak ends with the first miss and gets harder, a rush ends after three minutes, and what was
reached is still there in another kernel on another day.
"""

from pathlib import Path

import pytest

from landships_lab import Drill
from landships_lab.jupyter import drill as drills
from landships_lab.practice.kind import LEVELS
from landships_lab.practice.progress import FIRST_RATING, Progress, beaten, level_for
from landships_lab.practice.runs import ENDLESS, HARDER_AFTER, RUSH, RUSH_SECONDS, STREAK, Run


def wrong(drill: Drill) -> str:
    """A reply to the present question that is not right."""
    key = drill.question.key
    return next(one for one in (*key.choices, *key.among, "99") if not key.is_right(one))


def test_a_streak_gets_harder_after_every_fifth_and_ends_with_the_first_miss() -> None:
    run, level = Run(STREAK), min(LEVELS)
    for number in range(1, 2 * HARDER_AFTER + 1):
        run.count(right=True, now=0.0)
        level = run.level(level)
        assert level == 1 + number // HARDER_AFTER
    assert not run.is_over(10_000.0)
    run.count(right=False, now=1.0)
    assert run.is_over(1.0)
    assert run.right == 2 * HARDER_AFTER
    assert run.level(level) == level
    told = run.over_words(beaten(Progress(), STREAK, 10))
    assert told == "The streak ends with 10 right, your best. Next question begins anew."


def test_a_rush_ends_after_three_minutes_and_counts_no_reply_after_them() -> None:
    run = Run(RUSH)
    assert not run.is_over(10_000.0), "its clock starts with the first reply"
    run.count(right=True, now=100.0)
    run.count(right=False, now=101.0)
    run.count(right=True, now=100.0 + RUSH_SECONDS)
    assert (run.right, run.ended) == (2, False)
    run.count(right=True, now=100.1 + RUSH_SECONDS)
    assert (run.right, run.ended) == (2, True)
    assert "your best is 9" in run.over_words(beaten(Progress(), RUSH, 9))


def test_endless_questions_never_end() -> None:
    run = Run(ENDLESS)
    run.count(right=False, now=0.0)
    assert not run.is_over(10.0**6)
    assert not run.counts


@pytest.mark.parametrize("mode", [STREAK, RUSH])
def test_what_was_reached_is_there_in_another_kernel(mode: str, tmp_path: Path) -> None:
    drill = Drill("landships", mode=mode, folder=tmp_path)
    for _ in range(3):
        drill.reply(drill.question.right)
        drill.next()
    drill.reply(wrong(drill))
    again = Drill("landships", mode=mode, folder=tmp_path)
    assert again.progress == drill.progress
    assert again.progress.best == {mode: 3}
    assert again.progress.kinds == drill.progress.kinds
    assert again.score == f"0 right · best {mode} 3"
    assert len(again.progress.cards) == 1


@pytest.mark.long
def test_a_missed_question_comes_back_on_later_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drills, "_today", lambda: 1000)
    first = Drill("landships", folder=tmp_path)
    missed = (first.question.kind, first.question.seed)
    first.reply(wrong(first))
    for day in (1001, 1002):
        monkeypatch.setattr(drills, "_today", lambda day=day: day)
        later = Drill("landships", folder=tmp_path)
        met = []
        for _ in range(5):
            met.append((later.question.kind, later.question.seed))
            later.reply(later.question.right)
            later.next()
        assert missed in met, day


def test_a_streak_begins_at_the_readers_own_rating(tmp_path: Path) -> None:
    drill = Drill("landships", mode=STREAK, folder=tmp_path)
    assert drill.level == level_for(FIRST_RATING)
    assert level_for(3000) == max(LEVELS)
    assert level_for(100) == min(LEVELS)
