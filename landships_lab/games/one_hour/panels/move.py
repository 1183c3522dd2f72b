"""A move: how far a Unit gets, and whether it reaches a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import decimal, inches, mixed, percent, signed
from landships_lab.drawing.charts import Chart, Curve, Table
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Lines, Polygons, Scene, Shape, rectangle
from landships_lab.drawing.strip import HEIGHT, RULER, ruler, standing, strip_view
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.analysis.forecast import OUTLOOK_TURNS, arrives
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.rules.movement import Move
from landships_lab.panel.parts import LEAD, Group, Moment, OneOf, Whole, part
from landships_lab.panel.parts.base import names
from . import common
from .common import TYPES, OneHourState, StripPanel, distance, flag, unit_type

#: The least inches that the strip shows.
REACH = 28
#: The baseline of the bars of the chances, and the height of the tallest (pixels).
_FOOT, _TALL = HEIGHT - 8, 120.0
_UNIT = Group("flags", "It is", tint="blue")
#: Where a move may end, or what it crosses; woods have a separate box.
INTO = {
    "open": "open ground",
    "hill": "a hill",
    "field": "a cornfield",
    "town": "a town",
    "marsh": "marshland",
    "lake": "a lake",
    "river": "a river",
    "ford": "a ford or a bridge",
}


@dataclass(frozen=True)
class OneHourMove(OneHourState[TableView], StripPanel):
    """Choose a Unit and its surroundings, draw a line, and see how likely it gets there.

    A Unit, the modifiers of its move, the line it wants to reach, and the turns it has for that.
    """

    id = "one_hour:move"
    title = "A move"
    prompt = "How far does it get, and will it reach that line?"
    usage_hint = (
        "Drag the line, or click the strip, to set how far it must get · arrow keys move it by an"
        " inch"
    )
    example = "tank away 12 with threatened by-road turns 1"
    order = names("unit into away turns flags")
    stage = (("Move", "picture + chart 2"), ("First move", "chart 1"), ("Movement table", "tables"))
    measured = "away"
    key_inches, press_inches = Fraction(1), Fraction(1, 2)

    bears_on = "move"

    unit: str = unit_type("Unit", "tank", word=LEAD)
    away: int | Fraction = distance("Line at", 10, "the distance", always=True)
    threatened: bool = flag("Threatened", _UNIT)
    dug_in: bool = flag("Dug-in", _UNIT)
    by_road: bool = flag("wholly by road", _UNIT)
    into_woods: bool = flag("into woods", _UNIT)
    assaults: bool = flag("assaulting", _UNIT, lambda state: state.by_road)
    into: str = part(OneOf, "Ends in", "open", INTO, error_name="kind of ground")
    turns: int = part(
        Whole, "Turns", 1, 1, OUTLOOK_TURNS, always=True, error_name="the number of turns"
    )
    held: bool = part(Moment, default=False)

    @property
    def move(self) -> Move:
        """The move in question."""
        return Move(**{each.name: getattr(self, each.name) for each in fields(Move)})

    def ask(self) -> Answer[Fraction]:
        return arrives(self.move, self.away, self.turns, readings=self.given)

    def effect(self, answer: Answer[Fraction]) -> str:
        return percent(answer.value)

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        seen, x = self.strip(), self._line()
        unit = common.on_strip(self.unit, 0, 90, dug_in=self.dug_in)
        odds = answer.detail.odds if answer.detail else None  # a question keeps them back
        about, beside = (x - 2, RULER + 2, x + 2, RULER + 16), ((1, 0), (-1, 0))
        drawn = (
            *(_bars(seen, odds, self.away) if odds else ()),
            Lines((((x, RULER - 12), (x, HEIGHT)),), "target-line", "line to reach"),
            *standing(seen, (unit,)),
            Name("the line", "note", about, "line to reach", sides=beside),
            *(_bar_names(seen, odds, self.away) if odds else ()),
        )
        words = (
            f"{unit.name} at the left end of a ruler, a line {inches(self.away)} away."
            f" {answer.headline}"
        )
        return common.composed(seen, ruler(seen, ()), drawn, "A move", words)

    def question_picture(self) -> Scene:
        return common.with_tables(self.picture(Answer(None, ())), self.tables(Answer(None, ())))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        moves = tables().moves
        rows = (
            (
                row.name,
                str(row.dice),
                signed(moves.bonus),
                signed(row.threatened) if row.threatened else "may not",
                signed(moves.dug_in),
                signed(moves.road),
            )
            for row in tables().types.values()
        )
        columns = ("dice", "always", "Threatened", "Dug-in", "road")
        return (common.table("Movement, in inches", columns, rows, list(TYPES).index(self.unit)),)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        odds, chances = answer.detail.odds, ("at the line", answer.detail.chances)
        return (
            common.bars(f"The first move: {decimal(odds.mean)} inches on average", "inches", odds),
            Curve(f"{mixed(self.away)}″ or more after each turn", "turns", (chances,)),
        )

    def strip(self) -> TableView:
        """Return the view that shows the longest move, and the line if it is farther."""
        return strip_view(max(REACH, int(self.away) + 3))

    def farthest(self) -> int:
        return REACH - 1

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        return tuple((self._line(), y, 14.0) for y in range(70, 240, 28))

    def _line(self) -> float:
        """Return the x coordinate of the line, in pixels."""
        return self.strip().at(float(self.away), 0)[0]


def _tops(view: TableView, odds: Odds[int]) -> Iterator[tuple[int, Fraction, float, float]]:
    """Yield each distance with its chance and the top of its bar."""
    most = max(chance for _, chance in odds)
    for inch, chance in odds:
        yield inch, chance, view.at(inch, 0)[0], _FOOT - _TALL * float(chance / most)


def _bars(view: TableView, odds: Odds[int], away: int | Fraction) -> Iterator[Shape]:
    """Yield a bar for every distance, those that reach the line in green."""
    half = 0.38 * view.scale
    for inch, _, x, top in _tops(view, odds):
        ring = rectangle(x - half, top, x + half, _FOOT)
        name, tint = inches(inch), "green" if inch >= away else "black"
        yield Polygons((ring,), "range-band", name, tint)
        yield Lines(((*ring, ring[0]),), "wedge-rim", name, tint)


def _bar_names(view: TableView, odds: Odds[int], away: int | Fraction) -> Iterator[Name]:
    """Yield the chance of each distance, preferably above its bar, or beside the line if that
    crosses it; and in a corner the meaning of these numbers.
    """
    for inch, chance, x, top in _tops(view, odds):
        crossed = away - 1 < inch < away + 1
        sides = ((-1, -1), (1, -1), (0, -1)) if crossed else ((0, -1), (1, -1), (-1, -1))
        about = (x - 2, top - 1, x + 2, top)
        yield Name(_whole_percent(chance), "area-name", about, inches(inch), sides=sides)
    corner = (view.width - 290, RULER + 8, view.width - 10, RULER + 22)
    words, sides = "chance of each distance, in percent", ((0, 0), (0, 1), (-1, 0))
    yield Name(words, "area-name", corner, "percent", sides=sides)


def _whole_percent(chance: Fraction) -> str:
    """Return a chance in whole per cent, because there is no room for more above a bar."""
    return str(round(100 * chance)) if chance * 100 >= 1 else "<1"
