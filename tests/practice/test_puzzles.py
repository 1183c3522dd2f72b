"""Puzzles: each is proved, none solves itself, and luck does not help with the hard ones."""

import random

import pytest

from landships_lab.practice.generator import MIXED
from landships_lab.practice.puzzles import Family, families_of, prove
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.made import made_puzzle

pytestmark = pytest.mark.long

FAMILIES = families_of(MIXED)
#: How many of the picked ones, which readers see first, and how many others are tried.
PICKED, SEEDS = tries(2, 6), range(tries(1, 8))


def puzzles(family: Family) -> list[Task]:
    return [made_puzzle(family, seed) for seed in (*family.picked[:PICKED], *SEEDS)]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_puzzle_is_solved_by_its_solutions_and_not_by_its_start(family: Family) -> None:
    for puzzle in puzzles(family):
        start = puzzle.open()
        assert not puzzle.solved(start), puzzle.link
        assert puzzle.allows(start)
        assert prove(puzzle) == (puzzle.ways, puzzle.tried)
        for text in puzzle.ways:
            assert puzzle.solved(puzzle.panel.parse(text)), (puzzle.link, text)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_every_state_in_reach_is_one_that_its_panel_answers_and_that_is_free(
    family: Family,
) -> None:
    puzzle = made_puzzle(family, 1)
    start = puzzle.open()
    reach = list(puzzle.free.reach(start))
    assert len({state.text() for state in reach}) == len(reach)
    for state in random.Random(1).sample(reach, min(40, len(reach))):
        assert puzzle.allows(state), state.text()
        assert type(state).parse(state.text()) == state.settled()
        state.answer()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_condition_that_fails_says_what_is_missing(family: Family) -> None:
    for puzzle in puzzles(family):
        for text in (puzzle.start, puzzle.tempting):
            if not text:
                continue
            state = puzzle.panel.parse(text)
            failing = [held for held in puzzle.judged(state) if not held.true]
            assert failing, (puzzle.link, text)
            assert all(held.missing.endswith(".") for held in failing), puzzle.link
            assert failing[0].missing in puzzle.hints(state)[1]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_tempting_way_is_in_reach_and_the_puzzle_says_why_it_fails(family: Family) -> None:
    puzzle = made_puzzle(family, 1)
    if puzzle.tempting:
        states = {state.text() for state in puzzle.free.reach(puzzle.open())}
        assert puzzle.panel.parse(puzzle.tempting).text() in states
        assert puzzle.trap.endswith(".")


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_hard_puzzle_takes_a_random_player_more_than_twenty_tries(family: Family) -> None:
    """He tries a state in reach at random, again and again; the mean of that is known exactly."""
    for puzzle in puzzles(family):
        if puzzle.rating >= 1210:
            assert puzzle.tried > 20 * len(puzzle.ways), puzzle.link


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_the_picked_puzzles_are_six_and_differ(family: Family) -> None:
    assert len(set(family.picked)) == 6
    starts = [made_puzzle(family, seed).start for seed in family.picked[:PICKED]]
    assert len(set(starts)) == len(starts)


def test_there_are_fourteen_families_over_the_five_games() -> None:
    assert len(FAMILIES) >= 14
    assert {family.id.partition(":")[0] for family in FAMILIES} == {
        "landships",
        "loos",
        "one_hour",
        "landser",
        "paychest",
    }
