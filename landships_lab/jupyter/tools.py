"""The head of a panel and what its tools work with: the states of undo and redo, the field for a
link, and the files to save.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from html import escape
from typing import Generic, TypeVar

import ipywidgets as w
from traitlets import Bunch

from landships_lab.drawing.paper import Pages
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.view import View
from landships_lab.panel.links import panel_name
from landships_lab.panel.panel import Panel
from .bridge import Bridge
from .frame import box, button, error_html, menu, update

S = TypeVar("S")

#: The most states remembered, so that a panel in use all day does not grow.
MOST = 200


Action = Callable[[], object]
#: A label, the words of a screen reader after it, and the action.
Item = tuple[str, str, Action]


class History(Generic[S]):
    """The settled states of a panel, oldest first.

    There is always at least one: the first state, or the oldest remembered. States that were undone
    can be redone until another is added.
    """

    def __init__(self, first: S) -> None:
        self._states = [first]
        self._undone: list[S] = []

    def add(self, state: S) -> None:
        """Remember a state, unless it is the last one already.

        The states that were undone are forgotten.
        """
        if state != self._states[-1]:
            self._states.append(state)
            self._undone.clear()
            del self._states[:-MOST]

    def put(self, state: S) -> None:
        """Remember this state in place of the last one; what was undone can still be redone."""
        self._states[-1] = state

    def back(self) -> bool:
        """Go back to the previous state; return whether there was one."""
        if len(self._states) == 1:
            return False
        self._undone.append(self._states.pop())
        return True

    def forward(self) -> bool:
        """Go forward to the state undone last; return whether there was one."""
        if not self._undone:
            return False
        self._states.append(self._undone.pop())
        return True

    @property
    def last(self) -> S:
        """The state remembered last."""
        return self._states[-1]

    @property
    def before_last(self) -> S | None:
        """The state that going back would come to, if any."""
        return self._states[-2] if len(self._states) > 1 else None

    @property
    def undone(self) -> int:
        """How many changes can be redone."""
        return len(self._undone)

    def __len__(self) -> int:
        return len(self._states)


ADDRESS_COPIED = "Copied: an address that opens this page with the panel in this state."
#: The words on an address of the site's page that opens any position (links.py).
OPENER_COPIED = "Copied: an address that opens this position in any browser."


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


class Saving:
    """Saves the files of one panel in the reader's browser.

    ``shown`` returns the panel's state, view and scene; ``complain`` is called with one sentence if
    a file cannot be made.
    """

    def __init__(
        self,
        bridge: Bridge,
        panel_type: type[Panel],
        shown: Callable[[], tuple[Panel, View, Scene]],
        complain: Callable[[str], None],
    ) -> None:
        self._bridge, self._shown, self._complain = bridge, shown, complain
        self._name = panel_type.id.replace(":", "-")

    def menu(self, state: Panel) -> w.Box:
        """Return the menu of what can be saved, the same in every state."""
        items = (
            ("SVG", "Save the picture as SVG", partial(self.save, "svg")),
            ("PNG", "Save the picture as PNG", partial(self.save, "png")),
            ("Page", "Save all of this as one page to hand out", partial(self.save, "page")),
            *((e.label, e.spoken, partial(self.export, n)) for n, e in enumerate(state.exports())),
        )
        return menu("save", "Save", *(button(*item) for item in items))

    def save(self, kind: str) -> None:
        """Save the picture as ``svg`` or ``png``, always on light paper for print, or the whole
        panel as one HTML ``page``.
        """
        state, view, scene = self._shown()
        if kind == "page":
            # imported only when a page is saved, as the PDF below when something is printed
            from landships_lab.publish.handout import panel_page

            page = panel_page(state.settled(), view)
            self._bridge.download(f"{self._name}.html", "text/html", page)
        elif kind == "svg":
            self._bridge.download(f"{self._name}.svg", "image/svg+xml", svg(scene))
        else:
            self._bridge.download_png(f"{self._name}.png", svg(scene))

    def export(self, number: int) -> None:
        """Save the panel's own file with this number: a board, a unit, a sheet to print."""
        try:
            export = self._shown()[0].exports()[number]
            content = export.make()
            if isinstance(content, Pages):
                save_pdf(self._bridge, export.filename, content)
            else:
                self._bridge.download(export.filename, "text/plain", content)
        except ValueError as error:
            self._complain(str(error))


def save_pdf(bridge: Bridge, filename: str, pages: Pages) -> None:
    """Save a sheet to print."""
    from landships_lab.publish.pdf import pdf

    bridge.download(filename, "application/pdf", pdf(pages))


def title_html(title: str, rules: str, question: str = "") -> str:
    """Return the heading of a panel as HTML: its name, its rule set and its question."""
    about = f"{escape(rules)} — {escape(question)}" if question else escape(rules)
    return f'<h3 class="ll-title">{escape(title)} <small>{about}</small></h3>'


def _copy_and_close(copy: Action, link: LinkField) -> None:
    copy()
    link.close_menu()


#: The tools that every panel has: a label, and what a screen reader says after it.
TOOLS = {
    "undo": ("Undo", "Take back the last change (Ctrl+Z)"),
    "redo": ("Redo", "Do again what was taken back (Ctrl+Shift+Z)"),
    "reset": ("Reset", "Back to where this panel began"),
    "closer": ("Closer", "Show the board larger (+, or Ctrl and the wheel)"),
    "whole": ("Whole board", "Show all of the board (0)"),
}


def head(
    title: str,
    icons: Iterable[w.Button],
    link: LinkField,
    copies: tuple[Action, Action],
    *more: w.Widget,
) -> w.Box:
    """Return the head of a panel: its heading, the icons of its tools, the menu of the link, which
    ``copies`` copy (as an address or in its short form) and ``link`` opens, and more tools.
    """
    ways = (
        ("Copy link", "Copy an address that opens this state, or its line where none is known"),
        ("Copy as text", "Copy the line that makes this state again"),
    )
    copy_link, copy_text = (
        button(name, spoken, partial(_copy_and_close, copy, link))
        for (name, spoken), copy in zip(ways, copies, strict=True)
    )
    links = menu("link", "Link", copy_link, copy_text, link.widget)
    link.close_menu = lambda: update(links.children[0], value=False)
    tools = box("ll-tools", *icons, links, *more, row=True)
    return box("ll-head", w.HTML(title), tools, row=True)
