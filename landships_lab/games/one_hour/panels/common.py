"""What the panels of One-Hour Wargames share: short declarations of parts, readings, distances and
Units along a strip, the printed tables.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from landships_lab.core.dice import Odds
from landships_lab.core.renamed import renamed
from landships_lab.core.speech import listed, signed
from landships_lab.data.load import readings
from landships_lab.drawing.charts import Bars, Exhibit, Table, exhibit
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.paper import moved
from landships_lab.drawing.shapes import Lines, Scene, Shape, bare_paper
from landships_lab.drawing.strip import MIDDLE, column_of_bases, standing
from landships_lab.drawing.tabletop import Piece, TableView
from landships_lab.games.one_hour.data.table_tops import RULE_SET, tables
from landships_lab.panel.board import Gesture
from landships_lab.panel.panel import Panel, V
from landships_lab.panel.parts import Flag, Group, Inches, OneOf, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Readings, Taken

RULES = "One-Hour"
TYPES = {key: row.name for key, row in tables().types.items()}
OUTLINES = {"infantry": "platoon", "mortar": "gun", "atg": "gun", "tank": "box"}
MOST_INCHES = 60
HINT = "such as 7 1/2"


def turned_on(state: OneHourState) -> Iterable[str]:
    """Return the ids of the readings that matter to the question of a state."""
    return readings(RULE_SET, state.bears_on) if state.turns_on is None else state.turns_on


@dataclass(frozen=True)
class OneHourState(Panel[V]):
    """The readings of every state here, the die among them.

    ``bears_on`` names those that matter to its panel, ``turns_on`` those of them that matter to its
    question, if not all do.
    """

    bears_on: ClassVar[str]
    turns_on: ClassVar[tuple[str, ...] | None] = None

    readings: Taken = part(
        Readings, known=lambda state: readings(RULE_SET, state.bears_on), offered=turned_on
    )
    taken = renamed("given")

    @property
    def given(self) -> dict[str, str]:
        """The readings that are not the defaults."""
        return dict(self.readings)


def unit_type(label: str | Callable[..., str], default: str, **more: Any) -> Any:
    """Return the field for a type of Unit."""
    return part(OneOf(label, default, TYPES, error_name="type of Unit", **more))


def distance(label: str, default: int, noun: str, **more: Any) -> Any:
    """Return the field for a distance on the table."""
    return part(Inches(label, default, MOST_INCHES, error_name=noun, hint=HINT, **more))


def flag(label: str, group: Group, shown: Callable[[Any], bool] = lambda _state: True) -> Any:
    """Return the field for a box of a group."""
    return part(Flag, label, group=group, shown=shown)


class StripPanel(Panel[TableView]):
    """A panel whose picture is a ruler: a press, a drag or an arrow key sets one distance, the
    field named ``measured``.
    """

    rule_set = RULES
    zooms = False
    keys = ("ArrowLeft", "ArrowRight", "Escape")
    measured: ClassVar[str]
    #: The step of an arrow key, and the grid for a press, in inches.
    key_inches: ClassVar[Fraction]
    press_inches: ClassVar[Fraction]

    @abstractmethod
    def strip(self) -> TableView:
        """Return the view of the strip."""

    @abstractmethod
    def farthest(self) -> int:
        """Return the longest distance that a gesture can set."""

    def pointed(self, gesture: Gesture, view: TableView) -> Self:
        if gesture.kind == "press" or (gesture.kind == "drag" and self.held):  # type: ignore[attr-defined]  # strips are held
            there = self.strip().spot(gesture.at, self.press_inches)
            return with_fields(self._measured(there.x), held=True)
        return self

    def stepped(self, arrow: str) -> Self:
        step = {"ArrowRight": self.key_inches, "ArrowLeft": -self.key_inches}.get(arrow)
        return self if step is None else self._measured(getattr(self, self.measured) + step)

    def _measured(self, inches: int | Fraction) -> Self:
        kept = min(max(Fraction(inches), Fraction(0)), Fraction(self.farthest()))
        return with_fields(
            self, **{self.measured: kept.numerator if kept.denominator == 1 else kept}
        )


# -- Units on a strip ------------------------------------------------------------------------------


def on_strip(
    kind: str,
    near: int | Fraction,
    facing: int,
    *,
    east: bool = False,
    name: str = "",
    **marks: Any,
) -> Piece:
    """Return a Unit on the strip: its bases begin at this distance from zero, east or west."""
    bases = column_of_bases(tables().bases[kind].inches(), Fraction(near), facing, east=east)
    return Piece(name or TYPES[kind], bases, int(east), OUTLINES[kind], **marks)


def at_range(view: TableView, inches: int | Fraction, *drawn: Piece) -> Iterator[Shape]:
    """Yield two Units on the strip and the line between them."""
    ends = tuple((view.at(far, 0)[0], MIDDLE) for far in (0, float(inches)))
    yield Lines((ends,), "sight-line", "range")
    yield from standing(view, drawn)


def composed(
    view: TableView, ground: tuple[Shape, ...], drawn: Iterable[Shape | Name], *words: str
) -> Scene:
    """Return the picture of shapes on a ground, with its title and its words: the shapes in order,
    and over them the names, each placed where it hides nothing.
    """
    parts = list(drawn)
    figures = tuple(one for one in parts if not isinstance(one, Name))
    named = [one for one in parts if isinstance(one, Name)]
    labels = placed(view.width, view.height, (*ground, *figures), named) if named else ()
    return Scene(view.width, view.height, ground, (*figures, *labels), *words)


# -- the printed tables ----------------------------------------------------------------------------


def table(
    caption: str,
    columns: Iterable[str],
    rows: Iterable[Iterable[str]],
    row: int | None = None,
    column: int | None = None,
) -> Table:
    """Return a table of rows that begin with their headings, with a row and a column lit."""
    body = tuple((head, tuple(cells)) for head, *cells in rows)
    return Table(caption, tuple(columns), body, row, column)


def fire_tables(firer: str, target: str) -> tuple[Table, Table]:
    """Return the printed fire table, with the row of the firer and the column of the target lit;
    with the ranges of each type, and the effects of its own Hits and of the target's ground.
    """
    types, names = tables().types.values(), list(TYPES)
    versus = (
        (
            row.name,
            *(signed(n) if n else "–" for n in row.versus.values()),
            *(signed(n) if n else "na" for n in (row.into_rear, row.out_of_rear)),
            "×2" if row.close else "na",
            "½" if row.long_inches else "na",
        )
        for row in types
    )
    columns = [name if len(name) < 8 else "Inf." for name in TYPES.values()]
    ranges = (
        (
            row.name,
            f"{row.reach_inches}″",
            f"{row.long_inches}″" if row.long_inches else "–",
            "4″" if row.close else "none",
        )
        for row in types
    )
    tiers = [f"{signed(tier.fire)} with {tier.at} Hits of its own" for tier in tables().hits.tiers]
    return (
        table(
            "Added to the die, by firer and target (Inf.: Infantry)",
            [*columns, "in rear", "to rear", "close", "long"],
            versus,
            names.index(firer),
            names.index(target),
        ),
        table(
            f"Ranges. Also {listed(tiers)}; town, woods, dug in: ½",
            ("range", "long", "close"),
            ranges,
        ),
    )


def with_tables(scene: Scene, shown: Iterable[Table]) -> Scene:
    """Return a picture with these tables below it, without lights."""
    bare = [replace(one, lit_row=None, lit_column=None) for one in shown]
    below = exhibit("", "", bare, ())
    width, height = max(scene.width, below.width), scene.height + below.height
    figures = (*scene.figures, *(moved(shape, 0, scene.height) for shape in below.figures))
    ground = (*bare_paper(width, height), *scene.ground)
    whole = replace(scene, width=width, height=height, ground=ground, figures=figures)
    return Exhibit.of(whole, bare, scene)


def bars(title: str, axis: str, odds: Odds[int], tint: str = "blue") -> Bars:
    """Return the chart of a number from its least to its most value, readable as at least and at
    most.
    """
    numbers = range(min(odds.outcomes), max(odds.outcomes) + 1)
    return Bars(title, axis, tuple((str(n), odds.p(n)) for n in numbers), ordered=True, tint=tint)
