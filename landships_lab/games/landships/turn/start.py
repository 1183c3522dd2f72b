"""The situations from which the Brickyard can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from landships_lab.core.hexes import Heading, Hex
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.starts import StartData, starts
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing
from landships_lab.games.landships.rules.order_of_battle import order_of_battle
from landships_lab.games.landships.turn.clock import GRID, Clock
from landships_lab.games.landships.turn.phases import turn_of


def _begun(data: StartData) -> Clock:
    woods = tuple(place for word in data.woods if isinstance(place := GRID.place(word), Hex))
    free = iter(woods)  # one counter a hex while there are enough: the stacking limit is lost
    units = tuple(_placed(unit, data, free) for unit in order_of_battle())
    painted = {(place, "woods") for place in woods} | {
        (town, "town") for town in SCENARIO.brickyard
    }
    clock = Clock(units=units, terrain=TerrainMap(frozenset(painted)), turn=data.turn, mp=data.mp)
    return turn_of(clock)


def _placed(unit: Standing, data: StartData, woods: Iterator[Hex]) -> Standing:
    """Return a counter where it stands when this situation begins."""
    if unit.id in data.at:
        place, heading = GRID.placement(data.at[unit.id])
        return replace(unit, place=place, heading=heading)
    if unit.of.turn:
        return replace(unit, place=None)  # it comes on later, or rides
    in_woods = unit.of.side == "German" and unit.of.kind in ("platoon", "observer")
    if in_woods and (wood := next(woods, None)) is not None:
        return replace(unit, place=wood, heading=Heading.S)
    return unit


#: The situations by name.
START: Mapping[str, Clock] = MappingProxyType(
    {name: _begun(data) for name, data in starts().items()}
)
