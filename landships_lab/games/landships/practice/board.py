"""The part of a board that questions about positions, ranges, moves and terrain are drawn from."""

from __future__ import annotations

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.games.landships.rules.ranges import range_hexes

GRID = Grid(columns=20, rows=14)
_MIDDLE = GRID.hex(6, 6)  # in the middle of what the panels of ranges and positions show at first
NEAR = tuple(p for p in sorted(GRID.places) if range_hexes(p, _MIDDLE) <= 3)
HEXES: tuple[Place, ...] = tuple(p for p in NEAR if isinstance(p, Hex))
SIDES: tuple[Side, ...] = tuple(p for p in NEAR if isinstance(p, Side))
