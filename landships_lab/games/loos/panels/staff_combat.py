"""The staff's questions about combat: an attack with shells, the effects of a result, reserves that
attack one at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent, plural
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.games.loos.rules.assault import Assault, Resolved, resolve
from landships_lab.games.loos.rules.bombardment import ZERO_HOUR_DICE
from landships_lab.games.loos.rules.book import LAST_TURN, ZERO_HOUR, Army, happens
from landships_lab.games.loos.rules.losses import (
    Force,
    Outcome,
    after_combat,
    half_brigades,
    one_unit,
)
from landships_lab.games.loos.rules.reserves import (
    MOST_ATTACKERS,
    MobileAttack,
    MobileEnd,
    mobile_combat,
)
from landships_lab.games.loos.rules.shells import (
    BRITISH_MARKERS,
    MOST_DICE,
    SIDES,
    Placing,
    Side,
    may_place,
)
from landships_lab.games.loos.rules.table import FRONT_LINE, MEANINGS, TRENCHES, Choice
from landships_lab.panel.parts import OneOf, Several, Whole, part
from .common import (
    CHOICE,
    FACTOR,
    FULL,
    OPEN_GROUND,
    REDUCED,
    TERRAINS,
    Offered,
    number_bars,
    printed_table,
)
from .question import ARMY, GeneralStaff

_STEPS = Whole("Defender", 1, 1, 3, error_name="the steps of the defender")


def _troops(state: Attack) -> bool:
    return state.about == "troops"


def _shells(state: Attack) -> bool:
    return state.about == "shells"


@dataclass(frozen=True)
class Attack(GeneralStaff, key="attack", label="An attack with shells", bears_on="campaign"):
    """An attack with the bombardments of both sides.

    ``about`` says which half of it the controls set: the troops, or the shells.
    """

    about: str = part(
        OneOf,
        "Set",
        "troops",
        {"troops": "the troops", "shells": "the shells"},
        buttons=True,
        error_name="half of the attack",
    )
    terrain: str = part(Offered, "Terrain", "trench", TERRAINS, shown=_troops, hidden=(FRONT_LINE,))
    broken: str = part(
        Offered,
        "Breached, it is",
        "clear",
        TERRAINS,
        error_name="terrain",
        shown=lambda state: _shells(state) and state.terrain in TRENCHES,
        hidden=(*TRENCHES, FRONT_LINE),
    )
    units: int = part(Whole, "Half-brigades", 2, 1, 4, shown=_troops)
    full: int = part(replace, FULL, shown=_troops)
    reduced: int = part(replace, REDUCED, shown=_troops)
    steps: int = part(
        Whole, "Defender", 2, 1, 3, shown=_troops, error_name="the steps of the defender"
    )
    factor: int = part(replace, FACTOR, shown=_troops)
    battery: int = part(
        Whole, "Shells", 2, 0, MOST_DICE, shown=_shells, error_name="the British dice"
    )
    used: tuple[str, ...] = part(
        Several, "With", (), {"gas": "gas"}, joined=True, control_id="with", shown=_shells
    )
    turn: int = part(
        Whole,
        "Turn",
        ZERO_HOUR,
        ZERO_HOUR,
        LAST_TURN,
        shown=lambda state: _shells(state) and "gas" in state.used,
    )
    counter: int = part(
        Whole, "German shells", 1, 0, MOST_DICE, shown=_shells, error_name="the German dice"
    )
    stand_in: str = part(
        OneOf,
        "Attackers in",
        FRONT_LINE,
        OPEN_GROUND,
        control_id="from",
        error_name="ground for the attackers",
        shown=lambda state: _shells(state) and state.counter > 0,
    )
    choice: Choice = part(replace, CHOICE, shown=_troops)

    def fitted(self) -> Self:
        """Return the attack; gas belongs to Zero Hour, in which a British marker has three dice."""
        in_time = "gas" in self.used and self.turn == ZERO_HOUR
        return replace(self, battery=ZERO_HOUR_DICE) if in_time and self.battery else self

    def ask(self) -> Answer[tuple[str, ...]]:
        in_trench = self.terrain in TRENCHES
        assault = Assault(
            half_brigades(self.units, self.full, self.reduced),
            one_unit(self.steps, self.factor),
            line=self.terrain,
            broken_line=self.broken if in_trench else self.terrain,
            in_trench=in_trench,
            battery=self.battery,
            gas="gas" in self.used,
            turn=self.turn,
            counter_battery=self.counter,
            open_line=self.stand_in,
            choice=self.choice,
            readings=dict(self.readings),
        )
        return resolve(assault)

    def effect(self, answer: Answer[tuple[str, ...]]) -> str:
        found: Resolved = answer.detail
        return happens("", "advance", found.advance).strip()

    def tables(self, answer: Answer[tuple[str, ...]]) -> tuple[Table, ...]:
        rows = tuple((str(n), (stage,)) for n, stage in enumerate(answer.value, 1))
        return (Table("In this order", ("what is done",), rows),)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        found: Resolved = answer.detail
        bars = tuple(
            (name, found.results.p(name))
            for name in (*MEANINGS, "advance", "no attack")
            if found.results.p(name)
        )
        lost = found.ends.map(lambda end: 2 * self.units - end.attackers.total_steps)
        killed = found.ends.map(lambda end: self.steps - end.defenders.total_steps)
        return (
            Bars("The result, over every fall of the shells", "result", bars),
            number_bars("The cost to the attackers", "steps lost", lost),
            number_bars("The cost to the defender", "steps lost", killed),
        )


@dataclass(frozen=True)
class AfterCombat(GeneralStaff, key="combat", label="After a combat", bears_on="losses"):
    """The effects of a result of the table."""

    result: str = part(
        OneOf,
        "Result",
        "Ex",
        {result: f"{result}: {meaning}" for result, meaning in MEANINGS.items()},
    )
    units: int = part(Whole, "Attackers", 2, 1, 4)
    each: int = part(Whole, "Steps each", 2, 1, 3)
    steps: int = part(_STEPS)
    choice: Choice = part(CHOICE)
    back: tuple[str, ...] = part(
        Several, "Its way back", (), {"displaces": "would displace another unit"}, joined=True
    )
    under: tuple[str, ...] = part(Several, "Under it", (), {"reserve": "a reserve"}, joined=True)

    def ask(self) -> Answer[Outcome]:
        attackers = Force((self.each,) * self.units, tuple(range(1, self.each + 1)))
        defender, readings = one_unit(self.steps, 1), dict(self.readings)
        displaces, reserve = "displaces" in self.back, "reserve" in self.under
        return after_combat(
            self.result, attackers, defender, self.choice, displaces, readings, reserve
        )

    def effect(self, answer: Answer[Outcome]) -> str:
        end = answer.value
        lost, killed = (
            self.units * self.each - end.attackers.total_steps,
            self.steps - end.defenders.total_steps,
        )
        told = (
            [f"attacker −{lost}"] * bool(lost)
            + [f"defender −{killed}"] * bool(killed)
            + ["a retreat"] * bool(end.retreat_hexes)
        )
        return ", ".join(told) or "nothing"

    def case(self) -> tuple[Table, ...]:
        rows = (
            ("attackers", (plural(self.units, "unit"), f"{plural(self.each, 'step')} each")),
            ("defender", ("1 unit", plural(self.steps, "step"))),
        )
        return (Table("Before the result", ("", ""), rows),)

    def tables(self, answer: Answer[Outcome]) -> tuple[Table, ...]:
        return (
            self.compared(
                "Steps lost by every result",
                "result",
                "choice",
                {result: result for result in MEANINGS},
            ),
        )


@dataclass(frozen=True)
class Mobile(GeneralStaff, key="mobile", label="Mobile combat", bears_on="mobile"):
    """Reserves that attack one at a time."""

    units: int = part(Whole, "Reserves", 2, 1, MOST_ATTACKERS)
    points: int = part(Whole, "Points", 1, 1, 4, error_name="the points to get there")
    full: int = part(FULL)
    reduced: int = part(REDUCED)
    terrain: str = part(Offered, "Terrain", "clear", TERRAINS, hidden=(FRONT_LINE,))
    steps: int = part(_STEPS)
    factor: int = part(FACTOR)
    choice: Choice = part(CHOICE)

    def ask(self) -> Answer[Odds[MobileEnd]]:
        attack = MobileAttack(
            half_brigades(self.units, self.full, self.reduced),
            one_unit(self.steps, self.factor),
            line=self.terrain,
            points=self.points,
            choice=self.choice,
            readings=dict(self.readings),
        )
        return mobile_combat(attack)

    def effect(self, answer: Answer[Odds[MobileEnd]]) -> str:
        return f"freed: {percent(answer.value.chance(lambda end: end.freed_by > 0))}"

    def case(self) -> tuple[Table, ...]:
        rows = (
            ("reserves", (str(self.units), f"{self.full} full", f"{self.reduced} reduced")),
            ("defender", (plural(self.steps, "step"), f"{self.factor} a step", self.terrain)),
        )
        sides = Table("The two sides", ("", "", ""), rows)
        return (sides, *printed_table(terrain=self.terrain))

    def charts(self, answer: Answer[Odds[MobileEnd]]) -> tuple[Chart, ...]:
        freed = answer.value.map(lambda end: end.freed_by)
        by = tuple((f"attack {n}", freed.p(n)) for n in range(1, self.units + 1))
        return (
            Bars(
                "The attack that frees the hex",
                "one attack after another",
                (*by, ("not at all", freed.p(0))),
            ),
            number_bars(
                "The cost",
                "steps the reserves lose",
                answer.value.map(lambda end: sum(2 - steps for steps in end.attackers)),
            ),
        )


#: Every target of a marker, and its name in a table.
_TARGETS: Mapping[tuple[str, ...], str] = {
    (): "none of these",
    ("observed",): "observed",
    ("marked",): "marked",
    ("adjacent",): "next",
    ("observed", "marked"): "observed, marked",
    ("observed", "adjacent"): "observed, next",
    ("marked", "adjacent"): "marked, next",
    ("observed", "marked", "adjacent"): "all three",
}


@dataclass(frozen=True)
class Markers(GeneralStaff, key="markers", label="Artillery markers", bears_on="markers"):
    """An artillery marker that is to be placed."""

    by: Side = part(OneOf, "By", "attacker", {side: f"the {side}" for side in SIDES}, buttons=True)
    army: Army = part(replace, ARMY, default="british")
    ground: str = part(
        OneOf,
        "British in",
        "front",
        {"front": "the front line", "open": "other ground"},
        buttons=True,
        shown=lambda state: state.army == "german",
        error_name="ground of the target",
    )
    track: int = part(Whole, "On the track", 3, 0, BRITISH_MARKERS)
    used: int = part(Whole, "Used", 0, 0, BRITISH_MARKERS)
    target: tuple[str, ...] = part(
        Several,
        "It is",
        ("observed",),
        {"observed": "observed", "marked": "marked already", "adjacent": "next to a friend"},
        joined=True,
    )

    def fitted(self) -> Self:
        return replace(self, used=min(self.used, self.track))

    def ask(self) -> Answer[bool]:
        return self._placed(self.by, self.target)

    def _placed(self, by: Side, target: tuple[str, ...]) -> Answer[bool]:
        observed, marked, adjacent = (key in target for key in ("observed", "marked", "adjacent"))
        return may_place(
            Placing(
                by,
                self.track,
                self.used,
                observed,
                marked,
                adjacent,
                self.army,
                self.ground == "front",
                dict(self.readings),
            )
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        rows = tuple(
            (words, tuple(self.effect(self._placed(by, target)) for by in SIDES))
            for target, words in _TARGETS.items()
        )
        lit = [*_TARGETS].index(self.target), [*SIDES].index(self.by)
        return (
            Table(
                "May a marker be placed there?",
                ("attacker", "defender"),
                rows,
                *lit,
                "next: next to a unit of the player who places it",
            ),
        )


QUESTIONS = (Attack, AfterCombat, Mobile, Markers)
