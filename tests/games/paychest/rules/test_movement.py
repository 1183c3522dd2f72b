"""A figure moves as far as the reader's table says, half as far with a burden; without a table the
answer is a gap.
"""

from fractions import Fraction

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.turn import movement
from landships_lab.panel import CATALOG

OWN = (
    'by = "the Tuesday club"\nmovement = { walk = 5, horse = 12 }\nturn = { step_1 = "Draw a'
    ' card." }'
)
TABLES = supplied(OWN)


def test_without_a_table_it_is_a_gap() -> None:
    for burdened in (False, True):
        answer = movement("walk", burdened)
        assert isinstance(answer.value, Gap)
        assert answer.remedies
    assert "halves the move" in str(movement("walk", burdened=True))


@pytest.mark.parametrize(
    ("kind", "burdened", "far"),
    [("walk", False, 5), ("walk", True, Fraction(5, 2)), ("horse", True, 6)],
)
def test_a_burden_cuts_movement_by_half(kind: str, burdened: bool, far: int | Fraction) -> None:
    """Line 4."""
    answer = movement(kind, burdened, TABLES)
    assert answer.value == far
    assert answer.steps[0].cite.kind == "supplied"
    assert "the Tuesday club" in answer.steps[0].cite.document
    assert [step.cite.lines for step in answer.steps[1:]] == ["4"] * burdened


def test_the_fire_panel_shows_the_turn_and_the_movement_as_the_readers() -> None:
    fire = CATALOG["paychest:fire"]
    start = fire.initial()
    assert len(start.tables(start.ask())) == 1
    state = start.set("own", OWN)
    _, turn, moves = state.tables(state.ask())
    assert turn.rows == (("step 1 (supplied)", ("Draw a card.",)),)
    assert moves.rows == (
        ("walk (supplied)", ("5 inches", "2½ inches")),
        ("horse (supplied)", ("12 inches", "6 inches")),
    )
    assert all(
        "supplied by you" in table.note and "the Tuesday club" in table.note
        for table in (turn, moves)
    )
