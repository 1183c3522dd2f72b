"""The turn panel: whose card comes next, and what its unit does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import inches
from landships_lab.explore.explorer import changed
from landships_lab.explore.parts import Flag, Group, OneOf, Options, part
from landships_lab.explore.paychest.common import NOT_PRINTED, OwnState, PaychestExplorer, bars_of, number, readings_of
from landships_lab.explore.paychest.own_tables import MOVEMENT, turn_tables
from landships_lab.explore.readings import Taken
from landships_lab.explore.tabled import TabledExplorer
from landships_lab.rules.paychest.cards import ahead_odds, place_odds
from landships_lab.rules.paychest.turn import FIRST_STEP, MOST_UNITS, STEPS, first_words, unit_turn
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.supplied import marked
from landships_lab.scene.view import View

ID = "paychest:turn"
CARRIES = Group("carries", "Figure", "carries")


def _moves(state: Any) -> Options:
    return {"": "left out", **{key: f"{key}, {inches(far)} (supplied)" for key, far in state.tables.movement.items()}}


@dataclass(frozen=True)
class TurnState(OwnState):
    """The units of both sides whose cards are still in the pack, and how a figure of the next unit moves."""

    explorer_id: ClassVar[str] = ID
    mine: int = part(number("Your units", 3, 0, MOST_UNITS, "the number of your units"))
    theirs: int = part(number("Enemy units", 4, 0, MOST_UNITS, "the number of enemy units"))
    moves: str = part(
        OneOf("It moves", "", _moves, noun="kind of movement in your tables", shown=lambda state: bool(state.tables.movement))
    )
    burden: bool = part(Flag("carries a body or weight", group=CARRIES))
    readings: Taken = part(readings_of(FIRST_STEP))


class PaychestTurn(TabledExplorer[TurnState]):
    """Set the cards that are left, and see who may be next and what a turn is made of."""

    id = ID
    state = TurnState
    title = "The turn"
    rules = PaychestExplorer.rules
    question = "Whose card comes next, and what does its unit do?"
    hands = "Each unit has one card. Set how many of them are still in the pack."
    order = ("mine", "theirs", "carries", "moves")
    leisure = ("moves",)
    strip_rows = 1

    def ask(self, state: TurnState) -> Answer[Any]:
        """Return the chance that the next card is yours, and the steps of a turn."""
        return unit_turn(state.mine, state.theirs, state.moves, state.burden, state.tables, state.options.get(FIRST_STEP))

    def after(self, state: TurnState, control: str, before: TurnState) -> TurnState:
        """Drop a kind of movement that the tables no longer have."""
        return changed(state, moves=state.moves if state.moves in state.tables.movement else "")

    def effect(self, state: TurnState, answer: Answer[Any]) -> str:
        """Return the first step of the turn."""
        return "step 1 is lost" if isinstance(answer.steps[0].amount, Gap) else "step 1 is known"

    def picture(self, state: TurnState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return its tables and charts, with a foot that names what the reader supplied."""
        return marked(super().picture(state, answer, view), answer)

    def charts(self, state: TurnState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return when one unit acts, and how many of your units act before one enemy unit."""
        left, found = state.mine + state.theirs, []
        if left:
            found.append(Bars("When one given unit acts", "draw", bars_of(place_odds(left)), ordered=True))
        if state.mine and state.theirs:
            title = "Your units before one enemy unit"
            found.append(Bars(title, "units", bars_of(ahead_odds(state.mine)), ordered=True, tint="green"))
        return tuple(found)

    def tables(self, state: TurnState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the steps of a turn, then the reader's tables of the turn and of movement."""
        first = first_words(state.tables, state.options.get(FIRST_STEP)).rstrip(".")
        own = " (supplied)" if state.tables.turn is not None else ""
        rows = ((f"1{own}", (first,)), *((str(step), (what,)) for step, what in enumerate(STEPS, 2)))
        lit = None if state.mine + state.theirs else len(rows) - 1
        return (
            Table("A turn", ("what happens",), rows, lit_row=lit, note=NOT_PRINTED if own else ""),
            *(table for table in turn_tables(state.tables) if table.caption == MOVEMENT),
        )
