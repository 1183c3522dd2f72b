"""The movement and hexside panels: painting, asking, moving, drifting, saving, and
what they refuse.
"""

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.games.landships.panels.move import Goal, Movement
from tests.games.landships.panels.hands import hand

MOVE, SIDES = Movement, Hexsides
at = MOVE.grid.place


WHOLE = (
    "0503/0504 E mp 9 spent 3 steer hard-to-steer turn 2 to 0705 N drift 0503 enemies 0606 0607"
    " values wire.crossing=3 woods.cost=4 terrain road=0304 wire=0304/0305 woods=0404"
    " reading drift-cost=dearer-hex"
)


@pytest.mark.parametrize("words", [WHOLE, "0503 N mp 0"])
def test_the_state_comes_back_from_its_line(words: str) -> None:
    assert MOVE.parse(f"landships:move {words}").text() == f"landships:move {words}"
    state = MOVE.initial()
    assert state.ask().value == 0
    scene = state.picture(state.ask())
    assert len(scene.find("path")) == 1
    assert scene.find("ghost")
    assert scene.find("reach", "within reach")


def test_painting_by_hand_and_by_code_is_the_same() -> None:
    state = moving("0503 N").set("brush", "town")
    assert state.click == "paint"
    by_hand = hand(state, "press 0705", "drag 0706", "drag 0707", "drop 0707")
    assert by_hand.settled().terrain == state.set("paint", "0705, 0706 0707").terrain
    wiped = by_hand.set("brush", "clear").set("paint", "0705 0706 0707")
    assert not wiped.terrain.painted
    side = hand(state.set("brush", "along:wire"), "press 0705/0706")
    assert side.terrain.of(at("0705/0706")) == "wire"


def moving(words: str) -> Movement:
    return MOVE.parse(f"landships:move {words}")


def test_going_there_spends_mps_and_a_drift_ends_the_move() -> None:
    state = moving("0503 E mp 6 to 0703")
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
    for refused, control, wrong, told in (
        (fresh, "go", "go", "First choose where to"),
        (fresh.set("target", "1514"), "go", "go", r"^Out of reach: 1514 is 32 MPs away, 26 too ma"),
        (moving("0503 ENE"), "drift", "port", "It faces ENE, a hexside"),
    ):
        with pytest.raises(ValueError, match=told):
            refused.set(control, wrong)


def test_a_drift_that_keeps_the_facing_asked_for_is_shown_and_made() -> None:
    state = moving("0503 E mp 0 to 0503/0504 E moved yes")
    assert state.ask().value == 0
    assert state.picture(state.ask()).find("drift")
    assert not state.picture(state.ask()).find("blocked")
    gone = state.set("go", "go")
    assert (gone.place, gone.heading) == (at("0503/0504"), state.heading)


def test_a_refused_drift_offers_the_reading_that_allows_it() -> None:
    state = moving(
        "0504 E drift 0503/0504 moved yes terrain woods=0503 reading drift-cost=dearer-hex"
    )
    answer = state.ask()
    assert answer.value is False
    (remedy,) = answer.remedies
    assert state.set(remedy.change, remedy.to).ask().value is True
    with pytest.raises(ValueError, match="It may not drift"):
        state.set("go", "go")
    spent = moving("0503 N mp 5 spent 3 to 0501")
    remedy, *_ = spent.ask().remedies
    assert spent.set(remedy.change, remedy.to).ask().value == 0, "counting those already spent"


def test_the_board_is_saved_with_ones_own_values_and_comes_back() -> None:
    plain = moving("0503 N to 0502")
    state = plain.set("brush", "clear").set("value.cost", "3")
    assert state.ask().value == 9
    assert state.ask().steps[-1].cite.kind == "supplied"
    assert plain.ask().steps[-1].cite.kind == "sample"
    state = state.set("brush", "woods").set("value.cost", "7").set("paint", "1813")
    (export,) = state.exports()
    back = moving("0503 N").set("board", export.make())
    assert (back.terrain, back.values) == (state.terrain, state.values)


def test_the_vehicle_is_dragged_turned_and_asked_about_by_hand() -> None:
    state = hand(moving("0503 N"), "press 0503", "drag 0604/0704", "drop 0604/0704")
    assert state.place == at("0604/0704")
    assert state.ask().value is not False
    hovering = hand(state, "hover 0905")
    assert hovering.aimed == Goal(at("0905"))
    assert hovering.settled() == state
    assert hand(state, "press 0905").goal == Goal(at("0905"))
    assert hand(state.set("click", "enemy"), "press 0905").enemies == {at("0905")}
    assert hand(state, "key e").heading == state.heading.turn(1)


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
    state = SIDES.parse("landships:hexsides 0909 ask stack").set("click", "unit")
    assert isinstance(state.ask().value, Gap)
    (switch,) = state.reading_switches()
    assert {told for _, told in switch.effects} == {"limit not in the source"}
    state = hand(hand(state, *["press 0909"] * 3).set("limit", "3"), "press 0908/0909")
    assert state.ask().value is False
    assert state.picture(state.ask()).find("blocked", "too many 0909")
    other = SIDES.parse("landships:hexsides 0908/0909 ask move")
    pointed = hand(other, "hover 0707/0708")
    assert pointed.hover == at("0707/0708")
    assert "0707/0708" in pointed.ask().headline
    for kind in ("drag", "drop", "leave"):
        assert hand(other, f"{kind} 0707/0708").hover is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("0708/0709 E mp 16 drift 0709", "0709 is water, which is prohibited to vehicles."),
        ("0708 E mp 16 drift 0708/0709", "both hexes of hexside 0708/0709 are prohibited to ve"),
    ],
)
def test_the_verdict_on_a_drift_names_what_forbids_it(words: str, told: str) -> None:
    """Line 113."""
    hexes = "0709" if "0708/0709 E" in words else "0708,0709"
    answer = moving(f"{words} moved yes terrain water={hexes}").ask()
    assert answer.value is False
    assert answer.headline.startswith(f"It may not drift to starboard: {told}")
