"""What the hand does on the table."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.plane import Spot
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.panels.sight_picture import unit_under
from landships_lab.games.one_hour.rules.ground import carried
from landships_lab.games.one_hour.turn.moving import Moving, read_path
from landships_lab.games.one_hour.turn.situation import OneHourGame, place_of
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice
from .explain import explain
from .picture import scene

#: The degrees of one point of a turn.
POINT = 30


class OneHourBoard(TurnBoard):
    """The table with its Units."""

    def view(self, situation: OneHourGame, closer: bool = False) -> TableView:
        table = situation.table
        whole = TableView.fit(table.width_inches, table.depth_inches)
        return whole.closer(self._centre(situation)) if closer else whole

    def _centre(self, situation: OneHourGame) -> Spot:
        if not situation.over and isinstance(situation.now, Moving):
            return situation.table.unit(situation.now.unit).unique.centre
        units = situation.table.units
        if not units:
            return Spot(situation.table.width_inches // 2, situation.table.depth_inches // 2)
        return Spot(
            Fraction(sum(Fraction(unit.unique.centre.x) for unit in units), len(units)),
            Fraction(sum(Fraction(unit.unique.centre.y) for unit in units), len(units)),
        )

    def picture(
        self, situation: OneHourGame, view: TableView, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        return scene(situation, view, unit, choice)

    def unit_at(self, situation: OneHourGame, at: tuple[float, float], view: TableView) -> str:
        under = unit_under(situation.table, view, at)
        return under.name if under else ""

    def aimed(
        self, situation: OneHourGame, unit: str, at: tuple[float, float], view: TableView
    ) -> str:
        """Return the words of the choice that a press means: a shot at the enemy there, the place
        for a Unit that moves, or its roll for a move.
        """
        if situation.over or unit not in situation.names:
            return ""
        mine, under = situation.table.unit(unit), unit_under(situation.table, view, at)
        if isinstance(situation.now, Moving):
            if unit != situation.now.unit:
                return ""
            return f"to {place_of(carried(mine, view.spot(at)))}"
        if under is not None and under.side != mine.side:
            return _shot_at(situation, unit, under.name)
        return f"move {unit}" if under is None and unit in situation.now.units(situation) else ""

    def turned(self, situation: OneHourGame, words: str, points: int) -> str:
        if situation.over or not isinstance(situation.now, Moving):
            return words
        path = read_path(situation.table.unit(situation.now.unit), words.split())
        if not path:
            return words
        end = path[-1]
        turned = carried(end, end.unique.centre, (end.unique.facing + POINT * points) % 360)
        _, by, way = words.partition(" by ")
        return f"to {place_of(turned)}{by}{way}"

    def explain(self, situation: OneHourGame, choice: Choice) -> Panel | None:
        return explain(situation, choice)

    def drag_targets(
        self, situation: OneHourGame, view: TableView
    ) -> tuple[tuple[float, float, float], ...]:
        if situation.over:
            return ()
        named = set(situation.now.units(situation))
        return tuple(
            (*view.pixel(base.centre), 1.2 * view.scale)
            for unit in situation.table.units
            if unit.name in named
            for base in unit.bases
        )

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (("unique", "Unique base"), ("bank", "Dug-in"), ("reach", "where it gets"))


def _shot_at(situation: OneHourGame, unit: str, target: str) -> str:
    """Return the words of a shot, with the friend who observes where one must."""
    shot = (unit, target)
    found = situation.now.choices_of(situation, unit)
    fires = (one for one in found if one.verb == "fire" and one.names[:2] == shot)
    return next((one.words for one in fires), f"fire {unit} {target}")


BOARD = OneHourBoard()
