"""Sheets to print: questions or puzzles, each with its picture, and the key on separate pages.

A sheet is one HTML file that needs nothing else; a browser prints it, or saves it as PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import islice

from landships_lab.core.checks import whole
from landships_lab.core.speech import plural
from landships_lab.drawing.paper import moved
from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape, is_pictured
from landships_lab.drawing.svg import svg
from landships_lab.drawing.words import list_html
from landships_lab.practice.generator import NAMES
from landships_lab.practice.kind import LEVELS
from landships_lab.practice.puzzles import puzzle_numbered
from landships_lab.practice.stream import questions
from landships_lab.practice.task import Task
from landships_lab.publish.page import page

MOST_QUESTIONS, MOST_PUZZLES = 60, 30
#: The margin above and below a picture, and the width of a picture below its words.
_PAD, _BROAD = 14.0, 1.6
_LETTERS = "abcdefghijklmnop"
#: The most mistakes that the key names for a reply on the board, where every hex may be a mistake.
_MOST_MISTAKES = 4


def question_sheet(rule_set: str, count: int = 10, seed: int = 1, level: int = 1) -> str:
    """Return the page with generated questions about a rule set and their key. The same seed and
    level make the same page.

    Raises `ValueError` for an unknown rule set or level, and for more than 60 questions.

    >>> question_sheet("landships", 2, seed=7).count('<li class="lp-asked')
    2
    """
    count = whole("The number of questions", count, 1, MOST_QUESTIONS)
    made = tuple(islice(questions(rule_set, seed, level), count))
    note = f"{rule_set} --questions {count} --seed {seed} --level {level} ({LEVELS[level]})."
    return _sheet(f"Questions on {NAMES[rule_set]}", made, _question, _answer, note)


def puzzle_sheet(rule_set: str, count: int = 10, first: int = 1) -> str:
    """Return the page with puzzles of a rule set, from the number ``first`` on, and solutions.

    Raises `ValueError` for an unknown rule set, and for more than 30 puzzles.
    """
    count = whole("The number of puzzles", count, 1, MOST_PUZZLES)
    made = [puzzle_numbered(rule_set, number - 1) for number in range(first, first + count)]
    note = f"{rule_set} --puzzles {count} --first {first} (any solution counts)."
    return _sheet(f"Puzzles on {NAMES[rule_set]}", made, _puzzle, _solution, note)


def _sheet(
    title: str,
    made: Sequence[Task],
    asked: Callable[[Task], str],
    solved: Callable[[Task], str],
    note: str,
) -> str:
    body = (
        f'<section class="lp-sheet"><h1>{escape(title)}</h1><p class="lp-name">Name:</p>'
        f"<ol>{''.join(map(asked, made))}</ol></section>\n"
        f'<section class="lp-sheet lp-key"><h1>Key: {escape(title)}</h1>'
        f"<ol>{''.join(f'<li>{solved(one)}</li>' for one in made)}</ol>"
        f"<p>Made by: python -m landships_lab sheet {escape(note)}</p></section>\n"
    )
    return page(title, body)


def _question(task: Task) -> str:
    replies = "".join(f"<li>{escape(choice)}</li>" for choice in task.choices)
    below = f'<ol type="a">{replies}</ol>' if replies else '<p class="lp-write"></p>'
    return _item(f"<p>{escape(task.text)}</p>{below}", task.shown())


def _puzzle(task: Task) -> str:
    conditions = list_html([one.says for one in task.conditions], "lp-conditions")
    words = f"<p>{escape(task.text)} Rating {task.rating}.</p>{conditions}"
    scene = task.open().question_picture()
    return _item(f'{words}<p class="lp-write"></p>', scene if is_pictured(scene) else None)


def _item(words: str, picture: Scene | None) -> str:
    drawn = cropped(picture)
    figure = f"<figure>{svg(drawn)}</figure>" if drawn else ""
    broad = " lp-broad" if drawn and drawn.width > _BROAD * drawn.height else ""
    return f'<li class="lp-asked{broad}"><div>{words}</div>{figure}</li>'


def _answer(task: Task) -> str:
    letter = f"{_LETTERS[task.choices.index(task.right)]}) " if task.choices else ""
    known = task.key.slips[:_MOST_MISTAKES]
    mistakes = "".join(f" {slip.reply}: {slip.name}." for slip in known)
    why = f"{task.answer.headline}{mistakes}"
    return f"<b>{escape(letter + task.right)}</b> {escape(why)}"


def _solution(task: Task) -> str:
    ways = f"{plural(task.solutions, 'solution')} of {task.tried:,} ways."
    return f"<b>{escape(task.shown_solution())}</b> {escape(f'{ways} {task.trap}')}"


def cropped(drawn: Scene | None) -> Scene | None:
    """Return the picture without the empty paper above and below its content; None for an empty
    picture.
    """
    shapes = [shape for shape in drawn.shapes() if shape.role != "paper"] if drawn else []
    reached = [y for shape in shapes for y in _heights(shape)]
    if drawn is None or not reached:
        return None
    top, foot = max(0.0, min(reached) - _PAD), min(drawn.height, max(reached) + _PAD)
    kept = tuple(moved(shape, 0.0, -top) for shape in shapes)
    return Scene(drawn.width, foot - top, (), kept, drawn.title, drawn.description)


def _heights(shape: Shape) -> list[float]:
    """Return the heights between which a shape lies, the height of its middle for a label."""
    match shape:
        case Polygons(rings=paths) | Lines(paths=paths):
            return [y for path in paths for _, y in path]
        case Circles(centres=centres, radius=radius):
            return [y + side * radius for _, y in centres for side in (-1, 1)]
        case Label(at=(_, y)):
            return [y]
