"""The picture of the vehicle editor: all arcs of a vehicle in the making, and the two handles of the one being changed."""

from __future__ import annotations

from typing import Literal

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Hex
from landships_lab.explore.landships.common import TINTS
from landships_lab.explore.landships.editor_state import EditorState
from landships_lab.explore.landships.print_room import UNKNOWN_RANGE
from landships_lab.scene import draw
from landships_lab.scene.counters import Counter, counters
from landships_lab.scene.shapes import Circles, Label, Pixel, Scene, Shape
from landships_lab.scene.view import View

End = Literal["lo", "hi"]
#: The first and the last edge of an arc, clockwise.
ENDS: tuple[End, End] = ("lo", "hi")
#: How far out the two handles of an arc are drawn, in hex circumradii, and how near in pixels a hand must come.
_HANDLE, GRIP = 3.4, 12.0


def middle(view: View) -> Hex:
    """Return the hex in the middle of the board, where the vehicle stands."""
    return view.grid.hex((view.grid.columns + 1) // 2, (view.grid.rows + 1) // 2)


def spot(state: EditorState, view: View, end: End) -> Pixel:
    """Return where the handle of this edge is. The edges of an arc all round share a ray: the last stands farther out."""
    arm = state.chosen
    x, y = view.pixel(middle(view))
    dx, dy = view.ray(state.heading.turn((arm.lo if end == "lo" else arm.hi) // 30))
    reach = _HANDLE * view.size * (1.35 if end == "hi" and (arm.hi - arm.lo) % 360 == 0 else 1.0)
    return x + reach * dx, y + reach * dy


def picture(state: EditorState, answer: Answer[object], view: View) -> Scene:
    """Return the vehicle in the making, all its arcs, and the handles of the one being changed."""
    unit, at = state.unit, middle(view)
    figures: list[Shape] = []
    names: list[Label] = []
    occupied = [view.pixel(at)]
    for n, weapon in enumerate(unit.weapons.values()):
        tint = TINTS[n % len(TINTS)]
        known = not isinstance(weapon.range_hexes, Gap)
        limit = UNKNOWN_RANGE if isinstance(weapon.range_hexes, Gap) else weapon.range_hexes
        figures += draw.wedge(view, at, state.heading, weapon.arc, limit, tint=tint, name=weapon.id, edges_count=weapon.arc.edge_hexsides)
        end = draw.rim(view, at, state.heading, weapon.arc, limit)
        label = f"{weapon.name}, to {limit}" if known else f"{weapon.name}, range not known"
        names.append(draw.wedge_name(view, at, end, label, tint, weapon.id, occupied))
        occupied.append(names[-1].at)
    figures += counters(view, [Counter(at, state.heading, unit.outline, unit.name, unit.id, unit.nation)])
    figures += [*names, *_handles(state, view), *draw.compass(view)]
    description = f"A wedge for each weapon, round the vehicle facing {state.heading.name}. {answer.headline}"
    return Scene(view.width, view.height, draw.hex_field(view), tuple(figures), f"Fire arcs of the {unit.name}", description)


def _handles(state: EditorState, view: View) -> list[Shape]:
    tint = TINTS[[w.id for w in state.draft.weapons].index(state.weapon) % len(TINTS)]
    return [Circles((spot(state, view, end),), 7.0, "handle", end, tint) for end in ENDS]
