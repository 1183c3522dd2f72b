"""Laws of the joints between the rules of Landships!, over random states of its panels."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from landships_lab.core.answer import Gap, Remedy
from landships_lab.core.hexes import Hex
from landships_lab.games.landships.panels.brickyard import Brickyard
from landships_lab.games.landships.panels.hexsides import Hexsides
from landships_lab.games.landships.panels.vehicles import find
from landships_lab.games.landships.rules.brickyard import class_of
from landships_lab.games.landships.rules.field_of_movement import drift_field
from landships_lab.games.landships.rules.ground import entry_cost
from landships_lab.games.landships.rules.positions import check_position, nearest_heading
from landships_lab.panel import CATALOG
from landships_lab.panel.board import Gesture
from landships_lab.panel.menu import QuestionPanel
from tests.effort import tries
from tests.random_states import random_state, random_states

STATES, PARTS = tries(60, 300), tries(1, 3)
NAMES = ("fire", "move", "hexsides", "brickyard", "positions", "range", "vehicle")
FIRE, MOVE, HEXSIDES, BRICKYARD, POSITIONS, RANGE, VEHICLE = (
    CATALOG[f"landships:{name}"] for name in NAMES
)


#: Laws that ask much are split into items of a hundred states.
IN_PARTS = pytest.mark.parametrize("part", range(PARTS))


@cache
def states_of(panel_type: Any) -> tuple[Any, ...]:
    """Return the random states of a panel, made once."""
    return tuple(random_states(panel_type, STATES))


def offered(panel_type: Any, part: int, **fixed: Any) -> Iterator[tuple[Any, Remedy, Any]]:
    """Yield a part of the random states, each remedy with a change that they are offered, and the
    state once it is taken.
    """
    for drawn in (random_state(panel_type, number) for number in range(part, STATES, PARTS)):
        state = drawn
        for control, value in fixed.items():
            state = state.set(control, value)
        for remedy in state.ask().remedies:
            if remedy.to is not None:
                yield state, remedy, state.set(remedy.change, remedy.to)


def holds(remedy: Remedy, then: Any) -> bool:
    """Return whether the answer is what the words of the remedy promise."""
    answer = then.ask()
    if "would cover" in remedy.text:
        return answer.headline.startswith("In arc")
    if any(words in remedy.text for words in ("would be legal", "it may face", "it may stand")):
        return not answer.headline.startswith("Illegal")
    return answer.value is not False and not isinstance(answer.value, Gap)


def test_the_words_on_spotting_never_change_whether_a_weapon_may_fire() -> None:
    for state in states_of(FIRE):
        unsaid, said = (state.set("spotted", word).ask() for word in ("unsaid", "yes"))
        assert unsaid.value == said.value
        assert ("if the target is spotted" in unsaid.headline) is (unsaid.value is True)
        assert "if the target is spotted" not in said.headline


@pytest.mark.long
@IN_PARTS
@pytest.mark.parametrize("panel_type", [FIRE, BRICKYARD, MOVE], ids=["fire", "brickyard", "move"])
def test_a_remedy_against_a_refusal_takes_it_away_and_keeps_clear_of_the_target(
    panel_type: Any, part: int
) -> None:
    fixed, tried = {"ask": "fire"} if panel_type is BRICKYARD else {}, 0
    for state, remedy, then in offered(panel_type, part, **fixed):
        assert holds(remedy, then), f"{state.text()}: {remedy.text}"
        tried += 1
        if remedy.change in ("place", "placement") and "could fire" in remedy.text:
            there = remedy.to if remedy.change == "place" else remedy.to[0]
            assert there != state.target
            assert there in panel_type.grid
            if panel_type is BRICKYARD:  # no enemy there, and no ground closed to vehicles
                enemies = [u for u in state.on_board if u.of.side != state.unit.of.side]
                assert there not in {u.place for u in enemies if u.of.kind != "aircraft"}
                kind = class_of(state.unit.of, dict(state.readings))
                assert kind != 3 or entry_cost(state.terrain, there).value is not None
    assert tried > 8


def test_fire_and_positions_agree_on_where_a_unit_may_stand() -> None:
    for state in states_of(FIRE):
        legal = check_position(state.unit.unit_class, state.place, state.heading).value
        assert state.ask().headline.startswith("Illegal") is not legal
    for state in states_of(POSITIONS):
        answer = state.ask()
        assert answer.value is (state.vehicle.heading in answer.detail.headings)


def test_a_place_is_closed_to_all_questions_or_to_none() -> None:
    for state in states_of(HEXSIDES):
        answers = [state.set("ask", ask).ask().value for ask in ("move", "spot", "combat")]
        assert len({answer is None for answer in answers}) == 1, state.text()


@pytest.mark.long
def test_what_a_drift_reaches_is_what_the_panel_lets_it_reach() -> None:
    """The drift asked by itself agrees with the places that the picture tints."""
    dice = random.Random(14)
    for state in states_of(MOVE)[: STATES // 3]:
        answer = state.set("drift", "").set("target", "").ask()
        if answer.detail is None:
            continue
        drifted = drift_field(state.march, answer.detail.reached)
        for place in dice.sample(sorted(drifted), min(3, len(drifted))):
            told = state.set("target", MOVE.grid.code(place)).ask()
            assert told.headline.startswith("Only by a drift"), f"{state.text()}: {told.headline}"


def test_the_set_up_is_judged_by_what_is_on_the_board() -> None:
    for state in states_of(BRICKYARD):
        early = state.unit.place is not None and state.unit.of.turn > state.turn
        asked = state.set("ask", "set-up").ask()
        assert not early or asked.value is False
        if isinstance(state.unit.place, Hex) and early:
            assert state.set("ask", "fire").ask().value is False


def test_the_points_in_the_verdict_on_a_vehicle_are_those_of_its_fields() -> None:
    for state in states_of(VEHICLE):
        answer = state.ask()
        told = re.findall(r"on (\d+) of the twelve|$", answer.headline)[0] or 0
        told = 12 if "all twelve points" in answer.headline else int(told)
        assert told == answer.value, answer.headline


@pytest.mark.parametrize("mp", range(9, 14))
@pytest.mark.parametrize(("facing", "cost"), [("E", 9), ("NNE", 11), ("N", 12)])
def test_the_mps_of_a_move_and_those_left_are_those_there_were(
    facing: str, cost: int, mp: int
) -> None:
    line = f"landships:move 0708 {facing} mp {mp} to 0809 terrain woods=0809"
    said, left = MOVE.parse(line).ask().headline, mp - cost
    rest = f"{left or 'none'} of {mp} {'are' if left > 1 else 'is'} left"
    moves = f"Moving from 0708 to 0809 costs {cost} MPs; {rest}."
    assert said == moves if left >= 0 else said.startswith("Out of reach: ")


def test_a_link_names_the_class_of_a_unit_that_is_no_vehicle() -> None:
    for word in ("6@0507@NNE@2", "6@0507@N@1", "6@0607@NNE", "6@0607@NNE@3"):
        state = POSITIONS.parse(f"landships:positions #6 vehicles {word}")
        assert state.text() == f"landships:positions #6 vehicles {word.removesuffix('@3')}"
        assert POSITIONS.parse(state.text()) == state


# --------------------------------------------------------------------------- questions on one board


EACH = pytest.mark.parametrize("panel", [Hexsides, Brickyard])


@EACH
def test_a_question_offers_its_own_parts_and_none_of_another(panel: type[QuestionPanel]) -> None:
    for key, question in panel.questions.items():
        offered = {control.id for control in panel.initial().set("ask", key).controls()}
        for other in panel.questions.values():
            assert offered.issuperset(other.own_parts) == (other is question or not other.own_parts)


def test_the_word_of_a_question_may_be_that_of_a_click() -> None:
    state = Hexsides.parse("landships:hexsides 0908 click ask ask stack")
    assert (state.click, state.question) == ("ask", "stack")


# ----------------------------------------------------------------------------------------- the hand


#: Of each panel in which a unit takes a legal heading where it is put down: a state, and where its
#: unit stands.
STANDING: dict[str, Callable[[Any], Any]] = {
    "landships:fire mk-iv-male@0807 E weapon 57mm-starboard": lambda s: s,
    "landships:range from #5 to #1": lambda s: find(s.vehicles, s.start),
    "landships:move 0708 E mp 16": lambda s: s,
    "landships:brickyard ger-a7v-1 turn 1 at ger-a7v-1@5713@NNE": lambda s: s.unit,
    "landships:coverage british mk-iv-male@0705@NNE": lambda s: s.unit,
}


@pytest.mark.parametrize("text", STANDING, ids=lambda text: text.partition(" ")[0])
def test_the_way_of_the_hand_does_not_turn_a_unit(text: str) -> None:
    """It faces as it was taken up, whatever hexsides it crosses; once turned, as it was turned."""
    panel_type: Any = CATALOG[text.partition(" ")[0]]
    state, where = panel_type.parse(text), STANDING[text]
    if text.startswith("landships:coverage"):
        state = state.set("chosen", "british-1")
    view, dice = state.opening(), random.Random(5)
    near = [p for p in sorted(panel_type.grid.places) if view.holds(p)]

    def done(kind: Any, at: Any, **more: Any) -> None:
        nonlocal state
        state = state.on_gesture(Gesture(kind, view.pixel(at), **more), view)

    for turn in (0, 1, 3):
        done("press", where(state).place)
        if turn:
            done("key", where(state).place, key="e")
        heading = where(state).heading
        for there in dice.sample(near, 20):
            done("drag", there)
            now = where(state)
            assert (now.place, now.heading) == (there, nearest_heading(3, there, heading))
        done("drop", where(state).place)
        assert state.held_heading is None
