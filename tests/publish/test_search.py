"""One search finds rules, lessons, terms and lines of every source; the first page shows five games
and the reader's path.
"""

import io
import re
import runpy
import zipfile
from pathlib import Path
from typing import Any

import pytest

from landships_lab import FirstPage, Search
from landships_lab.data.load import indexed
from landships_lab.games import GAMES
from landships_lab.panel.links import read_link
from landships_lab.practice.path import FILE, mark_done
from landships_lab.publish.lesson import LessonParts
from landships_lab.publish.search import LESSON, QUESTION, RULE, TERM, entries, find
from tests.paths import LESSONS, REPOSITORY


def test_a_search_finds_rules_lessons_terms_and_questions_of_all_sources() -> None:
    found = entries(LESSONS)
    assert {entry.sort for entry in found} == {LESSON, TERM, QUESTION, RULE}
    for name in indexed():
        assert any(entry.title.startswith(GAMES[name].title) for entry in found)
    for path in LESSONS.glob("[0-9][0-9]_*.ipynb"):
        assert any(entry.sort == LESSON and entry.lesson == path.stem for entry in found)
    for entry in find(LESSONS, "gas"):
        assert not entry.shows or read_link(entry.shows).title


@pytest.mark.parametrize(
    ("words", "sort", "title"),
    [
        ("gas", LESSON, "Bombardment and gas"),
        ("line 115", RULE, "Landships! · twelve point facing, line 115"),
        ("lines 115", RULE, "Landser, line 115"),
        ("may it fire", QUESTION, "May this gun fire at that target?"),
        ("hexside", TERM, "hexside"),
        ("May it FIRE?", QUESTION, "May this gun fire at that target?"),
    ],
)
def test_what_one_would_type_is_found(words: str, sort: str, title: str) -> None:
    assert (sort, title) in {(entry.sort, entry.title) for entry in find(LESSONS, words)}


def test_nothing_is_found_for_nothing() -> None:
    assert find(LESSONS, "") == find(LESSONS, "it is") == find(LESSONS, "zeppelinx") == ()


def test_a_position_that_is_pasted_opens_and_words_are_searched() -> None:
    page = Search(LESSONS)
    link = "landships:range v1 from #5 to #1"
    for pasted in (link, f"https://example.org/open.html#panel={link.replace('#', '%23')}"):
        page.search(pasted)
        assert page.opened is not None
        assert "#5" in page.opened.text
    shown = page.search("gas")
    assert page.opened is None
    assert shown == find(LESSONS, "gas")
    page.open_found(next(entry for entry in shown if entry.shows))
    assert page.opened is not None
    page.search("landships:nothing at all")
    assert page.opened is None
    page.close()


def test_a_lesson_that_is_found_opens_by_its_link() -> None:
    page = Search(LESSONS)
    for words in ("Bombardment and gas", "hexside"):
        page.search(words)
        first = next(it.value for it in rows(page))
        (address,) = re.findall(r'<a href="(\w+\.ipynb)" target="_blank">lesson \d\d</a>', first)
        assert (LESSONS / address).is_file()
    page.close()


def rows(page: Search) -> list[Any]:
    """Return the words of the list, row by row."""
    found = next(it for it in page.children if "ll-found" in it._dom_classes)
    return [row.children[0] for row in found.children]


def test_a_page_of_the_site_has_what_a_search_reads_of_the_lessons(tmp_path: Path) -> None:
    payload = runpy.run_path(str(REPOSITORY / ".ci" / "site" / "payload.py"))
    wheel = tmp_path / "own.whl"
    zipfile.ZipFile(wheel, "w").close()
    own = {payload["WHOLE"]: {"file_name": wheel.name, "depends": []}}
    packed = payload["lesson_zip"](own, tmp_path, LESSONS)
    with zipfile.ZipFile(io.BytesIO(packed)) as held:
        held.extractall(tmp_path)
        texts = [it for it in held.infolist() if it.filename.startswith(payload["SEARCHED"])]
        assert f'"{payload["SEARCHED"]}"' in held.read("landships_page.py").decode()
    assert sum(it.compress_size for it in texts) < 40_000
    assert entries(tmp_path / payload["SEARCHED"]) == entries(LESSONS)


def test_the_first_page_shows_each_game_with_begin_and_play_and_the_path_with_ticks() -> None:
    html = FirstPage(LESSONS).data
    linked = set(re.findall(r'href="(\w+)\.ipynb"', html))
    for game in GAMES.values():
        assert {*game.lessons} <= linked
        if game.lessons:
            assert game.story
            assert game.story in html
            assert (LESSONS / "pictures" / f"{game.face}.svg").is_file()
    assert html.count(">Begin</a>") == html.count("▶ Play</a>") == 5
    assert "The Brickyard, 1918 · 50 min" in html
    assert "Begin with <b>10:" in html


def test_the_path_goes_on_with_the_lesson_after_those_done(tmp_path: Path) -> None:
    for path in LESSONS.glob("*.ipynb"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    mark_done(tmp_path, "24_a_turn_at_loos")  # by its former name
    assert (tmp_path / FILE).is_file()
    html = FirstPage(tmp_path).data
    assert "Go on with <b>21: The combat table</b>" in html
    assert "1 of 6 done" in html
    assert html.count(" data-done") == 1


def test_the_page_of_the_tour_shows_games_whose_links_are_pages() -> None:
    parts = LessonParts(LESSONS, lambda _: (), linked=True)
    (html,) = parts.code("FirstPage()")
    assert 'href="18_the_brickyard_hour_by_hour.html"' in html
    assert list(LessonParts(LESSONS, lambda _: (), linked=False).code("FirstPage()")) == [""]
