"""A move: how far does a Unit get, and will it reach that line?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.data.one_hour.table_tops import tables
from landships_lab.explore import textform
from landships_lab.explore.explorer import Control, Field, Gesture, Number
from landships_lab.explore.one_hour import common
from landships_lab.explore.one_hour.common import OneHourExplorer, OneHourState
from landships_lab.rules.one_hour import Move, arrives, move_odds
from landships_lab.rules.one_hour.words import mixed
from landships_lab.scene.charts import Bars, Chart, Curve
from landships_lab.scene.shapes import Label, Lines, Polygons, Scene, Shape
from landships_lab.scene.strip import HEIGHT, RULER, column_of_bases, ruler, standing, strip_view
from landships_lab.scene.tabletop import Piece, TableView

ID = "one_hour:move"
_FLAGS = {
    "threatened": "Threatened: an enemy within 2 inches",
    "dug_in": "Dug-in before it moves",
    "by_road": "moving wholly by road",
    "into_woods": "ending in the edge of woods",
}
MOST_TURNS = 6


@dataclass(frozen=True)
class MoveState(OneHourState):
    """A Unit, what adds to its move or takes from it, the line it wants to reach, and in how many turns."""

    explorer_id = ID

    unit: str = "tank"
    threatened: bool = False
    dug_in: bool = False
    by_road: bool = False
    into_woods: bool = False
    away: int | Fraction = 10
    turns: int = 1
    held: bool = False

    @property
    def move(self) -> Move:
        """Which move is it?"""
        return Move(self.unit, self.threatened, self.dug_in, self.by_road, self.into_woods)


class OneHourMove(OneHourExplorer[MoveState]):
    """Choose a Unit and what surrounds it, draw a line, see how likely it gets there."""

    id = ID
    title = "A move"
    question = "How far does it get, and will it reach that line?"
    hands = "Drag the line, or click the strip, to say how far it must get · arrow keys move it by an inch"
    has_board = True
    zooms = False
    keys = ("ArrowLeft", "ArrowRight", "Escape")
    bears_on = ("move",)

    def start(self) -> MoveState:
        """The end of the report: Crusaders on the road past an enemy, the edge of the table ahead."""
        return MoveState(threatened=True, by_road=True, away=12)

    def ask(self, state: MoveState) -> Answer[Fraction]:
        """How likely does it get there?"""
        return arrives(state.move, state.away, state.turns, readings=state.taken)

    def picture(self, state: MoveState, answer: Answer[Any], view: Any = None) -> Scene:
        """A strip of table with the Unit, a bar for every distance of its first move, and the line."""
        seen = view_of(state)
        size = tables().bases[state.unit].inches()
        bases = column_of_bases(size, Fraction(0), 90, east=False)
        unit = Piece(common.TYPES[state.unit], bases, 0, common.OUTLINES[state.unit], state.dug_in)
        x = seen.at(float(state.away), 0)[0]
        line: tuple[Shape, ...] = (
            Lines((((x, RULER - 12), (x, HEIGHT)),), "target-line", "line to reach"),
            Label("the line", (x + 4, RULER + 10), "note", "line to reach", anchor="start"),
        )
        told = answer.value is not None  # a question keeps its bars back
        bars = _bars(seen, move_odds(state.move, readings=state.taken), state.away) if told else []
        words = f"{unit.name} at the left end of a ruler, a line {mixed(state.away)} inches away. {answer.headline}"
        return Scene(seen.width, seen.height, ruler(seen, ()), (*bars, *line, *standing(seen, (unit,))), "A move", words)

    def charts(self, state: MoveState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The odds of one move, and the chance to be there after each turn."""
        odds = move_odds(state.move, readings=state.taken)
        bars = tuple((str(n), odds.p(n)) for n in range(min(odds.outcomes), max(odds.outcomes) + 1))
        chances = arrives(state.move, state.away, MOST_TURNS, readings=state.taken)
        curve = tuple(step.amount for step in chances.steps if step.op == "start" and isinstance(step.amount, Fraction))
        title = f"Inches of the first move: {common.tenths(odds.mean)} on average"
        return (
            Bars(title, "inches", bars, ordered=True),
            Curve(f"There after so many turns: {mixed(state.away)} inches", "turns", (("at the line", curve),)),
        )

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: MoveState) -> str:
        """One line that carries the state."""
        words = [ID, state.unit, "away", str(state.away), *common.write_flags(state, tuple(_FLAGS))]
        return " ".join([*words, "turns", str(state.turns), *textform.write_readings(state.readings)])

    def parse(self, text: str) -> MoveState:
        """The state of such a line."""
        found, chosen = self.words_of(text, ("away", "with", "turns"))
        unit = common.one_of("type of Unit", textform.one(found, "", ""), list(common.TYPES))
        away = common.read_inches("The distance", textform.one(found, "away", "10"))
        turns = _turns(textform.one(found, "turns", "1"))
        return MoveState(chosen, unit, **common.read_flags(found.get("with", []), tuple(_FLAGS)), away=away, turns=turns)

    def settled(self, state: MoveState) -> MoveState:
        """The state without the hand."""
        return replace(state, held=False)

    # -- controls and hands -----------------------------------------------------------------------------------------------

    def controls(self, state: MoveState) -> tuple[Control, ...]:
        """Unit, surroundings, line and turns."""
        return (
            common.type_choice("unit", "Unit", state.unit),
            common.flags("flags", "It is", state, _FLAGS),
            Field("away", "The line is so many inches away", mixed(state.away), "such as 12 or 7 1/2"),
            Number("turns", "Turns to get there", state.turns, 1, MOST_TURNS),
            *self.switched(state, lambda given: percent(arrives(state.move, state.away, state.turns, readings=given).value)),
        )

    def took(self, state: MoveState, control: str, value: Any) -> MoveState:
        """The state after one control has been given a value."""
        if control == "unit":
            return replace(state, unit=common.one_of("type of Unit", value, list(common.TYPES)))
        if control == "flags":
            return common.flag(state, value, _FLAGS)
        if control == "away":
            return replace(state, away=common.read_inches("The distance", value))
        return replace(state, turns=_turns(value))

    def grabs(self, state: MoveState, view: Any) -> tuple[tuple[float, float, float], ...]:
        """The line."""
        x = view_of(state).at(float(state.away), 0)[0]
        return tuple((x, y, 14.0) for y in range(70, 240, 28))

    def on_gesture(self, state: MoveState, gesture: Gesture, view: Any) -> MoveState:
        """A press or a drag puts the line on a half inch, arrow keys move it by an inch."""
        if gesture.kind == "key" and gesture.key in ("ArrowLeft", "ArrowRight"):
            return replace(state, away=_within(state.away + (1 if gesture.key == "ArrowRight" else -1)))
        if gesture.kind == "drop":
            return replace(state, held=False)
        if gesture.kind == "press" or (gesture.kind == "drag" and state.held):
            return replace(state, held=True, away=_within(view_of(state).spot(gesture.at, Fraction(1, 2)).x))
        return state


REACH = 28


def view_of(state: MoveState) -> TableView:
    """Which view shows the longest move, and the line where it is farther?"""
    return strip_view(max(REACH, int(state.away) + 3))


def _within(inches: int | Fraction) -> int | Fraction:
    kept = min(max(Fraction(inches), Fraction(0)), Fraction(REACH - 1))
    return kept.numerator if kept.denominator == 1 else kept


def _turns(text: Any) -> int:
    turns = common.read_whole("The number of turns", text, MOST_TURNS)
    if turns == 0:
        raise ValueError(f"The number of turns is a whole number from 1 to {MOST_TURNS}, not 0.")
    return turns


def _bars(view: TableView, odds: Odds[int], away: int | Fraction) -> list[Shape]:
    """A bar for every distance, those that reach the line in green, with its chance where there is room."""
    most = max(chance for _, chance in odds)
    foot, tall, half = HEIGHT - 8, 120.0, 0.38 * view.scale
    shapes: list[Shape] = [Label("chance of each distance, in percent", (view.width - 10, foot - 6), "area-name", "percent", anchor="end")]
    for inches, chance in odds:
        x, height = view.at(inches, 0)[0], float(chance / most) * tall
        ring = ((x - half, foot - height), (x + half, foot - height), (x + half, foot), (x - half, foot))
        name = f"{inches} inches"
        shapes.append(Polygons((ring,), "range-band", name, "green" if inches >= away else "black"))
        shapes.append(Lines(((*ring, ring[0]),), "wedge-rim", name, "green" if inches >= away else "black"))
        shapes.append(Label(_rounded(chance), (x, foot - height - 8), "area-name", name))
    return shapes


def _rounded(chance: Fraction) -> str:
    return str(round(100 * chance)) if chance * 100 >= 1 else "<1"
