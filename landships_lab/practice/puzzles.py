"""Puzzles: tasks of one idea, made without end by search, each proved to have a solution.

The same family and seed make the same puzzle. Each game lists its families in `FAMILIES` of its
module ``practice.puzzles``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec

from landships_lab.core.checks import brief, unknown
from landships_lab.core.pasted import ROUND, pasted
from landships_lab.games import GAMES
from landships_lab.practice.generator import MIXED, RULE_SETS
from landships_lab.practice.progress import KindScore, Progress
from landships_lab.practice.stream import checked_seed
from landships_lab.practice.task import LESSON_RATING, LESSON_STEP, Task

#: The most drafts made for one seed; a family whose drafts fail more often is a mistake.
MOST_DRAFTS = 200
#: At most 1 in ONE_IN states in reach may solve a puzzle; more would be luck.
ONE_IN = 4
TODAY = "today"
#: The seeds of a family's puzzles go on from here after those picked by hand.
FIRST_SEED = 1000
#: Ratings that lie no further apart count as equally near to the reader's.
NEAR = 100


@dataclass(frozen=True, slots=True)
class Family:
    """Tasks of one idea: its id, its title, the lesson that teaches the idea, how one is
    drafted from dice, the seeds of those that one would show a friend, and the seeds of its ``own``
    ones, which end lessons and come nowhere else.

    A draft need not be good: `make_puzzle` proves it, and takes another where it is not.
    """

    id: str
    title: str
    lesson: str
    draft: Callable[[random.Random], Task | None]
    picked: tuple[int, ...] = ()
    own: tuple[int, ...] = ()

    @property
    def place(self) -> int:
        """The place of its lesson, from 0, among those of its game."""
        return GAMES[self.id.partition(":")[0]].lessons.index(self.lesson)

    def seed(self, turn: int) -> int:
        """Return the seed of the puzzle that comes at this turn, from 0: those picked by hand
        first, and none that ends a lesson.
        """
        picked = [seed for seed in self.picked if seed not in self.own]
        return picked[turn] if turn < len(picked) else FIRST_SEED + turn


def family(
    name: str, title: str, lesson: str, picked: tuple[int, ...] = (), *, own: tuple[int, ...] = ()
) -> Callable[[Callable[[random.Random], Task | None]], Family]:
    """Return what makes a family of the function that drafts it; see `Family`."""
    return lambda draft: Family(name, title, lesson, draft, picked, own)


def prove(task: Task) -> tuple[tuple[str, ...], int]:
    """Return the text of every state in reach that solves a puzzle, and how many states there
    are.
    """
    states = tuple(task.free.reach(task.open()))
    return tuple(s.text() for s in states if task.meets(s)), len(states)


def proved(task: Task) -> Task | None:
    """Return the puzzle with its solutions, or None if it is too easy or its trap is right."""
    if task.meets(task.open()):
        return None
    ways, tried = prove(task)
    if not ways or ONE_IN * len(ways) > tried or task.tempting in ways:
        return None
    return replace(task, ways=ways, tried=tried)


@lru_cache(maxsize=64)
def make_puzzle(family: Family, seed: int) -> Task:
    """Return the puzzle of this family that this seed makes, proved, always the same one."""
    for attempt in range(MOST_DRAFTS):
        drafted = family.draft(random.Random(f"{family.id} {seed} {attempt}"))
        good = drafted and proved(drafted)
        if good:
            return replace(good, kind=family.id, seed=seed, lesson=family.place)
    raise AssertionError(f"{family.id} found no puzzle for the seed {seed}")


@cache
def families_of(rule_set: str) -> tuple[Family, ...]:
    """Return the families of puzzles of this rule set, all of them for "mixed".

    Raises `ValueError`, with the nearest name, for any other.
    """
    if rule_set == MIXED:
        return tuple(one for name in RULE_SETS for one in families_of(name))
    if rule_set not in RULE_SETS:
        raise ValueError(unknown("rule set with puzzles", rule_set, [*RULE_SETS, MIXED, TODAY]))
    module = f"{GAMES[rule_set].package}.practice.puzzles"
    families: tuple[Family, ...] = import_module(module).FAMILIES if find_spec(module) else ()
    return families


def puzzle(game: str, seed: int = 7, family: str = "") -> Task:
    """Return the puzzle of a game, or of all ("mixed"), that this seed makes, always the same one.

    ``family`` is the id of a family of that game, such as "landships:two-guns" or "two-guns"; left
    out, the seed chooses. Raises `ValueError`, with the nearest name, for an unknown game or
    family, and for what is no seed.

    >>> task = puzzle("paychest", seed=1)
    >>> task.solutions > 0, task.solved(task.open())
    (True, False)
    """
    families = families_of(game)
    if not family:
        return make_puzzle(families[checked_seed(seed) % len(families)], seed)
    known = {name: one for one in families for name in (one.id, one.id.partition(":")[2])}
    if family not in known:
        alike = [name for name in known if (":" in name) == (":" in family)]
        raise ValueError(unknown("family of puzzles", family, alike))
    return make_puzzle(known[family], checked_seed(seed))


def family_of(name: str) -> Family:
    """Return the family with this id. Raises `ValueError`, with the nearest id, for another."""
    known = {one.id: one for one in families_of(MIXED)}
    if name not in known:
        raise ValueError(unknown("family of puzzles", name, list(known)))
    return known[name]


def puzzle_numbered(rule_set: str, number: int) -> Task:
    """Return the puzzle of this number, from 0, of a rule set or of all ("mixed"): its families in
    turn, those picked by hand first, and none that ends a lesson.
    """
    families = families_of(rule_set)
    family, turn = families[number % len(families)], number // len(families)
    return make_puzzle(family, family.seed(turn))


def next_puzzle(
    rule_set: str, done: Collection[str], progress: Progress, last: Task | None = None
) -> Task:
    """Return the next puzzle for a reader who has done these lessons: of an idea that they teach,
    rated near the reader, another idea than the last, and none that ends a lesson.

    Where no puzzle belongs to the lessons done, it is one of the first lessons that have any.
    """
    known = families_of(rule_set)
    first = min(one.place for one in known)
    taught = [one for one in known if one.lesson in done]
    taught = taught or [one for one in known if one.place == first]
    asked = {one.id: progress.kinds.get(one.id, KindScore()).asked for one in taught}

    def order(one: Family) -> tuple[bool, int, int]:
        away = abs(LESSON_RATING + LESSON_STEP * one.place - progress.rating)
        return last is not None and one.id == last.kind, away // NEAR, asked[one.id]

    chosen = min(taught, key=order)
    turn = asked[chosen.id]
    if last is not None and last.link == f"{chosen.id} {chosen.seed(turn)}":
        turn += 1
    return make_puzzle(chosen, chosen.seed(turn))


def lessons_before(kind: str) -> tuple[str, ...]:
    """Return the lesson that teaches this family and those before it, which its reader knows."""
    family = family_of(kind)
    return GAMES[kind.partition(":")[0]].lessons[: family.place + 1]


def todays(day: date) -> Task:
    """Return the puzzle of this day: the date is its seed."""
    families = families_of(MIXED)
    return make_puzzle(families[day.toordinal() % len(families)], day.toordinal())


def read_which(which: str, number: int = 1) -> Task:
    """Return the first puzzle that this names, or the one of this number, from 1: a rule set,
    "mixed", "today", or one puzzle by its link.

    Raises `ValueError`, with the nearest name, for anything else.
    """
    if isinstance(which, str) and ":" in which and number == 1:
        return read_puzzle(which)
    if which == TODAY and number == 1:
        return todays(date.today())  # noqa: DTZ011 - the day is that of the reader's clock
    rule_set = str(which).partition(":")[0]
    return puzzle_numbered(MIXED if rule_set == TODAY else rule_set, number - 1)


def read_puzzle(link: str) -> Task:
    """Return the puzzle of a link such as ``landships:two-guns 17``.

    Raises `ValueError`, in one sentence, for any other text.
    """
    words = pasted(link).strip(ROUND).split()
    if len(words) != 2 or not words[1].isascii() or not words[1].isdigit() or len(words[1]) > 9:
        raise ValueError(
            brief(
                f"{link!r} is no puzzle; a puzzle is its family and a number, such as"
                f" {families_of(MIXED)[0].id} 17."
            )
        )
    return make_puzzle(family_of(words[0]), int(words[1]))
