"""A game on the page loses nothing without a word: two writers, visited moments, limits; one press
is one step, and a throw that was seen is seen.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
from IPython.display import HTML

from landships_lab.core.hexes import Hex
from landships_lab.jupyter import reading
from landships_lab.jupyter.play import Play
from landships_lab.play.keeping import file_of
from landships_lab.play.records import read, write
from landships_lab.play.rereading import AS
from landships_lab.play.state import SEEN
from landships_lab.practice.path import done_lessons
from tests.jupyter.test_play import GUN, begun, told
from tests.play.little_wars import START, installed


@pytest.fixture(autouse=True, scope="module")
def _sixth_game() -> Iterator[None]:
    with installed():
        yield


VISITED = f"game: {START}\n1. aim 1-in-3\n2. move Red-1 0405\n"
OTHERS = f"game: {START}\ntitle: Of another\n1. aim 1-in-3\n2. end\n"


def link_of(text: str) -> str:
    """Return the link of the first moment of a record."""
    return Play(text).link


def lines_in(file: Path) -> list[list[str]]:
    """Return the words of every line of play in a file."""
    kept = read(file.read_text(encoding="utf-8"))
    kept.check()
    return [[move.words for move in line] for line in kept.lines()]


def test_two_views_of_one_game_lose_no_move(tmp_path: Path) -> None:
    one, two = Play(START, folder=tmp_path), Play(START, folder=tmp_path)
    one.dispatch("take", "aim 1-in-3")
    one.dispatch("take", "move Red-1 0405")
    two.dispatch("take", "aim 1-in-3")
    assert "keeps the other moves of this game as another line" in two.answer_view.message.value
    two.dispatch("take", "move Red-1 0304")
    one.dispatch("take", "end")
    file = file_of(START, tmp_path)
    assert lines_in(file) == [
        ["aim 1-in-3", "move Red-1 0405", "end"],
        ["aim 1-in-3", "move Red-1 0304"],
    ]
    one.undo()
    assert ["aim 1-in-3", "move Red-1 0304"] in lines_in(file)
    one.dispatch("take", "end")
    assert "other moves" not in one.answer_view.message.value, "it is said once"


def test_games_that_one_record_cannot_hold_are_kept_in_two_files(tmp_path: Path) -> None:
    one, two = Play(START, folder=tmp_path), Play(START, folder=tmp_path)
    one.dispatch("take", "aim 1-in-3")
    two.dispatch(f"{AS}whose-move", "friend")
    assert lines_in(file_of(START, tmp_path)) == [["aim 1-in-3"]]
    two.dispatch("take", "aim 1-in-3")
    said = "yours is kept in play_little_wars_floor-2.txt from now on"
    assert said in two.answer_view.message.value
    two.dispatch("take", "end")
    one.dispatch("take", "end")
    file = file_of(START, tmp_path)
    assert read(file.read_text(encoding="utf-8")) == one.record
    beside = tmp_path / "play_little_wars_floor-2.txt"
    assert read(beside.read_text(encoding="utf-8")) == two.record


@pytest.mark.parametrize("way", ["address", "what-if", "paste", "record"])
def test_a_moment_that_is_visited_is_kept_when_it_is_played_on_beside_the_own_game(
    way: str, tmp_path: Path
) -> None:
    game = begun(tmp_path)
    file = file_of(START, tmp_path)
    before = file.read_text(encoding="utf-8")
    game.dispatch("take", "move Red-1 0304")
    own = lines_in(file)
    if way == "record":
        game.dispatch("record", VISITED)
    elif way == "paste":
        game.go_to(f"`{link_of(VISITED)}`")
    else:
        message = {"kind": way, "link": link_of(VISITED)}
        game.board.bridge._receive(game.board.bridge, message, [])
    assert [move.words for move in game.record.moves] == ["aim 1-in-3", "move Red-1 0405"]
    assert lines_in(file) == own
    game.dispatch("go", "1")
    assert lines_in(file) == own
    game.dispatch("go", "2")
    game.dispatch("take", "end")
    assert lines_in(file) == [["aim 1-in-3", "move Red-1 0405", "end"], *own]
    assert "as another line" in game.answer_view.message.value
    assert before != file.read_text(encoding="utf-8")


def test_going_back_from_a_visit_keeps_the_own_game(tmp_path: Path) -> None:
    game = begun(tmp_path)
    own = game.record
    game.go_to(link_of(VISITED))
    game.go_to(link_of(OTHERS))
    game.undo()
    assert read(file_of(START, tmp_path).read_text(encoding="utf-8")) == own
    game.undo()
    assert game.record == own
    assert read(file_of(START, tmp_path).read_text(encoding="utf-8")) == own


def test_a_visit_that_one_record_cannot_hold_leaves_the_own_game_in_a_file(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.dispatch("take", "move Red-1 0304")
    game.go_to(link_of(f"game: {START}\nreading: whose-move = friend\n1. aim 1-in-3\n"))
    game.dispatch("go", "1")
    game.dispatch("take", "end")
    assert "The other game is kept in play_little_wars_floor-2.txt" in (
        game.answer_view.message.value
    )
    beside = tmp_path / "play_little_wars_floor-2.txt"
    assert lines_in(beside) == [["aim 1-in-3", "move Red-1 0304"]]
    assert lines_in(file_of(START, tmp_path)) == [["aim 1-in-3", "end"]]


def test_a_long_record_is_kept_and_opened_again(tmp_path: Path) -> None:
    game = begun(tmp_path)
    for turn in range(60):
        legal = [one for one in game.moment.listed if one.ends and one.legal]
        game.dispatch("take", legal[0].words)
        game.dispatch("remark", f"{turn} " + "xy " * 160)
    assert len(write(game.record)) > 25_000
    while len(write(game.record)) < 120_000:  # as two hundred such remarks would be
        long = replace(game.record, remark=game.record.remark + " z" * 5000)
        game.dispatch("record", long)
    game.dispatch("go", str(len(game.record.moves)))
    game.dispatch("take", "end")
    again = Play(START, folder=tmp_path)
    assert again.record == game.record
    assert Play(again.link).record == game.record
    assert Play(write(game.record)).record == game.record


def test_a_limit_is_told_before_it_is_passed(tmp_path: Path) -> None:
    game = begun(tmp_path)
    long = replace(game.record, remark="z " * 99_900)
    game.dispatch("record", long)
    game.dispatch("go", "1")
    game.dispatch("remark", "y" * 400)
    assert "at most 200,000 bytes" in game.answer_view.message.value
    game.dispatch("take", "end")
    assert len(game.record.moves) == 2
    assert Play(START, folder=tmp_path).record == game.record


# -- one press is one step, and a throw that was seen is seen -------------------------------------


def press(game: Play, what: str, value: str = "", moment: str = "") -> None:
    """Do what a pressed element of the page does."""
    told = {"kind": "do", "what": what, "value": value, "moment": moment}
    game.board.bridge._receive(game.board.bridge, told, [])


def escape(game: Play) -> None:
    game._on_event({"kind": "key", "key": "Escape", "shift": False, "x": 0, "y": 0})


def test_undo_over_a_throw_is_marked_and_throws_anew(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.dispatch("take", GUN)
    thrown = game.record.moves[1].rolls
    seed = game.state.seed
    game.undo()
    assert (game.state.at, game.state.seed) == (1, seed)
    assert game.record.moves[1].rolls == thrown
    assert "Another choice here begins another line" in game.answer_view.message.value
    game.undo()
    game.undo()
    game.dispatch("go", "1")
    game.dispatch("take", "move Red-1 0405")
    other = [line for line in game.record.lines() if line[1].words == "move Red-1 0405"]
    assert [line[1].remark for line in other] == [SEEN]
    assert [line[1].words for line in game.record.lines()] == [GUN, "move Red-1 0405"]
    assert len(lines_in(file_of(START, tmp_path))) == 2
    seeds = {seed}
    for _ in range(4):
        game.reset()
        seeds.add(game.state.seed)
    assert len(seeds) == 5, "dice that nobody has seen"


def test_escape_asks_before_it_goes_back_over_a_throw() -> None:
    game = begun()
    game.dispatch("take", GUN)
    before = game.state
    escape(game)
    assert game.state == before
    assert "Escape again" in game.answer_view.message.value
    escape(game)
    assert game.state.at == 1
    game.dispatch("take", "move Red-1 0405")
    escape(game)
    assert game.state.at == 1, "what throws nothing is taken back at once"


def test_one_press_is_one_step_and_a_second_finger_takes_none_back(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.dispatch("put", "move Red-1 0405")
    (place,) = game.moment.choice("move Red-1 0405").marks
    assert isinstance(place, Hex)
    x, y = game.view.pixel(place)
    told = {"key": "", "steps": 0, "shift": False, "x": x, "y": y}
    for kind in ("press", "cancel"):
        game._on_event({"kind": kind, **told})
        assert game.state.at == 2
    assert lines_in(file_of(START, tmp_path)) == [[move.words for move in game.record.moves]]
    game = begun()
    moment = game.board.bridge.moment
    for _ in range(2):
        press(game, "take", "end", moment)
    assert [move.words for move in game.record.moves] == ["aim 1-in-3", "end"]
    press(game, "take", "end", game.board.bridge.moment)
    assert len(game.record.moves) == 3


def test_a_remark_belongs_to_the_move_at_which_it_was_begun() -> None:
    game = begun()
    moment = game.board.bridge.moment
    game.dispatch("take", "end")
    press(game, "remark", "as agreed", moment)
    assert [move.remark for move in game.record.moves] == ["as agreed", ""]
    assert game.state.at == 2
    for nonsense in ("9.9", "x", "0.-1", "²", "0"):
        press(game, "remark", "lost", nonsense)
        assert "no longer in the game" in game.answer_view.message.value


def test_all_lines_can_be_reached_and_the_present_one_is_named() -> None:
    game = begun()
    for place in ("0304", "0404", "0405", "0305", "0204", "0205", "0206", "0306") * 2:
        game.dispatch("go", "1")
        game.dispatch("take", f"move Red-1 {place}")
    for turn in range(16):
        game.dispatch("go", "1")
        game.dispatch("mode", "typed")
        game.dispatch("faces", f"{1 + turn % 6} {1 + turn // 6} 1 1")
        game.dispatch("take", GUN)
    count = len([*game.record.lines()])
    assert count > 14
    assert game._moves.value.count('data-do="lines"') == count
    assert f"Line {game.state.line + 1} of {count}" in told(game._moves.value)
    game.dispatch("lines", "0")
    assert "another line begins here" in game._moves.value, "its sign is drawn: few fonts have one"
    assert "\u2442" not in game._moves.value


def test_what_is_refused_does_not_stand_in_the_field() -> None:
    game = begun()
    game.dispatch("mode", "typed")
    press(game, "faces", "3 5")
    shown = game._dice.value
    press(game, "faces", "3 x")
    assert "&#x27;3 x&#x27;" in game.answer_view.message.value
    assert 'value="3 5"' in game._dice.value
    assert game._dice.value != shown, "the page draws the field again"
    game.dispatch("faces", "3")
    game.dispatch("take", "move Red-1 0405")
    assert "1 number is typed, but no die is thrown." in game.answer_view.message.value


def test_a_remark_keeps_its_letters_and_counts_each_once() -> None:
    game = begun()
    game.dispatch("remark", "5$ and 6\\2 `x`")
    value = unescape(re.search(r'value="([^"]*)"', game._remark.value)[1])  # type: ignore[index]
    assert value == "5$ and 6\\2 `x`"
    game.dispatch("remark", "e\u0301" * 400)
    assert game.moment.moves[0].remark == "\u00e9" * 400
    game.dispatch("remark", "x" * 501)
    assert "at most 500 letters" in game.answer_view.message.value


def test_undo_of_what_throws_nothing_takes_it_back_and_a_throw_is_known_on_every_line() -> None:
    game = begun()
    game.dispatch("take", "move Red-1 0405")
    game.undo()
    assert len(game.record.moves) == 1
    game.dispatch("take", GUN)
    kept = game.record
    game.undo()
    game.redo()
    assert (game.record, game.state.at) == (kept, 2)
    game.undo()
    for place in ("0405", "0304"):
        game.dispatch("go", "1")
        game.dispatch("take", f"move Red-1 {place}")
    others = [line[1] for line in game.record.lines() if line[1].words != GUN]
    assert [move.remark for move in others] == [SEEN, SEEN]


@pytest.mark.parametrize("digits", ["9" * 5000, "\u00b2", "\u0663"])
@pytest.mark.parametrize("what", ["go", "lines", "face"])
def test_numbers_of_any_size_and_script_get_a_sentence_of_ours(what: str, digits: str) -> None:
    game = begun()
    game.dispatch("put", GUN)
    for value in (digits, f"{digits}=1", f"0={digits}"):
        game.dispatch(what, value)
        assert "Exceeds" not in game.answer_view.message.value
        assert "invalid literal" not in game.answer_view.message.value
        assert "did not work" not in game.answer_view.message.value


# -- a long record -------------------------------------------------------------------------------


def test_a_bar_is_shown_in_the_panel_while_a_long_record_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "SHOWN_AFTER", 0)
    monkeypatch.setattr(reading, "MOVES_AFTER", 0)
    game, said = begun(), []
    game.answer_view.message.observe(lambda change: said.append(change.new), "value")
    game.dispatch("record", VISITED)
    assert [re.findall(r"value=.(\d)", told) for told in said if "<progress" in told] == [
        ["1"],
        ["2"],
    ]
    assert 'max="2"' in said[0] or 'max="2"' in said[1]
    assert "<progress" not in game.answer_view.message.value
    game.dispatch("record", VISITED.replace("0405", "0909"))
    assert "<progress" not in game.answer_view.message.value


def test_a_bar_is_shown_below_the_cell_that_opens_a_long_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []
    handle = SimpleNamespace(update=lambda html: shown.append(html.data))

    def display(html: HTML, *, display_id: bool) -> SimpleNamespace:
        assert display_id
        shown.append(html.data)
        return handle

    monkeypatch.setattr(reading, "display", display)
    Play(VISITED)
    assert not shown, "a short record is read without a bar"
    monkeypatch.setattr(reading, "SHOWN_AFTER", 0)
    monkeypatch.setattr(reading, "MOVES_AFTER", 0)
    Play(VISITED)
    assert "Reading the game: 1 of 2 moves" in shown[0]
    assert "Reading the game: 2 of 2 moves" in shown[1]
    assert shown[2:] == [""]


def test_a_game_played_to_its_end_ticks_its_lesson(tmp_path: Path) -> None:
    play = Play("landships:last-turns", folder=tmp_path)
    for _ in range(40):
        assert done_lessons(tmp_path) == ()
        assert "ll-lesson-done" not in play._dom_classes
        ends = [it for it in play.moment.listed if it.legal and it.ends]
        play.dispatch("take", ends[0].words)
        if play.moment.over:
            break
    assert done_lessons(tmp_path) == ("18_the_brickyard_hour_by_hour",)
    assert "Lesson 18 is done" in play.answer_view.message.value
    assert "ll-lesson-done" in play._dom_classes, "page.js keeps it on a web page"
    (looked_at := tmp_path / "looked_at").mkdir()
    visited = Play("landships:last-turns", folder=looked_at)
    visited.dispatch("record", play.record)
    visited.dispatch("at", len(play.record.moves))
    assert visited.moment.over
    assert done_lessons(looked_at) == (), "a game that is only looked at ticks nothing"
