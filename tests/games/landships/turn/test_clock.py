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
from landships_lab.play.records import read, write
from tests.effort import tries
from tests.paths import PACKAGE

RECORD = PACKAGE / "games" / "landships" / "data" / "records" / "two-turns.txt"


def after(name: str, *moves: str) -> Clock:
    """The game after these moves."""
    situation: Any = START[name]
    for words in moves:
        situation = take(situation, words, Thrown()).situation
    assert isinstance(situation, Clock)
    return situation


def headline(clock: Clock, words: str) -> str:
    """What the rule says of a choice."""
    found = choice(clock, words)
    assert found.why is not None
    return found.why.headline


def test_no_more_than_one_tank_comes_in_at_a_hex() -> None:
    """Line 135."""
    first = after("ten-turns", "enter ger-a7v-1 5817")
    refused = choice(first, "enter ger-a7v-2 5817")
    assert not refused.legal
    assert "each hex takes only one" in headline(first, "enter ger-a7v-2 5817")
    assert choice(first, "enter ger-a7v-2 5902").legal
    assert not choice(first, "enter ger-a7v-2 5810").legal


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


def moments(count: int) -> list[Clock]:
    dice = random.Random(8)
    found: list[Clock] = []
    while len(found) < count:
        situation: Any = START[dice.choice(sorted(START))]
        for _ in range(dice.randrange(60)):
            legal = [one for one in choices(situation) if one.legal]
            if not legal:
                break
            ends = [one for one in legal if one.ends]
            pool = ends if ends and dice.random() < 0.3 else legal
            situation = take(situation, dice.choice(pool), Thrown(seed=1)).situation
        if not situation.over:
            found.append(situation)
    return found


@pytest.mark.long
def test_the_panel_that_explains_a_choice_says_the_same() -> None:
    """Play and the Brickyard panel are one: fire, squads, set-up and morale."""
    seen = set()
    dice = random.Random(3)
    for clock in moments(tries(25, 200)):
        listed = list(choices(clock))
        for one in dice.sample(listed, min(12, len(listed))):
            panel = BOARD.explain(clock, one)
            if panel is None or one.words == "end":
                continue
            verb = one.words.split()[0]
            if verb == "fire" and "has fired" in headline(clock, one.words):
                continue
            answer = panel.answer()
            seen.add(verb)
            if verb in ("fire", "walk", "dismount"):
                assert one.why is not None
                assert answer.headline == one.why.headline, one
                assert answer.value == one.why.value, one
            elif verb == "result":
                gone = answer.value == "removed"
                assert take(clock, one, Thrown()).says.endswith("removed." if gone else "stays.")
            assert type(panel).parse(panel.text()).text() == panel.text()
    assert {"fire", "result"} <= seen


@pytest.mark.long
def test_the_picture_shows_every_counter_on_the_board_and_the_hand_finds_it() -> None:
    for clock in moments(tries(6, 40)):
        view = BOARD.view(clock)
        scene = BOARD.picture(clock, view)
        assert scene.figures
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
