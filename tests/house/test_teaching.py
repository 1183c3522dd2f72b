"""Every link of the teacher's page and of the page on citing opens, and its panel answers what the
page says.
"""

import re
from itertools import pairwise

import pytest

import landships_lab
from landships_lab.panel.links import read_link
from tests.paths import REPOSITORY

PAGE = REPOSITORY / "notebooks" / "teaching.md"
TEXT = PAGE.read_text(encoding="utf-8")
CITING = PAGE.with_name("citing.md").read_text(encoding="utf-8")
LINKS = re.findall(r"`([a-z_]+:[a-z]+ v[0-9]+ [^`]*)`(?: \(([^)]*\.)\))?", TEXT + CITING)


@pytest.mark.parametrize(("link", "answer"), LINKS, ids=[link for link, _ in LINKS])
def test_a_link_of_the_page_opens_with_the_answer_told(link: str, answer: str) -> None:
    state = read_link(link)
    assert answer in ("", state.ask().headline)


def test_four_lessons_of_45_minutes_without_a_hole() -> None:
    plans = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:5]
    for plan in plans:
        times = [
            (int(begin), int(end))
            for begin, end in re.findall(r"^\| ([0-9]+)–([0-9]+) \|", plan, flags=re.MULTILINE)
        ]
        assert times[0][0] == 0
        assert times[-1][1] == 45
        assert all(before[1] == after[0] for before, after in pairwise(times))
        assert "**Where they go wrong**" in plan


def test_every_lesson_and_name_it_speaks_of_is_there() -> None:
    lessons = re.findall(r"\]\(([0-9a-z_]+\.ipynb)\)", TEXT)
    assert len(set(lessons)) >= 7
    for lesson in lessons:
        assert (PAGE.parent / lesson).is_file(), lesson
    for name in re.findall(r"`([A-Za-z_]+)\(", TEXT):
        assert name in landships_lab.__all__, name
