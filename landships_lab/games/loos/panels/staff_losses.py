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
from landships_lab.games.loos.analysis.forecasts import (
    MOVEMENT_PHASES,
    NEVER,
    received_odds,
    release_odds,
)
from landships_lab.games.loos.rules.attrition import (
    BATTALIONS,
    FIRST_DEADPILE,
    MOMENTS,
    MOST_ROOM,
    REPLACEMENT_ODDS,
    Moment,
    break_down,
    division_enters,
    released,
    replacements,
)
from landships_lab.games.loos.rules.book import GRID, LAST_TURN, name
from landships_lab.games.loos.rules.deployment import zone_of_control
from landships_lab.games.loos.rules.losses import CAUSES, STEPS, Cause, UnitSteps, lose_step
from landships_lab.games.loos.rules.turns import entry_hexes
from landships_lab.panel.parts import OneOf, Several, Whole, part
from .common import number_bars
from .question import GeneralStaff, hexes, refused
from .staff_map import MAP, Plan

_DEADPILE = Whole(
    "Deadpile", FIRST_DEADPILE, 0, BATTALIONS, error_name="the battalions in the deadpile"
)
_DIE = OneOf("Roll", 5, tuple((n, str(n)) for n in range(1, 7)), buttons=True)


@dataclass(frozen=True)
class LostStep(GeneralStaff, key="loss", label="Lost step", bears_on="loss"):
    """A unit that loses a step."""

    kind: str = part(OneOf, "Unit", "regiment", {kind: kind for kind in STEPS}, error_name="unit")
    steps: int = part(Whole, "Steps", 2, 1, 3, shown=lambda state: state.kind != "battalion")
    deadpile: int = part(replace, _DEADPILE, shown=lambda state: state.kind == "regiment")

    cause: Cause = part(
        OneOf, "To", "combat", CAUSES, control_id="to", error_name="cause of the loss"
    )
    own: tuple[str, ...] = part(
        Several,
        "It is",
        (),
        {"stacked": "stacked", "shut-in": "shut in, with no free hex next to it"},
        joined=True,
        control_id="its",
        shown=lambda state: state.kind == "regiment",
    )

    def fitted(self) -> Self:
        return replace(self, steps=min(self.steps, STEPS[self.kind][0]))

    def ask(self) -> Answer[int]:
        return self._loses(self.kind, self.steps)

    def _loses(self, kind: str, steps: int) -> Answer[int]:
        room = "shut-in" not in self.own
        unit = UnitSteps(kind, steps, self.deadpile, "stacked" in self.own, room)
        return lose_step(unit, self.cause, dict(self.readings))

    def tables(self, answer: Answer[int]) -> tuple[Table, ...]:
        rows = tuple(
            (
                plural(steps, "step"),
                tuple(
                    self._left(kind, steps) if steps <= full else ""
                    for kind, (full, _) in STEPS.items()
                ),
            )
            for steps in range(1, 4)
        )
        return (
            Table(
                "The steps left after one is lost",
                tuple(STEPS),
                rows,
                self.steps - 1,
                [*STEPS].index(self.kind),
            ),
        )

    def _left(self, kind: str, steps: int) -> str:
        return str(self._loses(kind, steps).value)


@dataclass(frozen=True)
class BreakDown(GeneralStaff, key="breakdown", label="Breaking down", bears_on="breakdown"):
    """A regiment that breaks down into battalions."""

    steps: int = part(Whole, "Steps", 3, 2, 3)
    deadpile: int = part(_DEADPILE)
    when: Moment = part(OneOf, "When", "movement", MOMENTS)
    room: int = part(Whole, "Hexes free", MOST_ROOM, 0, MOST_ROOM)

    def ask(self) -> Answer[int]:
        return break_down(self.steps, self.deadpile, self.when, self.room, dict(self.readings))

    def effect(self, answer: Answer[int]) -> str:
        return plural(answer.value, "battalion") if answer.value else "no"

    def tables(self, answer: Answer[int]) -> tuple[Table, ...]:
        heads = {
            "movement": "a phase begins",
            "arrival": "as it arrives",
            "later": "later in it",
            "combat": "other phases",
        }
        return (
            self.compared(
                "May it break down, and into what?",
                "when",
                "steps",
                heads,
                "The phase is a German movement phase.",
            ),
        )


@dataclass(frozen=True)
class Replacements(GeneralStaff, key="replacements", label="Replacements"):
    """The replacements of a turn."""

    die: int = part(_DIE)
    deadpile: int = part(_DEADPILE)
    towns: int = part(Whole, "Town hexes free", 4, 0, 20)
    lost: int = part(Whole, "Lost a phase", 1, 0, 6)

    def ask(self) -> Answer[int]:
        return replacements(self.die, self.deadpile, self.towns)

    def case(self) -> tuple[Table, ...]:
        rows = (
            ("the roll", (str(self.die),)),
            ("battalions in the deadpile", (str(self.deadpile),)),
            ("town hexes free", (str(self.towns),)),
        )
        return (Table("This turn", ("",), rows),)

    def charts(self, answer: Answer[int]) -> tuple[Chart, ...]:
        totals = received_odds([self.lost] * MOVEMENT_PHASES, self.deadpile)
        most = max(totals[-1].outcomes)
        series = tuple(
            (f"{n} or more in all", tuple(odds.at_least(n) for odds in totals))
            for n in sorted({1, (most + 1) // 2, most} - {0})
        )
        return (
            number_bars("Half a die, rounded down", "battalions due this turn", REPLACEMENT_ODDS),
            Curve("Received over the game", "German movement phases", series),
        )


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
        return released(self.die, _SPANS[self.span], self.turn)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        span, turns = _SPANS[self.span], range(1, LAST_TURN + 1)
        if span is None:
            return (
                Table(
                    "The turn of release",
                    ("chance",),
                    tuple((f"turn {turn}", ("?",)) for turn in turns),
                    note="Choose a span.",
                ),
            )
        odds = release_odds(dict.fromkeys(turns, span))
        rows = (
            *((f"turn {turn}", (percent(odds.p(turn)),)) for turn in turns),
            ("never", (percent(odds.p(NEVER)),)),
        )
        note = "You set the span; turn 0 is Zero Hour."
        return (
            Table(
                "The turn of release, with this span in every turn",
                ("chance",),
                rows,
                self.turn - 1 if self.turn else None,
                note=note,
            ),
        )


@dataclass(frozen=True)
class Entry(
    GeneralStaff, key="entry", label="Entry of a division", click_sets="regiments", bears_on="entry"
):
    """The hexes in which a released division enters."""

    regiments: tuple[Hex, ...] = part(hexes, "Regiments in", "0110", "0209", "0210")

    def ask(self) -> Answer[bool]:
        return division_enters(self.regiments, dict(self.readings))

    def plan(self, answer: Answer[bool]) -> Plan:
        """Return the regiments, and the entry hexes with the hexes next to them; the first regiment
        that is wrong has the ring.
        """
        entries = sorted(entry_hexes(dict(self.readings)), key=GRID.column_row)
        wrong = refused(answer)
        nearest = min(
            entries,
            key=lambda entry: min((half_hexes(h, entry) for h in self.regiments), default=0),
        )
        return Plan(
            units=tuple(("german", h) for h in self.regiments),
            unit_name="regiment",
            zone=frozenset(entries).union(*map(zone_of_control, entries)),
            zone_name="on or next to an entry hex",
            entries=tuple(entries),
            barred=wrong[1:],
            barred_name="too far as well",
            ringed=(wrong[0], "too far") if wrong else None,
            places=tuple(h for h in (*self.regiments, nearest) if h in MAP),
        )

    def tables(self, answer: Answer[bool]) -> tuple[Table, ...]:
        entries = sorted(entry_hexes(dict(self.readings)), key=GRID.column_row)
        near = {
            entry: [name(h) for h in dict.fromkeys(self.regiments) if half_hexes(h, entry) <= 2]
            for entry in entries
        }
        return (
            Table(
                "The German entry hexes",
                ("regiments on or next to it",),
                tuple((name(e), (listed(at),)) for e, at in near.items()),
            ),
        )


QUESTIONS = (LostStep, BreakDown, Replacements, Release, Entry)
