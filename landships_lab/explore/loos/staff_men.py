"""The staff's questions about men: stacks, reserves, shells on a stack, lost steps, replacements, releases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import percent, plural
from landships_lab.explore.loos.common import TERRAINS, Offered, number_bars
from landships_lab.explore.loos.question import ARMY, Question, hexes
from landships_lab.explore.parts import OneOf, Several, Whole, part
from landships_lab.rules import loos
from landships_lab.rules.loos.attrition import (
    BATTALIONS,
    FIRST_DEADPILE,
    MOMENTS,
    MOVEMENT_PHASES,
    NEVER,
    REPLACEMENT_ODDS,
    Broken,
    Moment,
)
from landships_lab.rules.loos.forces import STEPS
from landships_lab.rules.loos.reserves import FRIENDS, LAST_TURN, MOVE_ODDS, PHASES, RESERVE_DIVISIONS, SECTORS, Friend, Phase
from landships_lab.rules.loos.table import FRONT_LINE, SECONDARY, TRENCHES
from landships_lab.rules.loos.terrain import Army
from landships_lab.scene.charts import Chart, Curve, Table

_DEADPILE = Whole("Battalions in the deadpile", FIRST_DEADPILE, 0, BATTALIONS)
_DIE = Whole("The roll", 5, 1, 6)


@dataclass(frozen=True)
class Reserve(Question):
    """The move of a reserve."""

    key = "reserve"
    label = "Reserve move"
    hexes: int = part(Whole("Hexes on the way", 2, 1, 4))
    cost: int = part(Whole("Points for each hex (set by you)", 1, 0, 4))
    trenches: int = part(Whole("Trench hexsides crossed", 0, 0, 4))
    friend: Friend = part(OneOf("Friendly units stand", "none", FRIENDS))

    def fitted(self) -> Reserve:
        """Return the move with at most one trench hexside into each hex."""
        return replace(self, trenches=min(self.trenches, self.hexes))

    def ask(self) -> Answer[Fraction]:
        """Return the chance that it gets there."""
        return loos.reach_chance([self.cost] * self.hexes, [n < self.trenches for n in range(self.hexes)], self.friend)

    def charts(self, answer: Answer[Fraction]) -> tuple[Chart, ...]:
        """Return the odds of its movement points."""
        return (number_bars("Half a die, rounded up", "movement points", MOVE_ODDS),)


@dataclass(frozen=True)
class Division(Question):
    """A British reserve division on its way to the front."""

    key = "division"
    label = "British reserves"
    turn: int = part(Whole("Placed in turn", 1, 1, LAST_TURN))
    placed: str = part(OneOf("Its six units are placed", "whole", {"whole": "in one sector", "split": "in two sectors"}, buttons=True))

    def ask(self) -> Answer[Any]:
        """Return what it does turn by turn."""
        return loos.reserve_path(self.turn, self.placed == "whole")


#: The source names three divisions beside those in reserve; the front needs three more.
_UNNAMED = ("fourth", "fifth", "sixth")
_DIVISIONS = ("1st", "2nd", "7th", *_UNNAMED, *RESERVE_DIVISIONS, "none")
_DIVISION_LABELS = {division: f"a {division} (set by you)" if division in _UNNAMED else division for division in _DIVISIONS}


def _manned(sector: str, division: str) -> OneOf:
    return OneOf(f"Sector {sector}", division, _DIVISION_LABELS, named=sector, noun="division")


@dataclass(frozen=True)
class Sectors(Question):
    """The divisions that man the British sectors."""

    key = "sectors"
    label = "Sectors"
    first: str = part(_manned("I", "1st"))
    second: str = part(_manned("II", "2nd"))
    third: str = part(_manned("III", "7th"))
    fourth: str = part(_manned("IV", "fourth"))
    fifth: str = part(_manned("V", "fifth"))
    sixth: str = part(_manned("VI", "sixth"))

    def ask(self) -> Answer[bool]:
        """Return whether every sector is manned."""
        divisions = (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
        return loos.check_sectors({s: d for s, d in zip(SECTORS, divisions, strict=True) if d != "none"})


_COMPANY = {
    "same": ("of one division or brigade", ("3B", "3B")),
    "other": ("of different divisions or brigades", ("14", "111")),
    "replacement": ("one a German replacement battalion", ("14", "")),
    "enemy": ("one of each army", ("14", "14")),
    "three": ("three, of one division or brigade", ("3B", "3B", "3B")),
}


@dataclass(frozen=True)
class Stack(Question):
    """Units that would end a phase in one hex."""

    key = "stack"
    label = "Stacking"
    army: Army = part(ARMY)
    company: str = part(OneOf("Units", "same", {key: label for key, (label, _) in _COMPANY.items()}))
    swap: str = part(OneOf("Their order", "no", {"no": "stays", **{phase: f"is changed in the {phase} phase" for phase in PHASES}}))

    def ask(self) -> Answer[bool]:
        """Return whether they may stack, and then whether their order may be changed."""
        _, formations = _COMPANY[self.company]
        units = [loos.Stacked(self.army, formation or "14") for formation in formations]
        if self.company == "enemy":
            units[1] = loos.Stacked("british" if self.army == "german" else "german", formations[1])
        if self.company == "replacement":
            units[1] = loos.Stacked("german", "")
        stacked = loos.may_stack(units)
        return stacked if self.swap == "no" or not stacked.value else loos.may_reorder(cast(Phase, self.swap))


@dataclass(frozen=True)
class ShelledStack(Question):
    """Two stacked units under one bombardment."""

    key = "shelled"
    label = "Shells on a stack"
    bears_on = "stack"
    terrain: str = part(Offered("Terrain shelled", "clear", TERRAINS, hidden=(SECONDARY,)))
    dice: int = part(Whole("Dice (set by you)", 3, 1, 4))
    front: int = part(Whole("Steps of the front line unit", 2, 1, 3))
    under: int = part(Whole("Steps of the reserve under it", 2, 1, 3))
    sheltered: tuple[str, ...] = part(
        Several(
            "They are",
            (),
            {"trench": "Germans in a trench"},
            joined=True,
            named="in",
            shown=lambda state: state.terrain not in (*TRENCHES, FRONT_LINE),
        )
    )

    def fitted(self) -> ShelledStack:
        """Return the question; the units in the British front line are British, of two steps each at most."""
        if self.terrain != FRONT_LINE:
            return self
        return replace(self, sheltered=(), front=min(self.front, 2), under=min(self.under, 2))

    def ask(self) -> Answer[Odds[tuple[int, ...]]]:
        """Return the odds of the steps left."""
        return loos.shell_stack(self.terrain, self.dice, (self.front, self.under), "trench" in self.sheltered, dict(self.readings))

    def charts(self, answer: Answer[Odds[tuple[int, ...]]]) -> tuple[Chart, ...]:
        """Return the odds of all steps lost."""
        steps = self.front + self.under
        return (number_bars("Steps lost in all", "steps of both units", answer.value.map(lambda left: steps - sum(left))),)


@dataclass(frozen=True)
class LostStep(Question):
    """A unit that loses a step."""

    key = "loss"
    label = "Lost step"
    kind: str = part(
        OneOf("Unit", "regiment", {kind: f"{kind} (up to {plural(steps, 'step')})" for kind, (steps, _) in STEPS.items()}, noun="unit")
    )
    steps: int = part(Whole("Steps it has", 2, 1, 3, shown=lambda state: state.kind != "battalion"))
    deadpile: int = part(replace(_DEADPILE, shown=lambda state: state.kind == "regiment"))

    def fitted(self) -> LostStep:
        """Return the question with steps that the unit can have."""
        return replace(self, steps=min(self.steps, STEPS[self.kind][0]))

    def ask(self) -> Answer[int]:
        """Return the steps it has left."""
        return loos.lose_step(self.kind, self.steps, self.deadpile)


@dataclass(frozen=True)
class BreakDown(Question):
    """A regiment that breaks down into battalions."""

    key = "breakdown"
    label = "Breaking down"
    steps: int = part(Whole("Steps it has", 3, 2, 3))
    deadpile: int = part(_DEADPILE)
    when: Moment = part(OneOf("It breaks down", "movement", MOMENTS))

    def ask(self) -> Answer[Broken]:
        """Return the battalions that replace it."""
        return loos.break_down(self.steps, self.deadpile, self.when)


@dataclass(frozen=True)
class Replacements(Question):
    """The replacements of a turn."""

    key = "replacements"
    label = "Replacements"
    die: int = part(_DIE)
    deadpile: int = part(_DEADPILE)
    towns: int = part(Whole("Free town hexes held", 4, 0, 20))
    lost: int = part(Whole("Battalions lost each phase, for the chart (set by you)", 1, 0, 6))

    def ask(self) -> Answer[int]:
        """Return the battalions received."""
        return loos.replacements(self.die, self.deadpile, self.towns)

    def charts(self, answer: Answer[int]) -> tuple[Chart, ...]:
        """Return the odds of a turn, and of the battalions received over the game."""
        totals = loos.received_odds([self.lost] * MOVEMENT_PHASES, self.deadpile)
        most = max(totals[-1].outcomes)
        series = tuple(
            (f"{n} or more in all", tuple(odds.at_least(n) for odds in totals)) for n in sorted({1, (most + 1) // 2, most} - {0})
        )
        return (
            number_bars("Half a die, rounded down", "battalions due this turn", REPLACEMENT_ODDS),
            Curve("Received over the game", "German movement phases", series),
        )


_SPANS = {"silent": None} | {f"{low}-{high}": (low, high) for low in range(1, 7) for high in range(low, 7)}
_SPAN_LABELS = {key: f"{key} (set by you)" if span else "not in the source" for key, span in _SPANS.items()}


@dataclass(frozen=True)
class Release(Question):
    """The roll that releases a German division."""

    key = "release"
    label = "Release of a division"
    span: str = part(OneOf("Rolls that release it", "silent", _SPAN_LABELS))
    die: int = part(_DIE)
    turn: int = part(Whole("Turn (0 is Zero Hour)", 1, 0, LAST_TURN))

    def ask(self) -> Answer[Any]:
        """Return whether the roll releases it."""
        return loos.released(self.die, _SPANS[self.span], self.turn)

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the chance of each turn, with this span in every turn."""
        span = _SPANS[self.span]
        if span is None:
            return ()
        odds = loos.release_odds(dict.fromkeys(range(1, LAST_TURN + 1), span))
        cells = tuple(percent(odds.p(turn)) for turn in (*range(1, LAST_TURN + 1), NEVER))
        heads = (*(f"turn {turn}" for turn in range(1, LAST_TURN + 1)), "never")
        return (Table("The turn of release, with this span in every turn", heads, (("released", cells),), note="You set the span."),)


@dataclass(frozen=True)
class Entry(Question):
    """The hexes in which a released division enters."""

    key = "entry"
    label = "Entry of a division"
    bears_on = "entry"
    regiments: tuple[Hex, ...] = part(hexes("Its regiments are placed in", "0110", "0209", "0210"))

    def ask(self) -> Answer[bool]:
        """Return whether its regiments may be placed there."""
        return loos.division_enters(self.regiments, dict(self.readings))


QUESTIONS = (Reserve, Division, Sectors, Stack, ShelledStack, LostStep, BreakDown, Replacements, Release, Entry)
