"""Lessons stand in one order: number, file, list and *Next* agree, and old names open the new."""

import re
import runpy
from itertools import pairwise
from pathlib import Path

import pytest
from jupyter_server.services.contents.largefilemanager import LargeFileManager

from landships_lab.data.lessons import RENAMED, asked, present_name
from landships_lab.games import GAMES
from landships_lab.practice.generator import kinds_of_lesson
from landships_lab.publish.lesson import lesson_page
from landships_lab.publish.lesson_groups import around, cells, lesson_groups
from tests.paths import LESSONS, REPOSITORY

TAUGHT = sorted(LESSONS.glob("[1-5]?_*.ipynb"))
LATER = sorted(LESSONS.glob("9?_*.ipynb"))


def test_the_order_of_a_game_is_that_of_its_files_and_its_turn_comes_first() -> None:
    for game in GAMES.values():
        assert list(game.lessons) == sorted(game.lessons)
        if game.lessons and game.id != "landships":
            assert "_a_turn_" in game.lessons[0]
    listed = [lesson.name for group in lesson_groups(LESSONS) for lesson in group.lessons]
    assert listed == sorted(listed)
    for before, after in pairwise(listed):
        follows = around(lesson_groups(LESSONS), before)[2]
        assert follows is not None
        assert follows.name == after


def test_what_a_lesson_says_that_you_know_comes_before_it() -> None:
    for path in LESSONS.glob("*.ipynb"):
        prose = "\n".join(source for kind, source in cells(path) if kind == "markdown")
        for known in re.findall(r"[Yy]ou (?:should )?know[^.\n]*", prose):
            for number in re.findall(r"\]\((\d\d)_\w+\.ipynb\)", known):
                assert number < path.stem[:2], (path.stem, known)


def test_the_readme_lists_the_lessons_in_their_order() -> None:
    text = (REPOSITORY / "notebooks" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d\d) [^\]]*\]\((\w+)\.ipynb\)", text, re.MULTILINE)
    assert [name for _, name in rows] == sorted(path.stem for path in LESSONS.glob("*.ipynb"))
    assert all(number == name[:2] for number, name in rows)


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_name_means_the_lesson_of_today(old: str) -> None:
    new = present_name(old)
    assert (LESSONS / f"{new}.ipynb").is_file()
    assert not (LESSONS / f"{old}.ipynb").exists()
    assert old[2:] == new[2:]
    assert asked(old) == asked(new)
    assert kinds_of_lesson(old) == kinds_of_lesson(new)


#: How long the played games take, as those who played them say; the other lessons are measured.
PLAYED = {"18": 50, "25": 30, "35": 60, "46": 20, "55": 15}
#: What a reader does with each call, in minutes, and how many words he reads in one.
TAKES, WORDS_A_MINUTE = {"Guess(": 1.0, "Exercises(": 4.0, "Puzzle(": 4.0}, 180


def measured(path: Path) -> float:
    """Return how many minutes a lesson takes: its words, and what it asks."""
    found = cells(path)
    prose = " ".join(source for kind, source in found if kind == "markdown")
    words = re.sub(r"\]\([^)]*\)|<[^>]*>", " ", prose).split()
    code = [source for kind, source in found if kind == "code" and "import" not in source]
    asked = sum(minutes * source.count(call) for call, minutes in TAKES.items() for source in code)
    shown = 0.5 * sum(source.count("(") for source in code if not any(c in source for c in TAKES))
    return len(words) / WORDS_A_MINUTE + asked + shown


#: The head of a lesson: its number, its time, what one should know; no subject, which is its title.
HEAD = re.compile(r"\*(\d\d) · (?:a game · )?about (\d+) minutes · you know: (.*)\*")


@pytest.mark.parametrize("path", TAUGHT, ids=lambda path: path.stem)
def test_the_head_of_a_lesson_tells_its_number_and_its_true_time(path: Path) -> None:
    said = HEAD.search(cells(path)[0][1])
    assert said is not None
    assert said[1] == path.stem[:2]
    minutes = PLAYED.get(said[1])
    assert int(said[2]) == minutes if minutes else abs(int(said[2]) - measured(path)) < 5
    assert all(known < said[1] for known in re.findall(r"\((\d\d)[)_]", said[3]))


@pytest.mark.parametrize("path", [*TAUGHT, *LATER], ids=lambda path: path.stem)
def test_a_lesson_ends_with_a_closing_word_and_the_way_on(path: Path) -> None:
    kind, source = cells(path)[-1]
    _, _, after = around(lesson_groups(LESSONS), path.stem)
    assert kind == "markdown"
    heading, word, way = source.split("\n\n")
    assert heading.startswith("## ")
    assert word.endswith((".", "?"))
    assert way.startswith("**Next:** ")
    assert f"]({after.name if after else '91_drill'}.ipynb)" in way
    assert "(00_tour.ipynb)" in way


def test_a_page_tells_the_number_of_its_lesson_once() -> None:
    html = lesson_page(LESSONS / "31_fire_and_cover.ipynb", lambda _: ())
    head = html[html.index('<p class="lp-kicker">') : html.index("<figure")]
    assert head.count("31") == 1
    assert "<em>About 15 minutes · you know: how a turn goes</em>" in head


def test_an_old_copy_beside_the_present_lesson_is_not_listed(tmp_path: Path) -> None:
    old, new = next(iter(RENAMED.items()))
    for name in (old, new):
        (tmp_path / f"{name}.ipynb").write_bytes((LESSONS / f"{new}.ipynb").read_bytes())
    assert [it.name for group in lesson_groups(tmp_path) for it in group.lessons] == [new]


def test_a_server_opens_a_lesson_by_its_former_name(tmp_path: Path) -> None:
    runpy.run_path(str(REPOSITORY / "binder" / "jupyter_server_config.py"))
    manager = LargeFileManager(root_dir=str(tmp_path))
    old, new = next(iter(RENAMED.items()))
    (tmp_path / f"{new}.ipynb").write_bytes((LESSONS / f"{new}.ipynb").read_bytes())
    assert manager._get_os_path(f"{old}.ipynb") == str(tmp_path / f"{new}.ipynb")
    assert manager.get(f"{old}.ipynb")["content"]["cells"]
    assert manager._get_os_path("other.ipynb") == str(tmp_path / "other.ipynb")
    (tmp_path / f"{old}.ipynb").write_text("{}", encoding="utf-8")
    assert manager._get_os_path(f"{old}.ipynb") == str(tmp_path / f"{old}.ipynb")


@pytest.mark.parametrize("number", [18, 25, 35, 46, 55])
def test_a_lesson_of_a_game_begins_with_three_moves_against_the_machine(number: int) -> None:
    sources = [text for _, text in cells(next(LESSONS.glob(f"{number}_*.ipynb")))]
    at = next(place for place, text in enumerate(sources) if text.startswith("Play("))
    assert re.match(r'Play\("\w+:[\w-]+", against="\w+"\)', sources[at])
    assert "## Three moves" in sources[at - 1]
    assert sum(text.startswith("Guess(") for text in sources[:at]) <= 1
