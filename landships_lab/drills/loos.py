"""Questions made up on the spot about the table, bombardment and sight of Loos: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import half_hexes
from landships_lab.drills.question import Question

_GRID = Grid(columns=16, rows=12)
_TERRAIN = ("mountain", "trench", "town", "woods", "clear")


def _table(dice: random.Random) -> Question:
    """An attack somewhere on the printed part of a line, with its roll."""
    terrain, roll = dice.choice(_TERRAIN), dice.randint(1, 6)
    defence = dice.randint(2, 9)
    attack = defence + dice.randint(-1, 10)
    state = f"loos:table {terrain} attack {attack} defence {defence} roll {roll}"
    return Question(f"{attack} attack {defence}; the terrain is {terrain}, the roll {roll}. Which result is it?", state)


def _bombardment(dice: random.Random) -> Question:
    """A throw that was made: the total of its dice, and the roll on the table."""
    terrain, roll, total = dice.choice(_TERRAIN), dice.randint(1, 3), dice.randint(3, 14)
    ask = f"The dice of a bombardment come to {total}, the terrain is {terrain}, the roll on the table {roll}. Which result is left?"
    return Question(ask, f"loos:bombardment {terrain} total {total} roll {roll}")


def _sight(dice: random.Random) -> Question:
    """An observer, a target three or four hexes off, and a few woods between them."""
    hexes = list(_GRID.hexes())
    observer = dice.choice(hexes)
    target = dice.choice([h for h in hexes if half_hexes(observer, h) in (6, 8)])
    near = [h for h in hexes if 0 < half_hexes(observer, h) + half_hexes(h, target) <= half_hexes(observer, target) + 4]
    woods = dice.sample([h for h in near if h not in (observer, target)], 3)
    at, to, painted = _GRID.code(observer), _GRID.code(target), ",".join(sorted(map(_GRID.code, woods)))
    return Question(
        f"Woods lie in {painted.replace(',', ', ')}. Is {to} observed from {at}?", f"loos:sight {at} at {to} terrain woods={painted}"
    )


LOOS: Mapping[str, Callable[[random.Random], Question]] = MappingProxyType(
    {"loos:table": _table, "loos:bombardment": _bombardment, "loos:sight": _sight}
)
