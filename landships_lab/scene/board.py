"""Put a hex board together: its ground, its figures, and every label where there is room for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from landships_lab.core.hexes import Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.scene import draw
from landships_lab.scene.labels import Box, Name, Room
from landships_lab.scene.shapes import Polygons, Scene, Shape, rectangle
from landships_lab.scene.terrain import fill_role, terrain_field
from landships_lab.scene.view import View


def around(view: View, place: Place, share: float = 1.0) -> Box:
    """Return the box round a place that is so many circumradii of a hex wide and high on each side."""
    (x, y), reach = view.pixel(place), share * view.size
    return x - reach, y - reach, x + reach, y + reach


def board(
    view: View,
    figures: Sequence[Shape],
    names: Iterable[Name],
    title: str,
    description: str,
    terrain: TerrainMap | None = None,
    ground: tuple[Shape, ...] | None = None,
) -> Scene:
    """Return the picture of a board. Names are placed in their order; one for which there is no room is left out.

    ``ground`` takes the place of the field that is made of the terrain.
    """
    compass = draw.compass(view)
    room = Room(view.width, view.height, [box for _, box in draw.code_boxes(view)])
    room.keep_off(rectangle(0.0, view.height - 34, 34.0, view.height))
    room.take(figures)
    for wanted in names:
        room.name(wanted)
    if ground is None:
        ground = draw.hex_field(view) if terrain is None else terrain_field(view, terrain)
    drawn = (*_bare(view, room, terrain), *figures, *room.shapes(), *compass)
    return Scene(view.width, view.height, ground, drawn, title, description)


def _bare(view: View, room: Room, terrain: TerrainMap | None) -> Iterable[Shape]:
    """Yield the ground again over each code that something stands on, so that no code is seen in half."""
    rings: dict[str, list[Hex]] = {}
    boxes = dict(draw.code_boxes(view))
    for hexagon, box in boxes.items():
        role = fill_role(terrain, hexagon)
        if role and room.covers(box):
            rings.setdefault(role, []).append(hexagon)
    for role, hexes in rings.items():
        yield Polygons(tuple(rectangle(*boxes[h]) for h in hexes), role, "bare")
