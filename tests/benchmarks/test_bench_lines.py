"""The time of lines of sight and odds, beside icepool, the fastest public peer among the
development pins.
"""

import random

import icepool
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core import dice, lines
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.core.sight import field_of_view, sees
from landships_lab.games.loos.rules import bombardment_odds
from landships_lab.games.loos.rules.bombard import bombardment_result
from tests.core.all_pairs import all_pairs

GRID = Grid(columns=20, rows=20)
WOODS = frozenset(random.Random(1915).sample(list(GRID.hexes()), 100))
HERE, THERE = GRID.hex(10, 10), GRID.hex(18, 16)


@pytest.mark.benchmark(group="one line of sight, ten hexes, warm (bar: 1 us)")
def test_one_line(benchmark: BenchmarkFixture) -> None:
    assert benchmark(sees, HERE, THERE, frozenset()) is True


@pytest.mark.benchmark(group="the trace of a line, ten hexes, cold")
def test_a_trace_that_was_never_asked_for(benchmark: BenchmarkFixture) -> None:
    def trace() -> int:
        lines._offsets.cache_clear()
        return len(lines.trace(HERE, THERE))

    assert benchmark(trace) > 9


@pytest.mark.benchmark(group="field of view, radius 10, a hundred woods (bar: 20 us)")
def test_a_field_of_view(benchmark: BenchmarkFixture) -> None:
    assert HERE in benchmark(field_of_view, HERE, 10, WOODS)


@pytest.mark.benchmark(group="all pairs of a board of 20 x 20 (bar: 5 ms)")
def test_all_pairs(benchmark: BenchmarkFixture) -> None:
    assert benchmark(all_pairs, GRID, WOODS).sees(HERE, HERE)


@pytest.mark.benchmark(group="10d6 (bar: 20 us)")
def test_ten_dice(benchmark: BenchmarkFixture) -> None:
    assert benchmark(dice.sum_of.__wrapped__, dice.D6, 10).mean == 35


@pytest.mark.benchmark(group="10d6 (bar: 20 us)")
def test_ten_dice_by_icepool(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: 10 @ icepool.Die(range(1, 7))).mean() == 35


@pytest.mark.benchmark(group="two stages: a die that says which die comes next (bar: 50 us)")
def test_two_stages(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: dice.D6.then(dice.die)).p(6) > 0


@pytest.mark.benchmark(group="two stages: a die that says which die comes next (bar: 50 us)")
def test_two_stages_by_icepool(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: icepool.d6.map(icepool.d, star=False)).probability(6) > 0


@pytest.mark.benchmark(group="a bombardment of three dice: once worked out, and by every roll")
def test_a_bombardment(benchmark: BenchmarkFixture) -> None:
    assert benchmark(bombardment_odds, "woods", 3).p("•") < 1


@pytest.mark.benchmark(group="a bombardment of three dice: once worked out, and by every roll")
def test_a_bombardment_by_every_roll(benchmark: BenchmarkFixture) -> None:
    def slow() -> dice.Odds[str]:
        return dice.over(
            lambda total, die: bombardment_result("woods", total, die).value,
            dice.sum_of(dice.D6, 3),
            dice.D6,
        )

    assert benchmark(slow) == bombardment_odds("woods", 3)


def test_the_field_is_not_empty() -> None:
    assert len(field_of_view(Hex(0, 0), 10, frozenset())) == 331
