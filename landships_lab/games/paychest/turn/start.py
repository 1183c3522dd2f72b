"""The situations from which a fight can begin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from landships_lab.games.paychest.data.starts import StartData, starts
from .cards import DrawCard
from .fight import Company, Fight

#: What a start says of a unit.
UNIT = ("side", "troops", "kind", "men", "fire", "melee", "gun", "hidden")


def _begun(data: StartData) -> Fight:
    units = tuple(
        Company(name, **{key: getattr(unit, key) for key in UNIT})
        for name, unit in data.units.items()
    )
    fight = Fight(units=units, edge=data.edge, goal=data.goal)
    return fight.call(DrawCard(fight.standing()))


#: The situations by name.
START: Mapping[str, Fight] = MappingProxyType(
    {name: _begun(data) for name, data in starts().items()}
)
