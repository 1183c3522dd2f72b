"""Sentences on screen, in thousands of random states of every panel: their grammar is right, and a
chance is written one way.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.controls import Choice, Field, Number, Switch, Toggles

EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
STATES = 120
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


def sentences(state: Any) -> Iterator[str]:
    """Everything a reader may see in words, and what is spoken of the picture."""
    answer = state.ask()
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


@cache
def random_state(panel_type: type[Panel], n: int) -> Any:
    """The random state with this number, drawn once for all laws."""
    return panel_type.random(random.Random(f"{panel_type.id} {n}"))


def random_states(panel_type: type[Panel], number: int) -> Iterator[Any]:
    """So many random states, always the same ones."""
    return (random_state(panel_type, n) for n in range(number))


@EACH
def test_every_sentence_is_grammatical(panel_type: type[Panel]) -> None:
    wrong: dict[str, set[str]] = {}
    for state in random_states(panel_type, STATES):
        for sentence in sentences(state):
            for fault, pattern in FAULTS.items():
                if re.search(pattern, sentence):
                    wrong.setdefault(fault, set()).add(sentence)
    assert not wrong, {fault: sorted(found)[:5] for fault, found in wrong.items()}


@EACH
def test_a_verdict_is_short_and_a_sentence(panel_type: type[Panel]) -> None:
    told = {state.ask().headline for state in random_states(panel_type, STATES)}
    assert not {
        line
        for line in told
        if len(line) > LONGEST_VERDICT or not re.match(r"[A-Z0-9#].*[.?!]$", line)
    }


@EACH
def test_random_states_are_many(panel_type: type[Panel]) -> None:
    """A law over random states is worth little where they are always the same."""
    texts = {state.text() for state in random_states(panel_type, STATES)}
    assert len(texts) >= STATES // 4
