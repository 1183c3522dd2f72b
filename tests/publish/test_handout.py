"""A page to hand out is whole and needs nothing but itself."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from landships_lab.__main__ import handed_out, main
from landships_lab.data.load import readings
from landships_lab.data.rulebook import index
from landships_lab.drawing import words
from landships_lab.drawing.theme import darkened
from landships_lab.panel import CATALOG
from landships_lab.panel.catalog import PANELS
from landships_lab.panel.controls import Switch
from landships_lab.panel.links import read_link
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.task import Task
from landships_lab.publish.handout import panel_page
from landships_lab.publish.lesson import lesson_page
from landships_lab.publish.lists import practice
from landships_lab.publish.prose import FOLD, FOLD_END, prose_html
from tests.handouts import Page, handout_of
from tests.paths import LESSONS as LESSONS_DIR

LESSONS = sorted(LESSONS_DIR.glob("*.ipynb"))
#: Links of the text that set a panel.
STATES = re.compile(r"\]\((#[a-z_]+:[^)\s]+)\)")
#: What only a live panel can do, and paper does not say.
TRY = re.compile(r"^\*\*Try this\.\*\*(?:.|\n(?!\n))*", re.MULTILINE)
HOSTILE = '<img src=x onerror="alert(1)">'


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.long
@pytest.mark.parametrize("panel_id", list(CATALOG))
def test_a_panels_page_holds_all_that_the_panel_shows_and_needs_nothing_else(panel_id: str) -> None:
    panel_type = CATALOG[panel_id]
    state = panel_type.initial()
    answer = state.ask()
    text = panel_page(state)
    page = Page(text)
    assert page.troubles == []
    told = [panel_type.title, panel_type.rule_set, panel_type.prompt, answer.headline]
    told += [line.text for line in words.lines(answer)]
    told += [remedy.text for remedy in answer.remedies]
    told += [meaning for _, meaning in state.legend()] if state.shows_board() else []
    for table in state.tables(answer):
        told += [table.caption, *table.columns]
        told += [cell for name, cells in table.rows for cell in (name, *cells)]
    told += [chart.title for chart in state.charts(answer)]
    for switch in state.controls():
        if isinstance(switch, Switch):
            told += [switch.question, switch.why, *(label for _, label in switch.options)]
    assert [sentence for sentence in told if squeezed(sentence) not in page.text] == []
    assert page.tags.count("svg") == state.shows_board() + len(state.charts(answer))
    assert page.tags.count("details") == sum(isinstance(c, Switch) for c in state.controls())
    (line,) = re.findall(r'open_state\("(.*)"\)', page.text)
    assert read_link(line) == state.settled()


def test_still_pictures_of_a_page_have_the_colours_of_its_theme() -> None:
    text = panel_page(CATALOG["landships:fire"].initial())
    sheet, body = text.split("</style>")
    drawn = {(it[1], it[2]) for it in re.finditer(r' (fill|stroke)="(#\w+)"', body)}
    rules = set(re.findall(r'\[(fill|stroke)="(#\w+)"\]{\1:light-dark\(\2, #\w+\)}', sheet))
    assert rules
    assert {it for it in drawn if darkened()[it[1]] != it[1]} == rules


def test_a_closer_look_stays_a_closer_look() -> None:
    panel_type = CATALOG["landships:fire"]
    state = panel_type.initial()
    assert "0101" in Page(panel_page(state, panel_type.view())).text
    assert "0101" not in Page(panel_page(state)).text, (
        "without a view the page shows what the panel opens with"
    )


def test_what_a_person_wrote_is_text_on_the_page() -> None:
    panel_type = CATALOG["paychest:fire"]
    state = panel_type.parse("paychest:fire skill 4 moved stand inches 10").set(
        "own", f"by = '{HOSTILE}'\nranges = [{{ to = 12, modifier = 1 }}]"
    )
    page = Page(panel_page(state))
    assert page.troubles == []
    assert "img" not in page.tags
    assert HOSTILE in page.text


@pytest.mark.long
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lessons_page_holds_its_prose_panels_and_questions(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    prose = "\n".join(texts)
    text = handout_of(path)
    page = Page(text)
    assert page.troubles == []
    panels = [source for source in code if re.match(rf"(panel = )?({'|'.join(PANELS)})\(", source)]
    guesses = [source for source in code if re.search(r"^Guess\(", source, re.MULTILINE)]
    shown = len(re.findall('<section class="ll-handout(?: ll-two)?">', text))
    assert shown == len(panels) + len(guesses)
    asked = (
        list(lesson_questions(path.stem)) if any("Exercises(" in source for source in code) else []
    )
    asked += [
        question
        for source in code
        if (of := re.fullmatch(r'Drill\("(\w+)"\)', source))
        for question in practice(of[1])
    ]
    assert set(page.within) <= set(page.ids)
    folded = [source for source in code if re.search(r"^(Guess|Puzzle)\(", source, re.MULTILINE)]
    linked = [link for one in texts for link in set(STATES.findall(TRY.sub("", one)))]
    assert text.count('<details class="ll-answer">') == len(asked) + len(folded) + len(linked)
    assert [question.text for question in asked if squeezed(question.text) not in page.text] == []
    assert page.tags.count("img") == prose.count("<img ")
    headings = [line.lstrip("# ") for line in prose.splitlines() if line.startswith("#")]
    for source in code:
        if of := re.fullmatch(r'Disagreements\("(\w+)"\)', source):
            told = [reading.question for reading in readings(of[1]).values()]
            assert [text for text in told if squeezed(text) not in page.text] == []
        if of := re.fullmatch(r'Rulebook\("(\w+)"\)', source):
            told = [entry.says or entry.aside for entry in index(of[1]).entries]
            assert [text for text in told if squeezed(text) not in page.text] == []
    assert [heading for heading in headings if re.sub(r"[*_`]", "", heading) not in page.text] == []
    assert ".ipynb" not in page.text


@pytest.mark.long
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_as_a_page_of_a_site_leads_to_the_lessons_around_it_and_home(path: Path) -> None:
    page = Page(lesson_page(path, lesson_questions, "../index.html"))
    assert page.troubles == []
    assert "../index.html" in page.links
    assert {f"{other.stem}.html" for other in LESSONS} <= set(page.links)
    at = LESSONS.index(path)
    before_and_after = [
        f"{LESSONS[n].stem}.html" for n in (at - 1, at + 1) if 0 <= n < len(LESSONS)
    ]
    assert page.links[-len(before_and_after) :] == before_and_after


def notebook(folder: Path, *cells: tuple[str, str]) -> Path:
    path = folder / "mine.ipynb"
    made = [{"cell_type": kind, "source": source} for kind, source in cells]
    whole = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def no_questions(lesson: str) -> Sequence[Task]:
    raise ValueError(f"no questions for {lesson}")


def of_cells(folder: Path, *cells: tuple[str, str]) -> Page:
    return Page(lesson_page(notebook(folder, *cells), no_questions))


@pytest.mark.parametrize(
    "prose",
    [
        HOSTILE,
        "<script>alert(1)</script>",
        "[here](javascript:alert(1)) and [there](file:///etc/passwd)",
        "[another lesson](12_fire_arcs.ipynb) and [a page](teaching.md)",
        '![a tank](https://example.com/tank.png) <img src="https://example.com/x.png">',
        '<img src="pictures/../../secret.svg" alt="none">',
        '<a href="data:text/html,x" onclick="alert(1)">x</a>',
        "text <b>bold</b> &lt;",
    ],
)
def test_raw_html_of_a_lesson_is_text_and_its_links_lead_nowhere(
    tmp_path: Path, prose: str
) -> None:
    (tmp_path / "secret.svg").write_text("<svg>kept</svg>", encoding="utf-8")
    page = of_cells(tmp_path, ("markdown", f"# Title\n\n{prose}\n\nnext {prose} line"))
    assert page.troubles == []
    assert {"img", "a", "b", "script"} & set(page.tags) == set()


def test_links_to_the_web_are_kept_and_those_to_lessons_where_these_are_pages_too(
    tmp_path: Path,
) -> None:
    prose = (
        "[there](https://example.com/x?a=1&b=2) and [another lesson](12_fire_arcs.ipynb),"
        " [none](13_x.ipynb)"
    )
    path = notebook(tmp_path, ("markdown", prose))
    (tmp_path / "12_fire_arcs.ipynb").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    alone, beside = (Page(lesson_page(path, no_questions, home)) for home in ("", "../index.html"))
    assert alone.troubles == beside.troubles == []
    assert alone.links == ["https://example.com/x?a=1&b=2"]
    other = "12_fire_arcs.html"
    assert beside.links == ["../index.html", other, "https://example.com/x?a=1&b=2", other]


def test_what_only_a_panel_can_do_gives_way_to_the_words_for_paper(tmp_path: Path) -> None:
    paper = "<!-- paper: Where is *it*? -->"
    prose = f"# One\n\nBefore.\n\n**Try this.** Drag it\nabout.\n\n{paper}\n\nAfter."
    page = of_cells(tmp_path, ("markdown", prose), ("markdown", "**Try this.** Press it."))
    assert page.troubles == []
    assert page.text == "One Before. Where is it ? After."


@pytest.mark.parametrize("game", ['"paychest:one-fight"', 'shipped("paychest")["one-fight"]'])
def test_where_a_game_stands_a_page_shows_its_starting_position(tmp_path: Path, game: str) -> None:
    page = of_cells(tmp_path, ("code", f"Play({game})"))
    assert page.troubles == []
    assert page.text.endswith("The starting position.")
    assert page.tags.count("svg") == 1


def test_the_site_keeps_what_to_try_for_the_screen_and_the_words_for_paper(tmp_path: Path) -> None:
    prose = "**Try this.** Drag *it*\nabout.\n\n<!-- paper: Where is *it*? -->\n\nAfter."
    shown = prose_html(prose, tmp_path, live=True)
    assert shown == (
        '<p class="lp-screen"><strong>Try this.</strong> Drag <em>it</em>\nabout.</p>\n'
        '<p class="lp-on-paper">Where is <em>it</em>?</p>\n<p>After.</p>\n'
    )


def test_a_link_is_shown_below_its_own_paragraph_and_inside_its_fold(tmp_path: Path) -> None:
    state = "#landships:range%20from%20{}%20to%200904"
    text = f"{FOLD}\n\nIt may. [One]({state.format('0507')}).\n\n{FOLD_END}\n\n## Next\n\nAsked?"
    shown = prose_html(text, tmp_path, state_shown=lambda words, at, _: f"<i>{words}: {at}</i>")
    one = "<i>One: landships:range from 0507 to 0904</i>"
    assert shown.index(one) < shown.index(FOLD_END) < shown.index("<h2>") < shown.index("Asked?")
    twice = prose_html("\n\n".join([text, text]), tmp_path, state_shown=lambda *_: "<i>")
    assert twice.count("<i>") == 1, "a picture is shown once"


@pytest.mark.parametrize("prose", [f"{FOLD}\n\nNever closed.", f"{FOLD_END}\n\nNever opened."])
def test_a_fold_that_is_not_closed_or_not_opened_breaks_no_page(tmp_path: Path, prose: str) -> None:
    assert of_cells(tmp_path, ("markdown", prose)).troubles == []


def test_a_cell_that_only_a_run_could_tell_is_shown_as_code(tmp_path: Path) -> None:
    sources = ["FireArcs(link)", "2 +", "hits(Shot('tank'))", HOSTILE, "f'{1}'"]
    page = of_cells(tmp_path, *(("code", source) for source in sources))
    assert page.troubles == []
    assert page.tags.count("pre") == len(sources)
    assert [source for source in sources if source not in page.text] == []


def test_a_panel_that_its_cell_changes_stands_as_the_cell_leaves_it(tmp_path: Path) -> None:
    cells = ('place = "1006"', 'panel = FireArcs()\npanel.dispatch("target", place)\npanel')
    page = of_cells(tmp_path, *(("code", cell) for cell in cells))
    assert CATALOG["landships:fire"].initial().set("target", "1006").ask().headline in page.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is not a notebook"),
        ("[]", "is not a notebook"),
        ('{"cells": [{}]}', "is not a notebook"),
        ("[" * 100_000, "is not a notebook"),
        ("x" * 4_000_001, "4 MB"),
    ],
    ids=["empty", "list", "cell", "deep", "large"],
)
def test_a_file_that_is_no_lesson_is_refused_in_a_sentence(
    tmp_path: Path, content: str, said: str
) -> None:
    path = tmp_path / "broken.ipynb"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        handed_out(str(path))


def test_without_the_markdown_library_a_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "landships_lab.publish.prose", None)
    with pytest.raises(ValueError, match=r"pip install 'landships-lab\[pages\]'"):
        of_cells(tmp_path, ("markdown", "# Title"))


@pytest.mark.long
def test_the_command_writes_a_panel_and_a_lesson(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what in ("landships:range from #5 to #1", str(LESSONS[3])):
        assert main(["handout", what, "--out", str(tmp_path / "x.html")]) == 0
        assert Page((tmp_path / "x.html").read_text(encoding="utf-8")).troubles == []
    assert capsys.readouterr().out == f"{tmp_path / 'x.html'}\n" * 2
    assert main(["handout", str(tmp_path / "none.ipynb")]) == 2
    assert "There is no file" in capsys.readouterr().err


def test_the_button_saves_the_page_of_the_panel_as_it_stands() -> None:
    from landships_lab import RangeCounter

    panel: Any = RangeCounter()
    sent: list[Any] = []
    panel.board.bridge.download = lambda *file: sent.append(file)
    panel.dispatch("to", "#1")
    panel.saving.save("page")
    ((name, kind, text),) = sent
    assert (name, kind) == ("landships-range.html", "text/html")
    assert panel.answer.headline in Page(text).text


@pytest.mark.parametrize(
    "planted",
    [
        "<script>1</script>",
        '<p onclick="1">x</p>',
        '<img src="x.png">',
        '<a href="javascript:x">x</a>',
        "<p>",
        "</p>",
        "<style>p { background: url(x) }</style>",
    ],
)
def test_a_planted_fault_of_a_page_is_found(planted: str) -> None:
    assert Page(f"<main>{planted}</main>").troubles
