"""What a turn needs to know: who begins, prisoners, covering fire, wounded men, what is silent."""

from __future__ import annotations

import itertools
from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.answer import Gap
from landships_lab.data.gaps import gaps
from landships_lab.games.landser.analysis.casualties import still_fighting
from landships_lab.games.landser.rules.assault import prisoners_join
from landships_lab.games.landser.rules.grenades import Soldier
from landships_lab.games.landser.rules.templates import watched_arc
from landships_lab.games.landser.rules.turns import break_off, first_turn
from landships_lab.games.landser.rules.wounds import treated
from tests.games.landser.asked import ask


def test_the_higher_die_has_the_first_turn_and_a_tie_is_not_printed() -> None:
    """Line 19."""
    for mine, theirs in product(range(1, 7), repeat=2):
        answer = first_turn(mine, theirs)
        assert isinstance(answer.value, Gap) if mine == theirs else answer.value is (mine > theirs)
        assert ask(f"squad first mine {mine} theirs {theirs}").headline == answer.headline
        assert f"{mine} to {theirs}" in answer.headline
        assert answer.headline.startswith("You have") is (mine > theirs)


def test_what_would_let_prisoners_join() -> None:
    """Line 193."""
    for asked, changes in (
        ((3, True, 2), set()),
        ((3, True, 1), {"assault_round"}),
        ((3, False, 2), {"assaulted"}),
        ((0, True, 2), set()),
    ):
        assert {r.change for r in prisoners_join(*asked).remedies} == changes


def test_how_many_shots_covering_fire_has_is_read() -> None:
    """Line 181."""
    each = {"covering-shots": "each"}
    man, beside = Soldier("A", (0, -8)), Soldier("B", (8, -1))
    ahead = (0, -10)
    assert watched_arc((0, 0), ahead, man).value is True
    spent = watched_arc((0, 0), ahead, man, fired=True)
    assert (spent.value, spent.headline) == (False, "A may not be fired at: he has had his shot.")
    assert [(r.change, r.to) for r in spent.remedies] == [("fired", False)]
    assert watched_arc((0, 0), ahead, man, each, fired=True).value is True
    outside = watched_arc((0, 0), ahead, beside, each, fired=True)
    assert (outside.value, outside.headline) == (False, "B lies outside the arc.")
    assert not outside.remedies


@pytest.mark.parametrize("die", range(1, 7))
def test_the_turn_after_a_medic_a_die_leaves_one_wound_or_the_other(die: int) -> None:
    """Line 144: 1 to 3 an (a) wound, 4 to 6 a (b) wound."""
    answer = treated(die)
    span, wound, outcome = (
        ("1 to 3", "an (a)", "serious 1-2") if die <= 3 else ("4 to 6", "a (b)", "serious 3-4")
    )
    assert (answer.value, answer.headline) == (outcome, f"He fights on with {wound} wound.")
    assert answer.steps[-1].text == f"{span}: he has {wound} wound."


def test_what_turns_have_to_ask_is_a_gap() -> None:
    """The list under *The sequences* of the design: what no reading answers is asked."""
    silent = "first-turn-tie assault-move seen-in-the-open spots-how-often aware-how-long medic"
    silent += " aware-shared cover-judge grenade-supply locked-and-hit prisoner-weapons"
    assert set(gaps("landser")) >= {*silent.split(), "freed-prisoners"}


def test_the_chance_to_break_off() -> None:  # line 271: a D10 above the number left
    expected = [0, 0, *(Fraction(out, 10) for out in range(2, 11))]
    assert [break_off(out).value for out in range(11)] == expected


def test_a_run_of_casualties_against_every_roll() -> None:
    course = [1, 2, 3]
    held = sum(
        all(out < 2 or die <= 10 - out for out, die in zip(course, dice, strict=True))
        for dice in itertools.product(range(1, 11), repeat=3)
    )
    assert still_fighting(course)[-1] == Fraction(held, 1000)


def test_the_die_is_rolled_once_or_each_turn_as_read() -> None:
    assert still_fighting([2, 3, 3], readings={"break-off-again": "once"}) == (Fraction(4, 5),) * 3
    assert still_fighting([2, 3, 3]) == (Fraction(4, 5), Fraction(14, 25), Fraction(49, 125))
