"""The guesses of a lesson: the question that a panel answers, with replies that fit the kind of its
answer, always all of them, so that the list gives nothing away.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.panel.panel import Panel
from landships_lab.practice.kind import LADDER, YES_NO
from landships_lab.practice.marking import NOT_PRINTED, Key, reply_of
from landships_lab.practice.task import Task

#: What is said of a chance of nought and of one.
NEVER, ALWAYS = "never", "always"
_CHANCES = (NEVER, *(f"about {step} in 100" for step in LADDER), ALWAYS)
#: The largest number that is offered as a reply.
MOST_NUMBER = 9


def guess_at(panel: Panel, ask: str = "") -> Task:
    """Return the question that a panel in this state answers, or the one given.

    It has no choices where the answer is no word, small number or chance: the reader can then only
    ask to be shown.
    """
    value = panel.answer().value
    right = _chance(value) if isinstance(value, Fraction) else reply_of(value)
    return Task(ask or panel.prompt, panel.settled().text(), Key(right, _replies(panel, value)))


def _replies(panel: Panel, value: object) -> tuple[str, ...]:
    if isinstance(value, bool | Gap):
        return (*YES_NO, NOT_PRINTED)
    if isinstance(value, Fraction):
        return _CHANCES
    if isinstance(value, int) and 0 <= value <= MOST_NUMBER:
        return tuple(map(str, range(MOST_NUMBER + 1)))
    known = panel.replies() if isinstance(value, str) else ()
    return known if value in known else ()


def _chance(value: Fraction) -> str:
    if value in (0, 1):
        return ALWAYS if value else NEVER
    nearest = min(LADDER, key=lambda step: abs(100 * value - step))
    return f"about {nearest} in 100"
