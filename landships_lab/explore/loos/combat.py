"""The combat table: the result of a roll, the odds of each result, and what one more point would change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.speech import percent
from landships_lab.data.load import readings
from landships_lab.data.loos.combat_table import COLUMNS, RESULTS, Alignment
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Number, State
from landships_lab.explore.loos.common import differentials, line_name, slug, unslug
from landships_lab.explore.tabled import TabledExplorer, number, read_numbers, switches, with_option
from landships_lab.rules.loos import combat, combat_odds, combat_result, terrains
from landships_lab.rules.loos.book import TABLE
from landships_lab.rules.loos.combat import MOST_STRENGTH
from landships_lab.rules.loos.losses import CHOICES, loses_a_step
from landships_lab.rules.loos.losses import Choice as DefenderChoice
from landships_lab.rules.loos.table import NO_ATTACK, Column, column
from landships_lab.scene.charts import Bars, Table

ID = "loos:table"
#: Results in the order in which the notes below the table explain them.
PRINTED_ORDER = ("De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae")
_NUMBERS = {"attack": 8, "defence": 5, "roll": 0}


@dataclass(frozen=True)
class CombatState(State):
    """A terrain, both strengths, the roll (0 before it), the defender's choice at D2 and D3, and the readings."""

    explorer_id: ClassVar[str] = ID
    terrain: str = "trench"
    attack: int = 8
    defence: int = 5
    roll: int = 0
    choice: str = "stand"
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def differential(self) -> int:
        """The attacking strength less the defending strength."""
        return self.attack - self.defence


class CombatTable(TabledExplorer[CombatState]):
    """The printed table with the column in use, the odds of each result, and what a strength point or a breach would change."""

    id = ID
    title = "Combat results table"
    rules = "Loos: The Big Push"
    question = "How does an attack end, and what would change it?"
    hands = "Move the sliders · pick a roll to read one result · point at a bar for its exact fraction"

    def start(self) -> CombatState:
        """Return an attack of eight on a trench held by five."""
        return self.parse(f"{ID} trench attack 8 defence 5")

    def ask(self, state: CombatState) -> Answer[Any]:
        """Return the result of the roll; before a roll, the odds of each result."""
        options = dict(state.readings)
        if state.roll:
            return combat_result(state.terrain, state.differential, state.roll, options)
        return combat(state.terrain, state.attack, state.defence, _choice(state), options)

    def tables(self, state: CombatState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the five lines of differentials, and the results of the six rolls in the same columns."""
        where: Column = answer.detail
        alignment: Alignment = "right" if dict(state.readings).get("crt-alignment") == "right" else "left"
        blank = ("",) * COLUMNS
        lines = tuple((line_name(line), differentials(line, alignment)) for line in TABLE.lines)
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
        return (Bars("Chance of each result", "result, in the order of the table's notes", tuple((r, odds.p(r)) for r in names)),)

    def replies(self, state: CombatState) -> tuple[str, ...]:
        """Return the results there are."""
        return RESULTS

    # -- text and controls ------------------------------------------------------------------------------------------------

    def text(self, state: CombatState) -> str:
        """Return the state in one line."""
        words = [ID, slug(state.terrain), "attack", str(state.attack), "defence", str(state.defence)]
        if state.roll:
            words += ["roll", str(state.roll)]
        if state.choice != "stand":
            words += ["choice", state.choice]
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> CombatState:
        """Return the state of such a line."""
        found = textform.groups(text, ID, (*_NUMBERS, "choice", "reading"))
        if len(found[""]) != 1:
            raise ValueError(f"After {ID} comes the terrain, such as trench or british-front-line.")
        numbers = read_numbers(found, _NUMBERS)
        state = CombatState(unslug(found[""][0]), readings=textform.read_readings(found.get("reading", []), readings("loos", "table")))
        for key, value in {**numbers, "choice": textform.one(found, "choice", "stand")}.items():
            state = self.set(state, key, value)
        column(state.terrain, 0)  # refuses terrain that is not on the table
        return state

    def controls(self, state: CombatState) -> tuple[Control, ...]:
        """Return the controls of terrain, strengths, the roll, the defender's choice and the readings."""
        rolls = (("0", "any"), *((str(n), str(n)) for n in range(1, 7)))
        return (
            Choice("terrain", "Terrain attacked", tuple((t, t) for t in terrains()), state.terrain),
            Number("attack", "Attacking strength (set by you)", state.attack, 0, MOST_STRENGTH),
            Number("defence", "Defending strength (set by you)", state.defence, 0, MOST_STRENGTH),
            Choice("roll", "Roll", rolls, str(state.roll), buttons=True),
            Choice("choice", "At D2 and D3 the defender", (("stand", "stands"), ("retreat", "retreats")), state.choice, buttons=True),
            *switches(readings("loos", "table").values(), dict(state.readings), lambda key, option: self._effect(state, key, option)),
        )

    def _effect(self, state: CombatState, reading: str, option: str) -> str:
        switched = replace(state, readings=with_option(state.readings, readings("loos", "table")[reading], option))
        if state.roll:
            return str(self.ask(switched).value)
        odds, choice = combat_odds(state.terrain, state.differential, dict(switched.readings)), _choice(state)
        return f"a step: {percent(odds.chance(lambda result: loses_a_step(result, 'defender', choice)))}"

    def changed(self, state: CombatState, control: str, value: Any) -> CombatState:
        """Return the state after one control is given a value."""
        if control in readings("loos", "table"):
            return replace(state, readings=with_option(state.readings, readings("loos", "table")[control], str(value)))
        if control == "terrain":
            column(str(value), 0)
            return replace(state, terrain=str(value))
        if control == "roll":
            return replace(state, roll=number(Number("roll", "The roll", 0, 0, 6), value))
        if control == "choice":
            return replace(state, choice=one_of("choice of the defender", value, CHOICES))
        return replace(state, attack=value) if control == "attack" else replace(state, defence=value)


def _choice(state: CombatState) -> DefenderChoice:
    return "stand" if state.choice == "stand" else "retreat"
