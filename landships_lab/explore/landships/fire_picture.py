"""The picture of the fire arc panel: wedges, what they can hit, the line to the target and the count along it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.speech import plural
from landships_lab.explore.landships.fire_state import FireState, tint
from landships_lab.rules.landships.fire import FieldOfReach, Survey
from landships_lab.rules.landships.reach import Reach
from landships_lab.scene import draw
from landships_lab.scene.counters import Counter, counters
from landships_lab.scene.shapes import Label, Pixel, Scene, Shape
from landships_lab.scene.view import View


def counted(answer: Answer[object]) -> tuple[Hex, ...]:
    """Return the hexes that the answer counted, in order."""
    return tuple(m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex))


def picture(state: FireState, answer: Answer[Any], view: View) -> Scene:
    """Return the state with its answer, whose detail is a `Survey`."""
    found: Survey = answer.detail
    legal = state.heading in found.legal_headings
    figures: list[Shape] = []
    if legal:
        figures += _wedges(state, found, view)
        figures += _marks(view, state.place, found.fields[state.weapon_id].reach, state.weapon_id, tint(state, state.weapon_id))
        figures += _names(state, found, view)
    numbers: tuple[Shape, ...] = ()
    if state.aimed is not None:
        numbers = draw.numbered(view, counted(answer), frozenset([state.place, state.aimed]))
        figures += [*numbers[:1], *draw.sight_line(view, state.place, state.aimed)]
    figures += [*counters(view, [_counter(state)]), *numbers[1:]]
    if not legal:
        figures += draw.rose(view, state.place, found.legal_headings, state.heading)
    title = f"Fire arcs of the {state.unit.name}"
    description = _description(state, found, answer.headline, view)
    return Scene(view.width, view.height, draw.hex_field(view), (*figures, *draw.compass(view)), title, description)


def riddle(state: FireState, view: View) -> Scene:
    """Return the unit, the target and the line between them, and no arc."""
    figures: list[Shape] = []
    if state.target is not None:
        figures += draw.sight_line(view, state.place, state.target)
    figures += counters(view, [_counter(state)])
    return Scene(view.width, view.height, draw.hex_field(view), (*figures, *draw.compass(view)), f"The {state.unit.name}", "")


def _counter(state: FireState) -> Counter:
    unit = state.unit
    return Counter(state.place, state.heading, unit.outline, unit.name, state.unit_id, unit.nation, state.aimed)


def _description(state: FireState, found: Survey, headline: str, view: View) -> str:
    hexes, hexsides = _numbers_hit(view, found.fields[state.weapon_id].reach)
    where = f"{state.unit.name} at {view.grid.code(state.place)} facing {state.heading}."
    hit = f"The {state.weapon.name} can hit {plural(hexes, 'hex', 'hexes')} and {plural(hexsides, 'hexside')} of this board."
    return f"{where} {hit} {headline}"


def _wedges(state: FireState, found: Survey, view: View) -> Iterator[Shape]:
    """Yield the shown arcs, that of the weapon asked about last."""
    for weapon_id, field in found.fields.items():
        drawn = (_limit(field), tint(state, weapon_id), weapon_id, field.edge_hexsides)
        yield from _wedge(view, state.place, state.heading, field.weapon.arc, *drawn)


def _names(state: FireState, found: Survey, view: View) -> Iterator[Label]:
    """Yield the names of the wedges, each clear of the unit, the target and the names before it."""
    occupied: list[Pixel] = [view.pixel(state.place)]
    if state.aimed is not None:
        occupied.append(view.pixel(state.aimed))
    for weapon_id, field in found.fields.items():
        end, limit = draw.rim(view, state.place, state.heading, field.weapon.arc, _limit(field)), _limit(field)
        text = f"{field.weapon.name}, to {limit}" if limit else f"{field.weapon.name}, range not in the source"
        label = draw.wedge_name(view, state.place, end, text, tint(state, weapon_id), weapon_id, occupied)
        occupied.append(label.at)
        yield label


def _limit(field: FieldOfReach) -> int:
    return 0 if isinstance(field.max_range, Gap) else field.max_range


# What follows stays the same while a pointer moves: it is made once, and a painter sees that it is the same.


@lru_cache(maxsize=64)
def _wedge(view: View, place: Place, heading: Heading, arc: Arc, limit: int, colour: str, name: str, edges: bool) -> tuple[Shape, ...]:
    return draw.wedge(view, place, heading, arc, limit, tint=colour, name=name, edges_count=edges)


@lru_cache(maxsize=16)
def _marks(view: View, place: Place, reach: Reach, name: str, colour: str) -> tuple[Shape, ...]:
    """Return a dot on each place of the board that can be hit, and a cross on each that lies on an edge that does not count."""
    board = view.grid.places
    dots = draw.dots(view, (reach.can_hit & board) - {place}, "can-hit", name, colour)
    return (*dots, *draw.crosses(view, reach.on_excluded_edge & board, "excluded", name, colour))


@lru_cache(maxsize=16)
def _numbers_hit(view: View, reach: Reach) -> tuple[int, int]:
    """Return how many hexes and how many hexsides of the board can be hit."""
    hit = reach.can_hit & view.grid.places
    hexes = sum(isinstance(place, Hex) for place in hit)
    return hexes, len(hit) - hexes
