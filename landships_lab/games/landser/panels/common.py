"""What the five panels of Landser share: short declarations of parts, the printed tables, and a
table in a picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.dice import Odds
from landships_lab.core.speech import signed
from landships_lab.drawing.charts import Exhibit, Table
from landships_lab.drawing.labels import Box
from landships_lab.drawing.shapes import Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper
from landships_lab.games.landser.data.tables import Result
from landships_lab.games.landser.rules.book import (
    BOOK,
    EFFECTS,
    FIRING,
    READINGS,
    SPOTTING,
    WEAPONS,
    Inches,
    band_index,
    ends,
)
from landships_lab.panel import parts
from landships_lab.panel.panel import Panel, V
from landships_lab.panel.parts import OneOf, Options
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Readings, Taken

WIDTH, HEIGHT = 640.0, 500.0
COVERS = {"none": "none", "half": "half cover", "full": "full cover"}
#: Names of weapons, short enough for the heading of a row.
SHORT_WEAPONS = {"smg": "SMG", "lmg": "light MG", "gpmg": "GPMG", "launcher": "launcher"}
GUNS = {key: weapon.name for key, weapon in WEAPONS.items()} | {"gpmg": "GPMG"}
ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
#: A note below the bars of outcomes.
SHORT_NAMES = "L: light wound, S: serious wound"


class LandserPanel(Panel[V]):
    """A panel of Landser: a picture in place of a board."""

    rule_set = "Landser"
    zooms = False
    keys = names("ArrowUp ArrowDown ArrowLeft ArrowRight Escape")

    def bears(self) -> Mapping[str, bool]:
        """Return the readings that may matter to the question, each with whether it matters in this
        state.
        """
        return {}


# -- the parts of a state --------------------------------------------------------------------------


def offered() -> Readings:
    """Return the part for the readings of a state. Its panel offers those that matter."""
    return Readings(
        known=READINGS, offered=lambda state: [key for key, on in state.bears().items() if on]
    )


def word(label: Any, default: str, options: Options, noun: str = "", **more: Any) -> OneOf:
    """Return the part for one of several words; ``noun`` names it in a refusal."""
    return OneOf(label, default, options, error_name=noun, **more)


def whole(
    label: str, default: int, least: int, most: int, noun: str = "", **more: Any
) -> parts.Whole:
    """Return the part for a whole number; ``noun`` names it in a refusal."""
    return parts.Whole(label, default, least, most, error_name=noun, **more)


def length(label: str, default: int | None, noun: str = "", **more: Any) -> parts.Inches:
    """Return the part for a distance in inches; ``noun`` names it in a refusal."""
    return parts.Inches(label, default, error_name=noun, **more)


def weapon(label: str, **more: Any) -> OneOf:
    """Return the part that picks a weapon."""
    return word(label, "rifle", GUNS, "weapon", **more)


def cover() -> OneOf:
    """Return the part for the cover that a target has from fire."""
    return OneOf("Cover", "none", {cover: cover for cover in COVERS}, buttons=True)


def values(state: object, ids: str) -> dict[str, Any]:
    """Return the values of these parts, for a rule with arguments of the same names."""
    return {name: getattr(state, name) for name in names(ids)}


# -- the printed tables, and bars ------------------------------------------------------------------


def outcome_bars(odds: Odds[str]) -> tuple[tuple[str, Fraction], ...]:
    """Return the bars of a shot's outcomes, with names short enough to stand side by side."""
    short = {"light": "L", "serious": "S", "not seen": "unseen"}

    def name(outcome: str) -> str:
        for words, letters in short.items():
            outcome = outcome.replace(words, letters)
        return outcome

    return tuple((name(outcome), chance) for outcome, chance in odds)


def last_inches(readings: Taken) -> list[int]:
    """Return the last inch of each of the five ranges, under the reading of medium range."""
    return ends(BOOK.options(dict(readings)))


def band_column(inches: Inches, readings: Taken) -> int | None:
    """Return the column of a distance in a table of ranges, None beyond extreme range."""
    return band_index(inches, BOOK.options(dict(readings)))


def _heads(readings: Taken) -> tuple[str, ...]:
    """Return the headings of the five ranges in a table, as short as they are printed."""
    lasts = zip(FIRING.bands, last_inches(readings), strict=True)
    return tuple(f"{band.id.upper()} ≤{last}″" for band, last in lasts)


def table(caption: str, rows: Iterable[tuple[str, str]], note: str = "", head: str = "") -> Table:
    """Return a table of one column, with nothing lit."""
    body = tuple((name, (cell,)) for name, cell in rows)
    return Table(caption, (head or "on the die",), body, note=note)


def hit_table(readings: Taken, row: int | None = None, column: int | None = None) -> Table:
    """Return the hit table: the number each weapon needs at each range."""
    rows = tuple((SHORT_WEAPONS.get(key, one.name), one.needs) for key, one in WEAPONS.items())
    note = "Inches; “-”: cannot be fired."
    return Table("Roll to hit, or more", _heads(readings), rows, row, column, note)


#: The modifiers, short enough for the heading of a row.
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


def modifier_table() -> Table:
    """Return the modifiers of the hit die."""
    rows = ((_CHANGES[modifier.id], signed(modifier.die)) for modifier in FIRING.modifiers)
    note = "Nobody is in cover at point blank range. With more than 6 needed, a 6 hits."
    return table("What changes the hit die", rows, note)


def spotting_table(readings: Taken, row: int | None = None, column: int | None = None) -> Table:
    """Return the spotting table: the roll needed to be aware of a man."""
    rows = tuple(
        (row.name.removeprefix("a soldier ").replace("sneaking", "sneaks"), row.needs)
        for row in SPOTTING.rows.values()
    )
    note = "“a”: aware without a roll."
    return Table("Roll to be aware, or more", _heads(readings), rows, row, column, note)


def effect_tables() -> tuple[Table, ...]:
    """Return the three tables of a hit: its effect, the light wound, the serious wound."""
    adds = EFFECTS.additions
    nearest = f"{signed(adds.short)} at short range, {signed(adds.point_blank)} at point blank"
    near = f"{signed(adds.wound_short_or_less)} at short range or less"
    light = f"{near}; {signed(adds.light_this_turn)} if he took a light wound this turn."
    serious = f"{near}; {signed(adds.each_serious)} for each serious wound before."
    effect = f"{nearest}; 7 and more count as 6."
    return (
        table("What a hit does", _merged(EFFECTS.effect), effect, "he"),
        table("A light wound", _merged(EFFECTS.light), light, "he"),
        table("A serious wound", _merged(EFFECTS.serious), serious, "he"),
    )


def _merged(results: tuple[Result, ...]) -> Iterator[tuple[str, str]]:
    """Yield the rows of a table of results, with equal rows merged."""
    faces: dict[str, list[int]] = {}
    for row in results:
        words = f"{row.then} wound: roll" if row.then else EFFECTS.outcomes[row.outcome].short
        faces.setdefault(words, []).extend(range(row.faces[0], row.faces[1] + 1))
    for words, on in faces.items():
        yield str(on[0]) if len(on) == 1 else f"{on[0]}–{on[-1]}", words


# -- a table in a picture --------------------------------------------------------------------------

#: The height of a row and of a caption in the picture of a question, in pixels.
ROW, _CAPTION, _INSET = 17.0, 20.0, 16.0


def drawn(table: Table, left: float, top: float, width: float, first: float) -> Iterator[Shape]:
    """Draw a table without lights in the picture of a question; ``first`` is the width of the row
    headings. A table of one column has no heading, and its note is below it.
    """
    yield Label(table.caption, (left, top), "tree-head", "caption", anchor="start")
    heads = table.columns if len(table.columns) > 1 else ()
    body = top + _CAPTION + (ROW if heads else 0.0)
    each = (width - first) / len(table.columns)
    across = [left + first + each * (n + 0.5) for n in range(len(table.columns))]
    for x, head in zip(across, heads, strict=False):
        yield Label(head, (x, top + _CAPTION), "tree-words", head)
    edges = [body - ROW / 2 + ROW * n for n in range(len(table.rows) + 1)]
    yield Lines(tuple(((left, y), (left + width, y)) for y in edges), "cell-line", "rules")
    for r, (name, cells) in enumerate(table.rows):
        y = body + ROW * r
        yield Label(name, (left + 2, y), "tree-words", name, anchor="start")
        for x, cell, head in zip(across, cells, heads, strict=False):
            yield Label(cell, (x, y), "tree-chance", f"{name} {head}")
        if not heads:
            yield Label(cells[0], (left + first, y), "tree-words", name, anchor="start")


def below(scene: Scene, table: Table, first: float) -> Scene:
    """Return the picture of a question with a table below it, and its note; ``first`` is the width
    of the row headings.
    """
    top = scene.height + ROW
    foot = top + tall(table)
    note = Label(table.note, (_INSET, foot), "tree-words", "note", anchor="start")
    height = foot + ROW
    shapes = drawn(table, _INSET, top, scene.width - 2 * _INSET, first)
    figures = (*scene.figures, *shapes, *((note,) if table.note else ()))
    ground = (*bare_paper(scene.width, height), *scene.ground)
    return Exhibit.of(replace(scene, height=height, ground=ground, figures=figures), [table], scene)


def tall(table: Table) -> float:
    """Return how many pixels high `drawn` makes a table."""
    return _CAPTION + ROW * (len(table.rows) + (len(table.columns) > 1))


# -- what the table top of the template panel and of a firefight share -----------------------------


def around(at: Pixel, reach: float) -> Box:
    """Return the box round a pixel."""
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def sector(at: Pixel, ahead: float, half: float, far: float, name: str) -> Iterator[Shape]:
    """Draw the sector that a man watches: ``half`` is its degrees on either side of a direction."""
    angles = [math.radians(ahead + half * part / 8) for part in range(-8, 9)]
    rim = tuple((at[0] + far * math.sin(a), at[1] - far * math.cos(a)) for a in angles)
    yield Polygons(((at, *rim),), "wedge", name, "blue")
    yield Lines(((at, rim[0]), (at, rim[-1])), "wedge-edge", name, "blue")
