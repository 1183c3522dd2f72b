"""The open readings of a rule in one line: the one that changes this answer with its switch, and
all of them on demand.
"""

from __future__ import annotations

from html import escape

import ipywidgets as w
from traitlets import Bunch

from landships_lab.core.speech import plural
from landships_lab.jupyter.closing import close_tree
from landships_lab.jupyter.controls import Setter, SwitchView
from landships_lab.jupyter.frame import box, fold, show, update
from landships_lab.panel.controls import Switch

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
        self._views: dict[str, SwitchView] = {}
        self.inside = box("ll-readings")
        self._fold = fold("", "Show or hide the readings of unclear print", self.inside)
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
        """Show these readings; the hint takes the place of a question while no reading matters."""
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
        said = hint if self._leading is None else self._leading.question
        update(self._question, value=f'<p class="ll-hint">{escape(said)}</p>')
        if self._leading is not None:
            self._updating = True
            try:
                update(self._choice, options=_options(self._leading), value=self._leading.value)
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
                {s.id: self._views.get(s.id) or SwitchView(s, self._setter) for s in switches},
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


def _options(switch: Switch) -> tuple[tuple[str, str], ...]:
    effects = dict(switch.effects)
    long = (
        sum(len(label) + len(effects.get(value, "")) for value, label in switch.options)
        > MOST_LETTERS
    )
    return tuple(
        (label if long or not effects.get(value) else f"{label}: {effects[value]}", value)
        for value, label in switch.options
    )
