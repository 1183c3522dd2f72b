"""The ground: a table top with terrain, Units of three bases, and distances between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from landships_lab.core.answer import Step
from landships_lab.core.checks import keep_whole, one_of, unknown
from landships_lab.core.inches import Base, direction, inches_up, measure, square_between
from landships_lab.core.plane import (
    Number,
    Ring,
    Spot,
    dot,
    hull,
    inside,
    is_convex,
    shift,
    spot,
    vector,
)
from landships_lab.core.sources import Given
from landships_lab.games.one_hour.data.table_tops import (
    AREA_KINDS,
    AreaData,
    UnitData,
    UnitType,
    set_ups,
)
from .book import TABLES, note, options, row_of
from .shot import MOST_HITS, Shot

#: Area Terrain: a Unit inside sees and is seen across a single edge, and only at short range.
HIDING = ("woods", "town", "field")
COVERING = ("woods", "town")
#: The bases that a Unit may have: three by the rules (line 169), two or three by the changes that
#: precede them (line 135).
BASES = (2, 3)
NAMES = {0: "the Unique base", 1: "the second base", 2: "the third base"}

# ------------------------------------------------------------------------------- terrain and Units


@dataclass(frozen=True)
class Area:
    """A piece of terrain: its kind and its corners in order, a convex ring.

    A wood of any other shape is made of several areas.
    """

    name: str
    kind: str
    corners: Ring

    def __post_init__(self) -> None:
        one_of("kind of terrain", self.kind, AREA_KINDS)
        if not is_convex(self.corners):
            what = f"The corners of {self.name} make no convex ring"
            raise ValueError(f"{what}; give them in order, and divide an area that is not convex.")

    def __hash__(self) -> int:
        return self._hash

    @cached_property  # cached like the hash of a base
    def _hash(self) -> int:
        return hash((self.name, self.kind, self.corners))

    def holds(self, base: Base) -> bool:
        """Return whether the whole base lies in it."""
        return _holds(self, base)


@lru_cache(maxsize=4096)
def _holds(area: Area, base: Base) -> bool:
    return all(inside(corner, area.corners) for corner in base.corners)


@dataclass(frozen=True, slots=True)
class Unit:
    """A Unit on the table: side, type, three bases (or two) of which the first is the Unique one,
    and its state.

    A ``cs_tank`` fires as Mortars do, and is a Tank in all other respects.
    """

    name: str
    side: str
    kind: str
    bases: tuple[Base, ...]
    hits: int = 0
    dug_in: bool = False
    ready: bool = False
    cs_tank: bool = False

    def __post_init__(self) -> None:
        row_of(self.kind)
        keep_whole(self, hits=("The number of Hits of a Unit", 0, MOST_HITS))
        if len(self.bases) not in BASES:
            raise ValueError(f"A Unit has three bases, or two, not {len(self.bases)}.")
        if self.dug_in and self.kind == "tank":
            raise ValueError("A Tank cannot dig in.")
        if self.ready and self.kind == "mortar":
            raise ValueError("Mortars cannot be Ready.")

    @property
    def fires_as(self) -> str:
        """The type of Unit that it fires as."""
        return "mortar" if self.cs_tank else self.kind

    @property
    def row(self) -> UnitType:
        """The row of the printed tables for its type."""
        return TABLES.types[self.kind]

    @property
    def unique(self) -> Base:
        """The Unique base, from which the whole Unit is measured."""
        return self.bases[0]

    def at(self, centre: Spot, facing: int | None = None) -> Unit:
        """Return this Unit with its Unique base there and the others in line beside it."""
        turned = self.unique.facing if facing is None else facing
        return replace(self, bases=drawn_up(self.kind, centre, turned, len(self.bases)))

    def in_column(self, centre: Spot, facing: int | None = None) -> Unit:
        """Return this Unit with its Unique base there and the others behind it."""
        turned = self.unique.facing if facing is None else facing
        return replace(self, bases=in_column(self.kind, centre, turned, len(self.bases)))


def particulars(*units: Unit) -> Iterator[Step]:
    """Yield what is unusual about these Units: CS tanks, and Units of two bases."""
    for unit in units:
        if unit.cs_tank:
            says = "they fire as Mortars, and are moved and hit as Tanks."
            yield note("cs-tanks", f"{unit.name} are CS tanks: {says}")
        if len(unit.bases) < max(BASES):
            yield note("two-bases", f"{unit.name} have two bases, and both must see or be seen.")


def drawn_up(kind: str, centre: Spot, facing: int, count: int = 3) -> tuple[Base, ...]:
    """Return the bases of a Unit in line, with the gaps of its type, the Unique one first: it is
    the middle one of three, and the right one of two.
    """
    width, depth, gap = TABLES.bases[kind].inches()
    ahead = direction(facing)
    right = Spot(-ahead.y, ahead.x)
    spots = (shift(centre, right, n * (width + gap)) for n in (0, -1, 1)[:count])
    return tuple(Base(at, facing, width, depth) for at in spots)


def in_column(kind: str, centre: Spot, facing: int, count: int = 3) -> tuple[Base, ...]:
    """Return the bases of a Unit one behind the other, the Unique one in front, with the gaps of
    its type.
    """
    width, depth, gap = TABLES.bases[kind].inches()
    spots = (shift(centre, direction(facing), -n * (depth + gap)) for n in range(count))
    return tuple(Base(at, facing, width, depth) for at in spots)


def carried(unit: Unit, centre: Spot, facing: int | None = None) -> Unit:
    """Return a Unit moved to another place, with its bases arranged as before.

    ``facing`` (degrees) turns the whole Unit about its Unique base.
    """
    turned = unit.unique.facing if facing is None else facing
    old, new = direction(unit.unique.facing), direction(turned)
    bases = [unit.unique.moved(centre, turned)]
    for base in unit.bases[1:]:
        out = vector(unit.unique.centre, base.centre)
        ahead, right = dot(old, out), dot(Spot(-old.y, old.x), out)
        there = shift(shift(centre, new, ahead), Spot(-new.y, new.x), right)
        bases.append(base.moved(there, base.facing + turned - unit.unique.facing))
    return replace(unit, bases=tuple(bases))


@dataclass(frozen=True)
class Table:
    """A table top: its size in inches, its terrain and its Units, each with a name of its own."""

    width_inches: int
    depth_inches: int
    areas: tuple[Area, ...]
    units: tuple[Unit, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property  # cached like the hash of a base
    def _hash(self) -> int:
        return hash((self.width_inches, self.depth_inches, self.areas, self.units))

    def unit(self, name: str) -> Unit:
        """Return the Unit of this name. Raises `ValueError`, with the known names, for
        any other.
        """
        for unit in self.units:
            if unit.name == name:
                return unit
        raise ValueError(unknown("Unit on this table", name, [unit.name for unit in self.units]))

    def enemies(self, unit: Unit) -> tuple[Unit, ...]:
        """Return the Units of the other side, in their order."""
        return tuple(other for other in self.units if other.side != unit.side)

    def put(self, changed: Unit) -> Table:
        """Return this table with that Unit in place of the Unit of the same name."""
        self.unit(changed.name)
        units = (changed if unit.name == changed.name else unit for unit in self.units)
        return replace(self, units=tuple(units))

    def without(self, name: str) -> Table:
        """Return this table without the Unit of this name."""
        self.unit(name)
        return replace(self, units=tuple(unit for unit in self.units if unit.name != name))

    def on(self, base: Base) -> bool:
        """Return whether the whole base lies on the table."""
        return all(
            0 <= c.x <= self.width_inches and 0 <= c.y <= self.depth_inches for c in base.corners
        )


# ------------------------------------------------------------------------------ cover and distances


def terrain_of(
    table: Table, unit: Unit, kinds: Sequence[str], readings: Given = None
) -> frozenset[str]:
    """Return which of these kinds of terrain a Unit is in.

    Two of its bases must lie wholly in the terrain, because sight needs two. Under one reading a
    base on a road is not in the wood or town round it.
    """
    opened = options(readings)["road-cover"] == "open"
    off_road = tuple(base for base in unit.bases if not (opened and on_road(table, base)))

    def holds(area: Area) -> bool:
        bases = off_road if area.kind in COVERING else unit.bases
        return sum(area.holds(base) for base in bases) >= 2

    return frozenset(area.kind for area in table.areas if area.kind in kinds and holds(area))


def on_road(table: Table, base: Base) -> bool:
    """Return whether the whole base stands on a road."""
    return any(area.kind == "road" and area.holds(base) for area in table.areas)


def cover_of(table: Table, unit: Unit, readings: Given = None) -> frozenset[str]:
    """Return the cover that a Unit has from its terrain and state."""
    dug_in = frozenset({"dug-in"}) if unit.dug_in else frozenset[str]()
    return terrain_of(table, unit, COVERING, readings) | dug_in


def concealed(table: Table, unit: Unit, readings: Given = None) -> bool:
    """Return whether a Unit is Concealed: Dug-in, or in woods or a town, or under one reading a
    Tank on a hilltop.
    """
    if cover_of(table, unit, readings):
        return True
    return options(readings)["concealed-etc"] == "any-bonus" and hull_down(table, unit)


def hull_down(table: Table, unit: Unit) -> bool:
    """Return whether a Unit is a Tank on a hilltop, which has a bonus against fire there."""
    return unit.kind == "tank" and bool(terrain_of(table, unit, ("hill",)))


def range_between(firer: Unit, target: Unit) -> Fraction:
    """Return the range between two Units in inches, from Unique base to Unique base, rounded up to
    a sixteenth.
    """
    return inches_up(square_between(firer.unique, target.unique))


def flanked(target: Unit, firer: Unit) -> bool:
    """Return whether the range is measured from behind the target's front: the line along its
    Unique base's front edge.

    The nearest points are measured; if several tie, one of them before the front is enough for a
    shot at the front.
    """
    _, pairs = measure(target.unique, firer.unique)
    return bool(pairs) and all(target.unique.behind(theirs) for _, theirs in pairs)


def shot_between(table: Table, firer: Unit, target: Unit, readings: Given = None) -> Shot:
    """Return the shot of one Unit at another in their positions: range, facing, cover and Hits."""
    return Shot(
        firer.fires_as,
        target.kind,
        range_between(firer, target),
        firer.hits,
        out_of_rear=flanked(firer, target),
        into_rear=flanked(target, firer),
        cover=cover_of(table, target, readings),
        on_hill="hill" in terrain_of(table, target, ("hill",)),
        target_ready=target.ready,
        firer_ready=firer.ready,
    )


def ring_round(unit: Unit) -> Ring:
    """Return the convex ring round all bases of a Unit and the gaps between them."""
    return _ring_round(unit.bases)


@lru_cache(maxsize=512)
def _ring_round(bases: tuple[Base, ...]) -> Ring:
    """Cached, because only one Unit moves at a time."""
    return hull(corner for base in bases for corner in base.corners)


def square_to_border(base: Base, ring: Ring) -> Number:
    """Return the square of the distance from a base to the border of an area."""
    return min(square_between(base, (ring[n - 1], ring[n])) for n in range(len(ring)))


# ------------------------------------------------------------------------------------------ set-ups


def table_of(name: str) -> Table:
    """Return the table of a set-up. Raises `ValueError`, with the known names, for any other."""
    return _table_of(one_of("set-up", name, set_ups()))


@lru_cache(maxsize=16)
def _table_of(name: str) -> Table:
    set_up = set_ups()[name]
    areas = tuple(_area(name, area) for name, area in set_up.areas.items())
    units = tuple(_unit(name, unit, set_up.bases) for name, unit in set_up.units.items())
    return Table(set_up.width_inches, set_up.depth_inches, areas, units)


def _area(name: str, data: AreaData) -> Area:
    corners = tuple(read_spot(word) for word in data.corners.split())
    return Area(name.replace("-", " "), data.kind, corners)


def _unit(name: str, data: UnitData, count: int) -> Unit:
    bases = drawn_up(data.type, read_spot(data.at), data.facing, count)
    return Unit(name, data.side, data.type, bases, data.hits, data.dug_in, data.ready, data.cs_tank)


def read_spot(text: str) -> Spot:
    """Return the point written as in ``12,7/2``.

    >>> read_spot("12,7/2")
    Spot(x=Fraction(12, 1), y=Fraction(7, 2))
    """
    x, comma, y = str(text).partition(",")
    try:
        if not comma:
            raise ValueError
        return spot(x.strip(), y.strip())
    except (ValueError, ZeroDivisionError):
        write = "write two numbers of inches with a comma, such as 12,7/2"
        raise ValueError(f"{text!r} is not a point of the table; {write}.") from None


def write_spot(point: Spot) -> str:
    """Return the text of a point, which `read_spot` reads back."""
    return f"{point.x},{point.y}"
