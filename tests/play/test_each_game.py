"""A few random games of each rule set, for the quick run: the laws that `make all` holds many games
to (`test_laws.py` and its neighbours in the turn room of each game).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from landships_lab.games.loos.turn_board import BOARD
from landships_lab.play import Choice, Situation, choices
from tests.games.landser.turn import positions as landser_positions
from tests.games.landser.turn import test_over_games as landser
from tests.games.landships.turn import moves as landships_moves
from tests.games.landships.turn import test_laws as landships
from tests.games.loos.turn import moments as loos_moments
from tests.games.loos.turn import promises as loos_promises
from tests.games.loos.turn import test_board as loos_board
from tests.games.loos.turn import test_laws as loos
from tests.games.one_hour.turn import positions as one_hour_positions
from tests.games.one_hour.turn import test_moments as one_hour
from tests.games.paychest.turn import test_laws as paychest
from tests.play import laws

#: Games of a rule set, moves of a game, and choices that are explained in its last moment.
GAMES, MOVES, ASKED = 3, 20, 4


def _words(_situation: Any, one: Choice) -> str:
    return one.words


class Laws(NamedTuple):
    """What the laws of a game need: where a game begins, which positions can be, which moments came
    with a move, whether what a choice says has happened, whether the panel that explains a choice
    agrees, and the words of a choice that is refused, with its target.
    """

    begin: Callable[[int], Situation]
    check: Callable[[Situation], None]
    moments: laws.Moments
    check_promise: Callable[[Any, Any], None]
    check_explained: Callable[[Any, Choice], object]
    words: Callable[[Any, Choice], str] = _words


def _loos_agrees(battle: Any, one: Choice) -> None:
    panel = BOARD.explain(battle, one)
    assert panel is None or loos_board.agree(battle, one, panel), one


OF = {
    "landser": Laws(
        landser_positions.battered,
        landser_positions.check,
        landser.moments,
        landser.check_promise,
        landser.check_explained,
        landser._with_target,
    ),
    "landships": Laws(
        lambda seed: landships.begun(seed, read=False),
        landships.check,
        landships_moves.moments,
        landships.check_promise,
        landships.check_explained,
    ),
    "loos": Laws(
        loos.begin, loos.possible, loos_moments.moments, loos_promises.check_promise, _loos_agrees
    ),
    "one_hour": Laws(
        one_hour_positions.moment,
        one_hour_positions.check,
        one_hour.moments,
        one_hour.check_promise,
        one_hour.check_explained,
        one_hour._with_target,
    ),
    "paychest": Laws(
        paychest.begun,
        paychest.check,
        paychest.moments,
        paychest.check_promise,
        paychest.check_explained,
    ),
}


@pytest.mark.parametrize("game", OF)
def test_marks_promises_and_causes_hold_in_random_games_under_random_readings(game: str) -> None:
    of = OF[game]
    for seed in range(GAMES):
        begin = laws.with_random_readings(of.begin(seed), seed)
        for before, happening in laws.random_game(begin, seed, lambda _: None, most=MOVES):
            laws.check_marks(before, happening, of.moments)
            of.check_promise(before, happening)
        of.check(before)
        laws.check_odds(before, happening)
        for one in choices(before)[:ASKED]:
            of.check_explained(before, one)
        refusals = [one for one in choices(before) if not one.legal and one.why]
        for one in refusals[: seed == 0]:
            laws.check_cause(before, of.words(before, one))
