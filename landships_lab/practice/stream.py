"""Endless questions: from a rule set, a seed and a level, never the same one twice in a row."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from landships_lab.practice.generator import MIXED, RULE_SETS, checked_level, kinds_of, make_up
from landships_lab.practice.kinds import Kind
from landships_lab.practice.marking import Question
from landships_lab.practice.progress import Progress, due, weak

MOST_SEED = 10**9
#: How far apart the questions of neighbouring seeds begin, so that no drill soon meets those of the
#: next seed.
_APART = 1009


def most_made(asked: int) -> int:
    """Return the largest number that makes a question for a reader who was asked this many,
    whatever the seed of the drill.

    As much again is added for questions drawn anew because the one before was the same.
    """
    return MOST_SEED * _APART + 2 * asked


def checked_seed(seed: int) -> int:
    """Return this seed, a whole number of 0 or more; `ValueError` in one sentence if it is none."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"A seed is a whole number from 0 to {MOST_SEED}, not {str(seed)[:40]!r}.")
    return seed


def question(rule_set: str, seed: int, level: int = 1) -> Question:
    """Return the question that this seed makes about this rule set ("mixed" for all of them) at
    this level.

    Levels are 1 (one idea at a time), 2 (two ideas together) and 3 (mixed, hard cases preferred).
    Raises `ValueError` with the nearest name for an unknown rule set.

    >>> asked = question("landships", seed=5)
    >>> asked == question("landships", seed=5)
    True
    >>> asked.mark(asked.right_reply).sentence
    'Right.'
    """
    return next(questions(rule_set, seed, level))


def questions(rule_set: str, seed: int, level: int = 1) -> Iterator[Question]:
    """Yield the questions that this seed makes, without end and never the same one twice in a row.

    >>> from itertools import islice
    >>> [asked.kind for asked in islice(questions("paychest", seed=1), 3)]
    ['paychest:command', 'paychest:turn', 'paychest:morale']
    """
    checked_level(level)
    checked_seed(seed)
    kinds_of(rule_set)  # an unknown name is refused at once, not with the first question
    return _endless(rule_set, seed, level)


def _endless(rule_set: str, seed: int, level: int) -> Iterator[Question]:
    last: Question | None = None
    for number in count():
        last = numbered(rule_set, seed, level, number, last)
        yield last


def numbered(
    rule_set: str, seed: int, level: int, number: int, last: Question | None = None
) -> Question:
    """Return the question of this number, from 0, of a seed, where ``last`` is the one before it.

    Kinds come in turn, each once before any comes again, in an order that the seed shuffles.
    """
    kind = _in_turn(rule_set, seed, level, number)
    return _fresh(kind.id, seed * _APART + number, level, last)


def _in_turn(rule_set: str, seed: int, level: int, number: int) -> Kind:
    dice = random.Random(f"{rule_set} {seed} {level} {number // len(_asked_at(rule_set, level))}")
    if rule_set == MIXED:  # the rule sets in turn, and their kinds by chance
        name = dice.sample(RULE_SETS, len(RULE_SETS))[number % len(RULE_SETS)]
        return random.Random(f"{seed} {level} {number}").choice(_asked_at(name, level))
    kinds = _asked_at(rule_set, level)
    return dice.sample(kinds, len(kinds))[number % len(kinds)]


def _asked_at(rule_set: str, level: int) -> tuple[Kind, ...]:
    return tuple(kind for kind in kinds_of(rule_set) if kind.level <= level)


def _fresh(kind: str, seed: int, level: int, last: Question | None) -> Question:
    made = make_up(kind, seed, level)
    while last is not None and (made.text, made.state) == (last.text, last.state):
        seed += 1
        made = make_up(kind, seed, level)
    return made


def next_question(
    rule_set: str, seed: int, level: int, progress: Progress, last: Question | None = None
) -> Question:
    """Return the next question for this progress: what was missed and is due, or every third time
    one of a weak kind.

    >>> from landships_lab.practice.progress import after
    >>> missed = after(Progress(), ("landships:range", 7, 1), right=False)
    >>> for seed in (1, 2, 3):
    ...     missed = after(missed, ("landships:positions", seed, 1), right=True)
    >>> next_question("landships", 1, 1, missed).kind
    'landships:range'
    """
    card = due(progress, level)
    if card is not None and (last is None or card.asks != (last.kind, last.seed, last.level)):
        return _fresh(card.kind, card.seed, card.level, last)
    known = {kind.id for kind in _asked_at(rule_set, level)}
    weak_kinds = [kind for kind in weak(progress) if kind in known]
    if weak_kinds and progress.asked % 3 == 2:
        return _fresh(weak_kinds[0], seed * _APART + progress.asked, level, last)
    return numbered(rule_set, seed, level, progress.asked, last)


def more_like(asked: Question, seed: int) -> Question:
    """Return a made-up question for the same panel, or one of its rule set where nothing is made up
    about it.
    """
    name = asked.state.split()[0]
    kinds = kinds_of(name.partition(":")[0])
    like = [kind for kind in kinds if kind.panel == name and kind.level == 1] or [
        kind for kind in kinds if kind.level == 1
    ]
    return _fresh(like[seed % len(like)].id, seed, 1, asked)
