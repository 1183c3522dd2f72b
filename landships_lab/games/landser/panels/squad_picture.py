"""The picture of the squad panel: ten men in two ranks, and the die that may end the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from landships_lab.core.speech import percent, plural
from landships_lab.drawing.dicing import text_fits
from landships_lab.drawing.patterns import meadow
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Pixel,
    Polygons,
    Scene,
    Shape,
    bare_paper,
    rectangle,
)
from landships_lab.drawing.soldiers import Soldier, soldier, weapon_of

WIDTH, HEIGHT = 640.0, 500.0
ACROSS, LEFT, TOP, CELL, RANK = 5, 10.0, 16.0, 124.0, 182.0
_FOOT = TOP + 2 * RANK + 42
#: Half the square in which a man is drawn.
_MAN = 40.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A man: his name, title and weapons; he may be out of action, or looked at."""

    name: str
    title: str
    weapons: str
    out: bool
    chosen: bool


def man_at(pixel: Pixel) -> int | None:
    """Return the number of the man at this pixel, counted from 0."""
    column, rank = int((pixel[0] - LEFT) // CELL), int((pixel[1] - TOP) // RANK)
    return rank * ACROSS + column if 0 <= column < ACROSS and 0 <= rank < 2 else None


def picture(men: tuple[Figure, ...], losing: tuple[Fraction, ...], out: int, verdict: str) -> Scene:
    """Return the squad.

    ``losing`` is the chance to lose the game with 0, 1, 2, ... men out of action, empty in the
    picture of a question.
    """
    figures: list[Shape] = []
    for number, man in enumerate(men):
        figures += _man(man, LEFT + CELL * (number % ACROSS + 0.5), TOP + RANK * (number // ACROSS))
    figures += _scale(losing, out) if losing else ()
    told = f"Fit: {plural(len(men) - out, 'man', 'men')} (of {len(men)}). {verdict}"
    return Scene(WIDTH, HEIGHT, _ground(), tuple(figures), "A squad of ten", told)


@cache
def _ground() -> tuple[Shape, ...]:
    """Return the ground on which the men stand: grass, with a tuft here and there."""
    tops = tuple(TOP + RANK * rank for rank in (0, 1))
    grass = meadow(
        (0, 0, WIDTH, TOP + 2 * RANK + 8), tuple((0.0, top, WIDTH, top + 112) for top in tops)
    )
    return (*bare_paper(WIDTH, HEIGHT), *grass)


def _man(man: Figure, x: float, top: float) -> Iterator[Shape]:
    """Draw a man from above with his weapon, his title and his arms below; a cross over one who is
    out of action.
    """
    y = top + 62
    if man.chosen:
        yield Circles(((x, y),), 56, "selected", man.name)
    yield from soldier(
        Soldier((x, y), _MAN, 0.0, "German", weapon_of(man.weapons), man.name, out=man.out)
    )
    if man.out:
        yield Lines(
            (((x - 26, y - 26), (x + 26, y + 26)), ((x - 26, y + 26), (x + 26, y - 26))),
            "illegal",
            man.name,
        )
    title = ("squad leader", "second", "machinegunner", "loader")
    words = next((word for word in title if man.title.startswith(word)), man.title)
    yield Label(words, (x, top + 127), "tree-chance", man.name)
    for line, text in enumerate(_lines(man.weapons)):
        yield Label(text, (x, top + 127 + LEADING * (line + 1)), "tree-words", man.name)


def _lines(weapons: str) -> tuple[str, ...]:
    short = weapons.replace("general purpose machine gun", "GPMG").replace("submachine gun", "SMG")
    return (short,) if text_fits(short, CELL + 4, SMALL) else tuple(short.split(" and "))


def _scale(losing: tuple[Fraction, ...], out: int) -> Iterator[Shape]:
    """Draw the chance to lose the game for every number of men out of action; the present one is
    ringed.
    """
    yield Label(
        "out of action, and the chance to lose the game at the start of the turn",
        (WIDTH / 2, _FOOT - 16),
        "tree-words",
        "scale",
    )
    wide = (WIDTH - 8) / len(losing)
    for number, chance in enumerate(losing):
        left = 4 + wide * number
        ring = rectangle(left + 1, _FOOT, left + wide - 1, _FOOT + 50)
        yield Polygons((ring,), "man-card", f"{number} out")
        if chance:
            bar = rectangle(left + 1, _FOOT + 50 * float(1 - chance), left + wide - 1, _FOOT + 50)
            yield Polygons((bar,), "tree-bar", f"{number} out", "vermillion")
        yield Label(str(number), (left + wide / 2, _FOOT + 14), "tree-chance", f"{number} out")
        yield Label(percent(chance), (left + wide / 2, _FOOT + 36), "tree-label", f"{number} out")
        if number == out:
            yield Lines(((*ring, ring[0]),), "target-ring", f"{number} out")
