"""The picture of the fire arc panel: what each gun can hit, the line to the target and the count
along it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.speech import plural
from landships_lab.drawing import draw, fire
from landships_lab.drawing.board import Names, board, place_names
from landships_lab.drawing.counters import Counter, card, counters, names
from landships_lab.drawing.fire import arc_name
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels.fire_state import FireState, tint
from landships_lab.games.landships.rules.fire import FieldOfReach, Survey
from landships_lab.games.landships.rules.reach import Reach


def counted(answer: Answer[object]) -> tuple[Hex, ...]:
    """Return the hexes that the answer counted, in order."""
    return tuple(
        m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)
    )


def picture(state: FireState, answer: Answer[Any], view: View) -> Scene:
    """Return the state with its answer, whose detail is a `Survey`."""
    found: Survey = answer.detail
    description = _description(state, found, answer.headline, view)
    parts = (
        _legal(state, found, answer, view)
        if state.heading in found.legal_headings
        else _illegal(state, found, answer, view)
    )
    return board(view, *parts, f"Fire arcs of the {state.unit.name}", description)


def _legal(
    state: FireState, found: Survey, answer: Answer[Any], view: View
) -> tuple[tuple[Shape, ...], Names]:
    """Return what the weapons can hit and the count to the target.

    The names stay where they are while the pointer moves.
    """
    fields, piece = tuple(_fields(state, found, view)), counters(view, [_counter(state)])
    chosen = () if state.target is None else draw.sight_line(view, state.place, state.target)
    placed = place_names(
        view,
        (*fields, *piece, *chosen),
        (*names(view, [_counter(state)]), *_names(state, found, view)),
    )
    if state.aimed is None:
        return (*fields, *piece), placed
    count = draw.numbered(view, counted(answer), [card(view, _counter(state)), *placed.rings])
    return (
        *fields,
        *count[:1],
        *draw.sight_line(view, state.place, state.aimed),
        *piece,
        *count[1:],
    ), placed


def _illegal(
    state: FireState, found: Survey, answer: Answer[Any], view: View
) -> tuple[tuple[Shape, ...], Names]:
    """Return the headings that are legal here in place of arcs."""
    piece = counters(view, [_counter(state)])
    count: tuple[Shape, ...] = ()
    line: tuple[Shape, ...] = ()
    if state.aimed is not None:
        count = draw.numbered(view, counted(answer), [card(view, _counter(state))])
        line = draw.sight_line(view, state.place, state.aimed)
    figures = (
        *count[:1],
        *line,
        *piece,
        *count[1:],
        *draw.rose(view, state.place, found.legal_headings),
    )
    wanted = (*names(view, [_counter(state)]), *draw.rose_names(view, state.place, state.heading))
    return figures, place_names(view, figures, wanted)


def riddle(state: FireState, view: View) -> Scene:
    """Return the unit, the target and the line between them, and no arc."""
    line = () if state.target is None else draw.sight_line(view, state.place, state.target)
    figures = (*line, *counters(view, [_counter(state)]))
    return board(
        view,
        figures,
        place_names(view, figures, names(view, [_counter(state)])),
        f"The {state.unit.name}",
        "",
    )


def _counter(state: FireState) -> Counter:
    unit = state.unit
    return Counter(state.place, state.heading, unit.outline, unit.name, state.unit_id, unit.nation)


def _description(state: FireState, found: Survey, headline: str, view: View) -> str:
    hexes, hexsides = _numbers_hit(view, found.fields[state.weapon_id].reach)
    where = f"{state.unit.name} at {view.grid.code(state.place)} facing {state.heading}."
    hit = (
        f"The {state.weapon.name} can hit {plural(hexes, 'hex', 'hexes')} and"
        f" {plural(hexsides, 'hexside')} of this board."
    )
    return f"{where} {hit} {headline}"


def _fields(state: FireState, found: Survey, view: View) -> Iterator[Shape]:
    """Yield what the shown weapons can hit, the weapon asked about last: only its hexsides and
    excluded edges are marked.
    """
    for weapon_id, field in found.fields.items():
        asked, colour = weapon_id == state.weapon_id, tint(state, weapon_id)
        yield from _filled(view, state.place, field.reach, weapon_id, colour, asked)
        yield from _edges(
            view,
            state.place,
            state.heading,
            field.weapon.arc,
            _limit(field),
            colour,
            weapon_id,
            field.edge_hexsides,
        )


def _names(state: FireState, found: Survey, view: View) -> Iterator[Name]:
    """Yield the names of the arcs, each wanted inside its own end."""
    for weapon_id, field in found.fields.items():
        limit = _limit(field)
        text = (
            f"{field.weapon.name}, to {limit}"
            if limit
            else f"{field.weapon.name}, range not in the source"
        )
        ends = fire.rim(view, state.place, state.heading, field.weapon.arc, limit)
        yield arc_name(view, state.place, ends, text, weapon_id, tint(state, weapon_id))


def _limit(field: FieldOfReach) -> int:
    return 0 if isinstance(field.max_range, Gap) else field.max_range


# What follows stays the same while a pointer moves: it is made once, and a painter sees that it is
# the same.


@lru_cache(maxsize=64)
def _edges(
    view: View,
    place: Place,
    heading: Heading,
    arc: Arc,
    limit: int,
    colour: str,
    name: str,
    edges: bool,
) -> tuple[Shape, ...]:
    return fire.edges(view, place, heading, arc, limit, tint=colour, name=name, edges_count=edges)


@lru_cache(maxsize=64)
def _filled(
    view: View, place: Place, reach: Reach, name: str, colour: str, asked: bool
) -> tuple[Shape, ...]:
    """Return the places of the board that can be hit; of the weapon asked about also hexsides, and
    crosses on excluded edges.
    """
    places = view.grid.places
    hit = (reach.can_hit & places) - {place}
    if not asked:
        return fire.filled(view, [h for h in hit if isinstance(h, Hex)], "covered", name, colour)
    excluded = fire.crosses(view, reach.on_excluded_edge & places, "excluded", name, colour)
    return (*fire.filled(view, hit, "can-hit", name, colour), *excluded)


@lru_cache(maxsize=16)
def _numbers_hit(view: View, reach: Reach) -> tuple[int, int]:
    """Return how many hexes and how many hexsides of the board can be hit."""
    hit = reach.can_hit & view.grid.places
    hexes = sum(isinstance(place, Hex) for place in hit)
    return hexes, len(hit) - hexes
