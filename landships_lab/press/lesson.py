"""A lesson to hand out, in one HTML file: its prose, each panel as it begins, its questions with folded answers."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, Protocol

from landships_lab.core.answer import Answer
from landships_lab.core.checks import fits
from landships_lab.explore.catalog import CATALOG, PANELS
from landships_lab.explore.explorer import Explorer
from landships_lab.explore.links import read_own_link
from landships_lab.press.handout import fold, page, panel_html
from landships_lab.scene import words
from landships_lab.scene.shapes import Scene
from landships_lab.scene.svg import svg

#: No lesson is larger than this.
MOST_BYTES = 4_000_000


class Asked(Protocol):
    """A question as the drills make it: its words, its situation, and the answer of the rules."""

    @property
    def text(self) -> str:
        """The words of the question."""

    @property
    def answer(self) -> Answer[Any]:
        """The answer of the rule."""

    @property
    def right_reply(self) -> str:
        """The right reply."""

    def shown(self) -> Scene | None:
        """Return the situation without giving the answer away, or None where the words say it all."""


def lesson_page(path: Path, questions: Callable[[str], Iterable[Asked]]) -> str:
    """Return the page of this lesson; ``questions`` gives the questions of a lesson by its name.

    No cell is run: a panel is drawn where a cell makes one from a line of text, and other code is shown as code. `ValueError`
    in one sentence where the file is no lesson, or the library for its prose is not installed.
    """
    cells = _cells(path)
    maker = _Lesson(path.parent, questions)
    body = "".join(part for kind, source in cells for part in maker.cell(kind, source))
    return page(_title(cells) or path.stem, body)


def _cells(path: Path) -> list[tuple[str, str]]:
    if not path.is_file():
        raise ValueError(f"There is no file {path}; a lesson is a file that ends in .ipynb.")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB; no lesson is.")
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cells = [(str(cell["cell_type"]), "".join(cell["source"])) for cell in notebook["cells"]]
        if not all(fits(source, MOST_BYTES) for _, source in cells):
            raise ValueError("half a surrogate pair")  # which JSON can write, and no page can hold
        return cells
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path.name} is not a notebook; a lesson is a file that Jupyter wrote, ending in .ipynb.") from error


def _title(cells: Iterable[tuple[str, str]]) -> str:
    headings = (line.lstrip("# ") for kind, source in cells if kind == "markdown" for line in source.splitlines() if line.startswith("# "))
    return next(headings, "")


class _OnlyRunError(Exception):
    """Only running the cell would tell its state, and nothing is run here."""


class _Lesson:
    """Turns cell after cell into parts of a page, and remembers the texts that earlier cells gave a name."""

    def __init__(self, folder: Path, questions: Callable[[str], Iterable[Asked]]) -> None:
        self._folder, self._questions = folder, questions
        self._texts: dict[str, str] = {}

    def cell(self, kind: str, source: str) -> Iterator[str]:
        """Yield the parts of a page that show this cell."""
        if kind == "markdown":
            yield _prose(source, self._folder)
        elif kind == "code":
            yield from self._code(source)

    def _code(self, source: str) -> Iterator[str]:
        try:
            lines = ast.parse(source).body
            if lines and all(isinstance(line, (ast.Import, ast.ImportFrom)) for line in lines):
                return
            shown = self._panels(lines)
        except (SyntaxError, RecursionError, MemoryError, _OnlyRunError):
            shown = []  # unfinished, or a panel whose state only a run would tell: show the code
        yield from shown or [f"<pre>{escape(source)}</pre>\n"]

    def _panels(self, lines: Iterable[ast.stmt]) -> list[str]:
        """Return the panels these lines make, each in the state in which the cell leaves it, and the questions they ask."""
        made: list[tuple[str, Explorer[Any], Any]] = []
        parts: list[str] = []
        for line in lines:
            match _named(line):
                case name, ast.Constant(value=str(text)) if name:
                    self._texts[name] = text
                case _, ast.Call(func=ast.Name(id="Exercises"), args=[lesson]):
                    parts.append(self._exercises(self._text(lesson)))
                case name, ast.Call(func=ast.Name(id=panel), args=start) if panel in PANELS:
                    explorer = CATALOG[PANELS[panel]]
                    made.append((name, explorer, read_own_link(explorer, self._text(start[0])) if start else explorer.start()))
                case _, ast.Call(func=ast.Attribute(ast.Name(id=of), "dispatch"), args=[what, value]) if made and made[-1][0] == of:
                    made[-1] = (of, made[-1][1], made[-1][1].set(made[-1][2], self._text(what), self._text(value)))
        return [panel_html(explorer, state) for _, explorer, state in made] + parts

    def _text(self, argument: ast.expr) -> str:
        match argument:
            case ast.Constant(value=str(text)):
                return text
            case ast.Name(id=name) if name in self._texts:
                return self._texts[name]
        raise _OnlyRunError

    def _exercises(self, lesson: str) -> str:
        return "".join(_question(number, asked) for number, asked in enumerate(self._questions(lesson), 1))


def _named(line: ast.stmt) -> tuple[str, ast.expr | None]:
    """Return the name that this line gives to a value, and the value; the name is empty for a value by itself."""
    match line:
        case ast.Expr(value=value):
            return "", value
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
    return "", None


def _question(number: int, asked: Asked) -> str:
    answer = f"<p><b>{escape(asked.right_reply)}</b>. {escape(asked.answer.headline)}</p>{words.steps_html(asked.answer)}"
    scene = asked.shown()
    picture = "" if scene is None else f'<figure class="ll-picture">{svg(scene)}</figure>'
    return f'<div class="ll-question"><p>{number}. {escape(asked.text)}</p>{picture}{fold("Answer", answer, "ll-answer")}</div>\n'


def _prose(source: str, folder: Path) -> str:
    try:
        from landships_lab.press.prose import prose_html
    except ImportError as error:
        raise ValueError(
            "The library that reads a lesson's prose is not installed. It comes with: pip install 'landships-lab[pages]'"
        ) from error
    return prose_html(source, folder)
