"""The picture of the assault panel: every roll of the two dice in a square of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from landships_lab.core.speech import mixed
from landships_lab.drawing.dicing import die_face
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.patterns import meadow
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
from landships_lab.drawing.soldiers import Soldier, soldier

WIDTH, HEIGHT = 640.0, 500.0
LEFT, TOP, SIDE = 190.0, 96.0, 64.0

TINTS = {"attacker out": "vermillion", "draw": "yellow", "defender out": "green"}
#: Half the square in which a man is drawn.
_SIZE = 26.0
#: A sign in each square, so that colour is never the only one to say it.
SIGNS = {"attacker out": "✗", "draw": "=", "defender out": "✓"}


def dice_at(pixel: Pixel) -> tuple[int, int] | None:
    """Return the dice (attacker across, defender down) at this pixel, None outside the squares."""
    a, b = int((pixel[0] - LEFT) // SIDE) + 1, int((pixel[1] - TOP) // SIDE) + 1
    return (a, b) if 1 <= a <= 6 and 1 <= b <= 6 else None


def picture(
    results: Mapping[tuple[int, int], str],
    added: tuple[int, int],
    arms: tuple[str, str],
    dice: tuple[int, int] | None,
    verdict: str,
) -> Scene:
    """Return the 36 rolls.

    ``added`` is what each man adds to his die, ``arms`` what he has in hand. The picture of
    a question has no results.
    """
    figures: list[Shape] = [*_heads(added, arms)]
    for a, b in product(range(1, 7), repeat=2):
        figures += _square(a, b, results.get((a, b), ""))
    if dice is not None:
        ring = _ring(*dice)
        figures.append(Lines(((*ring, ring[0]),), "target-ring", f"{dice[0]} {dice[1]}"))
    wins = sum(result == "defender out" for result in results.values())
    counted = f"Of 36 rolls the attacker wins {wins or 'none'}. " if results else ""
    return _scene(figures, "All rolls of an assault", f"{counted}{verdict}")


def _scene(figures: list[Shape], title: str, words: str) -> Scene:
    return Scene(WIDTH, HEIGHT, bare_paper(WIDTH, HEIGHT), tuple(figures), title, words)


def surrender(
    enemy: Fraction, friend: Fraction | None, near: int, far: int, yields: bool, verdict: str
) -> Scene:
    """Return what bears on his surrender: the man, the circles of point blank range and of
    comradeship, enemy and friend.
    """
    x, y, scale = WIDTH / 2, HEIGHT / 2, 17.0
    figures: list[Shape] = []
    named: list[Name] = []
    for reach, words in (
        (far, f"{far}″: an unwounded friend gives heart"),
        (near, f"{near}″: point blank"),
    ):
        figures.append(Circles(((x, y),), scale * reach, "template-reach", words))
        named.append(
            Name(
                words,
                "tree-words",
                (x - 1, y - scale * reach - 1, x + 1, y - scale * reach),
                words,
                sides=((0, -1), (0, 1)),
            )
        )
    if yields:
        figures.append(Circles(((x, y),), 30, "target-ring", "surrenders"))
    men = [(0.0, Fraction(0), "German", "he"), (-1.0, enemy, "British", "enemy")]
    men += [] if friend is None else [(1.0, friend, "German", "friend")]
    for side, distance, nation, name in men:
        figures += _drawn(
            _Man(_reached(side, distance, scale), nation, name, side or 1.0, armed=bool(side))
        )
        named.append(
            _man_name(
                _reached(side, distance, scale),
                f"{name}, {mixed(distance)}″" if side else name,
                name,
            )
        )
    return _meadow(figures, named, "Does he surrender?", verdict)


def charge(target: Fraction, nearest: Fraction, verdict: str) -> Scene:
    """Return the attacker, the man he would assault on his right, and his nearest enemy on his left
    where that is another.
    """
    here, scale = (WIDTH / 2, HEIGHT / 2), 17.0
    men = [(1.0, target, "he"), *([(-1.0, nearest, "nearest")] if nearest != target else [])]
    figures: list[Shape] = []
    for side, distance, name in men:
        figures.append(Lines(((here, _reached(side, distance, scale, 26)),), "sight-line", name))
    figures += _drawn(_Man(here, "British", "attacker", -1.0, armed=True))
    named = [_man_name(here, "attacker", "attacker")]
    for side, distance, name in men:
        at = _reached(side, distance, scale, 26)
        figures += _drawn(_Man(at, "German", name, side, armed=True))
        named.append(_man_name(at, f"{name}, {mixed(distance)}″", name))
    return _meadow(figures, named, "May he assault this man?", verdict)


@dataclass(frozen=True)
class _Man:
    """A man of these pictures: where he stands, his nation and name, and whether he looks left (1)
    or right (-1).
    """

    at: Pixel
    nation: str
    name: str
    looks: float
    armed: bool


def _drawn(man: _Man) -> tuple[Shape, ...]:
    return soldier(
        Soldier(
            man.at, _SIZE, -90.0 * man.looks, man.nation, "rifle" if man.armed else "", man.name
        )
    )


def _reached(side: float, distance: Fraction, scale: float, first: float = 0.0) -> Pixel:
    """Return the place so many inches to a side of the middle of the
    picture, and never out of it.
    """
    return WIDTH / 2 + side * min(first + scale * float(distance), WIDTH / 2 - 36), HEIGHT / 2


def _man_name(at: Pixel, text: str, name: str) -> Name:
    (x, y), reach = at, 0.9 * _SIZE
    return Name(text, "piece-name", (x - reach, y - reach, x + reach, y + reach), name, plate=True)


def _meadow(figures: list[Shape], named: list[Name], title: str, words: str) -> Scene:
    """Return the men on open ground with their names."""
    ground = meadow(
        (0, 0, WIDTH, HEIGHT), ((0, 0, WIDTH, HEIGHT / 2 - 60), (0, HEIGHT / 2 + 60, WIDTH, HEIGHT))
    )
    return Scene(
        WIDTH, HEIGHT, ground, (*figures, *placed(WIDTH, HEIGHT, figures, named)), title, words
    )


def _ring(a: int, b: int) -> tuple[Pixel, ...]:
    left, top = LEFT + SIDE * (a - 1), TOP + SIDE * (b - 1)
    return rectangle(left + 1.5, top + 1.5, left + SIDE - 1.5, top + SIDE - 1.5)


def _square(a: int, b: int, result: str) -> Iterator[Shape]:
    name = f"{a} {b}"
    yield Polygons((_ring(a, b),), "dice-square", name, TINTS.get(result, "black"))
    if not result:
        return  # the picture of a question gives nothing away
    x, y = LEFT + SIDE * (a - 0.5), TOP + SIDE * (b - 0.5)
    yield Label(SIGNS[result], (x, y), "dice-sign", name, TINTS[result])


def _heads(added: tuple[int, int], arms: tuple[str, str]) -> Iterator[Shape]:
    """Draw each die along its side, with what it comes to."""
    middle = LEFT + 3 * SIDE
    yield Label(f"the attacker's die ({arms[0]})", (middle, 24), "tree-head", "attacker")
    yield Label("the defender's die", (LEFT - 16, TOP - 41), "tree-head", "defender", anchor="end")
    yield Label(f"({arms[1]})", (LEFT - 16, TOP - 22), "tree-words", "defender", anchor="end")
    for shown in range(1, 7):
        x, y = LEFT + SIDE * (shown - 0.5), TOP + SIDE * (shown - 0.5)
        yield from die_face((x, 57), 34, shown, plain=True, name="attacker")
        yield from die_face((LEFT - 86, y), 34, shown, plain=True, name="defender")
        if added[0]:
            yield Label(_comes_to(shown, added[0]), (x, 85), "tree-words", "attacker")
        if added[1]:
            yield Label(
                _comes_to(shown, added[1]), (LEFT - 10, y), "tree-words", "defender", anchor="end"
            )


def _comes_to(shown: int, added: int) -> str:
    return f"is {mixed(shown + added)}"
