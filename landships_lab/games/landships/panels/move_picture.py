"""The picture of the movement panel: the places within reach with their MPs left, the cheapest
path, the drift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.speech import plural
from landships_lab.drawing import draw
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.counters import Counter, card, counters
from landships_lab.drawing.fire import stroke
from landships_lab.drawing.labels import Name, clear_of
from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.rules.field_of_movement import March, Moves, Placement
from landships_lab.games.landships.rules.positions import legal_headings

TINT = "green"


def picture(
    march: March,
    start: Placement,
    asked: Place | None,
    drift: Place | None,
    answer: Answer[object],
    view: View,
) -> Scene:
    """Return the picture of a move from the start and its answer, whose ``detail`` are the `Moves`,
    or None for an illegal position.

    ``asked`` is the place to get to, ``drift`` that of a drift asked about.
    """
    moves: Moves | None = answer.detail
    figures: list[Shape] = []
    described = answer.headline
    named: Iterable[Name] = ()
    pieces = units(view, march, start)
    if moves is not None:
        figures += field(view, moves)
        figures += clear_of(left_over(view, moves), [*pieces, *draw.compass(view)])
        figures += way(view, moves, asked, drift)
        described += f" {_within_reach(moves)}"
    figures += pieces
    if moves is None:
        place, heading = start
        figures += draw.rose(view, place, legal_headings(3, place))
        named = draw.rose_names(view, place, heading)
    placed = place_names(view, figures if moves is None else pieces, named, march.terrain)
    return board(view, figures, placed, "Movement", described, march.terrain)


def _within_reach(moves: Moves) -> str:
    reached = [place for place in moves.reached.mp_left if place != moves.reached.start[0]]
    hexes = sum(isinstance(place, Hex) for place in reached)
    places = f"{plural(hexes, 'hex', 'hexes')} and {plural(len(reached) - hexes, 'hexside')}"
    return (
        f"It reaches {places}, and {plural(len(moves.drifted), 'more place', 'more places')} by a"
        " drift."
    )


def question_picture(march: March, start: Placement, asked: Place | None, view: View) -> Scene:
    """Return the board with a ring round the place asked about, and nothing of the answer."""
    rings = () if asked is None else (draw.target_ring(view, asked),)
    figures = (*rings, *units(view, march, start))
    placed = place_names(view, figures, (), march.terrain)
    return board(view, figures, placed, "Movement", "A vehicle on a board.", march.terrain)


def units(view: View, march: March, start: Placement) -> tuple[Shape, ...]:
    """Return the counters of the vehicle, which stands at the start, and of its enemies."""
    enemies = [
        Counter(e, legal_headings(3, e)[0], "platoon", "", f"enemy {view.grid.code(e)}", "German")
        for e in sorted(march.enemies)
    ]
    vehicle = Counter(*start, "rhomboid", "", "vehicle", "British")
    return counters(view, [*enemies, vehicle], "vehicle")


def field(view: View, moves: Moves) -> Iterator[Shape]:
    """Yield every place within reach: hexes tinted, hexsides as strokes, what only a drift reaches
    dashed.
    """
    reached, drifted = moves.reached, moves.drifted
    hexes = [place for place in reached.mp_left if isinstance(place, Hex) and view.shows(place)]
    sides = [place for place in reached.mp_left if isinstance(place, Side)]
    yield Polygons(tuple(view.outline(h) for h in hexes), "reach", "within reach", TINT)
    yield Lines(tuple(stroke(view, side) for side in sides), "reach-side", "within reach", TINT)
    if by_drift := [place for place in drifted if isinstance(place, Side)]:
        yield Lines(
            tuple(stroke(view, side) for side in by_drift), "reach-drift", "by a drift", TINT
        )
    if into := [place for place in drifted if isinstance(place, Hex)]:
        yield Circles(
            tuple(view.pixel(h) for h in into), 0.2 * view.size, "reach-drift", "by a drift", TINT
        )


def left_over(view: View, moves: Moves) -> Iterator[Label]:
    """Yield the MPs left in each hex within reach."""
    for place, left in moves.reached.mp_left.items():
        if isinstance(place, Hex) and view.shows(place) and place != moves.reached.start[0]:
            yield Label(str(left), view.pixel(place), "mp-left", view.grid.code(place), TINT)


def way(view: View, moves: Moves, asked: Place | None, drift: Place | None) -> Iterator[Shape]:
    """Yield the path and the drift asked about, with the vehicle's outline at the end of each.

    A place out of reach is marked instead.
    """
    start, heading = moves.reached.start
    drifted = moves.drift if drift is None else (drift, heading)
    if moves.path and drift is None:
        yield from path(view, moves)
    if drifted is not None:
        yield Lines(((view.pixel(moves.path[-1][0]), view.pixel(drifted[0])),), "drift", "drift")
        yield from ghost(view, drifted)
    elif not moves.path and asked is not None and asked != start:
        yield from draw.outlined(view, asked, "blocked", "out of reach")


def path(view: View, moves: Moves) -> Iterator[Shape]:
    """Yield a path as a line, with the MPs left on a badge at each place, and the vehicle's outline
    at its end.
    """
    places = [moves.path[0][0]]
    left = [moves.march.mp]
    for place, heading in moves.path[1:]:
        now = moves.reached.ends[place[0], place[1], heading.points]
        if place == places[-1]:
            left[-1] = now
        else:
            places.append(place)
            left.append(now)
    if len(places) > 1:
        yield Lines((tuple(view.pixel(place) for place in places),), "path", "path")
    yield from ghost(view, moves.path[-1])
    spots = tuple(view.pixel(place) for place in places[1:-1])
    if spots:
        yield Circles(spots, 0.4 * view.size, "count-badge", "path")
        yield from (
            Label(str(n), at, "count-number", str(n))
            for n, at in zip(left[1:-1], spots, strict=True)
        )


def ghost(view: View, placed: Placement) -> Iterator[Shape]:
    """Yield the outline of the vehicle where it would stand."""
    piece = Counter(placed[0], placed[1], "rhomboid", "", "ghost")
    yield Polygons((card(view, piece),), "ghost", "ghost")
    yield from (s for s in counters(view, [piece]) if s.role == "arrow")
