"""The strip of front on which Loos is played, its forces, and the starting situations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from types import MappingProxyType

from attrs import field, frozen

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Side
from landships_lab.data.load import DataError, read, structure

FILE = "loos/starts.toml"


@frozen
class _RawStrip:
    about: list[str]
    first_column: int
    columns: int
    rows: int
    woods: str
    high: str
    front: dict[str, str]
    second: dict[str, str]
    towns: dict[str, str]
    trenches: dict[str, str]


@frozen
class UnitSample:
    """The sample values of one kind of unit: its combat factor with 1, 2, ... steps, and its
    movement allowance.
    """

    factors: tuple[int, ...]
    allowance: int


@frozen
class TrackSample:
    """A sample of an artillery track: the markers and the dice of Zero Hour and turns 1 to 8."""

    markers: tuple[int, ...]
    dice: tuple[int, ...]


@frozen
class _RawSamples:
    costs: dict[str, int]
    units: dict[str, UnitSample]
    british: TrackSample
    german: TrackSample
    spans: dict[str, list[str]]


@frozen
class _RawForces:
    british: dict[str, list[str]]
    german: dict[str, list[str]]
    regiments: dict[str, list[str]]


@frozen
class Start:
    """A starting situation: the turn, the places of units (the front line of a stack first), and
    what is not on the strip.

    ``at`` maps codes of hexes to names of units. ``steps`` holds those of units that have lost
    some.
    """

    title: str
    turn: int
    deadpile: int
    sectors: dict[str, str]
    reserves: list[str]
    waiting: list[str]
    at: dict[str, str]
    british_towns: str = ""
    steps: dict[str, int] = field(factory=dict)


@frozen
class _Raw:
    strip: _RawStrip
    samples: _RawSamples
    forces: _RawForces
    starts: dict[str, Start]


@dataclass(frozen=True, eq=False)
class Strip:
    """The ground: the British lines by sector, the terrain of hexes that are not clear, towns by
    name, high ground, and the trench hexsides by the hex that the trench lies in.
    """

    grid: Grid
    about: tuple[str, ...]
    front: Mapping[str, tuple[Hex, ...]]
    second: Mapping[str, tuple[Hex, ...]]
    terrain: Mapping[Hex, str]
    towns: Mapping[str, frozenset[Hex]]
    high: frozenset[Hex]
    trenches: Mapping[Hex, frozenset[Side]]

    @cached_property
    def front_line(self) -> frozenset[Hex]:
        """The hexes of the British front line."""
        return frozenset(h for line in self.front.values() for h in line)

    @cached_property
    def second_line(self) -> frozenset[Hex]:
        """The hexes of the second line, in which reserves are placed."""
        return frozenset(h for line in self.second.values() for h in line)

    @cached_property
    def trench_sides(self) -> Mapping[Hex, frozenset[Side]]:
        """The German trench hexes with their trench hexsides: any hex with at least one is a trench
        hex (14.3, line 176), except in the British front line.
        """
        sides: dict[Hex, frozenset[Side]] = {}
        for side in frozenset().union(*self.trenches.values()):
            for hexagon in side.hexes:
                if hexagon not in self.front_line:
                    sides[hexagon] = sides.get(hexagon, frozenset()) | {side}
        return MappingProxyType(sides)

    @cached_property
    def town_hexes(self) -> frozenset[Hex]:
        """The hexes of all towns."""
        return frozenset().union(*self.towns.values())

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes of the strip, column by column."""
        return tuple(self.grid.hexes())

    def neighbours(self, hexagon: Hex) -> tuple[Hex, ...]:
        """Return the hexes of the strip next to this one."""
        return _neighbours(self.grid, hexagon)

    def crosses_trench(self, one: Hex, other: Hex) -> bool:
        """Return whether a trench hexside lies between two neighbouring hexes."""
        side = Side(one, other)
        return side in self.trenches.get(one, ()) or side in self.trenches.get(other, ())


@lru_cache(maxsize=512)
def _neighbours(grid: Grid, hexagon: Hex) -> tuple[Hex, ...]:
    return grid.neighbours(hexagon)


@dataclass(frozen=True, eq=False)
class Samples:
    """The values that the source does not print: costs of terrain, units, tracks, and for each
    German division the spans of turns 1 to 8.
    """

    costs: Mapping[str, int]
    units: Mapping[str, UnitSample]
    tracks: Mapping[str, TrackSample]
    spans: Mapping[str, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, eq=False)
class Forces:
    """The forces: British brigades and German battalions and regiments, by division."""

    british: Mapping[str, tuple[str, ...]]
    german: Mapping[str, tuple[str, ...]]
    regiments: Mapping[str, tuple[str, ...]]


@cache
def _raw() -> _Raw:
    return structure(read(FILE), _Raw, FILE)


@cache
def strip() -> Strip:
    """Return the ground. Raises `DataError` for a hex that is not on it."""
    raw = _raw().strip
    grid = Grid(columns=raw.columns, rows=raw.rows, first_column=raw.first_column)

    def placed(codes: str) -> tuple[Hex, ...]:
        return tuple(_hex(grid, code) for code in codes.split())

    towns = {town: frozenset(placed(codes)) for town, codes in raw.towns.items()}
    terrain = {h: "town" for hexes in towns.values() for h in hexes}
    terrain |= dict.fromkeys(placed(raw.woods), "woods")
    trenches = {
        _hex(grid, owner): frozenset(Side(_hex(grid, owner), h) for h in placed(codes))
        for owner, codes in raw.trenches.items()
    }
    return Strip(
        grid,
        tuple(raw.about),
        MappingProxyType({sector: placed(codes) for sector, codes in raw.front.items()}),
        MappingProxyType({sector: placed(codes) for sector, codes in raw.second.items()}),
        MappingProxyType(terrain),
        MappingProxyType(towns),
        frozenset(placed(raw.high)),
        MappingProxyType(trenches),
    )


def _hex(grid: Grid, code: str) -> Hex:
    place = grid.place(code)
    if not isinstance(place, Hex):
        raise DataError(f"{FILE}: {code} is not a hex of the strip.")
    return place


@cache
def samples() -> Samples:
    """Return the values that the source does not print."""
    raw = _raw().samples
    spans = {
        division: tuple((int(span[0]), int(span[-1])) for span in turns)
        for division, turns in raw.spans.items()
    }
    return Samples(raw.costs, raw.units, {"british": raw.british, "german": raw.german}, spans)


@cache
def forces() -> Forces:
    """Return the forces."""
    raw = _raw().forces
    british, german, regiments = (
        {division: tuple(names) for division, names in named.items()}
        for named in (raw.british, raw.german, raw.regiments)
    )
    return Forces(british, german, regiments)


@cache
def starts() -> Mapping[str, Start]:
    """Return the starting situations, by name."""
    return MappingProxyType(_raw().starts)
