"""The words that a lesson holds: its prose, the terms it explains, and what its panels and tables
say.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache

from landships_lab.drawing import words
from landships_lab.games import GAMES
from landships_lab.panel.catalog import CATALOG
from landships_lab.panel.controls import Control, Switch, Toggle, Toggles
from landships_lab.panel.links import read_link
from landships_lab.panel.panel import Panel
from landships_lab.panel.tables import printed_tables
from landships_lab.practice.lessons import lesson_questions
from tests.paths import LESSONS

_PANELS = {panel.name: panel.id for game in GAMES.values() for panel in game.panels}


@cache
def words_by(lesson: str) -> frozenset[str]:
    """Return the words of a lesson and of those that its game puts before it."""
    (game,) = (game for game in GAMES.values() if lesson in game.lessons)
    until = game.lessons[: game.lessons.index(lesson) + 1]
    return frozenset(word for one in until for word in _words_of(one))


def split(text: str) -> set[str]:
    """Return the words of a text, in small letters."""
    return {word.lower() for word in re.findall(r"[A-Za-z]{3,}", text)}


def known(word: str, those: frozenset[str]) -> bool:
    """Return whether a word is among those, in one of its forms: with an ending or without."""
    stem = re.sub(r"(?:ies|ied|ing|ed|es|s|er|e|y)$", "", word)
    forms = {stem + end for end in ("", "s", "es", "ed", "ing", "er", "e", "y", "ies", "ied")}
    doubled = {stem + stem[-1] + end for end in ("ing", "ed", "er")} if stem else set()
    return bool({word, *forms, *doubled, stem.removesuffix(stem[-1:])} & those)


@cache
def _words_of(lesson: str) -> frozenset[str]:
    cells = json.loads((LESSONS / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    said = [*_prose(cells), *_shown(cells)]
    said += [f"{asked.ask()} {asked.explain()}" for asked in lesson_questions(lesson)]
    return frozenset(word for text in said for word in split(text))


def _prose(cells: list[dict[str, object]]) -> Iterator[str]:
    for cell in cells:
        if cell["cell_type"] == "markdown":
            yield re.sub(r"\]\([^)]*\)", "", "".join(cell["source"]))  # type: ignore[arg-type]  # lines of text


def _shown(cells: list[dict[str, object]]) -> Iterator[str]:
    """Yield what the calls of the code cells show: tables, questions of guesses, panels."""
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])  # type: ignore[arg-type]  # lines of text
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                yield from _of_call(call.func.id, [ast.unparse(arg) for arg in call.args])
                yield from (ast.unparse(keyword.value) for keyword in call.keywords)


def _of_call(name: str, given: list[str]) -> Iterator[str]:
    if name == "Tables":
        yield from map(words.table_html, printed_tables(*map(ast.literal_eval, given)))
    elif name in _PANELS:
        panel = CATALOG[_PANELS[name]]
        state = read_link(ast.literal_eval(given[0])) if given else panel.initial()
        yield from _of_panel(state)


def _of_panel(state: Panel) -> Iterator[str]:
    answer = state.answer()
    yield f"{state.title} {state.prompt} {answer.headline}"
    yield from (step.text for step in answer.steps)
    yield from (remedy.text for remedy in answer.remedies)
    yield from map(words.table_html, state.tables(answer))
    for control in state.controls():
        if not isinstance(control, Switch):  # readings are folded away
            yield control.label
            yield from (label for _, label in getattr(control, "options", ()))
            yield from (toggle.label for toggle in _toggles(control))


def _toggles(control: Control) -> tuple[Toggle, ...]:
    return control.items if isinstance(control, Toggles) else ()
