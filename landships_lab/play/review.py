"""A review of a game: its score after each move, and the moves that cost most."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from landships_lab.play.advice import ranked
from landships_lab.play.moment import Moment
from landships_lab.play.turns import Happening, Situation, plain_words

#: How many moves a review names.
NAMED = 3
#: How many situations are cached with their values.
MOST_KEPT = 4000
_worths: OrderedDict[int, tuple[Situation, Fraction]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Costly:
    """A move, by its number from 1, that was worse than the best one: by how much, in the measure
    of the game, and what would have been better.
    """

    at: int
    side: str
    did: str
    better: str
    cost: Fraction


def worths(moment: Moment) -> tuple[Fraction, ...]:
    """Return the value of the game for its first side, by its measure, before the first move and
    after each move of the line.

    Empty for a game without a measure.
    """
    if not moment.begin.measure:
        return ()
    situations = (moment.begin, *(one.situation for one in moment.happenings))
    return tuple(_worth(one) for one in situations)


def _worth(situation: Situation) -> Fraction:
    """Return the value of a situation to its first side. A line keeps its situations, so that the
    cache knows each by identity.
    """
    key = id(situation)
    if key not in _worths or _worths[key][0] is not situation:
        _worths[key] = situation, situation.worth(situation.sides[0])
        while len(_worths) > MOST_KEPT:
            _worths.popitem(last=False)
    return _worths[key][1]


def turning_point(moment: Moment, worths: Sequence[Fraction]) -> int:
    """Return the number of the move after which the game's value changed most, counted from 1; 0
    if none changed it. What both sides agree on is no move.
    """
    changes = [(abs(b - a), at) for at, (a, b) in enumerate(pairwise(worths), 1)]
    moves = [one for one in changes if one[0] and moment.side_of(one[1]) in moment.begin.sides]
    return max(moves, key=lambda one: one[0], default=(0, 0))[1]


def cost_of(moment: Moment, at: int) -> Costly | None:
    """Return the cost of a move of the line, counted from 1; None if no other move was better."""
    before = moment.happenings[at - 2].situation if at > 1 else moment.begin
    happening: Happening = moment.happenings[at - 1]
    offers = ranked(before)
    if len(offers) < 2:  # a single choice cannot be wrong
        return None
    own = next((one for one in offers if one.choice.words == happening.words), None)
    best = offers[0]
    if own is None or own.gain >= best.gain:
        return None
    side = before.now.side(before)
    return Costly(at, side, happening.did, plain_words(before, best.choice), best.gain - own.gain)


def costliest(costs: list[Costly]) -> tuple[Costly, ...]:
    """Return the moves that cost most, the worst first."""
    return tuple(sorted(costs, key=lambda one: -one.cost)[:NAMED])
