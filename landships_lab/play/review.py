"""A game looked back on: how it stood after each move, and which moves cost most."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.play.advice import ranked
from landships_lab.play.moment import Moment
from landships_lab.play.turns import Happening, Situation, plain_words

#: How many moves a review names.
NAMED = 3
#: How many situations are kept with what they are worth.
MOST_KEPT = 4000
_worths: OrderedDict[int, tuple[Situation, Fraction]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Costly:
    """A move, by its number from 1, that was worth less than the best one: how much less, by the
    measure of the game, and what would have been better.
    """

    at: int
    side: str
    did: str
    better: str
    cost: Fraction


def worths(moment: Moment) -> tuple[Fraction, ...]:
    """Return how the game stood for its first side before the first move and after each move of
    the line, by its measure; nothing for a game without one.
    """
    if not moment.begin.measure:
        return ()
    situations = (moment.begin, *(one.situation for one in moment.happenings))
    return tuple(_worth(one) for one in situations)


def _worth(situation: Situation) -> Fraction:
    """Return what a situation is worth to its first side. A line keeps its situations, so each is
    known again by its identity.
    """
    key = id(situation)
    if key not in _worths or _worths[key][0] is not situation:
        _worths[key] = situation, situation.worth(situation.sides[0])
        while len(_worths) > MOST_KEPT:
            _worths.popitem(last=False)
    return _worths[key][1]


def cost_of(moment: Moment, at: int) -> Costly | None:
    """Return what a move of the line cost, the first one being 1; None if none was better."""
    before = moment.happenings[at - 2].situation if at > 1 else moment.begin
    happening: Happening = moment.happenings[at - 1]
    offers = ranked(before)
    if len(offers) < 2:  # one choice is no choice
        return None
    own = next((one for one in offers if one.choice.words == happening.words), None)
    best = offers[0]
    if own is None or own.gain >= best.gain:
        return None
    side = before.now.side(before)
    return Costly(at, side, happening.did, plain_words(before, best.choice), best.gain - own.gain)


def costliest(costs: list[Costly]) -> tuple[Costly, ...]:
    """Return the moves that cost most, the dearest first."""
    return tuple(sorted(costs, key=lambda one: -one.cost)[:NAMED])
