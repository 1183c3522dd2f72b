"""A side that plays by itself in each game: it beats a player who moves at random, and two of them
finish every game.

`FEWEST` says how many of 100 games each side wins at least. The British of the last turn at Loos
need both towns whole by 12.2, four hexes of which they hold one, in one turn. The Germans of the
last turns at the Brickyard have to empty all four hexes in one fire phase (line 147), so that they
can walk in. How long a decision
takes is measured in tests/benchmarks.
"""

from __future__ import annotations

import random

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.play import Situation, start, take
from landships_lab.play.advice import decide
from tests.effort import tries

pytestmark = pytest.mark.slow
#: A game that takes more moves goes on for ever.
MOST_MOVES = 3000
#: What is agreed or set up before a game as ours: a player at random would seldom end it.
BEFORE = {"loos:zero-hour": "ours", "landser": "begin", "paychest": "begin"}
FEWEST = {
    "landships:ten-turns": {"German": 90, "British": 90},
    "landships:last-turns": {"German": 40, "British": 90},
    "loos:zero-hour": {"British": 90, "German": 90},
    "loos:last-turn": {"British": 0, "German": 90},
    "one_hour:flank-attack": {"British": 90, "Italian": 90},
    "one_hour:static-defence": {"British": 90, "Italian": 90},
    "landser:duel-of-three": {"Germans": 90, "British": 90},
    "landser:firefight": {"Germans": 90, "British": 90},
    "landser:marsh": {"Germans": 90, "Soviets": 90},
    "paychest:one-fight": {"Legion": 90, "Tribe": 90},
    "paychest:the-paychest": {"Legion": 90, "Tribe": 90},
}
#: Games that last for minutes are played less often.
SELDOM = ("one_hour", "landser:marsh", "landser:firefight")


def games_of(name: str, many: int) -> range:
    """Return the seeds of the games to play."""
    return range(tries(1, many // 10) if name.startswith(SELDOM) else tries(2, many))


def begun(name: str) -> Situation:
    """Return where a game begins, with what is agreed before it."""
    words = BEFORE.get(name) or BEFORE.get(name.partition(":")[0])
    return take(start(name), words, Thrown()).situation if words else start(name)


def ended(name: str, side: str, seed: int) -> Situation:
    """Play a game to its end: this side by itself, cautious, or "both", the first one bold."""
    dice, situation = random.Random(seed), begun(name)
    for _ in range(MOST_MOVES):
        if situation.over:
            return situation
        acts = situation.now.side(situation)
        if side in (acts, "both"):
            bold = side == "both" and acts == situation.sides[0]
            one = decide(situation, "bold" if bold else "cautious").choice
        else:
            one = dice.choice(situation.now.fair_choices(situation))
        situation = take(situation, one, Thrown(seed=dice.randrange(10**6))).situation
    raise AssertionError(f"{name} goes on for ever: {situation.text()}")


@pytest.mark.parametrize(
    ("name", "side"), [(name, side) for name, sides in FEWEST.items() for side in sides]
)
def test_it_beats_a_player_who_moves_at_random(name: str, side: str) -> None:
    seeds = games_of(name, 100)
    won = sum(ended(name, side, seed).winner == side for seed in seeds)
    assert 100 * (won + 1) >= FEWEST[name][side] * len(seeds)  # one may be lost to the dice


@pytest.mark.parametrize("name", FEWEST)
def test_two_of_them_finish_every_game(name: str) -> None:
    for seed in games_of(name, 200):
        assert ended(name, "both", seed).over
