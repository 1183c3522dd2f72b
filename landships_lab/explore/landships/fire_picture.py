"""The picture of the fire arc panel: wedges, what they can hit, the line to the target and the count along it."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Hex, Place
from landships_lab.data.landships.units import Weapon
from landships_lab.explore.landships.fire_state import FireState
from landships_lab.rules.landships import Reach, legal_headings, reach
from landships_lab.rules.landships.fire import shot
from landships_lab.scene import draw
from landships_lab.scene.counters import Counter, counters
from landships_lab.scene.shapes import Label, Pixel, Scene, Shape
from landships_lab.scene.view import View

#: One palette colour a weapon, in the order of the unit's card; the same in legend, wedge and table.
TINTS = ("blue", "orange", "green", "purple", "vermillion", "sky", "yellow")


def tint(state: FireState, weapon_id: str) -> str:
    """Which colour has this weapon of the unit?"""
    return TINTS[list(state.unit.weapons).index(weapon_id) % len(TINTS)]


def limit_of(state: FireState, weapon: Weapon) -> int | Gap:
    """How far does this weapon reach: as stated, or as the reader supplied?"""
    return state.max_range if state.max_range is not None and isinstance(weapon.range_hexes, Gap) else weapon.range_hexes


def counted(answer: Answer[object]) -> tuple[Hex, ...]:
    """Which hexes did the answer count, in order?"""
    return tuple(m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex))


def picture(state: FireState, answer: Answer[object], view: View) -> Scene:
    """What does the state look like, with its answer?"""
    legal = state.heading in legal_headings(state.unit.unit_class, state.place)
    figures: list[Shape] = []
    if legal:
        figures += _arcs(state, view)
    occupied = frozenset[Place]([state.place])
    if state.aimed is not None:
        figures += draw.numbered(view, counted(answer), occupied)[:1]
        figures += draw.sight_line(view, state.place, state.aimed)
    figures += counters(view, [_counter(state)])
    if state.aimed is not None:
        figures += draw.numbered(view, counted(answer), occupied | {state.aimed})[1:]
    if not legal:
        figures += draw.rose(view, state.place, legal_headings(state.unit.unit_class, state.place), state.heading)
    title = f"Fire arcs of the {state.unit.name}"
    return Scene(view.width, view.height, draw.hex_field(view), (*figures, *draw.compass(view)), title, _told(state, answer, view))


def riddle(state: FireState, view: View) -> Scene:
    """What does the question look like: the unit, the target and the line between them, and no arc?"""
    figures: list[Shape] = []
    if state.target is not None:
        figures += draw.sight_line(view, state.place, state.target)
    figures += counters(view, [_counter(state)])
    return Scene(view.width, view.height, draw.hex_field(view), (*figures, *draw.compass(view)), f"The {state.unit.name}", "")


def _counter(state: FireState) -> Counter:
    unit = state.unit
    return Counter(state.place, state.heading, unit.outline, unit.name, state.unit_id, unit.nation, state.aimed)


def _told(state: FireState, answer: Answer[object], view: View) -> str:
    found = _reach(state, state.weapon).can_hit & view.grid.places
    hexes = sum(isinstance(place, Hex) for place in found)
    where = f"{state.unit.name} at {view.grid.code(state.place)} facing {state.heading}."
    return f"{where} The {state.weapon.name} can hit {hexes} hexes and {len(found) - hexes} hexsides of this board. {answer.headline}"


def _reach(state: FireState, weapon: Weapon) -> Reach:
    limit = limit_of(state, weapon)
    supplied = None if isinstance(limit, Gap) or limit == weapon.range_hexes else limit
    return reach(state.unit, weapon, state.place, state.heading, dict(state.readings), supplied)


def _arcs(state: FireState, view: View) -> Iterator[Shape]:
    """The shown arcs, the asked weapon's last and with its marks; all names after all wedges."""
    order = [w for w in state.unit.weapons.values() if w.id in state.shown and w.id != state.weapon_id]
    order.append(state.weapon)
    names: list[Label] = []
    taken: list[Pixel] = [view.pixel(state.place)]
    if state.aimed is not None:
        taken.append(view.pixel(state.aimed))
    for weapon in order:
        limit = limit_of(state, weapon)
        if isinstance(limit, Gap):
            limit = 0
        colour = tint(state, weapon.id)
        edges = shot(state.unit, weapon, state.place, state.heading, dict(state.readings)).edge_hexsides
        yield from draw.wedge(view, state.place, state.heading, weapon.arc, limit, tint=colour, name=weapon.id, edges_count=edges)
        end = draw.rim(view, state.place, state.heading, weapon.arc, limit)
        names.append(draw.wedge_name(view, state.place, end, _rim_words(weapon, limit), colour, weapon.id, taken))
        taken.append(names[-1].at)
    yield from _marks(state, view)
    yield from names


def _rim_words(weapon: Weapon, limit: int) -> str:
    return f"{weapon.name}, to {limit}" if limit else f"{weapon.name}, range not in the source"


def _marks(state: FireState, view: View) -> Iterator[Shape]:
    found = _reach(state, state.weapon)
    colour = tint(state, state.weapon_id)
    board = view.grid.places
    yield from draw.dots(view, (found.can_hit & board) - {state.place}, "can-hit", state.weapon_id, colour)
    yield from draw.crosses(view, found.on_excluded_edge & board, "excluded", state.weapon_id, colour)
