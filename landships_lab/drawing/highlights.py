"""Highlights on what a step of an answer names, while the reasons are shown one by one."""

from __future__ import annotations

from collections.abc import Iterable

from landships_lab.core.answer import Mark
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.plane import Spot
from landships_lab.drawing.shapes import Circles, Lines, Pixel, Polygons, Shape
from landships_lab.drawing.tabletop import TableView
from landships_lab.drawing.view import View
from landships_lab.drawing.window import Window

#: The radius of the highlight round a point of a table, in inches.
AROUND = 0.8


def lit(view: Window, marks: Iterable[Mark]) -> tuple[Shape, ...]:
    """Return the shapes that highlight these hexes, hexsides or points of a table. Other marks are
    ignored.
    """
    shapes: list[Shape] = []
    for mark in dict.fromkeys(marks):
        if isinstance(view, View) and isinstance(mark, Hex):
            shapes.append(
                Polygons(
                    (view.outline(mark),), "told", view.grid.code(mark) if mark in view.grid else ""
                )
            )
        elif isinstance(view, View) and isinstance(mark, Side):
            shapes.append(
                Lines(
                    (view.segment(mark),),
                    "told-side",
                    view.grid.code(mark) if mark in view.grid else "",
                )
            )
        elif isinstance(view, TableView) and isinstance(mark, Spot):
            shapes.append(Circles((view.pixel(mark),), AROUND * view.scale, "told"))
    return tuple(shapes)


def lit_ring(ring: tuple[Pixel, ...], name: str) -> Polygons:
    """Return the shape that highlights an area."""
    return Polygons((ring,), "told", name)
