"""Sets of places as bits: the same as sets of places, wherever they are moved; and what is seen
from a place past blocking hexes.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import half_hexes, place_at
from landships_lab.core.place_bits import count_at, counted, levels, numbers, place_bits
from landships_lab.core.shadows import AlongRule, seen_places
from landships_lab.games.free_sight.rules import SightRule, in_sight
from tests.strategies import grids


@given(grid=grids, data=st.data())
@settings(max_examples=60)
def test_a_set_of_places_comes_back_from_its_bits(grid: Grid, data: st.DataObject) -> None:
    board, places = place_bits(grid), sorted(grid.places)
    chosen = set(data.draw(st.lists(st.sampled_from(places), max_size=30)))
    bits = board.gather(chosen)
    assert set(board.places(bits)) == chosen
    assert bits.bit_count() == len(chosen)
    assert bits & board.board == bits
    assert set(board.places(board.hexes)) == set(grid.hexes())


@given(grid=grids, first=st.integers(1, 30), data=st.data())
@settings(max_examples=60)
def test_a_pattern_moved_means_the_offsets_that_lie_on_the_board(
    grid: Grid, first: int, data: st.DataObject
) -> None:
    grid = Grid(grid.lower_columns, grid.columns, grid.rows, min(first, grid.columns))
    board, places = place_bits(grid), sorted(grid.places)
    offset = st.tuples(st.integers(-90, 90), st.integers(-90, 90)).map(
        lambda o: (3 * o[0], 3 * o[1])
    )
    offsets = data.draw(st.lists(offset, max_size=60))
    here = data.draw(st.sampled_from(places))
    there = {place_at(here[0] + dx, here[1] + dy) for dx, dy in offsets}
    assert set(board.places(board.moved(board.pattern(offsets), here))) == {
        place for place in there if place in grid
    }


@given(sets=st.lists(st.tuples(st.integers(0, 2**40 - 1), st.integers(0, 40)), max_size=20))
def test_counts_are_sums_of_weights_and_levels_sort_places_by_them(
    sets: list[tuple[int, int]],
) -> None:
    planes, within = counted(sets), 2**40 - 1
    plain = [sum(weight for bits, weight in sets if bits >> n & 1) for n in range(40)]
    assert [count_at(planes, n) for n in range(40)] == plain
    sorted_out = levels(planes, within)
    assert sorted_out == sorted(sorted_out)
    assert {n: count for count, bits in sorted_out for n in numbers(bits)} == dict(enumerate(plain))


@pytest.mark.parametrize("along", ["both", "either", "each"])
def test_what_is_seen_past_blocking_hexes_is_what_each_line_says(along: AlongRule) -> None:
    grid, dice = Grid(columns=13, rows=11), random.Random(f"shadows {along}")
    board, hexes, places = place_bits(grid), sorted(grid.hexes()), sorted(grid.places)
    for _ in range(24):
        blocking, observer = frozenset(dice.sample(hexes, dice.randint(1, 40))), dice.choice(places)
        rule = SightRule(frozenset({"woods"}), dice.randint(1, 3), dice.random() < 1 / 2, along)
        seen = seen_places(grid, observer, 5, blocking, along, rule.depth, rule.target_blocks)
        for place in places:
            if half_hexes(observer, place) <= 10:
                assert bool(seen >> board.number(place) & 1) == in_sight(
                    rule, blocking, observer, place
                ), (rule, observer, place)
