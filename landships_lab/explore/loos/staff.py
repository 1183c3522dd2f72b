"""The general staff: every other question of the folio, one at a time, each answered by its rule."""

from __future__ import annotations

import random
from functools import cache
from types import MappingProxyType
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.speech import capitalized
from landships_lab.explore.board import Action
from landships_lab.explore.controls import Control
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.loos import staff_combat, staff_ground, staff_losses, staff_men, staff_turns
from landships_lab.explore.loos.question import Question
from landships_lab.explore.loos.staff_map import MAP, Plan, drawn
from landships_lab.explore.parts import OnePlace
from landships_lab.explore.tabled import TabledExplorer
from landships_lab.scene.charts import Chart, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class GeneralStaff(TabledExplorer[Question]):
    """Set-up, trenches, stacks, reserves, replacements, victory: choose a question and set its parts.

    Each question is a state class of its own, with an instance of this explorer that reads and sets its parts.
    """

    id = Question.explorer_id
    title = "The general staff"
    rules = "Loos"
    question = "What do the other rules of the folio say?"
    hands = "Choose a question · on a map, click a hex to add it or take it away · hexes, factors and dice are yours to set"
    has_board = True  # where the question is about hexes
    grid = MAP
    columns = 9.0
    keys = ("Escape",)
    stage = (("Map", "picture"), ("Table", "tables"))
    leisure = ("full", "reduced", "factor", "back", "across", "three")
    questions = MappingProxyType(
        {q.key: q for module in (staff_ground, staff_turns, staff_combat, staff_men, staff_losses) for q in module.QUESTIONS}
    )
    menu = MappingProxyType({key: asked.label for key, asked in questions.items()})

    def __init__(self, asked: type[Question] = staff_ground.SetUp) -> None:
        self.state, self.order = asked, asked.order
        super().__init__()

    def ask(self, state: Question) -> Answer[Any]:
        """Return the rule's own answer."""
        return state.ask()

    def picture(self, state: Question, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the map, or the tables and charts of a question that is not about hexes, drawn for print."""
        plan = state.plan(answer)
        if plan is None:
            return super().picture(state, answer)
        return drawn(plan, view or self.opening(state), state.label, answer.headline)

    def hint(self, state: Question) -> str:
        """Return what a click on the map does, where there is a map to click."""
        sets = state.clicked_part if self.shows_board(state) else None
        if sets is None:
            return "Choose a question, then set its parts · hexes, factors and dice are yours to set"
        does = "sets the hex" if isinstance(sets, OnePlace) else "adds a hex or takes it away"
        return f"{capitalized(sets.title(state))}: a click on the map {does}"

    def riddle(self, state: Question) -> Scene:
        """Return the map without the answer, or the tables with nothing lit and no chart."""
        plan = state.plan(self.answer(state))
        if plan is None:
            return super().riddle(state)
        return drawn(plan.riddle, self.opening(state), state.label, "")

    def shows_board(self, state: Question) -> bool:
        """Return whether the question is about hexes."""
        return state.plan(self.answer(state)) is not None

    def focus(self, state: Question) -> Action:
        """Return the hexes that the question names."""
        return (state.plan(self.answer(state)) or Plan()).focus()

    def legend(self, state: Question) -> tuple[tuple[str, str], ...]:
        """Return the marks of the map with their meanings."""
        return (state.plan(self.answer(state)) or Plan()).legend()

    def pointed(self, state: Question, gesture: Gesture, view: View) -> Question:
        """Return the state after a click on a hex adds it to the list that a click sets, or takes it away."""
        hexagon = view.hex_at(gesture.at) if gesture.kind == "press" else None
        return state if hexagon is None else state.clicked(hexagon)

    def charts(self, state: Question, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the odds that go with the answer."""
        return state.charts(answer)

    def tables(self, state: Question, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return what was looked up for the answer."""
        return state.tables(answer)

    def effect(self, state: Question, answer: Answer[Any]) -> str:
        """Return the answer in a few words."""
        return state.short(answer)

    def after(self, state: Question, control: str, before: Question) -> Question:
        """Return the state; another question begins with its usual parts."""
        return _staff(state.case).blank() if state.case != state.key else state.fitted()

    def check(self, state: Question) -> Question:
        """Return the state of a link, with parts that fit each other."""
        return state.fitted()

    # -- each question is read and set by its own instance -----------------------------------------------------------------

    def parse(self, text: str) -> Question:
        """Return the state that a line describes."""
        words = str(text).split()
        asked = self.questions[one_of("question", words[1] if words[1:] else "", self.questions)] if words[:1] == [self.id] else self.state
        return super().parse(text) if asked is self.state else _staff(asked.key).parse(text)

    def controls(self, state: Question) -> tuple[Control, ...]:
        """Return the question, its parts and the readings that bear on it."""
        return super().controls(state) if type(state) is self.state else _staff(state.key).controls(state)

    def set(self, state: Question, control: str, value: Any) -> Question:
        """Return the state after a control is given a value."""
        return super().set(state, control, value) if type(state) is self.state else _staff(state.key).set(state, control, value)

    def random(self, dice: random.Random) -> Question:
        """Return a random state of a random question."""
        asked = _staff(dice.choice(list(self.questions)))
        return super(GeneralStaff, asked).random(dice)


@cache
def _staff(key: str) -> GeneralStaff:
    return GeneralStaff(GeneralStaff.questions[key])
