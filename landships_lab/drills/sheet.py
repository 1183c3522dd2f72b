"""A sheet of made-up questions with their key, to print: the same rule set, seed and level, the same sheet."""

from __future__ import annotations

from itertools import islice

from landships_lab.drills.kinds import LEVELS
from landships_lab.drills.made_up import NAMES
from landships_lab.drills.marking import Question
from landships_lab.drills.stream import questions
from landships_lab.scene.paper import Pages
from landships_lab.scene.question_sheet import Asked, Solved, question_pages

MOST_QUESTIONS = 60
_LETTERS = "abcdefghijklmnop"


def sheet(rule_set: str, count: int = 10, seed: int = 1, level: int = 1, paper: str = "A4") -> Pages:
    """Which pages print so many questions about this rule set, with a key after them?

    Raises `ValueError` for an unknown rule set, level or paper, and for more than 60 questions.

    >>> len(sheet("landships", 2, seed=7).pages)
    2
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_QUESTIONS:
        raise ValueError(f"A sheet has 1 to {MOST_QUESTIONS} questions, not {count!r}.")
    made = tuple(islice(questions(rule_set, seed, level), count))
    title = f"Questions on {NAMES[rule_set]}"
    note = f"Made by: python -m landships_lab sheet {rule_set} --questions {count} --seed {seed} --level {level} ({LEVELS[level]})."
    return question_pages(title, note, [_asked(one) for one in made], [_solved(one) for one in made], paper)


def _asked(made: Question) -> Asked:
    return Asked(made.text, made.choices, made.picture())


def _solved(made: Question) -> Solved:
    mistakes = tuple(f"{slip.reply}: {slip.name}." for slip in made.key.slips)
    return Solved(_lettered(made), made.answer.headline, mistakes)


def _lettered(made: Question) -> str:
    """The right reply, with its letter where it is picked."""
    if not made.choices:
        return made.right_reply
    return f"{_LETTERS[made.choices.index(made.right_reply)]}) {made.right_reply}"
