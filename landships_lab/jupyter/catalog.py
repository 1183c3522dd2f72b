"""The panels by name: a class for each, functions that open and present them, and their printed
tables.
"""

from __future__ import annotations

from functools import cache
from types import new_class

import ipywidgets as w

from landships_lab.core.checks import unknown
from landships_lab.drawing.words import table_html
from landships_lab.panel.catalog import CATALOG, PANELS, PLAYED
from landships_lab.panel.links import panel_name, read_link
from landships_lab.panel.tables import printed_tables
from .bridge import Bridge
from .frame import Frame
from .lifecycle import opened_at_once, replace_earlier
from .panel import PanelWidget


@cache
def panel_class(name: str) -> type[PanelWidget]:
    """Return the widget class of the panel with this name; ``panel_class("FireArcs")()`` shows it.

    Raises `ValueError` for an unknown name.
    """
    if name not in PANELS:
        raise ValueError(unknown("panel", name, list(PANELS)))
    panel_type = CATALOG[PANELS[name]]

    # It becomes the constructor of the new class.
    def __init__(self: PanelWidget, start: str | None = None) -> None:  # noqa: N807
        PanelWidget.__init__(self, panel_type, start)

    example = f'{name}("{panel_type.initial().text()}")'
    doc = (
        f"{panel_type.prompt} It starts in the state that a line of text gives, as in"
        f" ``{example}``, or in its own."
    )
    return new_class(
        name,
        (PanelWidget,),
        {},
        lambda body: body.update({"__init__": __init__, "__doc__": doc, "__module__": __name__}),
    )


def open_state(link: str) -> PanelWidget:
    """Return the panel that a link opens.

    Raises `ValueError`, shown as one sentence without a traceback, for a broken link.
    """
    # A class of `panel_class` takes only the link.
    state = read_link(link)
    if type(state).id in PLAYED:
        from .play import PlayWidget  # a lesson without games does not need it

        return PlayWidget(type(state), link)
    return panel_class(panel_name(type(state)))(link)  # type: ignore[arg-type]


def present(what: PanelWidget | str) -> PanelWidget:
    """Show a panel to a whole class: an existing one, or the one that a link opens.

    The space bar gives the reasons one by one, Escape leaves. Raises `ValueError`, in one sentence,
    for a broken link or anything else.
    """
    panel = open_state(what) if isinstance(what, str) else what
    if not isinstance(panel, PanelWidget):
        raise ValueError(
            f"{type(what).__name__} cannot be presented; give a panel such as FireArcs(), or a link"
            " that Copy link gave."
        )
    panel.presenter.begin()
    return panel


class Tables(Frame):
    """The printed tables of a state, ``Tables("landser:fire smg@20")``, without the answer.

    ``titled`` keeps only those whose title holds these words. Raises `ValueError` for a broken
    link, and if there is no such table.
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
