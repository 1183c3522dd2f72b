"""Words that questions about Loos share."""

from __future__ import annotations

from landships_lab.core.answer import Answer
from landships_lab.practice.kind import Wrong, yes_or_no
from landships_lab.practice.task import Task

TERRAIN = ("mountain", "trench", "town", "woods", "clear")
#: Numbers in words.
NUMBERS = ("no", "one", "two", "three", "four")
_ON = {"clear": "clear ground", **{one: f"a {one}" for one in ("town", "trench", "mountain")}}


def on(terrain: str) -> str:
    """Return the words for what is attacked or shelled.

    >>> on("clear"), on("woods"), on("town")
    ('clear ground', 'woods', 'a town')
    """
    return _ON.get(terrain, terrain)


def held(terrain: str) -> str:
    """Return the words for where a defender stands.

    >>> held("clear"), held("woods"), held("trench")
    ('on clear ground', 'in woods', 'in a trench')
    """
    return f"{'on' if terrain in ('clear', 'mountain') else 'in'} {on(terrain)}"


def of_law(text: str, state: str, answer: Answer[bool], wrong: Wrong, why: str = "") -> Task:
    """Return a yes-or-no question, explained by its answer."""
    verdict = "Yes" if answer.value else "No"
    return Task(text, state, yes_or_no(answer.value, wrong), f"{verdict}: {why or answer.headline}")
