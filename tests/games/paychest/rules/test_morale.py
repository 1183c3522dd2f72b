"""Paychest's morale rolls say what is printed, stay open where it is lost, and agree with every
roll and icepool.
"""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Odds
from landships_lab.games.paychest.analysis.battle import Turn, standing
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied, supplied
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.rules.morale import (
    NO_TEST,
    first_roll,
    leader_chance,
    leader_lost,
    morale_odds,
    morale_test_chance,
    outcome,
    rally_chances,
    rout_odds,
    second_roll,
)

FACES = range(1, 7)
KINDS = ["regular", "irregular"]
MINE = """
[second_morale]
regular = { does = "rout", text = "routs off the board" }
irregular = { does = "hold", text = "holds after all" }
[leader_lost]
regular = { does = "fall back", text = "falls back 2d6" }
"""


@pytest.mark.parametrize(
    ("hits", "rolls"),
    [(0, 0), (1, 0), (2, 1), (3, 3), (6, 15), (7, 21), (11, 35), (12, 36), (30, 36)],
)
def test_two_dice_of_the_hits_or_less_line_7(hits: int, rolls: int) -> None:
    assert morale_test_chance(hits) == Fraction(rolls, 36)
    assert sum(bool(first_roll(hits, a + b).value) for a, b in product(FACES, FACES)) == rolls


@pytest.mark.parametrize(
    ("kind", "die", "does", "dice", "when", "backs", "routs_on", "rally"),
    [
        ("regular", 2, "fall back", 3, "at once", True, 0, False),
        ("regular", 3, "fall back", 2, "next move", False, 0, False),
        ("regular", 4, "hold", 1, "", False, 2, False),
        ("regular", 5, "hold", 1, "", False, 1, False),
        ("regular", 6, "hold", 0, "", False, 0, False),
        ("irregular", 2, "rout", 3, "at once", True, 0, True),
        ("irregular", 3, "fall back", 2, "at once", True, 0, False),
        ("irregular", 4, "fall back", 2, "next move", True, 0, False),
        ("irregular", 5, "fall back", 2, "next move", False, 0, False),
        ("irregular", 6, "hold", 0, "", False, 0, False),
    ],
)
def test_the_second_rolls_lines_8_and_9(
    kind: str, die: int, does: str, dice: int, when: str, backs: bool, routs_on: int, rally: bool
) -> None:
    answer = second_roll(kind, die)
    found = answer.value
    assert isinstance(found, Effect)
    assert (
        found.does,
        found.dice,
        found.when,
        found.backs,
        found.figure_routs_on,
        found.rally,
    ) == (does, dice, when, backs, routs_on, rally)
    assert answer.steps[0].cite.lines == ("8" if kind == "regular" else "9"), answer


@pytest.mark.parametrize(("kind", "lines"), [("regular", "7-8"), ("irregular", "8-9")])
def test_result_1_is_lost_until_it_is_supplied(kind: str, lines: str) -> None:
    lost = second_roll(kind, 1)
    assert isinstance(lost.value, Gap)
    assert (lost.value.cite.lines, lost.value.cite.kind) == (lines, "silent")
    mine = second_roll(kind, 1, supplied(MINE))
    assert isinstance(mine.value, Effect)
    assert mine.steps[0].cite.kind == "supplied"
    assert "(supplied)" in outcome(kind, 1, supplied(MINE))


def test_rallying_takes_seven_line_9() -> None:
    assert rally_chances(1) == (Fraction(21, 36),)
    assert rally_chances(3)[-1] == 1 - Fraction(15, 36) ** 3


def test_the_loss_of_a_leader_lines_9_and_10() -> None:
    assert leader_chance() == Fraction(15, 36)
    for kind in KINDS:
        assert leader_lost(kind, 7).value is None
    routed = leader_lost("irregular", 6)
    assert isinstance(routed.value, Effect)
    assert (routed.value.does, routed.value.dice) == ("rout", 4)
    assert routed.steps[-1].cite.lines == "10"
    assert isinstance(leader_lost("regular", 6).value, Gap)
    assert leader_lost("regular", 6, supplied(MINE)).steps[-1].cite.kind == "supplied"


# ---------------------------------------------------------------------------- twins and the referee


def ends(kind: str, hits: int) -> Odds[str]:
    """Return what happens in the 216 rolls of two dice and then one."""
    found: dict[str, int] = {}
    for a, b, die in product(FACES, FACES, FACES):
        name = outcome(kind, die) if first_roll(hits, a + b).value else NO_TEST
        found[name] = found.get(name, 0) + 1
    return Odds(found)


@given(st.sampled_from(KINDS), st.integers(0, 14))
def test_odds_are_those_of_every_roll(kind: str, hits: int) -> None:
    assert morale_odds(kind, hits) == ends(kind, hits)


@given(st.integers(0, 12), st.integers(0, 6))
def test_icepool_agrees_on_figures_that_rout(figures: int, on: int) -> None:
    pool = figures @ icepool.d6.map(lambda die: int(die <= on))
    assert dict(rout_odds(figures, on)) == {
        n: Fraction(w, pool.denominator()) for n, w in pool.items() if w
    }


def slow_standing(
    kind: str, figures: int, hits: int, tables: Supplied
) -> tuple[Fraction, Fraction]:
    """Return the chances after one turn without losses that the unit surely holds, and that only
    the lost line could say.
    """
    holds = lost = Fraction(0)
    for a, b, die in product(FACES, FACES, FACES):
        weight = Fraction(1, 216)
        found = second_roll(kind, die, tables).value
        if not first_roll(hits, a + b).value:
            holds += weight
        elif isinstance(found, Gap):
            lost += weight
        elif isinstance(found, Effect) and found.does == "hold":
            all_rout = Fraction(found.figure_routs_on, 6) ** figures
            holds += weight * (1 - all_rout)
    return holds, lost


@given(
    st.sampled_from(KINDS),
    st.integers(1, 5),
    st.integers(0, 12),
    st.sampled_from([NOTHING, supplied(MINE)]),
)
def test_a_turn_of_battle_is_that_of_every_roll(
    kind: str, figures: int, hits: int, tables: Supplied
) -> None:
    after = standing(kind, figures, [Turn(hits, 0)], tables)[0]
    assert (after.holds, after.open) == slow_standing(kind, figures, hits, tables)
    assert after.at_most == after.holds + after.open


def test_turns_of_a_battle_multiply_where_no_figure_goes() -> None:
    one = standing("irregular", 12, [Turn(6, 0)])[0].holds
    assert [turn.holds for turn in standing("irregular", 12, [Turn(6, 0)] * 4)] == [
        one,
        one**2,
        one**3,
        one**4,
    ]


@given(
    st.sampled_from(KINDS),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=4),
)
def test_a_battle_only_gets_worse(kind: str, pairs: list[tuple[int, int]]) -> None:
    turns = [Turn(max(hits, out), out) for hits, out in pairs]
    after = standing(kind, 12, turns)
    chances = [turn.at_most for turn in after]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= turn.holds <= turn.at_most <= 1 for turn in after)
    filled = standing(kind, 12, turns, supplied(MINE))
    assert all(
        turn.holds <= mine.holds <= turn.at_most and mine.open == 0
        for turn, mine in zip(after, filled, strict=True)
    )


def test_nobody_stands_where_all_are_out_of_action() -> None:
    assert standing("regular", 3, [Turn(3, 3)])[0].holds == 0
    last = standing("irregular", 6, [Turn(3, 3), Turn(3, 3)])[-1]
    assert last.at_most == 0
