"""The fire of a whole force on a board of 40 x 30, and the same work done by the plain way.

Aims in the kernel: a drag of one of 24 units under 10 ms, the whole under 40, best headings of six
vehicles under 200, the safest way under 50. The plain way asks `verdict`, which is `can_target`
without its reasons, of every weapon and place; it tries all headings of three vehicles where the
search turns six; it relaxes all steps until nothing changes.
"""

import random
from dataclasses import replace
from functools import cache
from itertools import cycle, product

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Place
from landships_lab.core.place_bits import Planes, place_bits
from landships_lab.games.landships.rules import UNITS, legal_headings, range_hexes
from landships_lab.games.landships.rules.best_headings import Headings, fewest_blind
from landships_lab.games.landships.rules.coverage import Coverage, counts, coverage
from landships_lab.games.landships.rules.force import (
    Conditions,
    Deployed,
    Force,
    bearings,
    bears_on,
    places_within,
)
from landships_lab.games.landships.rules.safest_way import exposure, safest_way
from landships_lab.games.landships.rules.shot import shot, verdict
from tests.games.landships.rules.test_coverage import plain_costs

GRID = Grid(columns=40, rows=30)
BOARD, CONDITIONS = place_bits(GRID), Conditions(GRID)
PLACES: list[Place] = sorted(GRID.places)
WITHIN = 6


def drawn(number: int, seed: int, among: list[Place]) -> Force:
    """So many vehicles, of six and of four weapons in turn: five each."""
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


def plainly(force: Force) -> int:
    """The places that a force bears on, asked weapon by weapon and place by place."""
    shots = [
        shot(one.unit, weapon, one.place, one.heading)
        for one in force
        for weapon in one.unit.weapons.values()
    ]
    return BOARD.gather(
        {place for fired in shots for place in PLACES if verdict(fired, place) is True}
    )


def test_the_whole_force(benchmark: BenchmarkFixture) -> None:
    def anew() -> Coverage:
        bearings.cache_clear()
        return whole(FORCE)

    assert benchmark(anew).hexes(BOARD.hexes) == 1200


@pytest.mark.long
def test_the_whole_force_plainly(benchmark: BenchmarkFixture) -> None:
    assert benchmark.pedantic(plainly, (FORCE,), rounds=1) == whole(FORCE).covered


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


def test_a_drag_of_one_unit_plainly(benchmark: BenchmarkFixture) -> None:
    """Only the unit that moved."""
    assert benchmark.pedantic(plainly, (FORCE[:1],), rounds=3) == bears_on(FORCE[0], CONDITIONS)


def test_the_best_headings_of_six_vehicles(benchmark: BenchmarkFixture) -> None:
    found = benchmark(fewest_blind, SIX, CONDITIONS, WITHIN)
    assert found.proven


def test_the_best_headings_of_three_vehicles(benchmark: BenchmarkFixture) -> None:
    assert (
        benchmark(fewest_blind, SIX[:3], CONDITIONS, WITHIN).value == every_heading(SIX[:3]).value
    )


def test_the_best_headings_of_three_vehicles_plainly(benchmark: BenchmarkFixture) -> None:
    assert benchmark.pedantic(every_heading, (SIX[:3],), rounds=3).proven


def every_heading(units: Force) -> Headings:
    """The best headings by trying all of them, with sets of places."""
    near = {
        place for one in units for place in BOARD.places(places_within(one.place, WITHIN, GRID))
    } - {one.place for one in units}
    choices = []
    for one in units:
        turned = (replace(one, heading=heading) for heading in legal_headings(3, one.place))
        choices.append(
            [
                (other.heading, set(BOARD.places(bears_on(other, CONDITIONS))) & near)
                for other in turned
            ]
        )
    best = max(
        product(*choices), key=lambda chosen: len(set().union(*(covered for _, covered in chosen)))
    )
    return Headings(
        tuple(h for h, _ in best), len(near) - len(set().union(*(covered for _, covered in best)))
    )


def test_the_safest_way_across_the_board(benchmark: BenchmarkFixture) -> None:
    assert benchmark(safest_way, GRID, START, END, guns())[-1] == END


@pytest.mark.long
def test_the_safest_way_across_the_board_plainly(benchmark: BenchmarkFixture) -> None:
    plain = benchmark.pedantic(plain_costs, (GRID, START, guns(), frozenset()), rounds=1)
    way = safest_way(GRID, START, END, guns())
    assert plain[END] == (exposure(way[1:], guns(), GRID).gun_steps, len(way) - 1)
