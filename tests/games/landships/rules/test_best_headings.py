"""Formations and best headings: no other headings are better, by trying all of them."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from landships_lab.core.answer import judge
from landships_lab.core.hexes import Heading
from landships_lab.core.place_bits import count_at
from landships_lab.games.landships.rules import legal_headings, range_hexes
from landships_lab.games.landships.rules.best_headings import (
    _Search,
    fewest_blind,
    most_on,
    turned,
)
from landships_lab.games.landships.rules.coverage import SHADES, counts, coverage
from landships_lab.games.landships.rules.force import (
    Conditions,
    Force,
    of_side,
    places_within,
)
from tests.games.landships.rules.test_coverage import (
    BOARD,
    GRID,
    PLACES,
    conditions,
    drawn,
    forces,
    place,
    tank,
)


def blind_of(units: Force, given_by: Conditions, within: int) -> int:
    return int(coverage(units, given_by, "both", within=within).detail.blind.bit_count())


def all_headings(units: Force) -> Iterator[tuple[Heading, ...]]:
    return product(*(legal_headings(one.unit.unit_class, one.place) for one in units))


@pytest.mark.parametrize("seed", range(8))
def test_no_other_headings_leave_fewer_blind_places(seed: int) -> None:
    dice = random.Random(f"blind {seed}")
    near = [p for p in PLACES if range_hexes(p, place("0706")) <= 2 + seed % 3]
    units, given_by, within = drawn(dice, 2, near), conditions(dice), dice.randint(1, 6)
    found = fewest_blind(units, given_by, within)
    assert found.proven
    assert blind_of(turned(units, units, found.headings), given_by, within) == found.value
    assert found.value == min(
        blind_of(turned(units, units, other), given_by, within) for other in all_headings(units)
    )


def test_three_whippets_are_turned_as_well_as_brute_force_can() -> None:
    units = (
        tank("0605", "N", "whippet"),
        tank("0805", "N", "whippet", number=2),
        tank("0706/0806", "NNE", "a7v", number=3),
    )
    found = fewest_blind(units, Conditions(GRID), 6)
    assert found.value == min(
        blind_of(turned(units, units, other), Conditions(GRID), 6) for other in all_headings(units)
    )


def test_headings_that_are_as_good_as_any_stay() -> None:
    for force, given_by in forces()[:4]:
        best = turned(force, force, fewest_blind(force, given_by, 3).headings)
        assert fewest_blind(best, given_by, 3).headings == tuple(one.heading for one in best)


@pytest.mark.parametrize(
    ("branches", "best", "left"),
    [(1, (Heading.N, Heading.N), 0), (2, (Heading.S, Heading.S), 0), (3, (Heading.S,) * 2, 1)],
)
def test_a_search_ends_after_as_many_branches_as_it_may_try(
    branches: int, best: tuple[Heading, ...], left: int
) -> None:
    """Turning one unit alone makes it worse: four places with both to the north, three with one
    turned, six with both to the south. The second branch is the first to try both at once.
    """
    one, other = [
        [(Heading.N, 0b000011), (Heading.S, 0b011100)],
        [(Heading.N, 0b001100), (Heading.S, 0b100011)],
    ]
    search = _Search([one, other], branches)
    assert (tuple(search.run()), search.left) == (best, left)


@pytest.mark.parametrize("shade", SHADES)
def test_no_other_headings_bring_more_to_bear_on_a_place(shade: str) -> None:
    dice = random.Random(f"most {shade}")
    for _ in range(4):
        units, given_by, target = drawn(dice, 2), conditions(dice), dice.choice(PLACES)
        found = most_on(units, given_by, target, shade)

        def on_target(headings: tuple[Heading, ...]) -> int:
            shown = counts(turned(units, units, headings), given_by, shade)  # noqa: B023 - called here
            return count_at(shown, BOARD.number(target))  # noqa: B023 - called here

        assert on_target(found.headings) == found.value == max(map(on_target, all_headings(units)))


def test_sides_are_kept_apart() -> None:
    force = (tank("0708", "N"), tank("0703", "N", "a7v", "German"))
    assert of_side(force, "both") == force
    assert [one.name for one in of_side(force, "German")] == ["A7V 1"]
    assert places_within(place("0708"), 0, GRID).bit_count() == 7  # the hex and its six hexsides
    assert judge(coverage(force, Conditions(GRID)).steps) is True
