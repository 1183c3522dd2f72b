"""Twelve Point Facing for *Landships!*, and scenario 19.26: what is printed, its readings and its
gaps.

The names here are the public ones; movement is imported when first used.
"""

from .field_of_fire import targets
from .fire import can_target
from .positions import UNITS, check_position, drifts, forward
from .ranges import count_range

__all__ = ["UNITS", "can_target", "check_position", "count_range", "drifts", "forward", "targets"]
