"""A reader's progress: the replies, a rating, and the questions that should come back.

Nothing here touches a file or a clock.

Questions come back by Leitner's scheme. A missed question becomes a card in the first box. A right
reply moves it one box on; a wrong one moves it back to the first:

    box          1              2          3        4        5         out
    comes back   3 questions    next day   3 days   7 days   21 days   known
                 later

Ratings are those of chess (Elo): a reader rated like the question is expected to answer it rightly
half the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

#: How many other questions come before a card in the first box is due.
WAIT = 3
#: How many days a card waits in each of the other boxes.
DAYS = (1, 3, 7, 21)
BOXES = 1 + len(DAYS)
#: The most cards kept; beyond that, the card due last is dropped.
MOST_CARDS = 60
#: The rating of a new reader, and how far one reply can move it.
FIRST_RATING, STEP = 1000, 32
#: The ratings of questions by level; each puzzle has a rating of its own.
LEVEL_RATINGS: Mapping[int, int] = MappingProxyType({1: 900, 2: 1200, 3: 1500})
#: A rating stays between these.
LEAST_RATING, MOST_RATING = 100, 3000
#: The difference at which a reader is ten times as likely to be right as to be wrong.
_TENFOLD = 400


@dataclass(frozen=True, slots=True)
class KindScore:
    """How many questions of a kind were asked, how many answered rightly, and the reader's rating
    for it.
    """

    asked: int = 0
    right: int = 0
    rating: int = FIRST_RATING


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A missed question: the day and the question number from which it is due, its box, and the
    kind, seed and level that make it again.
    """

    day: int
    due: int
    box: int
    kind: str
    seed: int
    level: int

    @property
    def asks(self) -> tuple[str, int, int]:
        """The question it stands for: its kind, seed and level."""
        return self.kind, self.seed, self.level

    def is_due(self, asked: int, day: int) -> bool:
        """Return whether it should come now, after ``asked`` questions, on this day."""
        return self.due <= asked if self.box == 1 else self.day <= day


@dataclass(frozen=True)
class Progress:
    """A reader's results: how many questions were answered and how many rightly, in all and by
    kind; the rating; the cards of missed questions; and the best streak and rush (by those names).
    """

    asked: int = 0
    right: int = 0
    kinds: Mapping[str, KindScore] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    rating: int = FIRST_RATING
    best: Mapping[str, int] = field(default_factory=dict)


def rated(rating: int, against: int, right: bool, *, helped: bool = False) -> int:
    """Return a rating after one reply to a question of another rating; help, such as a hint,
    halves what a right reply gains.

    >>> rated(1000, 1000, True), rated(1000, 1000, False), rated(1000, 1400, True)
    (1016, 984, 1029)
    >>> rated(1000, 1000, True, helped=True)
    1008
    """
    expected = 1 / (1 + 10 ** ((against - rating) / _TENFOLD))
    step = STEP / 2 if helped and right else STEP
    return min(MOST_RATING, max(LEAST_RATING, round(rating + step * (right - expected))))


def after(
    progress: Progress,
    question: tuple[str, int, int],
    right: bool,
    day: int = 0,
    rating: int | None = None,
    *,
    again: bool = True,
    helped: bool = False,
) -> Progress:
    """Return the progress once this question (its kind, seed and level) has been answered, rightly
    or not, on this day.

    ``rating`` is the question's, by default that of its level. Without ``again``, a miss makes no
    card. With ``helped``, a right reply gains only half.

    >>> missed = after(Progress(), ("landships:range", 7, 1), right=False)
    >>> missed.asked, missed.right, [(card.kind, card.due) for card in missed.cards]
    (1, 0, [('landships:range', 4)])
    """
    kind, _, level = question
    number, against = progress.asked + 1, LEVEL_RATINGS[level] if rating is None else rating
    score = progress.kinds.get(kind, KindScore())
    own = rated(score.rating, against, right, helped=helped)
    scored = KindScore(score.asked + 1, score.right + right, own)
    return replace(
        progress,
        asked=number,
        right=progress.right + right,
        kinds=MappingProxyType({**progress.kinds, kind: scored}),
        cards=_cards_after(progress, question, right, day) if again else progress.cards,
        rating=rated(progress.rating, against, right, helped=helped),
    )


def _cards_after(
    progress: Progress, question: tuple[str, int, int], right: bool, day: int
) -> tuple[Card, ...]:
    number = progress.asked + 1
    old = next((card for card in progress.cards if card.asks == question), None)
    cards = [card for card in progress.cards if card.asks != question]
    if not right:
        cards.append(Card(day, number + WAIT, 1, *question))
    elif old is not None and old.box < BOXES:
        cards.append(Card(day + DAYS[old.box - 1], number, old.box + 1, *question))
    return tuple(sorted(cards)[:MOST_CARDS])


def beaten(progress: Progress, mode: str, score: int) -> Progress:
    """Return the progress with this score of a streak or a rush, if it is a new best."""
    if score <= progress.best.get(mode, 0):
        return progress
    return replace(progress, best=MappingProxyType({**progress.best, mode: score}))


def due(progress: Progress, level: int, day: int = 0) -> Card | None:
    """Return the missed question of this level that has waited longest and is due, or None.

    >>> missed = after(Progress(), ("landships:range", 7, 1), right=False)
    >>> due(missed, 1), due(replace(missed, asked=4), 1).seed
    (None, 7)
    """
    ready = (card for card in progress.cards if card.is_due(progress.asked, day))
    return next((card for card in ready if card.level == level), None)


def weak(progress: Progress) -> tuple[str, ...]:
    """Return the kinds that the reader has answered wrongly more often than rightly, the worst
    first.
    """
    missed = {kind: score.asked - 2 * score.right for kind, score in progress.kinds.items()}
    return tuple(
        sorted(
            (kind for kind, more in missed.items() if more > 0),
            key=lambda kind: (-missed[kind], kind),
        )
    )


def level_for(rating: int) -> int:
    """Return the level at which a reader of this rating should begin.

    >>> level_for(1000), level_for(1250), level_for(1600)
    (1, 2, 3)
    """
    return max((level for level, own in LEVEL_RATINGS.items() if own <= rating), default=1)


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
