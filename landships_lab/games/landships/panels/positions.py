"""The board of positions: whether a unit may stand in a place with a heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import HEADINGS, Heading, Place
from landships_lab.drawing import draw
from landships_lab.drawing.counters import counters
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.rules.positions import CLASSES, Standing, check_position
from landships_lab.panel.board import Gesture, step_place
from landships_lab.panel.controls import Buttons, Choice, Control, Field
from landships_lab.panel.parts import LEAD, Moment, OneOf, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.parts.places import placement
from .common import MOVE_BUTTONS, after_move
from .vehicles import ARTICLE, GRID, Vehicle, VehicleBoard, Vehicles, VehiclesPart, find

_CLASS_OPTIONS = tuple((str(key), f"{key} · {words}") for key, words in CLASSES.items())
_HEADING_OPTIONS = tuple(
    (h.value, f"{h.value} · {'hexside' if h.faces_hexside else 'hexjuncture'}") for h in HEADINGS
)
_BACK = Buttons("back", "", (("back", "Back", "Put all vehicles back where the article has them"),))


@dataclass(frozen=True)
class NumberPart(OneOf):
    """The number of a vehicle of the board, written ``#4``."""

    def take(self, state: VehicleBoard, given: object) -> int:
        return find(state.vehicles, str(given)).number

    def write(self, state: object, value: int) -> list[str]:
        return [f"#{value}"]


def _choices(state: VehicleBoard) -> Sequence[tuple[int, str]]:
    return [(v.number, f"#{v.number}") for v in state.vehicles]


@dataclass(frozen=True)
class Positions(VehicleBoard):
    """Put a unit down, turn it, and see which headings its class may have there.

    ``number`` is the number of the vehicle in question.
    """

    id = "landships:positions"
    title = "Positions and headings"
    prompt = "May this unit stand here and face so?"
    order = names("number class place move back")
    secondary = ("heading",)
    strip_rows = 1
    usage_hint = (
        "Click a vehicle to choose it · drag to move it · wheel or Q and E turn it · arrow keys"
        " move it half a hex"
    )

    vehicles: Vehicles = part(VehiclesPart())
    number: int = part(NumberPart, "Unit", 4, _choices, word=LEAD, error_name="vehicle")
    held: bool = part(Moment, default=False)

    @property
    def vehicle(self) -> Vehicle:
        """The vehicle in question."""
        return find(self.vehicles, self.number)

    def ask(self) -> Answer[bool]:
        """Return whether the position of the chosen unit is legal; the detail is its `Standing`."""
        vehicle = self.vehicle
        answer = check_position(vehicle.unit_class, vehicle.place, vehicle.heading)
        stands: Standing = answer.detail
        legal = "legal" if answer.value else "illegal"
        return replace(answer, headline=f"Unit #{vehicle.number} is {legal}: {stands.reason}.")

    def may_stand(self) -> bool:
        return self.answer().value is True

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, vehicle = view or self.opening(), self.vehicle
        others = [v.counter() for v in self.vehicles if v.number != vehicle.number]
        rose = draw.rose(view, vehicle.place, answer.detail.headings)
        chosen = draw.ring(view, vehicle.place, "selected", "chosen")
        figures = (*counters(view, others), *chosen, *rose, *counters(view, [vehicle.counter()]))
        named = self.names(view, rose, draw.rose_names(view, vehicle.place, vehicle.heading))
        return self.scene(view, figures, named, answer.headline)

    def asked(self) -> tuple[Place, ...]:
        return (self.vehicle.place,)

    def question_picture(self) -> Scene:
        view = self.opening()
        marks = draw.ring(view, self.vehicle.place, "selected", "chosen")
        figures = (*marks, *counters(view, [v.counter() for v in self.vehicles]))
        return self.scene(view, figures, self.names(view), "")

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (("legal", "heading it may have here"), ("illegal", "heading it may not have"))

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        vehicle = self.vehicle
        return (
            Choice("class", "Class", _CLASS_OPTIONS, str(vehicle.unit_class)),
            Field("place", "at", f"{GRID.code(vehicle.place)} {vehicle.heading}", "such as 0503 E"),
            Choice("heading", "Heading", _HEADING_OPTIONS, vehicle.heading.value),
            MOVE_BUTTONS,
            _BACK,
        )

    def act(self, control: str, value: object) -> Self:
        vehicle = self.vehicle
        match control:
            case "class":
                known = one_of("unit class", str(value), [*map(str, CLASSES)])
                new = replace(vehicle, unit_class=int(known))
            case "place" | "placement":
                place, heading = placement(self.grid, value, vehicle.heading)
                new = replace(vehicle, place=place, heading=heading)
            case "heading":
                new = replace(vehicle, heading=Heading(str(value)))
            case "move":
                place, heading = after_move(self.grid, vehicle.place, vehicle.heading, value)
                new = replace(vehicle, place=place, heading=heading)
            case "back" if one_of("button", value, ("back",)):
                return replace(self, vehicles=ARTICLE)
            case _:
                return super().act(control, value)
        return self.with_vehicle(new)

    # -- what the hand does

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Put a unit down without turning it, so that illegal positions can be tried."""
        vehicle = self.vehicle_at(gesture, view)
        if gesture.kind == "press" and vehicle is not None:
            return replace(self, number=vehicle.number, held=True)
        place = view.place_at(gesture.at)
        moves = gesture.kind == "press" or (gesture.kind == "drag" and self.held)
        if place is None or not moves:
            return self
        return self.with_vehicle(replace(self.vehicle, place=place))

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        vehicle = self.vehicle_at(gesture, view)
        if vehicle is None:
            return self
        return replace(self, number=vehicle.number).with_vehicle(vehicle.turned(gesture.steps))

    def turned(self, points: int) -> Self:
        return self.with_vehicle(self.vehicle.turned(points))

    def stepped(self, arrow: str) -> Self:
        there = step_place(self.grid, self.vehicle.place, arrow)
        return self.with_vehicle(replace(self.vehicle, place=there))
