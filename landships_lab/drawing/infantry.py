"""Draw units of infantry as on a printed map: a square counter with a crossed box, the flag of the
side that holds a hex, the arrow of an attack.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from landships_lab.core.hexes import Hex
from landships_lab.drawing.shapes import Lines, Pixel, Polygons, Shape, rectangle
from landships_lab.drawing.view import View

#: Half the side of a counter, and its distance below the middle of its hex, which keeps it clear
#: of the code (circumradii).
CARD, _DOWN = 0.42, 0.14
#: The distance left of the middle of a hex at which a mark is clear of the counter (circumradii).
BESIDE = -0.64
#: The shift right and up from one counter of a stack to the next (circumradii).
_STACKED = 0.11


def infantry(
    view: View, hexagon: Hex, role: str, spoken_name: str, below: int = 0
) -> Iterator[Shape]:
    """Yield the shapes of a counter in a hex, with ``below`` counters under it in its stack."""
    size, (x, y) = view.size, view.pixel(hexagon)
    x, y = x + _STACKED * below * size, y + (_DOWN - _STACKED * below) * size
    half = CARD * size
    left, top, right, bottom = x - 0.62 * half, y - 0.44 * half, x + 0.62 * half, y + 0.44 * half
    yield Polygons(
        (rectangle(x - half + 1.8, y - half + 2.4, x + half + 1.8, y + half + 2.4),), "shadow"
    )
    yield Polygons((rectangle(x - half, y - half, x + half, y + half),), role, spoken_name)
    box = (*rectangle(left, top, right, bottom), (left, top))
    yield Lines(
        (box, ((left, top), (right, bottom)), ((left, bottom), (right, top))),
        "counter-line",
        "infantry",
    )


def flags(view: View, hexes: Sequence[Hex], name: str) -> Iterator[Shape]:
    """Yield a small flag in each hex, to the right of any counter."""
    if not hexes:
        return
    spots = [(x + 0.54 * view.size, y) for x, y in map(view.pixel, hexes)]
    poles = tuple((_at(view, spot, 0.0, 0.5), _at(view, spot, 0.0, -0.36)) for spot in spots)
    cloths = tuple(
        (
            _at(view, spot, 0.0, -0.36),
            _at(view, spot, 0.3, -0.24),
            _at(view, spot, 0.22, -0.1),
            _at(view, spot, 0.0, -0.08),
        )
        for spot in spots
    )
    yield Lines(poles, "counter-line", name)
    yield Polygons(cloths, "figure", name, "blue")


def way(view: View, start: Hex, end: Hex, name: str) -> Iterator[Shape]:
    """Yield an arrow from the edge of one counter to that of another."""
    (ax, ay), (bx, by) = view.pixel(start), view.pixel(end)
    ay, by = ay + _DOWN * view.size, by + _DOWN * view.size
    length = math.dist((ax, ay), (bx, by)) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    near, far, head = 0.56 * view.size, length - 0.58 * view.size, 0.24 * view.size
    tip, foot = (ax + far * dx, ay + far * dy), (ax + (far - head) * dx, ay + (far - head) * dy)
    wide = 0.6 * head
    yield Lines((((ax + near * dx, ay + near * dy), foot),), "fire", name)
    yield Polygons(
        (
            (
                tip,
                (foot[0] - wide * dy, foot[1] + wide * dx),
                (foot[0] + wide * dy, foot[1] - wide * dx),
            ),
        ),
        "fire-head",
        name,
    )


def _at(view: View, spot: Pixel, across: float, down: float) -> Pixel:
    return spot[0] + across * view.size, spot[1] + down * view.size
