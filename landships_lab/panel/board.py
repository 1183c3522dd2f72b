"""What panels with a board share: gestures as plain data, the view, and movement by arrow keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Place, place_at
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing.shapes import Pixel
from landships_lab.drawing.view import COLUMNS, HEIGHT, WIDTH, View

GestureKind = Literal["hover", "leave", "press", "drag", "drop", "turn", "key"]


@dataclass(frozen=True, slots=True)
class Gesture:
    """A gesture of the reader on the picture: its place (scene pixels), its key, its turn in points
    of 30 degrees (``steps``), and whether Shift was held.
    """

    kind: GestureKind
    at: Pixel = (0.0, 0.0)
    key: str = ""
    steps: int = 0
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """What the opening view of a board shows: places that must be in view, the most important
    first, and lattice points that may also be in view.
    """

    places: tuple[Place, ...]
    around: tuple[tuple[float, float], ...] = ()


def around_map(terrain: TerrainMap) -> tuple[tuple[float, float], ...]:
    """Return the lattice points of the painted hexes, those nearest their middle first."""
    hexes = sorted(terrain.hexes)
    if not hexes:
        return ()
    x, y = sum(h[0] for h in hexes) / len(hexes), sum(h[1] for h in hexes) / len(hexes)
    points = sorted(
        ((float(h[0]), float(h[1])) for h in hexes), key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2
    )
    return tuple(points)


@lru_cache(maxsize=16)
def board_view(grid: Grid) -> View:
    """Return the view that shows this whole board on the stage of a panel."""
    return View.fit(grid, WIDTH, HEIGHT)


@lru_cache(maxsize=256)
def action_view(grid: Grid, action: Action, columns: float = COLUMNS) -> View:
    """Return the view of the part of this board where the action is, ``columns`` hexes wide if that
    is enough.
    """
    return board_view(grid).showing(action.places, action.around, columns)


def anywhere(view: View) -> tuple[tuple[float, float, float], ...]:
    """Return the disc (x, y, radius; scene pixels) of a brush. It covers the whole picture, so that
    a moving finger paints and does not scroll the page.
    """
    return ((view.width / 2, view.height / 2, view.width),)


def supposed(words: str, grid: Grid, hover: Place | None, chosen: Place | None) -> str:
    """Return words about the place under the pointer; "" without one or on the chosen place.

    Raises `CodeError` if the place lies off the board.

    >>> supposed("If you aim at", Grid(), Grid().place("0705"), None)
    'If you aim at 0705'
    """
    return f"{words} {grid.code(hover)}" if hover is not None and hover != chosen else ""


def step_place(grid: Grid, place: Place, key: str) -> Place:
    """Return the place half a hex away in the direction of an arrow key, or the same place at the
    border.

    Raises `KeyError` for any other key.
    """
    x, y = place
    # left and right alternate between up and down, to stay in the row
    across = -3 if (x // 3) % 2 == 0 else 0
    dx, dy = {
        "ArrowUp": (0, -3),
        "ArrowDown": (0, 3),
        "ArrowRight": (3, across),
        "ArrowLeft": (-3, 3 + across),
    }[key]
    there = place_at(x + dx, y + dy)
    return there if there in grid else place
