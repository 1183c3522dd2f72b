"""Draw the patterns of terrain as on a printed map: trees with their shadows, houses with roofs,
toothed trenches, contours.

A pattern is drawn for all its hexes in a few shapes. Positions within a hex are shares of its
circumradius, x to the right and y down. Patterns stay clear of the code at the top of the hex, and
leave its middle to the counters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from landships_lab.core.hexes import Hex, Side
from .shapes import Circles, Lines, Path, Pixel, Polygons, Shape, rectangle
from .view import View

#: The places of trees and the like in a hex, clear of its code, and their sizes.
_SPOTS: tuple[Pixel, ...] = (
    (-0.64, -0.2),
    (-0.34, -0.36),
    (0.36, -0.36),
    (0.66, -0.12),
    (-0.54, 0.32),
    (-0.14, 0.6),
    (0.3, 0.56),
    (0.58, 0.26),
)
_TREE = 0.13
#: Houses: the middle, half the length, half the width, the turn in degrees.
_VILLAGE = (
    (-0.5, -0.28, 0.17, 0.1, 12),
    (0.44, -0.34, 0.14, 0.1, -20),
    (-0.44, 0.34, 0.13, 0.11, 80),
    (0.16, 0.58, 0.18, 0.1, 4),
    (0.6, 0.16, 0.12, 0.09, 65),
)
_CITY = (
    (-0.52, -0.34, 0.16, 0.12, 0),
    (-0.14, -0.4, 0.15, 0.09, 0),
    (0.36, -0.36, 0.17, 0.12, 0),
    (-0.68, 0.02, 0.12, 0.13, 0),
    (0.68, 0.0, 0.12, 0.15, 0),
    (-0.44, 0.36, 0.16, 0.12, 0),
    (-0.04, 0.58, 0.15, 0.11, 0),
    (0.42, 0.4, 0.16, 0.12, 0),
)
#: The places of the strokes down a slope, as shares of a piece of contour.
_SLOPE = (0.1, 0.3, 0.5, 0.7, 0.9)
House = tuple[float, float, float, float, float]


def _at(view: View, hexagon: Hex, spot: Pixel) -> Pixel:
    x, y = view.pixel(hexagon)
    return x + spot[0] * view.size, y + spot[1] * view.size


def trees(centres: Sequence[Pixel], radius: float, name: str) -> tuple[Shape, ...]:
    """Draw tree crowns from above: a shadow to the lower right, the crown, and a light to the upper
    left. Every third is smaller.
    """
    shapes: list[Shape] = []
    for size, some in (
        (radius, [c for n, c in enumerate(centres) if n % 3]),
        (0.76 * radius, list(centres[::3])),
    ):
        if some:
            shadows = tuple((x + 0.22 * size, y + 0.3 * size) for x, y in some)
            lights = tuple((x - 0.28 * size, y - 0.3 * size) for x, y in some)
            shapes += [
                Circles(shadows, size, "tree-shadow", name),
                Circles(tuple(some), size, "tree", name),
            ]
            shapes.append(Circles(lights, 0.36 * size, "tree-light", name))
    return tuple(shapes)


def houses(rings: Sequence[Path], name: str) -> tuple[Shape, ...]:
    """Draw houses from above: these rings of four corners, each with the ridge of its roof
    lengthwise.
    """
    ridges = tuple((_between(a, d), _between(b, c)) for a, b, c, d in rings)
    return Polygons(tuple(rings), "house", name), Lines(ridges, "roof", name)


def _between(a: Pixel, b: Pixel) -> Pixel:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def turned_box(middle: Pixel, half_length: float, half_width: float, degrees: float) -> Path:
    """Return the corners of a rectangle turned clockwise round its middle; its length runs from the
    first corner to the second.
    """
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = (
        (-half_length, -half_width),
        (half_length, -half_width),
        (half_length, half_width),
        (-half_length, half_width),
    )
    return tuple((middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos) for x, y in corners)


def woods(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw trees."""
    return trees([_at(view, h, spot) for h in hexes for spot in _SPOTS], _TREE * view.size, kind)


def _built(view: View, hexes: Sequence[Hex], kind: str, plan: Sequence[House]) -> tuple[Shape, ...]:
    s = view.size
    return houses(
        [
            turned_box(_at(view, h, (x, y)), s * long, s * wide, turn)
            for h in hexes
            for x, y, long, wide, turn in plan
        ],
        kind,
    )


def town(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw a few houses, each turned its own way."""
    return _built(view, hexes, kind, _VILLAGE)


def city(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw blocks of houses in rows."""
    return _built(view, hexes, kind, _CITY)


@lru_cache(maxsize=8)
def meadow(
    box: tuple[float, float, float, float], grown: tuple[tuple[float, float, float, float], ...]
) -> tuple[Shape, ...]:
    """Return grass in a box (left, top, right, bottom), with tufts in the ``grown`` parts of it;
    the same tuple for the same arguments.
    """
    tufts = [
        (left + 37.0 * n % (right - left), top + 8 + 53.0 * n % (bottom - top - 12))
        for left, top, right, bottom in grown
        for n in range(int((right - left) * (bottom - top) / 3600))
    ]
    blades = tuple(((x, y), (x + lean, y - 5)) for x, y in tufts for lean in (-3, 0, 3))
    return Polygons((rectangle(*box),), "felt"), Lines(blades, "grass")


# -- lines along the border of an area ------------------------------------------------------------


def border(
    view: View, hexes: Sequence[Hex], inset: float
) -> Iterator[tuple[Hex, tuple[Pixel, Pixel]]]:
    """Yield a piece of line for each hexside at which the area of these hexes ends, drawn inside it
    by ``inset`` circumradii.

    The pieces of neighbouring hexes meet.
    """
    inside = frozenset(hexes)
    for hexagon in hexes:
        corners, middle = view.outline(hexagon), view.pixel(hexagon)
        outer = [not _other(side, hexagon) & inside for side in _sides_in_order(view, hexagon)]
        for n, ends_here in enumerate(outer):
            if ends_here:
                a, b = corners[n], corners[(n + 1) % 6]
                before = middle if outer[n - 1] else corners[n - 1]
                after = middle if outer[(n + 1) % 6] else corners[(n + 2) % 6]
                yield hexagon, (_towards(a, before, inset), _towards(b, after, inset))


def _sides_in_order(view: View, hexagon: Hex) -> list[Side]:
    """Return the hexsides of a hex in the order of its outline; the first runs from the first
    corner to the second.
    """
    corners = view.outline(hexagon)
    middles = [_between(corners[n], corners[(n + 1) % 6]) for n in range(6)]
    return [
        min(hexagon.sides(), key=lambda side: math.dist(view.pixel(side), middle))
        for middle in middles
    ]


def _other(side: Side, hexagon: Hex) -> frozenset[Hex]:
    return frozenset(side.hexes) - {hexagon}


def _towards(a: Pixel, b: Pixel, share: float) -> Pixel:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def trench(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw a trench that fills hexes, with teeth pointing inward along its border."""
    paths = tuple(
        toothed(path, view.pixel(h), 0.15 * view.size) for h, path in border(view, hexes, 0.06)
    )
    return (Lines(paths, "trench-tooth", kind),)


def toothed(path: Path, inward: Pixel, depth: float) -> Path:
    """Return a line with four square teeth towards the point ``inward``, like fire bays and
    traverses.
    """
    a, b = path[0], path[-1]
    mx, my = _between(a, b)
    reach = math.dist((mx, my), inward) or 1.0
    nx, ny = depth * (inward[0] - mx) / reach, depth * (inward[1] - my) / reach
    points = [a]
    for tooth in range(4):
        for share, deep in ((0.08, 0), (0.08, 1), (0.17, 1), (0.17, 0)):
            x, y = _towards(a, b, share + 0.22 * tooth)
            points.append((x + deep * nx, y + deep * ny))
    return (*points, b)


def shore(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw water: its shore and rows of waves."""
    rows = ((-0.36, -0.26), (0.34, -0.1), (-0.3, 0.24), (0.24, 0.5))
    wave = tuple((0.05 * n - 0.2, 0.045 * math.sin(n * math.pi / 2)) for n in range(9))
    waves = tuple(_placed(view, h, spot, wave) for h in hexes for spot in rows)
    banks = tuple(path for _, path in border(view, hexes, 0.02))
    return Lines(banks, "shore", kind), Lines(waves, "wave", kind)


def tufts(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw tufts of reed over short lines of water."""
    strokes = (
        ((-0.1, -0.1), (-0.02, 0.06)),
        ((0.0, -0.17), (0.0, 0.06)),
        ((0.1, -0.1), (0.02, 0.06)),
        ((-0.16, 0.08), (0.16, 0.08)),
    )
    spots = ((-0.5, -0.2), (0.46, -0.24), (-0.36, 0.36), (0.3, 0.46))
    return (
        Lines(
            tuple(
                _placed(view, h, spot, line) for h in hexes for spot in spots for line in strokes
            ),
            "reed",
            kind,
        ),
    )


def _placed(view: View, hexagon: Hex, spot: Pixel, path: Path) -> Path:
    """Return a small drawing moved to its place in a hex."""
    return tuple(_at(view, hexagon, (spot[0] + x, spot[1] + y)) for x, y in path)


def craters(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw shell holes: large and small pits, dark on one side."""
    shapes: list[Shape] = []
    for radius, spots in ((0.14, _SPOTS[::2]), (0.09, (*_SPOTS[1::2], (0.0, 0.2)))):
        at = [_at(view, h, spot) for h in hexes for spot in spots]
        pits = tuple((x - 0.25 * radius * view.size, y - 0.25 * radius * view.size) for x, y in at)
        shapes += [
            Circles(tuple(at), radius * view.size, "crater", kind),
            Circles(pits, 0.6 * radius * view.size, "pit", kind),
        ]
    return tuple(shapes)


def peaks(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw mountains in profile, shaded on their right."""
    spots = ((-0.46, -0.12), (0.4, -0.2), (-0.2, 0.42), (0.46, 0.36))
    outline, shaded = (
        ((-0.22, 0.16), (0.0, -0.2), (0.22, 0.16)),
        ((0.0, -0.2), (0.22, 0.16), (0.04, 0.16)),
    )
    lines = tuple(_placed(view, h, spot, outline) for h in hexes for spot in spots)
    return Polygons(
        tuple(_placed(view, h, spot, shaded) for h in hexes for spot in spots), "pit", kind
    ), Lines(lines, "contour", kind)


def road(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw a road from hex to hex across the hexsides they share; in a single hex it is a short
    stretch.
    """
    inside = frozenset(hexes)
    paths: list[Path] = []
    for h in hexes:
        joined = [side for side in h.sides() if all(n in inside for n in side.hexes)]
        paths += [(view.pixel(h), view.pixel(side)) for side in joined] or [
            (_at(view, h, (-0.5, 0.0)), _at(view, h, (0.5, 0.0)))
        ]
    return Lines(tuple(paths), "road-bed", kind), Lines(tuple(paths), "road", kind)


def contours(view: View, hexes: Sequence[Hex]) -> tuple[Shape, ...]:
    """Draw high ground: two contour lines round it, with short strokes down the slope between
    them.
    """
    lower, upper = (tuple(path for _, path in border(view, hexes, inset)) for inset in (0.1, 0.27))
    strokes = (
        (_towards(a, b, share), _towards(c, d, share))
        for (a, b), (c, d) in zip(upper, lower, strict=True)
        for share in _SLOPE
    )
    return Lines((*lower, *upper), "contour", "high"), Lines(tuple(strokes), "slope", "high")
