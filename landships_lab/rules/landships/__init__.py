"""Twelve Point Facing for *Landships!*: positions, ranges over hexes and hexsides, fire arcs."""

from landships_lab.rules.landships.fire import can_target
from landships_lab.rules.landships.moves import forward
from landships_lab.rules.landships.positions import PositionError, check_position, legal_headings
from landships_lab.rules.landships.ranges import count_range, range_hexes
from landships_lab.rules.landships.reach import Reach, reach, targets
from landships_lab.rules.landships.units import UNITS

__all__ = [
    "UNITS",
    "PositionError",
    "Reach",
    "can_target",
    "check_position",
    "count_range",
    "forward",
    "legal_headings",
    "range_hexes",
    "reach",
    "targets",
]
