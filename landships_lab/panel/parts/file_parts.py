"""Parts that hold a pasted file, what is of the moment, or words of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from landships_lab.panel import controls, packed_text
from landships_lab.panel.controls import Control
from landships_lab.panel.parts.base import Part


@dataclass(frozen=True)
class Toml(Part):
    """A longer text that the reader pastes, packed into one word of a link;

    ``check`` raises `ValueError` for a wrong one.
    """

    default: str = ""
    check: Callable[[str], object] = field(default=str, kw_only=True)
    most: int = field(default=20_000, kw_only=True)
    hint: str = field(default="", kw_only=True)
    example: str = field(default="", kw_only=True)
    last = True
    read_order = 0

    def control(self, state: Any) -> Control | None:
        """Return a box with a button of its own."""
        return controls.TextBox(
            self.control_id, self.title(state), getattr(state, self.id), self.hint, self.example
        )

    def take(self, state: Any, given: Any) -> Any:
        """Return the text given, if it can be used."""
        text = str(given)
        if len(text) > self.most:
            raise ValueError(
                f"{self.name(state)}: at most {self.most} characters fit here, not {len(text)}."
            )
        self.check(text)
        return text if text.strip() else ""

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return the packed text."""
        return self.take(state, packed_text.unpack(words[0] if len(words) == 1 else ""))

    def write(self, state: Any, value: Any) -> list[str]:
        """Return the packed text."""
        return [packed_text.pack(value)]


@dataclass(frozen=True)
class Moment(Part):
    """What is of the moment: the place under the pointer, the counter in the hand.

    No link holds it.
    """

    default: Any = None
    momentary = True


@dataclass(frozen=True)
class Custom(Part):
    """A part with words of its own:

    ``reads`` makes its value of the words after its keyword, ``writes`` the words of a value.

    ``shows``, where given, makes its control; ``takes`` what a control gives.
    """

    one_word = False

    reads: Callable[[Any, Sequence[str]], Any] = field(kw_only=True)
    writes: Callable[[Any, Any], Sequence[str]] = field(kw_only=True)
    shows: Callable[[Any], Control] | None = field(default=None, kw_only=True)
    takes: Callable[[Any, Any], Any] | None = field(default=None, kw_only=True)
    samples: Callable[[random.Random, Any], Any] | None = field(default=None, kw_only=True)

    def control(self, state: Any) -> Control | None:
        """Return the control made for it, if any."""
        return self.shows(state) if self.shows else None

    def take(self, state: Any, given: Any) -> Any:
        """Return what the control gives."""
        return self.takes(state, given) if self.takes else given

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """Return what these words mean."""
        return self.reads(state, words)

    def write(self, state: Any, value: Any) -> list[str]:
        """Return its words."""
        return list(self.writes(state, value))

    def sample(self, dice: random.Random, state: Any) -> Any:
        """Return a random value, if it has a way to draw one."""
        return self.samples(dice, state) if self.samples else self.default_for(state)
