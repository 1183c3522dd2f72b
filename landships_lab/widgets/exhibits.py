"""The charts and printed tables of an explorer. The tables can stand apart from the charts, in the place of a board."""

from __future__ import annotations

import ipywidgets as w

from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.theme import Theme
from landships_lab.scene.words import table_html
from landships_lab.widgets.chart import ChartView, chart_view
from landships_lab.widgets.closing import close_tree
from landships_lab.widgets.frame import box, show, update

#: A chart of more bars, or with longer names under them, has a row of its own.
MOST_BARS, MOST_LETTERS = 8, 32


class Exhibits:
    """``tables`` with the used row and column lit, and charts. ``widget`` shows both, or the charts alone if the tables ``stand_apart``."""

    def __init__(self, stand_apart: bool = False) -> None:
        self.tables = w.HTML()
        self._apart = stand_apart
        self._charts = w.Box()
        self._charts.add_class("ll-charts")
        self._views: list[ChartView] = []
        self.widget = box("ll-exhibits", *([] if stand_apart else [self.tables]), self._charts)

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """Every widget of the charts, visible at the moment or not."""
        return tuple(part for view in self._views for part in view.parts)

    def show(self, tables: tuple[Table, ...], charts: tuple[Chart, ...], theme: Theme) -> None:
        """Show these tables and charts. Without any they take up no room, and bqplot is not loaded."""
        show(self.widget, bool(charts or (tables and not self._apart)))
        update(self.tables, value="".join(map(table_html, tables)))
        if [type(view.chart) for view in self._views] != [type(chart) for chart in charts]:
            before = self.parts
            self._views = [chart_view(chart, theme) for chart in charts]
            self._charts.children = [view.widget for view in self._views]
            close_tree(*before)
        for view, chart in zip(self._views, charts, strict=True):
            if (view.chart, view.theme) != (chart, theme):
                view.show(chart, theme)
            (view.widget.add_class if _is_wide(chart) else view.widget.remove_class)("ll-wide")


def _is_wide(chart: Chart) -> bool:
    """Return whether a chart needs a row of its own, so that no name or number of its bars touches the next."""
    return isinstance(chart, Bars) and (len(chart.bars) > MOST_BARS or sum(len(name) for name, _ in chart.bars) > MOST_LETTERS)
