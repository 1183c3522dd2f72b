"""Charts and printed tables as plain data, shown beside a drawn picture or in its place."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

#: The ways to read ordered outcomes, and the words for them.
CUMULATIVE = (("exactly", "exactly"), ("at-least", "at least"), ("at-most", "at most"))


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars of exact chances, in the order of the printed table.

    ``ordered`` outcomes can also be read as at least and at most. ``title`` and ``axis`` are words;
    ``tint`` is a palette colour.
    """

    title: str
    axis: str
    bars: tuple[tuple[str, Fraction], ...]
    ordered: bool = False
    tint: str = "blue"

    def read_as(self, kind: str) -> tuple[tuple[str, Fraction], ...]:
        """Return the chance of each outcome ``exactly``, or with all outcomes after it
        (``at-least``) or before it (``at-most``).

        Raises `KeyError` for any other word.
        """
        chances = [chance for _, chance in self.bars]
        spans = {
            "exactly": lambda n: chances[n : n + 1],
            "at-least": lambda n: chances[n:],
            "at-most": lambda n: chances[: n + 1],
        }
        return tuple(
            (name, sum(spans[kind](n), Fraction(0))) for n, (name, _) in enumerate(self.bars)
        )


@dataclass(frozen=True, slots=True)
class Curve:
    """A chance that changes over turns or volleys: for each line its name and its chances, from the
    step ``first`` on.
    """

    title: str
    axis: str
    series: tuple[tuple[str, tuple[Fraction, ...]], ...]
    first: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table: a heading for each column, a heading and cells for each row. The used row,
    column and cell are lit.

    ``note`` says below it what is a reading, reconstructed or the reader's own. ``links``, if any,
    hold a link for each cell, row by row, which opens when the cell is pressed.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    lit_row: int | None = None
    lit_column: int | None = None
    note: str = ""
    links: tuple[tuple[str, ...], ...] = ()


Chart = Bars | Curve
