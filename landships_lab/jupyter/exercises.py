"""The questions at the end of a lesson one by one, each marked by the rule, then as many more as
the reader wants.
"""

from __future__ import annotations

import ipywidgets as w

from landships_lab.jupyter.asking import Asking
from landships_lab.jupyter.frame import box
from landships_lab.jupyter.head import title_html
from landships_lab.jupyter.opening import opened_at_once
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.stream import follow_up
from landships_lab.practice.task import Mark, Task


class Exercises(Asking):
    """The questions of a lesson, ``Exercises("11_counting_range")``.

    ``question`` is the current one; `reply` answers it. Raises `ValueError` for an unknown lesson.
    """

    @opened_at_once
    def __init__(self, lesson: str, seed: int = 1) -> None:
        asked = list(
            lesson_questions(lesson)
        )  # an unknown lesson is refused before any widget is made
        super().__init__()
        self.asked = asked
        self._of_lesson = len(self.asked)
        self._lesson, self._seed = lesson, seed
        self._right: dict[int, bool] = {}
        self.number = 0
        head = box(
            "ll-head",
            w.HTML(title_html("Questions", "marked by the rules themselves")),
            self._score,
            row=True,
        )
        self.children = [head, self.body]
        self.begin()

    @property
    def question(self) -> Task:
        """The question being asked."""
        return self.asked[self.number]

    @property
    def score(self) -> str:
        """How many replies were right; "" before the first."""
        replies = len(self._right)
        return f"{sum(self._right.values())} of {replies} right so far" if replies else ""

    @property
    def place(self) -> str:
        """Which question of the lesson it is."""
        return (
            f"Question {self.number + 1} of {self._of_lesson}"
            if self.number < self._of_lesson
            else "One more, made up for you"
        )

    def answered(self, mark: Mark) -> None:
        """Count the first reply to a question."""
        self._right.setdefault(self.number, mark.right)

    def next(self) -> None:
        """Move on to the lesson's next question, and after the last to new ones about the same
        idea.
        """
        self.number += 1
        if self.number == len(self.asked):
            more = self.number - self._of_lesson
            self.asked.append(follow_up(self._lesson, more, self._seed, self.asked[-1]))
        self._show_question()
