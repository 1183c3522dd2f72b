"""A combat results table by terrain and differential, as printed.

A table whose better terrain helps the attacker is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from attrs import frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import DataError, read, structure

Alignment = Literal["left", "right"]
#: All results, from the worst for the attacker to the best.
RESULTS = ("Ae", "(A)", "A3", "A2", "A1", "•", "Ex", "D2", "D3", "De")
COLUMNS, DICE = 12, range(1, 7)


@frozen
class Line:
    """One line of differentials: the terrain it is for, and the differentials that share each of
    its columns.
    """

    terrain: tuple[str, ...]
    differentials: tuple[tuple[int, ...], ...]

    def __attrs_post_init__(self) -> None:
        numbers = [number for column in self.differentials for number in column]
        if not 1 <= len(self.differentials) <= COLUMNS:
            raise ValueError(f"a line has 1 to {COLUMNS} columns, not {len(self.differentials)}")
        if not all(self.differentials) or numbers != list(range(numbers[0], numbers[-1] + 1)):
            raise ValueError(f"differentials rise by one from column to column; {numbers} do not")

    @property
    def lowest(self) -> int:
        """The first differential printed."""
        return self.differentials[0][0]

    @property
    def highest(self) -> int:
        """The last differential printed."""
        return self.differentials[-1][-1]

    def column(self, differential: int, alignment: Alignment = "left") -> int:
        """Return the column, from 0, of this differential. One beyond an end uses that end."""
        within = min(max(differential, self.lowest), self.highest)
        place = next(n for n, column in enumerate(self.differentials) if within in column)
        return place if alignment == "left" else place + COLUMNS - len(self.differentials)


@frozen
class CombatTable:
    """Lines of differentials over twelve columns of results, a row for each roll of the die."""

    lines: tuple[Line, ...]
    results: Mapping[str, tuple[str, ...]]

    def __attrs_post_init__(self) -> None:
        if list(self.results) != [str(die) for die in DICE]:
            raise ValueError(
                f"there is one row of results for each roll, 1 to 6, not {', '.join(self.results)}"
            )
        for die, row in self.results.items():
            if len(row) != COLUMNS:
                raise ValueError(f"row {die} has {len(row)} results, not {COLUMNS}")
            for result in row:
                if result not in RESULTS:
                    raise ValueError(
                        f"row {die}: {unknown('result', result, list(RESULTS)).rstrip('.')}"
                    )
        names = [name for line in self.lines for name in line.terrain]
        if double := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"{double} is on two lines; each terrain has one")
        self._never_helps()

    def _never_helps(self) -> None:
        """Refuse a table in which better terrain, a lower differential or a higher roll helps the
        attacker: a line or row has slipped.
        """
        lowest = min(line.lowest for line in self.lines) - 1
        highest = max(line.highest for line in self.lines) + 1
        for die in DICE:
            for differential in range(lowest, highest + 1):
                ranks = [self._rank(line, differential, die) for line in self.lines]
                if ranks != sorted(ranks):
                    raise ValueError(
                        f"at {differential:+} and a roll of {die} better terrain would help the"
                        " attacker"
                    )
                for line, rank in zip(self.lines, ranks, strict=True):
                    where = (
                        f"on the line of {line.terrain[0]}, at {differential:+} and a roll of"
                        f" {die},"
                    )
                    if rank > self._rank(line, differential + 1, die):
                        raise ValueError(
                            f"{where} a higher differential would be worse for the attacker"
                        )
                    if die > 1 and rank > self._rank(line, differential, die - 1):
                        raise ValueError(f"{where} a lower roll would be worse for the attacker")

    def _rank(self, line: Line, differential: int, die: int) -> int:
        return RESULTS.index(self.result(line, differential, die))

    @property
    def terrains(self) -> tuple[str, ...]:
        """The terrain printed on the table, in printed order."""
        return tuple(name for line in self.lines for name in line.terrain)

    def line(self, terrain: str) -> Line:
        """Return the line of this terrain.

        Raises `ValueError`, with every printed label, if it is on no line.
        """
        for line in self.lines:
            if terrain in line.terrain:
                return line
        raise ValueError(unknown("terrain of the table", terrain, list(self.terrains)))

    def result(self, line: Line, differential: int, die: int, alignment: Alignment = "left") -> str:
        """Return the result in the column of this differential and the row of this roll."""
        return self.results[str(die)][line.column(differential, alignment)]


@cache
def combat_table(name: str = "loos/table.toml") -> CombatTable:
    """Return the table of this file. Raises `DataError` if it cannot be used."""
    return read_table(read(name), name)


def read_table(raw: object, origin: str) -> CombatTable:
    """Return the table that these plain values describe.

    Raises `DataError` if it cannot be used.
    """
    if not isinstance(raw, dict):
        raise DataError(f"{origin}: a table needs lines and results.")
    return structure(raw, CombatTable, origin)
