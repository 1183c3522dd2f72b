"""The printed tables of One-Hour Wargames WWII and the set-ups of its reports, as frozen, checked
types.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from types import MappingProxyType

from attrs import field, frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import DataError, cites, read, structure

RULE_SET = "one_hour"
TABLES, SET_UPS = f"{RULE_SET}/tables.toml", f"{RULE_SET}/set_ups.toml"
#: The kinds of terrain; a Unit inside one of the first three is hidden.
AREA_KINDS = ("woods", "town", "field", "hill", "marsh", "lake", "river", "ford", "road")


@frozen
class UnitType:
    """A row of the fire table and of the movement table: modifiers of the die, ranges in inches,
    dice of movement.

    ``long_inches`` is None without a long range, ``threatened`` if a Threatened Unit may not move
    at all.
    """

    name: str
    versus: dict[str, int]
    into_rear: int
    out_of_rear: int
    close: bool
    reach_inches: int
    dice: int
    long_inches: int | None = None
    threatened: int | None = None

    @property
    def farthest_inches(self) -> int:
        """The longest range, in inches."""
        return self.long_inches or self.reach_inches


@frozen
class Moves:
    """What is added to the dice of movement, in inches: always, when Dug-in, wholly by road, into
    the edge of woods.
    """

    bonus: int
    dug_in: int
    road: int
    woods: int


@frozen
class Tier:
    """The modifier of the die of a firing Unit, from this number of its own Hits on."""

    at: int
    fire: int


@frozen
class Hits:
    """How Hits weaken a Unit's own fire. From the last tier on, ``permanent`` of them can no longer
    be rallied off.
    """

    tiers: list[Tier]
    permanent: int


@frozen
class BaseSize:
    """The size of a base, and the gap between the bases of a Unit, in
    inches written as fractions.
    """

    width_inches: str
    depth_inches: str
    gap_inches: str

    def inches(self) -> tuple[Fraction, Fraction, Fraction]:
        """Width, depth and gap as numbers."""
        return Fraction(self.width_inches), Fraction(self.depth_inches), Fraction(self.gap_inches)


@frozen
class Tables:
    """Everything that the rules print as a table."""

    types: dict[str, UnitType]
    moves: Moves
    hits: Hits
    bases: dict[str, BaseSize]

    def __attrs_post_init__(self) -> None:
        for key, row in self.types.items():
            if list(row.versus) != list(self.types):
                raise ValueError(
                    f"{key} needs a modifier against each of {', '.join(self.types)}, in this order"
                )

    def type(self, key: str) -> UnitType:
        """Return the row of this type. Raises `ValueError`, with the known types, for any other."""
        if key not in self.types:
            raise ValueError(unknown("type of Unit", key, list(self.types)))
        return self.types[key]


@cache
def tables() -> Tables:
    """Return the fire and movement tables."""
    return structure(read(TABLES), Tables, TABLES)


@frozen
class AreaData:
    """A piece of terrain: its kind, and its corners in inches from the north-west corner of the
    table, as ``x,y``.
    """

    kind: str
    corners: str

    def __attrs_post_init__(self) -> None:
        if self.kind not in AREA_KINDS:
            raise ValueError(unknown("kind of terrain", self.kind, list(AREA_KINDS)))


@frozen
class UnitData:
    """A Unit of a set-up: side, type, the place of its Unique base (``x,y`` in inches), its facing
    in degrees, and its state. A ``cs_tank`` is a Tank that fires as Mortars do.
    """

    side: str
    type: str
    at: str
    facing: int
    hits: int = 0
    dug_in: bool = False
    ready: bool = False
    cs_tank: bool = False


@frozen
class SetUp:
    """A table to start from; each Unit has ``bases``. ``note`` says what is not printed."""

    name: str
    note: str
    cite: str
    width_inches: int
    depth_inches: int
    sides: list[str]
    areas: dict[str, AreaData]
    units: dict[str, UnitData] = field()
    bases: int = 3


@cache
def set_ups() -> MappingProxyType[str, SetUp]:
    """Return the tables that come with the product, by id.

    Raises `DataError` if the file cannot be used.
    """
    by_key = structure(read(SET_UPS), dict[str, SetUp], SET_UPS)
    for key, set_up in by_key.items():
        if set_up.cite not in cites(RULE_SET):
            raise DataError(
                f"{SET_UPS}, {key}: {unknown('citation', set_up.cite, list(cites(RULE_SET)))}"
            )
    return MappingProxyType(by_key)
