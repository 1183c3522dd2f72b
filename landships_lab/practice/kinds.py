"""What a kind of question is, and the keys that kinds share: yes or no, a number, one of several,
the nearest chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from landships_lab.data.load import readings
from landships_lab.practice.marking import Key, Question, slips

#: What is asked, by type; every type is asked of some rule set, and every rule set has several.
TYPES: Mapping[str, str] = MappingProxyType(
    {
        "legal": "legal or not",
        "range": "how far",
        "arc": "in arc or not, and which edge",
        "sight": "who can see whom",
        "column": "which column or line of a table",
        "hit": "what is needed to hit, and what a hit does",
        "odds": "what are the odds",
        "change": "what would you change",
        "count": "how many belong to it",
        "ground": "what a place counts as, and what a way costs",
    }
)
LEVELS: Mapping[int, str] = MappingProxyType(
    {1: "one idea at a time", 2: "two ideas together", 3: "mixed, hard cases preferred"}
)

Maker = Callable[[random.Random, int], Question]
#: Mistakes: the reply that each leads to, and its name.
Wrong = Iterable[tuple[object, str]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question: its id, its type (one of `TYPES`), its maker from dice and a level, and
    the least level it is asked at.

    ``about`` names its panel where that is not its id.
    """

    id: str
    type: str
    make: Maker
    level: int = 1
    about: str = ""

    @property
    def panel(self) -> str:
        """The id of the panel that shows its answers."""
        return self.about or self.id


def reply_of(value: object) -> str:
    """Return a rule's value as the reader would reply it.

    >>> reply_of(True), reply_of(4), reply_of("De")
    ('yes', '4', 'De')
    """
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def yes_or_no(value: object, wrong: Wrong = ()) -> Key:
    """Return the key of a yes-or-no question."""
    return Key(
        reply_of(bool(value)),
        ("yes", "no"),
        slips(reply_of(bool(value)), [(reply_of(bool(w)), name) for w, name in wrong]),
    )


def whole_number(value: int, wrong: Wrong = ()) -> Key:
    """Return the key of a question whose answer is a whole number that is typed; mistakes that lead
    below zero are left out.
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


#: How far apart, in per cents, the chances to choose from are, so that the nearest is never in
#: doubt.
APART = 8
CHOICES = 4


def can_be_asked(chance: Fraction) -> bool:
    """Return whether this chance is neither certain nor impossible, nor so near to either that
    whole per cents cannot show it.
    """
    return Fraction(2, 100) <= chance <= Fraction(98, 100)


def nearest(
    dice: random.Random, chance: Fraction, wrong: Iterable[tuple[Fraction, str]] = ()
) -> Key:
    """Return the key of a question for the odds: choose the nearest of several.

    The chances that mistakes lead to are among the choices where they lie far enough apart; dice
    choose the others.

    >>> key = nearest(
    ...     random.Random(1), Fraction(1, 3), [(Fraction(1, 6), "you forgot the second die")]
    ... )
    >>> key.right, "17%" in key.choices, key.mistake("17%")
    ('33%', True, 'you forgot the second die')
    """
    right = round(chance * 100)
    shown, mistakes = [right], []
    for other, name in wrong:
        guess = round(other * 100)
        if guess in shown[1:] or (len(shown) < CHOICES and _apart(guess, shown)):
            shown = list(dict.fromkeys([*shown, guess]))
            mistakes.append((f"{guess}%", name))
    while len(shown) < CHOICES:
        shown.append(dice.choice([n for n in range(2, 99) if _apart(n, shown)]))
    return Key(f"{right}%", tuple(f"{n}%" for n in sorted(shown)), slips(f"{right}%", mistakes))


def _apart(number: int, shown: list[int]) -> bool:
    return all(abs(number - other) >= APART for other in shown)


def as_read(rule_set: str, reading: str) -> str:
    """Return the sentence that states the reading of unclear print on which a question turns.

    >>> as_read("landships", "range-between-hexsides")
    'Use this reading: A half hex left over does not count: round down.'
    """
    known = readings(rule_set)[reading]
    return f"Use this reading: {known.option(known.default).says}"
