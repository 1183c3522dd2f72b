"""The table with its Units, the two bands of sight and what cuts them; and where a Unit that moves
has stood.
"""

from __future__ import annotations

from functools import lru_cache

from landships_lab.core.answer import Answer
from landships_lab.drawing import tabletop
from landships_lab.drawing.labels import placed
from landships_lab.drawing.shapes import Pixel, Polygons, Scene, Shape
from landships_lab.drawing.tabletop import Patch, Piece, TableView
from landships_lab.games.one_hour.data.table_tops import set_ups
from landships_lab.games.one_hour.rules.bands import Band
from landships_lab.games.one_hour.rules.ground import Area, Table, Unit
from .common import OUTLINES
from .sight_units import is_gone


def picture(
    on: Table, pair: tuple[Unit, Unit], set_up: str, answer: Answer[object], view: TableView
) -> Scene:
    """Return the picture of a table on which one Unit looks at another, with its answer."""
    bands = [mark for step in answer.steps for mark in step.marks if isinstance(mark, Band)]
    figures: list[Shape] = (
        [_stood_here(view, answer.detail)] if isinstance(answer.detail, Unit) else []
    )
    for band in bands:
        figures += tabletop.band(view, band.ring, not band.cut_by, band.cut_by or "clear")
    drawn = [piece(on, unit) for unit in on.units if not is_gone(unit)]
    figures += tabletop.pieces(view, drawn)
    for unit in pair:
        figures += tabletop.outline(
            view, [base.corners for base in unit.bases], "chosen", unit.name
        )
    figures += _in_the_way(view, on, {band.cut_by for band in bands if band.cut_by})
    named = [*tabletop.names(view, drawn), *tabletop.area_names(view, patches(on.areas))]
    ground = ground_of(view, on)
    figures += placed(view.width, view.height, (*ground, *figures), named)
    laid_out = set_ups()[set_up]
    told = f"{laid_out.name}. {laid_out.note} {answer.headline}"
    return Scene(view.width, view.height, ground, tuple(figures), "Sight over the table", told)


def _stood_here(view: TableView, unit: Unit) -> Shape:
    """Return the bases of the Unit that moves, where the set-up has it."""
    return Polygons(
        tuple(view.ring(base.corners) for base in unit.bases), "ghost", f"{unit.name} stood here"
    )


def piece(table: Table, unit: Unit) -> Piece:
    """Return a Unit as it is drawn: its bases, its side, its marks."""
    side = [*dict.fromkeys(u.side for u in table.units)].index(unit.side)
    return Piece(
        unit.name, unit.bases, side, OUTLINES[unit.kind], unit.dug_in, unit.ready, unit.hits
    )


@lru_cache(maxsize=16)
def patches(areas: tuple[Area, ...]) -> tuple[Patch, ...]:
    """Return the areas of a table as they are drawn."""
    return tuple(Patch(area.kind, area.name, area.corners) for area in areas)


def ground_of(view: TableView, table: Table) -> tuple[Shape, ...]:
    """Return the bare table with its terrain."""
    return tabletop.ground(view, table.width_inches, table.depth_inches, patches(table.areas))


def _in_the_way(view: TableView, table: Table, names: set[str]) -> list[Shape]:
    shapes: list[Shape] = []
    for area in table.areas:
        if area.name in names:
            shapes += tabletop.outline(view, [area.corners], "in-the-way", area.name)
    for unit in table.units:
        if unit.name in names:
            shapes += tabletop.outline(
                view, [base.corners for base in unit.bases], "in-the-way", unit.name
            )
    return shapes


def unit_under(table: Table, view: TableView, pixel: Pixel) -> Unit | None:
    """Return the nearest Unit with a base under the pointer."""
    found = [
        ((pixel[0] - x) ** 2 + (pixel[1] - y) ** 2, n)
        for n, unit in enumerate(table.units)
        for base in unit.bases
        for x, y in (view.pixel(base.centre),)
        if max(abs(pixel[0] - x), abs(pixel[1] - y))
        <= 0.55 * float(max(base.width, base.depth)) * view.scale
    ]
    return table.units[min(found)[1]] if found else None
