"""The Units of a sight panel in a link: those that differ from the set-up."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Protocol

from landships_lab.core.checks import small
from landships_lab.core.inches import direction
from landships_lab.core.plane import Spot, shift
from landships_lab.games.one_hour.rules.ground import (
    Table,
    Unit,
    carried,
    read_spot,
    table_of,
    write_spot,
)
from landships_lab.games.one_hour.rules.shot import MOST_HITS


class OnTable(Protocol):
    """A state with a table that began as a set-up."""

    @property
    def set_up(self) -> str:
        """The set-up."""


#: Degrees of one turn of a Unit.
LOCK = 15
#: Other positions of a Unit's last base than in line: half its depth ahead, turned about, or half
#: an inch too near.
FORMATIONS = {"ahead": "one ahead", "turned": "one turned about", "close": "one too near"}
#: The mark of a Unit whose bases are one behind the other, and the mark of one that has left, which
#: is put far off the table.
COLUMN, GONE = "column", "gone"
_FAR = Spot(-90, -90)

#: The prefix of the mark for a Unit's Hits, and its other possible marks.
_HITS = "hits-"
_MARKS = {"dug-in", "ready", COLUMN, GONE, *FORMATIONS}


def formed(unit: Unit, how: Collection[str]) -> Unit:
    """Return a Unit in line except its last base, which has the position that these words of
    `FORMATIONS` name.
    """
    *others, last = unit.at(unit.unique.centre).bases
    if "ahead" in how:
        ahead = shift(last.centre, direction(last.facing), last.depth * Fraction(1, 2))
        last = last.moved(ahead)
    if "close" in how:
        inwards = direction(last.facing + (-90 if len(others) > 1 else 90))
        last = last.moved(shift(last.centre, inwards, Fraction(1, 2)))
    if "turned" in how:
        last = last.moved(last.centre, last.facing + 180)
    return replace(unit, bases=(*others, last))


def formation_of(unit: Unit) -> frozenset[str]:
    """Return the words of `FORMATIONS` for the position of a Unit's last base; empty for any other
    position.
    """
    ways = (
        how
        for size in range(len(FORMATIONS) + 1)
        for how in map(frozenset, combinations(FORMATIONS, size))
        if formed(unit, how).bases == unit.bases
    )
    return next(ways, frozenset())


def moved(unit: Unit, centre: Spot, facing: int | None = None) -> Unit:
    """Return a Unit moved to another place, with its bases arranged as before."""
    if _otherwise(unit):
        return carried(unit, centre, facing)
    return formed(unit.at(centre, facing), formation_of(unit))


def _otherwise(unit: Unit) -> list[str]:
    """Return the marks of a Unit whose bases are not in one of the `FORMATIONS`."""
    if formed(unit, formation_of(unit)).bases == unit.bases:
        return []
    if unit.in_column(unit.unique.centre) == unit:
        return [COLUMN]
    return [write_spot(base.centre) for base in unit.bases[1:]]


def gone(unit: Unit) -> Unit:
    """Return a Unit as one that is no longer on the table."""
    return replace(unit.at(_FAR, 0), hits=0, dug_in=False, ready=False)


def is_gone(unit: Unit) -> bool:
    """Return whether a Unit is no longer on the table."""
    return unit.unique.centre == _FAR


def write_units(state: OnTable, table: Table) -> list[str]:
    """Return a word for each Unit that differs from the set-up."""
    words = []
    for unit, old in zip(table.units, table_of(state.set_up).units, strict=True):
        if is_gone(unit):
            words.append(f"{unit.name}@0,0@0@{GONE}")
        elif unit != old:
            marks = [word for word, on in (("dug-in", unit.dug_in), ("ready", unit.ready)) if on]
            marks += [f"{_HITS}{unit.hits}"] * (unit.hits > 0)
            marks += [word for word in FORMATIONS if word in formation_of(unit)]
            marks += _otherwise(unit)
            place = write_spot(unit.unique.centre), str(unit.unique.facing)
            words.append("@".join((unit.name, *place, *marks)))
    return words


def read_units(state: OnTable, words: Sequence[str]) -> Table:
    """Return the set-up with the Units of these words. Raises `ValueError` for a word that
    describes no Unit.
    """
    table = table_of(state.set_up)
    for word in words:
        parts = word.split("@")
        if (
            len(parts) < 3
            or (facing := small(parts[2])) is None
            or (own_hits := _read_hits(parts[3:])) is None
            or not {m for m in parts[3:] if not m.startswith(_HITS) and "," not in m} <= _MARKS
            or (spots := _others(table, parts)) is None
        ):
            raise ValueError(
                f"{word!r} is not a Unit; write name@x,y@facing, such as Cruds-1@28,18@0, then"
                " @dug-in, @ready, @hits-9, @column, @gone, @ahead, @turned, @close, or where its"
                " other bases stand: @17,8@20,8."
            )
        if GONE in parts[3:]:
            table = table.put(gone(table.unit(parts[0])))
            continue
        line = table.unit(parts[0]).at(read_spot(parts[1]), facing)
        unit = formed(line, set(parts[3:]) & set(FORMATIONS))
        if COLUMN in parts[3:]:
            unit = line.in_column(line.unique.centre)
        elif spots:
            others = (line.unique.moved(spot) for spot in spots)
            unit = replace(line, bases=(line.unique, *others))
        dug_in, ready = "dug-in" in parts[3:], "ready" in parts[3:]
        table = table.put(replace(unit, hits=own_hits, dug_in=dug_in, ready=ready))
    return table


def _others(table: Table, parts: Sequence[str]) -> tuple[Spot, ...] | None:
    """Return the places that the marks of a word give the other bases: all or none; None for
    anything else.
    """
    spots = tuple(read_spot(mark) for mark in parts[3:] if "," in mark)
    return spots if len(spots) in (0, len(table.unit(parts[0]).bases) - 1) else None


def _read_hits(marks: Sequence[str]) -> int | None:
    """Return the Hits that these marks give a Unit, 0 without marks; None for an unknown mark."""
    given = [mark.removeprefix(_HITS) for mark in marks if mark.startswith(_HITS)]
    if not given:
        return 0
    number = small(given[0])
    return number if len(given) == 1 and number is not None and 0 <= number <= MOST_HITS else None


def random_table(dice: random.Random, state: OnTable) -> Table:
    """Return the set-up with one Unit in a random place."""
    table = table_of(state.set_up)
    unit = replace(dice.choice(table.units), hits=dice.choice((0, 0, dice.randint(1, MOST_HITS))))
    there = Spot(*(Fraction(dice.randint(20, 124), 4) for _ in range(2)))
    return table.put(unit.at(there, LOCK * dice.randrange(24)))


def read_facing(text: str) -> int | None:
    """Return the degrees written here, None for nothing. Raises `ValueError` for anything else."""
    if text and small(text) is None:
        raise ValueError(
            f"{text!r} is not a facing; write degrees clockwise of north, in steps of {LOCK}."
        )
    return small(text)
