"""The picture of the Brickyard: the named hexes on a plain grid, the counters, the arcs of the chosen one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.units import Weapon
from landships_lab.data.load import readings
from landships_lab.explore.landships.brickyard_state import GRID, BrickyardState
from landships_lab.explore.landships.common import TINTS
from landships_lab.explore.landships.fire_picture import counted
from landships_lab.rules.landships import UNITS, legal_headings, reach
from landships_lab.rules.landships.brickyard import SCENARIO, Standing, set_up_hexes, town_hexes
from landships_lab.rules.landships.brickyard_rules import engages_aircraft, in_fog
from landships_lab.rules.landships.shot import shot
from landships_lab.scene import draw
from landships_lab.scene.counters import Counter, counters
from landships_lab.scene.shapes import Polygons, Scene, Shape
from landships_lab.scene.terrain import terrain_field
from landships_lab.scene.view import View

_OUTLINES = {"platoon": "platoon", "squad": "squad", "observer": "squad", "aircraft": "aircraft", "gun": "gun", "aa-gun": "mount"}
_SHORT = {"platoon": "", "squad": "AS", "observer": "FO", "aircraft": "air", "gun": "75", "aa-gun": "AA", "tank": "A7V"}


def picture(state: BrickyardState, answer: Answer[object], view: View) -> Scene:
    """What does the board look like, with the answer about the chosen counter?"""
    figures: list[Shape] = [*_named(view, state), *_arcs(view, state)]
    unit = state.unit
    if unit.place is not None:
        figures += draw.ring(view, unit.place, "selected", "chosen")
    if state.ask == "fire" and unit.place is not None and state.aimed is not None and state.arms is not None:
        figures += draw.numbered(view, counted(answer), frozenset())[:1]
        figures += draw.sight_line(view, unit.place, state.aimed)
    figures += counters(view, stacks(state))
    told = f"Scenario {SCENARIO.number}, {SCENARIO.name}, turn {state.turn} of {SCENARIO.turns}. {answer.headline}"
    return Scene(view.width, view.height, board(view, state.terrain), (*figures, *draw.compass(view)), SCENARIO.name, told)


@lru_cache(maxsize=8)
def board(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """The painted board, with what lies off the map section shaded; the very same tuple while nothing changes."""
    return (*terrain_field(view, terrain), *_off_section(view))


def _off_section(view: View) -> tuple[Shape, ...]:
    """What lies off the map section that the named hexes share is shaded."""
    first, last = SCENARIO.section
    off = [h for h in GRID.hexes() if not first <= GRID.column_row(h)[0] <= last and view.shows(h)]
    return (Polygons(tuple(view.outline(h) for h in off), "off-section", "off the map section"),)


def _named(view: View, state: BrickyardState) -> Iterator[Shape]:
    """The Brickyard's hexes, and where the chosen counter may be set up or come in."""
    for hexagon in town_hexes(state.terrain, scenario_readings(state)):
        yield from draw.outlined(view, hexagon, "count-start", f"brickyard {view.grid.code(hexagon)}")
    allowed = set_up_hexes(state.unit.of, scenario_readings(state))
    if state.ask == "set-up" and isinstance(allowed, tuple):
        yield Polygons(tuple(view.outline(h) for h in allowed), "reach", "set-up", "green")


def scenario_readings(state: BrickyardState) -> dict[str, str]:
    """Which of the readings taken bear on the scenario?"""
    return {key: option for key, option in state.readings if key in readings("landships", "scenario")}


def fire_readings(state: BrickyardState) -> dict[str, str]:
    """Which of the readings taken bear on fire?"""
    return {key: option for key, option in state.readings if key in readings("landships", "fire")}


def _arcs(view: View, state: BrickyardState) -> Iterator[Shape]:
    """All arcs of the chosen counter; marks on what the weapon asked about can hit."""
    unit, arms = state.unit, state.arms
    if arms is None or unit.place is None or state.ask != "fire" or unit.heading not in legal_headings(arms.unit_class, unit.place):
        return
    taken = fire_readings(state)
    for n, weapon in enumerate(arms.weapons.values()):
        limit = 0 if isinstance(weapon.range_hexes, Gap) else weapon.range_hexes
        tint = TINTS[n % len(TINTS)]
        edges = shot(arms, weapon, unit.place, unit.heading, taken).edge_hexsides
        yield from draw.wedge(view, unit.place, unit.heading, weapon.arc, limit, tint=tint, name=weapon.id, edges_count=edges)
        if weapon.id == state.weapon_id:
            yield from draw.dots(view, _can_hit(view, state, weapon), "can-hit", weapon.id, tint)


def _can_hit(view: View, state: BrickyardState, weapon: Weapon) -> frozenset[Place]:
    """On which places but its own may the chosen counter fire: the arc bears, and the fog does not hide them?"""
    unit, taken = state.unit, fire_readings(state)
    assert unit.place is not None  # a counter beside the map has no arcs
    found = reach(unit.of.unit, weapon, unit.place, unit.heading, taken).can_hit & view.grid.places
    return frozenset(p for p in found - {unit.place} if not in_fog(unit, p, taken, engages_aircraft(unit, p, state.on_board)))


def stacks(state: BrickyardState) -> list[Counter]:
    """One counter a place: the chosen unit's, else the first one's; with how many stand there."""
    by_place: dict[Place, list[Standing]] = {}
    for unit in state.on_board:
        assert unit.place is not None  # it is on the board
        by_place.setdefault(unit.place, []).append(unit)
    found = []
    for place, units in sorted(by_place.items()):
        top = next((u for u in units if u.id == state.chosen), units[0])
        number = " ".join(filter(None, [_SHORT[top.of.kind], f"×{len(units)}" if len(units) > 1 else ""]))
        outline = UNITS[top.of.unit].outline if top.of.kind == "tank" else _OUTLINES[top.of.kind]
        found.append(Counter(place, top.heading, outline, number, top.id, top.of.side))
    return found


def riddle(state: BrickyardState, view: View) -> Scene:
    """The board without arcs and without what the chosen counter may do."""
    figures: list[Shape] = [*counters(view, stacks(state)), *draw.compass(view)]
    if state.target is not None:
        figures += draw.ring(view, state.target, "target-ring", "target")
    return Scene(view.width, view.height, board(view, state.terrain), tuple(figures), SCENARIO.name, "The Brickyard's board.")
