"""Bombardment: the chance that shells cost a step, with trenches, last steps and gas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from landships_lab.core import checks
from landships_lab.core.answer import Answer
from landships_lab.core.dice import D6, sum_of
from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Table, exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.games.loos.rules import bombardment
from landships_lab.games.loos.rules.bombardment import FRIENDLY_FIRE, FRIENDS, Friend
from landships_lab.games.loos.rules.book import LAST_TURN, TABLE, ZERO_HOUR
from landships_lab.games.loos.rules.losses import UnitSteps
from landships_lab.games.loos.rules.shells import LEFT, MOST_DICE, aimed_at
from landships_lab.games.loos.rules.table import FRONT_LINE, SECONDARY, TRENCHES
from landships_lab.panel.controls import Control
from landships_lab.panel.parts import LEAD, Flag, Group, Whole, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from . import common
from .common import ON_BARS, word

_APPLIES = Group("flags", "With", "with", tint="blue")


@dataclass(frozen=True)
class _Steps(Whole):
    """The steps of the target: three at most, two in the British front line."""

    def control(self, state: Bombardment) -> Control | None:
        return Whole.control(replace(self, most=2 if state.in_front_line else 3), state)


@dataclass(frozen=True)
class _Total(Whole):
    """A total of dice, read after the flags, which the number of dice depends on."""

    read_order = 4

    def control(self, state: Bombardment) -> Control | None:
        return Whole.control(replace(self, most=6 * state.thrown), state)

    def take(self, state: Bombardment, given: object) -> int:
        return checks.whole(self.name(state), given, self.least, 6 * state.thrown)


def _flag(label: str, shown: Callable[[Bombardment], bool]) -> Flag:
    return Flag(label, group=_APPLIES, shown=shown)


@dataclass(frozen=True)
class Bombardment(TablePanel):
    """The dice of a bombardment, their column, and what 17.4 leaves of the result.

    A target, the shells, and the throw if it was made: its total and the roll on the table, 0
    before it.
    """

    id = "loos:bombardment"
    example = "trench dice 3 steps 2 with trench"
    strip_rows = 3
    order = names("terrain dice friend steps flags turn total roll")
    title = "Bombardment"
    rule_set = "Loos"
    prompt = "How often does it cost its target a step?"
    usage_hint = f"The dice are yours to set · set total and roll to read one throw · {ON_BARS}"
    stage = (("Odds", "tables + chart 1"), ("Factors", "chart 2"))

    terrain: str = part(common.terrain, "Terrain", "trench", SECONDARY, word=LEAD, blank="-")
    dice: int = part(
        Whole,
        "Dice",
        3,
        1,
        MOST_DICE,
        always=True,
        error_name="the dice of the marker",
        shown=lambda state: not state.gassed,
    )
    steps: int = part(_Steps, "Steps", 2, 1, 3, always=True, error_name="the steps of the target")
    total: int = part(_Total, "Total", 0, 0, 6 * MOST_DICE, error_name="the total thrown")
    roll: int = part(common.ROLL)
    trench: bool = part(_flag, "a trench", lambda s: s.terrain not in (*TRENCHES, FRONT_LINE))
    gas: bool = part(_flag, "gas, a die more", lambda s: not s.in_front_line)
    no_battalion: bool = part(
        _flag, "no battalion for a last step", lambda s: s.steps == 2 and not s.in_front_line
    )
    turn: int = part(Whole, "Turn", ZERO_HOUR, ZERO_HOUR, LAST_TURN, shown=lambda s: s.gas)
    friend: Friend = part(
        word(
            "A friend near it",
            "alone",
            FRIENDS,
            "friend that gas may hit",
            shown=lambda s: s.gassed,
        )
    )
    readings: Taken = part(common.known_readings, "bombardment")

    @property
    def in_front_line(self) -> bool:
        """Whether the target is British, in the British front line."""
        return self.terrain == FRONT_LINE

    @property
    def battalions(self) -> int:
        """The battalions in the deadpile that can be the last step of a regiment."""
        return 0 if self.no_battalion and not self.in_front_line else 1

    @property
    def gassed(self) -> bool:
        """Whether a die of gas is thrown: only in Zero Hour."""
        return self.gas and self.turn == ZERO_HOUR

    @property
    def thrown(self) -> int:
        """The dice that make the factor, including the one for gas."""
        return self.dice + self.gassed

    def ask(self) -> Answer[Fraction | str]:
        """Return the result of the throw or, before a throw, the chance that the target loses a
        step.
        """
        unit = UnitSteps(steps=self.steps, battalions=self.battalions)
        readings, trench, gas = dict(self.readings), self.trench, self.gas
        target = (self.terrain, self.dice, self.steps, trench, gas, readings)
        chance = bombardment.bombardment(*target, self.friend, self.turn, self.battalions)
        if not (self.total and self.roll):
            return chance
        thrown = (self.terrain, self.total, self.roll, readings, unit, trench, gas, self.turn)
        return replace(bombardment.bombardment_result(*thrown), detail=chance.detail)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        line, alignment = aimed_at(self.terrain, self.trench, dict(self.readings))
        results = TABLE.results.items()
        rows = ((f"roll {die}", *(r if r in LEFT else "•" for r in row)) for die, row in results)
        lit = self.roll - 1 if self.roll else None
        column = line.column(self.total, alignment) if self.total else None
        caption = f"The results that count, on the line of {common.line_name(line, self.terrain)}"
        heads, note = common.differentials(line, alignment), "• stands for every ignored result."
        return common.table(caption, heads, rows, lit, column, note)

    def question_picture(self) -> Scene:
        printed = common.printed_table(common.alignment_of(dict(self.readings)), self.terrain)
        return exhibit(self.title, self.prompt, printed, ())

    def charts(self, answer: Answer[object]) -> tuple[Bars, ...]:
        results = ("Chance of each result", "result", answer.detail, self.replies())
        factors = ("Chance of each factor", "total of the dice", sum_of(D6, self.thrown), "green")
        return common.chances(*results), common.number_bars(*factors)

    def replies(self) -> tuple[str, ...]:
        return (*LEFT[:3], FRIENDLY_FIRE) if self.gassed else LEFT

    def effect(self, answer: Answer[Fraction | str]) -> str:
        return answer.value if isinstance(answer.value, str) else f"a step: {percent(answer.value)}"

    def check(self) -> Self:
        new = self
        if new.in_front_line:
            new = replace(new, trench=False, gas=False, steps=min(new.steps, 2))
        if new.gassed:
            new = replace(new, dice=bombardment.ZERO_HOUR_DICE)
        if new.total:
            new = replace(new, total=min(max(new.total, new.thrown), 6 * new.thrown))
        return new

    def after(self, control: str, before: Self) -> Self:
        fits = control == "total" or self.total <= 6 * self.check().thrown
        return (self if fits else replace(self, total=0)).check()
