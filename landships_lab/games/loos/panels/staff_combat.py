"""The staff's questions about combat: attacks, results, mobile combat, markers, shared points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent, plural
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.games.loos.analysis.forecasts import ATTACKS, Shared, share
from landships_lab.games.loos.rules import losses, reserves, shells
from landships_lab.games.loos.rules.assault import Assault, Resolved, resolve
from landships_lab.games.loos.rules.bombardment import ZERO_HOUR_DICE
from landships_lab.games.loos.rules.book import (
    LAST_TURN,
    ZERO_HOUR,
    Army,
    as_printed,
    chance_clause,
)
from landships_lab.games.loos.rules.losses import Force, Outcome
from landships_lab.games.loos.rules.reserves import MobileAttack, MobileEnd
from landships_lab.games.loos.rules.shells import MOST_DICE, Side
from landships_lab.games.loos.rules.table import FRONT_LINE, MEANINGS, TRENCHES, Choice
from landships_lab.panel.parts import OneOf, Several, Whole, part
from landships_lab.panel.parts.base import names
from . import common
from .common import CHOICE, FACTOR, FULL, REDUCED, chances, number_bars, table, word
from .question import ARMY, GeneralStaff

_DEFENDER = Whole("Defender", 1, 1, 3, error_name="the steps of the defender")
_HALVES = {"troops": "the troops", "shells": "the shells"}


def _about(half: str) -> Callable[[Any], bool]:
    return lambda state: bool(state.about == half)


_troops, _shells, _points, _attacks = map(_about, names("troops shells points attacks"))


def _dice(label: str, default: int, noun: str) -> Whole:
    return Whole(label, default, 0, MOST_DICE, shown=_shells, error_name=f"the {noun} dice")


@dataclass(frozen=True)
class Attack(GeneralStaff, key="attack", label="An attack with shells", bears_on="campaign"):
    """An attack with the bombardments of both sides.

    ``about`` says which half of it the controls set: the troops, or the shells.
    """

    about: str = part(word, "Set", "troops", _HALVES, "half of the attack")
    terrain: str = part(common.terrain("Terrain", "trench", FRONT_LINE, shown=_troops))
    broken: str = part(
        common.breached, shown=lambda state: _shells(state) and state.terrain in TRENCHES
    )
    units: int = part(Whole, "Half-brigades", 2, 1, 4, shown=_troops)
    full: int = part(replace, FULL, shown=_troops)
    reduced: int = part(replace, REDUCED, shown=_troops)
    steps: int = part(replace, _DEFENDER, default=2, shown=_troops)
    factor: int = part(replace, FACTOR, shown=_troops)
    battery: int = part(_dice, "Shells", 2, "British")
    used: tuple[str, ...] = part(
        Several, "With", (), {"gas": "gas"}, joined=True, control_id="with", shown=_shells
    )
    turn: int = part(
        Whole,
        "Turn",
        ZERO_HOUR,
        ZERO_HOUR,
        LAST_TURN,
        shown=lambda s: _shells(s) and "gas" in s.used,
    )
    counter: int = part(_dice, "German shells", 1, "German")
    stand_in: str = part(
        common.attackers_in, control_id="from", shown=lambda s: _shells(s) and s.counter > 0
    )
    choice: Choice = part(replace, CHOICE, shown=_troops)

    def check(self) -> Self:
        """Check the attack: gas is for Zero Hour, when a British marker has three dice."""
        in_time = "gas" in self.used and self.turn == ZERO_HOUR
        return replace(self, battery=ZERO_HOUR_DICE) if in_time and self.battery else self

    def ask(self) -> Answer[tuple[str, ...]]:
        return resolve(common.assault(Assault, self, gas="gas" in self.used, turn=self.turn))

    def effect(self, answer: Answer[tuple[str, ...]]) -> str:
        resolved: Resolved = answer.detail
        return chance_clause("", "advance", resolved.advance).strip()

    def tables(self, answer: Answer[tuple[str, ...]]) -> tuple[Table, ...]:
        return table("In this order", ("what is done",), enumerate(answer.value, 1))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        results, ends = answer.detail.results, answer.detail.ends
        lost = ends.map(lambda end: 2 * self.units - end.attackers.total_steps)
        killed = ends.map(lambda end: self.steps - end.defenders.total_steps)
        shown = [one for one in (*MEANINGS, "advance", "no attack") if results.p(one)]
        return (
            chances("The result, over every fall of the shells", "result", results, shown),
            number_bars("The cost to the attackers", "steps lost", lost),
            number_bars("The cost to the defender", "steps lost", killed),
        )


_RESULTS = {result: f"{result}: {meaning}" for result, meaning in MEANINGS.items()}
_WAY_BACK = {"displaces": "would displace another unit"}


@dataclass(frozen=True)
class AfterCombat(GeneralStaff, key="combat", label="After a combat", bears_on="losses"):
    """The effects of a result of the table."""

    result: str = part(OneOf, "Result", "Ex", _RESULTS)
    units: int = part(Whole, "Attackers", 2, 1, 4)
    each: int = part(Whole, "Steps each", 2, 1, 3)
    steps: int = part(_DEFENDER)
    choice: Choice = part(CHOICE)
    back: tuple[str, ...] = part(Several, "Its way back", (), _WAY_BACK, joined=True)
    under: tuple[str, ...] = part(Several, "Under it", (), {"reserve": "a reserve"}, joined=True)

    def ask(self) -> Answer[Outcome]:
        attackers = Force((self.each,) * self.units, tuple(range(1, self.each + 1)))
        defender, displaces = losses.one_unit(self.steps, 1), "displaces" in self.back
        fight = (self.result, attackers, defender, self.choice, displaces)
        return losses.after_combat(*fight, self.options, "reserve" in self.under)

    def effect(self, answer: Answer[Outcome]) -> str:
        end = answer.value
        lost = self.units * self.each - end.attackers.total_steps
        killed = self.steps - end.defenders.total_steps
        effects = {f"attacker −{lost}": lost, f"defender −{killed}": killed}
        effects["a retreat"] = end.retreat_hexes
        return ", ".join(words for words, holds in effects.items() if holds) or "nothing"

    def case(self) -> tuple[Table, ...]:
        attackers = (plural(self.units, "unit"), f"{plural(self.each, 'step')} each")
        defender = ("1 unit", plural(self.steps, "step"))
        rows = (("attackers", *attackers), ("defender", *defender))
        return table("Before the result", ("", ""), rows)

    def tables(self, answer: Answer[Outcome]) -> tuple[Table, ...]:
        heads = {result: result for result in MEANINGS}
        return self.compared("Steps lost by every result", "result", "choice", heads)


@dataclass(frozen=True)
class Mobile(GeneralStaff, key="mobile", label="Mobile combat", bears_on="mobile"):
    """Reserves that attack one at a time."""

    units: int = part(Whole, "Reserves", 2, 1, reserves.MOST_ATTACKERS)
    points: int = part(Whole, "Points", 1, 1, 4, error_name="the points to get there")
    full: int = part(FULL)
    reduced: int = part(REDUCED)
    terrain: str = part(common.terrain, "Terrain", "clear", FRONT_LINE)
    steps: int = part(_DEFENDER)
    factor: int = part(FACTOR)
    choice: Choice = part(CHOICE)

    def ask(self) -> Answer[Odds[MobileEnd]]:
        attack = MobileAttack(
            losses.half_brigades(self.units, self.full, self.reduced),
            losses.one_unit(self.steps, self.factor),
            line=self.terrain,
            points=self.points,
            choice=self.choice,
            readings=self.options,
        )
        return reserves.mobile_combat(attack)

    def effect(self, answer: Answer[Odds[MobileEnd]]) -> str:
        return f"freed: {percent(answer.value.chance(lambda end: end.freed_by > 0))}"

    def case(self) -> tuple[Table, ...]:
        rows = (
            ("reserves", self.units, f"{self.full} full", f"{self.reduced} reduced"),
            ("defender", plural(self.steps, "step"), f"{self.factor} a step", self.terrain),
        )
        return table("The two sides", ("", "", ""), rows) + common.printed_table(
            terrain=self.terrain
        )

    def charts(self, answer: Answer[Odds[MobileEnd]]) -> tuple[Chart, ...]:
        freed = answer.value.map(lambda end: end.freed_by)
        by = [(f"attack {n}", freed.p(n)) for n in range(1, self.units + 1)]
        bars = (*by, ("not at all", freed.p(0)))
        lost = answer.value.map(lambda end: sum(2 - steps for steps in end.attackers))
        return (
            Bars("The attack that frees the hex", "one attack after another", bars),
            number_bars("The cost", "steps the reserves lose", lost),
        )


_TARGET = {"observed": "observed", "marked": "marked already", "adjacent": "next to a friend"}
_SHORT = {"observed": "observed", "marked": "marked", "adjacent": "next"}
_SOME = (some for number in range(4) for some in combinations(_SHORT, number))
#: Every target of a marker, and its name in a table.
_TARGETS = {some: ", ".join(map(_SHORT.__getitem__, some)) for some in _SOME}
_TARGETS |= {(): "none of these", tuple(_SHORT): "all three"}
_GROUND = {"front": "the front line", "open": "other ground"}


@dataclass(frozen=True)
class Markers(GeneralStaff, key="markers", label="Artillery markers", bears_on="markers"):
    """An artillery marker to be placed."""

    by: Side = part(word, "By", "attacker", {side: f"the {side}" for side in shells.SIDES})
    army: Army = part(replace, ARMY, default="british")
    ground: str = part(
        word(
            "British in",
            "front",
            _GROUND,
            "ground of the target",
            shown=lambda s: s.army == "german",
        )
    )
    track: int = part(Whole, "On the track", 3, 0, shells.BRITISH_MARKERS)
    used: int = part(Whole, "Used", 0, 0, shells.BRITISH_MARKERS)
    target: tuple[str, ...] = part(Several, "It is", ("observed",), _TARGET, joined=True)

    def check(self) -> Self:
        return replace(self, used=min(self.used, self.track))

    def ask(self) -> Answer[bool]:
        return self._placed(self.by, self.target)

    def _placed(self, by: Side, target: tuple[str, ...]) -> Answer[bool]:
        observed, marked, adjacent = (key in target for key in _TARGET)
        track = (by, self.track, self.used, observed, marked, adjacent)
        in_front = self.ground == "front"
        return shells.may_place(shells.Placing(*track, self.army, in_front, self.options))

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        rows = (
            (words, *(self.effect(self._placed(by, target)) for by in shells.SIDES))
            for target, words in _TARGETS.items()
        )
        lit = [*_TARGETS].index(self.target), [*shells.SIDES].index(self.by)
        title, heads = "May a marker be placed there?", ("attacker", "defender")
        note = "next: next to a unit of the player who places it"
        return table(title, heads, rows, *lit, note)


# -- three attacks at once -------------------------------------------------------------------------

#: The most points that one attack is given here.
MOST_POINTS = 6
_LEAST = {"1": "at least one", "2": "at least two", "3": "all three"}
#: Differentials before any point is added, written as on the table.
_BEFORE = tuple((str(n), as_printed(n)) for n in range(-4, 7))
_PARTS = {"points": "the points", "attacks": "the attacks"}


def _given(label: str) -> Whole:
    return Whole(f"{label} attack", 0, 0, MOST_POINTS, shown=_points)


def _ground(label: str, default: str) -> OneOf:
    return common.terrain(label, default, FRONT_LINE, shown=_attacks, error_name="")


def _before(label: str, default: str) -> OneOf:
    return OneOf(label, default, _BEFORE, error_name="differential", shown=_attacks)


@dataclass(frozen=True)
class Sharing(GeneralStaff, key="sharing", label="Three attacks at once", bears_on="table"):
    """Points of strength that three attacks share.

    ``about`` says what the controls set: the points, or the attacks.
    """

    about: str = part(word, "Set", "points", _PARTS, "half of the question")
    first: int = part(_given, "First")
    second: int = part(_given, "Second")
    third: int = part(_given, "Third")
    hurt: str = part(word, "Lose a step", "1", _LEAST, shown=_points)
    ground_1: str = part(_ground, "First on", "clear")
    before_1: str = part(_before, "at", "0")
    ground_2: str = part(_ground, "Second on", "town")
    before_2: str = part(_before, "at", "0")
    ground_3: str = part(_ground, "Third on", "trench")
    before_3: str = part(_before, "at", "0")
    choice: Choice = part(replace, CHOICE, shown=_attacks)

    @property
    def attacks(self) -> Shared:
        """The three attacks, in the form that the rules take."""
        return Shared(
            (self.ground_1, self.ground_2, self.ground_3),
            (int(self.before_1), int(self.before_2), int(self.before_3)),
            (self.first, self.second, self.third),
            self.choice,
            self.options,
        )

    def ask(self) -> Answer[Fraction]:
        return share(self.attacks, int(self.hurt))

    def effect(self, answer: Answer[Fraction]) -> str:
        return percent(answer.value)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        sharing = self.attacks
        before, sums = map(as_printed, sharing.before), map(as_printed, sharing.differentials)
        attacks = (f"attack {n + 1}" for n in range(ATTACKS))
        chance = map(percent, sharing.chances)
        rows = zip(attacks, sharing.lines, before, sharing.points, sums, chance, strict=True)
        heads = ("terrain", "before", "points", "differential", "defender loses a step")
        return table("The three attacks", heads, rows)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        title, outcomes = "Defenders that lose a step", range(ATTACKS + 1)
        return (chances(title, "of three", answer.detail, outcomes, ordered=True),)


QUESTIONS = (Attack, AfterCombat, Mobile, Markers, Sharing)
