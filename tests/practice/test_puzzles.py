"""Puzzles: each is proved, none solves itself, and luck does not help with the hard ones."""

import random

import pytest

from landships_lab.practice.generator import MIXED
from landships_lab.practice.puzzles import ONE_IN, Family, families_of, prove
from landships_lab.practice.task import Task
from tests.effort import tries
from tests.made import made_puzzle

pytestmark = pytest.mark.long

FAMILIES = families_of(MIXED)
#: How many tries a random player needs at least for a picked one.
HARD, LEAST = 19, {"loos": 30}
#: How many of the picked ones, which readers see first, and how many others are tried.
PICKED, SEEDS = tries(2, 6), range(tries(1, 8))


def puzzles(family: Family) -> list[Task]:
    return [made_puzzle(family, seed) for seed in (*family.picked[:PICKED], *SEEDS)]


EACH = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)


@EACH
def test_a_puzzle_is_solved_by_its_solutions_and_what_fails_says_what_is_missing(
    family: Family,
) -> None:
    for puzzle in puzzles(family):
        start = puzzle.open()
        assert not puzzle.solved(start), puzzle.link
        assert puzzle.allows(start)
        assert prove(puzzle) == (puzzle.ways, puzzle.tried)
        for text in puzzle.ways:
            assert puzzle.solved(puzzle.panel.parse(text)), (puzzle.link, text)
        for text in filter(None, (puzzle.start, puzzle.tempting)):
            state = puzzle.panel.parse(text)
            failing = [held for held in puzzle.judged(state) if not held.true]
            assert failing, (puzzle.link, text)
            assert all(held.missing.endswith(".") for held in failing), puzzle.link
            assert failing[0].missing in puzzle.hints(state)[1]
        # A random player tries a state in reach again and again; the mean of that is known exactly.
        assert puzzle.tries == puzzle.tried / len(puzzle.ways) >= ONE_IN, puzzle.link


@EACH
def test_a_state_in_reach_is_one_that_its_panel_answers_and_the_tempting_way_is_among_them(
    family: Family,
) -> None:
    puzzle = made_puzzle(family, 1)
    reach = {state.text(): state for state in puzzle.free.reach(puzzle.open())}
    assert len(reach) == len(list(puzzle.free.reach(puzzle.open())))
    for state in random.Random(1).sample([*reach.values()], min(40, len(reach))):
        assert puzzle.allows(state), state.text()
        assert type(state).parse(state.text()) == state.settled()
        state.answer()
    if puzzle.tempting:
        assert puzzle.panel.parse(puzzle.tempting).text() in reach
        assert puzzle.trap.endswith(".")


def test_the_picked_puzzles_of_the_fourteen_families_are_six_hard_ones_that_differ() -> None:
    games = {"landships", "loos", "one_hour", "landser", "paychest"}
    assert {family.id.partition(":")[0] for family in FAMILIES} == games
    assert len(FAMILIES) >= 14
    for family in FAMILIES:
        assert len(set(family.picked)) == 6
        starts = [made_puzzle(family, seed).start for seed in family.picked[:PICKED]]
        assert len(set(starts)) == len(starts)
        least = LEAST.get(family.id.partition(":")[0], HARD)
        assert all(made_puzzle(family, seed).tries >= least for seed in family.picked[:PICKED])
