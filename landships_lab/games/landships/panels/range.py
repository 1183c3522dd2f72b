"""The range counter: how many hexes it is from one vehicle or place to another."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Heading, Hex, Place, Point
from landships_lab.drawing import draw
from landships_lab.drawing.counters import card, counters
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.boards import board
from landships_lab.games.landships.rules.book import RANGE_READING, READINGS
from landships_lab.games.landships.rules.ranges import count_range
from landships_lab.panel.board import Gesture, step_place, supposed
from landships_lab.panel.controls import Buttons, Choice, Control, Field
from landships_lab.panel.parts import Moment, Part, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.parts.places import placed
from landships_lab.panel.readings import Readings, Taken
from .common import TURNS, counted, place_under, step_unit, turned_in_hand, word
from .vehicles import ARTICLE, GRID, Vehicle, VehicleBoard, Vehicles, VehiclesPart, find

#: The printed examples, by their names in a control: the numbers of the two vehicles.
EXAMPLES = {f"{e.first}-{e.second}": e for e in board("eight-vehicles").examples}
#: The name for two ends that are not a printed example.
OWN = "own"
#: One end of a range: the number of a vehicle, or a place.
End = int | Place


@dataclass(frozen=True)
class EndPart(Part):
    """One end of the count, typed as ``#5`` or as a place."""

    hint: str = ""

    def control(self, state: object) -> Control:
        code = self.write(state, getattr(state, self.id))[0]
        return Field(self.control_id, self.title(state), code, self.hint)

    def take(self, state: VehicleBoard, given: object) -> End:
        text = str(given).strip()
        if not isinstance(given, Point) and len(text.removeprefix("#")) < 3:
            return find(state.vehicles, text).number
        return placed(GRID, text if isinstance(given, str) else given)

    def write(self, state: object, value: End) -> list[str]:
        return [f"#{value}" if isinstance(value, int) else GRID.code(value)]

    def sample(self, dice: random.Random, state: object) -> End:
        return dice.choice((dice.randint(1, len(ARTICLE)), dice.choice(sorted(GRID.places))))


@dataclass(frozen=True)
class RangeCounter(VehicleBoard):
    """Pick two vehicles or places and see which hexes are counted between them.

    ``start`` and ``end`` are the two ends; ``click`` says which of them a click picks.
    """

    id = "landships:range"
    title = "Counting range"
    prompt = "How many hexes is it from here to there?"
    usage_hint = (
        "Click the end of the count · drag a vehicle to move it · wheel or Q and E turn it · arrow"
        " keys move the end"
    )
    hands_from = (
        "Click the start of the count · drag a vehicle to move it · wheel or Q and E turn it ·"
        " arrow keys move the start"
    )
    strip_rows = 1
    order = names("example start end click turn swap")

    start: End = part(EndPart, "From", 5, "#5, or 0503/0504", word="from", always=True)
    end: End = part(EndPart, "To", 1, "#1, or 0904", word="to", always=True)
    vehicles: Vehicles = part(VehiclesPart())
    click: str = part(word, "Click", "end", {"start": "from", "end": "to"}, "end of the count")
    readings: Taken = part(Readings, known={RANGE_READING: READINGS[RANGE_READING]})
    hover: Place | None = part(Moment())
    held: int | None = part(Moment())
    held_heading: Heading | None = part(Moment())

    @property
    def picked(self) -> End:
        """The end that a click picks."""
        return self.start if self.click == "start" else self.end

    @property
    def ends(self) -> tuple[Place, Place]:
        """The two places counted between; the pointer replaces the end that a click picks."""
        here, there = (
            find(self.vehicles, end).place if isinstance(end, int) else end
            for end in (self.start, self.end)
        )
        if self.hover is None:
            return here, there
        return (self.hover, there) if self.click == "start" else (here, self.hover)

    def ask(self) -> Answer[int]:
        option = dict(self.readings).get(RANGE_READING, READINGS[RANGE_READING].default)
        return count_range(*self.ends, option)

    def effect(self, answer: Answer[object]) -> str:
        return f"range {answer.value}"

    def as_read(self) -> str:
        chosen = replace(self, hover=None)
        return chosen.effect(chosen.answer())

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, (here, there) = view or self.opening(), self.ends
        starts = [step for step in answer.steps if step.op == "start"]
        pieces = [v.counter() for v in self.vehicles]
        named = self.names(view, draw.sight_line(view, *self.asked()))
        taken_up = [*(card(view, piece) for piece in pieces), *named.rings]
        count = draw.numbered(view, counted(answer), taken_up)
        chosen = f"#{self.picked if self.held is None else self.held}"
        figures = [*draw.ring(view, here, "selected", "from"), *counters(view, pieces, chosen)]
        for hexagon in (m for step in starts for m in step.marks if isinstance(m, Hex)):
            code = view.grid.code(hexagon) if hexagon in view.grid else "start"
            figures += draw.outlined(view, hexagon, "count-start", code)
        figures += [*count[:1], *draw.sight_line(view, here, there), *count[1:]]
        return self.scene(view, figures, named, answer.headline)

    def asked(self) -> tuple[Place, ...]:
        return replace(self, hover=None).ends

    def hint(self) -> str:
        return self.hands_from if self.click == "start" else self.usage_hint

    def preview(self) -> str:
        here, there = self.asked()
        words, chosen = ("from", here) if self.click == "start" else ("to", there)
        return supposed(f"If you count {words}", self.grid, self.hover, chosen)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (("start", "hex where the count starts"), ("count", "counted hex"))

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        offered = {key: f"#{e.first} to #{e.second}: {e.range}" for key, e in EXAMPLES.items()}
        current = f"{self.start}-{self.end}"
        if current not in EXAMPLES:
            current, offered = OWN, {**offered, OWN: "your own"}
        back = ("vehicles", "Back", "Put all vehicles back")
        return (
            Choice("example", "Printed", tuple(offered.items()), current),
            Buttons("swap", "", (("swap", "⇄", "Swap both ends of the count"), back)),
            Buttons("turn", "", TURNS),
        )

    def act(self, control: str, value: object) -> Self:
        match control:
            case "example":
                chosen = EXAMPLES.get(one_of("printed example", value, [*EXAMPLES, OWN]))
                if chosen is None:
                    return self
                return replace(self, start=chosen.first, end=chosen.second)
            case "swap" if one_of("button", value, ("swap", "vehicles")) == "swap":
                return replace(self, start=self.end, end=self.start)
            case "swap":
                return replace(self, vehicles=ARTICLE)
            case "turn":
                way = one_of("turn", value, ("left", "right"))
                return self.turned(+1 if way == "right" else -1)
        return super().act(control, value)

    # -- what the hand does

    def pointed(self, gesture: Gesture, view: View) -> Self:
        vehicle, place = self.vehicle_at(gesture, view), view.place_at(gesture.at)
        if place is None:
            return replace(self, hover=None)
        if self.held is not None:
            one = find(self.vehicles, self.held)
            there = place_under(view, gesture.at, one.unit_class) or one.place
            return self.with_vehicle(one.put_down(there, self.held_heading))
        if gesture.kind == "press":
            if vehicle is None:
                return replace(self, hover=None, held=None)._pick(place)
            number, heading = vehicle.number, vehicle.heading
            held = replace(self, hover=None, held=number, held_heading=heading)
            return held._pick(number)
        return replace(self, hover=place if vehicle is None else vehicle.place)

    def _pick(self, end: End) -> Self:
        return replace(self, start=end) if self.click == "start" else replace(self, end=end)

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        vehicle = self.vehicle_at(gesture, view)
        return self if vehicle is None else self._turned(vehicle.turned(gesture.steps))

    def turned(self, points: int) -> Self:
        if not isinstance(self.picked, int):
            raise ValueError(
                "There is no vehicle at that end of the count to turn; click one first."
            )
        return self._turned(find(self.vehicles, self.picked).turned(points))

    def _turned(self, vehicle: Vehicle) -> Self:
        return turned_in_hand(self.with_vehicle(vehicle), vehicle.heading)

    def stepped(self, arrow: str) -> Self:
        if not isinstance(self.picked, int):
            return self._pick(step_place(self.grid, self.picked, arrow))
        vehicle = find(self.vehicles, self.picked)
        there = step_unit(self.grid, vehicle.place, arrow, vehicle.unit_class)
        return self.with_vehicle(vehicle.put_down(there))
