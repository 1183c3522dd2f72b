"""What play says: whence a rule is, why something is refused, and how a game ends."""

import re

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.data.gaps import gaps
from landships_lab.data.rulebook import index
from landships_lab.games.one_hour.data.scenarios import scenarios
from landships_lab.games.one_hour.rules.ground import table_of
from landships_lab.games.one_hour.rules.turn import Moment, may_act, winner
from landships_lab.games.one_hour.turn import START, OneHourGame, choices, take
from landships_lab.games.one_hour.turn_board.explain import explain
from landships_lab.panel.links import read_link
from landships_lab.play import choice
from tests.games.one_hour.turn.positions import record


def begun(name: str, *words: str) -> OneHourGame:
    game = START[name]
    for one in words:
        game = take(game, one, Thrown(seed=4)).situation
    assert isinstance(game, OneHourGame)
    return game


def test_the_fifteen_turns_cite_their_line_or_are_marked_as_ours() -> None:
    for name in scenarios():
        steps = winner(name, table_of(scenarios()[name].set_up), (), 1).steps
        (cite,) = (step.cite for step in steps if step.text == "This was Turn 1 of 15.")
        if scenarios()[name].exit:
            assert (cite.kind, cite.lines) == ("printed", "60")
        else:
            assert (cite.kind, cite.lines) == ("ours", "")


def test_what_it_takes_to_hold_an_objective_is_marked_as_not_in_the_source() -> None:
    steps = winner("static-defence", table_of("static-defence"), (), 1).steps
    assert any(step.cite.kind == "silent" and "alone in it" in step.text for step in steps)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ((), "The Italian side has won: no Unit left by the road in 15 Turns."),
        (("a", "b"), "The Italian side has won: only 2 Units left by the road in 15 Turns."),
        (("a",), "The Italian side has won: only 1 Unit left by the road in 15 Turns."),
    ],
)
def test_the_last_sentence_of_a_flank_attack_reads_well(left: tuple[str, ...], said: str) -> None:
    answer = winner("flank-attack", table_of("flank-attack"), left, 15)
    assert answer.headline == said
    assert all(not step.text[0].islower() for step in answer.steps)


def test_without_any_defender_the_attacker_is_not_said_to_hold_nothing() -> None:
    table = table_of("static-defence")
    for unit in table.units:
        table = table.without(unit.name) if unit.side == "Italian" else table
    told = winner("static-defence", table, (), 3).headline
    assert told == "The British side has won: no Unit of the Italian side is left."


def test_the_remarks_of_the_records_name_the_right_lines() -> None:
    """Line 60 counts two of four Tank Units destroyed, line 29 tells of the Carri; line 94."""
    flank, static = record("flank-attack"), record("static-defence")
    heads = " ".join((flank.remark, static.remark))
    assert "two of four destroyed (line 60)" in heads
    assert "plain Mortars" not in heads
    assert "moving and as targets are Tanks" in heads
    (carri,) = (move.remark for move in static.moves if "Carri with 12 Hits" in move.remark)
    assert carri.startswith("Line 29:")


def test_the_index_tells_that_cs_tanks_move_as_tanks_and_that_mortars_were_ready() -> None:
    entries = index("one_hour").entries
    (cs,) = (one for one in entries if one.lines == "94" and one.shows)
    assert re.search(r"mov\w+", cs.says)
    (ready,) = (one for one in entries if one.lines == "17" and "Mortars" in one.says)
    assert ready.gap == "mortars-ready"
    assert gaps("one_hour")["mortars-ready"].gap.cite.lines == "17, 300"


def test_the_index_shows_how_far_a_base_may_move_and_one_that_may_not() -> None:
    """Line 262: with and without differ in the verdict."""
    (far,) = (one for one in index("one_hour").entries if one.lines == "262" and one.part == 2)
    with_it, without = (read_link(link).answer() for link in (far.shows, far.but))
    assert with_it.value is not without.value


# -------------------------------------------------------------------------- why it is refused


def test_a_second_use_of_a_quiet_turn_is_refused_by_the_panel_as_well() -> None:
    """Line 298: one of the three."""
    game = begun("flank-attack", "end", "end", "dig-in Motor-Infantry")
    for verb in ("rally", "ready", "dig-in"):
        one = choice(game, f"{verb} Motor-Infantry")
        assert not one.legal
        state = explain(game, one)
        assert state is not None
        assert state.answer().value is False
        assert "It has done one of the three" in str(state.answer())
    assert not may_act("tank", "rally", Moment("rally and ready", quiet=True)).value


def test_a_shot_that_the_sequence_refuses_is_explained_by_the_turn() -> None:
    """Line 193: a Unit that has moved may not fire, whatever it sees."""
    game = begun("flank-attack", "end", "move Cruds-1", "stop")
    one = choice(game, "fire Cruds-1 Bersaglieri-1")
    assert not one.legal
    state = explain(game, one)
    assert state is not None
    assert state.answer().value is False
    assert "asks act" in state.text()


def test_the_goal_of_each_choice_is_a_sentence() -> None:
    game = begun("flank-attack")
    assert all(one.why.headline for one in choices(game) if not one.legal and one.why)
