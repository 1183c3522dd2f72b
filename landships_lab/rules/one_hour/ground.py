"""What lies on the table: areas of terrain, Units of three bases, and what of the rules is measured between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.checks import unknown
from landships_lab.core.inches import Base, direction, inches_up, measure, square_between
from landships_lab.core.plane import Ring, Spot, hull, inside, is_convex, shift, spot
from landships_lab.data.one_hour.table_tops import AREA_KINDS, AreaData, SetUp, UnitData, UnitType, set_ups
from landships_lab.rules.one_hour.fire import Shot
from landships_lab.rules.one_hour.words import TABLES, Readings, row_of, taken, whole

#: Terrain one can be inside of, through whose edge one is seen at 4 inches or less.
HIDING = ("woods", "town", "field")
COVERING = ("woods", "town")
NAMES = {0: "the Unique base", 1: "the second base", 2: "the third base"}
THREAT_INCHES = 2


@dataclass(frozen=True, slots=True)
class Area:
    """A piece of terrain: its kind and its corners, in order, as a convex ring. A wood of another shape is several areas."""

    name: str
    kind: str
    corners: Ring

    def __post_init__(self) -> None:
        if self.kind not in AREA_KINDS:
            raise ValueError(unknown("kind of terrain", self.kind, list(AREA_KINDS)))
        if not is_convex(self.corners):
            raise ValueError(f"The corners of {self.name} make no convex ring; give them in order, and cut a dented area in two.")

    def holds(self, base: Base) -> bool:
        """Does the whole base lie in it?"""
        return _holds(self.corners, base)


@lru_cache(maxsize=4096)
def _holds(ring: Ring, base: Base) -> bool:
    return all(inside(corner, ring) for corner in base.corners)


@dataclass(frozen=True, slots=True)
class Unit:
    """A Unit on the table: side, type, three bases of which the first is the Unique one, and its state."""

    name: str
    side: str
    kind: str
    bases: tuple[Base, ...]
    hits: int = 0
    dug_in: bool = False
    ready: bool = False

    def __post_init__(self) -> None:
        row_of(self.kind)
        whole("The number of Hits of a Unit", self.hits, 15)
        if len(self.bases) != 3:
            raise ValueError(f"A Unit has three bases, not {len(self.bases)}.")
        if self.dug_in and self.kind == "tank":
            raise ValueError("A Tank cannot dig in.")
        if self.ready and self.kind == "mortar":
            raise ValueError("Mortars cannot be Ready.")

    @property
    def row(self) -> UnitType:
        """Which row of the printed tables has its type?"""
        return TABLES.types[self.kind]

    @property
    def unique(self) -> Base:
        """Which base measures for the whole Unit?"""
        return self.bases[0]

    def at(self, centre: Spot, facing: int | None = None) -> Unit:
        """Which Unit is this one with its Unique base put down there, the others beside it as they are drawn up?"""
        return replace(self, bases=drawn_up(self.kind, centre, self.unique.facing if facing is None else facing))


def drawn_up(kind: str, centre: Spot, facing: int) -> tuple[Base, ...]:
    """Where do the three bases of a Unit stand in line, the Unique one in the middle, with the gaps its type keeps?"""
    width, depth, gap = TABLES.bases[kind].inches()
    ahead = direction(facing)
    right = Spot(-ahead.y, ahead.x)
    return tuple(Base(shift(centre, right, n * (width + gap)), facing, width, depth) for n in (0, -1, 1))


@dataclass(frozen=True, slots=True)
class Table:
    """A table top: its size in inches, its terrain and its Units, each with a name of its own."""

    width_inches: int
    depth_inches: int
    areas: tuple[Area, ...]
    units: tuple[Unit, ...]

    def unit(self, name: str) -> Unit:
        """Which Unit has this name? `ValueError` with the ones there are if none has."""
        for unit in self.units:
            if unit.name == name:
                return unit
        raise ValueError(unknown("Unit on this table", name, [unit.name for unit in self.units]))

    def put(self, changed: Unit) -> Table:
        """Which table is this one with that Unit in place of the one of its name?"""
        self.unit(changed.name)
        return replace(self, units=tuple(changed if unit.name == changed.name else unit for unit in self.units))

    def on(self, base: Base) -> bool:
        """Does the whole base lie on the table?"""
        return all(0 <= c.x <= self.width_inches and 0 <= c.y <= self.depth_inches for c in base.corners)


def terrain_of(table: Table, unit: Unit, kinds: Sequence[str]) -> frozenset[str]:
    """In which of these kinds of terrain is a Unit? Where two of its bases lie wholly, as sight asks for two."""
    return frozenset(area.kind for area in table.areas if area.kind in kinds and sum(area.holds(base) for base in unit.bases) >= 2)


def cover_of(table: Table, unit: Unit) -> frozenset[str]:
    """Which cover does a Unit have where it stands?"""
    return terrain_of(table, unit, COVERING) | ({"dug-in"} if unit.dug_in else frozenset())


def concealed(table: Table, unit: Unit) -> bool:
    """Is a Unit Concealed: Dug-in, or in woods or a town? Source: line 162."""
    return bool(cover_of(table, unit))


def range_between(firer: Unit, target: Unit) -> Fraction:
    """How many inches is the range between two Units, from Unique base to Unique base, rounded up to a sixteenth?"""
    return inches_up(square_between(firer.unique, target.unique))


def flanked(target: Unit, firer: Unit) -> bool:
    """Does the measured range come from behind the target's front: past the line along its Unique base's front edge?

    Measured are the nearest points; where several tie, one of them before the front is enough for a shot at the front.
    Source: Front or Flank (line 199).
    """
    _, pairs = measure(target.unique, firer.unique)
    return bool(pairs) and all(target.unique.behind(theirs) for _, theirs in pairs)


def shot_between(table: Table, firer: Unit, target: Unit) -> Shot:
    """Which shot is it from one Unit at another as they stand: range, facing, cover and Hits?"""
    return Shot(
        firer.kind,
        target.kind,
        range_between(firer, target),
        firer.hits,
        out_of_rear=flanked(firer, target),
        into_rear=flanked(target, firer),
        cover=cover_of(table, target),
        on_hill="hill" in terrain_of(table, target, ("hill",)),
    )


def threatened(table: Table, unit: Unit, readings: Readings = None) -> bool:
    """Is an enemy base near enough to threaten a Unit? Source: Threatened Units (line 295), reading threatened-at."""
    limit = THREAT_INCHES**2
    nearest = min(
        (square_between(own, base) for enemy in table.units if enemy.side != unit.side for base in enemy.bases for own in unit.bases),
        default=None,
    )
    if nearest is None:
        return False
    return nearest <= limit if taken(readings)["threatened-at"] == "within" else nearest < limit


# -- set-ups ---------------------------------------------------------------------------------------------------------------


def table_of(name: str) -> Table:
    """Which table is the set-up of this name? `ValueError` with the names there are if there is none."""
    found = set_ups()
    if name not in found:
        raise ValueError(unknown("set-up", name, list(found)))
    return _laid(found[name])


def _laid(set_up: SetUp) -> Table:
    areas = tuple(_area(name, area) for name, area in set_up.areas.items())
    units = tuple(_unit(name, unit) for name, unit in set_up.units.items())
    return Table(set_up.width_inches, set_up.depth_inches, areas, units)


def _area(name: str, data: AreaData) -> Area:
    return Area(name.replace("-", " "), data.kind, tuple(read_spot(word) for word in data.corners.split()))


def _unit(name: str, data: UnitData) -> Unit:
    bases = drawn_up(data.type, read_spot(data.at), data.facing)
    return Unit(name, data.side, data.type, bases, data.hits, data.dug_in, data.ready)


def read_spot(text: str) -> Spot:
    """Which point is written like ``12,7/2``? `ValueError` in one sentence if none.

    >>> read_spot("12,7/2")
    Spot(x=Fraction(12, 1), y=Fraction(7, 2))
    """
    x, comma, y = str(text).partition(",")
    try:
        if not comma:
            raise ValueError
        return spot(x.strip(), y.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is no point of the table; it is two numbers of inches with a comma, such as 12,7/2.") from None


def write_spot(point: Spot) -> str:
    """How is a point written so that `read_spot` reads it?"""
    return f"{point.x},{point.y}"


def ring_round(unit: Unit) -> Ring:
    """Which convex ring goes round all bases of a Unit, and what lies between them?"""
    return _ring_round(unit.bases)


@lru_cache(maxsize=512)
def _ring_round(bases: tuple[Base, ...]) -> Ring:
    """Kept, since all Units but the one in the hand stand still."""
    return hull(corner for base in bases for corner in base.corners)
