"""Draw what a weapon can hit: the places filled, the edges of its arc as lines, crosses on places
that an edge excludes. A long arc ends at the edge of the board (`clip`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side, half_hexes
from .labels import Box, Name
from .shapes import Lines, Path, Pixel, Polygons, Shape
from .view import View


def clip(ring: Path, box: Box) -> Path:
    """Return the part of the ring inside the box (left, top, right, bottom; pixels), by the
    Sutherland-Hodgman algorithm.
    """
    left, top, right, bottom = box
    for axis, limit, way in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        kept: list[Pixel] = []
        for n, here in enumerate(ring):
            before = ring[n - 1]
            inside = way * (here[axis] - limit) >= 0
            if inside != (way * (before[axis] - limit) >= 0):
                kept.append(_crossing(before, here, axis, limit))
            if inside:
                kept.append(here)
        ring = tuple(kept)
    return ring


def _crossing(a: Pixel, b: Pixel, axis: int, limit: float) -> Pixel:
    """Return where the line from a to b has this coordinate."""
    other = 1 - axis
    at = a[other] + (b[other] - a[other]) * (limit - a[axis]) / (b[axis] - a[axis])
    return (at, limit) if axis else (limit, at)


def clip_line(a: Pixel, b: Pixel, box: Box) -> Path:
    """Return the part of the line from a to b inside the box (pixels), () if it lies outside."""
    left, top, right, bottom = box
    enter, leave = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for towards, room in (
        (-dx, a[0] - left),
        (dx, right - a[0]),
        (-dy, a[1] - top),
        (dy, bottom - a[1]),
    ):
        if towards == 0:
            if room < 0:
                return ()
        elif towards > 0:
            leave = min(leave, room / towards)
        else:
            enter = max(enter, room / towards)
    if enter > leave:
        return ()
    return (a[0] + enter * dx, a[1] + enter * dy), (a[0] + leave * dx, a[1] + leave * dy)


#: The share of a hexside that a stroke leaves bare at each end, so that strokes do not touch.
_BARE = 0.18
#: The offsets at which the name of an arc may stand: none, or a little.
_INSIDE: tuple[Pixel, ...] = ((0, 0), (0, 1), (0, -1), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1))


@lru_cache(maxsize=256)
def covered(grid: Grid, place: Place, heading: Heading, arc: Arc, limit: int) -> tuple[Hex, ...]:
    """Return the hexes of the board in the arc, edges included, up to a counted range of ``limit``
    hexes.
    """
    near = (h for h in grid.hexes() if h != place and half_hexes(place, h) <= 2 * limit + 1)
    return tuple(h for h in near if arc.locate(place, heading, h) != "outside")


def filled(
    view: View, places: Iterable[Place], role: str, name: str, tint: str = ""
) -> tuple[Shape, ...]:
    """Return these places filled, as far as the view shows them: hexes whole, hexsides as short
    strokes, whose role has ``-side`` added.
    """
    shown = [place for place in sorted(places) if view.shows(place)]
    hexes = tuple(view.outline(place) for place in shown if isinstance(place, Hex))
    sides = tuple(stroke(view, place) for place in shown if isinstance(place, Side))
    return (
        *((Polygons(hexes, role, name, tint),) if hexes else ()),
        *((Lines(sides, f"{role}-side", name, tint),) if sides else ()),
    )


def stroke(view: View, side: Side) -> Path:
    """Return the middle part (pixels) of a hexside, so that the terrain on both sides stays
    clear.
    """
    (ax, ay), (bx, by) = view.segment(side)
    dx, dy = _BARE * (bx - ax), _BARE * (by - ay)
    return (ax + dx, ay + dy), (bx - dx, by - dy)


def ends(place: Place, heading: Heading, arc: Arc, limit: int) -> tuple[tuple[float, float], ...]:
    """Return the lattice points at which an arc ends. A counted range ends in a hexagon, not in a
    circle.
    """
    half = limit + 0.5  # a hexside half a hex beyond the last whole one still counts as that range
    points = []
    for degrees in range(arc.lo, arc.hi + 1, 30):
        dq, dr = heading.turn(degrees // 30).vector
        scale = 12 * half / (abs(dq) + abs(dr) + abs(dq + dr))
        points.append((place[0] + scale * dq, place[1] + scale * dr))
    return tuple(points)


def rim(view: View, place: Place, heading: Heading, arc: Arc, limit: int) -> Path:
    """Return the pixels at which an arc ends."""
    return tuple(view.lattice(*end) for end in ends(place, heading, arc, limit))


def edges(
    view: View,
    place: Place,
    heading: Heading,
    arc: Arc,
    limit: int,
    *,
    tint: str,
    name: str,
    edges_count: bool,
) -> tuple[Shape, ...]:
    """Return the two edges of an arc as lines, solid if ``edges_count``, else dashed; none for a
    full circle.
    """
    if arc.all_round:
        return ()
    end, centre = rim(view, place, heading, arc, limit), view.pixel(place)
    paths = tuple(path for e in (end[0], end[-1]) if (path := clip_line(centre, e, box(view))))
    return (
        (Lines(paths, "wedge-edge" if edges_count else "wedge-edge-open", name, tint),)
        if paths
        else ()
    )


def arc_name(view: View, place: Place, end: Path, text: str, name: str, tint: str) -> Name:
    """Return the label wanted for an arc with this rim: near the middle of the rim, inside the
    picture.
    """
    ring = clip((view.pixel(place), *end), box(view)) or (view.pixel(place),)
    (x, y), count = view.pixel(place), len(ring)
    mx, my = sum(p[0] for p in ring) / count, sum(p[1] for p in ring) / count
    at = (x + 1.25 * (mx - x), y + 1.25 * (my - y))
    return Name(text, "wedge-name", (*at, *at), name, tint, sides=_INSIDE)


def box(view: View) -> Box:
    """Return the box of the picture without its outermost pixels."""
    return 2.0, 2.0, view.width - 2, view.height - 2


def crosses(
    view: View, places: Iterable[Place], role: str, name: str, tint: str = ""
) -> tuple[Shape, ...]:
    """Return a small cross on each of these places, which lie on an edge that does not count."""
    arm = 0.13 * view.size
    paths: list[Path] = []
    for place in sorted(places):
        if view.shows(place):
            paths += cross(view.pixel(place), arm)
    return (Lines(tuple(paths), role, name, tint),) if paths else ()


def cross(at: Pixel, arm: float) -> tuple[Path, Path]:
    """Return the two strokes of a cross."""
    x, y = at
    return ((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))
