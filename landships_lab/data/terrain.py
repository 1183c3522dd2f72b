"""Painted boards as small TOML files, checked on loading, and the values a rule set gives to each
kind of terrain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from attrs import field, frozen

from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.terrain import CLEAR, TerrainMap
from landships_lab.data.checks import whole
from landships_lab.data.load import DataError, parse_toml, structure

P = TypeVar("P", Hex, Side)


@frozen
class _RawGrid:
    columns: int = field(validator=whole(1, 99))
    rows: int = field(validator=whole(1, 99))
    lower_columns: Literal["even", "odd"] = "even"
    first_column: int = field(default=1, validator=whole(1, 99))


@frozen
class _RawBoard:
    board: _RawGrid
    hexes: dict[str, list[str]] = field(factory=dict)
    hexsides: dict[str, list[str]] = field(factory=dict)
    high: list[str] = field(factory=list)


@dataclass(frozen=True)
class Kinds:
    """The names of terrain that a board of a rule set may hold, in a hex and along a hexside."""

    hexes: tuple[str, ...]
    sides: tuple[str, ...] = ()


def read_board(text: str, kinds: Kinds, origin: str = "your board") -> tuple[Grid, TerrainMap]:
    """Return the board that this TOML describes.

    Raises `DataError`, naming the field, if it cannot be used.
    """
    return board_of(parse_toml(text, origin), kinds, origin)


def board_of(held: Mapping[str, object], kinds: Kinds, origin: str) -> tuple[Grid, TerrainMap]:
    """Return the board that these plain dicts describe.

    Raises `DataError`, naming the field, if it cannot be used.
    """
    raw = structure(held, _RawBoard, origin)
    try:
        grid = Grid(
            raw.board.lower_columns, raw.board.columns, raw.board.rows, raw.board.first_column
        )
    except ValueError as error:
        raise DataError(f"{origin}, board › first_column: {error}") from error
    painted: dict[Place, str] = {}
    for part, rows, allowed in (
        ("hexes", raw.hexes, kinds.hexes),
        ("hexsides", raw.hexsides, kinds.sides),
    ):
        for kind, codes in rows.items():
            if kind not in allowed:
                raise DataError(
                    f"{origin}, {part}: {unknown('kind of terrain', kind, list(allowed))}"
                )
            for place in _places(
                codes, grid, Hex if part == "hexes" else Side, f"{origin}, {part} › {kind}"
            ):
                if place in painted:
                    raise DataError(
                        f"{origin}, {part} › {kind}: {grid.code(place)} is painted twice,"
                        f" {painted[place]} and {kind}."
                    )
                painted[place] = kind
    high = _places(raw.high, grid, Hex, f"{origin}, high")
    return grid, TerrainMap(
        frozenset((p, kind) for p, kind in painted.items() if kind != CLEAR),
        frozenset(h for h in high if isinstance(h, Hex)),
    )


def _places(
    codes: Iterable[str], grid: Grid, kind: type[Hex] | type[Side], where: str
) -> list[Place]:
    places: list[Place] = []
    for code in codes:
        try:
            place: Place = grid.place(code)
        except ValueError as error:
            raise DataError(f"{where}: {error}") from error
        if not isinstance(place, kind):
            what, such = ("hex", "0503") if kind is Hex else ("hexside", "0503/0504")
            raise DataError(f"{where}: {code!r} is not a {what}; write a {what} as {such}.")
        places.append(place)
    return places


def write_board(grid: Grid, terrain: TerrainMap) -> str:
    """Return the TOML text of this board, from which `read_board` makes the same board again."""
    lines = [
        "# A board painted in landships_lab.",
        "",
        "[board]",
        f"columns = {grid.columns}",
        f"rows = {grid.rows}",
    ]
    lines.append(f'lower_columns = "{grid.lower_columns}"')
    if grid.first_column != 1:
        lines.append(f"first_column = {grid.first_column}")
    if terrain.high:
        lines.insert(1, f"high = {_codes(terrain.high, grid)}")
    painted: dict[str, Mapping[str, Iterable[Place]]] = {
        "hexes": by_kind(terrain.hexes),
        "hexsides": by_kind(terrain.sides),
    }
    for part, rows in painted.items():
        if rows:
            lines += [
                "",
                f"[{part}]",
                *(f"{kind} = {_codes(where, grid)}" for kind, where in rows.items()),
            ]
    return "\n".join(lines) + "\n"


def by_kind(painted: Mapping[P, str]) -> dict[str, list[P]]:
    """Return the places that hold each kind, kinds and places in order."""
    groups: dict[str, list[P]] = {}
    for place, kind in sorted(painted.items(), key=lambda item: (item[1], item[0])):
        groups.setdefault(kind, []).append(place)
    return groups


def _codes(places: Iterable[Place], grid: Grid) -> str:
    return "[" + ", ".join(f'"{code}"' for code in sorted(grid.code(p) for p in places)) + "]"


_WORD = re.compile(r"([a-z-]+)=(.+)")


def read_words(words: Sequence[str], grid: Grid, kinds: Kinds) -> TerrainMap:
    """Return the terrain that words such as ``woods=0304,0305 trench=0304/0305 high=0304`` paint:
    the words of a link.
    """
    terrain = TerrainMap()
    for word in words:
        match = _WORD.fullmatch(word)
        known = [*kinds.hexes, *kinds.sides, "high"]
        if not match or match[1] not in known:
            raise ValueError(
                unknown("kind of terrain", word.partition("=")[0], known)
                + " Write it as kind=code,code."
            )
        for place in map(grid.place, match[2].split(",")):
            if match[1] == "high" and isinstance(place, Hex):
                terrain = terrain.lift(place)
            elif match[1] in (kinds.hexes if isinstance(place, Hex) else kinds.sides):
                terrain = terrain.paint(place, match[1])
            else:
                raise ValueError(
                    f"{match[1]} does not go on {grid.code(place)}, which is a"
                    f" {'hex' if isinstance(place, Hex) else 'hexside'}."
                )
    return terrain


def write_words(terrain: TerrainMap, grid: Grid) -> list[str]:
    """Return the words for this terrain, from which `read_words` makes the same terrain again."""
    parts: dict[str, Iterable[Place]] = {**by_kind(terrain.hexes)}
    for kind, sides in by_kind(terrain.sides).items():
        parts[kind] = [*parts.get(kind, ()), *sides]
    if terrain.high:
        parts["high"] = terrain.high
    return [
        f"{kind}={','.join(sorted(grid.code(p) for p in places))}"
        for kind, places in sorted(parts.items())
    ]
