"""Pick the right reply first and then a question for it, so that guessing does not pay.

Left alone, a kind asks for some replies far more often than for others, and a reader who answers
without reading scores by it. Therefore a target is drawn, and questions are made until one meets
it, so that no reply, and no place in a list, is right more often than another.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.practice.kind import YES_NO, Kind
from landships_lab.practice.marking import Key
from landships_lab.practice.task import Task

#: The number of questions that show which replies a kind asks for.
SAMPLE = 80
#: The most questions made to meet a target; then the target is given up.
MOST_MADE = 150
#: With fewer different answers than this, a number is picked from a list instead of typed.
FEW = 12
#: The number of further replies drawn if no question meets the first ones.
SECOND_TRIES = 3
#: With at most this many replies, each comes equally often even if the lists differ.
MANY = 16


@dataclass(frozen=True)
class Target:
    """The wanted reply: its text, and whether it is among the longest of its list.

    "" and None stand for any.
    """

    reply: str = ""
    longest: bool | None = None

    def met_by(self, key: Key) -> bool:
        """Return whether the right reply of this key meets the target."""
        if self.reply not in ("", key.right):
            return False
        lengths = {len(choice) for choice in key.choices}
        return len(lengths) < 2 or self.longest in (None, len(key.right) == max(lengths))


@dataclass(frozen=True)
class Habits:
    """Which replies a kind asks for at a level, whether all its questions offer one list, and which
    targets it can meet.
    """

    replies: tuple[str, ...]
    one_list: bool
    met: frozenset[Target]


def asked_evenly(kind: Kind, level: int, dice: random.Random) -> Task:
    """Return a question of this kind and level, with its right reply drawn first by these dice.

    If the kind asks for few replies, each comes equally often, and a list that is always the same
    holds no reply that is never right. Other lists are shuffled.
    """
    first = kind.make(dice, level)
    if first.key.among:
        return first  # a board offers too many replies to guess one
    if first.choices == YES_NO or kind.replies:
        return _meeting(kind, level, dice, Target(dice.choice(first.choices))) or first
    habits = _habits(kind, level)
    replies = dice.sample(habits.replies, len(habits.replies))
    if habits.one_list or not first.choices:
        task = _meeting(kind, level, dice, *map(Target, replies[:SECOND_TRIES])) or first
        return _narrowed(task, habits)
    longest = dice.randrange(len(first.choices)) == 0
    both = [Target(replies[0], longest)] if len(replies) <= MANY else []
    targets = [target for target in (*both, Target("", longest)) if target in habits.met]
    task = _meeting(kind, level, dice, *targets) or first
    return _offering(task, dice.sample(task.choices, len(task.choices)))


@lru_cache(maxsize=256)
def _habits(kind: Kind, level: int) -> Habits:
    dice = random.Random(f"{kind.id} {level}")
    sample = [kind.make(dice, level) for _ in range(SAMPLE)]
    one_list = bool(sample[0].choices) and len({question.choices for question in sample}) == 1
    replies = sorted({question.right for question in sample})
    targets = (Target(reply, longest) for reply in ("", *replies) for longest in (True, False))
    met = frozenset(target for target in targets if any(target.met_by(q.key) for q in sample))
    return Habits(tuple(replies), one_list, met)


def _meeting(kind: Kind, level: int, dice: random.Random, *targets: Target) -> Task | None:
    """Return the first question made that meets the first target, else the next, None if none."""
    for target in targets:
        for _ in range(MOST_MADE):
            if target.met_by((made := kind.make(dice, level)).key):
                return made
    return None


def _narrowed(question: Task, habits: Habits) -> Task:
    """Return a question that offers only replies that can be right: its list without the others, or
    a list of the numbers if they are few. A word that a known mistake leads to stays.
    """
    asked_for = {*habits.replies, question.right}
    words = {slip.reply for slip in question.key.slips if not slip.reply.endswith("%")}
    if question.choices:
        return _offering(question, [c for c in question.choices if c in asked_for | words])
    if len(habits.replies) >= FEW or question.key.chance is not None:
        return question
    return _offering(question, sorted(asked_for, key=int))


def _offering(question: Task, choices: Iterable[str]) -> Task:
    """Return a question with this list, and only the mistakes that lead to a reply in it."""
    key, shown = question.key, tuple(choices)
    slips = tuple(slip for slip in key.slips if slip.reply in shown)
    return replace(question, given=replace(key, choices=shown, slips=slips))
