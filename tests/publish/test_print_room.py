"""Half an inch is half an inch, measured on the PDF itself and on the SVG."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from landships_lab.__main__ import main
from landships_lab.data.load import parse_toml
from landships_lab.drawing.labels import label_box
from landships_lab.drawing.paper import PAPERS, Pages
from landships_lab.drawing.shapes import Circles, Label, Polygons, Scene
from landships_lab.games.landships.data.units import Unit, read_units
from landships_lab.games.landships.panels.counter_sheets import (
    MOST_COUNTERS,
    arc_cards,
    counters_sheet,
    read_order,
)
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.publish.files import svg_pages, write_pages
from landships_lab.publish.pdf import pdf, printable

HALF_INCH = 36.0  # points
Rings = list[list[tuple[float, float]]]


def closed_rings(page: bytes, number: int) -> Rings:
    """Return the closed rings that a page of this PDF draws, in points
    from its lower left corner.
    """
    reader = PdfReader(BytesIO(page))
    stream = ContentStream(reader.pages[number].get_contents(), reader)
    at: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    stack, rings, ring = [], [], []
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


Matrix = tuple[float, ...]


def times(one: list[float], other: Matrix) -> Matrix:
    (a, b, c, d, e, f), (g, h, i, j, k, m) = one, other
    turned = (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j)
    return (*turned, e * g + f * i + k, e * h + f * j + m)


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
    order = counters_sheet([(UNITS["a7v"], 5), (UNITS["mk-iv-male"], 7)], paper)
    made = pdf(order)
    assert made == pdf(order), "the same order gives the same bytes"
    reader = PdfReader(BytesIO(made))
    assert str(reader.root_object["/ViewerPreferences"]) == "{'/PrintScaling': '/None'}"
    assert len(reader.pages) == 2  # fronts and backs
    width, height = PAPERS[paper]
    for number, page in enumerate(reader.pages):
        size = float(page.mediabox.width), float(page.mediabox.height)
        assert size == pytest.approx((width, height), abs=0.01)
        found = squares(closed_rings(made, number))
        assert len(found) == 12
        for ring in found:
            for along, most in zip(zip(*ring, strict=True), (width, height), strict=True):
                assert max(along) - min(along) == pytest.approx(HALF_INCH, abs=0.001)
                assert 0 < min(along) < max(along) < most


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
    order = [(UNITS[name], 99) for name in ("a7v", "whippet", "mk-iv-male")]
    made = counters_sheet(order, "Letter", both_sides=False)
    figures = [figure for page in made.pages for figure in page.figures]
    names = [one.name for one in figures if one.role.startswith("counter-") and one.name]
    assert len(names) == len(set(names)) == 297
    assert len(made.pages) > 1
    size = r'<svg [^>]*width="612pt" height="792pt" viewBox="0 0 612 792"'
    assert all(re.search(size, page) for page in svg_pages(made)), "the paper, in points"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_card_shows_each_weapon_and_what_is_not_in_the_source(paper: str) -> None:
    pages = arc_cards([UNITS["mk-iv-male"], UNITS["renault-ft"], UNITS["a7v"]], paper)
    assert len(pages.pages) == 2
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(pdf(pages))).pages)
    for words in ("57 mm starboard", "range 7, 8 points", "range not in the source"):
        assert words in text
    assert "a hexside on its edge cannot be hit" in text
    for page in pages.pages:
        rings = [r for shape in page.figures if isinstance(shape, Polygons) for r in shape.rings]
        assert all(0 < x < page.width and 0 < y < page.height for ring in rings for x, y in ring)


def test_a_number_that_is_not_finite_is_refused_by_name() -> None:
    page = Scene(10, 10, (), (Circles(((float("nan"), 1.0),), 1.0, "crater", "hole"),))
    with pytest.raises(ValueError, match="The Circles of role 'crater' named 'hole' holds a"):
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
    sheet, card, own = (tmp_path / name for name in ("sheet.pdf", "card.svg", "own.toml"))
    assert main(["print", "a7v=3", "--paper", "Letter", "--out", str(sheet)]) == 0
    assert len(squares(closed_rings(sheet.read_bytes(), 0))) == 3
    assert main(["print", "a7v", "--cards", "--out", str(card)]) == 0
    assert "A7V" in card.read_text(encoding="utf-8")
    assert capsys.readouterr().out.splitlines() == [str(sheet), str(card)]
    own.write_text("[units]", encoding="utf-8")
    assert main(["print", "--own", str(own), "--out", str(tmp_path / "all.pdf")]) == 0
    assert main(["print", "nothing"]) == 2
    assert main(["print", "a7v", "--out", str(tmp_path / "sheet.doc")]) == 2
    assert "a sheet is written as .pdf or .svg" in capsys.readouterr().err


# -- nothing is lost on paper ---------------------------------------------------------------------


def own_unit(weapons: int, note: str = "") -> Unit:
    """Return a reader's unit with this many weapons."""
    how = 'how = "supplied", cite = "your-unit"'
    arc = f"arc = {{ lo = 0, hi = 60, {how} }}"
    guns = "".join(f'g{n} = {{ name = "Howitzer-{n} field", {arc} }}\n' for n in range(weapons))
    return read_units(
        parse_toml(
            f"""[units.own]
name = "A very long name for a tank that is mine"
nation = "British"
unit_class = 3
outline = "box"
note = "{note}"
[[units.own.fields]]
name = "all"
range = {{ value = 10, {how} }}
points = {{ value = 68, {how} }}
edge_hexsides = {{ value = true, {how} }}
[units.own.fields.weapons]
{guns}""",
            "own",
        ),
        "own",
    )["own"]


def labels(pages: Pages) -> list[list[Label]]:
    """Return the labels of each page."""
    return [[s for s in page.shapes() if isinstance(s, Label)] for page in pages.pages]


def test_no_number_of_a_counter_is_lost_and_no_name_leaves_it() -> None:
    order = [(UNITS["whippet"], 10), (own_unit(1), 12)]
    _, back = labels(counters_sheet(order))
    texts = [label.text for label in back if label.role == "print-name"]
    assert len(set(texts)) == 22 + 4, "22 names, and the lines that all of a unit share"
    assert texts[:40:4] == ["Medium A"] * 10
    assert texts[1:40:4] == [f"Whippet {n}" for n in range(1, 11)]
    assert any(text.startswith("How") and text.endswith("10 / 68") for text in texts)
    for label in back:
        if label.role == "print-name":
            left, _, right, _ = label_box(label)
            assert right - left <= HALF_INCH


@pytest.mark.parametrize("weapons", [1, 8, 9, 12])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("note", ["", "note " * 59])
def test_every_arc_of_a_unit_stands_on_a_card(weapons: int, paper: str, note: str) -> None:
    pages = arc_cards([own_unit(weapons, note), UNITS["a7v"]], paper)
    names = {shape.name for page in pages.pages for shape in page.figures if shape.role == "swatch"}
    assert {f"Howitzer-{n} field" for n in range(weapons)} <= names
    for page, here in zip(pages.pages, labels(pages), strict=True):
        frames = [s.rings[0] for s in page.figures if isinstance(s, Polygons) and s.role == "frame"]
        for label in here:
            left, top, right, foot = label_box(label)
            assert any(
                ring[0][0] <= left < right <= ring[2][0] and ring[0][1] <= top < foot <= ring[2][1]
                for ring in frames
            ), label.text
    printed = sum(label.text.count("note") for here in labels(pages) for label in here)
    assert printed >= len(note) // 5


def test_a_letter_that_no_font_has_is_refused() -> None:
    with pytest.raises(ValueError, match="A PDF has no letter '\u0416', which '\u0416uk' needs"):
        printable("\u0416uk")


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("cafe\u0301", "caf\u00e9"),
        ("2\u2154", "2 2/3"),
        ("\u215b", "1/8"),
        ("\u0107", "c"),
        ("\u2717 \u2192", "\u2717 \u2192"),
    ],
)
def test_a_letter_that_the_fonts_lack_is_printed_in_its_plainest_form(
    written: str, printed: str
) -> None:
    assert printable(written) == printed


def test_pages_of_a_longer_output_do_not_stay_beside_a_shorter_one(tmp_path: Path) -> None:
    order = [(UNITS["a7v"], 99), (UNITS["whippet"], 99), (UNITS["mk-iv-male"], 99)]
    several = write_pages(counters_sheet(order), tmp_path / "s.svg")
    assert len(several) == 4
    (tmp_path / "s-5.svg").write_text("<svg>of another</svg>", encoding="utf-8")
    (tmp_path / "s-3-notes.svg").touch()
    two = write_pages(counters_sheet(order[:1]), tmp_path / "s.svg")
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {"s-1.svg", "s-2.svg", "s-5.svg", "s-3-notes.svg"}
    write_pages(counters_sheet(order[:1], both_sides=False), tmp_path / "s.svg")
    assert not any(path.exists() for path in two)
    assert (tmp_path / "s.svg").exists()
    write_pages(counters_sheet(order[:1]), tmp_path / "s.svg")
    assert not (tmp_path / "s.svg").exists()
