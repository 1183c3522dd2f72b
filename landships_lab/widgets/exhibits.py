"""The charts and printed tables of an explorer, between its picture and its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from landships_lab.scene.charts import Chart, Table
from landships_lab.scene.theme import Theme
from landships_lab.scene.words import table_html

if TYPE_CHECKING:
    from landships_lab.widgets.chart import BarsView, CurveView, PictureView


class Exhibits:
    """What stands beside the answer: tables with the used row and column lit, and charts. ``widget`` is shown."""

    def __init__(self) -> None:
        self._tables = w.HTML()
        self._charts = w.VBox()
        self._views: list[BarsView | CurveView | PictureView] = []
        self.widget = w.VBox([self._tables, self._charts])
        self.widget.add_class("ll-exhibits")

    def show(self, tables: tuple[Table, ...], charts: tuple[Chart, ...], theme: Theme) -> None:
        """Brings tables and charts up to date; with neither, nothing takes up room, and bqplot is never imported."""
        self.widget.layout.display = "" if tables or charts else "none"
        told = "".join(map(table_html, tables))
        if self._tables.value != told:
            self._tables.value = told
        if [type(view.chart) for view in self._views] != [type(chart) for chart in charts]:
            from landships_lab.widgets.chart import chart_view

            self._views = [chart_view(chart, theme) for chart in charts]
            self._charts.children = [view.widget for view in self._views]
            return
        for view, chart in zip(self._views, charts, strict=True):
            if (view.chart, view.theme) != (chart, theme):
                view.show(chart, theme)
