"""The command panel: one question about the battle as a whole at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.explore.controls import Switch
from landships_lab.explore.parts import Flag, Group, OneOf, Whole, part
from landships_lab.explore.paychest.common import OwnState, PaychestExplorer, readings_of, word
from landships_lab.explore.readings import Taken
from landships_lab.explore.tabled import TabledExplorer
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

ID = "paychest:command"
ABOUT = {
    "ending": "Is the battle over?",
    "leader": "Who takes over from a leader?",
    "return": "May a figure come back?",
    "casualty": "May a casualty be taken away?",
    "rifle": "Has the figure a rifle?",
    "merge": "How strong are two units combined?",
}
ENDING = Group("goal", "Victory", "goal")
ARMS = Group("arms", "The figure", "arms")


def _in(*abouts: str) -> Callable[[Any], bool]:
    return lambda state: state.about in abouts


def _figures(label: str, usual: int, least: int, about: str) -> Any:
    return part(Whole(label, usual, least, 200, typed=True, shown=_in(about)))


@dataclass(frozen=True)
class CommandState(OwnState):
    """What is asked (``about``), and the parts of each question. Those of other questions are not shown."""

    explorer_id: ClassVar[str] = ID
    about: str = part(word("What do you want to know?", "ending", ABOUT, "question"))
    mine: int = _figures("Your figures on the board", 12, 0, "ending")
    theirs: int = _figures("Enemy figures on the board", 9, 0, "ending")
    reached: bool = part(Flag("a victory condition set before is met", group=ENDING, shown=_in("ending")))
    rank: str = part(OneOf("Who is hit", "leader", RANKS, noun="rank", shown=_in("leader")))
    fate: str = part(OneOf("He", "killed", FATES, noun="fate of a leader", shown=_in("leader")))
    men: int = _figures("Men he leads", 6, 0, "leader")
    kind: str = part(OneOf("Troops", "irregular", KINDS, noun="kind of troops", shown=_in("return", "casualty")))
    times: int = part(Whole("Times on the board so far", 1, 1, 9, typed=True, shown=_in("return")))
    shown: bool = part(Flag("its model shows a rifle", group=ARMS, shown=_in("rifle")))
    found: bool = part(Flag("has found a rifle", group=ARMS, shown=_in("rifle")))
    first: int = _figures("Figures of the first unit", 7, 1, "merge")
    second: int = _figures("Figures of the second unit", 9, 1, "merge")
    readings: Taken = part(readings_of(CANNOT_WALK, REGULARS_RETURN))


class PaychestCommand(TabledExplorer[CommandState]):
    """Choose a question about the battle, and set its parts."""

    id = ID
    state = CommandState
    title = "Command"
    rules = PaychestExplorer.rules
    question = "Who commands, who comes back, and when is it over?"
    hands = "Choose a question, then set its parts."
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

    def tables(self, state: CommandState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return what was set, so that the picture says what is asked."""
        rows = tuple((label, (value,)) for label, value in _settings(state))
        return (Table(ABOUT[state.about], ("",), rows),)


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
