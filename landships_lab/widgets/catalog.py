"""The panels by name: for every explorer a panel of its own, that takes a line which Copy link gave."""

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
from landships_lab.widgets.present import present

__all__ = ["Disagreements", "Drill", "Exercises", "open_state", "panel_class", "present"]


@cache
def panel_class(name: str) -> type[Panel[Any]]:
    """Which class makes the panel of this name? ``panel_class("FireArcs")()`` is a panel; `ValueError` for an unknown name."""
    if name not in PANELS:
        raise ValueError(unknown("panel", name, list(PANELS)))
    explorer = CATALOG[PANELS[name]]

    def __init__(self: Panel[Any], start: str | None = None) -> None:  # noqa: N807 - it becomes the method of that name
        Panel.__init__(self, explorer, start)

    example = f'{name}("{explorer.text(explorer.start())}")'
    doc = f"{explorer.question} It begins where a line of text says, as ``{example}``, or at its own start."
    return new_class(name, (Panel,), {}, lambda body: body.update({"__init__": __init__, "__doc__": doc, "__module__": __name__}))


def open_state(link: str) -> Panel[Any]:
    """Which panel does this link open? `ValueError` in one sentence, shown without a traceback, that says where a link breaks."""
    explorer, _ = read_link(link)
    return panel_class(panel_name(explorer))(link)  # type: ignore[arg-type]  # the panel of a name takes the link alone
