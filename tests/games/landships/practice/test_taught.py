"""The questions after a lesson are about the lesson's own idea, and what explains them holds the
right reply.
"""

import re
from collections.abc import Callable

import pytest

from landships_lab.games.landships import GAME
from landships_lab.games.landships.practice.kinds import KINDS
from landships_lab.practice import Task
from landships_lab.practice.kind import Kind
from landships_lab.practice.marking import NOT_PRINTED
from landships_lab.practice.stream import follow_up
from tests.effort import tries
from tests.made import made_question
from tests.paths import LESSONS

by_lesson = pytest.mark.parametrize("lesson", GAME.taught)
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


#: By lesson: ideas that must come up, each in at least this share of the questions that follow.
IDEAS: dict[str, tuple[tuple[Callable[[Task], object], float], ...]] = {
    "10": ((lambda q: q.start.endswith("@2"), 0.05),),
    "11": ((lambda q: re.search(r"(from|to) \d{4}/", q.start), 0.5),),
    "12": ((lambda q: q.right == NOT_PRINTED, 0.03), (lambda q: q.pick is not None, 0.15)),
    "13": ((lambda q: " drift " in q.start, 0.4),),
    "14": ((lambda q: "/" in q.start.split()[1] or "ask stack" in q.start, 0.9),),
    "15": ((lambda q: "ask victory" in q.start or "ask squad" in q.start, 0.4),),
    "16": ((lambda q: "You draw a tank" in q.text, 1.0),),
    "17": (
        (lambda q: q.start.split("british")[1].count("@") > 2, 0.6),
        (lambda q: q.pick is not None, 0.4),
    ),
}


@pytest.mark.long
@by_lesson
def test_the_questions_after_a_lesson_are_about_its_idea(lesson: str) -> None:
    found: list[Task] = []
    for n in range(tries(40, 300)):
        found.append(follow_up(lesson, n % 40, 1 + n // 40, found[-1] if found else None))
    for idea, least in IDEAS[lesson[:2]]:
        assert sum(bool(idea(question)) for question in found) >= least * len(found), idea


@by_kind
def test_a_reply_on_the_board_is_read_from_the_state_that_a_press_gives(kind: Kind) -> None:
    question = made_question(kind.id, 3, 2)
    on_board = {"landships:ahead", "landships:closer", "landships:edge", "landships:blind"}
    assert (question.pick is not None) is (kind.id in on_board)
    if question.pick is not None:
        state = question.panel.parse(question.start)
        for reply in (question.right, question.key.among[0], question.key.among[-1]):
            assert question.pick.reply(state.set(question.pick.part, reply)) == reply


def test_the_lesson_of_the_game_says_nothing_that_is_not_printed() -> None:
    """Line 139 gives a squad no number of men, line 113 a drift no cost, and line 145 Germans no
    result of a morale check (audit M8).
    """
    lesson = (LESSONS / "18_the_brickyard_hour_by_hour.ipynb").read_text(encoding="utf-8")
    for invented in ("six men", "or drifts at the end of its move, and each costs", "Germans stay"):
        assert invented not in lesson
    assert lesson.count("ours") >= 4
