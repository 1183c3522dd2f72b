"""Parts that hold a pasted file, a momentary value, or a value with its own wording."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from landships_lab.panel import controls, packed_text
from landships_lab.panel.controls import Control
from landships_lab.panel.parts.base import Part


@dataclass(frozen=True)
class Toml(Part):
    """A longer text that the reader pastes, packed into one word of a link.

    ``check`` raises `ValueError` for a text that cannot be used.
    """

    default: str = ""
    check: Callable[[str], object] = field(default=str, kw_only=True)
    most: int = field(default=20_000, kw_only=True)
    hint: str = field(default="", kw_only=True)
    example: str = field(default="", kw_only=True)
    last = True
    read_order = 0

    def control(self, state: object) -> Control | None:
        return controls.TextBox(
            self.control_id, self.title(state), getattr(state, self.id), self.hint, self.example
        )

    def take(self, state: object, given: object) -> str:
        """Return the text given. Raises `ValueError` if it is too long or ``check`` refuses it."""
        text = str(given)
        if len(text) > self.most:
            raise ValueError(
                f"{self.name(state)}: at most {self.most} characters fit here, not {len(text)}."
            )
        self.check(text)
        return text if text.strip() else ""

    def read(self, state: object, words: Sequence[str]) -> str:
        """Return the text that the word carries. Raises `ValueError` if it is damaged or
        refused.
        """
        return self.take(state, packed_text.unpack(words[0] if len(words) == 1 else ""))

    def write(self, state: object, value: str) -> list[str]:
        return [packed_text.pack(value)]


@dataclass(frozen=True)
class Moment(Part):
    """A value that lasts only as long as a gesture, such as the place under the pointer or the
    dragged counter.

    Links leave it out.
    """

    default: object = None
    momentary = True


@dataclass(frozen=True)
class Custom(Part):
    """A part with its own wording.

    ``reads`` makes its value from the words after its keyword, ``writes`` the words from a value.
    If given, ``shows`` makes its control, ``takes`` the value from what a control gives, and
    ``samples`` a random value.
    """

    one_word = False

    reads: Callable[..., object] = field(kw_only=True)
    writes: Callable[..., Sequence[str]] = field(kw_only=True)
    shows: Callable[..., Control] | None = field(default=None, kw_only=True)
    takes: Callable[..., object] | None = field(default=None, kw_only=True)
    samples: Callable[..., object] | None = field(default=None, kw_only=True)

    def control(self, state: object) -> Control | None:
        return self.shows(state) if self.shows else None

    def take(self, state: object, given: object) -> object:
        """Return the value that ``takes`` makes. Raises whatever it raises."""
        return self.takes(state, given) if self.takes else given

    def read(self, state: object, words: Sequence[str]) -> object:
        """Return the value that these words mean. Raises whatever ``reads`` raises."""
        return self.reads(state, words)

    def write(self, state: object, value: object) -> list[str]:
        return list(self.writes(state, value))

    def sample(self, dice: random.Random, state: object) -> object:
        return self.samples(dice, state) if self.samples else self.default_for(state)
