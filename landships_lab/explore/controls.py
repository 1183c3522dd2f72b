"""Controls as plain data: what a panel shows for a reader to choose, type or press. Widgets make them real."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """A control that picks one of several: ``options`` are (value, label)."""

    id: str
    label: str
    options: tuple[tuple[str, str], ...]
    value: str
    buttons: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A control one types into. A ``free`` one takes any words, such as a name."""

    id: str
    label: str
    value: str
    hint: str = ""
    free: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A control for a whole number between two others, moved by a slider or typed."""

    id: str
    label: str
    value: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Toggle:
    """One line of a legend that can be switched on and off; ``tint`` is its colour on the picture."""

    id: str
    label: str
    on: bool
    tint: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Toggles:
    """A legend: several things shown or hidden."""

    id: str
    label: str
    items: tuple[Toggle, ...]


@dataclass(frozen=True, slots=True)
class Buttons:
    """A row of actions: ``items`` are (value, label, spoken label)."""

    id: str
    label: str
    items: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A reading of unclear print that can be switched. ``effects`` says for each option what the answer would be."""

    id: str
    question: str
    options: tuple[tuple[str, str], ...]
    value: str
    effects: tuple[tuple[str, str], ...]
    why: str


@dataclass(frozen=True, slots=True)
class TextBox:
    """A control for a longer text, such as a unit file, submitted with a button of its own."""

    id: str
    label: str
    value: str
    hint: str = ""


Control = Choice | Field | Number | Toggles | Buttons | Switch | TextBox
