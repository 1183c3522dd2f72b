"""What every part of a state has: a control, words in a link, checks, and a random value."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ParamSpec, TypeVar

from landships_lab.core.speech import capitalized
from landships_lab.panel.controls import Control

S = TypeVar("S")
P = ParamSpec("P")

#: The keyword of a part that stands first in a link, with no word before it.
LEAD = ""
#: The keyword of a part that shares a leading word with the part before it, after an @.
AT = "@"
#: The values to choose from, with their labels.
Options = Sequence[tuple[Any, str]] | Mapping[Any, str]


def _always(_state: object) -> bool:
    return True


@dataclass(frozen=True)
class Part:
    """One field of a state.

    ``label`` and ``default`` are values, or functions of the state (while a state is read: of the
    parts declared before this one).

    ``word`` is its keyword in a link, by default its ``control_id``. ``always`` writes it even at
    its default value. ``shown`` tells whether its control is offered now. ``error_name`` names it
    in a refusal, by default as its label does. ``control_id`` is the id of its control, by default
    the name of the field.
    """

    label: str | Callable[..., str] = ""
    default: Any = None
    word: str | None = field(default=None, kw_only=True)
    always: bool = field(default=False, kw_only=True)
    shown: Callable[..., bool] = field(default=_always, kw_only=True)
    error_name: str = field(default="", kw_only=True)
    control_id: str = field(default="", kw_only=True)
    id: str = field(default="", kw_only=True)
    #: The values that a random state may have, if not all on offer.
    drawn: Callable[..., Sequence[Any]] | None = field(default=None, kw_only=True)

    #: Whether it lasts only as long as a gesture; links and undo leave it out.
    momentary = False
    #: Whether just one word follows its keyword in a link.
    one_word = True
    #: Whether it stands last in a link, as readings and packed files do.
    last = False
    #: The order of reading, since the meaning of a word can depend on other parts: packed files are
    #: 0, leading words 1, readings 2, the rest 3.
    read_order = 3

    @property
    def keyword(self) -> str:
        """The word before this part in a link."""
        return self.control_id if self.word is None else self.word

    def title(self, state: object) -> str:
        """Return its label for this state."""
        return self.label(state) if callable(self.label) else self.label

    def name(self, state: object) -> str:
        """Return its name at the beginning of a refusal."""
        return capitalized(self.error_name) if self.error_name else self.title(state)

    @property
    def kind(self) -> str:
        """The name of its kind of value, as in "'x' is not a weapon"."""
        return self.error_name or self.control_id.replace("_", " ")

    def default_for(self, state: object) -> Any:
        """Return its default value in this state."""
        return self.default(state) if callable(self.default) else self.default

    def control(self, state: Any) -> Control | None:
        """Return the control that sets it, or None."""
        return None

    def take(self, state: Any, given: Any) -> Any:
        """Return the value that a control gives.

        Raises `ValueError`, in one sentence, for a value that it does not take.
        """
        return given

    def put(self, state: Any, given: Any) -> Any:
        """Return the state with the value that a control gives. Raises `ValueError` as `take`
        does.
        """
        return with_fields(state, **{self.id: self.take(state, given)})

    def read(self, state: Any, words: Sequence[str]) -> object:
        """Return the value that these words of a link mean.

        Raises `ValueError`, in one sentence, for words that mean none.
        """
        if not words:
            raise ValueError(f"After {self.keyword!r} a word is missing.")
        if len(words) > 1:
            raise ValueError(f"After {self.keyword!r} write one word, not {' '.join(words)!r}.")
        return self.take(state, words[0])

    def write(self, state: object, value: Any) -> list[str]:
        """Return the words of a link for this value."""
        return [str(value)]

    def draw(self, dice: random.Random, state: Any) -> object:
        """Return a random value, from ``drawn`` if that is given."""
        if self.drawn is None:
            return self.sample(dice, state)
        values = self.drawn(state)
        return dice.choice(values) if len(values) > 1 else values[0]

    def sample(self, dice: random.Random, state: Any) -> object:
        """Return a random value, for tests."""
        return self.default_for(state)


def with_fields(state: S, **values: object) -> S:
    """Return the state with some fields replaced."""
    return replace(state, **values)  # type: ignore[type-var]  # every state is a frozen dataclass


def names(text: str) -> tuple[str, ...]:
    """Return the words of a text: ids of parts, controls or keys, written as one line."""
    return tuple(text.split())


def part(made: Part | Callable[P, Part], *args: P.args, **named: P.kwargs) -> Any:
    """Return the dataclass field for a part, or for a part made from its class and arguments:
    ``part(Whole, "Men", 8, 1, 60)``.
    """
    declared = made if isinstance(made, Part) else made(*args, **named)
    default = None if callable(declared.default) else declared.default
    return field(default=default, metadata={"part": declared})


def parts_of(state: type) -> Mapping[str, Part]:
    """Return the parts of a state class by the names of its fields, in the order of the fields."""
    return _parts_of(state)


@cache
def _parts_of(state: type) -> Mapping[str, Part]:
    return {
        f.name: replace(part, id=f.name, control_id=part.control_id or f.name)
        for f in fields(state)
        if isinstance(part := f.metadata.get("part"), Part)
    }
