"""Puzzles on the table: whatever is shown as a solution, a Unit in play may go there."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.plane import spot
from landships_lab.games.one_hour.panels.sight import OneHourSight
from landships_lab.games.one_hour.practice.puzzles import FAMILIES
from landships_lab.games.one_hour.practice.puzzles_table import ends_move, opened
from landships_lab.games.one_hour.rules.ground import Table, table_of
from landships_lab.games.one_hour.rules.path import March
from landships_lab.games.one_hour.turn import START, OneHourGame, take
from landships_lab.games.one_hour.turn.moving import Moving
from landships_lab.games.one_hour.turn.situation import place_of
from landships_lab.panel.links import read_link
from landships_lab.practice import puzzle
from landships_lab.practice.conditions import Held
from landships_lab.practice.task import Task
from tests.effort import tries

pytestmark = pytest.mark.long

PICKED = {family.id: family.picked for family in FAMILIES}
ON_THE_TABLE = ("one_hour:sees-unseen", "one_hour:way-off")
#: Seeds whose only solutions led through an enemy, and the one that needed a bend.
THROUGH_ENEMIES = [
    *(("one_hour:way-off", seed) for seed in (3, 12, 46, 73, 100)),
    *(("one_hour:sees-unseen", seed) for seed in (33, 50, 79, 94)),
]


def check_ways(task: Task) -> None:
    """Play accepts the straight move to each solution."""
    start, begin = read_link(task.start), START["flank-attack"]
    assert isinstance(start, OneHourSight)
    assert isinstance(begin, OneHourGame)
    assert task.ways
    for way in task.ways:
        solution = read_link(way)
        assert isinstance(solution, OneHourSight)
        moving = Moving(start.firer, March((6,) * start.one.row.dice))
        game = replace(begin.call(moving), table=start.table)
        after = take(game, f"to {place_of(solution.one)}", Thrown(seed=1)).situation
        assert isinstance(after, OneHourGame)
        assert after.table.unit(start.firer) == solution.one


@pytest.mark.parametrize(("family", "seed"), THROUGH_ENEMIES)
def test_no_solution_leads_through_an_enemy(family: str, seed: int) -> None:
    check_ways(puzzle("one_hour", seed=seed, family=family))


@pytest.mark.parametrize("family", ON_THE_TABLE)
def test_play_accepts_the_way_of_puzzles_picked_by_hand(family: str) -> None:
    for seed in PICKED[family]:
        check_ways(puzzle("one_hour", seed=seed, family=family))


@pytest.mark.parametrize("family", ON_THE_TABLE)
def test_play_accepts_the_way_of_every_solution(family: str) -> None:
    for seed in range(13, 13 + tries(3, 88)):
        check_ways(puzzle("one_hour", seed=seed, family=family))


def test_a_place_behind_an_enemy_is_refused_with_him_as_the_reason() -> None:
    """Lines 262 and 293: the place is near enough and free, the straight way to it is not."""
    table = table_of("flank-attack")
    enemy = table.unit("Mortars").at(spot(18, 15))
    table = table.put(enemy)
    there = table.put(table.unit("Cruds-1").at(spot(18, 10)))
    behind = judge_of(table)(opened("flank-attack", there, "Cruds-1", "Mortars"))
    assert behind == Held(False, "The straight way is blocked by Mortars.")
    table = table.put(enemy.at(spot(8, 15)))
    there = table.put(table.unit("Cruds-1").at(spot(18, 10)))
    assert judge_of(table)(opened("flank-attack", there, "Cruds-1", "Mortars")).true


def test_a_place_that_is_taken_is_refused_with_who_stands_there_as_the_reason() -> None:
    """Line 293: what is said is the cause, and not the first thing that was looked at."""
    table = table_of("flank-attack")
    there = table.put(table.unit("Cruds-1").at(spot(18, 25)))
    held = judge_of(table, 9)(opened("flank-attack", there, "Cruds-1", "Mortars"))
    assert held == Held(False, "It would stop on a base of Cruds-2 or between its bases.")


def judge_of(table: Table, far: int = 11) -> Callable[[OneHourSight], Held]:
    return ends_move(table, "Cruds-1", far).judge
