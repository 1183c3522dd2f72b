"""Sets of places of a board as the bits of one whole number: a shift moves a set, and one operation
joins or intersects two.

In half hexes (lattice / 3) a place has whole coordinates u and v; v grows south, and a row of
constant v sinks by half a row with each column::

    number = (u - first u) * stride + (v - first v)

``stride`` is so large that a pattern moved to any place of the board, even one that reaches past
its edge, never lands on a wrong place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Place, Vector, half_hexes


@dataclass(frozen=True, slots=True)
class Pattern:
    """Places by their offsets from any one place: bits, and the number that the lowest bit stands
    for (usually below 0).
    """

    bits: int
    lowest: int


@dataclass(frozen=True)
class PlaceBits:
    """The numbering of the hexes and hexsides of one board. `place_bits` keeps one for each board.

    >>> board = place_bits(Grid(columns=4, rows=4))
    >>> one, other = (
    ...     board.gather([board.grid.place("0202")]),
    ...     board.gather([board.grid.place("0202"), board.grid.place("0203")]),
    ... )
    >>> [board.grid.code(place) for place in board.places(other & ~one)]
    ['0203']
    """

    grid: Grid

    @cached_property
    def _first(self) -> tuple[int, int]:
        return min(x // 3 for x, _ in self.grid.places), min(y // 3 for _, y in self.grid.places)

    @cached_property
    def _rows(self) -> int:
        """The height of the board in half steps of v, allowing for the columns that sink."""
        rows = [2 * y // 3 + x // 3 for x, y in self.grid.places]
        return max(rows) - min(rows)

    @cached_property
    def stride(self) -> int:
        """The difference between the numbers of neighbours in two columns of half hexes."""
        return self._rows + 1

    def number(self, place: Place) -> int:
        """Return the number of a place of the board, which is the number of its bit."""
        u, v = self._first
        return (place[0] // 3 - u) * self.stride + place[1] // 3 - v

    def gather(self, places: Iterable[Place]) -> int:
        """Return the set of these places, which must lie on the board, as bits."""
        return sum(1 << number for number in {self.number(place) for place in places})

    @cached_property
    def board(self) -> int:
        """All places of the board, as bits."""
        return self.gather(self.grid.places)

    @cached_property
    def hexes(self) -> int:
        """The hexes of the board, as bits."""
        return self.gather(self.grid.hexes())

    @cached_property
    def _by_number(self) -> dict[int, Place]:
        return {self.number(place): place for place in self.grid.places}

    def places(self, bits: int) -> list[Place]:
        """Return the places of this set, column by column.

        Raises `KeyError` for a bit that stands for no place of the board.
        """
        by_number = self._by_number
        return [by_number[number] for number in numbers(bits)]

    @cached_property
    def farthest(self) -> int:
        """An upper bound of the distance, in hexes, between any two places of the board."""
        ends = [
            self.grid.hex(column, row)
            for column in (self.grid.first_column, self.grid.columns)
            for row in (1, self.grid.rows)
        ]
        return max(half_hexes(a, b) for a in ends for b in ends) // 2 + 1

    def pattern(self, offsets: Iterable[Vector]) -> Pattern:
        """Return the pattern of these offsets, without those that reach farther north or south than
        the board is high.
        """
        steps = {dx // 3 * self.stride + dy // 3 for dx, dy in offsets if self.reaches((dx, dy))}
        lowest = min(steps, default=0)
        return Pattern(sum(1 << number - lowest for number in steps), lowest)

    def reaches(self, offset: Vector) -> bool:
        """Return whether an offset reaches no farther north or south than the board is high."""
        return abs(2 * offset[1] // 3 + offset[0] // 3) <= self._rows

    def moved(self, pattern: Pattern, place: Place) -> int:
        """Return the places of the board that a pattern covers from this place, as bits."""
        shift = self.number(place) + pattern.lowest
        return (pattern.bits << shift if shift >= 0 else pattern.bits >> -shift) & self.board


@lru_cache(maxsize=16)
def place_bits(grid: Grid) -> PlaceBits:
    """Return the numbering of this board: the same object each time."""
    return PlaceBits(grid)


def numbers(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    written = bin(bits)[:1:-1]
    at = written.find("1")
    while at >= 0:
        yield at
        at = written.find("1", at + 1)


# -- how many sets hold each place ----------------------------------------------------------------

#: A number for each place, in binary, one plane for each digit: the first holds the ones, the next
#: the twos, and so on.
Planes = tuple[int, ...]


def counted(sets: Iterable[tuple[int, int]]) -> Planes:
    """Return for each place the sum of the weights of the sets that hold it, as planes.

    Each set is given as (bits, weight), the weight 0 or more.

    >>> count_at(counted([(0b11, 1), (0b10, 8)]), 1)
    9
    """
    planes: list[int] = []
    for bits, weight in sets:
        for plane in range(weight.bit_length()):
            if weight >> plane & 1:
                _add(planes, bits, plane)
    return tuple(planes)


def _add(planes: list[int], bits: int, plane: int) -> None:
    while bits:
        if plane >= len(planes):
            planes += [0] * (plane + 1 - len(planes))
        planes[plane], bits = planes[plane] ^ bits, planes[plane] & bits
        plane += 1


def count_at(planes: Planes, number: int) -> int:
    """Return the number that the planes hold for the place with this number."""
    return sum((bits >> number & 1) << plane for plane, bits in enumerate(planes))


def levels(planes: Sequence[int], within: int) -> list[tuple[int, int]]:
    """Return each number that the planes hold for some of these places, with the places as bits;
    lowest number first.

    >>> levels(counted([(0b011, 1), (0b010, 1)]), 0b111)
    [(0, 4), (1, 1), (2, 2)]
    """
    sets = [(0, within)] if within else []
    for plane in range(len(planes) - 1, -1, -1):
        split = (
            (count + (on << plane), bits & planes[plane] if on else bits & ~planes[plane])
            for count, bits in sets
            for on in (0, 1)
        )
        sets = [(count, bits) for count, bits in split if bits]
    return sets
