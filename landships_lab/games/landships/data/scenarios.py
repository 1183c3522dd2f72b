"""A scenario as its file states it: order of battle, set-up,
reinforcements, the size of its board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from attrs import field, frozen

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.data.load import DataError, read, structure

FILE = "landships/scenario.toml"
Kind = Literal["platoon", "tank", "gun", "aa-gun", "aircraft", "squad", "observer", "artillery"]


@frozen
class _RawForce:
    name: str
    side: Literal["British", "German"]
    kind: Kind
    count: int
    cite: str
    unit: str = ""
    at: list[str] = field(factory=list)
    area: str = ""
    turn: int = 0
    one_a_hex: bool = False

    def __attrs_post_init__(self) -> None:
        if bool(self.at) == bool(self.area):
            raise ValueError(
                'a force has hexes under "at", or the words for a place that is not on the board'
                ' under "area"'
            )


@frozen
class _RawScenario:
    number: str
    name: str
    day: str
    turns: int
    first_player: Literal["British", "German"]
    first_column: int
    last_column: int
    rows: int
    section_columns: list[int]
    brickyard: list[str]
    forces: dict[str, _RawForce]


@frozen
class Force:
    """Some counters of one kind.

    ``at`` are the hexes where they are set up or come in; ``area`` names what the lost map would
    show; ``unit`` is the id of the unit whose arcs they have, if any; ``turn`` is 0 for the set-up.
    """

    id: str
    name: str
    side: str
    kind: str
    count: int
    cite: str
    unit: str
    at: tuple[Hex, ...]
    area: str
    turn: int
    one_a_hex: bool


@frozen
class Scenario:
    """A scenario.

    ``grid`` is the board it is shown on; ``section`` the columns of the map section its hexes
    share.
    """

    number: str
    name: str
    day: str
    turns: int
    first_player: str
    grid: Grid
    section: tuple[int, int]
    brickyard: tuple[Hex, ...]
    forces: Mapping[str, Force]


@cache
def scenario() -> Scenario:
    """Return the scenario of the file.

    Raises `DataError`, naming the field, if it cannot be used.
    """
    raw = structure(read(FILE), _RawScenario, FILE)
    grid = Grid(columns=raw.last_column, rows=raw.rows, first_column=raw.first_column)

    def hexes(codes: list[str], where: str) -> tuple[Hex, ...]:
        try:
            places = [grid.place(code) for code in codes]
        except ValueError as error:
            raise DataError(f"{FILE}, {where}: {error}") from error
        return tuple(place for place in places if isinstance(place, Hex))

    forces = {
        key: Force(
            key,
            f.name,
            f.side,
            f.kind,
            f.count,
            f.cite,
            f.unit,
            hexes(f.at, f"forces › {key}"),
            f.area,
            f.turn,
            f.one_a_hex,
        )
        for key, f in raw.forces.items()
    }
    first, last = raw.section_columns
    return Scenario(
        raw.number,
        raw.name,
        raw.day,
        raw.turns,
        raw.first_player,
        grid,
        (first, last),
        hexes(raw.brickyard, "brickyard"),
        MappingProxyType(forces),
    )
