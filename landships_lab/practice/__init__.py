"""Tasks: the questions that end a lesson, further questions without end, and puzzles, all marked by
the rules themselves.

`question` makes one question, `questions` any number of them, `kinds` lists what is asked, and
`puzzle` makes a puzzle.

>>> from landships_lab import practice
>>> asked = practice.question("landships", seed=4)
>>> asked.text.endswith((".", "?"))
True
>>> asked.mark(asked.right).right
True
"""

from landships_lab.practice.generator import kinds_of as kinds
from landships_lab.practice.generator import make_up
from landships_lab.practice.kind import LEVELS, TYPES, Kind
from landships_lab.practice.marking import Key, KnownMistake
from landships_lab.practice.puzzles import puzzle
from landships_lab.practice.stream import question, questions
from landships_lab.practice.task import Mark, Task

__all__ = [
    "LEVELS",
    "TYPES",
    "Key",
    "Kind",
    "KnownMistake",
    "Mark",
    "Task",
    "kinds",
    "make_up",
    "puzzle",
    "question",
    "questions",
]
