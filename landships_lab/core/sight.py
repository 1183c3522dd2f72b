"""Lines of sight over a board with blocking hexes: one line, a field of view, or every pair of hexes at once.

Which hexes block is the rule set's word; so is whether the target's own hex does. A line that runs along a hexside is blocked
where ``both`` its hexes block, or where ``either`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Vector
from landships_lab.core.lines import between, hexes_of

AlongRule = Literal["both", "either"]


def sees(a: Place, b: Place, blocking: Set[Hex], along: AlongRule = "both", target_blocks: bool = False) -> bool:
    """Return whether the line from ``a`` to ``b`` is clear of these hexes. The hexes of the observer never block.

    >>> sees(Hex(0, 0), Hex(3, 0), {Hex(1, 0)}), sees(Hex(0, 0), Hex(3, 0), {Hex(3, 0)})
    (False, True)
    """
    x, y = a
    through, pairs = between(b[0] - x, b[1] - y, x % 6, y % 6)
    for dx, dy in through:
        if (x + dx, y + dy) in blocking:
            return False
    for (px, py), (qx, qy) in pairs:
        one, other = (x + px, y + py) in blocking, (x + qx, y + qy) in blocking
        if (one and other) or (along == "either" and (one or other)):
            return False
    return not (target_blocks and a != b and all(h in blocking for h in hexes_of(b)))


@dataclass(frozen=True, slots=True)
class Field:
    """Everything seen from one hex as far as a radius: a set of hexes, kept as the bits of one whole number."""

    origin: Hex
    radius: int
    bits: int

    def __contains__(self, hexagon: Hex) -> bool:
        number = _numbers(self.radius).get((hexagon[0] - self.origin[0], hexagon[1] - self.origin[1]))
        return number is not None and bool(self.bits >> number & 1)

    def __iter__(self) -> Iterator[Hex]:
        q, r = self.origin.q, self.origin.r
        return (Hex(q + dx // 6, r + dy // 6) for (dx, dy), n in _numbers(self.radius).items() if self.bits >> n & 1)

    def __len__(self) -> int:
        return self.bits.bit_count()


@lru_cache(maxsize=64)
def _numbers(radius: int) -> Mapping[Vector, int]:
    """Every offset of a disc of hexes, nearest first, with its number: the bit that stands for it."""
    offsets = ((6 * q, 6 * r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius)
    return {o: n for n, o in enumerate(sorted(offsets, key=lambda o: (abs(o[0]) + abs(o[1]) + abs(o[0] + o[1]), o)))}


@dataclass(frozen=True, slots=True)
class _Shadows:
    """What each blocking hex hides from an observer, by its offset, and what each pair of hexes hides between them."""

    hexes: Mapping[Vector, int]
    pairs: tuple[tuple[Vector, Vector, int], ...]


@lru_cache(maxsize=64)
def _shadows(radius: int, along: AlongRule, target_blocks: bool) -> _Shadows:
    hexes: dict[Vector, int] = {}
    pairs: dict[tuple[Vector, Vector], int] = {}
    for target, number in _numbers(radius).items():
        through, beside = between(*target)
        own = (target,) if target_blocks and number else ()
        either = tuple(h for pair in beside for h in pair) if along == "either" else ()
        for blocker in (*through, *own, *either):
            hexes[blocker] = hexes.get(blocker, 0) | 1 << number
        for pair in beside if along == "both" else ():
            pairs[pair] = pairs.get(pair, 0) | 1 << number
    return _Shadows(hexes, tuple((one, other, bits) for (one, other), bits in pairs.items()))


def field_of_view(origin: Hex, radius: int, blocking: Set[Hex], along: AlongRule = "both", target_blocks: bool = False) -> Field:
    """Return the hexes within ``radius`` that are seen from here: those in no shadow of a blocking hex or of a pair of them.

    >>> seen = field_of_view(Hex(0, 0), 3, {Hex(1, 0)})
    >>> len(seen), Hex(3, 0) in seen, Hex(1, 0) in seen
    (33, False, True)
    """
    shadows = _shadows(radius, along, target_blocks)
    cast = shadows.hexes.get
    ox, oy = origin
    hidden = 0
    for x, y in blocking:
        hidden |= cast((x - ox, y - oy), 0)
    for (ax, ay), (bx, by), bits in shadows.pairs:
        if (ox + ax, oy + ay) in blocking and (ox + bx, oy + by) in blocking:
            hidden |= bits
    return Field(origin, radius, (1 << len(_numbers(radius))) - 1 & ~hidden)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Who sees whom on a board: for each offset, the hexes from which the line of that offset is clear, as bits."""

    grid: Grid
    clear: Mapping[Vector, int]

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return whether ``a`` sees ``b``. Both lie on the board."""
        return bool(self.clear[b[0] - a[0], b[1] - a[1]] >> _Bits.of(self.grid).number(a) & 1)


def all_pairs(grid: Grid, blocking: Set[Hex], along: AlongRule = "both", target_blocks: bool = False) -> Pairs:
    """Return who sees whom on the whole board: for each offset, one shift of the board for each hex on the way.

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
            hidden |= lifted >> one & lifted >> other if along == "both" else lifted >> one | lifted >> other
        back = hidden << shift
        if target_blocks and shift:
            hidden, back = hidden | blocks >> shift, back | blocks << shift
        clear[-dx, -dy] = board & ~back
        clear[dx, dy] = board & ~hidden
    return Pairs(grid, clear)


@dataclass(frozen=True, slots=True)
class _Bits:
    """A board as one whole number: a column of bits for each column of hexes, so far apart that no shift meets another.

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
    """Every way from a hex of the board to another, those that lead back left out: offset, shift, shifts of what lies between."""
    bits = _Bits.of(grid)
    ends = {grid.hex(column, row) for column in (1, 2, grid.columns - 1, grid.columns) for row in (1, grid.rows)}
    offsets = {(b[0] - a[0], b[1] - a[1]) for a in ends if a in grid for b in grid.hexes()}  # the outermost hexes reach them all
    ways = []
    for offset in sorted(o for o in offsets if bits.shift(o) >= 0):
        through, pairs = between(*offset)
        lifted = tuple(tuple(bits.shift(h) + bits.lift for h in pair) for pair in (through, *pairs))
        ways.append((offset, bits.shift(offset), lifted[0], lifted[1:]))
    return tuple(ways)  # type: ignore[arg-type]  # a pair stays a pair
