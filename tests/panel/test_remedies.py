"""What a panel says would change its answer does change it."""

import random
import re
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.panel import Panel
from tests.effort import tries
from tests.random_states import random_answer, random_state

STATES = tries(20, 40)
CHANCE = re.compile(r"<?\d[\d.]*%|certain|never")
PERCENT = re.compile(r"[<>]?\d[\d.]*%")
NUMBER = re.compile(r"\bnone\b|\bno\b|\d+")
NOTHING = re.compile(r"\b(Nothing|nothing|none|no|No)\b|not in the source")


def seen(answer: Answer[Any]) -> tuple[str, object]:
    return answer.headline, answer.value.question if isinstance(answer.value, Gap) else answer.value


def forbidding(answer: Answer[Any]) -> set[str]:
    return {step.text for step in answer.steps if step.op == "forbids"}


def chances(text: str) -> list[str]:
    return CHANCE.findall(text)


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_every_remedy_that_can_be_tried_is_accepted_and_changes_the_answer(
    panel_type: type[Panel],
) -> None:
    for seed in range(STATES):
        state = panel_type.random(random.Random(seed))
        answer = state.answer()
        for remedy in answer.remedies:
            if remedy.change and remedy.to is not None:
                after = state.set(remedy.change, remedy.to).answer()
                assert seen(after) != seen(answer), f"{state.text()}: {remedy.text}"


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_a_remedy_of_a_refusal_takes_a_reason_of_it_away(panel_type: type[Panel]) -> None:
    """Either nothing forbids any more, or one thing less: of several reasons a remedy may mend one,
    and says which.
    """
    for n in range(STATES):
        answer = random_answer(panel_type, n)
        if answer.value is not False:
            continue
        for remedy in answer.remedies:
            if remedy.change and remedy.to is not None:
                after = random_state(panel_type, n).set(remedy.change, remedy.to).answer()
                gone = forbidding(answer) - forbidding(after)
                assert after.value is not False or gone, f"{answer.headline} {remedy.text}"


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_no_remedy_promises_the_chance_that_there_is_already(panel_type: type[Panel]) -> None:
    for seed in range(STATES):
        state = panel_type.random(random.Random(seed))
        answer = state.answer()
        for remedy in answer.remedies:
            told = chances(remedy.text)
            assert len(told) < 2 or len(set(told)) > 1, f"{state.text()}: {remedy.text}"
            if len(told) == 1 and chances(answer.headline):
                assert told[0] != chances(answer.headline)[0], f"{state.text()}: {remedy.text}"


@pytest.mark.parametrize(("attack", "defence"), [(30, 3), (18, 3), (12, 9), (3, 12)])
@pytest.mark.parametrize("terrain", ["escarpment", "clear", "trench", "city"])
def test_shells_before_a_combat_are_not_offered_where_they_change_nothing(
    terrain: str, attack: int, defence: int
) -> None:
    panel_type = CATALOG["loos:table"]
    answer = panel_type.parse(f"loos:table {terrain} attack {attack} defence {defence}").answer()
    for remedy in answer.remedies:
        told = chances(remedy.text)
        assert told[0] != chances(answer.headline)[0], remedy.text


def words(answer: Answer[Any]) -> str:
    return " ".join((answer.headline, *(step.text for step in answer.steps)))


@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_a_remedy_compares_itself_with_what_is_said_now(panel_type: type[Panel]) -> None:
    """*... instead of 6* stands beside a step or a verdict that tells of 6."""
    for n in range(STATES):
        answer = random_answer(panel_type, n)
        for remedy in answer.remedies:
            _, instead, now = remedy.text.rpartition(" instead of ")
            if instead:
                told = NUMBER.findall(now) or ["0"]
                none = told[0] in ("0", "none", "no") and NOTHING.search(words(answer))
                assert none or told[0] in NUMBER.findall(words(answer)), (
                    f"{answer.headline} {remedy.text}"
                )


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_a_chance_that_a_remedy_promises_is_told_once_it_is_taken(panel_type: type[Panel]) -> None:
    for n in range(STATES):
        for remedy in random_answer(panel_type, n).remedies:
            if remedy.change and remedy.to is not None:
                after = random_state(panel_type, n).set(remedy.change, remedy.to).answer()
                promised = PERCENT.findall(remedy.text.partition(" instead of ")[0])
                assert {*promised[:1]} <= {*PERCENT.findall(words(after))}, (
                    f"{remedy.text} {after.headline}"
                )
