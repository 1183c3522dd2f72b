"""Any explorer as one rectangle in a notebook: stage and answer side by side, the controls, the readings."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Generic, TypeVar

import ipywidgets as w
import traitlets

from landships_lab.core.answer import Answer
from landships_lab.explore.controls import Switch
from landships_lab.explore.explorer import Explorer
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.links import read_link, read_own_link, write_link
from landships_lab.scene import words
from landships_lab.scene.shapes import Scene
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import THEMES
from landships_lab.scene.view import View
from landships_lab.widgets.answer import AnswerView
from landships_lab.widgets.canvas import Board
from landships_lab.widgets.cells import replace_earlier
from landships_lab.widgets.controls import ControlArea
from landships_lab.widgets.frame import Frame, box, show, update
from landships_lab.widgets.gesture_order import Event
from landships_lab.widgets.head import Tools, head, title_html
from landships_lab.widgets.history import History
from landships_lab.widgets.links import LinkField
from landships_lab.widgets.opened import Opened
from landships_lab.widgets.opening import opened_at_once
from landships_lab.widgets.presenter import Presenter
from landships_lab.widgets.readings_line import ReadingsLine
from landships_lab.widgets.saving import Saving
from landships_lab.widgets.stage import Stage
from landships_lab.widgets.turns import in_turn

S = TypeVar("S")
_log = logging.getLogger(__name__)


class Panel(Frame, Generic[S]):
    """One explorer to use with mouse and keys. ``state`` is all that it keeps; setting it redraws the panel.

    `dispatch` takes every gesture and every change of a control. ``answer`` and ``scene`` are those of the present state, and
    ``text`` is the line that makes it again: ``FireArcs("landships:fire ...")``.
    """

    state = traitlets.Any()

    @opened_at_once
    def __init__(self, explorer: Explorer[S], start: str | None = None) -> None:
        first = explorer.start() if start is None else read_own_link(explorer, start)  # a broken link leaves no widget behind
        super().__init__()
        self.explorer = explorer
        self._history = History(explorer.settled(first))
        self._first, self._seen = first, False
        self.view: View = explorer.view(explorer.focus(first))
        self.board = Board(self.view.width, self.view.height)
        if not explorer.has_board:
            show(self.board.widget, False)  # it still copies, saves and reports the page's theme
        self._build()
        bridge = self.board.bridge
        bridge.on_event(self._on_event)
        bridge.on_error(self._on_error)
        bridge.on_outcome(self.answer_view.report)
        bridge.on_cite(self.answer_view.cite)
        bridge.on_link(self.opened.open)
        bridge.claimed = list(explorer.keys)
        self.observe(lambda _: self._refresh(), "state")
        self.follow(bridge)
        self.state = first
        replace_earlier(self)

    # -- what a lesson or a test calls -----------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The line that makes this state again."""
        return self.explorer.text(self.explorer.settled(self.state))

    @property
    def link(self) -> str:
        """The link that opens this state, in this panel or with `open_state`, today and in later versions."""
        return write_link(self.explorer, self.state)

    def go_to(self, link: str) -> None:
        """Go to the state of a link; undo takes that back. Raises `ValueError` with one sentence if this panel cannot open it."""
        new = read_own_link(self.explorer, link)
        self.explorer.answer(new)
        self.answer_view.say("This is the state of the link. Undo goes back.")
        self.state = new
        self._remember()

    @property
    def theme(self) -> str:
        """The theme of the page, or that of a projector while the panel is presented."""
        return "projector" if self.presenter.on else super().theme

    def dispatch(self, change: Gesture | str, value: Any = None) -> None:
        """Go to the state that follows a gesture, or a control (by its id) set to a value.

        What cannot be done is said in one sentence beside the control, and the last good state stays.
        """
        complain = (self.controls.views.get("" if isinstance(change, Gesture) else change) or self.answer_view).complain
        try:
            if isinstance(change, Gesture):
                new = self.explorer.on_gesture(self.state, change, self.view)
            else:
                new = self.explorer.set(self.state, change, value)
            self.explorer.answer(new)
        except ValueError as error:
            complain(str(error))
            return
        except Exception:
            _log.exception("a change was refused: %r", change)
            complain("That did not work, and nothing was changed. Please report it with the line that Copy link gives.")
            return
        self.answer_view.say("")
        self.controls.clear_errors()
        self.state = new
        if not (isinstance(change, Gesture) and change.kind in ("hover", "leave", "press", "drag")):
            self._remember()

    def undo(self) -> None:
        """Go back to the state before the last change."""
        self._remember()
        self.answer_view.say("" if self._history.back() else "There is nothing to take back.")
        self._go_back_to(self._history.last)

    def reset(self) -> None:
        """Go back to the state the panel began with; undo takes that back."""
        self._go_back_to(self._first)
        self._remember()
        self.answer_view.say("")

    def closer(self) -> None:
        """Show the board larger round the present place, or the whole board again."""
        whole = self.explorer.view()
        if self.view == whole:
            self.view = self.explorer.view(self.explorer.closer_to(self.state))
        else:
            self.view = whole
        self._refresh()

    def parts(self) -> tuple[w.Widget, ...]:
        """Return what has to be closed with it, shown at the moment or not."""
        return (*super().parts(), self._closer, *self.controls.parts, *self.readings.parts, *self._stage.parts)

    @in_turn
    def close(self) -> None:
        """Take it off the page for good, with every widget it is made of. A cell that is run again closes what it made before."""
        if self.comm is not None:
            self.unobserve_all("state")
            self.opened.close()
            super().close()
            self.board.close()
            self._history = History(self.state)

    def _go_back_to(self, state: S) -> None:
        """Show this state in every field too: what was refused goes, with the sentence that refused it."""
        self.controls.forget_refused()
        self._link.clear()
        if state == self.state:
            self._refresh()
        self.state = state

    def _remember(self) -> None:
        self._history.add(self.explorer.settled(self.state))

    # -- building ---------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        about = self.explorer
        self._legend = w.HTML()
        self.presenter = Presenter(self._redraw)
        self.controls = ControlArea(self.dispatch, about.leisure)
        self.controls.strip.add_class(f"ll-rows-{about.strip_rows}")
        self.answer_view = AnswerView(about.id.partition(":")[0], self.dispatch)
        self.opened = Opened(lambda link: Panel(read_link(link)[0], link))
        self.readings = ReadingsLine(self.dispatch, about.hands)
        self._stage = Stage(about, box("ll-picture", self.board.widget, self._legend))
        top, self._closer = head(title_html(about.title, about.rules, about.question), self._tools())
        if about.zooms and about.has_board:
            self.presenter.add_tool(self._closer)
        body = w.Box([self._stage.widget, self.answer_view.widget])
        body.add_class("ll-body")
        foot = box("ll-foot", self.readings.widget, box("ll-foot-tools", self.controls.openers, self.readings.question, row=True))
        self.add_class("ll-with-board" if about.has_board else "ll-with-odds")
        middle = (body, self.controls.strip) if about.has_board else (self.controls.strip, body)  # a slider over what it drives
        self.children = [top, *middle, foot, self.controls.inside, self.readings.inside, self.opened.widget, self.presenter.widget]

    def _tools(self) -> Tools:
        self._link = LinkField(self.go_to)
        self.saving = Saving(self.board.bridge, self.explorer, lambda: (self.state, self.view, self.scene), self.answer_view.complain)
        saves = self.saving.items(self._first)
        closer = self.closer if self.explorer.has_board and self.explorer.zooms else None
        return Tools(self.undo, self.reset, closer, self._copy_link, self._link, saves, self.presenter.button)

    def _copy_link(self) -> None:
        self.board.bridge.copy(self.link)

    # -- showing ----------------------------------------------------------------------------------------------------------

    @in_turn
    def _refresh(self) -> None:
        """Show the present state: answer, picture, controls, remedies."""
        self.answer: Answer[Any] = self.explorer.answer(self.state)
        self.view = self.explorer.follow(self.state, self.view)
        self.scene: Scene = self.explorer.picture(self.state, self.answer, self.view)
        self._paint()
        update(self.board.bridge, grab=[list(disc) for disc in self.explorer.grabs(self.state, self.view)])
        update(self.board.bridge, lattice=list(self.explorer.snaps(self.view)))
        self._show_answer()
        update(self._legend, value=words.legend_html(self.explorer.legend(self.state)))
        update(self._closer, disabled=not self.explorer.shows_board(self.state))
        update(self._closer, description="Closer" if self.view == self.explorer.view() else "Whole board")
        controls = self.explorer.controls(self.state)
        self.controls.show([control for control in controls if not isinstance(control, Switch)])
        self.readings.show([control for control in controls if isinstance(control, Switch)])

    def _redraw(self) -> None:
        """Show what a presentation changes: the theme, the reasons given, and the light on the picture."""
        self._show_answer()
        self.apply_theme()

    def _show_answer(self) -> None:
        self.answer_view.show(self.answer, self.presenter.reasons_given(self.answer))

    def apply_theme(self) -> None:
        """Show everything in the colours of the theme."""
        super().apply_theme()
        if hasattr(self, "scene"):
            self._paint()

    def _paint(self) -> None:
        """Show picture, tables and charts in the colours of the theme."""
        theme, asked = THEMES[self.theme], (self.state, self.answer)
        shows_board = self.explorer.shows_board(self.state)
        if shows_board:
            lights = self.explorer.lights(self.state, self.presenter.marks(self.answer), self.view)
            self.board.paint(replace(self.scene, figures=(*self.scene.figures, *lights)) if lights else self.scene, theme)
        self._stage.show(self.explorer.tables(*asked), self.explorer.charts(*asked), theme, shows_board)
        self.opened.know(self._stage.links)

    # -- the page ---------------------------------------------------------------------------------------------------------

    def _on_event(self, event: Event) -> None:
        if event["kind"] == "key" and event["key"] == "Escape":
            self.undo()
            return
        at = (float(event["x"]), float(event["y"]))
        self.dispatch(Gesture(event["kind"], at, event["key"], event["steps"], event["shift"]))

    def _on_error(self, error: Exception) -> None:
        _log.error("a gesture failed", exc_info=error)
        self.answer_view.complain("That gesture could not be followed; nothing was changed.")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return what a notebook shows. What a lesson did to the panel before it was first shown belongs to its beginning."""
        if not self._seen:
            self._seen, self._first = True, self.explorer.settled(self.state)
            self._history = History(self._first)
        return super()._repr_mimebundle_(**options)

    def kept(self) -> tuple[str, str, str]:
        """Return its name, its verdict and its picture."""
        return self.explorer.title, self.answer.headline, svg(self.scene, THEMES[super().theme])
