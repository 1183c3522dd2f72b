"""Draw a strip of table along a ruler of inches: a Unit on the left, ranges, a target, the length
of a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.inches import Base
from landships_lab.core.plane import Spot
from .labels import placed
from .shapes import Label, Lines, Path, Polygons, Shape, bare_paper, rectangle
from .tabletop import Piece, TableView, names, pieces

WIDTH, HEIGHT = 640.0, 268.0
#: The inches by which the strip extends west of zero, and the heights of the ruler and of the
#: middle of the Units.
WEST, RULER, MIDDLE = 3.5, 40.0, 140.0


@dataclass(frozen=True)
class Stretch:
    """A named part of the ruler, such as close range. ``tint`` is a palette colour."""

    name: str
    start: int
    end: int
    tint: str


def strip_view(inches: float) -> TableView:
    """Return the view that shows this many inches east of zero. The Units stand on the line y =
    0.
    """
    scale = WIDTH / (WEST + inches)
    return TableView(scale, WIDTH, HEIGHT, -WEST, -MIDDLE / scale)


def ruler(view: TableView, stretches: Sequence[Stretch]) -> tuple[Shape, ...]:
    """Draw the bare strip: the table, the named stretches, a tick for every inch, and a number at
    every few.
    """
    reach = int(view.width / view.scale - WEST)
    every = 2 if view.scale > 15 else 4
    table, tape = (
        rectangle(0.0, RULER, view.width, view.height),
        rectangle(view.at(0, 0)[0] - 6, 6.0, view.width, RULER),
    )
    ticks = tuple(
        ((x, RULER), (x, RULER - (9.0 if n % every == 0 else 5.0)))
        for n in range(reach + 1)
        for x in (view.at(n, 0)[0],)
    )
    zero, end = view.at(0, 0)[0], view.width
    shapes: list[Shape] = [
        *bare_paper(view.width, view.height),
        Polygons((table,), "felt"),
        Polygons((tape,), "rule", "ruler"),
    ]
    for stretch in stretches:
        shapes.append(
            Polygons(
                (_column(view, stretch.start, stretch.end, view.height),),
                "range-band",
                stretch.name,
                stretch.tint,
            )
        )
        shapes.append(_named(view, stretch))
    numbers = (
        Label(f"{n}″" if n else "0", (view.at(n, 0)[0], RULER - 18), "rule-number", f"{n} inches")
        for n in range(0, reach, every)
    )
    return (*shapes, Lines((((zero, RULER), (end, RULER)), *ticks), "rule-mark", "ruler"), *numbers)


def _column(view: TableView, start: float, end: float, bottom: float) -> Path:
    left, right = view.at(start, 0)[0], view.at(end, 0)[0]
    return (left, RULER), (right, RULER), (right, bottom), (left, bottom)


def _named(view: TableView, stretch: Stretch) -> Label:
    middle = (view.at(stretch.start, 0)[0] + view.at(stretch.end, 0)[0]) / 2
    return Label(stretch.name, (middle, view.height - 12), "range-word", stretch.name, stretch.tint)


def column_of_bases(
    size: tuple[Fraction, Fraction, Fraction], near_edge: Fraction, facing: int, east: bool
) -> tuple[Base, ...]:
    """Return three bases in a column, each with its near edge at ``near_edge`` inches.

    With ``east`` they lie east of that edge. ``facing`` is in degrees. Raises `ValueError` as
    `Base` does.
    """
    width, depth, gap = size
    half = depth * Fraction(1, 2)
    x = near_edge + half if east else near_edge - half
    return tuple(Base(Spot(x, n * (width + gap)), facing, width, depth) for n in (0, -1, 1))


def standing(view: TableView, drawn: Iterable[Piece]) -> tuple[Shape, ...]:
    """Draw the Units on the strip."""
    drawn = tuple(drawn)
    figures = pieces(view, drawn)
    return (*figures, *placed(view.width, view.height, figures, names(view, drawn)))
