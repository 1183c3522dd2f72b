"""What the questions of Paychest share: the reply where the text is silent, and readings."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.practice.kind import yes_or_no
from landships_lab.practice.marking import NOT_PRINTED
from landships_lab.practice.task import Task

#: The reply where the text gives no answer.
SILENT = NOT_PRINTED
#: The least chance of success for a party, and the words for it.
OFTEN = {
    Fraction(1, 2): "at least half of the time",
    Fraction(2, 3): "at least two times in three",
    Fraction(3, 4): "at least three times in four",
}


def draw_option(dice: random.Random, reading: str) -> str:
    """Return one of the options of a reading."""
    return dice.choice([option.id for option in READINGS[reading].options])


def as_read(reading: str, option: str) -> str:
    """Return the sentence that states an option of a reading.

    >>> as_read("leaders-fire", "only")
    'Use this reading: A leader fires at single figures and at nothing else.'
    """
    return f"Use this reading: {READINGS[reading].option(option).says}"


@dataclass(frozen=True)
class Read:
    """A chosen option of the reading that bears on a question; "" if no reading does."""

    reading: str = ""
    option: str = ""

    @classmethod
    def drawn(cls, dice: random.Random, reading: str) -> Read:
        """Return any option of this reading."""
        return cls(reading, draw_option(dice, reading)) if reading else cls()

    @property
    def options(self) -> dict[str, str]:
        """The option in the form that rules take."""
        return {self.reading: self.option} if self.option else {}

    @property
    def says(self) -> str:
        """The sentence that a question adds for it."""
        return f" {as_read(self.reading, self.option)}" if self.option else ""

    @property
    def in_full(self) -> str:
        """The words for it in a state."""
        return f" reading {self.reading}={self.option}" if self.option else ""

    @property
    def words(self) -> str:
        """The words for it in a state, if it is not the default."""
        default = self.option and self.option == READINGS[self.reading].default
        return "" if default else self.in_full


def of_law(
    text: str, state: str, answer: Answer[bool], wrong: list[tuple[object, str]], why: str = ""
) -> Task:
    """Return a yes-or-no question, explained by the steps that decide it."""
    deciding = [step.text for step in answer.steps if step.op in ("allows", "forbids")]
    why_so = why or " ".join(deciding) or answer.headline
    key = yes_or_no(answer.value, wrong)
    return Task(text, state, key, because=f"{'Yes' if answer.value else 'No'}. {why_so}")
