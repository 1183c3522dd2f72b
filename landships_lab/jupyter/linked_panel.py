"""The panel that a cell of a table opens, below the panel with the table, until it is closed."""

from __future__ import annotations

from collections.abc import Callable, Collection

import ipywidgets as w

from landships_lab.jupyter.frame import (
    Frame,
    box,
    button,
    label_html,
    later,
    said_html,
    show,
    update,
)

BEHIND = "The answer behind the cell"
CHANGED = "The table has changed since. Press a cell again for its answer."


class Opened:
    """The place of one opened panel.

    ``widget`` is hidden while there is none; ``make`` returns the panel of a link, and
    ``behind`` stands over it.
    """

    def __init__(self, make: Callable[[str], Frame], behind: str = BEHIND) -> None:
        self._make = make
        self._known: Collection[str] = ()
        self._link = ""
        self.panel: Frame | None = None
        self._changed = w.HTML()
        self.closer = button("Close", "Close the panel that the cell opened", self.close)
        self._bar = box("", w.HTML(label_html(behind)), self._changed, self.closer, row=True)
        self.widget = later("ll-opened", self._bar)
        show(self.widget, False)

    def know(self, links: Collection[str]) -> None:
        """Accept these links, those of the tables now shown.

        An open panel says so when its own link is no longer among them.
        """
        self._known = links
        update(
            self._changed,
            value=said_html(CHANGED) if self.panel is not None and self._link not in links else "",
        )

    def open(self, link: str) -> None:
        """Show the panel of this link in place of the last one.

        A link that is in no table shown is ignored.
        """
        if link not in self._known:
            return
        self.close()
        self._link, self.panel = link, self._make(link)
        show(self.widget, True)
        self.widget.hold((self._bar, self.panel))
        self.closer.focus()

    def close(self) -> None:
        """Close the panel for good."""
        if self.panel is not None:
            self.widget.hold((self._bar,))
            self.panel.close()
            self.panel, self._link = None, ""
            update(self._changed, value="")
            show(self.widget, False)
