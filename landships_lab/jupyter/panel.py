"""Any panel as one rectangle in a notebook: stage and answer side by side, controls and readings
below.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from math import hypot

import ipywidgets as w
import traitlets

from landships_lab.core.answer import Answer
from landships_lab.core.renamed import renamed_argument
from landships_lab.core.speech import plural
from landships_lab.drawing import words
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.drawing.view import View
from landships_lab.panel.board import Gesture
from landships_lab.panel.changes import name_change
from landships_lab.panel.controls import Control, Switch
from landships_lab.panel.links import OPENER, read_link, read_own_link, write_link
from landships_lab.panel.panel import Panel
from .answer import AnswerView
from .bridge import Event
from .canvas import Board
from .controls import ControlArea, ReadingsLine
from .frame import Frame, box, icon, idle, set_class, show, update
from .lifecycle import locked, opened_at_once, replace_earlier
from .presenter import Presenter
from .stage import BEHIND, Camera, Opened, Stage
from .tools import (
    ADDRESS_COPIED,
    OPENER_COPIED,
    TOOLS,
    Action,
    History,
    LinkField,
    Saving,
    head,
    line_copied,
    title_html,
)

#: The keys that a panel takes besides those of its picture. Those with Ctrl work wherever the focus
#: is in the panel.
KEYS = ("Ctrl+z", "Ctrl+y")
LOOK_KEYS = ("+", "=", "-", "0")
#: The words of a screen reader on these keys, after the hint of the picture.
LOOK_HANDS = "plus and minus come closer and go back, 0 shows the whole board · "
UNDO_HANDS = "Escape or Ctrl+Z takes the last change back, Ctrl+Shift+Z does it again"
_log = logging.getLogger(__name__)


#: The message after a link was opened in a panel.
LINK_OPENED = "This is the state of the link. Undo goes back."
#: The message after a link of the lesson's text was pressed.
AS_IN_TEXT = "Set as the text says. Undo goes back."


class PanelWidget(Frame):
    """One panel to use with mouse and keys.

    ``state`` is all that it holds; setting it redraws the panel.

    `dispatch` takes every gesture and every change of a control. ``answer`` and ``scene`` belong to
    the present state, and ``text`` is the line that makes it again: ``FireArcs("landships:fire
    ...")``. ``start`` is such a line or a state. Raises `ValueError` for a line that this panel
    cannot open.
    """

    state = traitlets.Any()
    #: The words over a panel that is opened below this one.
    behind = BEHIND

    @opened_at_once
    def __init__(self, panel_type: type[Panel], start: str | Panel | None = None) -> None:
        if start is None:
            first = panel_type.initial()
        else:  # before any widget is made, in case the link is broken
            first = start if isinstance(start, Panel) else read_own_link(panel_type, start)
        super().__init__()
        self.panel_type = panel_type
        self._history = History(first.settled())
        self._first, self._seen = first, False
        self._camera = Camera(panel_type, first)
        self.board = Board(self.view.width, self.view.height, opens=panel_type.id)
        if not panel_type.has_board:
            show(self.board.widget, False)  # it still handles copies and the page's theme
        self._build()
        bridge = self.board.bridge
        bridge.on("gesture", self._on_event)
        bridge.on("error", self._on_error)
        bridge.on("outcome", self._on_outcome)
        bridge.on("address", self._on_address)
        bridge.on("what-if", self.follow_text)
        bridge.on("cite", lambda lines: bridge.tell_cited(lines, self.answer_view.cited(lines)))
        bridge.on("link", self.opened.open)
        bridge.on("do", self._on_do)
        bridge.claimed = [*panel_type.keys, *KEYS, *(LOOK_KEYS if self._camera.zooms else ())]
        bridge.observe(lambda change: self._fit_page(narrow=change.new), "page_narrow")
        self.observe(lambda _: self._refresh(), "state")
        self.follow(bridge)
        self.state = first
        replace_earlier(self)

    # -- what a lesson or a test calls ------------------------------------------------------------

    @property
    def text(self) -> str:
        """The line that makes this state again."""
        return self.state.settled().text()

    @property
    def link(self) -> str:
        """The link that opens this state, in this panel or with `open_state`, now and in later
        versions.
        """
        return write_link(self.state)

    @property
    def view(self) -> View:
        """The present view of the board, whole or in part."""
        return self._camera.view

    @locked
    @renamed_argument("told", "message")
    def go_to(self, link: str, message: str = LINK_OPENED) -> None:
        """Go to the state of a link, with a message; undo takes that back.

        Raises `ValueError`, in one sentence, if this panel cannot open it.
        """
        self.answer_view.say("")  # clear the message of an earlier link
        new = read_own_link(self.panel_type, link)
        new.answer()
        self.answer_view.say(message)
        self.state = new
        self._remember()

    @property
    def theme(self) -> str:
        """The theme of the page, or that for a projector while the panel is presented."""
        return "projector" if self.presenter.on else super().theme

    @locked
    def dispatch(self, change: Gesture | str, value: object = None) -> None:
        """Go to the state that follows a gesture, or a control (by its id) set to a value.

        A change that is refused, or fails, leaves the state as it is and gets one sentence beside
        the control.
        """
        complain = (
            self.controls.views.get("" if isinstance(change, Gesture) else change)
            or self.answer_view
        ).complain
        try:
            new = self.changed_by(change, value)
            new.answer()
        except ValueError as error:
            complain(str(error))
            return
        except Exception:
            _log.exception("a change was refused: %r", change)
            complain(
                "That did not work, and nothing was changed. Please report it with the line that"
                " Copy link gives."
            )
            return
        if not (isinstance(change, Gesture) and change.kind in ("hover", "leave")):
            self.answer_view.say("")  # a hovering pointer leaves the message of the last change
        self.controls.clear_errors()
        self.state = new
        if not (isinstance(change, Gesture) and change.kind in ("hover", "leave", "press", "drag")):
            self._remember()

    def changed_by(self, change: Gesture | str, value: object = None) -> Panel:
        """Return the state that follows a gesture, or a control set to a value.

        Raises `ValueError`, in one sentence, for a change that is refused.
        """
        if isinstance(change, Gesture):
            return self.state.on_gesture(change, self.view)
        return self._pointing_nowhere().set(change, value)

    @locked
    def undo(self) -> None:
        """Go back to the state before the last change, and say what that was.

        If something is held, only let go of it.
        """
        if self.state.in_hand():
            self.let_go()
            return
        self._remember()
        before = self._history.last
        if self._history.back():
            self._history.put(self.undone(before, self._history.last))
            undone = self.name_change(self._history.last, before)
            remain = _remaining(len(self._history) - 1, "earlier")
            self.answer_view.say(f"Taken back: {undone}. Redo brings it again. {remain}")
        else:
            self.answer_view.say("There is nothing to take back.")
        self._go_back_to(self._history.last)
        self._show_tools()

    @locked
    def redo(self) -> None:
        """Go to the state that was undone last, and say what changed."""
        self._remember()
        before = self._history.last
        if self._history.forward():
            done = self.name_change(before, self._history.last)
            remain = _remaining(self._history.undone, "later")
            self.answer_view.say(f"Done again: {done}. {remain}")
        else:
            self.answer_view.say("There is nothing to do again.")
        self._go_back_to(self._history.last)
        self._show_tools()

    def undone(self, before: Panel, after: Panel) -> Panel:
        """Return the state to show when the change from ``after`` to ``before`` is taken back."""
        return after

    def name_change(self, before: Panel, after: Panel) -> str:
        """Return what differs between two states, in a few words."""
        return name_change(before, after)

    @locked
    def let_go(self) -> None:
        """Put what is held back where it was taken from."""
        self.answer_view.say("Let go: all is as it was before.")
        self._go_back_to(self._history.last)

    @locked
    def reset(self) -> None:
        """Go back to the panel's first state; undo takes that back."""
        self._remember()
        self._go_back_to(self._first)
        self._remember()
        self.answer_view.say("Back at the beginning. Undo takes that back.")

    @locked
    def closer(self) -> None:
        """Enlarge the board round the subject of the question."""
        if self._camera.is_closest:
            self.answer_view.say("This is the closest look.")
        self._look(self.state.closer(self.view), chosen=not self._camera.is_whole)

    @locked
    def farther(self) -> None:
        """Show more of the board."""
        self._look(self._camera.farther())

    @locked
    def whole_board(self) -> None:
        """Show the whole board."""
        if self._camera.is_whole:
            self.answer_view.say("This is the whole board.")
        self._look(self._camera.whole, chosen=False)

    def parts(self) -> tuple[w.Widget, ...]:
        return (*super().parts(), *self.controls.parts, *self.readings.parts, *self._stage.parts)

    @locked
    def close(self) -> None:
        """Remove it from the page for good, with every widget it is made of.

        A cell that is run again closes what it made before.
        """
        if self.comm is not None:
            self.unobserve_all("state")
            self.opened.close()
            super().close()
            self.board.close()
            self._history = History(self.state)

    def _go_back_to(self, state: Panel) -> None:
        """Show this state, and reset every field that holds a refused value."""
        self.controls.forget_refused()
        self._link.clear()
        if state == self.state:
            self._refresh()
        self.state = state

    def _remember(self) -> None:
        self._history.add(self.state.settled())
        self._show_tools()

    def _pointing_nowhere(self) -> Panel:
        """Return the state without the place under the pointer, which no control sets."""
        return self.state if self.state.in_hand() else self.state.settled()

    def _show_tools(self) -> None:
        """Show which tools have anything to do."""
        idle(self._icons["undo"], len(self._history) == 1)
        idle(self._icons["redo"], not self._history.undone)
        if self._camera.zooms:
            idle(self._icons["closer"], self._camera.is_closest)
            idle(self._icons["whole"], self._camera.is_whole)

    # -- building ---------------------------------------------------------------------------------

    def _build(self) -> None:
        about = self.panel_type
        self._legend = w.HTML()
        self.presenter = Presenter(self._redraw)
        self.controls = ControlArea(self.dispatch, self.folded())
        self.controls.strip.add_class(f"ll-rows-{about.strip_rows}")
        self.answer_view = AnswerView(about.id.partition(":")[0], self.dispatch)
        self.opened = Opened(lambda link: PanelWidget(type(read_link(link)), link), self.behind)
        self.readings = ReadingsLine(self.dispatch)
        self._stage = Stage(about, box("ll-picture", self.board.widget, self._legend))
        top = self._head()
        self.heading: w.HTML = top.children[0]
        for tool in self._zooming:
            self.presenter.add_tool(tool)
        body = set_class(w.Box([self._stage.widget, self.answer_view.widget]), "ll-body")
        opens = box("ll-foot-tools", self.readings.widget, self.controls.openers, row=True)
        foot = box("ll-foot", opens, self.readings.question)
        self.add_class("ll-with-board" if about.has_board else "ll-with-odds")
        # a slider stands above what it changes
        middle = (body, self.controls.strip) if about.has_board else (self.controls.strip, body)
        self.children = [
            top,
            *middle,
            foot,
            self.controls.inside,
            self.readings.inside,
            self.opened.widget,
            self.presenter.widget,
        ]

    def title(self) -> str:
        """Return its heading as HTML."""
        about = self.panel_type
        return title_html(about.title, about.rule_set, about.prompt)

    def folded(self) -> tuple[str, ...]:
        """Return the ids of the controls that are seldom needed and unfold below."""
        return self.panel_type.secondary

    def offered(self) -> tuple[Control, ...]:
        """Return the controls that its state offers."""
        return self.state.controls()

    def hint(self) -> str:
        """Return one line on what the mouse and the keys do."""
        return str(self.state.hint())

    def _head(self) -> w.Box:
        actions: dict[str, Action] = {"undo": self.undo, "redo": self.redo, "reset": self.reset}
        if self._camera.zooms:
            actions |= {"closer": self.closer, "whole": self.whole_board}
        self._icons = {name: icon(name, *TOOLS[name], act) for name, act in actions.items()}
        self._zooming = tuple(self._icons.values())[3:]
        self._link, bridge = LinkField(self.go_to), self.board.bridge
        self.saving = Saving(
            bridge,
            self.panel_type,
            lambda: (self.state, self.view, self.scene),
            self.answer_view.complain,
        )
        return head(
            self.title(),
            self._icons.values(),
            self._link,
            (lambda: bridge.copy_link(self.link), lambda: bridge.copy(self.link)),
            self.saving.menu(self._first),
            self.presenter.button,
        )

    # -- showing ----------------------------------------------------------------------------------

    @locked
    def _refresh(self) -> None:
        """Show the present state: answer, picture, controls, remedies."""
        self.answer: Answer[object] = self.state.answer()
        self._camera.follow(self.state)
        self.scene: Scene = self.state.picture(self.answer, self.view)
        self._paint()
        self._camera.tell(self.board.bridge, self.state)
        self.show_answer()
        update(self._legend, value=words.legend_html(self.state.legend()))
        for tool in self._zooming:
            update(tool, disabled=not self.state.shows_board())
        self._show_tools()
        controls = self.offered()
        self.controls.show([control for control in controls if not isinstance(control, Switch)])
        hint = self.hint()
        self.readings.show([control for control in controls if isinstance(control, Switch)], hint)
        update(
            self.board.bridge,
            hint=f"{hint} · {LOOK_HANDS if self._camera.zooms else ''}{UNDO_HANDS}",
        )

    def _look(self, view: View, *, chosen: bool = True) -> None:
        """Show the board in another view, without asking the rule.

        A view that is not ``chosen`` follows the action.
        """
        if self._camera.look(view, self.state, chosen=chosen):
            self.scene = self.state.picture(self.answer, self.view)
            self._paint_board()
            self._camera.tell(self.board.bridge, self.state)
            self._show_tools()

    @locked
    def _fit_page(self, *, narrow: bool) -> None:
        """Show the board as a phone needs it, or as any other page does."""
        self._camera.fit_page(narrow=narrow)
        self._refresh()

    def _redraw(self) -> None:
        """Show what a presentation changes: the theme, the reasons given, the highlights; no
        earlier message.
        """
        self.answer_view.say("")
        self.show_answer()
        self.apply_theme()

    def show_answer(self) -> None:
        """Show the answer beside the picture."""
        given = self.presenter.reasons_given(self.answer)
        self.answer_view.show(self.answer, given, self.state.preview())

    def apply_theme(self) -> None:
        super().apply_theme()
        if hasattr(self, "scene"):
            self._paint()

    def _paint(self) -> None:
        """Show picture, tables and charts in the colours of the theme."""
        theme = THEMES[self.theme]
        shows_board = self._paint_board()
        self._stage.show(
            self.state.tables(self.answer), self.state.charts(self.answer), theme, shows_board
        )
        self.opened.know(self._stage.links)

    def _paint_board(self) -> bool:
        """Show the picture; return whether this state has one."""
        if not self.state.shows_board():
            return False
        lights = self.state.highlights(self.presenter.marks(self.answer), self.view)
        scene = (
            replace(self.scene, figures=(*self.scene.figures, *lights)) if lights else self.scene
        )
        self.board.paint(scene, THEMES[self.theme])
        return True

    # -- the page ---------------------------------------------------------------------------------

    def _on_event(self, event: Event) -> bool | None:
        """Follow a gesture; return False if what is dragged may not be where the pointer is."""
        if event["kind"] == "look":
            if self._camera.zooms:
                hand = (event["dx"], event["dy"])
                self._look(self.view.looked(event["factor"], hand, self._camera.whole))
            return None
        if event["kind"] == "cancel":  # a second finger: the first one did not make a gesture
            self._go_back_to(self._history.last)
            return None
        if event["kind"] == "key" and (tool := self._tool_of(event["key"], event["shift"])):
            tool()
            return None
        at = (float(event["x"]), float(event["y"]))
        before = self.state
        self.dispatch(Gesture(event["kind"], at, event["key"], event["steps"], event["shift"]))
        if event["kind"] != "drag" or not self.state.in_hand():
            return None
        return self.state.may_stand() and not (self.state == before and self._is_apart(at))

    def _is_apart(self, at: tuple[float, float]) -> bool:
        """Return whether nothing at this place of the picture can be dragged."""
        return all(
            hypot(at[0] - x, at[1] - y) > r for x, y, r in self.state.drag_targets(self.view)
        )

    def _tool_of(self, key: str, shift: bool) -> Callable[[], None] | None:
        """Return the action of a key that the picture does not claim."""
        if key in LOOK_KEYS and self._camera.zooms:
            return {"-": self.farther, "0": self.whole_board}.get(key, self.closer)
        if key == "Ctrl+z":
            return self.redo if shift else self.undo
        return {"Escape": self.undo, "Ctrl+y": self.redo}.get(key)

    def _on_outcome(self, outcome: Event) -> None:
        copied = str(outcome.get("text", ""))
        message = OPENER_COPIED if f"/{OPENER}#" in copied else ADDRESS_COPIED
        is_address = copied.startswith("http")
        self.answer_view.report(outcome, message if is_address else line_copied(self.panel_type))

    def _on_address(self, link: str) -> None:
        """Open the link that the page's address holds."""
        try:
            self.go_to(link)
        except ValueError as error:
            self.answer_view.complain(
                f"The address of this page does not open a panel's state. {error}"
            )

    def follow_text(self, link: str) -> None:
        """Show the state of a link in the lesson's text, or one sentence on why there is no such
        state.
        """
        try:
            self.go_to(link, AS_IN_TEXT)
        except ValueError as error:
            self.answer_view.complain(f"This link of the text does not open here. {error}")

    def _on_do(self, what: str, value: str, moment: str = "") -> None:
        """Treat a press on the panel's own HTML as a change of a control."""
        self.dispatch(what, value)

    def _on_error(self, error: Exception) -> None:
        _log.error("a gesture failed", exc_info=error)
        self.answer_view.complain("That gesture could not be followed; nothing was changed.")

    def _repr_mimebundle_(self, **options: object) -> object:
        """Return what a notebook shows.

        Changes that a lesson makes before the panel is first shown count as its first state.
        """
        if not self._seen:
            self._seen, self._first = True, self.state.settled()
            self._history = History(self._first)
            self._show_tools()
        return super()._repr_mimebundle_(**options)

    def kept(self) -> tuple[str, str, str]:
        supposed = self.state.preview()
        verdict = f"{supposed}: {self.answer.headline}" if supposed else self.answer.headline
        return self.panel_type.title, verdict, svg(self.scene, THEMES[super().theme])


def _remaining(changes: int, side: str) -> str:
    """Return a sentence on how many changes remain to undo or redo."""
    return f"{plural(changes, f'{side} change')} left." if changes else f"No {side} change is left."
