"""Lines of play: a record as a tree, and what is added to it."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.play.lines import as_main, joined, lines, with_move, with_remark
from landships_lab.play.records import MOST_DEEP, Move, Record, read, write
from tests.effort import tries
from tests.play.little_wars import START

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
    assert read(write(record)) == record
    with pytest.raises(ValueError, match="Lines of play can leave each other 32 times"):
        with_move(record, line, MOST_DEEP + 1, Move("d"))


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
    for other in (
        replace(record, readings=(("whose-move", "friend"),)),
        replace(record, title="Another"),
        replace(record, remark="said before"),
    ):
        with pytest.raises(ValueError, match="games"):
            joined(record, other)


def test_lines_eight_deep_and_another_first_move_are_written_and_read() -> None:
    record, line = Record(START), 0
    for at in range(20):
        record, line = with_move(record, line, at, Move("a"))
    for at in range(1, 9):
        record, line = with_move(record, line, at, Move(f"b{at}"))
        record, line = with_move(record, line, at + 1, Move("c"))
    record, line = with_move(record, 0, 0, Move("first"))
    changed = as_main(record, line)
    assert read(write(changed)) == changed
