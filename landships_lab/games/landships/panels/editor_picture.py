"""The picture of the vehicle editor: all arcs of a vehicle in the making, and the two handles of
the one being changed.
"""

from __future__ import annotations

from typing import Literal

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Hex
from landships_lab.drawing import fire
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.counters import Counter, counters, names
from landships_lab.drawing.shapes import Circles, Pixel, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels.common import TINTS
from landships_lab.games.landships.panels.counter_sheets import UNKNOWN_RANGE
from landships_lab.games.landships.panels.editor_state import EditorState

End = Literal["lo", "hi"]
#: The first and the last edge of an arc, clockwise.
ENDS: tuple[End, End] = ("lo", "hi")
#: How far out the two handles of an arc are drawn, in hex circumradii, and how near in pixels a
#: hand must come.
_HANDLE, GRIP = 3.4, 12.0


def middle(view: View) -> Hex:
    """Return the hex in the middle of the board, where the vehicle stands."""
    return view.grid.hex((view.grid.columns + 1) // 2, (view.grid.rows + 1) // 2)


def spot(state: EditorState, view: View, end: End) -> Pixel:
    """Return where the handle of this edge is.

    The edges of an arc all round share a ray: the last stands farther out.
    """
    arm = state.chosen
    x, y = view.pixel(middle(view))
    dx, dy = view.ray(state.heading.turn((arm.lo if end == "lo" else arm.hi) // 30))
    reach = _HANDLE * view.size * (1.35 if end == "hi" and (arm.hi - arm.lo) % 360 == 0 else 1.0)
    return x + reach * dx, y + reach * dy


def picture(state: EditorState, answer: Answer[object], view: View) -> Scene:
    """Return the vehicle in the making, all its arcs, and the handles of the one being changed."""
    unit, at = state.unit, middle(view)
    figures: list[Shape] = []
    wanted = [*names(view, [_counter(state, at)])]
    for n, weapon in enumerate(unit.weapons.values()):
        tint, known = TINTS[n % len(TINTS)], not isinstance(weapon.range_hexes, Gap)
        limit = UNKNOWN_RANGE if isinstance(weapon.range_hexes, Gap) else weapon.range_hexes
        hexes = fire.covered(view.grid, at, state.heading, weapon.arc, limit)
        figures += fire.filled(
            view, hexes, "can-hit" if weapon.id == state.weapon else "covered", weapon.id, tint
        )
        edges_count = weapon.arc.edge_hexsides
        figures += fire.edges(
            view,
            at,
            state.heading,
            weapon.arc,
            limit,
            tint=tint,
            name=weapon.id,
            edges_count=edges_count,
        )
        text = f"{weapon.name}, to {limit}" if known else f"{weapon.name}, range not known"
        wanted.append(
            fire.arc_name(
                view,
                at,
                fire.rim(view, at, state.heading, weapon.arc, limit),
                text,
                weapon.id,
                tint,
            )
        )
    figures += [*counters(view, [_counter(state, at)]), *_handles(state, view)]
    description = (
        f"The arc of each weapon, round the vehicle facing {state.heading.name}. {answer.headline}"
    )
    return board(
        view,
        figures,
        place_names(view, figures, wanted),
        f"Fire arcs of the {unit.name}",
        description,
    )


def _counter(state: EditorState, at: Hex) -> Counter:
    unit = state.unit
    return Counter(at, state.heading, unit.outline, unit.name, unit.id, unit.nation)


def _handles(state: EditorState, view: View) -> list[Shape]:
    tint = TINTS[[w.id for w in state.draft.weapons].index(state.weapon) % len(TINTS)]
    return [Circles((spot(state, view, end),), 7.0, "handle", end, tint) for end in ENDS]
