"""The side that plays by itself: how often it wins against a player who moves at random, and how
long it takes for a move.
"""

import random
from statistics import median
from time import perf_counter

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.paychest.turn import START, Fight
from landships_lab.play import choices, take
from landships_lab.play.advice import decide
from tests.effort import tries

pytestmark = [pytest.mark.long, pytest.mark.slow]

MOST_MOVES = 1500


def match(name: str, mine: str, seed: int, *, both: bool = False) -> tuple[Fight, list[float]]:
    """Return a fight after its end, and how long each decision of the machine took; it plays one
    side, or both.
    """
    dice, fight = random.Random(seed), take(START[name], "begin", Thrown()).situation
    times: list[float] = []
    for _ in range(MOST_MOVES):
        if fight.over:
            break
        side = fight.now.side(fight)
        if both or side == mine:
            begun = perf_counter()
            one = decide(fight, "bold" if side == mine else "cautious").choice
            times.append(perf_counter() - begun)
        else:
            one = dice.choice([one for one in choices(fight) if one.legal])
        fight = take(fight, one, Thrown(seed=dice.randrange(10**6))).situation
    assert isinstance(fight, Fight)
    return fight, times


@pytest.mark.parametrize("side", ["Legion", "Tribe"])
@pytest.mark.parametrize("name", START)
def test_it_beats_a_player_who_moves_at_random_in_good_time(name: str, side: str) -> None:
    games = tries(2, 100)
    ended = [match(name, side, seed) for seed in range(games)]
    assert sum(fight.winner == side for fight, _ in ended) >= 0.9 * games
    times = [time for _, each in ended for time in each]
    assert median(times) < 1
    assert max(times) < 3


@pytest.mark.parametrize("name", START)
def test_two_of_them_play_to_the_end(name: str) -> None:
    for seed in range(tries(2, 100)):
        fight, _ = match(name, "Legion", seed, both=True)
        assert fight.over
