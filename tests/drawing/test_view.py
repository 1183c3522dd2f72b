"""Pixels and places find each other; a closer look still fills the picture, and what is under the
pointer stays there.
"""

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side, place_at
from landships_lab.core.plane import Spot
from landships_lab.drawing.shapes import Pixel
from landships_lab.drawing.tabletop import TableView
from landships_lab.drawing.view import COLUMNS, HEIGHT, WIDTH, View, Window
from landships_lab.panel import CATALOG, Panel

BOARD = Grid(columns=20, rows=14)
WHOLE = View.fit(BOARD)
PLACES = sorted(BOARD.places)
VIEWS = [
    WHOLE,
    View.fit(Grid("odd", 7, 5), 400),
    View.fit(Grid("even", 1, 3)),
    WHOLE.closer(BOARD.hex(10, 7)),
    WHOLE.closer(BOARD.hex(1, 14)),
]
EACH_VIEW = pytest.mark.parametrize(
    "view", VIEWS, ids=lambda v: f"{v.grid.columns}x{v.grid.rows} at {v.size:.0f}"
)
places = st.sampled_from(PLACES)


def moved(pixel: Pixel, degrees: float, by: float) -> Pixel:
    angle = math.radians(degrees)
    return pixel[0] + by * math.sin(angle), pixel[1] - by * math.cos(angle)


@EACH_VIEW
def test_the_pixel_of_every_place_means_that_place(view: View) -> None:
    for place in view.grid.places:
        assert view.place_at(view.pixel(place)) == place
        if isinstance(place, Hex):
            assert view.hex_at(view.pixel(place)) == place
        else:
            assert view.hex_at(view.pixel(place)) in place.hexes


@EACH_VIEW
def test_a_hand_need_not_be_exact(view: View) -> None:
    """A sixth of a hex off the middle still means the hex, a tenth off its midpoint the hexside."""
    for place, degrees in product(list(view.grid.places)[:200], range(0, 360, 45)):
        off = view.size / 6 if isinstance(place, Hex) else view.size / 10
        assert view.place_at(moved(view.pixel(place), degrees, off)) == place


@pytest.mark.parametrize("pixel", [(-30, -30), (700, 200), (300, 600), (1e7, -1e7), (-1, 250)])
def test_nothing_lies_outside_the_board(pixel: Pixel) -> None:
    assert WHOLE.hex_at(pixel) is None
    assert WHOLE.place_at(pixel) is None


@given(places, st.floats(1.0, 4.0))
def test_a_closer_look_shows_the_place_and_fills_the_picture_with_board(
    centre: Place, factor: float
) -> None:
    closer = WHOLE.closer(centre, factor)
    assert (closer.width, closer.height) == (WHOLE.width, WHOLE.height)
    assert closer.size == pytest.approx(WHOLE.size * factor)
    x, y = closer.pixel(centre)
    assert 0 <= x <= closer.width
    assert 0 <= y <= closer.height
    for n, length in enumerate((WHOLE.width, WHOLE.height)):  # each pixel was one of the whole
        for end in (0.0, length):
            back = (end - closer.origin[n]) / factor + WHOLE.origin[n]
            assert -1e-6 <= back <= length + 1e-6


def test_what_a_closer_look_shows_is_what_reaches_into_the_picture() -> None:
    closer = WHOLE.closer(BOARD.hex(10, 7))
    for hexagon in BOARD.hexes():
        outline = closer.outline(hexagon)
        inside = any(0 < x < closer.width and 0 < y < closer.height for x, y in outline)
        assert closer.shows(hexagon) or not inside


STAGE = View.fit(BOARD, 640, 500)


@given(st.lists(places, min_size=1, max_size=4), st.lists(places, max_size=6))
def test_a_view_shows_the_places_it_must_and_is_no_smaller_than_the_board(
    must: list[Place], near: list[Place]
) -> None:
    view = STAGE.showing(must, [(p[0], p[1]) for p in near])
    assert all(map(view.holds, must))
    assert view.size >= STAGE.size
    columns = view.width / (1.5 * view.size)
    assert columns >= COLUMNS - 0.1, "never larger than is good"
    xs, ys = zip(*map(STAGE.pixel, must), strict=True)
    if max(xs) - min(xs) < 8 * STAGE.size and max(ys) - min(ys) < 8 * STAGE.size:
        assert columns == pytest.approx(COLUMNS), (
            "where the action is near together, it is seen at one size"
        )


def test_what_is_good_to_see_moves_the_view_as_far_as_there_is_room() -> None:
    tank, target = BOARD.hex(8, 7), BOARD.hex(9, 7)
    alone, with_field = (
        STAGE.showing([tank, target]),
        STAGE.showing([tank, target], [(p[0], p[1]) for p in (BOARD.hex(15, 8),)]),
    )
    assert with_field.holds(BOARD.hex(15, 8))
    assert alone.pixel(tank)[0] > with_field.pixel(tank)[0]
    assert STAGE.showing([tank], [(9999.0, 0.0)]) == STAGE.showing([tank])


# ----------------------------------------------------------------------------------------- headings


def test_a_heading_points_the_same_way_on_the_lattice_and_on_the_picture() -> None:
    here = BOARD.hex(10, 7)
    for heading in HEADINGS:
        dq, dr = heading.vector
        there = place_at(here[0] + 6 * dq, here[1] + 6 * dr)
        (x, y), (tx, ty) = WHOLE.pixel(here), WHOLE.pixel(there)
        reach = math.dist((x, y), (tx, ty))
        assert WHOLE.ray(heading) == pytest.approx(((tx - x) / reach, (ty - y) / reach))
        assert math.hypot(*WHOLE.ray(heading)) == pytest.approx(1)


@given(places, st.sampled_from(HEADINGS), st.floats(-14.9, 14.9), st.floats(1, 300))
def test_the_heading_at_a_pixel_is_the_nearest_of_the_twelve(
    place: Place, heading: Heading, off: float, by: float
) -> None:
    assert WHOLE.heading_at(place, moved(WHOLE.pixel(place), heading.degrees + off, by)) is heading


def test_a_hexside_is_drawn_between_its_two_hexjunctures() -> None:
    for place in PLACES:
        if isinstance(place, Side):
            start, end = WHOLE.segment(place)
            assert math.dist(start, end) == pytest.approx(WHOLE.size), (
                "as long as a hex is wide from its middle"
            )
            for hexagon in place.hexes:
                assert {start, end} <= set(WHOLE.outline(hexagon))


@given(st.floats(-50, 650), st.floats(-50, 550))
def test_the_hex_under_a_pixel_is_the_nearest_of_all_and_a_hexside_is_one_of_its(
    x: float, y: float
) -> None:
    ways = sorted((math.dist(WHOLE.pixel(h), (x, y)), h) for h in BOARD.hexes())
    found, place = WHOLE.hex_at((x, y)), WHOLE.place_at((x, y))
    if found is None:
        assert ways[0][0] > WHOLE.size * math.sqrt(3) / 2, "no pixel inside a hex is left out"
    else:
        assert math.dist(WHOLE.pixel(found), (x, y)) == pytest.approx(ways[0][0])
        assert ways[0][0] <= WHOLE.size
    if isinstance(place, Side):
        assert found in place.hexes
        assert place in BOARD, "no hexside at the rim, which belongs to one hex only"
    else:
        assert place == found


@pytest.mark.parametrize(
    "grid",
    [BOARD, Grid("odd", 20, 14), Grid("even", 1, 9), Grid("odd", 1, 1), Grid("odd", 2, 99)],
    ids=str,
)
def test_the_whole_board_fits_with_a_margin_or_lies_in_the_middle(grid: Grid) -> None:
    for view in (View.fit(grid, 500, margin=8), View.fit(grid, 640, 500)):
        corners = [view.pixel(corner) for hexagon in grid.hexes() for corner in hexagon.corners()]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        assert min(xs) == pytest.approx(view.width - max(xs))
        assert min(ys) == pytest.approx(view.height - max(ys))
        assert min(*xs, *ys) == pytest.approx(8 if view.width == 500 else 9)
        assert view.bounds() == pytest.approx((min(xs), min(ys), max(xs), max(ys)))
    assert (view.width, view.height) == (640, 500)


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
