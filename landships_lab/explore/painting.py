"""Painting terrain on a board: the brushes there are, and what one stroke of a brush does. For any rule set with a map."""

from __future__ import annotations

import math
from collections.abc import Iterable

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import unknown
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.terrain import Kinds
from landships_lab.explore.explorer import Choice, Control, Field
from landships_lab.scene.shapes import Pixel
from landships_lab.scene.view import View

#: Brushes beside the kinds of terrain: high ground on and off, and bare hexsides.
HIGH, LEVEL, ALONG = "high", "level", "along:"


def brushes(kinds: Kinds, high: bool = True) -> tuple[tuple[str, str], ...]:
    """Which brushes are there, as (brush, label): one a kind of terrain, then the hexside features, then high ground?"""
    found = [(kind, f"{kind.replace('-', ' ')} (hex)") for kind in kinds.hexes]
    if kinds.sides:
        found += [(f"{ALONG}{kind}", f"{kind} (hexside)") for kind in kinds.sides]
        found.append((ALONG, "bare (hexside)"))
    if high:
        found += [(HIGH, "high ground (hex)"), (LEVEL, "level ground (hex)")]
    return tuple(found)


def paint_controls(kinds: Kinds, brush: str, high: bool = True) -> tuple[Control, ...]:
    """Which controls choose a brush, and paint without a mouse?"""
    return (
        Choice("brush", "Brush", brushes(kinds, high), brush),
        Field("paint", "Paint these places", "", "such as 0503 0504, or 0503/0504"),
    )


def known_brush(kinds: Kinds, brush: object) -> str:
    """Which brush is meant? `ValueError` with the brushes there are if none."""
    allowed = [b for b, _ in brushes(kinds)]
    if brush not in allowed:
        raise ValueError(unknown("brush", brush, allowed))
    return str(brush)


def stroke(terrain: TerrainMap, brush: str, place: Place) -> TerrainMap:
    """Which map is left when the brush touches this place? `ValueError` where the brush is for hexes and the place a hexside."""
    if brush.startswith(ALONG) != isinstance(place, Side):
        raise ValueError(
            "This brush paints hexsides, such as 0503/0504." if brush.startswith(ALONG) else "This brush paints hexes, such as 0503."
        )
    if isinstance(place, Hex) and brush in (HIGH, LEVEL):
        return terrain.lift(place, brush == HIGH)
    return terrain.paint(place, brush.removeprefix(ALONG))


def stroke_at(terrain: TerrainMap, brush: str, view: View, pixel: Pixel) -> TerrainMap:
    """Which map is left when the brush touches the picture there? The same map off the board."""
    hexagon = view.hex_at(pixel)
    if hexagon is None:
        return terrain
    if not brush.startswith(ALONG):
        return stroke(terrain, brush, hexagon)
    sides = [side for side in hexagon.sides() if side in view.grid]
    near = min(sides, key=lambda side: math.dist(view.pixel(side), pixel))
    return stroke(terrain, brush, near)


def stroke_codes(terrain: TerrainMap, brush: str, grid: Grid, codes: str) -> TerrainMap:
    """Which map is left when the brush touches the places of these codes, with blanks or commas between?"""
    for place in _places(grid, codes.replace(",", " ").split()):
        terrain = stroke(terrain, brush, place)
    return terrain


def _places(grid: Grid, codes: Iterable[str]) -> list[Place]:
    return [grid.place(code) for code in codes]
