"""Bombardment: the chance that shells cost a step, by terrain and dice, with trenches, last steps
and gas.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Table
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.games.loos.rules.bombardment import (
    FRIENDLY_FIRE,
    FRIENDS,
    ZERO_HOUR_DICE,
    Friend,
    bombardment,
    bombardment_result,
)
from landships_lab.games.loos.rules.book import LAST_TURN, TABLE, ZERO_HOUR
from landships_lab.games.loos.rules.losses import UnitSteps
from landships_lab.games.loos.rules.shells import LEFT, MOST_DICE, aimed_at
from landships_lab.games.loos.rules.table import FRONT_LINE, SECONDARY, TRENCHES
from landships_lab.panel.controls import Control, Number
from landships_lab.panel.parts import Flag, Group, OneOf, Whole, part
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from .common import (
    ROLL,
    alignment_of,
    differentials,
    known_readings,
    leading_terrain,
    line_name,
    number_bars,
    printed_table,
)

ID = "loos:bombardment"
_APPLIES = Group("flags", "With", "with", tint="blue")


@dataclass(frozen=True)
class _UpTo(Whole):
    """A whole number whose highest value depends on the state.

    It is read after the flags, which that value depends on.
    """

    highest: Callable[[Bombardment], int] = field(kw_only=True)
    read_order = 4

    def control(self, state: Bombardment) -> Control | None:
        return Number(
            self.control_id,
            self.title(state),
            getattr(state, self.id),
            self.least,
            self.highest(state),
        )

    def take(self, state: Bombardment, given: object) -> int:
        return whole(self.name(state), given, self.least, self.highest(state))


@dataclass(frozen=True)
class _Steps(Whole):
    """The steps of the target: three at most, two in the British front line."""

    def control(self, state: Bombardment) -> Control | None:
        return Number(
            self.control_id,
            self.title(state),
            getattr(state, self.id),
            self.least,
            2 if state.in_front_line else self.most,
        )


@dataclass(frozen=True)
class Bombardment(TablePanel):
    """The dice of a bombardment, the column they find, and what 17.4 keeps of the result.

    A target, the shells, and the throw if it was made: its total and the roll on the table, 0
    before it.
    """

    id = ID
    example = "trench dice 3 steps 2 with trench"
    strip_rows = 3
    order = ("terrain", "dice", "friend", "steps", "flags", "turn", "total", "roll")
    title = "Bombardment"
    rule_set = "Loos"
    prompt = "How often does it cost its target a step?"
    usage_hint = (
        "The dice are yours to set · set total and roll to read one throw · point at a bar for its"
        " exact fraction"
    )
    stage = (("Odds", "tables + chart 1"), ("Factors", "chart 2"))

    terrain: str = part(leading_terrain, "Terrain", SECONDARY)
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
    total: int = part(
        _UpTo,
        "Total",
        0,
        0,
        6 * MOST_DICE,
        highest=lambda state: 6 * state.thrown,
        error_name="the total thrown",
    )
    roll: int = part(ROLL)
    trench: bool = part(
        Flag,
        "a trench",
        group=_APPLIES,
        shown=lambda state: state.terrain not in (*TRENCHES, FRONT_LINE),
    )
    gas: bool = part(
        Flag, "gas, a die more", group=_APPLIES, shown=lambda state: not state.in_front_line
    )
    no_battalion: bool = part(
        Flag,
        "no battalion for a last step",
        group=_APPLIES,
        shown=lambda state: state.steps == 2 and not state.in_front_line,
    )
    turn: int = part(Whole, "Turn", ZERO_HOUR, ZERO_HOUR, LAST_TURN, shown=lambda state: state.gas)
    friend: Friend = part(
        OneOf,
        "A friend near it",
        "alone",
        FRIENDS,
        buttons=True,
        shown=lambda state: state.gassed,
        error_name="friend that gas may hit",
    )
    readings: Taken = part(known_readings, "bombardment")

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
        """Whether a die of gas is thrown: in Zero Hour alone."""
        return self.gas and self.turn == ZERO_HOUR

    @property
    def thrown(self) -> int:
        """The dice that make the factor, the one for gas included."""
        return self.dice + self.gassed

    def ask(self) -> Answer[Fraction | str]:
        """Return the result of the throw; before a throw, the chance
        that the target loses a step.
        """
        readings = dict(self.readings)
        chance = bombardment(
            self.terrain,
            self.dice,
            self.steps,
            self.trench,
            self.gas,
            readings,
            self.friend,
            self.turn,
            self.battalions,
        )
        if not (self.total and self.roll):
            return chance
        found = bombardment_result(
            self.terrain,
            self.total,
            self.roll,
            readings,
            UnitSteps(steps=self.steps, battalions=self.battalions),
            self.trench,
            self.gas,
            self.turn,
        )
        return replace(found, detail=chance.detail)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        line, alignment = aimed_at(self.terrain, self.trench, dict(self.readings))
        rows = tuple(
            (f"roll {die}", tuple(r if r in LEFT else "•" for r in row))
            for die, row in TABLE.results.items()
        )
        column = line.column(self.total, alignment) if self.total else None
        caption = f"The results that count, on the line of {line_name(line, self.terrain)}"
        note = "• stands for every ignored result."
        return (
            Table(
                caption,
                differentials(line, alignment),
                rows,
                self.roll - 1 if self.roll else None,
                column,
                note,
            ),
        )

    def question_picture(self) -> Scene:
        alignment = alignment_of(dict(self.readings))
        return exhibit(self.title, self.prompt, printed_table(alignment, self.terrain), ())

    def charts(self, answer: Answer[object]) -> tuple[Bars, ...]:
        odds: Odds[str] = answer.detail
        names = (*LEFT[:3], FRIENDLY_FIRE) if self.gassed else LEFT
        return (
            Bars("Chance of each result", "result", tuple((name, odds.p(name)) for name in names)),
            number_bars(
                "Chance of each factor", "total of the dice", sum_of(D6, self.thrown), "green"
            ),
        )

    def replies(self) -> tuple[str, ...]:
        return (*LEFT[:3], FRIENDLY_FIRE) if self.gassed else LEFT

    def effect(self, answer: Answer[Fraction | str]) -> str:
        return answer.value if isinstance(answer.value, str) else f"a step: {percent(answer.value)}"

    def check(self) -> Self:
        new = self
        if new.in_front_line:
            new = replace(new, trench=False, gas=False, steps=min(new.steps, 2))
        if new.gassed:
            new = replace(new, dice=ZERO_HOUR_DICE)
        return (
            replace(new, total=min(max(new.total, new.thrown), 6 * new.thrown))
            if new.total
            else new
        )

    def after(self, control: str, before: Self) -> Self:
        return (
            self
            if control == "total" or self.total <= 6 * self.check().thrown
            else replace(self, total=0)
        ).check()
