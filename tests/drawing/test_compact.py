"""A compact picture shows what the whole one shows."""

import re
import xml.etree.ElementTree as ET

import pytest

from landships_lab.drawing.compact import compact
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene
from landships_lab.drawing.svg import svg
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.panel import Panel
from tests.nasty import SENTENCE


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
