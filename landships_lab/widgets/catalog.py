"""The panels by name. Each takes a line that Copy link gave, or begins at its own start."""

from __future__ import annotations

from landships_lab.explore.fire import FireArcs as FireArcsExplorer
from landships_lab.explore.fire_state import FireState
from landships_lab.explore.move import Movement as MovementExplorer
from landships_lab.explore.move_state import MoveState
from landships_lab.explore.paychest.fire import PaychestFire as PaychestFireExplorer
from landships_lab.explore.paychest.fire_state import FireState as PaychestFireState
from landships_lab.explore.paychest.forces import Forces as ForcesExplorer
from landships_lab.explore.paychest.forces import ForcesState
from landships_lab.explore.paychest.melee import MeleeState
from landships_lab.explore.paychest.melee import PaychestMelee as PaychestMeleeExplorer
from landships_lab.explore.paychest.morale import Morale as MoraleExplorer
from landships_lab.explore.paychest.morale import MoraleState
from landships_lab.explore.positions import Positions as PositionsExplorer
from landships_lab.explore.positions import PositionState
from landships_lab.explore.ranges import RangeCounter as RangeExplorer
from landships_lab.explore.ranges import RangeState
from landships_lab.widgets.exercises import Exercises
from landships_lab.widgets.panel import Panel

__all__ = ["Exercises", "FireArcs", "Forces", "Morale", "PaychestFire", "PaychestMelee", "Positions", "RangeCounter"]


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


class PaychestFire(Panel[PaychestFireState]):
    """What must the dice show, and how many hits will there be? ``PaychestFire("paychest:fire skill 4 men 8")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(PaychestFireExplorer(), start)


class PaychestMelee(Panel[MeleeState]):
    """Who hurts whom, and how badly? ``PaychestMelee("paychest:melee skill_a 4 skill_b 3 men_a 2")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(PaychestMeleeExplorer(), start)


class Morale(Panel[MoraleState]):
    """Does the unit hold, and for how long? ``Morale("paychest:morale kind irregular hits 5 battle 2,3/2,4")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(MoraleExplorer(), start)


class Forces(Panel[ForcesState]):
    """Who belongs to it, figure by figure? ``Forces("paychest:forces formation brigade battalions 3")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(ForcesExplorer(), start)
