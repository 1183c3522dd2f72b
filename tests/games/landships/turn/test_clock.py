"""The Brickyard as it is played: goldens of single steps, the shipped record, and what the panel
says of the same moment.
"""

import random
from typing import Any

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.landships.turn import START, Clock, choice, choices, take
from landships_lab.games.landships.turn.clock import GRID
from landships_lab.games.landships.turn_board import BOARD
from landships_lab.panel.links import read_link
from landships_lab.play.records import read, write
from tests.effort import tries
from tests.games.landships.turn.moves import after, headline
from tests.paths import PACKAGE
from tests.play.laws import random_game

RECORD = PACKAGE / "games" / "landships" / "data" / "records" / "two-turns.txt"


def test_no_more_than_one_tank_comes_in_at_a_hex() -> None:
    """Line 135."""
    first = after("ten-turns", "enter ger-a7v-1 5817")
    refused = choice(first, "enter ger-a7v-2 5817")
    assert not refused.legal
    assert "each hex takes only one" in headline(first, "enter ger-a7v-2 5817")
    assert choice(first, "enter ger-a7v-2 5902").legal
    assert not choice(first, "enter ger-a7v-2 5810").legal


def test_tanks_that_are_left_come_on_as_the_arrivals_of_turn_one_end_and_none_later() -> None:
    """Line 135: three tanks enter on turn 1, no more than one at a hex (audit W6)."""
    first = after("ten-turns", "enter ger-a7v-1 5202")
    end = choice(first, "end")
    assert end.says == ("End the arrivals: A7V tank 2 at 5817 and A7V tank 3 at 5902 come on")
    on = take(first, end, Thrown())
    assert any(step.cite.lines == "135" for step in on.steps)
    clock: Any = on.situation
    places = {unit.id: unit.place for unit in clock.on_board if unit.of.kind == "tank"}
    assert len(set(places.values())) == 3
    while clock.turn < 2:
        clock = take(clock, "end", Thrown()).situation
    assert not [one for one in choices(clock) if one.words.startswith("enter ger-a7v")]


@pytest.mark.parametrize("where", ["5816@N ger-a7v-2@5817@N", "5202@S ger-a7v-2@5817@N"])
def test_the_panel_lets_no_tank_come_on_after_turn_one(where: str) -> None:
    """Line 135 (audit W6)."""
    line = f"landships:brickyard v1 ger-a7v-2 turn 2 ask set-up at ger-a7v-1@{where}"
    late = read_link(line).answer()
    assert late.value is False
    assert late.headline == "A7V tank: it comes on in turn 1, and it is turn 2."
    assert [(one.change, one.to) for one in late.remedies] == [("turn", 1)]
    early = read_link(line.replace("turn 2", "turn 1")).answer()
    assert early.value is True
    assert any("is not seen any more" in step.text for step in early.steps) is ("5816" in where)


def test_a_tank_comes_on_facing_any_way_and_an_aircraft_anywhere() -> None:
    """Lines 15, 23 and 135 (audit, missing: the heading is offered)."""
    start = START["ten-turns"]
    at_5817 = [one for one in choices(start) if one.words.startswith("enter ger-a7v-1 5817")]
    assert len(at_5817) == 12
    assert all(one.legal for one in at_5817)
    turned = take(start, "enter ger-a7v-1 5817 ENE", Thrown())
    assert turned.says == "The A7V tank 1 came on at 5817, facing ENE."
    assert BOARD.turned(start, "enter ger-a7v-1 5817", 1) == "enter ger-a7v-1 5817 NNE"
    assert BOARD.turned(start, "enter ger-junkers-1 5801", 1) == "enter ger-junkers-1 5801 ENE"
    assert choice(start, "enter ger-junkers-1 6905 ENE").legal
    with pytest.raises(ValueError, match="is not a choice"):
        choice(start, "enter ger-junkers-1 6905 NNE")
    view = BOARD.view(start)
    press = BOARD.aimed(start, "ger-junkers-1", view.pixel(GRID.place("5603")), view)
    assert press == "enter ger-junkers-1 5603"


def test_every_counter_of_the_set_up_stands_in_a_hex_of_its_own_or_of_its_list() -> None:
    """Lines 129 and 133 (audit W5): only the 75 mm gun, whose hex is lost, waits."""
    for start in START.values():
        waits = [
            unit.id
            for unit in start.units
            if unit.place is None and not unit.of.turn and unit.of.kind != "artillery"
        ]
        assert waits == ["brit-75mm-1"]
        fo = start.unit("ger-fo-1").place
        assert start.terrain.hexes[fo] == "woods"  # type: ignore[index]  # it has one


def test_the_players_set_up_the_british_first() -> None:
    """Lines 129 and 133: where the print leaves a choice, the players place the counters."""
    clock = after("set-up")
    assert clock.now.prompt(clock) == "British set-up: where do the counters stand?"
    assert choice(clock, "place brit-mg-1 5910").legal
    assert not choice(clock, "place brit-mg-1 5911").legal
    assert choice(clock, "place brit-75mm-1 5810 NNE").supplied  # its hex is not in the source
    placed = after("set-up", "place brit-mg-1 5910", "place brit-75mm-1 5908 E", "end")
    assert placed.unit("brit-75mm-1").heading.name == "E"
    assert placed.now.side(placed) == "German"
    assert choice(placed, "place ger-fo-1 5506").supplied  # so are the woods
    begun = take(placed, "end", Thrown()).situation
    assert type(begun.now).__name__ == "Arrivals"


def test_a_second_move_and_a_second_attack_are_refused_by_a_rule_of_ours() -> None:
    """Neither line 43 nor line 115 says how often (audit M5)."""
    clock = after("last-turns", "end", "drive ger-a7v-1", "halt")
    again = choice(clock, "drive ger-a7v-1")
    fired = after("last-turns", *["end"] * 4, "fire ger-a7v-2 57mm-bow 5809", "no-effect")
    other = choice(fired, "fire ger-a7v-2 mg-stern 5809")
    walked = after("last-turns", *["end"] * 3, "walk ger-mg-1 5503")
    for refused in (again, other, choice(walked, "walk ger-mg-1 5504")):
        assert not refused.legal
        assert refused.cite is not None
        assert refused.cite.kind == "ours"
        assert "not printed" in str(refused.cite)


def test_the_movement_allowance_and_the_order_of_phases_are_marked_as_ours() -> None:
    driving = take(after("last-turns", "end"), "drive ger-a7v-1", Thrown())
    assert [step.cite.kind for step in driving.steps] == ["ours", "silent"]
    ahead = choice(driving.situation, "left")
    assert ahead.why is not None
    assert ahead.why.steps[0].cite.kind == "ours"
    situation: Any = START["last-turns"]
    happening = None
    while situation.turn == 9:
        happening = take(situation, "end", Thrown())
        situation = happening.situation
    assert happening is not None
    assert "ours" in [step.cite.kind for step in happening.steps]


def test_who_shares_a_place_is_counted_and_the_limit_is_left_to_the_players() -> None:
    """Line 41 (audit, missing)."""
    begun = ["end", "drive ger-a7v-2"]
    alone = choice(after("last-turns", *begun), "halt")
    assert (alone.supplied, alone.why) == (False, None)
    shared = choice(after("last-turns", *begun, "to 5911 N"), "halt")
    assert shared.supplied
    assert shared.why is not None
    (step,) = shared.why.steps
    assert step.text.startswith("2 units of its side would count together in 5911.")
    walks = choice(after("last-turns", *["end"] * 3), "walk ger-mg-1 5505")
    assert walks.why is not None
    assert any(step.reading == "hexside-stacking" for step in walks.why.steps)
    free = choice(after("last-turns", *["end"] * 3), "walk ger-mg-1 5403")
    assert free.why is not None
    assert not [step for step in free.why.steps if step.reading]


def test_a_drive_says_when_only_a_drift_leads_there_and_then_it_has_ended() -> None:
    """Lines 45 and 111: the panel and the play give one answer."""
    clock = after("last-turns", "end", "drive ger-a7v-1")
    one = choice(clock, "to 5708/5807 NNW")
    assert one.expects.endswith(", then a drift")
    assert headline(clock, one.words).startswith("Only by a drift")
    assert type(take(clock, one, Thrown()).situation.now).__name__ == "Vehicles"


def test_the_aircraft_of_the_british_comes_in_turn_three() -> None:
    """Line 131."""
    clock: Any = START["ten-turns"]
    seen = []
    while not clock.over:
        if any(one.words.startswith("enter brit-bristol") for one in choices(clock)):
            seen.append(clock.turn)
            break
        clock = take(clock, "end", Thrown()).situation
    assert seen == [3]


def test_a_squad_dismounts_free_and_walks_two_hexes_and_does_not_remount() -> None:
    """Line 139."""
    clock = after("last-turns", "end", "end")
    out = take(clock, "dismount ger-squad-2 5811", Thrown()).situation
    assert isinstance(out, Clock)
    assert not choice(out, "end").why
    walking = take(out, "end", Thrown()).situation
    assert isinstance(walking, Clock)
    assert choice(walking, "walk ger-squad-2 5813").legal
    assert not choice(walking, "walk ger-squad-2 5814").legal
    assert "farther than the 2" in headline(walking, "walk ger-squad-2 5814")


def test_a_british_unit_that_passes_its_morale_check_surrenders_and_a_german_one_stays() -> None:
    """Line 145."""
    clock = after("last-turns", "end", "end", "end", "end")
    fired = take(clock, "fire ger-a7v-2 57mm-bow 5809", Thrown()).situation
    passed = take(fired, "result brit-infantry-4-1 passed", Thrown())
    assert passed.says.endswith("It is removed.")
    assert "brit-infantry-4-1" in passed.situation.removed  # type: ignore[attr-defined]
    assert any(step.cite.lines == "145" for step in passed.steps)


def test_no_gun_fires_twice_or_out_of_its_arc() -> None:
    clock = after("last-turns", "end", "end", "end", "end")
    assert not choice(clock, "fire ger-a7v-2 mg-stern 5809").legal
    fired = take(clock, "fire ger-a7v-2 57mm-bow 5809", Thrown()).situation
    again = take(fired, "no-effect", Thrown()).situation
    assert isinstance(again, Clock)
    assert headline(again, "fire ger-a7v-2 57mm-bow 5809") == "It has fired already."


def test_driving_costs_what_the_movement_panel_says_and_a_drift_ends_it() -> None:
    """Lines 45 and 111."""
    clock = after("last-turns", "end", "drive ger-a7v-3")
    assert clock.now.prompt(clock) == "The A7V tank 3 has 6 MPs left."
    assert not choice(clock, "drift 5708").legal  # it has not moved yet
    moved = take(clock, "to 5707 S", Thrown()) if choice(clock, "to 5707 S").legal else None
    assert moved is None  # it would have to turn round, which costs more than it has
    with pytest.raises(ValueError, match="is not a choice"):
        take(clock, "drift 5901", Thrown())


def test_the_shipped_record_replays_and_says_whose_it_is() -> None:
    text = RECORD.read_text(encoding="utf-8")
    record = read(text)
    assert write(record) == text
    assert "ours" in record.remark
    end = record.replay()
    assert isinstance(end, Clock)
    assert end.turn == 2
    assert {"brit-mg-north-1", "brit-infantry-4-1"} == set(end.removed)
    squad = end.unit("ger-squad-2")
    assert squad.place is not None
    assert not squad.aboard


@pytest.mark.long
def test_the_picture_shows_every_counter_on_the_board_and_the_hand_finds_it() -> None:
    games = [random_game(START[name], 8, lambda _: None, None, 60) for name in START]
    every = [clock for game in games for clock, _ in game]
    for clock in random.Random(8).sample(every, tries(6, 40)):
        assert isinstance(clock, Clock)
        view = BOARD.view(clock)
        scene = BOARD.picture(clock, view)
        assert scene.figures
        assert BOARD.picture(clock, view, "ger-artillery-1").figures
        for unit in clock.on_board[:5]:
            assert unit.place is not None
            found = BOARD.unit_at(clock, view.pixel(unit.place), view)
            assert clock.unit(found).place == unit.place


def test_a_press_drives_a_tank_there_and_the_wheel_turns_it() -> None:
    clock = after("last-turns", "end", "drive ger-a7v-2")
    view = BOARD.view(clock)
    assert BOARD.aimed(clock, "ger-a7v-2", view.pixel(GRID.place("5810")), view) == "to 5810 N"
    assert BOARD.aimed(clock, "ger-a7v-2", view.pixel(GRID.place("5001")), view) == ""
    assert BOARD.turned(clock, "to 5810 N", 1) == "to 5810 NNE"
    assert BOARD.turned(clock, "ahead", 1) == "ahead"
