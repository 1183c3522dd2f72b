"""The movement and hexside panels as explorers: painting, asking, moving, drifting, saving, and what they refuse."""

import pytest

from landships_lab.core.answer import Gap
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships.hexsides import Hexsides
from landships_lab.explore.landships.move import Movement
from landships_lab.explore.landships.move_state import Goal

MOVE, SIDES = Movement(), Hexsides()
at = MOVE.grid.place


def test_the_first_panel_tells_a_way_round_the_pond_and_past_an_enemy() -> None:
    state = MOVE.start()
    answer = MOVE.ask(state)
    scene = MOVE.picture(state, answer)
    assert answer.value == 0
    assert len(scene.find("path")) == 1
    assert scene.find("ghost")
    assert scene.find("reach", "within reach")
    assert MOVE.parse(MOVE.text(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        (
            "landships:move 0503/0504 E mp 9 spent 3 steer hard-to-steer turn 2 to 0705 N drift 0503 enemies 0606 0607 "
            "values wire.crossing=3 woods.cost=4 terrain road=0304 wire=0304/0305 woods=0404 reading drift-cost=dearer-hex"
        ),
        "landships:move 0503 N mp 0",
    ],
)
def test_the_state_comes_back_from_its_line(text: str) -> None:
    assert MOVE.text(MOVE.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("landships:move 0503", "Start with place and heading, for example landships:move 0708 E"),
        ("landships:move 0503 N mp 3 spent 4", "4 MPs cannot be spent of 3"),
        ("landships:move 0503 N mp x", "A movement allowance is a whole number from 0 to 99, not 'x'"),
        ("landships:move 0503 N steer badly", "'badly' is not a kind of steering"),
        ("landships:move 0503 N to", "After 'to' write a place"),
        ("landships:move 0503 N values woods", "'woods' is not a value of terrain"),
        ("landships:move 0503 N values woods.weight=3", "'weight' is not a value of woods; allowed are cost"),
    ],
)
def test_a_line_that_describes_nothing_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        MOVE.parse(text)


def test_painting_by_hand_and_by_code_is_the_same() -> None:
    view, state = MOVE.view(), MOVE.set(MOVE.parse("landships:move 0503 N"), "brush", "town")
    assert state.click == "paint"
    by_hand = state
    for kind, code in (("press", "0705"), ("drag", "0706"), ("drag", "0707"), ("drop", "0707")):
        by_hand = MOVE.on_gesture(by_hand, Gesture(kind, view.pixel(at(code))), view)  # type: ignore[arg-type]
    assert MOVE.settled(by_hand).terrain == MOVE.set(state, "paint", "0705, 0706 0707").terrain
    wiped = MOVE.set(MOVE.set(by_hand, "brush", "clear"), "paint", "0705 0706 0707")
    assert not wiped.terrain.painted
    side = MOVE.set(state, "brush", "along:wire")
    touched = MOVE.on_gesture(side, Gesture("press", view.pixel(at("0705/0706"))), view)
    assert touched.terrain.of(at("0705/0706")) == "wire"
    with pytest.raises(ValueError, match="This brush paints hexsides"):
        MOVE.set(side, "paint", "0705")


def test_going_there_spends_mps_and_a_drift_ends_the_move() -> None:
    state = MOVE.parse("landships:move 0503 E mp 6 to 0703")
    assert MOVE.ask(state).value == 2
    gone = MOVE.set(state, "go", "go")
    assert (gone.place, gone.spent) == (at("0703"), 4)
    asked = MOVE.set(gone, "drift", "starboard")
    assert MOVE.ask(asked).value is True
    assert MOVE.picture(asked, MOVE.ask(asked)).find("drift")
    drifted = MOVE.set(asked, "go", "go")
    assert (drifted.place, drifted.spent) == (at("0703/0704"), 6)
    fresh = MOVE.set(drifted, "go", "turn")
    assert fresh.spent == 0
    with pytest.raises(ValueError, match="First choose where to"):
        MOVE.set(fresh, "go", "go")
    with pytest.raises(ValueError, match=r"^Out of reach: 1514 is 32 MPs away, 26 too many\.$"):
        MOVE.set(MOVE.set(fresh, "target", "1514"), "go", "go")
    with pytest.raises(ValueError, match="It faces ENE, a hexside"):
        MOVE.set(MOVE.parse("landships:move 0503 ENE"), "drift", "port")


def test_a_drift_that_keeps_the_facing_asked_for_is_shown_and_made() -> None:
    state = MOVE.parse("landships:move 0503 E mp 0 to 0503/0504 E moved yes")
    assert MOVE.ask(state).value == 0
    assert MOVE.picture(state, MOVE.ask(state)).find("drift")
    assert not MOVE.picture(state, MOVE.ask(state)).find("blocked")
    gone = MOVE.set(state, "go", "go")
    assert (gone.place, gone.heading) == (at("0503/0504"), state.heading)


def test_a_refused_drift_offers_the_reading_that_allows_it() -> None:
    state = MOVE.parse("landships:move 0504 E drift 0503/0504 moved yes terrain woods=0503 reading drift-cost=dearer-hex")
    answer = MOVE.ask(state)
    assert answer.value is False
    (remedy,) = answer.remedies
    assert MOVE.ask(MOVE.set(state, remedy.change, remedy.to)).value is True
    with pytest.raises(ValueError, match="It may not drift"):
        MOVE.set(state, "go", "go")


def test_more_mps_are_offered_counting_those_already_spent() -> None:
    state = MOVE.parse("landships:move 0503 N mp 5 spent 3 to 0501")
    (remedy, *_) = MOVE.ask(state).remedies
    assert MOVE.ask(MOVE.set(state, remedy.change, remedy.to)).value == 0


def test_a_value_of_ones_own_is_marked_as_ones_own() -> None:
    state = MOVE.set(MOVE.set(MOVE.parse("landships:move 0503 N to 0502"), "brush", "clear"), "value.cost", "3")
    answer = MOVE.ask(state)
    assert answer.value == 9
    assert answer.steps[-1].cite.kind == "supplied"
    assert MOVE.ask(MOVE.parse("landships:move 0503 N to 0502")).steps[-1].cite.kind == "sample"


def test_the_board_is_saved_with_ones_own_values_and_comes_back() -> None:
    state = MOVE.set(MOVE.set(MOVE.set(MOVE.start(), "brush", "woods"), "value.cost", "7"), "paint", "1813")
    (export,) = MOVE.exports(state)
    text = export.make()
    assert isinstance(text, str)
    back = MOVE.set(MOVE.parse("landships:move 0503 N"), "board", text)
    assert (back.terrain, back.values) == (state.terrain, state.values)
    with pytest.raises(ValueError, match=r"This board has columns 1 to 20 .* and 14 rows; the board of the file has columns 1 to 3"):
        MOVE.set(state, "board", "[board]\ncolumns = 3\nrows = 3\n")


def test_the_vehicle_is_dragged_turned_and_asked_about_by_hand() -> None:
    view, state = MOVE.view(), MOVE.parse("landships:move 0503 N")
    state = MOVE.on_gesture(state, Gesture("press", view.pixel(at("0503"))), view)
    state = MOVE.on_gesture(state, Gesture("drag", view.pixel(at("0604/0704"))), view)
    state = MOVE.on_gesture(state, Gesture("drop", view.pixel(at("0604/0704"))), view)
    assert state.place == at("0604/0704")
    assert MOVE.ask(state).value is not False
    hovering = MOVE.on_gesture(state, Gesture("hover", view.pixel(at("0905"))), view)
    assert hovering.aimed == Goal(at("0905"))
    assert MOVE.settled(hovering) == state
    assert MOVE.on_gesture(state, Gesture("press", view.pixel(at("0905"))), view).goal == Goal(at("0905"))
    enemy = MOVE.on_gesture(MOVE.set(state, "click", "enemy"), Gesture("press", view.pixel(at("0905"))), view)
    assert enemy.enemies == {at("0905")}
    assert MOVE.on_gesture(state, Gesture("key", key="e"), view).heading == state.heading.turn(1)


@pytest.mark.parametrize(("ask", "value"), [("move", 2), ("spot", 12), ("combat", "clear"), ("indirect", True), ("stack", False)])
def test_a_hexside_is_asked_about_in_five_ways(ask: str, value: object) -> None:
    state = SIDES.set(SIDES.start(), "ask", ask)
    assert SIDES.ask(state).value == value
    assert SIDES.parse(SIDES.text(state)) == state
    assert SIDES.picture(state, SIDES.ask(state)).find("asked")
    for control in SIDES.controls(state):
        if hasattr(control, "value") and control.id != "paint":
            assert SIDES.set(state, control.id, control.value) == state


def test_units_are_added_by_hand_until_there_are_too_many() -> None:
    view, state = SIDES.view(), SIDES.set(SIDES.parse("landships:hexsides 0909 ask stack"), "click", "unit")
    assert isinstance(SIDES.ask(state).value, Gap)
    for _ in range(3):
        state = SIDES.on_gesture(state, Gesture("press", view.pixel(at("0909"))), view)
    state = SIDES.on_gesture(SIDES.set(state, "limit", "3"), Gesture("press", view.pixel(at("0908/0909"))), view)
    assert SIDES.ask(state).value is False
    assert SIDES.picture(state, SIDES.ask(state)).find("blocked", "too many 0909")
    with pytest.raises(ValueError, match="'0908/0909' is a hexside; here a hex is needed"):
        SIDES.set(state, "struck", "0908/0909")
