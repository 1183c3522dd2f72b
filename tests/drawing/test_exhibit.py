"""Tables and charts drawn for print hold every word and number, and light what was used."""

from fractions import Fraction
from html import escape

from landships_lab.core.speech import exact, percent
from landships_lab.drawing import words
from landships_lab.drawing.charts import Bars, Curve, Table
from landships_lab.drawing.exhibit import WIDTH, exhibit
from landships_lab.drawing.shapes import Label, Lines, Polygons

TABLE = Table(
    "Results",
    ("0", "+1"),
    (("roll 1", ("Ex", "D2")), ("roll 2", ("•", "Ex"))),
    lit_row=1,
    lit_column=0,
)
BARS = Bars("Odds", "result", (("Ex", Fraction(1, 3)), ("De", Fraction(2, 3))))
CURVE = Curve(
    "Turns",
    "turn",
    (("broken", (Fraction(0), Fraction(1, 2))), ("spent", (Fraction(1), Fraction(1, 4)))),
    0,
)


def test_every_cell_head_and_percentage_is_written() -> None:
    scene = exhibit("Title", "told", (TABLE,), (BARS, CURVE))
    words = {shape.text for shape in scene.shapes() if isinstance(shape, Label)}
    of_table = {"Results", "0", "+1", "roll 1", "roll 2", "Ex", "D2", "•"}
    assert of_table | {"Odds", "33.3%", "66.7%", "De", "result", "broken", "turn"} <= words
    assert (scene.title, scene.description) == ("Title", "told")


def test_the_used_row_column_and_cell_are_lit_and_meet() -> None:
    scene = exhibit("", "", (TABLE,), ())
    lit = (("lit", "row"), ("lit", "column"), ("used", "cell"))
    (row,), (column,), (cell,) = (scene.find(*named) for named in lit)
    assert isinstance(row, Polygons)
    assert isinstance(column, Polygons)
    assert isinstance(cell, Polygons)
    assert cell.rings[0][0] == (column.rings[0][0][0], row.rings[0][0][1])
    (label,) = (s for s in scene.find("cell") if s.name == "roll 2 0")
    assert isinstance(label, Label)
    (left, top), (right, _), (_, bottom), _ = cell.rings[0]
    assert left < label.at[0] < right
    assert top < label.at[1] < bottom


def test_bars_are_as_high_as_their_chances_and_curves_stay_on_the_paper() -> None:
    scene = exhibit("", "", (), (BARS, CURVE))
    heights = {}
    for name in ("Ex", "De"):
        (bar,) = scene.find("bar", name)
        assert isinstance(bar, Polygons)
        heights[name] = bar.rings[0][2][1] - bar.rings[0][0][1]
    assert round(heights["De"] / heights["Ex"], 6) == 2
    for shape in scene.find("curve"):
        assert isinstance(shape, Lines)
        assert all(
            0 <= x <= WIDTH and 0 <= y <= scene.height for path in shape.paths for x, y in path
        )


def test_no_two_texts_of_a_printed_table_lie_on_each_other() -> None:
    """Twelve columns beside long names of rows."""
    names = ("broken, marsh, ferry, town, stream, escarpment", "clear, desert, british front line")
    rows = tuple((name, ("+2 +3",) * 12) for name in names)
    wide = Table("Differentials", ("",) * 12, rows, lit_row=1, lit_column=5)
    scene = exhibit("", "", (wide, TABLE), ())
    spans = []
    for label in scene.shapes():
        if isinstance(label, Label) and label.text and label.role in ("cell", "cell-head"):
            x, y = label.at
            width = len(label.text) * 6.0
            spans.append((x if label.anchor == "start" else x - width / 2, y, width, label.text))
    for n, (x, y, width, text) in enumerate(spans):
        for other_x, other_y, other_width, other in spans[n + 1 :]:
            assert abs(y - other_y) >= 11 or x + width <= other_x or other_x + other_width <= x, (
                text,
                other,
            )


def test_a_chance_is_written_the_same_on_bars_in_lists_and_in_sentences() -> None:
    chances = (Fraction(0), Fraction(1, 5000), Fraction(1, 3), Fraction(4999, 5000), Fraction(1))
    chart = Bars("Odds", "result", tuple((str(n), chance) for n, chance in enumerate(chances)))
    cells = exhibit("", "", (), (chart,)).find("cell")
    drawn = [shape.text for shape in cells if isinstance(shape, Label)]
    listed = [line.split(": ")[1] for line in words.chart_lines(chart)]
    assert drawn == listed == [percent(chance) for chance in chances]
    assert all(
        f"{n}: {escape(exact(chance))}" in words.chart_html(chart)
        for n, chance in enumerate(chances)
    )
