"""What the rules of Paychest take from the data: the citations, the numbers for fire, and the gaps
that the reader's tables fill.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.core.speech import decimal
from landships_lab.data.book import Book
from landships_lab.data.gaps import Missing, gaps
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import fire_figures

BOOK = Book("paychest")
CITES, READINGS, GAPS = BOOK.cites, BOOK.readings, gaps("paychest")
note, start, add, times, lost = BOOK.note, BOOK.start, BOOK.add, BOOK.times, BOOK.lost
allow, forbid, reads, option_of = BOOK.allow, BOOK.forbid, BOOK.reads, BOOK.option
FIRE = fire_figures()
#: The most men, figures or hits a question may name; far more than any table holds.
MOST = 500
#: Upper bound for skills and modifiers: larger numbers are typing errors.
MOST_POINTS = 99


def typed(what: str) -> Cite:
    """Return the citation of a single number that the reader typed."""
    return Cite("You", what, kind="supplied")


def open_gaps(tables: Supplied = NOTHING) -> tuple[Missing, ...]:
    """Return the gaps that the reader's tables leave open."""
    return tuple(missing for missing in GAPS.values() if tables.value(missing.fills) is None)


def success_odds(chance: Fraction) -> Odds[int]:
    """Return the odds of one try with this chance: 0 or 1 successes."""
    return Odds({0: chance.denominator - chance.numerator, 1: chance.numerator})


def average(mean: Fraction, one: str) -> str:
    """Return an average number of things in words, to the nearest tenth."""
    number = decimal(mean)
    return f"{number} {one}" if number == "1" else f"{number} {one}s"
