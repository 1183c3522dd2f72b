"""Questions made up on the spot about positions, ranges and fire arcs: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Place
from landships_lab.drills.question import Question
from landships_lab.rules.landships import UNITS, legal_headings, range_hexes, targets

_GRID = Grid(columns=20, rows=14)
_PLACES = tuple(sorted(_GRID.places))
#: Targets are drawn no farther than this beyond the weapon's range, so that neither answer is a foregone conclusion.
_BEYOND = 2


def _position(dice: random.Random) -> Question:
    """A unit of any class somewhere near the article's vehicles: half the time it stands as it may."""
    near = tuple(p for p in _PLACES if range_hexes(p, _GRID.hex(6, 5)) <= 3)
    unit_class, legal = dice.choice((1, 2, 3)), dice.choice((True, False))
    fitting = [(p, h) for p in near for h in HEADINGS if (h in legal_headings(unit_class, p)) == legal]
    place, heading = dice.choice(fitting)
    number = dice.randint(1, 8)
    state = f"landships:positions #{number} vehicles {number}@{_GRID.code(place)}@{heading}@{unit_class}"
    return Question(f"Unit #{number} is of class {unit_class}. May it stand in {_GRID.code(place)} facing {heading}?", state)


def _range(dice: random.Random) -> Question:
    """Two places no farther than seven hexes apart."""
    start = dice.choice(tuple(p for p in _PLACES if range_hexes(p, _GRID.hex(6, 5)) <= 4))
    end = dice.choice(tuple(p for p in _PLACES if p != start and range_hexes(start, p) <= 7))
    a, b = _GRID.code(start), _GRID.code(end)
    return Question(f"How many hexes is it from {a} to {b}?", f"landships:range from {a} to {b}")


def _fire(dice: random.Random) -> Question:
    """A vehicle in a legal position, one of its weapons, a target about as far as it reaches: half the time one it can hit."""
    unit = dice.choice([u for u in UNITS.values() if u.unit_class == 3])
    weapon = dice.choice(list(unit.weapons.values()))
    place = dice.choice(_PLACES)
    heading: Heading = dice.choice(legal_headings(3, place))
    limit = weapon.range_hexes if isinstance(weapon.range_hexes, int) else 0
    can_hit, wanted = targets(unit, weapon, place, heading), dice.choice((True, False))
    near = tuple(p for p in _PLACES if 1 <= range_hexes(place, p) <= limit + _BEYOND)
    target: Place = dice.choice([p for p in near if (p in can_hit) == wanted] or near)
    at, aim = _GRID.code(place), _GRID.code(target)
    ask = f"The {unit.name} stands in {at} facing {heading}. May its {weapon.name} fire at {aim}?"
    return Question(ask, f"landships:fire {unit.id}@{at} {heading} weapon {weapon.id} target {aim}")


LANDSHIPS: Mapping[str, Callable[[random.Random], Question]] = MappingProxyType(
    {"landships:positions": _position, "landships:range": _range, "landships:fire": _fire}
)
