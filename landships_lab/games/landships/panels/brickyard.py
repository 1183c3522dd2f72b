"""The Brickyard panel: scenario 19.26 as a teaching board, where counters are set up, moved, aimed
and judged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Heading, Place
from landships_lab.drawing.counters import CARD
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels import brickyard_picture
from landships_lab.games.landships.panels.brickyard_state import (
    GRID,
    ID,
    READINGS,
    BrickyardState,
    stand,
    with_aa_hex,
    with_unit,
)
from landships_lab.games.landships.panels.common import (
    MOVE_BUTTONS,
    carried,
    place_under,
    turned_in_hand,
)
from landships_lab.games.landships.panels.painted_ground import GroundPanel
from landships_lab.games.landships.rules.brickyard import SCENARIO, check_set_up, class_of
from landships_lab.games.landships.rules.brickyard_fire import answer_fire
from landships_lab.games.landships.rules.brickyard_rules import special_rules
from landships_lab.games.landships.rules.brickyard_victory import victory
from landships_lab.panel.board import Action, step_place, supposed
from landships_lab.panel.controls import Control, Field
from landships_lab.panel.gestures import Gesture
from landships_lab.panel.parts.places import placement


@dataclass(frozen=True)
class Brickyard(BrickyardState, GroundPanel):
    """Set the scenario up, move and turn its counters, see the arcs of the chosen one, ask who
    would win.
    """

    id = ID
    title = "The Brickyard"
    rule_set = "Landships!"
    prompt = "What may this unit do, and who would win?"
    grid = GRID
    usage_hint = (
        "Click a counter to choose it, a place to aim · drag a counter to move it · wheel or Q and"
        " E turn it"
    )
    hands_for = MappingProxyType(
        {
            "place": (
                "Click to move the chosen counter there · drag a counter to move it · wheel or Q"
                " and E turn it"
            )
        }
    )
    example = "ger-a7v-1 turn 1 ask fire target 5809 at ger-a7v-1@5713/5813@NNE ger-a7v-2@5305@SSE"
    order = (
        "turn",
        "ask",
        "chosen",
        "place",
        "move",
        "weapon",
        "target",
        "spotted",
        "click",
        "brush",
        "paint",
    )
    secondary = ("paint",)
    strip_rows = 3
    filename = "brickyard.toml"

    def ask(self) -> Answer[Any]:
        """Return what is asked: whether the chosen counter may fire, whether it is set up right,
        who would win, what is special.
        """
        if self.question == "victory":
            return victory(self.on_board, self.terrain, self.readings_on("scenario"))
        if self.question == "set-up":
            return check_set_up(self.unit, self.on_board, self.readings_on("scenario"), self.turn)
        if self.question == "rules":
            return special_rules(self.unit.of, self.turn)
        given, spotted = self.readings_on("fire"), self.spotted == "yes"
        weapon, board = self.weapon_id, self.on_board
        return answer_fire(
            self.unit,
            weapon,
            self.aimed,
            given,
            board,
            turn=self.turn,
            spotted=spotted,
            terrain=self.terrain,
        )

    def effect(self, answer: Answer[Any]) -> str:
        """Return yes, no, the winner, or that the source does not say."""
        if isinstance(answer.value, Gap):
            return "not in the source"
        return answer.value if isinstance(answer.value, str) else "yes" if answer.value else "no"

    # -- the picture
    # ---------------------------------------------------------------------------------------------

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board with its counters, and what is asked."""
        return brickyard_picture.picture(self, answer, view or self.opening())

    def question_picture(self) -> Scene:
        """Return the board and its counters only."""
        return brickyard_picture.riddle(self, self.opening())

    def counters_at(self, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return all counters on the board."""
        return tuple(
            (*view.pixel(c.place), CARD * view.size) for c in brickyard_picture.stacks(self)
        )

    def focus(self) -> Action:
        """Return the chosen counter, or the Brickyard, and its target; round them the Brickyard."""
        chosen = self.unit.place or SCENARIO.brickyard[0]
        asked = (chosen,) if self.target is None else (chosen, self.target)
        return Action(asked, tuple((h[0], h[1]) for h in SCENARIO.brickyard))

    def preview(self) -> str:
        """Return the place under the pointer, of which the answer speaks."""
        return (
            supposed("If you aim at", self.grid, self.hover, self.target)
            if self.question == "fire"
            else ""
        )

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (("start", "Brickyard town hex"), ("hit", "can be hit"), ("off", "off the map"))

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def actions(self) -> tuple[Control, ...]:
        """Return the controls that place, turn and move the chosen counter, paint, and load a
        board.
        """
        unit = self.unit
        place = "" if unit.place is None else f"{self.grid.code(unit.place)} {unit.heading}"
        return (
            Field("place", "at", place, "beside the map"),
            MOVE_BUTTONS,
            *super().actions(),
            self.board_box(),
        )

    def act(self, control: str, value: Any) -> Self:
        """Put the chosen counter down, or turn it."""
        if control == "place":
            if value is None or (isinstance(value, str) and not value.strip()):
                return self.stood(None, self.unit.heading)
            return self.stood(*placement(self.grid, value, self.unit.heading))
        if control == "heading":
            return self.stood(self.unit.place, Heading(value))
        return super().act(control, value)

    def after(self, control: str, before: Self) -> Self:
        """Return the state with what follows from a control: another counter has another weapon, a
        reading moves the AA gun.
        """
        if control == "chosen":
            return replace(self, weapon="", hover=None)
        if control == "target":
            return replace(self, hover=None)
        if control in READINGS:
            return replace(self, units=with_aa_hex(self.units, self.readings))
        return super().after(control, before)

    def standing(self) -> tuple[Place | None, Heading]:
        """Return where the chosen counter stands and how it faces."""
        return self.unit.place, self.unit.heading

    def stood(self, place: Place | None, heading: Heading) -> Self:
        """Return the state with the chosen counter put down there.

        `ValueError` where it may not stand, or has not come on yet.
        """
        force = self.unit.of
        if place is not None and force.turn > self.turn:
            raise ValueError(f"{force.name} comes on in turn {force.turn}; it is turn {self.turn}.")
        return replace(
            self,
            units=with_unit(self.units, stand(self.unit, place, heading, self.readings)),
            hover=None,
        )

    def turned(self, points: int) -> Self:
        """Return the state after the chosen counter turns: a platoon by 60 degrees, since it faces
        hexsides only.
        """
        step = 2 if self._class() == 1 else 1
        heading = self.unit.heading.turn(points * step)
        return turned_in_hand(self.stood(self.unit.place, heading), heading)

    # -- gestures
    # ---------------------------------------------------------------------------------------------

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        """Return the state after the wheel has turned the counter that lies under it."""
        touched = None if self.click == "paint" else self._touched(view, gesture)
        return self if touched is None else self.set("chosen", touched).turned(gesture.steps)

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Return the state after a click that chooses a counter or aims, places or paints, or a
        drag of the counter.
        """
        if self.click == "paint":
            return self.painted(gesture, view)
        touched = self._touched(view, gesture)
        if (
            gesture.kind == "press"
            and touched is not None
            and not (self.click == "place" and touched == self.chosen)
        ):
            chosen = self.set("chosen", touched)
            return replace(chosen, held="counter", held_heading=chosen.unit.heading)
        moving = self.held == "counter" or self.click == "place"
        place = place_under(view, gesture.at, self._class() if moving else 3)
        if place is None:
            return replace(self, hover=None)
        if self.held == "counter" or (gesture.kind == "press" and self.click == "place"):
            return self.stood(
                place, carried(self.held_heading, self._class(), place, self.unit.heading)
            )
        if gesture.kind == "press":
            return replace(self, target=place, hover=None)
        return replace(self, hover=None if touched is not None else place)

    def _class(self) -> int:
        return class_of(self.unit.of, dict(self.readings))

    def _touched(self, view: View, gesture: Gesture) -> str | None:
        """Return the counter under the pointer.

        Clicking a stack again and again goes through it.
        """
        x, y = gesture.at
        for counter in brickyard_picture.stacks(self):
            cx, cy = view.pixel(counter.place)
            if (x - cx) ** 2 + (y - cy) ** 2 <= (CARD * view.size * 0.8) ** 2:
                here = [
                    u.id for u in self.units if u.place == counter.place and u.of.turn <= self.turn
                ]
                if self.chosen in here and gesture.kind == "press":
                    return here[(here.index(self.chosen) + 1) % len(here)]
                return counter.name
        return None

    def stepped(self, arrow: str) -> Self:
        """Return the state after an arrow key, which moves the target."""
        start = self.target or self.unit.place or SCENARIO.brickyard[0]
        return replace(self, target=step_place(self.grid, start, arrow), hover=None)
