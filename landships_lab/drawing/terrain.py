"""Draw terrain by colour and by pattern.

Every kind is recognized by its pattern alone, without colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.terrain import CLEAR, TerrainMap
from . import draw, patterns
from .shapes import Lines, Path, Polygons, Shape, rectangle
from .view import View

Look = TypeVar("Look")
_Pattern = Callable[[View, Sequence[Hex], str], tuple[Shape, ...]]
#: The fill (a role, "" for none) and the pattern of each kind of hex.
HEX_LOOKS: Mapping[str, tuple[str, _Pattern]] = MappingProxyType(
    {
        "woods": ("terrain-woods", patterns.woods),
        "forest": ("terrain-woods", patterns.woods),
        "town": ("terrain-town", patterns.town),
        "village": ("terrain-town", patterns.town),
        "city": ("terrain-town", patterns.city),
        "trench": ("terrain-trench", patterns.trench),
        "rough": ("terrain-trench", patterns.craters),
        "shell-holes": ("terrain-trench", patterns.craters),
        "hills": ("terrain-high", patterns.peaks),
        "mountain": ("terrain-high", patterns.peaks),
        "marsh": ("terrain-marsh", patterns.tufts),
        "swamp": ("terrain-marsh", patterns.tufts),
        "water": ("terrain-water", patterns.shore),
        "road": ("", patterns.road),
    }
)
#: The roles of all patterns and features, which identify terrain without its colour.
PATTERNS = frozenset(
    {"tree", "tree-shadow", "tree-light", "house", "roof", "trench-tooth", "contour"}
    | {"crater", "pit", "reed", "wave", "shore", "wire", "stream", "road-bed", "road"}
)
#: The features along a hexside, and the role of each one's mark.
SIDE_LOOKS: Mapping[str, str] = MappingProxyType(
    {"trench": "trench-tooth", "wire": "wire", "stream": "stream"}
)


def terrain_field(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """Draw a painted board: the hex field of `draw.hex_field` with the terrain between paper and
    codes.

    The same view and terrain give the same tuple, so that a painter need not draw the ground again.
    Raises `ValueError` for a kind of terrain that cannot be drawn.
    """
    return _field(view, terrain)


@lru_cache(maxsize=16)
def _field(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    paper, board, grid, *codes = draw.hex_field(view)
    fills: list[Shape] = []
    marks: list[Shape] = []
    for kind, hexes in _grouped(view, terrain).items():
        fill, pattern = _look(HEX_LOOKS, kind)
        if fill:
            fills.append(Polygons(tuple(view.outline(h) for h in hexes), fill, kind))
        marks += pattern(view, hexes, kind)
    return (
        paper,
        board,
        *fills,
        *marks,
        *_high(view, terrain.high),
        grid,
        *_features(view, terrain),
        *_cleared(view, terrain),
        *codes,
    )


def fill_role(terrain: TerrainMap | None, hexagon: Hex) -> str:
    """Return the role that fills the ground of this hex; "" if its pattern runs under its code.

    Raises `ValueError` for a kind of terrain that cannot be drawn.
    """
    if terrain is None:
        return "board"
    if hexagon in terrain.high:
        return "terrain-high"
    kind = terrain.of(hexagon)
    return "board" if kind == CLEAR else _look(HEX_LOOKS, kind)[0]


def _look(looks: Mapping[str, Look], kind: str) -> Look:
    return looks[one_of("kind of terrain that can be drawn", kind, looks)]


def _grouped(view: View, terrain: TerrainMap) -> dict[str, list[Hex]]:
    groups: dict[str, list[Hex]] = {}
    for hexagon, kind in sorted(terrain.hexes.items()):
        if view.shows(hexagon):
            groups.setdefault(kind, []).append(hexagon)
    return groups


def _high(view: View, high: Iterable[Hex]) -> tuple[Shape, ...]:
    hexes = [h for h in sorted(high) if view.shows(h)]
    if not hexes:
        return ()
    return Polygons(
        tuple(view.outline(h) for h in hexes), "terrain-high", "high"
    ), *patterns.contours(view, hexes)


def _cleared(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """Draw the ground again behind the codes that the border line of an area crosses."""
    lined: dict[str, list[Path]] = {"terrain-high": [], "terrain-trench": []}
    for hexagon, box in draw.code_boxes(view):
        if hexagon in terrain.high or terrain.of(hexagon) == "trench":
            lined[fill_role(terrain, hexagon)].append(rectangle(*box))
    return tuple(Polygons(tuple(boxes), role, "bare") for role, boxes in lined.items() if boxes)


def _features(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    by_kind: dict[str, list[Side]] = {}
    for side, kind in sorted(terrain.sides.items()):
        if view.shows(side.hexes[0]):
            by_kind.setdefault(kind, []).append(side)
    return tuple(
        Lines(_along(view, sides, kind), _look(SIDE_LOOKS, kind), kind)
        for kind, sides in by_kind.items()
    )


def _along(view: View, sides: Sequence[Side], kind: str) -> tuple[Path, ...]:
    if kind == "trench":
        return tuple(
            patterns.toothed(view.segment(side), view.pixel(side.hexes[0]), 0.17 * view.size)
            for side in sides
        )
    if kind == "wire":
        return tuple(cross for side in sides for cross in _barbs(view, side))
    return tuple(view.segment(side) for side in sides)


def _barbs(view: View, side: Side) -> tuple[Path, ...]:
    (ax, ay), (bx, by) = view.segment(side)
    arm = 0.11 * view.size
    spots = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in (0.2, 0.4, 0.6, 0.8)]
    return tuple(
        path
        for x, y in spots
        for path in (
            ((x - arm, y - arm), (x + arm, y + arm)),
            ((x - arm, y + arm), (x + arm, y - arm)),
        )
    )
