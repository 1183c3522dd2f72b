"""Ranges: the printed figures, the worked table, and laws of counting.

`test_referee.py` walks every pair.
"""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Answer, tally
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side, half_hexes
from landships_lab.games.landships.rules.ranges import count_range, range_hexes
from tests import referee, strategies

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


#: Twelve Point Facing, Facing, examples, and its lines; the layout is that of boards.toml.
PRINTED = [
    ("0506/0507", "0904", 4, 33),  # vehicle #5 to #1
    ("0506/0507", "0604", 2, 35),
    ("0506/0507", "0504/0505", 2, 35),
    ("0506/0507", "0503/0504", 3, 37),  # shift all into the hex just above
    ("0506/0507", "0804/0805", 3, 37),
    ("0507", "0506/0507", 0, 39),
    ("0504/0505", "0503/0504", 1, 39),
]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("one", "other", "printed", "_line"), PRINTED)
def test_the_printed_ranges_of_the_eight_vehicles(
    one: str, other: str, printed: int, _line: int, reading: str
) -> None:
    """The referee of the tests knows them as well."""
    for a, b in ((one, other), (other, one)):
        assert count_range(place(a), place(b), reading).value == printed
        assert referee.range_hexes(a, b, reading) == printed
    assert referee.printed_range(one, other) == printed


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
def test_the_counted_hexes_are_a_chain_from_one_end_to_the_other(
    a: Place, b: Place, reading: str
) -> None:
    answer = count_range(a, b, reading)
    adds = [step.amount for step in answer.steps if step.op == "add"]
    assert answer.value == tally(answer.steps) == len(adds) == range_hexes(a, b, reading)
    assert {*adds} <= {1}
    chain = counted(answer)
    assert len(chain) == len(adds) + 1
    for one, other in pairwise(chain):
        assert half_hexes(one, other) == 2, "each touches the one before"
    assert len(set(chain)) == len(chain)
    assert chain[0] in (a.hexes if isinstance(a, Side) else (a,))
    assert chain[-1] in (b.hexes if isinstance(b, Side) else (b,))
    assert half_hexes(chain[0], chain[-1]) == 2 * (len(chain) - 1), "and none is a detour"


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


def test_a_hex_and_its_own_hexside_are_at_zero() -> None:
    for side in place("0503").sides():  # type: ignore[union-attr]  # a hex code is a hex
        answer = count_range(place("0503"), side)
        assert answer.value == 0
        assert "is one of 0503's own hexsides" in texts(answer)
        assert "line 119" in str(answer)  # where it is printed


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
    assert f"counts as in the closer hex, {counted_as}" in texts(answer)
    assert place(counted_as) in (counted(answer)[0], counted(answer)[-1])
    assert "lines 19-21" in str(answer)


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
