"""The table of a firefight: its picture, and what a hand does on it."""

from __future__ import annotations

from typing import Any

from landships_lab.core.inches import STEP_DEGREES
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.landser.turn import facts, ground
from landships_lab.games.landser.turn.hurt import Effects
from landships_lab.games.landser.turn.moves import PACES, Go
from landships_lab.games.landser.turn.orders import Orders
from landships_lab.games.landser.turn.state import Firefight, Man
from landships_lab.games.landser.turn.walk import CoverFire
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice
from . import explain, picture

#: How near to a man, in inches, a hand must be to take him.
GRASP = 0.8
#: A turn of the wheel of a heading, in degrees.
POINT = 30
STEPS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
_GROUND = (Orders, Go)


class LandserBoard(TurnBoard):
    """The table top of Landser."""

    def view(self, situation: Firefight, closer: bool = False) -> TableView:
        table = ground.ground(situation.table)
        whole = TableView.fit(table.wide, table.deep)
        return whole.closer(picture.middle(situation)) if closer else whole

    def picture(
        self, situation: Firefight, view: Any, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        assert isinstance(view, TableView)
        return picture.scene(situation, view, unit, choice)

    def unit_at(self, situation: Firefight, at: tuple[float, float], view: Any) -> str:
        assert isinstance(view, TableView)
        near: dict[str, float] = {}
        for man in situation.men:
            x, y = view.pixel(man.at)
            far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) ** 0.5
            if man.status in ("", "hurt") and far <= GRASP * view.scale:
                near[man.name] = far
        return min(near, key=lambda name: near[name], default="")

    def aimed(self, situation: Firefight, unit: str, at: tuple[float, float], view: Any) -> str:
        """Return the words of the choice that a press means: a shot at the enemy there, a look for
        him if he is unknown, or a move to the place.
        """
        assert isinstance(view, TableView)
        if situation.over:
            return ""
        step, there = situation.now, self.unit_at(situation, at, view)
        if isinstance(step, Effects):
            return f"effect {there}" if there else ""
        if isinstance(step, CoverFire):
            return f"fire {step.watcher} {step.mover}" if there == step.mover else ""
        if not isinstance(step, _GROUND):
            return ""
        name = step.name if isinstance(step, Go) else unit
        if not name or not situation.has(name):
            return ""
        man = situation.man(name)
        if there and situation.man(there).side != man.side:
            return _at_enemy(situation, step, man, situation.man(there))
        if there == name and isinstance(step, Go):
            return f"stay {name}"
        if there:
            return ""
        return _to_place(situation, step, man, view, at)

    def turned(self, situation: Firefight, words: str, points: int) -> str:
        verb, *rest = words.split()
        if verb != "cover" or len(rest) != 2:
            return words
        degrees = (int(rest[1]) + POINT * points) % 360
        return f"cover {rest[0]} {degrees - degrees % STEP_DEGREES}"

    def stepped(self, situation: Firefight, words: str, arrow: str) -> str:
        verb, *rest = words.split()
        step = STEPS.get(arrow)
        if step is None or verb not in ("to", "grenade", *PACES) or len(rest) < 2:
            return words
        place = ground.read(*rest[-2:])
        if place is None:
            return words
        moved = ground.spot_of(place.x + step[0] * ground.STEP, place.y + step[1] * ground.STEP)
        if not ground.ground(situation.table).on_table(moved):
            return words
        return " ".join((verb, *rest[:-2], ground.write(moved)))

    def drag_targets(
        self, situation: Firefight, view: Any
    ) -> tuple[tuple[float, float, float], ...]:
        assert isinstance(view, TableView)
        if situation.over:
            return ()
        step = situation.now
        names = [step.name] if isinstance(step, Go) else []
        if isinstance(step, Orders):
            names = [man.name for man in situation.of(situation.active) if not man.acted]
        men = (situation.man(name) for name in names)
        return tuple((*view.pixel(man.at), GRASP * view.scale) for man in men)

    def explain(self, situation: Firefight, choice: Choice) -> Panel | None:
        return explain.panel_of(situation, choice)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (("template-reach", "as far as he may go"), ("template", "the template of a burst"))


def _at_enemy(situation: Firefight, step: object, man: Man, enemy: Man) -> str:
    if isinstance(step, Go):
        return f"fire {man.name} {enemy.name}"
    if man.opponent == enemy.name or facts.in_contact(man, enemy):
        return f"assault {man.name} {enemy.name}"
    if facts.knows(situation, man, enemy).value:
        return f"fire {man.name} {enemy.name}"
    return f"spot {man.name} {enemy.name}"


def _to_place(
    situation: Firefight, step: object, man: Man, view: TableView, at: tuple[float, float]
) -> str:
    found = view.spot(at)
    place = ground.spot_of(found.x, found.y)
    if not ground.ground(situation.table).on_table(place):
        return ""
    if isinstance(step, Go):
        return f"to {ground.write(place)}"
    far = picture.reach_of(situation, man, "move")
    square = ground.square(man.at, place)
    verb = "move" if square <= far * far else "fast"
    return f"{verb} {man.name} {ground.write(place)}"


BOARD = LandserBoard()
