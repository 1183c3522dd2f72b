"""The head of a panel: its name and question, and the small tools that every panel has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import ipywidgets as w

from landships_lab.widgets.frame import box, button, icon, menu, update
from landships_lab.widgets.links import LinkField

#: A label, what a screen reader says after it, and what is done.
Item = tuple[str, str, Callable[[], object]]


@dataclass(frozen=True)
class Tools:
    """What the tools of a panel do; ``link`` is the field to paste a link into, ``closer`` is None without a board to come closer to."""

    undo: Callable[[], object]
    reset: Callable[[], object]
    closer: Callable[[], object] | None
    copy: Callable[[], object]
    link: LinkField
    saves: tuple[Item, ...]
    present: w.Widget


def title_html(title: str, rules: str, question: str = "") -> str:
    """Return the heading of a panel: its name, its rule set and its question."""
    about = f"{escape(rules)} — {escape(question)}" if question else escape(rules)
    return f'<h3 class="ll-title">{escape(title)} <small>{about}</small></h3>'


def head(title: str, tools: Tools) -> tuple[w.Box, w.Button]:
    """Return the head of a panel, and the button that shows its board larger."""
    closer = icon("closer", "Closer", "Show the board larger round the present place, or all of it again", tools.closer or (lambda: None))
    copy = button("Copy link", "Copy a link that opens this state", lambda: (tools.copy(), tools.link.close_menu()))
    link = menu("link", "Link", copy, tools.link.widget)
    tools.link.close_menu = lambda: update(link.children[0], value=False)
    row = [
        icon("undo", "Undo", "Take back the last change", tools.undo),
        icon("reset", "Reset", "Back to where this panel began", tools.reset),
        *([closer] if tools.closer else []),
        link,
        menu("save", "Save", *(button(label, spoken, action) for label, spoken, action in tools.saves)),
        tools.present,
    ]
    return box("ll-head", w.HTML(title), box("ll-tools", *row, row=True), row=True), closer
