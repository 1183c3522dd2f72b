"""Endless questions from a rule set, a seed and a level, never the same one twice in a row."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import count

from landships_lab.practice.generator import (
    MIXED,
    RULE_SETS,
    checked_level,
    kinds_of,
    kinds_of_lesson,
    make_up,
)
from landships_lab.practice.kind import LEVELS, Kind
from landships_lab.practice.progress import Progress, due, weak
from landships_lab.practice.task import Task

#: The words and the state of a question.
Asked = tuple[str, str]
MOST_SEED = 10**9
#: The distance between the first questions of neighbouring seeds, so that a drill does not soon
#: meet those of the next seed.
_APART = 1009
#: The most further seeds tried for a question that is new in this session.
_MORE_SEEDS = 12
#: The number of questions of one level after a lesson.
_SAME_LEVEL = 3


def most_made(asked: int) -> int:
    """Return the largest number that can make a question for a reader who was asked this many, with
    any seed of the drill.

    The number is doubled to allow for questions drawn again because the last one was the same.
    """
    return MOST_SEED * _APART + 2 * asked + _MORE_SEEDS


def checked_seed(seed: int) -> int:
    """Return this seed, a whole number of 0 or more. Raises `ValueError` for others."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"A seed is a whole number from 0 to {MOST_SEED}, not {str(seed)[:40]!r}.")
    return seed


def question(game: str, seed: int = 7, level: int = 2) -> Task:
    """Return the question that this seed makes about this game ("mixed" for all of them) at this
    level.

    Levels are 1 (one idea at a time), 2 (two ideas together) and 3 (mixed, hard cases preferred).
    Raises `ValueError` with the nearest name for an unknown game.

    >>> asked = question("landships", seed=5)
    >>> asked == question("landships", seed=5)
    True
    >>> asked.mark(asked.right).sentence
    'Right.'
    """
    return next(questions(game, seed, level))


def questions(rule_set: str, seed: int, level: int = 1) -> Iterator[Task]:
    """Yield the questions that this seed makes, without end and never the same one twice in a row.

    >>> from itertools import islice
    >>> len({asked.kind for asked in islice(questions("paychest", seed=1), 3)})
    3
    """
    checked_level(level)
    checked_seed(seed)
    kinds_of(str(rule_set))  # refuse an unknown name at once, not with the first question
    return _endless(rule_set, seed, level)


def _endless(rule_set: str, seed: int, level: int) -> Iterator[Task]:
    last: Task | None = None
    for number in count():
        last = numbered(rule_set, seed, level, number, last)
        yield last


def numbered(
    source: str | tuple[Kind, ...],
    seed: int,
    level: int,
    number: int,
    last: Task | None = None,
    met: Collection[Asked] = (),
) -> Task:
    """Return the question of this number, from 0, of a seed. ``last`` is the question before it,
    and the ``met`` ones were asked recently and are avoided if the kind has enough others.

    ``source`` is a rule set, "mixed", or the kinds to ask. Kinds come in turn, each once before any
    comes again, in an order that the seed shuffles.
    """
    kind = _in_turn(source, seed, level, number)
    return _fresh(kind, seed * _APART + number, level, last, met)


def _in_turn(source: str | tuple[Kind, ...], seed: int, level: int, number: int) -> Kind:
    if source == MIXED:  # the rule sets in turn, and their kinds at random
        dice = random.Random(f"{source} {seed} {level} {number // len(_asked_at(source, level))}")
        name = dice.sample(RULE_SETS, len(RULE_SETS))[number % len(RULE_SETS)]
        return random.Random(f"{seed} {level} {number}").choice(_asked_at(name, level))
    kinds = _asked_at(source, level)
    named = source if isinstance(source, str) else " ".join(kind.id for kind in source)
    dice = random.Random(f"{named} {seed} {level} {number // len(kinds)}")
    return dice.sample(kinds, len(kinds))[number % len(kinds)]


def _asked_at(source: str | tuple[Kind, ...], level: int) -> tuple[Kind, ...]:
    """Return the kinds that are asked at a level, or the easiest if all are harder."""
    kinds = kinds_of(source) if isinstance(source, str) else source
    least = min(kind.level for kind in kinds)
    return tuple(kind for kind in kinds if kind.level <= max(level, least))


def words_of(task: Task) -> Asked:
    """Return what distinguishes a question: its words and its state."""
    return task.text, task.start


def _fresh(
    kind: Kind, seed: int, level: int, last: Task | None, met: Collection[Asked] = ()
) -> Task:
    level = max(level, kind.level)
    made = make_up(kind.id, seed, level)
    for _ in range(_MORE_SEEDS):
        if words_of(made) not in met:
            break
        seed += 1
        made = make_up(kind.id, seed, level)
    while last is not None and words_of(made) == words_of(last):
        seed += 1
        made = make_up(kind.id, seed, level)
    return made


def next_question(
    source: str | tuple[Kind, ...],
    seed: int,
    level: int,
    progress: Progress,
    last: Task | None = None,
    day: int = 0,
    met: Collection[Asked] = (),
) -> Task:
    """Return the next question for this progress on this day: one that was missed and is due, or
    regularly one of a weak kind. A question ``met`` recently comes again only if it is due.

    >>> from landships_lab.practice.progress import after
    >>> missed = after(Progress(), ("landships:range", 7, 1), right=False)
    >>> for seed in (1, 2, 3):
    ...     missed = after(missed, ("landships:positions", seed, 1), right=True)
    >>> next_question("landships", 1, 1, missed).kind
    'landships:range'
    """
    known = {kind.id: kind for kind in _asked_at(source, level)}
    card = due(progress, level, day)
    is_new = card is not None and (last is None or card.asks != (last.kind, last.seed, last.level))
    if card is not None and is_new and card.kind in known:
        return _fresh(known[card.kind], card.seed, card.level, last)
    weak_kinds = [kind for kind in weak(progress) if kind in known]
    if weak_kinds and progress.asked % 3 == 2:
        return _fresh(known[weak_kinds[0]], seed * _APART + progress.asked, level, last, met)
    return numbered(source, seed, level, progress.asked, last, met)


def follow_up(lesson: str, number: int, seed: int, last: Task | None = None) -> Task:
    """Return the question of this number, from 0, after those that end a lesson: about the lesson's
    own idea, and gradually harder.
    """
    level = min(max(LEVELS), 1 + number // _SAME_LEVEL)
    return numbered(kinds_of_lesson(lesson), seed, level, number, last)
