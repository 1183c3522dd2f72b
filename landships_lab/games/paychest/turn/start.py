"""The situations from which a fight can begin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from landships_lab.games.paychest.data.starts import StartData, starts
from landships_lab.games.paychest.turn.cards import DrawCard
from landships_lab.games.paychest.turn.fight import Company, Fight


def _begun(data: StartData) -> Fight:
    units = tuple(
        Company(name, unit.side, unit.troops, unit.kind, unit.men, unit.fire, unit.melee)
        for name, unit in data.units.items()
    )
    fight = Fight(units=units, edge=data.edge)
    return fight.call(DrawCard(fight.standing()))


#: The situations by name.
START: Mapping[str, Fight] = MappingProxyType(
    {name: _begun(data) for name, data in starts().items()}
)
