"""The state of the squad panel: the man looked at, and all that bears on
one of its five questions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from landships_lab.core.checks import one_of
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.data.tables import effects, squad
from landships_lab.games.landser.panels.common import WEAPONS, offered
from landships_lab.panel.controls import Toggle, Toggles
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Custom, Flag, Group, Inches, OneOf, Several, Whole, part
from landships_lab.panel.readings import Taken

ID = "landser:squad"
QUESTIONS = {
    "order": "may he do that?",
    "move": "how far?",
    "gun": "a burst?",
    "break-off": "break off?",
    "guard": "guard them?",
    "loader": "loader in place?",
}
ACTIONS, MEN, OUTCOMES = squad().actions, squad().men, effects().outcomes
NAMES = {name: landser.title(name) for name in landser.ROSTER}
#: Short names for the row of boxes that puts men out of action.
_OUT = {name: name.replace("rifleman", "rifle") for name in landser.ROSTER}
_GUNS = {key: weapon.name for key, weapon in WEAPONS.items()} | {"gpmg": "GPMG"}
_GUN, _MOVE, _GUARD, _CREW = (
    Group("flags", label, always=True) for label in ("It is", "He", "He", "Gun")
)
#: What automatic fire there is beside him: on demand.
_TEAM = Group("team", "Automatic fire", always=True)


def _asks(*questions: str) -> Callable[[Any], bool]:
    return lambda state: state.question in questions


_order, _move, _gun = _asks("order"), _asks("move"), _asks("gun")


class Man(OneOf):
    """A man of the squad, by his name or by his role alone: then it is the first of that role who
    is not out of action.
    """

    def take(self, state: Any, given: Any) -> Any:
        """Return the man given."""
        having = sorted(
            (man for man, role in landser.ROSTER.items() if role == given),
            key=state.out.__contains__,
        )
        return super().take(state, given if given in landser.ROSTER else next(iter(having), given))


def first_weapon(man: str) -> str:
    """Return the weapon that a man carries first."""
    return MEN[landser.ROSTER[man]].weapons[0]


def _whole(label: str, noun: str, shown: Callable[[Any], bool]) -> Whole:
    return Whole(label, 0, 0, 9, error_name=noun, shown=shown)


def _jammed(state: Any, box: str, on: bool) -> str:
    one_of("box", box, ["jammed"])
    return str(state.weapon) if on else ""


@dataclass(frozen=True)
class SquadState(Panel):
    """The squad, the man looked at, and what is asked of him, of his gun, or of the squad as a
    whole.
    """

    question: str = part(OneOf("Question", "order", QUESTIONS, word=LEAD))
    man: str = part(
        Man("Man", "gunner", NAMES, error_name="man of the squad", always=True, shown=_order)
    )
    action: str = part(OneOf("Action", "move and fire", ACTIONS, always=True, shown=_order))
    weapon: str = part(OneOf("With", "gpmg", _GUNS, always=True, shown=_order))
    out: frozenset[str] = part(
        Several("Out", frozenset(), _OUT, error_name="man of the squad", shown=_asks("break-off"))
    )
    outcome: str = part(
        OneOf(
            "After",
            "miss",
            {key: f"{key} · {outcome.short}" for key, outcome in OUTCOMES.items()},
            word="after",
            always=True,
            shown=_order,
        )
    )
    last_action: str = part(
        OneOf(
            "Last turn he chose",
            "move",
            ACTIONS,
            word="last",
            error_name="action",
            always=True,
            shown=_order,
        )
    )
    pace: str = part(
        OneOf(
            "Action",
            "move",
            {pace: ACTIONS[pace] for pace in landser.PACES},
            error_name="way of moving",
            always=True,
            shown=_move,
        )
    )
    gun: str = part(
        OneOf(
            "Gun",
            "gpmg",
            {key: _GUNS[key] for key in landser.AUTOMATIC},
            word="crewed",
            error_name="automatic weapon",
            always=True,
            shown=_gun,
        )
    )
    jammed: str = part(
        Custom(
            "His weapon",
            "",
            word="jammed",
            control_id="jam",
            reads=lambda _state, words: one_of("weapon", " ".join(words), WEAPONS),
            writes=lambda _state, weapon: [weapon],
            shows=lambda state: Toggles(
                "jam", "Weapon", (Toggle("jammed", "jammed", state.jammed == state.weapon),)
            ),
            takes=lambda state, given: _jammed(state, *given),
            samples=lambda dice, state: dice.choice(("", state.weapon)),
            shown=_order,
        )
    )
    helper: str = part(
        OneOf(
            "Beside him",
            "",
            {h: f"a {h}" if h else "nobody" for h in landser.HELPERS},
            shown=_order,
        )
    )
    hits: int = part(_whole("Hits on him that turn", "the number of hits", _order))
    legs: int = part(_whole("(a) wounds", "the number of (a) wounds", _asks("order", "move")))
    arms: int = part(_whole("(b) wounds", "the number of (b) wounds", _order))
    bursts: int = part(_whole("Bursts alone", "the number of bursts", _gun))
    turns: int = part(_whole("Turns running", "the number of turns", _gun))
    prisoners: int = part(_whole("Prisoners", "the number of prisoners", _asks("guard")))
    clear: int | Fraction = part(Inches("Clear", 0, hint="inches", shown=_move))
    difficult: int | Fraction = part(Inches("Difficult", 2, hint="such as 1 1/2", shown=_move))
    obstacles: int | Fraction = part(Inches("Obstacles", 0, hint="inches across", shown=_move))
    loader_inches: int | Fraction = part(
        Inches(
            "Loader at",
            0,
            hint="inches",
            shown=lambda state: state.question == "loader" or (_gun(state) and state.loader),
        )
    )
    set_up: bool = part(Flag("set up", default=True, group=_GUN, shown=_gun))
    gun_jammed: bool = part(Flag("jammed", group=_GUN, shown=_gun))
    loader: bool = part(Flag("with loader", default=True, group=_GUN, shown=_gun))
    fast_before: bool = part(Flag("fast before", group=_MOVE, shown=_move))
    half_speed: bool = part(Flag("half speed", group=_MOVE, shown=_move))
    ends_in_cover: bool = part(Flag("ends in cover", group=_MOVE, shown=_move))
    gun_bursting: bool = part(
        Flag(
            "the machine gun fires fully automatic now",
            group=_TEAM,
            shown=lambda state: _order(state) and landser.ROSTER[state.man] == "loader",
        )
    )
    burst_before: bool = part(
        Flag(
            "his weapon fired a burst last turn",
            group=_TEAM,
            shown=lambda state: _order(state) and state.weapon in landser.AUTOMATIC,
        )
    )
    fired_on: bool = part(Flag("is fired on", group=_GUARD, shown=_asks("guard")))
    assaulted: bool = part(Flag("is assaulted", group=_GUARD, shown=_asks("guard")))
    moving: bool = part(Flag("moves", group=_CREW, shown=_asks("loader")))
    readings: Taken = part(
        offered(lambda state: ("break-off-again",) if state.question == "break-off" else ())
    )

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
            burst_before=self.burst_before,
        )

    @property
    def way(self) -> landser.Way:
        """The way he would go."""
        return landser.Way(
            self.pace,
            self.clear,
            self.difficult,
            self.obstacles,
            self.legs,
            self.half_speed,
            self.fast_before,
            self.ends_in_cover,
        )

    @property
    def crewed(self) -> landser.Gun:
        """The gun asked about, with a loader if one is there at all."""
        return landser.Gun(
            self.gun, self.set_up, self.gun_jammed, self.loader, self.bursts, self.turns
        )

    def look_at(self, man: str) -> Self:
        """Return the state with another man looked at, his first weapon in hand."""
        return replace(self, man=man, weapon=first_weapon(man))

    def put_out(self, man: str, out: bool) -> Self:
        """Return the state with a man put out of action, or back."""
        return replace(self, out=self.out | {man} if out else self.out - {man})
