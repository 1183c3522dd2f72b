"""A game as the state of a panel: links, gestures, dice, what is refused; and under another
reading, where its moves stand or one of them is named.
"""

import random
from typing import Any

import pytest

from landships_lab.panel import CATALOG
from landships_lab.panel.board import Gesture
from landships_lab.panel.catalog import PLAYED
from landships_lab.panel.links import read_link, write_link
from landships_lab.play import Choice, Happening, choices, records
from landships_lab.play.lines import lines
from landships_lab.play.moment import asked, played
from landships_lab.play.records import Record, write
from landships_lab.play.rereading import AS, SAME, known_readings, reading_change, reread
from landships_lab.play.starts import starts
from landships_lab.play.state import SEEN, PlayState, play_panel
from tests.effort import tries
from tests.play.laws import random_game
from tests.play.little_wars import START

GUN = "fire Gun Blue-1"


def held(state: PlayState) -> Choice:
    """The choice in hand."""
    assert state.moment.hand is not None
    return state.moment.hand


def pixel_of(state: PlayState, name: str) -> tuple[float, float]:
    """Where a body stands on the board."""
    situation: Any = state.moment.situation
    found: tuple[float, float] = state.view().pixel(situation.troop(name).place)
    return found


def begun() -> PlayState:
    """Return a game in which the aim is said."""
    return play_panel(START).default().take_choice("aim 1-in-3")


def test_no_start_has_the_name_of_a_panel() -> None:
    assert not set(CATALOG) & set(PLAYED)
    assert list(PLAYED) == list(starts())


@pytest.mark.long
def test_a_random_moment_is_the_same_from_its_link() -> None:
    for name in starts():
        for seed in range(tries(6, 60)):
            state = PLAYED[name].random(random.Random(seed))
            assert PLAYED[name].parse(state.text()) == state
            assert read_link(write_link(state)) == state
            assert state.picture(state.answer()).description


def test_what_is_pressed_twice_is_done() -> None:
    state = begun().set("choose", "Gun").set("put", GUN)
    assert (state.at, held(state).words) == (1, GUN)
    state = state.set("put", GUN)
    assert state.record.moves[-1].words == GUN
    assert len(state.record.moves[-1].rolls) == 4
    assert (state.at, state.hand) == (2, "")


def test_thrown_dice_are_the_same_for_the_same_seed_and_others_afterwards() -> None:
    one = begun().take_choice(GUN)
    assert one == begun().take_choice(GUN)
    again = one.go(1).take_choice(GUN)
    assert again.record.moves[1].rolls != again.line_moves[1].rolls


def test_typed_dice_are_used_and_must_be_as_many_as_are_thrown() -> None:
    state = begun().set("mode", "typed")
    assert state.set("faces", "6, 6 1 2").take_choice(GUN).record.moves[1].rolls == (6, 6, 1, 2)
    for faces, says in (
        ("6 6", "more are thrown"),
        ("6 6 6 6 6", "5 numbers are typed, and only 4 dice are thrown"),
        ("6 6 6 9", "A roll is one of 1, 2, 3, 4, 5, 6, not 9"),
        ("six", "Type the numbers on the dice"),
    ):
        with pytest.raises(ValueError, match=says):
            state.set("faces", faces).take_choice(GUN)


def test_chosen_dice_begin_in_the_middle_and_can_be_changed() -> None:
    state = begun().set("mode", "chosen").set("put", GUN)
    assert [one.number for one in asked(held(state), state.faces)] == [3, 3, 3, 3]
    state = state.set("face", "1=6")
    assert [one.number for one in asked(held(state), state.faces)] == [3, 6, 3, 3]
    assert state.take_choice("").record.moves[1].rolls == (3, 6, 3, 3)
    with pytest.raises(ValueError, match="Only 4 dice are thrown"):
        state.set("face", "7=6")


def test_another_choice_in_the_past_begins_another_line_and_says_so() -> None:
    state = begun().take_choice(GUN).go(1).take_choice("fire Gun Blue-Horse")
    assert len(lines(state.record)) == 2
    assert (state.line, state.at) == (1, 2)
    assert state.line_moves[1].remark == SEEN
    same = begun().take_choice(GUN).go(1).take_choice(GUN)
    assert len(lines(same.record)) == 2, "dice are thrown anew"
    move = "move Red-1 0405"
    same = begun().take_choice(move).go(1).take_choice(move)
    assert (len(lines(same.record)), same.at) == (1, 2), "the same goes on along the line"
    assert (begun().moment.unit, same.moment.unit) == ("Red-1", "Red-2"), "who may act is chosen"
    back = state.set("lines", "0")
    assert (back.line, back.at) == (0, 2)
    assert back.line_moves[1].words == GUN


def test_a_press_means_the_unit_and_then_its_target() -> None:
    state = begun()
    board, view = state.board, state.view()
    gun = pixel_of(state, "Gun")
    enemy = pixel_of(state, "Blue-1")
    state = state.on_gesture(Gesture("press", gun), view).settled()
    assert state.moment.unit == "Gun"
    state = state.on_gesture(Gesture("press", enemy), view)
    assert state.hand == GUN
    assert state.on_gesture(Gesture("press", enemy), view).at == 2
    assert board.unit_at(state.moment.situation, enemy, view) == "Blue-1"


def test_a_drag_holds_the_place_and_a_drop_moves_there() -> None:
    state = begun()
    view = state.view()
    own = pixel_of(state, "Red-1")
    state = state.on_gesture(Gesture("press", own), view)
    assert state.held
    free = (own[0] + 1.5 * view.size, own[1])
    state = state.on_gesture(Gesture("drag", free), view)
    assert state.hand.startswith("move Red-1")
    assert state.in_hand()
    beside = state.on_gesture(Gesture("drag", (-9.0, -9.0)), view)
    assert beside.on_gesture(Gesture("drop", (-9.0, -9.0)), view).at == state.at, "no place"
    dropped = state.on_gesture(Gesture("drop", free), view)
    assert dropped.at == state.at + 1
    assert dropped.line_moves[-1].words == state.hand
    assert not dropped.in_hand()


def test_the_keys_do_all_of_it() -> None:
    view, state = begun().view(), begun()
    state = state.on_gesture(Gesture("key", key="n"), view)
    assert state.moment.unit == "Red-2"
    state = state.on_gesture(Gesture("key", key="n"), view)
    assert state.moment.unit == "Gun"
    assert state.on_gesture(Gesture("key", key="n", shift=True), view).moment.unit == "Red-2"
    state = state.on_gesture(Gesture("key", key="ArrowDown"), view)
    assert state.hand == GUN
    state = state.on_gesture(Gesture("key", key="Enter"), view)
    assert state.at == 2
    assert state.on_gesture(Gesture("key", key="ArrowLeft"), view).at == 1
    with pytest.raises(ValueError, match="Choose first"):
        state.on_gesture(Gesture("key", key="Enter"), view)


@pytest.mark.parametrize(
    ("control", "value", "told"),
    [
        ("take", "melee Red-1 Blue-1", "Blue-1 is not in contact"),
        ("take", "nonsense", "'nonsense' is not a choice"),
        ("take", "<b>", "is not a choice"),
        ("choose", "Blue-1", "'Blue-1' is not a unit that may act now"),
        ("lines", "7", "no line"),
        ("mode", "loaded", "'loaded' is not a way to get dice"),
        ("face", "1=2", "no die to choose"),
        ("nothing", "1", "'nothing' is not a control"),
        ("record", "game: loos:nowhere", "record of 'loos:nowhere'"),
        ("record", f"game: {START}\n1. end", "Move 1, 'end'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(control: str, value: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        begun().set(control, value)


@pytest.mark.parametrize("words", ["line 3", "at 9", "record zzzz", "dice loaded", "seed x"])
def test_a_link_that_holds_nonsense_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_link(f"{START} v1 {words}")


def test_a_line_one_move_longer_costs_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun().take_choice("move Red-1 0405")
    played(state.record, state.record.moves)
    taken, real = [], records._played

    def counting(*given: Any) -> Happening:
        taken.append(given)
        return real(*given)

    monkeypatch.setattr(records, "_played", counting)
    longer = state.take_choice("end")
    assert len(played(longer.record, longer.record.moves)) == 3
    assert len(taken) == 1


@pytest.mark.long
def test_panels_and_play_agree_about_a_fight() -> None:
    board, met = play_panel(START).board, 0
    for seed in range(tries(10, 100)):
        for situation, _ in random_game(play_panel(START).begin, seed, lambda _: None):
            for one in choices(situation):
                if one.legal and one.words.startswith("melee"):
                    panel = board.explain(situation, one)
                    assert panel is not None
                    assert one.why is not None
                    assert panel.ask().value == one.why.value
                    met += 1
    assert met


@pytest.mark.long
def test_what_is_said_of_a_unit_is_said_in_words() -> None:
    """No ids, no names of fields, no numbers without what they count."""
    said = set()
    for name in starts():
        for seed in range(tries(4, 40)):
            situation = play_panel(name).random(random.Random(seed)).moment.situation
            units = () if situation.over else situation.now.units(situation)
            said |= {situation.state_of(unit) for unit in units}
    assert {"British tank, no Hits", "British half-brigade, 0803, 1 step"} <= said
    assert not [told for told in said if "_" in told or "ger-" in told or "brit-" in told]


def test_what_is_dragged_to_a_refused_choice_is_struck_out() -> None:
    state = begun()
    assert state.may_stand()
    assert state.set("put", GUN).may_stand()
    refused = next(one for one in state.moment.listed if not one.legal)
    assert not state.set("put", refused.words).may_stand()


def test_a_unit_that_may_do_nothing_more_gives_way_to_one_that_may() -> None:
    state = (
        play_panel("one_hour:flank-attack").default().take_choice("end").set("choose", "Cruds-2")
    )
    moment = state.set("take", "move Cruds-2").moment
    assert moment.unit == "Cruds-2"  # it goes on moving
    after = state.set("take", "move Cruds-2").set("take", "stop").moment
    assert after.unit != "Cruds-2"
    assert any(one.legal and one.unit == after.unit for one in after.listed)


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
    said = reading_change(state.moment, read.moment)
    first = f"{dicey[0].says}: other odds; "
    assert said.startswith(f"Under this reading {len(dicey)} choices change: {first}")
    same = state.set(f"{AS}objectives", "both")
    assert reading_change(state.moment, same.moment) == SAME


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
        said = reading_change(state.go(0).moment, start.moment)
        assert "Undo brings them back." in said
    assert found
