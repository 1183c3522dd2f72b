"""The order of play: the phases of Zero Hour and of eight turns, and what each begins with (11.1,
15).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Step
from landships_lab.games.loos.rules.book import CITES, LAST_TURN, Army
from landships_lab.games.loos.rules.turns import phases
from landships_lab.play.turns import Choice, Happening, TurnStep
from .attacks import Declare, Resolve
from .battle import ARMY_NAMES, Battle, phases_of
from .happen import happened
from .mobile import MobileDeclare, MobileFights, MobileMove
from .movement import Enter, Move, Release
from .replacing import Replacements
from .support import Aircraft, Marks


def begin(battle: Battle) -> Battle:
    """Return the position as its phase begins, with the steps of the phase to be decided in
    order.
    """
    phase = battle.now_phase
    first = tuple(_steps(battle, phase.name, phase.army))
    clean = replace(
        battle, shells=(), done=frozenset(), breached=frozenset(), aircraft=None, rolled=False
    ).ended("phase ends")
    if phase.name != "mobile combat":
        clean = clean.ended("mobile combat ends")
    return replace(clean, stack=(PhaseOver(), *reversed(first)))


def _steps(battle: Battle, phase: str, army: Army) -> Iterator[TurnStep]:
    """Yield what is to be decided in a phase, in order."""
    match phase:
        case "movement":
            if army == "german":
                yield from _arrivals(battle)
            yield Move(army)
        case "combat":
            yield from (Aircraft(), Marks("attacker"), Marks("defender"), Declare(), Resolve())
        case "mobile movement":
            yield MobileMove(army)
        case "mobile combat":
            yield from (MobileDeclare(army), MobileFights(army))


def _arrivals(battle: Battle) -> Iterator[TurnStep]:
    """Yield what comes at the beginning of a German movement phase: the divisions, which are not
    rolled for in the first of these phases, then the replacements (11.3, 11.4).
    """
    if battle.turn > 0:
        late = {
            unit.division for unit in battle.units if unit.army == "german" and unit.hex is None
        }
        yield from (Enter(division) for division in sorted(late - set(battle.waiting)))
        yield from (Release(division) for division in battle.waiting)
    yield Replacements()


@dataclass(frozen=True)
class PhaseOver(TurnStep):
    """The end of a phase, which decides nothing: the next one begins."""

    def side(self, situation: Battle) -> str:
        """Return the side whose phase it was."""
        return ARMY_NAMES[situation.army]

    def prompt(self, situation: Battle) -> str:
        """Return that the phase is over."""
        return "The phase is over."

    def choices(self, situation: Battle) -> tuple[Choice, ...]:
        """Return nothing: the phase ends by itself."""
        return ()

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return nothing."""
        return None

    def by_itself(self, situation: Battle) -> Happening:
        """Return the beginning of the next phase, of the next turn, or the end of the game."""
        if situation.phase + 1 < len(phases_of(situation.turn)):
            new = begin(replace(situation, phase=situation.phase + 1))
            return happened(new, "", phases(new.turn).steps[1:2])
        if situation.turn == LAST_TURN:
            return happened(situation, "The last turn is over.", over=True)
        new = begin(replace(situation, turn=situation.turn + 1, phase=0, used=(0, 0)))
        once = Step("Each marker may be used once a game turn.", CITES["markers"])
        return happened(new, f"Turn {new.turn} begins.", (*phases(new.turn).steps[:2], once))
