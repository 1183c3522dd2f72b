"""The strip as the sight panel paints it."""

from __future__ import annotations

from dataclasses import replace

from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.games.loos.panels.sight import FRONT, Sight
from landships_lab.games.loos.rules.book import Army
from landships_lab.games.loos.turn.attacks import observed
from landships_lab.games.loos.turn.battle import STRIP, Battle

#: The strip with its trenches and the British front line.
PAINTED = TerrainMap(
    frozenset(
        {
            *STRIP.terrain.items(),
            *((h, FRONT) for h in STRIP.front_line),
            *((side, "trench") for sides in STRIP.trenches.values() for side in sides),
        }
    ),
    STRIP.high,
)


def unseen(battle: Battle, army: Army, target: Hex) -> bool:
    """Return whether no unit of an army observes a hex."""
    return target not in observed(battle, army)


def sight(battle: Battle, army: Army, target: Hex) -> Sight:
    """Return the line of sight to a hex from the nearest unit of an army."""
    known = readings("loos", "sight")
    nearest = min(battle.hexes_of(army), key=lambda h: (half_hexes(h, target), h))
    return replace(
        Sight.default(),
        observer=nearest,
        target=target,
        army=army,
        aircraft=battle.aircraft if army == "british" else None,
        terrain=PAINTED,
        readings=tuple(sorted((k, o) for k, o in battle.readings if k in known)),
    )
