"""One search over everything: the rules of all sources, by their words or their lines, the lessons,
the terms that lessons explain, and the questions that panels answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path

from landships_lab.data.load import indexed
from landships_lab.data.rulebook import index, line_numbers
from landships_lab.games import GAMES
from landships_lab.panel.catalog import CATALOG
from landships_lab.publish.lesson_groups import cells, lesson_groups

#: The sorts of results, in the order in which they are shown.
LESSON, TERM, QUESTION, RULE = "lesson", "term", "question", "rule"
SORTS = (LESSON, TERM, QUESTION, RULE)
#: How many are shown at most.
MOST_FOUND = 40
#: Words that a search ignores.
IDLE = frozenset(
    "a an and are be does do for how i in is it its of on or the this to what".split()  # noqa: SIM905
)
_LINES = re.compile(r"\blines? +(?=\d)")
_TERM = re.compile(r'<abbr title="([^"]*)">([^<]*)</abbr>')


@dataclass(frozen=True)
class Entry:
    """A possible result: its sort, its title, its text, the name of its lesson ("" for none), the
    state that shows it ("" for none), and its lines in the source.
    """

    sort: str
    title: str
    says: str
    lesson: str = ""
    shows: str = ""
    lines: tuple[int, ...] = ()


@lru_cache(maxsize=4)
def entries(folder: Path) -> tuple[Entry, ...]:
    """Return all possible results, with the lessons of this folder, sort by sort."""
    everything = (*_lessons(folder), *_terms(folder), *_questions(), *_rules())
    return tuple(sorted(everything, key=lambda entry: SORTS.index(entry.sort)))


def find(folder: Path, words: str) -> tuple[Entry, ...]:
    """Return the results that hold each of these words, or are on this line of a source, at most
    `MOST_FOUND`.
    """
    wanted = words_of(words)
    fits = (one for one in entries(folder) if wanted and all(_holds(one, it) for it in wanted))
    return tuple(one for one, _ in zip(fits, range(MOST_FOUND), strict=False))


def gist(path: Path) -> str:
    """Return a lesson reduced to what a search reads: its head and the words that it explains. A
    page of the site has this in place of the lesson.
    """
    prose = [source for kind, source in cells(path) if kind == "markdown"]
    head = prose[0].partition("\n\n**")[0] if prose else ""
    terms = " ".join(match[0] for source in prose for match in _TERM.finditer(source))
    sources = (head, terms) if terms else (head,)
    return json.dumps({"cells": [{"cell_type": "markdown", "source": it} for it in sources]})


def words_of(words: str) -> tuple[str, ...]:
    """Return the words that a search looks for.

    >>> words_of("May it fire?"), words_of("line 115")
    (('may', 'fire'), ('115',))
    """
    plain = re.findall(r"[\w-]+", _LINES.sub("", words.lower()))
    return tuple(word for word in plain if word not in IDLE)


def _holds(entry: Entry, word: str) -> bool:
    if word.isdecimal():
        return int(word) in entry.lines or word == entry.lesson[:2]
    return word in f"{entry.title} {entry.says}".lower()


def _lessons(folder: Path) -> Iterator[Entry]:
    for group in lesson_groups(folder):
        for lesson in group.lessons:
            says = f"{group.title}, about {lesson.minutes} minutes" if lesson.minutes else ""
            yield Entry(LESSON, lesson.title, says or group.title, lesson.name)


def _terms(folder: Path) -> Iterator[Entry]:
    met = set[str]()
    for path in sorted(folder.glob("[0-9][0-9]_*.ipynb")):
        try:
            prose = "\n".join(source for kind, source in cells(path) if kind == "markdown")
        except ValueError:
            continue  # a lesson may be half written; the search must not fail
        for says, term in _TERM.findall(prose):
            if (name := unescape(term)).lower() not in met:
                met.add(name.lower())
                yield Entry(TERM, name, unescape(says), path.stem)


def _questions() -> Iterator[Entry]:
    for panel in CATALOG.values():
        if game := GAMES.get(panel.id.partition(":")[0]):
            state = panel.initial()
            yield Entry(QUESTION, state.prompt, f"{game.title}: {panel.title}", "", state.text())


def _rules() -> Iterator[Entry]:
    for name in indexed():
        for one in index(name).entries:
            if not one.aside:
                title = f"{GAMES[name].title}, line {one.lines}"
                says = f"{one.topic}: {one.says}"
                yield Entry(RULE, title, says, "", one.shows, tuple(line_numbers(one.lines)))
