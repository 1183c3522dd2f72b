"""The questions that end each lesson, as its data file asks them."""

from __future__ import annotations

from landships_lab.data.lessons import asked
from landships_lab.practice.marking import Question


def lesson_questions(lesson: str) -> tuple[Question, ...]:
    """Return the questions that end this lesson;

    `ValueError` with the known lessons for any other name.
    """
    return tuple(Question(question.ask, question.state) for question in asked(lesson))
