"""What the panels of One-Hour Wargames share: types of Unit, readings, distances along a strip, the
printed fire table.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from landships_lab.core.speech import signed
from landships_lab.data.load import readings
from landships_lab.drawing.charts import Table
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.data.table_tops import RULE_SET, tables
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Toggle
from landships_lab.panel.panel import Panel, V
from landships_lab.panel.parts import Inches, OneOf, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Readings, Taken

RULES = "One-Hour"
TYPES = {key: row.name for key, row in tables().types.items()}
OUTLINES = {"infantry": "platoon", "mortar": "gun", "atg": "gun", "tank": "box"}
MOST_INCHES = 60
HINT = "such as 7 1/2"


def turned_on(state: OneHourState) -> Iterable[str]:
    """Return the ids of the readings that the question of a state turns on."""
    return readings(RULE_SET, state.bears_on) if state.turns_on is None else state.turns_on


@dataclass(frozen=True)
class OneHourState(Panel[V]):
    """The readings that every state here holds, the die among them.

    ``bears_on`` tells which matter to its panel, ``turns_on`` which of these to its question, where
    not all do.
    """

    bears_on: ClassVar[str]
    turns_on: ClassVar[tuple[str, ...] | None] = None

    readings: Taken = part(
        Readings, known=lambda state: readings(RULE_SET, state.bears_on), offered=turned_on
    )

    @property
    def taken(self) -> dict[str, str]:
        """The readings that are not the defaults."""
        return dict(self.readings)


def unit_type(label: str | Callable[..., str], default: str, **keywords: Any) -> OneOf:
    """Return the part of a state that is a type of Unit."""
    return OneOf(label, default, TYPES, error_name="type of Unit", **keywords)


def distance(label: str, default: int, error_name: str, **keywords: Any) -> Inches:
    """Return the part of a state that is a distance on the table."""
    return Inches(label, default, MOST_INCHES, error_name=error_name, hint=HINT, **keywords)


def boxes(field: str, words: Mapping[str, str]) -> Callable[[Panel], tuple[Toggle, ...]]:
    """Return what makes the boxes of a field that holds any of these words."""
    return lambda state: tuple(
        Toggle(word, told, word in getattr(state, field), "blue") for word, told in words.items()
    )


class StripPanel(Panel[TableView]):
    """A panel whose picture is a ruler: a press, a drag or an arrow key sets one distance, the
    field named ``measured``.
    """

    rule_set = RULES
    zooms = False
    keys = ("ArrowLeft", "ArrowRight", "Escape")
    measured: ClassVar[str]
    #: The inches of one arrow key, and those between the marks where a press lets go.
    key_inches: ClassVar[Fraction]
    press_inches: ClassVar[Fraction]

    @abstractmethod
    def strip(self) -> TableView:
        """Return the view of the strip."""

    @abstractmethod
    def farthest(self) -> int:
        """Return the longest distance that a hand can set."""

    def pointed(self, gesture: Gesture, view: TableView) -> Self:
        """Set the distance where the pointer presses or drags."""
        if gesture.kind == "press" or (gesture.kind == "drag" and self.held):  # type: ignore[attr-defined]  # strips are held
            return with_fields(
                self._measured(self.strip().spot(gesture.at, self.press_inches).x), held=True
            )
        return self

    def stepped(self, arrow: str) -> Self:
        """Change the distance by one step."""
        step = {"ArrowRight": self.key_inches, "ArrowLeft": -self.key_inches}.get(arrow)
        return self if step is None else self._measured(getattr(self, self.measured) + step)

    def _measured(self, inches: int | Fraction) -> Self:
        kept = min(max(Fraction(inches), Fraction(0)), Fraction(self.farthest()))
        return with_fields(
            self, **{self.measured: kept.numerator if kept.denominator == 1 else kept}
        )


def fire_table(firer: str, target: str) -> Table:
    """Return the printed fire table, with the row of the firer and the column of the target lit."""
    rows = []
    for row in tables().types.values():
        versus = tuple(signed(n) if n else "–" for n in row.versus.values())
        facing = tuple(signed(n) if n else "na" for n in (row.into_rear, row.out_of_rear))
        rows.append(
            (
                row.name,
                (*versus, *facing, "×2" if row.close else "na", "½" if row.long_inches else "na"),
            )
        )
    columns = (
        *(name if len(name) < 8 else "Inf." for name in TYPES.values()),
        "in rear",
        "to rear",
        "close",
        "long",
    )
    lit = list(TYPES)
    return Table(
        "Added to the die, by firer and target (Inf.: Infantry)",
        columns,
        tuple(rows),
        lit.index(firer),
        lit.index(target),
    )
