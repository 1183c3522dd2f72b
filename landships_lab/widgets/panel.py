"""Any explorer as one rectangle in a notebook: the picture, the controls, the verdict, the steps, the readings."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, Generic, TypeVar

import ipywidgets as w
import traitlets

from landships_lab.core.answer import Answer
from landships_lab.explore.controls import Control, Switch, TextBox
from landships_lab.explore.explorer import Explorer
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.links import read_own_link, write_link
from landships_lab.scene import words
from landships_lab.scene.shapes import Scene
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import THEMES
from landships_lab.scene.view import View
from landships_lab.widgets import saving
from landships_lab.widgets.canvas import Board
from landships_lab.widgets.cells import take_place
from landships_lab.widgets.closing import close_whole
from landships_lab.widgets.controls import ControlView, view_of
from landships_lab.widgets.exhibits import Exhibits
from landships_lab.widgets.hands import Event
from landships_lab.widgets.history import History
from landships_lab.widgets.links import LinkField
from landships_lab.widgets.present import Presenter
from landships_lab.widgets.remedies import Remedies

S = TypeVar("S")
_log = logging.getLogger(__name__)


class Panel(w.VBox, Generic[S]):
    """One explorer to touch. ``state`` is its whole state and the only thing it keeps; setting it redraws the panel.

    `dispatch` is the one way in for gestures and controls. ``answer`` and ``scene`` are those of the present state, and
    ``text`` is the line that makes it again: ``FireArcs("landships:fire ...")``.
    """

    state = traitlets.Any()

    def __init__(self, explorer: Explorer[S], start: str | None = None) -> None:
        first = explorer.start() if start is None else read_own_link(explorer, start)  # before there is any widget to be left behind
        super().__init__()
        self.add_class("ll-panel")
        self.explorer = explorer
        self._history = History(explorer.settled(first))
        self._asked: tuple[S, Answer[Any]] | None = None
        self._first = first
        focus = explorer.focus(first)
        self.view: View = explorer.view(focus)
        self.board = Board(self.view.width, self.view.height)
        if not explorer.has_board:
            self.board.widget.layout.display = "none"  # its hands still copy, save and tell the page's theme
        self._build(first)
        self.board.hands.on_event(self._on_event)
        self.board.hands.on_error(self._on_error)
        self.board.hands.on_outcome(self._on_outcome)
        self.board.hands.observe(lambda _: self._themed(), "page_theme")
        self.board.hands.claimed = list(explorer.keys)
        self.observe(lambda _: self._refresh(), "state")
        self._themed()
        self.state = first
        take_place(self)

    # -- what a lesson or a test asks of it -------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """Which line makes this state again?"""
        return self.explorer.text(self.explorer.settled(self.state))

    @property
    def link(self) -> str:
        """Which link opens this state, in this panel or with `open_state`, today and in later versions?"""
        return write_link(self.explorer, self.state)

    def go_to(self, link: str) -> None:
        """Goes to the state of a link; undo takes that back. `ValueError` in one sentence if this panel cannot open it."""
        new = read_own_link(self.explorer, link)
        self._ask(new)
        self._say("This is the state of the link. Undo goes back.")
        self.state = new
        self._remember()

    @property
    def theme(self) -> str:
        """Is the page light or dark? A panel that is presented has a theme of its own."""
        return "projector" if self.presenter.on else str(self.board.hands.page_theme)

    def dispatch(self, change: Gesture | str, value: Any = None) -> None:
        """Takes a gesture, or the id of a control and its value, to the next state.

        What cannot be done is said in one sentence beside the control, and the last good state stays.
        """
        where = "" if isinstance(change, Gesture) else change
        try:
            if isinstance(change, Gesture):
                new = self.explorer.on_gesture(self.state, change, self.view)
            else:
                new = self.explorer.set(self.state, change, value)
            self._ask(new)
        except ValueError as error:
            self._complain(where, str(error))
            return
        except Exception:
            _log.exception("a change was refused: %r", change)
            self._complain(where, "That did not work, and nothing was changed. Please report it with the line that Copy link gives.")
            return
        self._say("")
        for view in self._views.values():  # every field shows the new state, so no old complaint fits what it shows
            view.complain("")
        self.state = new
        if not (isinstance(change, Gesture) and change.kind in ("hover", "leave", "press", "drag")):
            self._remember()

    def undo(self) -> None:
        """Goes back to the state before the last change."""
        self._remember()
        self._say("" if self._history.back() else "There is nothing to take back.")
        self.state = self._history.last

    def reset(self) -> None:
        """Goes back to the state the panel began with; undo takes that back."""
        self.state = self._first
        self._remember()
        self._say("")

    def closer(self) -> None:
        """Shows the part of the board round the present place larger, or the whole board again."""
        whole = self.explorer.view()
        if self.view == whole:
            self.view = self.explorer.view(self.explorer.closer_to(self.state))
        else:
            self.view = whole
        self._refresh()

    def close(self) -> None:
        """Ends the panel: it leaves the page, and the kernel forgets every widget of it. A cell that is run again does this by itself."""
        if self.comm is not None:
            self.unobserve_all("state")
            parts = (*self.children, self._closer, self._heading, self.layout)
            super().close()
            self.board.close()
            self._exhibits.close()
            close_whole(*parts)
            self._history = History(self.state)

    def _remember(self) -> None:
        self._history.add(self.explorer.settled(self.state))

    # -- building ---------------------------------------------------------------------------------------------------------

    def _build(self, first: S) -> None:
        about = self.explorer
        head = w.HTML(f'<h3 class="ll-title">{escape(about.title)} <small>{escape(about.rules)} — {escape(about.question)}</small></h3>')
        self._verdict, self._steps, self._message, self._legend = w.HTML(), w.HTML(), w.HTML(), w.HTML()
        self._verdict.add_class("ll-verdict-box")
        self._steps.add_class("ll-steps-box")
        self._message.add_class("ll-message")
        self.presenter = Presenter(self._retell)
        self._side, self._readings, self._texts = _box("ll-side"), _box("ll-readings"), _box("ll-texts")
        self._heading = w.HTML('<span class="ll-label">Readings: where the print is unclear</span>')
        self.remedies = Remedies(self.dispatch)
        self._views: dict[str, ControlView] = {}
        hint = w.HTML(f'<p class="ll-hint">{escape(about.hands)}</p>')
        self._exhibits = Exhibits(stand_apart=not about.has_board)
        printed = [] if about.has_board else [self._exhibits.tables]  # where a board would stand
        middle = w.Box(
            [
                _box("ll-left", self.board.widget, self._legend, *printed),
                _box("ll-right", self._side, self._tools(), self.remedies.widget),
                _box("ll-told", self._verdict, self._steps),
                self._readings,
                self._exhibits.widget,
            ]
        )
        middle.add_class("ll-middle")
        self.children = [head, middle, self._texts, hint, self.presenter.widget]

    def _tools(self) -> w.VBox:
        """The row that is the same in every panel, with the line where it answers."""
        self._closer = _button("Closer", "Show the board larger round the present place, or all of it again", self.closer)
        tools = (
            ("Undo", "Take back the last change", self.undo),
            ("Reset", "Back to where this panel began", self.reset),
            ("Copy link", "Copy the line that makes this state again", lambda: self.board.hands.copy(self.link)),
            ("SVG", "Save the picture as SVG", lambda: self.save("svg")),
            ("PNG", "Save the picture as PNG", lambda: self.save("png")),
            ("Save page", "Save all of this as one page to hand out", lambda: self.save("page")),
        )
        buttons = [_button(*tool) for tool in tools]
        link = LinkField(self.go_to)
        files = [_button(e.label, e.spoken, partial(self.export, n)) for n, e in enumerate(self.explorer.exports(self._first))]
        closer = [self._closer] if self.explorer.has_board and self.explorer.zooms else []
        row = w.HBox([*buttons[:2], *closer, buttons[2], link.fold, *buttons[3:], *files, self.presenter.button])
        row.add_class("ll-tools")
        for button in closer:
            self.presenter.offer(button)
        return w.VBox([row, link.widget, self._message])

    # -- showing ----------------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        self.answer: Answer[Any] = self._ask(self.state)
        self.scene: Scene = self.explorer.picture(self.state, self.answer, self.view)
        self._paint()
        grab = [list(disc) for disc in self.explorer.grabs(self.state, self.view)]
        if self.board.hands.grab != grab:
            self.board.hands.grab = grab
        _set(self._verdict, words.headline_html(self.answer))
        _set(self._steps, words.steps_html(self.answer, self.presenter.told(self.answer)))
        _set(self._legend, words.legend_html(self.explorer.legend(self.state)))
        self._closer.description = "Closer" if self.view == self.explorer.view() else "Whole board"
        self._show_controls(self.explorer.controls(self.state))
        self.remedies.show(self.answer.remedies)

    def _ask(self, state: S) -> Answer[Any]:
        """The answer to a state; that of the state asked about last is kept."""
        if self._asked is None or self._asked[0] != state:
            self._asked = (state, self.explorer.ask(state))
        return self._asked[1]

    def _show_controls(self, controls: tuple[Control, ...]) -> None:
        if [(c.id, type(c)) for c in controls] != [(view.id, view.kind) for view in self._views.values()]:
            before = list(self._views.values())
            fitting = {(view.id, view.kind): view for view in before}
            self._views = {c.id: fitting.get((c.id, type(c))) or view_of(c, self.dispatch) for c in controls}
            self._side.children = [self._views[c.id].widget for c in controls if not isinstance(c, (Switch, TextBox))]
            self._texts.children = [self._views[c.id].widget for c in controls if isinstance(c, TextBox)]
            switches = [self._views[c.id].widget for c in controls if isinstance(c, Switch)]
            self._readings.children = [self._heading, *switches] if switches else []
            close_whole(*(view.widget for view in before if self._views.get(view.id) is not view))
        for control in controls:
            self._views[control.id].update(control)

    def _retell(self) -> None:
        """What a presentation changes: the theme, the reasons told, and the light on the picture."""
        _set(self._steps, words.steps_html(self.answer, self.presenter.told(self.answer)))
        self._themed()

    def _themed(self) -> None:
        for theme in THEMES:
            self.remove_class(f"ll-{theme}")
        self.add_class(f"ll-{self.theme}")
        if hasattr(self, "scene"):
            self._paint()

    def _paint(self) -> None:
        """Picture, tables and charts in the colours of the page."""
        theme, asked = THEMES[self.theme], (self.state, self.answer)
        if self.explorer.has_board:
            lights = self.explorer.lights(self.state, self.presenter.marks(self.answer), self.view)
            self.board.paint(replace(self.scene, figures=(*self.scene.figures, *lights)) if lights else self.scene, theme)
        self._exhibits.show(self.explorer.tables(*asked), self.explorer.charts(*asked), theme)

    # -- speaking ---------------------------------------------------------------------------------------------------------

    def _complain(self, where: str, sentence: str) -> None:
        if where in self._views:
            self._views[where].complain(sentence)
        elif sentence or not where:
            self._say(sentence, "ll-error")

    def _say(self, sentence: str, css_class: str = "ll-said") -> None:
        _set(self._message, f'<p class="{css_class}" role="status">{escape(sentence)}</p>' if sentence else "")

    # -- hands ------------------------------------------------------------------------------------------------------------

    def _on_event(self, event: Event) -> None:
        if event["kind"] == "key" and event["key"] == "Escape":
            self.undo()
            return
        at = (float(event["x"]), float(event["y"]))
        self.dispatch(Gesture(event["kind"], at, event["key"], event["steps"], event["shift"]))

    def _on_error(self, error: Exception) -> None:
        _log.error("a gesture failed", exc_info=error)
        self._say("That gesture could not be followed; nothing was changed.", "ll-error")

    def _on_outcome(self, outcome: Event) -> None:
        self._say(str(outcome.get("text", "")), "ll-said" if outcome["kind"] == "done" else "ll-error")

    def save(self, kind: str) -> None:
        """Saves the panel in the reader's browser: its picture as ``svg`` or ``png``, or all of it as a ``page`` to hand out."""
        if kind == "page":
            saving.save_page(self.board.hands, self.explorer, self.state, self.view)
        else:
            saving.save_picture(self.board.hands, self.explorer, self.scene, kind)

    def export(self, number: int) -> None:
        """Saves one of the explorer's own files in the reader's browser: a board, a unit, a sheet to print."""
        try:
            saving.save_export(self.board.hands, self.explorer.exports(self.state)[number])
        except ValueError as error:
            self._say(str(error), "ll-error")

    def _repr_svg_(self) -> str:
        """The picture as it stands, for a page without widgets."""
        return svg(self.scene)


def _button(label: str, spoken: str, action: Callable[[], None]) -> w.Button:
    button = w.Button(description=label, tooltip=spoken, layout=w.Layout(width="auto"))
    button.on_click(lambda _: action())
    return button


def _box(name: str, *children: w.Widget) -> w.VBox:
    box = w.VBox(children)
    box.add_class(name)
    return box


def _set(widget: w.HTML, value: str) -> None:
    if widget.value != value:
        widget.value = value
