"""The printed tables of Landser as panels show them, and as the picture of a question does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from landships_lab.core.speech import signed
from landships_lab.drawing.charts import Table
from landships_lab.drawing.shapes import Label, Lines, Scene, Shape, bare_paper
from landships_lab.games.landser.data.tables import Result, effects, firing, spotting
from landships_lab.panel.readings import Taken
from .common import SHORT_WEAPONS, WEAPONS, band_heads

#: The height of a row and of a caption in the picture of a question, in pixels.
ROW, CAPTION = 17.0, 20.0
_INSET = 16.0
_ADDS = effects().additions
_EFFECT = (
    f"{signed(_ADDS.short)} at short range, {signed(_ADDS.point_blank)} at point blank; 7 and more"
    " count as 6."
)
#: The modifiers as short as the heading of a row.
_CHANGES = {
    "moving-vehicle": "From a moving vehicle",
    "firer-moved": "The firer moves",
    "target-moving-fast": "The target moves fast",
    "cover-half": "Half cover",
    "cover-full": "Full cover",
    "repeat": "Same target, nobody moved",
    "not-set-up": "A GPMG not set up",
    "arm-wound": "A (b) wound of the firer",
    "disorientated": "The firer is disorientated",
}
_LIGHT = (
    f"{signed(_ADDS.wound_short_or_less)} at short range or less;"
    f" {signed(_ADDS.light_this_turn)} if he took a light wound this turn."
)
_SERIOUS = (
    f"{signed(_ADDS.wound_short_or_less)} at short range or less;"
    f" {signed(_ADDS.each_serious)} for each serious wound before."
)


def hit_table(taken: Taken, row: int | None = None, column: int | None = None) -> Table:
    """Return the hit table: what each weapon needs at each range."""
    rows = tuple(
        (SHORT_WEAPONS.get(key, weapon.name), weapon.needs) for key, weapon in WEAPONS.items()
    )
    heads, note = band_heads(taken), "Inches; “-”: cannot be fired."
    return Table("Roll to hit, or more", heads, rows, row, column, note)


def modifier_table() -> Table:
    """Return the modifiers of the hit die."""
    rows = tuple(
        (_CHANGES[modifier.id], (signed(modifier.die),)) for modifier in firing().modifiers
    )
    note = "Nobody is in cover at point blank range. With more than 6 needed, a 6 hits."
    return Table("What changes the hit die", ("on the die",), rows, note=note)


def spotting_table(taken: Taken, row: int | None = None, column: int | None = None) -> Table:
    """Return the spotting table: what must be rolled to be aware of a man."""
    rows = tuple(
        (row.name.removeprefix("a soldier ").replace("sneaking", "sneaks"), row.needs)
        for row in spotting().rows.values()
    )
    note = "“a”: aware without a roll."
    return Table("Roll to be aware, or more", band_heads(taken), rows, row, column, note)


def effect_tables() -> tuple[Table, ...]:
    """Return the three tables of a hit: its effect, the light wound, the serious wound."""
    found = effects()
    return (
        Table("What a hit does", ("he",), _lines(found.effect), note=_EFFECT),
        Table("A light wound", ("he",), _lines(found.light), note=_LIGHT),
        Table("A serious wound", ("he",), _lines(found.serious), note=_SERIOUS),
    )


def _lines(lines: tuple[Result, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lines of a table, those that say the same in one."""
    told: dict[str, list[int]] = {}
    for line in lines:
        words = f"{line.then} wound: roll" if line.then else effects().outcomes[line.outcome].short
        told.setdefault(words, []).extend(range(line.faces[0], line.faces[1] + 1))
    return tuple(
        (str(faces[0]) if len(faces) == 1 else f"{faces[0]}–{faces[-1]}", (words,))
        for words, faces in told.items()
    )


def drawn(table: Table, left: float, top: float, width: float, first: float) -> Iterator[Shape]:
    """Draw a table without lights in the picture of a question; ``first`` is the width of the
    headings of its rows. A table of one column has no heading, and its note stands below it.
    """
    yield Label(table.caption, (left, top), "tree-head", "caption", anchor="start")
    many = len(table.columns) > 1
    body = top + CAPTION + (ROW if many else 0.0)
    each = (width - first) / len(table.columns)
    for n, head in enumerate(table.columns if many else ()):
        middle = left + first + each * (n + 0.5)
        yield Label(head, (middle, top + CAPTION), "tree-words", head)
    edges = [body - ROW / 2 + ROW * n for n in range(len(table.rows) + 1)]
    yield Lines(tuple(((left, y), (left + width, y)) for y in edges), "cell-line", "rules")
    for r, (name, cells) in enumerate(table.rows):
        y = body + ROW * r
        yield Label(name, (left + 2, y), "tree-words", name, anchor="start")
        for n, cell in enumerate(cells):
            if many:
                at = (left + first + each * (n + 0.5), y)
                yield Label(cell, at, "tree-chance", f"{name} {table.columns[n]}")
            else:
                yield Label(cell, (left + first, y), "tree-words", name, anchor="start")


def below(scene: Scene, table: Table, first: float) -> Scene:
    """Return the picture of a question with a table below it, and its note; ``first`` is the width
    of the headings of the rows.
    """
    top = scene.height + ROW
    foot = top + tall(table)
    note = Label(table.note, (_INSET, foot), "tree-words", "note", anchor="start")
    height = foot + ROW
    shapes = drawn(table, _INSET, top, scene.width - 2 * _INSET, first)
    figures = (*scene.figures, *shapes, *((note,) if table.note else ()))
    ground = (*bare_paper(scene.width, height), *scene.ground)
    return replace(scene, height=height, ground=ground, figures=figures)


def tall(table: Table) -> float:
    """Return how many pixels high `drawn` makes a table."""
    return CAPTION + ROW * (len(table.rows) + (len(table.columns) > 1))
