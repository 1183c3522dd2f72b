"""The book these rules are in: its citations, its readings, its table, and how its places are named in a sentence."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Op, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite
from landships_lab.data.load import cites, readings
from landships_lab.data.loos.combat_table import combat_table

CITES = cites("loos")
READINGS = readings("loos")
TABLE = combat_table()
#: Codes in sentences are those of a grid as large as its two digits allow.
GRID = Grid()


def name(hexagon: Hex) -> str:
    """What is this hex called in a sentence?"""
    return GRID.code(hexagon) if hexagon in GRID else "a hex off the map"


def read_as(reading: str, option: str, op: Op = "reads", amount: int = 0) -> Step:
    """The step that takes a reading: what the chosen option says, and where the print is unclear."""
    found = READINGS[reading]
    return Step(found.option(option).says, found.cite, op, Fraction(amount), reading=reading)


def supplied(what: str) -> Cite:
    """The citation of a value that the reader brings, because the source does not print it."""
    return Cite("You", what, kind="supplied")


def whole(what: str, given: object, lowest: int, highest: int) -> int:
    """Which whole number was given? `ValueError` naming the nearest allowed one where it is none or lies outside.

    >>> whole("a roll", 7, 1, 6)
    Traceback (most recent call last):
    ValueError: 7 is not a roll; it is a whole number from 1 to 6. The nearest is 6.
    """
    if isinstance(given, bool) or not isinstance(given, int):
        raise ValueError(f"{given!r} is not {what}; it is a whole number from {lowest} to {highest}.")
    if not lowest <= given <= highest:
        near = min(max(given, lowest), highest)
        raise ValueError(f"{given} is not {what}; it is a whole number from {lowest} to {highest}. The nearest is {near}.")
    return given


def counted(number: int, one: str, many: str = "") -> str:
    """How does one say a number of things?

    >>> counted(1, "step"), counted(3, "step")
    ('1 step', '3 steps')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def percent(chance: Fraction) -> str:
    """How does one say a chance in a sentence, to the nearest whole per cent? Never 0% or 100% for what is neither.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(Fraction(1))
    ('33%', 'less than 1%', '100%')
    """
    rounded = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if rounded == 0 and chance:
        return "less than 1%"
    return "more than 99%" if rounded == 100 and chance != 1 else f"{rounded}%"
