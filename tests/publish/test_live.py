"""A lesson as a page of the site: what its hand-out shows, with the code of each panel beside its
picture, and no code to be seen.
"""

import json
import re
from collections import Counter
from html import unescape
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from landships_lab.drawing.svg import LONG
from landships_lab.panel import CATALOG
from landships_lab.practice.lessons import lesson_questions
from landships_lab.publish.handout import panel_html
from landships_lab.publish.lean import lean
from landships_lab.publish.live import alive, live_lesson
from tests.handouts import Page
from tests.paths import LESSONS as FOLDER
from tests.paths import REPOSITORY

LESSONS = sorted(FOLDER.glob("[0-9]*.ipynb"))
SCRIPT = "live/live-0.js"
CELL = re.compile(r'<div class="lp-cell" data-code="([^"]*)"( hidden)?>')
RAN = '<section class="ll-handout">what a run shows</section>'


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What `make site` makes pages with."""
    monkeypatch.syspath_prepend(str(REPOSITORY / ".ci" / "site"))
    return import_module("pages")


def page_of(path: Path) -> str:
    ways = {"home": "index.html", "notebook": "../lab/index.html?path=x", "script": SCRIPT}
    return live_lesson(path, lesson_questions, **ways, shown=lambda _: RAN)


@pytest.mark.long
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lessons_page_shows_its_hand_out_and_holds_the_code_of_each_cell(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    text = page_of(path)
    held = CELL.findall(text)
    own = [it for it in code if it != "FirstPage()"]  # it is links, which need no Python
    assert [unescape(source) for source, _ in held] == own
    hidden = [unescape(source) for source, hide in held if hide]
    assert hidden == [it for it in code if it.startswith(("from ", "@", "def "))]
    assert text.count("<pre>") == sum(it.startswith(("@", "def ")) for it in code)
    page = Page(text)
    assert set(page.within) <= set(page.ids)
    allowed = {"there is a <script>", "there is a <link>", "<script>", "<link>", "<a>"}
    assert {trouble.split(" has ")[0] for trouble in page.troubles} <= allowed
    assert text.count("<script") == 2
    assert f'<script src="{SCRIPT}" defer></script>' in text


def test_what_only_a_run_can_show_is_asked_for_with_the_imports_before_it() -> None:
    asked: list[str] = []

    def shown(source: str) -> str:
        asked.append(source)
        return RAN

    path = FOLDER / "42_what_a_hit_does.ipynb"
    text = live_lesson(path, lesson_questions, home="", notebook="", script=SCRIPT, shown=shown)
    (source,) = asked
    assert source.startswith("from landships_lab import")
    assert source.endswith('resolve(Shot("rifle", 4), (2, 4, 3))')
    assert text.count(RAN) == 1


def test_what_a_lesson_defines_is_read_as_code_and_what_it_computes_is_shown(
    pages: ModuleType,
) -> None:
    """As `make site` does it, which runs the code of our own lessons."""
    path, ways = FOLDER / "93_how_a_rule_is_written.ipynb", {"home": "", "notebook": ""}
    shown = pages.shown_answer
    text = live_lesson(path, lesson_questions, script=SCRIPT, shown=shown, **ways)
    assert "<pre>@decided\ndef may_guard" in text
    assert "One guard cannot keep 6 prisoners: the most is 5." in text


def test_the_code_of_a_cell_is_only_words_of_the_page() -> None:
    part = alive('FireArcs("<b>\\"&")', "<p>still</p>")
    assert "<b>" not in part
    assert CELL.findall(part) == [("FireArcs(&quot;&lt;b&gt;\\&quot;&amp;&quot;)", "")]
    unseen = '<div class="lp-cell" data-code="import x" hidden></div>\n'
    assert alive("import x", "", hidden=True) == unseen


def test_lean_pages_are_less_than_half_and_keep_what_pictures_say() -> None:
    states = [CATALOG["landships:fire"].initial(), CATALOG["landships:positions"].initial()]
    whole = "".join(panel_html(state) for state in states * 2)
    short = lean(whole)
    assert len(short) < len(whole) / 2
    for pattern in (r"<svg[^>]*aria-label=\"([^\"]*)\"", r"<desc>(.*?)</desc>"):
        assert re.findall(pattern, short, re.DOTALL) == re.findall(pattern, whole, re.DOTALL)
    ids = re.findall(r' id="([^"]*)"', short)
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert set(re.findall(r'href="#([^"]*)"', short)) <= set(ids)
    drawn = Counter(line for line in re.findall(r' d="([^"]*)"', short) if len(line) > LONG)
    assert [line for line, times in drawn.items() if times > 1] == []
    assert lean("<p>&lt;svg&gt;</p>") == "<p>&lt;svg&gt;</p>", "without pictures it stays as it is"
