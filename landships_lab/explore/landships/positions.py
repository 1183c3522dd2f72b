"""The board of positions: whether a unit may stand in a place and face so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import HEADINGS, Heading, Place
from landships_lab.explore.board import step_place
from landships_lab.explore.controls import Buttons, Choice, Control, Field
from landships_lab.explore.explorer import State
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships.common import MOVE_BUTTONS, after_move
from landships_lab.explore.landships.vehicles import (
    ARTICLE,
    GRID,
    Vehicle,
    VehicleBoard,
    Vehicles,
    VehiclesPart,
    find,
    vehicle_under,
    with_vehicle,
)
from landships_lab.explore.parts import LEAD, Moment, OneOf, part
from landships_lab.explore.parts.places import placement
from landships_lab.rules.landships import check_position
from landships_lab.rules.landships.positions import CLASSES, Standing
from landships_lab.scene import draw
from landships_lab.scene.counters import counters
from landships_lab.scene.shapes import Scene, Shape
from landships_lab.scene.view import View

ID = "landships:positions"
_CLASS_OPTIONS = tuple((str(key), f"{key} · {words}") for key, words in CLASSES.items())
_HEADING_OPTIONS = tuple((h.value, f"{h.value} · {'hexside' if h.faces_hexside else 'hexjuncture'}") for h in HEADINGS)


@dataclass(frozen=True)
class NumberPart(OneOf):
    """The number of one vehicle of the board, written ``#4``."""

    def take(self, state: Any, given: Any) -> int:
        """Return the number of the vehicle called so."""
        return find(state.vehicles, str(given)).number

    def write(self, state: Any, value: int) -> list[str]:
        """Return its name."""
        return [f"#{value}"]


def _choices(state: Any) -> Sequence[tuple[int, str]]:
    return [(v.number, f"#{v.number}") for v in state.vehicles]


@dataclass(frozen=True)
class PositionState(State):
    """The vehicles of the board, and the one that is asked about."""

    explorer_id: ClassVar[str] = ID

    vehicles: Vehicles = part(VehiclesPart())
    number: int = part(NumberPart("Unit", 4, _choices, word=LEAD, noun="vehicle"))
    held: bool = part(Moment(usual=False))

    @property
    def vehicle(self) -> Vehicle:
        """The vehicle asked about."""
        return find(self.vehicles, self.number)


class Positions(VehicleBoard[PositionState]):
    """Put a unit down, turn it, and see which headings its class may have there."""

    id = ID
    title = "Positions and headings"
    question = "May this unit stand here and face so?"
    order = ("number", "class", "place", "move", "back")
    leisure = ("heading",)
    strip_rows = 1
    hands = "Click a vehicle to choose it · drag to move it · wheel or Q and E turn it · arrow keys move it half a hex"
    state = PositionState

    def ask(self, state: PositionState) -> Answer[bool]:
        """Return whether the position of the chosen unit is legal; the detail is its `Standing`."""
        vehicle = state.vehicle
        answer = check_position(vehicle.unit_class, vehicle.place, vehicle.heading)
        stands: Standing = answer.detail
        return replace(answer, headline=f"Unit #{vehicle.number} is {'legal' if answer.value else 'illegal'}: {stands.reason}.")

    def picture(self, state: PositionState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board with its vehicles; round the chosen one the twelve headings, legal ones marked, others crossed."""
        view, vehicle = view or self.opening(state), state.vehicle
        others = [v.counter() for v in state.vehicles if v.number != vehicle.number]
        figures: list[Shape] = [*counters(view, others), *draw.ring(view, vehicle.place, "selected", "chosen")]
        figures += [*draw.rose(view, vehicle.place, answer.detail.headings), *counters(view, [vehicle.counter()])]
        rose = (draw.rose(view, vehicle.place, answer.detail.headings), draw.rose_names(view, vehicle.place, vehicle.heading))
        return self.scene(view, figures, self.names(view, state, *rose), answer.headline)

    def asked(self, state: PositionState) -> tuple[Place, ...]:
        """Return the place of the chosen unit."""
        return (state.vehicle.place,)

    def riddle(self, state: PositionState) -> Scene:
        """Return the board without the twelve headings."""
        view = self.opening(state)
        marks = draw.ring(view, state.vehicle.place, "selected", "chosen")
        figures = (*marks, *counters(view, [v.counter() for v in state.vehicles]))
        return self.scene(view, figures, self.names(view, state), "")

    def legend(self, state: PositionState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (("legal", "heading it may have here"), ("illegal", "heading it may not have"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def actions(self, state: PositionState) -> tuple[Control, ...]:
        """Return the class, the place and the heading of the chosen unit."""
        vehicle = state.vehicle
        return (
            Choice("class", "Class", _CLASS_OPTIONS, str(vehicle.unit_class)),
            Field("place", "at", f"{GRID.code(vehicle.place)} {vehicle.heading}", "such as 0503 E"),
            Choice("heading", "Heading", _HEADING_OPTIONS, vehicle.heading.value),
            MOVE_BUTTONS,
            Buttons("back", "", (("back", "Back", "Put all vehicles back where the article has them"),)),
        )

    def act(self, state: PositionState, control: str, value: Any) -> PositionState:
        """Change the chosen unit, or put all of them back."""
        vehicle = state.vehicle
        match control:
            case "class":
                new = replace(vehicle, unit_class=int(one_of("unit class", str(value), [*map(str, CLASSES)])))
            case "place" | "placement":
                place, heading = placement(self.grid, value, vehicle.heading)
                new = replace(vehicle, place=place, heading=heading)
            case "heading":
                new = replace(vehicle, heading=Heading(value))
            case "move":
                place, heading = after_move(self.grid, vehicle.place, vehicle.heading, value)
                new = replace(vehicle, place=place, heading=heading)
            case "back" if one_of("button", value, ("back",)):
                return replace(state, vehicles=ARTICLE)
            case _:
                return super().act(state, control, value)
        return self._with(state, new)

    def _with(self, state: PositionState, vehicle: Vehicle) -> PositionState:
        return replace(state, vehicles=with_vehicle(state.vehicles, vehicle))

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def pointed(self, state: PositionState, gesture: Gesture, view: View) -> PositionState:
        """Choose by a click, move by a drag; nothing turns by itself, so that illegal positions can be tried."""
        vehicle = vehicle_under(state.vehicles, view, gesture.at)
        if gesture.kind == "press" and vehicle is not None:
            return replace(state, number=vehicle.number, held=True)
        place = view.place_at(gesture.at)
        if place is not None and (gesture.kind == "press" or (gesture.kind == "drag" and state.held)):
            return self._with(state, replace(state.vehicle, place=place))
        return state

    def wheeled(self, state: PositionState, gesture: Gesture, view: View) -> PositionState:
        """Turn the vehicle under the pointer, and choose it."""
        vehicle = vehicle_under(state.vehicles, view, gesture.at)
        return state if vehicle is None else self._with(replace(state, number=vehicle.number), vehicle.turned(gesture.steps))

    def turned(self, state: PositionState, points: int) -> PositionState:
        """Turn the chosen vehicle."""
        return self._with(state, state.vehicle.turned(points))

    def stepped(self, state: PositionState, arrow: str) -> PositionState:
        """Move the chosen vehicle half a hex."""
        return self._with(state, replace(state.vehicle, place=step_place(self.grid, state.vehicle.place, arrow)))
