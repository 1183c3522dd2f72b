"""The printed tables, and how to say a range, a weapon or a number in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from landships_lab.core.answer import Gap, Step, tally
from landships_lab.core.checks import unknown
from landships_lab.core.sources import Cite
from landships_lab.data.landser.tables import Band, Weapon, effects, fieldcraft, firing, spotting, squad
from landships_lab.data.load import chosen, cites
from landships_lab.data.load import readings as all_readings

Inches = int | Fraction

CITES = cites("landser")
READINGS = all_readings("landser")
FIRING, EFFECTS, SPOTTING, FIELDCRAFT, SQUAD = firing(), effects(), spotting(), fieldcraft(), squad()
WEAPONS = FIRING.weapons
MODIFIERS = {modifier.id: modifier for modifier in FIRING.modifiers}


class Taken(dict[str, str]):
    """An option for every reading, already checked, so that rules can hand it on to one another."""


DEFAULTS = Taken(chosen("landser", None))


def taken(given: Mapping[str, str] | None) -> Taken:
    """How is the unclear print read? ``given`` overrides the defaults; `ValueError` for a reading or option that is not there."""
    if isinstance(given, Taken):
        return given
    return Taken(chosen("landser", given)) if given else DEFAULTS


def one_of(what: str, given: object, allowed: Iterable[str]) -> str:
    """Is this one of the allowed words? It comes back; `ValueError` with all of them and the nearest if not, whatever was given."""
    known = list(allowed)
    if not isinstance(given, str) or given not in known:
        raise ValueError(unknown(what, given, [word for word in known if word]))
    return given


def checked_die(what: str, shown: object, least: int = 1) -> int:
    """Is this what a die can show? It comes back; `ValueError` in one sentence if not. ``least`` 0 lets it be unrolled."""
    if isinstance(shown, bool) or not isinstance(shown, int) or not least <= shown <= 6:
        raise ValueError(f"{what} shows {least} to 6, not {shown!r}.")
    return shown


def weapon_of(weapon: str) -> Weapon:
    """Which row of the hit table is meant? `ValueError` with the known weapons if none."""
    return WEAPONS[one_of("weapon", weapon, WEAPONS)]


def checked_inches(what: str, value: object) -> Inches:
    """Is this a distance: a whole number or Fraction of inches, zero or more? `ValueError` in one sentence if not."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise ValueError(f"{what} is a whole number or a Fraction of inches, not {value!r}; half an inch is Fraction(1, 2).")
    if value < 0:
        raise ValueError(f"{what} is 0 inches or more, not {inches(value)}.")
    return value


def checked_count(what: str, value: object) -> int:
    """Is this a number of things, zero or more? `ValueError` in one sentence if not."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{what} is a whole number, 0 or more, not {value!r}.")
    return value


def number(steps: Iterable[Step]) -> int | Fraction:
    """What do these steps come to, none of them a Gap?"""
    value = tally(steps)
    assert not isinstance(value, Gap)  # the caller knows its steps
    return value


def whole(steps: Iterable[Step]) -> int:
    """What do these steps come to, all of them whole numbers?"""
    value = tally(steps)
    assert isinstance(value, int)  # the caller knows its steps
    return value


def band_index(range_inches: Inches, readings: Mapping[str, str]) -> int | None:
    """In which of the five ranges does this distance lie? 0 is point blank; None beyond extreme range."""
    reading = readings["medium-band"]
    return next((n for n, band in enumerate(FIRING.bands) if range_inches <= band.upto[reading]), None)


def band_words(index: int, readings: Mapping[str, str]) -> str:
    """How does one say a range with its inches?

    >>> band_words(0, DEFAULTS), band_words(3, DEFAULTS)
    ('point blank (0 to 2 inches)', 'long range (over 10 to 30 inches)')
    """
    reading = readings["medium-band"]
    band = FIRING.bands[index]
    low = f"over {FIRING.bands[index - 1].upto[reading]}" if index else "0"
    return f"{range_name(band)} ({low} to {band.upto[reading]} inches)"


def range_name(band: Band) -> str:
    """What is this range called in a sentence?"""
    return band.name if band.id == "pb" else f"{band.name} range"


def inches(value: Inches) -> str:
    """How does one say a distance?

    >>> inches(1), inches(Fraction(5, 2)), inches(Fraction(1, 2))
    ('1 inch', '2 1/2 inches', '1/2 inch')
    """
    return f"{mixed(value)} {'inch' if 0 < value <= 1 else 'inches'}"


def mixed(value: Inches) -> str:
    """How is a number of halves or quarters written?

    >>> mixed(Fraction(7, 2)), mixed(3), mixed(Fraction(1, 3))
    ('3 1/2', '3', '1/3')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def signed(number: int) -> str:
    """How is something added or taken written? A real minus sign, as print has it."""
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"


def band_step(range_inches: Inches, index: int, readings: Mapping[str, str]) -> Step:
    """The step that says at which range a distance lies, and which reading it took where the two readings differ."""
    cite = CITES["ranges"]
    text = f"{inches(range_inches).capitalize()} is {band_words(index, readings)}."
    bands = FIRING.bands
    differs = {next((n for n, b in enumerate(bands) if range_inches <= b.upto[o.id]), None) for o in READINGS["medium-band"].options}
    return Step(text, cite, reading="medium-band" if len(differs) > 1 else "")


def reading_cite(reading: str) -> Cite:
    """Where is the unclear sentence of this reading printed?"""
    return READINGS[reading].cite
