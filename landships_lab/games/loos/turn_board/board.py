"""What the hand does on the board of a game of Loos."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from landships_lab.core.hexes import Hex
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.loos.rules.book import name
from landships_lab.games.loos.turn.battle import STRIP, Battle
from landships_lab.panel.board import Action, action_view, board_view
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, choices
from .counters import HALF_WIDTH, spot
from .explain import explain
from .picture import picture

#: The columns of hexes in the closer look.
_COLUMNS = 7.0


class LoosBoard(TurnBoard):
    """The strip with its counters."""

    def view(self, situation: Battle, closer: bool = False) -> View:
        if not closer:
            return board_view(STRIP.grid)
        return action_view(STRIP.grid, Action(_meeting(situation) or STRIP.hexes), _COLUMNS)

    def picture(
        self, situation: Battle, view: View, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        return picture(situation, view, unit, choice)

    def unit_at(self, situation: Battle, at: tuple[float, float], view: View) -> str:
        hexagon = view.hex_at(at)
        if hexagon is None:
            return ""
        there = situation.at(hexagon)
        on = [u for u in there if math.dist(spot(situation, u, view), at) < HALF_WIDTH * view.size]
        return (on or list(there))[0].name if there else ""

    def aimed(self, situation: Battle, unit: str, at: tuple[float, float], view: View) -> str:
        hexagon = view.hex_at(at)
        return "" if hexagon is None or situation.over else aimed(situation, unit, hexagon)

    def explain(self, situation: Battle, choice: Choice) -> Panel | None:
        return explain(situation, choice)

    def drag_targets(self, situation: Battle, view: View) -> tuple[tuple[float, float, float], ...]:
        if situation.over:
            return ()
        units = (situation.unit(named) for named in situation.now.units(situation))
        return tuple(
            (*spot(situation, unit, view), HALF_WIDTH * view.size)
            for unit in units
            if unit is not None and unit.hex is not None
        )

    def snap_lattice(self, view: View) -> tuple[float, ...]:
        return (view.size, *view.origin, 0.0)

    def at_stake(self, situation: Battle, unit: str, choice: Choice | None) -> tuple[Any, ...]:
        found = situation.unit(unit)
        hexes = (found.hex if found else None, *(choice.marks if choice else ()))
        return tuple(one for one in hexes if one is not None)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (
            ("unit-british", "British; a dot is a step"),
            ("unit-german", "German"),
            ("trench", "trench"),
            ("zone-german", "enemy zone of control"),
            ("shelled", "artillery marker"),
            ("flag", "town hex held by the British"),
            ("differs", "German entry hex"),
            ("fire", "attack"),
        )


@lru_cache(maxsize=64)
def _meeting(battle: Battle) -> tuple[Hex, ...]:
    """Return the hexes of units next to an enemy."""
    british, german = battle.hexes_of("british"), battle.hexes_of("german")
    near = [h for h in british if any(n in german for n in STRIP.neighbours(h))]
    met = {*near, *(h for h in german if any(n in british for n in STRIP.neighbours(h)))}
    return tuple(sorted(met))


def aimed(battle: Battle, unit: str, hexagon: Hex) -> str:
    """Return the words of the choice, legal before refused, that a press on a hex means for a unit
    or, without one, for the side.
    """
    code = name(hexagon)
    found = [
        one for one in choices(battle, unit) if one.names[-1:] == (code,) and one.unit in ("", unit)
    ]
    if not found and (front := battle.front(hexagon)):
        found = [one for one in choices(battle, front.name) if one.names[-1:] == (code,)]
    best = next((one for one in found if one.legal), found[0] if found else None)
    return best.words if best else ""


BOARD = LoosBoard()
