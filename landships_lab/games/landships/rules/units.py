"""The units that come with the article, by id."""

from __future__ import annotations

from collections.abc import Mapping

from landships_lab.core.checks import unknown
from landships_lab.games.landships.data.units import Unit, Weapon, shipped_units

UNITS: Mapping[str, Unit] = shipped_units()


def unit_of(unit: Unit | str) -> Unit:
    """Return the unit given, or the one with this id.

    `ValueError` with the known ids if there is none.
    """
    if isinstance(unit, Unit):
        return unit
    if not isinstance(unit, str) or unit not in UNITS:
        raise ValueError(unknown("unit", unit, UNITS))
    return UNITS[unit]


def weapon_of(unit: Unit, weapon: Weapon | str) -> Weapon:
    """Return the weapon given, or the unit's weapon with this id.

    `ValueError` with the ids that the unit has if there is none.
    """
    if isinstance(weapon, Weapon):
        return weapon
    if not isinstance(weapon, str):
        raise ValueError(unknown(f"weapon of the {unit.name}", weapon, unit.weapons))
    return unit.weapon(weapon)
