"""The Brickyard panel: scenario 19.26 as a teaching board, where counters are set up, moved, aimed and judged."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Heading, Place
from landships_lab.explore.board import Action, step_place, supposed
from landships_lab.explore.controls import Control, Field
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships import brickyard_picture
from landships_lab.explore.landships.brickyard_state import GRID, ID, READINGS, BrickyardState, stand, with_aa_hex, with_unit
from landships_lab.explore.landships.common import MOVE_BUTTONS, carried, place_under, turned_in_hand
from landships_lab.explore.landships.painted_ground import GroundExplorer
from landships_lab.explore.parts.places import placement
from landships_lab.rules.landships.brickyard import SCENARIO, check_set_up, class_of
from landships_lab.rules.landships.brickyard_fire import answer_fire
from landships_lab.rules.landships.brickyard_rules import special_rules
from landships_lab.rules.landships.brickyard_victory import victory
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class Brickyard(GroundExplorer[BrickyardState]):
    """Set the scenario up, move and turn its counters, see the arcs of the chosen one, ask who would win."""

    state = BrickyardState
    id = ID
    title = "The Brickyard"
    rules = "Landships!"
    question = "What may this unit do, and who would win?"
    grid = GRID
    hands = "Click a counter to choose it, a place to aim · drag a counter to move it · wheel or Q and E turn it"
    hands_for = MappingProxyType({"place": "Click to move the chosen counter there · drag a counter to move it · wheel or Q and E turn it"})
    begin = "ger-a7v-1 turn 1 ask fire target 5809 at ger-a7v-1@5713/5813@NNE ger-a7v-2@5305@SSE"
    lead = "chosen"
    order = ("turn", "ask", "chosen", "place", "move", "weapon", "target", "spotted", "click", "brush", "paint")
    leisure = ("paint",)
    strip_rows = 3
    filename = "brickyard.toml"

    def ask(self, state: BrickyardState) -> Answer[Any]:
        """Return what is asked: whether the chosen counter may fire, whether it is set up right, who would win, what is special."""
        if state.ask == "victory":
            return victory(state.on_board, state.terrain, state.readings_on("scenario"))
        if state.ask == "set-up":
            return check_set_up(state.unit, state.on_board, state.readings_on("scenario"), state.turn)
        if state.ask == "rules":
            return special_rules(state.unit.of, state.turn)
        given, spotted = state.readings_on("fire"), state.spotted == "yes"
        weapon, board = state.weapon_id, state.on_board
        return answer_fire(state.unit, weapon, state.aimed, given, board, turn=state.turn, spotted=spotted, terrain=state.terrain)

    def effect(self, state: BrickyardState, answer: Answer[Any]) -> str:
        """Return yes, no, the winner, or that the source does not say."""
        if isinstance(answer.value, Gap):
            return "not in the source"
        return answer.value if isinstance(answer.value, str) else "yes" if answer.value else "no"

    # -- the picture --------------------------------------------------------------------------------------------------------

    def picture(self, state: BrickyardState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board with its counters, and what is asked."""
        return brickyard_picture.picture(state, answer, view or self.opening(state))

    def riddle(self, state: BrickyardState) -> Scene:
        """Return the board and its counters only."""
        return brickyard_picture.riddle(state, self.opening(state))

    def counters_at(self, state: BrickyardState, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return all counters on the board."""
        return tuple((*view.pixel(c.place), CARD * view.size) for c in brickyard_picture.stacks(state))

    def focus(self, state: BrickyardState) -> Action:
        """Return the chosen counter, or the Brickyard, and its target; round them the Brickyard."""
        chosen = state.unit.place or SCENARIO.brickyard[0]
        asked = (chosen,) if state.target is None else (chosen, state.target)
        return Action(asked, tuple((h[0], h[1]) for h in SCENARIO.brickyard))

    def preview(self, state: BrickyardState) -> str:
        """Return the place under the pointer, of which the answer speaks."""
        return supposed("If you aim at", self.grid, state.hover, state.target) if state.ask == "fire" else ""

    def legend(self, state: BrickyardState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (("start", "Brickyard town hex"), ("hit", "can be hit"), ("off", "off the map"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def actions(self, state: BrickyardState) -> tuple[Control, ...]:
        """Return the controls that place, turn and move the chosen counter, paint, and load a board."""
        unit = state.unit
        place = "" if unit.place is None else f"{self.grid.code(unit.place)} {unit.heading}"
        return (
            Field("place", "at", place, "beside the map"),
            MOVE_BUTTONS,
            *super().actions(state),
            self.board_box(state),
        )

    def act(self, state: BrickyardState, control: str, value: Any) -> BrickyardState:
        """Put the chosen counter down, or turn it."""
        if control == "place":
            if value is None or (isinstance(value, str) and not value.strip()):
                return self.stood(state, None, state.unit.heading)
            return self.stood(state, *placement(self.grid, value, state.unit.heading))
        if control == "heading":
            return self.stood(state, state.unit.place, Heading(value))
        new: BrickyardState = super().act(state, control, value)
        return new

    def after(self, state: BrickyardState, control: str, before: BrickyardState) -> BrickyardState:
        """Return the state with what follows from a control: another counter has another weapon, a reading moves the AA gun."""
        if control == "chosen":
            return replace(state, weapon="", hover=None)
        if control == "target":
            return replace(state, hover=None)
        if control in READINGS:
            return replace(state, units=with_aa_hex(state.units, state.readings))
        new: BrickyardState = super().after(state, control, before)
        return new

    def standing(self, state: BrickyardState) -> tuple[Place | None, Heading]:
        """Return where the chosen counter stands and how it faces."""
        return state.unit.place, state.unit.heading

    def stood(self, state: BrickyardState, place: Place | None, heading: Heading) -> BrickyardState:
        """Return the state with the chosen counter put down there. `ValueError` where it may not stand, or has not come on yet."""
        force = state.unit.of
        if place is not None and force.turn > state.turn:
            raise ValueError(f"{force.name} comes on in turn {force.turn}; it is turn {state.turn}.")
        return replace(state, units=with_unit(state.units, stand(state.unit, place, heading, state.readings)), hover=None)

    def turned(self, state: BrickyardState, points: int) -> BrickyardState:
        """Return the state after the chosen counter turns: a platoon by 60 degrees, since it faces hexsides only."""
        step = 2 if self._class(state) == 1 else 1
        heading = state.unit.heading.turn(points * step)
        return turned_in_hand(self.stood(state, state.unit.place, heading), heading)

    # -- gestures -----------------------------------------------------------------------------------------------------------

    def wheeled(self, state: BrickyardState, gesture: Gesture, view: View) -> BrickyardState:
        """Return the state after the wheel has turned the counter that lies under it."""
        touched = None if state.click == "paint" else self._touched(state, view, gesture)
        return state if touched is None else self.turned(self.set(state, "chosen", touched), gesture.steps)

    def pointed(self, state: BrickyardState, gesture: Gesture, view: View) -> BrickyardState:
        """Return the state after a click that chooses a counter or aims, places or paints, or a drag of the counter."""
        if state.click == "paint":
            new: BrickyardState = self.painted(state, gesture, view)
            return new
        touched = self._touched(state, view, gesture)
        if gesture.kind == "press" and touched is not None and not (state.click == "place" and touched == state.chosen):
            chosen = self.set(state, "chosen", touched)
            return replace(chosen, held="counter", held_heading=chosen.unit.heading)
        moving = state.held == "counter" or state.click == "place"
        place = place_under(view, gesture.at, self._class(state) if moving else 3)
        if place is None:
            return replace(state, hover=None)
        if state.held == "counter" or (gesture.kind == "press" and state.click == "place"):
            return self.stood(state, place, carried(state.held_heading, self._class(state), place, state.unit.heading))
        if gesture.kind == "press":
            return replace(state, target=place, hover=None)
        return replace(state, hover=None if touched is not None else place)

    def _class(self, state: BrickyardState) -> int:
        return class_of(state.unit.of, dict(state.readings))

    def _touched(self, state: BrickyardState, view: View, gesture: Gesture) -> str | None:
        """Return the counter under the pointer. Clicking a stack again and again goes through it."""
        x, y = gesture.at
        for counter in brickyard_picture.stacks(state):
            cx, cy = view.pixel(counter.place)
            if (x - cx) ** 2 + (y - cy) ** 2 <= (CARD * view.size * 0.8) ** 2:
                here = [u.id for u in state.units if u.place == counter.place and u.of.turn <= state.turn]
                if state.chosen in here and gesture.kind == "press":
                    return here[(here.index(state.chosen) + 1) % len(here)]
                return counter.name
        return None

    def stepped(self, state: BrickyardState, arrow: str) -> BrickyardState:
        """Return the state after an arrow key, which moves the target."""
        start = state.target or state.unit.place or SCENARIO.brickyard[0]
        return replace(state, target=step_place(self.grid, start, arrow), hover=None)
