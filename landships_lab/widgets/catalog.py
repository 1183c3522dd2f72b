"""The panels by name. Each takes a line that Copy link gave, or begins at its own start."""

from __future__ import annotations

from landships_lab.explore.brickyard import Brickyard as BrickyardExplorer
from landships_lab.explore.brickyard_state import BrickyardState
from landships_lab.explore.editor import EditorState
from landships_lab.explore.editor import VehicleEditor as EditorExplorer
from landships_lab.explore.fire import FireArcs as FireArcsExplorer
from landships_lab.explore.fire_state import FireState
from landships_lab.explore.hexsides import Hexsides as HexsidesExplorer
from landships_lab.explore.hexsides import HexsideState
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


class Brickyard(Panel[BrickyardState]):
    """Scenario 19.26 as a teaching board: what may this unit do, and who would win? ``Brickyard("landships:brickyard ger-a7v-1")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(BrickyardExplorer(), start)


class VehicleEditor(Panel[EditorState]):
    """A vehicle of your own: what does it cover, and where is it blind? ``VehicleEditor("landships:vehicle whippet")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(EditorExplorer(), start)


class Hexsides(Panel[HexsideState]):
    """What does this hex or hexside count as: to enter, in combat, stacked? ``Hexsides("landships:hexsides 0503/0504 ask move")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(HexsidesExplorer(), start)
