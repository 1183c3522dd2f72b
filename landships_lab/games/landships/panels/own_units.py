"""Units of the reader's own: the TOML that a panel takes, and the units to choose from with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from landships_lab.data.load import example, parse_toml
from landships_lab.games.landships.data.drafts import sourced
from landships_lab.games.landships.data.units import Unit, read_units, supplied
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.panel.parts import Toml

#: The keywords of the fire panel's links, which no weapon may be called.
_KEYWORDS = ("weapon", "show", "target", "range", "spotted", "click", "reading", "own")


@lru_cache(maxsize=64)
def units_with(own: str) -> Mapping[str, Unit]:
    """Return the units that come with the product and those of the reader's TOML, by id.

    `ValueError` in one sentence if the TOML cannot be used.
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
    """Return a unit of a reader's file as the reader's own.

    Values equal to those of the shipped unit with the same id keep their source.
    """
    own = supplied(unit, origin)
    return sourced(own, UNITS[unit.id]) if unit.id in UNITS else own


def own_units_part(label: str) -> Toml:
    """Return the part for the reader's units."""
    return Toml(
        label,
        check=units_with,
        hint="Paste [units.name] tables, as in data/landships/units.toml",
        example=example("landships", "unit"),
    )
