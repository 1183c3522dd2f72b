"""What the rules of Paychest are looked up in: citations, readings, gaps, and how a gap is filled from a reader's tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Op, Step
from landships_lab.core.checks import unknown
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import Missing, gaps
from landships_lab.data.load import cites, readings
from landships_lab.data.paychest.supplied import NOTHING, Supplied

CITES = cites("paychest")
READINGS = readings("paychest")
GAPS = gaps("paychest")
#: The most men, figures or hits a question may speak of; far more than any table holds.
MOST = 500
#: Skills and modifiers beyond this are slips: a die has six sides.
FAR = 99


def whole(what: str, given: object, least: int = 0, most: int = MOST) -> int:
    """Is this a whole number in these bounds? It comes back; `ValueError` in one sentence if not."""
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        bounds = f"{least}" if least == most else f"a whole number from {least} to {most}"
        raise ValueError(f"{what} is {bounds}, not {given!r}.")
    return given


def one_of(what: str, given: object, allowed: Any) -> str:
    """Is this one of the allowed words? It comes back; `ValueError` with all of them and the nearest if not."""
    if not isinstance(given, str) or given not in allowed:
        raise ValueError(unknown(what, given, list(allowed)))
    return given


def reading(reading_id: str, given: str | None) -> str:
    """Which option of this reading is taken? The default where none is given; `ValueError` for an unknown one."""
    known = READINGS[reading_id]
    return known.default if given is None else known.option(given).id


def lost(gap_id: str, text: str, op: Op = "note") -> Step:
    """Which step stands for something that is not in the source?"""
    missing = GAPS[gap_id].gap
    return Step(text, missing.cite, op, missing)


def theirs(tables: Supplied, what: str, text: str, op: Op = "note", amount: int = 0) -> Step:
    """Which step stands for something the reader supplied?"""
    return Step(text, tables.cite(what), op, Fraction(amount))


def open_gaps(tables: Supplied = NOTHING) -> tuple[Missing, ...]:
    """What is still not known, with these tables of the reader's?

    >>> len(open_gaps())
    11
    """
    return tuple(missing for missing in GAPS.values() if tables.value(missing.fills) is None)


def signed(number: int) -> str:
    """How is a modifier written? With its sign, and a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


def plural(number: int, one: str, many: str = "") -> str:
    """How are so many of a thing called?"""
    return f"{number} {one if number == 1 else many or one + 's'}"


def tried(chance: Fraction) -> Odds[int]:
    """How often does something with this chance happen in one try: never, or once?"""
    return Odds({0: chance.denominator - chance.numerator, 1: chance.numerator})


def cite_you(what: str) -> Cite:
    """How is a single number cited that the reader typed in?"""
    return Cite("You", what, kind="supplied")
