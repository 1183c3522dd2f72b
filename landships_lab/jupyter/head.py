"""The head of a panel: its name and question, and the small tools that every panel has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import ipywidgets as w

from landships_lab.jupyter.frame import box, button, icon, menu, update
from landships_lab.jupyter.links import LinkField

#: A label, what a screen reader says after it, and the action.
Item = tuple[str, str, Callable[[], object]]


@dataclass(frozen=True)
class Tools:
    """What the tools of a panel do; ``link`` is the field to paste a link into.

    ``closer`` and ``whole`` are None for a panel that cannot zoom.
    """

    undo: Callable[[], object]
    redo: Callable[[], object]
    reset: Callable[[], object]
    closer: Callable[[], object] | None
    whole: Callable[[], object] | None
    copy: Callable[[], object]
    link: LinkField
    saves: tuple[Item, ...]
    present: w.Widget


def title_html(title: str, rules: str, question: str = "") -> str:
    """Return the heading of a panel as HTML: its name, its rule set and its question."""
    about = f"{escape(rules)} — {escape(question)}" if question else escape(rules)
    return f'<h3 class="ll-title">{escape(title)} <small>{about}</small></h3>'


@dataclass(frozen=True)
class Icons:
    """The tools that show whether they have anything to do."""

    undo: w.Button
    redo: w.Button
    closer: w.Button
    whole: w.Button


def head(title: str, tools: Tools) -> tuple[w.Box, Icons]:
    """Return the head of a panel, and the tools in it that change."""
    icons = Icons(
        icon("undo", "Undo", "Take back the last change (Ctrl+Z)", tools.undo),
        icon("redo", "Redo", "Do again what was taken back (Ctrl+Shift+Z)", tools.redo),
        icon(
            "closer",
            "Closer",
            "Show the board larger (+, or Ctrl and the wheel)",
            tools.closer or (lambda: None),
        ),
        icon("whole", "Whole board", "Show all of the board (0)", tools.whole or (lambda: None)),
    )
    copy = button(
        "Copy link",
        "Copy a link that opens this state",
        lambda: (tools.copy(), tools.link.close_menu()),
    )
    link = menu("link", "Link", copy, tools.link.widget)
    tools.link.close_menu = lambda: update(link.children[0], value=False)
    row = [
        icons.undo,
        icons.redo,
        icon("reset", "Reset", "Back to where this panel began", tools.reset),
        *([icons.closer, icons.whole] if tools.closer else []),
        link,
        menu(
            "save",
            "Save",
            *(button(label, spoken, action) for label, spoken, action in tools.saves),
        ),
        tools.present,
    ]
    return box("ll-head", w.HTML(title), box("ll-tools", *row, row=True), row=True), icons
