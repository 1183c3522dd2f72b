"""The reasons that a turn adds to those of the rules: samples of what is not in the source, and
decisions of this project; and a choice that they bar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite
from landships_lab.games.loos.rules.book import allow, lost, note, refusal
from landships_lab.play.turns import Choice, Happening, offered


def sample(text: str, what: str) -> Step:
    """Return the step for a sample value of this project, used because the source prints none."""
    return note(Cite("A sample", what, kind="sample"), text)


def standard(text: str) -> Step:
    """Return the step on what replaces a standard rule here, which the source does not print."""
    return sample(text, "the standard rules")


def open_question(text: str) -> Step:
    """Return the step on what only the standard rules, not in the source, could decide."""
    return lost("standard-rules", text)


def ours(text: str, what: str) -> Step:
    """Return the step for a decision of this project's own, which the rules do not print."""
    return note(Cite("landships_lab", what, kind="ours"), text)


def as_samples(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return these steps with the values that a reader supplies in the panels as samples."""
    return tuple(
        replace(step, cite=Cite("A sample", step.cite.section, kind="sample"))
        if step.cite.kind == "supplied"
        else step
        for step in steps
    )


def refuses(at: str | Step, text: str = "", marks: tuple[Hex, ...] = ()) -> Step:
    """Return a step that forbids: by a rule with its citation, or one of our own steps."""
    if isinstance(at, Step):
        return replace(at, op="forbids")
    return allow(at, False, text, marks=marks)


def verdict(says: str, *steps: Step) -> Answer[bool]:
    """Return the answer of these steps: the first that forbids is its headline, else ``says``."""
    return Answer(bool(judge(steps)), steps, refusal(steps, says))


def no(text: str, cite: str, *before: Step) -> Answer[bool]:
    """Return the answer that refuses something, with the rule that does."""
    return verdict(text, *before, refuses(cite, text))


def yes(text: str, cite: str) -> Answer[bool]:
    """Return the answer that allows something, with the rule that does."""
    return verdict(text, allow(cite, True, text))


def barred(words: str, says: str, why: Answer[bool], unit: str) -> Choice:
    """Return a choice that is barred as long as this answer says no."""

    def effect(_: Roll) -> Happening:
        raise AssertionError(f"nothing bars {words!r}, and nothing says what comes of it")

    return offered(words, says, effect, unit, why)
