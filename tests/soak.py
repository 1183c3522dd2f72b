"""A reader who never stops: mixed gestures on a panel, as the messages that a page would send."""

import random
from collections.abc import Iterator
from typing import Any

import ipywidgets as w

from landships_lab.jupyter import controls
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel.controls import Choice, Field, Switch

POINTER = ("hover", "hover", "hover", "press", "drag", "drag", "drag", "drop", "leave", "turn")
KEYS = ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape", "Ctrl+z", "Enter")


class Reader:
    """A reader who makes the same gestures for the same seed."""

    def __init__(self, panel: PanelWidget, seed: int) -> None:
        self.panel = panel
        self.dice = random.Random(seed)
        self.made = 0

    def go_on(self, gestures: int) -> None:
        """Make a number of gestures."""
        for _ in range(gestures):
            self.made += 1
            kind = self.dice.choices(
                (self._point, self._press_key, self.use_control, self._tool), (55, 15, 22, 8)
            )[0]
            kind()

    def _send(self, **content: Any) -> None:
        at = {
            "x": self.dice.uniform(-20, self.panel.view.width + 20),
            "y": self.dice.uniform(-20, self.panel.view.height + 20),
        }
        self.panel.board.bridge._handle_custom_msg(
            {**at, "seq": self.made, "view": "v", **content}, []
        )

    def _point(self) -> None:
        self._send(
            kind=self.dice.choice(POINTER),
            steps=self.dice.randint(-2, 2),
            shift=self.dice.random() < 0.2,
        )

    def _press_key(self) -> None:
        self._send(kind="key", key=self.dice.choice(KEYS))

    def _tool(self) -> None:
        panel = self.panel
        tool = self.dice.choice(
            (
                panel.undo,
                panel.undo,
                panel.reset,
                panel.closer,
                self._theme,
                self._try,
                self._button,
            )
        )
        tool()

    def _theme(self) -> None:
        self.panel.board.bridge.set_state({"page_theme": self.dice.choice(("light", "dark"))})

    def _try(self) -> None:
        click(self.dice.choice(self.panel.answer_view.remedies.buttons))

    def _button(self) -> None:
        """Click any button: a tool, an export, one of the presenter.

        It may save a file, which goes nowhere here.
        """
        buttons = [widget for widget in inside(self.panel) if type(widget) is w.Button]
        click(self.dice.choice(buttons))

    def use_control(self) -> None:
        """Set any one of the panel's controls."""
        if self.panel.controls.views:
            self._set(self.dice.choice(list(self.panel.controls.views.values())))

    def _set(self, view: controls.ControlView[Any]) -> None:
        match view:
            case controls.FieldView() if view.kind in (Choice, Switch):
                view.field.set_state({"index": self.dice.randrange(len(view.field.options))})
            case controls.FieldView() if view.kind is Field:
                words = (
                    view.field.value,
                    "0503",
                    "0503/0504 E",
                    "7",
                    "0",
                    "wrong",
                    f"{self.dice.randint(1, 20):02}{self.dice.randint(1, 14):02}",
                )
                view.field.set_state({"value": self.dice.choice(words)})
            case controls.FieldView():
                bounds = view.field.min, view.field.max
                view.field.set_state({"value": self.dice.randint(*bounds)})
            case controls.TogglesView() if view.boxes:
                box = self.dice.choice(list(view.boxes.values()))
                box.set_state({"value": not box.value})
            case controls.ButtonsView() if view.row.children:
                click(self.dice.choice(view.row.children))


def inside(widget: w.Widget) -> Iterator[w.Widget]:
    """Yield this widget and all that it holds."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)


def click(button: w.Button) -> None:
    """Send what a page sends for a click."""
    button._handle_custom_msg({"event": "click"}, [])
