"""Half an inch is half an inch, measured on the PDF itself and on the SVG."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from landships_lab.__main__ import main
from landships_lab.drawing.paper import PAPERS, Pages
from landships_lab.drawing.shapes import Circles, Polygons, Scene
from landships_lab.games.landships.panels.counter_sheets import (
    MOST_COUNTERS,
    arc_cards,
    counters_sheet,
    read_order,
)
from landships_lab.games.landships.rules import UNITS
from landships_lab.publish.files import svg_pages, write_pages
from landships_lab.publish.pdf import pdf

HALF_INCH = 36.0  # points
Rings = list[list[tuple[float, float]]]


def closed_rings(page: bytes, number: int) -> Rings:
    """Return the closed rings that a page of this PDF draws, in points
    from its lower left corner.
    """
    reader = PdfReader(BytesIO(page))
    stream = ContentStream(reader.pages[number].get_contents(), reader)
    at, stack, rings, ring = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], [], []
    for operands, operator in stream.operations:
        numbers = [float(o) for o in operands] if operator in (b"cm", b"m", b"l") else []
        if operator == b"q":
            stack.append(at)
        elif operator == b"Q":
            at = stack.pop()
        elif operator == b"cm":
            at = times(numbers, at)
        elif operator == b"m":
            ring = [apply(at, numbers)]
        elif operator == b"l":
            ring.append(apply(at, numbers))
        elif operator == b"h":
            rings.append(ring)
    return rings


def times(
    one: list[float], other: tuple[float, ...]
) -> tuple[float, float, float, float, float, float]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def apply(at: tuple[float, ...], point: list[float]) -> tuple[float, float]:
    a, b, c, d, e, f = at
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def squares(rings: Rings) -> Rings:
    """Return the rings that are upright squares of about the size of a counter."""
    found = []
    for ring in rings:
        width, height = (max(c) - min(c) for c in zip(*ring, strict=True))
        if len(ring) == 4 and 30 < width < 42 and width == pytest.approx(height, abs=0.01):
            found.append(ring)
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_every_counter_in_the_pdf_is_half_an_inch_square_on_its_paper(paper: str) -> None:
    made = pdf(counters_sheet([(UNITS["a7v"], 5), (UNITS["mk-iv-male"], 7)], paper))
    reader = PdfReader(BytesIO(made))
    assert len(reader.pages) == 2  # fronts and backs
    width, height = PAPERS[paper]
    for number, page in enumerate(reader.pages):
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (width, height), abs=0.01
        )
        found = squares(closed_rings(made, number))
        assert len(found) == 12
        for ring in found:
            xs, ys = zip(*ring, strict=True)
            assert max(xs) - min(xs) == pytest.approx(HALF_INCH, abs=0.001)
            assert max(ys) - min(ys) == pytest.approx(HALF_INCH, abs=0.001)
            assert min(xs) > 0
            assert max(xs) < width
            assert min(ys) > 0
            assert max(ys) < height


def test_each_back_lies_behind_its_front_when_the_sheet_is_turned_over_its_long_edge() -> None:
    pages = counters_sheet([(UNITS["a7v"], 20)], "A4")
    front, back = (
        [s for s in page.figures if s.role.startswith("counter-") and isinstance(s, Polygons)]
        for page in pages.pages
    )
    front = [s for s in front if s.name]
    width, _ = PAPERS["A4"]
    assert [s.name for s in back] == [f"{s.name}, back" for s in front]
    for one, other in zip(front, back, strict=True):
        mirrored = sorted((round(width - x, 6), y) for x, y in one.rings[0])
        assert mirrored == sorted((round(x, 6), y) for x, y in other.rings[0])


def test_a_long_order_goes_on_over_pages_and_counts_every_counter() -> None:
    made = counters_sheet(
        [(UNITS["a7v"], 99), (UNITS["whippet"], 99), (UNITS["mk-iv-male"], 99)],
        "Letter",
        both_sides=False,
    )
    names = [
        s.name
        for page in made.pages
        for s in page.figures
        if s.role.startswith("counter-") and s.name
    ]
    assert len(names) == len(set(names)) == 297
    assert len(made.pages) > 1


def test_the_svg_has_the_paper_for_its_size_in_points() -> None:
    first, _ = svg_pages(counters_sheet([(UNITS["a7v"], 1)], "Letter"))
    assert re.search(r'<svg [^>]*width="612pt" height="792pt" viewBox="0 0 612 792"', first)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_card_shows_each_weapon_and_what_is_not_in_the_source(paper: str) -> None:
    pages = arc_cards([UNITS["mk-iv-male"], UNITS["renault-ft"], UNITS["a7v"]], paper)
    assert len(pages.pages) == 2
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(pdf(pages))).pages)
    for words in (
        "57 mm starboard",
        "range 7, 8 points",
        "range not in the source",
        "a hexside on its edge cannot be hit",
    ):
        assert words in text
    for page in pages.pages:
        for shape in page.figures:
            if isinstance(shape, Polygons):
                assert all(
                    0 < x < page.width and 0 < y < page.height
                    for ring in shape.rings
                    for x, y in ring
                )


def test_the_same_order_gives_the_same_bytes() -> None:
    assert pdf(counters_sheet([(UNITS["a7v"], 1)])) == pdf(counters_sheet([(UNITS["a7v"], 1)]))


def test_a_number_that_is_not_finite_is_refused_by_name() -> None:
    page = Scene(10, 10, (), (Circles(((float("nan"), 1.0),), 1.0, "crater", "hole"),))
    with pytest.raises(
        ValueError,
        match="The Circles of role 'crater' named 'hole' holds a number that is not finite",
    ):
        pdf(Pages("x", "A4", (page,)))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["a7w=3"], "'a7w' is not a unit; allowed are .* The nearest is a7v"),
        (["a7v=0"], "'a7v=0' orders no counters; write a number from 1 to 99"),
        (["a7v=x"], "'a7v=x' orders no counters"),
        (["a7v=99"] * 21, f"At most {MOST_COUNTERS} counters"),
    ],
)
def test_an_order_that_cannot_be_filled_is_refused(words: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_order(words, UNITS)


def test_the_command_line_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "a7v=3", "--paper", "Letter", "--out", str(tmp_path / "sheet.pdf")]) == 0
    assert len(squares(closed_rings((tmp_path / "sheet.pdf").read_bytes(), 0))) == 3
    assert main(["print", "a7v", "--cards", "--out", str(tmp_path / "card.svg")]) == 0
    assert "A7V" in (tmp_path / "card.svg").read_text(encoding="utf-8")
    assert capsys.readouterr().out.splitlines() == [
        str(tmp_path / "sheet.pdf"),
        str(tmp_path / "card.svg"),
    ]
    own = tmp_path / "own.toml"
    own.write_text("[units]", encoding="utf-8")
    assert main(["print", "--own", str(own), "--out", str(tmp_path / "all.pdf")]) == 0
    assert main(["print", "nothing"]) == 2
    assert main(["print", "a7v", "--out", str(tmp_path / "sheet.doc")]) == 2
    assert "a sheet is written as .pdf or .svg" in capsys.readouterr().err


def test_several_svg_pages_are_numbered(tmp_path: Path) -> None:
    written = write_pages(counters_sheet([(UNITS["a7v"], 1)]), tmp_path / "sheet.svg")
    assert [path.name for path in written] == ["sheet-1.svg", "sheet-2.svg"]
