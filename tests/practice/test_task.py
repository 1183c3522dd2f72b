"""A question and a puzzle are one thing, a task, with the names that others call from outside."""

import inspect

import pytest

from landships_lab import practice
from landships_lab.panel.links import read_link
from landships_lab.practice.generator import MIXED, RULE_SETS, make_up
from landships_lab.practice.puzzles import families_of, make_puzzle
from landships_lab.practice.task import BOARD, CHOOSE, TYPE


@pytest.mark.parametrize("game", [*RULE_SETS, MIXED])
def test_a_question_has_the_names_of_a_task(game: str) -> None:
    asked = practice.question(game)
    assert asked == practice.question(game, seed=7, level=2)
    assert asked.kind in {kind.id for kind in practice.kinds(game)}
    assert isinstance(read_link(asked.start), asked.panel)
    assert (asked.reply == CHOOSE) == bool(asked.choices) or asked.reply == BOARD
    assert asked.right in asked.explain()
    assert asked.mark(asked.right).right
    assert (asked.conditions, asked.solutions) == ((), 0)
    assert not asked.solved(asked.open())


@pytest.mark.long
@pytest.mark.parametrize("game", [*RULE_SETS, MIXED])
def test_a_puzzle_has_the_names_of_a_task(game: str) -> None:
    made = practice.puzzle(game, seed=7)
    assert made == practice.puzzle(game)
    start = made.open()
    assert made.hold(start) == tuple(held.true for held in made.judged(start))
    assert len(made.hold(start)) == len(made.conditions) > 0
    assert not all(made.hold(start))
    assert not made.solved(start)
    assert (made.solutions, made.reply, made.choices) == (len(made.ways), BOARD, ())
    assert made.solved(read_link(made.right))
    assert made.mark(made.right).right
    mark = made.mark(made.start)
    assert not mark.right
    assert mark.sentence.startswith("Not quite: ")
    assert made.shown_solution() in made.explain()


@pytest.mark.long
def test_a_family_is_named_with_its_game_or_without() -> None:
    for game in RULE_SETS:
        family = families_of(game)[0]
        name = family.id.partition(":")[2]
        assert practice.puzzle(game, 1, name) is make_puzzle(family, 1)
        assert practice.puzzle(MIXED, seed=1, family=family.id) is make_puzzle(family, 1)
    for wrong, right in (("astrid", "astride"), ("landships:astrid", "landships:astride")):
        with pytest.raises(ValueError, match=f"The nearest is {right}"):
            practice.puzzle("landships", family=wrong)
    with pytest.raises(ValueError, match="The nearest is loos"):
        practice.puzzle("loo")
    with pytest.raises(ValueError, match="A seed is a whole number"):
        practice.puzzle("loos", seed=-1)


def test_a_state_that_changes_more_than_is_free_solves_nothing() -> None:
    made = practice.puzzle("landships", family="astride")
    other = practice.puzzle("landships", seed=8, family="astride")
    assert not made.solved(read_link(other.right))
    assert not made.mark(other.right).right
    with pytest.raises(ValueError, match="nothing"):
        made.mark("nothing")


@pytest.mark.parametrize(
    ("kind", "reply"),
    [("one_hour:fire", TYPE), ("landships:positions", CHOOSE), ("landships:closer", BOARD)],
)
def test_a_reply_is_chosen_typed_or_given_on_the_board(kind: str, reply: str) -> None:
    assert make_up(kind, 1, 1).reply == reply


def test_the_names_take_what_the_handbook_says() -> None:
    assert list(inspect.signature(practice.question).parameters) == ["game", "seed", "level"]
    assert list(inspect.signature(practice.puzzle).parameters) == ["game", "seed", "family"]
