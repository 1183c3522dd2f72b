"""Generated questions of every kind. The same seed makes the same question."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module

from landships_lab.core.checks import brief, names, unknown
from landships_lab.data.lessons import present_name
from landships_lab.games import GAMES
from landships_lab.practice.evenly import asked_evenly
from landships_lab.practice.kind import LEVELS, Kind
from landships_lab.practice.task import Task

#: The rule sets with questions.
RULE_SETS = tuple(game.id for game in GAMES.values() if game.practice)
MIXED = "mixed"
#: The title of each drill on a page.
NAMES: Mapping[str, str] = {
    **{rule_set: GAMES[rule_set].title for rule_set in RULE_SETS},
    MIXED: "all rule sets",
}


@cache
def kinds_of(rule_set: str) -> tuple[Kind, ...]:
    """Return the kinds of question of this rule set, all kinds for "mixed".

    Raises `ValueError` with the nearest name for any other.

    >>> [kind.id for kind in kinds_of("landships") if kind.type == "change"]
    ['landships:ahead', 'landships:remedy', 'landships:close']
    """
    if rule_set == MIXED:
        return tuple(kind for name in RULE_SETS for kind in kinds_of(name))
    if rule_set not in RULE_SETS:
        raise ValueError(unknown("rule set with questions", rule_set, [*RULE_SETS, MIXED]))
    kinds: tuple[Kind, ...] = import_module(GAMES[rule_set].practice).KINDS
    return kinds


def chosen_kinds(
    rule_set: str, kinds: Iterable[str] = (), lessons: Iterable[str] = ()
) -> tuple[Kind, ...]:
    """Return the kinds with these ids and those that these lessons teach; with neither, all of the
    rule set.

    Raises `ValueError` with the nearest name for an unknown kind, lesson or rule set, and for one
    of another rule set.
    """
    kinds, lessons = names("Kinds", kinds), names("Lessons", lessons)
    chosen = [*map(kind_of, kinds), *(kind for name in lessons for kind in kinds_of_lesson(name))]
    for kind in chosen:
        if rule_set not in (MIXED, kind.id.partition(":")[0]):
            raise ValueError(
                f"{kind.id} asks about another rule set than {rule_set!r}; leave that out."
            )
    return tuple(dict.fromkeys(chosen)) or kinds_of(rule_set)


def kinds_of_lesson(lesson: str) -> tuple[Kind, ...]:
    """Return the kinds of question that this lesson teaches, by the name of its notebook or by the
    number it begins with.

    Raises `ValueError` with the nearest name if no kind is taught there.
    """
    taught, lesson = [kind for kind in kinds_of(MIXED) if kind.lesson], present_name(lesson)
    kinds = tuple(k for k in taught if lesson in (k.lesson, k.lesson[:2]))
    if not kinds:
        raise ValueError(
            unknown("lesson with questions", lesson, sorted({kind.lesson for kind in taught}))
        )
    return kinds


def kind_of(kind: str) -> Kind:
    """Return the kind of question with this id.

    Raises `ValueError` with the nearest id for any other.
    """
    rule_set = kind.partition(":")[0]
    known = {one.id: one for one in kinds_of(rule_set if rule_set in RULE_SETS else MIXED)}
    if kind not in known:
        raise ValueError(unknown("kind of question", kind, list(known)))
    return known[kind]


def checked_level(level: int) -> int:
    """Return this level. Raises `ValueError` with the known levels for any other."""
    if isinstance(level, bool) or not isinstance(level, int) or level not in LEVELS:
        known = ", ".join(f"{number} ({words})" for number, words in LEVELS.items())
        raise ValueError(brief(f"{level!r} is not a level; there are {known}."))
    return level


def make_up(kind: str, seed: int, level: int = 1) -> Task:
    """Return the question of this kind that this seed makes at this level; it is always the same.

    Raises `ValueError` for an unknown kind, with the nearest id, and for an unknown level.

    >>> make_up("landships:range", 7) == make_up("landships:range", 7)
    True
    """
    dice = random.Random(f"{kind} {seed} {checked_level(level)}")
    made = asked_evenly(kind_of(kind), level, dice)
    return replace(made, kind=kind, seed=seed, level=level)
