"""The turn panel: whose card comes next, and what a unit may do now."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import inches
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.supplied import marked
from landships_lab.drawing.view import View
from landships_lab.games.paychest.panels import question_picture
from landships_lab.games.paychest.panels.common import (
    NOT_PRINTED,
    PaychestPanel,
    bars_of,
    number,
    readings_of,
)
from landships_lab.games.paychest.panels.own_tables import MOVEMENT, turn_tables
from landships_lab.games.paychest.rules.fire import TROOPS
from landships_lab.games.paychest.rules.morale import KINDS, effect
from landships_lab.games.paychest.rules.turn import (
    ACTS,
    CARDS,
    DONE,
    FIRST_STEP,
    LEADER,
    MOST_UNITS,
    RALLY,
    RESULTS,
    RETREAT,
    STEPS,
    Unit,
    ahead_odds,
    first_words,
    may_act,
    owed_by,
    place_odds,
    unit_turn,
)
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import Flag, Group, OneOf, Options, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Taken
from landships_lab.panel.table_panel import TablePanel

ID = "paychest:turn"
CARRIES = Group("carries", "Figure", "carries")
MET, RALLIES = Group("met", "Enemy", "with"), Group("rally", "Rout", "after")
CARD_BUTTONS = {"pack": "in the pack", "now": "drawn now", "out": "drawn before"}


def _moves(state: PaychestPanel) -> Options:
    return {
        "": "left out",
        **{
            key: f"{key}, {inches(far)} (supplied)"
            for key, far in state.own_tables.movement.items()
        },
    }


def _drawn(state: PaychestTurn) -> bool:
    return state.card == "now"


def _walks(state: PaychestTurn) -> bool:
    return state.question != "unit" or (_drawn(state) and state.wants == "move")


def _fires(state: PaychestTurn) -> bool:
    return _drawn(state) and state.wants == "fire"


def _fights(state: PaychestTurn) -> bool:
    return _drawn(state) and state.wants == "melee"


def _rolled(state: PaychestTurn) -> bool:
    return _drawn(state) and bool(state.result)


def _routs(state: PaychestTurn) -> bool:
    """Return whether the result of the latest roll lets the unit rally."""
    if not _rolled(state) or state.result == LEADER:
        return False
    found = effect(state.kind, int(state.result), state.own_tables)
    return not isinstance(found, Gap) and found.rally


@dataclass(frozen=True)
class PaychestTurn(QuestionPanel, TablePanel, PaychestPanel):
    """Choose a question about a turn: whose card is next, or what a unit may do now.

    The units of both sides whose cards are still in the pack, and how a figure of the next unit
    moves; or what one unit wants to do, where its card is, what it has done since it was drawn, and
    what its latest roll for morale was.
    """

    id = ID
    title = "The turn"
    prompt = "Whose card comes next, and what may its unit do?"
    usage_hint = "Each unit has one card. Set the pack, or choose what one unit wants to do."
    order = (
        *("about", "mine", "theirs", "wants", "card", "done", "carries", "troops", "met"),
        *("moves", "result", "kind", "rally"),
    )
    secondary = ("moves", "result", "kind", "rally")

    question: str = part(question_part(control_id="about"))
    mine: int = part(number("Your units", 3, 0, MOST_UNITS, "the number of your units"))
    theirs: int = part(number("Enemy units", 4, 0, MOST_UNITS, "the number of enemy units"))
    moves: str = part(
        OneOf(
            "It moves",
            "",
            _moves,
            error_name="kind of movement in your tables",
            shown=lambda state: bool(state.own_tables.movement) and _walks(state),
        )
    )
    burden: bool = part(Flag("carries a body or weight", group=CARRIES, shown=_walks))
    wants: str = part(OneOf("It wants to", "fire", ACTS, buttons=True, error_name="thing to do"))
    card: str = part(
        OneOf("Its card", "now", CARD_BUTTONS, buttons=True, error_name="state of a card")
    )
    done: str = part(
        OneOf("It has", "start", DONE, error_name="thing that a unit has done", shown=_drawn)
    )
    troops: str = part(
        OneOf(
            "Troops",
            "legionnaires",
            {key: troops.label for key, troops in TROOPS.items()},
            buttons=True,
            error_name="kind of troops",
            shown=_fires,
        )
    )
    met: bool = part(Flag("a stand touches one", group=MET, shown=_fights))
    result: str = part(
        OneOf("Morale result", "", RESULTS, error_name="result of a morale roll", shown=_drawn)
    )
    kind: str = part(
        OneOf(
            "Kind",
            "regular",
            {kind: kind for kind in KINDS},
            buttons=True,
            error_name="kind of troops for morale",
            shown=_rolled,
        )
    )
    rallied: bool = part(Flag("it has rallied", group=RALLIES, shown=_routs))
    readings: Taken = part(
        readings_of(FIRST_STEP, RETREAT, RALLY, offered=lambda state: state.turned_on())
    )

    @abstractmethod
    def turned_on(self) -> tuple[str, ...]:
        """Return the readings that bear on the question with its parts."""

    def after(self, control: str, before: Self) -> Self:
        """Drop a kind of movement that the tables no longer have."""
        return with_fields(self, moves=self.moves if self.moves in self.own_tables.movement else "")

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return its tables and charts, with a foot that names what the reader supplied."""
        return marked(super().picture(answer, view), answer)

    def _steps(self, lit: int | None) -> Table:
        """Return the steps of a turn with one of them lit."""
        first = first_words(self.own_tables, self.options.get(FIRST_STEP)).rstrip(".")
        own = " (supplied)" if self.own_tables.turn is not None else ""
        rows = (
            (f"1{own}", (first,)),
            *((str(step), (what,)) for step, what in enumerate(STEPS, 2)),
        )
        note = NOT_PRINTED if own else ""
        return Table("A turn", ("what happens",), rows, lit_row=lit, note=note)


@dataclass(frozen=True)
class NextCard(PaychestTurn, key="card", label="Whose card is next?"):
    """Whose card comes next, and what a turn is made of."""

    own_parts = ("mine", "theirs", "moves", "burden")

    def turned_on(self) -> tuple[str, ...]:
        """Return the reading of the first step."""
        return (FIRST_STEP,)

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

    def effect(self, answer: Answer[object]) -> str:
        """Return the first step of the turn."""
        return "step 1 is lost" if isinstance(answer.steps[0].amount, Gap) else "step 1 is known"

    def question_picture(self) -> Scene:
        """Draw the cards that are still in the pack."""
        return question_picture.cards(self.mine, self.theirs, self.prompt)

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
        lit = None if self.mine + self.theirs else len(STEPS)
        own = turn_tables(self.own_tables)
        return self._steps(lit), *(table for table in own if table.caption == MOVEMENT)


@dataclass(frozen=True)
class MayAct(PaychestTurn, key="unit", label="May a unit act now?"):
    """Whether a unit may move, fire or fight now."""

    own_parts = (
        *("wants", "card", "done", "troops", "met", "result", "kind", "rallied"),
        *("moves", "burden"),
    )

    def turned_on(self) -> tuple[str, ...]:
        """Return the reading for a unit in retreat, or for one that has rallied."""
        if not _drawn(self) or owed_by(self.unit) is None:
            return (RALLY,) if _routs(self) and self.rallied and self.wants == "move" else ()
        return () if self.wants == "move" else (RETREAT,)

    @property
    def unit(self) -> Unit:
        """The unit, with what it has done since its card was drawn."""
        return Unit(
            self.card,
            self.done,
            self.troops,
            self.met,
            self.kind,
            self.result,
            self.rallied,
            self.moves if self.wants == "move" else "",
            self.burden and self.wants == "move",
            self.own_tables,
        )

    def ask(self) -> Answer[bool | Gap]:
        """Return whether it may do now what it wants to."""
        return may_act(self.wants, self.unit, self.options)

    def check(self) -> Self:
        """Let a unit have done only what it can have."""
        return super(MayAct, self._possible()).check()

    def after(self, control: str, before: Self) -> Self:
        """Let a unit have done only what it can have."""
        return super().after(control, before)._possible()

    def _possible(self) -> Self:
        """Return it with nothing done where its card is not drawn, and Arabs firing once."""
        done = self.done if _drawn(self) else "start"
        if done == "again" and self.wants == "fire" and TROOPS[self.troops].shots == 1:
            done = "fired"
        return with_fields(self, done=done)

    def effect(self, answer: Answer[object]) -> str:
        """Return whether it may."""
        return "lost in print" if isinstance(answer.value, Gap) else _yes(answer.value)

    def question_picture(self) -> Scene:
        """Return what is set, and the steps of a turn: what it may do is the answer."""
        result = f"{self.result} ({self.kind})" if self.result else "no roll"
        rows = [
            ("its card", CARDS[self.card]),
            ("it has", DONE[self.done]),
            ("troops", f"{TROOPS[self.troops].label}, of {KINDS[self.kind]}"),
            ("an enemy's stand", "touches one of its own" if self.met else "is not touched"),
            ("second morale roll", "leader lost" if self.result == LEADER else result),
        ]
        rows += [("since then", "it has rallied")] if self.rallied else []
        printed = (self._steps(None), question_picture.second_table(self.kind))
        return question_picture.settings(self.title, self.prompt, rows, *printed)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        """Return how far its morale makes it go in this turn."""
        owed = answer.detail
        if owed is None or owed.distance is None:
            return ()
        unit = self.own_tables.distance_unit or "the unit of length is not printed"
        axis = f"distance ({unit})"
        bars = bars_of(owed.distance)
        return (Bars("How far it goes", axis, bars, ordered=True, tint="orange"),)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return what it may do now, and the steps of a turn."""
        rows = tuple((words, (self._told(act),)) for act, words in ACTS.items())
        at = list(ACTS).index(self.wants)
        return (
            Table("May it do this now?", ("now",), rows, lit_row=at),
            self._steps(at + 1),
        )

    def _told(self, act: str) -> str:
        value = may_act(act, self.unit, self.options).value
        return "lost in print" if isinstance(value, Gap) else _yes(value)


def _yes(value: object) -> str:
    return "yes" if value else "no"


PaychestTurn.offer(NextCard, MayAct)
