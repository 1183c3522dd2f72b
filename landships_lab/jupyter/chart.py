"""Charts of exact chances in a notebook.

The only module that uses bqplot, which is imported when the first chart is made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.core.speech import exact, percent
from landships_lab.drawing.charts import CUMULATIVE, Bars, Chart, exhibit
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import Theme
from landships_lab.drawing.words import chart_html
from .frame import box, label_html

#: The palette colour of each line, in the order of the series.
_LINES = ("blue", "vermillion", "green", "purple", "orange", "sky")
#: With more bars than this the percentages are whole numbers, so that no two touch.
_MANY = 14

#: The sentence under a chart that is only a picture.
STILL = (
    "A still picture: the library that draws charts here, bqplot, could not be loaded. The numbers"
    " are the same."
)


class ChartView(ABC):
    """A titled figure, and the same in words for readers who cannot see it."""

    def __init__(self, chart: Any, theme: Theme) -> None:
        self.title, self.spoken = w.HTML(), w.HTML()
        self.chart, self.theme = chart, theme
        self.head = box("ll-chart-head", self.title, row=True)
        self.figure = self.build()
        self.widget = box("ll-chart", self.head, self.figure, self.spoken)
        self.show(chart, theme)

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """The widgets it is made of, whether visible or not."""
        return (self.widget,)

    @abstractmethod
    def build(self) -> w.Widget:
        """Return the figure without any numbers in it."""

    @abstractmethod
    def draw(self) -> None:
        """Put the numbers of the chart into the figure."""

    def cumulation(self) -> w.ToggleButtons:
        """Return the switch that reads ordered outcomes as exactly, at least or at most."""
        switch = w.ToggleButtons(
            options=[(label, key) for key, label in CUMULATIVE], value="exactly"
        )
        switch.observe(lambda _: self.draw(), "value")
        return switch

    def show(self, chart: Any, theme: Theme) -> None:
        """Show these numbers in this theme."""
        self.chart, self.theme = chart, theme
        self.title.value = _title(chart)
        self.spoken.value = chart_html(chart)
        self.draw()


class BarsView(ChartView):
    """Bars with their percentages, which can be read as exactly, at least or at most if the
    outcomes have an order.
    """

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """The widgets it is made of, with the switch that is shown only if the outcomes have an
        order.
        """
        return (self.widget, self.kind)

    def build(self) -> w.Widget:
        import bqplot

        self.kind = self.cumulation()
        self._tip = w.HTML()
        across, self._up = bqplot.OrdinalScale(), bqplot.LinearScale(min=0, max=1)
        scales = {"x": across, "y": self._up}
        self._bars = bqplot.Bars(x=[], y=[], scales=scales, padding=0.25, tooltip=self._tip)
        self._bars.on_hover(self._on_hover)
        # the values before the last change
        self._former = bqplot.Bars(x=[], y=[], scales=scales, padding=0.25, colors=["transparent"])
        self._shown: tuple[tuple[str, Fraction], ...] = ()
        style = {"align": "middle", "default_size": 12, "font_weight": "bold", "y_offset": -8}
        self._labels = bqplot.Label(x=[], y=[], text=[], scales=scales, **style)
        outcomes = bqplot.Axis(scale=across, grid_lines="none")
        return _figure([self._bars, self._former, self._labels], [outcomes], left=8)

    def draw(self) -> None:
        """Draw the bars in printed order, each as high as its chance."""
        self.head.children = (self.title, self.kind) if self.chart.ordered else (self.title,)
        before = self._shown
        self._shown = self.chart.read_as(self.kind.value if self.chart.ordered else "exactly")
        names = [name for name, _ in self._shown]
        heights = former = [float(chance) for _, chance in self._shown]
        if [name for name, _ in before] == names:
            former = [float(chance) for _, chance in before]
        self._up.max = 1.2 * max(*heights, *former, 0.01)
        with self._bars.hold_sync(), self._labels.hold_sync():
            self._bars.x, self._bars.y = self._labels.x, self._labels.y = names, heights
            self._bars.colors = [self.theme.colour(self.chart.tint, "line")]
            written = percent if len(names) <= _MANY else _whole_percent
            self._labels.text = [written(chance) for _, chance in self._shown]
            self._labels.default_size = 12 if len(names) <= _MANY - 4 else 10
            inks = (self.theme.muted, self.theme.ink)
            self._labels.colors = [inks[height > 0] for height in heights]
        with self._former.hold_sync():
            self._former.x, self._former.y, self._former.stroke = names, former, self.theme.muted
            self._former.opacities = [
                0.0 if now == then else 0.7 for now, then in zip(heights, former, strict=True)
            ]

    def _on_hover(self, _bars: object, event: dict[str, Any]) -> None:
        index = event.get("data", {}).get("index", -1)
        if 0 <= index < len(self._shown):
            name, chance = self._shown[index]
            self._tip.value = f'<p class="ll-tip"><b>{escape(name)}</b>: {exact(chance)}</p>'


class CurveView(ChartView):
    """Lines of chances over turns, each with its name."""

    def build(self) -> w.Widget:
        """Return an axis of turns and an axis of chances; the lines come with the numbers."""
        import bqplot

        self._bqplot = bqplot
        self._scales = {"x": bqplot.LinearScale(), "y": bqplot.LinearScale(min=0, max=1)}
        self._turns = bqplot.Axis(scale=self._scales["x"], tick_format="d", grid_lines="none")
        ticks = {"tick_format": ".0%", "tick_values": [0, 0.25, 0.5, 0.75, 1]}
        chances = bqplot.Axis(scale=self._scales["y"], side="left", grid_lines="dashed", **ticks)
        return _figure([], [self._turns, chances])

    def draw(self) -> None:
        """Draw a line with its points for each series, and pale ones for the values before the last
        change.
        """
        series = self.chart.series
        if len(self.figure.marks) != 2 * len(series):
            before, self.figure.marks = (
                self.figure.marks,
                [*(self._line(former=True) for _ in series), *(self._line() for _ in series)],
            )
            for line in before:  # without the scales, which all lines share
                line.close()
        most = max((len(chances) for _, chances in series), default=0)
        steps = list(range(self.chart.first, self.chart.first + most))
        self._turns.tick_values = steps
        names, marks = [], self.figure.marks
        lines = zip(marks[len(series) :], marks, series, _LINES, strict=False)
        for line, former, (name, chances), tint in lines:
            heights = [float(chance) for chance in chances]
            with former.hold_sync():
                former.x, former.y, former.colors = line.x, line.y, [self.theme.muted]
                former.opacities = [0.0 if list(line.y) == heights else 0.6]
            with line.hold_sync():
                line.x, line.y = steps[: len(chances)], heights
                line.colors = [self.theme.colour(tint, "line")]
            names.append(f'<span class="ll-line ll-tint-{tint}">{escape(name)}</span>')
        self.title.value = f"{_title(self.chart)} {''.join(names)}"

    def _line(self, *, former: bool = False) -> w.Widget:
        drawn = {"line_style": "dashed"} if former else {"marker": "circle", "marker_size": 40}
        return self._bqplot.Lines(
            x=[], y=[], scales=self._scales, stroke_width=1.6 if former else 2.2, **drawn
        )


class PictureView(ChartView):
    """The same chart as a still picture, with the sentence that says why."""

    def build(self) -> w.Widget:
        """Return the widget for the picture, which comes with the numbers."""
        self.kind = self.cumulation()
        return w.HTML()

    def draw(self) -> None:
        """Draw the picture as it is printed, in the colours of the page."""
        ordered = isinstance(self.chart, Bars) and self.chart.ordered
        self.head.children = (self.kind,) if ordered else ()  # the title is in the picture
        chart = (
            replace(self.chart, bars=self.chart.read_as(self.kind.value)) if ordered else self.chart
        )
        drawn = svg(exhibit(chart.title, STILL, (), [chart]), self.theme)
        self.figure.value = (
            f'<div class="ll-still">{drawn}</div><p class="ll-hint">{escape(STILL)}</p>'
        )


def chart_view(chart: Chart, theme: Theme) -> ChartView:
    """Return the widget that shows this chart; if bqplot cannot be imported, a still picture that
    says so.
    """
    if not has_bqplot():
        return PictureView(chart, theme)
    return BarsView(chart, theme) if isinstance(chart, Bars) else CurveView(chart, theme)


@cache
def has_bqplot() -> bool:
    """Return whether bqplot can draw charts. In the browser's Python it, or the pandas it needs,
    may have failed to load.
    """
    try:
        import bqplot  # noqa: F401 - only to see whether it can be imported
    except ImportError:
        return False
    return True


def _title(chart: Chart) -> str:
    """Return the title of a chart, and what its axis counts."""
    return f'{label_html(chart.title)} <span class="ll-axis">{escape(chart.axis)}</span>'


def _figure(marks: list[w.Widget], axes: list[w.Widget], left: int = 46) -> w.Widget:
    """Return a figure as large as the stage allows (exhibits.css)."""
    import bqplot

    layout = w.Layout(width="100%", height="100%", min_width="0", min_height="0")
    margin = {"top": 22, "bottom": 20, "left": left, "right": 10}
    return bqplot.Figure(
        marks=marks,
        axes=axes,
        fig_margin=margin,
        padding_y=0,
        title="",
        display_toolbar=False,
        layout=layout,
    )


def _whole_percent(chance: Fraction) -> str:
    """Return a chance in whole per cent, or "" if that rounds to 0."""
    return f"{round(chance * 100)}%" if round(chance * 100) else ""
