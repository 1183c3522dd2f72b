"""The places that a weapon can hit from where it stands: the whole field at once, as fast as a hand
moves.

What lies in reach depends only on the heading and on the kind of place the firer stands in, so it
is computed once, as offsets, and shifted. `shot.verdict` says the same of one place at a time; the
tests hold the two together everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.answer import Gap
from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import Heading, Place, Side, Vector, place_at
from landships_lab.core.sources import Given
from landships_lab.games.landships.data.units import Unit, Weapon
from .book import RANGE_READING
from .ranges import range_hexes
from .shot import EDGE_HEX, FiringWeapon, covered, shot


@dataclass(frozen=True, slots=True)
class Reach:
    """The places within range that an arc covers, and those on an edge of it that is left out."""

    can_hit: frozenset[Place]
    on_excluded_edge: frozenset[Place]


def reach_of(fired: FiringWeapon) -> Reach:
    """Return the places that a shot can hit from here, and those within range on an edge that does
    not count.

    Both are empty for an illegal position, and for a maximum range that is neither in the source
    nor supplied.
    """
    if isinstance(fired.max_range, Gap) or not fired.legal:
        return Reach(frozenset(), frozenset())
    readings = (fired.readings[RANGE_READING], fired.readings[EDGE_HEX])
    return _reach(
        fired.weapon.arc, fired.edge_hexsides, fired.max_range, fired.heading, fired.place, readings
    )


def targets(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    readings: Given = None,
    max_range: int | None = None,
) -> frozenset[Place]:
    """Return the hexes and hexsides in arc and range from here, on an endless board.

    They are those that `can_target` allows, and the unit's own place, at range 0: the article does
    not say whether a unit may fire there. `ValueError` as for `can_target`. Source: Twelve Point
    Facing, Combat (line 115) and the fire arc diagrams (lines 47-85).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> place("0705") in targets("mk-iv-male", "57mm-starboard", place("0503/0504"), Heading("E"))
    True
    """
    return reach_of(shot(unit, weapon, place, heading, readings, max_range)).can_hit


#: Offsets by column: how far along the lattice's x, and which steps along its y.
_Field = tuple[tuple[int, tuple[int, ...]], ...]


class _Column(dict[int, Place]):
    """The places with one lattice x, each made when first asked for: finding one again is far
    quicker than making it.
    """

    def __init__(self, x: int) -> None:
        self._x = x

    def __missing__(self, y: int) -> Place:
        return self.setdefault(y, place_at(self._x, y))


class _Columns(dict[int, _Column]):
    """All columns, by their x."""

    def __missing__(self, x: int) -> _Column:
        return self.setdefault(x, _Column(x))


_COLUMNS = _Columns()


@lru_cache(
    maxsize=64
)  # enough for the panels of a page; the reach of a gun over 68 hexes fills half a megabyte
def _reach(
    arc: Arc,
    edge_hexsides: bool,
    limit: int,
    heading: Heading,
    place: Place,
    readings: tuple[str, str],
) -> Reach:
    x, y = place
    hit, edge = _offsets(arc, edge_hexsides, limit, heading, (x % 6, y % 6), readings)
    return Reach(_shifted(hit, x, y), _shifted(edge, x, y))


def _shifted(field: _Field, x: int, y: int) -> frozenset[Place]:
    return frozenset(
        [column[y + dy] for dx, dys in field for column in (_COLUMNS[x + dx],) for dy in dys]
    )


@lru_cache(maxsize=1024)
def _offsets(
    arc: Arc,
    edge_hexsides: bool,
    limit: int,
    heading: Heading,
    residue: Vector,
    readings: tuple[str, str],
) -> tuple[_Field, _Field]:
    """Return what lies in reach, as offsets from any firer on the same kind of place (its lattice
    point modulo 6).
    """
    range_reading, edge_hex = readings
    origin, locate = place_at(*residue), arc.sector(heading)
    hit: dict[int, list[int]] = {}
    edge: dict[int, list[int]] = {}
    span = 6 * limit + 3
    for dx in range(-span, span + 1, 3):
        for dy in range(max(-span, -span - dx), min(span, span - dx) + 1, 3):
            position = locate((dx, dy))
            if position == "outside":  # asked first, since it rules out most
                continue
            target = place_at(residue[0] + dx, residue[1] + dy)
            if range_hexes(origin, target, range_reading) > limit:
                continue
            if covered(position, isinstance(target, Side), edge_hexsides, edge_hex):
                hit.setdefault(dx, []).append(dy)
            else:
                edge.setdefault(dx, []).append(dy)
    return _field(hit), _field(edge)


def _field(columns: dict[int, list[int]]) -> _Field:
    return tuple((dx, tuple(dys)) for dx, dys in columns.items())
