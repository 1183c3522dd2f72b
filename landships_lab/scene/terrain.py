"""Draw terrain by colour and by pattern: woods stippled, towns of small blocks, trenches toothed, high ground contoured.

Every kind is recognized by its pattern alone, without colours. A pattern is drawn for all its hexes in one shape; positions
within a hex are shares of its circumradius, x to the right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.scene import draw
from landships_lab.scene.shapes import Circles, Lines, Path, Pixel, Polygons, Shape
from landships_lab.scene.view import View

Look = TypeVar("Look")
#: Places in a hex that are clear of its code (above) and of what stands in its middle.
_SPOTS: tuple[Pixel, ...] = ((-0.62, -0.16), (-0.3, -0.42), (0.34, -0.4), (0.64, -0.08), (-0.5, 0.34), (-0.06, 0.58), (0.42, 0.42))


def _at(view: View, hexagon: Hex, spot: Pixel) -> Pixel:
    x, y = view.pixel(hexagon)
    return x + spot[0] * view.size, y + spot[1] * view.size


def _box(view: View, hexagon: Hex, spot: Pixel, half: Pixel) -> Path:
    x, y = _at(view, hexagon, spot)
    w, h = half[0] * view.size, half[1] * view.size
    return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)


def _stipple(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    return (Circles(tuple(_at(view, h, spot) for h in hexes for spot in _SPOTS), 0.09 * view.size, "woods-stipple", kind),)


def _blocks(view: View, hexes: Sequence[Hex], kind: str, spots: Sequence[Pixel]) -> tuple[Shape, ...]:
    return (Polygons(tuple(_box(view, h, spot, (0.14, 0.09)) for h in hexes for spot in spots), "town-hatch", kind),)


def _town(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    return _blocks(view, hexes, kind, ((-0.42, -0.3), (0.36, -0.36), (-0.5, 0.3), (0.1, 0.56)))


def _city(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    return _blocks(
        view, hexes, kind, ((-0.44, -0.36), (0.0, -0.4), (0.44, -0.34), (-0.6, 0.0), (0.6, 0.02), (-0.42, 0.36), (0.02, 0.56), (0.44, 0.38))
    )


def _teeth_round(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw a trench that fills hexes: teeth inward along the hexsides where the trench ends."""
    inside = frozenset(hexes)
    edges = [(h, side) for h in hexes for side in h.sides() if not all(n in inside for n in side.hexes)]
    return (Lines(tuple(_toothed(view, side, view.pixel(h), 0.02) for h, side in edges), "trench-tooth", kind),)


def _toothed(view: View, side: Side, inward: Pixel, inset: float) -> Path:
    """Return a zigzag along a hexside, its teeth towards the point ``inward``."""
    (ax, ay), (bx, by) = view.segment(side)
    mx, my = view.pixel(side)
    reach = math.dist((mx, my), inward) or 1.0
    nx, ny = (inward[0] - mx) / reach, (inward[1] - my) / reach
    points = []
    for n in range(9):
        share, depth = 0.06 + 0.88 * n / 8, (inset + (0.12 if n % 2 else 0.0)) * view.size
        points.append((ax + (bx - ax) * share + nx * depth, ay + (by - ay) * share + ny * depth))
    return tuple(points)


def _waves(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    rows = ((-0.35, -0.3), (0.3, -0.1), (-0.3, 0.2), (0.2, 0.5))
    paths = [
        tuple(_at(view, h, (x + dx, y + dy)) for dx, dy in ((-0.24, 0.06), (-0.12, -0.06), (0, 0.06), (0.12, -0.06), (0.24, 0.06)))
        for h in hexes
        for x, y in rows
    ]
    return (Lines(tuple(paths), "wave", kind),)


def _tufts(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    strokes = (((-0.1, -0.1), (0.0, 0.06)), ((0.0, -0.16), (0.0, 0.06)), ((0.1, -0.1), (0.0, 0.06)))
    paths = [tuple(_at(view, h, (x + sx, y + sy)) for sx, sy in stroke) for h in hexes for x, y in _SPOTS[::2] for stroke in strokes]
    return (Lines(tuple(paths), "wave", kind),)


def _craters(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    return (Circles(tuple(_at(view, h, spot) for h in hexes for spot in _SPOTS), 0.11 * view.size, "crater", kind),)


def _peaks(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    paths = [
        tuple(_at(view, h, (x + dx, y + dy)) for dx, dy in ((-0.2, 0.14), (0, -0.18), (0.2, 0.14))) for h in hexes for x, y in _SPOTS[::2]
    ]
    return (Lines(tuple(paths), "contour", kind),)


def _road(view: View, hexes: Sequence[Hex], kind: str) -> tuple[Shape, ...]:
    """Draw a road from hex to hex, through the hexsides they share; in a single hex it is a short stretch."""
    inside = frozenset(hexes)
    paths: list[Path] = []
    for h in hexes:
        joined = [side for side in h.sides() if all(n in inside for n in side.hexes)]
        paths += [(view.pixel(h), view.pixel(side)) for side in joined] or [(_at(view, h, (-0.5, 0.0)), _at(view, h, (0.5, 0.0)))]
    return Lines(tuple(paths), "road-bed", kind), Lines(tuple(paths), "road", kind)


_Pattern = Callable[[View, Sequence[Hex], str], tuple[Shape, ...]]
#: How a hex of each kind is filled (a role, "" for nothing) and patterned.
HEX_LOOKS: Mapping[str, tuple[str, _Pattern]] = MappingProxyType(
    {
        "woods": ("terrain-woods", _stipple),
        "forest": ("terrain-woods", _stipple),
        "town": ("terrain-town", _town),
        "village": ("terrain-town", _town),
        "city": ("terrain-town", _city),
        "trench": ("terrain-trench", _teeth_round),
        "rough": ("terrain-trench", _craters),
        "shell-holes": ("terrain-trench", _craters),
        "hills": ("terrain-high", _peaks),
        "mountain": ("terrain-high", _peaks),
        "marsh": ("terrain-marsh", _tufts),
        "swamp": ("terrain-marsh", _tufts),
        "water": ("terrain-water", _waves),
        "road": ("", _road),
    }
)
#: The roles of all patterns and features, which tell terrain without its colour.
PATTERNS = frozenset(("woods-stipple", "town-hatch", "trench-tooth", "contour", "crater", "wave", "wire", "stream", "road-bed", "road"))
#: The features that run along a hexside, and the role of their mark.
SIDE_LOOKS: Mapping[str, str] = MappingProxyType({"trench": "trench-tooth", "wire": "wire", "stream": "stream"})


def terrain_field(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """Draw a painted board: the hex field of `draw.hex_field` with the terrain between paper and codes.

    The same view and terrain give the very same tuple, so that a painter need not draw the ground again.
    Raises `ValueError` for a kind of terrain that cannot be drawn yet.
    """
    return _field(view, terrain)


@lru_cache(maxsize=16)
def _field(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    paper, board, grid, *codes = draw.hex_field(view)
    fills: list[Shape] = []
    patterns: list[Shape] = []
    for kind, hexes in _grouped(view, terrain).items():
        fill, pattern = _look(HEX_LOOKS, kind)
        if fill:
            fills.append(Polygons(tuple(view.outline(h) for h in hexes), fill, kind))
        patterns += pattern(view, hexes, kind)
    return (paper, board, *fills, *patterns, *_high(view, terrain.high), grid, *_features(view, terrain), *codes)


def _look(looks: Mapping[str, Look], kind: str) -> Look:
    return looks[one_of("kind of terrain that can be drawn", kind, looks)]


def _grouped(view: View, terrain: TerrainMap) -> dict[str, list[Hex]]:
    found: dict[str, list[Hex]] = {}
    for hexagon, kind in sorted(terrain.hexes.items()):
        if view.shows(hexagon):
            found.setdefault(kind, []).append(hexagon)
    return found


def _high(view: View, high: Iterable[Hex]) -> tuple[Shape, ...]:
    """Draw high ground: two contour lines inside each hex, one within the other."""
    hexes = [h for h in sorted(high) if view.shows(h)]
    if not hexes:
        return ()
    rings = tuple(_shrunk(view, h, share) for share in (0.92, 0.78) for h in hexes)
    return Polygons(tuple(view.outline(h) for h in hexes), "terrain-high", "high"), Polygons(rings, "contour", "high")


def _shrunk(view: View, hexagon: Hex, share: float) -> Path:
    cx, cy = view.pixel(hexagon)
    return tuple((cx + (x - cx) * share, cy + (y - cy) * share) for x, y in view.outline(hexagon))


def _features(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    found: dict[str, list[Side]] = {}
    for side, kind in sorted(terrain.sides.items()):
        if view.shows(side.hexes[0]):
            found.setdefault(kind, []).append(side)
    return tuple(Lines(_along(view, sides, kind), _look(SIDE_LOOKS, kind), kind) for kind, sides in found.items())


def _along(view: View, sides: Sequence[Side], kind: str) -> tuple[Path, ...]:
    if kind == "trench":
        return tuple(_toothed(view, side, view.pixel(side.hexes[0]), -0.07) for side in sides)
    if kind == "wire":
        return tuple(cross for side in sides for cross in _barbs(view, side))
    return tuple(view.segment(side) for side in sides)


def _barbs(view: View, side: Side) -> tuple[Path, ...]:
    (ax, ay), (bx, by) = view.segment(side)
    arm = 0.11 * view.size
    spots = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in (0.2, 0.4, 0.6, 0.8)]
    return tuple(path for x, y in spots for path in (((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))))
