"""What the rules of Landser take from its data: citations, readings, gaps, tables, and the names of
ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core import checks
from landships_lab.core.answer import Op, Step
from landships_lab.core.speech import capitalized, inches
from landships_lab.data.book import At, Book
from landships_lab.data.gaps import gaps
from landships_lab.games.landser.data import tables
from landships_lab.games.landser.data.tables import Band, Weapon

Inches = int | Fraction

BOOK = Book("landser")
CITES, READINGS, DEFAULTS, options = BOOK.cites, BOOK.readings, BOOK.defaults, BOOK.options
GAPS = {key: missing.gap for key, missing in gaps("landser").items()}
note, start, add, times, cap, lost = (
    BOOK.note,
    BOOK.start,
    BOOK.add,
    BOOK.times,
    BOOK.cap,
    BOOK.lost,
)
allow, forbid = BOOK.allow, BOOK.forbid
FIRING, EFFECTS, SPOTTING = tables.firing(), tables.effects(), tables.spotting()
FIELDCRAFT, SQUAD = tables.fieldcraft(), tables.squad()
WEAPONS = FIRING.weapons
MODIFIERS = {modifier.id: modifier for modifier in FIRING.modifiers}
SIX = 6
FACES = range(1, SIX + 1)
#: Upper bounds for men, wounds and turns.
MOST = 99


def no(at: At, text: str, reading: str = "") -> Step:
    """Return a step that forbids."""
    return allow(at, False, text, reading=reading)


def yes(at: At, text: str, reading: str = "") -> Step:
    """Return a step that allows."""
    return allow(at, True, text, reading=reading)


def decides(at: At, text: str, reading: str = "") -> Step:
    """Return a step with the result of a roll."""
    return replace(note(at, text, reading), op="reads")


def says(reading: str, read: Mapping[str, str], op: Op = "note") -> Step:
    """Return the step for a reading, in the words of the chosen option."""
    return BOOK.takes(reading, read[reading], op)


def silent(gap: str, op: Op = "note") -> Step:
    """Return the step that leaves the answer open and says what is missing."""
    return lost(gap, f"The source does not say. {GAPS[gap].question}", op)


def reason(steps: Iterable[Step]) -> str:
    """Return the first reason that forbids, as the end of a sentence; "" if none does."""
    text = next((step.text for step in steps if step.op == "forbids"), "")
    return f"{text[:1].lower()}{text[1:]}"


def weapon_of(weapon: str) -> Weapon:
    """Return the weapon's row of the hit table. Raises `ValueError` with the known weapons."""
    return WEAPONS[checks.one_of("weapon", weapon, WEAPONS)]


def exact_inches(what: str, given: object) -> Inches:
    """Return a distance given to a rule: a whole number or Fraction of inches. Text and decimals
    are refused.
    """
    if isinstance(given, bool) or not isinstance(given, int | Fraction):
        whole = f"{what} is a whole number or a Fraction of inches, not {given!r}"
        raise ValueError(f"{whole}; half an inch is Fraction(1, 2).")
    if given < 0:
        raise ValueError(f"{what} is 0 inches or more, not {given}.")
    return given


def count(what: str, given: object, least: int = 0, most: int = MOST) -> int:
    """Return a count given to a rule. Text is refused, although a panel would accept it."""
    if not isinstance(given, int):
        raise ValueError(f"{what} is a whole number from {least} to {most}, not {given!r}.")
    return checks.whole(what, given, least, most)


def die_face(what: str, given: object, least: int = 1) -> int:
    """Return the number on a six-sided die. ``least`` 0 stands for a die that is not rolled."""
    return count(what, given, least, SIX)


def ends(read: Mapping[str, str]) -> list[int]:
    """Return the last inch of each of the five ranges."""
    return [band.upto[read["medium-band"]] for band in FIRING.bands]


def band_index(range_inches: Inches, read: Mapping[str, str]) -> int | None:
    """Return which of the five ranges a distance lies in: 0 is point blank, None lies beyond
    extreme range.
    """
    return next((n for n, end in enumerate(ends(read)) if range_inches <= end), None)


def band_words(index: int, read: Mapping[str, str]) -> str:
    """Return the name of a range with its inches.

    >>> band_words(0, DEFAULTS), band_words(3, DEFAULTS)
    ('point blank (0 to 2 inches)', 'long range (over 10 to 30 inches)')
    """
    upto = ends(read)
    low = f"over {upto[index - 1]}" if index else "0"
    return f"{range_name(FIRING.bands[index])} ({low} to {upto[index]} inches)"


def range_name(band: Band) -> str:
    """Return the name of a range for use in a sentence."""
    return band.name if band.id == "pb" else f"{band.name} range"


def distance(value: Inches) -> str:
    """Return a distance in words: with a fraction that a ruler shows, or else in hundredths.

    >>> distance(Fraction(5, 2)), distance(Fraction(1365, 100)), distance(1)
    ('2½ inches', '13.65 inches', '1 inch')
    """
    words, hundredths = inches(value), round(100 * value)
    return f"{hundredths // 100}.{hundredths % 100:02d} inches" if "/" in words else words


def band_step(range_inches: Inches, read: Mapping[str, str]) -> Step:
    """Return the step that names the range of a distance, with the reading of medium range where
    the two readings differ.
    """
    return _band_step(range_inches, read["medium-band"])


@lru_cache(maxsize=1024)
def _band_step(range_inches: Inches, option: str) -> Step:
    both = (other.id for other in READINGS["medium-band"].options)
    bands = {other: band_index(range_inches, {"medium-band": other}) for other in both}
    index = bands[option]
    words = "" if index is None else band_words(index, {"medium-band": option})
    differ = "medium-band" if len({*bands.values()}) > 1 else ""
    return note("ranges", f"{capitalized(distance(range_inches))} is {words}.", differ)
