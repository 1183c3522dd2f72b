"""Speed of a game of Loos, for `make bench`.

Choices of one unit with their odds take at most 20 ms, a choice that is taken 5 ms, a replay of the
whole record one second.
"""

from collections.abc import Callable
from typing import Any

from landships_lab.core.dice import Thrown
from landships_lab.games.loos.turn import choices, take
from landships_lab.games.loos.turn.battle import Battle
from landships_lab.games.loos.turn_board import BOARD
from landships_lab.play.records import _happened
from tests.games.loos.turn.test_records import record

Benchmark = Callable[..., Any]


def moment(moves: int) -> Battle:
    """Return the position of the record after so many moves."""
    battle = record().replay(moves)
    assert isinstance(battle, Battle)
    return battle


def odds_of(battle: Battle, unit: str) -> int:
    """Return how many outcomes the choices of a unit have."""
    return sum(len(one.odds) for one in choices(battle, unit) if one.legal)


def test_choices_of_a_unit_that_may_move(benchmark: Benchmark) -> None:
    assert benchmark(odds_of, moment(60), "20a") > 10


def test_choices_of_a_hex_that_may_be_shelled(benchmark: Benchmark) -> None:
    assert benchmark(odds_of, moment(18), "14A") == 4


def test_choices_of_a_unit_that_may_attack(benchmark: Benchmark) -> None:
    assert benchmark(odds_of, moment(6), "1a") > 0


def test_taking_a_bombardment(benchmark: Benchmark) -> None:
    assert benchmark(lambda: take(moment(18), "gas 0601", Thrown((6, 6, 5, 4, 3)))).rolls


def test_taking_a_move(benchmark: Benchmark) -> None:
    assert benchmark(lambda: take(moment(60), "move 20a 0705", Thrown())).situation


def test_replaying_the_record(benchmark: Benchmark) -> None:
    def replayed() -> str:
        _happened.cache_clear()
        return record().replay().over

    assert "British" in benchmark(replayed)


def test_drawing_a_moment(benchmark: Benchmark) -> None:
    battle = moment(60)
    view = BOARD.view(battle)
    assert benchmark(BOARD.picture, battle, view, "20a").figures
