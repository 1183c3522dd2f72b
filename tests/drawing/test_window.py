"""Coming closer and moving the board: what is under the pointer stays there, and the board never
leaves the picture.
"""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.plane import Spot
from landships_lab.drawing.tabletop import TableView
from landships_lab.drawing.view import HEIGHT, WIDTH, View
from landships_lab.drawing.window import Window
from landships_lab.panel import CATALOG, Panel

WHOLES: list[Window] = [
    View.fit(Grid(columns=20, rows=14), WIDTH, HEIGHT),
    View.fit(Grid("even", 3, 30), WIDTH, HEIGHT),
    View.fit(Grid("odd", 69, 40), WIDTH, HEIGHT),
    TableView.fit(36, 36),
    TableView.fit(20, 12),
]
pixels = st.tuples(st.floats(0, WIDTH), st.floats(0, HEIGHT))
looks = st.lists(
    st.tuples(st.floats(0.3, 3), st.tuples(st.floats(-900, 900), st.floats(-900, 900))), max_size=6
)
EACH = pytest.mark.parametrize("whole", WHOLES, ids=lambda w: f"{type(w).__name__} {w.unit:.0f}")


def after(whole: Window, done: list[tuple[float, tuple[float, float]]]) -> Window:
    view = whole
    for factor, by in done:
        view = view.looked(factor, by, whole)
    return view


@EACH
@given(done=looks)
@settings(max_examples=60)
def test_no_look_leaves_the_board_or_its_limits(
    whole: Window, done: list[tuple[float, tuple[float, float]]]
) -> None:
    view = after(whole, done)
    assert (view.width, view.height) == (whole.width, whole.height)
    assert whole.unit * 0.9999 <= view.unit <= max(whole.unit, view.closest(whole)) * 1.0001
    left, top, right, bottom = view.extent(whole)
    for low, high, length in ((left, right, view.width), (top, bottom, view.height)):
        covers = low <= 1e-6 and high >= length - 1e-6
        assert covers or math.isclose(low + high, length, abs_tol=1e-6), (
            "it covers the picture, or lies in its middle"
        )


@EACH
@given(factor=st.floats(1, 3), about=pixels, start=st.floats(1.2, 2.5))
@settings(max_examples=60)
def test_what_is_under_the_pointer_stays_there(
    whole: Window, factor: float, about: tuple[float, float], start: float
) -> None:
    view = whole.zoomed(start, (WIDTH / 2, HEIGHT / 2), whole)
    near = view.zoomed(factor, about, whole)
    times = near.unit / view.unit
    left, top, right, bottom = view.extent(whole)
    if (
        left <= 0 and top <= 0 and right >= view.width and bottom >= view.height
    ):  # where the board covers the picture
        moved = view.mapped(times, (about[0] * (1 - times), about[1] * (1 - times)))
        assert near.extent(whole) == pytest.approx(moved.extent(whole), abs=1e-6)
        back = near.zoomed(1 / times, about, whole)
        assert back.extent(whole) == pytest.approx(view.extent(whole), abs=1e-6), (
            "there and back again"
        )


@EACH
@given(done=looks)
@settings(max_examples=30)
def test_farther_than_whole_is_the_whole_board_itself(
    whole: Window, done: list[tuple[float, tuple[float, float]]]
) -> None:
    assert after(whole, done).zoomed(0.001, (10.0, 10.0), whole) == whole
    assert whole.looked(1.0, (50.0, 50.0), whole) == whole, "the whole board is not moved about"


def test_a_view_is_moved_no_further_than_it_takes_to_hold_a_place() -> None:
    grid = Grid(columns=20, rows=14)
    whole = View.fit(grid, WIDTH, HEIGHT)
    view = whole.zoomed(2.5, (300.0, 200.0), whole)
    for place in grid.hexes():
        held = view.holding([place], whole)
        assert held.size == pytest.approx(view.size)
        assert Window.holds(held, place)
        if Window.holds(view, place, 20):
            assert held == view, "what is in sight moves nothing"


def test_pixels_of_a_moved_table_mean_the_same_spots() -> None:
    whole = TableView.fit(36, 36)
    view = whole.zoomed(2.0, (300.0, 200.0), whole).looked(1.0, (-40.0, 25.0), whole)
    for x in range(10, 30, 3):
        spot = Spot(x, x - 4)
        assert view.spot(view.pixel(spot)) == spot


ZOOMING = [e for e in CATALOG.values() if e.has_board and e.zooms]


@pytest.mark.parametrize("panel_type", ZOOMING, ids=lambda e: e.id)
def test_each_press_of_closer_comes_closer_until_there_is_no_closer_look(
    panel_type: type[Panel],
) -> None:
    """The magnifier never goes back, whatever the panel opens on."""
    state, whole = panel_type.initial(), panel_type.view()
    for first in (state.opening(), whole):
        view = first
        for _ in range(20):
            if view.is_closest(whole):
                break
            nearer = panel_type.closer(state, view)
            assert nearer.unit > view.unit
            view = nearer
        assert view.is_closest(whole)
