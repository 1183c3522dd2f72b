"""The picture of the Brickyard: the named hexes on a plain grid, the counters, the arcs of the
chosen one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from landships_lab.core.answer import Gap
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw, fire
from landships_lab.drawing.board import Names, place_names
from landships_lab.drawing.counters import Counter, names
from landships_lab.drawing.shapes import Polygons, Shape
from landships_lab.drawing.terrain import terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing
from landships_lab.games.landships.rules.brickyard_fire import FireField
from landships_lab.games.landships.rules.brickyard_rules import town_hexes
from landships_lab.games.landships.rules.positions import UNITS
from .brickyard_counters import GRID
from .common import TINTS

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


@lru_cache(maxsize=8)
def ground(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """Return the painted board, with what lies off the map section shaded.

    It is the very same tuple as long as nothing changes, so that it is painted once.
    """
    return (*terrain_field(view, terrain), *_off_section(view))


def _is_off(hexagon: Hex) -> bool:
    first, last = SCENARIO.section
    return not first <= GRID.column_row(hexagon)[0] <= last


def _off_section(view: View) -> tuple[Shape, ...]:
    """Return the shade over what lies off the map section that the named hexes share."""
    off = [h for h in GRID.hexes() if _is_off(h) and view.shows(h)]
    return (Polygons(tuple(view.outline(h) for h in off), "off-section", "off the map section"),)


def named_hexes(view: View, terrain: TerrainMap, taken: Mapping[str, str]) -> Iterator[Shape]:
    """Yield the outlines of the Brickyard's town hexes, as the readings ``taken`` count them."""
    for hexagon in town_hexes(terrain, taken):
        yield from draw.outlined(
            view, hexagon, "count-start", f"brickyard {view.grid.code(hexagon)}"
        )


def arcs(view: View, field: FireField) -> Iterator[Shape]:
    """Yield what the weapons of a counter can hit; for the weapon asked about, its hexsides too."""
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


def stacks(units: Iterable[Standing], chosen: str) -> list[Counter]:
    """Return one counter for each place, with the number of units that stand there.

    On top lies the chosen unit, or else the first.
    """
    by_place: dict[Place, list[Standing]] = {}
    for unit in units:
        assert unit.place is not None  # it is on the board
        by_place.setdefault(unit.place, []).append(unit)
    found = []
    for place, here in sorted(by_place.items()):
        top = next((u for u in here if u.id == chosen), here[0])
        number = " ".join(
            filter(None, [_SHORT[top.of.kind], f"×{len(here)}" if len(here) > 1 else ""])
        )
        outline = UNITS[top.of.unit].outline if top.of.kind == "tank" else _OUTLINES[top.of.kind]
        found.append(Counter(place, top.heading, outline, number, top.id, top.of.side))
    return found


def counter_names(
    view: View, stacked: Sequence[Counter], pieces: tuple[Shape, ...], terrain: TerrainMap
) -> Names:
    """Return the names of the counters, which are drawn as ``pieces``.

    Off the map section, the bare ground behind a name is shaded too.
    """
    placed = place_names(view, pieces, names(view, stacked), terrain)
    rings = (ring for shape in placed.bare if isinstance(shape, Polygons) for ring in shape.rings)
    off = tuple(
        ring for ring in rings if (hexagon := view.hex_at(ring[2])) is not None and _is_off(hexagon)
    )
    return (
        Names(placed.labels, (*placed.bare, Polygons(off, "off-section", "bare")))
        if off
        else placed
    )
