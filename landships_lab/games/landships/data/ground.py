"""The values of each kind of terrain and the cost of turning: samples, until a reader sets their
own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from attrs import field, frozen

from landships_lab.core.checks import one_of, unknown, whole
from landships_lab.core.grid import Grid
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import DataError, parse_toml, read, structure
from landships_lab.data.terrain import Kinds, board_of, write_board

FILE = "landships/terrain.toml"
#: The values of a kind of terrain that a reader can set, each with its maximum.
MOST: Mapping[str, int] = MappingProxyType(
    {"cost": 99, "spotting": 99, "benefit": 9, "closed": 1, "crossing": 99}
)


@dataclass(frozen=True)
class TerrainKind:
    """One kind of terrain in a hex.

    It has the MPs to enter it, its spotting range in hexes, its benefit in combat, and whether it
    is closed to vehicles.
    """

    id: str
    name: str
    cost: int
    spotting: int
    benefit: int
    closed: bool = False


@dataclass(frozen=True)
class GroundValues:
    """The values of all kinds of terrain.

    ``crossing`` are extra MPs to cross a hexside feature; ``own`` names the values the reader set,
    such as ``woods.cost``.
    """

    kinds: tuple[TerrainKind, ...]
    crossing: tuple[tuple[str, int], ...]
    own: frozenset[str] = frozenset()

    def kind(self, name: str) -> TerrainKind:
        """Return the kind of terrain with this id.

        Raises `ValueError`, with the known ones, for any other.
        """
        for kind in self.kinds:
            if kind.id == name:
                return kind
        raise ValueError(unknown("kind of terrain", name, [k.id for k in self.kinds]))

    def is_own(self, kind: str, *what: str) -> bool:
        """Return whether the reader set any of these values of that kind."""
        return any(f"{kind}.{value}" in self.own for value in what)

    def set(self, name: str, value: int | str) -> GroundValues:
        """Return these values with one set by the reader, such as ``woods.cost`` or
        ``wire.crossing``.

        Checked.
        """
        kind, _, what = name.partition(".")
        allowed = {k.id: ["cost", "spotting", "benefit", "closed"] for k in self.kinds}
        for feature, _ in self.crossing:
            allowed[feature] = [*allowed.get(feature, ()), "crossing"]
        one_of(f"value of {kind}", what, allowed[one_of("kind of terrain", kind, allowed)])
        number, own = whole(name, value, 0, MOST[what]), self.own | {name}
        if what == "crossing":
            return replace(
                self,
                crossing=tuple((f, number if f == kind else mp) for f, mp in self.crossing),
                own=own,
            )
        given: dict[str, Any] = {what: bool(number) if what == "closed" else number}
        changed = replace(self.kind(kind), **given)
        return replace(
            self, kinds=tuple(changed if k.id == kind else k for k in self.kinds), own=own
        )

    def own_values(self) -> dict[str, int]:
        """Return the values that the reader set, by name."""
        crossing = dict(self.crossing)
        by_name = {}
        for name in sorted(self.own):
            kind, _, what = name.partition(".")
            by_name[name] = (
                crossing[kind] if what == "crossing" else int(getattr(self.kind(kind), what))
            )
        return by_name


@frozen
class _RawKind:
    name: str
    cost: int
    spotting: int
    benefit: int
    closed: bool = False


@frozen
class _RawFeature:
    name: str
    crossing: int


@frozen
class _File:
    hexes: dict[str, _RawKind]
    hexsides: dict[str, _RawFeature]
    turning: dict[str, int]


@cache
def _shipped() -> _File:
    return structure(read(FILE), _File, FILE)


@cache
def sample_values() -> GroundValues:
    """Return the sample values of terrain; the base game's are not in the source."""
    kinds = tuple(
        TerrainKind(key, k.name, k.cost, k.spotting, k.benefit, k.closed)
        for key, k in _shipped().hexes.items()
    )
    return GroundValues(kinds, tuple((key, f.crossing) for key, f in _shipped().hexsides.items()))


@cache
def sample_turning() -> Mapping[str, int]:
    """Return the sample MPs for each 30 degrees of turn, of a ``vehicle`` and one that is
    ``hard-to-steer``.
    """
    return MappingProxyType(dict(_shipped().turning))


@cache
def ground_kinds() -> Kinds:
    """Return the kinds of terrain that may be painted on a board of this rule set."""
    return Kinds(tuple(_shipped().hexes), tuple(_shipped().hexsides))


@frozen
class _RawValues:
    values: dict[str, dict[str, int]] = field(factory=dict)


def read_ground(text: str, origin: str = "your board") -> tuple[Grid, TerrainMap, GroundValues]:
    """Return the board and the values of terrain in this TOML.

    Raises `DataError`, naming the field, if it cannot be used.
    """
    held: dict[str, Any] = parse_toml(text, origin)
    raw = structure({"values": held.pop("values", {})}, _RawValues, origin)
    values = sample_values()
    for kind, numbers in raw.values.items():
        for what, number in numbers.items():
            try:
                values = values.set(f"{kind}.{what}", number)
            except ValueError as error:
                raise DataError(f"{origin}, values › {kind}: {error}") from error
    return (*board_of(held, ground_kinds(), origin), values)


def write_ground(grid: Grid, terrain: TerrainMap, values: GroundValues) -> str:
    """Return this board and its values as TOML, from which `read_ground` makes the same again."""
    tables: dict[str, list[str]] = {}
    for name, number in values.own_values().items():
        kind, _, what = name.partition(".")
        tables.setdefault(kind, []).append(f"{what} = {number}")
    own = "".join(
        f"\n[values.{kind}]\n" + "\n".join(lines) + "\n" for kind, lines in tables.items()
    )
    return write_board(grid, terrain) + own
