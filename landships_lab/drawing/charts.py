"""Charts and printed tables as plain data, beside or in place of a drawn picture."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

#: How ordered outcomes can be read, and the words for it.
CUMULATIVE = (("exactly", "exactly"), ("at-least", "at least"), ("at-most", "at most"))


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars of exact chances, in the order the table prints its outcomes.

    ``ordered`` outcomes can also be read as at least and at most. ``title`` and ``axis`` are words;
    ``tint`` is a palette colour.
    """

    title: str
    axis: str
    bars: tuple[tuple[str, Fraction], ...]
    ordered: bool = False
    tint: str = "blue"

    def read_as(self, kind: str) -> tuple[tuple[str, Fraction], ...]:
        """Return each outcome's chance ``exactly``, or with all outcomes after it (``at-least``) or
        before it (``at-most``).
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
    """A chance that changes over turns or volleys: one line a series, each a name and its chances
    from the first step on.
    """

    title: str
    axis: str
    series: tuple[tuple[str, tuple[Fraction, ...]], ...]
    first: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table: a heading for each column, a heading and cells for each row, the used row,
    column and cell lit up.

    ``note`` says under it what is a reading, reconstructed or the reader's own. ``links``, where
    there are any, are a link for each cell, row by row: a press of the cell opens that state.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    lit_row: int | None = None
    lit_column: int | None = None
    note: str = ""
    links: tuple[tuple[str, ...], ...] = ()


Chart = Bars | Curve
