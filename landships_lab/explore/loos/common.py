"""How the panels of Loos name lines, columns and terrain."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.data.loos.combat_table import COLUMNS, Alignment, Line
from landships_lab.rules.loos.table import SECONDARY, terrains
from landships_lab.rules.loos.terrain import FRONT_LINE

#: Where attackers may stand, the front line first. Trenches are left out: they shelter only Germans (14.3).
OPEN_GROUND = ((FRONT_LINE, FRONT_LINE), *((t, t) for t in terrains() if t not in (FRONT_LINE, "trench", SECONDARY)))


def differentials(line: Line, alignment: Alignment = "left") -> tuple[str, ...]:
    """Which differentials stand over each of the twelve columns, "" where none is printed?"""
    printed = [" ".join(f"{n:+}" if n else "0" for n in column) for column in line.differentials]
    blank = [""] * (COLUMNS - len(printed))
    return tuple([*printed, *blank] if alignment == "left" else [*blank, *printed])


def line_name(line: Line) -> str:
    """What is a line of the table called: its terrain, as printed?"""
    return ", ".join(line.terrain)


def slug(terrain: str) -> str:
    """How is terrain written in a text form, which has no blanks within a word?"""
    return terrain.replace(" ", "-")


def unslug(word: str) -> str:
    """Which terrain does this word mean?"""
    return word.replace("-", " ")


def tenths(number: Fraction) -> str:
    """How is a number said to the nearest tenth?

    >>> tenths(Fraction(3859, 1000)), tenths(Fraction(2))
    ('3.9', '2')
    """
    whole, tenth = divmod((20 * number.numerator + number.denominator) // (2 * number.denominator), 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


def a_step(choice: str) -> str:
    """What is added where a defender would rather retreat?"""
    return ", standing at D2 and D3" if choice == "stand" else ", retreating at D2 and D3"
