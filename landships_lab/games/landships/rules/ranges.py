"""Range between any two places, counted over hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Counted, Step, Telling, summed
from landships_lab.core.hexes import DIRECTIONS, Hex, Place, Side, cross, half_hexes, offset
from landships_lab.core.speech import capitalized
from .book import CITES, GRID, RANGE_READING, READINGS, name, note, place_of

_READING = READINGS[RANGE_READING]
_ONE = Fraction(1)
_COMPASS = {"N": "north", "S": "south", "ENE": "east-north-east", "ESE": "east-south-east"}
_COMPASS |= {"WSW": "west-south-west", "WNW": "west-north-west"}


def range_hexes(a: Place, b: Place, reading: str = "full-hexes") -> int:
    """Return the value of `count_range` without its steps, fast enough for all places of a board.

    >>> # vehicles #5 and #1 of the article
    >>> range_hexes(GRID.place("0506/0507"), GRID.place("0904"))
    4
    """
    ax, ay = a
    bx, by = b
    dx, dy = bx - ax, by - ay
    sixths = abs(dx) + abs(dy) + abs(dx + dy)
    if reading != "full-hexes" and _READING.option(reading).id == "touched-hexes":
        return -(-sixths // 12) if isinstance(a, Side) and isinstance(b, Side) else sixths // 12
    return sixths // 12


@summed
def count_range(a: Place, b: Place, reading: str = "full-hexes") -> Telling:
    """Return the range from ``a`` to ``b`` in hexes: each hex counted is a step with the hex as its
    mark, so that a picture can number it. The reading is range-between-hexsides.

    >>> # two hexsides, a hex between them
    >>> count_range(GRID.place("0502/0503"), GRID.place("0503/0504")).value
    1
    """
    _READING.option(reading)
    start, end = _counted_ends(place_of(a), place_of(b), range_hexes(a, b, reading))
    yield from _introduced(a, b, start, end)
    both_on_sides = isinstance(a, Side) and isinstance(b, Side)
    cite = CITES["hexside-span" if both_on_sides else "class-3"]
    text = f"Start the count in {name(start)}, at zero."
    yield Counted(text, cite, "start", marks=(start,), named=name(start))
    for number, hexagon in enumerate(_way(a, b, start, end), 1):
        text = f"Count {number} in {name(hexagon)}."
        yield Counted(text, cite, "add", _ONE, (hexagon,), named=name(hexagon))
    if both_on_sides and half_hexes(a, b) % 2:
        says = _READING.option(reading).says
        yield note(_READING.cite, f"Half a hex is left over. {says}", RANGE_READING)
    return lambda value: f"Range {value or 'zero'}, from {name(a)} to {name(b)}."


def _counted_ends(a: Place, b: Place, value: int) -> tuple[Hex, Hex]:
    """Return the hexes that the count runs between: for two parallel hexsides, those on the same
    side of each, north or west first.
    """
    ends = ((p,) if isinstance(p, Hex) else p.hexes for p in (a, b))
    ones, others = ends
    pairs = [(p, q) for p in ones for q in others if half_hexes(p, q) == 2 * value]
    shift = offset(a, b)
    return min(pairs, key=lambda pair: offset(*pair) != shift)


def _way(a: Place, b: Place, start: Hex, end: Hex) -> Iterator[Hex]:
    """Yield the hexes counted: the shortest way that stays closest to the straight line from a to
    b.
    """
    line, here = offset(a, b), start
    while here != end:
        distance = half_hexes(here, end)
        closer = [n for d in DIRECTIONS if half_hexes(n := here.neighbour(d), end) < distance]
        # Due east along the first row two hexes lie equally close, and one may lie off the board.
        here = min(closer, key=lambda n: (abs(cross(line, offset(a, n))), n not in GRID))
        yield here


def _introduced(a: Place, b: Place, start: Hex, end: Hex) -> Iterator[Step]:
    """Yield what the article says about the two ends before the count starts."""
    if a == b:
        yield note("class-3", "Both are in the same place.", marks=(a,))
    elif isinstance(a, Side) and isinstance(b, Side):
        yield _both_on_hexsides(a, b, start, end)
    elif isinstance(a, Side):
        yield _one_on_hexside(a, "counting", start, b)
    elif isinstance(b, Side):
        yield _one_on_hexside(b, "target", end, a)


def _one_on_hexside(side: Side, unit: str, counted_as: Hex, other: Place) -> Step:
    if other in side.hexes:
        text = f"{capitalized(name(side))} is one of {name(other)}'s own hexsides."
        return note("own-hexside", text, marks=(side, other))
    near, far = (half_hexes(other, hexagon) for hexagon in side.hexes)
    text = f"On {name(side)} the {unit} unit counts as in the closer hex, {name(counted_as)}."
    if near == far:
        counts = f"the {unit} unit counts as in {name(counted_as)}"
        text = f"Both hexes of {name(side)} are equally close; {counts}."
    return note("class-3", text, marks=(side, counted_as))


def _both_on_hexsides(a: Side, b: Side, start: Hex, end: Hex) -> Step:
    marks = (a, b, start, end)
    if offset(a, b) == offset(start, end):
        across = a.across if start == a.hexes[1] else a.across.turn(6)
        into = f"the hex to its {_COMPASS[across.value]}, {name(start)} and {name(end)}"
        text = f"Both are on parallel hexsides: shift each into {into}."
        return note("shift", text, marks=marks)
    shared, between = f"they share {name(start)}", f"count from {name(start)} to {name(end)}"
    way = f"{shared if start == end else between}; the span of a hex is one"
    text = f"Both are on hexsides that are not parallel: {way}."
    return note("hexside-span", text, marks=marks)
