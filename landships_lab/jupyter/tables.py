"""The printed tables of a panel's state, for a lesson: as they stand in print, with no row lit."""

from __future__ import annotations

import ipywidgets as w

from landships_lab.drawing.words import table_html
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.cells import replace_earlier
from landships_lab.jupyter.frame import Frame
from landships_lab.jupyter.opening import opened_at_once
from landships_lab.panel.tables import printed_tables


class Tables(Frame):
    """The printed tables of a state, ``Tables("landser:fire smg@20")``, without what they answer.

    ``titled`` keeps only those whose title holds these words. Raises `ValueError`, in one sentence,
    for a broken link, and where there is no such table.
    """

    @opened_at_once
    def __init__(self, state: str, titled: str = "") -> None:
        self.tables = printed_tables(state, titled)
        super().__init__()
        self._page = Bridge()  # for the page's theme and style sheet
        shown = "".join(f"<div>{table_html(table)}</div>" for table in self.tables)
        self.add_class("ll-printed")
        self.children = [w.HTML(f'<div class="ll-printed-tables">{shown}</div>'), self._page]
        self.follow(self._page)
        replace_earlier(self)

    def kept(self) -> tuple[str, str, str]:
        return "Printed tables", "; ".join(table.caption for table in self.tables), ""
