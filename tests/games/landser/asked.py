"""Asking a panel by its link, and comparing what it says with one row of a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.panel import CATALOG

VALUES = {"yes": True, "no": False}


def parsed(link: str) -> Any:
    """Return the state of a Landser panel; its link without ``landser:``."""
    return CATALOG[f"landser:{link.split(maxsplit=1)[0]}"].parse(f"landser:{link}")


def ask(link: str) -> Answer[Any]:
    """Return what a Landser panel answers to a link without ``landser:``."""
    return parsed(link).ask()


def check(row: str) -> None:
    """Fail if a row is wrong: the printed line, a link, its value, and what is said, or not
    said after a ``~``.
    """
    line, link, value, *words = (cell.strip() for cell in row.split("|"))
    state = parsed(link)
    answer = state.ask()
    if value == "gap":
        assert isinstance(answer.value, Gap), line
    elif value:
        wanted = VALUES[value] if value in VALUES else Fraction(value)
        assert answer.value == wanted, str(answer)
        assert isinstance(answer.value, bool) is (value in VALUES), str(answer)
    for word in words:
        assert (word.lstrip("~ ") in str(answer)) is (not word.startswith("~")), str(answer)
    assert type(state).parse(state.text()) == state


def rows(table: str) -> list[str]:
    """Return the rows of a table, without its empty lines."""
    return [row.strip() for row in table.splitlines() if row.strip()]
