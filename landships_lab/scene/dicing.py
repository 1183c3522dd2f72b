"""Dice, boxes and captions: the small parts from which pictures of rolls are put together."""

from __future__ import annotations

from collections.abc import Iterable

from landships_lab.scene.draw import LETTER
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Shape

#: Where the pips of a die lie, in thirds of its side from the middle.
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
    """Which ring is this upright rectangle?"""
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def die_face(centre: Pixel, side: float, number: int, *, tint: str = "", name: str = "") -> tuple[Shape, ...]:
    """What does a die with this number look like? A lit one carries a tint; an unlit one steps back."""
    x, y = centre
    lit = "-lit" if tint else ""
    pips = tuple((x + across * side * 0.27, y + down * side * 0.27) for across, down in _PIPS[number])
    return (
        Polygons((_rounded(centre, side),), f"die{lit}", name, tint),
        Circles(pips, side * 0.09, f"pip{lit}", name, tint),
    )


def _rounded(centre: Pixel, side: float) -> Path:
    """A square with its corners cut a little, which reads as a die at any size."""
    x, y = centre
    half, cut = side / 2, side * 0.14
    return (
        *((x - half + cut, y - half), (x + half - cut, y - half), (x + half, y - half + cut), (x + half, y + half - cut)),
        *((x + half - cut, y + half), (x - half + cut, y + half), (x - half, y + half - cut), (x - half, y - half + cut)),
    )


def arrow(start: Pixel, end: Pixel, role: str, name: str = "", tint: str = "") -> tuple[Shape, ...]:
    """What does an arrow look like? A line with a head of two strokes, either along a row or down a column."""
    (ax, ay), (bx, by) = start, end
    length = max(abs(bx - ax), abs(by - ay)) or 1.0
    dx, dy = 6 * (bx - ax) / length, 6 * (by - ay) / length
    head = ((bx - dx - dy, by - dy - dx), (bx, by), (bx - dx + dy, by - dy + dx))
    return Lines(((start, end),), role, name, tint), Lines((head,), role.removesuffix("-theirs"), name, tint)


def fits(text: str, width: float, size: float = 11) -> bool:
    """Does a text of this size fit into this width (pixels)?"""
    return len(text) * size * LETTER <= width


def folded(text: str, width: float, size: float = 11) -> tuple[str, ...]:
    """Which lines does a text make in this width? Broken between words; a word too long for a line stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fits(longer, width, size):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def written(lines: Iterable[str], at: Pixel, role: str, *, step: float = 15, anchor: str = "start", name: str = "") -> tuple[Shape, ...]:
    """How are these lines written one under the other, the first at ``at``?"""
    x, y = at
    return tuple(Label(line, (x, y + step * n), role, name, anchor=anchor) for n, line in enumerate(lines))
