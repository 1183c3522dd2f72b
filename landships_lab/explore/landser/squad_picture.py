"""The picture of the squad panel: ten men in two ranks, and the die that may end the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.speech import percent, plural
from landships_lab.scene.shapes import Circles, Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper, rectangle

WIDTH, HEIGHT = 600.0, 400.0
ACROSS, LEFT, TOP, CELL, RANK = 5, 10.0, 14.0, 116.0, 136.0
_FOOT = TOP + 2 * RANK + 34
#: Letters in one line of a man's frame.
_ROOM = 17


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
    """Return the squad. ``losing`` is the chance to lose the game with 0, 1, 2, ... men out of action, empty in a riddle."""
    figures: list[Shape] = []
    for number, man in enumerate(men):
        figures += _man(man, LEFT + CELL * (number % ACROSS + 0.5), TOP + RANK * (number // ACROSS))
    figures += _scale(losing, out) if losing else ()
    return Scene(
        WIDTH,
        HEIGHT,
        bare_paper(WIDTH, HEIGHT),
        tuple(figures),
        "A squad of ten",
        f"Fit: {plural(len(men) - out, 'man', 'men')} (of {len(men)}). {verdict}",
    )


def _man(man: Figure, x: float, top: float) -> Iterator[Shape]:
    """Draw a man from above: helmet, shoulders, his weapon; a cross over one who is out of action."""
    frame = rectangle(x - CELL / 2 + 4, top, x + CELL / 2 - 4, top + RANK - 8)
    y = top + 40
    yield Polygons((frame,), "tree-box-lit" if man.chosen else "man-card", man.name, "yellow")
    role = "ghost" if man.out else "counter-german"
    shoulders = tuple((x + dx, y + dy) for dx, dy in ((-22, 2), (-14, -8), (14, -8), (22, 2), (14, 12), (-14, 12)))
    yield Polygons((shoulders,), role, man.name)
    yield Lines((((x + 16, y + 12), (x + 16, y - 26)),), "counter-line", man.name)
    yield Circles(((x, y + 1),), 10, role, man.name)
    if man.out:
        yield Lines((((x - 20, y - 20), (x + 20, y + 20)), ((x - 20, y + 20), (x + 20, y - 20))), "illegal", man.name)
    title = ("squad leader", "second", "machinegunner", "loader")
    words = next((word for word in title if man.title.startswith(word)), man.title)
    yield Label(words, (x, top + 78), "tree-chance", man.name)
    for line, text in enumerate(_lines(man.weapons)):
        yield Label(text, (x, top + 94 + 14 * line), "tree-words", man.name)


def _lines(weapons: str) -> tuple[str, ...]:
    short = weapons.replace("general purpose machine gun", "GPMG").replace("submachine gun", "SMG")
    return (short,) if len(short) <= _ROOM else tuple(short.split(" and "))


def _scale(losing: tuple[Fraction, ...], out: int) -> Iterator[Shape]:
    """Draw the chance to lose the game for every number of men out of action; the present one is ringed."""
    yield Label("out of action, and the chance to lose the game at the start of the turn", (WIDTH / 2, _FOOT - 18), "tree-words", "scale")
    wide = (WIDTH - 2 * LEFT) / len(losing)
    for number, chance in enumerate(losing):
        left = LEFT + wide * number
        ring = rectangle(left + 2, _FOOT, left + wide - 2, _FOOT + 46)
        yield Polygons((ring,), "man-card", f"{number} out")
        if chance:
            bar = rectangle(left + 2, _FOOT + 46 * float(1 - chance), left + wide - 2, _FOOT + 46)
            yield Polygons((bar,), "tree-bar", f"{number} out", "vermillion")
        yield Label(str(number), (left + wide / 2, _FOOT + 13), "tree-chance", f"{number} out")
        yield Label(percent(chance), (left + wide / 2, _FOOT + 33), "tree-label", f"{number} out")
        if number == out:
            yield Lines(((*ring, ring[0]),), "target-ring", f"{number} out")
