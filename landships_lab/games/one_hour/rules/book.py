"""What the rules of One-Hour Wargames take from their data (citations, readings, tables, dice), and
the words for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core import checks
from landships_lab.core.checks import one_of
from landships_lab.core.dice import AVERAGE_DIE, D6, Odds
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import often, plural, with_article
from landships_lab.data.book import Book
from landships_lab.games.one_hour.data.table_tops import RULE_SET, UnitType, tables

BOOK = Book(RULE_SET)
CITES, READINGS, options = BOOK.cites, BOOK.readings, BOOK.options
note, start, add, times, cap = BOOK.note, BOOK.start, BOOK.add, BOOK.times, BOOK.cap
allow, forbid, lost = BOOK.allow, BOOK.forbid, BOOK.lost
TABLES = tables()
#: The dice that a game may use, by their names in the rules.
DICE: Mapping[str, Odds[int]] = {"D5": AVERAGE_DIE, "D6": D6}
#: The treatment of a negative number of inches or Hits, which no line covers.
BELOW_ZERO = "Less than zero counts as zero; the source does not say."
#: Upper bound for a distance: no table is longer.
MOST_INCHES = 999


def says(reading: str, given: Mapping[str, str]) -> str:
    """Return the sentence of the chosen option of a reading."""
    return READINGS[reading].option(given[reading]).says


def at_lines(cite: str, *lines: str) -> Cite:
    """Return the citation of this id with other lines.

    >>> at_lines("area", "173", CITES["area"].lines).lines
    '173, 175'
    """
    return replace(CITES[cite], lines=", ".join(lines))


def row_of(kind: object) -> UnitType:
    """Return the row of the printed tables for a type of Unit."""
    return TABLES.type(kind if isinstance(kind, str) else repr(kind))


def die_of(dice: str, given: Given = None) -> Odds[int]:
    """Return the die to throw. The reading ``dice`` overrides the argument."""
    return DICE[one_of("die of these rules", (given or {}).get("dice", dice), DICE)]


def exact_inches(what: str, number: object) -> int | Fraction:
    """Return a distance in inches: a whole number or a Fraction, because a float is not exact."""
    if not isinstance(number, int | Fraction):
        such = "a whole number or a Fraction of inches, such as Fraction(15, 2) for 7½"
        raise ValueError(f"{what} is {such}, not {number!r}.")
    # Rules make thousands of shots, and nearly all distances are already of the right type.
    if type(number) in (int, Fraction) and 0 <= number <= MOST_INCHES:
        return number
    return checks.inches(what, number, MOST_INCHES)


def a_unit(kind: str) -> str:
    """Return the name of a type of Unit with the article that goes before it.

    >>> a_unit("atg"), a_unit("tank"), a_unit("infantry")
    ('an ATG', 'a Tank', 'an Infantry Unit')
    """
    name = TABLES.types[kind].name  # Infantry is a plural: one of them is a Unit
    return with_article(f"{name} Unit" if kind == "infantry" else name)


def hits_of(number: int | Fraction) -> str:
    """Return a number of Hits in words.

    >>> hits_of(0), hits_of(1), hits_of(7)
    ('no Hits', '1 Hit', '7 Hits')
    """
    return plural(number, "Hit")


def chance_phrase(what: str, chance: Fraction) -> str:
    """Return the verb phrase for an event of this chance.

    >>> [chance_phrase("survives", Fraction(n, 3)) for n in (0, 1, 3)]
    ['never survives', 'survives 33.3% of the time', 'always survives']
    """
    if chance in (0, 1):
        return f"{'always' if chance else 'never'} {what}"
    return f"{what} {often(chance)}"
