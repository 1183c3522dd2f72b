"""Draw morale: the sums of two dice that call for a second roll, and the six lines of the second
table.
"""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import plural
from landships_lab.drawing.dicing import box, die_face, text_lines, wrapped
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.supplied import marked
from landships_lab.games.paychest.data.tables import Printed
from landships_lab.games.paychest.panels.common import WIDTH
from landships_lab.games.paychest.rules.morale import KINDS, Effects, Morale, effect

HEIGHT = 304.0
GRID, CELL = (52.0, 81.0), 34.0
LIST, ROW, DIE = (274.0, 62.0), 43.0, 26.0
#: The colour of each kind of result: the unit stays, falls back in order, or runs.
TINTS = {"hold": "green", "fall back": "orange", "rout": "vermillion"}


def picture(kind: str, answer: Answer[object]) -> Scene:
    """Draw both rolls of an answer of `end_of_turn`.

    A line at the foot names what the reader supplied.
    """
    found: Morale = answer.detail
    hits = found.hits
    red = f"red: {hits} or less, roll again" if hits else "no hits, so no roll"
    shapes = (*_first(red, found.sums), *_second(kind, found.effects[kind]))
    lit = f"those of {hits} or less lit" if hits else "none of them lit"
    shown = f"The 36 rolls of two dice, {lit}; beside them what each die of the second roll does."
    title = f"Morale of {KINDS[kind]} after {plural(hits, 'hit')}"
    scene = Scene(WIDTH, HEIGHT, (), shapes, title, f"{shown} {answer.headline}")
    return marked(scene, answer)


def question(kind: str, asked: str) -> Scene:
    """Draw the sums of two dice and the second table of such troops, with nothing lit."""
    told = "the sum against the hits of this turn"
    shapes = (*_first(told, frozenset()), *_second(kind, printed_effects(kind), plain=True))
    return Scene(WIDTH, HEIGHT, (), shapes, f"Morale of {KINDS[kind]}", asked)


def printed_effects(kind: str) -> Effects:
    """Return what each die of the second roll does, as far as it is printed."""
    return {die: effect(kind, die) for die in D6.outcomes}


def _first(told: str, sums: frozenset[int]) -> Iterator[Shape]:
    left, top = GRID
    yield Label("First roll: two dice", (20, 20), "dice-words-strong", "first", anchor="start")
    yield Label(told, (20, 39), "dice-words", "first", anchor="start")
    for number in range(1, 7):
        yield from die_face(
            (left + (number - 0.5) * CELL, top - 18), 26, number, plain=True, name=f"first {number}"
        )
        yield from die_face(
            (left - 20, top + (number - 0.5) * CELL), 26, number, plain=True, name=f"other {number}"
        )
    for one in range(1, 7):
        for other in range(1, 7):
            fails = one + other in sums
            cell = box(left + (one - 1) * CELL, top + (other - 1) * CELL, CELL, CELL)
            yield Polygons(
                (cell,),
                "share" if fails else "track",
                f"{one} and {other}",
                "vermillion" if fails else "",
            )
            middle = (left + (one - 0.5) * CELL, top + (other - 0.5) * CELL)
            yield Label(
                str(one + other),
                middle,
                "share-number" if fails else "dice-words",
                f"{one} and {other}",
            )


def _second(kind: str, effects: Effects, plain: bool = False) -> Iterator[Shape]:
    left, top = LIST
    yield Label(
        f"Second roll: {KINDS[kind]}", (left, 20), "dice-words-strong", "second", anchor="start"
    )
    for die, found in effects.items():
        y = top + (die - 1) * ROW
        if isinstance(found, Gap):
            ring = box(left - 2, y - ROW / 2 + 3, WIDTH - left - 10, ROW - 6)
            yield Lines(((*ring, ring[0]),), "lost", f"second {die}")
            yield from die_face((left + DIE / 2 + 4, y), DIE, die, name=f"second {die}")
            yield Label(
                "lost in print",
                (left + DIE + 16, y),
                "dice-words-strong",
                f"second {die}",
                anchor="start",
            )
            continue
        yield from die_face(
            (left + DIE / 2 + 4, y),
            DIE,
            die,
            tint="" if plain else TINTS[found.does],
            name=f"second {die}",
            plain=plain,
        )
        text = found.text if isinstance(found, Printed) else f"{found.text} (supplied)"
        lines = wrapped(text, WIDTH - left - DIE - 22, SMALL)
        yield from text_lines(
            lines,
            (left + DIE + 16, y - LEADING / 2 * (len(lines) - 1)),
            "dice-words",
            step=LEADING,
            name=f"second {die}",
        )
