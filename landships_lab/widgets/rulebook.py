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
from landships_lab.scene.theme import THEMES
from landships_lab.widgets.hands import Hands
from landships_lab.widgets.panel import Panel

#: So many entries are shown at once; a search narrows them, a button shows more.
AT_ONCE = 12


class Rulebook(w.VBox):
    """Every statement of a game's source, ``Rulebook("loos")``, to search and to touch.

    `search` filters by words or a line, `open` opens an entry's state under it as a live panel. `ValueError` in one sentence for a
    rule set without an index.
    """

    def __init__(self, rule_set: str) -> None:
        super().__init__()
        self.rule_set, self.index = rule_set, index(rule_set)
        self.shown: tuple[Entry, ...] = ()
        self.opened: Panel[Any] | None = None
        self.add_class("ll-panel")
        self._page = Hands()  # for the page's theme and style sheet
        self._page.observe(lambda _: self._themed(), "page_theme")
        self._words = w.Text(description="Search", placeholder="a word, or a line such as 115", continuous_update=False)
        self._sort = w.Dropdown(description="Show", options=[("everything", ""), *((name, sort) for sort, name in SORTS.items())])
        self._words.observe(lambda _: self._list(), "value")
        self._sort.observe(lambda _: self._list(), "value")
        self._count, self._rows = w.HTML(), w.VBox()
        self._more = w.Button(description="Show more", tooltip="Show the next entries")
        self._more.on_click(lambda _: self._list(len(self._rows.children) + AT_ONCE))
        tools = w.HBox([self._words, self._sort])
        tools.add_class("ll-tools")
        self.children = [w.HTML(self._head()), tools, self._count, self._rows, self._more, self._page]
        self._themed()
        self._list()

    def search(self, words: str = "", sort: str = "") -> tuple[Entry, ...]:
        """Show the entries that hold these words, of this sort, and return them."""
        self._words.value, self._sort.value = words, sort
        return self.shown

    def open(self, entry: Entry) -> Panel[Any] | None:
        """Open the state of an entry under it, in place of the one that was open; None for an entry without a state."""
        if self.opened is not None:
            self.opened.close()
            self.opened = None
        link = self._link(entry)
        if link:
            explorer, _ = read_link(link)
            self.opened = Panel(explorer, link)
        for shown, row in zip(self.shown, self._rows.children, strict=False):
            row.children = [row.children[0], self.opened] if shown is entry and self.opened else [row.children[0]]
        return self.opened

    def _head(self) -> str:
        counted = totals(self.rule_set)
        told = f"{counted['rules']} rules: {counted['touchable']} to touch, {counted['readings']} open readings, {counted['gaps']} gaps"
        return f'<h3 class="ll-title">Rule index <small>{escape(GAMES[self.rule_set].title)} — {told}</small></h3>'

    def _link(self, entry: Entry) -> str:
        """The state of an entry; of a reading, where it matters most."""
        if entry.shows or not entry.reading:
            return entry.shows
        return next((p.found for (reading, _), p in partings(self.rule_set).items() if reading == entry.reading and p.found), "")

    def _list(self, most: int = AT_ONCE) -> None:
        self.open(Entry("1"))
        sorts = [self._sort.value] if self._sort.value else list(SORTS)
        self.shown = self.index.find(self._words.value, sorts)
        counted = f"{len(self.shown)} of {len(self.index.entries)} entries"
        self._count.value = f'<p class="ll-hint" role="status">{counted}</p>'
        before = self._rows.children
        self._rows.children = [self._row(entry, n and self.shown[n - 1]) for n, entry in enumerate(self.shown[:most])]
        for row in before:
            row.close()
        self._more.layout.display = "" if len(self.shown) > most else "none"

    def _row(self, entry: Entry, before: Entry | int | None) -> w.VBox:
        topic = (
            f'<h4 class="ll-parting">{escape(entry.topic)}</h4>' if not (isinstance(before, Entry) and before.topic == entry.topic) else ""
        )
        told = f'{topic}<p><cite class="ll-cite">line {escape(entry.lines)}</cite> {escape(self._says(entry))}</p>'
        parts: list[w.Widget] = [w.HTML(told)]
        if self._link(entry):
            button = w.Button(description="Show it", tooltip=f"Open a position that shows the rule of line {entry.lines}")
            button.on_click(partial(self._pressed, entry))
            parts.append(button)
        return w.VBox([w.HBox(parts)])

    def _says(self, entry: Entry) -> str:
        if entry.aside:
            return entry.aside
        if entry.reading:
            return f"{entry.says} (Open reading: {readings(self.rule_set)[entry.reading].question})"
        if entry.gap:
            return f"{entry.says} (Not in the source: {gaps(self.rule_set)[entry.gap].gap.question})"
        return entry.says

    def _pressed(self, entry: Entry, _button: w.Button) -> None:
        self.open(entry)

    def _themed(self) -> None:
        for theme in THEMES:
            self.remove_class(f"ll-{theme}")
        self.add_class(f"ll-{self._page.page_theme}")
