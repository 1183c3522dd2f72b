"""A question on the page: its words, its picture, the replies, and what the rule says to them.

Lessons and drills both use it.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from html import escape

import ipywidgets as w
from traitlets import Bunch

from landships_lab.drawing import words
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.cells import replace_earlier
from landships_lab.jupyter.closing import close_tree
from landships_lab.jupyter.frame import (
    Frame,
    box,
    button,
    error_html,
    image_html,
    label_html,
    show,
    update,
)
from landships_lab.practice.marking import Mark, Question

#: How many remedies of an answer are shown below its steps.
MOST_ADVICE = 3
#: Letters that a question tells before it asks; more stand under its picture.
MOST_TOLD = 200
#: Letters of replies of which many fit beside each other.
MOST_SHORT = 7
_GUESS, _READING = "It looks as if ", "Use this reading: "


def in_parts(text: str) -> tuple[str, str, str]:
    """Return what a question tells first, what it asks, and the readings of unclear print it goes
    by.

    >>> in_parts("It stands in 0704. How far is it to 0902? Use this reading: Round down.")
    ('It stands in 0704.', 'How far is it to 0902?', 'Use this reading: Round down.')
    """
    words, found, reading = text.partition(_READING)
    told, dot, _ = words.partition("?")[0].rpartition(". ") if "?" in words else ("", "", "")
    told += dot
    return told.strip(), words[len(told) :].strip(), found + reading


class Asking(Frame):
    """One question after the other.

    ``question`` is the one being asked; `reply` answers it, `next` goes on.
    """

    def __init__(self) -> None:
        """Make the widgets; a subclass calls `begin` last, once all it asks about is there."""
        super().__init__()
        self._replied: Mark | None = None
        self._page = Bridge()  # for the page's theme and style sheet, and to save files
        self._ask, self._picture, self._result, self._steps = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        self._score = w.HTML()  # a subclass shows it where it has room
        for announced in (self._ask, self._result):
            announced.add_class(
                "ll-announced"
            )  # a screen reader reads out a new question and its mark: screen_reader.js
        self._steps.add_class("ll-steps-box")
        self._replies: dict[str, w.Button] = {}
        self._choice = box("ll-replies")
        self._number = w.Text(description="Your answer", continuous_update=False)
        self._number.observe(self._on_number, "value")  # Enter, or leaving the field
        check = button("Check", "Mark my answer", lambda: self.reply(self._number.value))
        self._typed = box("ll-row", self._number, check, row=True)
        self._onward = button("Next question", "On to the next question", self.next, "ll-next")
        stage = box("ll-stage ll-question-picture", self._picture)
        parts = (self._ask, self._choice, self._typed, self._result, self._steps, self._onward)
        self.body = w.Box([stage, box("ll-answer", *parts)])
        self.body.add_class("ll-body")
        self.body.add_class("ll-asking")

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

        Only the first reply to a question is counted. A reply of the wrong kind gets a sentence and
        no mark.
        """
        try:
            mark = self.question.mark(given) if given else None
        except ValueError as error:
            self._result.value = error_html(str(error))
            return None
        if mark is None:
            self._result.value = error_html(
                "Pick one of the replies first."
                if self.question.choices
                else "Type a number first."
            )
            return None
        if self._replied is None:
            self.answered(mark)
            self._count()
            self._onward.add_class("ll-ready")
        self._replied = mark
        self._show_mark(mark, given)
        self._show_picture()
        return mark

    def apply_theme(self) -> None:
        """Show the question and its picture in the colours of the page."""
        super().apply_theme()
        self._show_picture()

    def kept(self) -> tuple[str, str, str]:
        """Return its name, the question, and its picture, or that of the answer once there is a
        reply.
        """
        picture = self.question.shown() if self._replied is None else self.question.answer_picture()
        return (
            type(self).__name__,
            self.question.text,
            "" if picture is None else svg(picture, THEMES[self.theme]),
        )

    def _show_mark(self, mark: Mark, given: str) -> None:
        kind, answer = "yes" if mark.right else "no", mark.answer
        said, guess, mistake = mark.sentence.partition(_GUESS)
        said = f"{escape(said)} <small>{escape(guess + mistake)}</small>"
        verdict = f'<p class="ll-verdict ll-{kind}" role="status">{said}</p>'
        self._result.value = f"{verdict}<p>{escape(answer.headline)}</p>"
        advice = [remedy.text for remedy in answer.remedies[:MOST_ADVICE]]
        changes = label_html("What would change it") + words.list_html(advice, "ll-hint")
        aside = f'<div class="ll-aside">{changes}</div>' if advice else ""  # the first to wait
        self._steps.value = words.steps_html(answer) + aside
        for reply, made in self._replies.items():
            right = reply == self.question.right_reply
            (made.add_class if right else made.remove_class)("ll-right")
            (made.add_class if reply == given and not right else made.remove_class)("ll-wrong")

    def _count(self) -> None:
        self._score.value = f'<p class="ll-score" role="status">{escape(self.score)}</p>'

    def _on_number(self, change: Bunch) -> None:
        if change.new:
            self.reply(change.new)

    def _show_question(self) -> None:
        self._replied = None
        self._onward.remove_class("ll-ready")
        self._result.value, self._steps.value, self._number.value = "", "", ""
        told, asks, reading = in_parts(self.question.text)
        told = f'<span class="{"ll-spoken" if self._is_long else "ll-told"}">{escape(told)}</span>'
        read = f'<span class="ll-reading">{escape(reading)}</span>'
        self._ask.value = (
            f'<p class="ll-ask">{label_html(self.place)} {told} {escape(asks)} {read}</p>'
        )
        choices = self.question.choices
        (self._choice.add_class if _are_short(choices) else self._choice.remove_class)("ll-short")
        self._number.placeholder = "33% or 1/3" if self.question.key.chance else "a number"
        show(self._choice, bool(choices))
        show(self._typed, not choices)
        before = tuple(self._choice.children)
        self._replies = {
            reply: button(words.no_formula(reply), "", partial(self.reply, reply), "ll-reply")
            for reply in choices
        }
        self._choice.children = tuple(self._replies.values())
        close_tree(*before)
        self._show_picture()

    def _show_picture(self) -> None:
        """Show the question's picture, or the answer's once there is a reply."""
        if self._replied is None:
            scene = self.question.shown()
            update(
                self._picture,
                value=(
                    "" if scene is None else self._image(scene, self.question.text) + self._facts()
                ),
            )
            (self.body.add_class if scene is None else self.body.remove_class)("ll-no-picture")
            return
        answer = self.question.answer
        drawn = self._image(self.question.answer_picture(), answer.headline or str(answer.value))
        update(self._picture, value=drawn + self._facts())

    @property
    def _is_long(self) -> bool:
        """Whether what is told stands under the picture, and not over the question."""
        told = in_parts(self.question.text)[0]
        return len(told) > MOST_TOLD and self.question.shown() is not None

    def _facts(self) -> str:
        """Return what a long question tells, for under its picture;

        `_ask` has it for those who hear it.
        """
        told = in_parts(self.question.text)[0] if self._is_long else ""
        return f'<p class="ll-facts" aria-hidden="true">{escape(told)}</p>' if told else ""

    def _image(self, scene: Scene, alt: str) -> str:
        return image_html(scene, str(self._page.page_theme), alt, "ll-question-image")


def _are_short(choices: tuple[str, ...]) -> bool:
    return max(map(len, choices), default=0) <= MOST_SHORT
