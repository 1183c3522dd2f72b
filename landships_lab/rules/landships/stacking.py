"""How many units may stand on hexes and hexsides? The limit is the base game's; what counts together is the article's."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step, judge, tally
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap
from landships_lab.data.load import readings
from landships_lab.rules.landships.book import CITES, name, place_of

HEXSIDE_STACKING = "hexside-stacking"
_READING = readings("landships", "stacking")[HEXSIDE_STACKING]
NO_LIMIT = gap("landships", "stacking-limit")
_YOURS = Cite("You", "stacking limit", kind="supplied")


def groups(place: Place, reading: str = "one-hexside") -> tuple[tuple[Hex, tuple[Side, ...]], ...]:
    """Which hexes are counted for this place, each with which hexsides shifted into it? A hex may be counted alone.

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> [(grid.code(h), [grid.code(s) for s in sides]) for h, sides in groups(grid.place("0503/0504"))]
    [('0503', ['0503/0504']), ('0504', ['0503/0504'])]
    """
    all_six = _READING.option(reading).id == "all-hexsides"
    if isinstance(place, Side):
        return tuple((hexagon, hexagon.sides() if all_six else (place,)) for hexagon in place.hexes)
    return ((place, place.sides()),) if all_six else tuple((place, (side,)) for side in place.sides())


def check_stacking(units: Mapping[Place, int], place: Place, limit: int | None = None, reading: str = "one-hexside") -> Answer[bool | Gap]:
    """Are there too many units on this place, together with the hexes or hexsides it is counted with?

    ``units`` tells how many units stand where, ``limit`` is the base game's stacking limit for a hex, which the article does
    not print: without it the answer is a `Gap`. Raises `ValueError` for a limit or a number of units below zero.
    Source: Twelve Point Facing, Stacking (line 41).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> check_stacking({place("0503"): 2, place("0503/0504"): 2}, place("0503/0504"), limit=3).headline
    'Too many: 0503 with hexside 0503/0504 holds 4 units, 1 over the limit of 3.'
    """
    _check_numbers(units, limit)
    for stacked in (place, *units):
        place_of(stacked)
    counted = [_counted(units, hexagon, sides, limit) for hexagon, sides in _that_matter(units, place, reading)]
    steps = tuple(step for steps, _, _ in counted for step in steps)
    value = judge(steps)
    if isinstance(value, Gap):
        most = max((total for _, _, total in counted), default=0)
        return Answer(value, steps, f"{_cap(name(place))}: at most {_units(most)} counted together; the limit is not in the source.")
    over = [(text, total) for _, text, total in counted if limit is not None and total > limit]
    if over:
        text, total = max(over, key=lambda pair: pair[1])
        return Answer(False, steps, f"Too many: {text} holds {_units(total)}, {total - (limit or 0)} over the limit of {limit}.")
    return Answer(True, steps, f"{_cap(name(place))} is within the stacking limit of {limit}.")


def _check_numbers(units: Mapping[Place, int], limit: int | None) -> None:
    for what, number in [("A stacking limit", limit), *(("A number of units", n) for n in units.values())]:
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 99):
            raise ValueError(f"{what} is a whole number from 0 to 99, not {number!r}.")


def _that_matter(units: Mapping[Place, int], place: Place, reading: str) -> list[tuple[Hex, tuple[Side, ...]]]:
    """Of the groups only those in which a hexside holds units, but always one: the count should be short to read."""
    found = [(h, tuple(s for s in sides if units.get(s))) for h, sides in groups(place, reading)]
    filled = [group for group in found if group[1]]
    return filled if isinstance(place, Hex) and filled else found[:1] if isinstance(place, Hex) else found


def _counted(units: Mapping[Place, int], hexagon: Hex, sides: tuple[Side, ...], limit: int | None) -> tuple[tuple[Step, ...], str, int]:
    cite = CITES["stacking"]
    steps = [Step(f"{name(hexagon)} holds {_units(units.get(hexagon, 0))}.", cite, "start", Fraction(units.get(hexagon, 0)), (hexagon,))]
    for side in sides:
        number = units.get(side, 0)
        text = f"Shift the {_units(number)} on {name(side)} into it in your mind."
        steps.append(Step(text, cite, "add", Fraction(number), (side,), HEXSIDE_STACKING))
    total = tally(steps)
    assert isinstance(total, int)  # whole numbers added to a whole number
    shifted = f"{name(hexagon)} with {', '.join(name(side) for side in sides)}" if sides else name(hexagon)
    steps.append(_against(total, limit, shifted))
    return tuple(steps), shifted, total


def _against(total: int, limit: int | None, what: str) -> Step:
    if limit is None:
        return Step(f"{_cap(what)}: {_units(total)}. {NO_LIMIT.question}", NO_LIMIT.cite, "note", NO_LIMIT)
    if total <= limit:
        return Step(f"{_cap(what)}: {_units(total)}, within your limit of {limit}.", _YOURS, "allows")
    return Step(f"{_cap(what)}: {_units(total)}, over your limit of {limit}.", _YOURS, "forbids")


def overfull(units: Mapping[Place, int], limit: int, reading: str = "one-hexside") -> frozenset[Place]:
    """Which of the places with units break the limit? What `check_stacking` says of each, without its reasons."""
    return frozenset(place for place in units if any(_total(units, *group) > limit for group in groups(place, reading)))


def _total(units: Mapping[Place, int], hexagon: Hex, sides: tuple[Side, ...]) -> int:
    return units.get(hexagon, 0) + sum(units.get(side, 0) for side in sides)


def _units(count: int) -> str:
    return f"{count} unit" if count == 1 else f"{count} units"


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]
