"""The guesses of a lesson: a question that a panel answers, with all replies that fit the kind of
the answer, so that the list gives nothing away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.panel.panel import Panel
from landships_lab.practice.kind import LADDER, YES_NO
from landships_lab.practice.marking import NOT_PRINTED, Key, reply_of
from landships_lab.practice.task import Task

#: The words for a chance of nought and of one.
NEVER, ALWAYS = "never", "always"
#: A chance as replies give it, such as "about 30 in 100" or "2 of 6".
_SHARE = re.compile(r"(?:about )?(\d+) (?:in|of) (\d+)").fullmatch
_CHANCES = (NEVER, *(f"about {step} in 100" for step in LADDER), ALWAYS)
#: The largest number that is offered as a reply.
MOST_NUMBER = 9


def guess_at(panel: Panel, ask: str, replies: Sequence[str] = (), says: str = "{}") -> Task:
    """Return the question of a lesson that a panel in this state answers.

    ``ask`` is the lesson's own question. ``replies`` are offered in place of all that fit the kind
    of the answer. If the answer itself is not among them, the right one is found in the panel's
    headline: ``says`` are its words, with ``{}`` in place of the reply or its percentage. The
    question has no choices if the answer is not a word, a small number or a chance; the reader can
    then only ask for the answer. Raises `ValueError` if the headline does not name exactly one
    reply.
    """
    answer = panel.answer()
    value = _chance_said(answer.headline, says) or answer.value
    offered = tuple(replies) or _replies(panel, value)
    if isinstance(value, Fraction):
        right = _nearest(value, offered)
    elif replies and reply_of(value) not in replies:
        right = _named(answer.headline, replies, says)
    else:
        right = reply_of(value)
    return Task(ask, panel.settled().text(), Key(right, offered))


def _replies(panel: Panel, value: object) -> tuple[str, ...]:
    if isinstance(value, bool | Gap):
        return (*YES_NO, NOT_PRINTED)
    if isinstance(value, Fraction):
        return _CHANCES
    if isinstance(value, int) and 0 <= value <= MOST_NUMBER:
        return tuple(map(str, range(MOST_NUMBER + 1)))
    known = panel.replies() if isinstance(value, str) else ()
    return known if value in known else ()


def _chance_said(headline: str, says: str) -> Fraction | None:
    """Return the chance in a headline in place of ``{}``, or None."""
    before, _, after = says.partition("{}")
    match = re.search(rf"{re.escape(before)}(\d+(?:\.\d+)?)%{re.escape(after)}", headline)
    return Fraction(match[1]) / 100 if before and match else None


def _named(headline: str, replies: Sequence[str], says: str) -> str:
    """Return the only one of these replies that a headline names."""
    named = [one for one in replies if says.format(one).lower() in headline.lower()]
    if len(named) != 1:
        names = ", ".join(replies)
        raise ValueError(f"The panel says {headline!r}, which names not exactly one of {names}.")
    return named[0]


def _nearest(value: Fraction, offered: Sequence[str]) -> str:
    """Return the reply nearest to a chance. "Never" and "always" fit only 0 and 1."""
    if value in (0, 1) and (certain := ALWAYS if value else NEVER) in offered:
        return certain
    chances = {
        one: Fraction(*map(int, match.groups())) for one in offered if (match := _SHARE(one))
    }
    return min(chances, key=lambda one: abs(value - chances[one]))
