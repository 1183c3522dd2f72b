"""The panels of One-Hour Wargames WWII. Each takes a line that Copy link gave, or begins at its own start."""

from __future__ import annotations

from landships_lab.explore.one_hour import duel, fire, move, sight
from landships_lab.explore.one_hour.duel import DuelState
from landships_lab.explore.one_hour.fire import FireState
from landships_lab.explore.one_hour.move import MoveState
from landships_lab.explore.one_hour.sight_state import SightState
from landships_lab.widgets.panel import Panel


class OneHourFire(Panel[FireState]):
    """How many Hits does this shot inflict? ``OneHourFire("one_hour:fire tank at infantry range 4 with dug-in town die 3")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(fire.OneHourFire(), start)


class OneHourSight(Panel[SightState]):
    """Does this Unit see that one? ``OneHourSight("one_hour:sight static-defence from Cruds-1 to Bersaglieri-2")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(sight.OneHourSight(), start)


class OneHourMove(Panel[MoveState]):
    """Will it get there? ``OneHourMove("one_hour:move tank away 12 with threatened by-road")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(move.OneHourMove(), start)


class OneHourDuel(Panel[DuelState]):
    """Two Units exchange fire: who is favoured? ``OneHourDuel("one_hour:duel tank against atg range 10 second dug-in")``"""

    def __init__(self, start: str | None = None) -> None:
        super().__init__(duel.OneHourDuel(), start)
