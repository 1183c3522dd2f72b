"""The picture of the assault panel: every roll of the two dice in a square of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from landships_lab.core.speech import mixed
from landships_lab.scene.shapes import Circles, Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper, rectangle

WIDTH, HEIGHT = 600.0, 440.0
LEFT, TOP, SIDE = 176.0, 84.0, 56.0

TINTS = {"attacker out": "vermillion", "draw": "yellow", "defender out": "green"}
#: A sign in each square, so that colour is never the only one to say it.
SIGNS = {"attacker out": "✗", "draw": "=", "defender out": "✓"}


def dice_at(pixel: Pixel) -> tuple[int, int] | None:
    """Return the dice (attacker across, defender down) at this pixel, None outside the squares."""
    a, b = int((pixel[0] - LEFT) // SIDE) + 1, int((pixel[1] - TOP) // SIDE) + 1
    return (a, b) if 1 <= a <= 6 and 1 <= b <= 6 else None


def picture(
    results: Mapping[tuple[int, int], str], added: tuple[int, int], arms: tuple[str, str], dice: tuple[int, int] | None, verdict: str
) -> Scene:
    """Return the 36 rolls. ``added`` is what each man adds to his die, ``arms`` what he has in hand. A riddle has no results."""
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


def surrender(enemy: Fraction, friend: Fraction | None, near: int, far: int, yields: bool, verdict: str) -> Scene:
    """Return what bears on his surrender: the man, the circles of point blank range and of comradeship, enemy and friend."""
    x, y, scale = WIDTH / 2, HEIGHT / 2, 15.0
    figures: list[Shape] = []
    for reach, words in ((far, f"{far}″: an unwounded friend gives heart"), (near, f"{near}″: point blank")):
        figures.append(Circles(((x, y),), scale * reach, "hover", words))
        figures.append(Label(words, (x, y - scale * reach - 9), "tree-words", words))
    spots = [(-1.0, enemy, "counter-british", "enemy")]
    spots += [] if friend is None else [(1.0, friend, "counter-german", "friend")]
    for side, distance, role, name in spots:
        at = (x + side * min(scale * float(distance), WIDTH / 2 - 30), y)
        figures += [Circles((at,), 10, role, name), Label(f"{name}, {mixed(distance)}″", (at[0], y + 22), "unit-name", name)]
    figures += [Circles(((x, y),), 10, "counter-german", "he"), Label("he", (x, y + 38), "unit-name", "he")]
    if yields:
        figures.append(Circles(((x, y),), 15, "target-ring", "surrenders"))
    return _scene(figures, "Does he surrender?", verdict)


def charge(target: Fraction, nearest: Fraction, verdict: str) -> Scene:
    """Return the attacker, the man he would assault on his right, and his nearest enemy on his left where that is another."""
    x, y, scale = WIDTH / 2, HEIGHT / 2, 15.0
    men = [(1.0, target, "he"), *([(-1.0, nearest, "nearest")] if nearest != target else [])]
    figures: list[Shape] = [Circles(((x, y),), 10, "counter-british", "attacker"), Label("attacker", (x, y + 38), "unit-name", "attacker")]
    for side, distance, name in men:
        at = (x + side * min(10 + scale * float(distance), WIDTH / 2 - 30), y)
        figures += [Lines((((x, y), at),), "sight-line", name), Circles((at,), 10, "counter-german", name)]
        figures.append(Label(f"{name}, {mixed(distance)}″", (at[0], y + 22), "unit-name", name))
    return _scene(figures, "May he assault this man?", verdict)


def _ring(a: int, b: int) -> tuple[Pixel, ...]:
    left, top = LEFT + SIDE * (a - 1), TOP + SIDE * (b - 1)
    return rectangle(left + 1.5, top + 1.5, left + SIDE - 1.5, top + SIDE - 1.5)


def _square(a: int, b: int, result: str) -> Iterator[Shape]:
    name = f"{a} {b}"
    yield Polygons((_ring(a, b),), "dice-square", name, TINTS.get(result, "black"))
    if not result:
        return  # a riddle gives nothing away
    x, y = LEFT + SIDE * (a - 0.5), TOP + SIDE * (b - 0.5)
    yield Label(SIGNS[result], (x, y), "dice-sign", name, TINTS[result])


def _heads(added: tuple[int, int], arms: tuple[str, str]) -> Iterator[Shape]:
    """Draw each die along its side, with what it comes to."""
    middle = LEFT + 3 * SIDE
    yield Label(f"the attacker's die ({arms[0]})", (middle, 22), "tree-head", "attacker")
    yield Label("the defender's die", (LEFT - 14, TOP - 34), "tree-head", "defender", anchor="end")
    yield Label(f"({arms[1]})", (LEFT - 14, TOP - 18), "tree-words", "defender", anchor="end")
    for shown in range(1, 7):
        x, y = LEFT + SIDE * (shown - 0.5), TOP + SIDE * (shown - 0.5)
        yield Label(str(shown), (x, 48), "dice-face", "attacker")
        yield Label(str(shown), (LEFT - 52, y), "dice-face", "defender")
        if added[0]:
            yield Label(_comes_to(shown, added[0]), (x, 66), "tree-words", "attacker")
        if added[1]:
            yield Label(_comes_to(shown, added[1]), (LEFT - 12, y), "tree-words", "defender", anchor="end")


def _comes_to(shown: int, added: int) -> str:
    return f"is {mixed(shown + added)}"
