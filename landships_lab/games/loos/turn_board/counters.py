"""Draw the counters of a game of Loos with their names and steps, the front line of a stack towards
the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.drawing.shapes import Circles, Label, Pixel, Polygons, Shape, rectangle
from landships_lab.drawing.view import View
from landships_lab.games.loos.turn.battle import Battle, Unit

#: Half the width and half the height of a counter, and how far its middle lies below that of the
#: hex, which keeps it clear of the code (circumradii).
HALF_WIDTH, HALF_HEIGHT, DOWN = 0.46, 0.4, 0.2
#: How far the counters of a stack stand from the middle of their hex (circumradii).
ASIDE = 0.48


def spot(battle: Battle, unit: Unit, view: View) -> Pixel:
    """Return the middle of a counter: beside the middle of the hex in a stack, the front line of
    the British to the right and that of the Germans to the left.
    """
    x, y = view.pixel(unit.place)
    aside = 0.0
    if len(battle.at(unit.place)) > 1:
        right = unit.under == (unit.army == "german")
        aside = ASIDE if right else -ASIDE
    return x + aside * view.size, y + DOWN * view.size


def counter(battle: Battle, unit: Unit, view: View, chosen: bool = False) -> Iterator[Shape]:
    """Yield the shapes of a counter: its card, its name, and a dot for each step."""
    (x, y), size = spot(battle, unit, view), view.size
    wide, high = HALF_WIDTH * size, HALF_HEIGHT * size
    yield Polygons(
        (rectangle(x - wide + 1.8, y - high + 2.2, x + wide + 1.8, y + high + 2.2),), "shadow"
    )
    card = rectangle(x - wide, y - high, x + wide, y + high)
    yield Polygons((card,), f"counter-{unit.army}", unit.name)
    if unit.under:
        yield Polygons((card,), "hidden", f"{unit.name} in reserve")
    if chosen:
        yield Polygons((card,), "selected", unit.name)
    dots = tuple(
        (x + (n - (unit.steps - 1) / 2) * 0.22 * size, y + 0.24 * size) for n in range(unit.steps)
    )
    yield Label(unit.name, (x, y - 0.09 * size), "counter-name", unit.name)
    yield Circles(dots, 0.07 * size, "silhouette-dark", f"{unit.name} steps")
