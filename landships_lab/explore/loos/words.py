"""How the panels of Loos name lines, columns and terrain."""

from __future__ import annotations

from landships_lab.data.combat_table import COLUMNS, Alignment, Line


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


def a_step(choice: str) -> str:
    """What is added where a defender would rather retreat?"""
    return ", standing at D2 and D3" if choice == "stand" else ", retreating at D2 and D3"
