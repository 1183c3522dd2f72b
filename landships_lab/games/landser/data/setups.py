"""Situations to play from, and what players agree on where the rules are silent, as the TOML states
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
    """A piece of terrain: a line of two points or an area, and what it does."""

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
    """A man of a set-up: his side, who he is in `rules.ROSTER`, his place, and his ``weapons``
    where his squad is not the typical one; ``soviet`` is that of his submachine gun.
    """

    side: str
    role: str
    at: str
    weapons: tuple[str, ...] = ()
    soviet: bool = False


@frozen
class Setup:
    """A situation to begin with: a table in inches, its terrain, and the men on it."""

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
    """Return the situations to begin with, by name."""
    return structure(read("landser/starts.toml"), dict[str, Setup], "landser/starts.toml")


@cache
def agreements() -> Mapping[str, tuple[Option, ...]]:
    """Return what players may agree on for each gap of the rules, the first option being ours.

    Raises `ValueError` for a table that is named after no gap.
    """
    origin = "landser/agreements.toml"
    by_gap = structure(read(origin), dict[str, _RawAgreement], origin)
    if strange := sorted(set(by_gap) - set(gaps("landser"))):
        raise ValueError(f"{origin}: {strange[0]} is no gap of Landser.")
    return {key: raw.options for key, raw in by_gap.items()}
