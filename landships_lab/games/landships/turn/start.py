"""The situations from which the Brickyard can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from landships_lab.core.hexes import Heading, Hex
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.starts import StartData, starts
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, order_of_battle
from .clock import GRID, Clock, Piece
from .phases import SetUp, turn_of


def _begun(data: StartData) -> Clock:
    woods = tuple(place for word in data.woods if isinstance(place := GRID.place(word), Hex))
    free = iter(woods)  # one counter a hex: the stacking limit is lost
    units = tuple(_placed(unit, data, free) for unit in order_of_battle())
    artillery = SCENARIO.forces["ger-artillery"]
    modules = tuple(Piece(artillery.id, number) for number in range(1, artillery.count + 1))
    painted = {(place, "woods") for place in woods} | {
        (town, "town") for town in SCENARIO.brickyard
    }
    ground = TerrainMap(frozenset(painted))
    clock = turn_of(Clock(units=(*units, *modules), terrain=ground, turn=data.turn, mp=data.mp))
    return clock.call(SetUp("German"), SetUp("British")) if data.set_up else clock


def _placed(unit: Standing, data: StartData, woods: Iterator[Hex]) -> Piece:
    """Return a counter where it stands when this situation begins."""
    piece = Piece(unit.force, unit.number, unit.place, unit.heading, unit.aboard)
    if unit.id in data.at:
        place, heading = GRID.placement(data.at[unit.id])
        return replace(piece, place=place, heading=heading)
    if unit.of.turn:
        return replace(piece, place=None)  # it comes on later, or rides
    in_woods = unit.of.side == "German" and unit.of.kind in ("platoon", "observer")
    return replace(piece, place=next(woods), heading=Heading.S) if in_woods else piece


#: The situations by name.
START: Mapping[str, Clock] = MappingProxyType(
    {name: _begun(data) for name, data in starts().items()}
)
