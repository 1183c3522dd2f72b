"""Stacking of units on hexes and hexsides.

The limit is the base game's; the article says what counts together.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step, judge, tally
from landships_lab.core.checks import whole
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.gaps import gap
from landships_lab.data.load import readings
from .book import CITES, name, place_of

HEXSIDE_STACKING = "hexside-stacking"
_READING = readings("landships", "stacking")[HEXSIDE_STACKING]
NO_LIMIT = gap("landships", "stacking-limit")
_YOURS = Cite("You", "stacking limit", kind="supplied")
MOST_UNITS = 99


def groups(place: Place, reading: str = "one-hexside") -> tuple[tuple[Hex, tuple[Side, ...]], ...]:
    """Return the hexes that are counted for this place, each with the hexsides shifted into it.

    `ValueError` for an unknown option of the reading hexside-stacking. Source: Twelve Point Facing,
    Stacking (line 41).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> [
    ...     (grid.code(h), [grid.code(s) for s in sides])
    ...     for h, sides in groups(grid.place("0503/0504"))
    ... ]
    [('0503', ['0503/0504']), ('0504', ['0503/0504'])]
    """
    all_six = _READING.option(reading).id == "all-hexsides"
    if isinstance(place, Side):
        return tuple((hexagon, hexagon.sides() if all_six else (place,)) for hexagon in place.hexes)
    return (
        ((place, place.sides()),) if all_six else tuple((place, (side,)) for side in place.sides())
    )


def check_stacking(
    units: Mapping[Place, int], place: Place, limit: int | None = None, reading: str = "one-hexside"
) -> Answer[bool | Gap]:
    """Return whether this place, with what is counted together with it, is within the stacking
    limit.

    ``units`` holds how many units stand in each place. ``limit`` is the base game's stacking limit
    for a hex, which the article does not print: without it the answer is a `Gap`. ``detail`` are
    all places with units that break the limit. `ValueError` for a limit or a number of units
    outside 0 to 99, for what is no place, and for an unknown option of the reading. Source: Twelve
    Point Facing, Stacking (line 41).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> check_stacking(
    ...     {place("0503"): 2, place("0503/0504"): 2}, place("0503/0504"), limit=3
    ... ).headline
    'Too many: 0503 with hexside 0503/0504 holds 4 units, 1 over the limit of 3.'
    """
    place = place_of(place)
    limit = None if limit is None else whole("A stacking limit", limit, 0, MOST_UNITS)
    units = {
        place_of(stacked): whole("A number of units", number, 0, MOST_UNITS)
        for stacked, number in units.items()
    }
    matter = _that_matter(units, place, reading)
    by_itself = isinstance(place, Hex) and len(matter) > 1
    counted = [_counted(units, hexagon, sides, limit, by_itself) for hexagon, sides in matter]
    steps = tuple(step for steps, _, _ in counted for step in steps)
    value = judge(steps)
    if isinstance(value, Gap):
        most = max((total for _, _, total in counted), default=0)
        together = f"{plural(most, 'unit')} count{'s' * (most == 1)} together here"
        return Answer(
            value,
            steps,
            capitalized(
                f"{'up to ' * (most > 1)}{together}; the limit itself is in the base game."
            ),
        )
    assert limit is not None  # without one the steps hold a Gap
    headline = f"{capitalized(name(place))} is within the stacking limit of {limit}."
    if not value:
        text, total = max(((text, total) for _, text, total in counted), key=lambda pair: pair[1])
        headline = (
            f"Too many: {text} holds {plural(total, 'unit')}, {total - limit} over the limit of"
            f" {limit}."
        )
    return Answer(value, steps, headline, detail=overfull(units, limit, reading))


def _that_matter(
    units: Mapping[Place, int], place: Place, reading: str
) -> list[tuple[Hex, tuple[Side, ...]]]:
    """Return only the groups in which a hexside holds units, but always one: the count should be
    short to read.
    """
    found = [(h, tuple(s for s in sides if units.get(s))) for h, sides in groups(place, reading)]
    filled = [group for group in found if group[1]]
    return (
        filled
        if isinstance(place, Hex) and filled
        else found[:1]
        if isinstance(place, Hex)
        else found
    )


def _counted(
    units: Mapping[Place, int],
    hexagon: Hex,
    sides: tuple[Side, ...],
    limit: int | None,
    by_itself: bool,
) -> tuple[tuple[Step, ...], str, int]:
    """Return the steps of one count, what is counted, and the units; ``by_itself`` says that other
    hexsides of the hex have counts of their own.
    """
    cite, in_hex = CITES["stacking"], units.get(hexagon, 0)
    alone = f"With {name(sides[0])} by itself: " if by_itself else ""
    steps = [
        Step(
            f"{alone}{name(hexagon)} holds {plural(in_hex, 'unit')}.",
            cite,
            "start",
            Fraction(in_hex),
            (hexagon,),
        )
    ]
    for side in sides:
        number = units.get(side, 0)
        text = f"Shifted into it from {name(side)}: {plural(number, 'unit')}."
        steps.append(Step(text, cite, "add", Fraction(number), (side,), HEXSIDE_STACKING))
    total = tally(steps)
    assert isinstance(total, int)  # whole numbers added to a whole number
    shifted = (
        f"{name(hexagon)} with {name(sides[0]) if len(sides) == 1 else 'its hexsides'}"
        if sides
        else name(hexagon)
    )
    steps.append(_against(total, limit, shifted))
    return tuple(steps), shifted, total


def _against(total: int, limit: int | None, what: str) -> Step:
    holds = f"{what} holds {plural(total, 'unit')}"
    if limit is None:
        return Step(f"{holds}. {NO_LIMIT.question}", NO_LIMIT.cite, "note", NO_LIMIT)
    if total <= limit:
        return Step(f"{holds}, within your limit of {limit}.", _YOURS, "allows")
    return Step(f"{holds}, over your limit of {limit}.", _YOURS, "forbids")


def most_together(units: Mapping[Place, int], place: Place, reading: str = "one-hexside") -> int:
    """Return the most units that count together in this place.

    `ValueError` for an unknown option of the reading. Source: Twelve Point Facing, Stacking (line
    41).
    """
    return max(_total(units, *group) for group in groups(place, reading))


def overfull(
    units: Mapping[Place, int], limit: int, reading: str = "one-hexside"
) -> frozenset[Place]:
    """Return the places with units that break the limit.

    It is what `check_stacking` says of each place, without its reasons. `ValueError` for an unknown
    option of the reading.
    """
    return frozenset(
        place
        for place in units
        if any(_total(units, *group) > limit for group in groups(place, reading))
    )


def _total(units: Mapping[Place, int], hexagon: Hex, sides: tuple[Side, ...]) -> int:
    return units.get(hexagon, 0) + sum(units.get(side, 0) for side in sides)
