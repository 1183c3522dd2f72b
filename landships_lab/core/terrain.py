"""A board with painted terrain: a kind for each hex, a feature along a hexside, and high ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from landships_lab.core.hexes import Hex, Place, Side

#: What lies in a hex that nothing was painted on.
CLEAR = "clear"


@dataclass(frozen=True)
class TerrainMap:
    """The terrain of a board.

    ``painted`` holds what differs from clear hexes and bare hexsides; ``high`` is high ground. The
    rule set decides which kinds there are; a map only remembers their names. Raises `ValueError` if
    a place holds two kinds.

    >>> board = TerrainMap().paint(Hex(0, 0), "woods").paint(Hex(0, 0).sides()[0], "trench")
    >>> board.of(Hex(0, 0)), board.of(Hex(1, 0)), board.of(Hex(0, 0).sides()[0])
    ('woods', 'clear', 'trench')
    """

    painted: frozenset[tuple[Place, str]] = frozenset()
    high: frozenset[Hex] = frozenset()

    def __post_init__(self) -> None:
        if len(dict(self.painted)) != len(self.painted):
            raise ValueError("A place holds one kind of terrain; one of these places holds two.")

    @cached_property
    def kinds(self) -> Mapping[Place, str]:
        """The terrain of each place that differs from a clear hex or a bare hexside."""
        return MappingProxyType(dict(self.painted))

    @cached_property
    def hexes(self) -> Mapping[Hex, str]:
        """The terrain of the hexes that are not clear."""
        return MappingProxyType(
            {place: kind for place, kind in self.painted if isinstance(place, Hex)}
        )

    @cached_property
    def sides(self) -> Mapping[Side, str]:
        """The features that run along hexsides."""
        return MappingProxyType(
            {place: kind for place, kind in self.painted if isinstance(place, Side)}
        )

    def of(self, place: Place) -> str:
        """Return the terrain of a hex (clear unless painted) or the feature of a hexside ("" for
        none).
        """
        return self.kinds.get(place, CLEAR if isinstance(place, Hex) else "")

    def paint(self, place: Place, kind: str) -> TerrainMap:
        """Return this map with that kind on the place. ``clear`` or "" clears the place."""
        rest = self.painted - {(place, self.of(place))}
        return replace(self, painted=rest if kind in (CLEAR, "") else rest | {(place, kind)})

    def lift(self, hexagon: Hex, high: bool = True) -> TerrainMap:
        """Return this map with that hex on high ground, or off it."""
        return replace(self, high=self.high | {hexagon} if high else self.high - {hexagon})
