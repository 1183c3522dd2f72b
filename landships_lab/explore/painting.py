"""Painting terrain on a board: the brushes there are, and what one stroke of a brush does. For any rule set with a map."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.terrain import Kinds
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Field, Gesture, changed, one_of
from landships_lab.scene.shapes import Pixel
from landships_lab.scene.view import View

S = TypeVar("S")
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


def board_words(terrain: TerrainMap) -> str:
    """What lies on a painted board, in words for those who cannot see it?

    >>> board_words(TerrainMap()), board_words(TerrainMap().paint(Hex(0, 0), "woods"))
    ('an open board', 'a board with woods')
    """
    kinds = sorted({kind.replace("-", " ") for _, kind in terrain.painted} | ({"high ground"} if terrain.high else set()))
    return f"a board with {', '.join(kinds)}" if kinds else "an open board"


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
    for place in map(grid.place, codes.replace(",", " ").split()):
        terrain = stroke(terrain, brush, place)
    return terrain


def write_tools(click: str, brush: str, first_click: str, first_brush: str) -> list[str]:
    """Which words tell what a click does and which brush is in the hand, where they are not what a panel begins with?"""
    words = ["click", click] if click != first_click else []
    return [*words, "brush", brush] if brush != first_brush else words


def read_tools(found: Mapping[str, list[str]], clicks: Sequence[str], kinds: Kinds, first_brush: str) -> tuple[str, str]:
    """What does a click do, and which brush is in the hand, by the words of a text? The first click and brush if it says nothing."""
    click = one_of("use of a click", textform.one(found, "click", clicks[0]), clicks)
    return click, known_brush(kinds, textform.one(found, "brush", first_brush))


def paint_by_hand(state: S, gesture: Gesture, view: View) -> S:
    """Which state follows a gesture with the brush in the hand? A press begins a stroke, a drag draws it on.

    The state has a ``terrain``, a ``brush``, and ``held`` and ``hover``, which are of the moment.
    """
    at: Any = state
    if gesture.kind == "press" or (gesture.kind == "drag" and at.held == "brush"):
        return changed(state, terrain=stroke_at(at.terrain, at.brush, view, gesture.at), held="brush", hover=None)
    return state


def paint_by_control(state: S, control: str, value: Any, grid: Grid, kinds: Kinds) -> S:
    """Which state follows the controls of `paint_controls`: another brush, or places painted by their codes?"""
    at: Any = state
    if control == "brush":
        return changed(state, brush=known_brush(kinds, value), click="paint")
    return changed(state, terrain=stroke_codes(at.terrain, at.brush, grid, str(value)))
