"""The first page in Jupyter: the games and the reader's path, and one search over everything."""

from __future__ import annotations

import os
from functools import partial
from html import escape
from pathlib import Path

import ipywidgets as w
from IPython.display import HTML

from landships_lab.data.files import own_folder
from landships_lab.panel.links import read_link
from landships_lab.panel.panel import Panel
from landships_lab.practice.path import done_lessons
from landships_lab.publish import first_page
from landships_lab.publish.lesson_groups import lesson_groups
from landships_lab.publish.search import MOST_FOUND, Entry, find
from .catalog import open_state
from .frame import Index, box, button
from .lifecycle import close_tree, opened_at_once, replace_earlier
from .tools import title_html

#: What a reader may try first.
EXAMPLES = ("gas", "line 115", "may it fire")
#: A link to a lesson beside this page, which opens beside JupyterLab and in the place of a
#: dashboard; a page of the site sets its own.
LESSON_LINK = (
    '<a href="{}.ipynb">'
    if os.environ.get("SERVER_SOFTWARE", "").startswith("voila")
    else '<a href="{}.ipynb" target="_blank">'
)
#: How many results are listed on a page.
AT_ONCE = 8


class FirstPage(HTML):
    """Five games in pictures, each with *Begin* and *Play*, and the reader's path with the lessons
    done, of the ``folder`` with the lessons, by default that of the notebook.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        place = own_folder(folder)
        groups = lesson_groups(place)
        super().__init__(first_page.in_jupyter(groups, place, done_lessons(place)))


class Search(Index):
    """One search over the rules of all sources, the lessons and their terms; a pasted position or
    link is opened.

    `search` lists the results for some words, `open_found` opens one of them.
    """

    @opened_at_once
    def __init__(self, folder: str | Path | None = None) -> None:
        self._folder = own_folder(folder)
        super().__init__()
        self.add_class("ll-search")
        self.shown: tuple[Entry, ...] = ()
        self._first = 0
        self._words = w.Text(
            description="Search",
            placeholder="a word, line 115, or a position to settle an argument",
            continuous_update=False,
        )
        self._words.add_class("ll-letters-many")
        self._words.observe(lambda change: self.search(change.new), "value")
        tries = [button(one, f"Search for {one}", partial(self.search, one)) for one in EXAMPLES]
        self._count, self._rows = w.HTML(), box("ll-found")
        self._back = button("Back", "What was found before these", partial(self._turn, -AT_ONCE))
        self._on = button("More", "What else was found", partial(self._turn, AT_ONCE))
        tools = (self._words, *tries, self._count, self._back, self._on)
        title = title_html("Search", "all rules, lessons and terms", "Who is right?")
        self.list_under(title, box("ll-strip ll-rows-1", *tools, row=True), self._rows)
        self._list()
        replace_earlier(self)

    def search(self, words: str) -> tuple[Entry, ...]:
        """Show and return the results for these words; if they are a position or its
        link, open it.
        """
        self.close_opened()
        self._words.value, self._first = words, 0
        if state := _state(words):
            self._open(state)
            self.shown = ()
        else:
            self.shown = find(self._folder, words)
        self._list()
        return self.shown

    def open_found(self, entry: Entry) -> None:
        """Show the position of one of the results, in place of the list."""
        self._open(
            read_link(entry.shows), f"<p><b>{escape(entry.title)}</b> {escape(entry.says)}</p>"
        )

    def _open(self, state: Panel, words: str = "") -> None:
        self.close_opened()
        panel = open_state(state.text())
        spoken = "Close this position and show the list again"
        self.open_in_place(panel, "Back to the search", spoken, w.HTML(words))

    def kept(self) -> tuple[str, str, str]:
        return "Search", self._words.value, ""

    def _turn(self, entries: int) -> None:
        self._first = max(0, min(self._first + entries, len(self.shown) - 1))
        self._list()

    def _list(self) -> None:
        listed = self.shown[self._first : self._first + AT_ONCE]
        last, total = self._first + len(listed), len(self.shown)
        count = f"{self._first + 1} to {last} of {'the first ' * (total == MOST_FOUND)}{total}"
        nothing = "Nothing found." if self._words.value and not self.opened else ""
        self._count.value = f'<p class="ll-score" role="status">{count if listed else nothing}</p>'
        before = self._rows.children
        self._rows.children = [self._row(entry) for entry in listed]
        close_tree(*before)
        self._back.disabled, self._on.disabled = self._first == 0, last >= total

    def _row(self, entry: Entry) -> w.Widget:
        where = entry.sort
        if entry.lesson:
            where = f"{LESSON_LINK.format(entry.lesson)}lesson {entry.lesson[:2]}</a>"
        words = f"<p><b>{escape(entry.title)}</b> <small>{where}</small> {escape(entry.says)}</p>"
        act = partial(self.open_found, entry)
        spoken = f"Open a position that shows {entry.title}"
        opener = [button("Show it", spoken, act)] if entry.shows else []
        return box("ll-entry", w.HTML(words), *opener, row=True)


def _state(words: str) -> Panel | None:
    """Return the state that a pasted position or link opens; None for words to search."""
    try:
        return read_link(words) if ":" in words else None
    except ValueError:
        return None
