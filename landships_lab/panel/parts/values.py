"""Parts that hold one value: a word, a number, a distance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from landships_lab.core import checks
from landships_lab.core.speech import mixed
from landships_lab.panel import controls
from landships_lab.panel.controls import Control
from landships_lab.panel.parts.base import Options, Part


@dataclass(frozen=True)
class OneOf(Part):
    """One of several values.

    ``options`` are (value, label), or a function of the state that returns them. A link writes
    ``blank`` for each blank within a value.
    """

    options: Options | Callable[..., Options] = ()
    buttons: bool = field(default=False, kw_only=True)
    blank: str = field(default="_", kw_only=True)

    def offers(self, state: object) -> tuple[tuple[Any, str], ...]:
        """Return the values on offer with their labels."""
        options = self.options(state) if callable(self.options) else self.options
        return tuple(options.items() if isinstance(options, Mapping) else options)

    def control(self, state: Any) -> Control | None:
        offers = tuple((str(value), label) for value, label in self.offers(state))
        return controls.Choice(
            self.control_id, self.title(state), offers, str(getattr(state, self.id)), self.buttons
        )

    def take(self, state: Any, given: Any) -> object:
        """Return the value given. Raises `ValueError` if it is not on offer."""
        by_word = {str(value): value for value, _ in self.offers(state)}
        return by_word[checks.one_of(self.kind, str(given), by_word)]

    def read(self, state: object, words: Sequence[str]) -> object:
        """Return the value on offer with this spelling. Raises `ValueError` for any other."""
        known = {str(value).replace(" ", self.blank): value for value, _ in self.offers(state)}
        if len(words) == 1 and words[0] in known:
            return known[words[0]]
        return super().read(state, words)

    def write(self, state: object, value: Any) -> list[str]:
        return [str(value).replace(" ", self.blank)]

    def sample(self, dice: random.Random, state: Any) -> object:
        return dice.choice([value for value, _ in self.offers(state)] or [self.default_for(state)])


@dataclass(frozen=True)
class Whole(Part):
    """A whole number from ``least`` to ``most``.

    ``typed`` gives it a field in place of a slider; ``empty`` lets it be None.
    """

    least: int = 0
    most: int = 99
    typed: bool = field(default=False, kw_only=True)
    empty: bool = field(default=False, kw_only=True)
    hint: str = field(default="", kw_only=True)

    def control(self, state: Any) -> Control | None:
        value, title = getattr(state, self.id), self.title(state)
        if self.typed or self.empty:
            return controls.Field(
                self.control_id,
                title,
                "" if value is None else str(value),
                self.hint or f"{self.least} to {self.most}",
                letters=4,
            )
        return controls.Number(self.control_id, title, value, self.least, self.most)

    def take(self, state: Any, given: object) -> int | None:
        """Return the number given or typed. Raises `ValueError` for anything else and for a number
        out of bounds.
        """
        if self.empty and (given is None or str(given).strip() == ""):
            return None
        return checks.whole(self.name(state), given, self.least, self.most)

    def sample(self, dice: random.Random, state: Any) -> int | None:
        return dice.randint(self.least, min(self.most, self.least + 40))


@dataclass(frozen=True)
class Inches(Part):
    """A distance in inches, whole or with a fraction, from 0 to ``most``.

    ``empty`` lets it be None.
    """

    most: int = 99
    empty: bool = field(default=False, kw_only=True)
    hint: str = field(default="such as 7 1/2", kw_only=True)

    def control(self, state: object) -> Control | None:
        value = getattr(state, self.id)
        return controls.Field(
            self.control_id,
            self.title(state),
            "" if value is None else mixed(value),
            self.hint,
            letters=7,
        )

    def take(self, state: object, given: object) -> int | Fraction | None:
        """Return the distance given or typed. Raises `ValueError` for anything else and for a
        distance that is too long.
        """
        if self.empty and (given is None or str(given).strip() == ""):
            return None
        return checks.inches(self.name(state), given, self.most)

    def sample(self, dice: random.Random, state: object) -> int | Fraction | None:
        return self.take(state, Fraction(dice.randint(0, 4 * min(self.most, 40)), 4))
