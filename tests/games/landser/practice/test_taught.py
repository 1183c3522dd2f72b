"""What each lesson of Landser asks afterwards is about the lesson's own idea."""

from collections.abc import Callable

import pytest

from landships_lab.games.landser import GAME
from landships_lab.practice import Task
from landships_lab.practice.generator import kinds_of_lesson
from landships_lab.practice.lessons import lesson_questions
from tests.effort import tries
from tests.made import made_question

#: What the questions after a lesson are about: a share of them at least, of which this is true.
IDEAS: dict[str, tuple[tuple[float, Callable[[Task], bool]], ...]] = {
    "40_a_turn_of_landser": (
        (1.0, lambda q: q.start.startswith("landser:squad ")),
        (0.2, lambda q: " order " in q.start),
        (0.2, lambda q: " move pace " in q.start),
        (0.2, lambda q: " gun crewed " in q.start),
    ),
    "41_to_hit": (
        (1.0, lambda q: q.start.startswith("landser:fire ")),
        (0.4, lambda q: " with " in q.start or " cover " in q.start),
        (0.2, lambda q: q.text.startswith("May a ")),
    ),
    "42_what_a_hit_does": (
        (1.0, lambda q: "die for effect" in q.text or "How likely" in q.text),
        (0.3, lambda q: "die for effect" in q.text),
        (0.1, lambda q: "wound" in q.text),
    ),
    "43_seen_and_unseen": (
        (1.0, lambda q: q.start.startswith("landser:spotting ")),
        (0.1, lambda q: "sneak" in q.text),
        (0.1, lambda q: "hiding" in q.because.lower()),
        (0.03, lambda q: "do not say" in q.because),
    ),
    "44_templates_and_grenades": (
        (0.2, lambda q: "template arc" in q.start),
        (0.2, lambda q: "template machine-gun" in q.start),
        (0.2, lambda q: "template grenade" in q.start),
    ),
    "45_assault_and_breaking_off": (
        (0.3, lambda q: "assault fight" in q.start),
        (0.1, lambda q: "assault surrender" in q.start),
        (0.1, lambda q: "assault charge" in q.start),
        (0.1, lambda q: "squad break-off" in q.start),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("lesson", GAME.taught)
def test_follow_up_questions_are_about_the_lesson(lesson: str) -> None:
    kinds, asked = kinds_of_lesson(lesson), []
    for seed in range(tries(30, 300)):
        kind, level = kinds[seed % len(kinds)], 1 + seed // len(kinds) % 3
        asked.append(made_question(kind.id, seed, max(level, kind.level)))
    for share, idea in IDEAS[lesson]:
        assert sum(map(idea, asked)) >= share * len(asked), share


def test_the_ends_of_the_lessons_ask_for_yes_for_no_and_for_what_is_not_printed() -> None:
    right = [q.right for lesson in IDEAS for q in lesson_questions(lesson)]
    assert {"yes", "no", "the rules do not say"} <= set(right)
