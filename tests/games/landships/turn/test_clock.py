"""The Brickyard as it is played: goldens of single steps, the shipped record, and what the panel
says of the same moment.
"""

import random
from typing import Any

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.landships.rules.brickyard_squads import struck
from landships_lab.games.landships.turn import START, Clock, choice, choices, take
from landships_lab.games.landships.turn.clock import GRID, MARKS
from landships_lab.games.landships.turn_board import BOARD
from landships_lab.panel.links import read_link
from landships_lab.play.records import read, write
from tests.effort import tries
from tests.games.landships.turn.moves import after
from tests.games.landships.turn.test_choices import AFOOT, AT_FIRE, FLY, JUNKERS, NEAR, SHELL
from tests.paths import PACKAGE
from tests.play.laws import random_game

RECORD = PACKAGE / "games" / "landships" / "data" / "records" / "two-turns.txt"
at = GRID.place


def legal(clock: Any, begins: str) -> set[str]:
    """Return the words of the legal choices that begin so."""
    return {one.words for one in choices(clock) if one.legal and one.words.startswith(begins)}


def on(clock: Any, *moves: str) -> Any:
    """Return the game after these further moves."""
    for words in moves:
        clock = take(clock, words, Thrown()).situation
    return clock


def phase(clock: Any) -> str:
    return type(clock.now).__name__


# ------------------------------------------------------------------------------ set-up and arrivals


def test_every_counter_of_the_set_up_stands_in_a_hex_of_its_own_or_of_its_list() -> None:
    """Lines 129 and 133 (audit W5): only the 75 mm gun, whose hex is lost, waits."""
    for start in START.values():
        waits = [u for u in start.units if u.place is None and not u.of.turn]
        assert [u.id for u in waits if u.of.kind != "artillery"] == ["brit-75mm-1"]
        fo: Any = start.unit("ger-fo-1").place
        assert start.terrain.hexes[fo] == "woods"  # it has one


def test_the_players_set_up_the_british_first() -> None:
    """Lines 129 and 133: where the text leaves a choice, the players place the counters."""
    clock = after("set-up")
    assert clock.now.prompt(clock) == "British set-up: where do the counters stand?"
    placed = on(clock, "place brit-mg-1 5910", "place brit-75mm-1 5908 E", "end")
    assert placed.unit("brit-75mm-1").heading.name == "E"
    assert placed.now.side(placed) == "German"
    assert phase(on(placed, "end")) == "Arrivals"


def test_tanks_that_are_left_come_on_as_the_arrivals_of_turn_one_end_and_none_later() -> None:
    """Line 135: three tanks enter on turn 1, no more than one at a hex (audit W6)."""
    first = after("ten-turns", "enter ger-a7v-1 5202")
    end = choice(first, "end")
    assert end.says == ("End the arrivals: A7V tank 2 at 5817 and A7V tank 3 at 5902 come on")
    happening = take(first, end, Thrown())
    assert any(step.cite.lines == "135" for step in happening.steps)
    clock: Any = happening.situation
    places = {unit.id: unit.place for unit in clock.on_board if unit.of.kind == "tank"}
    assert len(set(places.values())) == 3
    while clock.turn < 2:
        clock = on(clock, "end")
    assert not [one for one in choices(clock) if one.words.startswith("enter ger-a7v")]
    arrived = []  # the aircraft of the British, by line 131
    while not clock.over:
        arrived += [clock.turn] * bool(legal(clock, "enter brit-bristol"))
        clock = on(clock, "end")
    assert arrived[0] == 3


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
    assert len(legal(start, "enter ger-a7v-1 5817")) == 12
    assert BOARD.turned(start, "enter ger-a7v-1 5817", 1) == "enter ger-a7v-1 5817 NNE"
    assert BOARD.turned(start, "enter ger-junkers-1 5801", 1) == "enter ger-junkers-1 5801 ENE"
    with pytest.raises(ValueError, match="is not a choice"):
        choice(start, "enter ger-junkers-1 6905 NNE")
    view = BOARD.view(start)
    press = BOARD.aimed(start, "ger-junkers-1", view.pixel(at("5603")), view)
    assert press == "enter ger-junkers-1 5603"


# ----------------------------------------------------------------------------------------- movement


def test_the_movement_allowance_and_the_order_of_phases_are_marked_as_ours() -> None:
    driving = take(after("last-turns", "end"), "drive ger-a7v-1", Thrown())
    clock: Any = driving.situation
    assert [step.cite.kind for step in driving.steps] == ["ours", "silent"]
    assert clock.now.prompt(clock) == "The A7V tank 1 has 6 MPs left."
    turned = choice(clock, "left").why
    assert turned is not None
    assert turned.steps[0].cite.kind == "ours"
    with pytest.raises(ValueError, match="is not a choice"):
        take(clock, "drift 5901", Thrown())
    drift = choice(clock, "to 5708/5807 NNW")
    assert drift.expects.endswith(", then a drift")
    assert phase(on(clock, drift.words)) == "Vehicles", "a drift ends its move (line 111)"
    last: Any = after("last-turns")
    while last.turn == 9:
        happening = take(last, "end", Thrown())
        last = happening.situation
    assert "ours" in [step.cite.kind for step in happening.steps]


def test_a_press_drives_a_tank_there_and_the_wheel_turns_it() -> None:
    clock = after("last-turns", "end", "drive ger-a7v-2")
    view = BOARD.view(clock)
    assert BOARD.aimed(clock, "ger-a7v-2", view.pixel(at("5810")), view) == "to 5810 N"
    assert BOARD.aimed(clock, "ger-a7v-2", view.pixel(at("5001")), view) == ""
    assert BOARD.turned(clock, "to 5810 N", 1) == "to 5810 NNE"
    assert BOARD.turned(clock, "ahead", 1) == "ahead"


def test_a_squad_is_offered_every_hex_within_two_and_what_binds_it_is_said() -> None:
    """Line 139 (audit, missing)."""
    clock = after("last-turns", *AFOOT)
    assert not choice(clock, "end").why
    walks = legal(on(clock, "end"), "walk ger-squad-1")
    assert len([one for one in walks if not one.endswith(" road")]) == 18
    assert "walk ger-squad-1 5710" in walks
    walked = on(clock, "end", "walk ger-squad-1 5709")
    assert {mark for unit, mark in walked.marks() if unit == "ger-squad-1"} == {"moved", "out"}
    assert "ger-squad-1 · 5709 N · moved · out" in walked.text()


# ------------------------------------------------------------------------------------------ attacks


def test_a_squad_that_is_shot_at_has_plus_one_and_it_is_told() -> None:
    """Line 139 (audit, missing)."""
    clock = after("last-turns", *AFOOT, *["end"] * 5)
    shot = choice(clock, "fire brit-mg-north-1 small-arms 5708")
    assert shot.expects == "16.7% a loss", "a 6 less 1 destroys the squad, and nothing the tank"
    assert shot.why is not None
    assert any("+1" in step.text and step.cite.lines == "139" for step in shot.why.steps)
    fired = on(clock, shot.words)
    assert fired.now.prompt(fired).endswith("An assault squad has +1 against it.")


def test_a_squad_that_is_caught_in_a_close_assault_is_removed() -> None:
    """Line 139 (audit, missing): the players say what became of the platoon."""
    clock = after("last-turns", *NEAR, *AT_FIRE)
    one = choice(clock, "assault brit-mg-north-1 5806")
    assert one.supplied
    assert one.expects == "1-6-5 assault squad 1 removed"
    assert on(clock, one.words).now.hit == ("brit-mg-north-1",)


def test_a_platoon_closes_in_on_what_it_touches_and_the_players_say_the_rest() -> None:
    clock = after("last-turns", *AT_FIRE)
    near = legal(clock, "assault ger-infantry-6-1")
    places = {word.split()[-1] for word in near}
    assert {"5807", "5809"} <= places <= {"5807", "5809", "5908", "5909"}
    closed = on(clock, "assault ger-infantry-6-1 5809")
    assert "result ger-infantry-6-1 failed" in legal(closed, "result")
    more = on(closed, "and brit-infantry-4-1 passed")
    assert "result brit-infantry-3-2 destroyed" in legal(more, "result")


def test_what_becomes_of_a_squad_in_a_tank_that_is_destroyed_the_players_say() -> None:
    clock = after("last-turns", *["end"] * 7, "fire brit-aa-1 gun 5708")
    clock = on(clock, "result ger-a7v-1 destroyed")
    assert clock.removed == ("ger-a7v-1",)
    assert "was inside" in clock.now.prompt(clock)
    assert all(one.supplied for one in choices(clock) if one.verb != "throw")
    squad = on(clock, "out ger-squad-1 5708").unit("ger-squad-1")
    assert (MARKS.of(squad), squad.place) == ({"out": True}, at("5708"))
    assert on(clock, "lost ger-squad-1").removed == ("ger-a7v-1", "ger-squad-1")


def test_artillery_off_the_board_shells_a_hex_and_its_hexsides() -> None:
    """Lines 119, 133 and 135 (audit, missing): those of its own side as well."""
    shelled = on(after("last-turns", *AT_FIRE), SHELL)
    assert set(shelled.now.hit) == {"brit-infantry-4-1", "brit-infantry-3-2"}
    clock = after("last-turns", "end", "drive ger-a7v-1", "ahead", "halt", *["end"] * 3)
    assert clock.unit("ger-a7v-1").place == at("5807/5808")
    shelled = on(clock, "shell ger-artillery-1 5807")
    assert set(shelled.now.hit) == {"brit-mg-north-1", "ger-a7v-1"}
    for code in ("5807", "5808"):
        hexagon: Any = at(code)
        assert "ger-a7v-1" in {unit.id for unit in struck(hexagon, clock.board)}


def test_an_aircraft_flies_leaves_and_comes_back_without_arriving_again() -> None:
    """Lines 131 and 135: it stays no longer where it came on (audit, missing)."""
    clock = after("ten-turns", *JUNKERS)
    assert on(clock, FLY).unit("ger-junkers-1").place == at("5603")
    gone = on(clock, "leave ger-junkers-1")
    assert MARKS.of(gone.unit("ger-junkers-1")) == {"moved": True, "away": True}
    while gone.turn == 1:
        gone = on(gone, "end")
    assert phase(gone) == "Vehicles", "it does not arrive again"
    while phase(gone) != "Firing":
        gone = on(gone, "end")
    back = on(gone, "fly ger-junkers-1 5908")
    assert MARKS.of(back.unit("ger-junkers-1")) == {"moved": True}


# ------------------------------------------------------------------------------ record and pictures


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
        assert BOARD.picture(clock, view).figures
        assert BOARD.picture(clock, view, "ger-artillery-1").figures
        for unit in clock.on_board[:5]:
            assert unit.place is not None
            found = BOARD.unit_at(clock, view.pixel(unit.place), view)
            assert clock.unit(found).place == unit.place


def test_an_aircraft_over_a_hex_takes_no_part_in_what_is_fought_on_the_ground() -> None:
    """Line 119 shells what is in a hex, and a platoon closes in on what stands there: for both only
    counters on the ground. By line 143 AA fire into the fog is at the aircraft alone. Found in a
    game played by hand.
    """
    over = ("enter ger-junkers-1 6009", *["end"] * 4, "enter brit-bristol-1 5912", *["end"] * 5)
    clock = after("last-turns", *over)
    assert legal(clock, "fire ger-junkers-1 small-arms 5912")
    assert legal(clock, "shell ger-artillery-1 5909")
    assert not legal(clock, "shell ger-artillery-1 5912")
    hers = after("last-turns", "enter ger-junkers-1 6009", *["end"] * 4, "end", "end")
    assaulted = take(hers, "assault brit-infantry-4-3 6009", Thrown()).situation
    assert isinstance(assaulted, Clock)
    assert not legal(assaulted, "result ger-junkers-1")
    alone = hers.with_readings({"brickyard-spotting": "firer-only"})
    flak = take(alone, "fire brit-aa-1 gun 6009", Thrown()).situation
    assert isinstance(flak, Clock)
    assert legal(flak, "result") == {
        f"result ger-junkers-1 {one}" for one in ("passed", "failed", "destroyed")
    }


# ------------------------------------------------------------------------------- our own table


@pytest.mark.parametrize(
    ("shot", "die", "gone"),
    [
        ("fire ger-infantry-6-1 small-arms 5809", 4, False),  # the walls take 1 in turn 9
        ("fire ger-infantry-6-1 small-arms 5809", 5, True),  # it passes, and surrenders (line 145)
        ("assault ger-infantry-6-1 5809", 4, True),  # a close assault adds 1
        ("fire ger-mg-2 small-arms 5809", 5, False),  # from afar
    ],
)
def test_a_throw_by_our_table_is_one_die_for_each_counter(shot: str, die: int, gone: bool) -> None:
    clock = after("last-turns", *["end"] * 2, "dismount ger-squad-2 5811", "end", "end", shot)
    hit = clock.now.hit  # type: ignore[attr-defined]  # an attack
    assert clock.now.fair_choices(clock) == (choice(clock, "throw"),)
    told = take(clock, "throw", Thrown([die] * len(hit)))
    british = {one for one in hit if one.startswith("brit")}
    removed = {one for one in told.situation.removed if one.startswith("brit")}  # type: ignore[attr-defined]
    assert removed == (british if gone else set())
    assert {step.cite.kind for step in told.steps} >= {"ours"}


#: The hexes beside 5808 that the British hold.
HOLD_BESIDE = ("5807", "5809", "5908", "5909")


def test_what_the_base_game_decides_is_listed_near_by_and_may_be_pressed_farther_off() -> None:
    clock = after("last-turns", "end", "end", "dismount ger-squad-3 5808")
    hexes = {one.rpartition(" ")[2] for one in legal(on(clock, "end"), "walk ger-infantry-6-1")}
    assert hexes == {"5708", "5709"}, "the British hold the others"
    assert choice(on(clock, "end"), "walk ger-infantry-6-1 5908").supplied
    fires = legal(on(clock, "end", "end"), "fire ger-squad-3 flamethrower")
    assert fires == {f"fire ger-squad-3 flamethrower {place}" for place in HOLD_BESIDE}
    assert choice(on(clock, "end", "end"), "fire ger-squad-3 flamethrower 5910").supplied


def test_the_end_says_who_wins_and_why() -> None:
    """Line 147."""
    clock = after("last-turns", *["end"] * 16)
    assert clock.over.startswith("The British win")
    assert "Brickyard" in clock.over


@pytest.mark.parametrize(("die", "out"), [(3, False), (4, True)])
def test_a_squad_gets_out_of_a_lost_tank_by_a_throw(die: int, out: bool) -> None:
    clock = after("last-turns", *["end"] * 7, "fire brit-aa-1 gun 5708")
    clock = on(clock, "result ger-a7v-1 destroyed")
    told = take(clock, "throw", Thrown([die]))
    assert told.situation.has("ger-squad-1") is out  # type: ignore[attr-defined]
