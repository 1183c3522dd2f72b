"""The pictures that go with questions: the Units on a strip, and below them the printed tables with
no row lit; nothing that follows from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.speech import inches, listed, signed
from landships_lab.drawing.charts import Table, exhibit
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Pixel,
    Polygons,
    Scene,
    Shape,
    bare_paper,
)
from landships_lab.drawing.strip import MIDDLE, column_of_bases, ruler, standing, strip_view
from landships_lab.drawing.tabletop import Piece
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.rules.shot import Shot
from .common import OUTLINES, TYPES, fire_table


def with_tables(scene: Scene, shown: Sequence[Table]) -> Scene:
    """Return a picture with these tables below it, nothing in them lit."""
    bare = [replace(table, lit_row=None, lit_column=None) for table in shown]
    below = exhibit("", "", bare, ())
    width, height = max(scene.width, below.width), scene.height + below.height
    lowered = tuple(_lowered(shape, scene.height) for shape in below.figures)
    ground = (*bare_paper(width, height), *scene.ground)
    return Scene(width, height, ground, (*scene.figures, *lowered), scene.title, scene.description)


def _lowered(shape: Shape, by: float) -> Shape:
    def down(path: Iterable[Pixel]) -> tuple[Pixel, ...]:
        return tuple((x, y + by) for x, y in path)

    match shape:
        case Polygons(rings=rings):
            return replace(shape, rings=tuple(map(down, rings)))
        case Lines(paths=paths):
            return replace(shape, paths=tuple(map(down, paths)))
        case Circles(centres=centres):
            return replace(shape, centres=down(centres))
        case Label(at=at):
            return replace(shape, at=down([at])[0])


def fire_tables(firer: str, target: str) -> tuple[Table, Table]:
    """Return the printed fire table, and what else changes a shot."""
    return fire_table(firer, target), what_else()


def what_else() -> Table:
    """Return the ranges of each type, and what its own Hits and the target's ground do."""
    types = tables().types.values()
    rows = [
        (
            row.name,
            (
                f"{row.reach_inches}″",
                f"{row.long_inches}″" if row.long_inches else "–",
                "4″" if row.close else "none",
            ),
        )
        for row in types
    ]
    tiers = listed(
        [f"{signed(tier.fire)} with {tier.at} Hits of its own" for tier in tables().hits.tiers]
    )
    return Table(
        f"Ranges. Also {tiers}; town, woods, dug in: ½", ("range", "long", "close"), tuple(rows)
    )


def movement_table() -> Table:
    """Return the printed movement table."""
    moves = tables().moves
    rows = tuple(
        (
            row.name,
            (
                str(row.dice),
                signed(moves.bonus),
                signed(row.threatened) if row.threatened else "may not",
                signed(moves.dug_in),
                signed(moves.road),
            ),
        )
        for row in tables().types.values()
    )
    return Table("Movement, in inches", ("dice", "always", "Threatened", "Dug-in", "road"), rows)


def opposed(one: Shot, other: Shot, hits: tuple[int, int], firers: int = 1) -> Scene:
    """Return two Units that face each other over their range, each with its Hits."""
    near = Fraction(one.range_inches)
    seen = strip_view(max(24, int(near) + 8))
    bases = tables().bases
    own = column_of_bases(bases[one.firer].inches(), Fraction(0), 90, east=False)
    theirs = column_of_bases(bases[other.firer].inches(), near, 270, east=True)
    many = f"{firers} × " if firers > 1 else ""
    drawn = (
        Piece(TYPES[one.firer], own, 0, OUTLINES[one.firer], "dug-in" in other.cover, hits=hits[0]),
        Piece(
            f"{many}{TYPES[other.firer]}",
            theirs,
            1,
            OUTLINES[other.firer],
            "dug-in" in one.cover,
            hits=hits[1],
        ),
    )
    path = ((seen.at(0, 0)[0], MIDDLE), (seen.at(float(near), 0)[0], MIDDLE))
    line = Lines((path,), "sight-line", "range")
    told = f"{TYPES[one.firer]} and {TYPES[other.firer]}, {inches(near)} apart."
    return Scene(
        seen.width, seen.height, ruler(seen, ()), (line, *standing(seen, drawn)), "Two Units", told
    )


def settings(title: str, prompt: str, rows: Iterable[tuple[str, str]]) -> Scene:
    """Return what is set, in a table of two columns."""
    body = tuple((name, (value,)) for name, value in rows)
    return exhibit(title, prompt, (Table(title, ("",), body),), ())
