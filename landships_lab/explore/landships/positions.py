"""Positions: may this unit stand here and face so?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import HEADINGS, Heading, Place
from landships_lab.explore import textform
from landships_lab.explore.explorer import Buttons, Choice, Control, Explorer, Field, Gesture, State, one_of, placement, step_place
from landships_lab.explore.landships.common import MOVES, ahead
from landships_lab.explore.landships.vehicles import (
    Vehicle,
    Vehicles,
    article_vehicles,
    discs,
    find,
    named,
    put,
    read_vehicles,
    under,
    write_vehicles,
)
from landships_lab.rules.landships import check_position, legal_headings
from landships_lab.rules.landships.positions import CLASSES
from landships_lab.scene import draw
from landships_lab.scene.counters import counters
from landships_lab.scene.shapes import Scene, Shape
from landships_lab.scene.view import View

ID = "landships:positions"


@dataclass(frozen=True)
class PositionState(State):
    """The vehicles of the board, and the one that is asked about."""

    explorer_id = ID

    vehicles: Vehicles
    number: int
    held: bool = False

    @property
    def vehicle(self) -> Vehicle:
        """Which one is asked about?"""
        return find(self.vehicles, self.number)


class Positions(Explorer[PositionState]):
    """Put a unit down, turn it, and see which headings its class may have there."""

    id = ID
    title = "Positions and headings"
    rules = "Landships! · twelve point facing"
    question = "May this unit stand here and face so?"
    hands = "Click a vehicle to choose it · drag to move it · wheel or Q and E turn it · arrow keys move it half a hex"

    def start(self) -> PositionState:
        """The article's illegal example: vehicle #4, on a hexside and facing across it."""
        return PositionState(article_vehicles(), 4)

    def ask(self, state: PositionState) -> Answer[bool]:
        """Is the position of the chosen unit legal?"""
        vehicle = state.vehicle
        answer = check_position(vehicle.unit_class, vehicle.place, vehicle.heading)
        return replace(answer, headline=f"#{vehicle.number}: {answer.headline[0].lower()}{answer.headline[1:]}")

    def picture(self, state: PositionState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The board with its vehicles; round the chosen one the twelve headings, legal ones marked, others crossed."""
        view = view or self.view(self.focus(state))
        vehicle = state.vehicle
        legal = legal_headings(vehicle.unit_class, vehicle.place)
        others = [v.counter() for v in state.vehicles if v.number != vehicle.number]
        figures: list[Shape] = [*counters(view, others)]
        figures += draw.ring(view, vehicle.place, "selected", "chosen")
        figures += [*draw.rose(view, vehicle.place, legal, vehicle.heading), *counters(view, [vehicle.counter()]), *draw.compass(view)]
        told = f"Eight numbered vehicles on a board of hexes. {answer.headline}"
        return Scene(view.width, view.height, draw.hex_field(view), tuple(figures), "Positions and headings", told)

    def focus(self, state: PositionState) -> Place | None:
        """The middle of the article's vehicles."""
        return self.grid.place("0605")

    def riddle(self, state: PositionState) -> Scene:
        """The board without the twelve headings."""
        view = self.view(self.focus(state))
        marks = draw.ring(view, state.vehicle.place, "selected", "chosen")
        figures = (*marks, *counters(view, [v.counter() for v in state.vehicles]), *draw.compass(view))
        return Scene(view.width, view.height, draw.hex_field(view), figures, "Where does it stand?", "")

    def text(self, state: PositionState) -> str:
        """One line that carries the state."""
        return " ".join([ID, f"#{state.number}", *write_vehicles(state.vehicles, self.grid)])

    def parse(self, text: str) -> PositionState:
        """The state of such a line."""
        found = textform.groups(text, ID, ("vehicles",))
        vehicles = read_vehicles(found.get("vehicles", []), self.grid)
        return PositionState(vehicles, named(vehicles, textform.one(found, "", "#4")).number)

    def settled(self, state: PositionState) -> PositionState:
        """The state without the hand."""
        return replace(state, held=False)

    def grabs(self, state: PositionState, view: View) -> tuple[tuple[float, float, float], ...]:
        """All vehicles."""
        return discs(state.vehicles, view)

    def controls(self, state: PositionState) -> tuple[Control, ...]:
        """The unit, its class, its place and its heading."""
        vehicle = state.vehicle
        numbers = tuple((str(v.number), f"#{v.number} at {v.words(self.grid)}") for v in state.vehicles)
        classes = tuple((str(key), f"{key} · {words}") for key, words in CLASSES.items())
        turns = (("left", "⟲ 30°", "Turn 30 degrees left"), ("right", "⟳ 30°", "Turn 30 degrees right"))
        return (
            Choice("number", "Unit", numbers, str(state.number)),
            Choice("class", "Its class", classes, str(vehicle.unit_class)),
            Field("place", "Place and heading", vehicle.words(self.grid), "such as 0503/0504 E"),
            Choice("heading", "Heading", tuple((h.value, f"{h.value} · {_faces(h)}") for h in HEADINGS), vehicle.heading.value),
            Buttons("move", "Turn and move", (*turns, ("forward", "Forward", "One step forward along the heading"))),
            Buttons("back", "All units", (("back", "Vehicles back", "Put all vehicles back where the article has them"),)),
        )

    def set(self, state: PositionState, control: str, value: Any) -> PositionState:
        """The state after one control has been given a value."""
        vehicle = state.vehicle
        match control:
            case "number":
                return replace(state, number=named(state.vehicles, str(value)).number)
            case "class":
                return self._put(state, replace(vehicle, unit_class=int(one_of("unit class", str(value), [*map(str, CLASSES)]))))
            case "place" | "placement":
                place, heading = placement(self.grid, value, vehicle.heading)
                return self._put(state, replace(vehicle, place=place, heading=heading))
            case "heading":
                return self._put(state, replace(vehicle, heading=Heading(value)))
            case "move" if one_of("move", value, MOVES) == "forward":
                return self._put(state, replace(vehicle, place=ahead(self.grid, vehicle.place, vehicle.heading)))
            case "move":
                return self._put(state, replace(vehicle, heading=vehicle.heading.turn(+1 if value == "right" else -1)))
            case "back" if one_of("button", value, ("back",)):
                return replace(state, vehicles=article_vehicles())
        raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))

    def _put(self, state: PositionState, vehicle: Vehicle) -> PositionState:
        return replace(state, vehicles=put(state.vehicles, vehicle))

    def on_gesture(self, state: PositionState, gesture: Gesture, view: View) -> PositionState:
        """A click chooses, a drag moves without turning, so that illegal positions can be tried; the wheel turns."""
        vehicle = state.vehicle
        if gesture.kind == "drop":
            return replace(state, held=False)
        if gesture.kind == "key":
            return self._key(state, gesture)
        under_pointer = under(state.vehicles, view, gesture.at)
        if gesture.kind == "turn" and under_pointer is not None:
            turned = replace(under_pointer, heading=under_pointer.heading.turn(gesture.steps))
            return self._put(replace(state, number=turned.number), turned)
        if gesture.kind == "press" and under_pointer is not None:
            return replace(state, number=under_pointer.number, held=True)
        place = view.place_at(gesture.at)
        if place is not None and (gesture.kind == "press" or (gesture.kind == "drag" and state.held)):
            return self._put(state, replace(vehicle, place=place))
        return state

    def _key(self, state: PositionState, gesture: Gesture) -> PositionState:
        vehicle = state.vehicle
        if gesture.key in ("q", "e"):
            return self._put(state, replace(vehicle, heading=vehicle.heading.turn(+1 if gesture.key == "e" else -1)))
        if gesture.key.startswith("Arrow"):
            return self._put(state, replace(vehicle, place=step_place(self.grid, vehicle.place, gesture.key)))
        return state

    def legend(self, state: PositionState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("legal", "heading it may have here"), ("illegal", "heading it may not have"))


def _faces(heading: Heading) -> str:
    return "hexside" if heading.faces_hexside else "hexjuncture"
