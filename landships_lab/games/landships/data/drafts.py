"""A reader's vehicle while it is edited: plain values, written as a TOML file of units and read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from landships_lab.core.answer import Gap
from landships_lab.core.arcs import Arc
from landships_lab.core.checks import one_of, unknown, whole
from landships_lab.data.load import DataError, parse_toml
from .units import MOST_FIELDS, MOST_WEAPONS, OUTLINES, Unit, Weapon, read_units

MOST_LETTERS = 40
#: Where a new weapon may point, in degrees clockwise of the bow, the bow first.
_AIMS = (0, 60, -60, 120, -120, 180)


@dataclass(frozen=True)
class DraftWeapon:
    """One weapon: its id, its name, its arc in degrees clockwise of the bow, in steps of 30."""

    id: str
    name: str
    lo: int
    hi: int

    def __post_init__(self) -> None:
        Arc(self.lo, self.hi)
        checked_name(self.name, "A weapon's name")


@dataclass(frozen=True)
class DraftField:
    """One field of fire: what its weapons share. None stands for an unknown value."""

    name: str
    range_hexes: int | None
    points: int | None
    edge_hexsides: bool
    weapons: tuple[DraftWeapon, ...]

    def __post_init__(self) -> None:
        for what, number in (("A range", self.range_hexes), ("The number of points", self.points)):
            if number is not None:
                whole(what, number, 0, 99)


@dataclass(frozen=True)
class Draft:
    """A draft of a vehicle.

    It can always be used: a bad value is refused when it is set.
    """

    name: str
    nation: str
    unit_class: int
    outline: str
    fields: tuple[DraftField, ...]

    def __post_init__(self) -> None:
        checked_name(self.name, "A vehicle's name")
        checked_name(self.nation, "A nation's name")
        one_of("unit class", str(self.unit_class), ("1", "2", "3"))
        one_of("outline", self.outline, OUTLINES)
        if not 1 <= len(self.fields) <= MOST_FIELDS:
            raise ValueError(
                f"A unit has one to {MOST_FIELDS} fields of fire, not {len(self.fields)}."
            )
        if any(not f.weapons for f in self.fields):
            raise ValueError("A field of fire has one weapon or more.")
        if len(self.weapons) > MOST_WEAPONS:
            raise ValueError(
                f"A unit has at most {MOST_WEAPONS} weapons here, not {len(self.weapons)}."
            )

    @property
    def id(self) -> str:
        """The id that its name makes."""
        return slug(self.name, ())

    @property
    def weapons(self) -> tuple[DraftWeapon, ...]:
        """Its weapons, field by field."""
        return tuple(w for f in self.fields for w in f.weapons)

    def holder(self, weapon_id: str) -> int:
        """Return the number of the field of fire with this weapon, from 0.

        Raises `ValueError`, with the ids it has, for a weapon in no field.
        """
        for number, f in enumerate(self.fields):
            if any(w.id == weapon_id for w in f.weapons):
                return number
        raise ValueError(
            unknown(f"weapon of the {self.name}", weapon_id, [w.id for w in self.weapons])
        )

    def weapon(self, weapon_id: str) -> DraftWeapon:
        """Return the weapon with this id."""
        return next(w for w in self.fields[self.holder(weapon_id)].weapons if w.id == weapon_id)

    def with_field(self, number: int, new: DraftField) -> Draft:
        """Return the draft with one field of fire replaced."""
        return replace(
            self, fields=tuple(new if n == number else f for n, f in enumerate(self.fields))
        )

    def with_weapon(self, weapon_id: str, new: DraftWeapon) -> Draft:
        """Return the draft with one weapon replaced."""
        number = self.holder(weapon_id)
        old = self.fields[number]
        return self.with_field(
            number,
            replace(old, weapons=tuple(new if w.id == weapon_id else w for w in old.weapons)),
        )

    def without_weapon(self, weapon_id: str) -> Draft:
        """Return the draft without that weapon, and without its field of fire if that was the last
        one in it.
        """
        number = self.holder(weapon_id)
        others = tuple(w for w in self.fields[number].weapons if w.id != weapon_id)
        if others:
            return self.with_field(number, replace(self.fields[number], weapons=others))
        if len(self.fields) == 1:
            raise ValueError("A vehicle keeps at least one weapon; change this one instead.")
        return replace(self, fields=tuple(f for n, f in enumerate(self.fields) if n != number))

    def with_new_weapon(self, beside: str) -> tuple[Draft, str]:
        """Return the draft with one more weapon in the same field of
        fire, and the new weapon's id.
        """
        number, new = self.holder(beside), self._new_weapon()
        old = self.fields[number]
        return self.with_field(number, replace(old, weapons=(*old.weapons, new))), new.id

    def with_new_field(self) -> tuple[Draft, str]:
        """Return the draft with one more field of fire, of one weapon, and that weapon's id."""
        new = self._new_weapon()
        field = DraftField("new field of fire", None, None, True, (new,))
        return replace(self, fields=(*self.fields, field)), new.id

    def _new_weapon(self) -> DraftWeapon:
        """Return a weapon that points where the fewest do, so that its arc is visible."""
        key = slug("new weapon", [w.id for w in self.weapons])
        arcs = [(w.lo, w.hi) for w in self.weapons]

        def hides(aim: int) -> tuple[bool, int]:
            over = sum((aim - lo) % 360 <= hi - lo for lo, hi in arcs)
            return (aim - 30, aim + 30) in arcs, over

        aim = min(_AIMS, key=hides)
        return DraftWeapon(key, "new weapon", aim - 30, aim + 30)


def checked_name(text: str, what: str) -> str:
    """Return the name.

    Raises `ValueError` for an empty or long one, or one with signs that cannot be printed.
    """
    if not text.strip() or len(text) > MOST_LETTERS or not text.isprintable():
        raise ValueError(f"{what} has 1 to {MOST_LETTERS} letters on one line, not {text!r}.")
    return text


def slug(name: str, used_ids: Iterable[str]) -> str:
    """Return the id that this name makes, with a number where that id is in use.

    >>> slug("Mk V (star)", ["mk-v-star"])
    'mk-v-star-2'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "unit"
    used, number, free = set(used_ids), 2, plain
    while free in used:
        free, number = f"{plain}-{number}", number + 1
    return free


def draft_of(unit: Unit) -> Draft:
    """Return the draft that describes this unit; its values become the reader's."""

    def known(value: int | Gap) -> int | None:
        return None if isinstance(value, Gap) else value

    fields = []
    for f in unit.fields:
        first = f.weapons[0]
        weapons = tuple(DraftWeapon(w.id, w.name, w.arc.lo, w.arc.hi) for w in f.weapons)
        fields.append(
            DraftField(
                f.name,
                known(first.range_hexes),
                known(first.points),
                first.arc.edge_hexsides,
                weapons,
            )
        )
    return Draft(unit.name, unit.nation, unit.unit_class, unit.outline, tuple(fields))


def unit_of_draft(draft: Draft) -> Unit:
    """Return the unit that the draft describes."""
    return read_units(parse_toml(write_draft(draft), "your vehicle"), "your vehicle")[draft.id]


def sourced(own: Unit, original: Unit) -> Unit:
    """Return the reader's unit with the provenance and citation of the original wherever a value is
    unchanged.
    """

    def with_sources(weapon: Weapon) -> Weapon:
        return (
            _sourced(weapon, original.weapons[weapon.id])
            if weapon.id in original.weapons
            else weapon
        )

    return replace(
        own,
        fields=tuple(replace(f, weapons=tuple(map(with_sources, f.weapons))) for f in own.fields),
    )


def _sourced(own: Weapon, original: Weapon) -> Weapon:
    def same(value: int | Gap, before: int | Gap) -> bool:
        return value == before or (isinstance(value, Gap) and isinstance(before, Gap))

    unchanged = {
        "arc": (own.arc.lo, own.arc.hi) == (original.arc.lo, original.arc.hi),
        "range": same(own.range_hexes, original.range_hexes),
        "points": same(own.points, original.points),
        "edge": own.arc.edge_hexsides == original.arc.edge_hexsides,
    }
    kept = [key for key, same_value in unchanged.items() if same_value]
    return replace(
        own,
        range_hexes=original.range_hexes if unchanged["range"] else own.range_hexes,
        points=original.points if unchanged["points"] else own.points,
        provenance=MappingProxyType(
            {**own.provenance, **{key: original.provenance[key] for key in kept}}
        ),
        cites=MappingProxyType({**own.cites, **{key: original.cites[key] for key in kept}}),
    )


def write_draft(draft: Draft) -> str:
    """Return the draft as TOML, a file of units like the product's.

    `read_draft` makes the same draft of it.
    """
    head = [
        f"[units.{draft.id}]",
        f"name = {_quoted(draft.name)}",
        f"nation = {_quoted(draft.nation)}",
    ]
    lines = [*head, f"unit_class = {draft.unit_class}", f"outline = {_quoted(draft.outline)}"]
    for f in draft.fields:
        lines += ["", f"[[units.{draft.id}.fields]]", f"name = {_quoted(f.name)}"]
        lines += [
            f"range = {_stated(f.range_hexes, 'maximum range')}",
            f"points = {_stated(f.points, 'number of points')}",
        ]
        lines.append(
            f'edge_hexsides = {{ value = {str(f.edge_hexsides).lower()}, how = "supplied", cite ='
            ' "your-unit" }'
        )
        lines.append(f"[units.{draft.id}.fields.weapons]")
        for w in f.weapons:
            arc = f'{{ lo = {w.lo}, hi = {w.hi}, how = "supplied", cite = "your-unit" }}'
            lines.append(f"{w.id} = {{ name = {_quoted(w.name)}, arc = {arc} }}")
    return "\n".join(lines) + "\n"


def _stated(value: int | None, what: str) -> str:
    if value is None:
        return (
            f'{{ how = "silent", cite = "your-unit", asks = "What {what} has it? You have not'
            ' said." }'
        )
    return f'{{ value = {value}, how = "supplied", cite = "your-unit" }}'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def read_draft(text: str, origin: str = "your vehicle") -> Draft:
    """Return the draft of the first unit in this TOML.

    Raises `DataError`, in one sentence that names the field, if it cannot be used.
    """
    units = read_units(parse_toml(text, origin), origin)
    if not units:
        raise DataError(f"{origin}, units: there is no unit in this file.")
    try:
        return draft_of(next(iter(units.values())))
    except ValueError as error:
        raise DataError(f"{origin}: {error}") from error
