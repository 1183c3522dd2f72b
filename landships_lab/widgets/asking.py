"""A question on the page: its words, its picture, a reply, and what the rule says to it. Lessons and drills both ask so."""

from __future__ import annotations

import base64
from abc import abstractmethod
from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.drills.marking import Mark, Question
from landships_lab.scene import words
from landships_lab.scene.shapes import Scene
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import THEMES
from landships_lab.widgets.cells import take_place
from landships_lab.widgets.closing import close_whole
from landships_lab.widgets.hands import Hands

#: How much of the advice of an answer is told below its steps.
MOST_ADVICE = 3


class Asking(w.VBox):
    """One question after the other. ``question`` is the one being asked; `reply` answers it, `next` goes on."""

    def __init__(self) -> None:
        """The parts of it; one that is made calls `begin` last, once all it asks about is there."""
        super().__init__()
        self.add_class("ll-panel")
        self._replied: Mark | None = None
        self._page = Hands()  # for the page's theme and style sheet, and to save files
        self._page.observe(lambda _: self._themed(), "page_theme")
        self._ask, self._picture, self._told = w.HTML(), w.HTML(), w.HTML()
        for heard in (self._ask, self._told):
            heard.add_class("ll-message")  # a new question and its mark are announced: spoken.js
        self._choice = w.ToggleButtons(description="Your answer", options=("yes", "no"), value=None)
        self._number = w.Text(
            description="Your answer", placeholder="a whole number", continuous_update=False, layout=w.Layout(width="200px")
        )
        self._number.observe(self._typed, "value")  # Enter, or leaving the field
        check = button("Check", "Mark my answer", self.check)
        onward = button("Next question", "On to the next question", self.next)
        self._reply_row = w.HBox([self._choice, self._number, check, onward])
        self._reply_row.add_class("ll-row")
        self._reply_row.add_class("ll-asking-row")

    def begin(self) -> None:
        """Asks the first question, and takes the place of what the same cell made before."""
        self._show()
        self._themed()
        take_place(self)

    def close(self) -> None:
        """Ends it: it leaves the page, and the kernel forgets every widget of it."""
        if self.comm is not None:
            parts = (*self.children, self.layout)
            super().close()
            close_whole(*parts)

    @property
    @abstractmethod
    def question(self) -> Question:
        """Which question is being asked?"""

    @property
    @abstractmethod
    def score(self) -> str:
        """How is the reader doing, in words?"""

    @property
    @abstractmethod
    def place(self) -> str:
        """Which question is it, in a few words above it?"""

    @abstractmethod
    def answered(self, mark: Mark) -> None:
        """Counts the first reply to a question."""

    @abstractmethod
    def next(self) -> None:
        """Goes on to another question."""

    def check(self) -> None:
        """Marks what the reader picked or typed."""
        self.reply(str(self._choice.value or "") if self.question.choices else self._number.value)

    def reply(self, given: str) -> Mark | None:
        """Marks this reply, and shows the rule's answer with its steps.

        Only the first reply to a question is counted. A reply of the wrong kind gets a sentence and is not marked.
        """
        try:
            mark = self.question.mark(given) if given else None
        except ValueError as error:
            self._complain(str(error))
            return None
        if mark is None:
            self._complain("Pick one of the replies first." if self.question.choices else "Type a number first.")
            return None
        if self._replied is None:
            self.answered(mark)
        self._replied = mark
        self._told.value = self._told_html(mark)
        self._show_picture()
        return mark

    def _told_html(self, mark: Mark) -> str:
        kind, answer = "yes" if mark.right else "no", mark.answer
        said = f'<p class="ll-verdict ll-{kind}" role="status">{escape(mark.sentence)}</p>'
        said += f"<p>{escape(answer.headline)} <em>{escape(self.score)}</em></p>{words.steps_html(answer)}"
        advice = [remedy.text for remedy in answer.remedies[:MOST_ADVICE]]
        return said + (f'<span class="ll-label">What would change it</span>{words.list_html(advice, "ll-hint")}' if advice else "")

    def _complain(self, sentence: str) -> None:
        self._told.value = f'<p class="ll-error" role="alert">{escape(sentence)}</p>'

    def _typed(self, change: Any) -> None:
        if change.new:
            self.check()

    def _themed(self) -> None:
        self.remove_class("ll-light")
        self.remove_class("ll-dark")
        self.add_class(f"ll-{self._page.page_theme}")
        self._show_picture()

    def _show(self) -> None:
        """Asks the present question anew, with nothing replied."""
        self._replied = None
        self._told.value, self._number.value, self._choice.value = "", "", None
        asked = escape(self.question.text)
        self._ask.value = f'<p class="ll-ask"><span class="ll-label">{escape(self.place)}</span><br>{asked}</p>'
        choices = self.question.choices
        self._choice.layout.display = "" if choices else "none"
        self._number.layout.display = "none" if choices else ""
        if choices and tuple(self._choice.options) != choices:
            self._choice.options = choices
            self._choice.value = None
        self._show_picture()

    def _show_picture(self) -> None:
        """The riddle while it is asked, the answer's own picture once there is a reply."""
        if self._replied is None:
            drawn = self.question.shown()
            self._picture.value = "" if drawn is None else self._image(drawn, self.question.text)
        else:
            answer = self.question.answer
            self._picture.value = self._image(self.question.answer_picture(), answer.headline or str(answer.value))

    def _image(self, scene: Scene, spoken: str) -> str:
        drawn = base64.b64encode(svg(scene, THEMES[self._page.page_theme]).encode("utf-8")).decode("ascii")
        return f'<img class="ll-riddle" alt="{escape(spoken)}" src="data:image/svg+xml;base64,{drawn}">'


def button(label: str, spoken: str, action: Callable[[], object]) -> w.Button:
    """Which button does this?"""
    made = w.Button(description=label, tooltip=spoken, layout=w.Layout(width="auto"))
    made.on_click(lambda _: action())
    return made
