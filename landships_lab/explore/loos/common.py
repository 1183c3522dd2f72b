"""What the panels of Loos share: the names of lines, columns and terrain."""

from __future__ import annotations

from landships_lab.data.loos.combat_table import COLUMNS, Alignment, Line
from landships_lab.rules.loos.book import as_printed
from landships_lab.rules.loos.table import TRENCHES, terrains
from landships_lab.rules.loos.terrain import FRONT_LINE

#: Terrain that attackers may stand in, the front line first. Trenches are left out: they shelter only Germans (14.3).
OPEN_GROUND = ((FRONT_LINE, FRONT_LINE), *((t, t) for t in terrains() if t not in (FRONT_LINE, *TRENCHES)))


def differentials(line: Line, alignment: Alignment = "left") -> tuple[str, ...]:
    """Return the differentials over each of the twelve columns, "" where none is printed."""
    printed = [" ".join(map(as_printed, column)) for column in line.differentials]
    blank = [""] * (COLUMNS - len(printed))
    return tuple([*printed, *blank] if alignment == "left" else [*blank, *printed])


def line_name(line: Line) -> str:
    """Return the terrain of a line of the table, as printed."""
    return ", ".join(line.terrain)


def slug(terrain: str) -> str:
    """Return terrain as one word of a text form."""
    return terrain.replace(" ", "-")


def unslug(word: str) -> str:
    """Return the terrain that a word of a text form means."""
    return word.replace("-", " ")
