"""The numbered vehicles of a teaching board: where they stand, which one lies under a pointer, and their text form."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.data.landships.boards import board
from landships_lab.rules.landships.positions import nearest_heading
from landships_lab.scene.counters import CARD, Counter
from landships_lab.scene.shapes import Pixel
from landships_lab.scene.view import View

#: What stands for a unit of another class than the vehicle drawn on the counter.
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
        """How is it drawn?"""
        outline = _OUTLINES.get(self.unit_class, self.outline)
        return Counter(self.place, self.heading, outline, f"#{self.number}")

    def words(self, grid: Grid) -> str:
        """Where does it stand, as one would type it?"""
        return f"{grid.code(self.place)} {self.heading}"


Vehicles = tuple[Vehicle, ...]


def article_vehicles() -> Vehicles:
    """Which eight vehicles does the article speak of, on our layout of its lost drawing?"""
    return tuple(Vehicle(p.number, *p.where(), p.outline) for p in board("eight-vehicles").vehicles)


def find(vehicles: Vehicles, number: int) -> Vehicle:
    """Which vehicle has this number? `ValueError` with the numbers there are if none has."""
    for vehicle in vehicles:
        if vehicle.number == number:
            return vehicle
    raise ValueError(unknown("vehicle", f"#{number}", [f"#{v.number}" for v in vehicles]))


def named(vehicles: Vehicles, text: str) -> Vehicle:
    """Which vehicle is called ``#4``, or ``4``? `ValueError` with the ones there are if none is."""
    number = text.strip().removeprefix("#")
    for vehicle in vehicles:
        if number == str(vehicle.number):
            return vehicle
    raise ValueError(unknown("vehicle", text, [f"#{v.number}" for v in vehicles]))


def put(vehicles: Vehicles, vehicle: Vehicle) -> Vehicles:
    """Which vehicles are there once this one stands in its new place?"""
    return tuple(vehicle if v.number == vehicle.number else v for v in vehicles)


def moved(vehicle: Vehicle, place: Place) -> Vehicle:
    """How does a vehicle stand when it is put down there? Turned to the nearest legal heading, if there is one."""
    return replace(vehicle, place=place, heading=nearest_heading(vehicle.unit_class, place, vehicle.heading))


def under(vehicles: Vehicles, view: View, pixel: Pixel) -> Vehicle | None:
    """Which vehicle lies under the pointer? The topmost of those within reach of their counters."""
    reach = CARD * view.size
    near = [v for v in vehicles if math.dist(view.pixel(v.place), pixel) <= reach]
    return min(reversed(near), key=lambda v: math.dist(view.pixel(v.place), pixel), default=None)


def discs(vehicles: Vehicles, view: View) -> tuple[tuple[float, float, float], ...]:
    """Where can the vehicles be taken hold of?"""
    return tuple((*view.pixel(v.place), CARD * view.size) for v in vehicles)


def read_vehicles(words: Sequence[str], grid: Grid) -> Vehicles:
    """Which vehicles do words such as ``5@0506/0507@E`` put on the board, over the article's eight? Class 3 unless ``@1``."""
    vehicles = article_vehicles()
    for word in words:
        parts = word.split("@")
        if len(parts) not in (3, 4) or parts[3:] not in ([], ["1"], ["2"], ["3"]):
            raise ValueError(f"{word!r} is not a vehicle; one is written number@place@heading, such as 5@0506/0507@E.")
        old = named(vehicles, parts[0])
        unit_class = int(parts[3]) if len(parts) == 4 else 3
        vehicles = put(vehicles, replace(old, place=grid.place(parts[1]), heading=Heading(parts[2]), unit_class=unit_class))
    return vehicles


def write_vehicles(vehicles: Vehicles, grid: Grid) -> list[str]:
    """Which words tell the vehicles that stand otherwise than on the article's board?"""
    words = []
    for vehicle, article in zip(vehicles, article_vehicles(), strict=True):
        if vehicle != article:
            end = "" if vehicle.unit_class == 3 else f"@{vehicle.unit_class}"
            words.append(f"{vehicle.number}@{grid.code(vehicle.place)}@{vehicle.heading}{end}")
    return ["vehicles", *words] if words else []
