"""The turn panel: whose card comes next, and what its unit does."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import inches
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.supplied import marked
from landships_lab.drawing.view import View
from landships_lab.games.paychest.panels.common import (
    NOT_PRINTED,
    PaychestPanel,
    bars_of,
    number,
    readings_of,
)
from landships_lab.games.paychest.panels.own_tables import MOVEMENT, turn_tables
from landships_lab.games.paychest.rules.cards import ahead_odds, place_odds
from landships_lab.games.paychest.rules.turn import (
    FIRST_STEP,
    MOST_UNITS,
    STEPS,
    first_words,
    unit_turn,
)
from landships_lab.panel.parts import Flag, Group, OneOf, Options, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Taken
from landships_lab.panel.table_panel import TablePanel

ID = "paychest:turn"
CARRIES = Group("carries", "Figure", "carries")


def _moves(state: PaychestPanel) -> Options:
    return {
        "": "left out",
        **{
            key: f"{key}, {inches(far)} (supplied)"
            for key, far in state.own_tables.movement.items()
        },
    }


@dataclass(frozen=True)
class PaychestTurn(TablePanel, PaychestPanel):
    """Set the cards that are left, and see who may be next and what a turn is made of.

    The units of both sides whose cards are still in the pack, and how a figure of the next unit
    moves.
    """

    id = ID
    title = "The turn"
    prompt = "Whose card comes next, and what does its unit do?"
    usage_hint = "Each unit has one card. Set how many of them are still in the pack."
    order = ("mine", "theirs", "carries", "moves")
    secondary = ("moves",)
    strip_rows = 1

    mine: int = part(number("Your units", 3, 0, MOST_UNITS, "the number of your units"))
    theirs: int = part(number("Enemy units", 4, 0, MOST_UNITS, "the number of enemy units"))
    moves: str = part(
        OneOf(
            "It moves",
            "",
            _moves,
            error_name="kind of movement in your tables",
            shown=lambda state: bool(state.own_tables.movement),
        )
    )
    burden: bool = part(Flag("carries a body or weight", group=CARRIES))
    readings: Taken = part(readings_of(FIRST_STEP))

    def ask(self) -> Answer[Fraction]:
        """Return the chance that the next card is yours, and the steps of a turn."""
        return unit_turn(
            self.mine,
            self.theirs,
            self.moves,
            self.burden,
            self.own_tables,
            self.options.get(FIRST_STEP),
        )

    def after(self, control: str, before: Self) -> Self:
        """Drop a kind of movement that the tables no longer have."""
        return with_fields(self, moves=self.moves if self.moves in self.own_tables.movement else "")

    def effect(self, answer: Answer[object]) -> str:
        """Return the first step of the turn."""
        return "step 1 is lost" if isinstance(answer.steps[0].amount, Gap) else "step 1 is known"

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return its tables and charts, with a foot that names what the reader supplied."""
        return marked(super().picture(answer, view), answer)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        """Return when one unit acts, and how many of your units act before one enemy unit."""
        left, found = self.mine + self.theirs, []
        if left:
            found.append(
                Bars("When one given unit acts", "draw", bars_of(place_odds(left)), ordered=True)
            )
        if self.mine and self.theirs:
            title = "Your units before one enemy unit"
            found.append(
                Bars(title, "units", bars_of(ahead_odds(self.mine)), ordered=True, tint="green")
            )
        return tuple(found)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the steps of a turn, then the reader's tables of the turn and of movement."""
        first = first_words(self.own_tables, self.options.get(FIRST_STEP)).rstrip(".")
        own = " (supplied)" if self.own_tables.turn is not None else ""
        rows = (
            (f"1{own}", (first,)),
            *((str(step), (what,)) for step, what in enumerate(STEPS, 2)),
        )
        lit = None if self.mine + self.theirs else len(rows) - 1
        return (
            Table("A turn", ("what happens",), rows, lit_row=lit, note=NOT_PRINTED if own else ""),
            *(table for table in turn_tables(self.own_tables) if table.caption == MOVEMENT),
        )
