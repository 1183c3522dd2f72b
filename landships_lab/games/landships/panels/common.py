"""What the panels of *Landships!* share: parts, the reader's units, the buttons that move a
unit, counters under the pointer, and the colours of weapons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import dist
from types import MappingProxyType
from typing import Any, TypeVar

from landships_lab.core.answer import Answer
from landships_lab.core.arcs import Arc
from landships_lab.core.checks import one_of
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.data.load import example, parse_toml
from landships_lab.drawing import fire
from landships_lab.drawing.counters import CARD, Counter
from landships_lab.drawing.shapes import Pixel
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.drafts import sourced
from landships_lab.games.landships.data.units import Unit, read_units, supplied
from landships_lab.games.landships.rules.positions import UNITS, forward, nearest_heading
from landships_lab.panel.board import step_place
from landships_lab.panel.controls import Buttons
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import OneOf, Toml, Whole
from landships_lab.panel.parts.base import with_fields

S = TypeVar("S", bound=Panel)
K = TypeVar("K")

#: One palette colour for each weapon, in the order of the unit's card; the same in legend, arc and
#: table.
TINTS = ("blue", "orange", "green", "purple", "vermillion", "sky", "yellow")
#: Whether the target is spotted, which only the reader can say because the base game decides it.
SPOTTED = {"unsaid": "not said", "yes": "yes"}
#: The buttons under a unit: turns by 30 degrees, and a step.
MOVES = ("left", "right", "forward")
TURNS = (("left", "⟲", "Turn 30 degrees left"), ("right", "⟳", "Turn 30 degrees right"))
MOVE_BUTTONS = Buttons("move", "", (*TURNS, ("forward", "↑", "One step forward along the heading")))


def choice(
    label: str | Callable[..., str], default: Any, options: Any, noun: str = "", **more: Any
) -> OneOf:
    """Return the part for one of several values in a list."""
    return OneOf(label, default, options, error_name=noun, **more)


def word(label: str, default: str, options: Any, noun: str = "", **more: Any) -> OneOf:
    """Return the part for one of several words on buttons."""
    return choice(label, default, options, noun, buttons=True, **more)


def own_range(label: str, shown: Callable[..., bool], hint: str = "") -> Whole:
    """Return the part for the range of weapons for which the source gives none."""
    named = "a maximum range"
    return Whole(label, None, word="range", error_name=named, empty=True, hint=hint, shown=shown)


# -- the reader's units

#: The keywords of the fire panel's links, which no weapon may be called.
_KEYWORDS = ("weapon", "show", "target", "range", "spotted", "click", "reading", "own")


@lru_cache(maxsize=64)
def units_with(own: str) -> Mapping[str, Unit]:
    """Return the product's units and those of the reader's TOML; raises `ValueError` for
    bad TOML.
    """
    if not own.strip():
        return UNITS
    brought = read_units(parse_toml(own, "your units"), "your units")
    weapons = {weapon for unit in brought.values() for weapon in unit.weapons}
    for keyword in sorted(weapons.intersection(_KEYWORDS)):
        raise ValueError(
            f"your units: a weapon cannot be called {keyword!r}, a keyword of this panel's links;"
            f" call it {keyword}-1."
        )
    own_units = {key: of_reader(unit, "your units") for key, unit in brought.items()}
    return MappingProxyType({**UNITS, **own_units})


def of_reader(unit: Unit, origin: str) -> Unit:
    """Return it as the reader's unit. Values equal to those of a shipped unit keep their source."""
    own = supplied(unit, origin)
    return sourced(own, UNITS[unit.id]) if unit.id in UNITS else own


def own_units_part(label: str) -> Toml:
    """Return the part for the reader's units."""
    hint = "Paste what Save TOML of Your own vehicle has saved, or begin with the example"
    return Toml(label, check=units_with, hint=hint, example=example("landships", "unit"))


def unit_names(state: Any) -> dict[str, str]:
    """Return the names of the units that a state has to choose from, by id."""
    return {key: unit.name for key, unit in state.units.items()}


# -- counters, and the hand that moves them


def tint(unit: Unit, weapon_id: str) -> str:
    """Return the colour of a weapon of this unit."""
    return TINTS[list(unit.weapons).index(weapon_id) % len(TINTS)]


def counter_of(unit: Unit, place: Place, heading: Heading) -> Counter:
    """Return the counter of this unit in this position."""
    return Counter(place, heading, unit.outline, unit.name, unit.id, unit.nation)


def after_move(grid: Grid, place: Place, heading: Heading, move: object) -> tuple[Place, Heading]:
    """Return the place and heading of a unit after one of the `MOVES`.

    Raises `ValueError` for another move, at the edge of the board, and where a vehicle may not have
    this heading.
    """
    if one_of("move", move, MOVES) == "forward":
        return ahead(grid, place, heading), heading
    return place, heading.turn(+1 if move == "right" else -1)


def ahead(grid: Grid, place: Place, heading: Heading) -> Place:
    """Return the place one step forward. Raises `ValueError` off the board and for an illegal
    heading.
    """
    there = forward(place, heading)
    if there not in grid:
        raise ValueError("One step forward would leave the board.")
    return there


def carried(taken_up: Heading | None, unit_class: int, place: Place, heading: Heading) -> Heading:
    """Return the heading of a unit that has been dragged to this place.

    It keeps the heading with which it was ``taken_up``, so that places on the way do not turn it;
    if that is not legal, it takes the nearest legal heading.
    """
    return nearest_heading(unit_class, place, taken_up or heading)


def turned_in_hand(state: S, heading: Heading) -> S:
    """Return the state after a turn, which a dragged unit keeps while the drag goes on."""
    return with_fields(state, held_heading=heading) if state.held_heading else state  # type: ignore[attr-defined]  # units are held


_ACROSS_DOWN = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowRight": (1, 0), "ArrowLeft": (-1, 0)}


def step_unit(grid: Grid, place: Place, arrow: str, unit_class: int) -> Place:
    """Return the place to which an arrow key moves a unit; the same place at the edge of the board.

    A vehicle moves half a hex; other units, which never stand on hexsides, move a hex along the row
    or the column.
    """
    if unit_class == 3:
        return step_place(grid, place, arrow)
    column, row = grid.column_row(place if isinstance(place, Hex) else place.hexes[0])
    across, down = _ACROSS_DOWN[arrow]
    there = grid.hex(column + across, row + down)
    return there if there in grid else place


def fire_ends(
    place: Place, heading: Heading, arc: Arc, limit: int
) -> tuple[tuple[float, float], ...]:
    """Return the lattice points at the end of an arc of this range, the middle ones first."""
    ends = fire.ends(place, heading, arc, limit)
    return tuple(sorted(ends, key=lambda end: abs(ends.index(end) - len(ends) // 2)))


def counted(answer: Answer[object]) -> tuple[Hex, ...]:
    """Return the hexes that the answer counted, in order."""
    return tuple(
        m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)
    )


def discs(view: View, places: Iterable[Place]) -> tuple[tuple[float, float, float], ...]:
    """Return the discs (x, y, radius; pixels) by which counters can be dragged."""
    return tuple((*view.pixel(place), CARD * view.size) for place in places)


def counter_under(view: View, pixel: Pixel, places: Mapping[K, Place]) -> K | None:
    """Return the key of the nearest counter under a pixel (of a stack, the top one), or None."""
    away = {key: dist(view.pixel(place), pixel) for key, place in places.items()}
    near = [key for key in reversed(away) if away[key] <= CARD * view.size]
    return min(near, key=away.__getitem__, default=None)


def place_under(view: View, pixel: Pixel, unit_class: int = 3) -> Place | None:
    """Return the place under the pointer, or None. Only class 3 may be put on hexsides."""
    place = view.place_at(pixel)
    return view.hex_at(pixel) if isinstance(place, Side) and unit_class != 3 else place
