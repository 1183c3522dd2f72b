"""Units with fields of fire, as the TOML states them: every value says whether it is printed,
reconstructed or missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from attrs import field, frozen

from landships_lab.core.answer import Gap
from landships_lab.core.arcs import Arc
from landships_lab.core.checks import unknown
from landships_lab.core.sources import Cite, Provenance
from landships_lab.data.checks import whole, words
from landships_lab.data.load import DataError, cites, read, structure

V = TypeVar("V", int, bool)

#: The silhouettes the pictures know how to draw.
OUTLINES = ("rhomboid", "female", "box", "whippet", "turret", "gun", "mount")
MOST_FIELDS = 3
MOST_WEAPONS = 12
MOST_UNITS = 40
_NAME, _SENTENCE = words(40), words(300, 0)
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")


@dataclass(frozen=True)
class Weapon:
    """One weapon of a unit.

    ``range_hexes`` and ``points`` are whole numbers, or a `Gap` where the source is silent.
    """

    id: str
    name: str
    arc: Arc
    range_hexes: int | Gap
    points: int | Gap
    #: The words "printed", "reconstructed", ... and the citation of ``arc``, ``range``, ``points``
    #: and ``edge``.
    provenance: Mapping[str, Provenance]
    cites: Mapping[str, Cite]


@dataclass(frozen=True)
class FieldOfFire:
    """Up to three of these make a unit's armament: weapons with one range, one strength and one
    rule for their edges.
    """

    name: str
    weapons: tuple[Weapon, ...]


@dataclass(frozen=True)
class Unit:
    """A counter: its class for positioning (1, 2 or 3), its silhouette and its fields of fire."""

    id: str
    name: str
    nation: str
    unit_class: int
    outline: str
    fields: tuple[FieldOfFire, ...]
    note: str = ""

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """The weapons by id, in the order of its card."""
        return MappingProxyType({w.id: w for f in self.fields for w in f.weapons})

    def weapon(self, weapon_id: str) -> Weapon:
        """Return the weapon with this id. Raises `ValueError`, with the ids it has, for
        any other.
        """
        weapon = self.weapons.get(weapon_id)
        if weapon is None:
            raise ValueError(unknown(f"weapon of the {self.name}", weapon_id, self.weapons))
        return weapon


@frozen
class _Stated(Generic[V]):
    """A value with its provenance.

    ``value`` is missing if, and only if, ``how`` is silent; then ``asks`` says what is missing.
    """

    how: Provenance
    cite: str
    value: V | None = None
    asks: str = field(default="", validator=_SENTENCE)
    note: str = field(default="", validator=_SENTENCE)

    def __attrs_post_init__(self) -> None:
        if (self.value is None) != (self.how == "silent"):
            raise ValueError('write the value under "value", or how = "silent" and no value')
        if (self.how == "silent") != bool(self.asks):
            raise ValueError(
                '"asks" says what is missing where how is "silent", and stands nowhere else'
            )


@frozen
class _RawArc:
    how: Provenance
    cite: str
    lo: int
    hi: int

    def __attrs_post_init__(self) -> None:
        Arc(self.lo, self.hi)


@frozen
class _RawWeapon:
    name: str = field(validator=_NAME)
    arc: _RawArc


def _is_small(_: object, stated_as: Any, stated: Any) -> None:
    if stated.value is not None:
        whole(0, 99)(_, stated_as, stated.value)


def _check_ids(ids: Iterable[str]) -> None:
    """Refuse ids with spaces or signs that mean something in links and text forms, where ids are
    words.
    """
    for given in ids:
        if not _ID.fullmatch(given):
            raise ValueError(
                f"{given!r} cannot be an id; one is letters, digits and hyphens, such as mk-iv-male"
            )


@frozen
class _RawField:
    name: str = field(validator=_NAME)
    range: _Stated[int] = field(validator=_is_small)
    points: _Stated[int] = field(validator=_is_small)
    edge_hexsides: _Stated[bool]
    weapons: dict[str, _RawWeapon]

    def __attrs_post_init__(self) -> None:
        _check_ids(self.weapons)
        if not self.weapons:
            raise ValueError("a field of fire has one weapon or more under weapons")
        if self.edge_hexsides.value is None:
            raise ValueError(
                "edge_hexsides is true or false; where the source is silent, say how ="
                ' "reconstructed" or "supplied"'
            )


@frozen
class _RawUnit:
    name: str = field(validator=_NAME)
    nation: str = field(validator=_NAME)
    unit_class: Literal[1, 2, 3]
    outline: str
    fields: list[_RawField]
    note: str = field(default="", validator=_SENTENCE)
    of_article: bool = True  # the article names it: what it leaves open is a gap of the source

    def __attrs_post_init__(self) -> None:
        if self.outline not in OUTLINES:
            raise ValueError(unknown("outline", self.outline, OUTLINES))
        if not 1 <= len(self.fields) <= MOST_FIELDS:
            raise ValueError(
                f"a unit has one to {MOST_FIELDS} fields of fire, not {len(self.fields)}"
            )
        names = [weapon for f in self.fields for weapon in f.weapons]
        if len(names) > MOST_WEAPONS:
            raise ValueError(f"a unit has at most {MOST_WEAPONS} weapons, not {len(names)}")
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two weapons are called {name}; each needs a name of its own")


@frozen
class _File:
    units: dict[str, _RawUnit]

    def __attrs_post_init__(self) -> None:
        if len(self.units) > MOST_UNITS:
            raise ValueError(f"a file has at most {MOST_UNITS} units, not {len(self.units)}")
        _check_ids(self.units)


def read_units(raw: dict[str, Any], origin: str, rule_set: str = "landships") -> Mapping[str, Unit]:
    """Return the units that this file describes.

    Raises `DataError`, in one sentence that names the field, if one cannot be used.
    """
    described = structure(raw, _File, origin)
    return MappingProxyType(
        {key: _unit(key, unit, cites(rule_set), origin) for key, unit in described.units.items()}
    )


def shipped_units(name: str = "landships/units.toml") -> Mapping[str, Unit]:
    """Return the units that come with the product."""
    return read_units(read(name), name)


def supplied(unit: Unit, origin: str) -> Unit:
    """Return the unit as the reader's: each value is supplied, whatever its file claims, and what
    it leaves open stays open.

    A pasted file may say "printed" and name a line of the article; only a file that comes with the
    product may.
    """

    def cite(how: Provenance) -> Cite:
        return Cite("You", f"{unit.id} in {origin}", kind=how)

    def number(value: int | Gap) -> int | Gap:
        return Gap(value.question, cite("silent")) if isinstance(value, Gap) else value

    def own(weapon: Weapon) -> Weapon:
        hows: dict[str, Provenance] = {
            what: "silent" if how == "silent" else "supplied"
            for what, how in weapon.provenance.items()
        }
        return replace(
            weapon,
            range_hexes=number(weapon.range_hexes),
            points=number(weapon.points),
            provenance=MappingProxyType(hows),
            cites=MappingProxyType({what: cite(how) for what, how in hows.items()}),
        )

    return replace(
        unit, fields=tuple(replace(f, weapons=tuple(map(own, f.weapons))) for f in unit.fields)
    )


def _unit(key: str, raw: _RawUnit, printed: Mapping[str, Cite], origin: str) -> Unit:
    def cite(stated: _Stated[int] | _Stated[bool] | _RawArc) -> Cite:
        unit = printed.get(stated.cite)
        if unit is None:
            raise DataError(
                f"{origin}, units › {key}: {unknown('citation', stated.cite, list(printed))}"
            )
        if stated.how == "supplied":
            return Cite("You", f"{key} in {origin}", kind="supplied")
        return replace(unit, kind=stated.how)

    def number(stated: _Stated[int]) -> int | Gap:
        return Gap(stated.asks, cite(stated)) if stated.value is None else stated.value

    def weapon(weapon_id: str, arms: _RawWeapon, shared: _RawField) -> Weapon:
        stated: dict[str, _Stated[int] | _Stated[bool] | _RawArc] = {
            "arc": arms.arc,
            "range": shared.range,
            "points": shared.points,
            "edge": shared.edge_hexsides,
        }
        return Weapon(
            weapon_id,
            arms.name,
            Arc(arms.arc.lo, arms.arc.hi, bool(shared.edge_hexsides.value)),
            number(shared.range),
            number(shared.points),
            MappingProxyType({what: value.how for what, value in stated.items()}),
            MappingProxyType({what: cite(value) for what, value in stated.items()}),
        )

    armament = tuple(
        FieldOfFire(f.name, tuple(weapon(w, arms, f) for w, arms in f.weapons.items()))
        for f in raw.fields
    )
    return Unit(key, raw.name, raw.nation, raw.unit_class, raw.outline, armament, raw.note)
