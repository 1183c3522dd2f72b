"""Any panel for a projector: large type, high contrast, controls out of the way, and its reasons told one at a time.

The page's side is `stage.js`: it lifts the panel above the page and sends ``next``, ``back`` and ``leave`` for the keys.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets as w
import traitlets

from landships_lab.core.answer import Answer, Mark
from landships_lab.scene import words

if TYPE_CHECKING:
    from landships_lab.widgets.panel import Panel


class Stage(anywidget.AnyWidget):
    """Is the panel around it being presented? ``on`` lifts it above the page and puts it down."""

    # Their text, not their paths: see `hands.Hands`.
    _esm = Path(__file__).with_name("stage.js").read_text(encoding="utf-8")
    _css = Path(__file__).with_name("stage.css").read_text(encoding="utf-8")
    on = traitlets.Bool(False).tag(sync=True)


class Presenter:
    """How far has a presentation come? ``on`` while it lasts; ``told`` reasons have been given, the last of them is lit.

    ``button`` begins it and stands in the row of tools; ``widget`` is the bar below a panel that is being presented. ``retell``
    is called whenever something else is to be shown.
    """

    def __init__(self, retell: Callable[[], None]) -> None:
        self._retell = retell
        self._told = 0
        self._all = 0
        self.stage = Stage(layout=w.Layout(display="none"))
        self.stage.on_msg(lambda _, message, __: self._on_key(str(message.get("kind", ""))))
        self.button = _button("Present", "Show this panel to a whole room: large, without controls, reason by reason", self.begin)
        self._back = _button("Back", "Take the last reason back (Backspace or Page Up)", self.back)
        self._next = _button("Next reason", "Tell one reason more (space bar or Page Down)", self.next)
        self._leave = _button("Leave", "Back to the page (Escape)", self.leave)
        self._place = w.HTML()
        self.widget = w.HBox([self._back, self._next, self._place, self._leave, self.stage])
        self.widget.add_class("ll-stage-bar")

    def offer(self, tool: w.Button) -> None:
        """Which button of the panel is wanted while it is presented, too?"""
        self.widget.children = [*self.widget.children[:-2], tool, *self.widget.children[-2:]]

    @property
    def on(self) -> bool:
        """Is the panel being presented?"""
        return bool(self.stage.on)

    def begin(self) -> None:
        """Begins the presentation, with the verdict and no reason told yet."""
        self._told = 0
        self.stage.on = True
        self._retell()

    def leave(self) -> None:
        """Ends it; the panel is as it was, in the state it is in now."""
        self.stage.on = False
        self._retell()

    def next(self) -> None:
        """Tells one reason more."""
        self._told = min(self._told + 1, self._all)
        self._retell()

    def back(self) -> None:
        """Takes the last reason back."""
        self._told = max(self._told - 1, 0)
        self._retell()

    def told(self, answer: Answer[Any]) -> int | None:
        """How many of this answer's reasons are told? None, which is all, when nothing is being presented."""
        if not self.on:
            return None
        self._all = len(words.lines(answer))
        self._told = min(self._told, self._all)
        self._back.disabled, self._next.disabled = self._told == 0, self._told == self._all
        place = f"Reason {self._told} of {self._all}" if self._told else f"Why? {self._all} {'reason' if self._all == 1 else 'reasons'}"
        self._place.value = f'<span class="ll-stage-place">{place} <small>space bar: the next · Escape: back to the page</small></span>'
        return self._told

    def marks(self, answer: Answer[Any]) -> tuple[Mark, ...]:
        """What does the reason told last speak of?"""
        told = self.told(answer)
        return words.lines(answer)[told - 1].marks if told else ()

    def _on_key(self, kind: str) -> None:
        actions = {"next": self.next, "back": self.back, "leave": self.leave}
        if kind in actions:
            actions[kind]()


def present(what: Panel[Any] | str) -> Panel[Any]:
    """Which panel fills the screen, for a whole room? One that is there already, or the one that a link opens.

    Space tells the reasons one by one, Escape leaves. `ValueError` in one sentence for a broken link or for anything else.
    """
    from landships_lab.widgets.catalog import open_state  # the panels know their presenters, not the other way round
    from landships_lab.widgets.panel import Panel

    panel = open_state(what) if isinstance(what, str) else what
    if not isinstance(panel, Panel):
        raise ValueError(f"{type(what).__name__} cannot be presented; give a panel such as FireArcs(), or a link that Copy link gave.")
    panel.presenter.begin()
    return panel


def _button(label: str, spoken: str, action: Callable[[], None]) -> w.Button:
    button = w.Button(description=label, tooltip=spoken, layout=w.Layout(width="auto"))
    button.on_click(lambda _: action())
    return button
