"""Landser squad: the ten men, what each may do, how far he gets, what the gun needs, when the squad
breaks off.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.speech import listed, percent
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.data.tables import effects, squad
from landships_lab.games.landser.panels import squad_picture as drawn
from landships_lab.games.landser.panels.common import ARROWS, WEAPONS, LandserPanel, offered
from landships_lab.panel.controls import Toggle, Toggles
from landships_lab.panel.gestures import Gesture
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.parts import LEAD, Custom, Flag, Group, Inches, OneOf, Several, Whole, part
from landships_lab.panel.readings import Taken

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
#: A name that is too long for the heading of a row.
_SHORT = {"second": "second"}


class Man(OneOf):
    """A man of the squad, by his name or by his role alone: then it is the first of that role who
    is not out of action.
    """

    def take(self, state: LandserSquad, given: str) -> str:
        """Return the man given."""
        having = sorted(
            (man for man, role in landser.ROSTER.items() if role == given),
            key=state.out.__contains__,
        )
        name = given if given in landser.ROSTER else next(iter(having), given)
        return str(super().take(state, name))


def _whole(label: str, noun: str) -> Whole:
    return Whole(label, 0, 0, 9, error_name=noun)


def _jammed(state: LandserSquad, box: str, on: bool) -> str:
    one_of("box", box, ["jammed"])
    return state.weapon if on else ""


@dataclass(frozen=True)
class LandserSquad(QuestionPanel, LandserPanel):
    """Look at one man of the squad, or at the squad as a whole.

    The squad, the man looked at, and what is asked of him, of his gun, or of the squad as a whole.
    """

    id = "landser:squad"
    title = "The squad"
    order = (
        *("question", "man", "action", "weapon", "outcome", "helper"),
        *("pace", "gun", "flags", "clear", "difficult", "obstacles"),
        *("loader_inches", "bursts", "turns", "out", "prisoners"),
        *("jam", "last_action", "hits", "legs", "arms", "team"),
    )
    secondary = ("jam", "legs", "last_action", "hits", "arms", "team")
    stage = (("Squad", "picture"), ("Odds", "charts"), ("Profiles", "tables"))
    prompt = "What may each man do, and does the squad hold?"
    usage_hint = (
        "Click a man to look at him, again to put him out of action or back · arrow keys go from"
        " man to man"
    )

    #: The readings that the question turns on.
    turns_on: ClassVar[tuple[str, ...]] = ()

    question: str = part(question_part(word=LEAD))
    man: str = part(Man("Man", "gunner", NAMES, error_name="man of the squad", always=True))
    action: str = part(OneOf("Action", "move and fire", ACTIONS, always=True))
    weapon: str = part(OneOf("With", "gpmg", _GUNS, always=True))
    out: frozenset[str] = part(Several("Out", frozenset(), _OUT, error_name="man of the squad"))
    outcome: str = part(
        OneOf(
            "After",
            "miss",
            {key: f"{key} · {outcome.short}" for key, outcome in OUTCOMES.items()},
            word="after",
            always=True,
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
        )
    )
    pace: str = part(
        OneOf(
            "Action",
            "move",
            {pace: ACTIONS[pace] for pace in landser.PACES},
            error_name="way of moving",
            always=True,
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
        )
    )
    helper: str = part(
        OneOf(
            "Beside him",
            "",
            {h: f"a {h}" if h else "nobody" for h in landser.HELPERS},
        )
    )
    hits: int = part(_whole("Hits on him that turn", "the number of hits"))
    legs: int = part(_whole("(a) wounds", "the number of (a) wounds"))
    arms: int = part(_whole("(b) wounds", "the number of (b) wounds"))
    bursts: int = part(_whole("Bursts alone", "the number of bursts"))
    turns: int = part(_whole("Turns running", "the number of turns"))
    prisoners: int = part(_whole("Prisoners", "the number of prisoners"))
    clear: int | Fraction = part(Inches("Clear", 0, hint="inches"))
    difficult: int | Fraction = part(Inches("Difficult", 2, hint="such as 1 1/2"))
    obstacles: int | Fraction = part(Inches("Obstacles", 0, hint="inches across"))
    loader_inches: int | Fraction = part(
        Inches(
            "Loader at",
            0,
            hint="inches",
            shown=lambda state: state.question == "loader" or state.loader,
        )
    )
    set_up: bool = part(Flag("set up", default=True, group=_GUN))
    gun_jammed: bool = part(Flag("jammed", group=_GUN))
    loader: bool = part(Flag("with loader", default=True, group=_GUN))
    fast_before: bool = part(Flag("fast before", group=_MOVE))
    half_speed: bool = part(Flag("half speed", group=_MOVE))
    ends_in_cover: bool = part(Flag("ends in cover", group=_MOVE))
    gun_bursting: bool = part(
        Flag(
            "the machine gun fires fully automatic now",
            group=_TEAM,
            shown=lambda state: landser.ROSTER[state.man] == "loader",
        )
    )
    burst_before: bool = part(
        Flag(
            "his weapon fired a burst last turn",
            group=_TEAM,
            shown=lambda state: state.weapon in landser.AUTOMATIC,
        )
    )
    fired_on: bool = part(Flag("is fired on", group=_GUARD))
    assaulted: bool = part(Flag("is assaulted", group=_GUARD))
    moving: bool = part(Flag("moves", group=_CREW))
    readings: Taken = part(offered(lambda state: state.turns_on))

    @abstractmethod
    def judged(self) -> Answer[bool] | Answer[int | Fraction]:
        """Return the answer to the question."""

    def ask(self) -> Answer[bool] | Answer[int | Fraction]:
        """Return the answer to the question, with what is to come for the squad."""
        coming = landser.forecast(len(self.out), dict(self.readings))
        return replace(self.judged(), detail=coming)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return the ten men in two ranks, and below them the chance to lose the game."""
        men = tuple(_figure(name, self) for name in landser.ROSTER)
        losing = answer.detail.losing if answer.value is not None else ()
        return drawn.picture(men, losing, len(self.out), answer.headline)

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def after(self, control: str, before: Self) -> Self:
        """Let another man take up his first weapon, and a loader who comes be at the gun."""
        if self.loader and not before.loader:
            return replace(self, loader_inches=0)
        return self.look_at(self.man) if control == "man" else self

    def act(self, control: str, value: object) -> Self:
        """Do what a remedy proposes: a turn of weapon work, or a
        machinegunner put out of action.
        """
        if control == "weapon work":
            return replace(self, set_up=True, gun_jammed=False, turns=0)
        return (
            self.put_out("gunner", bool(value))
            if control == "gunner_out"
            else super().act(control, value)
        )

    def look_at(self, man: str) -> Self:
        """Return the state with another man looked at, his first weapon in hand."""
        return replace(self, man=man, weapon=MEN[landser.ROSTER[man]].weapons[0])

    def put_out(self, man: str, out: bool) -> Self:
        """Return the state with a man put out of action, or back."""
        return replace(self, out=self.out | {man} if out else self.out - {man})

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Look at the man who is clicked, or put the one looked at out of action or back."""
        names, number = (
            list(landser.ROSTER),
            drawn.man_at(gesture.at) if gesture.kind == "press" else None,
        )
        if number is None or number >= len(names):
            return self
        name = names[number]
        return self.put_out(name, name not in self.out) if name == self.man else self.look_at(name)

    def stepped(self, arrow: str) -> Self:
        """Go from man to man."""
        names, (across, down) = list(landser.ROSTER), ARROWS[arrow]
        at = names.index(self.man) + across + down * drawn.ACROSS
        return self.look_at(names[at]) if 0 <= at < len(names) else self

    def _squad_table(self) -> Table:
        """Return each kind of man with his number, weapons and what his profile does not list; this
        man lit.
        """
        rows = tuple(
            (_SHORT.get(role, man.name), (str(man.count), _short(_weapons(role)), _cannot(role)))
            for role, man in MEN.items()
        )
        lit = list(MEN).index(landser.ROSTER[self.man])
        return Table("A typical squad", ("men", "weapons", "not on his profile"), rows, lit)


@dataclass(frozen=True)
class Order(LandserSquad, key="order", label="may he do that?"):
    """What one man may do."""

    own_parts = (
        *("man", "action", "weapon", "outcome", "last_action", "jammed", "helper"),
        *("hits", "legs", "arms", "gun_bursting", "burst_before"),
    )

    def judged(self) -> Answer[bool]:
        """Return whether the man may do it."""
        trooper = landser.Trooper(
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
        return landser.order(self.man, trooper, self.action, self.weapon, self.out)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the squad and, where there is a medic with a man who is out of action, what a
        medic's help comes to.
        """
        if self.helper not in OUTCOMES[self.outcome].treated_by:
            return (self._squad_table(),)
        rows = tuple(
            (str(face), (landser.treated(face).headline.rstrip("."),)) for face in range(1, 7)
        )
        treated = Table("The turn after a medic has come", ("the die leaves",), rows)
        return (self._squad_table(), treated)


@dataclass(frozen=True)
class Move(LandserSquad, key="move", label="how far?"):
    """How far a man gets."""

    own_parts = (
        *("pace", "legs", "clear", "difficult", "obstacles"),
        *("fast_before", "half_speed", "ends_in_cover"),
    )

    def judged(self) -> Answer[bool]:
        """Return whether he may go this way in one turn."""
        return landser.may_move(
            landser.Way(
                self.pace,
                self.clear,
                self.difficult,
                self.obstacles,
                self.legs,
                self.half_speed,
                self.fast_before,
                self.ends_in_cover,
            )
        )


@dataclass(frozen=True)
class Burst(LandserSquad, key="gun", label="a burst?"):
    """What an automatic weapon needs."""

    own_parts = ("gun", "bursts", "turns", "loader_inches", "set_up", "gun_jammed", "loader")

    def judged(self) -> Answer[bool]:
        """Return whether the gun may fire a burst, with a loader if one is there at all."""
        gun = landser.Gun(
            self.gun, self.set_up, self.gun_jammed, self.loader, self.bursts, self.turns
        )
        return landser.may_burst(gun, self.loader_inches)


@dataclass(frozen=True)
class BreakOff(LandserSquad, key="break-off", label="break off?"):
    """When the squad loses the game."""

    own_parts = ("out",)
    turns_on = ("break-off-again",)

    def judged(self) -> Answer[int | Fraction]:
        """Return the chance that the squad loses the game at the start of a turn."""
        return landser.squad_breaks_off(self.out, dict(self.readings))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        """Return the chance to break off by losses, and over a run of casualties."""
        forecast = answer.detail
        bars = tuple((f"{out} out", chance) for out, chance in enumerate(forecast.losing))
        series = (
            ("no more are lost", forecast.steady),
            ("one more is lost each turn", forecast.falling),
        )
        return (
            Bars(
                "Loses the game at the start of a turn",
                "men out of action",
                bars,
                tint="vermillion",
            ),
            Curve("Still fighting after so many turns", "turns from now", series),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the squad."""
        return (self._squad_table(),)

    def effect(self, answer: Answer[Fraction]) -> str:
        """Return the chance that the squad loses the game."""
        return f"loses {percent(answer.value)}"


@dataclass(frozen=True)
class Guard(LandserSquad, key="guard", label="guard them?"):
    """How many prisoners one man guards."""

    own_parts = ("prisoners", "fired_on", "assaulted")

    def judged(self) -> Answer[bool]:
        """Return whether one guard may have so many prisoners in his care."""
        return landser.may_guard(self.prisoners, self.fired_on, self.assaulted)


@dataclass(frozen=True)
class Loader(LandserSquad, key="loader", label="loader in place?"):
    """How near a loader must be."""

    own_parts = ("loader_inches", "moving")

    def judged(self) -> Answer[bool]:
        """Return whether the loader is near enough to his gun."""
        return landser.loader_in_place(self.loader_inches, self.moving)


LandserSquad.offer(Order, Move, Burst, BreakOff, Guard, Loader)


def _short(weapons: str) -> str:
    return weapons.replace(WEAPONS["gpmg"].name, "GPMG")


def _weapons(role: str) -> str:
    return listed(WEAPONS[weapon].name for weapon in MEN[role].weapons)


def _cannot(role: str) -> str:
    return listed((ACTIONS[action] for action in MEN[role].cannot), none="–")


def _figure(name: str, state: LandserSquad) -> drawn.Figure:
    return drawn.Figure(
        name, NAMES[name], _weapons(landser.ROSTER[name]), name in state.out, name == state.man
    )
