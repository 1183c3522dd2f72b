"""The questions after a lesson are about the lesson's own idea, and what explains them holds the
right reply.
"""

import re
from collections.abc import Callable

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.landships import GAME
from landships_lab.games.landships.practice.kinds import KINDS
from landships_lab.practice import Task
from landships_lab.practice.generator import make_up
from landships_lab.practice.kind import LEVELS, Kind
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.marking import NOT_PRINTED
from landships_lab.practice.stream import follow_up
from tests.effort import tries
from tests.made import at_each_level, first_different, made_question
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
    asked = lesson_questions(lesson)
    assert {question.start.split()[0] for question in asked} & {q.start.split()[0] for q in found}
    assert len(asked) in (3, 4)
    assert len({question.right for question in asked}) > 1, "not all replies are alike"


@pytest.mark.long
@by_kind
def test_the_panel_says_the_same_as_the_key_and_the_explanation_begins_so(kind: Kind) -> None:
    other = kind.id.removeprefix("landships:") in OTHER
    assert not other or kind.id == "landships:hexsides" or kind.type in ("arc", "change", "range")
    for question in at_each_level(kind, tries(10, 300)):
        told, right = question.because.lower(), question.right.lower()
        assert told.endswith(".")
        assert told.startswith(right) if right in ("yes", "no") else right in told, question.start
        value = question.answer.value
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        said = NOT_PRINTED if isinstance(value, Gap) else said
        assert other or said == question.right, question.start
        if question.seed % 10 == 0:
            assert question.answer.steps
            assert question.answer_picture().width > 0


#: Kinds whose panel answers something else than what was asked, or with another place chosen.
OTHER = {"arc", "remedy", "edge", "closer", "ahead", "hexsides", "close", "blind"}


@by_kind
def test_a_reply_on_the_board_is_read_from_the_state_that_a_press_gives(kind: Kind) -> None:
    question = made_question(kind.id, 3, 2)
    on_board = {"landships:ahead", "landships:closer", "landships:edge", "landships:blind"}
    assert (question.pick is not None) is (kind.id in on_board)
    if question.pick is not None:
        state = question.panel.parse(question.start)
        for reply in (question.right, question.key.among[0], question.key.among[-1]):
            assert question.pick.reply(state.set(question.pick.part, reply)) == reply


@pytest.mark.slow
@by_kind
def test_a_kind_has_sixty_positions_at_each_level(kind: Kind) -> None:
    least = 30 if kind.id == "landships:brickyard" else 60  # a small world: few hexes are named
    for level in LEVELS:
        made = (make_up(kind.id, seed, level) for seed in range(2 * least))
        assert len(first_different(least, made)) == least, level


def test_the_lesson_of_the_game_says_nothing_that_is_not_printed() -> None:
    """Line 139 gives a squad no number of men, line 113 a drift no cost, and line 145 Germans no
    result of a morale check (audit M8).
    """
    lesson = (LESSONS / "18_the_brickyard_hour_by_hour.ipynb").read_text(encoding="utf-8")
    for invented in ("six men", "or drifts at the end of its move, and each costs", "Germans stay"):
        assert invented not in lesson
    assert lesson.count("ours") >= 4
