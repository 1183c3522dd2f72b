"""Questions: those that end a lesson, and as many more as a reader wants, all marked by the rules themselves.

For a teacher who writes sheets: `question` makes one, `questions` as many as wanted, and `sheet` pages of them to print.

>>> from landships_lab import drills
>>> asked = drills.question("landships", seed=4)
>>> print(asked.ask())
How many hexes is it from 0605 to 0603?
>>> asked.mark(asked.right_reply).right
True
"""

from landships_lab.drills.kinds import LEVELS, TYPES
from landships_lab.drills.made_up import kinds_of, make_up
from landships_lab.drills.marking import Key, Mark, Question, Slip
from landships_lab.drills.sheets import sheet
from landships_lab.drills.stream import question, questions

__all__ = ["LEVELS", "TYPES", "Key", "Mark", "Question", "Slip", "kinds_of", "make_up", "question", "questions", "sheet"]
