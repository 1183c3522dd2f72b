"""The questions that follow a lesson are about that lesson's idea."""

from collections import Counter
from collections.abc import Callable

import pytest

from landships_lab.core.grid import Grid
from landships_lab.core.lines import Along, trace
from landships_lab.games.loos import GAME
from landships_lab.practice.generator import kinds_of_lesson
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.made import made_question

GRID = Grid(columns=16, rows=12)
ASKED = {
    "20_a_turn_at_loos": {"order", "stack", "enter", "victory"},
    "24_reserves_and_attrition": {"reserve", "replacements", "division", "combat", "mobile"},
}
PANEL = {
    "21_the_combat_table": "loos:table",
    "22_seeing_over_the_field": "loos:sight",
    "23_bombardment_and_gas": "loos:bombardment",
}


def followed_by(lesson: str, seeds: int) -> list[Task]:
    """Return questions of a lesson's kinds, the kinds and their levels in turn."""
    kinds = kinds_of_lesson(lesson)
    asked = [(kind, level) for kind in kinds for level in range(kind.level, 4)]
    return [
        made_question(kind.id, seed, level)
        for seed in range(seeds)
        for kind, level in [asked[seed % len(asked)]]
    ]


def of_its_panel(lesson: str, question: Task) -> bool:
    """Return whether a question is about the lesson's panel, or its questions of the staff."""
    panel, *rest = question.start.split()
    if lesson in PANEL:
        return panel == PANEL[lesson]
    return panel == "loos:campaign" or (panel == "loos:staff" and rest[0] in ASKED[lesson])


def along(question: Task) -> bool:
    """Return whether a line that the question asks about runs along a hexside."""
    words = question.start.split()
    ends = {GRID.place(words[1]), GRID.place(words[3])}
    ends |= {GRID.place(code) for code in question.key.among}
    return any(
        isinstance(crossed, Along)
        for one in ends
        for other in ends
        if one != other
        for crossed in trace(one, other)
    )


def share(questions: list[Task], holds: Callable[[Task], bool]) -> float:
    return sum(map(holds, questions)) / len(questions)


@pytest.mark.long
@pytest.mark.parametrize("lesson", GAME.taught)
def test_what_follows_a_lesson_is_about_its_idea(lesson: str) -> None:
    asked = followed_by(lesson, tries(30, 300))
    assert all(of_its_panel(lesson, question) for question in asked)
    if lesson.startswith("21"):
        assert share(asked, lambda q: "trench" in q.text or "woods" in q.text) > 0.3
    if lesson.startswith("22"):
        assert share(asked, along) > 0.3
        assert share(asked, lambda q: q.pick is not None) > 0.5
    if lesson.startswith("23"):
        assert share(asked, lambda q: "trench" in q.text) > 0.25
        assert share(asked, lambda q: "gas" in q.text) > 0.1
    if lesson in ASKED:
        words = Counter(q.start.split()[1] for q in asked if q.start.startswith("loos:staff"))
        assert set(words) == ASKED[lesson]
        assert max(words.values()) < 0.5 * len(asked)


@pytest.mark.parametrize("lesson", GAME.taught)
def test_a_lesson_ends_with_questions_on_its_idea(lesson: str) -> None:
    asked = lesson_questions(lesson)
    staff = ASKED.get(lesson, set()) | ({"set-up"} if lesson.startswith("20") else set())
    for question in asked:
        panel, word = question.start.split()[:2]
        assert panel == PANEL[lesson] if lesson in PANEL else word in staff


def test_two_of_the_questions_on_sight_are_answered_on_the_board() -> None:
    asked = lesson_questions("22_seeing_over_the_field")
    board = [question for question in asked if question.pick]
    assert len(board) == 2
    woods, aircraft = board
    assert [woods.mark(code).right for code in ("0606", "0807", "0907")] == [True, True, False]
    assert [aircraft.mark(code).right for code in ("0703", "0803", "0903")] == [True, True, False]
