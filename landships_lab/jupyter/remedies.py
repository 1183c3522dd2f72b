"""What would change an answer, shown beside it: advice as sentences, and buttons for what can be
tried at once.
"""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as w

from landships_lab.core.answer import Remedy
from landships_lab.jupyter.controls import Setter
from landships_lab.jupyter.frame import button, label_html, later, update

#: The most remedies offered at once, the nearest first.
MOST_REMEDIES = 4


class Remedies:
    """The remedies of an answer.

    ``widget`` is what is shown; ``apply`` is called with the control and the value of a remedy to
    try.
    """

    def __init__(self, apply: Setter) -> None:
        self._apply = apply
        self._offered: tuple[Remedy, ...] = ()
        self._advice = w.HTML()
        # Always the same few, because hiding a button costs less than making one.
        self.buttons = [
            button("", "Try it", partial(self._try, number), "ll-try")
            for number in range(MOST_REMEDIES)
        ]
        self.widget = later("ll-remedies", *self.buttons, children=[self._advice])

    def show(self, remedies: tuple[Remedy, ...]) -> None:
        """Show these remedies."""
        nearest = remedies[:MOST_REMEDIES]
        self._offered = tuple(r for r in nearest if r.change and r.to is not None)
        if self._offered:
            self.widget.bring()
        advice = "".join(
            f'<p class="ll-advice">{escape(r.text)}</p>' for r in nearest if r.to is None
        )
        update(self._advice, value=label_html("What would change it") + advice if remedies else "")
        for number, made in enumerate(self.buttons):  # answer.css hides a disabled one
            if number < len(self._offered):
                update(made, description=self._offered[number].text)
            update(made, disabled=number >= len(self._offered))

    def _try(self, number: int) -> None:
        if number < len(self._offered):
            self._apply(self._offered[number].change, self._offered[number].to)
