"""Two Units exchanging fire: who is favoured, how the fight goes, what digging in changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.explore import textform
from landships_lab.explore.explorer import Control, Field, Number, Toggle, Toggles, changed
from landships_lab.explore.one_hour import common
from landships_lab.explore.one_hour.common import OneHourExplorer, OneHourState
from landships_lab.rules.one_hour import COVERS, Duel, Shot, duel, favoured, favours
from landships_lab.rules.one_hour.words import mixed
from landships_lab.scene.charts import Bars, Chart, Curve

ID = "one_hour:duel"
ROUNDS = 10
_COVERS = {"dug-in": "dug in", "town": "in a town", "woods": "in woods", "hill": "on a hilltop"}


@dataclass(frozen=True)
class DuelState(OneHourState):
    """Two Units a range apart, each with its Hits and its cover; the first fires first."""

    explorer_id = ID

    first: str = "tank"
    second: str = "atg"
    range_inches: int | Fraction = 10
    first_hits: int = 0
    second_hits: int = 0
    first_cover: frozenset[str] = frozenset()
    second_cover: frozenset[str] = frozenset()

    @property
    def fought(self) -> Duel:
        """Which fight is it?"""
        return Duel(
            _shot(self.first, self.second, self.range_inches, self.second_cover),
            _shot(self.second, self.first, self.range_inches, self.first_cover),
            self.first_hits,
            self.second_hits,
        )


def _shot(firer: str, target: str, inches: int | Fraction, cover: frozenset[str]) -> Shot:
    return Shot(firer, target, inches, cover=cover & set(COVERS), on_hill="hill" in cover)


class OneHourDuel(OneHourExplorer[DuelState]):
    """Choose two Units and let them fire at each other, turn by turn, over every roll of the dice."""

    id = ID
    title = "A duel"
    question = "Two Units exchange fire: who is favoured?"
    bears_on = ("duel",)
    hands = "Choose both Units and the range · point at a bar for its exact fraction"

    def start(self) -> DuelState:
        """Crusaders that have taken a first volley already, against Carri that have not."""
        return DuelState(second="tank", first_hits=5)

    def ask(self, state: DuelState) -> Answer[str]:
        """Who is favoured, and what would change it?"""
        return favoured(state.fought, state.taken)

    def replies(self, state: DuelState) -> tuple[str, ...]:
        """Who may be favoured?"""
        return ("first", "second", "neither")

    def charts(self, state: DuelState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The chance of each to stand after every round, and how the last of them ends."""
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

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: DuelState) -> str:
        """One line that carries the state."""
        words = [ID, state.first, "against", state.second, "range", str(state.range_inches)]
        words += ["hits", str(state.first_hits), str(state.second_hits)] if state.first_hits or state.second_hits else []
        words += ["first", *sorted(state.first_cover)] if state.first_cover else []
        words += ["second", *sorted(state.second_cover)] if state.second_cover else []
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> DuelState:
        """The state of such a line."""
        found, chosen = self.words_of(text, ("against", "range", "hits", "first", "second"))
        types, own = list(common.TYPES), found.get("hits", ["0", "0"])
        if len(own) != 2:
            raise ValueError(f"After 'hits' stand two numbers, those of the first Unit and of the second, not {len(own)}.")
        first_hits, second_hits = (common.read_whole("The number of Hits", word, 15) for word in own)
        first_cover, second_cover = (frozenset(_cover(word) for word in found.get(side, [])) for side in ("first", "second"))
        return DuelState(
            chosen,
            common.one_of("type of Unit", textform.one(found, "", ""), types),
            common.one_of("type of Unit", textform.one(found, "against", ""), types),
            common.read_inches("The range", textform.one(found, "range", "10")),
            first_hits,
            second_hits,
            first_cover,
            second_cover,
        )

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: DuelState) -> tuple[Control, ...]:
        """Both Units, their Hits and cover, the range, the readings."""
        return (
            common.type_choice("first", "First, which fires first", state.first),
            Number("first_hits", "Its Hits", state.first_hits, 0, 15),
            _cover_boxes("first_cover", "The first is", state.first_cover),
            common.type_choice("second", "Second", state.second),
            Number("second_hits", "Its Hits", state.second_hits, 0, 15),
            _cover_boxes("second_cover", "The second is", state.second_cover),
            Field("range_inches", "Range in inches", mixed(state.range_inches), "such as 10 or 7 1/2"),
            *self.switched(state, lambda given: favours(state.fought, given)),
        )

    def took(self, state: DuelState, control: str, value: Any) -> DuelState:
        """The state after one control has been given a value."""
        if control in ("first", "second"):
            return changed(state, **{control: common.one_of("type of Unit", value, list(common.TYPES))})
        if control in ("first_cover", "second_cover"):
            word, on = value
            before: frozenset[str] = getattr(state, control)
            return changed(state, **{control: before | {_cover(word)} if on else before - {word}})
        if control == "range_inches":
            return replace(state, range_inches=common.read_inches("The range", value))
        return changed(state, **{control: value})


def _cover(word: str) -> str:
    return common.one_of("kind of cover", word, list(_COVERS))


def _cover_boxes(control: str, label: str, cover: frozenset[str]) -> Toggles:
    return Toggles(control, label, tuple(Toggle(key, words, key in cover, "blue") for key, words in _COVERS.items()))
