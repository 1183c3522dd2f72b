"""A lesson to hand out, in one HTML file: its prose, each panel in its first state, its questions
with folded answers.
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
from landships_lab.play.records import Record
from landships_lab.play.shipped import shipped
from landships_lab.publish import page
from landships_lab.publish.first_page import on_a_page
from landships_lab.publish.handout import fold, panel_html
from landships_lab.publish.lean import lean
from landships_lab.publish.learning import (
    game_html,
    guess_html,
    puzzle_html,
    tables_html,
    what_if_html,
)
from landships_lab.publish.lesson_groups import LessonGroup, around, cells, heading, lesson_groups
from landships_lab.publish.lists import practice, readings_html, rules_html


class Asked(Protocol):
    """A question as the drills make it: its words, its situation, and the rule's answer."""

    @property
    def text(self) -> str:
        """The words of the question."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The replies to pick from; none if a number is asked for."""

    @property
    def answer(self) -> Answer[object]:
        """The rule's answer."""

    @property
    def right(self) -> str:
        """The right reply."""

    def shown(self) -> Scene | None:
        """Return the situation without what gives the answer away; None if the words say it all."""


def lesson_page(
    path: Path, questions: Callable[[str], Iterable[Asked]], home: str = "", live: str = ""
) -> str:
    """Return the page of this lesson. ``questions`` returns the questions of a lesson, given its
    name.

    No cell is run: a panel is drawn where a cell makes one from a line of text, and other code is
    shown as code. ``home`` is the address of the first page of a site that holds all lessons as
    pages in one folder; without it the page stands alone. ``live`` is the address at which the
    panels of this lesson can be tried. Raises `ValueError`, in one sentence, if the file is not a
    lesson or the library for its prose is not installed.
    """
    shown = lesson_groups(path.parent)
    title, body = lesson_body(path, LessonParts(path.parent, questions, linked=bool(home)), shown)
    if not home:
        return page.page(title, body)
    bar = page.bar(shown, path.stem, page.paper_address, home, live=live)
    return page.page(title, body, bar, page.ways(shown, path.stem, page.paper_address))


def lesson_body(path: Path, maker: LessonParts, shown: tuple[LessonGroup, ...]) -> tuple[str, str]:
    """Return the title of a lesson's page, and the HTML of all that it shows, made cell by cell.

    Raises `ValueError`, in one sentence, if the file is not a lesson.
    """
    all_cells = cells(path)
    _, lesson, _ = around(shown, path.stem)
    parts = (part for kind, source in all_cells for part in maker.cell(kind, source))
    body = lean("".join((page.kicker(lesson), *parts)))
    return page.tab_title(heading(all_cells) or path.stem, lesson), body


class _OnlyRunError(Exception):
    """Raised for a panel whose state is known only when the cell is run, which never happens
    here.
    """


class LessonParts:
    """Turns cells, in order, into parts of a page, and remembers texts that earlier cells assigned
    to names.

    ``linked`` says whether the other lessons are pages in the same folder.
    """

    #: Whether the panels of the page come alive, so that the reader can follow the lesson's
    #: instructions.
    live = False

    def __init__(
        self, folder: Path, questions: Callable[[str], Iterable[Asked]], *, linked: bool
    ) -> None:
        self._folder, self._questions, self._linked = folder, questions, linked
        self._texts: dict[str, str] = {}

    def cell(self, kind: str, source: str) -> Iterator[str]:
        """Yield the parts of a page that show this cell."""
        if kind == "markdown":
            prose = page.below_kicker(source)
            shown = _prose(prose, self._folder, linked=self._linked, live=self.live)
            yield f'<div class="lp-prose">\n{shown}</div>\n'
        elif kind == "code":
            yield from self.code(source)

    def code(self, source: str) -> Iterator[str]:
        """Yield the parts of a page that show what this code makes: the code itself only if nothing
        more is known without running it.
        """
        try:
            lines = ast.parse(source).body
            if lines and all(isinstance(line, (ast.Import, ast.ImportFrom)) for line in lines):
                return
            shown = self._panels(lines)
        except (SyntaxError, RecursionError, MemoryError, _OnlyRunError):
            shown = []  # unfinished code, or a panel whose state only a run gives: show the code
        yield from shown or [f'<div class="lp-prose"><pre>{escape(source)}</pre></div>\n']

    def _panels(self, lines: Iterable[ast.stmt]) -> list[str]:
        """Return the panels that these lines make, each in its state at the end of the cell, and
        the other parts.
        """
        made: list[tuple[str, Panel]] = []
        parts: list[str] = []
        for line in lines:
            match _named(line):
                case name, ast.Constant(value=str(text)) if name:
                    self._texts[name] = text
                case name, ast.Call(func=ast.Name(id=panel)) as call if panel in PANELS:
                    made.append((name, self._opened(call)))
                case _, ast.Call(
                    func=ast.Attribute(ast.Name(id=of), "dispatch"), args=[what, value]
                ) if made and made[-1][0] == of:
                    made[-1] = (of, made[-1][1].set(self._text(what), self._text(value)))
                case _, ast.Call() as call if (part := self._part(call, made)) is not None:
                    parts.append(part)
        return [panel_html(state) for _, state in made] + parts

    def _part(self, call: ast.Call, made: list[tuple[str, Panel]]) -> str | None:
        """Return the part of a page for a call that does not make a panel; None if it is not known
        without a run.
        """
        match call:
            case ast.Call(func=ast.Name(id="Exercises"), args=[lesson]):
                return _numbered(self._questions(self._text(lesson)))
            case ast.Call(func=ast.Name(id=what), args=[rule_set], keywords=kept) if what in _LISTS:
                # a streak or a rush asks the same questions, and has no place on paper
                return "" if kept else _LISTS[what](self._text(rule_set))
            case ast.Call(func=ast.Name(id="Guess"), args=[covered], keywords=given):
                asked = {str(one.arg): ast.literal_eval(one.value) for one in given}
                return guess_html(self._covered(covered, made), **asked)
            case ast.Call(func=ast.Name(id="Tables"), args=given):
                return tables_html(*map(self._text, given))
            case ast.Call(func=ast.Name(id="Puzzle"), args=[which]):
                return puzzle_html(self._text(which))
            case ast.Call(func=ast.Name(id="FirstPage")):
                own = lesson_groups(self._folder) if self._linked else ()
                return on_a_page(own, self._folder) if own else ""
            case ast.Call(func=ast.Name(id="Search")):
                return ""  # paper cannot be searched
            case ast.Call(func=ast.Name(id="Play"), args=[game]):
                return game_html(self._game(game))
        return None

    def _covered(self, argument: ast.expr, made: list[tuple[str, Panel]]) -> Panel:
        """Return the state of the panel that a guess covers, which is then not shown separately."""
        match argument:
            case ast.Call():
                return self._opened(argument)
            case ast.Name(id=of) if made and made[-1][0] == of:
                return made.pop()[1]
        raise _OnlyRunError

    def _opened(self, call: ast.Call) -> Panel:
        """Return the state of the panel that this call makes."""
        if not isinstance(call.func, ast.Name) or call.func.id not in PANELS:
            raise _OnlyRunError
        asked = CATALOG[PANELS[call.func.id]]
        return read_own_link(asked, self._text(call.args[0])) if call.args else asked.initial()

    def _game(self, argument: ast.expr) -> str | Record:
        """Return the name of the situation that a game begins with, or the record that comes with
        it.
        """
        match argument:
            case ast.Subscript(ast.Call(ast.Name(id="shipped"), [game]), name):
                return shipped(self._text(game))[self._text(name)]
        return self._text(argument)

    def _text(self, argument: ast.expr) -> str:
        match argument:
            case ast.Constant(value=str(text)):
                return text
            case ast.Name(id=name) if name in self._texts:
                return self._texts[name]
        raise _OnlyRunError


def _named(line: ast.stmt) -> tuple[str, ast.expr | None]:
    """Return the name that this line assigns, and the value; the name is "" for a value by
    itself.
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
        f"<p><b>{escape(asked.right)}</b>."
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


#: What paper shows for the cells that make something other than one panel, by the name called.
_LISTS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"Disagreements": readings_html, "Rulebook": rules_html, "Drill": _practice}
)


def _prose(source: str, folder: Path, *, linked: bool, live: bool) -> str:
    try:
        from landships_lab.publish.prose import prose_html
    except ImportError as error:
        raise ValueError(
            "The library that reads a lesson's prose is not installed. It comes with: pip install"
            " 'landships-lab[pages]'"
        ) from error
    return prose_html(source, folder, linked=linked, live=live, state_shown=what_if_html)
