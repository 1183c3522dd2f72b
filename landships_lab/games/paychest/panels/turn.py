"""The turn panel: whose card comes next, and what a unit may do now."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import inches
from landships_lab.drawing.charts import Chart, Table
from landships_lab.drawing.dicing import marked
from landships_lab.drawing.shapes import Polygons, Scene, box
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.rules import morale, turn
from landships_lab.games.paychest.rules.fire import TROOPS
from landships_lab.games.paychest.rules.morale import KINDS
from landships_lab.games.paychest.rules.turn import (
    ACTS,
    FIRST_STEP,
    LEADER,
    MOST_UNITS,
    RALLY,
    RETREAT,
    Unit,
    may_act,
)
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import Flag, Group, part
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from . import common
from .common import WIDTH, Drawn, number, word, words

#: The size of a card, and the distance to the next (pixels).
CARD, NEXT = (26.0, 40.0), 34.0


def _moves(state: common.PaychestPanel) -> dict[str, str]:
    return {key: f"{key}, {inches(far)}" for key, far in state.own_tables.movement.items()}


def _walks(state: PaychestTurn) -> bool:
    return state.question != "unit" or (state.drawn and state.wants == "move")


def _routs(state: PaychestTurn) -> bool:
    """Return whether the result of the latest roll lets the unit rally."""
    if not (state.drawn and state.result) or state.result == LEADER:
        return False
    effect = morale.effect(state.kind, int(state.result), state.own_tables)
    return not isinstance(effect, Gap) and effect.rally


def _leaderless(state: PaychestTurn) -> bool:
    """Return whether the loss of its leader makes the unit rout turn after turn."""
    if not state.drawn or state.result != LEADER:
        return False
    effect = morale.leader_effect(state.kind, state.own_tables)
    return not isinstance(effect, Gap) and effect.does == "rout"


@dataclass(frozen=True)
class PaychestTurn(QuestionPanel, TablePanel, common.PaychestPanel):
    """Choose a question about a turn: whose card is next, or what a unit may do now.

    The units of both sides whose cards are still in the pack, and how a figure of the next unit
    moves; or what one unit wants to do, where its card is, what it has done since the card was
    drawn, and its latest morale roll.
    """

    id = "paychest:turn"
    title = "The turn"
    prompt = "Whose card comes next, and what may its unit do?"
    usage_hint = "Each unit has one card. Set the pack, or choose what one unit wants to do."
    secondary = ("moves", "result", "kind", "rally", "once")
    order = (*names("about mine theirs wants card done carries troops met"), *secondary)

    question: str = part(question_part, control_id="about")
    mine: int = number("Your units", 3, 0, MOST_UNITS, "the number of your units")
    theirs: int = number("Enemy units", 4, 0, MOST_UNITS, "the number of enemy units")
    moves: str = common.row("It moves", _moves, "left out", "kind of movement", _walks)
    burden: bool = part(
        Flag, "carries a body or weight", group=Group("carries", "Figure", "carries"), shown=_walks
    )
    wants: str = word("It wants to", "fire", ACTS, "thing to do", always=False)
    card: str = word(
        "Its card",
        "now",
        {"pack": "in the pack", "now": "drawn now", "out": "drawn before"},
        "state of a card",
        always=False,
    )
    done: str = word(
        "It has",
        "start",
        turn.DONE,
        "thing that a unit has done",
        always=False,
        buttons=False,
        shown=lambda state: state.drawn,
    )
    troops: str = word(
        "Troops",
        "legionnaires",
        {key: troops.label for key, troops in TROOPS.items()},
        "kind of troops",
        always=False,
        shown=lambda state: state.drawn and state.wants == "fire",
    )
    met: bool = part(
        Flag,
        "a stand touches one",
        group=Group("met", "Enemy", "with"),
        shown=lambda state: state.drawn and state.wants == "melee",
    )
    result: str = word(
        "Morale result",
        "",
        turn.RESULTS,
        "result of a morale roll",
        always=False,
        buttons=False,
        shown=lambda state: state.drawn,
    )
    kind: str = word(
        "Kind",
        "regular",
        {kind: kind for kind in KINDS},
        "kind of troops for morale",
        always=False,
        shown=lambda state: state.drawn and bool(state.result),
    )
    rallied: bool = part(
        Flag, "it has rallied", group=Group("rally", "Rout", "after"), shown=_routs
    )
    routed: bool = part(
        Flag, "it has routed this turn", group=Group("once", "Rout", "having"), shown=_leaderless
    )
    readings: Taken = common.readings_of(
        FIRST_STEP, RETREAT, RALLY, offered=lambda state: state.turned_on()
    )

    @property
    def drawn(self) -> bool:
        """Whether the card of the unit is drawn now."""
        return self.card == "now"

    @abstractmethod
    def turned_on(self) -> tuple[str, ...]:
        """Return the readings that bear on the question with its parts."""

    def after(self, control: str, before: Self) -> Self:
        return self.known("movement", "moves")

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        return marked(super().picture(answer, view), answer)

    def _steps(self, lit: int | None) -> Table:
        """Return the steps of a turn with one of them lit."""
        first = turn.first_words(self.own_tables, self.options.get(FIRST_STEP)).rstrip(".")
        own = " (supplied)" if self.own_tables.turn is not None else ""
        rows = [(f"1{own}", (first,)), *((str(n), (step,)) for n, step in enumerate(turn.STEPS, 2))]
        note = common.NOT_PRINTED if own else ""
        return Table("A turn", ("what happens",), tuple(rows), lit_row=lit, note=note)


@dataclass(frozen=True)
class NextCard(PaychestTurn, key="card", label="Whose card is next?"):
    """Whose card comes next, and the steps of a turn."""

    own_parts = ("mine", "theirs", "moves", "burden")

    def turned_on(self) -> tuple[str, ...]:
        return (FIRST_STEP,)

    def ask(self) -> Answer[Fraction]:
        unit, reading = (self.moves, self.burden, self.own_tables), self.options.get(FIRST_STEP)
        return turn.unit_turn(self.mine, self.theirs, *unit, reading)

    def effect(self, answer: Answer[object]) -> str:
        return "step 1 is lost" if isinstance(answer.steps[0].amount, Gap) else "step 1 is known"

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        charts, cards = [], self.mine + self.theirs
        if cards:
            odds = turn.place_odds(cards)
            charts.append(common.counted("When one given unit acts", "draw", odds))
        if self.mine and self.theirs:
            title, odds = "Your units before one enemy unit", turn.ahead_odds(self.mine)
            charts.append(common.counted(title, "units", odds, "green"))
        return tuple(charts)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        lit = None if self.mine + self.theirs else len(turn.STEPS)
        return (self._steps(lit), *common.movement_table(self.own_tables))

    def question_picture(self) -> Scene:
        """Draw the cards that are still in the pack, yours above the enemy's."""
        return self.asked(250.0, "The pack", _pack(self.mine, self.theirs))


def _pack(mine: int, theirs: int) -> Drawn:
    for count, tint, name, top in (
        (mine, "blue", "your cards", 46.0),
        (theirs, "vermillion", "the enemy's cards", 156.0),
    ):
        yield words(f"{name}: {count}", 24, top - 20, name, strong=True, anchor="start")
        step = min(NEXT, (WIDTH - 48) / max(count, 1))
        backs = tuple(box(24 + n * step, top, *CARD) for n in range(count))
        yield Polygons(backs, "die-lit", name, tint)


@dataclass(frozen=True)
class MayAct(PaychestTurn, key="unit", label="May a unit act now?"):
    """Whether a unit may move, fire or fight now."""

    own_parts = names("wants card done troops met result kind rallied routed moves burden")

    def turned_on(self) -> tuple[str, ...]:
        if not self.drawn or (turn.owed_by(self.unit) is None and not self.unit.routed):
            return (RALLY,) if _routs(self) and self.rallied and self.wants == "move" else ()
        first = self.done == "start" and not self.unit.routed
        return () if self.wants == "move" or first else (RETREAT,)

    @property
    def unit(self) -> Unit:
        """The unit, with what it has done since its card was drawn."""
        moves = self.moves if self.wants == "move" else ""
        burden = self.burden and self.wants == "move"
        now = (self.card, self.done, self.troops, self.met, self.kind, self.result, self.rallied)
        routed = self.routed and _leaderless(self)
        return Unit(*now, routed, moves, burden, self.own_tables)

    def ask(self) -> Answer[bool | Gap]:
        return may_act(self.wants, self.unit, self.options)

    def check(self) -> Self:
        return super(MayAct, self._possible()).check()

    def after(self, control: str, before: Self) -> Self:
        return super().after(control, before)._possible()

    def _possible(self) -> Self:
        """Return the unit with nothing done if its card is not drawn, and Arabs firing
        only once.
        """
        done = self.done if self.drawn else "start"
        if done == "again" and self.wants == "fire" and TROOPS[self.troops].shots == 1:
            done = "fired"
        return with_fields(self, done=done)

    def effect(self, answer: Answer[object]) -> str:
        return _cell(answer.value)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        owed = answer.detail
        if owed is None or owed.distance is None:
            return ()
        unit = self.own_tables.distance_unit or "the unit of length is not printed"
        axis = f"distance ({unit})"
        return (common.counted("How far it goes", axis, owed.distance, "orange"),)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        may = {act: may_act(act, self.unit, self.options).value for act in ACTS}
        rows = tuple((label, (_cell(may[act]),)) for act, label in ACTS.items())
        at = list(ACTS).index(self.wants)
        return Table("May it do this now?", ("now",), rows, lit_row=at), self._steps(at + 1)

    def question_picture(self) -> Scene:
        result = f"{self.result} ({self.kind})" if self.result else "no roll"
        rows = [
            ("its card", turn.CARDS[self.card]),
            ("it has", turn.DONE[self.done]),
            ("troops", f"{TROOPS[self.troops].label}, of {KINDS[self.kind]}"),
            ("an enemy's stand", "touches one of its own" if self.met else "is not touched"),
            ("second morale roll", "leader lost" if self.result == LEADER else result),
        ]
        rows += [("since then", "it has rallied")] if self.rallied else []
        rows += [("in this turn", "it has routed")] if self.routed else []
        return self.asked_sheet("The unit", rows, self._steps(None), _second_table(self.kind))


def _cell(value: object) -> str:
    return common.LOST if isinstance(value, Gap) else "yes" if value else "no"


def _second_table(kind: str) -> Table:
    """Return the second morale table of such troops, and the effects of losing their leader."""
    effects: dict[str, Effect | Gap] = {str(die): morale.effect(kind, die) for die in D6.outcomes}
    effects["leader lost, roll failed"] = morale.leader_effect(kind)
    rows = ((key, (common.LOST if isinstance(e, Gap) else e.text,)) for key, e in effects.items())
    return Table(f"Second morale roll, {KINDS[kind]}", ("what the unit does",), tuple(rows))


PaychestTurn.offer(NextCard, MayAct)
