"""A label finds free room: it lies over no counter, no number and no other label, in any state of
any panel with a board; none is smaller than stated or leaves the picture.
"""

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.drawing.labels import (
    _SIDES,
    SOLID,
    Name,
    Room,
    bounds,
    clear_of,
    label_box,
    meets,
    overlap,
    text_box,
    what_matters,
)
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape, rectangle
from landships_lab.drawing.theme import LIGHT
from landships_lab.panel import CATALOG, Panel
from tests.effort import tries
from tests.random_states import random_states

BOARDS = [e for e in CATALOG.values() if e.has_board]
#: Numbers that stand on a disc, a counter or a figure of their own.
ON_A_PIECE = frozenset(
    ("count-number", "counter-number", "compass-name", "way-number", "helmet-letter")
)
corners = st.tuples(st.floats(0, 300), st.floats(0, 300), st.floats(1, 90), st.floats(1, 90))


def solid_rings(shape: Shape) -> list[Any]:
    if isinstance(shape, Polygons):
        return list(shape.rings)
    if isinstance(shape, Circles):
        r = 0.7 * shape.radius
        return [rectangle(x - r, y - r, x + r, y + r) for x, y in shape.centres]
    return []


def placed_labels(scene: Scene) -> list[Label]:
    """Return the labels of a picture that are seen: a path's disc, or the ghost at its end, hides
    the number below it.
    """
    hiding = [s for s in scene.figures if s.role in ("count-badge", "ghost")]
    over = [bounds(ring) for s in hiding for ring in solid_rings(s)]

    def hidden(x: float, y: float) -> bool:
        return any(left < x < right and top < y < foot for left, top, right, foot in over)

    labels = [s for s in scene.figures if isinstance(s, Label)]
    return [s for s in labels if s.role != "mp-left" or not hidden(*s.at)]


def check(scene: Scene, told: str) -> None:
    labels = placed_labels(scene)
    for one, other in combinations(labels, 2):
        assert not overlap(label_box(one), label_box(other)), (
            f"{told}: {one.text!r} and {other.text!r}"
        )
    pieces = [ring for shape in scene.figures if shape.role in SOLID for ring in solid_rings(shape)]
    for label in labels:
        if label.role not in ON_A_PIECE:
            box = label_box(label)
            assert not any(meets(box, ring) for ring in pieces), (
                f"{told}: {label.text!r} lies on a piece"
            )
            if label.role in ("unit-name", "piece-name"):
                assert 0 <= box[0] < box[2] <= scene.width, f"{told}: {label.text!r}"
                assert 0 <= box[1] < box[3] <= scene.height, f"{told}: {label.text!r}"


@pytest.mark.long
@pytest.mark.parametrize("panel_type", BOARDS, ids=lambda e: e.id)
def test_no_label_lies_over_another_or_over_a_counter(panel_type: type[Panel]) -> None:
    dice = random.Random(panel_type.id)
    for state in (panel_type.initial(), *(panel_type.random(dice) for _ in range(tries(10, 25)))):
        check(state.picture(state.answer()), state.text())


@given(st.lists(corners, max_size=8), st.text("abc", min_size=1, max_size=9))
def test_what_is_placed_lies_on_nothing_and_on_the_picture(
    taken: list[tuple[float, float, float, float]], text: str
) -> None:
    room = Room(300, 300)
    rings = [rectangle(x, y, x + w, y + h) for x, y, w, h in taken]
    for ring in rings:
        room.keep_off(ring)
    for _ in range(3):
        room.name(Name(text, "unit-name", (100.0, 100.0, 120.0, 120.0), plate=True))
    labels = [s for s in room.shapes() if isinstance(s, Label)]
    for label in labels:
        box = label_box(label)
        assert not any(meets(box, ring) for ring in rings)
        assert 0 <= box[0] < box[2] <= 300
        assert 0 <= box[1] < box[3] <= 300
    assert not any(overlap(label_box(a), label_box(b)) for a, b in combinations(labels, 2))
    plates = [ring for s in room.shapes() if isinstance(s, Polygons) for ring in s.rings]
    assert len(plates) == len(labels), "each on a plate of its own"


def test_a_label_stands_below_its_thing_unless_something_stands_there() -> None:
    about = (100.0, 100.0, 140.0, 140.0)
    free, taken, ringed = Room(400, 400), Room(400, 400), Room(400, 400)
    taken.keep_off(rectangle(80, 141, 160, 175))
    ringed.keep_off(rectangle(0, 0, 400, 400))
    for room, below in ((free, True), (taken, False)):
        assert room.name(Name("Mk IV", "unit-name", about))
        (label,) = room.shapes()
        assert isinstance(label, Label)
        assert (label.at[1] > 140) is below
    assert not ringed.name(Name("Mk IV", "unit-name", about)), "without room it is left out"
    assert ringed.shapes() == ()


def test_a_name_is_not_put_beside_the_counter_of_another() -> None:
    mine, other = rectangle(100, 100, 140, 140), rectangle(100, 165, 140, 205)
    room = Room(400, 400)
    room.take([Polygons((mine, other), "counter")])
    room.name(Name("#1", "unit-name", bounds(mine)))
    (label,) = room.shapes()
    assert isinstance(label, Label)
    assert not 140 < label.at[1] < 165, "between the two nobody would know whose it is"


def test_a_name_that_stands_at_a_corner_or_far_off_is_tied_to_what_it_names() -> None:
    about = (100.0, 100.0, 140.0, 140.0)
    for side in _SIDES:
        room = Room(400, 400)
        room.name(Name("#5", "unit-name", about, sides=(side,), plate=True))
        tied = [s for s in room.shapes() if s.role == "leader"]
        assert bool(tied) is (0 not in side), side
    positions = CATALOG["landships:positions"].initial()
    (leaders,) = (s for s in positions.picture(positions.answer()).figures if s.role == "leader")
    assert len(leaders.paths) >= 4, (  # type: ignore[union-attr]
        "#3, #5, #6 and #7 stand off their counters, since others touch these"
    )


def test_lines_and_codes_are_avoided_where_there_is_other_room() -> None:
    about = (100.0, 100.0, 140.0, 140.0)
    room = Room(400, 400, [(110.0, 143.0, 130.0, 153.0)])
    room.name(Name("#1", "unit-name", about, sides=_SIDES[:2]))
    (label,) = room.shapes()
    assert isinstance(label, Label)
    assert label.at[1] < 100


def test_numbers_that_stand_on_something_are_left_out() -> None:
    on, off = Label("5", (50, 50), "mp-left"), Label("6", (150, 50), "mp-left")
    counter = Polygons((rectangle(40, 40, 60, 60),), "counter")
    reach = Polygons((rectangle(140, 40, 160, 60),), "reach")
    assert clear_of([on, off], [counter, reach]) == (off,)


def test_a_turned_label_has_a_box_that_holds_all_of_it() -> None:
    flat, upright = (
        text_box("0123456789", "note", (0, 0)),
        label_box(Label("0123456789", (0, 0), "note", degrees=90)),
    )
    assert upright == pytest.approx((flat[1], flat[0], flat[3], flat[2]))


#: Codes of hexes step back on purpose.
CODES = ("hex-code", "cover-code")
#: A map of hexes can be enlarged, and its words stand in hexes, on counters and on discs.
ON_A_MAP = 9.0
#: A letter on a helmet has the size of the helmet.
ON_A_HELMET = frozenset(("helmet-letter",))
#: Rolls and rows of words, with no pieces that may stand anywhere.
ROWS = [e for e in BOARDS if e.id.startswith(("landser:", "paychest:"))]


def least_of(panel_type: type[Panel], label: Label) -> float:
    on_a_map = panel_type.id.startswith(("landships:", "loos:"))
    return ON_A_MAP if on_a_map or label.role in ON_A_HELMET else SMALL


def shown(panel_type: type[Panel], count: int) -> list[tuple[str, Scene]]:
    states = (panel_type.initial(), *random_states(panel_type, count))
    return [(state.text(), state.picture(state.answer())) for state in states]


@pytest.mark.long
@pytest.mark.parametrize("panel_type", BOARDS, ids=lambda e: e.id)
def test_no_word_of_a_picture_is_too_small(panel_type: type[Panel]) -> None:
    for told, scene in shown(panel_type, 12):
        scale = 640 / scene.width  # a wider scene is shown smaller
        for label in scene.shapes():
            if isinstance(label, Label) and not label.role.startswith(CODES):
                size = LIGHT.style(label.role, label.tint).size * scale
                assert size >= least_of(panel_type, label), (
                    f"{told}: {label.text!r} ({label.role}) is {size:.1f}"
                )


@pytest.mark.long
@pytest.mark.parametrize("panel_type", ROWS, ids=lambda e: e.id)
def test_words_stand_apart_and_inside_the_picture(panel_type: type[Panel]) -> None:
    for told, scene in shown(panel_type, 25):
        labels = [shape for shape in scene.figures if isinstance(shape, Label)]
        for one, other in combinations(labels, 2):
            assert not overlap(label_box(one), label_box(other)), (
                f"{told}: {one.text!r} and {other.text!r}"
            )
        for label in labels:
            left, top, right, bottom = label_box(label)
            inside = left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height
            assert inside or label.role in ON_A_HELMET, f"{told}: {label.text!r} leaves the picture"


def test_what_matters_of_a_picture_holds_its_figures_and_no_more_than_the_picture() -> None:
    figures = (
        Circles(((100.0, 100.0),), 20.0, "target-ring"),
        Lines((((150.0, 90.0), (300.0, 400.0)),), "target-line"),
    )
    scene = Scene(640, 420, (), figures)
    assert what_matters(scene, 30.0) == (50.0, 50.0, 330.0, 420.0)
    assert what_matters(Scene(640, 420, (), ()), 30.0) == (0.0, 0.0, 640, 420)
