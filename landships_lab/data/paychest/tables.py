"""The printed tables of Paychest as frozen, checked types: what is left of fire, the second morale rolls, the organisations."""

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
    """How a firer moved, and what that does to the skill."""

    label: str
    modifier: int
    cite: str


@frozen
class Troops:
    """Who fires, and how often in a turn."""

    label: str
    shots: int
    cite: str


@frozen
class Gun:
    """A machine gun or a gun with shell: figures in the target for each +1, six-sided dice of hits for each hit."""

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
    """All that is printed of fire."""

    moved: dict[str, Moved]
    troops: dict[str, Troops]
    guns: dict[str, Gun]
    cover: _CoverTest


@frozen
class Effect:
    """What a unit does after a morale roll. ``dice`` are six-sided dice of distance, in a unit that is not printed.

    ``figure_routs_on``: every figure rolls a die and routs on this number or less; ``rally``: each move the unit rolls to rally,
    and routs again if it fails.
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
    """An effect as a table prints it: on which roll, and where."""

    cite: str
    roll: int = 0


@frozen
class Second:
    """A second morale table: the results that are left, and the id of the gap that stands for what is lost."""

    name: str
    missing: str
    results: tuple[Printed, ...]

    def effect(self, die: int) -> Printed | None:
        """What is printed for this die? None where the line is lost."""
        return next((result for result in self.results if result.roll == die), None)


@frozen
class MoraleTables:
    """All that is printed of morale; ``rally_at`` and ``leader_at`` are needed on two dice."""

    rally_at: int
    leader_at: int
    second: dict[str, Second]
    leader_lost: dict[str, Printed]


@frozen
class Part:
    """A formation another is made of: which, and how many. ``most`` is None where no limit is printed."""

    unit: str
    least: int
    most: int | None = None


@frozen
class Halves:
    """Into what a formation divides, half and half."""

    name: str
    posts: dict[str, int]


@frozen
class Formation:
    """A unit of the organisation tables: its own figures by rank, its guns, the formations below it."""

    name: str
    force: Literal["regular", "native"]
    cite: str
    posts: dict[str, int]
    guns: int = 0
    parts: tuple[Part, ...] = ()
    halves: Halves | None = None

    @property
    def own_figures(self) -> int:
        """How many figures has it of its own, without those of its parts?"""
        return sum(self.posts.values())


def _table(name: str, kind: type[T]) -> T:
    return structure(read(name), kind, name)


def _cited(name: str, given: str) -> None:
    known = cites("paychest")
    if given not in known:
        raise DataError(f"{name}: {unknown('citation', given, list(known))}")


@cache
def fire_figures() -> FireFigures:
    """What is printed of fire?"""
    name = "paychest/fire.toml"
    figures = _table(name, FireFigures)
    given = [moved.cite for moved in figures.moved.values()] + [troops.cite for troops in figures.troops.values()]
    given += [cite for gun in figures.guns.values() for cite in (gun.plus_cite, gun.hits_cite)]
    for cite in given:
        _cited(name, cite)
    return figures


@cache
def morale_tables() -> MoraleTables:
    """What is printed of morale?"""
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
    """Which formations are printed? By id; a formation stands after those it is made of."""
    name = "paychest/forces.toml"
    found = _table(name, dict[str, Formation])
    for key, formation in found.items():
        _cited(name, formation.cite)
        for part in formation.parts:
            if part.unit not in list(found)[: list(found).index(key)]:
                raise DataError(f"{name}, {key}: its part {part.unit} must stand above it in the file.")
    return MappingProxyType(found)
