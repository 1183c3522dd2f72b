"""Who sees whom on a whole board at once: a second way to the answers of `sees`, for the tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Vector
from landships_lab.core.lines import between
from landships_lab.core.sight import AlongRule


@dataclass(frozen=True, slots=True)
class Pairs:
    """Who sees whom on a board: for each offset, the hexes from which the line of that offset is
    clear, as bits.
    """

    grid: Grid
    clear: Mapping[Vector, int]

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return whether ``a`` sees ``b``. Both lie on the board."""
        return bool(self.clear[b[0] - a[0], b[1] - a[1]] >> _Bits.of(self.grid).number(a) & 1)


def all_pairs(
    grid: Grid, blocking: Set[Hex], along: AlongRule = "both", target_blocks: bool = False
) -> Pairs:
    """Return who sees whom on the whole board: for each offset, one shift of the board for each hex
    on the way.

    A line is the same both ways, so the offset back is the offset there, moved.
    """
    bits = _Bits.of(grid)
    board, blocks = bits.gather(grid.hexes()), bits.gather(h for h in blocking if h in grid)
    lifted = blocks << bits.lift
    clear: dict[Vector, int] = {}
    for (dx, dy), shift, through, pairs in _ways(grid):
        hidden = 0
        for s in through:
            hidden |= lifted >> s
        for one, other in pairs:
            hidden |= (
                lifted >> one & lifted >> other
                if along == "both"
                else lifted >> one | lifted >> other
            )
        back = hidden << shift
        if target_blocks and shift:
            hidden, back = hidden | blocks >> shift, back | blocks << shift
        clear[-dx, -dy] = board & ~back
        clear[dx, dy] = board & ~hidden
    return Pairs(grid, clear)


@dataclass(frozen=True, slots=True)
class _Bits:
    """A board as one whole number: a column of bits for each column of hexes, so far apart that no
    shift meets another.

    ``lift`` is how far the board is raised before it is shifted back, so that no shift is negative.
    """

    stride: int
    lowest: int
    lift: int

    @classmethod
    def of(cls, grid: Grid) -> _Bits:
        rows = [grid.hex(column, row).r for column in (1, grid.columns) for row in (1, grid.rows)]
        height = max(rows) - min(rows) + 1
        return cls(3 * height, min(rows), height)

    def number(self, hexagon: Hex) -> int:
        return hexagon.q * self.stride + hexagon.r - self.lowest

    def shift(self, offset: Vector) -> int:
        return offset[0] // 6 * self.stride + offset[1] // 6

    def gather(self, hexes: Iterable[Hex]) -> int:
        return sum(1 << self.number(h) for h in hexes)


_Way = tuple[Vector, int, tuple[int, ...], tuple[tuple[int, int], ...]]


@lru_cache(maxsize=16)
def _ways(grid: Grid) -> tuple[_Way, ...]:
    """Every way from a hex of the board to another, those that lead back left out: offset, shift,
    shifts of what lies between.
    """
    bits = _Bits.of(grid)
    ends = {
        grid.hex(column, row)
        for column in (1, 2, grid.columns - 1, grid.columns)
        for row in (1, grid.rows)
    }
    offsets = {
        (b[0] - a[0], b[1] - a[1]) for a in ends if a in grid for b in grid.hexes()
    }  # the outermost hexes reach them all
    ways = []
    for offset in sorted(o for o in offsets if bits.shift(o) >= 0):
        through, pairs = between(*offset)
        lifted = tuple(tuple(bits.shift(h) + bits.lift for h in pair) for pair in (through, *pairs))
        ways.append((offset, bits.shift(offset), lifted[0], lifted[1:]))
    return tuple(ways)  # type: ignore[arg-type]  # a pair stays a pair
