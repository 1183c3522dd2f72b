"""The book of Landser as its rules use it: citations, readings, gaps, tables, and the names of
ranges in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core import checks
from landships_lab.core.answer import Gap, Step, tally
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches
from landships_lab.data.book import Book
from landships_lab.data.gaps import gaps
from landships_lab.data.load import chosen
from landships_lab.games.landser.data.tables import (
    Band,
    Weapon,
    effects,
    fieldcraft,
    firing,
    spotting,
    squad,
)

Inches = int | Fraction

BOOK = Book("landser")
CITES, READINGS = BOOK.cites, BOOK.readings
GAPS = {key: missing.gap for key, missing in gaps("landser").items()}
note, start, add, reads, lost = BOOK.note, BOOK.start, BOOK.add, BOOK.reads, BOOK.lost
allow, forbid = BOOK.allow, BOOK.forbid
FIRING, EFFECTS, SPOTTING, FIELDCRAFT, SQUAD = (
    firing(),
    effects(),
    spotting(),
    fieldcraft(),
    squad(),
)
WEAPONS = FIRING.weapons
MODIFIERS = {modifier.id: modifier for modifier in FIRING.modifiers}
SIX = 6
#: More men, wounds or turns than these make no game.
MOST = 99


class Taken(dict[str, str]):
    """An option for every reading, already checked, so that rules can hand it on to one another."""


DEFAULTS = Taken(chosen("landser", None))


def taken(given: Given) -> Taken:
    """Return an option for every reading: the given ones, else the defaults.

    `ValueError` for an unknown reading or option.
    """
    if isinstance(given, Taken):
        return given
    return Taken(chosen("landser", given)) if given else DEFAULTS


def weapon_of(weapon: str) -> Weapon:
    """Return the weapon's row of the hit table.

    `ValueError` with the known weapons for any other name.
    """
    return WEAPONS[checks.one_of("weapon", weapon, WEAPONS)]


def exact_inches(what: str, given: object) -> Inches:
    """Return a distance that a rule was given: a whole number or Fraction of inches, never text or
    a decimal.
    """
    if isinstance(given, bool) or not isinstance(given, int | Fraction):
        raise ValueError(
            f"{what} is a whole number or a Fraction of inches, not {given!r}; half an inch is"
            " Fraction(1, 2)."
        )
    if given < 0:
        raise ValueError(f"{what} is 0 inches or more, not {given}.")
    return given


def count(what: str, given: object, least: int = 0, most: int = MOST) -> int:
    """Return a number of things that a rule was given; text is refused, although a panel would read
    it.
    """
    if not isinstance(given, int):
        raise ValueError(f"{what} is a whole number from {least} to {most}, not {given!r}.")
    return checks.whole(what, given, least, most)


def die_face(what: str, given: object, least: int = 1) -> int:
    """Return what a six-sided die shows. ``least`` 0 stands for a die that is not rolled."""
    return count(what, given, least, SIX)


def total(steps: Iterable[Step]) -> int | Fraction:
    """Return what these steps come to, none of which is a Gap."""
    value = tally(steps)
    assert not isinstance(value, Gap)  # the caller knows its steps
    return value


def whole_total(steps: Iterable[Step]) -> int:
    """Return what these steps come to, all of them whole numbers."""
    value = tally(steps)
    assert isinstance(value, int)  # the caller knows its steps
    return value


def as_notes(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the steps of another answer as explanations that decide nothing here."""
    return tuple(replace(step, op="note") for step in steps)


def band_index(range_inches: Inches, readings: Mapping[str, str]) -> int | None:
    """Return which of the five ranges a distance lies in: 0 is point blank, None lies beyond
    extreme range.
    """
    reading = readings["medium-band"]
    return next(
        (n for n, band in enumerate(FIRING.bands) if range_inches <= band.upto[reading]), None
    )


def band_words(index: int, readings: Mapping[str, str]) -> str:
    """Return the name of a range with its inches.

    >>> band_words(0, DEFAULTS), band_words(3, DEFAULTS)
    ('point blank (0 to 2 inches)', 'long range (over 10 to 30 inches)')
    """
    reading = readings["medium-band"]
    band = FIRING.bands[index]
    low = f"over {FIRING.bands[index - 1].upto[reading]}" if index else "0"
    return f"{range_name(band)} ({low} to {band.upto[reading]} inches)"


def range_name(band: Band) -> str:
    """Return the name of a range as it stands in a sentence."""
    return band.name if band.id == "pb" else f"{band.name} range"


def distance(value: Inches) -> str:
    """Return a distance in words: with the fraction of a ruler, else in hundredths.

    >>> distance(Fraction(5, 2)), distance(Fraction(1365, 100)), distance(1)
    ('2½ inches', '13.65 inches', '1 inch')
    """
    words, hundredths = inches(value), round(100 * value)
    return f"{hundredths // 100}.{hundredths % 100:02d} inches" if "/" in words else words


def band_step(range_inches: Inches, index: int, readings: Mapping[str, str]) -> Step:
    """Return the step that names the range of a distance, with the reading of medium range where
    the two readings differ.
    """
    text = f"{capitalized(distance(range_inches))} is {band_words(index, readings)}."
    differs = {
        band_index(range_inches, {"medium-band": option.id})
        for option in READINGS["medium-band"].options
    }
    return Step(text, CITES["ranges"], reading="medium-band" if len(differs) > 1 else "")
