"""The printed tables of Paychest as frozen, checked types: what is left of fire, the second morale
rolls, the formations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, TypeVar

from attrs import field, frozen

from landships_lab.core.checks import unknown
from landships_lab.data.checks import whole, words
from landships_lab.data.load import DataError, cites, read, structure

T = TypeVar("T")


@frozen
class Moved:
    """A way of moving, and what it adds to the firer's skill."""

    label: str
    modifier: int
    cite: str


@frozen
class Troops:
    """A kind of troops, and how often each figure fires in a turn."""

    label: str
    shots: int
    cite: str


@frozen
class Gun:
    """A machine gun or a gun with shell: the figures in the target for each +1, and the dice of
    hits when it hits.
    """

    label: str
    figures_a_plus: int
    dice: int
    plus_cite: str
    hits_cite: str


@frozen
class _CoverTest:
    morale_at: int


@frozen
class FireFigures:
    """All numbers printed for fire."""

    moved: dict[str, Moved]
    troops: dict[str, Troops]
    guns: dict[str, Gun]
    cover: _CoverTest


@frozen
class Effect:
    """What a unit does after a morale roll.

    ``dice`` are six-sided dice of distance, in a unit of length that is not printed.

    ``figure_routs_on``: every figure rolls a die and routs on this number or less. ``rally``: the
    unit rolls to rally each move, and routs again if it fails.
    """

    does: Literal["hold", "fall back", "rout"]
    text: str = field(validator=words(90))
    dice: int = field(default=0, validator=whole(0, 10))
    when: Literal["", "at once", "next move"] = ""
    backs: bool = False
    figure_routs_on: int = field(default=0, validator=whole(0, 6))
    rally: bool = False


@frozen(kw_only=True)
class Printed(Effect):
    """An effect that is printed: the roll it stands for, and its citation."""

    cite: str
    roll: int = 0


@frozen
class Second:
    """A second morale table: the results that are left, and the id of the gap for the lost one."""

    name: str
    missing: str
    results: tuple[Printed, ...]

    def effect(self, die: int) -> Printed | None:
        """Return what is printed for this die, or None where the line is lost."""
        return next((result for result in self.results if result.roll == die), None)


@frozen
class MoraleTables:
    """All that is printed for morale. ``rally_at`` and ``leader_at`` are needed on two dice."""

    rally_at: int
    leader_at: int
    second: dict[str, Second]
    leader_lost: dict[str, Printed]


@frozen
class Part:
    """A formation inside another, and how many of it.

    ``most`` is None where no limit is printed.
    """

    unit: str
    least: int
    most: int | None = None


@frozen
class Halves:
    """The two equal parts of a formation: their name, and the figures of each by rank."""

    name: str
    posts: dict[str, int]


@frozen
class Formation:
    """A formation: its own figures by rank, its guns, the formations below it."""

    name: str
    force: Literal["regular", "native"]
    cite: str
    posts: dict[str, int]
    guns: int = 0
    parts: tuple[Part, ...] = ()
    halves: Halves | None = None

    @property
    def own_figures(self) -> int:
        """The number of its own figures, without those of its parts."""
        return sum(self.posts.values())


def _table(name: str, kind: type[T]) -> T:
    return structure(read(name), kind, name)


def _cited(name: str, given: str) -> None:
    known = cites("paychest")
    if given not in known:
        raise DataError(f"{name}: {unknown('citation', given, list(known))}")


@cache
def fire_figures() -> FireFigures:
    """Return the printed numbers for fire, read once."""
    name = "paychest/fire.toml"
    figures = _table(name, FireFigures)
    given = [moved.cite for moved in figures.moved.values()] + [
        troops.cite for troops in figures.troops.values()
    ]
    given += [cite for gun in figures.guns.values() for cite in (gun.plus_cite, gun.hits_cite)]
    for cite in given:
        _cited(name, cite)
    return figures


@cache
def morale_tables() -> MoraleTables:
    """Return the printed tables for morale, read once."""
    name = "paychest/morale.toml"
    tables = _table(name, MoraleTables)
    printed = list(tables.leader_lost.values())
    for second in tables.second.values():
        printed += second.results
    for effect in printed:
        _cited(name, effect.cite)
    return tables


@cache
def formations() -> Mapping[str, Formation]:
    """Return the printed formations by id. A formation comes after those it is made of."""
    name = "paychest/forces.toml"
    by_key = _table(name, dict[str, Formation])
    for key, formation in by_key.items():
        _cited(name, formation.cite)
        for part in formation.parts:
            if part.unit not in list(by_key)[: list(by_key).index(key)]:
                raise DataError(
                    f"{name}, {key}: its part {part.unit} must stand above it in the file."
                )
    return MappingProxyType(by_key)
