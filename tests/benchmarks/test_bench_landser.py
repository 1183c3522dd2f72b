"""The time that the questions of the Landser panels take."""

from dataclasses import replace
from fractions import Fraction

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from landships_lab.core.dice import Thrown
from landships_lab.games.landser.rules import (
    Shot,
    Soldier,
    Target,
    Throw,
    exposures,
    fire_odds,
    fire_tree,
    heat,
)
from landships_lab.panel import CATALOG
from landships_lab.panel.panel import Panel
from landships_lab.play import choices, take
from tests.benchmarks import asked_anew
from tests.games.landser.turn.test_board import begun as first_turn


@pytest.mark.parametrize(
    "shot",
    [Shot("rifle", 4), Shot("smg", 20, moving_vehicle=True), Shot("launcher", 8)],
    ids=lambda s: s.weapon,
)
def test_one_full_tree(benchmark: BenchmarkFixture, shot: Shot) -> None:
    tree = benchmark(fire_tree, shot, Target(serious_wounds=1))
    assert tree.chance == 1


def test_the_odds_of_one_shot(benchmark: BenchmarkFixture) -> None:
    assert benchmark(fire_odds, Shot("rifle", 4)).p("miss") == Fraction(1, 6)


def test_a_heat_map(benchmark: BenchmarkFixture) -> None:
    field = [
        Soldier("", (Fraction(x, 2), Fraction(y, 2)))
        for x in range(-10, 11)
        for y in range(-10, 11)
    ]
    found = benchmark(exposures, Throw((Fraction(5, 4), 7), (0, 0)), field)
    assert max(danger.caught for danger in found) > Fraction(1, 2)


@pytest.mark.parametrize(
    "panel_type",
    [CATALOG[key] for key in CATALOG if key.startswith("landser:")],
    ids=lambda e: e.id,
)
def test_a_gesture_answered_and_drawn(benchmark: BenchmarkFixture, panel_type: type[Panel]) -> None:
    state = panel_type.initial()

    def answered() -> object:
        heat.cache_clear()  # a dragged grenade is a new one each time
        return state.picture(asked_anew(state))

    assert benchmark(answered)


@pytest.mark.parametrize("name", ["G-leader", "G-gunner", "G-rifle-1"])
def test_all_that_one_man_of_a_firefight_may_do(benchmark: BenchmarkFixture, name: str) -> None:
    begun = replace(first_turn("firefight"))

    def odds() -> int:
        found = choices(replace(begun), name)
        return sum(len(one.odds) for one in found if one.legal)

    assert benchmark(odds) > 20


def test_a_shot_in_a_firefight(benchmark: BenchmarkFixture) -> None:
    begun = first_turn("firefight")
    happening = benchmark(lambda: take(begun, "fire G-rifle-1 B-leader", Thrown((4, 5, 3))))
    assert happening.situation != begun
