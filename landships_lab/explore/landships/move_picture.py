"""The picture of the movement panel: what can be reached with how many MPs left, the cheapest path, the drift."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.explore.landships.move_state import MoveState
from landships_lab.rules.landships import March, Reached, drift_field, drift_onto, legal_headings, reachable
from landships_lab.rules.landships.march import Placement
from landships_lab.scene import draw
from landships_lab.scene.counters import Counter, counters
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Polygons, Scene, Shape
from landships_lab.scene.terrain import terrain_field
from landships_lab.scene.view import View

TINT = "green"


def picture(state: MoveState, answer: Answer[object], view: View) -> Scene:
    """What does the state look like, with its answer?"""
    march = state.march(view.grid)
    legal = legal_headings(3, state.place)
    figures: list[Shape] = []
    told = answer.headline
    if state.heading in legal:
        reached = reachable(march, state.place, state.heading)
        drifted = drift_field(march, reached)
        figures += field(view, reached, frozenset(drifted))
        figures += _way(view, state, march, reached)
        hexes = sum(isinstance(place, Hex) for place in reached.mp_left)
        told += f" It reaches {hexes} hexes and {len(reached.mp_left) - hexes} hexsides, and {len(drifted)} places more by a drift."
    figures += units(view, state)
    if state.heading not in legal:
        figures += draw.rose(view, state.place, legal, state.heading)
    ground = terrain_field(view, state.terrain)
    return Scene(view.width, view.height, ground, (*figures, *draw.compass(view)), "Movement", told)


def riddle(state: MoveState, view: View) -> Scene:
    """What does the state look like when nothing is given away? The place asked about is ringed."""
    asked = state.drift or state.target
    rings = draw.ring(view, asked, "target-ring", "target") if asked is not None else ()
    figures = (*rings, *units(view, state), *draw.compass(view))
    return Scene(view.width, view.height, terrain_field(view, state.terrain), figures, "Movement", "A vehicle on a board.")


def units(view: View, state: MoveState) -> tuple[Shape, ...]:
    """The vehicle and its enemies."""
    enemies = [Counter(e, legal_headings(3, e)[0], "platoon", "", f"enemy {view.grid.code(e)}", "German") for e in sorted(state.enemies)]
    return counters(view, [*enemies, Counter(state.place, state.heading, "rhomboid", "", "vehicle", "British")])


def field(view: View, reached: Reached, drifted: frozenset[Place]) -> Iterator[Shape]:
    """Every place within reach: hexes tinted with their MPs left, hexsides as strokes, what only a drift reaches dashed."""
    hexes = [place for place in reached.mp_left if isinstance(place, Hex) and view.shows(place)]
    sides = [place for place in reached.mp_left if isinstance(place, Side)]
    yield Polygons(tuple(view.outline(h) for h in hexes), "reach", "within reach", TINT)
    yield Lines(tuple(_middle(view, side) for side in sides), "reach-side", "within reach", TINT)
    if by_drift := [place for place in drifted if isinstance(place, Side)]:
        yield Lines(tuple(_middle(view, side) for side in by_drift), "reach-drift", "by a drift", TINT)
    if into := [place for place in drifted if isinstance(place, Hex)]:
        yield Circles(tuple(view.pixel(h) for h in into), 0.2 * view.size, "reach-drift", "by a drift", TINT)
    for hexagon in hexes:
        if hexagon != reached.start[0]:
            yield Label(str(reached.mp_left[hexagon]), view.pixel(hexagon), "mp-left", view.grid.code(hexagon), TINT)


def _middle(view: View, side: Side) -> Path:
    """The middle part of a hexside: enough to see, and the terrain on both sides stays clear."""
    (ax, ay), (bx, by) = view.segment(side)
    return (ax + (bx - ax) * 0.22, ay + (by - ay) * 0.22), (ax + (bx - ax) * 0.78, ay + (by - ay) * 0.78)


def _way(view: View, state: MoveState, march: March, reached: Reached) -> Iterator[Shape]:
    """The cheapest path to the place asked about, and the vehicle's ghost at its end; or the drift asked about."""
    if state.drift is not None:
        yield Lines(((view.pixel(state.place), view.pixel(state.drift)),), "drift", "drift")
        yield from ghost(view, (state.drift, state.heading))
        return
    there = state.aimed
    if there is None or (there == state.place and state.facing is None):
        return
    path = reached.path(there, state.facing)
    if path:
        yield from way(view, path, march, reached)
        return
    if drifted := drift_onto(march, reached, there, state.facing):
        (end, faces), _ = drifted
        yield from way(view, reached.path(end, faces), march, reached)
        yield Lines(((view.pixel(end), view.pixel(there)),), "drift", "drift")
        yield from ghost(view, (there, faces))
        return
    yield from draw.outlined(view, there, "blocked", "out of reach")


def way(view: View, path: Sequence[Placement], march: March, reached: Reached) -> Iterator[Shape]:
    """A path as a line through its places, a badge with the MPs left at each, the ghost at its end."""
    places = [path[0][0]]
    left = [march.mp]
    for place, heading in path[1:]:
        now = reached.ends[place[0], place[1], heading.points]
        if place == places[-1]:
            left[-1] = now
        else:
            places.append(place)
            left.append(now)
    if len(places) > 1:
        yield Lines((tuple(view.pixel(place) for place in places),), "path", "path")
    yield from ghost(view, path[-1])
    spots = tuple(view.pixel(place) for place in places[1:-1])
    if spots:
        yield Circles(spots, 0.4 * view.size, "count-badge", "path")
        yield from (Label(str(n), at, "count-number", str(n)) for n, at in zip(left[1:-1], spots, strict=True))


def ghost(view: View, placed: Placement) -> Iterator[Shape]:
    """Where would the vehicle stand?"""
    shapes = counters(view, [Counter(placed[0], placed[1], "rhomboid", "", "ghost")])
    yield Polygons(shapes[0].rings, "ghost", "ghost") if isinstance(shapes[0], Polygons) else shapes[0]
    yield from (s for s in shapes[1:] if s.role == "arrow")
