"""Bombardment: the chance that shells cost a step, by terrain and dice, with trenches, last steps and gas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.speech import percent
from landships_lab.explore.controls import Control, Number
from landships_lab.explore.explorer import State
from landships_lab.explore.loos.common import ROLL, alignment_of, differentials, known_readings, leading_terrain, line_name, number_bars
from landships_lab.explore.parts import Flag, Group, OneOf, Whole, part
from landships_lab.explore.readings import Taken
from landships_lab.explore.tabled import TabledExplorer
from landships_lab.rules.loos import bombardment, bombardment_result
from landships_lab.rules.loos.book import TABLE, taken
from landships_lab.rules.loos.gas import FRIENDLY_FIRE, FRIENDS, ZERO_HOUR_DICE, Friend
from landships_lab.rules.loos.shells import LEFT, MOST_DICE
from landships_lab.rules.loos.table import FRONT_LINE, SECONDARY, TRENCHES, line_of
from landships_lab.rules.loos.terrain import shell_line
from landships_lab.scene.charts import Bars, Table

ID = "loos:bombardment"
_APPLIES = Group("flags", "With", "with", tint="blue")


@dataclass(frozen=True)
class _UpTo(Whole):
    """A whole number whose highest value depends on the state. It is read after the flags, which that value depends on."""

    highest: Callable[[Any], int] = field(kw_only=True)
    turn = 4

    def control(self, state: Any) -> Control | None:
        """Return a slider up to the highest value."""
        return Number(self.control_id, self.title(state), getattr(state, self.id), self.least, self.highest(state))

    def take(self, state: Any, given: Any) -> int:
        """Return the number given, up to the highest value."""
        return whole(self.name(state), given, self.least, self.highest(state))


@dataclass(frozen=True)
class _Steps(Whole):
    """The steps of the target: three at most, two in the British front line."""

    def control(self, state: Any) -> Control | None:
        """Return a slider up to the steps that a unit there can have."""
        return Number(self.control_id, self.title(state), getattr(state, self.id), self.least, 2 if state.in_front_line else self.most)


@dataclass(frozen=True)
class BombardmentState(State):
    """A target, the shells, and the throw if it was made: its total and the roll on the table, 0 before it."""

    explorer_id: ClassVar[str] = ID
    terrain: str = part(leading_terrain("Terrain", SECONDARY))
    dice: int = part(Whole("Dice", 3, 1, MOST_DICE, always=True, noun="the dice of the marker", shown=lambda state: not state.gas))
    steps: int = part(_Steps("Steps", 2, 1, 3, always=True, noun="the steps of the target"))
    total: int = part(_UpTo("Total", 0, 0, 6 * MOST_DICE, highest=lambda state: 6 * state.thrown, noun="the total thrown"))
    roll: int = part(ROLL)
    trench: bool = part(Flag("a trench", group=_APPLIES, shown=lambda state: state.terrain not in (*TRENCHES, FRONT_LINE)))
    gas: bool = part(Flag("gas, a die more", group=_APPLIES, shown=lambda state: not state.in_front_line))
    friend: Friend = part(
        OneOf("A friend near it", "alone", FRIENDS, buttons=True, shown=lambda state: state.gas, noun="friend that gas may hit")
    )
    readings: Taken = part(known_readings("bombardment"))

    @property
    def in_front_line(self) -> bool:
        """Whether the target is British, in the British front line."""
        return self.terrain == FRONT_LINE

    @property
    def thrown(self) -> int:
        """The dice that make the factor, the one for gas included."""
        return self.dice + self.gas


class Bombardment(TabledExplorer[BombardmentState]):
    """The dice of a bombardment, the column they find, and what 17.4 keeps of the result."""

    id = ID
    state = BombardmentState
    begin = "trench dice 3 steps 2 with trench"
    order = ("terrain", "dice", "friend", "steps", "flags", "total", "roll")
    title = "Bombardment"
    rules = "Loos"
    question = "How often does it cost its target a step?"
    hands = "The dice are yours to set · set total and roll to read one throw · point at a bar for its exact fraction"
    stage = (("Odds", "tables + chart 1"), ("Factors", "chart 2"))

    def ask(self, state: BombardmentState) -> Answer[Any]:
        """Return the result of the throw; before a throw, the chance that the target loses a step."""
        readings = dict(state.readings)
        chance = bombardment(state.terrain, state.dice, state.steps, state.trench, state.gas, readings, state.friend)
        if not (state.total and state.roll):
            return chance
        found = bombardment_result(state.terrain, state.total, state.roll, readings, state.steps, state.trench, state.gas)
        return replace(found, detail=chance.detail)

    def tables(self, state: BombardmentState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the line of the terrain over the results that count."""
        options = taken(dict(state.readings))
        line, _ = line_of(shell_line(state.terrain, state.trench, options).value, options)
        alignment = alignment_of(options)
        rows = tuple((f"roll {die}", tuple(r if r in LEFT else "•" for r in row)) for die, row in TABLE.results.items())
        column = line.column(state.total, alignment) if state.total else None
        caption = f"The results that count, on the line of {line_name(line, state.terrain)}"
        note = "• stands for every ignored result."
        return (Table(caption, differentials(line, alignment), rows, state.roll - 1 if state.roll else None, column, note),)

    def charts(self, state: BombardmentState, answer: Answer[Any]) -> tuple[Bars, ...]:
        """Return the odds of each result that counts, and of each total of the dice."""
        odds: Odds[str] = answer.detail
        names = (*LEFT[:3], FRIENDLY_FIRE) if state.gas else LEFT
        return (
            Bars("Chance of each result", "result", tuple((name, odds.p(name)) for name in names)),
            number_bars("Chance of each factor", "total of the dice", sum_of(D6, state.thrown), "green"),
        )

    def replies(self, state: BombardmentState) -> tuple[str, ...]:
        """Return the results a throw can have."""
        return (*LEFT[:3], FRIENDLY_FIRE) if state.gas else LEFT

    def effect(self, state: BombardmentState, answer: Answer[Any]) -> str:
        """Return the result of the throw, or the chance that a step is lost."""
        return answer.value if isinstance(answer.value, str) else f"a step: {percent(answer.value)}"

    def check(self, state: BombardmentState) -> BombardmentState:
        """Return the state with dice, steps, flags and total that fit each other."""
        if state.in_front_line:
            state = replace(state, trench=False, gas=False, steps=min(state.steps, 2))
        if state.gas:
            state = replace(state, dice=ZERO_HOUR_DICE)
        return replace(state, total=min(max(state.total, state.thrown), 6 * state.thrown)) if state.total else state

    def after(self, state: BombardmentState, control: str, before: BombardmentState) -> BombardmentState:
        """Return the state with parts that fit each other, and no total that the dice cannot have."""
        return self.check(state if control == "total" or state.total <= 6 * self.check(state).thrown else replace(state, total=0))
