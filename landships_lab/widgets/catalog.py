"""The panels by name. Each takes a line that Copy link gave, or begins at its own start."""

from __future__ import annotations

from landships_lab.explore.fire import FireArcs as FireArcsExplorer
from landships_lab.explore.fire_state import FireState
from landships_lab.explore.loos.bombardment import Bombardment as BombardmentExplorer
from landships_lab.explore.loos.bombardment import BombardmentState
from landships_lab.explore.loos.campaign import Campaign as CampaignExplorer
from landships_lab.explore.loos.campaign import CampaignState
from landships_lab.explore.loos.combat import CombatState
from landships_lab.explore.loos.combat import CombatTable as CombatExplorer
from landships_lab.explore.loos.sight import Sight as SightExplorer
from landships_lab.explore.loos.sight_state import SightState
from landships_lab.explore.move import Movement as MovementExplorer
from landships_lab.explore.move_state import MoveState
from landships_lab.explore.positions import Positions as PositionsExplorer
from landships_lab.explore.positions import PositionState
from landships_lab.explore.ranges import RangeCounter as RangeExplorer
from landships_lab.explore.ranges import RangeState
from landships_lab.widgets.exercises import Exercises
from landships_lab.widgets.panel import Panel
from landships_lab.widgets.paychest import Forces, Morale, PaychestFire, PaychestMelee

__all__ = [
    "Bombardment",
    "Campaign",
    "CombatTable",
    "Exercises",
    "FireArcs",
    "Forces",
    "Morale",
    "Movement",
    "PaychestFire",
    "PaychestMelee",
    "Positions",
    "RangeCounter",
    "Sight",
]


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


class Sight(Panel[SightState]):
    """Is it seen, and if not, what is in the way? ``Sight("loos:sight 0707 at 1007 terrain woods=0806,0807")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(SightExplorer(), start)


class CombatTable(Panel[CombatState]):
    """What does an attack bring? ``CombatTable("loos:table trench attack 8 defence 5")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(CombatExplorer(), start)


class Bombardment(Panel[BombardmentState]):
    """What does a bombardment cost the target? ``Bombardment("loos:bombardment trench dice 3 steps 2 with trench gas")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(BombardmentExplorer(), start)


class Campaign(Panel[CampaignState]):
    """How likely is a breakthrough? ``Campaign("loos:campaign trench units 4 attacks 6")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(CampaignExplorer(), start)
