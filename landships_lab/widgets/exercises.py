"""The end of a lesson: its questions one by one, each marked by the rule, then as many more as one wants."""

from __future__ import annotations

import ipywidgets as w

from landships_lab.drills.lessons import lesson_questions
from landships_lab.drills.marking import Mark, Question
from landships_lab.drills.stream import more_like
from landships_lab.widgets.asking import Asking


class Exercises(Asking):
    """The questions of a lesson, ``Exercises("11_counting_range")``. ``question`` is the one being asked; `reply` answers it."""

    def __init__(self, lesson: str, seed: int = 1) -> None:
        asked = list(lesson_questions(lesson))  # an unknown lesson is refused before anything is shown
        super().__init__()
        self.asked = asked
        self._own = len(self.asked)
        self._seed = seed
        self._right: dict[int, bool] = {}
        self.number = 0
        head = w.HTML('<h3 class="ll-title">Questions <small>marked by the rules themselves</small></h3>')
        self.children = [head, self._ask, self._picture, self._reply_row, self._told, self._page]
        self.begin()

    @property
    def question(self) -> Question:
        """Which question is being asked?"""
        return self.asked[self.number]

    @property
    def score(self) -> str:
        """How is the reader doing, in words?"""
        return f"{sum(self._right.values())} of {len(self._right)} right so far"

    @property
    def place(self) -> str:
        """Which of the lesson's questions is it?"""
        return f"Question {self.number + 1} of {self._own}" if self.number < self._own else "One more, made up for you"

    def answered(self, mark: Mark) -> None:
        """Counts the first reply to a question."""
        self._right.setdefault(self.number, mark.right)

    def next(self) -> None:
        """Goes on to the lesson's next question, and after its last to ones made up of the same kind."""
        self.number += 1
        if self.number == len(self.asked):
            self._seed += 1
            self.asked.append(more_like(self.asked[-1], self._seed))
        self._show()
