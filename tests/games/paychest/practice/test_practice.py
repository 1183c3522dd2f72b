"""Questions about Paychest say nothing that is false, and name the reading they turn on."""

import random
import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from landships_lab import practice
from landships_lab.core.answer import Gap
from landships_lab.data.load import readings
from landships_lab.games.paychest.practice.fire import change
from landships_lab.games.paychest.practice.kinds import KINDS
from landships_lab.games.paychest.rules.morale import effect
from landships_lab.panel import CATALOG
from landships_lab.panel.links import read_link
from landships_lab.practice.task import Task
from tests.practice.referees import after
from tests.practice.referees.paychest import MOVED, said

QUESTIONS = 600


@pytest.mark.long
def test_what_a_wrong_change_is_said_to_lead_to_is_true() -> None:
    """A man with one more point of skill has that point on his second die too (line 7)."""
    checked = 0
    for number in range(QUESTIONS):
        question = change.make(random.Random(number), 2 + number % 3)
        (wanted,) = re.findall(r"lets a (?:roll of )?(\d)", question.text)
        for mistake in question.key.slips:
            told = re.search(r"the roll that hits is (.+)$", mistake.name)
            if told is None:
                continue
            checked += 1
            choice = str(mistake.reply)
            skill = int(after(question, "skill")) + ("one more point" in choice)
            moved = {"stand still": "stand", "only advance": "advance"}.get(
                choice, after(question, "moved")
            )
            figures = int(after(question, "figures")) + {
                "aim at three more figures": 3,
                "aim at six more figures": 6,
            }.get(choice, 0)
            more = figures // 3 if after(question, "weapon") != "rifle" else 0
            still = "Shell has modifiers for the range" in question.text
            left = skill + more + (0 if still else MOVED[moved])
            assert told[1] == said(skill, left), question
            assert left < int(wanted), "what is enough is no mistake"
    assert checked > QUESTIONS


#: The readings that questions turn on, the kinds that ask, and the level from which they do.
TURN_ON = [
    ("skill-plus", "paychest:fire", 2),
    ("shell-moved", "paychest:fire", 2),
    ("shell-moved", "paychest:odds", 2),
    ("leaders-fire", "paychest:aim", 1),
    ("two-to-one", "paychest:melee", 2),
    ("retreat-fires", "paychest:act", 1),
    ("rally-moves", "paychest:act", 2),
    ("regulars-return", "paychest:command", 1),
    ("cannot-walk", "paychest:command", 1),
]


@pytest.mark.long
@pytest.mark.parametrize(("reading", "kind", "level"), TURN_ON)
def test_a_reading_is_named_and_neither_the_option_nor_the_answer_is_always_the_same(
    reading: str, kind: str, level: int
) -> None:
    """Each option comes up, and one at least with more than one right reply."""
    known = readings("paychest")[reading]
    replies: dict[str, set[str]] = {option.id: set() for option in known.options}
    for question in drawn(kind, level):
        for option in known.options:
            if option.says in question.text:
                replies[option.id].add(question.right)
    assert all(replies.values()), replies
    assert len(set.union(*replies.values())) > 1, replies


@pytest.mark.long
@pytest.mark.parametrize("kind", ["paychest:fire", "paychest:odds", "paychest:aim"])
def test_a_question_names_each_reading_that_would_change_its_answer(kind: str) -> None:
    """Switch each reading that the panel offers: where the roll that hits becomes another, the
    words of the question say which option is taken (lines 5, 6, 11 and 12).
    """
    fire: Any = CATALOG["paychest:fire"]
    for question in islice(drawn(kind, 3), 200):
        state = fire.parse(question.start)
        known = readings("paychest")
        for reading in ("skill-plus", "shell-moved", "leaders-fire"):
            told = {_roll(state.set(reading, option.id)) for option in known[reading].options}
            if len(told) > 1:
                options = known[reading].options
                assert sum(option.says in question.text for option in options) == 1, question


def _roll(state: Any) -> object:
    """Return which roll hits in this state, or that they may not fire."""
    answer = state.ask()
    return False if answer.value is False else answer.headline.partition(":")[0]


@pytest.mark.long
def test_a_change_is_chosen_from_three_at_least() -> None:
    for number in range(QUESTIONS):
        question = change.make(random.Random(number), 2 + number % 3)
        assert len(question.choices) >= 3, question


def test_a_line_is_mistaken_only_for_its_neighbours_and_that_of_the_other_troops() -> None:
    """The lines above and below in the table, and that of the other troops (lines 8 and 9)."""

    def does(kind: str, die: int) -> str:
        found = effect(kind, die)
        if isinstance(found, Gap):
            return "the rules do not say"
        return {"hold": "it holds", "fall back": "it falls back", "rout": "it routs"}[found.does]

    for question in drawn("paychest:second", 1):
        kind = after(question, "kind")
        other = "irregular" if kind == "regular" else "regular"
        (shown,) = re.findall(r"it shows (\d)", question.text)
        die = int(shown)
        near = {does(kind, n) for n in (die - 1, die + 1) if 1 <= n <= 6} | {does(other, die)}
        replies = {str(slip.reply) for slip in question.key.slips}
        assert replies == near - {does(kind, die)}, question


def drawn(kind_id: str, level: int) -> Iterator[Task]:
    """Yield many questions of a kind."""
    (kind,) = (kind for kind in KINDS if kind.id == kind_id)
    return (kind.make(random.Random(number), level) for number in range(QUESTIONS))


def test_a_stretch_that_is_narrow_enough_is_no_mistake() -> None:
    """Line 5: only a stretch wider than their frontage is refused."""
    for question in drawn("paychest:aim", 2):
        named = [slip for slip in question.key.slips if "own frontage" in slip.name]
        wide = re.search(r"wall (\d+) inch\w* wide, with (\d+) inch", question.text)
        assert bool(named) is (wide is not None and int(wide[1]) > int(wide[2])), question


@pytest.mark.long
def test_from_the_second_level_more_than_two_men_fight() -> None:
    sizes = {
        level: {
            int(after(question, "men_a")) + int(after(question, "men_b"))
            for question in drawn("paychest:melee", level)
        }
        for level in (1, 2)
    }
    assert min(sizes[1]) == 2
    assert min(sizes[2]) == 3


def test_from_the_second_level_morale_is_asked_both_ways() -> None:
    for level in (1, 2):
        ends = {
            re.search(r"to need (a|no) second", question.text)[1]  # type: ignore[index]
            for question in drawn("paychest:morale", level)
        }
        assert ends == ({"a"} if level == 1 else {"a", "no"})


def test_the_parts_of_a_formation_are_counted_where_the_print_leaves_that_open_line_12() -> None:
    """From two of them, the least printed, to the most: six warbands; twelve where no limit is
    printed.
    """
    asked: dict[str, set[str]] = {}
    for question in drawn("paychest:forces", 2):
        formation, *parts = question.start.removeprefix("paychest:forces formation ").split()
        asked.setdefault(formation, set()).add(" ".join(parts))
    most = {
        "brigade": ("battalions", 12),
        "cavalry-regiment": ("squadrons", 12),
        "native-regiment": ("warbands", 6),
    }
    assert set(asked) == {*most, "native-army", "battalion", "battery"}
    for formation, (name, count) in most.items():
        assert asked[formation] == {f"{name} {n}" for n in range(2, count + 1)}
    pairs = product(range(2, 7), range(2, 13))
    assert asked["native-army"] <= {f"warbands {b} regiments {r}" for b, r in pairs}
    assert asked["battalion"] == asked["battery"] == {""}


def test_one_figure_too_many_is_a_known_mistake() -> None:
    for question in drawn("paychest:forces", 2):
        right = int(str(question.key.right))
        told = {slip.name: int(str(slip.reply)) - right for slip in question.key.slips}
        assert told.get("you left out one figure", -1) == -1
        assert told["you counted one figure twice"] == 1, question


def test_the_words_of_two_questions_are_english() -> None:
    """Companies, and a side that is never hurt."""
    assert "4 infantry companies" in practice.question("paychest", seed=114, level=3).because
    melee = practice.question("paychest", seed=125, level=1)
    assert "B is hurt never and A 97.2% of the time" in melee.because


def test_the_verdict_of_a_gun_says_what_becomes_of_those_in_cover() -> None:
    """So that an entry of the rule index and its counter-position differ (line 12)."""
    gun = "paychest:fire weapon machine-gun skill 3 figures 4"
    heads = {
        read_link(gun + more).answer().headline.partition("average.")[2]
        for more in ("", " hidden 5", " hidden 8", " exposed 2")
    }
    assert heads == {
        "",
        " 5 in cover cannot be hit.",
        " 8 in cover cannot be hit, and test morale 50% of the time.",
        " 2 may be hit where they show.",
    }
