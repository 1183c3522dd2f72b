"""A force on a board: where its units stand, and which places each of their weapons bears on, as
bits.

A weapon bears on a place if `can_target` says that it may fire at a spotted target there and the
line of sight, as the reader has set it, is clear. The tests hold the two together.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import Protocol

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.arc_bits import fan
from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, Vector, place_at
from landships_lab.core.place_bits import Pattern, place_bits
from landships_lab.games.landships.data.units import Unit, Weapon
from .book import RANGE_READING
from .fire import EDGE_HEX, FiringWeapon, covered, shot, verdict
from .ranges import range_hexes

SIDES = ("British", "German")
#: As many units as a board takes, both sides together.
MOST_UNITS = 24


@dataclass(frozen=True)
class Deployed:
    """One unit of a force, with its place, its heading and its side.

    ``number`` tells it from other units of the same name.
    """

    unit: Unit = field(hash=False)
    place: Place
    heading: Heading
    side: str
    number: int = 1

    @property
    def name(self) -> str:
        """What sentences call it, such as "Mk IV male 2"."""
        return f"{self.unit.name} {self.number}"


Force = tuple[Deployed, ...]


class SightRule(Protocol):
    """The reader's rule on lines of sight; the rule itself is in the base game.

    It can be compared and used as a key.
    """

    def seen_from(self, grid: Grid, observer: Place, asked: int) -> int:
        """Return the places, out of those asked about, to which the line is clear; both as bits."""

    def explain(self, observer: Place, target: Place) -> Answer[bool | Gap]:
        """Return whether the line is clear, and why."""

    def step(self) -> Step:
        """Return the step that says what blocks, and whose word that is."""


@dataclass(frozen=True)
class Conditions:
    """What holds for every shot: the board, the readings that are not the defaults, and what only
    the reader can say.

    ``max_range``, in hexes, stands for every maximum range that is not in the source. Without
    ``sight`` nothing blocks a line.
    """

    grid: Grid
    readings: tuple[tuple[str, str], ...] = ()
    max_range: int | None = None
    sight: SightRule | None = None


@dataclass(frozen=True, slots=True)
class Bearing:
    """One weapon of a deployed unit, and the places of the board that it bears on, as bits."""

    shot: FiringWeapon
    bits: int

    @property
    def weapon(self) -> Weapon:
        """The weapon."""
        return self.shot.weapon


def union(sets: Iterable[int]) -> int:
    """Return the places that lie in any of these sets, as bits."""
    return reduce(operator.or_, sets, 0)


def of_side(force: Iterable[Deployed], side: str) -> Force:
    """Return the units of this side, or all units for "both"."""
    return tuple(one for one in force if side in (one.side, "both"))


@lru_cache(maxsize=2048)  # the units of a dragged force stay where they are, all but one
def bearings(one: Deployed, conditions: Conditions) -> tuple[Bearing, ...]:
    """Return what each weapon of a deployed unit bears on, in the order of the unit's card.

    A weapon whose maximum range is not in the source bears on nothing until the reader supplies
    one. Fire of a Weapons Unit outside its arc, at a penalty that only the base game gives, is left
    out. `ValueError` for an unknown reading or option. Source: Twelve Point Facing, Combat (line
    115).

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0604"), Heading.N, "British")
    >>> [(b.weapon.id, b.bits.bit_count()) for b in bearings(tank, Conditions(grid))][-1]
    ('mg-stern', 45)
    """
    board = place_bits(conditions.grid)
    shots = _shots(one, conditions)
    here = board.gather([one.place])
    reaches = [board.moved(_pattern_of(fired, conditions.grid), one.place) for fired in shots]
    reaches = [
        bits if verdict(fired, one.place) is True else bits & ~here
        for bits, fired in zip(reaches, shots, strict=True)
    ]
    if conditions.sight is not None:
        seen = conditions.sight.seen_from(conditions.grid, one.place, union(reaches))
        reaches = [bits & seen for bits in reaches]
    return tuple(map(Bearing, shots, reaches))


def _shots(one: Deployed, conditions: Conditions) -> list[FiringWeapon]:
    weapons = list(one.unit.weapons.values())
    first = shot(one.unit, weapons[0], one.place, one.heading, dict(conditions.readings))
    asked = replace(first, own_range=conditions.max_range)
    return [asked.with_weapon(weapon) for weapon in weapons]


def _pattern_of(fired: FiringWeapon, grid: Grid) -> Pattern:
    if isinstance(fired.max_range, Gap) or not fired.legal:
        return Pattern(0, 0)
    readings = (fired.readings[RANGE_READING], fired.readings[EDGE_HEX])
    limit = min(fired.max_range, place_bits(grid).farthest)
    x, y = fired.place
    return _pattern(
        grid, fired.weapon.arc, fired.edge_hexsides, limit, fired.heading, (x % 6, y % 6), readings
    )


@lru_cache(maxsize=4096)
def _pattern(
    grid: Grid,
    arc: Arc,
    edge_hexsides: bool,
    limit: int,
    heading: Heading,
    rest: Vector,
    readings: tuple[str, str],
) -> Pattern:
    """Return what a weapon can hit from any place of one kind (its lattice point modulo 6): made
    once, then shifted.
    """
    range_reading, edge_hex = readings
    every = fan(grid)
    sector, sides = every.sector(arc, heading), every.of(_hexsides(grid, rest))
    found = sector.inside
    if covered("edge", True, edge_hexsides, edge_hex):
        found |= sector.edge & sides
    if covered("edge", False, edge_hexsides, edge_hex):
        found |= sector.edge & ~sides
    return Pattern(found & every.of(_disc(grid, rest, limit, range_reading)), every.all.lowest)


@lru_cache(maxsize=32)
def _hexsides(grid: Grid, rest: Vector) -> Pattern:
    """Return the offsets that lead from one kind of place to hexsides."""
    wide, high = 6 * grid.columns, 6 * grid.rows + 3 * grid.columns
    kinds = ((dx, dy) for dx in range(-wide, wide + 1, 3) for dy in range(-high, high + 1, 3))
    return place_bits(grid).pattern(
        (dx, dy) for dx, dy in kinds if (rest[0] + dx) % 6 or (rest[1] + dy) % 6
    )


def bears_on(one: Deployed, conditions: Conditions) -> int:
    """Return the places that any weapon of a deployed unit bears on, as bits."""
    return union(bearing.bits for bearing in bearings(one, conditions))


def places_within(place: Place, hexes: int, grid: Grid, reading: str = "full-hexes") -> int:
    """Return the places of the board within this range of a place, in hexes, as bits.

    ``reading`` is an option of the reading range-between-hexsides.
    """
    x, y = place
    return place_bits(grid).moved(_disc(grid, (x % 6, y % 6), hexes, reading), place)


@lru_cache(maxsize=256)
def _disc(grid: Grid, rest: Vector, hexes: int, reading: str) -> Pattern:
    centre, span = place_at(*rest), range(-6 * hexes - 3, 6 * hexes + 4, 3)
    offsets = ((dx, dy) for dx in span for dy in span if abs(dx + dy) <= 6 * hexes + 3)
    near = (
        o
        for o in offsets
        if range_hexes(centre, place_at(rest[0] + o[0], rest[1] + o[1]), reading) <= hexes
    )
    return place_bits(grid).pattern(near)


def without_range(
    force: Iterable[Deployed], conditions: Conditions
) -> tuple[tuple[Deployed, Weapon], ...]:
    """Return the weapons, each with its unit, whose maximum range is neither in the source nor
    supplied by the reader.
    """
    if conditions.max_range is not None:
        return ()
    return tuple(
        (one, weapon)
        for one in force
        for weapon in one.unit.weapons.values()
        if isinstance(weapon.range_hexes, Gap)
    )
