"""The movement panel: the places a vehicle can get to, over hexes and hexsides, and what the way costs."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import GroundValues
from landships_lab.explore.board import Action, around_map, step_place, supposed
from landships_lab.explore.controls import Buttons, Control
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships import move_picture
from landships_lab.explore.landships.common import MOVE_BUTTONS, carried
from landships_lab.explore.landships.move_state import ID, ROUND_THE_POND, Goal, MoveState
from landships_lab.explore.landships.painted_ground import VALUE_IDS, GroundExplorer, value_controls
from landships_lab.explore.painting import ALONG
from landships_lab.rules.landships import Moves, answer_move
from landships_lab.rules.landships.positions import nearest_heading
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class Movement(GroundExplorer[MoveState]):
    """Move a vehicle over a board you can paint; see every place it reaches with its MPs left, and why."""

    state = MoveState
    id = ID
    title = "Movement and drift"
    rules = "Landships!"
    question = "Where can it get to, and what does the way cost?"
    hands = "Point at a place to see the way · click to keep it · drag the vehicle · wheel or Q and E turn it"
    hands_for = MappingProxyType(
        {
            "place": "Click to put the vehicle there, or drag it · wheel or Q and E turn it · arrow keys move it",
            "enemy": "Click to put an enemy there, or take it away · drag the vehicle · wheel or Q and E turn it",
        }
    )
    begin = ROUND_THE_POND
    lead = "place heading"
    order = ("place", "move", "target", "go", "drift", "mp", "click", "brush", "moved", "steering", "turn_mp", "enemies", "paint")
    leisure = ("moved", "steering", "turn_mp", "enemies", "paint", *VALUE_IDS)

    def ask(self, state: MoveState) -> Answer[Any]:
        """Return whether it can get to the place asked about, or drift there; with none, how far it gets at all."""
        goal = state.aimed or Goal(state.place)
        return answer_move(state.march, state.place, state.heading, goal.place, goal.facing, drift=state.drift, spent=state.spent)

    def effect(self, state: MoveState, answer: Answer[Any]) -> str:
        """Return whether it gets there, and with how many MPs left."""
        if state.drift is not None and not isinstance(answer.value, Gap):
            return "may drift" if answer.value else "may not"
        if isinstance(answer.value, Gap):
            return "not in the source"
        if answer.value is False:
            return "out of reach"
        return f"{answer.value} places" if state.aimed is None else f"{answer.value} MPs left"

    def check(self, state: MoveState) -> MoveState:
        """Refuse to spend more MPs than there are."""
        if state.spent > state.mp:
            raise ValueError(f"{state.spent} MPs cannot be spent of {state.mp}.")
        return state

    # -- the picture --------------------------------------------------------------------------------------------------------

    def picture(self, state: MoveState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the painted board with what is within reach and the way asked about."""
        return move_picture.picture(state, answer, view or self.opening(state))

    def riddle(self, state: MoveState) -> Scene:
        """Return the board and its units, without what can be reached."""
        return move_picture.riddle(state, self.opening(state))

    def counters_at(self, state: MoveState, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return the vehicle's own counter."""
        return ((*view.pixel(state.place), CARD * view.size),)

    def focus(self, state: MoveState) -> Action:
        """Return the vehicle, the place asked about and what is painted round them."""
        asked = state.drift or (state.goal.place if state.goal else state.place)
        return Action((state.place, asked), around_map(state.terrain))

    def preview(self, state: MoveState) -> str:
        """Return the place under the pointer, of which the answer speaks."""
        return supposed("If you go to", self.grid, state.hover, state.goal.place if state.goal else None)

    def legend(self, state: MoveState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (("reach", "within reach, MPs left"), ("reach-side", "hexside within reach"), ("reach-drift", "by a drift"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def actions(self, state: MoveState) -> tuple[Control, ...]:
        """Return the controls that move the vehicle, make the move, paint, set values and load a board."""
        go = (("go", "Go", "Move there, paying its MPs"), ("turn", "New turn", "All MPs again"))
        return (
            MOVE_BUTTONS,
            Buttons("go", "", go),
            *super().actions(state),
            *(value_controls(state.values, state.brush) if state.click == "paint" else ()),
            self.board_box(state),
        )

    def act(self, state: MoveState, control: str, value: Any) -> MoveState:
        """Make the move, or set one value of the terrain in the brush."""
        if control == "go":
            return self._go(state, one_of("move", value, ["go", "turn"]))
        if control.startswith("value."):
            shown = {field.id: field.value for field in value_controls(state.values, state.brush)}
            if shown.get(control) == str(value):
                return state  # a sample left as it is stays a sample
            name = f"{state.brush.removeprefix(ALONG)}.{control.removeprefix('value.')}"
            return replace(state, values=state.values.set(name, value))
        new: MoveState = super().act(state, control, value)
        return new

    def _go(self, state: MoveState, move: str) -> MoveState:
        if move == "turn":
            return replace(self.stood(state, state.place, state.heading), spent=0, moved="no")
        if state.drift is None and state.goal is None:
            raise ValueError("First choose where to go: click a place, or type its code.")
        answer = self.ask(self.settled(state))
        if answer.value is False or isinstance(answer.value, Gap):
            raise ValueError(answer.headline)
        moves: Moves = answer.detail
        return replace(self.stood(state, *moves.end), spent=state.mp - moves.left, moved="yes")

    def after(self, state: MoveState, control: str, before: MoveState) -> MoveState:
        """Return the state with what follows from a control: a vehicle put down elsewhere has its next question still to come."""
        match control:
            case "place" | "heading":
                return self.stood(state, state.place, state.heading)
            case "target":
                return replace(state, drift=None, hover=None)
            case "drift":
                return replace(state, goal=None, hover=None)
            case "mp":
                return replace(state, spent=min(state.spent, state.mp))
            case "steering":
                return replace(state, turn_mp=None)
        new: MoveState = super().after(state, control, before)
        return new

    def stood(self, state: MoveState, place: Place | None, heading: Heading) -> MoveState:
        """Return the state with the vehicle put down there, its next question still to come."""
        return replace(state, place=place or state.place, heading=heading, goal=None, drift=None, hover=None)

    def values(self, state: MoveState) -> GroundValues:
        """Return the values of the terrain, with the reader's own."""
        return state.values

    def loaded(self, state: MoveState, terrain: TerrainMap, values: GroundValues) -> MoveState:
        """Return the state with the board and the values of a file."""
        return replace(state, terrain=terrain, values=values)

    # -- gestures -----------------------------------------------------------------------------------------------------------

    def pointed(self, state: MoveState, gesture: Gesture, view: View) -> MoveState:
        """Return the state after a click that asks, places, sets an enemy or paints, or a drag of the vehicle."""
        if state.click == "paint":
            new: MoveState = self.painted(state, gesture, view)
            return new
        x, y = view.pixel(state.place)
        on_unit = (gesture.at[0] - x) ** 2 + (gesture.at[1] - y) ** 2 <= (CARD * view.size) ** 2
        place = view.place_at(gesture.at)
        if gesture.kind == "press" and on_unit:
            return replace(state, held="vehicle", held_heading=state.heading, hover=None)
        if state.held == "vehicle" or (gesture.kind == "press" and state.click == "place"):
            return state if place is None else self.stood(state, place, carried(state.held_heading, 3, place, state.heading))
        if gesture.kind == "press":
            return state if place is None else self._pressed(state, place)
        return replace(state, hover=None if on_unit or state.drift is not None or state.click == "enemy" else place)

    def _pressed(self, state: MoveState, place: Place) -> MoveState:
        if state.click == "enemy":
            return replace(state, enemies=state.enemies ^ {place if isinstance(place, Hex) else place.hexes[0]})
        return replace(state, goal=Goal(place), drift=None, hover=None)

    def stepped(self, state: MoveState, arrow: str) -> MoveState:
        """Return the state after an arrow key, which moves what a click would: the vehicle, or the question."""
        if state.click == "place":
            place = step_place(self.grid, state.place, arrow)
            return self.stood(state, place, nearest_heading(3, place, state.heading))
        there = step_place(self.grid, state.goal.place if state.goal else state.place, arrow)
        return replace(state, goal=Goal(there), drift=None, hover=None)
