"""A move: how far a Unit gets, and whether it reaches a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import decimal, inches, mixed, percent
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.shapes import Lines, Polygons, Scene, Shape, rectangle
from landships_lab.drawing.strip import HEIGHT, RULER, column_of_bases, ruler, standing, strip_view
from landships_lab.drawing.tabletop import Piece, TableView
from landships_lab.games.one_hour.analysis.forecast import OUTLOOK_TURNS, arrives
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.rules.movement import Move
from landships_lab.panel.parts import LEAD, Flag, Group, Moment, OneOf, Whole, part
from .common import OUTLINES, TYPES, OneHourState, StripPanel, distance, unit_type
from .question_picture import movement_table, with_tables

ID = "one_hour:move"
#: The strip shows at least so many inches.
REACH = 28
#: Where the bars of the chances stand, and how tall the tallest is (pixels).
_FOOT, _TALL = HEIGHT - 8, 120.0
_UNIT = Group("flags", "It is", tint="blue")
#: Where a move may end, or what it crosses; woods are a box of their own.
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
    """Choose a Unit and what surrounds it, draw a line, see how likely it gets there.

    A Unit, what adds to its move or takes from it, the line it wants to reach, and the turns it has
    for it.
    """

    id = ID
    title = "A move"
    prompt = "How far does it get, and will it reach that line?"
    usage_hint = (
        "Drag the line, or click the strip, to set how far it must get · arrow keys move it by an"
        " inch"
    )
    example = "tank away 12 with threatened by-road turns 1"
    order = ("unit", "into", "away", "turns", "flags")
    stage = (("Move", "picture + chart 2"), ("First move", "chart 1"), ("Movement table", "tables"))
    measured = "away"
    key_inches, press_inches = Fraction(1), Fraction(1, 2)

    bears_on = "move"

    unit: str = part(unit_type, "Unit", "tank", word=LEAD)
    away: int | Fraction = part(distance, "Line at", 10, "the distance", always=True)
    threatened: bool = part(Flag, "Threatened", group=_UNIT)
    dug_in: bool = part(Flag, "Dug-in", group=_UNIT)
    by_road: bool = part(Flag, "wholly by road", group=_UNIT)
    into_woods: bool = part(Flag, "into woods", group=_UNIT)
    assaults: bool = part(Flag, "assaulting", group=_UNIT, shown=lambda state: state.by_road)
    into: str = part(OneOf, "Ends in", "open", INTO, error_name="kind of ground")
    turns: int = part(
        Whole, "Turns", 1, 1, OUTLOOK_TURNS, always=True, error_name="the number of turns"
    )
    held: bool = part(Moment, default=False)

    @property
    def move(self) -> Move:
        """The move that is asked about."""
        return Move(
            self.unit,
            self.threatened,
            self.dug_in,
            self.by_road,
            self.into_woods,
            self.into,
            self.assaults,
        )

    def ask(self) -> Answer[Fraction]:
        return arrives(self.move, self.away, self.turns, readings=self.taken)

    def effect(self, answer: Answer[Fraction]) -> str:
        return percent(answer.value)

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        seen = view_of(self)
        bases = column_of_bases(tables().bases[self.unit].inches(), Fraction(0), 90, east=False)
        unit = Piece(TYPES[self.unit], bases, 0, OUTLINES[self.unit], self.dug_in)
        x = seen.at(float(self.away), 0)[0]
        line: tuple[Shape, ...] = (
            Lines((((x, RULER - 12), (x, HEIGHT)),), "target-line", "line to reach"),
        )
        bars = (
            _bars(seen, answer.detail.odds, self.away) if answer.detail else []
        )  # a question keeps them back
        words = (
            f"{unit.name} at the left end of a ruler, a line {inches(self.away)} away."
            f" {answer.headline}"
        )
        named = [
            Name(
                "the line",
                "note",
                (x - 2, RULER + 2, x + 2, RULER + 16),
                "line to reach",
                sides=((1, 0), (-1, 0)),
            )
        ]
        if answer.detail:
            named += _bar_names(seen, answer.detail.odds, self.away)
            corner = (seen.width - 290, RULER + 8, seen.width - 10, RULER + 22)
            told = "chance of each distance, in percent"
            named.append(
                Name(told, "area-name", corner, "percent", sides=((0, 0), (0, 1), (-1, 0)))
            )
        figures = (*bars, *line, *standing(seen, (unit,)))
        figures = (*figures, *placed(seen.width, seen.height, figures, named))
        return Scene(seen.width, seen.height, ruler(seen, ()), figures, "A move", words)

    def question_picture(self) -> Scene:
        return with_tables(self.picture(Answer(None, ())), (movement_table(),))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        return (replace(movement_table(), lit_row=list(TYPES).index(self.unit)),)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        odds = answer.detail.odds
        bars = tuple((str(n), odds.p(n)) for n in range(min(odds.outcomes), max(odds.outcomes) + 1))
        return (
            Bars(
                f"The first move: {decimal(odds.mean)} inches on average",
                "inches",
                bars,
                ordered=True,
            ),
            Curve(
                f"{mixed(self.away)}″ or more after each turn",
                "turns",
                (("at the line", answer.detail.chances),),
            ),
        )

    def strip(self) -> TableView:
        return view_of(self)

    def farthest(self) -> int:
        return REACH - 1

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        x = view_of(self).at(float(self.away), 0)[0]
        return tuple((x, y, 14.0) for y in range(70, 240, 28))


def view_of(state: OneHourMove) -> TableView:
    """Return the view that shows the longest move, and the line where it is farther."""
    return strip_view(max(REACH, int(state.away) + 3))


def _bars(view: TableView, odds: Odds[int], away: int | Fraction) -> list[Shape]:
    """Return a bar for every distance, those that reach the line in green."""
    most = max(chance for _, chance in odds)
    half = 0.38 * view.scale
    shapes: list[Shape] = []
    for reached, chance in odds:
        x, top = view.at(reached, 0)[0], _FOOT - _TALL * float(chance / most)
        ring = rectangle(x - half, top, x + half, _FOOT)
        name, tint = inches(reached), "green" if reached >= away else "black"
        shapes.append(Polygons((ring,), "range-band", name, tint))
        shapes.append(Lines(((*ring, ring[0]),), "wedge-rim", name, tint))
    return shapes


def _bar_names(view: TableView, odds: Odds[int], away: int | Fraction) -> Iterator[Name]:
    """Yield the chance of each distance, wanted above its bar; beside the line where that goes
    through it.
    """
    most = max(chance for _, chance in odds)
    for reached, chance in odds:
        x, top = view.at(reached, 0)[0], _FOOT - _TALL * float(chance / most)
        about = (x - 2, top - 1, x + 2, top)
        sides = (
            ((-1, -1), (1, -1), (0, -1))
            if away - 1 < reached < away + 1
            else ((0, -1), (1, -1), (-1, -1))
        )
        yield Name(_whole_percent(chance), "area-name", about, inches(reached), sides=sides)


def _whole_percent(chance: Fraction) -> str:
    """Return a chance in whole percent, for there is room for no more above a bar."""
    return str(round(100 * chance)) if chance * 100 >= 1 else "<1"
