"""Two Units that exchange fire: who is favoured; the use of a quiet turn; and what may be done at a
moment of the turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import ClassVar, Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import whole
from landships_lab.core.speech import decimal, inches, percent
from landships_lab.data.load import readings
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Polygons, Scene, rectangle
from landships_lab.drawing.strip import WIDTH, ruler, standing, strip_view
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.analysis.duel import Duel, favoured, favours
from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase, Prospect, quiet_turn
from landships_lab.games.one_hour.data.table_tops import RULE_SET, tables
from landships_lab.games.one_hour.rules.fire import Condition
from landships_lab.games.one_hour.rules.shot import COVERS, Shot
from landships_lab.games.one_hour.rules.turn import ACTIONS, IN_WORDS, STEPS, Moment, may_act
from landships_lab.panel.controls import Control, Number, Toggle, Toggles
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Custom, OneOf, Several, Whole, part
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.tables import TablePanel
from . import common
from .common import RULES, TYPES, OneHourState, distance, unit_type

ROUNDS = 10
#: The readings on what may be done when, and those on fire and rallying.
OF_THE_TURN = ("ready-answers", "ready-after-mortars", "ready-fire-counts")
OF_A_FIGHT = tuple(
    key for key in readings(RULE_SET, "duel") if key not in (*OF_THE_TURN, "road-penalties")
)
MOST_HITS, MOST_THREATS = 15, 4
COVER_WORDS = {"dug-in": "dug in", "town": "town", "woods": "woods", "hill": "hill"}
#: What is true of the Unit at the moment in question; ``permanent`` matters to a quiet turn, the
#: others to what it may do.
NOW = {
    "enemy-phase": "enemy phase",
    "acted": "it acted",
    "ready": "Ready",
    "threatened": "Threatened",
    "others-acted": "an enemy acted",
    "dug-in": "Dug-in",
    "mortars-fired": "Mortars fired",
    "answered": "a friend fired",
    "ready-fired": "fired as Ready",
    "quiet": "it rallied, went Ready or dug in",
    "on-road": "on a road",
}
#: What matters in the enemy's phase only, and in one's own only.
THEIRS = {"others-acted", "mortars-fired", "answered"}
OURS = {"acted", "threatened", "ready-fired", "quiet", "on-road"}
#: The scale of a Unit drawn alone, in pixels per inch, and the height of its picture.
_CLOSE, _LOW = 18.0, 180.0
LASTING = {"permanent": f"{tables().hits.permanent} permanent"}
READY = {"ready": "Ready"}
#: What no Unit of a type can be.
NEVER = {"tank": {"dug-in"}, "mortar": {"ready"}}


def moment_of(step: str, boxes: Collection[str]) -> Moment:
    """Return the moment of a step at which these boxes of `NOW` are ticked."""
    true = {box.replace("-", "_"): True for box in boxes if box in NOW and box != "enemy-phase"}
    return Moment(step, "enemy-phase" not in boxes, **true)


def boxes_of(moment: Moment) -> frozenset[str]:
    """Return the boxes of `NOW` that are ticked at a moment."""
    true = {each.name.replace("_", "-") for each in fields(moment) if getattr(moment, each.name)}
    theirs = set() if moment.phasing else {"enemy-phase"}
    return frozenset(true & NOW.keys() | theirs)


def _possible(
    field: str, unit: str, words: Mapping[str, str]
) -> Callable[[Panel], tuple[Toggle, ...]]:
    """Return a function that makes the boxes of a field that can be true of a Unit of this type."""

    def boxes(state: Panel) -> tuple[Toggle, ...]:
        ticked, never = getattr(state, field), NEVER.get(getattr(state, unit), ())
        possible = {word: label for word, label in words.items() if word not in never}
        return tuple(Toggle(w, label, w in ticked, "blue") for w, label in possible.items())

    return boxes


def _at_the_moment(state: Panel) -> tuple[Toggle, ...]:
    """Return the boxes that matter in this phase, and those that are ticked."""
    ticked: frozenset[str] = state.now  # type: ignore[attr-defined]  # a duel's
    beside = OURS if "enemy-phase" in ticked else THEIRS
    step, action = state.step, state.action  # type: ignore[attr-defined]
    idle = {"quiet"} if step != STEPS[-1] else set[str]()
    idle |= {"on-road"} if action != "move" or "threatened" not in ticked else set()
    boxes_of = _possible("now", "first", NOW)(state)
    return tuple(box for box in boxes_of if box.id in ticked or box.id not in beside | idle)


def _cover(unit: str, label: str) -> Several:
    items = _possible(f"{unit}_cover", unit, COVER_WORDS)
    return Several(
        label, frozenset(), COVER_WORDS, word=unit, items=items, error_name="kind of cover"
    )


def _read_hits(_state: object, words: Sequence[str]) -> tuple[int, int]:
    if len(words) != 2:
        raise ValueError(
            "After 'hits' write two numbers, the Hits of the first Unit and of the second, not"
            f" {' '.join(words)!r}."
        )
    first, second = (whole("The number of Hits", word, 0, MOST_HITS) for word in words)
    return first, second


def _write_hits(_state: object, hits: tuple[int, int]) -> list[str]:
    return [str(number) for number in hits]


def _random_hits(dice: random.Random, _state: object) -> tuple[int, int]:
    return dice.randint(0, MOST_HITS), dice.randint(0, MOST_HITS)


def _shot(
    firer: str, target: str, inches: int | Fraction, cover: frozenset[str], hits: int = 0
) -> Shot:
    return Shot(firer, target, inches, hits, cover=cover & set(COVERS), on_hill="hill" in cover)


@dataclass(frozen=True)
class OneHourDuel(QuestionPanel, OneHourState, TablePanel):
    """Choose two Units and let them fire at each other, turn by turn, over all rolls of the dice;
    or let one of them rest.

    Two Units at a range, each with its Hits and its cover, and the question. In a fight the first
    fires first.

    In a quiet turn the first is the Unit that took no action, and ``threats`` Units like the second
    will fire at it. The question of what a Unit may do is about the first, at a ``step`` of a
    phase.
    """

    id = "one_hour:duel"
    rule_set = RULES
    title = "A duel"
    prompt = "Who is favoured, and what is a turn without fire worth?"
    usage_hint = "Choose both Units and the range · point at a bar for its exact fraction"
    example = "tank against tank range 10 hits 5 0"
    order = names(
        "asks first first_hits first_cover second threats second_hits second_cover range_inches"
        " action step now lasting"
    )
    secondary = ("lasting",)
    strip_rows = 3
    stage = (("Odds", "tables + charts"),)

    bears_on = "duel"
    #: The names of both Units in the controls.
    calls: ClassVar[tuple[str, str]] = ("Unit", "Firers")

    first: str = unit_type(lambda state: state.calls[0], "tank", word=LEAD)
    second: str = unit_type(lambda state: state.calls[1], "atg", word="against", always=True)
    range_inches: int | Fraction = distance("Range", 10, "the range", word="range", always=True)
    hits: tuple[int, int] = part(
        Custom, "", (0, 0), reads=_read_hits, writes=_write_hits, samples=_random_hits
    )
    first_cover: frozenset[str] = part(_cover, "first", "in")
    second_cover: frozenset[str] = part(_cover, "second", "in")
    question: str = part(question_part, control_id="asks", error_name="question of this panel")
    threats: int = part(
        Whole, "Number", 2, 1, MOST_THREATS, error_name="the number of Units that will fire"
    )
    step: str = part(
        OneOf, "Step", "actions", {s: s for s in STEPS}, blank="-", error_name="step of a phase"
    )
    action: str = part(OneOf, "Action", "fire", IN_WORDS, blank="-")
    now: frozenset[str] = part(
        Several, "Now", frozenset(), NOW | LASTING, items=_at_the_moment, error_name="box"
    )

    @property
    def reply(self) -> Shot:
        """The shot of the first at the second."""
        return _shot(self.first, self.second, self.range_inches, self.second_cover)

    @property
    def threat(self) -> Shot:
        """The shot of the second at the first."""
        return _shot(self.second, self.first, self.range_inches, self.first_cover, self.hits[1])

    def check(self) -> Self:
        never, theirs = NEVER.get(self.first, set()), NEVER.get(self.second, set())
        return replace(
            self,
            first_cover=self.first_cover - never,
            second_cover=self.second_cover - theirs,
            now=self.now - never,
        )

    def after(self, control: str, before: Self) -> Self:
        """Drop what the new type of Unit cannot be."""
        return self.check()

    def opposed(self, number: str = "") -> Scene:
        """Draw the Unit and its enemies with their Hits, over the fire table."""
        near, (own_hits, their_hits) = self.range_inches, self.hits
        dug_in, they_dug_in = ("dug-in" in c for c in (self.first_cover, self.second_cover))
        first, second = TYPES[self.first], TYPES[self.second]
        own = common.on_strip(self.first, 0, 90, dug_in=dug_in, hits=own_hits)
        theirs = common.on_strip(
            self.second,
            near,
            270,
            east=True,
            name=f"{number}{second}",
            dug_in=they_dug_in,
            hits=their_hits,
        )
        view = strip_view(max(24, int(near) + 8))
        drawn = common.at_range(view, near, own, theirs)
        words = f"{first} and {second}, {inches(near)} apart."
        scene = common.composed(view, ruler(view, ()), drawn, "Two Units", words)
        return common.with_tables(scene, common.fire_tables(self.first, self.second))

    def hits_of(self, control: str, label: str = "Hits") -> Number:
        """Return the control of the Hits of one of the two, which share a keyword in a link."""
        return Number(control, label, self.hits[control == "second_hits"], 0, MOST_HITS)

    def act(self, control: str, value: object) -> Self:
        """Set the Hits of one of the two, or make those of the first permanent."""
        if control == "lasting":
            return self.set("now", value)
        if control not in ("first_hits", "second_hits"):
            return super().act(control, value)
        given, (own, theirs) = whole("The number of Hits", value, 0, MOST_HITS), self.hits
        hits = (given, theirs) if control == "first_hits" else (own, given)
        return with_fields(self, hits=hits)


@dataclass(frozen=True)
class Favoured(OneHourDuel, key="favoured", label="favoured?"):
    """Who is favoured in a fight."""

    calls = ("First", "Second")
    turns_on = OF_A_FIGHT
    own_parts = ("second", "range_inches", "first_cover", "second_cover")

    @property
    def fought(self) -> Duel:
        """The fight of the two."""
        return Duel(self.reply, self.threat, *self.hits)

    def ask(self) -> Answer[str]:
        return favoured(self.fought, self.given)

    def replies(self) -> tuple[str, ...]:
        return ("first", "second", "neither")

    def as_read(self) -> str:
        return favours(self.fought, self.given)

    def actions(self) -> tuple[Control, ...]:
        return (self.hits_of("first_hits"), self.hits_of("second_hits"))

    def question_picture(self) -> Scene:
        return self.opposed()

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        rounds, end = answer.detail[:ROUNDS], answer.detail[-1]
        one, other = TYPES[self.first], TYPES[self.second]
        one, other = (f"the first {one}", f"the second {other}") if one == other else (one, other)
        series = (
            (one, tuple(r.first + r.both for r in rounds)),
            (other, tuple(r.second + r.both for r in rounds)),
        )
        ends = ((f"only {one}", end.first), (f"only {other}", end.second), ("both", end.both))
        return (
            Curve(f"Alive after each of {ROUNDS} rounds", "rounds", series),
            Bars("Who is left in the end", "left", ends, tint="green"),
        )


@dataclass(frozen=True)
class Quiet(OneHourDuel, key="quiet", label="a quiet turn?"):
    """What a Unit does best with a turn in which it took no action."""

    own_parts = (*Favoured.own_parts, "threats")
    turns_on = OF_A_FIGHT

    @property
    def condition(self) -> Condition:
        """The Hits of the first.

        From a certain number of Hits on some are permanent, and stay so after it has rallied below
        that.
        """
        own, table = self.hits[0], tables().hits
        lasting = own >= table.tiers[-1].at or ("permanent" in self.now and own >= table.permanent)
        return Condition(own, table.permanent if lasting else 0)

    def ask(self) -> Answer[str]:
        threats, ready = [self.threat] * self.threats, "ready" in self.now
        return quiet_turn(self.condition, NextPhase(threats, self.reply, ready, "D5", self.given))

    def replies(self) -> tuple[str, ...]:
        return ("rally", "ready", "dig in")

    def effect(self, answer: Answer[str]) -> str:
        return answer.value or "destroyed"

    def actions(self) -> tuple[Control, ...]:
        lasting = _possible("now", "first", LASTING | READY)(self)
        return (
            self.hits_of("first_hits"),
            Toggles("lasting", "Its Hits and state", lasting),
            self.hits_of("second_hits", "Hits of each"),
        )

    def question_picture(self) -> Scene:
        return self.opposed(f"{self.threats} × " if self.threats > 1 else "")

    def tables(self, answer: Answer[str]) -> tuple[Table, ...]:
        if not answer.detail:
            return ()
        uses: tuple[Prospect, ...] = answer.detail.uses
        rows = (
            (
                p.use,
                percent(p.stands),
                decimal(p.own_hits),
                decimal(p.inflicted) if p.fires else "–",
            )
            for p in uses
        )
        columns = ("it survives", "its Hits then", "Hits it inflicts")
        lit = [p.use for p in uses].index(answer.value)
        compared = common.table("What each use of the turn leads to", columns, rows, lit)
        turns = [(f"to {hits} Hits", decimal(number)) for hits, number in answer.detail.turns]
        rallying = common.table("Rallying to a number of Hits", ("turns on average",), turns)
        return (compared, rallying) if turns else (compared,)

    def charts(self, answer: Answer[str]) -> tuple[Chart, ...]:
        if not answer.detail:
            return ()
        bars = tuple((str(hits), chance) for hits, chance in answer.detail.after_rally)
        title = "Hits left after one turn of rallying"
        return (Bars(title, "Hits", bars, ordered=True, tint="green"),)


@dataclass(frozen=True)
class Act(OneHourDuel, key="act", label="may act?"):
    """What a Unit may do at a moment of the turn."""

    own_parts = ("step", "action", "now")

    @property
    def turns_on(self) -> tuple[str, ...]:  # type: ignore[override]  # by what is ticked
        """The readings that matter to the question: those on penalties only if a road may spare
        one.
        """
        spares = {"threatened", "on-road"} <= self.now
        return (*OF_THE_TURN, "road-penalties") if spares else OF_THE_TURN

    def ask(self) -> Answer[bool]:
        return may_act(self.first, self.action, moment_of(self.step, self.now), self.given)

    def effect(self, answer: Answer[bool]) -> str:
        return f"{'may' if answer.value else 'may not'} {IN_WORDS[self.action]}"

    def question_picture(self) -> Scene:
        """Draw the Unit over the steps of a Turn, with the present step marked, but not what it may
        do.
        """
        marks = {mark.replace("-", "_"): True for mark in ("dug-in", "ready") if mark in self.now}
        threatened = [NOW["threatened"]] if "threatened" in self.now else []
        name = ", ".join((TYPES[self.first], *threatened))
        unit = common.on_strip(self.first, 0, 90, name=name, **marks)
        view = TableView(_CLOSE, WIDTH, _LOW, -WIDTH / _CLOSE / 2, -_LOW / _CLOSE / 2)
        felt = Polygons((rectangle(0.0, 0.0, view.width, view.height),), "felt")
        words = self.title, f"{name}, alone on the table."
        scene = common.composed(view, (felt,), standing(view, (unit,)), *words)
        theirs = "enemy-phase" in self.now
        rows = (
            (phase, *("now" if here and step == self.step else "–" for step in STEPS))
            for phase, here in (("its own phase", not theirs), ("the enemy's phase", theirs))
        )
        return common.with_tables(scene, [common.table("A Turn", STEPS, rows)])

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        rows = (
            (action, *("yes" if may else "no" for may in row))
            for action, row in zip(ACTIONS, answer.detail, strict=True)
        )
        at = ACTIONS.index(self.action), STEPS.index(self.step)
        return (common.table("In each step of this phase", STEPS, rows, *at),)


OneHourDuel.offer(Favoured, Quiet, Act)
