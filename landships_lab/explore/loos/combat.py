"""The combat table: the result of a roll, the odds of each result, and what one more point would change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.speech import percent
from landships_lab.data.loos.combat_table import COLUMNS, RESULTS
from landships_lab.explore.explorer import State
from landships_lab.explore.loos.common import CHOICE, ROLL, alignment_of, differentials, known_readings, leading_terrain, line_name
from landships_lab.explore.parts import Whole, part
from landships_lab.explore.readings import Taken
from landships_lab.explore.tabled import TabledExplorer
from landships_lab.rules.loos import combat, combat_result
from landships_lab.rules.loos.book import TABLE
from landships_lab.rules.loos.combat import MOST_STRENGTH
from landships_lab.rules.loos.losses import Choice, loses_a_step
from landships_lab.rules.loos.table import NO_ATTACK, Column
from landships_lab.scene.charts import Bars, Table

ID = "loos:table"
#: Results in the order in which the notes below the table explain them.
PRINTED_ORDER = ("De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae")


@dataclass(frozen=True)
class CombatState(State):
    """A terrain, both strengths, the roll (0 before it), the defender's choice at D2 and D3, and the readings."""

    explorer_id: ClassVar[str] = ID
    terrain: str = part(leading_terrain("Terrain"))
    attack: int = part(Whole("Attack", 8, 0, MOST_STRENGTH, always=True, noun="the attacking strength"))
    defence: int = part(Whole("Defence", 5, 0, MOST_STRENGTH, always=True, noun="the defending strength"))
    roll: int = part(ROLL)
    choice: Choice = part(CHOICE)
    readings: Taken = part(known_readings("table"))


class CombatTable(TabledExplorer[CombatState]):
    """The printed table with the column in use, the odds of each result, and what a strength point or a breach would change."""

    id = ID
    state = CombatState
    title = "Combat table"
    rules = "Loos"
    question = "How does an attack end, and what would change it?"
    hands = "Both strengths are yours to set · pick a roll to read one result · point at a bar for its exact fraction"
    stage = (("Odds", "tables + chart 1"),)

    def ask(self, state: CombatState) -> Answer[Any]:
        """Return the result of the roll; before a roll, the odds of each result."""
        if state.roll:
            return combat_result(state.terrain, state.attack - state.defence, state.roll, dict(state.readings))
        return combat(state.terrain, state.attack, state.defence, state.choice, dict(state.readings))

    def tables(self, state: CombatState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the five lines of differentials, and the results of the six rolls in the same columns."""
        where: Column = answer.detail
        blank, alignment = ("",) * COLUMNS, alignment_of(dict(state.readings))
        lines = tuple((line_name(line, state.terrain), differentials(line, alignment)) for line in TABLE.lines)
        rolls = tuple((f"roll {die}", row) for die, row in TABLE.results.items())
        used = TABLE.lines.index(where.line)
        return (
            Table("Differential: attacking less defending strength", blank, lines, used, where.number),
            Table("Result", blank, rolls, state.roll - 1 if state.roll else None, where.number),
        )

    def charts(self, state: CombatState, answer: Answer[Any]) -> tuple[Bars, ...]:
        """Return the odds of each result, in the order the table explains them."""
        odds = answer.detail.odds
        names = PRINTED_ORDER if odds.p(NO_ATTACK) == 0 else (NO_ATTACK,)
        return (Bars("Chance of each result", "result", tuple((r, odds.p(r)) for r in names)),)

    def replies(self, state: CombatState) -> tuple[str, ...]:
        """Return the results there are."""
        return RESULTS

    def effect(self, state: CombatState, answer: Answer[Any]) -> str:
        """Return the result of the roll, or the chance that the defender loses a step."""
        if state.roll:
            return str(answer.value)
        return f"a step: {percent(answer.value.chance(lambda result: loses_a_step(result, 'defender', state.choice)))}"
