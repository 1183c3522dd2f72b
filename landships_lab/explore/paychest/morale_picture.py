"""The picture of morale: two dice with the sums that fail lit, and the six lines of the second roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.data.paychest.supplied import Supplied
from landships_lab.data.paychest.tables import Printed
from landships_lab.explore.paychest.common import WIDTH
from landships_lab.rules.paychest.morale import KINDS, effect, first_roll
from landships_lab.scene.dicing import box, die_face, folded, written
from landships_lab.scene.shapes import Label, Lines, Polygons, Scene, Shape
from landships_lab.scene.supplied import marked

HEIGHT = 330.0
GRID, CELL = (52.0, 78.0), 34.0
LIST, ROW, DIE = (292.0, 62.0), 43.0, 26.0
#: How each kind of result is coloured: the unit stays, goes in order, or runs.
TINTS = {"hold": "green", "fall back": "orange", "rout": "vermillion"}


def picture(kind: str, hits: int, tables: Supplied, answer: Answer[Any]) -> Scene:
    """What do both rolls look like? A foot names what the reader supplied."""
    shapes = (*_first(hits), *_second(kind, tables))
    told = f"The 36 rolls of two dice, those of {hits} or less lit; beside them what each die of the second roll does. {answer.headline}"
    scene = Scene(WIDTH, HEIGHT, (), shapes, f"Morale of {KINDS[kind]} after {hits} hits", told)
    return marked(scene, answer)


def _first(hits: int) -> Iterator[Shape]:
    left, top = GRID
    yield Label("First roll: two dice", (20, 20), "dice-caption-strong", "first", anchor="start")
    yield Label(f"red: {hits} or less, roll again" if hits else "no hits, no roll", (20, 38), "dice-caption", "first", anchor="start")
    for number in range(1, 7):
        yield from die_face((left + (number - 0.5) * CELL, top - 16), 22, number, name=f"first {number}")
        yield from die_face((left - 18, top + (number - 0.5) * CELL), 22, number, name=f"other {number}")
    for one in range(1, 7):
        for other in range(1, 7):
            fails = first_roll(hits, one + other).value
            cell = box(left + (one - 1) * CELL, top + (other - 1) * CELL, CELL, CELL)
            yield Polygons((cell,), "share" if fails else "track", f"{one} and {other}", "vermillion" if fails else "")
            middle = (left + (one - 0.5) * CELL, top + (other - 0.5) * CELL)
            yield Label(str(one + other), middle, "share-number" if fails else "dice-caption", f"{one} and {other}")


def _second(kind: str, tables: Supplied) -> Iterator[Shape]:
    left, top = LIST
    yield Label(f"Second roll: {KINDS[kind]}", (left, 20), "dice-caption-strong", "second", anchor="start")
    for die in range(1, 7):
        y = top + (die - 1) * ROW
        found = effect(kind, die, tables)
        if isinstance(found, Gap):
            ring = box(left - 2, y - ROW / 2 + 3, WIDTH - left - 10, ROW - 6)
            yield Lines(((*ring, ring[0]),), "lost", f"second {die}")
            yield from die_face((left + DIE / 2 + 4, y), DIE, die, name=f"second {die}")
            yield Label("lost in print", (left + DIE + 16, y), "dice-caption-strong", f"second {die}", anchor="start")
            continue
        yield from die_face((left + DIE / 2 + 4, y), DIE, die, tint=TINTS[found.does], name=f"second {die}")
        text = found.text if isinstance(found, Printed) else f"{found.text} (yours)"
        lines = folded(text, WIDTH - left - DIE - 24)
        yield from written(lines, (left + DIE + 16, y - 7.5 * (len(lines) - 1)), "dice-caption", name=f"second {die}")
