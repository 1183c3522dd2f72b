"""The staff's questions about men: reserves, divisions, stacks, losses, replacements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self, cast

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import Odds
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import listed, mixed, percent, plural
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.games.loos.analysis import forecasts
from landships_lab.games.loos.rules import attrition, deployment, reserves, shells
from landships_lab.games.loos.rules.attrition import BATTALIONS, MOST_ROOM, Moment
from landships_lab.games.loos.rules.book import GRID, LAST_TURN, Army, name
from landships_lab.games.loos.rules.losses import CAUSES, STEPS, Cause, UnitSteps, lose_step
from landships_lab.games.loos.rules.reserves import Friend, Phase, Stacked
from landships_lab.games.loos.rules.table import FRONT_LINE, SECONDARY, TRENCHES
from landships_lab.games.loos.rules.turns import entry_hexes
from landships_lab.panel.parts import OneOf, Several, Whole, part
from . import common
from .common import number_bars, table, word
from .question import ARMY, GeneralStaff, hexes, refused, ticked
from .staff_map import MAP, Plan

_RESERVES = {"any": "any reserve", "zero-hour": "German, in Zero Hour"}


@dataclass(frozen=True)
class Reserve(GeneralStaff, key="reserve", label="Reserve move", bears_on="reserve"):
    """The move of a reserve."""

    hexes: int = part(Whole, "Hexes", 2, 1, 4)
    cost: int = part(Whole, "Points a hex", 1, 0, 4)
    trenches: int = part(Whole, "Trenches", 0, 0, 4)
    friend: Friend = part(OneOf, "Friends", "none", reserves.FRIENDS)
    moves: str = part(OneOf, "It is", "any", _RESERVES)

    @property
    def _in_zero_hour(self) -> bool:
        return self.moves == "zero-hour"

    def check(self) -> Self:
        return replace(self, trenches=min(self.trenches, self.hexes))

    def ask(self) -> Answer[Fraction]:
        costs, over = [self.cost] * self.hexes, [n < self.trenches for n in range(self.hexes)]
        how = (self.friend, self._in_zero_hour, self.options)
        return reserves.reach_chance(costs, over, *how)

    def case(self) -> tuple[Table, ...]:
        rows = (
            (f"hex {n + 1}", mixed(self.cost), "yes" if n < self.trenches else "")
            for n in range(self.hexes)
        )
        return table("The way", ("movement points", "over a trench hexside"), rows)

    def charts(self, answer: Answer[Fraction]) -> tuple[Chart, ...]:
        odds = reserves.points_odds(self._in_zero_hour, self.options)
        bars = tuple((mixed(points), chance) for points, chance in odds)
        return (Bars("Half a die, rounded up", "movement points", bars, ordered=True),)


_PLACED = {"whole": "in one sector", "split": "in two sectors"}


@dataclass(frozen=True)
class Division(GeneralStaff, key="division", label="British reserves"):
    """A British reserve division on its way to the front."""

    turn: int = part(Whole, "Turn", 1, 0, LAST_TURN)
    placed: str = part(word, "Its six units", "whole", _PLACED)
    front: str = part(word, "The front has", "room", {"room": "room", "full": "no room"})

    def ask(self) -> Answer[Mapping[int, str] | Gap]:
        return reserves.reserve_path(self.turn, self.placed == "whole", self.front == "room")

    def case(self) -> tuple[Table, ...]:
        return self._turns({self.turn: "placed"}, None)

    def tables(self, answer: Answer[Mapping[int, str] | Gap]) -> tuple[Table, ...]:
        known = {self.turn: "reserve line"} if isinstance(answer.value, Gap) else answer.value
        return self._turns(known, self.turn - 1 if self.turn else None)

    def _turns(self, known: Mapping[int, str], lit: int | None) -> tuple[Table, ...]:
        rows = ((f"turn {n}", known.get(n, "")) for n in range(1, LAST_TURN + 1))
        return table("The division turn by turn", ("it is in, or does",), rows, lit)


#: The source names three divisions besides those in reserve; the front needs three more.
_UNNAMED = ("fourth", "fifth", "sixth")
_DIVISIONS = {
    division: f"a {division}" if division in _UNNAMED else division
    for division in ("1st", "2nd", "7th", *_UNNAMED, *deployment.RESERVE_DIVISIONS, "none")
}


def _manned(sector: str, division: str) -> OneOf:
    return OneOf(sector, division, _DIVISIONS, control_id=sector, error_name="division")


@dataclass(frozen=True)
class Sectors(GeneralStaff, key="sectors", label="Sectors"):
    """The divisions that man the British sectors."""

    first: str = part(_manned, "I", "1st")
    second: str = part(_manned, "II", "2nd")
    third: str = part(_manned, "III", "7th")
    fourth: str = part(_manned, "IV", "fourth")
    fifth: str = part(_manned, "V", "fifth")
    sixth: str = part(_manned, "VI", "sixth")
    also: tuple[str, ...] = part(
        ticked, "Also", "also", empty="some hexes are empty", stacked="halves of a brigade stacked"
    )

    def ask(self) -> Answer[bool]:
        manned = {sector: division for sector, division in self._manned() if division != "none"}
        return deployment.check_sectors(manned, self.also)

    def _manned(self) -> list[tuple[str, str]]:
        divisions = (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
        return list(zip(deployment.SECTORS, divisions, strict=True))

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        rows = ((f"sector {sector}", _DIVISIONS[division]) for sector, division in self._manned())
        note = "The source names three of the six divisions; the others are yours to set."
        return table("The British front", ("division",), rows, note=note)


#: The label, the table heading and the formations of units that would stack.
_COMPANY = {
    "same": ("of one division or brigade", "of one division", ("3B", "3B")),
    "other": ("of different divisions or brigades", "of two", ("14", "111")),
    "replacement": ("one a German replacement battalion", "a replacement", ("14", "")),
    "enemy": ("one of each army", "of both armies", ("14", "14")),
    "three": ("three, of one division or brigade", "three units", ("3B", "3B", "3B")),
}
_UNITS = {key: label for key, (label, _, _) in _COMPANY.items()}
_SWAPS = {"no": "stays"} | {phase: f"changes in {phase}" for phase in reserves.PHASES}
#: Names of brigades and divisions for a picture, by the formation of a unit.
_BRIGADES = {"14": "1st Brigade", "111": "2nd Brigade", "3B": "3rd Brigade"}
_GERMAN_DIVISIONS = {"14": "14th Division", "111": "111th Division", "3B": "3rd Bavarian Division"}


def _belongs(unit: Stacked) -> str:
    """Return the formation of a unit, in words."""
    if not unit.formation:
        return "no division: a replacement"
    return (_BRIGADES if unit.army == "british" else _GERMAN_DIVISIONS)[unit.formation]


@dataclass(frozen=True)
class Stack(GeneralStaff, key="stack", label="Stacking"):
    """Units that would end a phase in one hex."""

    army: Army = part(ARMY)
    company: str = part(OneOf, "Units", "same", _UNITS)
    swap: str = part(OneOf, "Order", "no", _SWAPS)

    def ask(self) -> Answer[bool]:
        stacked = reserves.may_stack(self._units())
        if self.swap == "no" or not stacked.value:
            return stacked
        return reserves.may_reorder(cast(Phase, self.swap))

    def _units(self) -> list[Stacked]:
        formations = _COMPANY[self.company][2]
        units = [Stacked(self.army, formation or "14") for formation in formations]
        if self.company == "enemy":
            units[1] = Stacked("british" if self.army == "german" else "german", formations[1])
        if self.company == "replacement":
            units[1] = Stacked("german", "")
        return units

    def case(self) -> tuple[Table, ...]:
        rows = (
            (f"unit {n}", unit.army.capitalize(), _belongs(unit))
            for n, unit in enumerate(self._units(), 1)
        )
        return table("In one hex", ("army", "belongs to"), rows)

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        asks = "May they stack" + "?" * (self.swap == "no")
        asks += ", and change their order then?" * (self.swap != "no")
        heads = {key: head for key, (_, head, _) in _COMPANY.items()}
        return self.compared(asks, "company", "army", heads)


def _open(state: ShelledStack) -> bool:
    return state.terrain not in (*TRENCHES, FRONT_LINE)


@dataclass(frozen=True)
class ShelledStack(GeneralStaff, key="shelled", label="Shells on a stack", bears_on="stack"):
    """Two stacked units under one bombardment."""

    terrain: str = part(common.terrain, "Terrain", "clear", SECONDARY)
    dice: int = part(Whole, "Dice", 3, 1, 4)
    front: int = part(Whole, "Front steps", 2, 1, 3)
    under: int = part(Whole, "Reserve steps", 2, 1, 3)
    sheltered: tuple[str, ...] = part(
        replace,
        ticked("In", "in", trench="a German trench"),
        shown=lambda state: _open(state) and not state.british,
    )
    army: Army = part(replace, ARMY, shown=_open)
    deadpile: int = part(
        Whole, "Deadpile", shells.ENOUGH, 0, BATTALIONS, shown=lambda s: s.may_need_battalions
    )

    @property
    def british(self) -> bool:
        """Whether the units are British: in their front line they always are."""
        return self.army == "british" or self.terrain == FRONT_LINE

    @property
    def may_need_battalions(self) -> bool:
        """Whether a unit may be reduced to its last step, a battalion of the deadpile."""
        return 2 in (self.front, self.under) and not self.british

    def check(self) -> Self:
        """Check the question: British units have at most two steps each and no trench."""
        if self.terrain in TRENCHES:
            return replace(self, army="german")
        if not self.british:
            return self
        return replace(self, sheltered=(), front=min(self.front, 2), under=min(self.under, 2))

    def ask(self) -> Answer[Odds[tuple[int, ...]]]:
        steps, sheltered = (self.front, self.under), "trench" in self.sheltered
        stack = shells.Stack(steps, sheltered, self.deadpile, self.british)
        return shells.shell_stack(self.terrain, self.dice, stack, self.options)

    def effect(self, answer: Answer[Odds[tuple[int, ...]]]) -> str:
        steps = (self.front, self.under)
        return f"a step: {percent(answer.value.chance(lambda remaining: remaining != steps))}"

    def charts(self, answer: Answer[Odds[tuple[int, ...]]]) -> tuple[Chart, ...]:
        steps, breach = self.front + self.under, answer.detail
        odds = answer.value.map(lambda remaining: steps - sum(remaining))
        lost = number_bars("Steps lost in all", "steps of both units", odds)
        if not breach:
            return (lost,)
        trench = (("breached", breach), ("holds", 1 - breach))
        return lost, Bars("The trench", "after the shells", trench)


# -- losses and replacements -----------------------------------------------------------------------

_DEADPILE = Whole(
    "Deadpile", attrition.FIRST_DEADPILE, 0, BATTALIONS, error_name="the battalions in the deadpile"
)
_DIE = OneOf("Roll", 5, tuple((n, str(n)) for n in range(1, 7)), buttons=True)
_OWN = {"stacked": "stacked", "shut-in": "shut in, with no free hex next to it"}


def _is_regiment(state: LostStep) -> bool:
    return state.kind == "regiment"


@dataclass(frozen=True)
class LostStep(GeneralStaff, key="loss", label="Lost step", bears_on="loss"):
    """A unit that loses a step."""

    kind: str = part(OneOf, "Unit", "regiment", {kind: kind for kind in STEPS}, error_name="unit")
    steps: int = part(Whole, "Steps", 2, 1, 3, shown=lambda state: state.kind != "battalion")
    deadpile: int = part(replace, _DEADPILE, shown=_is_regiment)
    cause: Cause = part(
        OneOf, "To", "combat", CAUSES, control_id="to", error_name="cause of the loss"
    )
    own: tuple[str, ...] = part(
        Several, "It is", (), _OWN, joined=True, control_id="its", shown=_is_regiment
    )

    def check(self) -> Self:
        return replace(self, steps=min(self.steps, STEPS[self.kind][0]))

    def ask(self) -> Answer[int]:
        return self._loses(self.kind, self.steps)

    def _loses(self, kind: str, steps: int) -> Answer[int]:
        room = "shut-in" not in self.own
        unit = UnitSteps(kind, steps, self.deadpile, "stacked" in self.own, room)
        return lose_step(unit, self.cause, self.options)

    def tables(self, answer: Answer[int]) -> tuple[Table, ...]:
        def steps_left(steps: int, kind: str, full: int) -> object:
            return self._loses(kind, steps).value if steps <= full else ""

        rows = (
            (plural(n, "step"), *(steps_left(n, kind, full) for kind, (full, _) in STEPS.items()))
            for n in range(1, 4)
        )
        lit = self.steps - 1, [*STEPS].index(self.kind)
        return table("The steps left after one is lost", STEPS, rows, *lit)


_WHEN = {"movement": "a phase begins", "arrival": "as it arrives", "later": "later in it"}
_WHEN |= {"combat": "other phases"}


@dataclass(frozen=True)
class BreakDown(GeneralStaff, key="breakdown", label="Breaking down", bears_on="breakdown"):
    """A regiment that breaks down into battalions."""

    steps: int = part(Whole, "Steps", 3, 2, 3)
    deadpile: int = part(_DEADPILE)
    when: Moment = part(OneOf, "When", "movement", attrition.MOMENTS)
    room: int = part(Whole, "Hexes free", MOST_ROOM, 0, MOST_ROOM)

    def ask(self) -> Answer[int]:
        case = (self.steps, self.deadpile, self.when, self.room)
        return attrition.break_down(*case, self.options)

    def effect(self, answer: Answer[int]) -> str:
        return plural(answer.value, "battalion") if answer.value else "no"

    def tables(self, answer: Answer[int]) -> tuple[Table, ...]:
        title, note = "May it break down, and into what?", "The phase is a German movement phase."
        return self.compared(title, "when", "steps", _WHEN, note)


@dataclass(frozen=True)
class Replacements(GeneralStaff, key="replacements", label="Replacements"):
    """The replacements of a turn."""

    die: int = part(_DIE)
    deadpile: int = part(_DEADPILE)
    towns: int = part(Whole, "Town hexes free", 4, 0, 20)
    lost: int = part(Whole, "Lost a phase", 1, 0, 6)

    def ask(self) -> Answer[int]:
        return attrition.replacements(self.die, self.deadpile, self.towns)

    def case(self) -> tuple[Table, ...]:
        battalions = ("battalions in the deadpile", self.deadpile)
        rows = (("the roll", self.die), battalions, ("town hexes free", self.towns))
        return table("This turn", ("",), rows)

    def charts(self, answer: Answer[int]) -> tuple[Chart, ...]:
        totals = forecasts.received_odds([self.lost] * forecasts.MOVEMENT_PHASES, self.deadpile)
        most = max(totals[-1].outcomes)
        series = tuple(
            (f"{n} or more in all", tuple(odds.at_least(n) for odds in totals))
            for n in sorted({1, (most + 1) // 2, most} - {0})
        )
        due = ("Half a die, rounded down", "battalions due this turn", attrition.REPLACEMENT_ODDS)
        received = Curve("Received over the game", "German movement phases", series)
        return number_bars(*due), received


_SPANS = {"silent": None} | {
    f"{low}-{high}": (low, high) for low in range(1, 7) for high in range(low, 7)
}
_SPAN_LABELS = {key: key if span else "not in the source" for key, span in _SPANS.items()}


@dataclass(frozen=True)
class Release(GeneralStaff, key="release", label="Release of a division"):
    """The roll that releases a German division."""

    span: str = part(OneOf, "Released by", "silent", _SPAN_LABELS)
    die: int = part(_DIE)
    turn: int = part(Whole, "Turn", 1, 0, LAST_TURN)

    def ask(self) -> Answer[bool | Gap]:
        return attrition.released(self.die, _SPANS[self.span], self.turn)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        span, turns = _SPANS[self.span], {n: f"turn {n}" for n in range(1, LAST_TURN + 1)}
        title, heads = "The turn of release", ("chance",)
        if span is None:
            return table(
                title, heads, ((one, "?") for one in turns.values()), note="Choose a span."
            )
        odds = forecasts.release_odds(dict.fromkeys(turns, span))
        ends = {**turns, forecasts.NEVER: "never"}
        rows = ((end, percent(odds.p(turn))) for turn, end in ends.items())
        lit, note = self.turn - 1 if self.turn else None, "You set the span; turn 0 is Zero Hour."
        return table(f"{title}, with this span in every turn", heads, rows, lit, note=note)


@dataclass(frozen=True)
class Entry(
    GeneralStaff, key="entry", label="Entry of a division", click_sets="regiments", bears_on="entry"
):
    """The hexes in which a released division enters."""

    regiments: tuple[Hex, ...] = part(hexes, "Regiments in", "0110", "0209", "0210")

    def ask(self) -> Answer[bool]:
        return attrition.division_enters(self.regiments, self.options)

    def _entries(self) -> tuple[Hex, ...]:
        return tuple(sorted(entry_hexes(self.options), key=GRID.column_row))

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the regiments and the entry hexes; the ring is round the first wrong one."""

        def far(entry: Hex) -> int:
            return min((half_hexes(h, entry) for h in self.regiments), default=0)

        entries, wrong = self._entries(), refused(answer)
        return Plan(
            units=tuple(("german", h) for h in self.regiments),
            unit_name="regiment",
            zone=frozenset(entries).union(*map(deployment.zone_of_control, entries)),
            zone_name="on or next to an entry hex",
            entries=entries,
            barred=wrong[1:],
            barred_name="too far as well",
            ringed=(wrong[0], "too far") if wrong else None,
            places=tuple(h for h in (*self.regiments, min(entries, key=far)) if h in MAP),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        regiments = dict.fromkeys(self.regiments)
        rows = (
            (name(entry), listed(name(h) for h in regiments if half_hexes(h, entry) <= 2))
            for entry in self._entries()
        )
        return table("The German entry hexes", ("regiments on or next to it",), rows)


MEN = (Reserve, Division, Sectors, Stack, ShelledStack)
QUESTIONS = (*MEN, LostStep, BreakDown, Replacements, Release, Entry)
