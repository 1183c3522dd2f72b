"""The units that come with the article, and what to call places and bearings in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.data.landships.units import Unit, Weapon, shipped_units
from landships_lab.data.load import cites

UNITS: Mapping[str, Unit] = shipped_units()
CITES = cites("landships")
#: Codes in sentences are those of a grid as the scenario numbers it, as large as its two digits allow.
GRID = Grid()


def unit_of(unit: Unit | str) -> Unit:
    """Which unit is meant? `ValueError` with the known ones if the id names none."""
    if isinstance(unit, Unit):
        return unit
    if not isinstance(unit, str) or unit not in UNITS:
        raise ValueError(unknown("unit", unit, list(UNITS)))
    return UNITS[unit]


def weapon_of(unit: Unit, weapon: Weapon | str) -> Weapon:
    """Which weapon of the unit is meant? `ValueError` with the ones it has if the id names none."""
    if isinstance(weapon, Weapon):
        return weapon
    if not isinstance(weapon, str):
        raise ValueError(unknown(f"weapon of the {unit.name}", weapon, list(unit.weapons)))
    return unit.weapon(weapon)


def place_of(given: Place) -> Place:
    """Is this a place? `ValueError` with how to make one if it is something else, such as a code nobody has read yet."""
    if not isinstance(given, (Hex, Side)):
        raise ValueError(f"{given!r} is no hex or hexside; read one from a code with Grid().place('0503').")
    return given


def heading_of(given: Heading) -> Heading:
    """Is this a heading? `ValueError` with how to make one if it is something else, such as its name."""
    if not isinstance(given, Heading):
        raise ValueError(f"{given!r} is no heading; make one from its name with Heading('NNE').")
    return given


@lru_cache(maxsize=4096)  # an explained answer names the same few places over and over
def name(place: Place) -> str:
    """What is this place called in a sentence?

    >>> name(GRID.place("0503")), name(GRID.place("0503/0504"))
    ('0503', 'hexside 0503/0504')
    """
    kind = "hex" if isinstance(place, Hex) else "hexside"
    if place not in GRID:
        return f"a {kind} off the numbered board"
    return GRID.code(place) if kind == "hex" else f"hexside {GRID.code(place)}"


def bearing_words(degrees: int) -> str:
    """How does one say a bearing off the bow?

    >>> [bearing_words(d) for d in (0, 30, -90, 150, 180, 210)]
    ['dead ahead', '30° to starboard', '90° to port', '150° to starboard', 'dead astern', '150° to port']
    """
    turned = (degrees + 180) % 360 - 180
    if turned == 0:
        return "dead ahead"
    if turned == -180:
        return "dead astern"
    return f"{abs(turned)}° to {'starboard' if turned > 0 else 'port'}"


def hexes(count: int) -> str:
    """How does one say a number of hexes?

    >>> hexes(1), hexes(3)
    ('1 hex', '3 hexes')
    """
    return f"{count} hex" if count == 1 else f"{count} hexes"
