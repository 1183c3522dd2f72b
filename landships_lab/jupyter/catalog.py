"""The panels by name: a class for each, and what a lesson calls besides them."""

from __future__ import annotations

from functools import cache
from types import new_class

from landships_lab.core.checks import unknown
from landships_lab.jupyter.disagreements import Disagreements
from landships_lab.jupyter.drill import Drill
from landships_lab.jupyter.exercises import Exercises
from landships_lab.jupyter.guess import Guess
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.jupyter.play import Play, PlayWidget
from landships_lab.jupyter.puzzle import Puzzle
from landships_lab.jupyter.rulebook import Rulebook
from landships_lab.jupyter.tables import Tables
from landships_lab.panel.catalog import CATALOG, PANELS
from landships_lab.panel.links import panel_name, read_link
from landships_lab.play.state import PlayState

__all__ = [
    "Disagreements",
    "Drill",
    "Exercises",
    "Guess",
    "Play",
    "Puzzle",
    "Rulebook",
    "Tables",
    "open_state",
    "panel_class",
    "present",
]


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
    if isinstance(state, PlayState):
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
