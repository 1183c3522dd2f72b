"""A field in every panel to paste a link into."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as w
from traitlets import Bunch

from landships_lab.jupyter.frame import box, error_html
from landships_lab.panel.links import panel_name
from landships_lab.panel.panel import Panel

ADDRESS_COPIED = "Copied: an address that opens this page with the panel in this state."


def line_copied(panel_type: type[Panel]) -> str:
    """Return the message after a link of this panel, without an address, was copied."""
    use = f'Paste it under Link, or write {panel_name(panel_type)}("…").'
    return f"Copied: a line that opens this state. {use}"


class LinkField:
    """A line to paste a link into; ``widget`` stands in a menu.

    ``go_to`` opens the link, or raises `ValueError` with a sentence, which is shown beside the
    field; the pasted text then stays.
    """

    def __init__(self, go_to: Callable[[str], None]) -> None:
        self._go_to = go_to
        self.close_menu: Callable[[], object] = lambda: None  # called after a link was opened
        hints = {
            "description": "A link that Copy link gave",
            "placeholder": "paste it, then press Enter",
        }
        self.text = w.Text(**hints, continuous_update=False, layout=w.Layout(width="auto"))
        self._error = w.HTML()
        self.widget = box("ll-control", self.text, self._error)
        self.text.observe(self._on_paste, "value")  # Enter, or leaving the field

    def clear(self) -> None:
        """Clear a link that could not be opened."""
        self.text.value = self._error.value = ""

    def _on_paste(self, change: Bunch) -> None:
        self._error.value = ""
        if not change.new:
            return
        try:
            self._go_to(change.new)
        except ValueError as error:
            self._error.value = error_html(str(error))
            return
        self.text.value = ""
        self.close_menu()
