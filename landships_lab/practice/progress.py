"""A reader's progress, and the questions that should come back: soon after a miss, and later again.

Nothing here touches a file.

A missed question becomes a card. It is due again after so many other questions; each time it is
answered rightly it waits longer, and after the last wait it is known. Missed again, it starts over:

    missed      right       right       right
    due in 3    due in 8    due in 20   known
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

#: How many other questions come before a card is due, by how often it has been answered rightly
#: since it was missed.
WAITS = (3, 8, 20)
#: The most cards that are kept; beyond that the one that is due last is dropped.
MOST_CARDS = 60


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A missed question: at which question it is due again, how often it was right since, and what
    makes it again.
    """

    due: int
    known: int
    kind: str
    seed: int
    level: int

    @property
    def asks(self) -> tuple[str, int, int]:
        """The question it stands for: its kind, seed and level."""
        return self.kind, self.seed, self.level


@dataclass(frozen=True)
class Progress:
    """How many questions were answered and how many rightly, in all and by kind, and the cards of
    those missed.
    """

    asked: int = 0
    right: int = 0
    kinds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()


def after(progress: Progress, question: tuple[str, int, int], right: bool) -> Progress:
    """Return the progress once this question (its kind, seed and level) has been answered, rightly
    or not.

    >>> missed = after(Progress(), ("landships:range", 7, 1), right=False)
    >>> missed.asked, missed.right, [(card.kind, card.due) for card in missed.cards]
    (1, 0, [('landships:range', 4)])
    """
    kind, seed, level = question
    number = progress.asked + 1
    asked, good = progress.kinds.get(kind, (0, 0))
    old = next((card for card in progress.cards if card.asks == question), None)
    cards = [card for card in progress.cards if card.asks != question]
    if not right:
        cards.append(Card(number + WAITS[0], 0, kind, seed, level))
    elif old is not None and old.known + 1 < len(WAITS):
        cards.append(Card(number + WAITS[old.known + 1], old.known + 1, kind, seed, level))
    return Progress(
        number,
        progress.right + right,
        MappingProxyType({**progress.kinds, kind: (asked + 1, good + right)}),
        tuple(sorted(cards)[:MOST_CARDS]),
    )


def due(progress: Progress, level: int) -> Card | None:
    """Return the missed question of this level that has waited longest and is due, or None.

    >>> from dataclasses import replace
    >>> missed = after(Progress(), ("landships:range", 7, 1), right=False)
    >>> due(missed, 1), due(replace(missed, asked=4), 1).seed
    (None, 7)
    """
    return next(
        (card for card in progress.cards if card.due <= progress.asked and card.level == level),
        None,
    )


def weak(progress: Progress) -> tuple[str, ...]:
    """Return the kinds that the reader has answered wrongly more often than rightly, the worst
    first.
    """
    missed = {kind: asked - 2 * right for kind, (asked, right) in progress.kinds.items()}
    return tuple(
        sorted(
            (kind for kind, more in missed.items() if more > 0),
            key=lambda kind: (-missed[kind], kind),
        )
    )


def describe(progress: Progress) -> str:
    """Return the progress in words.

    >>> describe(Progress(3, 2)), describe(Progress())
    ('2 of 3 right', 'Nothing answered yet')
    """
    if not progress.asked:
        return "Nothing answered yet"
    back = len(progress.cards)
    returning = (
        f"; {back} missed {'question comes' if back == 1 else 'questions come'} back"
        if back
        else ""
    )
    return f"{progress.right} of {progress.asked} right{returning}"
