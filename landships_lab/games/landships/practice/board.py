"""The part of a board that questions are drawn from, and what puzzles on boards share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.games.landships.rules.ranges import range_hexes

GRID = Grid(columns=20, rows=14)
PLACES = tuple(sorted(GRID.places))
_MIDDLE = GRID.hex(6, 6)  # in the middle of the opening view of the panels of ranges and positions
NEAR = tuple(p for p in PLACES if range_hexes(p, _MIDDLE) <= 3)
HEXES: tuple[Place, ...] = tuple(p for p in NEAR if isinstance(p, Hex))
SIDES: tuple[Side, ...] = tuple(p for p in NEAR if isinstance(p, Side))
#: A draft of a puzzle is kept if at most one in this number of reachable states solves it.
RARE = 25
#: How a unit is moved.
DRAG = "Drag the {} · wheel or Q and E turn it · arrow keys move it"


def tempted(one: object, words: Callable[[Any], str], why: str) -> tuple[str, str]:
    """Return the state of a tempting solution, and why it is wrong; () without one."""
    return ("", "") if one is None else (words(one), why)
