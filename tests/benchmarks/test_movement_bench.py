"""A movement field on a painted board of 30 x 20, and the first picture of the Brickyard."""

import random

from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.panels.brickyard import Brickyard
from landships_lab.games.landships.rules import March, Reached, drift_field, reachable
from landships_lab.games.landships.rules.march import _entry, _search

GRID = Grid(columns=30, rows=20)
DICE = random.Random(1)
KINDS = ("woods", "road", "town", "water", "marsh", "shell-holes")
BOARD = TerrainMap(
    frozenset((h, DICE.choice(KINDS)) for h in sorted(GRID.hexes()) if DICE.random() < 0.6)
)
PLACES = len(GRID.places)  # asked once a board: which places it has


def field(mp: int) -> Reached:
    """A whole field from nothing: what every place costs, then the search."""
    _entry.cache_clear()
    _search.cache_clear()
    march = March(GRID, BOARD, mp=mp)
    reached = reachable(march, GRID.place("1510"), Heading.N)
    drift_field(march, reached)
    return reached


def test_the_field_of_a_long_move(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(field, 20).mp_left) > 300


def test_the_field_of_the_whole_board(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(field, 99).mp_left) > PLACES // 2


def test_the_brickyard_from_its_line_to_its_picture(benchmark: BenchmarkFixture) -> None:
    panel_type = Brickyard

    def first() -> int:
        state = panel_type.initial()
        return len(state.picture(state.ask()).figures)

    assert benchmark(first) > 10
