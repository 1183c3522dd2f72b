"""Shots to ask about: every weapon of every unit, from each kind of place, with every legal
heading, over all readings.
"""

from functools import cache
from itertools import cycle, product
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.fire import can_target
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from tests import referee

GRID = Grid()
STARTS = (
    "2020",
    "2121",
    "2020/2021",
    "2020/2120",
    "2121/2221",
)  # a hex in either kind of column, each kind of hexside
PLACES: dict[str, Place] = {
    code: GRID.place(code) for code in referee.codes(range(9, 33), range(9, 33))
}
READINGS = [
    {"range-between-hexsides": a, "arc-edge-hex": b, "arc-edge-hexside": c}
    for a, b, c in product(
        ("full-hexes", "touched-hexes"), ("in", "as-hexside"), ("as-printed", "never", "always")
    )
]
WEAPONS = [
    pytest.param(unit, w, id=f"{unit.id}-{w.id}")
    for unit in UNITS.values()
    for w in unit.weapons.values()
]
EACH_WEAPON = pytest.mark.parametrize(("unit", "weapon"), WEAPONS)


def place(code: str) -> Place:
    return GRID.place(code)


def limit_of(weapon: Weapon) -> int:
    """Return its range, or 6 if the source has no range or too many hexes for a test to look
    at.
    """
    return (
        weapon.range_hexes
        if isinstance(weapon.range_hexes, int) and weapon.range_hexes <= 10
        else 6
    )


@cache
def near(start: str, hexes: int) -> tuple[str, ...]:
    """Return every place within this many hexes."""
    return tuple(
        code
        for code in PLACES
        if referee.HALVES.get(referee.between(start, code), 99) <= 2 * hexes + 1
    )


def stands(unit: Unit) -> list[tuple[str, Heading]]:
    """Return every kind of place with every legal heading."""
    return [
        (start, heading)
        for start in STARTS
        for heading in legal_headings(unit.unit_class, PLACES[start])
    ]


def refused(unit: Unit, weapon: Weapon) -> list[tuple[dict[str, Any], Answer[bool | Gap]]]:
    """Return a sample of refused shots of this weapon over places, headings and readings, each with
    its answer.
    """
    limit, readings, found = limit_of(weapon), cycle(READINGS), []
    for number, (start, heading) in enumerate(stands(unit)):
        for code in near(start, limit + 3)[number % 101 :: 101]:
            question: dict[str, Any] = {
                "unit": unit,
                "weapon": weapon,
                "place": PLACES[start],
                "heading": heading,
            }
            question |= {"target": PLACES[code], "readings": next(readings)}
            answer = can_target(**question)
            if answer.value is not True:
                found.append((question, answer))
    return found


def asked(words: str, target: str, given: dict[str, str] | None = None, **more: Any) -> Any:
    """Return the answer to a shot in words: unit, weapon, place and heading, and its target."""
    unit, weapon, code, heading = words.split()
    return can_target(unit, weapon, place(code), Heading(heading), place(target), given, **more)
