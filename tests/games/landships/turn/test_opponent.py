"""The side that plays by itself: how often it wins against a player who moves at random, and how
long it takes for a move.
"""

import random
from statistics import median
from time import perf_counter

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.landships.turn import START, Clock
from landships_lab.play import Situation, take
from landships_lab.play.advice import decide
from tests.effort import tries

pytestmark = [pytest.mark.long, pytest.mark.slow]

MOST_MOVES = 3000


def match(name: str, mine: str, seed: int, *, both: bool = False) -> tuple[Clock, list[float]]:
    """Return a game after its end, and how long each decision of the machine took; it plays one
    side, or both.
    """
    dice, clock = random.Random(seed), START[name]
    game: Situation = clock
    times: list[float] = []
    for _ in range(MOST_MOVES):
        if game.over:
            break
        if both or game.now.side(game) == mine:
            begun = perf_counter()
            one = decide(game, "bold" if mine == "German" else "cautious").choice
            times.append(perf_counter() - begun)
        else:
            one = dice.choice(game.now.fair_choices(game))
        game = take(game, one, Thrown(seed=dice.randrange(10**6))).situation
    assert isinstance(game, Clock)
    return game, times


@pytest.mark.parametrize("side", ["German", "British"])
@pytest.mark.parametrize("name", ["ten-turns", "last-turns"])
def test_it_beats_a_player_who_moves_at_random_in_good_time(name: str, side: str) -> None:
    games = tries(2, 100)
    ended = [match(name, side, seed) for seed in range(games)]
    assert sum(game.winner == side for game, _ in ended) >= 0.9 * games
    times = [time for _, each in ended for time in each]
    assert median(times) < 1
    assert max(times) < 3


@pytest.mark.parametrize("name", ["ten-turns", "last-turns"])
def test_two_of_them_play_to_the_end(name: str) -> None:
    for seed in range(tries(2, 100)):
        game, _ = match(name, "German", seed, both=True)
        assert game.over
