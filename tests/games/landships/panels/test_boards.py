"""The range counter and the board of positions under a hand and under their controls."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.games.landships.panels.positions import Positions
from landships_lab.games.landships.panels.range import RangeCounter
from landships_lab.games.landships.panels.vehicles import find
from landships_lab.games.landships.rules.positions import legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.panel.controls import Choice
from tests.games.landships.panels.hands import hand

RANGES, POSITIONS = RangeCounter, Positions
GRID = RANGES.grid
PLACES = sorted(GRID.places)
#: Where the article's vehicles stand, reconstructed from the printed ranges.
AT = {
    1: "0904",
    2: "0304/0404",
    3: "0604",
    4: "0804/0805",
    5: "0506/0507",
    6: "0507",
    7: "0504/0505",
    8: "0503/0504",
}
#: Places with no vehicle under the pointer.
EMPTY = [
    place
    for place in PLACES
    if all(range_hexes(place, GRID.place(code)) > 1 for code in AT.values())
]


# ----------------------------------------------------------------------------------- counting range


@pytest.mark.parametrize(
    ("example", "printed"),
    [("5-1", 4), ("5-3", 2), ("5-7", 2), ("5-8", 3), ("5-4", 3), ("6-5", 0), ("7-8", 1)],
)  # lines 33-39
def test_the_printed_examples_are_offered_and_hold(example: str, printed: int) -> None:
    assert RANGES.initial().ask().value == 4, "it begins with the first"
    chosen = RANGES.initial().set("example", example)
    assert chosen.ask().value == printed
    (choice,) = (c for c in chosen.controls() if c.id == "example")
    assert isinstance(choice, Choice)
    assert choice.value == example
    assert dict(choice.options)[example].endswith(f": {printed}")


@given(st.sampled_from(EMPTY), st.sampled_from(EMPTY))
def test_a_click_picks_the_end_it_is_set_to_pick(a: Place, b: Place) -> None:
    picked = hand(RANGES.initial().set("click", "start"), ("press", a), "drop")
    picked = hand(picked.set("click", "end"), ("press", b), "drop")
    assert (picked.start, picked.end) == (a, b)
    assert picked.ask().value == range_hexes(a, b)
    assert picked.set("swap", "swap").ask().value == range_hexes(b, a)


@pytest.mark.parametrize("number", AT)
def test_a_click_on_a_vehicle_picks_the_vehicle(number: int) -> None:
    picked = hand(RANGES.initial(), f"press {AT[number]}", "drop")
    assert picked.end == number
    assert picked.vehicles == RANGES.initial().vehicles
    chosen = hand(POSITIONS.initial(), f"press {AT[number]}", f"drop {AT[number]}")
    assert chosen == replace(POSITIONS.initial(), number=number)
    assert chosen.ask().value is (number != 4)  # lines 29-31


@given(st.sampled_from(EMPTY))
def test_a_vehicle_is_dragged_and_stands_legally(there: Place) -> None:
    dragged = hand(RANGES.initial(), f"press {AT[1]}", ("drag", there), ("drop", there))
    vehicle = find(dragged.vehicles, 1)
    assert vehicle.place == there
    assert vehicle.heading in legal_headings(3, there)
    assert dragged.ask().value == range_hexes(GRID.place(AT[5]), there)
    assert dragged.set("swap", "vehicles").vehicles == RANGES.initial().vehicles


@given(st.sampled_from(EMPTY), st.sampled_from(["start", "end"]))
def test_pointing_counts_to_there_and_is_forgotten(there: Place, click: str) -> None:
    start = RANGES.initial().set("click", click)
    pointed = hand(start, ("hover", there))
    other = GRID.place(AT[1] if click == "start" else AT[5])
    assert pointed.ask().value == range_hexes(other, there)
    assert pointed.settled() == hand(pointed, "leave") == start
    supposed = f"If you count {'from' if click == 'start' else 'to'} {GRID.code(there)}"
    assert pointed.preview().startswith(supposed)
    assert start.preview() == ""
    assert (start.hint() == start.hands_from) is (click == "start")


def test_only_a_vehicle_can_be_turned() -> None:
    turned = RANGES.initial().set("turn", "right")
    assert find(turned.vehicles, 1).heading is Heading.ENE
    for gesture in ("key e", f"turn {AT[1]} 1"):
        assert hand(RANGES.initial(), gesture) == turned
    stepped = hand(RANGES.initial(), "key ArrowUp")
    assert find(stepped.vehicles, 1).place == GRID.place("0903/0904")
    place = replace(RANGES.initial(), end=GRID.place("0101"))
    assert hand(place, "key ArrowDown").end == GRID.place("0101/0102")
    with pytest.raises(ValueError, match=r"^There is no vehicle at that end .* click one first\.$"):
        replace(RANGES.initial(), end=GRID.place("0101")).set("turn", "left")


# ---------------------------------------------------------------------------------------- positions


def test_it_begins_with_the_illegal_example() -> None:
    """Line 31: vehicle #4 is illegal, and would be legal facing east or west."""
    answer = POSITIONS.initial().ask()
    assert answer.value is False
    assert answer.headline == "Unit #4 is illegal: on hexside 0804/0805 it may face E or W only."


@given(st.sampled_from(EMPTY), st.sampled_from(["1", "2", "3"]))
def test_a_vehicle_is_moved_without_turning_so_that_illegal_positions_can_be_tried(
    there: Place, unit_class: str
) -> None:
    start = POSITIONS.initial().set("number", "1").set("class", unit_class)
    pressed = hand(start, ("press", there))
    for moved in (hand(start, f"press {AT[1]}", ("drag", there)), pressed):
        assert moved.vehicle.place == there
        assert moved.vehicle.heading is Heading.NNE
        assert moved.ask().value == (Heading.NNE in legal_headings(int(unit_class), there))
    assert hand(pressed, ("drag", EMPTY[0])) == pressed, "what begins beside them drags none"


def test_the_wheel_turns_the_vehicle_under_the_pointer_and_chooses_it() -> None:
    turned = hand(POSITIONS.initial(), f"turn {AT[7]} 2")
    assert (turned.number, turned.vehicle.heading) == (7, Heading.SSE)
    assert hand(POSITIONS.initial(), f"turn {GRID.code(EMPTY[0])} 2") == POSITIONS.initial()


def test_a_step_forward_turns_and_vehicles_back() -> None:
    start = POSITIONS.initial().set("number", "#3")
    ahead = start.set("move", "forward")
    assert ahead.vehicle.place == GRID.place("0603")
    assert start.set("move", "left") == hand(start, "key q")
    assert ahead.set("back", "back") == start
    with pytest.raises(ValueError, match=r"^Illegal: on hexside 0804/0805 it may face E or W only"):
        POSITIONS.initial().set("move", "forward")


def test_a_place_and_heading_are_typed_together_and_both_can_be_given() -> None:
    start = POSITIONS.initial()
    typed = start.set("place", "0503/0504 E")
    assert isinstance(typed.vehicle.place, Side)
    assert typed.ask().value is True
    assert start.set("placement", (GRID.place("0503/0504"), Heading.E)) == typed
    assert typed.set("place", GRID.place("0505")).vehicle.heading is Heading.E
