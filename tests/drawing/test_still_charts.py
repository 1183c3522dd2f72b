"""Charts where bqplot cannot be loaded."""

import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from landships_lab import CombatTable, OneHourDuel
from landships_lab.drawing.charts import Bars, Curve
from landships_lab.drawing.theme import DARK, LIGHT
from landships_lab.jupyter.chart import STILL, BarsView, PictureView, chart_view, has_bqplot

BARS = Bars("Hits", "hits", (("0", Fraction(1, 4)), ("1", Fraction(3, 4))), ordered=True)
CURVE = Curve("Still standing", "volleys", (("tank", (Fraction(1, 2), Fraction(1, 3))),))


@pytest.fixture
def _without_bqplot(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    has_bqplot.cache_clear()
    monkeypatch.setitem(sys.modules, "bqplot", None)
    yield
    has_bqplot.cache_clear()


@pytest.mark.usefixtures("_without_bqplot")
@pytest.mark.parametrize("chart", [BARS, CURVE], ids=["bars", "curve"])
def test_it_is_the_picture_of_print_with_a_sentence_that_says_why(chart: Bars | Curve) -> None:
    view = chart_view(chart, LIGHT)
    assert isinstance(view, PictureView)
    assert view.figure.value.startswith('<div class="ll-still"><svg')
    assert STILL in view.figure.value
    assert chart.title in view.figure.value
    assert view.head.children == ((view.kind,) if chart is BARS else ())


@pytest.mark.usefixtures("_without_bqplot")
def test_its_outcomes_can_still_be_read_as_at_least_and_in_the_dark() -> None:
    view = chart_view(BARS, DARK)
    assert isinstance(view, PictureView)
    assert DARK.paper in view.figure.value
    assert "25%" in view.figure.value
    view.kind.value = "at-least"
    assert "25%" not in view.figure.value
    assert "certain" in view.figure.value


@pytest.mark.usefixtures("_without_bqplot")
@pytest.mark.parametrize(
    ("panel", "control", "value"), [(CombatTable, "attack", 12), (OneHourDuel, "first_hits", 9)]
)
def test_a_panel_with_charts_works_without_bqplot(panel: Any, control: str, value: int) -> None:
    shown = panel()
    views = shown._stage._views
    assert views
    assert all(isinstance(view, PictureView) for view in views)
    before = [view.figure.value for view in views]
    shown.dispatch(control, value)
    assert [view.figure.value for view in shown._stage._views] != before


def test_where_it_can_be_loaded_bqplot_draws() -> None:
    assert isinstance(chart_view(BARS, LIGHT), BarsView)
