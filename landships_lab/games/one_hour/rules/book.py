"""What the rules of One-Hour Wargames take from their data: citations, readings, tables; and what
only these rules say and check.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core import checks
from landships_lab.core.checks import one_of
from landships_lab.core.dice import AVERAGE_DIE, D6, Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import often, plural, with_article
from landships_lab.data.book import Book
from landships_lab.data.load import chosen
from landships_lab.games.one_hour.data.table_tops import RULE_SET, UnitType, tables

BOOK = Book(RULE_SET)
CITES, READINGS = BOOK.cites, BOOK.readings
note, start, add, allow = BOOK.note, BOOK.start, BOOK.add, BOOK.allow
forbid, lost = BOOK.forbid, BOOK.lost
TABLES = tables()
#: The dice a game may be played with, by the names the rules give them.
DICE: Mapping[str, Odds[int]] = {"D5": AVERAGE_DIE, "D6": D6}
#: What is done with a number of inches or of Hits below zero, which no line prints.
BELOW_ZERO = "Less than zero counts as zero; the source does not say."
#: Longer than any table: the farthest that may be asked about.
MOST_INCHES = 999


def taken(given: Given) -> dict[str, str]:
    """Return the option taken for every reading.

    `ValueError` for a reading or an option that does not exist.
    """
    return chosen(RULE_SET, given)


def row_of(kind: object) -> UnitType:
    """Return the row of the printed tables for a type of Unit.

    `ValueError` with the types there are for anything else.
    """
    return TABLES.type(kind if isinstance(kind, str) else repr(kind))


def die_of(dice: str, given: Given = None) -> Odds[int]:
    """Return the die that is thrown.

    The reading ``dice``, where it is chosen, overrides the argument.
    """
    return DICE[one_of("die of these rules", (given or {}).get("dice", dice), DICE)]


def exact_inches(what: str, number: object) -> int | Fraction:
    """Return a distance in inches.

    `ValueError` unless it is a whole number or a Fraction, 0 or more: a float is not exact.
    """
    if not isinstance(number, int | Fraction):
        raise ValueError(
            f"{what} is a whole number or a Fraction of inches, such as Fraction(15, 2) for 7½, not"
            f" {number!r}."
        )
    # Rules make thousands of shots, nearly all of them with a distance that is already right.
    return (
        number
        if type(number) in (int, Fraction) and 0 <= number <= MOST_INCHES
        else checks.inches(what, number, MOST_INCHES)
    )


def a_unit(kind: str) -> str:
    """Return the name of a type of Unit with the article that goes before it.

    >>> a_unit("atg"), a_unit("tank"), a_unit("infantry")
    ('an ATG', 'a Tank', 'an Infantry Unit')
    """
    name = TABLES.types[kind].name
    return with_article(
        f"{name} Unit" if kind == "infantry" else name
    )  # Infantry are many: one of them is a Unit


def hits_of(number: int | Fraction) -> str:
    """Return a number of Hits in words.

    >>> hits_of(0), hits_of(1), hits_of(7)
    ('no Hits', '1 Hit', '7 Hits')
    """
    return plural(number, "Hit")


def happens(what: str, chance: Fraction) -> str:
    """Return the predicate of a sentence about something that happens with this chance.

    >>> (
    ...     happens("survives", Fraction(0)),
    ...     happens("survives", Fraction(1, 3)),
    ...     happens("survives", Fraction(1)),
    ... )
    ('never survives', 'survives 33.3% of the time', 'always survives')
    """
    if chance in (0, 1):
        return f"{'always' if chance else 'never'} {what}"
    return f"{what} {often(chance)}"
