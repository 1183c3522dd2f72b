"""The charts and printed tables of an explorer. The tables can stand apart from the charts, in the place of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.theme import Theme
from landships_lab.scene.words import table_html
from landships_lab.widgets.closing import close_whole

if TYPE_CHECKING:
    from landships_lab.widgets.chart import BarsView, CurveView, PictureView


#: A chart of more bars, or with longer names under them, has a row of its own.
MOST_BARS, MOST_LETTERS = 8, 32


class Exhibits:
    """What stands beside the answer: ``tables`` with the used row and column lit, and charts. ``widget`` shows the charts, and
    the tables too unless they ``stand_apart``."""

    def __init__(self, stand_apart: bool = False) -> None:
        self.tables = w.HTML()
        self._apart = stand_apart
        self._charts = w.Box()
        self._charts.add_class("ll-charts")
        self._views: list[BarsView | CurveView | PictureView] = []
        self.widget = w.VBox([self._charts] if stand_apart else [self.tables, self._charts])
        self.widget.add_class("ll-exhibits")

    def close(self) -> None:
        """Ends its charts, and what of them is not seen at the moment."""
        close_whole(*(part for view in self._views for part in view.parts))

    def show(self, tables: tuple[Table, ...], charts: tuple[Chart, ...], theme: Theme) -> None:
        """Brings tables and charts up to date; with neither, nothing takes up room, and bqplot is never imported."""
        self.widget.layout.display = "" if charts or (tables and not self._apart) else "none"
        told = "".join(map(table_html, tables))
        if self.tables.value != told:
            self.tables.value = told
        if [type(view.chart) for view in self._views] != [type(chart) for chart in charts]:
            from landships_lab.widgets.chart import chart_view

            before, self._views = self._views, [chart_view(chart, theme) for chart in charts]
            self._charts.children = [view.widget for view in self._views]
            close_whole(*(part for view in before for part in view.parts))
        for view, chart in zip(self._views, charts, strict=True):
            if (view.chart, view.theme) != (chart, theme):
                view.show(chart, theme)
            (view.widget.add_class if _wide(chart) else view.widget.remove_class)("ll-wide")


def _wide(chart: Chart) -> bool:
    """Does a chart need a row of its own, so that no name or number of its bars touches the next?"""
    return isinstance(chart, Bars) and (len(chart.bars) > MOST_BARS or sum(len(name) for name, _ in chart.bars) > MOST_LETTERS)
