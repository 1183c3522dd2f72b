"""The cards of a turn: one for each unit, drawn one at a time; a unit acts when its own is drawn."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.dice import Odds
from landships_lab.rules.paychest.book import whole

#: A pack has no more cards.
PACK = 52


def place_odds(units: int, drawn: int = 0) -> Odds[int]:
    """At which draw of the turn does a given unit act, with ``drawn`` cards of others already out? 1 is the first.

    Source: Paychest, Phasing Unit (line 3).

    >>> place_odds(4).p(1), place_odds(4, drawn=3).p(4)
    (Fraction(1, 4), Fraction(1, 1))
    """
    whole("The number of units", units, 1, PACK)
    whole("The number of cards already drawn", drawn, 0, units - 1)
    return Odds(dict.fromkeys(range(drawn + 1, units + 1), 1))


def ahead_odds(mine: int) -> Odds[int]:
    """How many of so many units of mine act before a given unit of the enemy? How many others he has does not matter.

    Each place of his card among mine is as likely as another. Source: Paychest, Phasing Unit (line 3).

    >>> ahead_odds(3).p(3), ahead_odds(3).mean
    (Fraction(1, 4), Fraction(3, 2))
    """
    return Odds(dict.fromkeys(range(whole("The number of units of yours", mine, 1, PACK - 1) + 1), 1))


def before_chance(mine: int, theirs: int) -> Fraction:
    """How likely does one of so many units of mine act before any of so many of theirs?

    >>> before_chance(1, 1), before_chance(2, 4)
    (Fraction(1, 2), Fraction(1, 3))
    """
    whole("The number of units of yours", mine, 1, PACK - 1)
    whole("The number of units of theirs", theirs, 1, PACK - mine)
    return Fraction(mine, mine + theirs)
