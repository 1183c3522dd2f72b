"""The movement and hexside panels: painting, asking, moving, drifting, saving, and
what they refuse.
"""

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.games.landships.panels.move import Goal, Movement
from landships_lab.panel import CATALOG
from landships_lab.panel.gestures import Gesture

MOVE, SIDES = Movement, Hexsides
at = MOVE.grid.place


def test_the_first_panel_tells_a_way_round_the_pond_and_past_an_enemy() -> None:
    state = MOVE.initial()
    answer = state.ask()
    scene = state.picture(answer)
    assert answer.value == 0
    assert len(scene.find("path")) == 1
    assert scene.find("ghost")
    assert scene.find("reach", "within reach")
    assert MOVE.parse(state.text()) == state


@pytest.mark.parametrize(
    "text",
    [
        (
            "landships:move 0503/0504 E mp 9 spent 3 steer hard-to-steer turn 2 to 0705 N drift"
            " 0503 enemies 0606 0607 values wire.crossing=3 woods.cost=4 terrain road=0304"
            " wire=0304/0305 woods=0404 reading drift-cost=dearer-hex"
        ),
        "landships:move 0503 N mp 0",
    ],
)
def test_the_state_comes_back_from_its_line(text: str) -> None:
    assert MOVE.parse(text).text() == text


def test_painting_by_hand_and_by_code_is_the_same() -> None:
    view, state = MOVE.view(), MOVE.parse("landships:move 0503 N").set("brush", "town")
    assert state.click == "paint"
    by_hand = state
    for kind, code in (("press", "0705"), ("drag", "0706"), ("drag", "0707"), ("drop", "0707")):
        by_hand = by_hand.on_gesture(Gesture(kind, view.pixel(at(code))), view)  # type: ignore[arg-type]
    assert by_hand.settled().terrain == state.set("paint", "0705, 0706 0707").terrain
    wiped = by_hand.set("brush", "clear").set("paint", "0705 0706 0707")
    assert not wiped.terrain.painted
    side = state.set("brush", "along:wire")
    touched = side.on_gesture(Gesture("press", view.pixel(at("0705/0706"))), view)
    assert touched.terrain.of(at("0705/0706")) == "wire"


def test_going_there_spends_mps_and_a_drift_ends_the_move() -> None:
    state = MOVE.parse("landships:move 0503 E mp 6 to 0703")
    assert state.ask().value == 2
    gone = state.set("go", "go")
    assert (gone.place, gone.spent) == (at("0703"), 4)
    asked = gone.set("drift", "starboard")
    assert asked.ask().value is True
    assert asked.picture(asked.ask()).find("drift")
    drifted = asked.set("go", "go")
    assert (drifted.place, drifted.spent) == (at("0703/0704"), 6)
    fresh = drifted.set("go", "turn")
    assert fresh.spent == 0
    with pytest.raises(ValueError, match="First choose where to"):
        fresh.set("go", "go")
    with pytest.raises(ValueError, match=r"^Out of reach: 1514 is 32 MPs away, 26 too many\.$"):
        fresh.set("target", "1514").set("go", "go")
    with pytest.raises(ValueError, match="It faces ENE, a hexside"):
        MOVE.parse("landships:move 0503 ENE").set("drift", "port")


def test_a_drift_that_keeps_the_facing_asked_for_is_shown_and_made() -> None:
    state = MOVE.parse("landships:move 0503 E mp 0 to 0503/0504 E moved yes")
    assert state.ask().value == 0
    assert state.picture(state.ask()).find("drift")
    assert not state.picture(state.ask()).find("blocked")
    gone = state.set("go", "go")
    assert (gone.place, gone.heading) == (at("0503/0504"), state.heading)


def test_a_refused_drift_offers_the_reading_that_allows_it() -> None:
    state = MOVE.parse(
        "landships:move 0504 E drift 0503/0504 moved yes terrain woods=0503 reading"
        " drift-cost=dearer-hex"
    )
    answer = state.ask()
    assert answer.value is False
    (remedy,) = answer.remedies
    assert state.set(remedy.change, remedy.to).ask().value is True
    with pytest.raises(ValueError, match="It may not drift"):
        state.set("go", "go")


def test_more_mps_are_offered_counting_those_already_spent() -> None:
    state = MOVE.parse("landships:move 0503 N mp 5 spent 3 to 0501")
    remedy, *_ = state.ask().remedies
    assert state.set(remedy.change, remedy.to).ask().value == 0


def test_a_value_of_ones_own_is_marked_as_ones_own() -> None:
    state = MOVE.parse("landships:move 0503 N to 0502").set("brush", "clear").set("value.cost", "3")
    answer = state.ask()
    assert answer.value == 9
    assert answer.steps[-1].cite.kind == "supplied"
    assert MOVE.parse("landships:move 0503 N to 0502").ask().steps[-1].cite.kind == "sample"


def test_the_board_is_saved_with_ones_own_values_and_comes_back() -> None:
    state = MOVE.initial().set("brush", "woods").set("value.cost", "7").set("paint", "1813")
    (export,) = state.exports()
    text = export.make()
    assert isinstance(text, str)
    back = MOVE.parse("landships:move 0503 N").set("board", text)
    assert (back.terrain, back.values) == (state.terrain, state.values)


def test_the_vehicle_is_dragged_turned_and_asked_about_by_hand() -> None:
    view, state = MOVE.view(), MOVE.parse("landships:move 0503 N")
    state = state.on_gesture(Gesture("press", view.pixel(at("0503"))), view)
    state = state.on_gesture(Gesture("drag", view.pixel(at("0604/0704"))), view)
    state = state.on_gesture(Gesture("drop", view.pixel(at("0604/0704"))), view)
    assert state.place == at("0604/0704")
    assert state.ask().value is not False
    hovering = state.on_gesture(Gesture("hover", view.pixel(at("0905"))), view)
    assert hovering.aimed == Goal(at("0905"))
    assert hovering.settled() == state
    assert state.on_gesture(Gesture("press", view.pixel(at("0905"))), view).goal == Goal(at("0905"))
    enemy = state.set("click", "enemy").on_gesture(Gesture("press", view.pixel(at("0905"))), view)
    assert enemy.enemies == {at("0905")}
    assert state.on_gesture(Gesture("key", key="e"), view).heading == state.heading.turn(1)


@pytest.mark.parametrize(
    ("ask", "value"),
    [("move", 2), ("spot", 12), ("combat", "clear"), ("indirect", True), ("stack", False)],
)
def test_a_hexside_is_asked_about_in_five_ways(ask: str, value: object) -> None:
    state = SIDES.initial().set("ask", ask)
    assert state.ask().value == value
    assert SIDES.parse(state.text()) == state
    assert state.picture(state.ask()).find("asked")
    for control in state.controls():
        if hasattr(control, "value") and control.id != "paint":
            assert state.set(control.id, control.value) == state


def test_units_are_added_by_hand_until_there_are_too_many() -> None:
    view, state = (
        SIDES.view(),
        SIDES.parse("landships:hexsides 0909 ask stack").set("click", "unit"),
    )
    assert isinstance(state.ask().value, Gap)
    for _ in range(3):
        state = state.on_gesture(Gesture("press", view.pixel(at("0909"))), view)
    state = state.set("limit", "3").on_gesture(Gesture("press", view.pixel(at("0908/0909"))), view)
    assert state.ask().value is False
    assert state.picture(state.ask()).find("blocked", "too many 0909")


def test_pointing_at_a_hexside_supposes_it_and_a_press_chooses_it() -> None:
    view, state = SIDES.view(), SIDES.parse("landships:hexsides 0908/0909 ask move")
    there = view.pixel(SIDES.grid.place("0707/0708"))
    pointed = state.on_gesture(Gesture("hover", there), view)
    assert pointed.hover == SIDES.grid.place("0707/0708")
    assert "0707/0708" in pointed.ask().headline
    for kind in ("drag", "drop", "leave"):
        assert state.on_gesture(Gesture(kind, there), view).hover is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "0708/0709 E mp 16 drift 0709 moved yes terrain water=0709",
            "It may not drift to starboard: 0709 is water, which is prohibited to vehicles.",
        ),
        (
            "0708 E mp 16 drift 0708/0709 moved yes terrain water=0708,0709",
            (
                "It may not drift to starboard: both hexes of hexside 0708/0709 are prohibited to"
                " vehicles, so the way between them is closed."
            ),
        ),
    ],
)
def test_the_verdict_on_a_drift_names_what_forbids_it(words: str, told: str) -> None:
    """Line 113."""
    answer = CATALOG["landships:move"].parse(f"landships:move {words}").ask()
    assert answer.value is False
    assert answer.headline == told
