"""The panels of Paychest by name."""

from __future__ import annotations

from landships_lab.explore.paychest import fire, forces, melee, morale
from landships_lab.explore.paychest.fire_state import FireState
from landships_lab.widgets.panel import Panel


class PaychestFire(Panel[FireState]):
    """What must the dice show, and how many hits will there be? ``PaychestFire("paychest:fire skill 4 men 8")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(fire.PaychestFire(), start)


class PaychestMelee(Panel[melee.MeleeState]):
    """Who hurts whom, and how badly? ``PaychestMelee("paychest:melee skill_a 4 skill_b 3 men_a 2")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(melee.PaychestMelee(), start)


class Morale(Panel[morale.MoraleState]):
    """Does the unit hold, and for how long? ``Morale("paychest:morale kind irregular hits 5 battle 2,3/2,4")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(morale.Morale(), start)


class Forces(Panel[forces.ForcesState]):
    """Who belongs to it, figure by figure? ``Forces("paychest:forces formation brigade battalions 3")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(forces.Forces(), start)
