"""Melee: who hurts whom, and how badly?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.explore.explorer import Buttons, Choice, Control, Field, changed, one_of
from landships_lab.explore.paychest.common import WIDTH, OwnState, PaychestExplorer, Read, bars_of, decimal, hits, number, plain
from landships_lab.rules.paychest.book import CITES, plural
from landships_lab.rules.paychest.melee import TWO, melee_hits, melee_odds, side_odds, taken_odds, win_draw_lose
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.dicing import box
from landships_lab.scene.mosaic import mosaic
from landships_lab.scene.shapes import Label, Polygons, Scene, Shape
from landships_lab.scene.supplied import marked
from landships_lab.scene.view import View

SIDES = ("a", "b")
MOST_STANDS = 12


@dataclass(frozen=True)
class MeleeState(OwnState):
    """Two sides in contact: their skills, or the rows of the reader's own table, their men, and how many such fights."""

    explorer_id: ClassVar[str] = "paychest:melee"
    skill_a: int = 4
    figure_a: str = ""
    men_a: int = 1
    skill_b: int = 3
    figure_b: str = ""
    men_b: int = 1
    stands: int = 1

    def figure(self, side: str) -> str:
        """Which row of the reader's table does this side take its skill from, if any?"""
        return self.figure_a if side == "a" else self.figure_b

    def skill(self, side: str) -> int:
        """Which melee skill has this side?"""
        typed = self.skill_a if side == "a" else self.skill_b
        return self.tables.skills[self.figure(side)].melee if self.figure(side) else typed

    def men(self, side: str) -> int:
        """How many men has this side in one contact?"""
        return self.men_a if side == "a" else self.men_b


class PaychestMelee(PaychestExplorer[MeleeState]):
    """Set two skills and numbers of men, and see every end of the fight as an area."""

    id = "paychest:melee"
    title = "Melee"
    question = "Who hurts whom, and how badly?"
    hands = "In the picture an area is a chance: the wider a column, the likelier that many hits of side a."
    switched = (TWO,)
    reads: ClassVar[Mapping[str, Read]] = {
        "skill_a": number("The skill of side a", -9, 20),
        "figure_a": plain,
        "men_a": number("The number of men of side a", 1, 4),
        "skill_b": number("The skill of side b", -9, 20),
        "figure_b": plain,
        "men_b": number("The number of men of side b", 1, 4),
        "stands": number("The number of fights", 1, MOST_STANDS),
    }

    def start(self) -> MeleeState:
        """One man of skill 4 against one of skill 3."""
        return MeleeState()

    def odds(self, state: MeleeState) -> Odds[int]:
        """What may one contact come to? Net hits, positive on b."""
        return melee_odds(state.skill("a"), state.skill("b"), state.men_a, state.men_b, state.taken.get(TWO))

    def ask(self, state: MeleeState) -> Answer[Any]:
        """How likely does side a hurt b, nobody anybody, b hurt a?"""
        for side in SIDES:
            if state.figure(side) and state.figure(side) not in state.tables.skills:
                raise ValueError(unknown("figure of your tables", state.figure(side), list(state.tables.skills)))
        odds = self.odds(state)
        win, draw, lose = win_draw_lose(odds)
        headline = f"Side a hurts b {percent(win)}, nobody is hurt {percent(draw)}, b hurts a {percent(lose)}."
        return Answer(win, tuple(self._steps(state, odds)), headline)

    def _steps(self, state: MeleeState, odds: Odds[int]) -> Iterator[Step]:
        yield Step("Stands in contact at the end of the move may fight.", CITES["contact"])
        for side in SIDES:
            skill, men = state.skill(side), state.men(side)
            if state.figure(side):
                text = f"Side {side}: the melee skill of a {state.figure(side)} is {skill}."
                yield Step(text, state.tables.cite(f"skills, {state.figure(side)}"), "note")
            each = hits(side_odds(skill, men, state.taken.get(TWO)).mean)
            dice = men if state.taken.get(TWO, "die-each") == "die-each" else 1
            text = f"Side {side}: {plural(men, 'man', 'men')} of skill {skill}, {plural(dice, 'die', 'dice')}: {each} on average."
            yield Step(text.replace("-", "−"), CITES["melee"], reading=TWO if men > 1 else "")
        yield Step(f"Hits cancel one for one; on average {_net(odds.mean)}.", CITES["melee-cancel"])
        if state.stands > 1:
            a, b = self._taken(state)
            text = f"In {state.stands} such fights side b takes {hits(b.mean)} on average and side a {decimal(a.mean)}."
            yield Step(text, CITES["contact"])
        yield Step("Each hit left over draws a casualty card; what the cards do is lost.", CITES["casualties-lost"])

    def _taken(self, state: MeleeState) -> tuple[Odds[int], Odds[int]]:
        """How many hits do a and b take in all their fights?"""
        return taken_odds(self.odds(state), state.stands)

    # -- what is shown ----------------------------------------------------------------------------------------------------

    def picture(self, state: MeleeState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Every pair of hits as a rectangle whose area is its chance: side a across, side b down."""
        a, b = (side_odds(state.skill(side), state.men(side), state.taken.get(TWO)) for side in SIDES)
        shapes: list[Shape] = [Label("Hits of side a", (330, 18), "dice-caption-strong", "a")]
        shapes.append(Label("of side b", (100, 40), "dice-caption-strong", "b", anchor="end"))
        shapes += mosaic((110, 50), (440, 300), dict(a), dict(b), _tint)
        shapes += [*_key(380, "blue", "b is hurt", 110), *_key(380, "vermillion", "a is hurt", 260), *_key(380, "black", "nobody", 410)]
        told = f"Hits of side a across, of side b down; the larger an area, the likelier both. {answer.headline}"
        return marked(Scene(WIDTH, 400, (), tuple(shapes), "Melee: every end of the fight, by area", told), answer)

    def charts(self, state: MeleeState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The net hits of one fight; with several, the hits each side takes."""
        yours = " (with your tables)" if any(step.cite.kind == "supplied" for step in answer.steps) else ""
        found = [Bars(f"Net hits of one fight{yours}", "net hits: minus on a, plus on b", bars_of(self.odds(state)), ordered=True)]
        if state.stands > 1:
            a, b = self._taken(state)
            found.append(Bars(f"Hits on side b in {state.stands} fights{yours}", "hits on b", bars_of(b), ordered=True))
            found.append(Bars(f"Hits on side a in {state.stands} fights{yours}", "hits on a", bars_of(a), ordered=True, tint="vermillion"))
        return tuple(found)

    def tables(self, state: MeleeState, answer: Answer[Any]) -> tuple[Table, ...]:
        """How many hits each die makes for either side."""
        rows = tuple((f"side {side}, skill {state.skill(side)}".replace("-", "−"), _hits(state.skill(side))) for side in SIDES)
        return (Table("Hits by the die", tuple(map(str, range(1, 7))), rows),)

    def controls(self, state: MeleeState) -> tuple[Control, ...]:
        """Both sides, the number of fights, the reading, the reader's tables."""
        sides = [control for side in SIDES for control in self._side(state, side)]
        return (
            *sides,
            Field("stands", "Fights of this kind", str(state.stands), f"1 to {MOST_STANDS}"),
            Buttons("swap", "Both sides", (("swap", "Swap", "Swap the two sides"),)),
            *self.switches(state, self._effect),
            self.own_box(state),
        )

    def _side(self, state: MeleeState, side: str) -> Iterator[Control]:
        rows = tuple((key, f"{key}: {row.melee} (yours)") for key, row in state.tables.skills.items())
        if rows:
            yield Choice(f"figure_{side}", f"Side {side}: figure", (("", "skill as typed"), *rows), state.figure(side))
        if not state.figure(side):
            yield Field(f"skill_{side}", f"Side {side}: melee skill (the table is lost)", str(state.skill(side)), "such as 4")
        counts = tuple((str(n), str(n)) for n in range(1, 5))
        yield Choice(f"men_{side}", f"Side {side}: men in contact", counts, str(state.men(side)), buttons=True)

    def _effect(self, state: MeleeState) -> str:
        return f"a hurts b {percent(win_draw_lose(self.odds(state))[0])}"

    def set(self, state: MeleeState, control: str, value: Any) -> MeleeState:
        """The state after one control has been given a value."""
        if control != "swap":
            return super().set(state, control, value)
        one_of("change of both sides", value, ["swap"])
        a = {"skill_a": state.skill_b, "figure_a": state.figure_b, "men_a": state.men_b}
        b = {"skill_b": state.skill_a, "figure_b": state.figure_a, "men_b": state.men_a}
        return changed(state, **a, **b)

    def settle(self, state: MeleeState) -> MeleeState:
        """Rows that the tables no longer have are let go."""
        known = state.tables.skills
        return changed(state, **{f"figure_{side}": state.figure(side) if state.figure(side) in known else "" for side in SIDES})


def _net(mean: Fraction) -> str:
    if not mean:
        return "nobody is ahead"
    return f"{hits(abs(mean))} left over on {'b' if mean > 0 else 'a'}"


def _hits(skill: int) -> tuple[str, ...]:
    return tuple(str(melee_hits(skill, die)) for die in range(1, 7))


def _tint(a: int, b: int) -> tuple[str, str]:
    """Which colour and which words has a cell of the picture: who is hurt, and by how many hits?"""
    if a == b:
        return "black", "–"
    return ("blue", f"{a - b} on b") if a > b else ("vermillion", f"{b - a} on a")


def _key(y: float, tint: str, text: str, x: float) -> tuple[Shape, ...]:
    return Polygons((box(x, y - 7, 14, 14),), "share", text, tint), Label(text, (x + 20, y), "dice-caption", text, anchor="start")
