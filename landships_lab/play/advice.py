"""The best choices by a measure that the game names, exact over one step."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.dice import run
from landships_lab.play.turns import Choice, Situation, choices


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice and what it is worth on average: how much better the situation is after it, by the
    measure of the game, for the side that decides.
    """

    choice: Choice
    gain: Fraction


def ranked(situation: Situation) -> tuple[Ranked, ...]:
    """Return the legal choices of all units with what each is worth, the best first; none for a
    game without a measure, and for one that is over.

    It looks one step ahead: what the enemy does afterwards does not count. A choice with so many
    dice that its effect cannot be run over every roll (`Choice.fast_odds`) is left out.
    """
    if not situation.measure or situation.over or not situation.stack:
        return ()
    side = situation.now.side(situation)
    before = situation.worth(side)
    found = (
        Ranked(one, _mean(one, side) - before)
        for one in choices(situation)
        if one.legal and one.fast_odds is None
    )
    return tuple(sorted(found, key=lambda one: -one.gain))


def _mean(one: Choice, side: str) -> Fraction:
    effect = one.checked()
    odds = run(lambda roll: effect(roll).situation.worth(side))
    return sum((worth * chance for worth, chance in odds), Fraction(0))
