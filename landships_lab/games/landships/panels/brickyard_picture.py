"""The picture of the Brickyard: the named hexes on a plain grid, the counters, the arcs of the
chosen one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw, fire
from landships_lab.drawing.board import Names, board, place_names
from landships_lab.drawing.counters import Counter, counters, names
from landships_lab.drawing.shapes import Polygons, Scene, Shape
from landships_lab.drawing.terrain import terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels.brickyard_state import GRID, BrickyardState
from landships_lab.games.landships.panels.common import TINTS
from landships_lab.games.landships.panels.fire_picture import counted
from landships_lab.games.landships.rules import UNITS
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, set_up_hexes
from landships_lab.games.landships.rules.brickyard_fire import FireField
from landships_lab.games.landships.rules.brickyard_victory import town_hexes

_OUTLINES = {
    "platoon": "platoon",
    "squad": "squad",
    "observer": "squad",
    "aircraft": "aircraft",
    "gun": "gun",
    "aa-gun": "mount",
}
_SHORT = {
    "platoon": "",
    "squad": "AS",
    "observer": "FO",
    "aircraft": "air",
    "gun": "75",
    "aa-gun": "AA",
    "tank": "A7V",
}


def picture(state: BrickyardState, answer: Answer[object], view: View) -> Scene:
    """Return the board with the answer about the chosen counter, whose ``detail`` is the
    `FireField` to draw, if any.
    """
    figures: list[Shape] = [*_named(view, state), *_arcs(view, state, answer.detail)]
    unit = state.unit
    if unit.place is not None:
        figures += draw.ring(view, unit.place, "selected", "chosen")
    pieces = counters(view, stacks(state), state.chosen)
    figures += pieces
    if (
        state.question == "fire"
        and unit.place is not None
        and state.aimed is not None
        and state.arms is not None
    ):
        figures += draw.numbered(view, counted(answer))[:1]
        figures += draw.sight_line(view, unit.place, state.aimed)
    described = (
        f"Scenario {SCENARIO.number}, {SCENARIO.name}, turn {state.turn} of {SCENARIO.turns}."
        f" {answer.headline}"
    )
    return board(
        view,
        figures,
        _names(view, state, pieces),
        SCENARIO.name,
        described,
        state.terrain,
        ground(view, state.terrain),
    )


@lru_cache(maxsize=8)
def ground(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """Return the painted board, with what lies off the map section shaded: the very same tuple
    while nothing changes.
    """
    return (*terrain_field(view, terrain), *_off_section(view))


def _is_off(hexagon: Hex) -> bool:
    first, last = SCENARIO.section
    return not first <= GRID.column_row(hexagon)[0] <= last


def _off_section(view: View) -> tuple[Shape, ...]:
    """Return the shade over what lies off the map section that the named hexes share."""
    off = [h for h in GRID.hexes() if _is_off(h) and view.shows(h)]
    return (Polygons(tuple(view.outline(h) for h in off), "off-section", "off the map section"),)


def _named(view: View, state: BrickyardState) -> Iterator[Shape]:
    """Yield the Brickyard's hexes, and where the chosen counter may be set up or come in."""
    for hexagon in town_hexes(state.terrain, state.readings_on("scenario")):
        yield from draw.outlined(
            view, hexagon, "count-start", f"brickyard {view.grid.code(hexagon)}"
        )
    allowed = set_up_hexes(state.unit.of, state.readings_on("scenario"))
    if state.question == "set-up" and isinstance(allowed, tuple):
        yield Polygons(tuple(view.outline(h) for h in allowed), "reach", "set-up", "green")


def _arcs(view: View, state: BrickyardState, field: FireField | None) -> Iterator[Shape]:
    """Yield what the weapons of the chosen counter can hit, the one
    asked about with its hexsides.
    """
    if state.question != "fire" or field is None:
        return
    for n, fired in enumerate(field.shots.values()):
        weapon, tint = fired.weapon, TINTS[n % len(TINTS)]
        limit = 0 if isinstance(fired.max_range, Gap) else fired.max_range
        if weapon.id == field.weapon:
            yield from fire.filled(view, field.can_hit, "can-hit", weapon.id, tint)
        else:
            yield from fire.filled(
                view,
                fire.covered(GRID, fired.place, fired.heading, weapon.arc, limit),
                "covered",
                weapon.id,
                tint,
            )
        shown = fire.edges(
            *(view, fired.place, fired.heading, weapon.arc, limit),
            tint=tint,
            name=weapon.id,
            edges_count=fired.edge_hexsides,
        )
        yield from shown


def stacks(state: BrickyardState) -> list[Counter]:
    """Return one counter a place, the chosen unit's or else the first one's, with how many stand
    there.
    """
    by_place: dict[Place, list[Standing]] = {}
    for unit in state.on_board:
        assert unit.place is not None  # it is on the board
        by_place.setdefault(unit.place, []).append(unit)
    found = []
    for place, units in sorted(by_place.items()):
        top = next((u for u in units if u.id == state.chosen), units[0])
        number = " ".join(
            filter(None, [_SHORT[top.of.kind], f"×{len(units)}" if len(units) > 1 else ""])
        )
        outline = UNITS[top.of.unit].outline if top.of.kind == "tank" else _OUTLINES[top.of.kind]
        found.append(Counter(place, top.heading, outline, number, top.id, top.of.side))
    return found


def _names(view: View, state: BrickyardState, pieces: tuple[Shape, ...]) -> Names:
    """Place the names of the counters.

    What is bare for them off the map section is shaded like the rest of it.
    """
    placed = place_names(view, pieces, names(view, stacks(state)), state.terrain)
    rings = (ring for shape in placed.bare if isinstance(shape, Polygons) for ring in shape.rings)
    off = tuple(
        ring for ring in rings if (hexagon := view.hex_at(ring[2])) is not None and _is_off(hexagon)
    )
    return (
        Names(placed.labels, (*placed.bare, Polygons(off, "off-section", "bare")))
        if off
        else placed
    )


def riddle(state: BrickyardState, view: View) -> Scene:
    """Return the board without arcs and without what the chosen counter may do."""
    pieces = counters(view, stacks(state))
    figures: list[Shape] = [*pieces]
    if state.target is not None:
        figures.append(draw.target_ring(view, state.target))
    told = "The Brickyard's board."
    return board(
        view,
        figures,
        _names(view, state, pieces),
        SCENARIO.name,
        told,
        state.terrain,
        ground(view, state.terrain),
    )
