"""Draw the small parts of pictures of rolls: dice, boxes, arrows, lines of text. All sizes are
pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from landships_lab.drawing.labels import text_width
from landships_lab.drawing.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Shape

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


def box(left: float, top: float, width: float, height: float) -> Path:
    """Return the corners of an upright rectangle."""
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def die_face(
    centre: Pixel, side: float, number: int, *, tint: str = "", name: str = "", plain: bool = False
) -> tuple[Shape, ...]:
    """Draw a die that shows this number.

    With a tint it is lit; without one it is pale, unless it is ``plain``.
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
