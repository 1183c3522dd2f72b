"""The rule index of a game as a page: search a rule by its words or its line, and open the position
in which it matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape

import ipywidgets as w

from landships_lab.data.disagreements import partings
from landships_lab.data.gaps import gaps
from landships_lab.data.load import readings
from landships_lab.data.rulebook import SORTS, Entry, index, totals
from landships_lab.games import GAMES
from landships_lab.panel.changes import tell_setting
from landships_lab.panel.links import read_link, write_link
from landships_lab.play.shipped import moment
from landships_lab.play.state import PlayState
from .frame import Index, box, button, update
from .lifecycle import close_tree, opened_at_once, replace_earlier
from .panel import PanelWidget
from .play import PlayWidget
from .tools import title_html

#: How many entries a page of the list shows.
AT_ONCE = 11


class Rulebook(Index):
    """Every statement of a game's source, ``Rulebook("loos")``, to search and to try.

    `search` filters by words or a line; `open_entry` shows the state of an entry as a live panel in
    place of the list. Raises `ValueError`, in one sentence, for a rule set without an index.
    """

    @opened_at_once
    def __init__(self, rule_set: str) -> None:
        self.rule_set, self.index = rule_set, index(rule_set)
        super().__init__()
        self.shown: tuple[Entry, ...] = ()
        self._first = 0
        self._words = w.Text(
            description="Search", placeholder="a word, or line 115", continuous_update=False
        )
        self._words.add_class("ll-letters-many")
        self._sort = w.Dropdown(
            description="Show",
            options=[("all rules", ""), *((name, sort) for sort, name in SORTS.items())],
        )
        self._topic, self._listing = w.Dropdown(description="Topic"), False
        self._topic.add_class("ll-topics")
        for field in (self._words, self._sort):
            field.observe(lambda _: self._search(), "value")
        self._topic.observe(lambda change: self._go_to(change.new), "value")
        self._count, self._rows = w.HTML(), box("ll-index")
        self._back = button("Back", "The entries before these", partial(self._turn, -AT_ONCE))
        self._on = button("More", "The next entries", partial(self._turn, AT_ONCE))
        tools = (self._words, self._sort, self._topic, self._count, self._back, self._on)
        self.list_under(self._head(), box("ll-strip ll-rows-1", *tools, row=True), self._rows)
        self._search()
        replace_earlier(self)

    def search(self, words: str = "", sort: str = "") -> tuple[Entry, ...]:
        """Show the entries of this sort that contain these words, and return them."""
        self._words.value, self._sort.value = words, sort
        self._search()
        return self.shown

    def open_entry(self, entry: Entry) -> PanelWidget | None:
        """Show the state of an entry in place of the list, and return its panel; None for an entry
        without a state.
        """
        self.close_opened()
        if not (link := self._link(entry)):
            return None
        state = read_link(link)
        panel = (PlayWidget if isinstance(state, PlayState) else PanelWidget)(type(state), link)
        words = w.HTML(self._entry_html(entry))
        either = [self._without(entry, panel, words)] if entry.but else []
        spoken = "Close this position and show the entries again"
        self.open_in_place(panel, "Back to the list", spoken, *either, words)
        return panel

    def _without(self, entry: Entry, panel: PanelWidget, words: w.HTML) -> w.Button:
        """Return the button that takes the panel to the counter-position of an entry, and back."""
        shown = read_link(entry.shows)
        changed = tell_setting(shown, read_link(entry.but))

        def switch() -> None:
            without = panel.state.settled() == shown
            panel.go_to(entry.but if without else entry.shows, message="")
            then = f" <strong>Without it: {escape(changed)}.</strong>" if without else ""
            words.value = self._entry_html(entry, then)
            either.description = "And with it" if without else "And without it"

        spoken = f"The same position where line {entry.lines} decides, and where it does not"
        either = button("And without it", spoken, switch)
        return either

    def _entry_html(self, entry: Entry, then: str = "") -> str:
        line = f'<cite class="ll-cite ll-printed">line {escape(entry.lines)}</cite>'
        return f"<p>{line} {escape(self._says(entry))}{then}</p>"

    def _head(self) -> str:
        counted = totals(self.rule_set)
        to_touch = counted["touchable"] + counted["moments"]
        counts = (
            f"{counted['rules']} rules, {to_touch} positions and moments to open,"
            f" {counted['readings']} open readings, {counted['gaps']} gaps"
        )
        return title_html("Rule index", GAMES[self.rule_set].title, counts)

    def _link(self, entry: Entry) -> str:
        """Return the link to the state of an entry, or to its moment of a game; for a reading, to
        the state in which its options differ.
        """
        if entry.play and not entry.shows:
            return write_link(moment(self.rule_set, entry.play))
        if entry.shows or not entry.reading:
            return entry.shows
        differing = partings(self.rule_set).items()
        links = (p.link for (reading, _), p in differing if reading == entry.reading and p.link)
        return next(links, "")

    def _search(self) -> None:
        words, sort = self._words.value, self._sort.value
        # titles and credits appear only in a search for their words or lines
        sorts = [sort] if sort else [s for s in SORTS if words or s != "aside"]
        self.shown = self.index.find(words, sorts)
        if not (words or sort):  # it opens at the first rule; the entries before it come last
            first = next((n for n, it in enumerate(self.shown) if it.sort == "rule"), 0)
            self.shown = self.shown[first:] + self.shown[:first]
        self._first = 0
        self._list()

    def _turn(self, entries: int) -> None:
        self._first = max(0, min(self._first + entries, len(self.shown) - 1))
        self._list()

    def _go_to(self, topic: str) -> None:
        """Show the entries from the first of a topic on."""
        if not self._listing:
            self._first = [entry.topic for entry in self.shown].index(topic)
            self._list()

    def _list(self) -> None:
        """Show a page of the entries found."""
        self.close_opened()
        listed = self.shown[self._first : self._first + AT_ONCE]
        last, total = self._first + len(listed), len(self.shown)
        of_all = f"{self._first + 1} to {last} of {total}" if listed else "nothing found"
        self._count.value = f'<p class="ll-score" role="status">{of_all}</p>'
        self._listing = True
        topics = [*dict.fromkeys(entry.topic for entry in self.shown)]
        update(self._topic, options=topics, value=listed[0].topic if listed else None)
        self._listing = False
        before, above = self._rows.children, ["", *(entry.topic for entry in listed)]
        self._rows.children = [
            row
            for entry, topic in zip(listed, above, strict=False)
            for row in self._row(entry, topic)
        ]
        close_tree(*before)
        self._back.disabled, self._on.disabled = self._first == 0, last >= total

    def _row(self, entry: Entry, before: str) -> Iterator[w.Widget]:
        """Yield an entry of the list, after its topic if that differs from the last one."""
        if entry.topic != before:
            yield w.HTML(f'<h4 class="ll-topic">{escape(entry.topic)}</h4>')
        words = w.HTML(self._entry_html(entry))
        spoken = f"Open a position that shows line {entry.lines}"
        shows = entry.play or self._link(entry)
        opener = [button("Show it", spoken, partial(self.open_entry, entry))] if shows else []
        yield box("ll-entry", words, *opener, row=True)

    def _says(self, entry: Entry) -> str:
        if entry.aside:
            return entry.aside
        if entry.reading:
            return f"{entry.says} (Open reading: {readings(self.rule_set)[entry.reading].question})"
        if entry.gap:
            question = gaps(self.rule_set)[entry.gap].gap.question
            return f"{entry.says} (Not in the source: {question})"
        return entry.says
