"""Speed of play: the choices of one unit with their odds (wanted: under 20 ms), one move (under
5 ms), a record of 200 moves (under 1 s).
"""

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core.dice import Thrown
from landships_lab.play import Choice, Situation, advice, choices, start, starts, take, turns
from landships_lab.play.advice import decide
from landships_lab.play.records import Move, Record, _happened

EACH = pytest.mark.parametrize("name", starts())


def legal_of(situation: Situation) -> tuple[str, list[Choice]]:
    """Return the first unit that may do something, and what it may do."""
    for unit in situation.now.units(situation):
        found = [one for one in choices(situation, unit) if one.legal and one.unit == unit]
        if found:
            return unit, found
    return "", [one for one in choices(situation) if one.legal]


@pytest.mark.long
@EACH
def test_choices_of_a_unit_with_odds(benchmark: BenchmarkFixture, name: str) -> None:
    situation = start(name)
    unit, _ = legal_of(situation)

    def listed() -> int:
        turns._choices.cache_clear()
        return sum(len(one.odds) for one in choices(situation, unit) if one.legal)

    assert benchmark(listed)


@EACH
def test_one_move(benchmark: BenchmarkFixture, name: str) -> None:
    situation = start(name)
    _, legal = legal_of(situation)
    assert benchmark(lambda: take(situation, legal[0], Thrown(seed=1))).situation


@pytest.mark.long
@EACH
def test_a_decision_of_a_side_that_plays_by_itself(benchmark: BenchmarkFixture, name: str) -> None:
    """Wanted: under 1 s in the median, 3 s at most."""
    situation = start(name)
    decided = benchmark.pedantic(decide, (situation,), setup=advice._ranked.cache_clear, rounds=3)
    assert decided.choice.legal


@pytest.mark.long
@EACH
def test_a_record_of_200_moves(benchmark: BenchmarkFixture, name: str) -> None:
    situation, moves, dice = start(name), list[Move](), random.Random(1)
    most = 200 if benchmark.enabled else 10  # where nothing is measured, a few show that it works
    while len(moves) < most and not situation.over:
        _, legal = legal_of(situation)
        happening = take(situation, dice.choice(legal), Thrown(seed=dice.randrange(1000)))
        moves.append(Move(happening.words, happening.rolls))
        situation = happening.situation
    record = Record(name, moves=tuple(moves))
    _happened.cache_clear()
    again = benchmark.pedantic(record.replay, setup=_happened.cache_clear, rounds=3)
    assert again == situation
