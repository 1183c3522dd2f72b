"""Controls as plain data: what a panel shows for a reader to choose, type or press.

Widgets make them real.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Labelled:
    """What all controls but a switch have: an id, and a label to read."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice(_Labelled):
    """A control that picks one of several: ``options`` are (value, label)."""

    options: tuple[tuple[str, str], ...]
    value: str
    buttons: bool = False


@dataclass(frozen=True, slots=True)
class Field(_Labelled):
    """A control one types into. A ``free`` one takes any words, such as a name."""

    value: str
    hint: str = ""
    free: bool = False
    letters: int = 12  # that its value usually has, and so the room it takes


@dataclass(frozen=True, slots=True)
class Number(_Labelled):
    """A control for a whole number between two others, moved by a slider or typed."""

    value: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Toggle(_Labelled):
    """One line of a legend that can be switched on and off;

    ``tint`` is its colour on the picture.
    """

    on: bool
    tint: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Toggles(_Labelled):
    """A legend: several things shown or hidden."""

    items: tuple[Toggle, ...]


@dataclass(frozen=True, slots=True)
class Buttons(_Labelled):
    """A row of actions: ``items`` are (value, label, spoken label)."""

    items: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A reading of unclear print that can be switched.

    ``effects`` says for each option what the answer would be.
    """

    id: str
    question: str
    options: tuple[tuple[str, str], ...]
    value: str
    effects: tuple[tuple[str, str], ...]
    why: str

    @property
    def matters(self) -> bool:
        """Whether the present answer would be another with one of the options."""
        return len({told for _, told in self.effects}) > 1


@dataclass(frozen=True, slots=True)
class TextBox(_Labelled):
    """A control for a longer text, such as a unit file, submitted with a button of its own.

    ``example`` is one that works.
    """

    value: str
    hint: str = ""
    example: str = ""


Control = Choice | Field | Number | Toggles | Buttons | Switch | TextBox
