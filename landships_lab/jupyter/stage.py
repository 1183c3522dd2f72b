"""The left side of a panel: its picture, tables and charts, one page at a time; the part of the
board in the picture; and the panel that a table cell opens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import ipywidgets as w

from landships_lab.drawing.charts import Chart, Table
from landships_lab.drawing.theme import Theme
from landships_lab.drawing.view import STEP, View, Window
from landships_lab.drawing.words import table_html
from landships_lab.panel.panel import Panel
from .bridge import Bridge
from .chart import ChartView, chart_view
from .frame import Frame, box, button, label_html, later, said_html, show, update
from .lifecycle import close_tree

#: The width of a board's picture for a narrow page, as a share of the usual width: its words, of
#: the same height in any picture, are then readable on a phone.
NARROW = 500 / 640
#: A picture whose height is below this share of its width leaves room for a chart under it.
LOW = 0.5


class Stage:
    """The pages of a panel: ``widget`` is what is shown, with a row of tabs if there is more than
    one page.

    ``picture`` holds the board and its legend. The pages are those of `Panel.stage`, or follow from
    what there is.
    """

    def __init__(self, panel_type: type[Panel], picture: w.Widget) -> None:
        self._panel_type = panel_type
        self._picture = picture
        self._tabs = w.ToggleButtons(options=[("", 0)], value=0)
        self._tabs.observe(lambda _: self._turn(), "value")
        self._tabs.add_class("ll-tabs")
        self._tables: list[w.HTML] = []
        self._views: list[ChartView] = []
        self.links: frozenset[str] = frozenset()  # the links in the cells of the tables shown
        self._pages: list[tuple[str, list[w.Widget]]] = []
        self._board = panel_type.has_board  # whether this state has the board on the stage
        self._shared = box("ll-page")
        self.widget = box("ll-stage", self._tabs, self._picture, self._shared)

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """Every widget of the stage, whether on the page shown or not."""
        return (self.widget, *self._tables, *(part for view in self._views for part in view.parts))

    def show(
        self, tables: tuple[Table, ...], charts: tuple[Chart, ...], theme: Theme, board: bool
    ) -> None:
        """Show these tables and charts beside the board, or in its place.

        Without a chart, bqplot is not imported.
        """
        self._board = board
        self._keep(tables, charts, theme)
        for shown, table in zip(self._tables, tables, strict=True):
            update(shown, value=table_html(table, opens=True))
        self.links = frozenset(
            link for table in tables for row in table.links for link in row if link
        )
        for view, chart in zip(self._views, charts, strict=True):
            if (view.chart, view.theme) != (chart, theme):
                view.show(chart, theme)
        pages = list(self._filled())
        if [(name, items) for name, items in pages] != self._pages:
            self._pages = pages
            before, names = self._tabs.value, [(name, n) for n, (name, _) in enumerate(pages)]
            update(self._tabs, options=names or [("", 0)])
            self._tabs.value = before if isinstance(before, int) and before < len(pages) else 0
            show(self._tabs, len(pages) > 1)
            self._turn()

    def _keep(self, tables: tuple[Table, ...], charts: tuple[Chart, ...], theme: Theme) -> None:
        """Make a widget for each table and each chart; existing ones of the same kind are
        reused.
        """
        while len(self._tables) < len(tables):
            self._tables.append(w.HTML())
        before: list[w.Widget] = self._tables[len(tables) :]
        del self._tables[len(tables) :]
        if [type(view.chart) for view in self._views] != [type(chart) for chart in charts]:
            before += [part for view in self._views for part in view.parts]
            self._views = [chart_view(chart, theme) for chart in charts]
        if before:
            self._pages = []
            self._shared.children = ()
            close_tree(*before)

    def _filled(self) -> Iterator[tuple[str, list[w.Widget]]]:
        """Yield the pages that hold anything."""
        named = self._named()
        planned = self._panel_type.stage if self._board == self._panel_type.has_board else ()
        for name, what in planned or self._usual():
            items = [item for word in what.split(" + ") for item in named.get(word, [])]
            if items:
                yield name, items

    def _named(self) -> dict[str, list[w.Widget]]:
        charts = [view.widget for view in self._views]
        return {
            "picture": [self._picture] if self._board else [],
            "tables": list(self._tables),
            **{f"table {n}": [table] for n, table in enumerate(self._tables, 1)},
            "charts": charts,
            **{f"chart {n}": [chart] for n, chart in enumerate(charts, 1)},
        }

    def _usual(self) -> Iterator[tuple[str, str]]:
        view = self._panel_type.view()
        if not self._board:
            yield "Odds", "tables + chart 1"
            yield "More odds", "chart 2 + chart 3"
        elif view.height < LOW * view.width:
            yield "Picture", "picture + chart 1"
            yield "Table", "tables"
            yield "More odds", "chart 2 + chart 3 + chart 4"
        else:
            yield "Picture", "picture"
            yield "Table", "tables"
            yield "Odds", "chart 1 + chart 2"
            yield "More odds", "chart 3 + chart 4"

    def _turn(self) -> None:
        """Show the page whose tab is pressed.

        The picture stays in the page, hidden, because it handles copies and downloads.
        """
        number = self._tabs.value if isinstance(self._tabs.value, int) else 0
        items = self._pages[number][1] if number < len(self._pages) else []
        show(self._picture, self._picture in items)
        rest = tuple(item for item in items if item is not self._picture)
        # first, because a chart that is made while hidden has no width to draw in
        show(self._shared, bool(rest))
        if self._shared.children != rest:
            self._shared.children = rest


class Camera:
    """The view of a panel's board.

    ``view`` is the present view, ``whole`` that of the whole board; ``zooms`` tells whether there
    are others.
    """

    def __init__(self, panel_type: type[Panel], first: Panel) -> None:
        self._panel_type = panel_type
        self._width = panel_type.view().width
        self.whole = panel_type.view()
        self.zooms = panel_type.has_board and panel_type.zooms
        self.view: View = panel_type.view(first.focus())
        #: After the reader has chosen a view: the points it had to show at that time.
        self._in_sight: tuple[object, ...] | None = None

    @property
    def is_closest(self) -> bool:
        """Whether this is the closest look."""
        return self.view.is_closest(self.whole)

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is shown."""
        return self.view == self.whole

    def farther(self) -> View:
        """Return a view that shows more of the board, round the middle of this one."""
        middle = (self.view.width / 2, self.view.height / 2)
        return self.view.zoomed(1 / STEP, middle, self.whole)

    def fit_page(self, *, narrow: bool) -> None:
        """Show the board in the picture for a narrow page, or for any other."""
        if self.zooms:
            self._width = self._panel_type.view().width * (NARROW if narrow else 1)
            self.whole, self.view = self._fitted(self.whole), self._fitted(self.view)

    def _fitted(self, view: View) -> View:
        return view if view.width == self._width else view.in_width(self._width)

    def look(self, view: View, state: Panel, *, chosen: bool) -> bool:
        """Go to another view; return whether it differs from the present one.

        A ``chosen`` view stays as long as the changes in the state lie within it; any other follows
        the action.
        """
        self._in_sight = state.at_stake() if chosen else None
        before, self.view = self.view, self._fitted(view)
        return self.view != before

    def follow(self, state: Panel) -> None:
        """Move the view if what has changed lies outside it, but a view the reader has chosen only
        as far as needed.
        """
        if self._in_sight is None:
            self.view = self._fitted(state.follow(self.view))
        elif not state.in_hand():
            points = state.at_stake()
            changed = [point for point in points if point not in self._in_sight]
            self.view = self.view.holding(changed, self.whole)
            self._in_sight = points

    def tell(self, bridge: Bridge, state: Panel) -> None:
        """Tell the page what can be dragged, where it may be put, and how far the board can be
        moved and enlarged.
        """
        view = self.view
        update(bridge, grab=[list(disc) for disc in state.drag_targets(view)])
        update(bridge, lattice=list(self._panel_type.snap_lattice(view)))
        if self.zooms and isinstance(view, Window):
            update(bridge, extent=[*view.extent(self.whole), *view.factors(self.whole)])


BEHIND = "The answer behind the cell"
CHANGED = "The table has changed since. Press a cell again for its answer."


class Opened:
    """The place of one opened panel.

    ``widget`` is hidden while no panel is open; ``make`` returns the panel of a link, and
    ``behind`` is the line above it.
    """

    def __init__(self, make: Callable[[str], Frame], behind: str = BEHIND) -> None:
        self._make = make
        self._known: Collection[str] = ()
        self._link = ""
        self.panel: Frame | None = None
        self._changed = w.HTML()
        self.closer = button("Close", "Close the panel that the cell opened", self.close)
        self._bar = box("", w.HTML(label_html(behind)), self._changed, self.closer, row=True)
        self.widget = later("ll-opened", self._bar)
        show(self.widget, False)

    def know(self, links: Collection[str]) -> None:
        """Accept these links, those of the tables now shown.

        An open panel says so when its own link is no longer among them.
        """
        self._known = links
        gone = self.panel is not None and self._link not in links
        update(self._changed, value=said_html(CHANGED) if gone else "")

    def open(self, link: str) -> None:
        """Show the panel of this link in place of the last one.

        A link that is in no table shown is ignored.
        """
        if link not in self._known:
            return
        self.close()
        self._link, self.panel = link, self._make(link)
        show(self.widget, True)
        self.widget.hold((self._bar, self.panel))
        self.closer.focus()

    def close(self) -> None:
        """Close the panel for good."""
        if self.panel is not None:
            self.widget.hold((self._bar,))
            self.panel.close()
            self.panel, self._link = None, ""
            update(self._changed, value="")
            show(self.widget, False)
