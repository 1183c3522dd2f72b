"""Range between any two places, counted over hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Counted, Step, tally
from landships_lab.core.hexes import DIRECTIONS, Hex, Place, Side, cross, half_hexes, offset
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized
from .book import CITES, GRID, RANGE_READING, READINGS, name, place_of

_READING = READINGS[RANGE_READING]
_ONE = Fraction(1)


def range_hexes(a: Place, b: Place, reading: str = "full-hexes") -> int:
    """Return the range from ``a`` to ``b``, in hexes: the value of `count_range` without its steps.

    It is fast enough for all places of a board. `ValueError` for an unknown reading. Source: Twelve
    Point Facing, Map Location, class 3, and the examples (lines 19-39).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> # vehicles #5 and #1 of the article
    >>> range_hexes(grid.place("0506/0507"), grid.place("0904"))
    4
    """
    ax, ay = a
    bx, by = b
    dx, dy = bx - ax, by - ay
    sixths = abs(dx) + abs(dy) + abs(dx + dy)
    if reading != "full-hexes" and _READING.option(reading).id == "touched-hexes":
        return -(-sixths // 12) if isinstance(a, Side) and isinstance(b, Side) else sixths // 12
    return sixths // 12


def count_range(a: Place, b: Place, reading: str = "full-hexes") -> Answer[int]:
    """Return the range from ``a`` to ``b``, in hexes, with the hexes that are counted.

    ``reading`` is an option of the reading range-between-hexsides. Each counted hex is a step of
    its own; its mark is the hex, so that a picture can number it. `ValueError` for an unknown
    reading, or for what is no place. Source: Twelve Point Facing, Map Location, class 3, and the
    examples (lines 19-39).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> # two hexsides, a hex between them
    >>> count_range(grid.place("0502/0503"), grid.place("0503/0504")).value
    1
    """
    _READING.option(reading)
    start, end = _counted_ends(place_of(a), place_of(b), range_hexes(a, b, reading))
    steps, cite = list(_introduced(a, b, start, end)), _count_cite(a, b)
    steps.append(
        Counted(
            f"Start the count in {name(start)}, at zero.",
            cite,
            "start",
            marks=(start,),
            named=name(start),
        )
    )
    for number, hexagon in enumerate(_way(a, b, start, end), 1):
        steps.append(
            Counted(
                f"Count {number} in {name(hexagon)}.",
                cite,
                "add",
                _ONE,
                (hexagon,),
                named=name(hexagon),
            )
        )
    steps.extend(_left_over(a, b, reading))
    value = tally(steps)
    assert isinstance(value, int)  # the steps add ones to zero
    return Answer(value, tuple(steps), f"Range {value or 'zero'}, from {name(a)} to {name(b)}.")


def _count_cite(a: Place, b: Place) -> Cite:
    return (
        CITES["hexside-span"] if isinstance(a, Side) and isinstance(b, Side) else CITES["class-3"]
    )


def _ends(place: Place) -> tuple[Hex, ...]:
    return (place,) if isinstance(place, Hex) else place.hexes


def _counted_ends(a: Place, b: Place, value: int) -> tuple[Hex, Hex]:
    """Return the hexes that the count runs between.

    Two parallel hexsides are shifted the same way, north or west first.
    """
    pairs = [(p, q) for p in _ends(a) for q in _ends(b) if half_hexes(p, q) == 2 * value]
    shift = offset(a, b)
    return min(pairs, key=lambda pair: offset(*pair) != shift)


def _way(a: Place, b: Place, start: Hex, end: Hex) -> Iterator[Hex]:
    """Yield the hexes counted: of the shortest ways the one that keeps closest to the straight line
    from a to b.
    """
    line = offset(a, b)
    here = start
    while here != end:
        left = half_hexes(here, end)
        closer = [n for d in DIRECTIONS if half_hexes(n := here.neighbour(d), end) < left]
        # Due east along the first row two hexes lie equally close, and one of them may lie off the
        # board.
        here = min(closer, key=lambda n: (abs(cross(line, offset(a, n))), n not in GRID))
        yield here


def _introduced(a: Place, b: Place, start: Hex, end: Hex) -> Iterator[Step]:
    """Yield what the article says of the two ends before the count starts."""
    if a == b:
        yield Step("Both are in the same place.", CITES["class-3"], marks=(a,))
    elif isinstance(a, Side) and isinstance(b, Side):
        yield from _both_on_hexsides(a, b, start, end)
    elif isinstance(a, Side) or isinstance(b, Side):
        side, unit, counted_as = (
            (a, "counting", start) if isinstance(a, Side) else (b, "target", end)
        )
        other = b if side is a else a
        assert isinstance(side, Side)
        if other in side.hexes:
            yield Step(
                f"{capitalized(name(side))} is one of {name(other)}'s own hexsides.",
                CITES["own-hexside"],
                marks=(side, other),
            )
        elif half_hexes(other, side.hexes[0]) == half_hexes(other, side.hexes[1]):
            text = (
                f"Both hexes of {name(side)} are equally close; the {unit} unit counts as in"
                f" {name(counted_as)}."
            )
            yield Step(text, CITES["class-3"], marks=(side, counted_as))
        else:
            text = (
                f"On {name(side)} the {unit} unit counts as in the closer hex, {name(counted_as)}."
            )
            yield Step(text, CITES["class-3"], marks=(side, counted_as))


def _both_on_hexsides(a: Side, b: Side, start: Hex, end: Hex) -> Iterator[Step]:
    if offset(a, b) == offset(start, end):
        direction = _towards(a, start)
        text = (
            f"Both are on parallel hexsides: shift each into the hex to its {direction},"
            f" {name(start)} and {name(end)}."
        )
        yield Step(text, CITES["shift"], marks=(a, b, start, end))
    else:
        way = (
            f"they share {name(start)}"
            if start == end
            else f"count from {name(start)} to {name(end)}"
        )
        text = f"Both are on hexsides that are not parallel: {way}; the span of a hex is one."
        yield Step(text, CITES["hexside-span"], marks=(a, b, start, end))


def _towards(side: Side, hexagon: Hex) -> str:
    return _COMPASS[(side.across if hexagon == side.hexes[1] else side.across.turn(6)).value]


_COMPASS = {"N": "north", "S": "south", "ENE": "east-north-east", "ESE": "east-south-east"}
_COMPASS |= {"WSW": "west-south-west", "WNW": "west-north-west"}


def _left_over(a: Place, b: Place, reading: str) -> Iterator[Step]:
    """Yield what becomes of half a hex between two hexsides that are not parallel."""
    if isinstance(a, Side) and isinstance(b, Side) and half_hexes(a, b) % 2:
        says = _READING.option(reading).says
        yield Step(f"Half a hex is left over. {says}", _READING.cite, reading=RANGE_READING)
