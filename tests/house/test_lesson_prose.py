"""What a lesson says suits a notebook, a dashboard and paper: gestures stand in their own
paragraphs, places on a screen nowhere; a cell shows each question that it asks at its end.
"""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from landships_lab.data.lessons import asked
from landships_lab.games import GAMES
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.links import read_link
from landships_lab.publish.prose import prose_html
from tests.handouts import on_paper
from tests.paths import LESSONS

EACH = pytest.mark.parametrize("path", sorted(LESSONS.glob("*.ipynb")), ids=lambda path: path.stem)
TRY, PAPER = "**Try this.**", re.compile(r"<!-- paper: ([^>]*) -->")
ON_SCREEN = re.compile(
    r"\b(at|on) the (right|left)\b"
    r"|\b(below|above|beside|under) the (panel|map|chart|answer|board|table|picture)\b"
    r"|\bcolumn on\b(?! the road)",
    re.IGNORECASE,
)
GESTURE = re.compile(
    r"\b(click|press|drag|tick|untick|paste|hover|switch|the wheel|buttons?)\b", re.IGNORECASE
)
MOST_WORDS = 230  # of prose between two panels
#: What is no word to a reader: the address of a link, a tag, the name of a fold.
NO_WORD = re.compile(r"\]\(#[^)]*\)|<summary>.*</summary>|<[^>]*>")


def cells(path: Path, kind: str) -> list[str]:
    held = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in held if cell["cell_type"] == kind]


@EACH
def test_no_sentence_names_a_place_on_the_screen(path: Path) -> None:
    assert not [prose for prose in cells(path, "markdown") if ON_SCREEN.search(prose)]


@EACH
def test_what_only_a_panel_can_do_stands_in_paragraphs_that_say_so(path: Path) -> None:
    for text in re.split(r"\n\n+", "\n\n".join(cells(path, "markdown"))):
        assert TRY in text or not GESTURE.search(NO_WORD.sub("", text)), text


@pytest.mark.long
@EACH
def test_paper_is_told_to_do_nothing_that_it_cannot(path: Path) -> None:
    paper = on_paper(path)
    assert "Try this." not in paper
    words = [found[1] for prose in cells(path, "markdown") for found in PAPER.finditer(prose)]
    assert [
        text for text in words if re.sub(r"\*", "", text) not in re.sub(r" ([,.?:])", r"\1", paper)
    ] == []
    assert all(TRY in before for prose in cells(path, "markdown") for before, _ in pairs(prose))


@EACH
def test_the_site_keeps_whatever_a_lesson_tells_to_try_and_its_words_for_paper(path: Path) -> None:
    prose = cells(path, "markdown")
    shown = "".join(prose_html(text, LESSONS, live=True) for text in prose)
    assert shown.count('<p class="lp-screen"><strong>Try this.') == "".join(prose).count(TRY)
    words = [found for text in prose for found in PAPER.findall(text)]
    assert shown.count('<p class="lp-on-paper">') == len(words)


def pairs(prose: str) -> list[tuple[str, str]]:
    """Return each paragraph that holds words for paper, after the paragraph that they stand for."""
    paragraphs = re.split(r"\n\n+", prose)
    return [(before, text) for before, text in pairwise(paragraphs) if PAPER.search(text)]


RUN = "**Start here.** In JupyterLab choose *Run > Run All Cells*."
START = f"{RUN} On a web page the panels start by themselves."
#: What a lesson says of itself under its title: its number, its time, what one should know.
KICKER = re.compile(r"\*\d\d · (a game · )?about \d+ minutes · you know: .*\*")
PICTURE = re.compile(r"^<img .*>$", re.MULTILINE)
#: What stands under a picture of a lesson: what to see in it.
CAPTION = re.compile(r"\n\n\*Picture: [^*\n]{40,150}\.\*(?:\n\n|$)")


@pytest.mark.long
@EACH
def test_a_lesson_says_first_how_it_starts_and_under_a_picture_what_to_see(path: Path) -> None:
    prose = cells(path, "markdown")
    title, *others = prose[0].split("\n\n")[:3]
    assert title.startswith("# ")
    start = next(text for text in others if not KICKER.match(text))
    whole = RUN if path.stem.startswith("93") else START  # 93 is for those who read the code
    assert start.startswith(whole)
    assert "".join(prose).count(RUN) == 1
    for text in prose:
        assert text.count("*Picture: ") == len(PICTURE.findall(text))
        assert all(CAPTION.match(text, found.end()) for found in PICTURE.finditer(text))
    assert "Run All Cells" not in on_paper(path)
    assert on_paper(path).count("Picture: ") == "".join(prose).count("*Picture: ")


@EACH
def test_prose_is_short(path: Path) -> None:
    # Lists of lessons and of questions are as long as they are.
    listing = re.compile(r"^([-|]|\d+\.) .*$", re.MULTILINE)
    for prose in cells(path, "markdown"):
        text = listing.sub("", NO_WORD.sub("", PAPER.sub("", prose)))
        assert len(text.split()) <= MOST_WORDS, text


def test_the_tour_begins_with_the_search_the_games_and_the_path() -> None:
    tour = LESSONS / "00_tour.ipynb"
    held = json.loads(tour.read_text(encoding="utf-8"))["cells"]
    assert [cell["cell_type"] for cell in held[:3]] == ["markdown", "code", "code"]
    assert len(cells(tour, "markdown")[0].replace(START, "").split()) <= 25
    code = cells(tour, "code")
    assert code[1:4] == ["Search()", "FirstPage()", "FireArcs()"]
    assert [source for source in code if "\n" in source] == []


PANELS = {panel.name: panel.id for game in GAMES.values() for panel in game.panels}
ENDING = [
    lesson
    for game in GAMES.values()
    for lesson in game.lessons
    if (LESSONS / f"{lesson}.ipynb").is_file()
]


#: The panels whose questions are about different rules.
MENUS = ("landships:hexsides", "landships:brickyard", "loos:staff")


def question(state: Any) -> tuple[str, str]:
    """The panel, and which of its questions this state asks."""
    word = state.question if state.id in MENUS else ""
    return state.id, word


@pytest.mark.parametrize("lesson", ENDING)
def test_what_a_lesson_asks_at_its_end_one_of_its_cells_has_shown(lesson: str) -> None:
    notebook = json.loads((LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    cells = "\n".join(
        "".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"
    )
    shown = set()
    for name, link in re.findall(
        r'^\s*(?:Guess\()?(\w+)\((?:"([^"]*)")?', cells, flags=re.MULTILINE
    ):
        if name in PANELS:
            shown.add(question(read_link(link) if link else CATALOG[PANELS[name]].initial()))
    ended = {question(read_link(item.state)) for item in asked(lesson) if item.state}
    assert ended <= shown
