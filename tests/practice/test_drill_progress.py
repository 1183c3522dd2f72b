"""Progress is counted rightly, what was missed comes back sooner, runs end as they say, and no file
is ever lost, whatever is in it.
"""

import errno
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab import Drill
from landships_lab.jupyter import drill as drills
from landships_lab.practice import keeping
from landships_lab.practice.generator import MIXED, kinds_of
from landships_lab.practice.kind import LEVELS
from landships_lab.practice.progress import (
    BOXES,
    DAYS,
    FIRST_RATING,
    MOST_CARDS,
    STEP,
    WAIT,
    Card,
    KindScore,
    Progress,
    after,
    beaten,
    describe,
    due,
    level_for,
    rated,
    weak,
)
from landships_lab.practice.runs import ENDLESS, HARDER_AFTER, RUSH, RUSH_SECONDS, STREAK, Run
from landships_lab.practice.stream import MOST_SEED, next_question

KINDS = [kind.id for kind in kinds_of(MIXED)]
QUESTIONS = st.tuples(st.sampled_from(KINDS), st.integers(0, 10**6), st.sampled_from([1, 2, 3]))
COURSES = st.lists(st.tuples(QUESTIONS, st.booleans()), max_size=40)
RANGE = ("landships:range", 7, 1)
Course = list[tuple[tuple[str, int, int], bool]]


def run(course: Course) -> Progress:
    progress = Progress()
    for question, right in course:
        progress = after(progress, question, right)
    return progress


# -- counting and coming back
# --------------------------------------------------------------------------------------------------


def test_what_was_missed_comes_back_after_three_others_and_then_after_more_and_more_days() -> None:
    progress, met = after(Progress(), RANGE, right=False, day=10), []
    for seed in range(WAIT):
        assert due(progress, 1, 10) is None
        progress = after(progress, ("landships:fire", seed, 1), right=True, day=10)
    for day in range(10, 80):
        if due(progress, 1, day) is not None:
            progress = after(progress, RANGE, right=True, day=day)
            met.append(day)
    assert met[0] == 10
    assert [b - a for a, b in pairwise(met)] == list(DAYS)
    assert not progress.cards


@given(st.integers(100, 3000), st.integers(100, 3000))
def test_a_rating_rises_with_a_right_reply_the_more_the_less_it_was_expected(
    rating: int, against: int
) -> None:
    assert rated(rating, against, True) >= rating >= rated(rating, against, False)
    assert rated(rating, against + 200, True) >= rated(rating, against, True)
    gained = rated(1500, 1500, True) - 1500
    assert gained == 1500 - rated(1500, 1500, False) == STEP // 2


def test_the_best_of_a_streak_is_kept_and_a_lower_one_is_not() -> None:
    best = beaten(beaten(Progress(), "streak", 7), "streak", 4)
    assert best.best == {"streak": 7}
    assert keeping.read(keeping.write(best)) == best


def test_a_file_of_the_first_version_is_read_with_every_missed_question_starting_over() -> None:
    old = {
        "version": 1,
        "asked": 3,
        "right": 2,
        "kinds": {"landships:range": [3, 2]},
        "missed": [{"due": 6, "known": 1, "kind": "landships:range", "seed": 7, "level": 1}],
    }
    kept = keeping.read(json.dumps(old))
    assert (kept.asked, kept.right, kept.rating) == (3, 2, FIRST_RATING)
    assert kept.kinds == {"landships:range": KindScore(3, 2, FIRST_RATING)}
    assert kept.cards == (Card(0, 6, 1, "landships:range", 7, 1),)


def test_a_missed_question_is_asked_again_at_its_own_level_only_and_not_at_once() -> None:
    assert describe(run([(RANGE, False), (("landships:fire", 1, 1), True)])) == (
        "1 of 2 right; 1 missed question comes back"
    )
    progress = run([(RANGE, False), *((("landships:fire", n, 1), True) for n in range(3))])
    again = next_question("landships", 1, 1, progress)
    assert (again.kind, again.seed, again.level) == RANGE
    assert (next_question("landships", 1, 2, progress).seed, 2) != (7, 1)
    other = next_question("landships", 1, 1, progress, again)
    assert (other.text, other.start) != (again.text, again.start)
    fires = run([(("landships:fire", n, 2), False) for n in range(2)])
    assert weak(fires) == ("landships:fire",), "a kind that is mostly missed is asked more often"
    assert next_question("landships", 1, 1, fires).kind == "landships:fire"


# -- the file
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2_000_000, MOST_SEED])
def test_what_was_missed_with_a_large_seed_is_kept(seed: int, tmp_path: Path) -> None:
    progress, path = Progress(), keeping.file_of("landships", tmp_path)
    for _ in range(2):
        asked = next_question("landships", seed, 1, progress)
        progress = after(progress, (asked.kind, asked.seed, asked.level), right=False)
    assert keeping.keep(path, progress) == ""
    assert keeping.load(path) == keeping.Kept(progress)


def test_a_count_stands_still_at_the_most_that_is_read() -> None:
    most = keeping.MOST_NUMBER
    full = Progress(most, most, {"landships:range": KindScore(most, most)})
    beyond = after(full, ("landships:range", keeping.MOST_MADE, 1), right=False)
    beyond = after(beyond, ("landships:range", keeping.MOST_MADE + 1, 1), right=False)
    kept = keeping.read(keeping.write(beyond))
    assert (kept.asked, kept.right) == (most, most)
    kind = kept.kinds["landships:range"]
    assert (kind.asked, kind.right) == (most, most)
    assert kept.cards == (Card(0, most, 1, "landships:range", keeping.MOST_MADE, 1),)


def good() -> dict[str, Any]:
    progress = run([(RANGE, False), (("loos:table", 3, 2), True)])
    found: dict[str, Any] = json.loads(keeping.write(progress))
    return found


def held(key: str, *wrong: Any) -> list[dict[str, Any]]:
    return [{key: one} for one in wrong]


MISSED = good()["missed"][0]
WRONG = (
    *held("asked", -1, 1.5, True, "3", 10**12),
    *held("right", 99),
    *held("kinds", [], {"landships:dance": [1, 1]}, {"x" * 5000: [1, 1]}),
    *held("kinds", {"landships:range": [1]}, {"landships:range": [1, 2]}),
    *held("missed", {}, [3], [{}] * (MOST_CARDS + 1), [{**MISSED, "level": []}]),
    *held("missed", *([{**MISSED, key: 9}] for key in ("level", "known", "kind", "extra"))),
    *held("missed", [{**MISSED, "seed": "x"}], [{**MISSED, "kind": {}}]),
)
EMPTY = '"asked": 0, "right": 0, "kinds": {}, "missed": []}'
HOSTILE = [
    *("", "{", "[]", "null", "17", '"a"', '{"version": 1}', "x" * 200_000, "9" * 90_000),
    *("[" * 90_000, '{"a":' * 15_000, '{"version": ' + "9" * 6000 + "}"),
    *('{"version": true, ' + EMPTY, '{"version": 0, ' + EMPTY),
    *(json.dumps({**good(), **wrong}) for wrong in WRONG),
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:30].replace("/", " "))
def test_a_damaged_file_is_set_aside_with_a_sentence_and_the_count_begins_anew(
    text: str, tmp_path: Path
) -> None:
    path = keeping.file_of("landships", tmp_path)
    path.write_text(text, encoding="utf-8")
    kept = keeping.load(path)
    assert (kept.progress, kept.writable) == (Progress(), True)
    assert "was damaged" in kept.sentence
    assert "set aside as drill_landships.damaged-1.json" in kept.sentence
    assert len(kept.sentence) < 300
    assert not path.exists()
    assert (tmp_path / "drill_landships.damaged-1.json").read_text(encoding="utf-8") == text


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda v: st.lists(v, max_size=3),
    max_leaves=5,
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from([*good(), "x"]), VALUES), st.sampled_from([*good()]))
def test_any_json_is_read_or_refused_with_a_sentence(
    changed: dict[str, Any], left_out: str
) -> None:
    raw = {**good(), **changed}
    raw.pop(left_out, None)
    with pytest.raises(keeping.ProgressError):
        keeping.read(json.dumps(raw))


def test_several_damaged_files_are_all_kept(tmp_path: Path) -> None:
    path = keeping.file_of("loos", tmp_path)
    for number in range(3):
        path.write_text(f"damaged {number}", encoding="utf-8")
        keeping.load(path)
    assert sorted(file.read_text()[-1] for file in tmp_path.iterdir()) == ["0", "1", "2"]


def test_a_file_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    path = keeping.file_of("landser", tmp_path)
    path.write_text('{"version": 3, "stars": 5}', encoding="utf-8")
    kept = keeping.load(path)
    assert (kept.progress, kept.writable) == (Progress(), False)
    assert "newer version" in kept.sentence
    assert path.read_text(encoding="utf-8") == '{"version": 3, "stars": 5}'


def test_what_cannot_be_read_or_written_is_told_and_never_raised(tmp_path: Path) -> None:
    folder = tmp_path / "drill_paychest.json"
    folder.mkdir()
    kept = keeping.load(folder)
    assert not kept.writable
    assert "cannot be read" in kept.sentence
    assert "could not be saved" in keeping.keep(tmp_path / "nowhere" / "drill.json", Progress())
    assert keeping.keep(tmp_path / "drill.json", Progress()) == ""


def test_of_more_cards_than_are_kept_the_last_due_are_let_go() -> None:
    progress = run([(("landships:range", seed, 1), False) for seed in range(MOST_CARDS + 5)])
    assert len(progress.cards) == MOST_CARDS
    assert progress.cards[0] == Card(0, 1 + WAIT, 1, "landships:range", 0, 1)


# -- what another wrote, and what cannot be written --------------------------------------------


def test_a_kind_that_is_not_installed_stays_in_the_file_and_the_rest_counts(tmp_path: Path) -> None:
    path = keeping.file_of("landships", tmp_path)
    strange = {"day": 1, "due": 2, "box": 1, "kind": "little_wars:gun", "seed": 3, "level": 1}
    whole = good()
    whole["kinds"]["little_wars:gun"] = [3, 2, 1010]
    whole["missed"].append(strange)
    whole["best"] = {"marathon": 9, "streak": 2}
    path.write_text(json.dumps(whole), encoding="utf-8")
    file = keeping.ProgressFile(path)
    assert (file.trouble, file.progress.asked, len(file.progress.cards)) == ("", 2, 1)
    assert "little_wars:gun" not in file.progress.kinds
    file.keep(after(file.latest(), RANGE, right=True))
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["kinds"]["little_wars:gun"] == [3, 2, 1010]
    assert strange in written["missed"]
    assert written["best"] == {"marathon": 9, "streak": 2}
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_byte_order_mark_damages_no_file(tmp_path: Path) -> None:
    path = keeping.file_of("landships", tmp_path)
    path.write_text("\ufeff" + json.dumps(good()), encoding="utf-8")
    assert keeping.load(path).progress.asked == 2


def test_what_cannot_be_written_goes_on_in_memory_and_is_written_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keeping.file_of("landships", tmp_path)
    file = keeping.ProgressFile(path)
    monkeypatch.setattr(keeping, "write_whole", refusing)
    for number in (1, 2):
        file.keep(after(file.latest(), RANGE, right=True))
        assert file.progress.asked == number
        assert "could not be saved (No space left on device)" in file.trouble
    monkeypatch.undo()
    file.keep(after(file.latest(), RANGE, right=True))
    assert (file.trouble, keeping.load(path).progress.asked) == ("", 3)


def refusing(*_: object) -> None:
    """Write nothing, as a full disk does."""
    raise OSError(errno.ENOSPC, "No space left on device")


@given(COURSES)
def test_every_answer_is_counted_once_in_all_and_by_kind_and_is_read_again(course: Course) -> None:
    progress = run(course)
    assert (progress.asked, progress.right) == (len(course), sum(right for _, right in course))
    assert sum(score.asked for score in progress.kinds.values()) == progress.asked
    assert sum(score.right for score in progress.kinds.values()) == progress.right
    assert len({card.asks for card in progress.cards}) == len(progress.cards) <= MOST_CARDS
    last = dict(course)
    for card in progress.cards:
        assert (card.box == 1) == (not last[card.asks]), "missed again it starts over"
        assert 1 <= card.box <= BOXES
    assert keeping.read(keeping.write(progress)) == progress


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
