"""Shapes of a hex map: the field of hexes, sight lines, counted ranges, headings and marks on
places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from . import labels
from .fire import cross
from .labels import Box, Name, text_box
from .shapes import Circles, Label, Lines, Path, Pixel, Polygons, Shape, rectangle
from .theme import LIGHT
from .view import View

#: The circumradius (pixels) from which a hex has its code written large.
_LARGE = 44.0
#: The least distance (pixels) between two codes in a row, and in a column.
_ACROSS, _DOWN = 46.0, 26.0
#: The circumradius from which the codes of two columns stand high enough apart to be side by side.
_STAGGERED = 25.0


@lru_cache(maxsize=16)
def hex_field(view: View) -> tuple[Shape, ...]:
    """Return the bare board: paper, hexes with a thin outline, a code at the top of each.

    Where hexes are small, only every second or third of a row and a column has its code. The same
    view gives the same tuple, so that a painter can see that the ground need not be drawn again.
    """
    hexes = tuple(h for h in view.grid.hexes() if view.shows(h))
    role = code_role(view)
    codes = (Label(code := view.grid.code(h), _above(view, h), role, code) for h in _coded(view))
    outlines = tuple(view.outline(h) for h in hexes)
    paper = rectangle(0.0, 0.0, view.width, view.height)
    return (
        Polygons((paper,), "paper"),
        Polygons(outlines, "board"),
        Polygons(outlines, "grid"),
        *codes,
    )


def code_role(view: View) -> str:
    """Return the role of the codes of hexes of this size."""
    return "hex-code" if view.size < _LARGE else "hex-code-large"


@lru_cache(maxsize=16)
def code_boxes(view: View) -> tuple[tuple[Hex, Box], ...]:
    """Return each hex that has its code written, with the box of the code (pixels)."""
    role, code = code_role(view), view.grid.code
    return tuple((h, text_box(code(h), role, _above(view, h))) for h in _coded(view))


def _coded(view: View) -> Iterator[Hex]:
    """Yield the shown hexes that have their code, as many as stay readable."""
    grid = view.grid
    across = 1 if view.size >= _STAGGERED else math.ceil(_ACROSS / (1.5 * view.size))
    down = math.ceil(_DOWN / (math.sqrt(3) * view.size))
    for column in range(grid.first_column, grid.columns + 1, across):
        for row in range(1, grid.rows + 1, down):
            if view.shows(hexagon := grid.hex(column, row)):
                yield hexagon


def _above(view: View, hexagon: Hex) -> Pixel:
    """Return the middle of a code, just under the upper side of its hex."""
    x, y = view.pixel(hexagon)
    return x, y - (math.sqrt(0.75) * view.size - 0.62 * LIGHT.style(code_role(view)).size)


#: The length of the head of an arrow, in pixels.
_HEAD = 10.0
#: The distance from the middle of a counter at which a line away from it begins (circumradii).
_RIM = 0.75


def sight_line(view: View, a: Place, b: Place) -> tuple[Shape, ...]:
    """Return the line from the edge of a firer's counter to the target, and the ring round the
    target.
    """
    (x, y), end = view.pixel(a), view.pixel(b)
    share = min(_RIM * view.size / (math.dist((x, y), end) or 1.0), 1.0)
    start = x + share * (end[0] - x), y + share * (end[1] - y)
    return Lines(((start, end),), "sight-line"), target_ring(view, b)


def last_move(start: Pixel, end: Pixel, name: str) -> Iterator[Shape]:
    """Yield the arrow of the last move in a game, between places or units; nothing if it led
    nowhere.
    """
    away = math.dist(start, end)
    if away > 2 * _HEAD:
        east, south = ((b - a) / away * _HEAD for a, b in zip(start, end, strict=True))
        left, right = (
            (end[0] - east + side * south / 2, end[1] - south - side * east / 2) for side in (-1, 1)
        )
        yield Lines(((start, end), (left, end, right)), "last-move", name)


def target_ring(view: View, place: Place) -> Shape:
    """Return the ring round a target: the outline of its hex, or a hexagon round the middle of its
    hexside.
    """
    if isinstance(place, Hex):
        return Polygons((view.outline(place),), "target-ring", "target")
    (x, y), (cx, cy) = view.pixel(place), view.pixel(place.hexes[0])
    ring = tuple(
        (x + 0.5 * (px - cx), y + 0.5 * (py - cy)) for px, py in view.outline(place.hexes[0])
    )
    return Polygons((ring,), "target-ring", "target")


def ring(view: View, place: Place, role: str, name: str) -> tuple[Shape, ...]:
    """Return a ring round one place."""
    return (Circles((view.pixel(place),), 1.0 * view.size, role, name),)


def outlined(view: View, place: Place, role: str, name: str) -> tuple[Shape, ...]:
    """Return the outline of a hex or hexside."""
    if isinstance(place, Side):
        return (Lines((view.segment(place),), role, name),)
    return (Polygons((view.outline(place),), role, name),)


def numbered(view: View, hexes: Sequence[Hex], cards: Sequence[Path] = ()) -> tuple[Shape, ...]:
    """Return a count: each counted hex is tinted, with its number on a disc that avoids the
    counters' cards.
    """
    if not hexes:
        return ()
    spots = tuple(disc_spot(view, hexagon, cards) for hexagon in hexes)
    numbers = (Label(str(n), at, "count-number", str(n)) for n, at in enumerate(spots, 1))
    return (
        Polygons(tuple(view.outline(h) for h in hexes), "counted", "counted hexes"),
        Circles(spots, disc_radius(view), "count-badge", "counted hexes"),
        *numbers,
    )


def disc_radius(view: View) -> float:
    """Return the radius (pixels) of a disc with a number."""
    return min(max(0.36 * view.size, 9.5), 11.0)


#: The places of a disc in its hex, best first: a little below the middle, clear of the code; then
#: the corners and the foot (circumradii).
_DISCS: tuple[Pixel, ...] = (
    (0, 0.12),
    (-0.64, 0),
    (0.64, 0),
    (0, 0.52),
    (-0.36, 0.52),
    (0.36, 0.52),
    (-0.4, -0.5),
    (0.4, -0.5),
    (-0.3, 0.1),
    (0.3, 0.1),
    (0, -0.2),
    (-0.3, -0.3),
    (0.3, -0.3),
    (0, -0.5),
    (-0.5, 0.25),
    (0.5, 0.25),
)


def disc_spot(view: View, hexagon: Hex, cards: Sequence[Path]) -> Pixel:
    """Return the middle of a hex's number (pixels): the first spot clear of these counters, or else
    the one that touches the fewest.
    """
    return min(_spots(view, hexagon, cards))[2]


def crowded(view: View, hexes: Iterable[Hex], cards: Sequence[Path]) -> tuple[Hex, ...]:
    """Return those of the hexes in which these cards leave no spot for the disc of a number."""
    return tuple(h for h in hexes if min(_spots(view, h, cards))[0])


def _spots(view: View, hexagon: Hex, cards: Sequence[Path]) -> Iterator[tuple[int, int, Pixel]]:
    """Yield the places of a disc, each with the number of cards it touches and its rank, up to the
    first that touches none.
    """
    (x, y), r = view.pixel(hexagon), disc_radius(view)
    for rank, (across, down) in enumerate(_DISCS):
        at = x + across * view.size, y + down * view.size
        disc = at[0] - r, at[1] - r, at[0] + r, at[1] + r
        met = sum(labels.meets(disc, card) for card in cards)
        yield met, rank, at
        if not met:
            return


def rose(view: View, place: Place, legal: Sequence[Heading]) -> tuple[Shape, ...]:
    """Return a ray for each of the twelve headings. Legal ones end in a disc, the others in a
    cross.
    """
    x, y = view.pixel(place)
    near, far = 1.05 * view.size, 2.0 * view.size
    lines: dict[bool, list[Shape]] = {True: [], False: []}
    discs: list[Shape] = []
    for heading in HEADINGS:
        dx, dy = view.ray(heading)
        tip, ok = (x + far * dx, y + far * dy), heading in legal
        role = "legal" if ok else "illegal"
        lines[ok].append(Lines((((x + near * dx, y + near * dy), tip),), role, heading.value))
        if ok:
            discs.append(Circles((tip,), 0.13 * view.size, role, heading.value))
        else:
            lines[ok].append(Lines(cross(tip, 0.14 * view.size), role, heading.value))
    # grouped by kind, so that a page draws each group with one command
    return (*lines[False], *lines[True], *discs)


def rose_names(view: View, place: Place, facing: Heading) -> Iterator[Name]:
    """Yield the names of the twelve headings, each beyond the end of its ray, the facing first."""
    x, y = view.pixel(place)
    far = 2.5 * view.size
    for heading in sorted(HEADINGS, key=lambda h: h != facing):
        dx, dy = view.ray(heading)
        at = (x + far * dx, y + far * dy)
        role = "heading-facing" if heading == facing else "heading-name"
        sides = ((0.0, 0.0), (dx, dy), (-dy, dx), (dy, -dx))
        yield Name(heading.value, role, (*at, *at), heading.value, sides=sides)


def compass(view: View) -> tuple[Shape, ...]:
    """Return a north arrow on a small disc in the lower left corner."""
    x, y = 17.0, view.height - 17
    head = ((x, y - 11), (x + 4.2, y + 1), (x, y - 1.5), (x - 4.2, y + 1))
    return (
        Circles(((x, y),), 14.0, "compass-disc", "north"),
        Polygons((head,), "compass", "north"),
        Label("N", (x, y + 7), "compass-name", "north"),
    )
