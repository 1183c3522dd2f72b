"""What would change an answer, beside it: advice as sentences, and what can be tried at once as buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.core.answer import Remedy

#: How many remedies are offered at once; the first are the nearest.
MOST_REMEDIES = 5


class Remedies:
    """The remedies of an answer. ``widget`` is shown; ``take`` is told the control and the value of the one that is tried."""

    def __init__(self, take: Callable[[str, Any], None]) -> None:
        self._take = take
        self._offered: tuple[Remedy, ...] = ()
        self._advice = w.HTML()
        self.buttons = [self._button(number) for number in range(MOST_REMEDIES)]  # always the same few: nothing is made anew
        self.widget = w.VBox([self._advice, *self.buttons])
        self.widget.add_class("ll-remedies")

    def show(self, remedies: tuple[Remedy, ...]) -> None:
        """Brings advice and buttons up to date."""
        self._offered = tuple(r for r in remedies if r.change and r.to is not None)[:MOST_REMEDIES]
        advice = "".join(f'<p class="ll-advice">{escape(r.text)}</p>' for r in remedies if r.to is None)
        told = f'<span class="ll-label">What would change it</span>{advice}' if remedies else ""
        if self._advice.value != told:
            self._advice.value = told
        for number, button in enumerate(self.buttons):
            shown = number < len(self._offered)
            if shown and button.description != self._offered[number].text:
                button.description = self._offered[number].text
            if button.layout.display != (display := "" if shown else "none"):
                button.layout.display = display

    def _button(self, number: int) -> w.Button:
        button = w.Button(tooltip="Try it", layout=w.Layout(width="auto", display="none"))
        button.add_class("ll-try")
        button.on_click(partial(self._try, number))
        return button

    def _try(self, number: int, _: w.Button) -> None:
        if number < len(self._offered):
            self._take(self._offered[number].change, self._offered[number].to)
