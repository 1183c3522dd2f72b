"""What the fire arc panel remembers, and its text form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from landships_lab.core.checks import small, unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.data.landships.drafts import sourced
from landships_lab.data.landships.units import Unit, Weapon, read_units, supplied
from landships_lab.data.load import parse_toml, readings
from landships_lab.explore import textform
from landships_lab.explore.explorer import State, one_of
from landships_lab.rules.landships import UNITS

ID = "landships:fire"
_KEYWORDS = ("weapon", "show", "target", "range", "click", "reading", "own")
#: What a click on the map does; the first unless the reader says otherwise.
CLICKS = ("aim", "place")


@dataclass(frozen=True)
class FireState(State):
    """A unit with one weapon asked about, where it stands, what it aims at, and how the unclear print is read.

    ``shown`` are the weapons whose arcs are drawn; ``max_range`` is the reader's own where the source is silent; ``own`` is
    the TOML of units the reader brought. ``hover`` and ``held`` (where the unit stood when it was taken up) are of the moment.
    """

    explorer_id = ID

    unit_id: str
    place: Place
    heading: Heading
    weapon_id: str
    shown: frozenset[str]
    target: Place | None = None
    readings: tuple[tuple[str, str], ...] = ()
    max_range: int | None = None
    own: str = ""
    click: str = CLICKS[0]
    hover: Place | None = None
    held: bool = False

    @property
    def units(self) -> Mapping[str, Unit]:
        """Which units can be chosen: those of the article, then the reader's own?"""
        return units_with(self.own)

    @property
    def unit(self) -> Unit:
        """Which unit fires?"""
        return self.units[self.unit_id]

    @property
    def weapon(self) -> Weapon:
        """Which of its weapons is asked about?"""
        return self.unit.weapon(self.weapon_id)

    @property
    def aimed(self) -> Place | None:
        """Which place is asked about: the one under the pointer, else the chosen one?"""
        return self.hover or self.target


@lru_cache(maxsize=64)
def units_with(own: str) -> Mapping[str, Unit]:
    """Which units are there with the reader's own TOML added? `ValueError` in one sentence if it cannot be used."""
    if not own.strip():
        return UNITS
    brought = read_units(parse_toml(own, "your units"), "your units")
    for word in sorted({w for unit in brought.values() for w in unit.weapons}.intersection(_KEYWORDS)):
        raise ValueError(f"your units: no weapon can be called {word!r}, which is a word of this panel's text; call it {word}-1.")
    return MappingProxyType({**UNITS, **{key: of_reader(unit, "your units") for key, unit in brought.items()}})


def of_reader(unit: Unit, origin: str) -> Unit:
    """Which unit is this, once a reader's file has brought it? Its values are the reader's, but for those as in our own of its id."""
    own = supplied(unit, origin)
    return sourced(own, UNITS[unit.id]) if unit.id in UNITS else own


def first_weapon(unit: Unit) -> str:
    """Which weapon is asked about when a unit is taken up?"""
    return next(iter(unit.weapons))


def write(state: FireState, grid: Grid) -> str:
    """What is the state in one line?"""
    words = [ID, f"{state.unit_id}@{grid.code(state.place)} {state.heading}", "weapon", state.weapon_id]
    if state.shown != {state.weapon_id}:
        words += ["show", *sorted(state.shown)]
    if state.target is not None:
        words += ["target", grid.code(state.target)]
    if state.max_range is not None:
        words += ["range", str(state.max_range)]
    if state.click != CLICKS[0]:
        words += ["click", state.click]
    words += textform.write_readings(state.readings)
    if state.own.strip():
        words += ["own", textform.pack(state.own)]
    return " ".join(words)


def parse(text: str, grid: Grid) -> FireState:
    """Which state does this line describe? `ValueError` in one sentence if none."""
    found = textform.groups(text, ID, _KEYWORDS)
    own = textform.unpack(textform.one(found, "own", "")) if "own" in found else ""
    if len(found[""]) != 2 or "@" not in found[""][0]:
        raise ValueError(f"After {ID} stands unit@place and a heading, such as mk-iv-male@0503/0504 E.")
    unit_id, _, code = found[""][0].partition("@")
    if unit_id not in (units := units_with(own)):
        raise ValueError(unknown("unit", unit_id, list(units)))
    unit = units[unit_id]
    weapon = unit.weapon(textform.one(found, "weapon", first_weapon(unit)))
    shown = frozenset(unit.weapon(w).id for w in found["show"]) if "show" in found else frozenset({weapon.id})
    return FireState(
        unit_id=unit_id,
        place=grid.place(code),
        heading=Heading(found[""][1]),
        weapon_id=weapon.id,
        shown=shown,
        target=grid.place(textform.one(found, "target", "")) if "target" in found else None,
        readings=textform.read_readings(found.get("reading", []), readings("landships", "fire")),
        max_range=whole_range(textform.one(found, "range", "")) if "range" in found else None,
        own=own,
        click=one_of("use of a click", textform.one(found, "click", CLICKS[0]), CLICKS),
    )


def whole_range(text: str) -> int | None:
    """Which maximum range did the reader type? None for an empty field, `ValueError` for anything but 0 to 99."""
    given = text.strip()
    if not given:
        return None
    number = small(given)
    if number is None or number > 99:
        raise ValueError(f"{given!r} is not a range; it is a whole number of hexes from 0 to 99.")
    return number
