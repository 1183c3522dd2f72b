"""The questions at the end of each lesson, from its data file."""

from __future__ import annotations

from landships_lab.data.lessons import Asked, asked
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task


def lesson_questions(lesson: str) -> tuple[Task, ...]:
    """Return the questions at the end of this lesson.

    Raises `ValueError` with the known lessons for any other name.
    """
    return tuple(_question(one) for one in asked(lesson))


def _question(one: Asked) -> Task:
    pick = Pick(one.pick, one.says) if one.pick else None
    return Task(one.ask, one.state, pick=pick, wanted=one.wanted)
