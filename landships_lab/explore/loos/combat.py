"""The combat table: which result does a roll bring, how likely is each, and what would one more point change?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.dice import Odds
from landships_lab.data.load import readings
from landships_lab.data.loos.combat_table import COLUMNS, RESULTS, Alignment
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Number, State
from landships_lab.explore.loos.common import a_step, differentials, line_name, slug, unslug
from landships_lab.explore.tabled import TabledExplorer, number, read_numbers, switches, with_option
from landships_lab.rules.loos import bombardment_odds, combat_odds, combat_result, terrains
from landships_lab.rules.loos.book import CITES, TABLE, percent
from landships_lab.rules.loos.losses import CHOICES, loses_a_step
from landships_lab.rules.loos.losses import Choice as Answering
from landships_lab.rules.loos.table import NO_ATTACK, SECONDARY, column
from landships_lab.scene.charts import Bars, Table

ID = "loos:table"
#: Results as the table explains them below itself.
PRINTED_ORDER = ("De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae")
MOST = 30
#: Dice of the battery that is offered; how many the artillery tracks give is not in the source.
EXAMPLE_DICE = 3
_TRENCHES = ("trench", SECONDARY)
_NUMBERS = {"attack": 8, "defence": 5, "roll": 0}


@dataclass(frozen=True)
class CombatState(State):
    """A terrain, both strengths, the roll (0 before it), what the defender does at D2 and D3, the readings."""

    explorer_id: ClassVar[str] = ID
    terrain: str = "trench"
    attack: int = 8
    defence: int = 5
    roll: int = 0
    choice: str = "stand"
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def differential(self) -> int:
        """By how much does the attack outweigh the defence?"""
        return self.attack - self.defence


class CombatTable(TabledExplorer[CombatState]):
    """The printed table lit up, the odds of each result, and what a strength point or a breach would change."""

    id = ID
    title = "Combat results table"
    rules = "Loos: The Big Push"
    question = "What does an attack bring, and what would change it?"
    hands = "Move the sliders · pick a roll to read one result · point at a bar for its exact fraction"

    def start(self) -> CombatState:
        """An attack of eight on a trench held by five."""
        return self.parse(f"{ID} trench attack 8 defence 5")

    def ask(self, state: CombatState) -> Answer[Any]:
        """Which result does the roll bring; before a roll, how likely is each?"""
        taken = dict(state.readings)
        if state.roll:
            return combat_result(state.terrain, state.differential, state.roll, taken)
        where = column(state.terrain, state.differential, taken)
        odds = combat_odds(state.terrain, state.differential, taken)
        lost, cost = self._chances(state, odds)
        text = f"{state.attack} against {state.defence} is a differential of {state.differential:+}."
        steps = (
            Step(text, CITES["table-differential"]),
            *where.steps,
            Step(f"The defender loses a step: {percent(lost)}{a_step(state.choice)}.", CITES["result-d2"]),
            Step(f"The attacker loses a step: {percent(cost)}; attackers never retreat.", CITES["attackers-stand"]),
        )
        if where.value.number is None:
            return Answer(
                odds, steps, f"At {state.differential:+} against {state.terrain} no attack is allowed.", tuple(self._changes(state, lost))
            )
        said = (
            f"At {state.differential:+} against {state.terrain}: the defender loses a step {percent(lost)}, the attacker {percent(cost)}."
        )
        return Answer(odds, steps, said, tuple(self._changes(state, lost)))

    def _chances(self, state: CombatState, odds: Odds[str]) -> tuple[Fraction, Fraction]:
        choice: Answering = "stand" if state.choice == "stand" else "retreat"
        return (
            odds.chance(lambda result: loses_a_step(result, "defender", choice)),
            odds.chance(lambda result: loses_a_step(result, "attacker")),
        )

    def _changes(self, state: CombatState, lost: Fraction) -> Iterator[Remedy]:
        """What one more strength point, one battery or a breach would change.

        D2, D3 and De of a bombardment cost a step themselves (17.4), but not the last one of Germans in a trench (17.5); such a
        unit gains nothing but the breach, which opens the hex to its other terrain. The panel does not know that terrain and
        takes it as clear, and says so. The dice of the artillery tracks are not in the source: three are an example.
        """
        if state.attack < MOST:
            more = self._lost(replace(state, attack=state.attack + 1))
            yield Remedy(f"One more strength point: {percent(more)} in place of {percent(lost)}.", "attack", state.attack + 1)
        dug = state.terrain in _TRENCHES
        hit = 1 - bombardment_odds("trench" if dug else state.terrain, EXAMPLE_DICE, self._shelling(state)).p("•")
        by_either = hit + (1 - hit) * lost
        shells = f"Three dice of shells first, as an example: {percent(by_either)} in all"
        if not dug:
            yield Remedy(f"{shells}.")
            return
        open_ground = self._lost(replace(state, terrain="clear"))
        mixed = hit * open_ground + (1 - hit) * lost
        yield Remedy(f"With the trench breached, on clear ground: {percent(open_ground)}.", "terrain", "clear")
        yield Remedy(f"{shells}; a one-step unit {percent(mixed)}, since shells only breach its trench ({percent(hit)}).")

    def _shelling(self, state: CombatState) -> dict[str, str]:
        return {key: option for key, option in state.readings if key == "crt-alignment"}

    def _lost(self, state: CombatState) -> Fraction:
        return self._chances(state, combat_odds(state.terrain, state.differential, dict(state.readings)))[0]

    def tables(self, state: CombatState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The five lines of differentials, and under them the results of the six rolls, in one set of columns."""
        where = column(state.terrain, state.differential, dict(state.readings)).value
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
        """How likely each result is, in the order the table explains them."""
        odds = combat_odds(state.terrain, state.differential, dict(state.readings))
        names = PRINTED_ORDER if odds.p(NO_ATTACK) == 0 else (NO_ATTACK,)
        return (Bars("How likely is each result?", "result, as the table explains them", tuple((r, odds.p(r)) for r in names)),)

    def replies(self, state: CombatState) -> tuple[str, ...]:
        """The results there are."""
        return RESULTS

    # -- text and controls ------------------------------------------------------------------------------------------------

    def text(self, state: CombatState) -> str:
        """One line that carries the state."""
        words = [ID, slug(state.terrain), "attack", str(state.attack), "defence", str(state.defence)]
        if state.roll:
            words += ["roll", str(state.roll)]
        if state.choice != "stand":
            words += ["choice", state.choice]
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> CombatState:
        """The state of such a line."""
        found = textform.groups(text, ID, (*_NUMBERS, "choice", "reading"))
        if len(found[""]) != 1:
            raise ValueError(f"After {ID} stands the terrain, such as trench or british-front-line.")
        numbers = read_numbers(found, _NUMBERS)
        state = CombatState(unslug(found[""][0]), readings=textform.read_readings(found.get("reading", []), readings("loos", "table")))
        for key, value in {**numbers, "choice": textform.one(found, "choice", "stand")}.items():
            state = self.set(state, key, value)
        column(state.terrain, 0)  # refuses terrain that is not on the table
        return state

    def controls(self, state: CombatState) -> tuple[Control, ...]:
        """Terrain, strengths, the roll, the defender's choice, the readings."""
        rolls = (("0", "any"), *((str(n), str(n)) for n in range(1, 7)))
        return (
            Choice("terrain", "Terrain attacked", tuple((t, t) for t in terrains()), state.terrain),
            Number("attack", "Attacking strength (yours)", state.attack, 0, MOST),
            Number("defence", "Defending strength (yours)", state.defence, 0, MOST),
            Choice("roll", "Roll", rolls, str(state.roll), buttons=True),
            Choice("choice", "At D2 and D3 the defender", (("stand", "stands"), ("retreat", "retreats")), state.choice, buttons=True),
            *switches(readings("loos", "table").values(), dict(state.readings), lambda key, option: self._effect(state, key, option)),
        )

    def _effect(self, state: CombatState, reading: str, option: str) -> str:
        switched = replace(state, readings=with_option(state.readings, readings("loos", "table")[reading], option))
        if state.roll:
            return str(self.ask(switched).value)
        return f"{percent(self._lost(switched))} a step"

    def changed(self, state: CombatState, control: str, value: Any) -> CombatState:
        """The state after one control has been given a value."""
        if control in readings("loos", "table"):
            return replace(state, readings=with_option(state.readings, readings("loos", "table")[control], str(value)))
        if control == "terrain":
            column(str(value), 0)
            return replace(state, terrain=str(value))
        if control == "roll":
            return replace(state, roll=number(Number("roll", "The roll", 0, 0, 6), value))
        if control == "choice":
            if value not in CHOICES:
                raise ValueError(f"{value!r} is no choice of the defender: stand or retreat.")
            return replace(state, choice=value)
        return replace(state, attack=value) if control == "attack" else replace(state, defence=value)
