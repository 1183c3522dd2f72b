"""What a panel says would change its answer does change it."""

import re
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.panel import Panel
from tests.effort import tries
from tests.random_states import random_answer, random_state

STATES = tries(30, 300)
CHANCE = re.compile(r"<?\d[\d.]*%|certain|never")
PERCENT = re.compile(r"[<>]?\d[\d.]*%")
NUMBER = re.compile(r"\bnone\b|\bno\b|\d+")
#: Panels whose remedies may take away one thing of several that forbid.
IN_PART = ("landships:fire", "loos:staff")
NOTHING = re.compile(r"\b(Nothing|nothing|none|no|No)\b|not in the source")


def seen(answer: Answer[Any]) -> tuple[str, object]:
    return answer.headline, answer.value.question if isinstance(answer.value, Gap) else answer.value


def forbidding(answer: Answer[Any]) -> set[str]:
    return {step.text for step in answer.steps if step.op == "forbids"}


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
def test_a_remedy_that_can_be_tried_changes_the_answer_as_it_says(panel_type: type[Panel]) -> None:
    """Of a refusal nothing forbids any more, or one thing less; a chance that is promised is not
    the one there is, and is told once the remedy is taken.
    """
    for n in range(STATES):
        state, answer = random_state(panel_type, n), random_answer(panel_type, n)
        for remedy in answer.remedies:
            told, now = CHANCE.findall(remedy.text), CHANCE.findall(answer.headline)
            assert len(told) < 2 or len(set(told)) > 1, f"{state.text()}: {remedy.text}"
            assert len(told) != 1 or told != now[:1], f"{state.text()}: {remedy.text}"
            if not remedy.change or remedy.to is None:
                continue
            then = state.set(remedy.change, remedy.to)
            assert type(then).parse(then.text()) == then.settled(), "a link can open it"
            after = then.answer()
            assert seen(after) != seen(answer), f"{state.text()}: {remedy.text}"
            if answer.value is False and panel_type.id in IN_PART:
                assert forbidding(answer) - forbidding(after), f"{state.text()}: {remedy.text}"
            elif answer.value is False:
                assert after.value is not False, f"{state.text()}: {remedy.text}"
            assert not isinstance(answer.value, Gap) or not isinstance(after.value, Gap), remedy
            promised = PERCENT.findall(remedy.text.partition(" instead of ")[0])
            assert {*promised[:1]} <= {*PERCENT.findall(words(after))}, remedy.text
