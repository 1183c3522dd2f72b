"""The states one control away from a state: what its reader could set next."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.panel.controls import Buttons, Choice, Control, Field, Number, Switch, Toggles
from landships_lab.panel.panel import Panel

#: How many hexes from its place an object is tried.
AROUND = 3
#: The numbers tried in a typed field.
NUMBERS = range(41)


def one_control_away(state: Panel) -> Iterator[Panel]:
    """Yield the states that one control can make from this one, except the switches of readings.

    Places are tried near the one that a field names. Long texts are not tried. States that the
    panel refuses are left out.
    """
    for control in state.controls():
        for value in _values(state.grid, control):
            try:
                yield state.set(control.id, value).settled()
            except ValueError:
                continue


def _values(grid: Grid, control: Control) -> Iterator[object]:
    """Yield the values of a control that the search tries."""
    match control:
        case Switch():
            yield from ()
        case Choice():
            yield from (value for value, _ in control.options)
        case Buttons():
            yield from (value for value, _, _ in control.items)
        case Toggles():
            yield from ((item.id, not item.on) for item in control.items)
        case Number():
            yield from range(control.lowest, control.highest + 1)
        case Field():
            yield from _typed(grid, control.value)


def _typed(grid: Grid, value: str) -> Iterator[str]:
    """Yield the texts to try in a field: other numbers, or places near the one it names with the
    same heading.
    """
    if value.isdecimal():
        yield from map(str, NUMBERS)
        return
    code, space, heading = value.partition(" ")
    try:
        places = _places_round(grid, grid.place(code))
    except ValueError:
        return
    yield from (f"{grid.code(place)}{space}{heading}" for place in places)


def _places_round(grid: Grid, place: Place) -> Iterator[Place]:
    """Yield the hexes round this place, the nearest first, and then their hexsides."""
    ring = [place] if isinstance(place, Hex) else list(place.hexes)
    hexes = dict.fromkeys(ring)
    for _ in range(AROUND):
        ring = [near for hexagon in ring for near in grid.neighbours(hexagon) if near not in hexes]
        hexes |= dict.fromkeys(ring)
    yield from hexes
    yield from (
        side
        for side in dict.fromkeys(side for hexagon in hexes for side in hexagon.sides())
        if side in grid
    )
