"""What Landser's kinds of question share: readings drawn and stated, distances, replies."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from landships_lab.core.speech import capitalized
from landships_lab.data.book import Taken
from landships_lab.games.landser.rules.book import READINGS, options
from landships_lab.practice.marking import Key, reply_of, slips

#: Distances within the ranges, and at their ends.
DISTANCES, ENDS = (1, 4, 8, 20, 45), (2, 3, 5, 6, 10, 12, 15, 30, 31, 60)


@dataclass(frozen=True)
class Reading:
    """Readings that a question relies on: the option drawn for each, by id."""

    options: Mapping[str, str]

    @property
    def given(self) -> Taken:
        """An option for every reading."""
        return options(dict(self.options))

    @property
    def words(self) -> str:
        """The end of a state's text form."""
        choices = " ".join(f"{key}={option}" for key, option in self.options.items())
        return f" reading {choices}" if choices else ""

    @property
    def says(self) -> str:
        """The sentences after a question that state them."""
        return "".join(
            f" Use this reading: {READINGS[key].option(option).says}"
            for key, option in self.options.items()
        )


def drawn(dice: random.Random, *readings: str) -> Reading:
    """Draw an option for each of these readings."""
    return Reading({key: dice.choice(READINGS[key].options).id for key in readings})


def medium(inches: object) -> tuple[str, ...]:
    """Return the reading of medium range if it matters at this distance."""
    return ("medium-band",) if isinstance(inches, int) and 10 < inches <= 15 else ()


def reply(value: object, words: str) -> str:
    """Return an explanation that begins with the reply to a yes-or-no question."""
    return f"{capitalized(reply_of(bool(value)))}. {capitalized(words)}"


def picked(right: str, choices: Iterable[str], wrong: Iterable[tuple[str, str]] = ()) -> Key:
    """Return the key of a question with a list of replies, in their order."""
    shown = tuple(dict.fromkeys(choices))
    return Key(right, shown, slips(right, [one for one in wrong if one[0] in shown]))


def boxes(thing: object, *fields: str) -> dict[str, object]:
    """Return the boxes of a panel with the values of these fields, which have the same names."""
    return {field.replace("_", "-"): getattr(thing, field) for field in fields}


def ticked(boxes: Mapping[str, object]) -> str:
    """Return the end of a state's text form that ticks the boxes that are true."""
    words = " ".join(box for box, on in boxes.items() if on)
    return f" with {words}" if words else ""
