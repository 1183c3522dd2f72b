"""The picture of the fire arc panel: what each gun can hit, the line to the target and the count
along it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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
from landships_lab.games.landships.rules.book import RANGE_READING
from landships_lab.games.landships.rules.field_of_fire import FieldOfReach, Reach, Survey
from landships_lab.games.landships.rules.ranges import count_range
from .common import counted, counter_of, tint


def picture(answer: Answer[object], target: Place | None, aimed: Place | None, view: View) -> Scene:
    """Return the picture of an answer, whose detail is a `Survey`.

    ``target`` is the place chosen, ``aimed`` the one that the answer speaks of: they differ while
    the pointer is elsewhere.
    """
    found: Survey = answer.detail
    drawn = _legal if found.shot.legal else _illegal
    figures, placed = drawn(found, counted(answer), target, aimed, view)
    name = f"Fire arcs of the {found.shot.unit.name}"
    return board(view, figures, placed, name, _description(found, answer.headline, view))


def _legal(
    found: Survey, count: tuple[Hex, ...], target: Place | None, aimed: Place | None, view: View
) -> tuple[tuple[Shape, ...], Names]:
    """Return what the weapons can hit and the count to the target.

    The names stay where they are while the pointer moves.
    """
    place, unit = found.shot.place, _counter(found)
    fields, piece = tuple(_fields(found, view)), counters(view, [unit])
    chosen = () if target is None else draw.sight_line(view, place, target)
    wanted = (*names(view, [unit]), *_names(found, view))
    placed = place_names(view, (*fields, *piece, *chosen), wanted)
    counted_hexes = (
        count
        if aimed == target
        else ()
        if target is None
        else _count_to(place, target, found.shot.readings[RANGE_READING])
    )
    full: tuple[Hex, ...] = ()
    # A name that leaves room for one number may move onto another.
    while crowded := draw.crowded(
        view, [h for h in counted_hexes if h not in full], (card(view, unit), *placed.rings)
    ):
        full = (*full, *crowded)
        room = draw.numbered(view, full, [card(view, unit)])[1:2]
        placed = place_names(view, (*fields, *piece, *chosen, *room), wanted)
    under, over = _aim(found, count, aimed, view, placed)
    return (*fields, *under, *piece, *over), placed


def _illegal(
    found: Survey, count: tuple[Hex, ...], _target: Place | None, aimed: Place | None, view: View
) -> tuple[tuple[Shape, ...], Names]:
    """Return the headings that are legal here in place of arcs."""
    place, unit = found.shot.place, _counter(found)
    under, over = _aim(found, count, aimed, view)
    rose = draw.rose(view, place, found.legal_headings)
    figures = (*under, *counters(view, [unit]), *over, *rose)
    wanted = (*names(view, [unit]), *draw.rose_names(view, place, found.shot.heading))
    return figures, place_names(view, figures, wanted)


def _aim(
    found: Survey,
    count: tuple[Hex, ...],
    aimed: Place | None,
    view: View,
    placed: Names | None = None,
) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the line and the count to the place aimed at: what lies under the counter, and what
    lies over it.
    """
    if aimed is None:
        return (), ()
    rings = () if placed is None else placed.rings
    tinted = draw.numbered(view, count, [card(view, _counter(found)), *rings])
    return (*tinted[:1], *draw.sight_line(view, found.shot.place, aimed)), tinted[1:]


def question_picture(unit: Counter, target: Place | None, view: View) -> Scene:
    """Return the unit, the target and the line between them, and no arc."""
    line = () if target is None else draw.sight_line(view, unit.place, target)
    figures = (*line, *counters(view, [unit]))
    placed = place_names(view, figures, names(view, [unit]))
    return board(view, figures, placed, f"The {unit.number}", "")


def _counter(found: Survey) -> Counter:
    return counter_of(found.shot.unit, found.shot.place, found.shot.heading)


def _description(found: Survey, headline: str, view: View) -> str:
    shot = found.shot
    hexes, hexsides = _numbers_hit(view, found.fields[shot.weapon.id].reach)
    where = f"{shot.unit.name} at {view.grid.code(shot.place)} facing {shot.heading}."
    hit = (
        f"The {shot.weapon.name} can hit {plural(hexes, 'hex', 'hexes')} and"
        f" {plural(hexsides, 'hexside')} of this board."
    )
    return f"{where} {hit} {headline}"


def _fields(found: Survey, view: View) -> Iterator[Shape]:
    """Yield what the shown weapons can hit, the weapon asked about last: only its hexsides and
    excluded edges are marked.
    """
    place, heading = found.shot.place, found.shot.heading
    for weapon_id, field in found.fields.items():
        asked, colour = weapon_id == found.shot.weapon.id, tint(found.shot.unit, weapon_id)
        yield from _filled(view, place, field.reach, weapon_id, colour, asked)
        arc, limit = field.weapon.arc, _limit(field)
        yield from _edges(view, place, heading, arc, limit, colour, weapon_id, field.edge_hexsides)


def _names(found: Survey, view: View) -> Iterator[Name]:
    """Yield the names of the arcs, each wanted inside its own end."""
    place = found.shot.place
    for weapon_id, field in found.fields.items():
        limit = _limit(field)
        text = (
            f"{field.weapon.name}, to {limit}"
            if limit
            else f"{field.weapon.name}, range not in the source"
        )
        ends = fire.rim(view, place, found.shot.heading, field.weapon.arc, limit)
        yield arc_name(view, place, ends, text, weapon_id, tint(found.shot.unit, weapon_id))


def _limit(field: FieldOfReach) -> int:
    return 0 if isinstance(field.max_range, Gap) else field.max_range


# What follows stays the same while a pointer moves: it is made once, and a painter sees that it is
# the same.


@lru_cache(maxsize=64)
def _count_to(place: Place, target: Place, reading: str) -> tuple[Hex, ...]:
    """Return the hexes counted to the place chosen, wherever the pointer is."""
    return counted(count_range(place, target, reading))


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
