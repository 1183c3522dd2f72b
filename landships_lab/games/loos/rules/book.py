"""The citations, readings and combat table of Loos, and the words for its places and chances."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from landships_lab.core.answer import Op, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Given
from landships_lab.core.speech import often, signed
from landships_lab.data.book import At, Book
from landships_lab.games.loos.data.combat_table import combat_table

BOOK = Book("loos")
CITES, READINGS = BOOK.cites, BOOK.readings
note, start, add, times = BOOK.note, BOOK.start, BOOK.add, BOOK.times
cap, floor, lost, deciding = BOOK.cap, BOOK.floor, BOOK.lost, BOOK.deciding
allow, forbid, takes = BOOK.allow, BOOK.forbid, BOOK.takes
TABLE = combat_table()
#: The grid for codes in sentences, as large as two digits allow.
GRID = Grid()

Army = Literal["german", "british"]
ZERO_HOUR, LAST_TURN = 0, 8


def take(reading: str, readings: Given = None, op: Op = "reads") -> Step:
    """Return the step for a reading, by these options or its default."""
    return takes(reading, BOOK.options(readings)[reading], op)


def notes(at: At, *texts: str) -> tuple[Step, ...]:
    """Return a step for each sentence of one place."""
    return tuple(note(at, text) for text in texts)


def refusal(steps: Iterable[Step], otherwise: str) -> str:
    """Return the sentence of the first step that forbids, or ``otherwise`` if none does."""
    return next((step.text for step in steps if step.op == "forbids"), otherwise)


@lru_cache(maxsize=1024)
def name(hexagon: Hex) -> str:
    """Return the code of a hex for a sentence."""
    return GRID.code(hexagon) if hexagon in GRID else "a hex off the map"


def as_printed(differential: int) -> str:
    """Return a differential as the table prints it: with its sign, and a bare 0.

    >>> as_printed(3), as_printed(0), as_printed(-2)
    ('+3', '0', '−2')
    """
    return signed(differential) if differential else "0"


def chance_clause(who: str, does: str, chance: Fraction) -> str:
    """Return how often something happens, as a clause.

    >>> (
    ...     chance_clause("a step is", "lost", Fraction(1, 6)),
    ...     chance_clause("it", "arrives", Fraction(1)),
    ... )
    ('a step is lost 16.7% of the time', 'it always arrives')
    """
    if chance in (0, 1):
        return f"{who} {'always' if chance else 'never'} {does}"
    return f"{who} {does} {often(chance)}"
