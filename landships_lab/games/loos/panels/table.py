"""The combat table: the result of a roll, the odds of each result, and what one more point would
change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Table
from landships_lab.games.loos.data.combat_table import RESULTS
from landships_lab.games.loos.rules.assault import MOST_STRENGTH, combat
from landships_lab.games.loos.rules.book import TABLE
from landships_lab.games.loos.rules.table import (
    NO_ATTACK,
    Choice,
    Column,
    combat_result,
    loses_a_step,
)
from landships_lab.panel.parts import Whole, part
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from .common import CHOICE, ROLL, alignment_of, known_readings, leading_terrain, printed_table

ID = "loos:table"
#: Results in the order in which the notes below the table explain them.
PRINTED_ORDER = ("De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae")


@dataclass(frozen=True)
class CombatTable(TablePanel):
    """The printed table with the column in use, the odds of each result, and what a strength point
    or a breach would change.

    A terrain, both strengths, the roll (0 before it), the defender's choice at D2 and D3, and the
    readings.
    """

    id = ID
    title = "Combat table"
    rule_set = "Loos"
    prompt = "How does an attack end, and what would change it?"
    usage_hint = (
        "Both strengths are yours to set · pick a roll to read one result · point at a bar for its"
        " exact fraction"
    )
    stage = (("Odds", "tables + chart 1"),)

    terrain: str = part(leading_terrain, "Terrain")
    attack: int = part(
        Whole, "Attack", 8, 0, MOST_STRENGTH, always=True, error_name="the attacking strength"
    )
    defence: int = part(
        Whole, "Defence", 5, 0, MOST_STRENGTH, always=True, error_name="the defending strength"
    )
    roll: int = part(ROLL)
    choice: Choice = part(CHOICE)
    readings: Taken = part(known_readings, "table")

    def ask(self) -> Answer[Odds[str] | str]:
        """Return the result of the roll; before a roll, the odds of each result."""
        if self.roll:
            return combat_result(
                self.terrain, self.attack - self.defence, self.roll, dict(self.readings)
            )
        return combat(self.terrain, self.attack, self.defence, self.choice, dict(self.readings))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        where: Column = answer.detail
        lines, results = printed_table(alignment_of(dict(self.readings)), self.terrain)
        used = TABLE.lines.index(where.line)
        return (
            replace(lines, lit_row=used, lit_column=where.number),
            replace(results, lit_row=self.roll - 1 if self.roll else None, lit_column=where.number),
        )

    def charts(self, answer: Answer[object]) -> tuple[Bars, ...]:
        odds = answer.detail.odds
        names = PRINTED_ORDER if odds.p(NO_ATTACK) == 0 else (NO_ATTACK,)
        return (Bars("Chance of each result", "result", tuple((r, odds.p(r)) for r in names)),)

    def replies(self) -> tuple[str, ...]:
        return RESULTS

    def effect(self, answer: Answer[Odds[str] | str]) -> str:
        if isinstance(answer.value, str):
            return answer.value
        lost = answer.value.chance(lambda result: loses_a_step(result, "defender", self.choice))
        return f"a step: {percent(lost)}"
