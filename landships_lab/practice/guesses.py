"""The replies that a guess offers: those that fit the kind of a panel's answer, always all of them,
so that the list gives nothing away.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.panel.panel import Panel
from landships_lab.practice.kinds import LADDER, YES_NO
from landships_lab.practice.marking import NOT_PRINTED

#: What is said of a chance of nought and of one.
NEVER, ALWAYS = "never", "always"
_CHANCES = (NEVER, *(f"about {step} in 100" for step in LADDER), ALWAYS)
#: The largest number that is offered as a reply; a larger one is typed.
MOST_NUMBER = 9


def replies_of(panel: Panel) -> tuple[str, ...]:
    """Return the replies to guess from; none where the answer is no word, number or chance, so
    that the reader can only ask to be shown.
    """
    value = panel.answer().value
    if isinstance(value, bool | Gap):
        return (*YES_NO, NOT_PRINTED)
    if isinstance(value, Fraction):
        return _CHANCES
    if isinstance(value, int) and 0 <= value <= MOST_NUMBER:
        return tuple(map(str, range(MOST_NUMBER + 1)))
    return panel.replies() if isinstance(value, str) else ()


def reply_to(panel: Panel) -> str:
    """Return the right one of them; "" where there are none."""
    value = panel.answer().value
    if isinstance(value, Gap):
        return NOT_PRINTED
    if isinstance(value, bool):
        return YES_NO[0] if value else YES_NO[1]
    if isinstance(value, Fraction):
        return _chance(value)
    return str(value) if str(value) in replies_of(panel) else ""


def _chance(value: Fraction) -> str:
    if value in (0, 1):
        return ALWAYS if value else NEVER
    nearest = min(LADDER, key=lambda step: abs(100 * value - step))
    return f"about {nearest} in 100"
