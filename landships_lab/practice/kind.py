"""What a kind of question is, and the keys that kinds share: yes or no, a number, one of several,
the nearest chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from landships_lab.data.load import readings
from landships_lab.practice.marking import Key, reply_of, slips
from landships_lab.practice.task import Task

#: What is asked, by type. Every type occurs in some rule set, and every rule set has several.
TYPES: Mapping[str, str] = MappingProxyType(
    {
        "legal": "what the rules allow or demand",
        "range": "how far",
        "arc": "in arc or not, and which edge",
        "sight": "who can see whom",
        "column": "which column or line of a table",
        "hit": "hits: what is needed, and what they do",
        "odds": "what are the odds",
        "change": "what would you change",
        "count": "how many",
        "order": "what comes first, and who has won",
        "ground": "what a place counts as, and what a way costs",
    }
)
LEVELS: Mapping[int, str] = MappingProxyType(
    {1: "one idea at a time", 2: "two ideas together", 3: "mixed, hard cases preferred"}
)

#: The replies of a question whether something is allowed.
YES_NO = ("yes", "no")
Maker = Callable[[random.Random, int], Task]
#: Mistakes: the wrong reply that each leads to, and its name.
Wrong = Iterable[tuple[object, str]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question: its id, its type (one of `TYPES`), its maker from dice and a level, and
    the lowest level at which it is asked.

    ``about`` names its panel if that differs from its id. ``replies`` is the list that all its
    questions offer, each of which is sometimes right; without it the list is found by making some
    questions, which takes longer. ``lesson`` is the notebook that teaches it, by its file name
    without the ending, and ``taught`` the words in that notebook.
    """

    id: str
    type: str
    make: Maker
    level: int = 1
    about: str = ""
    replies: tuple[str, ...] = ()
    lesson: str = ""
    taught: str = ""

    @property
    def panel(self) -> str:
        """The id of the panel that shows its answers."""
        return self.about or self.id


def kind(name: str, asks: str, lesson: str, taught: str, **more: Any) -> Callable[[Maker], Kind]:
    """Return a decorator that makes a `Kind` of the function that makes its questions."""
    return lambda make: Kind(name, asks, make, lesson=lesson, taught=taught, **more)


def yes_or_no(value: object, wrong: Wrong = ()) -> Key:
    """Return the key of a yes-or-no question."""
    return Key(
        reply_of(bool(value)),
        YES_NO,
        slips(reply_of(bool(value)), [(reply_of(bool(w)), name) for w, name in wrong]),
    )


def whole_number(value: int, wrong: Wrong = ()) -> Key:
    """Return the key of a question whose answer is a typed whole number. Mistakes that lead below
    zero are left out.
    """
    mistakes = [(reply_of(w), name) for w, name in wrong if isinstance(w, int) and w >= 0]
    return Key(str(value), (), slips(str(value), mistakes))


def one_of(value: str, choices: Iterable[str], wrong: Wrong = ()) -> Key:
    """Return the key of a question whose answer is picked from ``choices``, shown in their order,
    each once.
    """
    shown = tuple(dict.fromkeys(choices))
    return Key(
        value,
        shown,
        slips(value, [(reply_of(w), name) for w, name in wrong if reply_of(w) in shown]),
    )


#: The chances to choose from, in per cent: few enough to tell apart by estimating, and always the
#: same, so that they give nothing away.
LADDER = (10, 30, 50, 70, 90)
#: A chance nearer than this to the middle between two of them, in per cent, is not asked for: its
#: nearest is in doubt.
IN_DOUBT = Fraction(3, 2)


def can_be_asked(chance: Fraction) -> bool:
    """Return whether this chance is neither certain nor impossible, and clearly nearest to one of
    the `LADDER`.
    """
    between = (Fraction(low + high, 2) for low, high in pairwise(LADDER))
    return 0 < chance < 1 and all(abs(100 * chance - middle) > IN_DOUBT for middle in between)


def nearest(chance: Fraction, wrong: Iterable[tuple[Fraction, str]] = ()) -> Key:
    """Return the key of a question for the odds: choose the nearest of the `LADDER`.

    >>> key = nearest(Fraction(1, 3), [(Fraction(1, 6), "you forgot the second die")])
    >>> key.right, key.choices, key.mistake("10%")
    ('30%', ('10%', '30%', '50%', '70%', '90%'), 'you forgot the second die')
    """
    right = _nearest_of_ladder(chance)
    mistakes = [(_nearest_of_ladder(other), name) for other, name in wrong]
    return Key(right, tuple(f"{step}%" for step in LADDER), slips(right, mistakes), chance)


def _nearest_of_ladder(chance: Fraction) -> str:
    return f"{min(LADDER, key=lambda step: abs(100 * chance - step))}%"


def on_board(
    right: Iterable[str], among: Iterable[str], wrong: Iterable[tuple[str, str]] = ()
) -> Key:
    """Return the key of a question answered on the board: the right replies, the first of which is
    named after a miss, and all replies that the board offers.

    >>> key = on_board(["0503", "0504"], ["0502", "0503", "0504"])
    >>> key.right, key.is_right("0504"), key.is_right("0502")
    ('0503', True, False)
    """
    first, *rest = right
    return Key(first, (), slips(first, wrong), None, tuple(among), frozenset(rest))


def as_read(rule_set: str, reading: str) -> str:
    """Return the sentence that states the reading that decides a question.

    >>> as_read("landships", "range-between-hexsides")
    'Use this reading: A half hex left over does not count: round down.'
    """
    known = readings(rule_set)[reading]
    return f"Use this reading: {known.option(known.default).says}"
