"""Lessons stand in one order: number, file, list and *Next* agree, and old names open the new."""

import re
from itertools import pairwise

import pytest

from landships_lab.data.lessons import RENAMED, asked, present_name
from landships_lab.games import GAMES
from landships_lab.practice.generator import kinds_of_lesson
from landships_lab.publish.lesson_groups import around, cells, lesson_groups
from tests.paths import LESSONS, REPOSITORY


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
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d\d) [^\]]*\]\(notebooks/(\w+)\.ipynb\)", text, re.MULTILINE)
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
