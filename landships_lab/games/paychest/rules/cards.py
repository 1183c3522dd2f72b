"""The cards of a turn: one for each unit, drawn one at a time; a unit
acts when its own is drawn.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds

#: The cards of a full pack.
PACK = 52


def place_odds(units: int, drawn: int = 0) -> Odds[int]:
    """Return the odds of the draw at which a given unit acts; 1 is the first.

    ``drawn`` cards of other units are already out.

    Source: Paychest, Phasing Unit (line 3).

    >>> place_odds(4).p(1), place_odds(4, drawn=3).p(4)
    (Fraction(1, 4), Fraction(1, 1))
    """
    whole("The number of units", units, 1, PACK)
    whole("The number of cards already drawn", drawn, 0, units - 1)
    return Odds(dict.fromkeys(range(drawn + 1, units + 1), 1))


def ahead_odds(mine: int) -> Odds[int]:
    """Return the odds of how many of ``mine`` units act before one given enemy unit.

    Each place of the enemy card among mine is equally likely, and other cards do not matter.
    Source: Paychest, Phasing Unit (line 3).

    >>> ahead_odds(3).p(3), ahead_odds(3).mean
    (Fraction(1, 4), Fraction(3, 2))
    """
    return Odds(dict.fromkeys(range(whole("The number of your units", mine, 1, PACK - 1) + 1), 1))


def before_chance(mine: int, theirs: int) -> Fraction:
    """Return the chance that one of ``mine`` units acts before any of ``theirs``.

    >>> before_chance(1, 1), before_chance(2, 4)
    (Fraction(1, 2), Fraction(1, 3))
    """
    whole("The number of your units", mine, 1, PACK - 1)
    whole("The number of enemy units", theirs, 1, PACK - mine)
    return Fraction(mine, mine + theirs)
