"""What panels with a board share: the view of it, and how keys move over it."""

from __future__ import annotations

from functools import cache

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Place, place_at
from landships_lab.scene.view import View


@cache
def board_view(grid: Grid) -> View:
    """Return the view that shows this board at the width of a panel."""
    return View.fit(grid)


def anywhere(view: View) -> tuple[tuple[float, float, float], ...]:
    """Return the disc of a brush, which takes hold everywhere: a finger paints wherever it moves, and does not scroll the page."""
    return ((view.width / 2, view.height / 2, view.width),)


def step_place(grid: Grid, place: Place, key: str) -> Place:
    """Return the place half a hex on that an arrow key leads to, or the same place at the border."""
    x, y = place
    across = -3 if (x // 3) % 2 == 0 else 0  # left and right keep to the row by going up and down in turn
    dx, dy = {"ArrowUp": (0, -3), "ArrowDown": (0, 3), "ArrowRight": (3, across), "ArrowLeft": (-3, 3 + across)}[key]
    there = place_at(x + dx, y + dy)
    return there if there in grid else place
