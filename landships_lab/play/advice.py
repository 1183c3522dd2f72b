"""The best choices by a measure that the game names, exact over one step."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from landships_lab.core.dice import Roll, run
from landships_lab.play.turns import Choice, Situation, choices


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice and what it is worth on average: how much better the situation is after it, by the
    measure of the game, for the side that decides.
    """

    choice: Choice
    gain: Fraction


#: An effect is run so many times at most to find what it is worth, where it has faster odds.
MOST_THROWS = 64


class _TooLongError(Exception):
    """An effect has more courses than are worth running."""


def ranked(situation: Situation) -> tuple[Ranked, ...]:
    """Return the legal choices of all units with what each is worth, the best first; none for a
    game without a measure, and for one that is over.

    It looks one step ahead: what the enemy does afterwards does not count. A choice with
    `Choice.fast_odds` whose effect asks for more throws than `MOST_THROWS` is left out.
    """
    if not situation.measure or situation.over or not situation.stack:
        return ()
    side = situation.now.side(situation)
    before = situation.worth(side)
    found = []
    for one in choices(situation):
        if one.legal:
            try:
                found.append(Ranked(one, _mean(one, side) - before))
            except _TooLongError:
                continue
    return tuple(sorted(found, key=lambda one: -one.gain))


def _mean(one: Choice, side: str) -> Fraction:
    effect, left = one.checked(), count(MOST_THROWS, -1)

    def worth(roll: Roll) -> Fraction:
        if one.fast_odds is not None and next(left) <= 0:
            raise _TooLongError
        return effect(roll).situation.worth(side)

    odds = run(worth)
    return sum((worth * chance for worth, chance in odds), Fraction(0))
