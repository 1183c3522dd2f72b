"""Charts of exact chances in a notebook. The one place that touches bqplot, which is imported when the first chart is made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.core.speech import percent
from landships_lab.scene.charts import CUMULATIVE, Bars, Chart
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import Theme
from landships_lab.scene.words import chart_html

#: One palette colour a line, in the order of the series.
_LINES = ("blue", "vermillion", "green", "purple", "orange", "sky")
#: More bars than these are told in whole per cents, so that no number touches the next.
_MANY = 14
_MARGIN = {"top": 26, "bottom": 46, "left": 52, "right": 14}


#: What stands under a chart that is only a picture.
STILL = "A still picture: the library that draws charts here, bqplot, could not be loaded. The numbers are the same."


def chart_view(chart: Chart, theme: Theme) -> BarsView | CurveView | PictureView:
    """Which widget shows this chart? A picture that says so, where bqplot cannot be loaded."""
    if not has_bqplot():
        return PictureView(chart, theme)
    return BarsView(chart, theme) if isinstance(chart, Bars) else CurveView(chart, theme)


@cache
def has_bqplot() -> bool:
    """Can charts be drawn by bqplot? Not in a browser's Python that could not fetch it, or the pandas it needs."""
    try:
        import bqplot  # noqa: F401 - to see whether it comes
    except ImportError:
        return False
    return True


class _ChartView(ABC):
    """A titled figure, and the same in words for those who cannot see it."""

    def __init__(self, chart: Any, theme: Theme) -> None:
        self.title, self.told = w.HTML(), w.HTML()
        self.chart, self.theme = chart, theme
        self.head = w.HBox([self.title])
        self.head.add_class("ll-chart-head")
        self.figure = self.build()
        self.widget = w.VBox([self.head, self.figure, self.told])
        self.widget.add_class("ll-chart")
        self.show(chart, theme)

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """Which widgets is it made of, seen at the moment or not?"""
        return (self.widget,)

    @abstractmethod
    def build(self) -> w.Widget:
        """Which figure is it, before any number is in it?"""

    @abstractmethod
    def draw(self) -> None:
        """The numbers of the chart, put into the figure."""

    def kinds(self) -> w.ToggleButtons:
        """Which switch reads ordered outcomes exactly, at least or at most?"""
        switch = w.ToggleButtons(options=[(label, key) for key, label in CUMULATIVE], value="exactly")
        switch.observe(lambda _: self.draw(), "value")
        return switch

    def show(self, chart: Any, theme: Theme) -> None:
        """Brings the figure up to date."""
        self.chart, self.theme = chart, theme
        self.title.value = f'<span class="ll-label">{escape(chart.title)}</span>'
        self.told.value = chart_html(chart)
        self.draw()


class BarsView(_ChartView):
    """Bars with their percentages on them; exactly, at least or at most, where the outcomes have an order."""

    @property
    def parts(self) -> tuple[w.Widget, ...]:
        """The choice of a reading too, which is seen only where the outcomes have an order."""
        return (self.widget, self.kind)

    def build(self) -> w.Widget:
        """Bars, their labels, an axis of outcomes and one of chances."""
        import bqplot

        self.kind = self.kinds()
        self._tip = w.HTML()
        across, up = bqplot.OrdinalScale(), bqplot.LinearScale(min=0, max=1)
        self._bars = bqplot.Bars(x=[], y=[], scales={"x": across, "y": up}, padding=0.25, tooltip=self._tip)
        self._bars.on_hover(self._hovered)
        self._labels = bqplot.Label(
            x=[], y=[], text=[], scales={"x": across, "y": up}, align="middle", default_size=12, font_weight="bold", y_offset=-8
        )
        self._up = up
        self._chances = bqplot.Axis(scale=up, side="left", tick_format=".0%", grid_lines="dashed")
        axes = [bqplot.Axis(scale=across, label=self.chart.axis, label_offset="32px", grid_lines="none"), self._chances]
        return bqplot.Figure(
            marks=[self._bars, self._labels],
            axes=axes,
            fig_margin=_MARGIN,
            padding_y=0,
            title="",
            layout=w.Layout(width="100%", height="200px", min_width="0"),
        )

    def draw(self) -> None:
        """The bars in printed order, each as high as its chance."""
        self.head.children = (self.title, self.kind) if self.chart.ordered else (self.title,)
        self._shown = self.chart.read_as(self.kind.value if self.chart.ordered else "exactly")
        names = [name for name, _ in self._shown]
        heights = [float(chance) for _, chance in self._shown]
        colour = self.theme.colour(self.chart.tint, "line")
        ticks = _ticks(max(heights))
        self._chances.tick_values, self._up.max = ticks, ticks[-1] * 1.12
        with self._bars.hold_sync(), self._labels.hold_sync():
            self._bars.x, self._bars.y, self._bars.colors = names, heights, [colour]
            self._labels.x, self._labels.y = names, heights
            self._labels.text = [percent(chance) if len(names) <= _MANY else _whole(chance) for _, chance in self._shown]
            self._labels.default_size = 12 if len(names) <= _MANY - 4 else 10
            self._labels.colors = [self.theme.ink]

    def _hovered(self, _bars: object, event: dict[str, Any]) -> None:
        index = event.get("data", {}).get("index", -1)
        if 0 <= index < len(self._shown):
            name, chance = self._shown[index]
            self._tip.value = f'<p class="ll-tip"><b>{escape(name)}</b>: {exact(chance)}</p>'


class CurveView(_ChartView):
    """Lines of chances over turns, each with its name."""

    def build(self) -> w.Widget:
        """An axis of turns, an axis of chances; the lines come with the numbers."""
        import bqplot

        self._bqplot = bqplot
        self._scales = {"x": bqplot.LinearScale(), "y": bqplot.LinearScale(min=0, max=1)}
        self._turns = bqplot.Axis(scale=self._scales["x"], label=self.chart.axis, label_offset="32px", tick_format="d", grid_lines="none")
        axes = [
            self._turns,
            bqplot.Axis(scale=self._scales["y"], side="left", tick_format=".0%", tick_values=[0, 0.25, 0.5, 0.75, 1], grid_lines="dashed"),
        ]
        return bqplot.Figure(
            marks=[],
            axes=axes,
            fig_margin=_MARGIN,
            padding_y=0,
            title="",
            layout=w.Layout(width="100%", height="220px", min_width="0"),
        )

    def draw(self) -> None:
        """A line with its points for each series."""
        if len(self.figure.marks) != len(self.chart.series):
            before, self.figure.marks = self.figure.marks, [self._line() for _ in self.chart.series]
            for line in before:  # without its scales, which all lines share
                line.close()
        steps = [self.chart.first + n for n in range(max((len(chances) for _, chances in self.chart.series), default=0))]
        self._turns.tick_values = steps
        for line, (_, chances), tint in zip(self.figure.marks, self.chart.series, _LINES, strict=False):
            with line.hold_sync():
                line.x, line.y = steps[: len(chances)], [float(chance) for chance in chances]
                line.colors = [self.theme.colour(tint, "line")]
        names = zip(self.chart.series, _LINES, strict=False)
        legend = "".join(f'<span class="ll-line ll-tint-{tint}">{escape(name)}</span>' for (name, _), tint in names)
        self.title.value = f'<span class="ll-label">{escape(self.chart.title)}</span> {legend}'

    def _line(self) -> Any:
        return self._bqplot.Lines(x=[], y=[], scales=self._scales, marker="circle", marker_size=40, stroke_width=2.2)


class PictureView(_ChartView):
    """The same chart as a still picture, and the sentence that says why it is one."""

    def build(self) -> w.Widget:
        """A place for the picture; it comes with the numbers."""
        self.kind = self.kinds()
        return w.HTML()

    def draw(self) -> None:
        """The picture that goes into print, in the colours of the page."""
        ordered = isinstance(self.chart, Bars) and self.chart.ordered
        self.head.children = (self.kind,) if ordered else ()  # the title is in the picture
        chart = replace(self.chart, bars=self.chart.read_as(self.kind.value)) if ordered else self.chart
        drawn = svg(exhibit(chart.title, STILL, (), [chart]), self.theme)
        self.figure.value = f'<div class="ll-still">{drawn}</div><p class="ll-hint">{escape(STILL)}</p>'


def _ticks(highest: float) -> list[float]:
    """Which chances does an axis name, from 0 in equal round steps to the first that is no lower than this?"""
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25) if highest <= 4 * step + 1e-9)
    return [step * n for n in range(int(-(-(highest - 1e-9) // step)) + 1)]


def _whole(chance: Fraction) -> str:
    """A chance in whole per cents, and nothing where that would be none."""
    return f"{round(chance * 100)}%" if round(chance * 100) else ""


def exact(chance: Fraction) -> str:
    """How is a chance told in full: its exact fraction and its percentage?"""
    fraction = str(chance.numerator) if chance.denominator == 1 else f"{chance.numerator:,} / {chance.denominator:,}"
    return f"{fraction} = {percent(chance)}"
