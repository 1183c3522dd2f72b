"""The staff's questions about losses: lost steps, regiments that break down, replacements, released
divisions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import listed, percent, plural
from landships_lab.drawing.charts import Chart, Curve, Table
from landships_lab.games.loos.analysis import forecasts
from landships_lab.games.loos.rules import attrition
from landships_lab.games.loos.rules.attrition import BATTALIONS, MOST_ROOM, Moment
from landships_lab.games.loos.rules.book import GRID, LAST_TURN, name
from landships_lab.games.loos.rules.deployment import zone_of_control
from landships_lab.games.loos.rules.losses import CAUSES, STEPS, Cause, UnitSteps, lose_step
from landships_lab.games.loos.rules.turns import entry_hexes
from landships_lab.panel.parts import OneOf, Several, Whole, part
from .common import number_bars, table
from .question import GeneralStaff, hexes, refused
from .staff_map import MAP, Plan

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

    def fitted(self) -> Self:
        return replace(self, steps=min(self.steps, STEPS[self.kind][0]))

    def ask(self) -> Answer[int]:
        return self._loses(self.kind, self.steps)

    def _loses(self, kind: str, steps: int) -> Answer[int]:
        room = "shut-in" not in self.own
        unit = UnitSteps(kind, steps, self.deadpile, "stacked" in self.own, room)
        return lose_step(unit, self.cause, self.options)

    def tables(self, answer: Answer[int]) -> tuple[Table, ...]:
        def left(steps: int, kind: str, full: int) -> object:
            return self._loses(kind, steps).value if steps <= full else ""

        rows = (
            (plural(n, "step"), *(left(n, kind, full) for kind, (full, _) in STEPS.items()))
            for n in range(1, 4)
        )
        lit = self.steps - 1, [*STEPS].index(self.kind)
        return table("The steps left after one is lost", STEPS, rows, *lit)


_WHEN = {
    "movement": "a phase begins",
    "arrival": "as it arrives",
    "later": "later in it",
    "combat": "other phases",
}


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
        rows = ((told, percent(odds.p(turn))) for turn, told in ends.items())
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
        """Return the regiments, and the entry hexes with the hexes next to them; the first regiment
        that is wrong has the ring.
        """

        def far(entry: Hex) -> int:
            return min((half_hexes(h, entry) for h in self.regiments), default=0)

        entries, wrong = self._entries(), refused(answer)
        return Plan(
            units=tuple(("german", h) for h in self.regiments),
            unit_name="regiment",
            zone=frozenset(entries).union(*map(zone_of_control, entries)),
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


QUESTIONS = (LostStep, BreakDown, Replacements, Release, Entry)
