"""Games of a side that plays by itself against a player who moves at random, or against itself."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

from landships_lab.core.dice import Thrown
from landships_lab.play import Situation, choices, take
from landships_lab.play.advice import decide

#: A game that takes more moves goes on for ever.
MOST_MOVES = 3000


@dataclass(frozen=True)
class Game:
    """How a game ended, who won it, and the seconds of each decision of the side that plays by
    itself.
    """

    over: str
    winner: str
    seconds: tuple[float, ...]


def played(begin: Situation, side: str, seed: int) -> Game:
    """Play a game to its end: this side by itself, cautious, or "both", the first one bold."""
    dice, situation, seconds = random.Random(seed), begin, list[float]()
    for _ in range(MOST_MOVES):
        if situation.over:
            break
        acts = situation.now.side(situation)
        if side in (acts, "both"):
            bold = side == "both" and acts == situation.sides[0]
            before = process_time()
            one = decide(situation, "bold" if bold else "cautious").choice
            seconds.append(process_time() - before)
        else:
            one = dice.choice([one for one in choices(situation) if one.legal])
        situation = take(situation, one, Thrown(seed=dice.randrange(10**6))).situation
    return Game(situation.over, situation.winner, tuple(seconds))


def check_times(games: Sequence[Game]) -> None:
    """Fail where a decision takes more than three seconds, or half of them more than one."""
    seconds = [one for game in games for one in game.seconds]
    assert median(seconds) < 1
    assert max(seconds) < 3
