"""The words of an answer hold all its steps, once, with their citations, and are harmless whatever
they quote.
"""

import re
from fractions import Fraction

import pytest

from landships_lab.core.answer import Answer, Gap, Remedy, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.core.sources import Cite
from landships_lab.drawing import words
from landships_lab.drawing.charts import Table
from landships_lab.games.landships.rules import can_target, count_range

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
