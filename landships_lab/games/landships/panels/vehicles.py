"""The numbered vehicles of a teaching board: their places, the one pointed at, their links."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Place
from landships_lab.drawing.board import Names, place_names
from landships_lab.drawing.board import board as board_scene
from landships_lab.drawing.counters import Counter, counters, names
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.boards import board
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import Part
from landships_lab.panel.parts.base import with_fields
from .common import carried, counter_under, discs

GRID = Grid(columns=20, rows=14)
#: The symbol for a unit of another class than the vehicle drawn on the counter.
_OUTLINES = {1: "platoon", 2: "gun"}


@dataclass(frozen=True)
class Vehicle:
    """One numbered counter: a unit of class 1, 2 or 3 in a place, with a heading."""

    number: int
    place: Place
    heading: Heading
    outline: str = "rhomboid"
    unit_class: int = 3

    def counter(self) -> Counter:
        """Return the counter to draw."""
        outline = _OUTLINES.get(self.unit_class, self.outline)
        return Counter(self.place, self.heading, outline, f"#{self.number}")

    def turned(self, points: int) -> Vehicle:
        """Return the vehicle turned by a number of points of 30 degrees."""
        return replace(self, heading=self.heading.turn(points))

    def put_down(self, place: Place, taken_up: Heading | None = None) -> Vehicle:
        """Return the vehicle in another place, with the heading that `carried` gives."""
        heading = carried(taken_up, self.unit_class, place, self.heading)
        return replace(self, place=place, heading=heading)


Vehicles = tuple[Vehicle, ...]
#: The eight vehicles of the article, on the layout that replaces its lost drawing.
ARTICLE: Vehicles = tuple(
    Vehicle(p.number, *p.where(), p.outline) for p in board("eight-vehicles").vehicles
)


def find(vehicles: Vehicles, number: int | str) -> Vehicle:
    """Return the vehicle ``4``, ``"4"`` or ``"#4"``; raises `ValueError` with the known ones."""
    wanted = str(number).strip().removeprefix("#")
    for vehicle in vehicles:
        if wanted == str(vehicle.number):
            return vehicle
    raise ValueError(unknown("vehicle", number, [f"#{v.number}" for v in vehicles]))


def with_vehicle(vehicles: Vehicles, vehicle: Vehicle) -> Vehicles:
    """Return the vehicles with this one in place of the one with the same number."""
    return tuple(vehicle if v.number == vehicle.number else v for v in vehicles)


@dataclass(frozen=True)
class VehiclesPart(Part):
    """The vehicles of a board.

    A link writes those that differ from the article's, such as ``5@0506/0507@E``; ``@1`` or ``@2``
    after it is a class other than 3.
    """

    default: Vehicles = ARTICLE
    one_word = False
    read_order = 1  # other parts name vehicles

    def read(self, state: object, words: Sequence[str]) -> Vehicles:
        vehicles = ARTICLE
        for word in words:
            parts = word.split("@")
            if len(parts) not in (3, 4) or parts[3:] not in ([], ["1"], ["2"], ["3"]):
                raise ValueError(
                    f"{word!r} is not a vehicle; write number@place@heading, such as 5@0506/0507@E."
                )
            where = {"place": GRID.place(parts[1]), "heading": Heading(parts[2])}
            unit_class = int(parts[3]) if len(parts) == 4 else 3
            old = find(vehicles, parts[0])
            vehicles = with_vehicle(vehicles, with_fields(old, **where, unit_class=unit_class))
        return vehicles

    def write(self, state: object, value: Vehicles) -> list[str]:
        words = []
        for vehicle, article in zip(value, ARTICLE, strict=True):
            if vehicle != article:
                end = "" if vehicle.unit_class == 3 else f"@{vehicle.unit_class}"
                words.append(f"{vehicle.number}@{GRID.code(vehicle.place)}@{vehicle.heading}{end}")
        return words

    def sample(self, dice: random.Random, state: object) -> Vehicles:
        places, vehicles = sorted(GRID.places), ARTICLE
        for vehicle in dice.sample(ARTICLE, dice.randint(1, 3)):
            unit_class = dice.choice((1, 2, 3, 3))
            place, heading = dice.choice(places), dice.choice(HEADINGS)
            moved = replace(vehicle, place=place, heading=heading, unit_class=unit_class)
            vehicles = with_vehicle(vehicles, moved)
        return vehicles


class VehicleBoard(Panel[View]):
    """A panel with a board of numbered vehicles."""

    rule_set = "Landships!"
    vehicles: Vehicles

    def focus(self) -> Action:
        return Action(self.asked(), tuple((v.place[0], v.place[1]) for v in self.vehicles))

    def vehicle_at(self, gesture: Gesture, view: View) -> Vehicle | None:
        """Return the vehicle whose counter lies under the pointer, if any."""
        return counter_under(view, gesture.at, {one: one.place for one in self.vehicles})

    def with_vehicle(self, vehicle: Vehicle) -> Self:
        """Return the state with this vehicle in place of the one with the same number."""
        return with_fields(self, vehicles=with_vehicle(self.vehicles, vehicle))

    @abstractmethod
    def asked(self) -> tuple[Place, ...]:
        """Return the places in question."""

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return discs(view, (v.place for v in self.vehicles))

    def names(self, view: View, others: Iterable[Shape] = (), after: Iterable[Name] = ()) -> Names:
        """Return the names of the vehicles, then other names, placed where the shapes
        leave room.
        """
        pieces = [v.counter() for v in self.vehicles]
        return place_names(view, (*counters(view, pieces), *others), (*names(view, pieces), *after))

    @classmethod
    def scene(cls, view: View, figures: Sequence[Shape], named: Names, headline: str) -> Scene:
        """Return the board with these figures and names, a compass and a description."""
        description = f"Eight numbered vehicles on a board of hexes. {headline}"
        return board_scene(view, figures, named, cls.title, description)
