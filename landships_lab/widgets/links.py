"""Links in a notebook: a field in every panel to paste one into, and `open_state`, which makes the panel that a link asks for."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as w


class LinkField:
    """A line to paste a link into, behind its button. ``fold`` stands in the row of tools, ``widget`` below it.

    ``go_to`` opens the link, or raises `ValueError` with the sentence that is shown beside the field; what was pasted then stays.
    """

    def __init__(self, go_to: Callable[[str], None]) -> None:
        self._go_to = go_to
        self.fold = w.ToggleButton(description="Paste link", tooltip="Go to the state of a link", layout=w.Layout(width="auto"))
        self.text = w.Text(description="A link that Copy link gave", placeholder="paste it, then Enter", continuous_update=False)
        self.text.layout.width = "auto"
        self._error = w.HTML()
        self.widget = w.VBox([self.text, self._error], layout=w.Layout(display="none"))
        self.widget.add_class("ll-control")
        self.fold.observe(lambda change: setattr(self.widget.layout, "display", "" if change.new else "none"), "value")
        self.text.observe(self._pasted, "value")  # Enter, or leaving the field

    def _pasted(self, change: Any) -> None:
        self._error.value = ""
        if not change.new:
            return
        try:
            self._go_to(change.new)
        except ValueError as error:
            self._error.value = f'<p class="ll-error" role="alert">{escape(str(error))}</p>'
            return
        self.text.value = ""
        self.fold.value = False
