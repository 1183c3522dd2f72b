"""Lines of sight over a board with blocking hexes: a single line, or a field of view.

The rule set decides which hexes block, and whether the target's own hex does. A line along a
hexside is blocked if ``both`` its hexes block, or if ``either`` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from landships_lab.core.hexes import Hex, Place, Vector
from landships_lab.core.lines import between, hexes_of

AlongRule = Literal["both", "either"]


def sees(
    a: Place, b: Place, blocking: Set[Hex], along: AlongRule = "both", target_blocks: bool = False
) -> bool:
    """Return whether the line from ``a`` to ``b`` is clear of these hexes.

    The observer's own hexes never block; those of the target do only if ``target_blocks``.

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
class FieldOfView:
    """Everything seen from one hex within a radius in hexes: a set of hexes, kept as bits."""

    origin: Hex
    radius: int
    bits: int

    def __contains__(self, hexagon: Hex) -> bool:
        number = _numbers(self.radius).get(
            (hexagon[0] - self.origin[0], hexagon[1] - self.origin[1])
        )
        return number is not None and bool(self.bits >> number & 1)

    def __iter__(self) -> Iterator[Hex]:
        q, r = self.origin.q, self.origin.r
        return (
            Hex(q + dx // 6, r + dy // 6)
            for (dx, dy), n in _numbers(self.radius).items()
            if self.bits >> n & 1
        )

    def __len__(self) -> int:
        return self.bits.bit_count()


@lru_cache(maxsize=64)
def _numbers(radius: int) -> Mapping[Vector, int]:
    """Return every offset of a disc of hexes, nearest first, with the number of its bit."""
    offsets = (
        (6 * q, 6 * r)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    )
    return {
        o: n
        for n, o in enumerate(
            sorted(offsets, key=lambda o: (abs(o[0]) + abs(o[1]) + abs(o[0] + o[1]), o))
        )
    }


@dataclass(frozen=True, slots=True)
class _Shadows:
    """What each blocking hex hides from an observer, by its offset, and what each pair of hexes
    hides between them.
    """

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


def field_of_view(
    origin: Hex,
    radius: int,
    blocking: Set[Hex],
    along: AlongRule = "both",
    target_blocks: bool = False,
) -> FieldOfView:
    """Return the hexes within ``radius`` that are seen from this hex: those in no shadow of a
    blocking hex or of a pair of them.

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
    return FieldOfView(origin, radius, (1 << len(_numbers(radius))) - 1 & ~hidden)
