"""A side of Landser that plays by itself: it beats a player who moves at random, in little time,
and two of them finish every game.
"""

from __future__ import annotations

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.landser.turn import START
from landships_lab.play import Situation, take
from tests.effort import tries
from tests.play.opponents import check_times, played

pytestmark = pytest.mark.slow


def games_of(name: str, many: int) -> int:
    """Return how many games are played: few of two whole squads, whose games are long."""
    return tries(1, many // 10) if name == "firefight" else tries(2, many)


def begun(name: str) -> Situation:
    """Return a firefight with our answers, before the roll for the first turn."""
    return take(START[name], "begin", Thrown()).situation


@pytest.mark.parametrize("name", list(START))
@pytest.mark.parametrize("number", [0, 1])
def test_it_beats_a_player_who_moves_at_random(name: str, number: int) -> None:
    side = START[name].sides[number]
    games = [played(begun(name), side, seed) for seed in range(games_of(name, 100))]
    won = sum(game.winner == side for game in games)
    assert 100 * (won + 1) >= 90 * len(games)  # of two games one may be lost to the dice
    check_times(games)


@pytest.mark.parametrize("name", list(START))
def test_two_of_them_finish_every_game(name: str) -> None:
    for seed in range(games_of(name, 200)):
        assert played(begun(name), "both", seed).over
