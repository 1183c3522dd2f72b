"""Controls described as data, made into labelled widgets, each with its own place for an error
message; and the open readings of a rule in one line, with all of them on demand.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, Generic, NamedTuple, TypeVar

import ipywidgets as w
from traitlets import Bunch

from landships_lab.core.speech import plural
from landships_lab.drawing.words import no_formula
from landships_lab.panel.controls import (
    Buttons,
    Choice,
    Control,
    Field,
    Number,
    Switch,
    TextBox,
    Toggles,
)
from .frame import box, button, error_html, fold, label_html, later, set_class, show, update
from .lifecycle import close_tree

#: A function that takes the id of a control and the value that the reader gave it.
Setter = Callable[[str, object], None]
C = TypeVar("C", bound=Control)
#: The parts of a hint about a wheel or keys, which a phone does not have.
_KEYS = re.compile(r"\bwheel\b|\bkeys\b")
#: The width of a field by the length of its value or hint: controls.css.
WIDTHS = ((5, "few"), (8, "several"), (13, "some"), (18, "more"), (999, "many"))
_FILLING = {"width": "auto"}  # as wide as the column


class ControlView(ABC, Generic[C]):
    """A labelled widget for one control.

    ``widget`` is what is shown; `update` brings it up to date; `complain` shows an error beside it.
    """

    def __init__(self, control: C, setter: Setter) -> None:
        self.id: str = control.id
        self.kind = type(control)  # another state may have another kind of control with the same id
        self._setter = setter
        self._updating = False
        # the control as last shown, unless the reader has touched it since
        self._shown: C | None = None
        self._error = w.HTML()
        show(self._error, False)
        self.widget = later("ll-control", self._error, children=self.build(control))
        self.update(control)

    @abstractmethod
    def build(self, control: C) -> list[w.Widget]:
        """Return the widgets it is made of."""

    @abstractmethod
    def show(self, control: C) -> None:
        """Show the control's present value and the options of this state."""

    def update(self, control: C) -> None:
        """Show the control's present value without reporting it to the panel as a change."""
        if control == self._shown:
            return
        self._updating = True
        try:
            self.show(control)
            self._shown = control
        finally:
            self._updating = False

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """The widgets that are closed with it."""
        return (self.widget, *((self.opener,) if isinstance(self, TextBoxView) else ()))

    def complain(self, sentence: str) -> None:
        """Show in one sentence, beside the control, what was wrong; "" clears it."""
        if not sentence and not self._error.value:
            return
        if sentence:
            self.widget.bring()
        update(self._error, value=error_html(sentence))
        show(self._error, bool(sentence))

    def forget_refused(self) -> None:
        """Clear the error; the next `update` shows the present value."""
        self._shown = None
        self.complain("")

    def tell(self, value: object) -> None:
        """Pass on a value that the reader gave."""
        if not self._updating:
            self._shown = None  # the widget shows what the reader gave, which the panel may refuse
            self._setter(self.id, value)

    def telling(self, widget: w.Widget) -> w.Widget:
        """Return the widget, after arranging that every change by the reader is passed on."""
        widget.observe(lambda change: self.tell(change.new), "value")
        return widget


class FieldView(ControlView[Choice | Field | Number | Switch]):
    """A control that is one ``field``: a list, a line, a slider, or a row of buttons of which one
    is pressed. `_ROWS` says how it is made and what it shows.
    """

    def build(self, control: Choice | Field | Number | Switch) -> list[w.Widget]:
        """Return the field; a switch has its question above, which unfolds to say why."""
        row = _ROWS[self.kind]
        shown = row.traits(control)
        if not isinstance(control, Switch):
            self.field = self.telling(row.make(control, layout=w.Layout(**_FILLING), **shown))
            return [self.field]
        self.field = self.telling(row.make(control, **shown))
        why = f'<p class="ll-why">{escape(control.why)}</p>'
        question = f"<details><summary>{escape(control.question)}</summary>{why}</details>"
        return [w.HTML(question), self.field]

    def show(self, control: Choice | Field | Number | Switch) -> None:
        if isinstance(control, Number):  # the lower bound never exceeds the upper one
            self.field.max = max(control.highest, self.field.min)
        update(self.field, **_ROWS[self.kind].traits(control))


class TogglesView(ControlView[Toggles]):
    """A legend of check boxes, each with its colour."""

    def build(self, control: Toggles) -> list[w.Widget]:
        """Return the label and the place for the boxes, which differ from state to state."""
        self.boxes: dict[str, w.Checkbox] = {}
        self.list = box("ll-row", row=True)
        self.label = w.HTML()
        return [self.label, self.list]

    def show(self, control: Toggles) -> None:
        update(self.label, value=label_html(control.label))
        if tuple(self.boxes) != tuple(item.id for item in control.items):
            before = self.boxes
            # a box that stays is the same one: it may have been pressed while the kernel answered
            self.boxes = {
                item.id: before.get(item.id) or self._box(item.id, item.tint)
                for item in control.items
            }
            self.list.children = tuple(self.boxes.values())
            close_tree(*(gone for item, gone in before.items() if item not in self.boxes))
        for item in control.items:
            named = {
                "description": no_formula(item.label),
                "tooltip": f"{item.label} · {item.note}" if item.note else None,
            }
            update(self.boxes[item.id], value=item.on, **named)

    def _box(self, item: str, tint: str) -> w.Checkbox:
        made = w.Checkbox(indent=False, layout=w.Layout(**_FILLING))
        set_class(made, f"ll-swatch ll-tint-{tint}")
        made.observe(lambda change: self.tell((item, change.new)), "value")
        return made


class ButtonsView(ControlView[Buttons]):
    """A row of buttons for actions."""

    def build(self, control: Buttons) -> list[w.Widget]:
        self.row = box("ll-row", row=True)
        self.items: tuple[tuple[str, str, str], ...] = ()
        self.label = w.HTML()
        return [self.label, self.row]

    def show(self, control: Buttons) -> None:
        update(self.label, value=label_html(control.label))
        if self.items != control.items:
            before, self.items = self.row.children, control.items
            self.row.children = [
                button(label, tooltip, partial(self.tell, value))
                for value, label, tooltip in control.items
            ]
            close_tree(*before)


class TextBoxView(ControlView[TextBox]):
    """A longer text: ``opener`` shows and hides it, and a button below submits it."""

    def build(self, control: TextBox) -> list[w.Widget]:
        """Return the hidden text; the button that opens it is among those of other folds."""
        self.field = w.Textarea(placeholder=control.hint, rows=8, layout=w.Layout(**_FILLING))
        use = button("Use this", f"Use: {control.label}", lambda: self.tell(self.field.value))
        self.fill = button(
            "Fill in an example",
            f"Fill in an example: {control.label}",
            lambda: self._fill(control.example),
        )
        self.inside = later("ll-text", self.field, box("ll-row", use, self.fill, row=True))
        self.opener = fold(control.label, f"Show or hide: {control.label}", self.inside)
        self._refused = ""
        return [self.inside]

    def complain(self, sentence: str) -> None:
        """Show what was wrong, for as long as the refused text is in the box."""
        if sentence:
            self._refused = self.field.value
        elif self._refused and self._refused == self.field.value:
            return
        super().complain(sentence)

    def forget_refused(self) -> None:
        """Clear the error, and the text that was refused."""
        if self._error.value:
            self.field.value = self._refused = ""
        super().forget_refused()

    def _fill(self, example: str) -> None:
        """Show the example, to use or to change, if that overwrites nothing."""
        if self.field.value.strip():
            self.complain(
                "Something stands here already. Take it out first, and the example comes in its"
                " place."
            )
            return
        self.complain("")
        self.field.value = example

    def show(self, control: TextBox) -> None:
        """Show the text in use; without one keep what is being typed, and offer an example."""
        show(self.fill, bool(control.example and not control.value))
        if control.value:
            update(self.field, value=control.value)
            self._refused = ""
            self.complain("")


def _options(control: Choice) -> tuple[tuple[str, str], ...]:
    return tuple((label, value) for value, label in control.options)


def _line(control: Field, **shown: object) -> w.Text:
    """Return a line to type in; Enter, or leaving it, passes its value on. A wrong text stays, so
    that it can be corrected.
    """
    letters = max(control.letters, len(control.hint))
    width = next(name for most, name in WIDTHS if letters <= most)
    made = w.Text(placeholder=control.hint, continuous_update=False, **shown)
    return set_class(made, f"ll-letters-{width}")


def _effects(control: Switch, most: int = sys.maxsize) -> tuple[tuple[str, str], ...]:
    """Return the options with the answer under each, if that is short enough."""
    effects = dict(control.effects)
    long = sum(len(label) + len(effects.get(value, "")) for value, label in control.options) > most
    return tuple(
        (label if long or not effects.get(value) else f"{label}: {effects[value]}", value)
        for value, label in control.options
    )


class _Row(NamedTuple):
    """A kind of control with one field: ``make`` returns the widget, ``traits`` what it shows."""

    make: Callable[..., w.Widget]
    traits: Callable[[Any], dict[str, Any]]


_ROWS: dict[type, _Row] = {
    Choice: _Row(
        lambda c, **shown: (w.ToggleButtons if c.buttons else w.Dropdown)(**shown),
        lambda c: {"description": c.label, "options": _options(c), "value": c.value},
    ),
    Field: _Row(_line, lambda c: {"description": c.label, "value": c.value}),
    Number: _Row(
        lambda _, **shown: w.IntSlider(**shown),
        lambda c: {"description": c.label, "min": c.lowest, "max": c.highest, "value": c.value},
    ),
    Switch: _Row(
        lambda _, **shown: w.ToggleButtons(**shown),
        lambda c: {"options": _effects(c), "value": c.value},
    ),
}
#: The kinds with more than one field.
_VIEWS: dict[type, type[ControlView[Any]]] = {
    Toggles: TogglesView,
    Buttons: ButtonsView,
    TextBox: TextBoxView,
}


class ControlArea:
    """The controls of a panel in their places: ``strip`` for the usual ones, ``inside`` for those
    that unfold below.

    ``openers`` holds the buttons that unfold them: one for all the seldom wanted controls
    (``secondary``), one for each longer text.
    """

    def __init__(self, setter: Setter, secondary: tuple[str, ...] = ()) -> None:
        self._setter = setter
        self._secondary = secondary
        self.views: dict[str, ControlView[Any]] = {}
        self.strip, self._more = box("ll-strip"), later("ll-strip ll-more")
        self._more_opener = fold(
            "More settings", "Show or hide the settings that are seldom wanted", self._more
        )
        self.openers, self.inside = box("ll-openers", row=True), box("ll-folds")

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """The widgets that are not always on the page."""
        return (self.strip, self.openers, self.inside, self._more, self._more_opener)

    def show(self, controls: list[Control]) -> None:
        """Show these controls. One that stays keeps its widget, so that nothing being typed is
        lost.
        """
        before = [(view.id, view.kind) for view in self.views.values()]
        if [(c.id, type(c)) for c in controls] != before:
            self._replace(controls)
        for control in controls:
            self.views[control.id].update(control)

    def clear_errors(self) -> None:
        """Clear every error message, because all fields show accepted values."""
        for view in self.views.values():
            view.complain("")

    def forget_refused(self) -> None:
        """Clear every error message, and every text that was refused."""
        for view in self.views.values():
            view.forget_refused()

    def _replace(self, controls: list[Control]) -> None:
        before = list(self.views.values())
        fitting = {(view.id, view.kind): view for view in before}
        self.views = {
            c.id: fitting.get((c.id, type(c))) or _VIEWS.get(type(c), FieldView)(c, self._setter)
            for c in controls
        }
        texts = [view for view in self.views.values() if isinstance(view, TextBoxView)]
        played = [view for view in self.views.values() if view not in texts]
        seldom = [view.widget for view in played if view.id in self._secondary]
        self.strip.children = [view.widget for view in played if view.id not in self._secondary]
        self._more.hold(seldom)
        self.openers.children = [
            *([self._more_opener] if seldom else []),
            *(text.opener for text in texts),
        ]
        self.inside.children = [*([self._more] if seldom else []), *(text.widget for text in texts)]
        close_tree(
            *(part for view in before if self.views.get(view.id) is not view for part in view.parts)
        )


#: The most letters of options and answers in the line; longer ones are shown only in the fold.
MOST_LETTERS = 62


class ReadingsLine:
    """The lines under the controls: ``widget`` counts the readings, ``question`` asks the first
    that matters, beside its switch.

    ``inside`` holds the switches of all of them and unfolds below. ``setter`` is called with the id
    of a reading and the option that the reader chose.
    """

    def __init__(self, setter: Setter) -> None:
        self._setter = setter
        self._leading: Switch | None = None
        self._switches: list[Switch] = []
        self._updating = False
        self._views: dict[str, FieldView] = {}
        self.inside = box("ll-readings")
        self._fold = fold("", "Show or hide the readings of unclear rules", self.inside)
        self._fold.observe(lambda _: self._list(), "value")
        self._told, self._question = w.HTML(), w.HTML()
        self._choice = w.ToggleButtons(options=[("", "")])
        self._choice.observe(self._on_choice, "value")
        self.widget = box("ll-reading-line", self._fold, self._told, row=True)
        self.question = box("ll-asked", self._question, self._choice, row=True)

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """The widgets that are not always on the page."""
        return (self.widget, self.question, self.inside)

    def show(self, switches: list[Switch], hint: str) -> None:
        """Show these readings; the hint replaces the question while no reading matters."""
        self._switches = switches
        self._list()
        matter = [switch for switch in switches if switch.matters]
        self._leading = next(iter(matter), None)
        show(self.widget, bool(switches))
        show(self._choice, self._leading is not None)
        update(self._fold, description=_count(len(switches), len(matter)))
        compared = any(switch.effects for switch in switches)
        same = (
            "" if matter or not compared else "It gives" if len(switches) == 1 else "They all give"
        )
        update(self._told, value=f"{same} the same answer here." if same else "")
        html = _hint_html(hint) if self._leading is None else escape(self._leading.question)
        update(self._question, value=f'<p class="ll-hint">{html}</p>')
        if self._leading is not None:
            self._updating = True
            try:
                options = _effects(self._leading, MOST_LETTERS)
                update(self._choice, options=options, value=self._leading.value)
            finally:
                self._updating = False

    def _list(self) -> None:
        """Bring the switches of all readings up to date, if they are on the page."""
        if not self._fold.value:
            return
        switches = self._switches
        if [switch.id for switch in switches] != list(self._views):
            before, self._views = (
                self._views,
                {s.id: self._views.get(s.id) or FieldView(s, self._setter) for s in switches},
            )
            self.inside.children = [view.widget for view in self._views.values()]
            close_tree(*(view.widget for key, view in before.items() if key not in self._views))
        for switch in switches:
            self._views[switch.id].update(switch)

    def _on_choice(self, change: Bunch) -> None:
        if self._leading is not None and not self._updating and change.new is not None:
            self._setter(self._leading.id, change.new)


def _count(all_of_them: int, matter: int) -> str:
    if not matter:
        return plural(all_of_them, "open reading")
    return (
        f"{matter} of {plural(all_of_them, 'reading')} {'changes' if matter == 1 else 'change'}"
        " this answer"
    )


def _hint_html(hint: str) -> str:
    """Return a hint as HTML which, on a phone, leaves out what needs a wheel or keys."""
    first, *others = hint.split(" · ")
    return escape(first) + "".join(
        f"<span{' class=ll-by-keys' if _KEYS.search(one) else ''}> · {escape(one)}</span>"
        for one in others
    )
