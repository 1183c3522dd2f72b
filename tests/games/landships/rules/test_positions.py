"""Where each unit may stand and which way it may face, held against the three sentences of the
article.
"""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import judge
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.games.landships.rules.positions import (
    PositionError,
    check_position,
    forward,
    legal_headings,
    nearest_heading,
)
from tests import referee, strategies

GRID = Grid()
CODES = tuple(
    referee.codes(range(4, 8), range(4, 8))
)  # every kind of place, in even and odd columns
CLASSES = (1, 2, 3)
classes = st.sampled_from(CLASSES)


def naive(unit_class: int, code: str, heading: str) -> bool:
    """Lines 15-19: class 1 in hexes, facing hexsides; class 2 in hexes; class 3 in hexes, and on
    hexsides along them.
    """
    if referee.on_hexside(code):
        return unit_class == 3 and heading in referee.parallel(code)
    return unit_class != 1 or referee.HEADINGS.index(heading) % 2 == 0


#: Class, place, heading, what is said and where it is printed; vehicles #1 to #4 first.
PRINTED = [
    (3, "0904", "NNE", "Legal: a Vehicle in 0904 may face NNE.", "23"),
    (3, "0304/0404", "NNE", "Legal: a Vehicle on hexside 0304/0404 may face NNE.", "19-21"),
    (3, "0604", "N", "Legal: a Vehicle in 0604 may face N.", "23"),
    (3, "0804/0805", "N", "Illegal: on hexside 0804/0805 it may face E or W only.", "19-21"),
    (1, "0503", "N", "Legal: a Platoon, Aircraft or Ship in 0503 may face N.", "15"),
    (1, "0503", "NNE", "Illegal: a Platoon, Aircraft or Ship faces a hexside, and NNE is a", "15"),
    (1, "0503/0504", "E", "Illegal: a Platoon, Aircraft or Ship never stands on a hexside.", "15"),
    (2, "0503", "NNE", "Legal: an immobile Weapons Unit in 0503 may face NNE.", "17"),
    (2, "0503/0504", "E", "Illegal: an immobile Weapons Unit never stands on a hexside.", "17"),
]


def test_all_classes_places_and_headings() -> None:
    for unit_class, code in product(CLASSES, CODES):
        legal = [h for h in HEADINGS if naive(unit_class, code, h.value)]
        assert list(legal_headings(unit_class, GRID.place(code))) == legal, "clockwise from north"
        for heading in HEADINGS:
            answer = check_position(unit_class, GRID.place(code), heading)
            assert answer.value is judge(answer.steps) is (heading in legal), str(answer)
            assert answer.headline.startswith("Legal: " if answer.value else "Illegal: ")
            assert bool(answer.remedies) is not answer.value


@given(classes, strategies.places, strategies.headings)
def test_every_remedy_makes_the_position_legal(
    unit_class: int, place: Place, heading: Heading
) -> None:
    for remedy in check_position(unit_class, place, heading).remedies:
        then = {
            "heading": lambda to: (place, to),
            "place": lambda to: (to, heading),
            "placement": lambda to: to,
        }[remedy.change](remedy.to)
        assert check_position(unit_class, *then).value is True, remedy.text


@given(classes, strategies.places, strategies.headings)
def test_the_headings_offered_are_the_nearest(
    unit_class: int, place: Place, heading: Heading
) -> None:
    answer = check_position(unit_class, place, heading)
    offered = {remedy.to for remedy in answer.remedies if remedy.change == "heading"}
    turns = {h: abs(heading.turns_to(h)) for h in legal_headings(unit_class, place)}
    nearest = {h for h, points in turns.items() if points == min(turns.values())}
    assert offered == (set() if answer.value else nearest)
    chosen = nearest_heading(unit_class, place, heading)
    assert chosen in nearest if turns else chosen is heading
    if len(nearest) == 2 and 6 not in turns.values():
        assert heading.turns_to(chosen) > 0, "of two equally near the clockwise one"


# --------------------------------------------------------------------------------- printed examples


@pytest.mark.parametrize(("unit_class", "code", "heading", "headline", "line"), PRINTED)
def test_positions_and_where_they_are_printed(
    unit_class: int, code: str, heading: str, headline: str, line: str
) -> None:
    answer = check_position(unit_class, GRID.place(code), Heading(heading))
    assert answer.headline.startswith(headline)
    assert answer.steps[-1].cite.lines == line
    assert answer.steps[-1].op == ("allows" if headline.startswith("Legal") else "forbids")


def test_a_platoon_on_a_hexside_facing_a_hexjuncture_hears_what_to_change_at_once() -> None:
    answer = check_position(1, GRID.place("0503/0504"), Heading.NNE)
    assert [(r.text, r.change, r.to) for r in answer.remedies] == [
        ("In 0503 it may stand and face ENE.", "placement", (GRID.place("0503"), Heading.ENE)),
        ("In 0504 it may stand and face ENE.", "placement", (GRID.place("0504"), Heading.ENE)),
    ]


# ----------------------------------------------------------------------------------- a step forward


@given(strategies.places, strategies.headings)
def test_a_step_forward_is_taken_back_by_a_step_about(place: Place, heading: Heading) -> None:
    if heading not in legal_headings(3, place):
        with pytest.raises(PositionError, match=r"^Illegal: on (a )?hexside .* would be legal"):
            forward(place, heading)
        return
    there = forward(place, heading)
    assert heading in legal_headings(3, there), "a vehicle that moves straight on stays legal"
    assert forward(there, heading.turn(6)) == place


def test_from_hex_to_hex_or_by_way_of_a_hexside() -> None:
    start = GRID.place("0503")
    assert isinstance(start, Hex)
    for heading in HEADINGS:
        there = forward(start, heading)
        if heading.faces_hexside:
            assert there == start.neighbour(heading)
        else:
            assert isinstance(there, Side)
            assert set(there.hexes) == {
                start.neighbour(heading.turn(-1)),
                start.neighbour(heading.turn(+1)),
            }
