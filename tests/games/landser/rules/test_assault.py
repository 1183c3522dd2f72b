"""Assaults, surrender and prisoners."""

from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.games.landser.analysis.casualties import one_after_another
from landships_lab.games.landser.rules.assault import (
    Fighter,
    assault,
    assault_odds,
    assault_score,
    surrenders,
    to_the_end,
)

DIE = range(1, 7)


@pytest.mark.parametrize(
    ("fighter", "opponent", "modifier"),  # lines 167-171, 175, 147 and 135
    [
        (Fighter(), 1, 0),
        (Fighter("pistol"), 1, 2),
        (Fighter("bayonet"), 1, 1),
        (Fighter(), 3, -2),
        (Fighter("bayonet", serious_wounds=2), 1, 0),
        (Fighter(disorientated=True), 1, -1),
    ],
)
def test_every_factor_of_an_assault(fighter: Fighter, opponent: int, modifier: int) -> None:
    assert assault_score(fighter, opponent=opponent).value == modifier


FIGHTERS = st.builds(
    Fighter, st.sampled_from(["none", "pistol", "bayonet"]), st.integers(0, 1), st.booleans()
)


@given(FIGHTERS, FIGHTERS, st.integers(1, 4), st.sampled_from(["after-first", "every-opponent"]))
def test_assault_odds_are_those_of_all_36_rolls(
    one: Fighter, other: Fighter, opponent: int, reading: str
) -> None:
    read = {"opponent-minus": reading}
    told = Counter(assault(one, other, a, b, opponent, read).value for a in DIE for b in DIE)
    assert dict(assault_odds(one, other, opponent, read)) == {
        result: Fraction(count, 36) for result, count in told.items()
    }


def test_icepool_agrees_on_an_assault() -> None:
    lead = icepool.d6 + 2 - icepool.d6
    odds = assault_odds(Fighter("pistol"), Fighter())
    assert odds.p("defender out") == Fraction(sum(q for n, q in lead.items() if n > 0), 36)
    assert odds.p("draw") == Fraction(sum(q for n, q in lead.items() if n == 0), 36)


def test_a_draw_fought_on_is_a_geometric_series() -> None:
    turn, end = (
        assault_odds(Fighter("bayonet"), Fighter()),
        to_the_end(Fighter("bayonet"), Fighter()),
    )
    long_run = sum((turn.p("draw") ** n * turn.p("defender out") for n in range(60)), Fraction(0))
    assert abs(end.p("defender out") - long_run) < Fraction(1, 10**12)


def test_each_further_attacker_is_worse_for_the_defender() -> None:  # line 175
    course = [odds.p("out") for odds in one_after_another([Fighter()] * 5, Fighter())]
    assert course == sorted(course)
    assert course[1] == 1 - Fraction(21, 36) * Fraction(15, 36)


def test_the_first_opponent_counts_on_both_sides_or_on_none() -> None:
    one, other = Fighter(), Fighter()
    read = {"opponent-minus": "every-opponent"}
    assert assault_odds(one, other, 1, read) == assault_odds(one, other, 1)
    assert assault_score(one, opponent=1, readings=read).value == -1


@pytest.mark.parametrize(
    ("enemy", "friend", "mode", "assaults", "value"),  # lines 177 and 191
    [
        (2, 12, "ready", True, True),
        (2, None, "ready", False, True),
        (2, 10, "ready", True, False),
        (3, 12, "ready", True, False),
        (2, 1, "hide", True, True),
        (2, 1, "sneak", True, True),
        (2, 1, "hide", False, False),
    ],
)
def test_who_surrenders(
    enemy: int, friend: int | None, mode: str, assaults: bool, value: bool
) -> None:
    answer = surrenders(enemy, friend, mode, assaults)
    assert answer.value is value, str(answer)


def test_what_would_make_him_surrender_would() -> None:
    """Lines 177 and 191: low he surrenders only to an enemy who assaults."""
    for mode in ("ready", "hide", "sneak"):
        for assaults in (True, False):
            for enemy, friend in ((1, 5), (1, 12), (8, 5), (8, 12)):
                for remedy in surrenders(enemy, friend, mode, assaults).remedies:
                    if remedy.to is not None:
                        given: dict[str, Any] = {"enemy": enemy, "friend": friend, "mode": mode} | {
                            remedy.change: remedy.to
                        }
                        assault = assaults or remedy.change == "enemy_does"
                        assert surrenders(
                            given["enemy"], given["friend"], given["mode"], assault
                        ).value, (mode, assaults, remedy)
    assert "If the enemy assaults him" in str(surrenders(1, 5, "hide", enemy_assaults=False))
