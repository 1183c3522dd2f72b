"""A force on a board: which places each of its weapons bears on, where it is blind, and why; for
all places at once, as bits.

A weapon bears on a place if `can_target` allows fire at a spotted target there and the line of
sight, by the reader's rule, is clear. Tests keep the two in agreement.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from typing import Protocol

from landships_lab.core.answer import Answer, Gap, Step, Telling, Told, summed
from landships_lab.core.arc_bits import fan
from landships_lab.core.arcs import Arc
from landships_lab.core.checks import one_of, whole
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, Vector, place_at
from landships_lab.core.place_bits import (
    Pattern,
    PlaceBits,
    Planes,
    count_at,
    counted,
    levels,
    place_bits,
)
from landships_lab.core.speech import listed, plural
from landships_lab.data.gaps import gap
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.book import (
    RANGE_READING,
    READINGS,
    add,
    hexes,
    note,
    start,
)
from landships_lab.games.landships.rules.fire import (
    EDGE_HEX,
    OUTSIDE_ARC,
    FiringWeapon,
    covered,
    shot,
    spotted_step,
)
from landships_lab.games.landships.rules.ranges import range_hexes

SIDES = ("British", "German")
#: The most units on a board, both sides together.
MOST_UNITS = 24
#: What can be counted for a place, and its word.
SHADES = {"guns": "guns", "units": "units", "points": "points"}
MOST_WITHIN = 12
#: The base game's rule on lines of sight: the same gap as in the panel of lines of sight.
NO_SIGHT = gap("free_sight", "what-blocks")


# --------------------------------------------------------------------------------------- the force


@dataclass(frozen=True)
class Deployed:
    """One unit of a force, with its place, its heading and its side.

    ``number`` distinguishes it from other units of the same name.
    """

    unit: Unit = field(hash=False)
    place: Place
    heading: Heading
    side: str
    number: int = 1

    @property
    def name(self) -> str:
        """Its name in a sentence, such as "Mk IV male 2"."""
        return f"{self.unit.name} {self.number}"


Force = tuple[Deployed, ...]


class SightRule(Protocol):
    """The reader's rule on lines of sight; the rule itself is in the base game.

    It can be compared and used as a key.
    """

    def seen_from(self, grid: Grid, observer: Place, asked: int) -> int:
        """Return which of these places the line to is clear; both are bits."""

    def explain(self, observer: Place, target: Place) -> Answer[bool | Gap]:
        """Return whether the line is clear, and why."""

    def step(self) -> Step:
        """Return the step that says what blocks, and who says so."""


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


def of_side(force: Iterable[Deployed], side: str) -> Force:
    """Return the units of this side, or all units for "both" sides."""
    return tuple(one for one in force if side in (one.side, "both"))


def without_range(
    force: Iterable[Deployed], conditions: Conditions
) -> tuple[tuple[Deployed, Weapon], ...]:
    """Return the weapons, each with its unit, whose maximum range is neither in the source nor
    supplied by the reader.
    """
    if conditions.max_range is not None:
        return ()
    weapons = ((one, weapon) for one in force for weapon in one.unit.weapons.values())
    return tuple((one, weapon) for one, weapon in weapons if isinstance(weapon.range_hexes, Gap))


# ------------------------------------------------------------------------ what each weapon bears on


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


@lru_cache(maxsize=2048)  # while one unit is dragged, the others stay
def bearings(one: Deployed, conditions: Conditions) -> tuple[Bearing, ...]:
    """Return what each weapon of a deployed unit bears on, in the order of the unit's card.

    A weapon whose maximum range is not in the source bears on nothing until the reader supplies
    one. Its own place, and fire of a Weapons Unit outside its arc, are left out: only the base game
    covers them.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0604"), Heading.N, "British")
    >>> [(b.weapon.id, b.bits.bit_count()) for b in bearings(tank, Conditions(grid))][-1]
    ('mg-stern', 45)
    """
    grid, sight = conditions.grid, conditions.sight
    board, (first, *others) = place_bits(grid), one.unit.weapons.values()
    fired = shot(one.unit, first, one.place, one.heading, dict(conditions.readings))
    asked = replace(fired, own_range=conditions.max_range)
    shots = [asked.with_weapon(weapon) for weapon in (first, *others)]
    elsewhere = ~board.gather([one.place])
    reaches = [board.moved(_pattern_of(each, grid), one.place) & elsewhere for each in shots]
    if sight is not None:
        seen = sight.seen_from(grid, one.place, union(reaches))
        reaches = [bits & seen for bits in reaches]
    return tuple(map(Bearing, shots, reaches))


def bears_on(one: Deployed, conditions: Conditions) -> int:
    """Return the places that any weapon of a deployed unit bears on, as bits."""
    return union(bearing.bits for bearing in bearings(one, conditions))


def _pattern_of(fired: FiringWeapon, grid: Grid) -> Pattern:
    if isinstance(fired.max_range, Gap) or not fired.legal:
        return Pattern(0, 0)
    readings = (fired.readings[RANGE_READING], fired.readings[EDGE_HEX])
    limit, (x, y) = min(fired.max_range, place_bits(grid).farthest), fired.place
    arc, edges = fired.weapon.arc, fired.edge_hexsides
    return _pattern(grid, arc, edges, limit, fired.heading, (x % 6, y % 6), readings)


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
    """Return what a weapon can hit from any place of one kind (its lattice point modulo 6). It is
    made once and then shifted.
    """
    range_reading, edge_hex = readings
    every = fan(grid)
    sector, sides = every.sector(arc, heading), every.of(_hexsides(grid, rest))
    bits = sector.inside
    if covered("edge", True, edge_hexsides, edge_hex):
        bits |= sector.edge & sides
    if covered("edge", False, edge_hexsides, edge_hex):
        bits |= sector.edge & ~sides
    return Pattern(bits & every.of(_disc(grid, rest, limit, range_reading)), every.all.lowest)


@lru_cache(maxsize=32)
def _hexsides(grid: Grid, rest: Vector) -> Pattern:
    """Return the offsets that lead from one kind of place to hexsides."""
    wide, high = 6 * grid.columns, 6 * grid.rows + 3 * grid.columns
    kinds = ((dx, dy) for dx in range(-wide, wide + 1, 3) for dy in range(-high, high + 1, 3))
    to_sides = (o for o in kinds if (rest[0] + o[0]) % 6 or (rest[1] + o[1]) % 6)
    return place_bits(grid).pattern(to_sides)


def places_within(place: Place, hexes: int, grid: Grid, reading: str = "full-hexes") -> int:
    """Return the places of the board within this range of a place, in hexes, as bits. The reading
    is range-between-hexsides.
    """
    x, y = place
    return place_bits(grid).moved(_disc(grid, (x % 6, y % 6), hexes, reading), place)


@lru_cache(maxsize=256)
def _disc(grid: Grid, rest: Vector, hexes: int, reading: str) -> Pattern:
    centre, (x, y), span = place_at(*rest), rest, range(-6 * hexes - 3, 6 * hexes + 4, 3)
    offsets = ((dx, dy) for dx in span for dy in span if abs(dx + dy) <= 6 * hexes + 3)
    near = (
        (dx, dy)
        for dx, dy in offsets
        if range_hexes(centre, place_at(x + dx, y + dy), reading) <= hexes
    )
    return place_bits(grid).pattern(near)


# ------------------------------------------------------------------------------------ the coverage


@dataclass(frozen=True)
class Coverage:
    """What a force bears on, and the places near it on which it does not.

    ``shade`` is what is counted for each place: guns, units or points. A place within ``within``
    hexes of a unit is blind if no weapon bears on it. All sets are bits of `place_bits(grid)`.
    """

    conditions: Conditions
    force: Force
    shade: str
    within: int

    @property
    def board(self) -> PlaceBits:
        """The numbering of the places."""
        return place_bits(self.conditions.grid)

    @cached_property
    def bearings(self) -> list[Bearing]:
        """All weapons, and what each bears on."""
        return [b for one in self.force for b in bearings(one, self.conditions)]

    @cached_property
    def covered(self) -> int:
        """The places that any weapon bears on."""
        return union(bearing.bits for bearing in self.bearings)

    @cached_property
    def counts(self) -> Planes:
        """For each place the guns or units that bear on it, or their points as far as the source
        gives them.
        """
        return counts(self.force, self.conditions, self.shade)

    @cached_property
    def at_least(self) -> int:
        """The places whose count may be too low: a weapon whose points are not in the source bears
        on them.
        """
        if self.shade != "points":
            return 0
        return union(b.bits for b in self.bearings if isinstance(b.weapon.points, Gap))

    @cached_property
    def near(self) -> int:
        """The places within ``within`` hexes of a unit of the force, except the places of its
        units.
        """
        options, places = dict(self.conditions.readings), [one.place for one in self.force]
        reading = options.get(RANGE_READING, READINGS[RANGE_READING].default)
        near = (places_within(p, self.within, self.conditions.grid, reading) for p in places)
        return union(near) & ~self.board.gather(places)

    @property
    def blind(self) -> int:
        """The near places that no weapon bears on."""
        return self.near & ~self.covered

    @cached_property
    def levels(self) -> list[tuple[int, int]]:
        """The places that something bears on, by their count, the lowest first."""
        return levels(self.counts, self.covered)

    def count(self, number: int) -> int:
        """Return the count of the place with this number."""
        return count_at(self.counts, number)

    def hexes(self, bits: int) -> int:
        """Return how many of these places are hexes."""
        return (bits & self.board.hexes).bit_count()

    @cached_property
    def silent(self) -> tuple[tuple[Deployed, Weapon], ...]:
        """The weapons that are not counted, because their range is not in the source."""
        return without_range(self.force, self.conditions)

    @property
    def at_most(self) -> str:
        """The words before the number of blind places, which may be too high."""
        return "at most " if self.blind and self.silent else ""


def counts(force: Sequence[Deployed], conditions: Conditions, shade: str = "guns") -> Planes:
    """Return for each place of the board the guns, the units or the printed points that bear on it.
    Points that are not in the source add nothing.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> ahead = place_bits(grid).number(grid.place("0604"))
    >>> [count_at(counts([tank], Conditions(grid), shade), ahead) for shade in SHADES]
    [3, 1, 18]
    """
    one_of("measure of fire", shade, SHADES)
    if shade == "units":
        return counted((bears_on(one, conditions), 1) for one in force)
    all_bearings = (bearing for one in force for bearing in bearings(one, conditions))
    if shade == "guns":
        return counted((bearing.bits, 1) for bearing in all_bearings)
    worth = ((bearing.bits, bearing.weapon.points) for bearing in all_bearings)
    return counted((bits, points) for bits, points in worth if isinstance(points, int))


@summed
def coverage(
    force: Force,
    conditions: Conditions,
    side: str = "British",
    shade: str = "guns",
    within: int = 3,
) -> Telling[Coverage]:
    """Return how many hexes the units of a side bear on: British, German or both.

    A place is blind if it lies within ``within`` hexes of a unit of the side and no weapon of the
    side bears on it.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> coverage((tank,), Conditions(grid), within=5).headline
    'The British unit bears on 93 hexes; 26 places within 5 hexes are blind.'
    """
    area = _cover(force, conditions, side, shade, within)
    on = area.hexes(area.covered)
    yield start("fire-arcs", on, _together(area))
    yield from _remarks(area)
    if not area.force:
        whose = "" if side == "both" else f"{side} "
        return Told(f"No {whose}unit stands on the board.", detail=area)
    who = f"The {area.force[0].side} unit bears"
    if len(area.force) > 1:
        who = f"{len(area.force)} {'' if side == 'both' else side + ' '}units bear"
    blind = area.blind.bit_count()
    few = f"{area.at_most}{plural(blind, 'place')}" if blind else "no place"
    are = f"{few} within {hexes(area.within)} {'is' if blind < 2 else 'are'} blind"
    return Told(f"{who} on {_hexes_at_least(on, bool(area.silent))}; {are}.", detail=area)


def _cover(force: Force, conditions: Conditions, side: str, shade: str, within: int) -> Coverage:
    one_of("measure of fire", shade, SHADES)
    within = whole("The distance to look at", within, 1, MOST_WITHIN)
    return Coverage(conditions, of_side(force, side), shade, within)


def _together(area: Coverage) -> str:
    on = area.hexes(area.covered)
    both = f"{plural(on, 'hex', 'hexes')} and {plural(area.covered.bit_count() - on, 'hexside')}"
    return f"All weapons together bear on {both} of this board."


def _hexes_at_least(count: int, more: bool) -> str:
    """Return a number of hexes, which may be ``more`` where a range is not in the source."""
    if more and not count:
        return "no hex for certain"
    return f"{'at least ' if more else ''}{plural(count, 'hex', 'hexes')}"


def _remarks(area: Coverage) -> Iterator[Step]:
    """Yield where the force is blind, what the source leaves open, and what the reader has
    supplied.
    """
    near, blind, hidden = area.near.bit_count(), area.blind.bit_count(), area.hexes(area.blind)
    what = f": {plural(hidden, 'hex', 'hexes')} and {plural(blind - hidden, 'hexside')}"
    of = f"Of {plural(near, 'place')} within {hexes(area.within)} of a unit, {area.at_most}"
    are = f"{blind or 'none'} {'is' if blind < 2 else 'are'} blind{what if blind else ''}"
    if area.force:
        yield note("fire-arcs", f"{of}{are}.")
    points = ((b.weapon.name, b.weapon.points) for b in area.bearings)
    lost = {name: given for name, given in points if isinstance(given, Gap)}
    if lost and area.shade == "points":
        least = "Where one of these bears, the count says “at least”"
        text = f"Points not in the source: {listed(lost)}. {least}."
        yield note(next(iter(lost.values())).cite, text)
    for limit in [w.range_hexes for _, w in area.silent if isinstance(w.range_hexes, Gap)][:1]:
        names = listed(dict.fromkeys(f"{w.name} of the {o.unit.name}" for o, w in area.silent))
        yield note(limit.cite, f"Maximum range not in the source, so counted nowhere: {names}.")
    if any(one.unit.unit_class == 2 for one in area.force):
        text = f"Fire of a Weapons Unit outside its arc is not counted. {OUTSIDE_ARC.question}"
        yield note(OUTSIDE_ARC.cite, text)
    none = note(NO_SIGHT.cite, f"Here nothing blocks a line of sight. {NO_SIGHT.question}")
    yield none if area.conditions.sight is None else area.conditions.sight.step()
    restricted = "the restricted weapon ranges of optional rule 16.31 are always used"
    yield note("restricted-ranges", f"With twelve point facing {restricted}.")
    yield spotted_step(False)


def both_bear(force: Force, conditions: Conditions) -> tuple[int, int]:
    """Return the places that the British bear on, and those that the Germans bear on, as bits."""
    british, german = (Coverage(conditions, of_side(force, side), "units", 1) for side in SIDES)
    return british.covered, german.covered


@summed
def compared(
    force: Force, conditions: Conditions, shade: str = "guns", within: int = 3
) -> Telling[Coverage]:
    """Return how many hexes both sides bear on; the detail is the `Coverage` of all together.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> enemy = Deployed(UNITS["a7v"], grid.place("0602"), Heading.S, "German")
    >>> compared((tank, enemy), Conditions(grid)).headline
    'The British bear on 93 hexes, the Germans on 84, both on 81.'
    """
    area = _cover(force, conditions, "both", shade, within)
    bits = both_bear(force, conditions)
    one, other, both = map(area.hexes, (*bits, bits[0] & bits[1]))
    yield start("fire-arcs", one, f"The British bear on {plural(one, 'hex', 'hexes')}.")
    yield add("fire-arcs", other, f"The Germans bear on {plural(other, 'hex', 'hexes')}.")
    yield add("fire-arcs", -area.hexes(area.covered), _together(area))
    text = f"What is counted twice lies under both: {plural(both, 'hex', 'hexes')}."
    yield note("fire-arcs", text)
    yield from _remarks(area)
    more = [bool(without_range(of_side(force, side), conditions)) for side in SIDES]
    # Both may bear on more places if one side may, and the other bears on something or may do so.
    both_more = (more[0] and bool(other or more[1])) or (more[1] and bool(one))
    british, german = _hexes_at_least(one, more[0]), _at_least(other, more[1])
    sentence = f"The British bear on {british}, the Germans on {german}"
    return Told(f"{sentence}, both on {_at_least(both, both_more)}.", detail=area)


def _at_least(count: int, more: bool) -> str:
    """Return a bare number of hexes, which may be ``more``."""
    if more:
        return f"at least {count}" if count else "none for certain"
    return str(count or "none")
