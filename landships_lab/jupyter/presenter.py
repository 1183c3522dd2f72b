"""Any panel for a projector: large type, high contrast, controls hidden, and its reasons given one
at a time.

The page's side is `presenter.js`: it raises the panel above the page and sends ``next``, ``back``
and ``leave`` for the keys.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anywidget
import ipywidgets as w
import traitlets

from landships_lab.core.answer import Answer, Mark
from landships_lab.core.speech import plural
from landships_lab.drawing import words
from .frame import button, icon, later


class PresenterView(anywidget.AnyWidget):
    """The page's side of a presentation: ``on`` raises the panel above the page."""

    # The text, not the paths: see `bridge.Bridge`.
    _esm = (Path(__file__).parent / "js" / "presenter.js").read_text(encoding="utf-8")
    _css = (Path(__file__).parent / "css" / "presenter.css").read_text(encoding="utf-8")
    on = traitlets.Bool(False).tag(sync=True)


class Presenter:
    """A presentation of one panel: whether it is ``on``, and how many reasons have been given.

    ``button`` starts it and stands in the row of tools; ``widget`` is the bar below a panel that is
    being presented. ``redraw`` is called whenever something else must be shown.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        self._redraw = redraw
        self._given = 0
        self._all = 0
        self.view = PresenterView(layout=w.Layout(display="none"))
        self.view.on_msg(lambda _, message, __: self._on_key(str(message.get("kind", ""))))
        self.button = icon(
            "present",
            "Present",
            "Show this panel to a whole room: large, without controls, reason by reason",
            self.begin,
        )
        self._back = button("Back", "Take the last reason back (Backspace or Page Up)", self.back)
        self._next = button(
            "Next reason", "Give one more reason (space bar or Page Down)", self.next
        )
        self._leave = button("Leave", "Back to the page (Escape)", self.leave)
        self._place = w.HTML()
        self.widget = later(
            "ll-presenter-bar", self._back, self._next, self._place, self._leave, self.view
        )

    def add_tool(self, tool: w.Button) -> None:
        """Show a button of the panel in the bar as well."""
        self.widget.hold([*self.widget.held[:-2], tool, *self.widget.held[-2:]])

    @property
    def on(self) -> bool:
        """Whether the panel is being presented."""
        return bool(self.view.on)

    def begin(self) -> None:
        """Start with the verdict and no reasons."""
        self._given = 0
        self.widget.bring()
        self.view.on = True
        self._redraw()

    def start_over(self) -> None:
        """Begin without reasons for the next answer."""
        self._given = 0

    def leave(self) -> None:
        """End the presentation. The panel looks as before, in its present state."""
        self.view.on = False
        self._redraw()

    def next(self) -> None:
        """Give the next reason."""
        self._given = min(self._given + 1, self._all)
        self._redraw()

    def back(self) -> None:
        """Take back the last reason."""
        self._given = max(self._given - 1, 0)
        self._redraw()

    def reasons_given(self, answer: Answer[object]) -> int | None:
        """Return how many of this answer's reasons are shown; None, for all of them, outside a
        presentation.
        """
        if not self.on:
            return None
        self._all = len(words.lines(answer))
        self._given = min(self._given, self._all)
        self._back.disabled, self._next.disabled = self._given == 0, self._given == self._all
        place = (
            f"Reason {self._given} of {self._all}"
            if self._given
            else f"Why? {plural(self._all, 'reason')}"
        )
        self._place.value = (
            f'<span class="ll-presenter-place">{place} <small>space bar: next · Escape: back to the'
            " page</small></span>"
        )
        return self._given

    def marks(self, answer: Answer[object]) -> tuple[Mark, ...]:
        """Return the places that the last given reason names."""
        given = self.reasons_given(answer)
        return words.lines(answer)[given - 1].marks if given else ()

    def _on_key(self, kind: str) -> None:
        actions = {"next": self.next, "back": self.back, "leave": self.leave}
        if kind in actions:
            actions[kind]()
