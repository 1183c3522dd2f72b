"""The melee panel: who hurts whom, and how badly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.speech import mixed, percent
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.paychest.panels import melee_picture, question_picture
from landships_lab.games.paychest.panels.common import (
    PaychestPanel,
    bars_of,
    figure,
    number,
    readings_of,
    with_supplied,
)
from landships_lab.games.paychest.rules.melee import (
    MANY,
    TWO_TO_ONE,
    Contact,
    Side,
    beyond_print,
    contact,
    melee_hits,
)
from landships_lab.panel.controls import Buttons, Control
from landships_lab.panel.parts import OneOf, Whole, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Taken

ID = "paychest:melee"
MOST_STANDS = 12
_MEN = tuple((number, str(number)) for number in range(1, 5))


def _skill(side: str, default: int, shown: Callable[[PaychestMelee], bool]) -> Whole:
    return number(f"{side}: skill", default, -9, 20, f"the skill of side {side}", shown=shown)


def _men(side: str) -> OneOf:
    return OneOf(
        f"{side}: men",
        1,
        _MEN,
        buttons=True,
        always=True,
        error_name=f"number of men of side {side}",
    )


def _others(side: str) -> Whole:
    men, label = f"men_{side.lower()}", f"{side}: skill of the others, if another"
    noun = f"the skill of the others of side {side}"
    return Whole(
        label,
        None,
        -9,
        20,
        empty=True,
        error_name=noun,
        hint="same",
        shown=lambda state: getattr(state, men) > 1,
    )


def _bearing(state: PaychestMelee) -> tuple[str, ...]:
    """Return the readings that matter to these men.

    There is none where the men of a side differ in skill: one die has no skill there, and who
    fights whom is not said.
    """
    if any(side.mixed for side in state.sides):
        return ()
    return (TWO_TO_ONE, MANY) if beyond_print(*state.sides) else (TWO_TO_ONE,)


@dataclass(frozen=True)
class PaychestMelee(PaychestPanel):
    """Set two skills and numbers of men, and see every end of the fight as an area.

    Two sides in contact: their skills, or the rows of the reader's own table, their men, and how
    many such fights.
    """

    id = ID
    title = "Melee"
    prompt = "Who hurts whom, and how badly?"
    usage_hint = "An area is a chance: the wider a column, the likelier that many hits of side A."
    order = (
        "skill_a",
        "men_a",
        "skill_b",
        "men_b",
        "stands",
        "swap",
        "figure_a",
        "others_a",
        "figure_b",
        "others_b",
    )
    secondary = ("figure_a", "others_a", "figure_b", "others_b")
    stage = (
        ("Areas", "picture"),
        ("Odds", "tables + chart 1"),
        ("More odds", "chart 2 + chart 3"),
        ("Cards", "chart 4 + chart 5"),
    )

    skill_a: int = part(_skill("A", 4, lambda state: not state.figure_a))
    figure_a: str = part(figure("A: figure", "melee"))
    men_a: int = part(_men("A"))
    others_a: int | None = part(_others("A"))
    skill_b: int = part(_skill("B", 3, lambda state: not state.figure_b))
    figure_b: str = part(figure("B: figure", "melee"))
    men_b: int = part(_men("B"))
    others_b: int | None = part(_others("B"))
    stands: int = part(number("Fights", 1, 1, MOST_STANDS, "the number of fights"))
    readings: Taken = part(readings_of(TWO_TO_ONE, MANY, offered=_bearing))

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, each with its typed skill or that of its figure."""
        skills = self.own_tables.skills
        a = skills[self.figure_a].melee if self.figure_a else self.skill_a
        b = skills[self.figure_b].melee if self.figure_b else self.skill_b
        return Side(a, self.men_a, self.figure_a, self.others_a), Side(
            b, self.men_b, self.figure_b, self.others_b
        )

    def ask(self) -> Answer[Fraction]:
        """Return the chances that side A hurts B, that B hurts A, and that nobody is hurt."""
        options = self.options
        return contact(
            *self.sides, self.stands, self.own_tables, options.get(TWO_TO_ONE), options.get(MANY)
        )

    def actions(self) -> tuple[Control, ...]:
        """Return the button that swaps the sides."""
        return (Buttons("swap", "Sides", (("swap", "Swap", "Swap the two sides"),)),)

    def act(self, control: str, value: object) -> Self:
        """Return the state with the sides swapped."""
        if control != "swap":
            return super().act(control, value)
        one_of("change of both sides", value, ["swap"])
        a = {
            "skill_a": self.skill_b,
            "figure_a": self.figure_b,
            "men_a": self.men_b,
            "others_a": self.others_b,
        }
        b = {
            "skill_b": self.skill_a,
            "figure_b": self.figure_a,
            "men_b": self.men_a,
            "others_b": self.others_a,
        }
        return with_fields(self, **a, **b)

    def after(self, control: str, before: Self) -> Self:
        """Drop figures that the tables no longer have, and refuse one die for men of different
        skills.
        """
        known = self.own_tables.skills
        a, b = (figure if figure in known else "" for figure in (self.figure_a, self.figure_b))
        new = with_fields(self, figure_a=a, figure_b=b)
        if control != "own" and any(side.mixed for side in new.sides):
            new.answer()
        return new

    def effect(self, answer: Answer[Fraction]) -> str:
        """Return the chance that side A hurts side B."""
        return f"A hurts B {percent(answer.value)}"

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw every pair of hits as a rectangle whose area is its chance: side A across, side B
        down.
        """
        return melee_picture.picture(answer)

    def question_picture(self) -> Scene:
        """Draw the men of both sides as they meet."""
        return question_picture.melee(self.sides, self.stands, self.prompt)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        """Return the net hits of one fight and, with several, the hits on each side."""
        found: Contact = answer.detail
        title = with_supplied(
            f"Net hits of {f'the fight {found.name}' if found.name else 'one fight'}", answer
        )
        bars = [Bars(title, "net hits: minus on A, plus on B", bars_of(found.net), ordered=True)]
        if found.fights > 1:
            for side, tint, odds in zip(
                "BA", ("blue", "vermillion"), reversed(found.suffered), strict=True
            ):
                title = with_supplied(f"Hits on side {side} in {found.fights} fights", answer)
                bars.append(Bars(title, f"hits on {side}", bars_of(odds), ordered=True, tint=tint))
        for side, tint, out in zip("BA", ("blue", "vermillion"), reversed(found.out), strict=True):
            if out is not None:
                title = f"Side {side}: out of action by your casualty deck"
                bars.append(
                    Bars(
                        title,
                        "cards that put a figure out of action",
                        bars_of(out),
                        ordered=True,
                        tint=tint,
                    )
                )
        return tuple(bars)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the hits that each die makes for either side."""
        dice = range(1, 7)
        rows = tuple(
            (
                f"side {name}, skill {mixed(skill)}",
                tuple(str(melee_hits(skill, die)) for die in dice),
            )
            for name, side in zip("AB", self.sides, strict=True)
            for skill in ((side.skill, side.others) if side.mixed else (side.skill,))
            if skill is not None
        )
        return (Table("Hits by the die", tuple(map(str, dice)), rows),)
