"""Checks for single fields of a file: a whole number within bounds, a line of text that a picture
has room for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")
#: A function of the object, the field and its value.
Check = Callable[[object, "Field", T], None]


class Field(Protocol):
    """A field of a class, as attrs passes it to a check."""

    name: str


def whole(least: int, most: int) -> Check[int]:
    """Return a check that keeps a field a whole number within these bounds."""

    def check(_: object, at: Field, value: int) -> None:
        if not least <= value <= most:
            raise ValueError(f"{at.name} is a whole number from {least} to {most}, not {value}")

    return check


def words(most: int, least: int = 1) -> Check[str]:
    """Return a check that keeps a text to one line, short enough for a picture."""

    def check(_: object, at: Field, value: str) -> None:
        if not least <= len(value.strip()) <= most or not value.isprintable():
            raise ValueError(f"{at.name} is one line of {least} to {most} characters")

    return check
