"""The morale panel: whether the unit holds, and for how long."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.supplied import Supplied
from landships_lab.games.paychest.data.tables import Printed
from landships_lab.games.paychest.panels import morale_picture
from landships_lab.games.paychest.panels.common import (
    NOT_PRINTED,
    PaychestPanel,
    bars_of,
    number,
    word,
)
from landships_lab.games.paychest.rules.morale import (
    KINDS,
    MOST_FIGURES,
    MOST_TURNS,
    NO_TEST,
    Effects,
    Turn,
    does,
    end_of_turn,
    leader_effect,
    leader_outcome,
    outcome,
)
from landships_lab.games.paychest.rules.morale import (
    Morale as MoraleAnswer,
)
from landships_lab.panel.controls import Control, Field
from landships_lab.panel.parts import OneOf, Part, part

ID = "paychest:morale"
LEADER = {"unhurt": "leads", "lost": "is lost"}
LOOK_AT = {"": "none", **{str(die): str(die) for die in D6.outcomes}}


def read_turns(text: str) -> tuple[Turn, ...]:
    """Return the turns that a text such as ``3,2/1,4`` means.

    Raises `ValueError` for any other text.

    >>> read_turns("3,2/1")
    (Turn(hits=3, out=3), Turn(hits=2, out=1))
    """
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= MOST_TURNS:
        raise ValueError(
            f"A battle is 1 to {MOST_TURNS} turns of hits, such as 3,2/1,4, not {text.strip()!r}."
        )
    return tuple(_read_turn(one) for one in words)


def _read_turn(text: str) -> Turn:
    hits, slash, out = text.partition("/")
    count = whole("The number of hits in a turn", hits, 0, MOST_FIGURES)
    return Turn(
        count,
        whole("The number of figures out of action", out, 0, MOST_FIGURES) if slash else count,
    )


def write_turns(turns: Sequence[Turn]) -> str:
    """Return the text of these turns, as `read_turns` reads it."""
    return ",".join(
        f"{turn.hits}" if turn.hits == turn.out else f"{turn.hits}/{turn.out}" for turn in turns
    )


@dataclass(frozen=True)
class Battle(Part):
    """The hits of a battle turn by turn, and after a slash how many figures they put out of action
    where that is not all.
    """

    def control(self, state: PaychestPanel) -> Control | None:
        """Return a field to type in."""
        return Field(self.control_id, self.title(state), getattr(state, self.id), "such as 3,2/1,4")

    def take(self, state: object, given: object) -> str:
        """Return the text given, written in one way."""
        return write_turns(read_turns(str(given)))

    def sample(self, dice: random.Random, state: object) -> str:
        """Return a battle of one to four turns."""
        hits = [dice.randint(0, 9) for _ in range(dice.randint(1, 4))]
        return write_turns([Turn(number, dice.randint(0, number)) for number in hits])


@dataclass(frozen=True)
class Morale(PaychestPanel):
    """Choose a unit and its hits, and see whether it must test, what may happen, and how long it
    holds.

    A unit, the hits of this turn, those of a whole battle turn by turn, and whether its leader is
    out of action.
    """

    id = ID
    title = "Morale"
    prompt = "Does the unit hold, and for how long?"
    usage_hint = (
        "A battle of 3,2/1,4 is three hits, then two that put one figure out of action, then four."
    )
    order = ("kind", "figures", "hits", "leader", "battle", "result")
    stage = (
        ("Rolls", "picture + chart 1"),
        ("Battle", "chart 2 + chart 3"),
        ("More odds", "chart 4 + chart 5"),
        ("Second roll", "tables"),
    )

    kind: str = part(
        word("Troops", "regular", {kind: kind for kind in KINDS}, "kind of troops", buttons=True)
    )
    figures: int = part(number("Figures", 12, 1, MOST_FIGURES, "the number of figures"))
    hits: int = part(number("Hits", 6, 0, MOST_FIGURES, "the number of hits"))
    battle: str = part(Battle("Battle", "3,4,3", always=True))
    leader: str = part(word("Leader", "unhurt", LEADER, "state of the leader", buttons=True))
    result: str = part(
        OneOf("Result", "", LOOK_AT, buttons=True, error_name="result of the second roll")
    )

    def ask(self) -> Answer[Fraction]:
        """Return how likely the unit rolls again, and how likely it holds its ground this turn."""
        battle, lost = read_turns(self.battle), self.leader == "lost"
        look_at = int(self.result) if self.result else None
        return end_of_turn(
            self.kind, self.figures, self.hits, battle, lost, self.own_tables, look_at
        )

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw both rolls: the two dice with the failing sums lit, and the six lines of the second
        table.
        """
        return morale_picture.picture(self.kind, answer)

    def question_picture(self) -> Scene:
        """Draw the sums of two dice and the second table, with nothing lit."""
        return morale_picture.question(self.kind, self.prompt)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        """Return what may happen this turn, the figures left, and how long the unit holds in the
        battle.
        """
        found: MoraleAnswer = answer.detail
        charts: list[Chart] = [
            Bars("At the end of this turn", "second roll", tuple(_bars(self, found)))
        ]
        series = [("holds", tuple(turn.holds for turn in found.battle))]
        if any(turn.open for turn in found.battle):
            series.append(
                ("at most, if lost lines let it", tuple(turn.at_most for turn in found.battle))
            )
        leader = ", leader lost" if self.leader == "lost" else ""
        charts.append(
            Curve(
                f"In a battle with hits {self.battle.replace(',', ', ')}{leader}",
                "turn",
                tuple(series),
            )
        )
        if len(found.left) > 1:
            title = f"Figures left of {self.figures}, if it holds"
            charts.append(
                Bars(title, "figures left", bars_of(found.left), ordered=True, tint="green")
            )
        return (*charts, *_looked_at(self, found))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the second morale rolls of both kinds, as far as they are left."""
        effects: dict[str, Effects] = answer.detail.effects
        rows = tuple(
            (str(die), tuple(_line(effects[kind], die) for kind in KINDS)) for die in D6.outcomes
        )
        note = NOT_PRINTED if _supplies_lines(self.own_tables) else ""
        lit = list(KINDS).index(self.kind)
        return (
            Table("Second morale rolls", tuple(KINDS.values()), rows, lit_column=lit, note=note),
        )


def _looked_at(state: Morale, found: MoraleAnswer) -> Iterator[Chart]:
    """Yield the distance of the result that is looked at, and how soon a unit rallies from it."""
    effect = found.effects[state.kind][int(state.result)] if state.result else None
    if found.distance is not None:
        who = "a figure that routs" if getattr(effect, "figure_routs_on", 0) else "the unit"
        unit = state.own_tables.distance_unit or "the unit of length is not printed"
        yield Bars(
            f"Result {state.result}: how far {who} goes",
            f"distance ({unit})",
            bars_of(found.distance),
            ordered=True,
            tint="orange",
        )
    if found.rallied:
        yield Curve(
            f"Result {state.result}: has rallied by its next moves",
            "move",
            (("has rallied", found.rallied),),
        )


def _bars(state: Morale, found: MoraleAnswer) -> Iterator[tuple[str, Fraction]]:
    """Yield the chance of each result: the die and what it does in a word, as short as bars that
    stand side by side need it.
    """
    failed = found.odds.p(leader_outcome(state.kind, state.own_tables))
    if failed:
        yield f"leader {does(leader_effect(state.kind, state.own_tables))}", failed
    yield NO_TEST, found.odds.p(NO_TEST)
    for die, effect in found.effects[state.kind].items():
        yield f"{die} {does(effect)}", found.odds.p(outcome(state.kind, die, state.own_tables))


def _supplies_lines(tables: Supplied) -> bool:
    return bool(tables.second_morale.regular or tables.second_morale.irregular)


def _line(effects: Effects, die: int) -> str:
    found = effects[die]
    if isinstance(found, Gap):
        return "lost in print"
    return found.text if isinstance(found, Printed) else f"{found.text} (supplied)"
