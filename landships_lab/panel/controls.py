"""Controls as plain data: what a panel lets its reader choose, type, press or save.

The widgets that show them are in `jupyter`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from landships_lab.drawing.paper import Pages


@dataclass(frozen=True, slots=True)
class _Labelled:
    """The id and the label that all controls except a switch have."""

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
    """A control to type in. A ``free`` one takes any words, such as a name."""

    value: str
    hint: str = ""
    free: bool = False
    letters: int = 12  # the usual length of its value, which sets its width


@dataclass(frozen=True, slots=True)
class Number(_Labelled):
    """A control for a whole number between two bounds, set by a slider or typed."""

    value: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Toggle(_Labelled):
    """One line of a legend that can be switched on and off. ``tint`` is its colour in the
    picture.
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
    """A row of buttons: ``items`` are (value, label, label for screen readers)."""

    items: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A reading of an unclear text that can be switched.

    ``effects`` gives the answer under each option.
    """

    id: str
    question: str
    options: tuple[tuple[str, str], ...]
    value: str
    effects: tuple[tuple[str, str], ...]
    why: str

    @property
    def matters(self) -> bool:
        """Whether one of the options would change the present answer."""
        return len({text for _, text in self.effects}) > 1


@dataclass(frozen=True, slots=True)
class TextBox(_Labelled):
    """A control for a longer text, such as a unit file, with a button to submit it.

    ``example`` is a text that works.
    """

    value: str
    hint: str = ""
    example: str = ""


Control = Choice | Field | Number | Toggles | Buttons | Switch | TextBox


@dataclass(frozen=True, slots=True)
class Export:
    """A file the reader can save beside the picture.

    ``make`` returns its text, or the pages of a sheet to print. The ending of ``filename`` gives
    its type: .toml, .svg, or .pdf, which needs pages. ``spoken`` is the label for screen readers.
    """

    label: str
    spoken: str
    filename: str
    make: Callable[[], str | Pages]
