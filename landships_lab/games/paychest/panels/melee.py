"""The melee panel: who hurts whom, and how badly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.speech import mixed, percent, plural
from landships_lab.drawing.charts import Chart, Table
from landships_lab.drawing.dicing import arrow, marked, mosaic
from landships_lab.drawing.shapes import Polygons, Scene, Shape, box
from landships_lab.drawing.view import View
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
from landships_lab.panel.parts import Whole, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Taken
from . import common
from .common import WIDTH, Drawn, number, words

MOST_STANDS = 12
#: The colour of the hits on each side, and the parts that describe the side.
TINTS = {"B": "blue", "A": "vermillion"}
PARTS = ("skill", "figure", "men", "others")


def _skill(side: str, default: int, shown: Callable[[PaychestMelee], bool]) -> Any:
    return number(f"{side}: skill", default, -9, 20, f"the skill of side {side}", shown=shown)


def _men(side: str) -> Any:
    options = tuple((number, str(number)) for number in range(1, 5))
    noun = f"number of men of side {side}"
    return common.word(f"{side}: men", 1, options, noun)


def _others(side: str, shown: Callable[[PaychestMelee], bool]) -> Any:
    label = f"{side}: skill of the others, if another"
    noun = f"the skill of the others of side {side}"
    return part(Whole, label, None, -9, 20, empty=True, error_name=noun, hint="same", shown=shown)


def _bearing(state: PaychestMelee) -> tuple[str, ...]:
    """Return the readings that matter to these men.

    No reading matters if the men of a side differ in skill: a single die has no skill then, and the
    text does not say who fights whom.
    """
    if any(side.mixed for side in state.sides):
        return ()
    return (TWO_TO_ONE, MANY) if beyond_print(*state.sides) else (TWO_TO_ONE,)


@dataclass(frozen=True)
class PaychestMelee(common.PaychestPanel):
    """Set two skills and numbers of men, and see every end of the fight as an area.

    Two sides in contact: their skills, or the rows of the reader's table, their men, and the number
    of such fights.
    """

    id = "paychest:melee"
    title = "Melee"
    prompt = "Who hurts whom, and how badly?"
    usage_hint = "An area is a chance: the wider a column, the likelier that many hits of side A."
    secondary = ("figure_a", "others_a", "figure_b", "others_b")
    order = ("skill_a", "men_a", "skill_b", "men_b", "stands", "swap", *secondary)
    stage = (
        ("Areas", "picture"),
        ("Odds", "tables + chart 1"),
        ("More odds", "chart 2 + chart 3"),
        ("Cards", "chart 4 + chart 5"),
    )

    skill_a: int = _skill("A", 4, lambda state: not state.figure_a)
    figure_a: str = common.figure("A: figure", "melee")
    men_a: int = _men("A")
    others_a: int | None = _others("A", lambda state: state.men_a > 1)
    skill_b: int = _skill("B", 3, lambda state: not state.figure_b)
    figure_b: str = common.figure("B: figure", "melee")
    men_b: int = _men("B")
    others_b: int | None = _others("B", lambda state: state.men_b > 1)
    stands: int = number("Fights", 1, 1, MOST_STANDS, "the number of fights")
    readings: Taken = common.readings_of(TWO_TO_ONE, MANY, offered=_bearing)

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, each with its typed skill or that of its figure."""
        return self._side("a"), self._side("b")

    def _side(self, side: str) -> Side:
        skill, figure, men, others = (getattr(self, f"{name}_{side}") for name in PARTS)
        skill = self.own_tables.skills[figure].melee if figure else skill
        return Side(skill, men, figure, others)

    def ask(self) -> Answer[Fraction]:
        readings = (self.options.get(TWO_TO_ONE), self.options.get(MANY))
        return contact(*self.sides, self.stands, self.own_tables, *readings)

    def actions(self) -> tuple[Control, ...]:
        return (Buttons("swap", "Sides", (("swap", "Swap", "Swap the two sides"),)),)

    def act(self, control: str, value: object) -> Self:
        if control != "swap":
            return super().act(control, value)
        one_of("change of both sides", value, ["swap"])
        other = {"a": "b", "b": "a"}
        swapped = {f"{n}_{s}": getattr(self, f"{n}_{other[s]}") for n in PARTS for s in other}
        return with_fields(self, **swapped)

    def after(self, control: str, before: Self) -> Self:
        """Refuse one die for men of different skills."""
        new = self.known("skills", "figure_a", "figure_b")
        if control != "own" and any(side.mixed for side in new.sides):
            new.answer()
        return new

    def effect(self, answer: Answer[Fraction]) -> str:
        return f"A hurts B {percent(answer.value)}"

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        met: Contact = answer.detail
        fight = f"the fight {met.name}" if met.name else "one fight"
        title = common.with_supplied(f"Net hits of {fight}", answer)
        charts = [common.counted(title, "net hits: minus on A, plus on B", met.net)]
        if met.fights > 1:
            for (on, tint), odds in zip(TINTS.items(), reversed(met.suffered), strict=True):
                title = common.with_supplied(f"Hits on side {on} in {met.fights} fights", answer)
                charts.append(common.counted(title, f"hits on {on}", odds, tint))
        for (side, tint), out in zip(TINTS.items(), reversed(met.out), strict=True):
            if out is not None:
                charts.append(common.out_of_action(out, tint, f"Side {side}: "))
        return tuple(charts)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        dice, hits = range(1, 7), melee_hits
        rows = tuple(
            (f"side {name}, skill {mixed(skill)}", tuple(f"{hits(skill, die)}" for die in dice))
            for name, side in zip("AB", self.sides, strict=True)
            for skill in (side.skill, *((side.others,) if side.mixed else ()))
            if skill is not None
        )
        return (Table("Hits by the die", tuple(map(str, dice)), rows),)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw every pair of hits as a rectangle whose area is its chance: side A across, side B
        down. A line at the foot names what the reader supplied.
        """
        shown = "Hits of side A across, of side B down; the larger an area, the likelier both."
        title, description = "Melee: every end of the fight, by area", f"{shown} {answer.headline}"
        return marked(
            Scene(WIDTH, HEIGHT, (), tuple(_areas(answer.detail)), title, description), answer
        )

    def question_picture(self) -> Scene:
        """Draw the men of both sides facing each other, each side with its skill."""
        return self.asked(270.0, "Melee", _meeting(self))


HEIGHT = 500.0


def _areas(met: Contact) -> Iterator[Shape]:
    a, b = met.made
    yield words("Hits of side A", 365, 18, "a", strong=True)
    yield words("of side B", 100, 44, "b", strong=True, anchor="end")
    yield from mosaic((110, 54), (510, 396), dict(a), dict(b), _look)
    for tint, text, x in (
        ("blue", "B is hurt", 110),
        ("vermillion", "A is hurt", 280),
        ("black", "nobody", 450),
    ):
        yield Polygons((box(x, HEIGHT - 29, 14, 14),), "share", text, tint)
        yield words(text, x + 20, HEIGHT - 22, text, anchor="start")


def _look(a: int, b: int) -> tuple[str, str]:
    """Return the colour and the words of a pair of hits: who is hurt, and by how many."""
    if a == b:
        return "black", "–"
    return ("blue", f"{a - b} on B") if a > b else ("vermillion", f"{b - a} on A")


def _meeting(state: PaychestMelee) -> Drawn:
    looks = (common.OURS, common.THEIRS)
    for name, side, x, look in zip("AB", state.sides, (160.0, 480.0), looks, strict=True):
        yield from common.crowd(side.men, (x, 190), (250, 150), look, f"side {name}", 128)
        others = f" and {mixed(side.others)}" if side.mixed and side.others is not None else ""
        men = plural(side.men, "man", "men")
        description = f"side {name}: {men}, skill {mixed(side.skill)}{others}"
        yield words(description, x, 218, f"side {name}", strong=True)
    yield from arrow((290, 120), (314, 120), "change", "meet", "blue")
    yield from arrow((350, 120), (326, 120), "change", "meet", "vermillion")
    rule = "A die equal to the skill is one hit, and each point below it one more."
    yield words(rule, WIDTH / 2, 250, "rule")
    if state.stands > 1:
        yield words(f"{state.stands} such fights", WIDTH / 2, 20, "fights")
