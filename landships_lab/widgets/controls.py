"""Controls described as data, made into labelled widgets; each knows how to be brought up to date and where to complain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.explore.controls import Buttons, Choice, Control, Field, Number, Switch, TextBox, Toggles
from landships_lab.scene.words import no_formula
from landships_lab.widgets.closing import close_whole

#: Told when the reader sets a control: its id and the value.
Setter = Callable[[str, Any], None]


class ControlView(ABC):
    """A labelled widget for one control. ``widget`` is shown; `update` brings it up to date; `complain` speaks beside it."""

    def __init__(self, control: Any, setter: Setter) -> None:
        self.id: str = control.id
        self.kind = type(control)  # another state may have another kind of control under the same id
        self._setter = setter
        self._quiet = False
        self._error = w.HTML(layout=w.Layout(display="none"))
        self.widget = w.VBox([*self.build(control), self._error])
        self.widget.add_class("ll-control")
        self.update(control)

    @abstractmethod
    def build(self, control: Any) -> list[w.Widget]:
        """Which widgets make it up?"""

    @abstractmethod
    def show(self, control: Any) -> None:
        """How is its present value shown?"""

    def update(self, control: Any) -> None:
        """Shows the control's present value without telling the explorer that anything was set."""
        self._quiet = True
        try:
            self.show(control)
        finally:
            self._quiet = False

    def complain(self, sentence: str) -> None:
        """Says in one sentence, beside the control, what was wrong; an empty sentence takes it back."""
        if not sentence and not self._error.value:
            return
        self._error.value = f'<p class="ll-error" role="alert">{escape(sentence)}</p>' if sentence else ""
        self._error.layout.display = "" if sentence else "none"

    def tell(self, value: Any) -> None:
        """The reader set a value."""
        if not self._quiet:
            self._setter(self.id, value)


class ChoiceView(ControlView):
    """A drop-down list, or a short row of buttons of which one is down."""

    def build(self, control: Choice) -> list[w.Widget]:
        """One list or row with its label."""
        kind = w.ToggleButtons if control.buttons else w.Dropdown
        self.choice = kind(description=control.label, options=_pairs(control), value=control.value, layout=w.Layout(width="auto"))
        self.choice.observe(lambda change: self.tell(change.new), "value")
        return [self.choice]

    def show(self, control: Choice) -> None:
        """The options may change with the state (another unit has other weapons)."""
        if tuple(self.choice.options) != _pairs(control):
            self.choice.options = _pairs(control)
        if self.choice.value != control.value:
            self.choice.value = control.value


def _pairs(control: Choice) -> tuple[tuple[str, str], ...]:
    return tuple((label, value) for value, label in control.options)


class FieldView(ControlView):
    """A line one types into; what was typed stays when it was wrong."""

    def build(self, control: Field) -> list[w.Widget]:
        """One line with its label; Enter or leaving it takes it over."""
        self.text = w.Text(description=control.label, placeholder=control.hint, continuous_update=False, layout=w.Layout(width="auto"))
        self.text.observe(lambda change: self.tell(change.new), "value")
        return [self.text]

    def show(self, control: Field) -> None:
        """The value as it would be typed."""
        if self.text.value != control.value:
            self.text.value = control.value


class NumberView(ControlView):
    """A slider with its number beside it, which can be typed over."""

    def build(self, control: Number) -> list[w.Widget]:
        """One slider with its label above."""
        bounds = {"min": control.lowest, "max": control.highest, "value": control.value}
        self.slider = w.IntSlider(**bounds, description=control.label, layout=w.Layout(width="auto"))
        self.slider.observe(lambda change: self.tell(change.new), "value")
        return [self.slider]

    def show(self, control: Number) -> None:
        """The number, between its present bounds."""
        if (self.slider.min, self.slider.max) != (control.lowest, control.highest):
            self.slider.max = max(control.highest, self.slider.min)
            self.slider.min, self.slider.max = control.lowest, control.highest
        if self.slider.value != control.value:
            self.slider.value = control.value


class TogglesView(ControlView):
    """A legend of check boxes, each with its colour."""

    def build(self, control: Toggles) -> list[w.Widget]:
        """A heading, and one box an item; the boxes change with the state."""
        self.boxes: dict[str, w.Checkbox] = {}
        self.list = w.VBox()
        return [w.HTML(f'<span class="ll-label">{escape(control.label)}</span>'), self.list]

    def show(self, control: Toggles) -> None:
        """Each item's box, ticked or not."""
        if tuple(self.boxes) != tuple(item.id for item in control.items):
            before, self.boxes = self.boxes, {item.id: self._box(item.id, item.tint) for item in control.items}
            self.list.children = tuple(self.boxes.values())
            close_whole(*before.values())
        for item in control.items:
            box, words = self.boxes[item.id], no_formula(f"{item.label} · {item.note}" if item.note else item.label)
            if box.description != words:
                box.description = words
            if box.value != item.on:
                box.value = item.on

    def _box(self, item: str, tint: str) -> w.Checkbox:
        box = w.Checkbox(indent=False, layout=w.Layout(width="auto", margin="0"))
        box.add_class("ll-swatch")
        box.add_class(f"ll-tint-{tint}")
        box.observe(lambda change: self.tell((item, change.new)), "value")
        return box


class ButtonsView(ControlView):
    """A row of actions."""

    def build(self, control: Buttons) -> list[w.Widget]:
        """One button an action, with its spoken label."""
        self.row = w.HBox()
        self.row.add_class("ll-row")
        self.items: tuple[tuple[str, str, str], ...] = ()
        return [w.HTML(f'<span class="ll-label">{escape(control.label)}</span>'), self.row]

    def show(self, control: Buttons) -> None:
        """The actions may change with the state."""
        if self.items != control.items:
            before, self.items = self.row.children, control.items
            self.row.children = [self._button(*item) for item in control.items]
            close_whole(*before)

    def _button(self, value: str, label: str, spoken: str) -> w.Button:
        button = w.Button(description=label, tooltip=spoken, layout=w.Layout(width="auto"))
        button.on_click(lambda _: self.tell(value))
        return button


class SwitchView(ControlView):
    """A reading of unclear print: the question, and for each option what the answer would be."""

    def build(self, control: Switch) -> list[w.Widget]:
        """The question as text that opens to say why the default is one, the options as a row of buttons."""
        why = f'<p class="ll-why">{escape(control.why)}</p>'
        question = w.HTML(f"<details><summary>{escape(control.question)}</summary>{why}</details>")
        self.choice = w.ToggleButtons(options=_effects(control), value=control.value)
        self.choice.observe(lambda change: self.tell(change.new), "value")
        return [question, self.choice]

    def show(self, control: Switch) -> None:
        """Each option with what it would change."""
        if tuple(self.choice.options) != _effects(control):
            self.choice.options = _effects(control)
        if self.choice.value != control.value:
            self.choice.value = control.value


def _effects(control: Switch) -> tuple[tuple[str, str], ...]:
    effects = dict(control.effects)
    return tuple((f"{label}: {effects[value]}" if effects.get(value) else label, value) for value, label in control.options)


class TextBoxView(ControlView):
    """A longer text behind a button that opens it, taken over by its own button."""

    def build(self, control: TextBox) -> list[w.Widget]:
        """The text and its button, folded away until wanted."""
        self.text = w.Textarea(placeholder=control.hint, rows=8, layout=w.Layout(width="auto"))
        take = w.Button(description="Use this", tooltip=f"Use: {control.label}", layout=w.Layout(width="auto"))
        take.on_click(lambda _: self.tell(self.text.value))
        inside = w.VBox([self.text, take], layout=w.Layout(display="none"))
        inside.add_class("ll-text")
        fold = w.ToggleButton(description=f"{control.label} …", tooltip=f"Show or hide: {control.label}", layout=w.Layout(width="auto"))
        fold.observe(lambda change: setattr(inside.layout, "display", "" if change.new else "none"), "value")
        fold.add_class("ll-fold")
        return [fold, inside]

    def show(self, control: TextBox) -> None:
        """The text in use; what is being typed is left alone until then."""
        if control.value and self.text.value != control.value:
            self.text.value = control.value


_VIEWS: dict[type, type[ControlView]] = {
    Choice: ChoiceView,
    Field: FieldView,
    Number: NumberView,
    Toggles: TogglesView,
    Buttons: ButtonsView,
    Switch: SwitchView,
    TextBox: TextBoxView,
}


def view_of(control: Control, setter: Setter) -> ControlView:
    """Which widget shows this control?"""
    return _VIEWS[type(control)](control, setter)
