"""The trace of a line says exactly which hexes it passes through and
which hexsides it runs along.
"""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import (
    DIRECTIONS,
    Hex,
    Place,
    Point,
    Side,
    half_hexes,
    offset,
    place_at,
)
from landships_lab.core.lines import Along, Through, between, hexes_of, trace
from tests.effort import tries

GRID = Grid()
WITHIN = tries(7, 12)


def told(a: str, b: str) -> str:
    """The trace as one would say it: a hexside run along stands in brackets."""
    steps = trace(GRID.place(a), GRID.place(b))
    return " ".join(
        GRID.code(s.hex) if isinstance(s, Through) else f"[{GRID.code(s.side)}]" for s in steps
    )


@pytest.mark.parametrize(
    ("a", "b", "crossed"),
    [
        ("0503", "0803", "0503 0603 0703 0803"),
        ("0503", "0703", "0503 [0602/0603] 0703"),
        ("0503", "0907", "0503 0603 0604 0705 0805 0806 0907"),
        ("0503", "0503", "0503"),
        ("0503/0504", "0503/0504", ""),
        ("0503/0504", "0503", "0503"),
        (
            "0503/0504",
            "0703/0704",
            "[0503/0504] 0603 [0703/0704]",
        ),  # along its own hexside, through the next hex
        ("0503/0504", "0705", "0504 0604 0705"),
    ],
)
def test_worked_lines(a: str, b: str, crossed: str) -> None:
    assert told(a, b) == crossed


# -------------------------------------------------------------------------------------- the referee


def interval(a: Place, b: Place, hexagon: Hex) -> tuple[Fraction, Fraction] | None:
    """Return the shares of the line between which it lies in the closed hex: clipped against its
    three strips, in fractions.
    """
    (dx, dy), (px, py) = offset(a, b), offset(hexagon, a)
    enter, leave = Fraction(0), Fraction(1)
    for start, change in (
        (px - py, dx - dy),
        (2 * px + py, 2 * dx + dy),
        (px + 2 * py, dx + 2 * dy),
    ):
        if change == 0:
            if abs(start) >= 6:
                return None
            continue
        first, last = sorted((Fraction(-6 - start, change), Fraction(6 - start, change)))
        enter, leave = max(enter, first), min(leave, last)
    return (enter, leave) if enter < leave else None


def share(a: Place, b: Place, point: Point) -> Fraction | None:
    """Return the share of the line's length at which this point lies, if it is on the line at all,
    however far out.
    """
    (dx, dy), (px, py) = offset(a, b), offset(a, point)
    if dx * py != dy * px:
        return None
    return Fraction(px, dx) if dx else Fraction(py, dy)


def overlap(a: Place, b: Place, side: Side) -> Fraction | None:
    """Return where the line begins to overlap this hexside for a length, if it does."""
    ends = [share(a, b, end) for end in side.ends()]
    if None in ends:
        return None
    first, last = sorted(e for e in ends if e is not None)
    begins, stops = max(first, Fraction(0)), min(last, Fraction(1))
    return begins if begins < stops else None


def refereed(a: Place, b: Place) -> list[Place]:
    """Return what a line of some length crosses, by clipping it against every hex and hexside
    anywhere near.
    """
    if a == b:
        return [a] if isinstance(a, Hex) else []
    start = hexes_of(a)[0]
    length = half_hexes(a, b)
    reach = range(-(length // 2 + 2), length // 2 + 3)
    disc = (Hex(start.q + q, start.r + r) for q in reach for r in reach)
    near = [h for h in disc if half_hexes(a, h) + half_hexes(h, b) <= length + 2]
    found: list[tuple[Fraction, Place]] = [
        (span[0], h) for h in near if (span := interval(a, b, h))
    ]
    sides = {side for h in near for side in h.sides()}
    found += [(begins, side) for side in sides if (begins := overlap(a, b, side)) is not None]
    return [place for _, place in sorted(found)]


def crossed(a: Place, b: Place) -> list[Place]:
    return [step.hex if isinstance(step, Through) else step.side for step in trace(a, b)]


@pytest.mark.long
@pytest.mark.parametrize(
    "start", [(0, 0), (0, 3), (3, 3), (3, 0)], ids=["hex", "side S", "side ENE", "side ESE"]
)
def test_every_line_within_many_hexes_agrees_with_clipping_in_fractions(
    start: tuple[int, int],
) -> None:
    a = place_at(*start)
    steps = range(-2 * WITHIN, 2 * WITHIN + 1)
    ends = [
        place_at(a[0] + 3 * i, a[1] + 3 * j)
        for i in steps
        for j in steps
        if abs(i + j) <= 2 * WITHIN
    ]
    assert len(ends) == 3 * (2 * WITHIN) * (2 * WITHIN + 1) + 1
    for b in ends:
        assert crossed(a, b) == refereed(a, b), (a, b)
        assert crossed(b, a) == crossed(a, b)[::-1], (a, b)


# --------------------------------------------------------------------------------------------- laws

coordinates = st.integers(-60, 60).map(lambda n: 3 * n)
places = st.builds(place_at, coordinates, coordinates)


@given(places, places, st.integers(-20, 20), st.integers(-20, 20))
def test_a_line_moves_with_its_ends(a: Place, b: Place, q: int, r: int) -> None:
    moved = [place_at(p[0] + 6 * q, p[1] + 6 * r) for p in (a, b)]
    assert crossed(moved[0], moved[1]) == [
        place_at(p[0] + 6 * q, p[1] + 6 * r) for p in crossed(a, b)
    ]


@given(places, places)
def test_what_follows_touches_what_came_before(a: Place, b: Place) -> None:
    """Two hexes in a row share a hexside; a hexside is reached from a corner, in the middle of
    three hexes that touch.
    """
    for one, other in zip(trace(a, b), trace(a, b)[1:], strict=False):
        if isinstance(one, Through) and isinstance(other, Through):
            assert half_hexes(one.hex, other.hex) == 2
        for along, hexagon in ((one, other), (other, one)):
            if isinstance(along, Along) and isinstance(hexagon, Through):
                assert [half_hexes(hexagon.hex, h) for h in along.hexes] == [2, 2]


@given(places, places)
def test_what_lies_between_is_the_trace_without_the_hexes_at_its_ends(a: Place, b: Place) -> None:
    through, pairs = between(b[0] - a[0], b[1] - a[1], a[0] % 6, a[1] % 6)
    ends = {*hexes_of(a), *hexes_of(b)}
    steps = trace(a, b)
    assert [(a[0] + x, a[1] + y) for x, y in through] == [
        s.hex for s in steps if isinstance(s, Through) and s.hex not in ends
    ]
    found = [tuple((a[0] + x, a[1] + y) for x, y in pair) for pair in pairs]
    assert found == [s.hexes for s in steps if isinstance(s, Along) and not ends & {*s.hexes}]


def test_neighbours_have_nothing_between_them() -> None:
    here = Hex(4, -2)
    for one, other in combinations([here, *(here.neighbour(d) for d in DIRECTIONS)], 2):
        if half_hexes(one, other) == 2:
            assert between(*offset(one, other)) == ((), ())
