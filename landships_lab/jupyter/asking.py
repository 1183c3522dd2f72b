"""A question on the page: its words, its picture, the replies, and what the rule says about them.

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
from landships_lab.drawing.window import Window
from landships_lab.jupyter.canvas import Board
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
from landships_lab.jupyter.gesture_order import Event
from landships_lab.panel.board import Gesture
from landships_lab.panel.panel import Panel
from landships_lab.practice.marking import Key
from landships_lab.practice.task import Mark, Task

#: The most remedies shown below the steps of an answer.
MOST_ADVICE = 3
#: The most letters of description above a question; longer ones go under its picture.
MOST_TOLD = 200
#: The most letters of a reply for several to fit side by side.
MOST_SHORT = 7
_GUESS, _READING = "It looks as if ", "Use this reading: "


def in_parts(text: str) -> tuple[str, str, str]:
    """Return the parts of a question: its description, what it asks, and the readings it relies on.

    >>> in_parts("It stands in 0704. How far is it to 0902? Use this reading: Round down.")
    ('It stands in 0704.', 'How far is it to 0902?', 'Use this reading: Round down.')
    """
    words, found, reading = text.partition(_READING)
    asked = words.partition("?")[0] if "?" in words else words.strip().rstrip(".")
    told, dot, _ = asked.rpartition(". ")
    told += dot
    return told.strip(), words[len(told) :].strip(), found + reading


class Asking(Frame):
    """One question after another.

    ``question`` is the current one; `reply` answers it, `next` moves on.
    """

    def __init__(self) -> None:
        """Make the widgets. A subclass calls `begin` at its end, when its questions are ready."""
        super().__init__()
        self.add_class("ll-task")
        self._replied: Mark | None = None
        self._tried: Panel
        self._view: Window
        self._filling = False  # whether the field shows what was done on the board
        self._board = Board()  # for a question answered on it; its bridge is that of the frame
        self._page = self._bridge = self._board.bridge  # the first question is drawn in its theme
        self._page.on("gesture", self._on_board)
        self._page.claimed = ["q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
        self._ask, self._picture, self._result, self._steps = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        self._score = w.HTML()  # a subclass places it
        for announced in (self._ask, self._result):
            announced.add_class(
                "ll-announced"
            )  # a screen reader announces a new question and its mark: screen_reader.js
        self._steps.add_class("ll-steps-box")
        self._replies: dict[str, w.Button] = {}
        self._choice = box("ll-replies")
        self._number = w.Text(description="Your answer", continuous_update=False)
        self._number.observe(self._on_number, "value")  # Enter, or leaving the field
        check = button("Check", "Mark my answer", lambda: self.reply(self._number.value))
        self._typed = box("ll-row", self._number, check, row=True)
        self._onward = button("Next question", "On to the next question", self.next, "ll-next")
        stage = box("ll-stage ll-question-picture", self._board.widget, self._picture)
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
    def question(self) -> Task:
        """The question being asked."""

    @property
    @abstractmethod
    def score(self) -> str:
        """A sentence on how many replies were right."""

    @property
    @abstractmethod
    def place(self) -> str:
        """A few words above the question that identify it."""

    @abstractmethod
    def answered(self, mark: Mark) -> None:
        """Count the first reply to a question."""

    @abstractmethod
    def next(self) -> None:
        """Move on to another question."""

    def reply(self, given: str) -> Mark | None:
        """Mark this reply, and show the rule's answer with its steps.

        Only the first reply to a question counts. A reply of the wrong kind gets a sentence and no
        mark; then None is returned.
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
        super().apply_theme()
        self._show_picture()

    def kept(self) -> tuple[str, str, str]:
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
        because = mark.task.because
        kind = ' class="ll-because"' if because else ""
        self._result.value = f"{verdict}<p{kind}>{escape(because or answer.headline)}</p>"
        advice = [remedy.text for remedy in answer.remedies[:MOST_ADVICE]]
        changes = label_html("What would change it") + words.list_html(advice, "ll-hint")
        aside = f'<div class="ll-aside">{changes}</div>' if advice else ""  # the first to wait
        self._steps.value = words.steps_html(answer) + aside
        for reply, made in self._replies.items():
            right = reply == self.question.right
            (made.add_class if right else made.remove_class)("ll-right")
            (made.add_class if reply == given and not right else made.remove_class)("ll-wrong")

    def _on_board(self, event: Event) -> None:
        """Follow a gesture on the board, and take what it leaves there as a reply."""
        pick = self.question.pick
        if pick is None or self._replied is not None or event["kind"] == "look":
            return
        at = (float(event["x"]), float(event["y"]))
        gesture = Gesture(event["kind"], at, event["key"], event["steps"], event["shift"])
        before = self._tried
        try:
            self._tried = before.on_gesture(gesture, self._view)
        except ValueError as error:
            self._result.value = error_html(str(error))
            return
        done = event["kind"] in ("press", "drop") and not self._tried.in_hand()
        given = pick.reply(self._tried.settled())
        if event["kind"] in ("hover", "leave"):
            return
        self._paint_board()
        self._fill(given)
        if pick.at_once and done and given and self._touched(before, gesture):
            self.reply(given)

    def _paint_board(self) -> None:
        """Show what the reader has done on the board, and tell the page what can be dragged there
        and what the wheel turns.
        """
        state = self._tried.settled()
        self._board.paint(state.question_picture(), THEMES[self.theme])
        grab = [list(disc) for disc in state.drag_targets(self._view)]
        lattice = list(type(state).snap_lattice(self._view))
        update(self._page, grab=grab, lattice=lattice)

    def _touched(self, before: Panel, gesture: Gesture) -> bool:
        """Return whether this gesture has replied: it changed what is asked for, or pressed it."""
        pick = self.question.pick
        assert pick is not None  # the caller has asked
        return gesture.kind == "press" or pick.reply(before) != pick.reply(self._tried)

    def _fill(self, given: str) -> None:
        """Write into the field what was done on the board, without taking it as a reply."""
        self._filling = True
        try:
            update(self._number, value=given)
        finally:
            self._filling = False

    def _count(self) -> None:
        self._score.value = f'<p class="ll-score" role="status">{escape(self.score)}</p>'

    def _on_number(self, change: Bunch) -> None:
        if change.new and not self._filling:
            self.reply(change.new)

    def _show_question(self) -> None:
        self._replied = None
        self._onward.remove_class("ll-ready")
        self._result.value, self._steps.value = "", ""
        self._fill("")
        self._tried = self.question.open()
        self._view = self._tried.opening()
        told, asks, reading = in_parts(self.question.text)
        told = f'<span class="{"ll-spoken" if self._is_long else "ll-told"}">{escape(told)}</span>'
        read = f'<span class="ll-reading">{escape(reading)}</span>'
        asked = f"{label_html(self.place)} {told} {escape(asks)} {read}{self._how()}"
        self._ask.value = f'<p class="ll-ask">{asked}</p>'
        choices = self.question.choices
        (self._choice.add_class if _are_short(choices) else self._choice.remove_class)("ll-short")
        self._number.placeholder = _example(self.question.key)
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
        """Show the question's picture, or that of the answer after a reply."""
        on_board = self._replied is None and self.question.pick is not None
        show(self._board.widget, on_board)
        if on_board:
            update(self._picture, value=self._facts())
            self.body.remove_class("ll-no-picture")
            self._paint_board()
            return
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
        shown = self._replied.task
        answer = shown.answer
        drawn = self._image(shown.answer_picture(), answer.headline or str(answer.value))
        update(self._picture, value=drawn + self._facts())

    def _how(self) -> str:
        """Return how to reply on the board, or how near a typed chance must come."""
        asked = self.question
        if asked.pick is not None:
            return f'<span class="ll-reading">{escape(asked.pick.says)} Or type it.</span>'
        if asked.key.chance is not None and not asked.choices:
            return '<span class="ll-reading">Within half a per cent is right.</span>'
        return ""

    @property
    def _is_long(self) -> bool:
        """Return whether the description goes under the picture instead of above the question."""
        told = in_parts(self.question.text)[0]
        return len(told) > MOST_TOLD and self.question.shown() is not None

    def _facts(self) -> str:
        """Return the description of a long question, to go under its picture.

        `_ask` holds it for screen readers.
        """
        told = in_parts(self.question.text)[0] if self._is_long else ""
        return f'<p class="ll-facts" aria-hidden="true">{escape(told)}</p>' if told else ""

    def _image(self, scene: Scene, alt: str) -> str:
        return image_html(scene, str(self._page.page_theme), alt, "ll-question-image")


def _example(key: Key) -> str:
    """Return what a reply looks like that is typed."""
    if key.among:
        return key.among[0]
    return "33.3% or 1/3" if key.chance is not None else "a number"


def _are_short(choices: tuple[str, ...]) -> bool:
    return max(map(len, choices), default=0) <= MOST_SHORT
