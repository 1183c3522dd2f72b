"""The picture of the vehicle editor: all arcs of a vehicle in the making, and the two handles of
the one being changed.
"""

from __future__ import annotations

from typing import Literal

from landships_lab.core.answer import Gap
from landships_lab.core.hexes import Heading, Hex
from landships_lab.drawing import fire
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.counters import counters, names
from landships_lab.drawing.shapes import Circles, Pixel, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.drafts import DraftWeapon
from landships_lab.games.landships.data.units import Unit
from .common import counter_of, tint
from .counter_sheets import UNKNOWN_RANGE

End = Literal["lo", "hi"]
#: The first and the last edge of an arc, clockwise.
ENDS: tuple[End, End] = ("lo", "hi")
#: How far out the two handles of an arc are drawn, in hex circumradii, and how near in pixels a
#: hand must come.
_HANDLE, GRIP = 3.4, 12.0


def middle(view: View) -> Hex:
    """Return the hex in the middle of the board, where the vehicle stands."""
    return view.grid.hex((view.grid.columns + 1) // 2, (view.grid.rows + 1) // 2)


def spot(view: View, heading: Heading, weapon: DraftWeapon, end: End) -> Pixel:
    """Return where the handle of this edge of a weapon's arc is, in pixels.

    Both edges of an arc all round lie on one ray: there the handle of the last stands farther out.
    """
    x, y = view.pixel(middle(view))
    dx, dy = view.ray(heading.turn((weapon.lo if end == "lo" else weapon.hi) // 30))
    all_round = end == "hi" and (weapon.hi - weapon.lo) % 360 == 0
    reach = _HANDLE * view.size * (1.35 if all_round else 1.0)
    return x + reach * dx, y + reach * dy


def picture(unit: Unit, heading: Heading, chosen: DraftWeapon, headline: str, view: View) -> Scene:
    """Return the vehicle in the making, all its arcs, and the handles of the weapon chosen."""
    at = middle(view)
    piece = counter_of(unit, at, heading)
    figures: list[Shape] = []
    wanted = [*names(view, [piece])]
    for weapon in unit.weapons.values():
        colour, known = tint(unit, weapon.id), not isinstance(weapon.range_hexes, Gap)
        limit = UNKNOWN_RANGE if isinstance(weapon.range_hexes, Gap) else weapon.range_hexes
        hexes = fire.covered(view.grid, at, heading, weapon.arc, limit)
        role = "can-hit" if weapon.id == chosen.id else "covered"
        figures += fire.filled(view, hexes, role, weapon.id, colour)
        counts = weapon.arc.edge_hexsides
        figures += fire.edges(
            *(view, at, heading, weapon.arc, limit), tint=colour, name=weapon.id, edges_count=counts
        )
        text = f"{weapon.name}, to {limit}" if known else f"{weapon.name}, range not known"
        ends = fire.rim(view, at, heading, weapon.arc, limit)
        wanted.append(fire.arc_name(view, at, ends, text, weapon.id, colour))
    handles = (
        Circles((spot(view, heading, chosen, end),), 7.0, "handle", end, tint(unit, chosen.id))
        for end in ENDS
    )
    figures += [*counters(view, [piece]), *handles]
    description = f"The arc of each weapon, round the vehicle facing {heading.name}. {headline}"
    placed = place_names(view, figures, wanted)
    return board(view, figures, placed, f"Fire arcs of the {unit.name}", description)


def question_picture(unit: Unit, heading: Heading, view: View) -> Scene:
    """Return the vehicle on the board, without its arcs."""
    piece = counter_of(unit, middle(view), heading)
    figures: list[Shape] = [*counters(view, [piece])]
    placed = place_names(view, figures, [*names(view, [piece])])
    described = f"The vehicle, facing {heading.name}, without its arcs."
    return board(view, figures, placed, f"The {unit.name}", described)
