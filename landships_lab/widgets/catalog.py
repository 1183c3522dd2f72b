"""The panels by name: a class for each explorer, and what a lesson calls beside them."""

from __future__ import annotations

from functools import cache
from types import new_class
from typing import Any

from landships_lab.core.checks import unknown
from landships_lab.explore.catalog import CATALOG, PANELS
from landships_lab.explore.links import panel_name, read_link
from landships_lab.widgets.disagreements import Disagreements
from landships_lab.widgets.drill import Drill
from landships_lab.widgets.exercises import Exercises
from landships_lab.widgets.panel import Panel

__all__ = ["Disagreements", "Drill", "Exercises", "open_state", "panel_class", "present"]


@cache
def panel_class(name: str) -> type[Panel[Any]]:
    """Return the class of the panel with this name. Raises `ValueError` for an unknown name.

    ``panel_class("FireArcs")()`` is a panel.
    """
    if name not in PANELS:
        raise ValueError(unknown("panel", name, list(PANELS)))
    explorer = CATALOG[PANELS[name]]

    def __init__(self: Panel[Any], start: str | None = None) -> None:  # noqa: N807 - it becomes the method of that name
        Panel.__init__(self, explorer, start)

    example = f'{name}("{explorer.text(explorer.start())}")'
    doc = f"{explorer.question} It starts in the state that a line of text gives, as in ``{example}``, or in its own."
    return new_class(name, (Panel,), {}, lambda body: body.update({"__init__": __init__, "__doc__": doc, "__module__": __name__}))


def open_state(link: str) -> Panel[Any]:
    """Return the panel that a link opens. Raises `ValueError` with one sentence, without a traceback, for a broken link."""
    explorer, _ = read_link(link)
    return panel_class(panel_name(explorer))(link)  # type: ignore[arg-type]  # the panel of a name takes the link alone


def present(what: Panel[Any] | str) -> Panel[Any]:
    """Show a panel to a whole room: one that is there already, or the one that a link opens.

    The space bar gives the reasons one by one, Escape leaves. Raises `ValueError` with one sentence for a broken link, or for
    anything else.
    """
    panel = open_state(what) if isinstance(what, str) else what
    if not isinstance(panel, Panel):
        raise ValueError(f"{type(what).__name__} cannot be presented; give a panel such as FireArcs(), or a link that Copy link gave.")
    panel.presenter.begin()
    return panel
