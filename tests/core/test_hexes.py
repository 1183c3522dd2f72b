"""Every hex, hexside and hexjuncture is one thing with one name, and the twelve headings turn as a
clock does.
"""

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from landships_lab.core.hexes import (
    DIRECTIONS,
    HEADINGS,
    Corner,
    Heading,
    Hex,
    Place,
    Point,
    Side,
    cross,
    half_hexes,
    offset,
    place_at,
    point_at,
)
from tests import strategies

# Clockwise from north.
NAMES = ["N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW"]

# ----------------------------------------------------------------------------------------- headings


def test_the_twelve_headings_are_30_degrees_apart_clockwise_from_north() -> None:
    assert [h.value for h in HEADINGS] == NAMES
    assert [h.degrees for h in HEADINGS] == list(range(0, 360, 30))
    assert [h.value for h in DIRECTIONS] == NAMES[::2]
    assert [h.faces_hexside for h in HEADINGS] == [True, False] * 6


@given(strategies.headings, strategies.turns, strategies.turns)
def test_turns_add_up_and_the_way_back_is_found(heading: Heading, one: int, other: int) -> None:
    assert heading.turn(one).turn(other) is heading.turn(one + other)
    short = heading.turns_to(heading.turn(one))
    assert -6 < short <= 6
    assert (short - one) % 12 == 0
    assert heading.turn(short) is heading.turn(one)


@given(strategies.headings, strategies.headings)
def test_cross_is_positive_clockwise_negative_the_other_way_and_zero_on_one_line(
    one: Heading, other: Heading
) -> None:
    turn = one.turns_to(other)
    sign = 0 if turn in (0, 6) else 1 if turn > 0 else -1
    value = cross(one.vector, other.vector)
    assert (value > 0) - (value < 0) == sign
    assert cross(other.vector, one.vector) == -value


@pytest.mark.parametrize("given_name", ["nne", " NNE ", "Nne", "NNE"])
def test_a_heading_is_read_whatever_its_case(given_name: str) -> None:
    assert Heading(given_name) is Heading.NNE
    assert str(Heading.NNE) == "NNE"
    assert repr(Heading.NNE) == "Heading.NNE"


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("NE", "The nearest are NNE or ENE."),
        ("sw", "The nearest are SSW or WSW."),
        ("SE", "ESE or SSE."),
        ("nw", "WNW or NNW."),
        ("NNX", "The nearest is NNW."),
        ("ese e", "The nearest is ESE."),
        (None, "The nearest is NNE."),
        *((wrong, f"allowed are {', '.join(NAMES)}.") for wrong in ("", "north", 30)),
    ],
)
def test_a_wrong_heading_is_told_with_the_twelve_and_the_nearest(wrong: Any, near: str) -> None:
    with pytest.raises(ValueError, match="is not a heading; allowed are N, NNE") as told:
        Heading(wrong)
    assert str(told.value).startswith(repr(str(wrong)))
    assert str(told.value).endswith(near)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (
            lambda: Side(Hex(0, 0), Hex(2, 0)),
            r"Hex\(0, 0\) and Hex\(2, 0\) share no hexside; the nei",
        ),
        (lambda: Side(Hex(1, 1), Hex(1, 1)), "share no hexside"),
        *(
            (
                lambda h=h: Hex(0, 0).neighbour(h),
                f"^{h} faces a hexjuncture, so no hex lies that way",
            )
            for h in HEADINGS[1::2]
        ),
        *(
            (
                lambda p=p: place_at(*p),
                "is not a place: a hex or hexside has both lattice coordinates",
            )
            for p in [(1, 0), (3, 2), (-1, -1)]
        ),
        *(
            (lambda p=p: Corner(*p), "is not a hexjuncture of the lattice")
            for p in [(0, 0), (6, 0), (2, 4), (3, 3), (0, 2), (2, 3)]
        ),
    ],
)
def test_wrong_geometry_is_told(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


# -------------------------------------------------------------------- one thing, one representation


@given(strategies.hexes, strategies.directions)
def test_a_hexside_is_the_same_from_either_hex(hexagon: Hex, direction: Heading) -> None:
    other = hexagon.neighbour(direction)
    side = hexagon.side(direction)
    assert side == other.side(direction.turn(6)) == Side(hexagon, other) == Side(other, hexagon)
    assert hash(side) == hash(Side(other, hexagon))
    assert set(side.hexes) == {hexagon, other}
    assert Side(*side.hexes) == side
    assert {side: "found"}[Side(other, hexagon)] == "found"


@given(strategies.hexes)
def test_six_hexsides_six_hexjunctures_and_each_juncture_is_shared_by_three_hexes(
    hexagon: Hex,
) -> None:
    sides, corners = hexagon.sides(), hexagon.corners()
    assert len(set(sides)) == len(set(corners)) == 6
    assert all(hexagon in side.hexes for side in sides)
    for n, corner in enumerate(
        corners
    ):  # clockwise from NNE, between the hexsides N and ENE, ENE and ESE, ...
        one, other = hexagon.neighbour(DIRECTIONS[n]), hexagon.neighbour(DIRECTIONS[(n + 1) % 6])
        assert corner in one.corners()
        assert corner in other.corners()
        assert corner in sides[n].ends()
        assert corner in sides[(n + 1) % 6].ends()


@given(strategies.hexes, strategies.directions)
def test_the_lattice_points_are_those_of_the_definition(hexagon: Hex, direction: Heading) -> None:
    (q, r), (dq, dr), (eq, er) = (hexagon.q, hexagon.r), direction.vector, direction.turn(2).vector
    assert hexagon == (6 * q, 6 * r)
    assert hexagon.side(direction) == (6 * q + 3 * dq, 6 * r + 3 * dr)
    assert Corner(6 * q + 2 * (dq + eq), 6 * r + 2 * (dr + er)) in hexagon.corners()


@given(strategies.sides)
def test_a_hexside_knows_its_hexes_its_ends_and_what_runs_along_it(side: Side) -> None:
    one, other = side.hexes
    assert side.across.faces_hexside
    assert one.neighbour(side.across) == other
    assert side.across in (Heading.S, Heading.ENE, Heading.ESE)
    assert one.q < other.q or (one.q == other.q and one.r < other.r), (
        "the western one first, or the northern"
    )
    left, right = side.parallel
    assert (side.across.turns_to(left), side.across.turns_to(right)) == (-3, +3)
    start, end = side.ends()
    assert offset(start, end) == (2 * left.vector[0], 2 * left.vector[1])
    assert offset(start, side) == offset(side, end), "its place is midway between its ends"


def test_only_places_and_hexjunctures_stand_on_the_lattice() -> None:
    hexes = [Hex(q, r) for q in range(-4, 5) for r in range(-4, 5)]
    standing: dict[tuple[int, int], Point] = {
        point: point for h in hexes for point in (h, *h.sides(), *h.corners())
    }
    for x, y in product(range(-12, 13), repeat=2):
        if (x, y) in standing:
            assert type(point_at(x, y)) is type(standing[x, y])
            assert point_at(x, y) == standing[x, y]
        else:
            with pytest.raises(ValueError, match="is not a hexjuncture"):
                point_at(x, y)


@given(strategies.hexes, strategies.directions)
def test_copies_and_pickles_are_the_same_thing(hexagon: Hex, direction: Heading) -> None:
    points: list[Point] = [hexagon, hexagon.side(direction), *hexagon.corners()]
    for point in points:
        for again in (
            copy.copy(point),
            copy.deepcopy(point),
            pickle.loads(pickle.dumps(point)),  # noqa: S301
        ):
            assert again == point
            assert type(again) is type(point)
            assert repr(again) == repr(point)
    assert pickle.loads(pickle.dumps(direction)) is direction  # noqa: S301 - our own bytes


def test_a_place_says_how_to_make_it_again() -> None:
    assert repr(Hex(-3, 4)) == "Hex(-3, 4)"
    assert repr(Side(Hex(0, 1), Hex(0, 0))) == "Side(Hex(0, 0), Hex(0, 1))"
    assert repr(Hex(0, 0).corners()[0]) == "Corner(2, -4)"


# ----------------------------------------------------------------------------------- wrong geometry


# --------------------------------------------------------------------------------------- half hexes


@given(strategies.places, strategies.places, strategies.places)
def test_half_hexes_measure_a_distance(a: Place, b: Place, c: Place) -> None:
    assert half_hexes(a, a) == 0
    assert half_hexes(a, b) == half_hexes(b, a) >= (a != b)
    assert half_hexes(a, c) <= half_hexes(a, b) + half_hexes(b, c)


@given(strategies.hexes)
def test_a_hex_is_half_a_hex_from_its_hexsides_and_one_from_its_neighbours(hexagon: Hex) -> None:
    assert {half_hexes(hexagon, side) for side in hexagon.sides()} == {1}
    assert {half_hexes(hexagon, hexagon.neighbour(d)) for d in DIRECTIONS} == {2}


def test_a_hexjuncture_direction_is_the_sum_of_its_two_neighbours_and_opposites_are_opposite() -> (
    None
):
    for heading in HEADINGS:
        assert heading.turn(6).vector == (-heading.vector[0], -heading.vector[1])
        if not heading.faces_hexside:
            before, after = heading.turn(-1).vector, heading.turn(+1).vector
            assert heading.vector == (before[0] + after[0], before[1] + after[1])
