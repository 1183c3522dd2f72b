"""The command panel: one question about the battle as a whole at a time, with its figures on the
table: who is left, who leads, who comes back, who stays, who joins whom.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.speech import capitalized, plural
from landships_lab.drawing.charts import Table
from landships_lab.drawing.dicing import arrow, box
from landships_lab.drawing.figures import Figure
from landships_lab.drawing.fire import cross
from landships_lab.drawing.labels import text_width
from landships_lab.drawing.shapes import Lines, Pixel, Polygons, Scene, bare_paper
from landships_lab.drawing.view import View
from landships_lab.games.paychest.rules import forces
from landships_lab.games.paychest.rules.forces import (
    CANNOT_WALK,
    COMMAND,
    FATES,
    FORMATIONS,
    RANKS,
    REGULARS_RETURN,
)
from landships_lab.games.paychest.rules.morale import KINDS
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import Flag, Group, Whole, part
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.readings import Taken
from . import common
from .common import OURS, SOLDIERS, WIDTH, Drawn, note, word

FATE_BUTTONS = {
    fate: told.removeprefix("is ").removeprefix("knocked ") for fate, told in FATES.items()
}
ARMS = Group("arms", "Figure", "arms")
HEIGHT = 384.0
#: Where the table ends for those who come onto it or are taken off it, and the size of a figure
#: that is looked at alone.
EDGE, LARGE = 222.0, 176.0
#: The values of the parts that a row or a column of a table of cases has.
Cases = Mapping[str, Mapping[str, object]]


def _figures(label: str, default: int, least: int) -> Any:
    return part(Whole, label, default, least, 200)


@dataclass(frozen=True)
class PaychestCommand(QuestionPanel, common.PaychestPanel):
    """Choose a question about the battle, and set its parts.

    What is asked, and the parts of each question. Those of other questions are not shown.
    """

    id = "paychest:command"
    title = "Command"
    prompt = "Who commands, who comes back, and when is it over?"
    usage_hint = "Choose a question, then set its parts. The table holds the other cases."
    stage = (("Table", "picture + tables"),)
    order = names("about mine theirs goal rank fate men kind times arms first second")

    #: Where the table lies in the picture, from left to right.
    felt: ClassVar[tuple[float, float]] = (0.0, WIDTH)

    question: str = part(question_part, control_id="about", always=True)
    mine: int = _figures("Yours", 12, 0)
    theirs: int = _figures("Theirs", 9, 0)
    reached: bool = part(Flag, "condition met", group=Group("goal", "Victory", "goal"))
    rank: str = word(
        "Hit",
        "leader",
        {"commander": "commander", "leader": "officer or NCO"},
        "rank",
        always=False,
    )
    fate: str = word("He", "killed", FATE_BUTTONS, "fate of a leader", always=False)
    men: int = _figures("Men", 6, 0)
    kind: str = word(
        "Troops", "irregular", {kind: kind for kind in KINDS}, "kind of troops", always=False
    )
    times: int = part(Whole, "Times on the board", 1, 1, 9)
    shown: bool = part(Flag, "model shows a rifle", group=ARMS)
    found: bool = part(Flag, "found a rifle", group=ARMS)
    first: int = _figures("First unit", 7, 1)
    second: int = _figures("Second unit", 9, 1)
    readings: Taken = common.readings_of(
        CANNOT_WALK, COMMAND, REGULARS_RETURN, offered=lambda state: state.turned_on()
    )

    def turned_on(self) -> tuple[str, ...]:
        """Return the readings that matter to the question with its parts."""
        return ()

    @abstractmethod
    def drawn(self, answer: Answer[Any]) -> Drawn:
        """Draw the figures that the question is about, and what becomes of them."""

    @abstractmethod
    def settings(self) -> Mapping[str, object]:
        """Return what is set, in words."""

    def effect(self, answer: Answer[object]) -> str:
        return _yes(answer.value)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw the figures that the question is about, on the table."""
        shapes, labels = common.composed(self.drawn(answer))
        left, right = self.felt
        ground = [Polygons((box(left, 0, right - left, HEIGHT),), "felt", "table")]
        if right - left < WIDTH:
            rim = box((left or right) - 4, 0, 8, HEIGHT)
            ground.append(Polygons((rim,), "table-rim", "edge of the table"))
        told: dict[str, list[str]] = {}
        for label in labels:
            if len(label.text) > 1:
                told.setdefault(label.name, []).append(label.text)
        said = " ".join(f"{capitalized(' '.join(texts))}." for texts in told.values())
        paper = (*bare_paper(WIDTH, HEIGHT), *ground)
        return Scene(WIDTH, HEIGHT, paper, shapes, self.label, f"{said} {answer.headline}")

    def question_picture(self) -> Scene:
        return self.told(self.label, self.settings().items())

    def cases(self, rows: Cases, columns: Cases, row: int, column: int) -> tuple[Table, ...]:
        """Return the answer in every case of the question, by the parts that a row and a column
        set, with the row and the column of this state lit.
        """
        body = tuple(
            (
                head,
                tuple(_yes(with_fields(self, **a, **b).answer().value) for b in columns.values()),
            )
            for head, a in rows.items()
        )
        return (Table(self.label, tuple(columns), body, int(row), int(column)),)


def _yes(value: object) -> str:
    return "yes" if value else "no"


@dataclass(frozen=True)
class Ending(PaychestCommand, key="ending", label="Is the battle over?"):
    """Whether the battle is over."""

    own_parts = ("mine", "theirs", "reached")

    def ask(self) -> Answer[bool]:
        return forces.battle_over(self.mine, self.theirs, self.reached)

    def settings(self) -> Mapping[str, object]:
        met = "met" if self.reached else "not met"
        return {"your figures": self.mine, "enemy figures": self.theirs, "victory condition": met}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        rows = {
            "both have men": {"mine": 1, "theirs": 1},
            "you have none": {"mine": 0, "theirs": 1},
            "they have none": {"mine": 1, "theirs": 0},
            "nobody is left": {"mine": 0, "theirs": 0},
        }
        columns = {"no condition met": {"reached": False}, "condition met": {"reached": True}}
        return self.cases(rows, columns, (not self.mine) + 2 * (not self.theirs), self.reached)

    def drawn(self, answer: Answer[object]) -> Drawn:
        """Draw both sides, and between them the flag of a victory condition, up where it is met."""
        for count, side, kind, x in (
            (self.mine, "your side", "regular", 138.0),
            (self.theirs, "the enemy", "irregular", 502.0),
        ):
            yield from common.crowd(count, (x, 316.0), (250.0, 270.0), SOLDIERS[kind], side)
            yield note(
                f"{side}: {plural(count, 'figure') if count else 'nobody left'}", x, 352, side
            )
        x, foot, top, wide, deep = WIDTH / 2 - 20, 300.0, 96.0, 66.0, 38.0
        pole = box(x - 3, 84, 6, foot - 84), box(x - 16, foot - 4, 32, 8)
        yield Polygons(pole[:1], "man-wood", "flagpole")
        yield Polygons(pole[1:], "man-base", "flagpole")
        left, stripe = x + 3, wide / 3
        flag = (box(left, top, wide, deep),)
        if self.reached:
            stripes = (box(left, top, stripe, deep), box(left + 2 * stripe, top, stripe, deep))
            yield Polygons(flag, "man-flag", "victory flag", "green")
            yield Polygons(stripes, "man-stripe", "victory flag", "green")
        else:
            yield Polygons(flag, "man-out", "no victory flag")
        for n, text in enumerate(("victory", "condition", "met" if self.reached else "not met")):
            yield note(text, WIDTH / 2 + 18, 152 + 19 * n, "victory condition", strong=n == 2)


@dataclass(frozen=True)
class Leader(PaychestCommand, key="leader", label="Does another take over?"):
    """Who commands after a leader was hit."""

    own_parts = ("rank", "fate", "men")

    def turned_on(self) -> tuple[str, ...]:
        lame = (CANNOT_WALK,) if self.fate == "lame" else ()
        falls = self.fate != "fights" and not (lame and CANNOT_WALK in self.options)
        return (*lame, COMMAND) if self.rank == "commander" and falls else lame

    def ask(self) -> Answer[bool]:
        return forces.takes_over(self.rank, self.fate, self.men, self.options)

    def settings(self) -> Mapping[str, object]:
        men = "men of his force" if self.rank == "commander" else "men he leads"
        return {"who": RANKS[self.rank], "he": FATES[self.fate], men: self.men}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        rows = {told: {"fate": fate} for fate, told in FATE_BUTTONS.items()}
        force = self.rank == "commander"
        has, none = (
            ("his force has men", "it has none") if force else ("he leads men", "he leads nobody")
        )
        columns = {has: {"men": 1}, none: {"men": 0}}
        return self.cases(rows, columns, list(FATE_BUTTONS).index(self.fate), not self.men)

    def drawn(self, answer: Answer[object]) -> Drawn:
        """Draw the leader as he fares, his men, and the one who may act in his place."""
        commander, out, acts = self.rank == "commander", bool(answer.value), bool(answer.detail)
        yield from _fared("commander" if commander else "officer", self.fate, (116.0, 296.0))
        who = capitalized(RANKS[self.rank].removeprefix("an "))
        yield note(who, 116, 334, "leader", strong=True)
        yield note(FATES[self.fate], 116, 355, "leader")
        if acts:
            name = "acting corporal"
            yield Figure((306.0, 296.0), 172, *OURS, name)
            yield Polygons((_ring(306.0, 203.0, 62, 115),), "selected", name)
            yield from arrow((208.0, 206.0), (238.0, 206.0), "change", "takes over", "green")
            yield note(name, 306, 340, name, strong=True)
        others, settles = self.men - acts, out and commander
        if others or not acts:
            middle, wide = (506.0, 250.0) if acts else (446.0, 360.0)
            room = (wide, 190.0 if settles else 252.0)
            yield from common.crowd(others, (middle, 296.0), room, OURS, "his men", 136)
            which = (
                ("other {}",) if acts else ("{} of his force",) if commander else ("{} he leads",)
            )
            told = plural(others, which[0].format("man"), which[0].format("men"))
            yield note(told if others else "no other man", middle, 340, "his men")
        if settles:
            yield Figure((482.0, 64.0), 48, "officer", "blue", "other leaders")
            yield Figure((526.0, 64.0), 48, "NCO", "blue", "other leaders")
            yield note("other leaders settle who commands", 502, 84, "other leaders")
        elif not out and self.men:
            yield from arrow((206.0, 216.0), (250.0, 216.0), "change", "still leads", "green")
            yield note("still leads", 226, 196, "still leads")


def _fared(kind: str, fate: str, at: Pixel) -> Drawn:
    """Draw a leader: upright, on a stick, or fallen, with a cross where he is dead."""
    x, y = at
    if fate in ("killed", "unconscious"):
        yield Figure((x - 88, y - 66), 150, kind, "blue", "leader", degrees=90)
        if fate == "killed":
            yield Lines(cross((x + 30, y - 158), 14), "illegal", "killed")
            return
        for n in range(3):
            yield note("z", x + 30 + 12 * n, y - 150 - 15 * n, "unconscious", strong=True)
        return
    yield Figure(at, LARGE, kind, "blue", "leader", degrees=7 if fate == "lame" else 0)
    if fate == "lame":
        stick = ((x - 64, y), (x - 56, y), (x - 30, y - 86), (x - 38, y - 88))
        yield Polygons((stick,), "man-wood", "stick")


@dataclass(frozen=True)
class Return(PaychestCommand, key="return", label="May it come back?"):
    """Whether a figure may come back to the table."""

    felt = (EDGE, WIDTH)
    own_parts = ("kind", "times")

    def turned_on(self) -> tuple[str, ...]:
        return (REGULARS_RETURN,) if self.kind == "regular" else ()

    def ask(self) -> Answer[bool]:
        return forces.may_return(self.kind, self.times, self.options.get(REGULARS_RETURN))

    def settings(self) -> Mapping[str, object]:
        return {"troops": KINDS[self.kind], "times on the board": self.times}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        columns = {"on the board once": {"times": 1}, "twice or more": {"times": 2}}
        return self.cases(_TROOPS, columns, list(KINDS).index(self.kind), self.times > 1)

    def drawn(self, answer: Answer[object]) -> Drawn:
        """Draw the figure beside the table, and on it how often it has been there, with the place
        that is left.
        """
        look, foot, allowed = SOLDIERS[self.kind], 290.0, bool(answer.value)
        yield Figure((108.0, foot), LARGE - 20, *look, "who waits")
        yield note(KINDS[self.kind], 108, 324, "who waits", strong=True)
        yield note("off the table", 108, 345, "off the table")
        for time, x, name in ((1, 336.0, "first time"), (2, 530.0, "second time")):
            used = self.times >= time
            yield Figure((x, foot), LARGE - 32, *look, name, out=not used)
            yield note(name, x, 324, name, strong=True)
            yield note("has been on the table" if used else "not used", x, 345, name)
        yield from _moves(
            (108.0, 102.0), (530.0 if allowed else EDGE, 102.0), allowed, "comes back"
        )
        text = "comes back" if allowed else "may not come back"
        yield note(text, 430, 82 if allowed else 102, "comes back", strong=True)
        often = self.times > forces.MOST_TIMES
        over = f": {self.times} times already" if often else ""
        yield note(f"on the table no more than twice{over}", 430, 32, "limit")


_TROOPS = {told: {"kind": kind} for kind, told in KINDS.items()}


@dataclass(frozen=True)
class Casualty(PaychestCommand, key="casualty", label="May a casualty go?"):
    """Whether a casualty is taken off the table."""

    felt = (0.0, WIDTH - EDGE)
    own_parts = ("kind",)

    def ask(self) -> Answer[bool]:
        return forces.may_remove(self.kind)

    def settings(self) -> Mapping[str, object]:
        return {"troops": KINDS[self.kind]}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        return self.cases(_TROOPS, {"taken away": {}}, list(KINDS).index(self.kind), 0)

    def drawn(self, answer: Answer[object]) -> Drawn:
        """Draw a fallen figure on the table, and whether it may be taken off."""
        look, taken, away = SOLDIERS[self.kind], bool(answer.value), "taken away"
        yield Figure((116.0, 220.0), LARGE + 12, *look, "casualty", degrees=90)
        yield note(f"a casualty of {KINDS[self.kind]}", 206, 318, "casualty", strong=True)
        yield note("on the table" if taken else "stays where it fell", 206, 340, "casualty")
        end = WIDTH - 110 if taken else WIDTH - EDGE
        yield from _moves((206.0, 110.0), (end, 110.0), taken, away)
        if taken:
            yield Figure((446.0, 220.0), LARGE - 14, *look, away, degrees=90, out=True)
        yield note(away if taken else "not taken away", 529, 318, away, strong=True)
        yield note("off the table", 529, 340, "off the table")


@dataclass(frozen=True)
class Rifle(PaychestCommand, key="rifle", label="Has it a rifle?"):
    """Whether a figure counts as armed with a rifle."""

    own_parts = ("shown", "found")

    def ask(self) -> Answer[bool]:
        return forces.has_rifle(self.shown, self.found)

    def settings(self) -> Mapping[str, object]:
        return {"on its model": _yes(self.shown), "found one": _yes(self.found)}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        rows = {"no rifle on it": {"shown": False}, "a rifle on it": {"shown": True}}
        columns = {"found none": {"found": False}, "found one": {"found": True}}
        return self.cases(rows, columns, self.shown, self.found)

    def drawn(self, answer: Answer[object]) -> Drawn:
        """Draw the model, what it found, and what it counts as."""
        foot, (x, y, z), armed = 294.0, (112.0, 316.0, 524.0), bool(answer.value)
        yield Figure((x, foot), LARGE, "private" if self.shown else "unarmed", "blue", "model")
        at, out = (y - 66, foot - 50), not self.found
        yield Figure(at, LARGE - 2, "rifle", "blue", "found", degrees=78, out=out)
        if out:
            yield Polygons((box(y - 68, foot - 96, 136, 84),), "man-out", "nothing found")
        kind = "private" if armed else "unarmed"
        yield Figure((z, foot), LARGE + 18, kind, "blue", "counts as")
        for middle, head, text in (
            (x, "its model", "shows a rifle" if self.shown else "shows no rifle"),
            (y, "during play", "found none" if out else "found a rifle"),
            (z, "it counts as", "armed with a rifle" if armed else "not armed with a rifle"),
        ):
            yield note(head, middle, 46, head)
            yield note(text, middle, 334, head, strong=True)
        yield note("+", 214, 236, "plus", strong=True)
        yield note("=", 418, 236, "equals", strong=True)


@dataclass(frozen=True)
class Merge(PaychestCommand, key="merge", label="How many combined?"):
    """How many figures two units have together."""

    own_parts = ("first", "second")

    def ask(self) -> Answer[int]:
        return forces.merged(self.first, self.second)

    def settings(self) -> Mapping[str, object]:
        return {"first unit": self.first, "second unit": self.second}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        rows = {**self.settings(), "combined": answer.value}
        body = tuple((head, (str(figures),)) for head, figures in rows.items())
        return (Table(self.label, ("figures",), body, lit_row=2),)

    def drawn(self, answer: Answer[int]) -> Drawn:
        """Draw both units in the same ranks, the places that a full company has more, and a bracket
        round all.
        """
        full, both, gap, foot = FORMATIONS["company"].own_figures, answer.value, 30.0, 286.0
        free = max(0, full - both)
        units = [
            (self.first, OURS, f"first: {self.first}"),
            (self.second, ("rifleman", "green"), f"second: {self.second}"),
            *([(free, OURS, f"{free} free")] if free else ()),
        ]

        def rooms(high: float, rows: int) -> list[float]:
            wide = high * common.ACROSS
            words = (text_width(head, 15, bold=True) for *_, head in units)
            return [max(wide * -(-n // rows), w) for (n, *_), w in zip(units, words, strict=True)]

        def fits(rows: int) -> float:
            high = min(120.0, 236.0 / (1.2 + common.BEHIND * (rows - 1)))
            while sum(rooms(high, rows)) > WIDTH - 40 - 2 * gap and high > 4:
                high *= 0.96
            return high

        every = range(1, sum(n for n, *_ in units) + 1)
        rows = max(every, key=lambda rows: (round(fits(rows), 2), -rows))
        high = fits(rows)
        widths = rooms(high, rows)
        start = x = (WIDTH - sum(widths) - gap * (len(widths) - 1)) / 2
        for (n, look, head), own in zip(units, widths, strict=True):
            across, out = -(-n // rows), head.endswith("free")
            left = x + own / 2 - high * common.ACROSS * across / 2
            yield from common.ranks(n, rows, (left, foot), high, look, head, out=out)
            top = foot - high * (1.2 + common.BEHIND * (-(-n // across) - 1))
            yield note(head, x + own / 2, top - 8, head, strong=not out)
            x += own + gap
        end = start + sum(widths[:2]) + gap
        bracket = ((start, 298.0), (start, 308.0), (end, 308.0), (end, 298.0))
        yield Lines((bracket,), "change", "combined", "black")
        told = f"combined: {plural(both, 'figure')}"
        yield note(told, (start + end) / 2, 328, "combined", strong=True)
        yield note(f"a full company has {full}", WIDTH / 2, 358, "full company")


def _moves(start: Pixel, end: Pixel, allowed: bool, name: str) -> Drawn:
    """Draw an arrow to where a figure goes, or one that is stopped by a cross."""
    if allowed:
        yield from arrow(start, end, "change", name, "green")
        return
    yield Lines(((start, end),), "sight-broken", name)
    yield Lines(cross(end, 12), "illegal", name)


def _ring(x: float, y: float, across: float, down: float) -> tuple[Pixel, ...]:
    """Return a rectangle without its corners."""
    a, d, cut = across, down, 14.0
    half = ((-a + cut, -d), (a - cut, -d), (a, -d + cut), (a, d - cut))
    return tuple((x + s * dx, y + s * dy) for s in (1, -1) for dx, dy in half)


PaychestCommand.offer(Ending, Leader, Return, Casualty, Rifle, Merge)
