"""A lesson to hand out, in one HTML file: its prose, each panel as it begins, its questions with
folded answers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from landships_lab.core.answer import Answer
from landships_lab.drawing import words
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.svg import svg
from landships_lab.panel.catalog import CATALOG, PANELS
from landships_lab.panel.links import read_own_link
from landships_lab.panel.panel import Panel
from landships_lab.publish import page
from landships_lab.publish.handout import fold, panel_html
from landships_lab.publish.lesson_groups import around, cells, heading, lesson_groups
from landships_lab.publish.lists import practice, readings_html, rules_html


class Asked(Protocol):
    """A question as the drills make it: its words, its situation, and the answer of the rules."""

    @property
    def text(self) -> str:
        """The words of the question."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The replies to pick from, none where a number is asked for."""

    @property
    def answer(self) -> Answer[object]:
        """The answer of the rule."""

    @property
    def right_reply(self) -> str:
        """The right reply."""

    def shown(self) -> Scene | None:
        """Return the situation without giving the answer away, or None
        where the words say it all.
        """


def lesson_page(
    path: Path, questions: Callable[[str], Iterable[Asked]], home: str = "", live: str = ""
) -> str:
    """Return the page of this lesson; ``questions`` gives the questions of a lesson by its name.

    No cell is run: a panel is drawn where a cell makes one from a line of text, and other code is
    shown as code. ``home`` is the address of the first page of a site that holds all lessons as
    pages in one folder; without it the page stands by itself. ``live`` is the address at which the
    panels of this lesson can be tried. `ValueError` in one sentence where the file is no lesson, or
    the library for its prose is not installed.
    """
    found = cells(path)
    shown = lesson_groups(path.parent)
    maker = _Lesson(path.parent, questions, linked=bool(home))
    _, lesson, _ = around(shown, path.stem)
    body = "".join(
        (
            page.kicker(lesson),
            *(part for kind, source in found for part in maker.cell(kind, source)),
        )
    )
    title = page.tab_title(heading(found) or path.stem, lesson)
    if not home:
        return page.page(title, body)
    bar = page.bar(shown, path.stem, page.paper_address, home, live=live)
    return page.page(title, body, bar, page.ways(shown, path.stem, page.paper_address))


class _OnlyRunError(Exception):
    """Only running the cell would tell its state, and nothing is run here."""


class _Lesson:
    """Turns cell after cell into parts of a page, and remembers the texts that earlier cells gave a
    name.
    """

    def __init__(
        self, folder: Path, questions: Callable[[str], Iterable[Asked]], *, linked: bool
    ) -> None:
        self._folder, self._questions, self._linked = folder, questions, linked
        self._texts: dict[str, str] = {}

    def cell(self, kind: str, source: str) -> Iterator[str]:
        """Yield the parts of a page that show this cell."""
        if kind == "markdown":
            yield (
                "<div"
                f' class="lp-prose">\n{_prose(source, self._folder, linked=self._linked)}</div>\n'
            )
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
        yield from shown or [f'<div class="lp-prose"><pre>{escape(source)}</pre></div>\n']

    def _panels(self, lines: Iterable[ast.stmt]) -> list[str]:
        """Return the panels these lines make, each in the state in which the cell leaves it, and
        the questions they ask.
        """
        made: list[tuple[str, Panel]] = []
        parts: list[str] = []
        for line in lines:
            match _named(line):
                case name, ast.Constant(value=str(text)) if name:
                    self._texts[name] = text
                case _, ast.Call(func=ast.Name(id="Exercises"), args=[lesson]):
                    parts.append(_numbered(self._questions(self._text(lesson))))
                case _, ast.Call(func=ast.Name(id=what), args=[rule_set]) if what in _LISTS:
                    parts.append(_LISTS[what](self._text(rule_set)))
                case name, ast.Call(func=ast.Name(id=panel), args=start) if panel in PANELS:
                    asked = CATALOG[PANELS[panel]]
                    made.append(
                        (
                            name,
                            (
                                read_own_link(asked, self._text(start[0]))
                                if start
                                else asked.initial()
                            ),
                        )
                    )
                case _, ast.Call(
                    func=ast.Attribute(ast.Name(id=of), "dispatch"), args=[what, value]
                ) if made and made[-1][0] == of:
                    made[-1] = (of, made[-1][1].set(self._text(what), self._text(value)))
        return [panel_html(state) for _, state in made] + parts

    def _text(self, argument: ast.expr) -> str:
        match argument:
            case ast.Constant(value=str(text)):
                return text
            case ast.Name(id=name) if name in self._texts:
                return self._texts[name]
        raise _OnlyRunError


def _named(line: ast.stmt) -> tuple[str, ast.expr | None]:
    """Return the name that this line gives to a value, and the value; the name is empty for a value
    by itself.
    """
    match line:
        case ast.Expr(value=value):
            return "", value
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
    return "", None


def _numbered(asked: Iterable[Asked]) -> str:
    return "".join(_question(number, question) for number, question in enumerate(asked, 1))


def _question(number: int, asked: Asked) -> str:
    answer = (
        f"<p><b>{escape(asked.right_reply)}</b>."
        f" {escape(asked.answer.headline)}</p>{words.steps_html(asked.answer)}"
    )
    scene = asked.shown()
    picture = "" if scene is None else f'<figure class="ll-picture">{svg(scene)}</figure>'
    choices = words.list_html(asked.choices, "lp-choices") if asked.choices else ""
    return (
        f'<div class="ll-question"><p>{number}.'
        f" {escape(asked.text)}</p>{picture}{choices}{fold('Answer', answer, 'll-answer')}</div>\n"
    )


def _practice(rule_set: str) -> str:
    return _numbered(practice(rule_set))


#: What is shown on paper of those cells that make something else than one panel, each for a rule
#: set.
_LISTS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"Disagreements": readings_html, "Rulebook": rules_html, "Drill": _practice}
)


def _prose(source: str, folder: Path, *, linked: bool) -> str:
    try:
        from landships_lab.publish.prose import prose_html
    except ImportError as error:
        raise ValueError(
            "The library that reads a lesson's prose is not installed. It comes with: pip install"
            " 'landships-lab[pages]'"
        ) from error
    return prose_html(source, folder, linked=linked)
