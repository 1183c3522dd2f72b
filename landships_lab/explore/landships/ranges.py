"""Counting range: how many hexes is it from here to there?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Hex, Place, Point
from landships_lab.data.landships.boards import board
from landships_lab.data.load import readings
from landships_lab.explore import textform
from landships_lab.explore.explorer import Buttons, Choice, Control, Explorer, Field, Gesture, State, Switch, one_of, placed, step_place
from landships_lab.explore.landships.common import place_under, step_unit
from landships_lab.explore.landships.vehicles import (
    Vehicles,
    article_vehicles,
    discs,
    find,
    moved,
    named,
    put,
    read_vehicles,
    under,
    write_vehicles,
)
from landships_lab.rules.landships import count_range
from landships_lab.scene import draw
from landships_lab.scene.counters import counters
from landships_lab.scene.shapes import Scene, Shape
from landships_lab.scene.view import View

ID = "landships:range"
READING = "range-between-hexsides"
#: Which end of the count a click on the map picks; the first unless the reader says otherwise.
CLICKS = ("end", "start")
#: The ends of the count when they are those of no printed example.
OWN = "own"
#: One end of a range: the number of a vehicle, or a place.
End = int | Place


@dataclass(frozen=True)
class RangeState(State):
    """The vehicles of the board and the two ends of a range; ``click`` tells which end a click picks."""

    explorer_id = ID

    vehicles: Vehicles
    start: End
    end: End
    reading: str = "full-hexes"
    click: str = CLICKS[0]
    hover: Place | None = None
    held: int | None = None

    def place(self, end: End) -> Place:
        """Where is this end?"""
        return find(self.vehicles, end).place if isinstance(end, int) else end


class RangeCounter(Explorer[RangeState]):
    """Pick two vehicles or places and see which hexes are counted between them."""

    id = ID
    title = "Counting range"
    rules = "Landships! · twelve point facing"
    question = "How many hexes is it, over hexes and hexsides?"
    hands = "Click the end of the count · drag a vehicle to move it · wheel or Q and E turn it · arrow keys move the end"

    def start(self) -> RangeState:
        """The article's first example: from vehicle #5 to vehicle #1."""
        return RangeState(article_vehicles(), 5, 1)

    def ask(self, state: RangeState) -> Answer[int]:
        """What is the range between the two ends?"""
        there = state.hover if state.hover is not None and state.click == "end" else state.place(state.end)
        here = state.hover if state.hover is not None and state.click == "start" else state.place(state.start)
        return count_range(here, there, state.reading)

    def picture(self, state: RangeState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The board with its vehicles, the two ends ringed, the counted hexes numbered."""
        view = view or self.view(self.focus(state))
        here, there = state.place(state.start), state.place(state.end)
        if state.hover is not None:
            here, there = (state.hover, there) if state.click == "start" else (here, state.hover)
        hexes = [m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)]
        began = [m for step in answer.steps if step.op == "start" for m in step.marks if isinstance(m, Hex)]
        occupied = frozenset(v.place for v in state.vehicles) | {here, there}
        count = draw.numbered(view, hexes, occupied)
        figures: list[Shape] = []
        for hexagon in began:
            figures += draw.outlined(view, hexagon, "count-start", view.grid.code(hexagon) if hexagon in view.grid else "start")
        figures += [*count[:1], *draw.sight_line(view, here, there), *draw.ring(view, here, "selected", "from")]
        figures += [*counters(view, [v.counter() for v in state.vehicles]), *count[1:], *draw.compass(view)]
        told = f"Eight numbered vehicles on a board of hexes. {answer.headline}"
        return Scene(view.width, view.height, draw.hex_field(view), tuple(figures), "Counting range", told)

    def focus(self, state: RangeState) -> Place | None:
        """The middle of the article's vehicles."""
        return self.grid.place("0605")

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: RangeState) -> str:
        """One line that carries the state."""
        words = [ID, "from", self._end(state.start), "to", self._end(state.end)]
        words += write_vehicles(state.vehicles, self.grid)
        if state.click != CLICKS[0]:
            words += ["click", state.click]
        if state.reading != "full-hexes":
            words += textform.write_readings([(READING, state.reading)])
        return " ".join(words)

    def parse(self, text: str) -> RangeState:
        """The state of such a line."""
        found = textform.groups(text, ID, ("from", "to", "vehicles", "click", "reading"))
        vehicles = read_vehicles(found.get("vehicles", []), self.grid)
        start = self._read_end(vehicles, textform.one(found, "from", "#5"))
        end = self._read_end(vehicles, textform.one(found, "to", "#1"))
        taken = dict(textform.read_readings(found.get("reading", []), {READING: readings("landships")[READING]}))
        click = one_of("use of a click", textform.one(found, "click", CLICKS[0]), CLICKS)
        return RangeState(vehicles, start, end, taken.get(READING, "full-hexes"), click)

    def _end(self, end: End) -> str:
        return f"#{end}" if isinstance(end, int) else self.grid.code(end)

    def _read_end(self, vehicles: Vehicles, given: Any) -> End:
        """A vehicle's number, with # or without, or a place by its code or as itself."""
        text = str(given).strip()
        if not isinstance(given, Point) and len(text.removeprefix("#")) < 3:
            return named(vehicles, text).number
        return placed(self.grid, text if isinstance(given, str) else given)

    def settled(self, state: RangeState) -> RangeState:
        """The state without the hand."""
        return replace(state, hover=None, held=None)

    def grabs(self, state: RangeState, view: View) -> tuple[tuple[float, float, float], ...]:
        """All vehicles."""
        return discs(state.vehicles, view)

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: RangeState) -> tuple[Control, ...]:
        """Both ends, the printed examples, the reading."""
        examples = board("eight-vehicles").examples
        offered = tuple((f"{e.first}-{e.second}", f"#{e.first} to #{e.second}: printed as {e.range}") for e in examples)
        current = f"{state.start}-{state.end}" if f"{state.start}-{state.end}" in dict(offered) else OWN
        mine = ((OWN, "your own"),) if current == OWN else ()
        turns = (
            ("left", "⟲ 30°", "Turn the vehicle at the end of the count 30 degrees left"),
            ("right", "⟳ 30°", "Turn it 30 degrees right"),
        )
        return (
            Choice("example", "A printed example", (*offered, *mine), current),
            Field("start", "From", self._end(state.start), "#5, or a place such as 0503/0504"),
            Field("end", "To", self._end(state.end), "#1, or a place such as 0904"),
            Buttons(
                "swap",
                "Both ends",
                (("swap", "Swap", "Swap both ends of the count"), ("vehicles", "Vehicles back", "Put all vehicles back")),
            ),
            Choice("click", "A click on the map", (("start", "from"), ("end", "to")), state.click, buttons=True),
            Buttons("turn", "Vehicle at the end", turns),
            self._switch(state),
        )

    def _switch(self, state: RangeState) -> Switch:
        reading = readings("landships")[READING]
        here, there = state.place(state.start), state.place(state.end)
        effects = tuple((o.id, f"range {count_range(here, there, o.id).value}") for o in reading.options)
        return Switch(READING, reading.question, tuple((o.id, o.label) for o in reading.options), state.reading, effects, reading.why)

    def set(self, state: RangeState, control: str, value: Any) -> RangeState:
        """The state after one control has been given a value."""
        if control in ("start", "end"):
            end = self._read_end(state.vehicles, value)
            return replace(state, start=end) if control == "start" else replace(state, end=end)
        if control == "example":
            return self._take_example(state, value)
        if control == "swap":
            vehicles_back = one_of("button", value, ("swap", "vehicles")) == "vehicles"
            return replace(state, vehicles=article_vehicles()) if vehicles_back else replace(state, start=state.end, end=state.start)
        if control == "click":
            return replace(state, click=one_of("end of the count", value, CLICKS))
        if control == "turn":
            return self._turned(state, +1 if one_of("turn", value, ("left", "right")) == "right" else -1)
        if control == READING:
            return replace(state, reading=readings("landships")[READING].option(value).id)
        raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))

    def _take_example(self, state: RangeState, value: str) -> RangeState:
        """Both ends of a printed example; ends of one's own, which the list shows while they stand, stay as they are."""
        examples = {f"{e.first}-{e.second}": (e.first, e.second) for e in board("eight-vehicles").examples}
        start, end = {**examples, OWN: (state.start, state.end)}[one_of("printed example", value, [*examples, OWN])]
        return replace(state, start=start, end=end)

    # -- hands ------------------------------------------------------------------------------------------------------------

    def on_gesture(self, state: RangeState, gesture: Gesture, view: View) -> RangeState:
        """A click picks an end of the count, a drag moves a vehicle, the wheel turns the one under the pointer."""
        if gesture.kind == "leave":
            return replace(state, hover=None)
        if gesture.kind == "drop":
            return replace(state, held=None)
        if gesture.kind == "key":
            return self._key(state, gesture)
        vehicle = under(state.vehicles, view, gesture.at)
        if gesture.kind == "turn":
            return state if vehicle is None else self._turn(state, vehicle.number, gesture.steps)
        place = place_under(view, gesture.at)
        if place is None:
            return replace(state, hover=None)
        if state.held is not None:
            held = find(state.vehicles, state.held)
            return replace(state, vehicles=put(state.vehicles, moved(held, place_under(view, gesture.at, held.unit_class) or held.place)))
        if gesture.kind == "press":
            picked: End = place if vehicle is None else vehicle.number
            new = replace(state, hover=None, held=None if vehicle is None else vehicle.number)
            return replace(new, start=picked) if state.click == "start" else replace(new, end=picked)
        return replace(state, hover=place if vehicle is None else vehicle.place)

    def _key(self, state: RangeState, gesture: Gesture) -> RangeState:
        if gesture.key in ("q", "e"):
            return self._turned(state, +1 if gesture.key == "e" else -1)
        if not gesture.key.startswith("Arrow"):
            return state
        end = state.start if state.click == "start" else state.end
        if isinstance(end, int):
            vehicle = find(state.vehicles, end)
            there = step_unit(self.grid, vehicle.place, gesture.key, vehicle.unit_class)
            return replace(state, vehicles=put(state.vehicles, moved(vehicle, there)))
        place = step_place(self.grid, end, gesture.key)
        return replace(state, start=place) if state.click == "start" else replace(state, end=place)

    def _turned(self, state: RangeState, points: int) -> RangeState:
        end = state.start if state.click == "start" else state.end
        if not isinstance(end, int):
            raise ValueError("There is no vehicle at that end of the count to turn; click one first.")
        return self._turn(state, end, points)

    def _turn(self, state: RangeState, number: int, points: int) -> RangeState:
        vehicle = find(state.vehicles, number)
        return replace(state, vehicles=put(state.vehicles, replace(vehicle, heading=vehicle.heading.turn(points))))

    def legend(self, state: RangeState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("start", "hex where the count starts"), ("count", "counted hex"))
