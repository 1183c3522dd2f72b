"""Shapes of a hex map: the field of hexes, sight lines, counted ranges, headings and marks on places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.scene import labels
from landships_lab.scene.fire import cross
from landships_lab.scene.labels import Box, text_box
from landships_lab.scene.shapes import Circles, Label, Lines, Pixel, Polygons, Shape, rectangle
from landships_lab.scene.view import View

#: Mean width of a letter as a share of its height, to see whether a text fits.
LETTER = labels.LETTER
#: How large a hex must be (circumradius in pixels) for its code to be written large.
_LARGE = 25.0


@lru_cache(maxsize=16)
def hex_field(view: View) -> tuple[Shape, ...]:
    """Return the bare board: paper, hexes with a thin outline, a small code at the top of each.

    The same view gives the very same tuple, which tells a painter that the ground need not be drawn again.
    """
    hexes = tuple(h for h in view.grid.hexes() if view.shows(h))
    role = code_role(view)
    codes = (Label(view.grid.code(h), _above(view, h), role, view.grid.code(h)) for h in hexes)
    outlines = tuple(view.outline(h) for h in hexes)
    paper = rectangle(0.0, 0.0, view.width, view.height)
    return (Polygons((paper,), "paper"), Polygons(outlines, "board"), Polygons(outlines, "grid"), *codes)


def code_role(view: View) -> str:
    """Return the role of the codes of hexes of this size."""
    return "hex-code" if view.size < _LARGE else "hex-code-large"


@lru_cache(maxsize=16)
def code_boxes(view: View) -> tuple[tuple[Hex, Box], ...]:
    """Return where the code of each shown hex is written."""
    role, code = code_role(view), view.grid.code
    return tuple((h, text_box(code(h), role, _above(view, h))) for h in view.grid.hexes() if view.shows(h))


def _above(view: View, hexagon: Hex) -> Pixel:
    x, y = view.pixel(hexagon)
    return x, y - 0.69 * view.size


def sight_line(view: View, a: Place, b: Place) -> tuple[Shape, ...]:
    """Return the line from firer to target, and the ring round the target."""
    return Lines(((view.pixel(a), view.pixel(b)),), "sight-line"), target_ring(view, b)


def target_ring(view: View, place: Place) -> Shape:
    """Return the ring round a target: the outline of its hex, or six corners round the middle of its hexside."""
    if isinstance(place, Hex):
        return Polygons((view.outline(place),), "target-ring", "target")
    (x, y), (cx, cy) = view.pixel(place), view.pixel(place.hexes[0])
    ring = tuple((x + 0.5 * (px - cx), y + 0.5 * (py - cy)) for px, py in view.outline(place.hexes[0]))
    return Polygons((ring,), "target-ring", "target")


def ring(view: View, place: Place, role: str, name: str) -> tuple[Shape, ...]:
    """Return a ring round one place."""
    return (Circles((view.pixel(place),), 1.0 * view.size, role, name),)


def outlined(view: View, place: Place, role: str, name: str) -> tuple[Shape, ...]:
    """Return the outline of a hex or hexside."""
    if isinstance(place, Side):
        return (Lines((view.segment(place),), role, name),)
    return (Polygons((view.outline(place),), role, name),)


def numbered(view: View, hexes: Sequence[Hex], occupied: frozenset[Place]) -> tuple[Shape, ...]:
    """Return a count: each counted hex tinted, with its number on a disc, beside the centre where a counter stands."""
    if not hexes:
        return ()
    spots = tuple(disc_spot(view, hexagon, hexagon in occupied) for hexagon in hexes)
    numbers = (Label(str(n), at, "count-number", str(n)) for n, at in enumerate(spots, 1))
    return (
        Polygons(tuple(view.outline(h) for h in hexes), "counted", "counted hexes"),
        Circles(spots, min(0.36 * view.size, 10.0), "count-badge", "counted hexes"),
        *numbers,
    )


def disc_spot(view: View, hexagon: Hex, occupied: bool) -> Pixel:
    """Return where a number stands in a hex: a little below its middle, clear of its code, or in a corner beside a counter."""
    x, y = view.pixel(hexagon)
    return (x - 0.74 * view.size, y) if occupied else (x, y + 0.12 * view.size)


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
            shapes.append(Lines(cross(tip, 0.14 * view.size), "illegal", heading.value))
        else:
            shapes.append(Circles((tip,), 0.13 * view.size, "legal", heading.value))
        label = "heading-facing" if heading == facing else "heading-name"
        shapes.append(Label(heading.value, (x + name_at * dx, y + name_at * dy), label, heading.value))
    return tuple(shapes)


def compass(view: View) -> tuple[Shape, ...]:
    """Return a north arrow on a small disc in the lower left corner."""
    x, y = 17.0, view.height - 17
    head = ((x, y - 11), (x + 4.2, y + 1), (x, y - 1.5), (x - 4.2, y + 1))
    return (
        Circles(((x, y),), 14.0, "compass-disc", "north"),
        Polygons((head,), "compass", "north"),
        Label("N", (x, y + 7), "compass-name", "north"),
    )
