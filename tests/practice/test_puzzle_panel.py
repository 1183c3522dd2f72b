"""A puzzle on the page: what is free can be changed and nothing else, hints come one at a time, and
only what the reader solves counts.
"""

from pathlib import Path

import pytest

from landships_lab import FireArcs, Guess, Puzzle, Tables
from landships_lab.panel import CATALOG
from landships_lab.practice import keeping
from landships_lab.practice.generator import MIXED
from landships_lab.practice.guesses import guess_at
from landships_lab.practice.puzzle_sheet import puzzle_sheet
from landships_lab.practice.puzzles import families_of, read_which

WHICH = "landships:astride 1"
FIRE = "landships:fire mk-iv-male@1007/1008 E weapon 57mm-starboard target 1306"


def test_what_is_not_free_is_refused_with_one_sentence_and_nothing_changes(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    before = puzzle.panel.state
    assert "target" not in puzzle.task.free.parts
    puzzle.panel.dispatch("target", "1006")
    assert puzzle.panel.state == before
    with pytest.raises(ValueError, match="belongs to the puzzle"):
        puzzle.panel.go_to(FIRE)
    assert {control.id for control in puzzle.panel.offered()} <= set(puzzle.task.free.controls)


def test_a_puzzle_that_is_solved_counts_once_and_is_kept(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    solution = puzzle.panel.panel_type.parse(puzzle.task.ways[0])
    puzzle.panel.state = solution
    assert puzzle.solved
    puzzle.panel.undo()
    puzzle.panel.state = solution
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 1)
    kept = keeping.load(tmp_path / "drill_puzzles.json").progress
    assert kept == puzzle.progress
    assert kept.rating > 1000
    puzzle.next()
    assert not puzzle.solved
    assert puzzle.task.link != WHICH


def test_a_puzzle_that_is_shown_or_skipped_counts_as_not_solved(tmp_path: Path) -> None:
    puzzle = Puzzle("mixed", folder=tmp_path)
    puzzle.show_solution()
    assert puzzle.solved
    puzzle.show_solution()
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 0)
    puzzle.next()
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 0)
    puzzle.next()
    assert (puzzle.progress.asked, puzzle.progress.right) == (2, 0)


def test_hints_come_one_at_a_time_and_end(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    told = []
    for number in (1, 2, 3, 3):
        puzzle.hint()
        told.append(puzzle.panel._told.value)
        assert f"Hint {number} of 3" in told[-1]
    assert told[2] == told[3]


@pytest.mark.long
def test_every_name_of_puzzles_opens_one_and_any_other_is_refused() -> None:
    for which in ("landships", "loos", "one_hour", "landser", "paychest", MIXED, "today", WHICH):
        assert read_which(which).solutions
    for wrong, told in (
        ("landship", "The nearest is landships"),
        ("landships:astrid 1", "The nearest is landships:astride"),
        ("landships:astride x", "is no puzzle"),
        ("landships:astride", "is no puzzle"),
        ("<b>:x 1", "family of puzzles"),
    ):
        with pytest.raises(ValueError, match=told):
            read_which(wrong)


@pytest.mark.long
def test_ten_puzzles_fit_on_paper_with_their_solutions() -> None:
    assert len(puzzle_sheet(MIXED, 10).pages) >= 3
    with pytest.raises(ValueError, match="1 to 30 puzzles"):
        puzzle_sheet(MIXED, 31)


@pytest.mark.long
def test_the_first_puzzles_are_those_picked_by_hand() -> None:
    families = families_of("landships")
    first = [read_which("landships", number) for number in range(1, len(families) + 1)]
    assert [task.seed for task in first] == [family.picked[0] for family in families]


# -- guesses and tables


def test_a_guess_covers_its_panel_until_a_reply_or_a_link() -> None:
    guess = Guess(FireArcs(FIRE))
    assert guess.covered
    with pytest.raises(ValueError, match="is not a reply to this question"):
        guess.reply("perhaps")
    assert guess.covered
    guess.reply("yes")
    assert not guess.covered
    assert "but the answer is “no”" in guess.panel.heading.value
    other = Guess(FireArcs(FIRE))
    other._on_link(FIRE.replace("1306", "1309"))
    assert not other.covered
    assert "target 1309" in other.panel.text
    with pytest.raises(ValueError, match="str cannot be guessed"):
        Guess(FIRE)


@pytest.mark.parametrize("name", CATALOG)
def test_the_replies_to_a_guess_hold_the_right_one(name: str) -> None:
    state = CATALOG[name].initial()
    guess = guess_at(state)
    assert guess.start == state.settled().text()
    assert not guess.choices or guess.mark(guess.right).right


def test_printed_tables_have_no_row_lit_and_an_unknown_title_is_refused() -> None:
    tables = Tables("landser:fire smg@20").tables
    assert tables
    assert all(table.lit_row is None and table.lit_column is None for table in tables)
    with pytest.raises(ValueError, match="has no table called 'nothing'; there is Roll to hit"):
        Tables("landser:fire smg@20", "nothing")


def test_quotes_round_the_words_of_a_puzzle_are_no_part_of_them() -> None:
    assert read_which(f"`{WHICH}`") == read_which(f"\u201c{WHICH}\u201d\n") == read_which(WHICH)
