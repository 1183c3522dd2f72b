"""A sheet of made-up questions with their key, to print: the same rule set, seed and level make the
same sheet.
"""

from __future__ import annotations

from itertools import islice

from landships_lab.drawing.paper import Pages, moved
from landships_lab.drawing.question_sheet import KeyEntry, SheetQuestion, question_pages
from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape
from landships_lab.practice.generator import NAMES
from landships_lab.practice.kind import LEVELS
from landships_lab.practice.stream import questions
from landships_lab.practice.task import Task

MOST_QUESTIONS = 60
_PAD = 14.0
_LETTERS = "abcdefghijklmnop"


def sheet(
    rule_set: str, count: int = 10, seed: int = 1, level: int = 1, paper: str = "A4"
) -> Pages:
    """Return the pages with this many questions about this rule set and a key after them.

    Raises `ValueError` for an unknown rule set, level or paper, and for more than 60 questions.

    >>> len(sheet("landships", 2, seed=7).pages)
    2
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_QUESTIONS:
        raise ValueError(f"A sheet has 1 to {MOST_QUESTIONS} questions, not {count!r}.")
    made = tuple(islice(questions(rule_set, seed, level), count))
    title = f"Questions on {NAMES[rule_set]}"
    note = (
        f"Made by: python -m landships_lab sheet {rule_set} --questions {count} --seed {seed}"
        f" --level {level} ({LEVELS[level]})."
    )
    return question_pages(
        title, note, [_asked(one) for one in made], [_solved(one) for one in made], paper
    )


def _asked(made: Task) -> SheetQuestion:
    return SheetQuestion(made.text, made.choices, cropped(made.shown()))


def cropped(drawn: Scene | None) -> Scene | None:
    """Return the picture without the empty paper above and below what is on it; None for a picture
    of nothing.
    """
    if drawn is None:
        return None
    reached = [y for shape in drawn.shapes() if shape.role != "paper" for y in _heights(shape)]
    if not reached:
        return None
    top, foot = max(0.0, min(reached) - _PAD), min(drawn.height, max(reached) + _PAD)
    shapes = tuple(moved(shape, 0.0, -top) for shape in drawn.shapes() if shape.role != "paper")
    return Scene(drawn.width, foot - top, (), shapes, drawn.title, drawn.description)


def _heights(shape: Shape) -> list[float]:
    """Return the heights between which a shape lies, the height of its middle for a label."""
    match shape:
        case Polygons(rings=paths) | Lines(paths=paths):
            return [y for path in paths for _, y in path]
        case Circles(centres=centres, radius=radius):
            return [y + side * radius for _, y in centres for side in (-1, 1)]
        case Label(at=(_, y)):
            return [y]


def _solved(made: Task) -> KeyEntry:
    mistakes = tuple(f"{slip.reply}: {slip.name}." for slip in made.key.slips)
    return KeyEntry(_lettered(made), made.answer.headline, mistakes)


def _lettered(made: Task) -> str:
    """Return the right reply, with its letter where it is picked."""
    if not made.choices:
        return made.right
    return f"{_LETTERS[made.choices.index(made.right)]}) {made.right}"
