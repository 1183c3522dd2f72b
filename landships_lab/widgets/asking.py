"""A question on the page: its words, its picture, the replies, and what the rule says to them. Lessons and drills both use it."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.drills.marking import Mark, Question
from landships_lab.scene import words
from landships_lab.scene.shapes import Scene
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import THEMES
from landships_lab.widgets.bridge import Bridge
from landships_lab.widgets.cells import replace_earlier
from landships_lab.widgets.closing import close_tree
from landships_lab.widgets.frame import Frame, box, button, error_html, image_html, label_html, show, update
from landships_lab.widgets.turns import on_value

#: How many remedies of an answer are shown below its steps.
MOST_ADVICE = 3


class Asking(Frame):
    """One question after the other. ``question`` is the one being asked; `reply` answers it, `next` goes on."""

    def __init__(self) -> None:
        """Make the widgets; a subclass calls `begin` last, once all it asks about is there."""
        super().__init__()
        self._replied: Mark | None = None
        self._page = Bridge()  # for the page's theme and style sheet, and to save files
        self._ask, self._picture, self._result, self._steps = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        for announced in (self._ask, self._result):
            announced.add_class("ll-announced")  # a screen reader reads out a new question and its mark: screen_reader.js
        self._steps.add_class("ll-steps-box")
        self._replies: dict[str, w.Button] = {}
        self._choice = box("ll-replies")
        self._number = w.Text(description="Your answer", placeholder="a whole number", continuous_update=False)
        on_value(self._number, self._on_number)  # Enter, or leaving the field
        check = button("Check", "Mark my answer", lambda: self.reply(self._number.value))
        self._typed = box("ll-row", self._number, check, row=True)
        onward = button("Next question", "On to the next question", self.next, "ll-next")
        stage = box("ll-stage ll-asked", self._picture)
        told = box("ll-answer", self._ask, self._choice, self._typed, self._result, self._steps, onward)
        self.body = w.Box([stage, told])
        self.body.add_class("ll-body")

    def begin(self) -> None:
        """Ask the first question, and close what an earlier run of the same cell made."""
        self._show_question()
        self.follow(self._page)
        replace_earlier(self)

    @property
    @abstractmethod
    def question(self) -> Question:
        """The question being asked."""

    @property
    @abstractmethod
    def score(self) -> str:
        """A sentence about how many replies were right."""

    @property
    @abstractmethod
    def place(self) -> str:
        """The few words above the question that say which one it is."""

    @abstractmethod
    def answered(self, mark: Mark) -> None:
        """Count the first reply to a question."""

    @abstractmethod
    def next(self) -> None:
        """Go on to another question."""

    def reply(self, given: str) -> Mark | None:
        """Mark this reply, and show the rule's answer with its steps.

        Only the first reply to a question is counted. A reply of the wrong kind gets a sentence and no mark.
        """
        try:
            mark = self.question.mark(given) if given else None
        except ValueError as error:
            self._result.value = error_html(str(error))
            return None
        if mark is None:
            self._result.value = error_html("Pick one of the replies first." if self.question.choices else "Type a number first.")
            return None
        if self._replied is None:
            self.answered(mark)
        self._replied = mark
        self._show_mark(mark, given)
        self._show_picture()
        return mark

    def apply_theme(self) -> None:
        """Show the question and its picture in the colours of the page."""
        super().apply_theme()
        self._show_picture()

    def kept(self) -> tuple[str, str, str]:
        """Return its name, the question, and its picture, or that of the answer once there is a reply."""
        picture = self.question.shown() if self._replied is None else self.question.answer_picture()
        return type(self).__name__, self.question.text, "" if picture is None else svg(picture, THEMES[self.theme])

    def _show_mark(self, mark: Mark, given: str) -> None:
        kind, answer = "yes" if mark.right else "no", mark.answer
        said = f'<p class="ll-verdict ll-{kind}" role="status">{escape(mark.sentence)}</p>'
        self._result.value = f"{said}<p>{escape(answer.headline)} <em>{escape(self.score)}</em></p>"
        advice = [remedy.text for remedy in answer.remedies[:MOST_ADVICE]]
        remedies = label_html("What would change it") + words.list_html(advice, "ll-hint") if advice else ""
        self._steps.value = words.steps_html(answer) + remedies
        for reply, made in self._replies.items():
            right = reply == self.question.right_reply
            (made.add_class if right else made.remove_class)("ll-right")
            (made.add_class if reply == given and not right else made.remove_class)("ll-wrong")

    def _on_number(self, change: Any) -> None:
        if change.new:
            self.reply(change.new)

    def _show_question(self) -> None:
        self._replied = None
        self._result.value, self._steps.value, self._number.value = "", "", ""
        self._ask.value = f'<p class="ll-ask">{label_html(self.place)}<br>{escape(self.question.text)}</p>'
        choices = self.question.choices
        show(self._choice, bool(choices))
        show(self._typed, not choices)
        before = tuple(self._choice.children)
        self._replies = {reply: button(words.no_formula(reply), "", partial(self.reply, reply), "ll-reply") for reply in choices}
        self._choice.children = tuple(self._replies.values())
        close_tree(*before)
        self._show_picture()

    def _show_picture(self) -> None:
        """Show the question's picture, or the answer's once there is a reply."""
        if self._replied is None:
            riddle = self.question.shown()
            update(self._picture, value="" if riddle is None else self._image(riddle, self.question.text))
            (self.body.add_class if riddle is None else self.body.remove_class)("ll-no-riddle")
            return
        answer = self.question.answer
        update(self._picture, value=self._image(self.question.answer_picture(), answer.headline or str(answer.value)))

    def _image(self, scene: Scene, alt: str) -> str:
        return image_html(scene, str(self._page.page_theme), alt, "ll-riddle")
