"""Compose a hex board: its ground, its figures, and every label for which there is room; and the
highlights on the places that a step of an answer names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.answer import Mark
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.plane import Spot
from landships_lab.core.terrain import TerrainMap
from . import draw
from .labels import SOLID, THIN, Box, Name, Room, label_box
from .shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene, Shape, rectangle
from .tabletop import TableView
from .terrain import fill_role, terrain_field
from .view import View, Window


def around(view: View, place: Place, share: float = 1.0) -> Box:
    """Return the box (left, top, right, bottom; pixels) round a place, whose sides lie ``share``
    circumradii of a hex from its middle.
    """
    (x, y), reach = view.pixel(place), share * view.size
    return x - reach, y - reach, x + reach, y + reach


@dataclass(frozen=True, slots=True)
class Names:
    """Names placed on a board: their labels, and bare ground for each code that a counter or a name
    covers.
    """

    labels: tuple[Shape, ...] = ()
    bare: tuple[Shape, ...] = ()

    @property
    def rings(self) -> list[Path]:
        """Return the boxes of the labels, which numbers must avoid."""
        return [rectangle(*label_box(label)) for label in self.labels if isinstance(label, Label)]


def place_names(
    view: View, figures: Iterable[Shape], names: Iterable[Name], terrain: TerrainMap | None = None
) -> Names:
    """Place names, in order, where these figures leave room. A name without a free place is left
    out.

    Figures that follow the pointer should not be among them: names would jump, and all be drawn
    again.
    """
    standing = tuple(
        shape
        for shape in figures
        if shape.role in SOLID or shape.role in THIN or isinstance(shape, Label)
    )
    return _placed(view, standing, tuple(names), terrain)


@lru_cache(maxsize=64)
def _placed(
    view: View, standing: tuple[Shape, ...], names: tuple[Name, ...], terrain: TerrainMap | None
) -> Names:
    room = Room(view.width, view.height, [box for _, box in draw.code_boxes(view)])
    room.keep_off(rectangle(0.0, view.height - 34, 34.0, view.height))
    room.take(standing)
    for wanted in names:
        room.name(wanted)
    return Names(room.shapes(), tuple(_bare(view, room, terrain)))


def board(
    view: View,
    figures: Sequence[Shape],
    names: Names,
    title: str,
    description: str,
    terrain: TerrainMap | None = None,
    ground: tuple[Shape, ...] | None = None,
) -> Scene:
    """Return the picture of a board.

    ``ground`` replaces the field made from the terrain. Raises `ValueError` for a kind of terrain
    that cannot be drawn.
    """
    if ground is None:
        ground = draw.hex_field(view) if terrain is None else terrain_field(view, terrain)
    drawn = (*names.bare, *draw.compass(view), *figures, *names.labels)
    return Scene(view.width, view.height, ground, drawn, title, description)


def _bare(view: View, room: Room, terrain: TerrainMap | None) -> Iterable[Shape]:
    """Yield the ground again over each code that something covers, so that no code shows in
    part.
    """
    rings: dict[str, list[Hex]] = {}
    boxes = dict(draw.code_boxes(view))
    for hexagon, box in boxes.items():
        role = fill_role(terrain, hexagon)
        if role and room.covers(box):
            rings.setdefault(role, []).append(hexagon)
    for role, hexes in rings.items():
        yield Polygons(tuple(rectangle(*boxes[h]) for h in hexes), role, "bare")


#: The radius of the highlight round a point of a table, in inches.
AROUND = 0.8


def lit(view: Window, marks: Iterable[Mark]) -> tuple[Shape, ...]:
    """Return the shapes that highlight these hexes, hexsides or points of a table. Other marks are
    ignored.
    """
    shapes: list[Shape] = []
    for mark in dict.fromkeys(marks):
        if isinstance(view, View) and isinstance(mark, (Hex, Side)):
            name = view.grid.code(mark) if mark in view.grid else ""
            shapes.append(
                Polygons((view.outline(mark),), "told", name)
                if isinstance(mark, Hex)
                else Lines((view.segment(mark),), "told-side", name)
            )
        elif isinstance(view, TableView) and isinstance(mark, Spot):
            shapes.append(Circles((view.pixel(mark),), AROUND * view.scale, "told"))
    return tuple(shapes)


def lit_ring(ring: tuple[Pixel, ...], name: str) -> Polygons:
    """Return the shape that highlights an area."""
    return Polygons((ring,), "told", name)
