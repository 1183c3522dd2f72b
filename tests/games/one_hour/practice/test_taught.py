"""What One-Hour's questions teach: each is of its lesson."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from landships_lab.games.one_hour import GAME
from landships_lab.games.one_hour.practice.kinds import KINDS
from landships_lab.practice.kind import Kind
from landships_lab.practice.lessons import lesson_questions
from tests.effort import tries
from tests.made import at_each_level, first_questions, made_question
from tests.paths import LESSONS

#: By lesson, what its kinds ask about, as the words of a state have it.
ABOUT: dict[str, Callable[[str], bool]] = {
    "30_a_turn_of_one_hour": lambda state: " asks act " in state,
    "31_fire_and_cover": lambda state: state.startswith("one_hour:fire "),
    "32_sight_among_woods_and_towns": lambda state: (
        state.startswith("one_hour:sight ") and "asks stops" not in state
    ),
    "33_rally_or_shoot": lambda state: (
        state.startswith("one_hour:duel ") and " asks act" not in state
    ),
    "34_will_they_get_off_the_table": lambda state: (
        state.startswith("one_hour:move ") or "asks stops" in state
    ),
}
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
by_lesson = pytest.mark.parametrize("lesson", GAME.taught)


def prose(lesson: str) -> str:
    cells = json.loads(Path(LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


@pytest.mark.long
@by_kind
def test_a_question_is_about_its_lesson(kind: Kind) -> None:
    for question in at_each_level(kind, tries(10, 100)):
        assert ABOUT[kind.lesson](question.start), question.start


@pytest.mark.long
@by_lesson
def test_a_lesson_ends_in_questions_about_it(lesson: str) -> None:
    for question in lesson_questions(lesson):
        assert ABOUT[lesson](question.open().text()), question.text


def test_the_die_is_told_before_it_is_asked_about() -> None:
    """2, 3, 3, 4, 4 and 5."""
    text = prose("31_fire_and_cover")
    assert text.index("2, 3, 3, 4, 4 and 5") < text.index("How many Hits does")


@pytest.mark.long
def test_three_kinds_are_answered_on_the_board() -> None:
    on_board = {kind.id for kind in KINDS if made_question(kind.id, 1, 2).pick is not None}
    assert on_board == {"one_hour:seen", "one_hour:best", "one_hour:farthest"}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["seen", "best"])
def test_what_is_clicked_is_not_chosen_before(kind: str) -> None:
    for seed in range(8):
        question = made_question(f"one_hour:{kind}", seed, 2)
        assert question.pick is not None
        assert not question.key.is_right(question.pick.reply(question.open()))


@pytest.mark.long
def test_each_change_is_right_as_often_as_any_other() -> None:
    """Going to close range included, whose inches are a reading: 2 are close under each of them."""
    (change,) = (kind for kind in KINDS if kind.id == "one_hour:change")
    right = Counter(one.right for one in first_questions(change, 40))
    assert set(right) == {
        "rally off what Hits it can",
        "fire from behind its front",
        "catch it when out of cover",
        "get to a range of 2 inches",
    }
    assert min(right.values()) >= 5, right


def test_a_reading_never_gives_the_answer_away() -> None:
    """Both options of it come up, and both answers with it."""
    found = set()
    for seed in range(150):
        question = made_question("one_hour:range", seed, 2)
        for told in ("cannot fire at a target within close", "Mortars fire at any range"):
            if told in question.text:
                found.add((told[:7], question.right))
    assert {told for told, _ in found} == {"cannot ", "Mortars"}
    assert {reply for _, reply in found} == {"yes", "no"}


@pytest.mark.long
def test_what_the_rules_do_not_say_is_a_reply_where_a_unit_may_stop() -> None:
    replies = [made_question("one_hour:stop", seed, 2).right for seed in range(24)]
    assert set(replies) == {"yes", "no", "the rules do not say"}
