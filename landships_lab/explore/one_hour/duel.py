"""Two Units exchanging fire: who is favoured and what digging in changes; what to do with a quiet turn; what may be done now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.explore.explorer import Choice, Control, Field, Number, Toggle, Toggles, changed
from landships_lab.explore.one_hour import common, duel_state
from landships_lab.explore.one_hour.common import OneHourExplorer
from landships_lab.explore.one_hour.duel_state import COVER_WORDS, LASTING, MOST_THREATS, NOW, QUESTIONS, DuelState
from landships_lab.explore.one_hour.quiet_tables import acting_tables, best_use, quiet_charts, quiet_tables
from landships_lab.rules.one_hour import duel, favoured, favours, may_act
from landships_lab.rules.one_hour.turn import ACTIONS, STEPS
from landships_lab.rules.one_hour.words import mixed
from landships_lab.scene.charts import Bars, Chart, Curve, Table

ROUNDS = 10
_WORDS = {
    "first": ("type of Unit", list(common.TYPES)),
    "second": ("type of Unit", list(common.TYPES)),
    "asks": ("question of this panel", list(QUESTIONS)),
    "step": ("step of a phase", list(STEPS)),
    "action": ("action", list(ACTIONS)),
}


class OneHourDuel(OneHourExplorer[DuelState]):
    """Choose two Units and let them fire at each other, turn by turn, over every roll of the dice; or let one of them rest."""

    id = duel_state.ID
    title = "A duel, and a quiet turn"
    question = "Two Units exchange fire: who is favoured, and what is a turn without fire worth?"
    bears_on = ("duel",)
    hands = "Choose both Units and the range · point at a bar for its exact fraction"

    def start(self) -> DuelState:
        """Crusaders that have taken a first volley already, against Carri that have not."""
        return DuelState(second="tank", first_hits=5)

    def ask(self, state: DuelState) -> Answer[Any]:
        """Who is favoured; what is best done with a quiet turn; or what may be done now."""
        if state.asks == "quiet":
            return best_use(state, state.taken)
        if state.asks == "act":
            return may_act(state.first, state.action, state.moment)
        return favoured(state.fought, state.taken)

    def replies(self, state: DuelState) -> tuple[str, ...]:
        """Who may be favoured, or what a turn may be used for."""
        return ("rally", "ready", "dig in") if state.asks == "quiet" else ("first", "second", "neither")

    def tables(self, state: DuelState, answer: Answer[Any]) -> tuple[Table, ...]:
        """What each use of a quiet turn leads to, or what may be done in each step."""
        if state.asks == "quiet":
            return quiet_tables(state, answer.value)
        return acting_tables(state) if state.asks == "act" else ()

    def charts(self, state: DuelState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The chance of each to stand after every round, and how the last of them ends; or the Hits left after rallying."""
        if state.asks != "favoured":
            return quiet_charts(state) if state.asks == "quiet" else ()
        rounds = duel(state.fought, ROUNDS, readings=state.taken)
        one, other = self._names(state)
        series = ((one, tuple(r.first + r.both for r in rounds)), (other, tuple(r.second + r.both for r in rounds)))
        last = rounds[-1]
        bars = ((f"only {one}", last.first), (f"only {other}", last.second), ("both", last.both))
        return (
            Curve("Still standing after each round of fire", "rounds", series),
            Bars(f"Who stands after {ROUNDS} rounds", "left standing", bars, tint="green"),
        )

    def _names(self, state: DuelState) -> tuple[str, str]:
        one, other = common.TYPES[state.first], common.TYPES[state.second]
        return (f"the first {one}", f"the second {other}") if one == other else (one, other)

    def text(self, state: DuelState) -> str:
        """One line that carries the state."""
        return duel_state.write(state)

    def parse(self, text: str) -> DuelState:
        """The state of such a line."""
        return duel_state.read(*self.words_of(text, duel_state.KEYWORDS))

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: DuelState) -> tuple[Control, ...]:
        """The question, and what bears on it."""
        asked = Choice("asks", "Question", tuple(QUESTIONS.items()), state.asks)
        if state.asks == "act":
            return (asked, *self._acting(state))
        switches = self.switched(state, lambda given: self._effect(state, given))
        return (asked, *(self._quiet(state) if state.asks == "quiet" else self._fight(state)), *switches)

    def _fight(self, state: DuelState) -> tuple[Control, ...]:
        return (
            common.type_choice("first", "First, which fires first", state.first),
            Number("first_hits", "Its Hits", state.first_hits, 0, 15),
            _cover_boxes("first_cover", "The first is", state.first_cover),
            common.type_choice("second", "Second", state.second),
            Number("second_hits", "Its Hits", state.second_hits, 0, 15),
            _cover_boxes("second_cover", "The second is", state.second_cover),
            _range(state),
        )

    def _quiet(self, state: DuelState) -> tuple[Control, ...]:
        return (
            common.type_choice("first", "The Unit that did nothing", state.first),
            Number("first_hits", "Its Hits", state.first_hits, 0, 15),
            _now("lasting", "Its Hits", LASTING, state),
            _cover_boxes("first_cover", "It is", state.first_cover),
            common.type_choice("second", "What will fire at it", state.second),
            Number("threats", "How many such Units", state.threats, 1, MOST_THREATS),
            Number("second_hits", "Hits each of them has", state.second_hits, 0, 15),
            _cover_boxes("second_cover", "They are", state.second_cover),
            _range(state),
        )

    def _acting(self, state: DuelState) -> tuple[Control, ...]:
        return (
            common.type_choice("first", "Unit", state.first),
            Choice("action", "It would", tuple((action, "go Ready" if action == "ready" else action) for action in ACTIONS), state.action),
            Choice("step", "Step of the phase", tuple((step, step) for step in STEPS), state.step),
            _now("now", "At this moment", NOW, state),
        )

    def _effect(self, state: DuelState, given: Mapping[str, str]) -> str:
        return best_use(state, dict(given)).value if state.asks == "quiet" else favours(state.fought, given)

    def took(self, state: DuelState, control: str, value: Any) -> DuelState:
        """The state after one control has been given a value."""
        if control in _WORDS:
            return changed(state, **{control: common.one_of(_WORDS[control][0], value, _WORDS[control][1])})
        if control in ("first_cover", "second_cover"):
            return _ticked(state, control, duel_state.cover_word(value[0]), value[1])
        if control in ("now", "lasting"):
            return _ticked(state, "now", duel_state.now_word(value[0]), value[1])
        if control == "range_inches":
            return replace(state, range_inches=common.read_inches("The range", value))
        return changed(state, **{control: value})


def _ticked(state: DuelState, name: str, word: str, on: bool) -> DuelState:
    before: frozenset[str] = getattr(state, name)
    return changed(state, **{name: before | {word} if on else before - {word}})


def _range(state: DuelState) -> Field:
    return Field("range_inches", "Range in inches", mixed(state.range_inches), "such as 10 or 7 1/2")


def _cover_boxes(control: str, label: str, cover: frozenset[str]) -> Toggles:
    return Toggles(control, label, tuple(Toggle(key, words, key in cover, "blue") for key, words in COVER_WORDS.items()))


def _now(control: str, label: str, words: Mapping[str, str], state: DuelState) -> Toggles:
    return Toggles(control, label, tuple(Toggle(key, said, key in state.now, "blue") for key, said in words.items()))
