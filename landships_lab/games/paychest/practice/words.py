"""What the questions of Paychest share: the reply where the print is silent, and readings."""

from __future__ import annotations

import random
from fractions import Fraction

from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.practice.marking import NOT_PRINTED

#: The reply where the print gives no answer.
SILENT = NOT_PRINTED
#: How often a party must succeed at least, and the words for it.
OFTEN = {
    Fraction(1, 2): "at least half of the time",
    Fraction(2, 3): "at least two times in three",
    Fraction(3, 4): "at least three times in four",
}
YES_OR_NO = {True: "Yes", False: "No"}


def draw_option(dice: random.Random, reading: str) -> str:
    """Return one of the options of a reading."""
    return dice.choice([option.id for option in READINGS[reading].options])


def as_read(reading: str, option: str) -> str:
    """Return the sentence that states an option of a reading.

    >>> as_read("leaders-fire", "only")
    'Use this reading: A leader fires at single figures and at nothing else.'
    """
    return f"Use this reading: {READINGS[reading].option(option).says}"


def because_of(value: object, why: str) -> str:
    """Return the explanation of a reply of law.

    >>> because_of(False, "Its card is not drawn.")
    'No. Its card is not drawn.'
    """
    return f"{YES_OR_NO[bool(value)]}. {why}"
