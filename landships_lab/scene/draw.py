"""Shapes of a hex map: the field of hexes, fire arcs, sight lines, counted ranges and marks on places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.scene.clip import Box, clip, clip_line
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Shape
from landships_lab.scene.view import View

#: Mean width of a letter as a share of its height, to see whether a name fits.
LETTER = 0.6


@lru_cache(maxsize=16)
def hex_field(view: View) -> tuple[Shape, ...]:
    """Return the bare board: paper, hexes with a thin outline, a small code at the top of each.

    The same view gives the very same tuple, which tells a painter that the ground need not be drawn again.
    """
    hexes = tuple(h for h in view.grid.hexes() if view.shows(h))
    box = ((0.0, 0.0), (view.width, 0.0), (view.width, view.height), (0.0, view.height))
    role = "hex-code" if view.size < 28 else "hex-code-large"
    codes = (Label(view.grid.code(h), _above(view, h), role, view.grid.code(h)) for h in hexes)
    outlines = tuple(view.outline(h) for h in hexes)
    return (Polygons((box,), "paper"), Polygons(outlines, "board"), Polygons(outlines, "grid"), *codes)


def _above(view: View, hexagon: Hex) -> Pixel:
    x, y = view.pixel(hexagon)
    return x, y - 0.66 * view.size


def _box(view: View) -> Box:
    return 2.0, 2.0, view.width - 2, view.height - 2


def rim(view: View, place: Place, heading: Heading, arc: Arc, limit: int) -> Path:
    """Return the points at which a wedge ends: where the counted range ends, on this grid a hexagon and not a circle."""
    half = limit + 0.5  # a hexside half a hex beyond the last whole one is still counted as that range
    points = []
    for degrees in range(arc.lo, arc.hi + 1, 30):
        dq, dr = heading.turn(degrees // 30).vector
        scale = 12 * half / (abs(dq) + abs(dr) + abs(dq + dr))
        points.append(view.lattice(place[0] + scale * dq, place[1] + scale * dr))
    return tuple(points)


def wedge(
    view: View, place: Place, heading: Heading, arc: Arc, limit: int, *, tint: str, name: str, edges_count: bool
) -> tuple[Shape, ...]:
    """Return a fire arc: a tinted sector, with a solid edge where the edge counts and a dashed one where it does not."""
    end = rim(view, place, heading, arc, limit)
    centre, box = view.pixel(place), _box(view)
    ring = clip(end if arc.all_round else (centre, *end), box)
    shapes: list[Shape] = [Polygons((ring,), "wedge", name, tint)] if len(ring) > 2 else []
    ends = [] if arc.all_round else [end[0], end[-1]]
    edges = tuple(path for e in ends if (path := clip_line(centre, e, box)))
    if edges:
        shapes.append(Lines(edges, "wedge-edge" if edges_count else "wedge-edge-open", name, tint))
    pieces = tuple(path for a, b in pairwise(end) if (path := clip_line(a, b, box)))
    if pieces:
        shapes.append(Lines(pieces, "wedge-rim", name, tint))
    return tuple(shapes)


def wedge_name(view: View, place: Place, end: Path, text: str, tint: str, name: str, taken: Sequence[Pixel]) -> Label:
    """Return the label of a wedge, along its rim where that lies on the board and no other name stands."""
    centre, width = view.pixel(place), 11 * LETTER * len(text)
    left, top, right, bottom = _box(view)
    inner = (left + 8, top + 8, right - 8, bottom - 8)
    spots: list[tuple[Pixel, float]] = []
    for a, b in pairwise(_bends(end)):
        piece = clip_line(a, b, inner)
        if piece and math.dist(*piece) >= width:
            spots.append(_along(piece, centre))
    if not spots:
        ring = clip((centre, *end), (left + width / 2, top + 8, right - width / 2, bottom - 8)) or (centre,)
        spots = [((sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)), 0.0)]
    at, degrees = max(spots, key=lambda spot: min((math.dist(spot[0], t) for t in taken), default=0.0))
    return Label(text, at, "wedge-name", name, tint, degrees=degrees)


def _bends(path: Path) -> Path:
    """Return the path without the points where it goes straight on."""
    kept = [n for n in range(1, len(path) - 1) if abs(_turn(*path[n - 1 : n + 2])) > 1e-6]
    return tuple(path[n] for n in (0, *kept, len(path) - 1))


def _turn(a: Pixel, b: Pixel, c: Pixel) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _along(piece: Path, centre: Pixel) -> tuple[Pixel, float]:
    (ax, ay), (bx, by) = piece
    degrees = math.degrees(math.atan2(by - ay, bx - ax))
    upright = (degrees + 90) % 180 - 90
    x, y = (ax + bx) / 2, (ay + by) / 2
    reach = math.dist((x, y), centre) or 1.0
    inward = 9 / reach  # just inside the rim, so that it cannot leave the board
    return (x + (centre[0] - x) * inward, y + (centre[1] - y) * inward), upright


def dots(view: View, places: Iterable[Place], role: str, name: str, tint: str = "") -> tuple[Shape, ...]:
    """Return a dot on each place that can be hit, smaller on hexsides, so that the hexes stand out."""
    hexes, sides = _split(view, places)
    small, large = 0.075 * view.size, 0.12 * view.size
    shapes = (Circles(hexes, large, role, name, tint), Circles(sides, small, role, name, tint))
    return tuple(s for s in shapes if s.centres)


def _split(view: View, places: Iterable[Place]) -> tuple[Path, Path]:
    hexes: list[Pixel] = []
    sides: list[Pixel] = []
    for place in sorted(places):
        (hexes if isinstance(place, Hex) else sides).append(view.pixel(place))
    return tuple(hexes), tuple(sides)


def crosses(view: View, places: Iterable[Place], role: str, name: str, tint: str = "") -> tuple[Shape, ...]:
    """Return a small cross on each place that lies on an edge that does not count."""
    arm = 0.14 * view.size
    paths: list[Path] = []
    for place in sorted(places):
        x, y = view.pixel(place)
        paths += [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))]
    return (Lines(tuple(paths), role, name, tint),) if paths else ()


def sight_line(view: View, a: Place, b: Place) -> tuple[Shape, ...]:
    """Return the line from firer to target and a ring round the target."""
    return (
        Lines(((view.pixel(a), view.pixel(b)),), "sight-line"),
        *ring(view, b, "target-ring", "target"),
    )


def ring(view: View, place: Place, role: str, name: str) -> tuple[Shape, ...]:
    """Return a ring round one place."""
    return (Circles((view.pixel(place),), 1.0 * view.size, role, name),)


def outlined(view: View, place: Place, role: str, name: str) -> tuple[Shape, ...]:
    """Return the outline of a hex or hexside."""
    if isinstance(place, Side):
        return (Lines((view.segment(place),), role, name),)
    return (Polygons((view.outline(place),), role, name),)


def numbered(view: View, hexes: Sequence[Hex], occupied: frozenset[Place]) -> tuple[Shape, ...]:
    """Return a count: each counted hex tinted, with its number, beside the centre where a counter stands."""
    if not hexes:
        return ()
    aside = 0.95 * view.size
    spots = []
    for hexagon in hexes:
        x, y = view.pixel(hexagon)
        spots.append((x - aside * 0.8, y - aside * 0.55) if hexagon in occupied else (x, y))
    numbers = (Label(str(n), at, "count-number", str(n)) for n, at in enumerate(spots, 1))
    return (
        Polygons(tuple(view.outline(h) for h in hexes), "counted", "counted hexes"),
        Circles(tuple(spots), min(0.4 * view.size, 9.5), "count-badge", "counted hexes"),
        *numbers,
    )


def rose(view: View, place: Place, legal: Sequence[Heading], facing: Heading) -> tuple[Shape, ...]:
    """Return a ray for each of the twelve headings, named; legal ones are marked, the others crossed."""
    x, y = view.pixel(place)
    near, far, name_at = 1.05 * view.size, 2.0 * view.size, 2.55 * view.size
    shapes: list[Shape] = []
    for heading in HEADINGS:
        dx, dy = view.ray(heading)
        tip = (x + far * dx, y + far * dy)
        role = "legal" if heading in legal else "illegal"
        shapes.append(Lines((((x + near * dx, y + near * dy), tip),), role, heading.value))
        if heading not in legal:
            shapes += _cross_at(tip, 0.14 * view.size, heading.value)
        else:
            shapes.append(Circles((tip,), 0.13 * view.size, "legal", heading.value))
        label = "heading-facing" if heading == facing else "heading-name"
        shapes.append(Label(heading.value, (x + name_at * dx, y + name_at * dy), label, heading.value))
    return tuple(shapes)


def _cross_at(at: Pixel, arm: float, name: str) -> list[Shape]:
    x, y = at
    return [Lines((((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))), "illegal", name)]


def compass(view: View) -> tuple[Shape, ...]:
    """Return a north arrow below the first column, where every other column hangs lower."""
    x, y = 13.0, view.height - 10
    head = ((x, y - 8), (x + 4.5, y + 7), (x, y + 4), (x - 4.5, y + 7))
    return Polygons((head,), "compass", "north"), Label("N", (x + 11, y + 1), "compass-name", "north")
