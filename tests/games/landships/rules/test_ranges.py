"""Ranges: the printed figures, the worked table, and laws of counting.

`test_referee.py` walks every pair.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Answer, tally
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side, half_hexes, place_at
from landships_lab.games.landships.rules import (
    check_position,
    count_range,
    legal_headings,
    range_hexes,
)
from tests import strategies

GRID = Grid()
READINGS = ("full-hexes", "touched-hexes")
readings = st.sampled_from(READINGS)


def place(code: str) -> Place:
    return GRID.place(code)


def texts(answer: Answer[Any]) -> str:
    return "\n".join(step.text for step in answer.steps)


def counted(answer: Answer[Any]) -> list[Hex]:
    """The hex the count starts in and those it counts, in order."""
    return [
        m
        for step in answer.steps
        if step.op in ("start", "add")
        for m in step.marks
        if isinstance(m, Hex)
    ]


# ---------------------------------------------------------------------------- the article's figures

# Twelve Point Facing, Facing, examples (lines 29-39). The drawing is lost; the layout is that of
# boards.toml.
VEHICLES = {
    1: "0904 NNE",
    2: "0304/0404 NNE",
    3: "0604 N",
    4: "0804/0805 N",
    5: "0506/0507 E",
    6: "0507 NNE",
    7: "0504/0505 E",
    8: "0503/0504 W",
}
PRINTED_RANGES = [
    (5, 1, 4),  # line 33
    (5, 3, 2),  # line 35
    (5, 7, 2),  # line 35
    (5, 8, 3),  # line 37: shift all into the hex just above
    (5, 4, 3),  # line 37
    (6, 5, 0),  # line 39
    (7, 8, 1),  # line 39
]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("one", "other", "printed"), PRINTED_RANGES)
def test_the_printed_ranges_of_the_eight_vehicles(
    one: int, other: int, printed: int, reading: str
) -> None:
    a, b = (GRID.placement(VEHICLES[number])[0] for number in (one, other))
    for answer in (count_range(a, b, reading), count_range(b, a, reading)):
        assert answer.value == printed, str(answer)


def test_the_printed_facings() -> None:
    headings = {number: GRID.placement(text)[1].value for number, text in VEHICLES.items()}
    assert headings[1] == headings[2] == "NNE"  # line 29
    assert headings[3] == "N"  # line 29
    assert not GRID.placement(VEHICLES[1])[1].faces_hexside  # line 29: both face hexjunctures
    assert not GRID.placement(VEHICLES[2])[1].faces_hexside
    assert GRID.placement(VEHICLES[3])[1].faces_hexside  # line 29: a hexside


def test_vehicle_2_is_legally_on_its_hexside_and_vehicle_4_illegally() -> None:
    assert isinstance(place("0304/0404"), Side)
    assert check_position(3, *GRID.placement(VEHICLES[2])).value is True  # line 29
    illegal = check_position(3, *GRID.placement(VEHICLES[4]))
    assert illegal.value is False  # line 31
    assert [h.value for h in legal_headings(3, place("0804/0805"))] == ["E", "W"]  # line 31
    assert {r.to.value for r in illegal.remedies if r.change == "heading"} == {"E", "W"}


@pytest.mark.parametrize("number", [1, 3, 5, 6, 7, 8])
def test_all_other_vehicles_stand_legally(number: int) -> None:
    answer = check_position(3, *GRID.placement(VEHICLES[number]))
    assert answer.value is True, str(answer)


# --------------------------------------------------------------------------------- the worked table

TABLE = [
    ("0503", "0503/0504", 1, 0, 0),
    ("0502/0503", "0503/0504", 2, 1, 1),
    ("0502/0503", "0602/0603", 2, 1, 1),
    ("0502/0503", "0702/0703", 4, 2, 2),
    ("0502/0503", "0503/0602", 1, 0, 1),
    ("0502/0503", "0503/0603", 2, 1, 1),
    ("0502/0503", "0505/0506", 6, 3, 3),
]


@pytest.mark.parametrize(("one", "other", "halves", "full", "touched"), TABLE)
def test_the_worked_table(one: str, other: str, halves: int, full: int, touched: int) -> None:
    a, b = place(one), place(other)
    assert half_hexes(a, b) == halves
    assert count_range(a, b).value == full
    assert count_range(a, b, "touched-hexes").value == touched
    assert (range_hexes(a, b), range_hexes(a, b, "touched-hexes")) == (full, touched)


# --------------------------------------------------------------------------------------------- laws


@given(strategies.places, strategies.places, readings)
def test_the_value_is_the_number_of_counted_hexes_and_the_bare_number_agrees(
    a: Place, b: Place, reading: str
) -> None:
    answer = count_range(a, b, reading)
    adds = [step for step in answer.steps if step.op == "add"]
    assert answer.value == tally(answer.steps) == len(adds) == range_hexes(a, b, reading)
    assert {step.amount for step in adds} <= {Fraction(1)}
    assert [step.op for step in answer.steps if step.op in ("start", "add")] == ["start"] + [
        "add"
    ] * len(adds)


@given(strategies.places, strategies.places, readings)
def test_range_is_the_same_there_and_back(a: Place, b: Place, reading: str) -> None:
    assert count_range(a, b, reading).value == count_range(b, a, reading).value
    assert range_hexes(a, b, reading) == range_hexes(b, a, reading)


@given(strategies.places, strategies.places, readings)
def test_the_counted_hexes_are_a_chain_from_one_end_to_the_other(
    a: Place, b: Place, reading: str
) -> None:
    chain = counted(count_range(a, b, reading))
    for one, other in pairwise(chain):
        assert half_hexes(one, other) == 2, "each touches the one before"
    assert len(set(chain)) == len(chain)
    assert chain[0] in (a.hexes if isinstance(a, Side) else (a,))
    assert chain[-1] in (b.hexes if isinstance(b, Side) else (b,))
    assert half_hexes(chain[0], chain[-1]) == 2 * (len(chain) - 1), "and none is a detour"


@given(strategies.places, strategies.places)
def test_the_readings_differ_by_the_half_hex_left_over_between_hexsides_only(
    a: Place, b: Place
) -> None:
    full, touched = range_hexes(a, b), range_hexes(a, b, "touched-hexes")
    odd = half_hexes(a, b) % 2 == 1
    assert touched - full == (odd and isinstance(a, Side) and isinstance(b, Side))


@given(strategies.places, strategies.places, readings, st.integers(-30, 30), st.integers(-30, 30))
def test_range_does_not_depend_on_where_on_the_map(
    a: Place, b: Place, reading: str, dq: int, dr: int
) -> None:
    there, here = (place_at(p[0] + 6 * dq, p[1] + 6 * dr) for p in (a, b))
    assert range_hexes(there, here, reading) == range_hexes(a, b, reading)


def test_a_count_between_places_of_the_board_stays_on_it() -> None:
    """Due east along the first row the straight line runs between the board and what lies north of
    it.
    """
    for reading in READINGS:
        for one in ("0101", "0201", "0101/0201", "0201/0301", "0101/0102"):
            for other in ("0301", "0901", "2001", "1901/2001", "1101/1102"):
                hexes = counted(count_range(place(one), place(other), reading))
                assert [h for h in hexes if h not in GRID] == [], f"{one} to {other}"


# ---------------------------------------------------------------------- what the article says of it

OWN, CLOSER, EQUAL = (
    "is one of {}'s own hexsides",
    "counts as in the closer hex, {}",
    "are equally close",
)


def test_a_hex_and_its_own_hexside_are_at_zero() -> None:
    for side in place("0503").sides():  # type: ignore[union-attr]  # a hex code is a hex
        answer = count_range(place("0503"), side)
        assert answer.value == 0
        assert OWN.format("0503") in texts(answer)
        assert "line 119" in str(answer)  # where it is printed
    assert OWN.format("0503") not in texts(count_range(place("0503"), place("0504/0505")))


@pytest.mark.parametrize(
    ("one", "other", "counted_as"),
    [
        ("0503/0504", "0501", "0503"),
        ("0503/0504", "0506", "0504"),
        ("0904", "0506/0507", "0506"),
        ("0804", "0304/0404", "0404"),
    ],
)
def test_a_hexside_is_taken_for_the_closer_hex(one: str, other: str, counted_as: str) -> None:
    answer = count_range(place(one), place(other))
    assert CLOSER.format(counted_as) in texts(answer)
    assert place(counted_as) in (counted(answer)[0], counted(answer)[-1])
    assert "lines 19-21" in str(answer)


def test_of_two_hexes_equally_close_either_will_do() -> None:
    answer = count_range(place("0603"), place("0403/0404"))
    assert EQUAL in texts(answer)
    assert (
        answer.value
        == range_hexes(place("0603"), place("0403"))
        == range_hexes(place("0603"), place("0404"))
    )


@given(strategies.places, strategies.places)
def test_the_special_sentences_are_told_exactly_when_they_apply(a: Place, b: Place) -> None:
    words = texts(count_range(a, b))
    sides = [p for p in (a, b) if isinstance(p, Side)]
    one_side = len(sides) == 1
    hexagon = b if sides and a is sides[0] else a
    own = one_side and hexagon in sides[0].hexes
    assert ("own hexsides" in words) == own
    ways = {half_hexes(h, hexagon) for h in sides[0].hexes} if one_side else set()
    assert ("closer hex" in words) == (one_side and not own and len(ways) == 2)
    assert ("equally close" in words) == (one_side and not own and len(ways) == 1)
    apart = len(sides) == 2 and a != b
    parallel = apart and set(sides[0].parallel) == set(sides[1].parallel)
    assert ("Both are on parallel hexsides: shift each into the hex to its" in words) == parallel
    assert ("the span of a hex is one" in words) == (apart and not parallel)
    assert ("Half a hex is left over" in words) == (len(sides) == 2 and half_hexes(a, b) % 2 == 1)
    assert ("in the same place" in words) == (a == b)


@pytest.mark.parametrize(
    ("one", "other", "direction", "above", "below"),
    [  # lines 37 and 39: #5 to #8 and to #4, #7 to #8, all shifted into the hex just above
        ("0506/0507", "0503/0504", "north", "0506", "0503"),
        ("0506/0507", "0804/0805", "north", "0506", "0804"),
        ("0504/0505", "0503/0504", "north", "0504", "0503"),
    ],
)
def test_parallel_hexsides_are_shifted_into_the_hex_above(
    one: str, other: str, direction: str, above: str, below: str
) -> None:
    answer = count_range(place(one), place(other))
    assert f"shift each into the hex to its {direction}, {above} and {below}." in texts(answer)
    assert counted(answer)[0] == place(above)
    assert counted(answer)[-1] == place(below)
    assert "line 37" in str(answer)


def test_the_span_of_a_hex_is_one() -> None:
    """Line 21, between hexsides that are not parallel: two hexsides of one hex with one between
    them, and the ones opposite.
    """
    assert count_range(place("0502/0503"), place("0503/0504")).value == 1
    answer = count_range(place("0502/0503"), place("0503/0603"))
    assert answer.value == 1
    assert "Both are on hexsides that are not parallel: " in texts(answer)
    assert "the span of a hex is one" in texts(answer)


def test_the_half_hex_left_over_names_its_reading() -> None:
    for reading, says in (("full-hexes", "round down"), ("touched-hexes", "round up")):
        answer = count_range(place("0502/0503"), place("0503/0602"), reading)
        (step,) = [step for step in answer.steps if step.reading]
        assert step.reading == "range-between-hexsides"
        assert says in step.text


@pytest.mark.parametrize(
    ("one", "other", "headline"),
    [
        ("0506/0507", "0904", "Range 4, from hexside 0506/0507 to 0904."),
        ("0503", "0504", "Range 1, from 0503 to 0504."),
        ("0503", "0503", "Range zero, from 0503 to 0503."),
    ],
)
def test_the_headline(one: str, other: str, headline: str) -> None:
    assert count_range(place(one), place(other)).headline == headline
