"""A question on the page: its words, its picture, the replies, and what the rule says about them.

Drills use it (drill.py), and lessons: at their end (`Exercises`) and before a panel (`Guess`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path

import ipywidgets as w
from traitlets import Bunch

from landships_lab.data.files import own_folder
from landships_lab.data.lessons import present_name
from landships_lab.drawing import words
from landships_lab.drawing.charts import Exhibit, Table
from landships_lab.drawing.labels import what_matters
from landships_lab.drawing.shapes import Scene, is_pictured
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.drawing.view import Window
from landships_lab.panel.board import Gesture
from landships_lab.panel.panel import Panel
from landships_lab.panel.tables import question_parts
from landships_lab.practice.guesses import guess_at
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.path import mark_done
from landships_lab.practice.stream import follow_up
from landships_lab.practice.task import Mark, Task
from .bridge import Bridge, Event
from .canvas import Board
from .frame import (
    Frame,
    box,
    button,
    error_html,
    html,
    image_html,
    label_html,
    set_class,
    show,
    update,
)
from .lifecycle import close_tree, opened_at_once, replace_earlier
from .panel import PanelWidget
from .tools import title_html

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
    words, mark, reading = text.partition(_READING)
    asked = words.partition("?")[0] if "?" in words else words.strip().rstrip(".")
    facts, dot, _ = asked.rpartition(". ")
    facts += dot
    return facts.strip(), words[len(facts) :].strip(), mark + reading


#: The most letters of an example that a narrow field shows.
LETTERS_OF_A_FIELD = 13


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
        # a screen reader announces a new question and its mark: screen_reader.js
        self._ask, self._result = html("ll-announced"), html("ll-announced")
        self._picture, self._steps = w.HTML(), html("ll-steps-box")
        self._score = w.HTML()  # a subclass places it
        self._replies: dict[str, w.Button] = {}
        self._choice = box("ll-replies")
        self._number = w.Text(description="Your answer", continuous_update=False)
        self._number.observe(self._on_number, "value")  # Enter, or leaving the field
        check = button("Check", "Mark my answer", lambda: self.reply(self._number.value))
        self._typed = box("ll-row", self._number, check, row=True)
        self._onward = button("Next question", "On to the next question", self.next, "ll-next")
        stage = box("ll-stage ll-question-picture", self._board.widget, self._picture)
        parts = (self._ask, self._choice, self._typed, self._result, self._steps, self._onward)
        self.body = set_class(w.Box([stage, box("ll-answer", *parts)]), "ll-body ll-asking")

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
            first = "Pick one of the replies" if self.question.choices else "Type a number"
            self._result.value = error_html(f"{first} first.")
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
        drawn = "" if picture is None else svg(picture, THEMES[self.theme])
        return type(self).__name__, self.question.text, drawn

    def _show_mark(self, mark: Mark, given: str) -> None:
        kind, answer = "yes" if mark.right else "no", mark.answer
        verdict_text, guess, mistake = mark.sentence.partition(_GUESS)
        verdict_text = f"{escape(verdict_text)} <small>{escape(guess + mistake)}</small>"
        verdict = f'<p class="ll-verdict ll-{kind}" role="status">{verdict_text}</p>'
        because = mark.task.because
        kind = ' class="ll-because"' if because else ""
        self._result.value = f"{verdict}<p{kind}>{escape(because or answer.headline)}</p>"
        advice = [remedy.text for remedy in answer.remedies[:MOST_ADVICE]]
        changes = label_html("What would change it") + words.list_html(advice, "ll-hint")
        aside = f'<div class="ll-aside">{changes}</div>' if advice else ""  # the first to wait
        self._steps.value = words.steps_html(answer) + aside
        for reply, made in self._replies.items():
            right = reply == self.question.right
            set_class(made, "ll-right", right)
            set_class(made, "ll-wrong", reply == given and not right)

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
        """Show the gestures on the board, and tell the page what can be dragged or turned."""
        state = self._tried.settled()
        self._board.paint(state.question_picture(), THEMES[self.theme])
        grab = [list(disc) for disc in state.drag_targets(self._view)]
        lattice = list(type(state).snap_lattice(self._view))
        update(self._page, grab=grab, lattice=lattice)

    def _touched(self, before: Panel, gesture: Gesture) -> bool:
        """Return whether this gesture is a reply: it set or pressed what is asked for."""
        pick = self.question.pick
        assert pick is not None  # the caller has checked this
        return gesture.kind == "press" or pick.reply(before) != pick.reply(self._tried)

    def _fill(self, given: str) -> None:
        """Write the choice on the board into the field, without taking it as a reply."""
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
        fact, asks, reading = in_parts(self.question.text)
        fact = f'<span class="{"ll-spoken" if self._is_long else "ll-told"}">{escape(fact)}</span>'
        read = f'<span class="ll-reading">{escape(reading)}</span>'
        asked = f"{label_html(self.place)} {fact} {escape(asks)} {read}{self._how()}"
        self._ask.value = f'<p class="ll-ask">{asked}</p>'
        choices = self.question.choices
        example = _example(self.question)
        self._number.placeholder = example
        wider = len(example) > LETTERS_OF_A_FIELD
        (self._number.add_class if wider else self._number.remove_class)("ll-letters-more")
        show(self._choice, bool(choices))
        show(self._typed, not choices)
        before = tuple(self._choice.children)
        self._replies = _offer(self._choice, choices, self.reply)
        close_tree(*before)
        self._show_picture()

    def _show_picture(self) -> None:
        """Show the question's picture, or that of the answer after a reply."""
        on_board = self._replied is None and self.question.pick is not None
        show(self._board.widget, on_board)
        scene, alt = None, self.question.text
        if self._replied is not None:
            scene, answer = self._replied.task.answer_picture(), self._replied.task.answer
            alt = answer.headline or str(answer.value)
        elif not on_board:
            scene = self.question.shown()
        drawn = "" if scene is None else self._image(scene, alt)
        update(self._picture, value=drawn + self._facts() if drawn or on_board else "")
        if self._replied is None:
            set_class(self.body, "ll-no-picture", scene is None and not on_board)
        if on_board:
            self._paint_board()

    def _how(self) -> str:
        """Return how to reply on the board, or the tolerance for a typed chance."""
        asked = self.question
        if asked.pick is not None:
            return f'<span class="ll-reading">{escape(asked.pick.says)} Or type it.</span>'
        if asked.key.chance is not None and not asked.choices:
            return '<span class="ll-reading">Within half a per cent is right.</span>'
        return ""

    @property
    def _is_long(self) -> bool:
        """Return whether the description goes under the picture instead of above the question."""
        facts = in_parts(self.question.text)[0]
        return len(facts) > MOST_TOLD and self.question.shown() is not None

    def _facts(self) -> str:
        """Return the description of a long question, to go under its picture.

        `_ask` holds it for screen readers.
        """
        facts = in_parts(self.question.text)[0] if self._is_long else ""
        return f'<p class="ll-facts" aria-hidden="true">{escape(facts)}</p>' if facts else ""

    def _image(self, scene: Scene, alt: str) -> str:
        """Return a picture as HTML: printed tables as text, and the drawing as an image, which a
        phone crops to the figures.
        """
        tables: tuple[Table, ...] = ()
        drawn: Scene | None = scene
        html = ""
        if isinstance(scene, Exhibit) and scene.height_as_text(540, ROW) <= MOST_HIGH:
            tables, drawn = scene.tables, scene.above
        if drawn is not None and is_pictured(drawn):
            asks, theme = self._replied is None, str(self._page.page_theme)
            least = _least(drawn) if asks and not isinstance(drawn, Exhibit) else 0
            image = image_html(drawn, theme, alt, "ll-question-image", least)
            html = _window_html(drawn, image, wide=False) if asks else image
        return html + "".join(map(words.table_html, tables))


def _example(task: Task) -> str:
    """Return an example of a typed reply."""
    key = task.key
    if key.among:
        return task.named(key.among[0])
    return "33.3% or 1/3" if key.chance is not None else "a number"


def _offer(
    row: w.Box, replies: tuple[str, ...], act: Callable[[str], object]
) -> dict[str, w.Button]:
    """Put a button for each reply into a row, side by side if all are short; return them."""
    set_class(row, "ll-short", max(map(len, replies), default=0) <= MOST_SHORT)
    buttons = {
        one: button(words.no_formula(one), "", partial(act, one), "ll-reply") for one in replies
    }
    row.children = tuple(buttons.values())
    return buttons


class Exercises(Asking):
    """The questions of a lesson, ``Exercises("11_counting_range")``.

    ``question`` is the current one; `reply` answers it. When all are answered the lesson is done,
    which is saved in ``folder``, by default that of the notebook. Raises `ValueError` for an
    unknown lesson.
    """

    @opened_at_once
    def __init__(self, lesson: str, seed: int = 1, folder: str | Path | None = None) -> None:
        self._folder, lesson = own_folder(folder), present_name(lesson)
        self.asked = list(lesson_questions(lesson))  # an unknown lesson is refused first
        super().__init__()
        self._of_lesson = len(self.asked)
        self._lesson, self._seed = lesson, seed
        self._right: dict[int, bool] = {}
        self.number = 0
        title = w.HTML(title_html("Questions", "marked by the rules themselves"))
        self.children = [box("ll-head", title, self._score, row=True), self.body]
        self.begin()

    @property
    def question(self) -> Task:
        return self.asked[self.number]

    @property
    def score(self) -> str:
        """How many replies were right; "" before the first."""
        replies = len(self._right)
        done = " · lesson done ✓" if self.done else ""
        return f"{sum(self._right.values())} of {replies} right{done}" if replies else ""

    @property
    def done(self) -> bool:
        """Whether each of the lesson's own questions was answered."""
        return all(number in self._right for number in range(self._of_lesson))

    @property
    def place(self) -> str:
        """Which question of the lesson it is."""
        return (
            f"Question {self.number + 1} of {self._of_lesson}"
            if self.number < self._of_lesson
            else "One more, made up for you"
        )

    def answered(self, mark: Mark) -> None:
        self._right.setdefault(self.number, mark.right)
        if self.done:
            mark_done(self._folder, self._lesson)
            self.add_class("ll-lesson-done")  # on a web page its script keeps that too: page.js

    def next(self) -> None:
        """Move on to the next question of the lesson, then to new ones about its idea."""
        self.number += 1
        if self.number == len(self.asked):
            more = self.number - self._of_lesson
            self.asked.append(follow_up(self._lesson, more, self._seed, self.asked[-1]))
        self._show_question()


#: The width of a covered picture on a laptop, and the height of its smallest words there.
STAGE, LEAST_TEXT = 496, 11.1
#: The room beside a question for a picture with its tables as text, and the height of a row.
MOST_HIGH, ROW = 500, 20
#: The margin that a phone shows around the figures of a covered picture, and the largest part of a
#: picture that it can show with readable words.
AROUND, MOST_WIDE = 84, 470
_SHOW_ME = "Show me"
_FREE = "Nobody keeps score. The answer comes when you have chosen."
_FIRST = "Your guess first, or Show me: then the links of the text set this panel."


class Guess(Frame):
    """A panel that is covered, ``Guess(FireArcs("landships:fire ..."), ask="May it fire?")``: its
    board without tint or verdict, and the possible replies.

    ``ask`` is the question, in the words of the lesson's text; ``replies`` and ``says`` are as in
    `guess_at`; ``tables`` are words of the titles of the tables that the cover shows, by default
    all. A reply or *Show me* uncovers the panel, and opens the explanation that the lesson's text
    folds below it; nothing is counted. A link in the text that is followed before that says that
    the guess comes first. Raises `ValueError`, in one sentence, for anything but a panel.
    """

    @opened_at_once
    def __init__(
        self,
        panel: PanelWidget,
        *,
        ask: str,
        replies: Sequence[str] = (),
        says: str = "{}",
        tables: Sequence[str] | None = None,
    ) -> None:
        if not isinstance(panel, PanelWidget):
            kind = type(panel).__name__
            raise ValueError(f"{kind} cannot be guessed; give a panel, such as FireArcs().")
        super().__init__()
        self.panel, self.given = panel, ""
        self._asked, about = panel.state, panel.panel_type
        self.task = guess_at(self._asked, ask, replies, says)
        self._scene, self._tables = question_parts(self._asked, tables)
        self._page = Bridge(opens=about.id)
        self._page.on("what-if", self._on_link)
        self._page.on("address", self._on_address)
        self._picture = w.HTML()
        asked = escape(self.task.text)
        ask_html = f'<p class="ll-ask">{label_html("Your guess first")} {asked}</p>'
        self._choice = box("ll-replies")
        offered = _offer(self._choice, self.task.choices, self.reply)
        self._hint = w.HTML(_hint_html(_FREE if offered else "Think first, then look."))
        show_me = button(_SHOW_ME, "Uncover the panel without a guess", self.show)
        foot = box("ll-guess-foot", self._hint, show_me, row=True)
        side = box("ll-answer", w.HTML(ask_html), self._choice, foot)
        stage = box("ll-stage ll-question-picture", self._picture)
        bare = "" if self._scene or self._tables else " ll-nothing-beside"
        self._cover = box(f"ll-body ll-asking{bare}", stage, side, row=True)
        head = box("ll-head", w.HTML(title_html(about.title, about.rule_set)), row=True)
        self.add_class("ll-guess")
        self.children = [head, self._cover, self._page]
        self.follow(self._page)
        replace_earlier(self)

    @property
    def covered(self) -> bool:
        """Whether the panel is still covered."""
        return self._cover in self.children

    def reply(self, given: str) -> None:
        """Take this guess, uncover the panel, and say how the two compare.

        Raises `ValueError`, with the replies, for any other.
        """
        mark = self.task.mark(given)
        self.given = given
        kind = "yes" if mark.right else "no"
        result = "and you were right" if mark.right else f"but the answer is “{self.task.right}”"
        about, sentence = self.panel.panel_type.title, f"You said “{given}”, {result}."
        self.panel.heading.value = (
            f'<h3 class="ll-title">{escape(about)}'
            f' <small class="ll-guessed ll-{kind}" role="status">{escape(sentence)}</small></h3>'
        )
        self.show()

    def show(self) -> None:
        """Uncover the panel."""
        if self.covered:
            self._page.open_fold()  # first: the page draws this bridge anew with the children
            self.add_class("ll-uncovered")
            self.children = [self.panel, self._page]

    def apply_theme(self) -> None:
        super().apply_theme()
        if self.covered:
            theme, alt = str(self._page.page_theme), self._asked.prompt
            scene, drawn = self._scene, ""
            if scene:
                image = image_html(scene, theme, alt, "ll-question-image", _least(scene))
                drawn = _window_html(scene, image)
            self._picture.value = drawn + "".join(map(words.table_html, self._tables))

    def kept(self) -> tuple[str, str, str]:
        """Return the name and question of its panel and the covered picture, or what the panel
        keeps once it is uncovered.
        """
        if not self.covered:
            return self.panel.kept()
        about = self.panel.panel_type
        scene = self._asked.question_picture()
        return about.title, self.task.text, svg(scene, THEMES[self.theme])

    def parts(self) -> tuple[w.Widget, ...]:
        return (*super().parts(), self._cover)

    def close(self) -> None:
        """Remove it and its panel from the page for good."""
        if self.comm is not None:
            self.panel.close()
        super().close()

    def _on_link(self, link: str) -> None:
        """Set the panel as a link of the text says; while it is covered, say that the guess comes
        first.
        """
        if self.covered:
            self._hint.value = _hint_html(_FIRST)
        else:
            self.panel.follow_text(link)

    def _on_address(self, link: str) -> None:
        """Uncover the panel and set it as the link in the page's address says."""
        self.show()
        self.panel.follow_text(link)


def _least(scene: Scene) -> float:
    """Return the least height of a scene's words at which a laptop shows them readable."""
    return LEAST_TEXT * scene.width / STAGE


def _window_html(scene: Scene, image: str, *, wide: bool = True) -> str:
    """Return the image of a scene in a window, which on a phone shows the part that matters; if
    that is too wide to be readable there, the window can be moved sideways.
    """
    left, top, right, bottom = what_matters(scene, AROUND)
    across, high = right - left, bottom - top
    if across > MOST_WIDE:
        return f'<div class="ll-window ll-wide">{image}</div>' if wide else image
    style = (
        f"--ll-scale: {scene.width / across:.1%}; --ll-left: {-left / across:.1%};"
        f" --ll-up: {-top / across:.1%}; --ll-cut: {across / high:.3f}"
    )
    return f'<div class="ll-window" style="{style}">{image}</div>'


def _hint_html(text: str) -> str:
    return f'<p class="ll-hint" role="status">{escape(text)}</p>'
