"""Questions and puzzles that several tests look at, each made once in a run."""

from collections.abc import Iterable
from functools import cache, lru_cache

from landships_lab.practice import LEVELS, Kind, Task, make_up
from landships_lab.practice.puzzles import make_puzzle

made_question = lru_cache(maxsize=16384)(make_up)
made_puzzle = cache(make_puzzle)


def levels_of(kind: Kind) -> list[int]:
    """Return the levels at which a kind is asked."""
    return [level for level in LEVELS if level >= kind.level]


def first_question(kind: Kind, seed: int) -> Task:
    """Return the question that this seed makes, at one of the kind's levels in turn."""
    levels = levels_of(kind)
    return made_question(kind.id, seed, levels[seed % len(levels)])


def first_questions(kind: Kind, number: int) -> list[Task]:
    """Return the first questions of a kind, its levels in turn."""
    return [first_question(kind, seed) for seed in range(number)]


def at_each_level(kind: Kind, number: int) -> list[Task]:
    """Return the first ``number`` questions of a kind at each of its levels."""
    return first_questions(kind, number * len(levels_of(kind)))


def first_different(count: int, made: Iterable[Task]) -> list[Task]:
    """Return the first of these questions that differ in words or position, at most ``count``; no
    more are made than that takes.
    """
    known: dict[tuple[str, str], Task] = {}
    for question in made:
        known.setdefault((question.text, question.start), question)
        if len(known) == count:
            break
    return list(known.values())
