"""A side of Loos that plays by itself: it beats a player who moves at random, in little time, and
two of them finish every game.

The British cannot win most games of the last half day: they need both towns whole by 12.2, four
hexes of which they hold one, in one turn. They are held to a draw or better in four of ten.
"""

from __future__ import annotations

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.loos.turn import START
from landships_lab.games.loos.turn.battle import Battle
from landships_lab.play import choice, take
from tests.effort import tries
from tests.games.loos.turn.test_laws import after_set_up
from tests.play.opponents import check_times, played

pytestmark = pytest.mark.slow


def begin(name: str) -> Battle:
    """Return where a game begins: a player at random would hardly ever end the set-up."""
    return START[name] if START[name].turn else after_set_up()


@pytest.mark.parametrize(
    ("name", "side", "wins", "draws"),
    [
        ("zero-hour", "British", 90, 0),
        ("zero-hour", "German", 90, 0),
        ("last-turn", "German", 90, 0),
        ("last-turn", "British", 0, 40),
    ],
)
def test_it_beats_a_player_who_moves_at_random(name: str, side: str, wins: int, draws: int) -> None:
    games = [played(begin(name), side, seed) for seed in range(tries(2, 100))]
    won = sum(game.winner == side for game in games)
    drawn = sum(game.winner == "" for game in games)
    assert 100 * won >= wins * len(games)
    assert 100 * (won + drawn + 1) >= draws * len(games)
    check_times(games)


@pytest.mark.parametrize("name", ["zero-hour", "last-turn"])
def test_two_of_them_finish_every_game(name: str) -> None:
    for seed in range(tries(2, 200)):
        assert played(begin(name), "both", seed).over


def test_one_press_sets_both_sides_up_as_ours() -> None:
    begun = take(START["zero-hour"], "ours", Thrown()).situation
    assert begun == after_set_up()
    assert choice(START["zero-hour"], "ours").ends
