"""The picture of the assault panel: every roll of the two dice in a square of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from landships_lab.scene.shapes import Circles, Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper, rectangle

WIDTH, HEIGHT = 600.0, 440.0
LEFT, TOP, SIDE = 176.0, 84.0, 56.0
RESULTS = ("attacker out", "draw", "defender out")
TINTS = {"attacker out": "vermillion", "draw": "yellow", "defender out": "green"}
#: A sign in each square, so that colour is never the only one to say it.
SIGNS = {"attacker out": "✗", "draw": "=", "defender out": "✓"}


def dice_at(pixel: Pixel) -> tuple[int, int] | None:
    """Which dice (attacker across, defender down) stand at this pixel?"""
    a, b = int((pixel[0] - LEFT) // SIDE) + 1, int((pixel[1] - TOP) // SIDE) + 1
    return (a, b) if 1 <= a <= 6 and 1 <= b <= 6 else None


def picture(
    results: Mapping[tuple[int, int], str], plus: tuple[int, int], arms: tuple[str, str], dice: tuple[int, int] | None, told: str
) -> Scene:
    """What do the 36 rolls look like? ``plus`` is what each adds to his die, ``arms`` what each has in hand.

    A riddle has no results, and so there is none to count.
    """
    figures: list[Shape] = [*_heads(plus, arms)]
    for (a, b), result in results.items():
        figures += _square(a, b, result)
    if dice is not None:
        ring = _ring(*dice)
        figures.append(Lines(((*ring, ring[0]),), "target-ring", f"{dice[0]} {dice[1]}"))
    wins = sum(result == "defender out" for result in results.values())
    counted = f"Of 36 rolls the attacker wins {wins}. " if any(results.values()) else ""
    return _scene(figures, "All rolls of an assault", f"{counted}{told}")


def _scene(figures: list[Shape], title: str, told: str) -> Scene:
    return Scene(WIDTH, HEIGHT, bare_paper(WIDTH, HEIGHT), tuple(figures), title, told)


def surrender(enemy: float, friend: float | None, near: int, far: int, yields: bool, told: str) -> Scene:
    """What bears on his surrender? The man, the circles of point blank range and of comradeship, enemy and friend."""
    x, y, scale = WIDTH / 2, HEIGHT / 2, 15.0
    figures: list[Shape] = []
    for reach, words in ((far, f"{far}″: an unwounded friend gives heart"), (near, f"{near}″: point blank")):
        figures.append(Circles(((x, y),), scale * reach, "hover", words))
        figures.append(Label(words, (x, y - scale * reach - 9), "tree-words", words))
    spots = [(-1.0, enemy, "counter-british", "enemy")]
    spots += [] if friend is None else [(1.0, friend, "counter-german", "friend")]
    for side, inches, role, name in spots:
        at = (x + side * min(scale * inches, WIDTH / 2 - 30), y)
        figures += [Circles((at,), 10, role, name), Label(f"{name}, {inches:g}″", (at[0], y + 22), "unit-name", name)]
    figures += [Circles(((x, y),), 10, "counter-german", "he"), Label("he", (x, y + 38), "unit-name", "he")]
    if yields:
        figures.append(Circles(((x, y),), 15, "target-ring", "surrenders"))
    return _scene(figures, "Does he surrender?", told)


def _ring(a: int, b: int) -> tuple[Pixel, ...]:
    left, top = LEFT + SIDE * (a - 1), TOP + SIDE * (b - 1)
    return rectangle(left + 1.5, top + 1.5, left + SIDE - 1.5, top + SIDE - 1.5)


def _square(a: int, b: int, result: str) -> Iterator[Shape]:
    name = f"{a} {b}"
    yield Polygons((_ring(a, b),), "dice-square", name, TINTS.get(result, "black"))
    if not result:
        return  # nothing is given away
    x, y = LEFT + SIDE * (a - 0.5), TOP + SIDE * (b - 0.5)
    yield Label(SIGNS[result], (x, y), "dice-sign", name, TINTS[result])


def _heads(plus: tuple[int, int], arms: tuple[str, str]) -> Iterator[Shape]:
    """Each die along its side, with what it comes to."""
    middle = LEFT + 3 * SIDE
    yield Label(f"the attacker's die ({arms[0]})", (middle, 22), "tree-head", "attacker")
    yield Label("the defender's die", (LEFT - 14, TOP - 34), "tree-head", "defender", anchor="end")
    yield Label(f"({arms[1]})", (LEFT - 14, TOP - 18), "tree-words", "defender", anchor="end")
    for shown in range(1, 7):
        x, y = LEFT + SIDE * (shown - 0.5), TOP + SIDE * (shown - 0.5)
        yield Label(str(shown), (x, 48), "dice-face", "attacker")
        yield Label(str(shown), (LEFT - 52, y), "dice-face", "defender")
        if plus[0]:
            yield Label(_comes_to(shown, plus[0]), (x, 66), "tree-words", "attacker")
        if plus[1]:
            yield Label(_comes_to(shown, plus[1]), (LEFT - 12, y), "tree-words", "defender", anchor="end")


def _comes_to(shown: int, plus: int) -> str:
    return f"is {shown + plus}".replace("-", "\N{MINUS SIGN}")
