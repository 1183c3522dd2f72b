"""The range counter: how many hexes it is from one vehicle or place to another."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Heading, Hex, Place, Point
from landships_lab.data.landships.boards import board
from landships_lab.explore.board import step_place, supposed
from landships_lab.explore.controls import Buttons, Choice, Control, Field, Switch
from landships_lab.explore.explorer import State
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships.common import TURNS, place_under, step_unit, turned_in_hand
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
from landships_lab.explore.parts import Moment, OneOf, Part, part
from landships_lab.explore.parts.places import placed
from landships_lab.explore.readings import Readings, Taken
from landships_lab.rules.landships import count_range
from landships_lab.rules.landships.book import RANGE_READING, READINGS
from landships_lab.scene import draw
from landships_lab.scene.counters import card, counters
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

ID = "landships:range"
#: The printed examples, as a control names them: the numbers of their two vehicles.
EXAMPLES = {f"{e.first}-{e.second}": e for e in board("eight-vehicles").examples}
#: The ends of the count when they are not those of a printed example.
OWN = "own"
#: One end of a range: the number of a vehicle, or a place.
End = int | Place


@dataclass(frozen=True)
class EndPart(Part):
    """One end of the count, typed as ``#5`` or as a place."""

    hint: str = ""

    def control(self, state: Any) -> Control:
        """Return a field to type it in."""
        return Field(self.control_id, self.title(state), self.write(state, getattr(state, self.id))[0], self.hint)

    def take(self, state: Any, given: Any) -> End:
        """Return a vehicle's number, given with # or without, or a place given by its code or as itself."""
        text = str(given).strip()
        if not isinstance(given, Point) and len(text.removeprefix("#")) < 3:
            return find(state.vehicles, text).number
        return placed(GRID, text if isinstance(given, str) else given)

    def write(self, state: Any, value: End) -> list[str]:
        """Return its number or its code."""
        return [f"#{value}" if isinstance(value, int) else GRID.code(value)]

    def sample(self, dice: random.Random, state: Any) -> End:
        """Return a vehicle's number or any place."""
        return dice.choice((dice.randint(1, len(ARTICLE)), dice.choice(sorted(GRID.places))))


@dataclass(frozen=True)
class RangeState(State):
    """The vehicles of the board and the two ends of a range; ``click`` tells which end a click picks."""

    explorer_id: ClassVar[str] = ID

    start: End = part(EndPart("From", 5, "#5, or 0503/0504", word="from", always=True))
    end: End = part(EndPart("To", 1, "#1, or 0904", word="to", always=True))
    vehicles: Vehicles = part(VehiclesPart())
    click: str = part(OneOf("Click", "end", {"start": "from", "end": "to"}, buttons=True, noun="end of the count"))
    readings: Taken = part(Readings(known={RANGE_READING: READINGS[RANGE_READING]}))
    hover: Place | None = part(Moment())
    held: int | None = part(Moment())
    held_heading: Heading | None = part(Moment())

    @property
    def picked(self) -> End:
        """The end that a click picks."""
        return self.start if self.click == "start" else self.end

    @property
    def ends(self) -> tuple[Place, Place]:
        """The places counted between: the one under the pointer stands for the end that a click picks."""
        here, there = (find(self.vehicles, end).place if isinstance(end, int) else end for end in (self.start, self.end))
        if self.hover is None:
            return here, there
        return (self.hover, there) if self.click == "start" else (here, self.hover)


class RangeCounter(VehicleBoard[RangeState]):
    """Pick two vehicles or places and see which hexes are counted between them."""

    id = ID
    title = "Counting range"
    question = "How many hexes is it from here to there?"
    hands = "Click the end of the count · drag a vehicle to move it · wheel or Q and E turn it · arrow keys move the end"
    hands_from = "Click the start of the count · drag a vehicle to move it · wheel or Q and E turn it · arrow keys move the start"
    strip_rows = 1
    order = ("example", "start", "end", "click", "turn", "swap")
    state = RangeState

    def ask(self, state: RangeState) -> Answer[int]:
        """Return the range between the two ends."""
        return count_range(*state.ends, dict(state.readings).get(RANGE_READING, READINGS[RANGE_READING].default))

    def effect(self, state: RangeState, answer: Answer[Any]) -> str:
        """Return the range under a reading."""
        return f"range {answer.value}"

    def reading_switches(self, state: RangeState) -> tuple[Switch, ...]:
        """Return the reading with its effects on the chosen ends, whatever the pointer shows."""
        return super().reading_switches(replace(state, hover=None))

    def picture(self, state: RangeState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board with its vehicles, the two ends ringed, the counted hexes numbered."""
        view = view or self.opening(state)
        here, there = state.ends
        hexes = [m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)]
        first = [m for step in answer.steps if step.op == "start" for m in step.marks if isinstance(m, Hex)]
        chosen = replace(state, hover=None).ends
        named = self.names(view, state, draw.sight_line(view, *chosen))
        count = draw.numbered(view, hexes, [*(card(view, v.counter()) for v in state.vehicles), *named.rings])
        pieces = [v.counter() for v in state.vehicles]
        figures = [
            *draw.ring(view, here, "selected", "from"),
            *counters(view, pieces, f"#{state.picked if state.held is None else state.held}"),
        ]
        for hexagon in first:
            figures += draw.outlined(view, hexagon, "count-start", view.grid.code(hexagon) if hexagon in view.grid else "start")
        figures += [*count[:1], *draw.sight_line(view, here, there), *count[1:]]
        return self.scene(view, figures, named, answer.headline)

    def asked(self, state: RangeState) -> tuple[Place, ...]:
        """Return the two ends of the count, the chosen ones, whatever the pointer shows."""
        return replace(state, hover=None).ends

    def hint(self, state: RangeState) -> str:
        """Return what a click, the wheel and the keys do."""
        return self.hands_from if state.click == "start" else self.hands

    def preview(self, state: RangeState) -> str:
        """Return the place under the pointer, where it is another than the end that a click would pick."""
        here, there = self.asked(state)
        start = state.click == "start"
        return supposed(f"If you count {'from' if start else 'to'}", self.grid, state.hover, here if start else there)

    def legend(self, state: RangeState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (("start", "hex where the count starts"), ("count", "counted hex"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def actions(self, state: RangeState) -> tuple[Control, ...]:
        """Return the printed examples, and the buttons that swap and turn."""
        offered = tuple((key, f"#{e.first} to #{e.second}: {e.range}") for key, e in EXAMPLES.items())
        current = f"{state.start}-{state.end}"
        own = () if current in EXAMPLES else ((OWN, "your own"),)
        back = ("vehicles", "Back", "Put all vehicles back")
        return (
            Choice("example", "Printed", (*offered, *own), current if current in EXAMPLES else OWN),
            Buttons("swap", "", (("swap", "⇄", "Swap both ends of the count"), back)),
            Buttons("turn", "", TURNS),
        )

    def act(self, state: RangeState, control: str, value: Any) -> RangeState:
        """Choose an example, swap the ends, put the vehicles back or turn one."""
        match control:
            case "example" if one_of("printed example", value, [*EXAMPLES, OWN]) != OWN:
                return replace(state, start=EXAMPLES[value].first, end=EXAMPLES[value].second)
            case "example":
                return state
            case "swap" if one_of("button", value, ("swap", "vehicles")) == "swap":
                return replace(state, start=state.end, end=state.start)
            case "swap":
                return replace(state, vehicles=ARTICLE)
            case "turn":
                return self.turned(state, +1 if one_of("turn", value, ("left", "right")) == "right" else -1)
        return super().act(state, control, value)

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def pointed(self, state: RangeState, gesture: Gesture, view: View) -> RangeState:
        """Pick an end of the count by a click, move a vehicle by a drag."""
        vehicle, place = vehicle_under(state.vehicles, view, gesture.at), view.place_at(gesture.at)
        if place is None:
            return replace(state, hover=None)
        if state.held is not None:
            held = find(state.vehicles, state.held)
            there = place_under(view, gesture.at, held.unit_class) or held.place
            return replace(state, vehicles=with_vehicle(state.vehicles, held.put_down(there, state.held_heading)))
        if gesture.kind == "press":
            if vehicle is None:
                return self._pick(replace(state, hover=None, held=None), place)
            return self._pick(replace(state, hover=None, held=vehicle.number, held_heading=vehicle.heading), vehicle.number)
        return replace(state, hover=place if vehicle is None else vehicle.place)

    def _pick(self, state: RangeState, end: End) -> RangeState:
        return replace(state, start=end) if state.click == "start" else replace(state, end=end)

    def wheeled(self, state: RangeState, gesture: Gesture, view: View) -> RangeState:
        """Turn the vehicle under the pointer."""
        vehicle = vehicle_under(state.vehicles, view, gesture.at)
        return state if vehicle is None else self._turned(state, vehicle.turned(gesture.steps))

    def turned(self, state: RangeState, points: int) -> RangeState:
        """Turn the vehicle at the end that a click picks."""
        if not isinstance(state.picked, int):
            raise ValueError("There is no vehicle at that end of the count to turn; click one first.")
        return self._turned(state, find(state.vehicles, state.picked).turned(points))

    def _turned(self, state: RangeState, vehicle: Vehicle) -> RangeState:
        return turned_in_hand(replace(state, vehicles=with_vehicle(state.vehicles, vehicle)), vehicle.heading)

    def stepped(self, state: RangeState, arrow: str) -> RangeState:
        """Move the end that a click picks: the vehicle there, or the place."""
        if not isinstance(state.picked, int):
            return self._pick(state, step_place(self.grid, state.picked, arrow))
        vehicle = find(state.vehicles, state.picked)
        there = step_unit(self.grid, vehicle.place, arrow, vehicle.unit_class)
        return replace(state, vehicles=with_vehicle(state.vehicles, vehicle.put_down(there)))
