"""A game under another reading: its moves stand or one of them is named, and what changes is
told.
"""

import random
from typing import Any

import pytest

from landships_lab.panel.catalog import PLAYED
from landships_lab.play import choices
from landships_lab.play.lines import lines
from landships_lab.play.records import Record, write
from landships_lab.play.rereading import AS, SAME, known_readings, reread, told
from landships_lab.play.state import PlayState, play_panel
from tests.effort import tries

REAL = [name for name in PLAYED if not name.startswith("little_wars")]


def played_on(name: str, moves: int, seed: int) -> PlayState:
    """Return a game after random moves."""
    dice, state = random.Random(seed), play_panel(name).default().set("seed", seed + 1)
    for _ in range(moves):
        legal = [one for one in choices(state.moment.situation) if one.legal]
        if legal:
            state = state.take_choice(dice.choice(legal).words)
    return state


def read_so(state: PlayState, reading: str, option: str) -> tuple[Record, str]:
    """Return the record under a reading, or the old one and the refusal."""
    try:
        return reread(state.record, state.line, state.at, reading, option), ""
    except ValueError as error:
        return state.record, str(error)


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
def test_a_game_read_otherwise_stands_or_names_the_move_that_does_not(name: str) -> None:
    for seed in range(tries(1, 12)):
        state = played_on(name, 9, seed)
        for reading in known_readings(state.record).values():
            for option in reading.options[1:]:
                new, refusal = read_so(state, reading.id, option.id)
                assert not refusal or "could not have come here. At move" in refusal
                assert len(refusal) < 300
                if refusal:
                    continue
                assert new.readings == ((reading.id, option.id),)
                assert new.check() == len(new.moves)
                assert new.replay().readings == new.readings
                back = reread(new, 0, state.at, reading.id, reading.default)
                assert write(back) == write(state.record)


def test_every_reading_of_the_rule_set_has_a_switch_and_none_is_taken_for_another_control() -> None:
    for name in REAL:
        state = play_panel(name).default()
        switches = [one.id for one in state.controls() if one.id.startswith(AS)]
        assert switches == [AS + key for key in known_readings(state.record)]
    fire: Any = play_panel("one_hour:flank-attack").default()
    read = fire.set(f"{AS}dice", "D6")
    assert (read.dice, dict(read.record.readings)) == ("thrown", {"dice": "D6"})
    assert [one.id for one in read.controls()][1] == f"{AS}dice"


def test_what_a_reading_changes_is_told() -> None:
    """With other dice (One-Hour, ``dice``) every shot that may be made has other odds."""
    state = play_panel("one_hour:flank-attack").default().take_choice("end")
    read = state.set(f"{AS}dice", "D6")
    dicey = [one for one in state.moment.listed if one.legal and one.verb in ("fire", "move")]
    said = told(state.moment, read.moment)
    first = f"{dicey[0].says}: other odds; "
    assert said.startswith(f"Under this reading {len(dicey)} choices change: {first}")
    same = state.set(f"{AS}objectives", "both")
    assert told(state.moment, same.moment) == SAME


@pytest.mark.long
def test_later_moves_that_do_not_stand_are_left_out_and_undo_has_them() -> None:
    """Read as in line 262 by the way a Unit goes, a tank in reach of an enemy moves less far."""
    name, found = "one_hour:flank-attack", 0
    for seed in range(tries(3, 60)):
        state = played_on(name, 24, seed)
        if not read_so(state, "threatened-when", "on-the-way")[1]:
            continue
        found += 1
        start = state.go(0).set(f"{AS}threatened-when", "on-the-way")
        assert start.at == 0
        assert start.record.moves == ()
        assert len(lines(state.record)[0].moves) == 24
        said = told(state.go(0).moment, start.moment)
        assert "Undo brings them back." in said
    assert found
