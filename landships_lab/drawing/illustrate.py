"""An answer as one picture with its words: the places it names, the hexes it counted, the headline
and the steps.

It needs no widget and no panel; an answer at the end of a notebook cell shows itself this way.
"""

from __future__ import annotations

import textwrap

from landships_lab.core.answer import Answer
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from . import draw, words
from .shapes import Label, Polygons, Scene, Shape
from .svg import svg
from .view import ROOT3, View

SIZE = 26.0
LETTERS = 92
LINE = 16.0
LEAST_WIDTH = 640.0


def scene(answer: Answer[object]) -> Scene | None:
    """Return the picture of this answer, or None if it names no hex or hexside."""
    places = [m for step in answer.steps for m in step.marks if isinstance(m, (Hex, Side))]
    if not places:
        return None
    view = _view(places)
    texts = _caption_lines(answer)
    height = view.height + LINE * (len(texts) + 1)
    sheet = ((0.0, view.height), (view.width, view.height), (view.width, height), (0.0, height))
    captions = [_caption(n, text, role, view.height) for n, (text, role) in enumerate(texts)]
    figures = (*_figures(answer, places, view), Polygons((sheet,), "paper", "words"), *captions)
    return Scene(
        view.width, height, draw.hex_field(view), figures, answer.headline, words.text(answer)
    )


def _figures(answer: Answer[object], places: list[Place], view: View) -> list[Shape]:
    counted = [
        m for step in answer.steps if step.op == "add" for m in step.marks if isinstance(m, Hex)
    ]
    shapes: list[Shape] = []
    for place in dict.fromkeys(places):
        if place not in counted:
            shapes += draw.outlined(
                view, place, "count-start", view.grid.code(place) if place in view.grid else ""
            )
    ends = list(dict.fromkeys(places))
    first, last = ends[0], counted[-1] if counted else ends[-1]
    shapes += [*draw.ring(view, first, "selected", "from"), *draw.sight_line(view, first, last)]
    return [*shapes, *draw.numbered(view, counted)]


def _view(places: list[Place]) -> View:
    """Return a view just large enough for these places and the hexes round them."""
    plain = View(Grid(), SIZE, (0.0, 0.0), 0.0, 0.0)
    xs, ys = zip(*(plain.pixel(p) for p in places), strict=True)
    around = 2.2 * SIZE
    width = max(max(xs) - min(xs) + 2 * around, LEAST_WIDTH)
    left = (min(xs) + max(xs) - width) / 2
    return View(
        Grid(), SIZE, (-left, around - min(ys)), width, max(ys) - min(ys) + 2 * around * ROOT3 / 2
    )


def _caption_lines(answer: Answer[object]) -> list[tuple[str, str]]:
    texts = [(line, "caption") for line in textwrap.wrap(answer.headline, LETTERS - 12)]
    for number, line in enumerate(words.lines(answer), 1):
        wrapped = textwrap.wrap(
            f"{number}. {line.text} [{line.cite}]", LETTERS, subsequent_indent="    "
        )
        texts += [(part, "caption-step") for part in wrapped]
    return texts


def _caption(number: int, text: str, role: str, top: float) -> Label:
    indent = 12.0 + (12.0 if text.startswith("    ") else 0.0)
    return Label(text.strip(), (indent, top + LINE * (number + 0.9)), role, anchor="start")


def picture(answer: Answer[object]) -> str | None:
    """Return the SVG text of this answer, or None if it names no hex or hexside."""
    drawn = scene(answer)
    return None if drawn is None else svg(drawn)


def prose(answer: Answer[object]) -> str | None:
    """Return this answer as Markdown, or None if it has a picture, which already holds the
    words.
    """
    return words.markdown(answer) if scene(answer) is None else None
