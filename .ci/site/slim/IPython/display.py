"""What widgets import to show themselves; a page shows them by itself."""

from __future__ import annotations


class HTML:
    """A piece of HTML, which a page does not show."""

    def __init__(self, data: str = "") -> None:
        self.data = data


def display(*_shown: object, **_options: object) -> None:
    """Do nothing."""


update_display = clear_output = display
