"""Twelve Point Facing for *Landships!*: positions, ranges over hexes and hexsides, fire arcs,
movement, stacking, terrain, scenario.

Movement, stacking and terrain are imported when they are first used: no fire arc waits for them.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

from .fire import can_target
from .moves import drifts, forward
from .positions import PositionError, check_position, legal_headings
from .ranges import count_range, range_hexes
from .reach import Reach, reach_of, targets
from .units import UNITS

if TYPE_CHECKING:
    from .ground import (
        combat_terrain,
        entry_cost,
        indirect_fire_reaches,
        spotting_range,
        suffers_indirect,
    )
    from .march import March, Moves, Reached, drift_field, drift_onto, reachable
    from .march_answers import answer_move, can_reach, explain_move, may_drift
    from .stacking import check_stacking, overfull

__all__ = [
    "UNITS",
    "March",
    "Moves",
    "PositionError",
    "Reach",
    "Reached",
    "answer_move",
    "can_reach",
    "can_target",
    "check_position",
    "check_stacking",
    "combat_terrain",
    "count_range",
    "drift_field",
    "drift_onto",
    "drifts",
    "entry_cost",
    "explain_move",
    "forward",
    "indirect_fire_reaches",
    "legal_headings",
    "may_drift",
    "overfull",
    "range_hexes",
    "reach_of",
    "reachable",
    "spotting_range",
    "suffers_indirect",
    "targets",
]

#: The modules that are imported when one of their names is first used.
_LATER = ("march", "march_answers", "ground", "stacking")


def __getattr__(name: str) -> Any:
    """Return what a module that is not imported yet has under this public name."""
    if name in __all__:
        for module in (_import_module(f"{__name__}.{later}") for later in _LATER):
            if name in vars(module):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
