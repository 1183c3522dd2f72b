"""The picture of the sight panel: the painted field, what is seen of it, the line and where it is
stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex, Place, Side, half_hexes
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw
from landships_lab.drawing.board import Names, around, board, place_names
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Circles, Lines, Path, Pixel, Polygons, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.free_sight import rules as free_sight
from landships_lab.games.loos.rules.sight import MOST_HEXES, observed_hexes
from landships_lab.panel.painting import board_words
from .sight_board import FRONT, SightBoard

S = TypeVar("S", bound=SightBoard)

#: The colour of a hex that one reading shows and another hides.
DIFFERS = "purple"
Fields = dict[str, frozenset[Hex]]


@lru_cache(maxsize=64)
def fields(state: SightBoard, view_hexes: tuple[Hex, ...]) -> Fields:
    """Return the hexes of the board that are seen under each rule for lines along hexsides."""
    board = frozenset(view_hexes)
    if state.rules == "loos":
        assert isinstance(state.observer, Hex)  # the panel keeps it so
        here = state.field()
        return {
            along: observed_hexes(here, state.observer, along) & board
            for along in ("both", "either")
        }
    if not state.blocks:
        return {}
    near = [h for h in view_hexes if half_hexes(state.observer, h) <= 2 * state.far]
    blocking = frozenset(h for h, kind in state.terrain.hexes.items() if kind in state.blocks)
    found: Fields = {}
    for along in ("both", "either", "each"):
        rule = state.rule(along)
        found[along] = frozenset(
            h for h in near if free_sight.in_sight(rule, blocking, state.observer, h)
        )
    return found


def differing(seen: Fields) -> frozenset[Hex]:
    """Return the hexes that one reading shows and another hides."""
    if not seen:
        return frozenset()
    shown = frozenset.union(*seen.values())
    return shown - frozenset.intersection(*seen.values())


def picture(state: SightBoard, answer: Answer[object], view: View) -> Scene:
    """Return the picture of a state with its answer."""
    figures: list[Shape] = []
    if state.show != "off":
        figures += _field(state, answer.detail or {}, view)
    figures += _line(state, answer, view)
    eyes = [
        *(() if state.aircraft is None else aircraft(view, state.aircraft)),
        *_eye(view, state.observer),
    ]
    figures += eyes
    eye, ring = (view.grid.code(place) for place in (state.observer, state.target))
    spoken = (
        f"An eye in {eye}, a ring in {ring}, on {board_words(state.terrain)}. {answer.headline}"
    )
    terrain = _drawn(state.terrain)
    standing = place_names(view, eyes, (), terrain)
    named = place_names(view, figures, _blocks(state, answer, view), terrain)
    named = Names(
        (*named.bare, *named.labels), standing.bare
    )  # what hides the line moves with the pointer: it is drawn last
    return board(view, figures, named, "Line of sight", spoken, terrain)


@lru_cache(maxsize=64)
def _drawn(terrain: TerrainMap) -> TerrainMap:
    """Return the terrain as it is drawn: the British front line as the trenches it is."""
    return replace(
        terrain,
        painted=frozenset(
            (place, "trench" if kind == FRONT else kind) for place, kind in terrain.painted
        ),
    )


def _field(state: SightBoard, seen: Fields, view: View) -> Iterator[Shape]:
    """Yield shade over the hidden hexes within reach; where readings are compared, light over those
    they disagree on.
    """
    if not seen:
        return
    far = MOST_HEXES if state.rules == "loos" else state.far
    shown = seen[
        (
            free_sight.READINGS[free_sight.READING].default
            if state.rules == "loos"
            else state.rule().along
        )
    ]
    differs = differing(seen) if state.show == "compare" else frozenset()
    near = [
        h for h in view.grid.hexes() if half_hexes(state.observer, h) <= 2 * far and view.shows(h)
    ]
    hidden = [h for h in near if h not in shown and h not in differs]
    yield Polygons(
        tuple(view.outline(h) for h in sorted(shown - differs) if view.shows(h)), "seen", "seen"
    )
    yield Polygons(tuple(view.outline(h) for h in hidden), "hidden", "hidden")
    if differs:
        yield Polygons(
            tuple(view.outline(h) for h in sorted(differs)), "differs", "readings differ", DIFFERS
        )


def without_target(state: S) -> S:
    """Return the state as far as the field of view depends on it: the target does not matter."""
    return replace(
        state,
        target=state.observer,
        hover=None,
        held="",
        click="target",
        brush="woods",
        show="view",
    )


def _stopped_by(answer: Answer[object]) -> tuple[Place, ...]:
    """Return the places that stop the line, the first of them first."""
    refusal = next((step for step in answer.steps if step.op == "forbids" and step.marks), None)
    if refusal is not None:
        return tuple(m for m in refusal.marks if isinstance(m, (Hex, Side)))
    first = next(
        (
            m
            for step in answer.steps
            if len(step.marks) > 1
            for m in step.marks
            if isinstance(m, Hex)
        ),
        None,
    )
    return () if first is None or answer.value is not False else (first,)


def _line(state: SightBoard, answer: Answer[object], view: View) -> Iterator[Shape]:
    """Yield the line to the target, dashed from where it is stopped,
    and what stops it, outlined.
    """
    a, b = view.pixel(state.observer), view.pixel(state.aimed)
    along = [
        m
        for step in answer.steps
        for m in step.marks
        if isinstance(m, Side) and m != state.observer
    ]
    yield Lines(tuple(view.segment(side) for side in along), "wedge-edge", "runs along", "blue")
    marks = _stopped_by(answer)
    stop = _share(a, b, view.pixel(marks[0])) if marks and answer.value is False else 1.0
    middle = (a[0] + (b[0] - a[0]) * stop, a[1] + (b[1] - a[1]) * stop)
    yield Lines(((a, middle),), "sight-line", "sight line")
    if stop < 1:
        yield Lines(((middle, b),), "sight-broken", "not seen")
    for mark in marks:
        yield from draw.outlined(
            view, mark, "blocked", view.grid.code(mark) if mark in view.grid else ""
        )
    yield draw.target_ring(view, state.aimed)


def _blocks(state: SightBoard, answer: Answer[object], view: View) -> Iterator[Name]:
    """Yield the name of what stops the line."""
    if marks := _stopped_by(answer):
        yield Name(
            _named(state, marks), "unit-name", around(view, marks[0], 0.85), "blocks", plate=True
        )


def _named(state: SightBoard, marks: tuple[Place, ...]) -> str:
    hexes = [m for m in marks if isinstance(m, Hex)]
    kinds = [
        (
            "high ground"
            if h in state.terrain.high and state.terrain.of(h) == "clear"
            else state.terrain.of(h)
        )
        for h in hexes
    ]
    kinds = [kind.replace("-", " ") for kind in kinds]
    return "blocked" if not kinds or set(kinds) == {"clear"} else " and ".join(dict.fromkeys(kinds))


def _share(a: Pixel, b: Pixel, stop: Pixel) -> float:
    """Return the share of the line from a to b at which it is nearest to the stop."""
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if not length:
        return 1.0
    along = ((stop[0] - a[0]) * (b[0] - a[0]) + (stop[1] - a[1]) * (b[1] - a[1])) / length
    return min(max(along, 0.0), 1.0)


def _eye(view: View, place: Place) -> tuple[Shape, ...]:
    """Return the observer: an eye on a disc."""
    x, y = view.pixel(place)
    s = view.size
    lid: Path = tuple(
        (x + s * dx, y + s * dy)
        for dx, dy in (
            (-0.46, 0),
            (-0.22, -0.24),
            (0.22, -0.24),
            (0.46, 0),
            (0.22, 0.24),
            (-0.22, 0.24),
        )
    )
    return (
        Circles(((x, y),), 0.66 * s, "counter", "observer"),
        Polygons((lid,), "eye", "observer"),
        Circles(((x, y),), 0.15 * s, "silhouette-dark", "observer"),
    )


def aircraft(view: View, hexagon: Hex) -> tuple[Shape, ...]:
    """Return the aircraft marker: wings, body and tail from above."""
    x, y = view.pixel(hexagon)
    s = 0.62 * view.size
    wings = (
        (x - s, y - 0.34 * s),
        (x + s, y - 0.34 * s),
        (x + s, y - 0.02 * s),
        (x - s, y - 0.02 * s),
    )
    body = (
        (x - 0.12 * s, y - 0.7 * s),
        (x + 0.12 * s, y - 0.7 * s),
        (x + 0.08 * s, y + 0.8 * s),
        (x - 0.08 * s, y + 0.8 * s),
    )
    tail = (
        (x - 0.36 * s, y + 0.6 * s),
        (x + 0.36 * s, y + 0.6 * s),
        (x + 0.36 * s, y + 0.78 * s),
        (x - 0.36 * s, y + 0.78 * s),
    )
    return Polygons((wings, tail), "silhouette", "aircraft"), Polygons(
        (body,), "silhouette-dark", "aircraft"
    )
