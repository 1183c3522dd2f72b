"""Puzzles to print, with their solutions on pages of their own."""

from __future__ import annotations

from landships_lab.core.speech import plural
from landships_lab.drawing.paper import Pages
from landships_lab.drawing.question_sheet import KeyEntry, SheetQuestion, question_pages
from landships_lab.practice.generator import NAMES
from landships_lab.practice.puzzles import puzzle_numbered
from landships_lab.practice.sheets import cropped
from landships_lab.practice.task import Task

MOST_PUZZLES = 30


def puzzle_sheet(rule_set: str, count: int = 10, first: int = 1, paper: str = "A4") -> Pages:
    """Return the pages with this many puzzles of a rule set, from the number ``first`` on, and
    their solutions after them.

    Raises `ValueError` for an unknown rule set or paper, and for more than 30 puzzles.
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_PUZZLES:
        raise ValueError(f"A sheet has 1 to {MOST_PUZZLES} puzzles, not {count!r}.")
    made = [puzzle_numbered(rule_set, number - 1) for number in range(first, first + count)]
    note = (
        f"Made by: python -m landships_lab sheet {rule_set} --puzzles {count} --first {first}"
        " (proved by the rules; any solution counts)."
    )
    title = f"Puzzles on {NAMES[rule_set]}"
    return question_pages(
        title, note, [_asked(one) for one in made], [_key(one) for one in made], paper
    )


def _asked(task: Task) -> SheetQuestion:
    conditions = " ".join(f"({n}) {one.says}" for n, one in enumerate(task.conditions, 1))
    drawn = cropped(task.open().question_picture())
    return SheetQuestion(f"{task.text} {conditions} Rating {task.rating}.", (), drawn)


def _key(task: Task) -> KeyEntry:
    ways = plural(task.solutions, "solution")
    return KeyEntry(task.shown_solution(), f"{ways} of {task.tried:,} ways. {task.trap}".strip())
