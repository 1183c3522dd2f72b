"""What the squad panel asks with: the man, his action, his gun, his wounds, the squad."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.checks import one_of
from landships_lab.drawing.view import View
from landships_lab.games.landser.data.tables import effects, squad
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC
from landships_lab.games.landser.rules.movement import PACES
from landships_lab.games.landser.rules.shots import RELOADS
from landships_lab.games.landser.rules.trooper import HELPERS, ROSTER, title, ways
from landships_lab.panel.controls import Toggle, Toggles
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import LEAD, Custom, Flag, Group, Inches, OneOf, Several, Whole, part
from landships_lab.panel.readings import Taken
from .common import WEAPONS, LandserPanel, offered

ACTIONS, MEN, OUTCOMES = squad().actions, squad().men, effects().outcomes
NAMES = {name: title(name) for name in ROSTER}
#: Short names for the row of boxes that puts men out of action.
_OUT = {name: name.replace("rifleman", "rifle") for name in ROSTER}
_GUNS = {key: weapon.name for key, weapon in WEAPONS.items()} | {"gpmg": "GPMG"}
#: What he may fire or throw.
_ARMS = {**_GUNS, "grenade": "grenade"}
_GUN, _MOVE, _GUARD, _CREW = (
    Group("flags", label, always=True) for label in ("It is", "He", "He", "Gun")
)
#: What more there is to the hits on him: on demand.
_HIT = Group("sent", "Several hits", always=True)
#: What has come to pass since a light wound sent him on his way.
_SINCE = {
    "": "nothing yet",
    "hidden": "his turn in hide is over",
    "fired on": "he was fired on",
    "there": "he is there",
}
#: What automatic fire there is beside him: on demand.
_TEAM = Group("team", "Automatic fire", always=True)
_DUTY = Group("duty", "Guard", always=True)


class Man(OneOf):
    """A man of the squad, by his name or by his role alone: then it is the first of that role who
    is not out of action.
    """

    def take(self, state: SquadParts, given: str) -> str:
        having = sorted(
            (man for man, role in ROSTER.items() if role == given), key=state.out.__contains__
        )
        name = given if given in ROSTER else next(iter(having), given)
        return str(super().take(state, name))


def _whole(label: str, noun: str) -> Whole:
    return Whole(label, 0, 0, 9, error_name=noun)


def _in_hit_table(state: SquadParts) -> bool:
    return state.weapon in WEAPONS


def _jammed(state: SquadParts, box: str, on: bool) -> str:
    one_of("box", box, ["jammed"])
    return state.weapon if on else ""


@dataclass(frozen=True)
class SquadParts(QuestionPanel, LandserPanel[View]):
    """The squad, the man looked at, and what is asked of him, of his gun, or of the squad as a
    whole.
    """

    @property
    def turns_on(self) -> tuple[str, ...]:
        """The ids of the readings that the question turns on."""
        return ()

    question: str = part(question_part, word=LEAD)
    man: str = part(Man, "Man", "gunner", NAMES, error_name="man of the squad", always=True)
    action: str = part(OneOf, "Action", "move and fire", ACTIONS, always=True)
    weapon: str = part(OneOf, "With", "gpmg", _ARMS, always=True)
    out: frozenset[str] = part(Several, "Out", frozenset(), _OUT, error_name="man of the squad")
    outcome: str = part(
        OneOf,
        "After",
        "miss",
        {key: f"{key} · {outcome.short}" for key, outcome in OUTCOMES.items()},
        word="after",
        always=True,
    )
    since: str = part(
        OneOf,
        "Since then",
        "",
        lambda state: {way: _SINCE[way] for way in ways(state.outcome)},
        shown=lambda state: len(ways(state.outcome)) > 1,
    )
    last_action: str = part(
        OneOf, "Last turn he chose", "move", ACTIONS, word="last", error_name="action", always=True
    )
    pace: str = part(
        OneOf,
        "Action",
        "move",
        {pace: ACTIONS[pace] for pace in PACES},
        error_name="way of moving",
        always=True,
    )
    gun: str = part(
        OneOf,
        "Gun",
        "gpmg",
        {key: _GUNS[key] for key in AUTOMATIC},
        word="crewed",
        error_name="automatic weapon",
        always=True,
    )
    jammed: str = part(
        Custom,
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
        samples=lambda dice, state: dice.choice(("", state.weapon)) if _in_hit_table(state) else "",
        shown=_in_hit_table,
    )
    helper: str = part(OneOf, "Beside him", "", {h: f"a {h}" if h else "nobody" for h in HELPERS})
    combat: str = part(
        OneOf,
        "Locked in combat",
        "",
        {"": "no", "assaulted": "was assaulted", "assaulter": "has assaulted"},
    )
    hits: int = part(_whole, "Hits on him that turn", "the number of hits")
    legs: int = part(_whole, "(a) wounds", "the number of (a) wounds")
    arms: int = part(_whole, "(b) wounds", "the number of (b) wounds")
    bursts: int = part(_whole, "Bursts alone", "the number of bursts")
    turns: int = part(_whole, "Turns running", "the number of turns")
    prisoners: int = part(_whole, "Prisoners", "the number of prisoners")
    clear: int | Fraction = part(Inches, "Clear", 0, hint="inches")
    difficult: int | Fraction = part(Inches, "Difficult", 2, hint="such as 1 1/2")
    obstacles: int | Fraction = part(Inches, "Obstacles", 0, hint="inches across")
    loader_inches: int | Fraction = part(
        Inches,
        "Loader at",
        0,
        hint="inches",
        shown=lambda state: state.question == "loader" or state.loader,
    )
    set_up: bool = part(Flag, "set up", default=True, group=_GUN)
    gun_jammed: bool = part(Flag, "jammed", group=_GUN)
    loader: bool = part(Flag, "with loader", default=True, group=_GUN)
    fast_before: bool = part(Flag, "fast before", group=_MOVE)
    hidden: str = part(
        OneOf,
        "He is",
        "",
        {
            "": "up",
            "chosen": "in hide by choice",
            "one hit": "in hide after one hit",
            "more hits": "in hide after more hits",
        },
    )
    half_speed: bool = part(Flag, "half speed", group=_MOVE)
    ends_in_cover: bool = part(Flag, "ends in cover", group=_MOVE)
    hid: bool = part(
        Flag,
        "one of the hits was a hide result",
        group=_HIT,
        shown=lambda state: state.hits > (not state.since) and state.outcome != "hide",
    )
    gun_bursting: bool = part(
        Flag,
        "the machine gun fires fully automatic now",
        group=_TEAM,
        shown=lambda state: ROSTER[state.man] == "loader",
    )
    burst_before: bool = part(
        Flag,
        "his weapon fired a burst last turn",
        group=_TEAM,
        shown=lambda state: (
            state.weapon in AUTOMATIC or not set(RELOADS).isdisjoint(MEN[ROSTER[state.man]].weapons)
        ),
    )
    worn: bool = part(
        Flag,
        "the barrel of his machine gun must be changed",
        group=_TEAM,
        shown=lambda state: ROSTER[state.man] in ("gunner", "loader"),
    )
    guards: bool = part(Flag, "has prisoners", group=_DUTY)
    fired_on: bool = part(Flag, "is fired on", group=_GUARD)
    assaulted: bool = part(Flag, "is assaulted", group=_GUARD)
    moment: str = part(
        OneOf, "In", "enemy", {"enemy": "the enemy's turn", "own": "the gunner's next turn"}
    )
    assault_round: int = part(
        Whole, "Round of the assault", 1, 1, 9, error_name="the round of the assault"
    )
    mine: int = part(Whole, "Your die", 5, 1, 6, error_name="your die")
    theirs: int = part(Whole, "The other die", 3, 1, 6, error_name="the other die")
    moving: bool = part(Flag, "moves", group=_CREW)
    readings: Taken = part(offered, lambda state: state.turns_on)
