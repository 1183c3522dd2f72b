"""The citations, readings and combat table of Loos, and the words for its places and chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Op, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import often, signed
from landships_lab.data.book import Book
from landships_lab.data.load import chosen
from landships_lab.games.loos.data.combat_table import combat_table

BOOK = Book("loos")
CITES, READINGS = BOOK.cites, BOOK.readings
note, start, allow = BOOK.note, BOOK.start, BOOK.allow
TABLE = combat_table()
#: Codes in sentences are those of a grid as large as its two digits allow.
GRID = Grid()


def taken(given: Given) -> dict[str, str]:
    """Return the option taken for every reading. `ValueError` for an unknown reading or option."""
    return chosen("loos", given)


@lru_cache(maxsize=1024)
def name(hexagon: Hex) -> str:
    """Return the code of a hex, as a sentence quotes it."""
    return GRID.code(hexagon) if hexagon in GRID else "a hex off the map"


def reading_step(reading: str, option: str, op: Op = "reads", amount: int = 0) -> Step:
    """Return the step that takes a reading: what the option says, cited
    where the print is unclear.
    """
    found = READINGS[reading]
    return Step(found.option(option).says, found.cite, op, Fraction(amount), reading=reading)


def deciding(
    ids: Iterable[str], given: Given, value: Callable[[Mapping[str, str]], object]
) -> tuple[Step, ...]:
    """Return the steps that take those of these readings of which another option would change the
    value.

    ``value`` works it out for the options of all readings.
    """
    options = taken(given)
    now = value(options)
    return tuple(
        reading_step(reading, options[reading])
        for reading in ids
        if any(
            value({**options, reading: option.id}) != now
            for option in READINGS[reading].options
            if option.id != options[reading]
        )
    )


def supplied(what: str) -> Cite:
    """Return the citation of a value that the reader supplies, because the source does not print
    it.
    """
    return Cite("You", what, kind="supplied")


def as_printed(differential: int) -> str:
    """Return a differential as the table prints it: with its sign, and a bare 0.

    >>> as_printed(3), as_printed(0), as_printed(-2)
    ('+3', '0', '−2')
    """
    return signed(differential) if differential else "0"


def happens(who: str, does: str, chance: Fraction) -> str:
    """Return how often something happens, as a clause.

    >>> (
    ...     happens("a step is", "lost", Fraction(1, 6)),
    ...     happens("a step is", "lost", Fraction(0)),
    ...     happens("it", "arrives", Fraction(1)),
    ... )
    ('a step is lost 16.7% of the time', 'a step is never lost', 'it always arrives')
    """
    if chance in (0, 1):
        return f"{who} {'always' if chance else 'never'} {does}"
    return f"{who} {does} {often(chance)}"
