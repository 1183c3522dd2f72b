"""Checks for single fields of a file: a whole number within bounds, a line of text that a picture
has room for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Check = Callable[[object, Any, Any], None]


def whole(least: int, most: int) -> Check:
    """Return a check that keeps a field a whole number within these bounds."""

    def check(_: object, at: Any, value: int) -> None:
        if not least <= value <= most:
            raise ValueError(f"{at.name} is a whole number from {least} to {most}, not {value}")

    return check


def words(most: int, least: int = 1) -> Check:
    """Return a check that keeps a text to one line, short enough for a picture."""

    def check(_: object, at: Any, value: str) -> None:
        if not least <= len(value.strip()) <= most or not value.isprintable():
            raise ValueError(f"{at.name} is one line of {least} to {most} characters")

    return check
