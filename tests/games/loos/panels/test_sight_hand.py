"""What a click does in the sight panel of Loos, and the line that it draws."""

import pytest

from landships_lab.core.hexes import Hex
from landships_lab.drawing.shapes import Lines, Polygons, Scene
from landships_lab.games.loos.panels.sight import Sight
from landships_lab.panel import Gesture
from landships_lab.panel.controls import Choice


def place(code: str) -> Hex:
    found = Sight.grid.place(code)
    assert isinstance(found, Hex)
    return found


def lines(scene: Scene, role: str) -> list[Lines]:
    return [shape for shape in scene.figures if isinstance(shape, Lines) and shape.role == role]


def pressed(state: Sight, code: str) -> Sight:
    view = state.opening()
    return state.on_gesture(Gesture("press", view.pixel(place(code))), view)


def test_the_legend_names_the_marks_of_the_view_that_is_shown() -> None:
    """The mark of what blocks the line stands in it always."""
    start = Sight.parse("loos:sight 0503 at 0703 terrain woods=0602")
    for show, marks in (
        ("off", set()),
        ("view", {"seen", "hidden"}),
        ("compare", {"seen", "hidden", "differs"}),
    ):
        state = start.set("show", show)
        assert {mark for mark, _ in state.legend()} == marks | {"blocked"}
        scene = state.picture(state.answer(), state.opening())
        assert {mark for mark in ("seen", "hidden", "differs") if scene.find(mark)} == marks


def test_the_front_line_alone_is_drawn_as_the_trenches_it_is() -> None:
    drawn = {
        kind: {shape.role for shape in state.picture(state.answer(), state.opening()).ground}
        for kind in ("woods", "town", "front-line")
        for state in (Sight.parse(f"loos:sight 0503 at 0803 terrain {kind}=0604"),)
    }
    assert {kind for kind, roles in drawn.items() if "terrain-trench" in roles} == {"front-line"}
    assert "terrain-woods" in drawn["woods"]
    assert "terrain-town" in drawn["town"]


def test_the_aircraft_is_drawn_alike_on_both_sides() -> None:
    state = pressed(Sight.parse("loos:sight 0503 at 0803").set("click", "marker"), "0705")
    view = state.opening()
    middle, _ = view.pixel(place("0705"))
    rings = [
        {(round(x - middle, 6), round(y, 6)) for x, y in ring}
        for shape in state.picture(state.answer(), view).figures
        if isinstance(shape, Polygons) and shape.name == "aircraft"
        for ring in shape.rings
    ]
    assert [len(ring) for ring in rings] == [4, 4, 4]
    assert all(ring == {(-x, y) for x, y in ring} for ring in rings)


@pytest.mark.parametrize("rules", ["loos", "free"])
def test_a_click_places_the_aircraft_at_loos_alone(rules: str) -> None:
    state = Sight.parse("loos:sight 0503 at 0803").set("rules", rules)
    (clicks,) = (control for control in state.controls() if control.id == "click")
    assert isinstance(clicks, Choice)
    offered = {choice[0] for choice in clicks.options}
    assert offered >= {"target", "observer", "paint"}
    assert ("marker" in offered) is (rules == "loos")


def test_a_click_sets_the_target_unless_the_reader_says_the_eye_or_the_marker() -> None:
    """17.2, line 253: the aircraft marker is placed by hand, and taken away by a second click."""
    start = Sight.parse("loos:sight 0503 at 0803")
    target = pressed(start, "0705")
    assert (target.target, target.observer, target.aircraft) == (place("0705"), place("0503"), None)
    eye = pressed(start.set("click", "observer"), "0705")
    assert (eye.observer, eye.target, eye.aircraft) == (place("0705"), place("0803"), None)
    marker = pressed(start.set("click", "marker"), "0705")
    assert (marker.aircraft, marker.target) == (place("0705"), place("0803"))
    moved = pressed(marker, "0706")
    assert moved.aircraft == place("0706")
    assert pressed(moved, "0706").aircraft is None
    assert pressed(start.set("click", "marker"), "0803").aircraft is None, "the ring is held"


def test_a_press_on_the_eye_or_the_ring_holds_it() -> None:
    start = Sight.parse("loos:sight 0503 at 0803")
    assert pressed(start, "0503").held == "observer"
    assert pressed(start, "0803").held == "target"
    assert pressed(start, "0705").held == "target"


def test_the_line_goes_straight_to_the_target_and_is_broken_where_it_is_stopped() -> None:
    for line in (
        "0503 at 0803",
        "0503 at 0803 terrain woods=0603",
        "0707 at 0709 terrain woods=0708",
    ):
        state = Sight.parse(f"loos:sight {line}")
        answer, view = state.ask(), state.opening()
        scene = state.picture(answer, view)
        start, end = view.pixel(state.observer), view.pixel(state.aimed)
        (whole,) = (path for shape in lines(scene, "sight-line") for path in shape.paths)
        assert whole[0] == pytest.approx(start)
        broken = [path for shape in lines(scene, "sight-broken") for path in shape.paths]
        if answer.value:
            assert whole[1] == pytest.approx(end)
            assert not broken
            continue
        ((stop, last),) = broken
        assert last == pytest.approx(end)
        assert stop == whole[1]
        ahead = (stop[0] - start[0], stop[1] - start[1])
        way = (end[0] - start[0], end[1] - start[1])
        assert ahead[0] * way[1] - ahead[1] * way[0] == pytest.approx(0, abs=1e-6)
        assert 0 < ahead[0] * way[0] + ahead[1] * way[1] < way[0] ** 2 + way[1] ** 2


@pytest.mark.parametrize("arrow", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
def test_an_arrow_moves_the_ring_to_another_hex(arrow: str) -> None:
    start = Sight.parse("loos:sight 0503 at 0806")
    moved = start.on_gesture(Gesture("key", key=arrow), start.opening())
    assert isinstance(moved.target, Hex)
    assert moved.target != start.target
    assert moved.observer == start.observer


def test_left_and_right_stay_in_the_row() -> None:
    state = Sight.parse("loos:sight 0503 at 0806")
    codes = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        state = state.on_gesture(Gesture("key", key=key), state.opening())
        assert isinstance(state.target, Hex)
        codes.append(Sight.grid.code(state.target))
    assert codes == ["0906", "1006", "0906", "0806", "0706"]
