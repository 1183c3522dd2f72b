"""The rule index of a game as a page: search a rule by its words or its line, and open the position in which it matters."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.data.disagreements import partings
from landships_lab.data.gaps import gaps
from landships_lab.data.load import readings
from landships_lab.data.rulebook import SORTS, Entry, index, totals
from landships_lab.explore.links import read_link
from landships_lab.games import GAMES
from landships_lab.widgets.bridge import Bridge
from landships_lab.widgets.cells import replace_earlier
from landships_lab.widgets.closing import close_tree
from landships_lab.widgets.frame import Frame, box, button, show
from landships_lab.widgets.panel import Panel

#: So many entries are shown at once; a search narrows them, a button shows more.
AT_ONCE = 12


class Rulebook(Frame):
    """Every statement of a game's source, ``Rulebook("loos")``, to search and to touch.

    `search` filters by words or a line, `open` opens the state of an entry under it as a live panel. `ValueError` in one sentence
    for a rule set without an index.
    """

    def __init__(self, rule_set: str) -> None:
        self.rule_set, self.index = rule_set, index(rule_set)
        super().__init__()
        self.shown: tuple[Entry, ...] = ()
        self.opened: Panel[Any] | None = None
        self._words = w.Text(description="Search", placeholder="a word, or a line such as 115", continuous_update=False)
        self._sort = w.Dropdown(description="Show", options=[("everything", ""), *((name, sort) for sort, name in SORTS.items())])
        for field in (self._words, self._sort):
            field.observe(lambda _: self._list(AT_ONCE), "value")
        self._count, self._rows = w.HTML(), box("ll-index")
        self._more = button("Show more", "Show the next entries", lambda: self._list(len(self._rows.children) + AT_ONCE))
        page = Bridge()  # for the page's theme and style sheet
        self.children = [
            w.HTML(self._head()),
            box("ll-tools", self._words, self._sort, row=True),
            self._count,
            self._rows,
            self._more,
            page,
        ]
        self.follow(page)
        self._list(AT_ONCE)
        replace_earlier(self)

    def search(self, words: str = "", sort: str = "") -> tuple[Entry, ...]:
        """Show the entries that hold these words, of this sort, and return them."""
        self._words.value, self._sort.value = words, sort
        return self.shown

    def open(self, entry: Entry) -> Panel[Any] | None:
        """Open the state of an entry under it, in place of the one that was open; None for an entry without a state."""
        self._close_opened()
        if link := self._link(entry):
            explorer, _ = read_link(link)
            self.opened = Panel(explorer, link)
            row = self._rows.children[self.shown.index(entry)]
            row.children = [*row.children, self.opened]
        return self.opened

    def _close_opened(self) -> None:
        if self.opened is not None:
            for row in self._rows.children:
                if self.opened in row.children:
                    row.children = row.children[:-1]
            self.opened.close()
            self.opened = None

    def _head(self) -> str:
        counted = totals(self.rule_set)
        told = f"{counted['rules']} rules: {counted['touchable']} to touch, {counted['readings']} open readings, {counted['gaps']} gaps"
        return f'<h3 class="ll-title">Rule index <small>{escape(GAMES[self.rule_set].title)} — {told}</small></h3>'

    def _link(self, entry: Entry) -> str:
        """Return the link to the state of an entry; of a reading, to the state in which its options differ."""
        if entry.shows or not entry.reading:
            return entry.shows
        return next((p.found for (reading, _), p in partings(self.rule_set).items() if reading == entry.reading and p.found), "")

    def _list(self, most: int) -> None:
        self._close_opened()
        self.shown = self.index.find(self._words.value, [self._sort.value] if self._sort.value else SORTS)
        self._count.value = f'<p class="ll-hint" role="status">{len(self.shown)} of {len(self.index.entries)} entries</p>'
        before, topics = self._rows.children, ["", *(entry.topic for entry in self.shown)]
        self._rows.children = [self._row(entry, entry.topic != topic) for entry, topic in zip(self.shown[:most], topics, strict=False)]
        close_tree(*before)
        show(self._more, len(self.shown) > most)

    def _row(self, entry: Entry, new_topic: bool) -> w.Box:
        topic = f'<h4 class="ll-parting">{escape(entry.topic)}</h4>' if new_topic else ""
        told = w.HTML(f'{topic}<p><cite class="ll-cite">line {escape(entry.lines)}</cite> {escape(self._says(entry))}</p>')
        opener = (
            [button("Show it", f"Open a position that shows line {entry.lines}", partial(self.open, entry))] if self._link(entry) else []
        )
        return box("ll-entry", told, *opener)

    def _says(self, entry: Entry) -> str:
        if entry.aside:
            return entry.aside
        if entry.reading:
            return f"{entry.says} (Open reading: {readings(self.rule_set)[entry.reading].question})"
        if entry.gap:
            return f"{entry.says} (Not in the source: {gaps(self.rule_set)[entry.gap].gap.question})"
        return entry.says
