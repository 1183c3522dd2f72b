"""Questions: those that end a lesson, and as many more as a reader wants, all marked by the rules
themselves.

For a teacher who writes sheets: `question` makes one, `questions` as many as wanted, and `sheet`
pages of them to print.

>>> from landships_lab import practice
>>> asked = practice.question("landships", seed=4)
>>> asked.text.endswith((".", "?"))
True
>>> asked.mark(asked.right_reply).right
True
"""

from landships_lab.practice.generator import kinds_of, make_up
from landships_lab.practice.kinds import LEVELS, TYPES
from landships_lab.practice.marking import Key, KnownMistake, Mark, Question
from landships_lab.practice.sheets import sheet
from landships_lab.practice.stream import question, questions

__all__ = [
    "LEVELS",
    "TYPES",
    "Key",
    "KnownMistake",
    "Mark",
    "Question",
    "kinds_of",
    "make_up",
    "question",
    "questions",
    "sheet",
]
