"""Every kind of question is taught in a lesson, in words that stand there, and every lesson of a
game has kinds of its own.
"""

import json
import re
from functools import cache

import pytest

from landships_lab.games import GAMES
from landships_lab.practice.generator import MIXED, RULE_SETS, chosen_kinds, kinds_of
from landships_lab.practice.kind import LEVELS, Kind
from landships_lab.practice.lessons import lesson_questions
from landships_lab.practice.stream import follow_up
from tests.effort import tries
from tests.paths import LESSONS

KINDS = kinds_of(MIXED)
TAUGHT = [name for game in RULE_SETS for name in GAMES[game].taught]


@cache
def prose(lesson: str) -> str:
    """The words of a lesson, without marks and line breaks."""
    cells = json.loads((LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    text = " ".join("".join(cell["source"]) for cell in cells)
    return plain(text)


def plain(text: str) -> str:
    """Return words without tags, addresses and marks."""
    bare = re.sub(r"<abbr[^>]*>|</abbr>|\]\([^)]*\)|[*_`\[]", "", text)
    return re.sub(r"\s+", " ", bare).lower()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_kind_is_taught_where_it_says(kind: Kind) -> None:
    assert kind.lesson in TAUGHT
    assert len(kind.taught.split()) >= 2
    assert plain(kind.taught) in prose(kind.lesson)


@pytest.mark.parametrize("lesson", TAUGHT)
def test_a_lesson_ends_in_three_or_four_questions_of_its_panels(lesson: str) -> None:
    asked = lesson_questions(lesson)
    assert len(asked) in (3, 4)
    assert all(question.mark(question.right).right for question in asked)
    assert len({question.right for question in asked}) > 1, "not all replies are alike"
    panels = {kind.panel for kind in chosen_kinds(MIXED, lessons=[lesson])}
    assert panels & {question.panel.id for question in asked}


@pytest.mark.long
@pytest.mark.parametrize("lesson", TAUGHT)
def test_questions_after_a_lesson_are_of_its_kinds_and_get_harder(lesson: str) -> None:
    kinds = {kind.id for kind in chosen_kinds(MIXED, lessons=[lesson])}
    last, levels = None, []
    for number in range(tries(9, 15)):
        asked = follow_up(lesson, number, 1, last)
        assert asked.kind in kinds
        assert last is None or (asked.text, asked.start) != (last.text, last.start)
        levels.append(asked.level)
        last = asked
    assert levels[-1] == max(LEVELS)
    assert levels[0] <= levels[-1]
