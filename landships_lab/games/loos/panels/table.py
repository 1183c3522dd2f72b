"""The combat table: the result of a roll, the odds of each result, and what one more
point changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Table
from landships_lab.games.loos.data.combat_table import RESULTS
from landships_lab.games.loos.rules import table
from landships_lab.games.loos.rules.assault import MOST_STRENGTH, combat
from landships_lab.games.loos.rules.book import TABLE
from landships_lab.panel.parts import LEAD, Whole, part
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from . import common
from .common import ON_BARS

#: Results in the order in which the notes below the table explain them.
PRINTED_ORDER = ("De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae")


def _strength(label: str, default: int, noun: str) -> Whole:
    return Whole(label, default, 0, MOST_STRENGTH, always=True, error_name=f"the {noun} strength")


@dataclass(frozen=True)
class CombatTable(TablePanel):
    """The printed table with the column in use, the odds of each result, and the effect of a
    strength point or a breach.

    A terrain, both strengths, the roll (0 before it), the defender's choice at D2 and D3, and the
    readings.
    """

    id = "loos:table"
    title = "Combat table"
    rule_set = "Loos"
    prompt = "How does an attack end, and what would change it?"
    usage_hint = f"Both strengths are yours to set · pick a roll to read one result · {ON_BARS}"
    stage = (("Odds", "tables + chart 1"),)

    terrain: str = part(common.terrain, "Terrain", "trench", word=LEAD, blank="-")
    attack: int = part(_strength, "Attack", 8, "attacking")
    defence: int = part(_strength, "Defence", 5, "defending")
    roll: int = part(common.ROLL)
    choice: table.Choice = part(common.CHOICE)
    readings: Taken = part(common.known_readings, "table")

    def ask(self) -> Answer[Odds[str] | str]:
        """Return the result of the roll or, before a roll, the odds of each result."""
        terrain, readings = self.terrain, dict(self.readings)
        if self.roll:
            return table.combat_result(terrain, self.attack - self.defence, self.roll, readings)
        return combat(terrain, self.attack, self.defence, self.choice, readings)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        where: table.Column = answer.detail
        alignment = common.alignment_of(dict(self.readings))
        lines, results = common.printed_table(alignment, self.terrain)
        used, row = TABLE.lines.index(where.line), self.roll - 1 if self.roll else None
        return (
            replace(lines, lit_row=used, lit_column=where.number),
            replace(results, lit_row=row, lit_column=where.number),
        )

    def charts(self, answer: Answer[object]) -> tuple[Bars, ...]:
        odds, none = answer.detail.odds, table.NO_ATTACK
        names = PRINTED_ORDER if odds.p(none) == 0 else (none,)
        return (common.chances("Chance of each result", "result", odds, names),)

    def replies(self) -> tuple[str, ...]:
        return RESULTS

    def effect(self, answer: Answer[Odds[str] | str]) -> str:
        if isinstance(answer.value, str):
            return answer.value
        lost = answer.value.chance(lambda r: table.loses_a_step(r, "defender", self.choice))
        return f"a step: {percent(lost)}"
