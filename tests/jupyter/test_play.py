"""A game on the page, without a browser."""

import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path

import pytest

from landships_lab import open_state
from landships_lab.jupyter.play import Play, PlayWidget
from landships_lab.panel.board import Gesture
from landships_lab.play.keeping import file_of
from landships_lab.play.records import read, write
from landships_lab.play.rereading import AS
from landships_lab.play.starts import starts
from tests.play.little_wars import START, installed

GUN = "fire Gun Blue-1"


@pytest.fixture(autouse=True, scope="module")
def _sixth_game() -> Iterator[None]:
    with installed():
        yield


def told(html: str) -> str:
    """The words of some HTML."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def begun(folder: Path | str = "") -> Play:
    """Return a game in which the aim is said."""
    game = Play(START, folder=folder)
    game.dispatch("take", "aim 1-in-3")
    return game


def test_it_says_what_may_be_done_and_what_not() -> None:
    game = begun()
    assert "Turn 1, Red: Red moves, fights or fires." in game.answer_view.verdict.value
    said = told(game._choices.value)
    assert "Move to 0104" in said
    assert "✗ Fight Blue-1: Blue-1 is not in contact. Little Wars" in said
    game.dispatch("choose", "Gun")
    assert "Fire at Blue-1 1.3 men" in told(game._choices.value)
    assert "End Red's move" in told(game._ends.value)


def test_a_reading_is_switched_in_a_game_and_what_changes_is_said() -> None:
    game = Play("one_hour:flank-attack", folder="")
    game.dispatch("take", "end")
    game.dispatch(f"{AS}dice", "D6")
    assert dict(game.record.readings) == {"dice": "D6"}
    said = told(game.answer_view.message.value)
    assert said.startswith("Under this reading 3 choices change: Fire at")
    assert "the same answer" not in told(game.readings._told.value)
    game.undo()
    assert game.record.readings == ()
    game.dispatch(f"{AS}dice", "D7")
    assert "D7" in told(game.answer_view.message.value)
    assert game.record.readings == ()


def test_what_just_happened_is_faces_and_steps() -> None:
    game = begun()
    game.dispatch("mode", "typed")
    game.dispatch("faces", "6 5 1 2")
    game.dispatch("take", GUN)
    assert "6 5 1 2 Gun fired at Blue-1: 4 shots, 2 men fall." in told(game._happened.value)
    assert "Little Wars" in told(game._happened.value)
    game.dispatch("go", "1")
    assert "Another choice here begins another line" in game.answer_view.message.value
    game.dispatch("go", "2")
    assert "Another choice" not in game.answer_view.message.value


def test_suggest_names_its_measure_and_the_three_best() -> None:
    game = begun()
    game.dispatch("advise", "yes")
    said = told(game._happened.value)
    assert "men left, its own less those of the enemy" in said
    assert said.count("+1.3") == 2
    assert game._happened.value.count("<li>") == 3


def test_explain_opens_the_panel_with_this_very_state() -> None:
    game = Play(FIGHT, folder="")
    game.dispatch("go", str(len(game.moment.moves)))
    game.dispatch("put", "melee Red-1 Blue-1")
    game.explain("hand")
    assert game.opened.panel is not None
    assert game.opened.panel.text.startswith("little_wars:melee 9 against 11")
    game.dispatch("take", "")
    assert 'data-value="last"' in game._happened.value
    game.explain("last")
    assert game.opened.panel.text.startswith("little_wars:melee 9 against 11")


FIGHT = f"""game: {START}
1. aim 1-in-3
2. move Red-1 0405
3. end
4. move Blue-1 0505
5. end
"""


def test_it_takes_a_record_a_link_and_a_name() -> None:
    game = Play(FIGHT)
    assert (game.state.at, len(game.moment.moves)) == (0, 5)
    game.dispatch("go", "3")
    again = Play(game.link)
    assert again.state == game.state
    assert isinstance(open_state(game.link), PlayWidget)
    assert Play(read(FIGHT)).record == read(FIGHT)
    for wrong, said in {
        "little_wars:flor": "little_wars:floor",
        "landships:range from #5 to #1": "open it with open_state",
        "game: nothing": "is not a game to play",
        f"game: {START}\n1. end": "Move 1, 'end'",
    }.items():
        with pytest.raises(ValueError, match=said):
            Play(wrong, folder="")


@pytest.mark.long
def test_a_game_goes_on_tomorrow_where_it_was_left(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.dispatch("take", "move Red-1 0405")
    game.dispatch("go", "1")
    game.dispatch("take", "move Red-1 0304")
    again = Play(START, folder=tmp_path)
    assert again.state.at == 2
    assert again.moment.moves[1].words == "move Red-1 0304"
    assert [line[1].words for line in again.record.lines()] == [
        "move Red-1 0304",
        "move Red-1 0405",
    ]
    assert "goes on" in again.answer_view.message.value
    again._repr_mimebundle_()
    again.reset()
    assert not again.record.moves
    assert not Play(START, folder=tmp_path).record.moves
    again.undo()
    assert Play(START, folder=tmp_path).record.moves


def test_a_file_that_is_no_record_is_set_aside(tmp_path: Path) -> None:
    file = file_of(START, tmp_path)
    file.write_text("game: elsewhere:x\n1. <script>", encoding="utf-8")
    game = Play(START, folder=tmp_path)
    assert "cannot be opened, so a new game begins here" in game.answer_view.message.value
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    game.dispatch("take", "aim 1-in-3")
    said = "was set aside as play_little_wars_floor.damaged-1.txt"
    assert said in game.answer_view.message.value
    assert len([*tmp_path.iterdir()]) == 2
    assert read(file.read_text(encoding="utf-8")) == game.record


def test_the_record_is_loaded_saved_and_refused(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.dispatch("record", FIGHT)
    assert len(game.moment.moves) == 5
    (export,) = game.state.exports()
    assert (export.filename, export.make()) == ("little_wars-floor.txt", write(game.record))
    before = game.state
    game.dispatch("record", FIGHT.replace("0405", "0909"))
    assert "Move 2, &#x27;move Red-1 0909&#x27;" in game.controls.views["record"]._error.value
    assert game.state == before


@pytest.mark.parametrize(
    "hostile", ["<img src=x onerror=alert(1)>", '" onclick="x', "$x$", "❝" * 9]
)
def test_a_remark_is_escaped(hostile: str) -> None:
    game = begun()
    game.dispatch("remark", hostile)
    assert game.moment.moves[0].remark == hostile
    for part in (game._remark, game._moves, game._choices, game._happened, game._main):
        assert "<img" not in part.value
        assert '" onclick' not in part.value
    assert Play(game.link).state == game.state


@pytest.mark.parametrize(
    "what", ["take", "choose", "put", "go", "face", "mode", "lines", "x", "<b>"]
)
def test_whatever_the_page_sends_is_done_or_refused(what: str) -> None:
    game = begun()
    for value in ("", "<b>", "9" * 40, "1=1=1", "end end"):
        game.board.bridge._receive(
            game.board.bridge, {"kind": "do", "what": what, "value": value}, []
        )
        assert "<b>" not in game.answer_view.message.value
    assert game.moment.moves


@pytest.mark.long
def test_a_game_that_is_over_says_who_has_won() -> None:
    game = begun()
    for _ in range(400):
        if game.moment.over:
            break
        legal = [one for one in game.moment.listed if one.legal]
        fights = [one for one in legal if one.words.split()[0] in ("fire", "melee")]
        game.dispatch("take", (fights or legal[-1:])[0].words)
    assert not game.moment.over or "has won" in game.answer_view.verdict.value


def test_long_choices_stand_in_one_column_and_short_ones_in_two() -> None:
    fight = Play("paychest:one-fight", folder="")
    fight.dispatch("mode", "typed")
    for words, faces in (("draw", "3"), ("fire Riflemen Picket", "1 1 1 1 1 1 1 1 1 1")):
        fight.dispatch("faces", faces)
        fight.dispatch("take", words)
    assert "the leader among them" in fight._choices.value
    assert "ll-two" not in fight._choices.value
    assert re.search(r"All \d+ answers", told(fight._choices.value))


def test_a_closer_board_keeps_the_unit_that_acts_in_sight_and_lets_it_be_dragged() -> None:
    tanks = Play("landships:ten-turns", folder="")
    assert "A7V tank 1" in told(tanks._unit.value), "units have the names that players say"
    assert "ger-a7v" not in told(tanks._unit.value)
    for words in ("enter ger-a7v-1 5817", "enter ger-a7v-2 5202", "enter ger-a7v-3 5902"):
        tanks.dispatch("take", words)
    tanks.dispatch("take", "enter ger-junkers-1 5809")
    tanks.dispatch("take", "drive ger-a7v-1")
    tank = tanks.moment.situation.unit("ger-a7v-1").place  # type: ignore[attr-defined]
    view = tanks.view
    assert view.holds(tank)
    pressed = tanks.state.pointed(Gesture("press", view.pixel(tank)), view)
    assert pressed.held
    x, y = view.pixel(tank)
    dragged = pressed.pointed(Gesture("drag", (x - 90, y - 60)), view)
    assert dragged.hand == "to 5616 WNW"
    assert dragged.follow(view) == view


def test_escape_takes_the_choice_in_hand_back_and_undo_names_the_move() -> None:
    game = begun()
    game.dispatch("put", "move Red-1 0405")
    game._on_event({"kind": "key", "key": "Escape", "shift": False, "x": 0, "y": 0})
    assert game.state.hand == ""
    game.dispatch("take", "move Red-1 0405")
    game.undo()
    assert "Taken back" in game.answer_view.message.value
    assert "move 2, Red-1: move to 0405" in game.answer_view.message.value
    game.redo()
    assert game.state.at == 2


def test_what_the_print_leaves_open_is_said_once_above_the_choices_and_what_is_supplied() -> None:
    game = Play(START, folder="")
    shown = game._choices.value
    assert "supplied by you" in told(shown)
    assert shown.count("ll-supplied") == 1
    assert shown.index("ll-open") < shown.index('"ll-choice"')
    game.dispatch("take", "aim 1-in-3")
    assert "supplied by you" in told(game._happened.value)


def test_a_side_that_plays_by_itself_says_why_and_undo_takes_its_moves_back_with_mine() -> None:
    game = Play(START, folder="", against="Blue", character="bold")
    game.dispatch("take", "aim 1-in-3")
    assert "Blue plays by itself, bold" in told(game._stands.value)
    game.dispatch("take", "move Red-1 0504")
    game.dispatch("take", "end")
    assert 'data-auto="machine"' in game._choices.value
    assert "Stop" in told(game._main.value)
    moved = 0
    while game.state.plays_itself:
        game._on_do("machine", "", game.state.place)
        moved += 1
    assert moved
    assert "No move of 55 was better than another yet. What else could it do?" in told(
        game._happened.value
    )
    game._on_do("machine", "", "0.2")
    assert game.state.at == 3 + moved, "a tick of a moment that has passed does nothing"
    game.undo()
    assert game.state.at == 2, "before the end of my move, which the other side's moves followed"
    game.redo()
    assert game.state.at == 3 + moved


def test_a_side_that_plays_by_itself_is_stopped_and_handed_over() -> None:
    game = Play(START, folder="", against="both")
    game.dispatch("stop", "yes")
    assert "data-auto" not in game._choices.value
    assert "Go on" in told(game._main.value)
    game.dispatch("opponent", "nobody")
    assert "Go on" not in told(game._main.value)
    assert "A shot hits 1 in 3" in told(game._choices.value)


def test_selections_are_no_moves_to_undo() -> None:
    game = begun()
    for unit in ("Gun", "Red-2", "Red-1"):
        game.dispatch("choose", unit)
    game.dispatch("press", "move Red-1 0104")
    game.dispatch("choose", "Gun")
    game.undo()
    assert (game.state.at, "Taken back: move 2" in told(game.answer_view.message.value)) == (
        1,
        True,
    )
    game.undo()
    assert game.state.at == 0


def test_the_question_before_a_step_is_ended_names_what_could_still_act() -> None:
    game = begun()
    game.dispatch("press", "end")
    assert "Red-1, Red-2 and Gun can still act. End Red's move all the same? Yes No" in told(
        game._main.value
    )
    game.dispatch("put", "")
    assert "all the same" not in told(game._main.value)


def test_the_end_says_who_won_where_it_turned_and_what_cost_most() -> None:
    game = Play(START, folder="", against="both")
    game.dispatch("take", "aim 1-in-3")
    while game.state.plays_itself:
        game._on_do("machine", "", game.state.place)
    shown = told(game._choices.value)
    assert "has won" in told(game.answer_view.verdict.value)
    assert "The turning point was move" in shown
    assert "Play again Step through What cost most?" in shown
    for _ in range(200):
        game._on_do("review", "")
        if "data-auto" not in game._choices.value:
            break
    assert "What cost most" in told(game._choices.value) or "well played" in game._choices.value
    assert game._curve.value.count("<rect") == len(game.moment.moves) + 1
    game._on_do("again", "")
    assert (game.state.at, game.state.against) == (0, "both")


def test_long_rows_leave_room_for_all_that_is_listed() -> None:
    """Of six shots, three of them on two lines, four are rows and a fold holds all."""
    shown, _, folded = Play("one_hour:flank-attack", folder="")._choices.value.partition("<details")
    assert shown.count("ll-choice ") + shown.count('ll-choice"') == 4
    assert "All 6 things it may do" in folded


@pytest.mark.parametrize("name", starts())
def test_before_the_first_move_stands_how_the_game_is_won(name: str) -> None:
    widget = Play(name, "")
    won_by = widget.moment.situation.won_by
    assert "win" in won_by
    assert escape(won_by, quote=False) in widget._happened.value
    assert f'title="{escape(won_by)}"' in widget._stands.value
