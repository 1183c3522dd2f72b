"""The picture of a skirmish on the floor, and what a press on it means."""

from __future__ import annotations

from landships_lab.core.hexes import Heading, Hex
from landships_lab.drawing import draw
from landships_lab.drawing.counters import Counter, counters
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.panel.board import Action, action_view, board_view
from landships_lab.panel.panel import Panel
from landships_lab.play import Choice, choices
from landships_lab.play.board import TurnBoard
from little_wars import turn
from little_wars.panels.melee import LittleMelee

OUTLINES = {"foot": "platoon", "horse": "box", "gun": "gun"}


class Board(TurnBoard):
    """The floor."""

    def view(self, situation: turn.Skirmish, closer: bool = False) -> View:
        """Return the view of the whole floor, or of where the bodies stand."""
        places = tuple(one.place for one in situation.troops)
        return action_view(turn.GRID, Action(places)) if closer else board_view(turn.GRID)

    def picture(
        self, situation: turn.Skirmish, view: View, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        """Return the floor with its bodies; a ring where the chosen one can get."""
        open_to = choices(situation, unit) if unit else ()
        shapes = [
            draw.outlined(view, place, "reach", "reach")
            for one in open_to
            if one.legal
            for place in one.marks
            if isinstance(place, Hex)
        ]
        held = choice.marks if choice else ()
        shapes += [draw.ring(view, p, "target-ring", "in hand") for p in held if isinstance(p, Hex)]
        chosen = situation.troop(unit)
        if chosen:
            shapes.append(draw.ring(view, chosen.place, "target-ring", "chosen"))
        pieces = [
            Counter(one.place, Heading.N, OUTLINES[one.arm], str(one.men), one.name, one.side)
            for one in situation.troops
        ]
        figures = (*(shape for some in shapes for shape in some), *counters(view, pieces))
        told = situation.text().replace("\n", ". ")
        return Scene(view.width, view.height, draw.hex_field(view), figures, "The floor", told)

    def unit_at(self, situation: turn.Skirmish, at: tuple[float, float], view: View) -> str:
        """Return the body in the hex under a point."""
        place = view.hex_at(at)
        return next((one.name for one in situation.troops if one.place == place), "")

    def aimed(
        self, situation: turn.Skirmish, unit: str, at: tuple[float, float], view: View
    ) -> str:
        """Return the words of the attack on the body there, or of the move to that place."""
        own, place = situation.troop(unit), view.hex_at(at)
        if own is None or place is None:
            return ""
        there = self.unit_at(situation, at, view)
        other = situation.troop(there)
        if other is not None:
            verb = "fire" if own.arm == "gun" else "melee"
            return f"{verb} {unit} {there}" if other.side != own.side else ""
        return f"move {unit} {turn.GRID.code(place)}"

    def explain(self, situation: turn.Skirmish, choice: Choice) -> Panel | None:
        """Return the melee panel with this very fight."""
        verb, *names = choice.words.split()
        if verb != "melee":
            return None
        both = [one for name in names if (one := situation.troop(name))]
        less, more = sorted(both, key=lambda one: one.men)
        friends = turn.body(situation, less).friends
        return LittleMelee(
            men=less.men,
            against=more.men,
            place=less.place,
            foot=frozenset(friends["foot"]),
            horse=frozenset(friends["horse"]),
            readings=situation.readings,
        )

    def drag_targets(
        self, situation: turn.Skirmish, view: View
    ) -> tuple[tuple[float, float, float], ...]:
        """Return the bodies that can be dragged now."""
        own = (one for one in situation.troops if one.side == situation.side and not one.done)
        return tuple((*view.pixel(one.place), 0.8 * view.size) for one in own)

    def snap_lattice(self, view: View) -> tuple[float, ...]:
        """Return the lattice of the hexes."""
        return (view.size, *view.origin, 0.0)


BOARD = Board()
