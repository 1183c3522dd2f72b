"""The panels by name. Each takes a line that Copy link gave, or begins at its own start."""

from __future__ import annotations

from landships_lab.explore.fire import FireArcs as FireArcsExplorer
from landships_lab.explore.fire_state import FireState
from landships_lab.explore.move import Movement as MovementExplorer
from landships_lab.explore.move_state import MoveState
from landships_lab.explore.positions import Positions as PositionsExplorer
from landships_lab.explore.positions import PositionState
from landships_lab.explore.ranges import RangeCounter as RangeExplorer
from landships_lab.explore.ranges import RangeState
from landships_lab.widgets.exercises import Exercises
from landships_lab.widgets.panel import Panel

__all__ = ["Exercises", "FireArcs", "Positions", "RangeCounter"]


class FireArcs(Panel[FireState]):
    """May this gun fire at that target? Place a unit, turn it, aim. ``FireArcs("landships:fire mk-iv-male@0503/0504 E")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(FireArcsExplorer(), start)


class RangeCounter(Panel[RangeState]):
    """How many hexes is it from here to there? ``RangeCounter("landships:range from #5 to #1")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(RangeExplorer(), start)


class Positions(Panel[PositionState]):
    """May this unit stand here and face so? ``Positions("landships:positions #4")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(PositionsExplorer(), start)


class Movement(Panel[MoveState]):
    """Where can this vehicle get to, and what does the way cost? ``Movement("landships:move 0503/0504 E mp 9 to 0705")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(MovementExplorer(), start)
