"""The words of an answer hold all its steps, once, with their citations, and are harmless; tables
and charts for print hold every word and number, and light what was used.
"""

import re
from fractions import Fraction
from html import escape

import pytest

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.core.sources import Cite
from landships_lab.core.speech import exact, percent
from landships_lab.drawing import words
from landships_lab.drawing.charts import WIDTH, Bars, Curve, Table, exhibit
from landships_lab.drawing.shapes import Label, Lines, Polygons
from landships_lab.games.landships.rules.fire import can_target
from landships_lab.games.landships.rules.ranges import count_range

PLACE = Grid().place
HERE = Cite("A book", "a page", "7")
OURS = Cite("A book", "a <page>", "7-9", "reconstructed")
NASTY = Answer(
    False,
    (Step("<b>no</b> & 'so'", OURS, "forbids"),),
    "<script>alert(1)</script>",
    (Remedy("Turn <i>."),),
)


def test_a_run_of_counted_hexes_becomes_one_line() -> None:
    """Line 33: from vehicle #5 to #1 the range is four."""
    answer = count_range(PLACE("0506/0507"), PLACE("0904"))
    told = [line.text for line in words.lines(answer)]
    assert told == [
        "On hexside 0506/0507 the counting unit counts as in the closer hex, 0506.",
        "Start in 0506 and count 0605, 0705, 0804, 0904: 4.",
    ]


def test_a_short_count_is_told_step_by_step() -> None:
    told = [line.text for line in words.lines(count_range(PLACE("0503"), PLACE("0504")))]
    assert told == ["Start the count in 0503, at zero.", "Count 1 in 0504."]


def test_no_step_is_lost_or_told_out_of_order() -> None:
    answer = can_target(
        "mk-iv-male", "57mm-starboard", PLACE("0503/0504"), Heading.E, PLACE("0908")
    )
    lines = [line.text for line in words.lines(answer)]
    others = [step.text for step in answer.steps if step.op not in ("start", "add")]
    assert [text for text in lines if text in others] == others
    assert len(lines) == len(others) + 1


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "yes"),
        (False, "no"),
        (Gap("How far?", HERE), "gap"),
        (0, "number"),
        (4, "number"),
        (Fraction(1, 2), "number"),
    ],
)
def test_a_verdict_is_a_yes_a_no_a_gap_or_a_number(value: object, kind: str) -> None:
    assert words.verdict(Answer(value, ())) == kind
    assert f'class="ll-verdict ll-{kind}"' in words.headline_html(Answer(value, ()))


def test_each_line_has_the_class_that_puts_its_sign_beside_it() -> None:
    gap = Step("g", HERE, "note", Gap("How far?", HERE))
    steps = (Step("a", HERE, "allows"), Step("f", HERE, "forbids"), gap, Step("n", HERE))
    html = words.steps_html(Answer(None, steps))
    signs = [line.op for line in words.lines(Answer(None, steps))]
    assert signs == ["allows", "forbids", "gap", "note"]
    assert re.findall(r'<li class="ll-step ll-(\w+)', html) == signs


def test_html_is_escaped() -> None:
    page = (
        words.headline_html(NASTY)
        + words.steps_html(NASTY)
        + words.list_html([r.text for r in NASTY.remedies], 'a"b')
    )
    for tag in ("<script", "<b>", "<i>", "<page>", 'a"b'):
        assert tag not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "reconstructed, not printed" in page, "what is not printed says so"


def test_text_and_markdown_say_the_same() -> None:
    answer = Answer(True, (Step("It is so.", HERE, "allows"),), "Yes.", (Remedy("Turn."),))
    assert words.text(answer) == "Yes.\n  1. It is so.  [A book, a page (line 7)]\n  - Turn."
    assert words.markdown(answer) == "**Yes.**\n\n1. It is so. *A book, a page (line 7)*\n\n- Turn."
    assert words.text(Answer(4, ())) == "4"


def test_a_cell_with_a_link_can_be_pressed_where_a_panel_listens_and_its_link_is_escaped() -> None:
    table = Table(
        "Who", ("a", "b"), (("x", ("<1>", "2")),), links=(('landships:fire own <"&>', ""),)
    )
    opens = words.table_html(table, opens=True)
    assert (
        'role="button" tabindex="0" data-link="landships:fire own'
        ' &lt;&quot;&amp;&gt;">&lt;1&gt;</span>' in opens
    )
    assert opens.count("data-link") == 1
    assert "data-link" not in words.table_html(table)


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


@pytest.mark.parametrize(("name", "wraps"), [("Half cover", 0), ("From a moving vehicle", 1)])
def test_a_table_gives_long_names_of_rows_the_room_they_need(name: str, wraps: int) -> None:
    """In a first column of fixed width they would lie over the numbers."""
    table = Table("What changes the hit die", ("on the die",), ((name, ("-3",)),))
    assert words.table_html(table).count("ll-wraps") == wraps
