"""The parts of a game in play: its record, the words of a choice, the numbers on dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, unquote_plus

from landships_lab.core.checks import brief, one_of
from landships_lab.panel import controls, packed_text
from landships_lab.panel.controls import Control
from landships_lab.panel.parts import Part
from landships_lab.play.records import MOST_BYTES, Record, read, write

#: The most numbers that can be typed for one choice, and the most digits of each.
MOST_FACES, MOST_DIGITS = 60, 3
_BETWEEN = re.compile(r"[\s,;+]+")


@dataclass(frozen=True)
class RecordPart(Part):
    """A record, packed into one word of a link. Its control holds its text."""

    last = True
    read_order = 0

    def control(self, state: Any) -> Control | None:
        return controls.TextBox(
            self.control_id,
            "The record as text",
            write(state.record),
            "Paste a record here, and use it.",
        )

    def take(self, state: Any, given: object) -> Record:
        """Return the record of a text after playing it through. Raises `ValueError`, naming the
        move, for a text that is not a record of this game.
        """
        record = given if isinstance(given, Record) else read(str(given))
        if record.game != state.id:
            raise ValueError(
                brief(
                    f"This is a record of {record.game!r}, and {state.id!r} is played here; open"
                    " it with Play in a cell of its own."
                )
            )
        record.check()
        return record

    def read(self, state: Any, words: Sequence[str]) -> Record:
        """Return the record that the word carries. Raises `ValueError` as `take` does."""
        return self.take(state, packed_text.unpack(words[0] if len(words) == 1 else "", MOST_BYTES))

    def write(self, state: object, value: Record) -> list[str]:
        return [packed_text.pack(write(value))]


@dataclass(frozen=True)
class WordsPart(Part):
    """A unit's name, or the words of a choice: one word of a link, with + for blanks."""

    default: str = ""

    def take(self, state: object, given: object) -> str:
        """Return the words given. Raises `ValueError` if they are too long."""
        words = " ".join(str(given).split())
        if len(words) > 200:
            raise ValueError(brief(f"{words!r} is too long for a {self.kind}."))
        return words

    def read(self, state: Any, words: Sequence[str]) -> object:
        """Return the words that one word of a link means. Raises `ValueError` as `take` does."""
        return super().read(state, [unquote_plus(word) for word in words])

    def write(self, state: object, value: str) -> list[str]:
        return [quote_plus(value)]


@dataclass(frozen=True)
class AgainstPart(Part):
    """The side that the opponent plays, in small letters; ``both``, or ``nobody``."""

    def take(self, state: Any, given: object) -> str:
        """Return the side given. Raises `ValueError`, with the nearest one, for any other word."""
        sides = ("nobody", *map(str.lower, type(state).begin.sides), "both")
        return one_of("side to play against", str(given).lower(), sides)


@dataclass(frozen=True)
class FacesPart(Part):
    """The numbers on dice, typed or chosen: one word of a link, with commas."""

    default: tuple[int, ...] = ()

    def take(self, state: object, given: object) -> tuple[int, ...]:
        """Return the numbers given. Raises `ValueError` for anything else."""
        if isinstance(given, tuple):
            given = " ".join(map(str, given))
        words = [word for word in _BETWEEN.split(str(given)) if word]
        if len(words) > MOST_FACES or not all(
            word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS for word in words
        ):
            raise ValueError(
                brief(f"Type the numbers on the dice, such as '3 5', not {str(given)!r}.")
            )
        return tuple(map(int, words))

    def write(self, state: object, value: tuple[int, ...]) -> list[str]:
        return [",".join(map(str, value))]
