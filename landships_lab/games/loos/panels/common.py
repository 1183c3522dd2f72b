"""What the panels of Loos share: parts, lines and columns of the table, and bars."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from landships_lab.core.dice import Odds
from landships_lab.data.load import readings
from landships_lab.drawing.charts import Bars, Table
from landships_lab.games.loos.data.combat_table import COLUMNS, Alignment, Line
from landships_lab.games.loos.rules.assault import Assault
from landships_lab.games.loos.rules.book import TABLE, as_printed
from landships_lab.games.loos.rules.losses import half_brigades, one_unit
from landships_lab.games.loos.rules.table import FRONT_LINE, TRENCHES, ground_name, terrains
from landships_lab.panel.controls import Control
from landships_lab.panel.parts import OneOf, Options, Whole
from landships_lab.panel.readings import Readings

#: The terrain of this battlefield, which comes first in the name of its line.
COMMON = ("trench", "town", "woods", "clear")
#: The most letters in the name of a line beside its differentials.
_NAME = 16
TERRAINS = tuple((terrain, ground_name(terrain)) for terrain in terrains())
#: Terrain that attackers may stand in, the front line first. Trenches are left out: they shelter
#: only Germans (14.3).
OPEN_GROUND = (
    (FRONT_LINE, ground_name(FRONT_LINE)),
    *((t, t) for t in terrains() if t not in (FRONT_LINE, *TRENCHES)),
)

ROLL = OneOf("Roll", 0, ((0, "any"), *((n, str(n)) for n in range(1, 7))), buttons=True)
#: The defender's choice at these two results.
STANDS = {"stand": "stands", "retreat": "retreats"}
CHOICE = OneOf("D2, D3", "stand", STANDS, buttons=True, error_name="choice of the defender")
#: The words of every panel about its bars.
ON_BARS = "point at a bar for its exact fraction"
#: The counters, which print the factors, are not in the source: the reader sets them.
FULL = Whole("Full factor", 4, 0, 12)
REDUCED = Whole("Reduced factor", 2, 0, 12)
FACTOR = Whole("Factor a step", 3, 0, 12, error_name="its factor for each step")


@dataclass(frozen=True)
class Offered(OneOf):
    """One of several values.

    Those ``hidden`` make no sense here and are not offered; old links may hold them.
    """

    hidden: tuple[str, ...] = field(default=(), kw_only=True)

    def control(self, state: Any) -> Control | None:
        value = str(getattr(state, self.id))
        seen = [o for o in self.offers(state) if o[0] not in self.hidden or o[0] == value]
        return OneOf.control(replace(self, options=seen), state)

    def sample(self, dice: random.Random, state: Any) -> object:
        return dice.choice([value for value, _ in self.offers(state) if value not in self.hidden])


def terrain(label: str, default: str, *hidden: str, **more: Any) -> Offered:
    """Return the part for a terrain, without those that make no sense there."""
    more = {"error_name": "terrain", **more}
    return Offered(label, default, TERRAINS, hidden=hidden, **more)


def breached(**more: Any) -> Offered:
    """Return the part for the terrain after a breach of the trench."""
    return terrain("Breached, it is", "clear", *TRENCHES, FRONT_LINE, **more)


def attackers_in(**more: Any) -> OneOf:
    """Return the part for the ground of the attackers."""
    more = {"error_name": "ground for the attackers", **more}
    return OneOf("Attackers in", FRONT_LINE, OPEN_GROUND, **more)


def word(label: str, default: str, options: Options, noun: str = "", **more: Any) -> OneOf:
    """Return the part for one of several words on buttons."""
    return OneOf(label, default, options, buttons=True, error_name=noun, **more)


def known_readings(on: str) -> Readings:
    """Return the readings that bear on a question."""
    return Readings(known=lambda _state: readings("loos", on))


A = TypeVar("A", bound=Assault)


def assault(made: type[A], state: Any, **more: Any) -> A:
    """Return the attack of a state: the assault, or the plan that makes one every turn."""
    in_trench = state.terrain in TRENCHES
    return made(
        half_brigades(state.units, state.full, state.reduced),
        one_unit(state.steps, state.factor),
        line=state.terrain,
        broken_line=state.broken if in_trench else state.terrain,
        in_trench=in_trench,
        battery=state.battery,
        counter_battery=state.counter,
        open_line=state.stand_in,
        choice=state.choice,
        readings=dict(state.readings),
        **more,
    )


def alignment_of(options: dict[str, str]) -> Alignment:
    """Return the end at which the lines of differentials are aligned."""
    return "right" if options.get("crt-alignment") == "right" else "left"


def differentials(line: Line, alignment: Alignment = "left") -> tuple[str, ...]:
    """Return the differentials over each of the twelve columns, "" where none is printed."""
    printed = [
        as_printed(column[0]) if len(column) == 1 else "–".join(map(str, column))
        for column in line.differentials
    ]
    blank = [""] * (COLUMNS - len(printed))
    return tuple([*printed, *blank] if alignment == "left" else [*blank, *printed])


def line_name(line: Line, terrain: str = "") -> str:
    """Return a short name of a line of the table: the terrain in question, if it is printed there,
    and as much of the rest as fits.

    >>> [line_name(line) for line in TABLE.lines]
    ['mountain, mines', 'trench, city …', 'town, broken …', 'woods, bridge …', 'clear, desert …']
    >>> line_name(TABLE.lines[-1], FRONT_LINE)
    'front line …'
    """
    names = [
        name.removeprefix("british ")
        for name in sorted(line.terrain, key=lambda name: (name != terrain, name not in COMMON))
    ]
    for many in range(len(names), 0, -1):
        words = ", ".join(names[:many]) + (" …" if many < len(names) else "")
        if len(words) <= _NAME:
            return words
    return names[0]


def printed_table(alignment: Alignment = "left", terrain: str = "") -> tuple[Table, ...]:
    """Return the combat table as printed, with nothing lit: the five lines of differentials, and
    the results of the six rolls in the same columns.
    """
    head, blank = "Differential: attacking less defending strength", ("",) * COLUMNS
    lines = ((line_name(one, terrain), *differentials(one, alignment)) for one in TABLE.lines)
    rolls = ((f"roll {die}", *row) for die, row in TABLE.results.items())
    return table(head, blank, lines) + table("Result", blank, rolls)


def table(
    caption: str,
    heads: Iterable[str],
    rows: Iterable[Iterable[object]],
    row: int | None = None,
    column: int | None = None,
    note: str = "",
) -> tuple[Table, ...]:
    """Return a table of rows that begin with their headings, with a row and a column lit."""
    body = tuple((str(head), tuple(map(str, cells))) for head, *cells in rows)
    return (Table(caption, tuple(heads), body, row, column, note),)


def chances(
    title: str, axis: str, odds: Odds[Any], outcomes: Iterable[object], **more: Any
) -> Bars:
    """Return bars of the chances of these outcomes."""
    return Bars(title, axis, tuple((str(one), odds.p(one)) for one in outcomes), **more)


def number_bars(title: str, axis: str, odds: Odds[int], tint: str = "blue") -> Bars:
    """Return bars of the odds of a number, readable as exactly, at least and at most."""
    return Bars(title, axis, tuple((str(n), chance) for n, chance in odds), ordered=True, tint=tint)
