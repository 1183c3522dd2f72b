"""The command panel: one question at a time about the battle as a whole, with a table of its other
cases: its end, who leads, who comes back, who stays, who joins whom.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.drawing.charts import Table
from landships_lab.drawing.shapes import Scene
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
from landships_lab.panel.tables import TablePanel
from . import common
from .common import word

FATE_BUTTONS = {
    fate: words.removeprefix("is ").removeprefix("knocked ") for fate, words in FATES.items()
}
ARMS = Group("arms", "Figure", "arms")
#: The values of the parts in a row or a column of a table of cases.
Cases = Mapping[str, Mapping[str, object]]


def _figures(label: str, default: int, least: int) -> Any:
    return part(Whole, label, default, least, 200)


@dataclass(frozen=True)
class PaychestCommand(QuestionPanel, TablePanel, common.PaychestPanel):
    """Choose a question about the battle, and set its parts.

    The question, and the parts of each question; only those of the present question are shown.
    """

    id = "paychest:command"
    title = "Command"
    prompt = "Who commands, who comes back, and when is it over?"
    usage_hint = "Choose a question, then set its parts. The table holds the other cases."
    order = names("about mine theirs goal rank fate men kind times arms first second")

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
    def settings(self) -> Mapping[str, object]:
        """Return what is set, in words."""

    def effect(self, answer: Answer[object]) -> str:
        return _yes(answer.value)

    def question_picture(self) -> Scene:
        return self.asked_sheet(self.label, self.settings().items())

    def cases(self, rows: Cases, columns: Cases, row: int, column: int) -> tuple[Table, ...]:
        """Return the answer in every case of the question, by the parts of its rows and columns,
        with the row and the column of this state lit.
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
        rows = {label: {"fate": fate} for fate, label in FATE_BUTTONS.items()}
        force = self.rank == "commander"
        has, none = (
            ("his force has men", "it has none") if force else ("he leads men", "he leads nobody")
        )
        columns = {has: {"men": 1}, none: {"men": 0}}
        return self.cases(rows, columns, list(FATE_BUTTONS).index(self.fate), not self.men)


@dataclass(frozen=True)
class Return(PaychestCommand, key="return", label="May it come back?"):
    """Whether a figure may come back to the table."""

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


_TROOPS = {words: {"kind": kind} for kind, words in KINDS.items()}


@dataclass(frozen=True)
class Casualty(PaychestCommand, key="casualty", label="May a casualty go?"):
    """Whether a casualty is taken off the table."""

    own_parts = ("kind",)

    def ask(self) -> Answer[bool]:
        return forces.may_remove(self.kind)

    def settings(self) -> Mapping[str, object]:
        return {"troops": KINDS[self.kind]}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        return self.cases(_TROOPS, {"taken away": {}}, list(KINDS).index(self.kind), 0)


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


@dataclass(frozen=True)
class Merge(PaychestCommand, key="merge", label="How many combined?"):
    """How many figures two units have together."""

    own_parts = ("first", "second")

    def ask(self) -> Answer[int]:
        return forces.merged(self.first, self.second)

    def settings(self) -> Mapping[str, object]:
        return {"first unit": self.first, "second unit": self.second}

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        full = FORMATIONS["company"].own_figures
        rows = {**self.settings(), "combined": answer.value, "a full company has": full}
        body = tuple((head, (str(figures),)) for head, figures in rows.items())
        return (Table(self.label, ("figures",), body, lit_row=2),)


PaychestCommand.offer(Ending, Leader, Return, Casualty, Rifle, Merge)
