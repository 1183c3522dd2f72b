"""The lessons of a folder, in order and grouped by game, as every list of lessons shows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from landships_lab.core.checks import fits
from landships_lab.data.lessons import RENAMED
from landships_lab.games import GAMES

#: The largest size of a lesson, in bytes.
MOST_BYTES = 4_000_000
#: The titles of the lessons that belong to no game, before the games and after them.
FIRST, LAST = "Begin here", "All rule sets together"
_NUMBERED = re.compile(r"[0-9]{2}_\w+")
_MINUTES = re.compile(r"about ([0-9]{1,3}) minutes")


@dataclass(frozen=True)
class Lesson:
    """A lesson: the name of its file without the ending, its heading, the title of its rule set or
    group, and the minutes that its head gives, or 0.
    """

    name: str
    title: str
    rules: str
    minutes: int = 0

    @property
    def number(self) -> str:
        """The two digits that its name begins with."""
        return self.name[:2]


@dataclass(frozen=True)
class LessonGroup:
    """A group of lessons: the title of a game and its id, which is "" for a group that belongs to
    no game.
    """

    title: str
    game: str
    lessons: tuple[Lesson, ...]


def cells(path: Path) -> list[tuple[str, str]]:
    """Return the kind and source of each cell of a lesson.

    Raises `ValueError`, in one sentence, if the file is not a lesson.
    """
    if not path.is_file():
        raise ValueError(f"There is no file {path}; a lesson is a file that ends in .ipynb.")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB; no lesson is.")
    try:
        notebook = json.loads(path.read_text(encoding="utf-8-sig"))
        sources = [(str(cell["cell_type"]), "".join(cell["source"])) for cell in notebook["cells"]]
        if not all(fits(source, MOST_BYTES) for _, source in sources):
            raise ValueError("half a surrogate pair")  # JSON can write it, a page cannot hold it
        return sources
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(
            f"{path.name} is not a notebook; a lesson is a file that Jupyter wrote, ending in"
            " .ipynb."
        ) from error


def heading(prose: Iterable[tuple[str, str]]) -> str:
    """Return the first heading in the prose of these cells, or ""."""
    lines = (line for kind, source in prose if kind == "markdown" for line in source.splitlines())
    return next((line.removeprefix("# ").strip() for line in lines if line.startswith("# ")), "")


def lesson_groups(folder: Path) -> tuple[LessonGroup, ...]:
    """Return the lessons in this folder by game.

    A notebook whose name does not begin with a number is not a lesson; nor is an old copy under a
    former name beside the present one.
    """
    names_there = {path.stem for path in folder.glob("*.ipynb") if _NUMBERED.fullmatch(path.stem)}
    there = sorted(name for name in names_there if RENAMED.get(name) not in names_there)
    owner = {name: game for game in GAMES.values() for name in game.lessons}
    free = [name for name in there if name not in owner]
    first = min((name for name in there if name in owner), default="")
    groups = [(FIRST, "", [name for name in free if name < first])]
    groups += [
        (game.title, game.id, [name for name in there if owner.get(name) is game])
        for game in GAMES.values()
    ]
    groups += [(LAST, "", [name for name in free if name >= first])]
    return tuple(
        LessonGroup(
            title, game, tuple(_lesson(folder, name, title if game else "") for name in names)
        )
        for title, game, names in groups
        if names
    )


def _lesson(folder: Path, name: str, rules: str) -> Lesson:
    try:
        sources = cells(folder / f"{name}.ipynb")
    except ValueError:
        return Lesson(name, name, rules)  # it may be half written; the list must not fail
    minutes = _MINUTES.search(sources[0][1]) if sources else None
    return Lesson(name, heading(sources) or name, rules, int(minutes[1]) if minutes else 0)


def around(
    shown: Iterable[LessonGroup], name: str
) -> tuple[Lesson | None, Lesson | None, Lesson | None]:
    """Return the lesson before the one with this name, that lesson, and the one after it; None for
    each that does not exist.
    """
    row = sorted(
        (lesson for group in shown for lesson in group.lessons), key=lambda lesson: lesson.name
    )
    at = next((number for number, lesson in enumerate(row) if lesson.name == name), None)
    if at is None:
        return None, None, None
    return row[at - 1] if at else None, row[at], row[at + 1] if at + 1 < len(row) else None
