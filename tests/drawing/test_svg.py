"""The SVG text shows the scene, whatever names people give."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from landships_lab.drawing.shapes import Circles, Label, Lines, Pixel, Polygons, Scene, Shape
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import DARK, LIGHT

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
NASTY = "<script>alert(\"1\")</script> & 'x'\x00\ud800"
SHAPES: tuple[Shape, ...] = (
    Polygons((SQUARE,), "wedge", "57mm-starboard", "blue"),
    Lines((SQUARE[:2], SQUARE[2:]), "wedge-edge-open", "57mm-starboard", "blue"),
    Circles(((5.0, 5.0), (6.0, 6.123456)), 2.5, "can-hit", "57mm-starboard", "blue"),
    Label("57 mm", (5.0, 5.0), "wedge-name", "57mm-starboard", "blue", anchor="end", degrees=30),
)
SCENE = Scene(100, 80.5, (Polygons((SQUARE,), "board"),), SHAPES, "Fire arcs", "A tank.")


def parse(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own text, and reading it is the test


def test_it_is_well_formed_has_a_size_a_title_and_a_description() -> None:
    root = parse(svg(SCENE))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "100",
        "80.5",
        "0 0 100 80.5",
    )
    assert (root.get("role"), root.get("aria-label")) == ("img", "Fire arcs")
    assert [(e.tag.split("}")[1], e.text) for e in root[:2]] == [
        ("title", "Fire arcs"),
        ("desc", "A tank."),
    ]


def test_every_shape_carries_its_role_and_name_in_drawing_order() -> None:
    found = [
        (e.get("data-role"), e.get("data-name"))
        for e in parse(svg(SCENE)).iter()
        if e.get("data-role")
    ]
    assert found == [("paper", None), ("board", None)] + [(s.role, s.name) for s in SHAPES]


def test_styles_are_attributes_so_that_it_shows_on_github_and_in_print() -> None:
    text = svg(SCENE)
    assert "<style" not in text
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert 'fill="#0072b2" fill-opacity="0.26"' in text
    assert 'stroke-dasharray="7 5"' in text
    assert 'paint-order="stroke"' in text
    assert 'transform="rotate(30 5 5)"' in text
    assert 'text-anchor="end"' in text


def test_numbers_have_at_most_two_decimals_and_the_text_is_always_the_same() -> None:
    text = svg(SCENE)
    assert 'cy="6.12"' in text
    assert not re.search(r"\d\.\d{3}", text)
    assert text == svg(replace(SCENE))


def test_no_zero_is_negative() -> None:
    assert 'x="0"' in svg(replace(SCENE, figures=(Label("0", (-0.001, 0), "note"),)))


def test_texts_of_people_are_escaped_and_what_xml_forbids_is_replaced() -> None:
    label = Label(NASTY, (1, 1), "unit-name", NASTY)
    text = svg(Scene(10, 10, (), (label,), NASTY, NASTY))
    assert "<script" not in text
    element = parse(text).findall(".//*[@data-role='unit-name']")[0]
    shown = "<script>alert(\"1\")</script> & 'x'\ufffd\ufffd"
    assert (element.text, element.get("data-name")) == (shown, shown)
    assert parse(text).get("aria-label") == shown
    text.encode("utf-8")


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("kind", [Polygons, Lines, Circles, Label])
def test_a_number_that_is_not_finite_is_refused_and_its_shape_named(bad: float, kind: type) -> None:
    at: Pixel = (bad, 1.0)
    shapes: dict[type, Shape] = {
        Polygons: Polygons(((at, *SQUARE),), "counter", "#1"),
        Lines: Lines(((at, *SQUARE),), "grid", "#1"),
        Circles: Circles((at,), 1, "can-hit", "#1"),
        Label: Label("x", at, "note", "#1"),
    }
    with pytest.raises(
        ValueError,
        match=rf"The {kind.__name__} of role '[a-z-]+' named '#1' holds the number -?(nan|inf)",
    ):
        svg(Scene(10, 10, (), (shapes[kind],)))


def test_a_size_a_radius_and_an_anchor_are_checked_too() -> None:
    with pytest.raises(ValueError, match="The width of the scene holds the number nan"):
        svg(Scene(math.nan, 10, (), ()))
    with pytest.raises(ValueError, match="has the radius -1; a radius is 0 or more"):
        svg(Scene(10, 10, (), (Circles(((1, 1),), -1, "can-hit"),)))
    with pytest.raises(
        ValueError, match="has the anchor 'left'; allowed are 'start', 'middle' and 'end'"
    ):
        svg(Scene(10, 10, (), (Label("x", (1, 1), "note", anchor="left"),)))


def test_rings_that_run_either_way_round_do_not_cut_holes_into_each_other() -> None:
    text = svg(Scene(10, 10, (), (Polygons((SQUARE, SQUARE[::-1]), "counter"),)))
    assert (
        "M0 0L10 0L10 10L0 10ZM0 0L10 0L10 10L0 10Z" in text
    )  # the second one, too, runs clockwise


def test_the_dark_theme_changes_colours_and_nothing_else() -> None:
    light, dark = svg(SCENE, LIGHT), svg(SCENE, DARK)
    assert light != dark
    assert [(e.tag, e.get("d")) for e in parse(light).iter()] == [
        (e.tag, e.get("d")) for e in parse(dark).iter()
    ]
