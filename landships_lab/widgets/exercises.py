"""The end of a lesson: its questions one by one, each marked by the rule, then as many more as one wants."""

from __future__ import annotations

import base64
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.drills.lessons import lesson_questions
from landships_lab.drills.made_up import KINDS, make_up
from landships_lab.drills.question import Mark, Question
from landships_lab.scene import words
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import THEMES
from landships_lab.widgets.cells import take_place
from landships_lab.widgets.closing import close_whole
from landships_lab.widgets.hands import Hands


class Exercises(w.VBox):
    """The questions of a lesson, ``Exercises("11_counting_range")``. ``question`` is the one being asked; `reply` answers it."""

    def __init__(self, lesson: str, seed: int = 1) -> None:
        asked = list(lesson_questions(lesson))  # before there is any widget to be left behind
        super().__init__()
        self.add_class("ll-panel")
        self.asked = asked
        self._own = len(self.asked)
        self._seed = seed
        self._right: dict[int, bool] = {}
        self.number = 0
        self._page = Hands()  # here only for the page's theme and style sheet
        self._page.observe(lambda _: self._themed(), "page_theme")
        self._build()
        self._themed()
        take_place(self)

    def close(self) -> None:
        """Ends the exercises: they leave the page, and the kernel forgets every widget of them."""
        if self.comm is not None:
            parts = (*self.children, self.layout)
            super().close()
            close_whole(*parts)

    @property
    def question(self) -> Question:
        """Which question is being asked?"""
        return self.asked[self.number]

    @property
    def score(self) -> str:
        """How is the reader doing, in words?"""
        return f"{sum(self._right.values())} of {len(self._right)} right so far"

    def _build(self) -> None:
        head = w.HTML('<h3 class="ll-title">Questions <small>marked by the rules themselves</small></h3>')
        self._ask, self._picture, self._told = w.HTML(), w.HTML(), w.HTML()
        self._choice = w.ToggleButtons(description="Your answer", options=("yes", "no"), value=None)
        self._number = w.Text(
            description="Your answer", placeholder="a whole number", continuous_update=False, layout=w.Layout(width="200px")
        )
        self._number.observe(self._typed, "value")  # Enter, or leaving the field
        check = _button("Check", "Mark my answer", self.check)
        onward = _button("Next question", "On to the next question", self.next)
        row = w.HBox([self._choice, self._number, check, onward])
        row.add_class("ll-row")
        self.children = [head, self._ask, self._picture, row, self._told, self._page]

    def _themed(self) -> None:
        self.remove_class("ll-light")
        self.remove_class("ll-dark")
        self.add_class(f"ll-{self._page.page_theme}")
        self._show()

    def _show(self) -> None:
        place = f"Question {self.number + 1} of {self._own}" if self.number < self._own else "One more, made up for you"
        self._ask.value = f'<p class="ll-ask"><span class="ll-label">{place}</span><br>{escape(self.question.ask)}</p>'
        drawn = svg(self.question.picture(), THEMES[self._page.page_theme]).encode("utf-8")
        source = "data:image/svg+xml;base64," + base64.b64encode(drawn).decode("ascii")
        self._picture.value = f'<img class="ll-riddle" alt="{escape(self.question.ask)}" src="{source}">'
        choices = self.question.choices
        self._choice.layout.display = "" if choices else "none"
        self._number.layout.display = "none" if choices else ""
        if choices and tuple(self._choice.options) != choices:
            self._choice.options = choices

    def _typed(self, change: Any) -> None:
        if change.new:
            self.check()

    def check(self) -> None:
        """Marks what the reader picked or typed."""
        self.reply(str(self._choice.value or "") if self.question.choices else self._number.value)

    def reply(self, given: str) -> Mark | None:
        """Marks this reply and shows the rule's steps; a reply of the wrong kind gets a sentence and is not marked."""
        try:
            mark = self.question.mark(given)
        except ValueError as error:
            self._told.value = f'<p class="ll-error" role="alert">{escape(str(error))}</p>'
            return None
        self._right.setdefault(self.number, mark.right)
        kind = "yes" if mark.right else "no"
        self._told.value = (
            f'<p class="ll-verdict ll-{kind}" role="status">{escape(mark.sentence)}</p>'
            f"<p>{escape(mark.answer.headline)} <em>{escape(self.score)}</em></p>{words.steps_html(mark.answer)}"
        )
        return mark

    def next(self) -> None:
        """Goes on to the lesson's next question, and after its last to ones made up of the same kind."""
        self.number += 1
        if self.number == len(self.asked):
            self._seed += 1
            kind = self.asked[self._own - 1].state.split()[0]
            self.asked.append(make_up(kind if kind in KINDS else next(iter(KINDS)), self._seed))
        self._told.value, self._number.value, self._choice.value = "", "", None
        self._show()


def _button(label: str, spoken: str, action: Any) -> w.Button:
    button = w.Button(description=label, tooltip=spoken, layout=w.Layout(width="auto"))
    button.on_click(lambda _: action())
    return button
