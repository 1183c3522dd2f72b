"""Hex codes as a person types them, and the finite board they lie on.

A hex is ``CCRR``, two digits of column and two of row, both from 01; even columns sit half a hex
lower::

     ____        ____
    /0101\\      /0301\\          0201 touches 0101, 0102, 0301 and 0302:
    \\____/ ____ \\____/          it sits half a hex lower than both columns
    /0102\\/0201\\/0302\\
    \\____/\\____/\\____/

A hexside is its two hexes, lower code first: ``0102/0201``. A placed unit is a place and a heading:
``0102/0201 NNE``. Hexes are printed so (Loos: The Big Push, line 88); codes of hexsides are our
design.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from landships_lab.core.checks import MOST_QUOTED, MOST_SENTENCE, brief
from landships_lab.core.hexes import DIRECTIONS, Heading, Hex, Place, Side

_HEX = re.compile(r"[0-9]{4}")  # not \d, which matches the digits of every script


class CodeError(ValueError):
    """A code that names no place. Its sentence says what was given, what is allowed and which code
    is nearest.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(brief(sentence))


@dataclass(frozen=True)
class Grid:
    """A board whose columns run from ``first_column`` to ``columns`` and whose rows run from 1 to
    ``rows``.

    ``lower_columns`` tells which columns sit half a hex lower. Raises `ValueError` unless it is
    "even" or "odd" and the other numbers are from 1 to 99, ``first_column`` being at most
    ``columns``.

    >>> grid = Grid()
    >>> grid.code(grid.place("0503/0504"))
    '0503/0504'
    """

    lower_columns: Literal["even", "odd"] = "even"
    columns: int = 99
    rows: int = 99
    first_column: int = 1

    def __post_init__(self) -> None:
        if self.lower_columns not in ("even", "odd"):
            raise ValueError(f"lower_columns is 'even' or 'odd', not {self.lower_columns!r}.")
        if not all(type(count) is int and 1 <= count <= 99 for count in (self.columns, self.rows)):
            raise ValueError(
                f"A board has 1 to 99 columns and rows, not {self.columns!r} x {self.rows!r}."
            )
        if type(self.first_column) is not int or not 1 <= self.first_column <= self.columns:
            raise ValueError(
                f"The first column of this board is one from 1 to {self.columns}, not"
                f" {self.first_column!r}."
            )

    def _drop(self, column: int) -> int:
        return (column - 1) // 2 if self.lower_columns == "even" else column // 2

    def hex(self, column: int, row: int) -> Hex:
        """Return the hex in this column and row, both counted from 1. It may lie off the board."""
        return Hex(column, row - self._drop(column))

    def column_row(self, hexagon: Hex) -> tuple[int, int]:
        """Return the column and row of a hex, both counted from 1."""
        return hexagon.q, hexagon.r + self._drop(hexagon.q)

    def __contains__(self, place: object) -> bool:
        if isinstance(place, Hex):
            column, row = self.column_row(place)
            return self.first_column <= column <= self.columns and 1 <= row <= self.rows
        return isinstance(place, Side) and all(h in self for h in place.hexes)

    def code(self, place: Place) -> str:
        """Return the code of a place. Raises `CodeError` if it lies off the board."""
        if place not in self:
            raise CodeError(
                f"That place lies off the board, which has {self.columns} columns and {self.rows}"
                " rows."
            )
        if isinstance(place, Hex):
            column, row = self.column_row(place)
            return f"{column:02}{row:02}"
        return "/".join(sorted(self.code(h) for h in place.hexes))

    def place(self, code: str) -> Place:
        """Return the place that a code names.

        Raises `CodeError`, which gives the nearest right code where it can, if it names none.
        """
        # no code is longer; the beginning is enough for the refusal
        text = str(code).strip()[: MOST_QUOTED + 1]
        parts = text.split("/")
        if len(parts) == 1:
            return self._hex(text, text)
        if len(parts) != 2:
            raise CodeError(
                f"{text!r} is not a place; a hexside is its two hexes, such as 0503/0504."
            )
        one, other = (self._hex(part, text) for part in parts)
        if (other.q - one.q, other.r - one.r) not in {d.vector for d in DIRECTIONS}:
            near = ", ".join(self.code(h) for h in self.neighbours(one))
            raise CodeError(
                f"{text!r} is not a hexside: {parts[0]} and {parts[1]} do not touch. {parts[0]}"
                f" touches {near}."
            )
        right = self.code(Side(one, other))
        if text != right:
            raise CodeError(
                f"{text!r} names its hexes in the wrong order; the lower code goes first: {right}."
            )
        return Side(one, other)

    def placement(self, text: str) -> tuple[Place, Heading]:
        """Return the place and heading of a unit written as ``0503/0504 E``.

        Raises `CodeError` unless there are two words and the first is the code of a place on the
        board, and `ValueError` if the second is no heading.
        """
        given = str(text)[:MOST_SENTENCE]
        words = given.split()
        if len(words) != 2:
            raise CodeError(
                f"{given!r} is not a place and a heading; write both with a space between, such as"
                " 0503/0504 E."
            )
        return self.place(words[0]), Heading(words[1])

    def _hex(self, code: str, whole: str) -> Hex:
        if not _HEX.fullmatch(code):
            hint = (
                _heading_slip(whole)
                or "a hex is four digits, two of column and two of row, such as 0503"
            )
            raise CodeError(f"{whole!r} is not a place; {hint}.")
        column, row = int(code[:2]), int(code[2:])
        if not (self.first_column <= column <= self.columns and 1 <= row <= self.rows):
            near_column = min(max(column, self.first_column), self.columns)
            near = f"{near_column:02}{min(max(row, 1), self.rows):02}"
            raise CodeError(
                f"{code} lies off the board, whose columns run from {self.first_column:02} to"
                f" {self.columns:02} and rows from 01 to {self.rows:02}. The nearest hex is {near}."
            )
        return self.hex(column, row)

    def neighbours(self, hexagon: Hex) -> tuple[Hex, ...]:
        """Return the hexes of the board that touch this one, clockwise from north."""
        return tuple(n for d in DIRECTIONS if (n := hexagon.neighbour(d)) in self)

    def hexes(self) -> Iterator[Hex]:
        """Return the hexes of the board, column by column."""
        return (
            self.hex(c, r)
            for c in range(self.first_column, self.columns + 1)
            for r in range(1, self.rows + 1)
        )

    @cached_property
    def places(self) -> frozenset[Place]:
        """The hexes and hexsides of the board. It has a hexside when it has both its hexes."""
        return _places(self)


@lru_cache(maxsize=16)
def _places(grid: Grid) -> frozenset[Place]:
    hexes = frozenset(grid.hexes())
    steps = [(h, h.neighbour(d)) for h in hexes for d in DIRECTIONS[:3]]
    return hexes.union(Side(one, other) for one, other in steps if other in hexes)


def _heading_slip(text: str) -> str:
    """Return the advice for ``0503 NE``: a heading where only a place is wanted, or one that does
    not exist.
    """
    words = text.split()
    if len(words) != 2 or not words[1].isalpha():
        return ""
    try:
        heading = Heading(words[1])
    except ValueError as error:
        return str(error).rstrip(".")
    return f"only a place is asked for here, {words[0]} without the heading {heading}"
