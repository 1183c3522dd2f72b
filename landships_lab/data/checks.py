"""Checks for single fields of a file: a whole number within bounds, a line of text that a picture has room for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Check = Callable[[object, Any, Any], None]


def whole(least: int, most: int) -> Check:
    """Which check keeps a field a whole number in these bounds, and says so in one sentence?"""

    def check(_: object, at: Any, value: int) -> None:
        if not least <= value <= most:
            raise ValueError(f"{at.name} is a whole number from {least} to {most}, not {value}")

    return check


def words(most: int, least: int = 1) -> Check:
    """Which check keeps a text to one line, no longer than a picture has room for, and no shorter than this?"""

    def check(_: object, at: Any, value: str) -> None:
        if not least <= len(value.strip()) <= most or not value.isprintable():
            raise ValueError(f"{at.name} is one line of {least} to {most} characters")

    return check
