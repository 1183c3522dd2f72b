"""The command panel: one question about the battle as a whole at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer
from landships_lab.drawing.charts import Table
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.paychest.panels import command_picture
from landships_lab.games.paychest.panels.common import WIDTH, PaychestPanel, readings_of
from landships_lab.games.paychest.rules.forces import (
    CANNOT_WALK,
    COMMAND,
    FATES,
    RANKS,
    REGULARS_RETURN,
    battle_over,
    has_rifle,
    may_remove,
    may_return,
    merged,
    takes_over,
)
from landships_lab.games.paychest.rules.morale import KINDS
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import Flag, Group, OneOf, Whole, part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Taken

RANK_BUTTONS = {"commander": "commander", "leader": "officer or NCO"}
FATE_BUTTONS = {
    fate: words.removeprefix("is ").removeprefix("knocked ") for fate, words in FATES.items()
}
ENDING = Group("goal", "Victory", "goal")
ARMS = Group("arms", "Figure", "arms")


def _figures(label: str, default: int, least: int) -> Whole:
    return Whole(label, default, least, 200)


@dataclass(frozen=True)
class PaychestCommand(QuestionPanel, PaychestPanel):
    """Choose a question about the battle, and set its parts.

    What is asked, and the parts of each question. Those of other questions are not shown.
    """

    id = "paychest:command"
    title = "Command"
    prompt = "Who commands, who comes back, and when is it over?"
    usage_hint = "Choose a question, then set its parts. The table holds the other cases."
    stage = (("Table", "picture + tables"),)
    order = (
        "about",
        "mine",
        "theirs",
        "goal",
        "rank",
        "fate",
        "men",
        "kind",
        "times",
        "arms",
        "first",
        "second",
    )

    #: Where the table lies in the picture, from left to right.
    felt: ClassVar[tuple[float, float]] = (0.0, WIDTH)

    question: str = part(question_part(control_id="about", always=True))
    mine: int = part(_figures("Yours", 12, 0))
    theirs: int = part(_figures("Theirs", 9, 0))
    reached: bool = part(Flag("condition met", group=ENDING))
    rank: str = part(OneOf("Hit", "leader", RANK_BUTTONS, buttons=True, error_name="rank"))
    fate: str = part(
        OneOf(
            "He",
            "killed",
            FATE_BUTTONS,
            buttons=True,
            error_name="fate of a leader",
        )
    )
    men: int = part(_figures("Men", 6, 0))
    kind: str = part(
        OneOf(
            "Troops",
            "irregular",
            {kind: kind for kind in KINDS},
            buttons=True,
            error_name="kind of troops",
        )
    )
    times: int = part(Whole("Times on the board", 1, 1, 9))
    shown: bool = part(Flag("model shows a rifle", group=ARMS))
    found: bool = part(Flag("found a rifle", group=ARMS))
    first: int = part(_figures("First unit", 7, 1))
    second: int = part(_figures("Second unit", 9, 1))
    readings: Taken = part(
        readings_of(CANNOT_WALK, COMMAND, REGULARS_RETURN, offered=lambda state: state.turned_on())
    )

    def turned_on(self) -> tuple[str, ...]:
        """Return the readings that matter to the question with its parts."""
        return ()

    @abstractmethod
    def drawn(self, answer: Answer[Any]) -> command_picture.Drawn:
        """Draw the figures that the question is about, and what becomes of them."""

    @abstractmethod
    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return what is set, in words."""

    def effect(self, answer: Answer[object]) -> str:
        """Return yes or no."""
        return "yes" if answer.value else "no"

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw the figures that the question is about, and what becomes of them."""
        return command_picture.picture(self.drawn(answer), self.felt, self.label, answer.headline)

    def question_picture(self) -> Scene:
        """Return what was set, so that the picture says what is asked."""
        rows = tuple((label, (value,)) for label, value in self.settings())
        return exhibit(self.title, self.prompt, (Table(self.label, ("",), rows),), ())

    def compared(
        self,
        heads: Iterable[tuple[str, Iterable[Self]]],
        columns: tuple[str, ...],
        row: int,
        column: int,
    ) -> tuple[Table, ...]:
        """Return the answer in every case of the question: the heading and the states of each row,
        the columns, and which row and column this state is.
        """
        body = tuple(
            (head, tuple("yes" if case.answer().value else "no" for case in cases))
            for head, cases in heads
        )
        return (Table(self.label, columns, body, row, column),)


@dataclass(frozen=True)
class Ending(PaychestCommand, key="ending", label="Is the battle over?"):
    """Whether the battle is over."""

    own_parts = ("mine", "theirs", "reached")

    def ask(self) -> Answer[bool]:
        """Return whether the battle is over."""
        return battle_over(self.mine, self.theirs, self.reached)

    def drawn(self, answer: Answer[object]) -> command_picture.Drawn:
        """Draw both sides, and the flag of a victory condition between them."""
        return command_picture.ending(self.mine, self.theirs, self.reached)

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return the figures of both sides, and whether a condition is met."""
        goal = "met" if self.reached else "not met"
        return (
            ("your figures", str(self.mine)),
            ("enemy figures", str(self.theirs)),
            ("victory condition", goal),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the answer for all who have men left, with and without a condition met."""
        sides = (
            ("both have men", 1, 1),
            ("you have none", 0, 1),
            ("they have none", 1, 0),
            ("nobody is left", 0, 0),
        )
        left = (self.mine > 0, self.theirs > 0)
        at = next(n for n, (_, *men) in enumerate(sides) if tuple(map(bool, men)) == left)
        made = [
            (head, [with_fields(self, mine=m, theirs=t, reached=met) for met in (False, True)])
            for head, m, t in sides
        ]
        return self.compared(made, ("no condition met", "condition met"), at, int(self.reached))


@dataclass(frozen=True)
class Leader(PaychestCommand, key="leader", label="Does another take over?"):
    """Who commands after a leader was hit."""

    own_parts = ("rank", "fate", "men")

    def turned_on(self) -> tuple[str, ...]:
        """Return the reading for a leader who cannot walk, and that for a fallen commander."""
        lame = (CANNOT_WALK,) if self.fate == "lame" else ()
        falls = self.fate != "fights" and not (lame and CANNOT_WALK in self.options)
        return (*lame, COMMAND) if self.rank == "commander" and falls else lame

    def ask(self) -> Answer[bool]:
        """Return whether another takes over."""
        return takes_over(self.rank, self.fate, self.men, self.options)

    def drawn(self, answer: Answer[object]) -> command_picture.Drawn:
        """Draw the leader as he fares, his men, and the one who may act in his place."""
        return command_picture.leader(
            self.rank, self.fate, self.men, bool(answer.value), bool(answer.detail)
        )

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return who was hit, how he fares, and his men."""
        return (
            ("who", RANKS[self.rank]),
            ("he", FATES[self.fate]),
            ("men of his force" if self.rank == "commander" else "men he leads", str(self.men)),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the answer for every fate, of a leader with men and without."""
        made = [
            (words, [with_fields(self, fate=fate, men=men) for men in (1, 0)])
            for fate, words in FATE_BUTTONS.items()
        ]
        at = list(FATE_BUTTONS).index(self.fate), int(not self.men)
        forces = "his force has men", "it has none"
        leads = "he leads men", "he leads nobody"
        return self.compared(made, forces if self.rank == "commander" else leads, *at)


@dataclass(frozen=True)
class Return(PaychestCommand, key="return", label="May it come back?"):
    """Whether a figure may come back to the table."""

    felt = (command_picture.EDGE, WIDTH)
    own_parts = ("kind", "times")

    def turned_on(self) -> tuple[str, ...]:
        """Return the reading for regulars who come back."""
        return (REGULARS_RETURN,) if self.kind == "regular" else ()

    def ask(self) -> Answer[bool]:
        """Return whether it may come back."""
        return may_return(self.kind, self.times, self.options.get(REGULARS_RETURN))

    def drawn(self, answer: Answer[object]) -> command_picture.Drawn:
        """Draw the figure beside the table, and on it how often it has been there."""
        return command_picture.comes_back(self.kind, self.times, bool(answer.value))

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return the troops, and how often they were on the table."""
        return ("troops", KINDS[self.kind]), ("times on the board", str(self.times))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the answer for all troops, on the board once or more often."""
        made = [
            (words, [with_fields(self, kind=kind, times=times) for times in (1, 2)])
            for kind, words in KINDS.items()
        ]
        at = list(KINDS).index(self.kind), int(self.times > 1)
        return self.compared(made, ("on the board once", "twice or more"), *at)


@dataclass(frozen=True)
class Casualty(PaychestCommand, key="casualty", label="May a casualty go?"):
    """Whether a casualty is taken off the table."""

    felt = (0.0, WIDTH - command_picture.EDGE)
    own_parts = ("kind",)

    def ask(self) -> Answer[bool]:
        """Return whether it may be taken away."""
        return may_remove(self.kind)

    def drawn(self, answer: Answer[object]) -> command_picture.Drawn:
        """Draw a fallen figure on the table, and whether it may be taken off."""
        return command_picture.casualty(self.kind, bool(answer.value))

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return the troops."""
        return (("troops", KINDS[self.kind]),)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the answer for all troops."""
        made = [(words, [with_fields(self, kind=kind)]) for kind, words in KINDS.items()]
        return self.compared(made, ("taken away",), list(KINDS).index(self.kind), 0)


@dataclass(frozen=True)
class Rifle(PaychestCommand, key="rifle", label="Has it a rifle?"):
    """Whether a figure counts as armed with a rifle."""

    own_parts = ("shown", "found")

    def ask(self) -> Answer[bool]:
        """Return whether it has a rifle."""
        return has_rifle(self.shown, self.found)

    def drawn(self, answer: Answer[object]) -> command_picture.Drawn:
        """Draw the model, what it found, and what it counts as."""
        return command_picture.rifle(self.shown, self.found, bool(answer.value))

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return what its model shows, and whether it found a rifle."""
        return tuple(
            (label, "yes" if on else "no")
            for label, on in (("on its model", self.shown), ("found one", self.found))
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the answer for models with a rifle and without, that found one or none."""
        made = [
            (words, [with_fields(self, shown=shown, found=found) for found in (False, True)])
            for words, shown in (("no rifle on it", False), ("a rifle on it", True))
        ]
        return self.compared(made, ("found none", "found one"), int(self.shown), int(self.found))


@dataclass(frozen=True)
class Merge(PaychestCommand, key="merge", label="How many combined?"):
    """How many figures two units have together."""

    own_parts = ("first", "second")

    def ask(self) -> Answer[int]:
        """Return the figures of both."""
        return merged(self.first, self.second)

    def drawn(self, answer: Answer[int]) -> command_picture.Drawn:
        """Draw both units in the same ranks."""
        return command_picture.merge(self.first, self.second, answer.value)

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return the figures of each."""
        return ("first unit", str(self.first)), ("second unit", str(self.second))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return both units with their sum."""
        rows = (*self.settings(), ("combined", str(answer.value)))
        body = tuple((head, (figures,)) for head, figures in rows)
        return (Table(self.label, ("figures",), body, lit_row=2),)


PaychestCommand.offer(Ending, Leader, Return, Casualty, Rifle, Merge)
