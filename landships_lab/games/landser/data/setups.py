"""Starting situations, and the players' agreements where the rules are silent, as the TOML states
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import field, frozen

from landships_lab.core.sources import Option
from landships_lab.data.gaps import gaps
from landships_lab.data.load import read, structure


@frozen
class RawPiece:
    """A piece of terrain: a line of two points or an area, and its effects."""

    name: str
    kind: str
    at: tuple[str, ...]
    hard: bool = False
    difficult: bool = False
    blocks: bool = False
    closed: bool = False
    width: int = 0
    soft: bool = False


@frozen
class RawMan:
    """A man of a set-up: his side, his name in `rules.ROSTER`, his place, and his ``weapons`` if
    his squad is not the typical one. ``soviet`` says that his submachine gun is Soviet.
    """

    side: str
    role: str
    at: str
    weapons: tuple[str, ...] = ()
    soviet: bool = False


@frozen
class Setup:
    """A starting situation: a table in inches, its terrain, and the men on it."""

    title: str
    note: str
    wide: int
    deep: int
    sides: tuple[str, str]
    bayonets: bool
    pieces: tuple[RawPiece, ...]
    men: tuple[RawMan, ...]


@frozen
class _RawAgreement:
    options: tuple[Option, ...] = field()


@cache
def setups() -> Mapping[str, Setup]:
    """Return the starting situations, by name."""
    return structure(read("landser/starts.toml"), dict[str, Setup], "landser/starts.toml")


@cache
def agreements() -> Mapping[str, tuple[Option, ...]]:
    """Return the options that players may agree on for each gap of the rules, the lab's first.

    Raises `ValueError` for a table that is not named after a gap.
    """
    origin = "landser/agreements.toml"
    by_gap = structure(read(origin), dict[str, _RawAgreement], origin)
    if strange := sorted(set(by_gap) - set(gaps("landser"))):
        raise ValueError(f"{origin}: {strange[0]} is no gap of Landser.")
    return {key: raw.options for key, raw in by_gap.items()}
