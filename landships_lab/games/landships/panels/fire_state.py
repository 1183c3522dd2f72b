"""The state of the fire arc panel, and the units it can choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from landships_lab.core.answer import Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.data.load import example, parse_toml
from landships_lab.games.landships.data.drafts import sourced
from landships_lab.games.landships.data.units import Unit, Weapon, read_units, supplied
from landships_lab.games.landships.panels.common import TINTS
from landships_lab.games.landships.rules import UNITS
from landships_lab.games.landships.rules.book import FIRE_READINGS
from landships_lab.panel.controls import Toggle
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import (
    AT,
    LEAD,
    Facing,
    Moment,
    OneOf,
    OnePlace,
    Several,
    Toml,
    Whole,
    part,
)
from landships_lab.panel.readings import Readings, Taken

ID = "landships:fire"
GRID = Grid(columns=20, rows=14)
#: Whether the target is spotted: the base game decides, so only the reader can say.
SPOTTED = {"unsaid": "not said", "yes": "yes"}
_KEYWORDS = ("weapon", "show", "target", "range", "spotted", "click", "reading", "own")


@lru_cache(maxsize=64)
def units_with(own: str) -> Mapping[str, Unit]:
    """Return the units that come with the product and those of the reader's TOML;

    `ValueError` in one sentence if it cannot be used.
    """
    if not own.strip():
        return UNITS
    brought = read_units(parse_toml(own, "your units"), "your units")
    for word in sorted(
        {w for unit in brought.values() for w in unit.weapons}.intersection(_KEYWORDS)
    ):
        raise ValueError(
            f"your units: a weapon cannot be called {word!r}, a keyword of this panel's links; call"
            f" it {word}-1."
        )
    return MappingProxyType(
        {**UNITS, **{key: of_reader(unit, "your units") for key, unit in brought.items()}}
    )


def of_reader(unit: Unit, origin: str) -> Unit:
    """Return a unit of a reader's file: its values are the reader's, except those equal to the
    shipped unit of the same id.
    """
    own = supplied(unit, origin)
    return sourced(own, UNITS[unit.id]) if unit.id in UNITS else own


def weapon_names(state: FireState) -> dict[str, str]:
    """Return the weapons of the unit that fires, by id."""
    return {weapon.id: weapon.name for weapon in state.unit.weapons.values()}


def tint(state: FireState, weapon_id: str) -> str:
    """Return the colour of a weapon of the unit."""
    return TINTS[list(state.unit.weapons).index(weapon_id) % len(TINTS)]


def limit_of(state: FireState, weapon: Weapon) -> int | Gap:
    """Return how far a weapon reaches: as stated, or as the reader supplied."""
    return (
        state.max_range
        if state.max_range is not None and isinstance(weapon.range_hexes, Gap)
        else weapon.range_hexes
    )


def legend(state: FireState) -> tuple[Toggle, ...]:
    """Return a line for each weapon of the unit, with its colour, points and range."""
    items = []
    for weapon in state.unit.weapons.values():
        limit = limit_of(state, weapon)
        points = "? pts" if isinstance(weapon.points, Gap) else f"{weapon.points} pts"
        reach = "range ?" if isinstance(limit, Gap) else f"to {limit}"
        on = weapon.id in state.shown or weapon.id == state.weapon_id
        items.append(
            Toggle(weapon.id, weapon.name, on, tint(state, weapon.id), f"{points}, {reach}")
        )
    return tuple(items)


@dataclass(frozen=True)
class FireState(Panel):
    """A unit with one weapon asked about, where it stands, what it aims at, and which readings are
    used.

    ``shown`` are the weapons whose arcs are drawn; ``max_range`` is the reader's where the source
    is silent; ``own`` is the reader's TOML of units. ``hover``, ``held`` and ``held_heading`` are
    of the moment.
    """

    unit_id: str = part(
        OneOf(
            "Firer",
            "mk-iv-male",
            lambda s: {key: unit.name for key, unit in s.units.items()},
            control_id="unit",
            word=LEAD,
            error_name="unit",
        )
    )
    place: Place = part(
        OnePlace(
            "at",
            GRID.place("0503"),
            GRID,
            facing="heading",
            hint="such as 0503 E",
            word=AT,
            error_name="place",
        )
    )
    heading: Heading = part(Facing("Heading", Heading.N, word=LEAD))
    weapon_id: str = part(
        OneOf(
            "Weapon",
            lambda s: first_weapon(s.unit),
            weapon_names,
            control_id="weapon",
            error_name="weapon",
            always=True,
        )
    )
    shown: frozenset[str] = part(
        Several(
            "Arcs",
            lambda s: frozenset({s.weapon_id}),
            weapon_names,
            word="show",
            error_name="weapon",
            items=legend,
        )
    )
    target: Place | None = part(OnePlace("Target", None, GRID, empty=True, hint="such as 0705"))
    max_range: int | None = part(
        Whole(
            "Your range",
            None,
            word="range",
            error_name="a maximum range",
            empty=True,
            hint="hexes",
            shown=lambda s: isinstance(s.weapon.range_hexes, Gap),
        )
    )
    spotted: str = part(
        OneOf("Spotted", "unsaid", SPOTTED, buttons=True, error_name="word on spotting")
    )
    click: str = part(
        OneOf(
            "Click",
            "aim",
            {"aim": "aims", "place": "places"},
            buttons=True,
            error_name="use of a click",
        )
    )
    readings: Taken = part(Readings(known=FIRE_READINGS))
    own: str = part(
        Toml(
            "Your own units",
            check=units_with,
            hint="Paste [units.name] tables, as in data/landships/units.toml",
            example=example("landships", "unit"),
        )
    )
    hover: Place | None = part(Moment())
    held: bool = part(Moment(default=False))
    held_heading: Heading | None = part(Moment())

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units to choose from: those of the article, then the reader's."""
        return units_with(self.own)

    @property
    def unit(self) -> Unit:
        """The unit that fires."""
        return self.units[self.unit_id]

    @property
    def weapon(self) -> Weapon:
        """The weapon asked about."""
        return self.unit.weapon(self.weapon_id)

    @property
    def aimed(self) -> Place | None:
        """The place asked about: the one under the pointer, or else the chosen one."""
        return self.hover or self.target


def first_weapon(unit: Unit) -> str:
    """Return the weapon that is asked about when a unit is chosen."""
    return next(iter(unit.weapons))
