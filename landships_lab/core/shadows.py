"""The places seen from a place, as bits: the shadows of the blocking hexes, moved to the observer,
are removed from the board.

`core.sight` does the same for hexes only. Here observers and targets may stand on hexsides, several
hexes together may be needed to stop a line, and the target's own hexes may count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Vector, place_at
from landships_lab.core.lines import Through, hexes_of, trace
from landships_lab.core.place_bits import Pattern, counted, levels, place_bits

#: When the two hexes beside a line along a hexside block it: if both block, if either does, or each
#: counted as a hex in its own right.
AlongRule = Literal["both", "either", "each"]


def seen_places(
    grid: Grid,
    observer: Place,
    radius: int,
    blocking: Set[Hex],
    along: AlongRule = "both",
    depth: int = 1,
    target_blocks: bool = False,
) -> int:
    """Return the places of the board within ``radius`` hexes to which the line is clear, as bits of
    `place_bits`. Places farther away may or may not be among them.

    ``depth`` blocking hexes stop a line. The hexes of the observer never block; those of the target
    block only if ``target_blocks``.

    >>> grid = Grid(columns=5, rows=5)
    >>> seen = seen_places(grid, grid.place("0103"), 5, {grid.place("0303")})
    >>> board = place_bits(grid)
    >>> [bool(seen >> board.number(grid.place(code)) & 1) for code in ("0303", "0503", "0501")]
    [True, False, True]
    """
    board = place_bits(grid)
    x, y = observer
    shadows = _shadows(grid, (x % 6, y % 6), radius, target_blocks)
    near = {(hx - x, hy - y) for hx, hy in blocking}
    cast = [
        board.moved(pattern, observer)
        for hexagon in near
        if (pattern := shadows.hexes.get(hexagon))
    ]
    for (one, other), pattern in shadows.pairs.items():
        both = (one in near) + (other in near)
        times = both if along == "each" else int(both == 2 if along == "both" else both > 0)
        cast += [board.moved(pattern, observer)] * times
    met = counted((bits, 1) for bits in cast)
    return sum(bits for count, bits in levels(met, board.board) if count < depth)


@dataclass(frozen=True, slots=True)
class _Shadows:
    """What each hex hides from an observer, by its offset, and what each pair of hexes hides when a
    line runs between them.
    """

    hexes: Mapping[Vector, Pattern]
    pairs: Mapping[tuple[Vector, Vector], Pattern]


@lru_cache(maxsize=64)
def _shadows(grid: Grid, rest: Vector, radius: int, target_blocks: bool) -> _Shadows:
    """Return the shadows for every observer on the same kind of place: with the same lattice point
    modulo 6.
    """
    hexes: dict[Vector, list[Vector]] = {}
    pairs: dict[tuple[Vector, Vector], list[Vector]] = {}
    span = 6 * radius + 3
    for dx in range(-span, span + 1, 3):
        for dy in range(max(-span, -span - dx), min(span, span - dx) + 1, 3):
            for crossed in _crossed(rest, (dx, dy), target_blocks):
                if len(crossed) == 1:
                    hexes.setdefault(crossed[0], []).append((dx, dy))
                else:
                    pairs.setdefault((crossed[0], crossed[1]), []).append((dx, dy))
    pattern = place_bits(grid).pattern
    return _Shadows(
        {h: pattern(hidden) for h, hidden in hexes.items()},
        {pair: pattern(hidden) for pair, hidden in pairs.items()},
    )


def _crossed(rest: Vector, target: Vector, target_blocks: bool) -> Iterator[tuple[Vector, ...]]:
    """Yield what could block the line to the target: a hex that it passes through, or the two hexes
    beside a hexside it runs along.
    """
    x, y = rest
    start, end = place_at(x, y), place_at(x + target[0], y + target[1])
    free = {*hexes_of(start), *(() if target_blocks else hexes_of(end))}
    for step in trace(start, end):
        hexes = (step.hex,) if isinstance(step, Through) else step.hexes
        if free.isdisjoint(hexes):
            yield tuple((hx - x, hy - y) for hx, hy in hexes)
