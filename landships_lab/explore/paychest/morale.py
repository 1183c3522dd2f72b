"""Morale: does the unit hold, and for how long?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6
from landships_lab.core.speech import percent
from landships_lab.data.paychest.supplied import Supplied
from landships_lab.data.paychest.tables import Printed
from landships_lab.explore.explorer import Choice, Control, Field
from landships_lab.explore.paychest import morale_picture
from landships_lab.explore.paychest.common import OwnState, PaychestExplorer, Read, bars_of, decimal, number, word
from landships_lab.rules.paychest.battle import MOST_FIGURES, MOST_TURNS, Standing, Turn, standing
from landships_lab.rules.paychest.book import CITES, GAPS, lost, plural
from landships_lab.rules.paychest.morale import (
    FILL,
    KINDS,
    NO_TEST,
    TABLES,
    effect,
    leader_chance,
    leader_lost,
    morale_odds,
    morale_test_chance,
    outcome,
    rout_odds,
)
from landships_lab.scene.charts import Bars, Chart, Curve, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


@dataclass(frozen=True)
class MoraleState(OwnState):
    """A unit, the hits of this turn, those of a whole battle turn by turn, and whether its leader is out of action.

    ``battle`` is written ``3,2/1,4``: the hits of each turn, and after a stroke how many figures they put out of action where
    that is not all of them.
    """

    explorer_id: ClassVar[str] = "paychest:morale"
    kind: str = "regular"
    figures: int = 12
    hits: int = 6
    battle: str = "3,4,3"
    leader: str = "unhurt"

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What does the unit suffer in each turn of the battle?"""
        return read_turns(self.battle)


def read_turns(text: str) -> tuple[Turn, ...]:
    """Which turns does a text such as ``3,2/1,4`` tell? `ValueError` in one sentence if none.

    >>> read_turns("3,2/1")
    (Turn(hits=3, out=3), Turn(hits=2, out=1))
    """
    count = number("The number of hits in a turn", 0, MOST_FIGURES)
    words = [word for word in text.replace(",", " ").split() if word]
    if not 1 <= len(words) <= MOST_TURNS:
        raise ValueError(f"A battle is 1 to {MOST_TURNS} turns of hits, such as 3,2/1,4, not {text.strip()!r}.")
    told = [word.partition("/") for word in words]
    return tuple(Turn(count(hits), count(out) if stroke else count(hits)) for hits, stroke, out in told)


def _battle(text: str) -> str:
    return ",".join(f"{turn.hits}" if turn.hits == turn.out else f"{turn.hits}/{turn.out}" for turn in read_turns(text))


_LEADER = {"unhurt": "is unhurt", "lost": "is out of action"}


class Morale(PaychestExplorer[MoraleState]):
    """Choose a unit and its hits, and see whether it must test, what may happen, and how long it holds."""

    id = "paychest:morale"
    title = "Morale"
    question = "Does the unit hold, and for how long?"
    hands = "Hits of a battle are typed turn by turn: 3,2/1,4 is three, then two of which one puts a figure out of action, then four."
    reads: ClassVar[Mapping[str, Read]] = {
        "kind": word("kind of troops", KINDS),
        "figures": number("The number of figures", 1, MOST_FIGURES),
        "hits": number("The number of hits", 0, MOST_FIGURES),
        "battle": _battle,
        "leader": word("state of the leader", _LEADER),
    }

    def start(self) -> MoraleState:
        """Twelve regulars who suffered six hits, and a battle of three turns."""
        return MoraleState()

    def ask(self, state: MoraleState) -> Answer[Any]:
        """How likely does it need a second roll, and does it hold its ground this turn?"""
        test = morale_test_chance(state.hits)
        now = self._now(state)
        headline = f"The unit rolls again {percent(test)} of the time" if state.hits else "No casualties, no morale roll"
        headline += f" and holds its ground {percent(now.holds)}"
        headline += f" to {percent(now.at_most)}, for result 1 is lost." if now.open else "."
        return Answer(now.holds, tuple(self._steps(state, test)), headline, (FILL,) if now.open else ())

    def _now(self, state: MoraleState) -> Standing:
        """This turn alone: the figures are those that are left to roll."""
        return standing(state.kind, state.figures, [Turn(state.hits, 0)], state.tables)[0]

    def _steps(self, state: MoraleState, test: Fraction) -> Iterator[Step]:
        yield Step(f"Two dice of {state.hits} or less, the hits of this turn, call for a second roll: {percent(test)}.", CITES["morale"])
        table = TABLES.second[state.kind]
        for die in range(1, 7):
            found = effect(state.kind, die, state.tables)
            if isinstance(found, Gap):
                yield lost(table.missing, f"A {die} on the second roll: lost in print.")
            elif table.effect(die) is None:
                yield Step(
                    f"A {die} on the second roll: the unit {found.text}.", state.tables.cite(f"second morale roll, {state.kind}, {die}")
                )
            elif found.figure_routs_on:
                gone = decimal(rout_odds(state.figures, found.figure_routs_on).mean)
                text = f"A {die}: of {plural(state.figures, 'figure')}, {gone} rout on average."
                yield Step(text, CITES[f"second-{state.kind}"])
        yield self._distance(state)
        yield Step("How many figures the hits of a battle put out of action is your word; the cards are lost.", CITES["casualties-lost"])
        if state.leader == "lost":
            yield from self._leader(state)

    def _distance(self, state: MoraleState) -> Step:
        unit = state.tables.distance_unit
        if unit:
            return Step(f"Dice of distance are counted in {unit}.", state.tables.cite("unit of distance"))
        return Step("In what the dice of distance are counted is not printed.", GAPS["distance-unit"].gap.cite)

    def _leader(self, state: MoraleState) -> Iterator[Step]:
        fails = leader_lost(state.kind, TABLES.leader_at - 1, state.tables)
        yield Step(f"The leader is out of action: two dice under {TABLES.leader_at} fail, {percent(leader_chance())}.", CITES["leader"])
        yield fails.steps[-1]

    # -- what is shown ----------------------------------------------------------------------------------------------------

    def picture(self, state: MoraleState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Both rolls: the two dice with the failing sums lit, and the six lines of the second table."""
        return morale_picture.picture(state.kind, state.hits, state.tables, answer)

    def charts(self, state: MoraleState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """What may happen this turn, how many rout, and how long the unit holds in the battle."""
        odds = morale_odds(state.kind, state.hits, state.tables)
        order = (NO_TEST, *(outcome(state.kind, die, state.tables) for die in D6.outcomes))
        axis = "second roll (1–2: figures that rout)"
        found: list[Chart] = [Bars("At the end of this turn", axis, tuple((name, odds.p(name)) for name in order))]
        left = self._now(state).figures
        if len(left) > 1:
            title = f"Figures left in the ranks, of {state.figures}, if the unit holds"
            found.append(Bars(title, "figures left", bars_of(left), ordered=True, tint="green"))
        after = standing(state.kind, state.figures, state.turns, state.tables)
        surely = ("holds its ground", tuple(turn.holds for turn in after))
        at_most = ("at most, if the lost line let it", tuple(turn.at_most for turn in after))
        series = (surely, at_most) if any(turn.open for turn in after) else (surely,)
        found.append(Curve(f"In a battle with hits {state.battle.replace(',', ', ')}", "turn", series))
        return tuple(found)

    def tables(self, state: MoraleState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The second morale rolls of both kinds, as far as they are left."""
        columns = tuple(KINDS[kind] for kind in KINDS)
        rows = tuple((str(die), tuple(_line(kind, die, state.tables) for kind in KINDS)) for die in D6.outcomes)
        mine = state.tables.second_morale.regular or state.tables.second_morale.irregular
        note = "Lines marked (yours) are supplied by you, not printed." if mine else ""
        return (Table("Second morale rolls", columns, rows, lit_column=list(KINDS).index(state.kind), note=note),)

    def controls(self, state: MoraleState) -> tuple[Control, ...]:
        """The unit, its hits, its leader, a battle, the reader's tables."""
        return (
            Choice("kind", "Troops", tuple(KINDS.items()), state.kind, buttons=True),
            Field("figures", "Figures in the ranks", str(state.figures)),
            Field("hits", "Hits suffered this turn", str(state.hits)),
            Choice("leader", "The leader", tuple(_LEADER.items()), state.leader, buttons=True),
            Field("battle", "A battle: hits turn by turn", state.battle, "such as 3,2/1,4"),
            self.own_box(state),
        )

    def settle(self, state: MoraleState) -> MoraleState:
        """Nothing here names a row of the tables."""
        return replace(state)


def _line(kind: str, die: int, tables: Supplied) -> str:
    """What does a line of the second table say in full?"""
    found = effect(kind, die, tables)
    if isinstance(found, Gap):
        return "lost in print"
    return found.text if isinstance(found, Printed) else f"{found.text} (yours)"
