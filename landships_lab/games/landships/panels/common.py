"""What the panels of *Landships!* share: the buttons that move a unit, and the colours of its
weapons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import dist
from typing import TypeVar

from landships_lab.core.answer import Answer
from landships_lab.core.arcs import Arc
from landships_lab.core.checks import one_of
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.drawing import fire
from landships_lab.drawing.counters import CARD, Counter
from landships_lab.drawing.shapes import Pixel
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.units import Unit
from landships_lab.games.landships.rules.positions import forward, nearest_heading
from landships_lab.panel.board import step_place
from landships_lab.panel.controls import Buttons
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts.base import with_fields

S = TypeVar("S", bound=Panel)
K = TypeVar("K")

#: One palette colour a weapon, in the order of the unit's card; the same in legend, wedge and
#: table.
TINTS = ("blue", "orange", "green", "purple", "vermillion", "sky", "yellow")
#: Whether the target is spotted: the base game decides, so only the reader can say.
SPOTTED = {"unsaid": "not said", "yes": "yes"}
#: What the buttons under a unit do: turns by 30 degrees, and a step.
MOVES = ("left", "right", "forward")
TURNS = (("left", "⟲", "Turn 30 degrees left"), ("right", "⟳", "Turn 30 degrees right"))
MOVE_BUTTONS = Buttons("move", "", (*TURNS, ("forward", "↑", "One step forward along the heading")))


def tint(unit: Unit, weapon_id: str) -> str:
    """Return the colour of a weapon of this unit."""
    return TINTS[list(unit.weapons).index(weapon_id) % len(TINTS)]


def counter_of(unit: Unit, place: Place, heading: Heading) -> Counter:
    """Return the counter of this unit, which stands here and faces so."""
    return Counter(place, heading, unit.outline, unit.name, unit.id, unit.nation)


def after_move(grid: Grid, place: Place, heading: Heading, move: object) -> tuple[Place, Heading]:
    """Return where a unit stands and how it faces after one of the `MOVES`.

    `ValueError` in one sentence for another move, at the edge of the board, and where no vehicle
    may face so.
    """
    if one_of("move", move, MOVES) == "forward":
        return ahead(grid, place, heading), heading
    return place, heading.turn(+1 if move == "right" else -1)


def ahead(grid: Grid, place: Place, heading: Heading) -> Place:
    """Return the place one step forward.

    `ValueError` where the board ends, or where no vehicle may face so.
    """
    there = forward(place, heading)
    if there not in grid:
        raise ValueError("One step forward would leave the board.")
    return there


def carried(taken_up: Heading | None, unit_class: int, place: Place, heading: Heading) -> Heading:
    """Return how a unit faces that has been dragged to this place.

    It keeps the heading it was ``taken_up`` with, so that the places on the way do not turn it;
    where that is not legal, it takes the nearest legal heading.
    """
    return nearest_heading(unit_class, place, taken_up or heading)


def turned_in_hand(state: S, heading: Heading) -> S:
    """Return the state after the unit in the hand, if any, was turned to this heading: it keeps it
    while it is dragged on.
    """
    return with_fields(state, held_heading=heading) if state.held_heading else state  # type: ignore[attr-defined]  # units are held


def step_unit(grid: Grid, place: Place, arrow: str, unit_class: int) -> Place:
    """Return where an arrow key moves a unit: the same place at the edge of the board.

    A vehicle moves half a hex; other units, which never stand on hexsides, move a hex along the row
    or the column.
    """
    if unit_class == 3:
        return step_place(grid, place, arrow)
    column, row = grid.column_row(place if isinstance(place, Hex) else place.hexes[0])
    across, down = {
        "ArrowUp": (0, -1),
        "ArrowDown": (0, 1),
        "ArrowRight": (1, 0),
        "ArrowLeft": (-1, 0),
    }[arrow]
    there = grid.hex(column + across, row + down)
    return there if there in grid else place


def fire_ends(
    place: Place, heading: Heading, arc: Arc, limit: int
) -> tuple[tuple[float, float], ...]:
    """Return the lattice points at which an arc of this range, in hexes, ends, the middle ones
    first.
    """
    ends = fire.ends(place, heading, arc, limit)
    return tuple(sorted(ends, key=lambda end: abs(ends.index(end) - len(ends) // 2)))


def counted(answer: Answer[object]) -> tuple[Hex, ...]:
    """Return the hexes that the answer counted, in order."""
    return tuple(
        m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)
    )


def discs(view: View, places: Iterable[Place]) -> tuple[tuple[float, float, float], ...]:
    """Return where the counters in these places can be taken hold of: discs (x, y, radius), in
    pixels.
    """
    return tuple((*view.pixel(place), CARD * view.size) for place in places)


def counter_under(view: View, pixel: Pixel, places: Mapping[K, Place]) -> K | None:
    """Return the key of the counter that lies under a pixel; None where none does.

    Of several it is the nearest, and of those in one place the last, which lies on top.
    """
    away = {key: dist(view.pixel(place), pixel) for key, place in places.items()}
    near = [key for key in reversed(away) if away[key] <= CARD * view.size]
    return min(near, key=away.__getitem__, default=None)


def place_under(view: View, pixel: Pixel, unit_class: int = 3) -> Place | None:
    """Return the place that the pointer means for a unit of this class; None off the board.

    Only a vehicle, class 3, is put on hexsides.
    """
    place = view.place_at(pixel)
    return view.hex_at(pixel) if isinstance(place, Side) and unit_class != 3 else place
