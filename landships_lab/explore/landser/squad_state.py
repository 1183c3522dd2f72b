"""What the Landser squad panel remembers, and its text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.data.landser.tables import effects, firing, squad
from landships_lab.data.load import cites
from landships_lab.explore import textform
from landships_lab.explore.explorer import State
from landships_lab.explore.landser.common import READINGS, Inches, Taken, chosen_of, read_count, read_flags, read_inches, write_flags
from landships_lab.rules import landser

CITES = cites("landser")
ID = "landser:squad"
QUESTIONS = {
    "order": "may this man do that?",
    "move": "how far does he get?",
    "gun": "may the gun fire a burst?",
    "break-off": "does the squad break off?",
    "guard": "may he guard so many prisoners?",
}
ACTIONS, MEN, WEAPONS = squad().actions, squad().men, firing().weapons
OUTCOMES = tuple(effects().outcomes)
PACES = ("move", "move fast", "move and fire", "sneak")
GUN_FLAGS = {"set_up": "set up", "gun_jammed": "jammed", "loader": "the loader is there"}
MOVE_FLAGS = {"fast_before": "moved fast last turn", "half_speed": "half speed (light wound)", "ends_in_cover": "ends in full cover"}
TEAM_FLAGS = {"gun_bursting": "fires fully automatic this turn"}
FLAGS = GUN_FLAGS | MOVE_FLAGS | TEAM_FLAGS
_NUMBERS = {"hits": 9, "legs": 9, "arms": 9, "bursts": 9, "turns": 9, "prisoners": 9}
_LENGTHS = ("clear", "difficult", "obstacles", "loader_inches")


@dataclass(frozen=True)
class SquadState(State):
    """The squad, the man looked at, and what is asked of him, of his gun, or of the squad as a whole."""

    explorer_id: ClassVar[str] = ID
    question: str = "order"
    man: str = "gunner"
    out: frozenset[str] = frozenset()
    action: str = "move and fire"
    weapon: str = "gpmg"
    outcome: str = "miss"
    hits: int = 0
    last_action: str = "move"
    jammed: str = ""
    legs: int = 0
    arms: int = 0
    helper: str = ""
    pace: str = "move"
    clear: Inches = 0
    difficult: Inches = 2
    obstacles: Inches = 0
    fast_before: bool = False
    half_speed: bool = False
    ends_in_cover: bool = False
    gun: str = "gpmg"
    set_up: bool = True
    gun_jammed: bool = False
    loader: bool = True
    loader_inches: Inches = 0
    bursts: int = 0
    turns: int = 0
    prisoners: int = 0
    gun_bursting: bool = False
    readings: Taken = ()

    @property
    def trooper(self) -> landser.Trooper:
        """The man looked at, as the rules take him."""
        return landser.Trooper(
            landser.ROSTER[self.man],
            self.outcome,
            self.hits,
            self.last_action,
            self.jammed,
            self.legs,
            self.arms,
            self.helper,
            gunner_out="gunner" in self.out,
            gun_bursting=self.gun_bursting,
        )

    @property
    def way(self) -> landser.Way:
        """The way he would go."""
        return landser.Way(
            self.pace, self.clear, self.difficult, self.obstacles, self.legs, self.half_speed, self.fast_before, self.ends_in_cover
        )

    @property
    def crewed(self) -> landser.Gun:
        """The gun asked about."""
        return landser.Gun(self.gun, self.set_up, self.gun_jammed, self.loader and self.loader_stays.value, self.bursts, self.turns)

    @property
    def loader_stays(self) -> Answer[bool]:
        """Is the loader near enough to a gun that fires?"""
        return landser.loader_in_place(self.loader_inches, moving=False)


def write(state: SquadState) -> str:
    """What is the state in one line?"""
    start = SquadState()
    words = [ID, state.question, "man", _word(state.man), "action", _word(state.action), "weapon", state.weapon]
    words += ["out", *sorted(map(_word, state.out))] if state.out else []
    words += ["after", _word(state.outcome), "last", _word(state.last_action), "pace", _word(state.pace), "crewed", state.gun]
    words += ["jammed", state.jammed] if state.jammed else []
    words += ["helper", state.helper] if state.helper else []
    for key in (*_NUMBERS, *_LENGTHS):
        if getattr(state, key) != getattr(start, key):
            words += [key, str(getattr(state, key))]
    return " ".join(words + (write_flags(state, tuple(FLAGS)) or ["with"]) + textform.write_readings(state.readings))


def _word(text: str) -> str:
    return text.replace(" ", "_")


def parse(text: str) -> SquadState:
    """Which state does this line describe? `ValueError` in one sentence if none."""
    singles = ("man", "action", "weapon", "after", "last", "pace", "crewed")
    found = textform.groups(text, ID, (*singles, "out", "jammed", "helper", "with", "reading", *_NUMBERS, *_LENGTHS))
    start = SquadState()

    def word(key: str, default: str, what: str, allowed: tuple[str, ...]) -> str:
        return chosen_of(what, textform.one(found, key, _word(default)).replace("_", " "), allowed)

    flags = {"set_up": True, "loader": True} if "with" not in found else dict.fromkeys(("set_up", "loader"), False)
    rest: dict[str, Any] = {**flags, **read_flags(found.get("with", []), tuple(FLAGS))}
    rest |= {key: read_count(textform.one(found, key, "0"), most, key) for key, most in _NUMBERS.items()}
    rest |= {key: read_inches(textform.one(found, key, str(getattr(start, key)))) for key in _LENGTHS}
    return SquadState(
        chosen_of("question", textform.one(found, "", "order"), tuple(QUESTIONS)),
        word("man", start.man, "man of the squad", tuple(landser.ROSTER)),
        frozenset(chosen_of("man of the squad", name.replace("_", " "), tuple(landser.ROSTER)) for name in found.get("out", [])),
        word("action", start.action, "action", tuple(ACTIONS)),
        word("weapon", start.weapon, "weapon", tuple(WEAPONS)),
        word("after", start.outcome, "outcome", OUTCOMES),
        last_action=word("last", start.last_action, "action", tuple(ACTIONS)),
        jammed=word("jammed", "", "weapon", tuple(WEAPONS)) if "jammed" in found else "",
        helper=word("helper", "", "helper", landser.HELPERS),
        pace=word("pace", start.pace, "way of moving", PACES),
        gun=word("crewed", start.gun, "automatic weapon", landser.AUTOMATIC),
        readings=textform.read_readings(found.get("reading", []), READINGS),
        **rest,
    )
