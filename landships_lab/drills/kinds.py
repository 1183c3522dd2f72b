"""What a kind of question is, and the keys that kinds share: yes or no, a number, one of several, the nearest chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from landships_lab.data.load import readings
from landships_lab.drills.marking import Key, Question, slips

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
LEVELS: Mapping[int, str] = MappingProxyType({1: "one idea at a time", 2: "two ideas together", 3: "mixed, hard cases preferred"})

Maker = Callable[[random.Random, int], Question]
#: A mistake: what it makes of the question, and its name.
Wrong = Iterable[tuple[object, str]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question: its id, its type (one of `TYPES`), how one is made of dice and a level, and the least level it is
    asked at. ``explorer`` is the explorer it is about, which its id names unless told otherwise."""

    id: str
    type: str
    make: Maker
    level: int = 1
    about: str = ""

    @property
    def explorer(self) -> str:
        """Which explorer shows its answers?"""
        return self.about or self.id


def said(value: object) -> str:
    """How is a value of a rule replied?

    >>> said(True), said(4), said("De")
    ('yes', '4', 'De')
    """
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def yes_or_no(value: object, wrong: Wrong = ()) -> Key:
    """Which key has a question of yes or no?"""
    return Key(said(bool(value)), ("yes", "no"), slips(said(bool(value)), [(said(bool(w)), name) for w, name in wrong]))


def whole_number(value: int, wrong: Wrong = ()) -> Key:
    """Which key has a question whose answer is a whole number that is typed? No mistake leads below zero."""
    told = [(said(w), name) for w, name in wrong if isinstance(w, int) and w >= 0]
    return Key(str(value), (), slips(str(value), told))


def one_of(value: str, choices: Iterable[str], wrong: Wrong = ()) -> Key:
    """Which key has a question whose answer is picked? ``choices`` are shown in their order, each once."""
    shown = tuple(dict.fromkeys(choices))
    return Key(value, shown, slips(value, [(said(w), name) for w, name in wrong if said(w) in shown]))


#: How far apart, in per cents, the chances to choose from are, so that the nearest is never in doubt.
APART = 8
CHOICES = 4


def can_be_asked(chance: Fraction) -> bool:
    """Is this chance one to ask for: neither certain nor impossible, nor so near to either that per cents cannot tell?"""
    return Fraction(2, 100) <= chance <= Fraction(98, 100)


def nearest(dice: random.Random, chance: Fraction, wrong: Iterable[tuple[Fraction, str]] = ()) -> Key:
    """Which key has a question for the odds: choose the nearest of several?

    The chances that mistakes lead to are among the choices where they lie far enough apart; dice choose the others.

    >>> key = nearest(random.Random(1), Fraction(1, 3), [(Fraction(1, 6), "you forgot the second die")])
    >>> key.right, "17%" in key.choices, key.mistake("17%")
    ('33%', True, 'you forgot the second die')
    """
    right = round(chance * 100)
    shown, told = [right], []
    for other, name in wrong:
        guess = round(other * 100)
        if guess in shown[1:] or (len(shown) < CHOICES and _apart(guess, shown)):
            shown = list(dict.fromkeys([*shown, guess]))
            told.append((f"{guess}%", name))
    while len(shown) < CHOICES:
        shown.append(dice.choice([n for n in range(2, 99) if _apart(n, shown)]))
    return Key(f"{right}%", tuple(f"{n}%" for n in sorted(shown)), slips(f"{right}%", told))


def _apart(number: int, shown: list[int]) -> bool:
    return all(abs(number - other) >= APART for other in shown)


def as_read(rule_set: str, reading: str) -> str:
    """Which sentence tells how unclear print is read in a question whose answer turns on it?

    >>> as_read("landships", "range-between-hexsides")
    'Read so: A half hex left over does not count: round down.'
    """
    known = readings(rule_set)[reading]
    return f"Read so: {known.option(known.default).says}"
