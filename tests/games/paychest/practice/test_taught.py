"""What a lesson of Paychest is about, its questions are about; and what is right, the explanation
says.
"""

import re
from collections.abc import Callable

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.paychest import GAME
from landships_lab.games.paychest.practice.kinds import KINDS
from landships_lab.games.paychest.practice.puzzles import FAMILIES
from landships_lab.panel import CATALOG
from landships_lab.practice.generator import kinds_of_lesson
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.made import at_each_level, made_question
from tests.paths import LESSONS

SILENT = 40
by_lesson = pytest.mark.parametrize("lesson", GAME.taught)

#: The words by which a question shows that it is about its lesson's idea.
ABOUT = {
    "50_a_turn_of_paychest": r"card|on the board|in this game|corporal|rifle",
    "51_skill_and_fire": r"fires?\b",
    "52_melee": r"Side A|fights|\(A\)",
    "53_morale_under_fire": r"suffered|second morale|in cover|lose their leader",
    "54_when_the_book_is_torn": r"How many figures|own tables|range is left out|inches away",
}
#: In how many of a lesson's questions, of a hundred, its own subject comes up.
COMES_UP: dict[str, tuple[int, Callable[[Task], bool]]] = {
    "50_a_turn_of_paychest": (50, lambda asked: "card" in asked.text),
    "51_skill_and_fire": (30, lambda asked: re.search("advances|charges", asked.text) is not None),
    "52_melee": (30, lambda asked: "2 men" in asked.text),
    "53_morale_under_fire": (60, lambda asked: "morale" in asked.text or "roll" in asked.text),
    "54_when_the_book_is_torn": (50, lambda asked: "tables" in asked.text),
}


def follow_up(lesson: str, seeds: int) -> list[Task]:
    return [
        made_question(kind.id, seed, max(kind.level, 1 + seed % 3))
        for kind in kinds_of_lesson(lesson)
        for seed in range(seeds)
    ]


@pytest.mark.long
@by_lesson
def test_follow_up_questions_are_about_the_lessons_idea(lesson: str) -> None:
    asked = follow_up(lesson, tries(30, 300))
    assert [one.text for one in asked if not re.search(ABOUT[lesson], one.text)] == []
    share, comes_up = COMES_UP[lesson]
    assert 100 * sum(map(comes_up, asked)) >= share * len(asked)


@by_lesson
def test_every_lesson_ends_with_a_puzzle_of_its_own(lesson: str) -> None:
    text = (LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8")
    families = [family.id for family in FAMILIES if family.lesson == lesson]
    assert any(f'Puzzle(\\"{family} ' in text for family in families)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["paychest:fire", "paychest:torn", "paychest:act"])
def test_the_rules_do_not_say_comes_up_and_is_a_gap(kind: str) -> None:
    (found,) = (one for one in KINDS if one.id == kind)
    silent = [one for one in at_each_level(found, SILENT) if one.right == "the rules do not say"]
    assert silent
    values = [CATALOG[found.panel].parse(one.start).ask().value for one in silent]
    assert all(isinstance(value, Gap) for value in values)
