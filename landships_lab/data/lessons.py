"""The questions that end the lessons: each a sentence and the state it is about. The rules answer them, not the data."""

from __future__ import annotations

from attrs import frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import read, structure

#: The first digit of a lesson's number tells the rule set, in whose folder its questions stand.
RULE_SETS = {"1": "landships", "2": "loos", "3": "one_hour", "4": "landser", "5": "paychest"}


@frozen
class Asked:
    """One question, and the state (in its text form) that it is about."""

    ask: str
    state: str


def asked(lesson: str) -> tuple[Asked, ...]:
    """Return the questions that end this lesson; `ValueError` with the known lessons for any other name."""
    if lesson[:1] not in RULE_SETS:
        numbers = ", ".join(f"{digit}0 to {digit}9" for digit in RULE_SETS)
        raise ValueError(f"{lesson!r} is not a lesson with questions; their numbers are {numbers}.")
    name = f"{RULE_SETS[lesson[0]]}/lessons.toml"
    lessons = structure(read(name), dict[str, tuple[Asked, ...]], name)
    if lesson not in lessons:
        raise ValueError(unknown("lesson with questions", lesson, list(lessons)))
    return lessons[lesson]
