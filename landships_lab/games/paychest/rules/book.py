"""What the rules of Paychest take from the data: citations, readings, gaps, the figures for fire, a
reader's own tables.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Op, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.core.speech import decimal
from landships_lab.data.gaps import Missing, gaps
from landships_lab.data.load import cites, readings
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import fire_figures

CITES = cites("paychest")
READINGS = readings("paychest")
GAPS = gaps("paychest")
FIRE = fire_figures()
#: The most men, figures or hits a question may name; far more than any table holds.
MOST = 500
#: Skills and modifiers beyond this are slips: a die has six sides.
MOST_POINTS = 99


def option_of(reading_id: str, given: str | None) -> str:
    """Return the given option of a reading, or its default.

    Raises `ValueError` for an unknown option.
    """
    known = READINGS[reading_id]
    return known.default if given is None else known.option(given).id


def reading_says(says: str) -> str:
    """Return what an option says, as the sentence of a step that takes it.

    >>> reading_says("They form fights of one man against one.")
    'Under this reading they form fights of one man against one.'
    """
    return f"Under this reading {says[0].lower()}{says[1:]}"


def lost_step(gap_id: str, text: str, op: Op = "note") -> Step:
    """Return the step for something that is lost, with its `Gap` as the amount."""
    gap = GAPS[gap_id].gap
    return Step(text, gap.cite, op, gap)


def supplied_step(tables: Supplied, what: str, text: str, op: Op = "note", amount: int = 0) -> Step:
    """Return the step for something that the reader's tables supply."""
    return Step(text, tables.cite(what), op, Fraction(amount))


def roster_step(use: str) -> Step:
    """Return the step for a skill that is taken from a roster, for fire or for melee."""
    return Step(
        f"The roster has two skills for each figure; this is that for {use}.", CITES["roster"]
    )


def typed_cite(what: str) -> Cite:
    """Return the citation of a single number that the reader typed."""
    return Cite("You", what, kind="supplied")


def open_gaps(tables: Supplied = NOTHING) -> tuple[Missing, ...]:
    """Return the gaps that these tables of the reader leave open.

    >>> len(open_gaps())
    11
    """
    return tuple(missing for missing in GAPS.values() if tables.value(missing.fills) is None)


def success_odds(chance: Fraction) -> Odds[int]:
    """Return the odds of one try with this chance: 0 or 1 successes."""
    return Odds({0: chance.denominator - chance.numerator, 1: chance.numerator})


def average(mean: Fraction, one: str) -> str:
    """Return an average of things, to the nearest tenth.

    >>> average(Fraction(1), "hit"), average(Fraction(5, 3), "hit")
    ('1 hit', '1.7 hits')
    """
    number = decimal(mean)
    return f"{number} {one}" if number == "1" else f"{number} {one}s"
