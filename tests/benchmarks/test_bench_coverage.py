"""The fire of a whole force on a board of 40 x 30.

Aims in the kernel: a drag of one of 24 units under 10 ms, the whole under 40, best headings of six
vehicles under 200, the safest way under 50.
"""

import random
from dataclasses import replace
from functools import cache
from itertools import cycle

from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Place
from landships_lab.core.place_bits import Planes, place_bits
from landships_lab.games.landships.analysis.best_headings import fewest_blind
from landships_lab.games.landships.analysis.coverage import (
    Conditions,
    Coverage,
    Deployed,
    Force,
    bearings,
    counts,
    coverage,
)
from landships_lab.games.landships.analysis.safest_way import safest_way
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes

GRID = Grid(columns=40, rows=30)
CONDITIONS = Conditions(GRID)
PLACES: list[Place] = sorted(GRID.places)
WITHIN = 6


def drawn(number: int, seed: int, among: list[Place]) -> Force:
    """This many vehicles, of six and of four weapons in turn: five each."""
    dice = random.Random(seed)
    found = []
    for n in range(number):
        here = dice.choice(among)
        unit, side = (UNITS["a7v"], "German") if n % 2 else (UNITS["mk-iv-male"], "British")
        found.append(Deployed(unit, here, dice.choice(legal_headings(3, here)), side, n + 1))
    return tuple(found)


MIDDLE = [h for h in sorted(GRID.hexes()) if range_hexes(GRID.place("2015"), h) <= 4]
FORCE, SIX, START, END = (
    drawn(24, 1, PLACES),
    drawn(6, 4, [*MIDDLE]),
    GRID.place("0101"),
    GRID.place("4030"),
)


@cache
def guns() -> Planes:
    """How many guns bear on each place; what is measured takes them as given."""
    return counts(FORCE, CONDITIONS)


def whole(force: Force) -> Coverage:
    """The counts, levels and blind places of a force."""
    found: Coverage = coverage(force, CONDITIONS, "both", within=WITHIN).detail
    assert found.levels
    return found


def test_the_whole_force(benchmark: BenchmarkFixture) -> None:
    def anew() -> Coverage:
        bearings.cache_clear()
        return whole(FORCE)

    assert benchmark(anew).hexes(place_bits(GRID).hexes) == 1200


def test_a_drag_of_one_unit(benchmark: BenchmarkFixture) -> None:
    """A new place each time, the other 23 units where they were."""
    whole(FORCE)
    moved = cycle(
        [
            replace(FORCE[0], place=p)
            for p in PLACES[::7]
            if FORCE[0].heading in legal_headings(3, p)
        ]
    )
    assert benchmark(lambda: whole((next(moved), *FORCE[1:]))).counts


def test_the_best_headings_of_six_vehicles(benchmark: BenchmarkFixture) -> None:
    assert benchmark(fewest_blind, SIX, CONDITIONS, WITHIN).proven


def test_the_safest_way_across_the_board(benchmark: BenchmarkFixture) -> None:
    assert benchmark(safest_way, GRID, START, END, guns())[-1] == END
