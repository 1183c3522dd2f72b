"""Nobody scores in a drill without reading: the best rule that does not read a question is hardly
better than chance.
"""

import random

import pytest

from landships_lab.practice.evenly import asked_evenly
from landships_lab.practice.generator import RULE_SETS, kinds_of
from landships_lab.practice.kind import Kind
from landships_lab.practice.marking import Key
from landships_lab.practice.task import Task
from tests.blind import SEEDS, blind_scores, in_a_drill, score_of, told
from tests.made import first_questions

#: How much better than chance a rule may be over all seeds, and how much a drill may give, in
#: hundredths; and the same in a sample, which leaves room for luck.
ABOVE_CHANCE, IN_A_DRILL = 10, 35
SAMPLE, ABOVE_IN_SAMPLE = 40, 36


@pytest.mark.long
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_no_kind_is_answered_without_reading_in_a_sample(rule_set: str) -> None:
    scores = [score_of(first_questions(kind, SAMPLE)) for kind in kinds_of(rule_set)]
    assert not [score for score in scores if 100 * score.above_chance > ABOVE_IN_SAMPLE]
    assert 100 * in_a_drill(scores) <= IN_A_DRILL + 5


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_no_kind_is_answered_without_reading(rule_set: str) -> None:
    scores = list(blind_scores(rule_set, SEEDS))
    assert not [score for score in scores if 100 * score.above_chance > ABOVE_CHANCE]
    assert 100 * in_a_drill(scores) <= IN_A_DRILL


def mostly_yes(dice: random.Random, _level: int) -> Task:
    right = "yes" if dice.random() < 0.9 else "no"
    return Task("May it?", "landships:range from #7 to #8", Key(right, ("yes", "no")))


def test_a_kind_that_mostly_says_yes_is_asked_evenly_and_would_be_found_out() -> None:
    kind = Kind("landships:positions", "legal", mostly_yes)
    asked = [asked_evenly(kind, 1, random.Random(seed)).right for seed in range(400)]
    assert 160 < asked.count("yes") < 240
    raw = [mostly_yes(random.Random(seed), 1).right for seed in range(400)]
    assert raw.count("yes") > 340


@pytest.mark.long
def test_each_kind_is_told_and_the_drill() -> None:
    lines = list(told("paychest", 6))
    assert any(line.startswith("paychest:turn, level 1: ") for line in lines)
    assert lines[-1].startswith("In a drill: ")
