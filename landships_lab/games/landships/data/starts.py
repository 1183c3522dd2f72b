"""The situations from which the Brickyard can be played, as frozen, checked types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import field, frozen

from landships_lab.data.load import read, structure

STARTS = "landships/starts.toml"


@frozen
class StartData:
    """A situation: its name, the lab's additions, the movement allowance of a tank, the hexes of
    wood, the turn, and the positions (``5708 E``) of counters that differ from the scenario.
    ``set_up`` says that the players place the counters first.
    """

    name: str
    note: str
    mp: int
    woods: list[str]
    turn: int = 1
    set_up: bool = False
    at: dict[str, str] = field(factory=dict)


@cache
def starts() -> Mapping[str, StartData]:
    """Return the situations by name. Raises `DataError` if the file cannot be used."""
    return structure(read(STARTS), dict[str, StartData], STARTS)
