"""Draw the parts of pictures of rolls: dice, arrows, lines of text, the mosaic of two throws, and
the foot that names what a reader supplied. All sizes are pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.sources import PROVENANCE_WORDS
from .labels import BOLD, text_width
from .roles import SMALL
from .shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene, Shape, box

#: The places of the pips of a die, in thirds of its side from the middle.
_CORNERS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _CORNERS[0],
    3: (*_CORNERS[0], (0, 0)),
    4: (*_CORNERS[0], *_CORNERS[1]),
    5: (*_CORNERS[0], *_CORNERS[1], (0, 0)),
    6: (*_CORNERS[0], *_CORNERS[1], *_CORNERS[2]),
}


def die_face(
    centre: Pixel, side: float, number: int, *, tint: str = "", name: str = "", plain: bool = False
) -> tuple[Shape, ...]:
    """Draw a die that shows this number.

    It is lit with a ``tint``, plain if it is ``plain``, and else pale.
    """
    x, y = centre
    lit = "-lit" if tint else "-plain" if plain else ""
    pips = tuple(
        (x + across * side * 0.27, y + down * side * 0.27) for across, down in _PIPS[number]
    )
    return (
        Polygons((_rounded(centre, side),), f"die{lit}", name, tint),
        Circles(pips, side * 0.095, f"pip{lit}", name, tint),
    )


def _rounded(centre: Pixel, side: float) -> Path:
    """Return a square with rounded corners."""
    x, y = centre
    radius = side * 0.2
    inner = side / 2 - radius
    quarters = ((1, -1, -90), (1, 1, 0), (-1, 1, 90), (-1, -1, 180))
    return tuple(
        (x + across * inner + radius * math.cos(turn), y + down * inner + radius * math.sin(turn))
        for across, down, first in quarters
        for turn in (math.radians(first + 22.5 * n) for n in range(5))
    )


def arrow(start: Pixel, end: Pixel, role: str, name: str = "", tint: str = "") -> tuple[Shape, ...]:
    """Draw an arrow along a row or down a column: a line, and a head of two strokes."""
    (ax, ay), (bx, by) = start, end
    length = max(abs(bx - ax), abs(by - ay)) or 1.0
    dx, dy = 6 * (bx - ax) / length, 6 * (by - ay) / length
    head = ((bx - dx - dy, by - dy - dx), (bx, by), (bx - dx + dy, by - dy + dx))
    return Lines(((start, end),), role, name, tint), Lines(
        (head,), role.removesuffix("-theirs"), name, tint
    )


def text_fits(text: str, width: float, size: float = 11, *, bold: bool = False) -> bool:
    """Return whether a text of this size, plain or bold, is at most ``width`` pixels wide."""
    return text_width(text, size, bold=bold) <= width


def wrapped(text: str, width: float, size: float = 11) -> tuple[str, ...]:
    """Return the text broken into lines of at most ``width`` pixels.

    A word too long for a line has a line of its own.
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_fits(longer, width, size):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def text_lines(
    lines: Iterable[str],
    at: Pixel,
    role: str,
    *,
    step: float = 15,
    anchor: str = "start",
    name: str = "",
) -> tuple[Shape, ...]:
    """Draw these lines one below the other, the first at ``at``, ``step`` pixels apart."""
    x, y = at
    return tuple(
        Label(line, (x, y + step * n), role, name, anchor=anchor) for n, line in enumerate(lines)
    )


#: A row or column narrower than this (pixels) has no number.
LEAST = 12.0


def mosaic(
    corner: Pixel,
    size: Pixel,
    across: Mapping[int, Fraction],
    down: Mapping[int, Fraction],
    cell: Callable[[int, int], tuple[str, str]],
) -> Iterator[Shape]:
    """Draw two independent throws as columns and rows, with a rectangle for each pair of results
    whose area is its chance, at ``corner``, ``size`` pixels wide and high.

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


LINE, MARGIN = 17.0, 8.0


def supplied(answer: Answer[object]) -> tuple[str, ...]:
    """Return what the reader supplied to this answer: each document with the places that the steps
    cite, without repetition.
    """
    by_document: dict[str, list[str]] = {}
    for step in answer.steps:
        if step.cite.kind == "supplied":
            sections = by_document.setdefault(step.cite.document, [])
            sections += [] if step.cite.section in sections else [step.cite.section]
    return tuple(f"{document}: {'; '.join(sections)}" for document, sections in by_document.items())


def marked(scene: Scene, answer: Answer[object]) -> Scene:
    """Return this picture with a foot that names what the reader supplied, so that no copy can hide
    it; the same picture if that is nothing.
    """
    mine = supplied(answer)
    if not mine:
        return scene
    note = f"{PROVENANCE_WORDS['supplied'].capitalize()}, not in the source. {'. '.join(mine)}."
    lines = wrapped(note, scene.width - 4 * MARGIN, BOLD * SMALL)
    height = LINE * len(lines) + MARGIN
    strip = box(MARGIN, scene.height, scene.width - 2 * MARGIN, height)
    foot = (
        Polygons((strip,), "supplied-strip", "supplied"),
        *text_lines(lines, (2 * MARGIN, scene.height + 13), "supplied", step=LINE, name="supplied"),
    )
    taller = replace(scene, height=scene.height + height + MARGIN, figures=(*scene.figures, *foot))
    return replace(taller, description=f"{scene.description} {note}".strip())
