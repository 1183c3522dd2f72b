"""Parts that hold a yes or no, or several words at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from landships_lab.core import checks
from landships_lab.panel import controls
from landships_lab.panel.controls import Control, Toggle
from landships_lab.panel.parts.base import Options, Part

#: The ticked words, unordered or in the order of the options.
Words = frozenset[str] | tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """Several flags under one label: the id of their control, and their keyword in a link."""

    id: str
    label: str
    word: str = "with"
    #: Whether a link names it even if every flag has its default value.
    always: bool = False
    tint: str = ""


@dataclass(frozen=True)
class Flag(Part):
    """A yes or no, one of a group that shares a control and a keyword."""

    default: bool = False
    one_word = False
    group: Group = field(default=Group("flags", "", "with"))

    @property
    def tag(self) -> str:
        """The word for it in a link."""
        return self.id.replace("_", "-")

    def take(self, state: object, given: object) -> bool:
        return bool(given)

    def toggle(self, state: object) -> Toggle:
        """Return its line in the control of the group."""
        return Toggle(self.id, self.title(state), bool(getattr(state, self.id)), self.group.tint)

    def sample(self, dice: random.Random, state: object) -> bool:
        return dice.random() < 1 / 3


@dataclass(frozen=True)
class Several(Part):
    """Any number of words, at least ``least``: a tuple in the order of ``options`` if the default
    is a tuple, else a frozenset.

    In a link they follow the keyword; if ``joined`` they are one word with plus signs, or ``none``.
    ``items`` returns lines of a legend with colours and notes, in place of plain ones.
    """

    options: Options | Callable[..., Options] = ()
    least: int = field(default=0, kw_only=True)
    joined: bool = field(default=False, kw_only=True)
    blank: str = field(default="_", kw_only=True)
    items: Callable[..., tuple[Toggle, ...]] | None = field(default=None, kw_only=True)

    @property
    def one_word(self) -> bool:  # type: ignore[override]  # a constant of the class in other parts
        """Whether just one word follows its keyword."""
        return self.joined

    def offers(self, state: object) -> Mapping[str, str]:
        """Return the words on offer with their labels."""
        options = self.options(state) if callable(self.options) else self.options
        return dict(options)

    def control(self, state: Any) -> Control | None:
        value = getattr(state, self.id)
        items = (
            self.items(state)
            if self.items
            else tuple(Toggle(k, label, k in value) for k, label in self.offers(state).items())
        )
        return controls.Toggles(self.control_id, self.title(state), items)

    def take(self, state: object, given: object) -> Words:
        """Return the words ticked, given all of them or one change as (word, whether it is on).

        Raises `ValueError` for a word not on offer and for fewer than ``least`` words.
        """
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], bool):
            word, on = given
            checks.one_of(self.kind, word, self.offers(state))
            before = {*getattr(state, self.id)}
            given = before | {word} if on else before - {word}
        assert isinstance(given, Iterable)
        ticked = {checks.one_of(self.kind, word, self.offers(state)) for word in given}
        if len(ticked) < self.least:
            raise ValueError(
                f"{self.title(state)}: at least {self.least} must be ticked; tick another one"
                " first."
            )
        return (
            frozenset(ticked)
            if isinstance(self.default_for(state), frozenset)
            else tuple(k for k in self.offers(state) if k in ticked)
        )

    def read(self, state: object, words: Sequence[str]) -> Words:
        """Return the words of a link as values. Raises `ValueError` as `take` does."""
        if self.joined:
            words = (
                [] if list(words) == ["none"] else [w for word in words for w in word.split("+")]
            )
        known = {str(word).replace(" ", self.blank): word for word in self.offers(state)}
        return self.take(state, [known.get(word, word) for word in words])

    def write(self, state: object, value: Words) -> list[str]:
        words = [
            word.replace(" ", self.blank)
            for word in (value if isinstance(value, tuple) else sorted(value))
        ]
        return ["+".join(words) or "none"] if self.joined else words

    def sample(self, dice: random.Random, state: object) -> Words:
        known = list(self.offers(state))
        return self.take(
            state, dice.sample(known, dice.randint(min(self.least, len(known)), len(known)))
        )
