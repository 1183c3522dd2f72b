"""The command panel: one question about the battle as a whole at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.explore.controls import Switch
from landships_lab.explore.explorer import changed
from landships_lab.explore.parts import Flag, Group, OneOf, Whole, part
from landships_lab.explore.paychest import command_picture
from landships_lab.explore.paychest.common import OwnState, PaychestExplorer, readings_of, word
from landships_lab.explore.readings import Taken
from landships_lab.rules.paychest.command import (
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
from landships_lab.rules.paychest.morale import KINDS
from landships_lab.scene.charts import Table
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

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
FATE_BUTTONS = {fate: words.removeprefix("is ").removeprefix("knocked ") for fate, words in FATES.items()}
ENDING = Group("goal", "Victory", "goal")
ARMS = Group("arms", "Figure", "arms")


def _in(*abouts: str) -> Callable[[Any], bool]:
    return lambda state: state.about in abouts


def _figures(label: str, usual: int, least: int, about: str) -> Any:
    return part(Whole(label, usual, least, 200, shown=_in(about)))


@dataclass(frozen=True)
class CommandState(OwnState):
    """What is asked (``about``), and the parts of each question. Those of other questions are not shown."""

    explorer_id: ClassVar[str] = ID
    about: str = part(word("Question", "ending", ABOUT, "question"))
    mine: int = _figures("Yours", 12, 0, "ending")
    theirs: int = _figures("Theirs", 9, 0, "ending")
    reached: bool = part(Flag("condition met", group=ENDING, shown=_in("ending")))
    rank: str = part(OneOf("Hit", "leader", RANK_BUTTONS, buttons=True, noun="rank", shown=_in("leader")))
    fate: str = part(OneOf("He", "killed", FATE_BUTTONS, buttons=True, noun="fate of a leader", shown=_in("leader")))
    men: int = _figures("Men", 6, 0, "leader")
    kind: str = part(
        OneOf("Troops", "irregular", {kind: kind for kind in KINDS}, buttons=True, noun="kind of troops", shown=_in("return", "casualty"))
    )
    times: int = part(Whole("Times on the board", 1, 1, 9, shown=_in("return")))
    shown: bool = part(Flag("model shows a rifle", group=ARMS, shown=_in("rifle")))
    found: bool = part(Flag("found a rifle", group=ARMS, shown=_in("rifle")))
    first: int = _figures("First unit", 7, 1, "merge")
    second: int = _figures("Second unit", 9, 1, "merge")
    readings: Taken = part(readings_of(CANNOT_WALK, REGULARS_RETURN))


class PaychestCommand(PaychestExplorer[CommandState]):
    """Choose a question about the battle, and set its parts."""

    id = ID
    state = CommandState
    title = "Command"
    question = "Who commands, who comes back, and when is it over?"
    hands = "Choose a question, then set its parts. The table holds the other cases."
    stage = (("Table", "picture + tables"),)
    order = ("about", "mine", "theirs", "goal", "rank", "fate", "men", "kind", "times", "arms", "first", "second")

    def ask(self, state: CommandState) -> Answer[Any]:
        """Return the answer to the question chosen."""
        match state.about:
            case "ending":
                return battle_over(state.mine, state.theirs, state.reached)
            case "leader":
                return takes_over(state.rank, state.fate, state.men, state.options.get(CANNOT_WALK))
            case "return":
                return may_return(state.kind, state.times, state.options.get(REGULARS_RETURN))
            case "casualty":
                return may_remove(state.kind)
            case "rifle":
                return has_rifle(state.shown, state.found)
        return merged(state.first, state.second)

    def reading_switches(self, state: CommandState) -> tuple[Switch, ...]:
        """Return the reading for a leader who cannot walk, or that for regulars who come back."""
        bear = {("leader", "lame"): CANNOT_WALK, ("return", "regular"): REGULARS_RETURN}
        about = state.fate if state.about == "leader" else state.kind
        return tuple(each for each in super().reading_switches(state) if each.id == bear.get((state.about, about)))

    def effect(self, state: CommandState, answer: Answer[Any]) -> str:
        """Return yes or no."""
        return "yes" if answer.value else "no"

    def picture(self, state: CommandState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Draw the figures that the question is about, and what becomes of them."""
        return command_picture.picture(state, answer, ABOUT[state.about])

    def riddle(self, state: CommandState) -> Scene:
        """Return what was set, so that the picture says what is asked."""
        rows = tuple((label, (value,)) for label, value in _settings(state))
        return exhibit(self.title, self.question, (Table(ABOUT[state.about], ("",), rows),), ())

    def tables(self, state: CommandState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the answer in every case of the question, with this one lit; for two units, their sum."""
        if state.about == "merge":
            rows = (("first unit", (str(state.first),)), ("second unit", (str(state.second),)), ("combined", (str(answer.value),)))
            return (Table(ABOUT[state.about], ("figures",), rows, lit_row=2),)
        heads, columns, row, column = _cases(state)
        body = tuple((head, tuple("yes" if self.ask(case).value else "no" for case in cases)) for head, cases in heads)
        return (Table(ABOUT[state.about], columns, body, row, column),)


def _cases(state: CommandState) -> tuple[list[tuple[str, list[CommandState]]], tuple[str, ...], int, int]:
    """Return the cases of a question in rows and columns: each row's heading and states, the columns, and which row and column this is."""
    match state.about:
        case "ending":
            sides = (("both have men", 1, 1), ("you have none", 0, 1), ("they have none", 1, 0), ("nobody is left", 0, 0))
            at = next(n for n, (_, mine, theirs) in enumerate(sides) if (bool(mine), bool(theirs)) == (state.mine > 0, state.theirs > 0))
            made = [(head, [changed(state, mine=m, theirs=t, reached=met) for met in (False, True)]) for head, m, t in sides]
            return made, ("no condition met", "condition met"), at, int(state.reached)
        case "leader":
            made = [(words, [changed(state, fate=fate, men=men) for men in (1, 0)]) for fate, words in FATE_BUTTONS.items()]
            return made, ("he leads men", "he leads nobody"), list(FATE_BUTTONS).index(state.fate), int(not state.men)
        case "return":
            made = [(words, [changed(state, kind=kind, times=times) for times in (1, 2)]) for kind, words in KINDS.items()]
            return made, ("on the board once", "twice or more"), list(KINDS).index(state.kind), int(state.times > 1)
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


def _settings(state: CommandState) -> tuple[tuple[str, str], ...]:
    match state.about:
        case "ending":
            goal = "met" if state.reached else "not met"
            return ("your figures", str(state.mine)), ("enemy figures", str(state.theirs)), ("victory condition", goal)
        case "leader":
            return ("who", RANKS[state.rank]), ("he", FATES[state.fate]), ("men he leads", str(state.men))
        case "return":
            return ("troops", KINDS[state.kind]), ("times on the board", str(state.times))
        case "casualty":
            return (("troops", KINDS[state.kind]),)
        case "rifle":
            return ("on its model", "yes" if state.shown else "no"), ("found one", "yes" if state.found else "no")
    return ("first unit", str(state.first)), ("second unit", str(state.second))
