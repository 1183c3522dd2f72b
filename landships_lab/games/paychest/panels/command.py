"""The command panel: one question about the battle as a whole at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.drawing.charts import Table
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.paychest.panels import command_picture
from landships_lab.games.paychest.panels.common import PaychestPanel, readings_of, word
from landships_lab.games.paychest.rules.command import (
    CANNOT_WALK,
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
from landships_lab.panel.controls import Switch
from landships_lab.panel.panel import changed
from landships_lab.panel.parts import Flag, Group, OneOf, Whole, part
from landships_lab.panel.readings import Taken

ID = "paychest:command"
ABOUT = {
    "ending": "Is the battle over?",
    "leader": "Does another take over?",
    "return": "May it come back?",
    "casualty": "May a casualty go?",
    "rifle": "Has it a rifle?",
    "merge": "How many combined?",
}
RANK_BUTTONS = {"commander": "commander", "leader": "officer or NCO"}
FATE_BUTTONS = {
    fate: words.removeprefix("is ").removeprefix("knocked ") for fate, words in FATES.items()
}
ENDING = Group("goal", "Victory", "goal")
ARMS = Group("arms", "Figure", "arms")


def _in(*abouts: str) -> Callable[[Any], bool]:
    return lambda state: state.about in abouts


def _figures(label: str, default: int, least: int, about: str) -> Any:
    return part(Whole(label, default, least, 200, shown=_in(about)))


@dataclass(frozen=True)
class PaychestCommand(PaychestPanel):
    """Choose a question about the battle, and set its parts.

    What is asked (``about``), and the parts of each question. Those of other questions are not
    shown.
    """

    id = ID
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

    about: str = part(word("Question", "ending", ABOUT, "question"))
    mine: int = _figures("Yours", 12, 0, "ending")
    theirs: int = _figures("Theirs", 9, 0, "ending")
    reached: bool = part(Flag("condition met", group=ENDING, shown=_in("ending")))
    rank: str = part(
        OneOf("Hit", "leader", RANK_BUTTONS, buttons=True, error_name="rank", shown=_in("leader"))
    )
    fate: str = part(
        OneOf(
            "He",
            "killed",
            FATE_BUTTONS,
            buttons=True,
            error_name="fate of a leader",
            shown=_in("leader"),
        )
    )
    men: int = _figures("Men", 6, 0, "leader")
    kind: str = part(
        OneOf(
            "Troops",
            "irregular",
            {kind: kind for kind in KINDS},
            buttons=True,
            error_name="kind of troops",
            shown=_in("return", "casualty"),
        )
    )
    times: int = part(Whole("Times on the board", 1, 1, 9, shown=_in("return")))
    shown: bool = part(Flag("model shows a rifle", group=ARMS, shown=_in("rifle")))
    found: bool = part(Flag("found a rifle", group=ARMS, shown=_in("rifle")))
    first: int = _figures("First unit", 7, 1, "merge")
    second: int = _figures("Second unit", 9, 1, "merge")
    readings: Taken = part(readings_of(CANNOT_WALK, REGULARS_RETURN))

    def ask(self) -> Answer[Any]:
        """Return the answer to the question chosen."""
        match self.about:
            case "ending":
                return battle_over(self.mine, self.theirs, self.reached)
            case "leader":
                return takes_over(self.rank, self.fate, self.men, self.options.get(CANNOT_WALK))
            case "return":
                return may_return(self.kind, self.times, self.options.get(REGULARS_RETURN))
            case "casualty":
                return may_remove(self.kind)
            case "rifle":
                return has_rifle(self.shown, self.found)
        return merged(self.first, self.second)

    def reading_switches(self) -> tuple[Switch, ...]:
        """Return the reading for a leader who cannot walk, or that for regulars who come back."""
        bear = {("leader", "lame"): CANNOT_WALK, ("return", "regular"): REGULARS_RETURN}
        about = self.fate if self.about == "leader" else self.kind
        return tuple(
            each for each in super().reading_switches() if each.id == bear.get((self.about, about))
        )

    def effect(self, answer: Answer[Any]) -> str:
        """Return yes or no."""
        return "yes" if answer.value else "no"

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """Draw the figures that the question is about, and what becomes of them."""
        return command_picture.picture(self, answer, ABOUT[self.about])

    def question_picture(self) -> Scene:
        """Return what was set, so that the picture says what is asked."""
        rows = tuple((label, (value,)) for label, value in _settings(self))
        return exhibit(self.title, self.prompt, (Table(ABOUT[self.about], ("",), rows),), ())

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the answer in every case of the question, with this one lit; for two units, their
        sum.
        """
        if self.about == "merge":
            rows = (
                ("first unit", (str(self.first),)),
                ("second unit", (str(self.second),)),
                ("combined", (str(answer.value),)),
            )
            return (Table(ABOUT[self.about], ("figures",), rows, lit_row=2),)
        heads, columns, row, column = _cases(self)
        body = tuple(
            (head, tuple("yes" if case.answer().value else "no" for case in cases))
            for head, cases in heads
        )
        return (Table(ABOUT[self.about], columns, body, row, column),)


def _cases(
    state: PaychestCommand,
) -> tuple[list[tuple[str, list[PaychestCommand]]], tuple[str, ...], int, int]:
    """Return the cases of a question in rows and columns: each row's heading and states, the
    columns, and which row and column this is.
    """
    match state.about:
        case "ending":
            sides = (
                ("both have men", 1, 1),
                ("you have none", 0, 1),
                ("they have none", 1, 0),
                ("nobody is left", 0, 0),
            )
            at = next(
                n
                for n, (_, mine, theirs) in enumerate(sides)
                if (bool(mine), bool(theirs)) == (state.mine > 0, state.theirs > 0)
            )
            made = [
                (head, [changed(state, mine=m, theirs=t, reached=met) for met in (False, True)])
                for head, m, t in sides
            ]
            return made, ("no condition met", "condition met"), at, int(state.reached)
        case "leader":
            made = [
                (words, [changed(state, fate=fate, men=men) for men in (1, 0)])
                for fate, words in FATE_BUTTONS.items()
            ]
            return (
                made,
                ("he leads men", "he leads nobody"),
                list(FATE_BUTTONS).index(state.fate),
                int(not state.men),
            )
        case "return":
            made = [
                (words, [changed(state, kind=kind, times=times) for times in (1, 2)])
                for kind, words in KINDS.items()
            ]
            return (
                made,
                ("on the board once", "twice or more"),
                list(KINDS).index(state.kind),
                int(state.times > 1),
            )
        case "casualty":
            return (
                [(words, [changed(state, kind=kind)]) for kind, words in KINDS.items()],
                ("taken away",),
                list(KINDS).index(state.kind),
                0,
            )
    made = [
        (words, [changed(state, shown=shown, found=found) for found in (False, True)])
        for words, shown in (("no rifle on it", False), ("a rifle on it", True))
    ]
    return made, ("found none", "found one"), int(state.shown), int(state.found)


def _settings(state: PaychestCommand) -> tuple[tuple[str, str], ...]:
    match state.about:
        case "ending":
            goal = "met" if state.reached else "not met"
            return (
                ("your figures", str(state.mine)),
                ("enemy figures", str(state.theirs)),
                ("victory condition", goal),
            )
        case "leader":
            return (
                ("who", RANKS[state.rank]),
                ("he", FATES[state.fate]),
                ("men he leads", str(state.men)),
            )
        case "return":
            return ("troops", KINDS[state.kind]), ("times on the board", str(state.times))
        case "casualty":
            return (("troops", KINDS[state.kind]),)
        case "rifle":
            return ("on its model", "yes" if state.shown else "no"), (
                "found one",
                "yes" if state.found else "no",
            )
    return ("first unit", str(state.first)), ("second unit", str(state.second))
