"""Draw a mosaic: two independent throws as columns and rows, with a rectangle for each pair of
results whose area is its chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from landships_lab.drawing.dicing import box, text_fits
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Label, Pixel, Polygons, Shape

#: A row or column narrower than this (pixels) has no number.
LEAST = 12.0


def mosaic(
    corner: Pixel,
    size: Pixel,
    across: Mapping[int, Fraction],
    down: Mapping[int, Fraction],
    cell: Callable[[int, int], tuple[str, str]],
) -> Iterator[Shape]:
    """Draw the mosaic at ``corner``, ``size`` pixels wide and high.

    ``cell`` returns the tint and the words of a pair; the numbers stand above and to the left.
    """
    left, top = corner
    columns = list(_runs(across, left, size[0]))
    rows = list(_runs(down, top, size[1]))
    for x, width, a in columns:
        for y, height, b in rows:
            tint, text = cell(a, b)
            yield Polygons((box(x, y, width, height),), "share", f"{a} against {b}", tint)
            if height >= LEAST + 5:
                yield from _words(text, (x, y, width, height), f"{a} against {b}")
    for x, width, a in columns:
        if width >= LEAST and text_fits(str(a), width, SMALL, bold=True):
            yield Label(str(a), (x + width / 2, top - 10), "dice-words-strong", f"across {a}")
    for y, height, b in rows:
        if height >= LEAST + 5:
            yield Label(
                str(b), (left - 10, y + height / 2), "dice-words-strong", f"down {b}", anchor="end"
            )


def _runs(
    shares: Mapping[int, Fraction], start: float, length: float
) -> Iterator[tuple[float, float, int]]:
    """Yield the beginning and length (pixels) of the share of each number, and the number."""
    at = start
    for number, chance in shares.items():
        run = float(chance) * length
        yield at, run, number
        at += run


def _words(text: str, cell: tuple[float, float, float, float], name: str) -> Iterator[Shape]:
    x, y, width, height = cell
    for words in (text, text.split(" ", 1)[0]):
        if text_fits(words, width - 2, SMALL, bold=True):
            yield Label(words, (x + width / 2, y + height / 2), "share-number", name)
            return
