"""The table with its Units, the two bands of sight and what cuts them; and where a Unit that moves has stood."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.data.one_hour.table_tops import set_ups
from landships_lab.explore.one_hour import common
from landships_lab.explore.one_hour.sight_state import SightState
from landships_lab.rules.one_hour import Area, Table, Unit
from landships_lab.rules.one_hour.bands import Band
from landships_lab.scene import tabletop
from landships_lab.scene.shapes import Polygons, Scene, Shape
from landships_lab.scene.tabletop import Patch, Piece, TableView


def picture(state: SightState, answer: Answer[Any], view: TableView) -> Scene:
    """What does the state look like, with its answer?"""
    bands = [mark for step in answer.steps for mark in step.marks if isinstance(mark, Band)]
    figures: list[Shape] = [_was_here(view, state)] if state.asks == "stops" else []
    for band in bands:
        figures += tabletop.band(view, band.ring, not band.cut_by, band.cut_by or "clear")
    figures += tabletop.pieces(view, [_piece(state.table, unit) for unit in state.table.units])
    for unit in (state.one, state.other):
        figures += tabletop.outline(view, [base.corners for base in unit.bases], "chosen", unit.name)
    figures += _in_the_way(view, state.table, {band.cut_by for band in bands if band.cut_by})
    set_up = set_ups()[state.set_up]
    told = f"{set_up.name}. {set_up.note} {answer.headline}"
    return Scene(view.width, view.height, _ground(view, state.table), tuple(figures), "Sight over the table", told)


def _was_here(view: TableView, state: SightState) -> Shape:
    """The bases of the one that moves, where the set-up has it."""
    bases = state.before.unit(state.firer).bases
    return Polygons(tuple(view.ring(base.corners) for base in bases), "ghost", f"{state.firer} stood here")


def _piece(table: Table, unit: Unit) -> Piece:
    side = [*dict.fromkeys(u.side for u in table.units)].index(unit.side)
    return Piece(unit.name, unit.bases, side, common.OUTLINES[unit.kind], unit.dug_in, unit.ready, unit.hits)


@lru_cache(maxsize=16)
def _patches(areas: tuple[Area, ...]) -> tuple[Patch, ...]:
    return tuple(Patch(area.kind, area.name, area.corners) for area in areas)


def _ground(view: TableView, table: Table) -> tuple[Shape, ...]:
    return tabletop.ground(view, table.width_inches, table.depth_inches, _patches(table.areas))


def _in_the_way(view: TableView, table: Table, names: set[str]) -> list[Shape]:
    shapes: list[Shape] = []
    for area in table.areas:
        if area.name in names:
            shapes += tabletop.outline(view, [area.corners], "in-the-way", area.name)
    for unit in table.units:
        if unit.name in names:
            shapes += tabletop.outline(view, [base.corners for base in unit.bases], "in-the-way", unit.name)
    return shapes
