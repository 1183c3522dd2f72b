"""The SVG text shows the scene, whatever names people give; a compact picture shows what the whole
one shows.
"""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.svg import compact, in_both_themes, svg
from landships_lab.drawing.theme import DARK, LIGHT
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.panel import Panel
from tests.nasty import SENTENCE

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


def test_styles_are_attributes_so_that_it_shows_on_github_and_in_print() -> None:
    text = svg(SCENE)
    assert text == svg(replace(SCENE)), "always the same"
    for absent in ("<style", "<script"):
        assert absent not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    for attribute in (
        'fill="#0072b2" fill-opacity="0.26"',
        'stroke-dasharray="7 5"',
        'paint-order="stroke"',
        'transform="rotate(30 5 5)"',
        'text-anchor="end"',
        'cy="6.12"',
    ):
        assert attribute in text
    assert not re.search(r"\d\.\d{3}", text), "at most two decimals"
    assert 'x="0"' in svg(replace(SCENE, figures=(Label("0", (-0.001, 0), "note"),)))


BAD = [
    *(
        (shape, rf"The {type(shape).__name__} of role '[a-z-]+' named '#1' holds the number")
        for bad in (math.nan, math.inf, -math.inf)
        for shape in (
            Polygons((((bad, 1.0), *SQUARE),), "counter", "#1"),
            Lines((((bad, 1.0), *SQUARE),), "grid", "#1"),
            Circles(((bad, 1.0),), 1, "can-hit", "#1"),
            Label("x", (bad, 1.0), "note", "#1"),
        )
    ),
    (Circles(((1, 1),), -1, "can-hit"), "has the radius -1; a radius is 0 or more"),
    (Label("x", (1, 1), "note", anchor="left"), "has the anchor 'left'; allowed are 'start', 'mid"),
]


@pytest.mark.parametrize(("shape", "told"), BAD)
def test_what_cannot_be_drawn_is_refused_and_its_shape_named(shape: Shape, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        svg(Scene(10, 10, (), (shape,)))
    with pytest.raises(ValueError, match="The width of the scene holds the number nan"):
        svg(Scene(math.nan, 10, (), ()))


def test_texts_of_people_are_escaped_and_what_xml_forbids_is_replaced() -> None:
    label = Label(NASTY, (1, 1), "unit-name", NASTY)
    text = svg(Scene(10, 10, (), (label,), NASTY, NASTY))
    assert "<script" not in text
    element = parse(text).findall(".//*[@data-role='unit-name']")[0]
    shown = "<script>alert(\"1\")</script> & 'x'\ufffd\ufffd"
    assert (element.text, element.get("data-name")) == (shown, shown)
    assert parse(text).get("aria-label") == shown
    text.encode("utf-8")


def test_rings_that_run_either_way_round_do_not_cut_holes_into_each_other() -> None:
    text = svg(Scene(10, 10, (), (Polygons((SQUARE, SQUARE[::-1]), "counter"),)))
    assert (
        "M0 0L10 0L10 10L0 10ZM0 0L10 0L10 10L0 10Z" in text
    )  # the second one, too, runs clockwise


def test_the_dark_theme_changes_colours_and_nothing_else() -> None:
    light, dark = svg(SCENE, LIGHT), svg(SCENE, DARK)
    assert light != dark
    one, other = ([(e.tag, e.get("d")) for e in parse(text).iter()] for text in (light, dark))
    assert one == other


@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_a_picture_in_both_themes_is_that_of_the_dark_one_where_its_page_is_dark(
    panel_type: type[Panel],
) -> None:
    state = panel_type.initial()
    for scene in (state.picture(state.answer()), state.question_picture()):
        light = svg(scene)
        both = in_both_themes(light)
        (rules,) = re.findall(r"<style>@media \(prefers-color-scheme: dark\) {(.*)}</style>", both)
        for part, of, to in RULE.findall(rules):
            light = light.replace(f' {part}="{of}"', f' {part}="<{to}"')
        assert light.replace('"<', '"') == svg(scene, DARK)
        assert "".join(RULE.sub("", rules).split()) == "", "nothing but rules"


#: A rule of a picture for the dark, and what it stands for.
RULE = re.compile(r'\[(fill|stroke)="(#\w+)"\]{\1:(#\w+)}')


def test_it_has_a_size_a_title_and_a_description_and_each_shape_its_role_and_name() -> None:
    root = parse(svg(SCENE))
    size = [root.get(name) for name in ("width", "height", "viewBox", "role", "aria-label")]
    assert size == ["100", "80.5", "0 0 100 80.5", "img", "Fire arcs"]
    told = [(e.tag.split("}")[1], e.text) for e in root[:2]]
    assert told == [("title", "Fire arcs"), ("desc", "A tank.")]
    found = [(e.get("data-role"), e.get("data-name")) for e in root.iter() if e.get("data-role")]
    assert found == [("paper", None), ("board", None)] + [(s.role, s.name) for s in SHAPES]


def drawn(text: str) -> tuple[list[tuple[str, float, float]], list[list[float]]]:
    """Return the words of a picture with their places, and the corners of its lines one after the
    other.
    """
    root = ET.fromstring(text)  # noqa: S314 - our own
    shared = {it.get("id"): it.get("d", "") for it in root.iter() if it.get("id")}
    words = [
        (it.text or "", float(it.get("x", 0)), float(it.get("y", 0)) + float(it.get("dy", 0)))
        for it in root.iter()
        if it.tag.endswith("text")
    ]
    lines = [it for it in root.iter() if it.tag.endswith(("path", "use")) and not it.get("id")]
    return words, [corners(it.get("d", shared.get(it.get("href", "")[1:], ""))) for it in lines]


def corners(path: str) -> list[float]:
    found: list[float] = []
    at = start = (0.0, 0.0)
    for run in re.findall(r"[MLlZz][^MLlZz]*", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", run)]
        step = run[0] == "l"
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            at = (at[0] + x, at[1] + y) if step else (x, y)
            start = at if run[0] == "M" else start
            found += at
        at = start if run[0] in "Zz" else at
    return found


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_words_and_lines_stay_where_they_are(panel_type: type[Panel]) -> None:
    state = panel_type.initial()
    whole = svg(state.picture(state.answer()))
    words, paths = drawn(whole)
    small_words, small_paths = drawn(compact(whole))
    assert [word for word, *_ in small_words] == [word for word, *_ in words]
    for (_, *small), (_, *place) in zip(small_words, words, strict=True):
        assert small == pytest.approx(place, abs=0.101)
    for small, path in zip(small_paths, paths, strict=True):
        assert small == pytest.approx(path, abs=0.051)
    assert len(compact(whole)) < 90_000


def test_labels_of_one_style_share_it_and_code_stays_words() -> None:
    labels = [
        Label(f'{SENTENCE} {n} 3.14159 data-role="x" d="M1 1"', (10, 10 * n), "hex-code")
        for n in range(1, 4)
    ]
    whole = svg(Scene(90, 90, (), tuple(labels)))
    small = compact(whole)
    assert small.count("font-family") == 1
    assert [word for word, *_ in drawn(small)[0]] == [label.text for label in labels]


def test_a_line_that_ends_where_it_began_is_closed_and_the_next_starts_anew() -> None:
    ring = Polygons((((0, 0), (10.04, 0), (10.04, 10)), ((20, 20), (30, 20), (30, 30))), "board")
    line = Lines((((1, 1), (2.26, 1.5)),), "grid")
    small = compact(svg(Scene(90, 90, (), (ring, line))))
    assert 'd="M0 0l10 0 0 10zM20 20l10 0 0 10z"' in small
    assert 'd="M1 1l1.3.5"' in small or 'd="M1 1l1.3 .5"' in small


def test_a_line_of_one_point_is_left_out() -> None:
    line = Lines((((5, 5),), ((1, 1), (2, 2))), "grid")
    assert 'd="M1 1l1 1"' in compact(svg(Scene(90, 90, (), (line,))))
