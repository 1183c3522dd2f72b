"""The questions that end each lesson, as its data file asks them."""

from __future__ import annotations

from attrs import frozen

from landships_lab.core.sources import unknown
from landships_lab.data.load import read, structure
from landships_lab.drills.question import Question


@frozen
class _Raw:
    ask: str
    state: str


#: Which rule set's file holds a lesson's questions: the first digit of its number.
_FILES = {"1": "landships/lessons.toml", "2": "loos/lessons.toml", "5": "paychest/lessons.toml"}


def lesson_questions(lesson: str) -> tuple[Question, ...]:
    """Which questions end this lesson? `ValueError` with the lessons there are for any other name."""
    name = _FILES.get(lesson[:1], _FILES["1"])
    lessons = structure(read(name), dict[str, list[_Raw]], name)
    if lesson not in lessons:
        raise ValueError(unknown("lesson with questions", lesson, list(lessons)))
    return tuple(Question(raw.ask, raw.state) for raw in lessons[lesson])
