"""The questions after a lesson are about the lesson's own idea, and what explains them holds the
right reply.
"""

import json
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
from tests.made import at_each_level, made_question
from tests.paths import LESSONS

FEW, MANY, OF_AN_IDEA = 10, 300, 40
by_lesson = pytest.mark.parametrize("lesson", GAME.taught)
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


def after_lesson(lesson: str, number: int) -> list[Task]:
    """Return so many questions that follow the lesson, as its notebook asks them."""
    found: list[Task] = []
    for n in range(number):
        found.append(follow_up(lesson, n % 40, 1 + n // 40, found[-1] if found else None))
    return found


def share(questions: list[Task], idea: Callable[[Task], bool]) -> float:
    return sum(map(idea, questions)) / len(questions)


def over_hexsides(question: Task) -> bool:
    words = question.start.split()
    return any("/" in words[words.index(word) + 1] for word in ("from", "to"))


def class_two(question: Task) -> bool:
    return question.start.endswith("@2")


def drifts(question: Task) -> bool:
    return " drift " in question.start


def open_in_print(question: Task) -> bool:
    return question.right == NOT_PRINTED


def wins_or_squad(question: Task) -> bool:
    return "ask victory" in question.start or "ask squad" in question.start


def drawn_anew(question: Task) -> bool:
    return "You draw a tank" in question.text


def by_several(question: Task) -> bool:
    return question.start.split("british")[1].count("@") > 2


#: By lesson: ideas that must come up, each in at least this share of the questions that follow.
IDEAS: dict[str, tuple[tuple[Callable[[Task], bool], float], ...]] = {
    "10": ((class_two, 0.05),),
    "11": ((over_hexsides, 0.5),),
    "12": ((open_in_print, 0.03), (lambda q: q.pick is not None, 0.15)),
    "13": ((drifts, 0.4),),
    "14": ((lambda q: "/" in q.start.split()[1] or "ask stack" in q.start, 0.9),),
    "15": ((wins_or_squad, 0.4),),
    "16": ((drawn_anew, 1.0),),
    "17": ((by_several, 0.6), (lambda q: q.pick is not None, 0.4)),
}


def is_about_its_idea(lesson: str, number: int) -> None:
    questions = after_lesson(lesson, number)
    for idea, least in IDEAS[lesson[:2]]:
        assert share(questions, idea) >= least, idea
    asked = [question.start for question in lesson_questions(lesson)]
    panels = {state.split()[0] for state in asked}
    assert panels & {question.start.split()[0] for question in questions}


@pytest.mark.long
@by_lesson
def test_the_questions_after_a_lesson_are_about_its_idea(lesson: str) -> None:
    is_about_its_idea(lesson, OF_AN_IDEA)


@pytest.mark.slow
@by_lesson
def test_three_hundred_questions_after_a_lesson_are_about_its_idea(lesson: str) -> None:
    is_about_its_idea(lesson, MANY)


@pytest.mark.long
@by_lesson
def test_three_or_four_questions_end_a_lesson_and_not_all_replies_are_alike(lesson: str) -> None:
    asked = lesson_questions(lesson)
    assert len(asked) in (3, 4)
    assert len({question.right for question in asked}) > 1


@by_kind
def test_the_words_that_teach_a_kind_stand_in_its_lesson(kind: Kind) -> None:
    notebook = json.loads((LESSONS / f"{kind.lesson}.ipynb").read_text("utf-8"))
    prose = " ".join(
        "".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"
    )
    assert kind.taught
    assert kind.taught in prose


def is_explained(kind: Kind, number: int) -> None:
    for question in at_each_level(kind, number):
        right, told = question.right, question.because
        assert told.endswith("."), question.start
        if right in ("yes", "no"):
            assert told.lower().startswith(right), (question.start, told)
        else:
            assert right.lower() in told.lower(), (question.start, told)
        if question.seed % 10 == 0:
            assert question.answer.steps
            assert question.answer_picture().width > 0


@pytest.mark.long
@by_kind
def test_the_explanation_holds_the_right_reply(kind: Kind) -> None:
    is_explained(kind, FEW)


@pytest.mark.slow
@by_kind
def test_the_explanation_holds_the_right_reply_three_hundred_times(kind: Kind) -> None:
    is_explained(kind, MANY)


#: Kinds whose panel answers something else than what was asked, or with another place chosen.
OTHER = {"arc", "remedy", "edge", "closer", "ahead", "hexsides", "close", "blind"}


@pytest.mark.long
@by_kind
def test_the_panel_says_the_same_as_the_key(kind: Kind) -> None:
    if kind.id.removeprefix("landships:") in OTHER:
        assert kind.id == "landships:hexsides" or kind.type in ("arc", "change", "range")
        return
    for question in at_each_level(kind, FEW):
        value = question.answer.value
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        said = NOT_PRINTED if isinstance(value, Gap) else said
        assert said == question.right, question.start


@by_kind
def test_a_reply_on_the_board_is_read_from_the_state_that_a_press_gives(kind: Kind) -> None:
    question = made_question(kind.id, 3, 2)
    if question.pick is not None:
        state = question.panel.parse(question.start)
        for reply in (question.right, question.key.among[0], question.key.among[-1]):
            assert question.pick.reply(state.set(question.pick.part, reply)) == reply


def test_places_and_headings_are_asked_for_on_the_board() -> None:
    asked = {kind.id for kind in KINDS if made_question(kind.id, 1, 2).pick is not None}
    assert {"landships:ahead", "landships:closer", "landships:edge", "landships:blind"} == asked


@pytest.mark.slow
@by_kind
def test_a_kind_has_sixty_positions_at_each_level(kind: Kind) -> None:
    least = 30 if kind.id == "landships:brickyard" else 60  # a small world: few hexes are named
    for level in LEVELS:
        made = [make_up(kind.id, seed, level) for seed in range(2 * least)]
        assert len({(question.text, question.start) for question in made}) >= least, level


def test_the_lesson_of_the_game_says_nothing_that_is_not_printed() -> None:
    """Line 139 gives a squad no number of men, line 113 a drift no cost, and line 145 Germans no
    result of a morale check (audit M8).
    """
    lesson = (LESSONS / "18_the_brickyard_hour_by_hour.ipynb").read_text(encoding="utf-8")
    for invented in ("six men", "or drifts at the end of its move, and each costs", "Germans stay"):
        assert invented not in lesson
    assert lesson.count("ours") >= 4
