"""Records: what replays, what is refused and with which sentence, and hostile texts."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.play import start
from landships_lab.play.records import MOST_TEXT, Record, read, write
from tests.effort import tries
from tests.play.laws import check_choices, check_odds, check_record, random_game, record_of
from tests.play.little_wars import START

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
        (
            START,
            "little_wars:flor",
            r"'little_wars:flor' is not a game to play; .*little_wars:floor",
        ),
        ("title:", "reading: whose-move =", r"reading"),
        ("title:", "name:", r"Line 2: 'name' is not a head of a record"),
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


def test_a_text_that_is_too_long_is_not_read() -> None:
    with pytest.raises(ValueError, match=f"at most {MOST_TEXT:,} characters"):
        read("x" * (MOST_TEXT + 1))
    with pytest.raises(ValueError, match="Line"):
        read(f"game: {START}\n1. end\n" + "(\n1. end\n" * 5000)


def test_a_record_of_another_game_keeps_its_readings() -> None:
    record = Record(START, readings=(("whose-move", "friend"),))
    assert record.begin().read_as == {"whose-move": "friend"}
    assert read(write(record)) == record


def test_a_random_game_is_the_same_record_from_its_text() -> None:
    played = random_game(start(START), 5, lambda _: None)
    record = record_of(START, played)
    assert read(write(record)).replay() == played[-1][1].situation
    assert re.search(r"\d+\. ", write(record))
