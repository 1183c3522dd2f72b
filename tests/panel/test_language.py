"""Sentences on screen, in thousands of random states of every panel: their grammar is right, and a
chance is written one way.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.controls import Choice, Field, Number, Switch, Toggles
from tests.effort import tries
from tests.random_states import random_answer, random_state, random_states

EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
STATES = tries(50, 80)
LONGEST_VERDICT = 90

#: What no sentence holds, and what it is called.
FAULTS = {
    "a doubled word": r"\b(?!had |that |\d)([a-z]+) \1\b",
    "a before a vowel": (
        r"\ba (?!one|uni|use|usu|eu)[aeio]\w|\ba (?:8|11|18)\b(?!\.)|\ba"
        r" (?:A7V|AA|ATG|MG|LMG|SMG|HMG)\b"
    ),
    "an before a consonant": r"\ban (?!hour|honest)[bcdfgjkpqtvwyz]\w",
    "one that are": (
        r"(?<![\d.])1 (?:\w+(?: \w+)?"
        r" (?:are|have)|hexes|units|men|figures|hits|Hits|inches|dice|turns|steps|battalions)\b"
    ),
    "none of": r"\b0 of\b",
    "an empty list": r"\b(?:are|is|of|and|or|with) \.",
    "a representation of Python": (
        r"Fraction\(|frozenset|<[\w.]+"
        r" object|\bNone\b|\bTrue\b|\bFalse\b|Hex\(|Side\(|Spot\(|\{'|\['|\(\)"
    ),
    "a chance written another way": (
        r"\b(?:less than|under|over|more than) \d+%|\d\.0%|(?<![\d.])0%|\b100%"
    ),
    "a chance without its sentence": r"\bwith [<>]?\d+(?:\.\d+)?%|\d/\d+ of the time",
    "a space before a stop": r" [.,;:](?!\.)",
    "no space after a stop": r"[a-z][,;][a-z]",
    "two stops": r"(?<!\.)\.\.(?!\.)|\.,|,\.",
}


def sentences(state: Any, answer: Answer[Any]) -> Iterator[str]:
    """Everything a reader may see in words, and what is spoken of the picture."""
    yield answer.headline
    yield from (step.text for step in answer.steps)
    yield from (remedy.text for remedy in answer.remedies)
    for control in state.controls():
        match control:
            case Switch():
                yield control.question
                yield from (effect for _, effect in control.effects)
            case Choice():
                yield from (control.label, *(label for _, label in control.options))
            case Field() | Number():
                yield control.label
            case Toggles():
                yield from (item.label for item in control.items)
    yield from (chart.title for chart in state.charts(answer))
    yield from (table.note for table in state.tables(answer))
    yield state.picture(answer).description


@pytest.mark.long
@EACH
def test_every_sentence_is_grammatical_and_a_verdict_is_short_and_a_sentence(
    panel_type: type[Panel],
) -> None:
    told: set[str] = set()
    for n in range(STATES):
        told |= {*sentences(random_state(panel_type, n), random_answer(panel_type, n))}
        verdict = random_answer(panel_type, n).headline
        assert len(verdict) <= LONGEST_VERDICT, verdict
        assert re.match(r"[A-Z0-9#].*[.?!]$", verdict), verdict
    for fault, pattern in FAULTS.items():
        wrong = [sentence for sentence in told if re.search(pattern, sentence)]
        assert not wrong, (fault, wrong[:5])


@EACH
def test_random_states_are_many(panel_type: type[Panel]) -> None:
    """A law over random states is worth little where they are always the same."""
    texts = {state.text() for state in random_states(panel_type, STATES)}
    assert len(texts) >= STATES // 4
