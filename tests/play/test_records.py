"""Records: what replays, what is refused and with which sentence, hostile texts, and their lines of
play.
"""

import random
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.__main__ import main
from landships_lab.panel.links import read_link, write_link
from landships_lab.play import start
from landships_lab.play.lines import as_main, joined, lines, with_move, with_remark
from landships_lab.play.records import (
    MOST_BYTES,
    MOST_DEEP,
    MOST_MOVES,
    Move,
    Record,
    read,
    reporting,
    write,
)
from landships_lab.play.state import PlayState, play_panel
from tests.effort import tries
from tests.play.laws import check_choices, check_odds, check_record, random_game
from tests.play.little_wars import START

READ = "reading: whose-move ="
GAME = f"""game: {START}
title: A try

; before
1. aim 1-in-3
2. fire Gun Blue-1 = 5 2 3 6 ; good
(
2. fire Gun Blue-Horse = 1 1 1 1
)
3. end
"""


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_the_laws_hold_for_random_games(seed: int) -> None:
    played = random_game(start(START), seed, lambda _: None)
    for situation, happening in random.Random(seed).sample(played, 8):
        check_choices(situation)
        check_odds(situation, happening)
    check_record(START, played)


def test_a_record_replays_with_all_its_lines() -> None:
    record = read(GAME)
    assert record.check() == 4
    assert record.replay().text().splitlines()[0] == "Turn 1, Blue; the gun hits on 5 or more"
    assert record.moves[1].remark == "good"
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("3. end", "3. melee Red-1 Blue-1", r"Move 3, 'melee Red-1 Blue-1': .* \[Little Wars"),
        ("3. end", "3. fight", r"Move 3, 'fight': 'fight' is not a choice"),
        ("= 1 1 1 1", "= 1 1 1", r"Move 2, 'fire Gun Blue-Horse': the record gives too few rolls"),
        ("= 1 1 1 1", "= 1 1 1 1 1", r"Move 2, .*: it uses 4 of the 5 rolls"),
        ("= 1 1 1 1", "= 1 1 1 7", r"Move 2, .*: A roll is one of 1, 2, 3, 4, 5, 6, not 7"),
        ("3. end", "4. end", r"Line 10: this is move 3, not 4"),
        ("3. end", "3. end = x", r"Line 10: '3. end = x' is no move"),
        (")\n", "", r"never closed"),
        ("(\n", "", r"Line 7: this is move 3, not 2"),
        ("3. end", ")", r"Line 10: this .* closes no other line"),
        (START, "little_wars:flor", r"'little_wars:flor' is not a game to play; .*_wars:floor"),
        ("title:", "reading: whose-move =", r"reading"),
        ("title:", "name:", r"Line 2: 'name' is not a head of a record"),
        ("title:", f"game: {START}\ntitle:", r"Line 2: 'game: little_wars:floor' is given twice"),
        ("title:", "title: Another\ntitle:", r"Line 3: 'title: A try' is given twice"),
        (
            "title:",
            f"{READ} friend\n{READ} enemy\ntitle:",
            rf"Line 3: '{READ} enemy' is given twice",
        ),
        ("= 5 2 3 6", f"= {'5' * 5000}", r"Line 6: .* is no move; .* numbers of up to 6 digits"),
    ],
)
def test_what_is_wrong_is_named(before: str, after: str, told: str) -> None:
    assert before in GAME
    with pytest.raises(ValueError, match=told):
        read(GAME.replace(before, after, 1)).check()


@given(st.text(max_size=400))
@settings(max_examples=tries(100, 2000), deadline=None)
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    for held in (text, f"game: {START}\n{text}"):
        said = refusal(held)
        assert "\n" not in said
        assert len(said) < 600


def refusal(text: str) -> str:
    """Why a text is no record that replays; "" if it is one."""
    try:
        record = read(text)
        assert read(write(record)) == record
        record.check()
    except ValueError as error:
        return str(error)
    return ""


def test_a_remark_before_another_line_belongs_to_its_first_move() -> None:
    record = read(GAME.replace("(\n", "(\n; Better:\n; by far\n").replace("= 1 1 1 1", "; yes"))
    assert record.moves[1].others[0][0].remark == "Better: by far yes"
    assert read(write(record)) == record
    assert write(record).count("Better: by far yes") == 1


@pytest.mark.parametrize("before", ["\ufeff", "\ufeff\r\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b"])
def test_marks_and_line_ends_of_other_programs_are_read(before: str, end: str) -> None:
    assert read(before + GAME.replace("\n", end)) == read(GAME)


def test_a_letter_is_written_in_one_way() -> None:
    both = [read(GAME.replace("good", word)) for word in ("caf\u00e9", "cafe\u0301")]
    assert both[0] == both[1]
    half = Move("end", remark="a \ud83d b")
    assert write(Record(START, moves=(half,))).encode("utf-8")


def test_what_a_record_cannot_hold_is_folded_or_refused_when_it_is_made() -> None:
    record = read(f"game: {START}\n1. aim 1-in-3\n").played("end", (), "a\n3. end")
    assert read(write(record)) == record
    assert [move.words for move in read(write(record)).moves] == ["aim 1-in-3", "end"]
    titled = Record(START, "one\n1. end", remark="two\n(")
    assert read(write(titled)) == titled
    for words in ("", " \n", "end ; x", "end = 5"):
        with pytest.raises(ValueError, match="is no move"):
            Move(words)
    for rolls in ((-1,), (10**6,)):
        with pytest.raises(ValueError, match="up to 6 digits"):
            Move("end", rolls)


def test_one_limit_holds_in_every_entrance(tmp_path: Path) -> None:
    letters = random.Random(1).choices("abcdefghijklmnop qrstuvwxyz ABCDEFGHIJKL", k=198_000)
    long = Record(START, remark="".join(letters), moves=(Move("aim 1-in-3"),))
    text = write(long)
    assert len(text) > 190_000
    state = read_link(write_link(play_panel(START).default().set("record", text)))
    assert isinstance(state, PlayState)
    assert state.record == read(text) == long
    file = tmp_path / "long.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    with pytest.raises(ValueError, match="at most 200,000 bytes"):
        with_remark(long, 0, 1, "z" * 3000)
    with pytest.raises(ValueError, match="at most 200,000 bytes"):
        write(replace(long, title="z" * 3000))
    many = Record(START, moves=tuple(Move("end") for _ in range(MOST_MOVES)))
    assert read(write(many)) == many
    with pytest.raises(ValueError, match="at most 2,000 moves"):
        with_move(many, 0, MOST_MOVES, Move("end"))
    with pytest.raises(ValueError, match="at most 2,000 moves"):
        read(f"game: {START}\n" + "end\n" * (MOST_MOVES + 1))
    with pytest.raises(ValueError, match=f"at most {MOST_BYTES:,} bytes"):
        read("x" * (MOST_BYTES + 1))
    with pytest.raises(ValueError, match="Line"):
        read(f"game: {START}\n1. end\n" + "(\n1. end\n" * 5000)


def test_the_longest_record_is_read_within_half_a_second() -> None:
    text = f"game: {START}\nend\n" + "; a\n" * 45_000

    def seconds() -> float:
        began = perf_counter()
        read(text)
        return perf_counter() - began

    assert min(seconds() for _ in range(5)) < 0.5


def test_how_far_the_reading_has_come_is_reported() -> None:
    told: list[tuple[int, int]] = []
    with reporting(lambda played, moves: told.append((played, moves))):
        read(GAME).check()
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_record_of_another_game_keeps_its_readings() -> None:
    record = Record(START, readings=(("whose-move", "friend"),))
    assert record.begin().read_as == {"whose-move": "friend"}
    assert read(write(record)) == record


#: Words that a record can hold in one line.
_WORDS = st.from_regex(r"[a-z]{1,8}( [A-Za-z0-9.-]{1,6}){0,3}", fullmatch=True)
_REMARK = st.text(max_size=30).map(lambda text: " ".join(text.split()))


def records(moves: int = 12) -> st.SearchStrategy[Record]:
    """Records that grew by moves at random places, some of them with remarks."""
    step = st.tuples(st.randoms(use_true_random=False), _WORDS, st.lists(st.integers(0, 99)))
    return st.lists(st.tuples(step, _REMARK), max_size=moves).map(_grown)


def _grown(steps: list[tuple[tuple[random.Random, str, list[int]], str]]) -> Record:
    record = Record(START)
    for (dice, words, rolls), remark in steps:
        known = lines(record)
        line = dice.randrange(len(known))
        at = dice.randint(0, len(known[line].moves))
        record, line = with_move(record, line, at, Move(words, tuple(rolls)))
        record = with_remark(record, line, dice.randint(0, at + 1), remark)
    return record


@given(records())
@settings(max_examples=tries(50, 1000), deadline=None)
def test_a_record_of_any_lines_is_read_back_from_its_text(record: Record) -> None:
    assert read(write(record)) == record


@pytest.mark.long
@given(records())
@settings(max_examples=tries(50, 1000), deadline=None)
def test_lines_are_those_that_the_record_itself_plays(record: Record) -> None:
    assert tuple(line.moves for line in lines(record)) == tuple(record.lines())


def _plain(moves: tuple[Move, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((move.words, move.rolls) for move in moves)


@given(records(), st.randoms(use_true_random=False))
@settings(max_examples=tries(50, 1000), deadline=None)
def test_any_line_can_become_the_main_one(record: Record, dice: random.Random) -> None:
    known = lines(record)
    line = dice.randrange(len(known))
    changed = as_main(record, line)
    assert _plain(changed.moves) == _plain(known[line].moves)
    kept = sorted(_plain(one.moves) for one in lines(changed))
    assert kept == sorted(_plain(one.moves) for one in known)


@pytest.mark.long
@given(records(), st.randoms(use_true_random=False))
@settings(max_examples=tries(50, 1000), deadline=None)
def test_a_move_stands_on_the_line_that_is_given_back(record: Record, dice: random.Random) -> None:
    known = lines(record)
    line = dice.randrange(len(known))
    at = dice.randint(0, len(known[line].moves))
    changed, number = with_move(record, line, at, Move("zz top", (7,)))
    moves = lines(changed)[number].moves
    assert _plain(moves[: at + 1]) == (*_plain(known[line].moves[:at]), ("zz top", (7,)))
    again, same = with_move(changed, number, at, Move("zz top", (7,)))
    assert (again, same) == (changed, number)
    for one in known:
        assert any(
            _plain(new.moves)[: len(one.moves)] == _plain(one.moves) for new in lines(changed)
        )


def test_lines_leave_each_other_only_so_often() -> None:
    record, line = Record(START), 0
    for at in range(2 * MOST_DEEP):
        record, line = with_move(record, line, at, Move("a"))
    for at in range(1, MOST_DEEP + 1):
        record, line = with_move(record, line, at, Move(f"b{at}"))
        for further in range(at + 1, MOST_DEEP + 3):
            record, line = with_move(record, line, further, Move("c"))
        if at == 8:
            another_first = as_main(*with_move(record, 0, 0, Move("first")))
            assert read(write(another_first)) == another_first
    assert read(write(record)) == record
    with pytest.raises(ValueError, match="Lines of play can leave each other 32 times"):
        with_move(record, line, MOST_DEEP + 1, Move("d"))
    with pytest.raises(ValueError, match="Lines of play can leave each other 32 times"):
        as_main(*with_move(record, 0, 0, Move("first")))


def test_a_remark_that_was_joined_is_not_joined_again() -> None:
    one, other = (Record(START, moves=(Move("a", (), said),)) for said in ("00", "0"))
    whole = joined(one, other)
    assert whole.moves[0].remark == "00 0"
    assert joined(whole, other) == whole


@given(records(8), records(8))
@settings(max_examples=tries(30, 500), deadline=None)
def test_two_games_of_one_beginning_become_one_record_that_loses_no_move(
    record: Record, other: Record
) -> None:
    record, other = replace(record, remark=""), replace(other, remark="")
    whole = joined(record, other)
    assert _plain(whole.moves)[: len(record.moves)] == _plain(record.moves)
    for one in (*lines(record), *lines(other)):
        assert any(_plain(new.moves)[: len(one.moves)] == _plain(one.moves) for new in lines(whole))
    assert joined(whole, other) == whole
    assert read(write(whole)) == whole


def test_games_with_other_readings_or_beginnings_stay_two() -> None:
    record = Record(START, moves=(Move("a"),))
    changes: tuple[dict[str, Any], ...] = (
        *({"readings": (("whose-move", "friend"),)}, {"title": "Another"}, {"remark": "before"}),
    )
    for change in changes:
        with pytest.raises(ValueError, match="games"):
            joined(record, replace(record, **change))
