"""Landser squad: the ten men, what each may do, how far he gets, what the gun needs, when the squad
breaks off.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import listed, percent
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landser.analysis import casualties
from landships_lab.games.landser.rules import squad, wounds
from landships_lab.games.landser.rules.assault import may_guard, prisoners_join
from landships_lab.games.landser.rules.machine_guns import (
    Gun,
    loader_in_place,
    may_burst,
    template_stays,
)
from landships_lab.games.landser.rules.movement import Way, may_move
from landships_lab.games.landser.rules.trooper import ROSTER, Trooper, ways
from landships_lab.games.landser.rules.turns import first_turn, squad_breaks_off
from landships_lab.panel.board import Gesture
from . import printed
from . import squad_picture as drawn
from .common import ARROWS, WEAPONS
from .squad_parts import ACTIONS, MEN, NAMES, OUTCOMES, SquadParts

#: A name that is too long for the heading of a row.
_SHORT = {"second": "second"}
#: The width of the first column of the table below a question, in pixels.
_HEAD = 120.0
#: The height of a picture with one rank of men, in pixels.
_ONE_RANK = drawn.TOP + drawn.RANK


@dataclass(frozen=True)
class LandserSquad(SquadParts):
    """Look at one man of the squad, or at the squad as a whole."""

    id = "landser:squad"
    title = "The squad"
    order = (
        *("question", "man", "action", "weapon", "outcome", "helper"),
        *("pace", "gun", "flags", "clear", "difficult", "obstacles"),
        *("moment", "loader_inches", "bursts", "turns", "out", "prisoners", "assault_round"),
        *("mine", "theirs", "jam", "since", "last_action", "combat", "hits", "sent", "hidden"),
        *("legs", "arms", "team"),
    )
    secondary = (
        *("jam", "legs", "since", "last_action", "combat", "hits", "sent", "hidden", "arms"),
        "team",
    )
    stage = (("Squad", "picture"), ("Odds", "charts"), ("Profiles", "tables"))
    prompt = "What may each man do, and does the squad hold?"
    usage_hint = (
        "Click a man to look at him, again to put him out of action or back · arrow keys go from"
        " man to man"
    )

    @abstractmethod
    def judged(self) -> Answer[bool] | Answer[bool | Gap] | Answer[int | Fraction]:
        """Return the answer to the question."""

    def ask(self) -> Answer[bool] | Answer[bool | Gap] | Answer[int | Fraction]:
        coming = casualties.forecast(len(self.out), dict(self.readings))
        return replace(self.judged(), detail=coming)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        men = tuple(_figure(name, self) for name in ROSTER)
        losing = answer.detail.losing if answer.value is not None else ()
        return drawn.picture(men, losing, len(self.out), answer.headline)

    def question_picture(self) -> Scene:
        scene = self.picture(Answer(None, ()))
        return replace(
            scene,
            figures=tuple(
                replace(shape, role="axis") if shape.role == "illegal" else shape
                for shape in scene.figures
            ),
        )

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def after(self, control: str, before: Self) -> Self:
        """Let another man take up his first weapon, and a loader who comes be at the gun."""
        if self.loader and not before.loader:
            return replace(self, loader_inches=0)
        if self.since not in ways(self.outcome):
            return replace(self, since="")
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
        return replace(self, man=man, weapon=MEN[ROSTER[man]].weapons[0])

    def put_out(self, man: str, out: bool) -> Self:
        """Return the state with a man put out of action, or back."""
        return replace(self, out=self.out | {man} if out else self.out - {man})

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Look at the man who is clicked, or put the one looked at out of action or back."""
        names, number = (
            list(ROSTER),
            drawn.man_at(gesture.at) if gesture.kind == "press" else None,
        )
        if number is None or number >= len(names):
            return self
        name = names[number]
        return self.put_out(name, name not in self.out) if name == self.man else self.look_at(name)

    def stepped(self, arrow: str) -> Self:
        """Go from man to man."""
        names, (across, down) = list(ROSTER), ARROWS[arrow]
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
        lit = list(MEN).index(ROSTER[self.man])
        return Table("A typical squad", ("men", "weapons", "not on his profile"), rows, lit)


@dataclass(frozen=True)
class Order(LandserSquad, key="order", label="may he do that?"):
    """What one man may do."""

    own_parts = (
        *("man", "action", "weapon", "outcome", "last_action", "jammed", "helper"),
        *("since", "hits", "hid", "combat", "legs", "arms", "gun_bursting", "burst_before", "worn"),
        "guards",
    )

    @property
    def turns_on(self) -> tuple[str, ...]:
        """The readings that this order turns on."""
        hidden = self._trooper().hidden
        found = (
            ("loader-assists", self.gun_bursting and ROSTER[self.man] == "loader"),
            ("continuous-fire", self.burst_before and self.weapon == "gpmg"),
            ("cannot-return-fire", self.outcome == "light 1"),
            ("in-refuge", self.outcome == "light 5" and self.since != ""),
            ("grenade-action", self.weapon == "grenade"),
            ("locked-men", self.combat != ""),
            ("out-of-hide", self.action == "move" and hidden not in ("", "more hits")),
        )
        return tuple(reading for reading, bears in found if bears)

    def judged(self) -> Answer[bool | Gap]:
        return squad.order(
            self.man, self._trooper(), self.action, self.weapon, self.out, dict(self.readings)
        )

    def _trooper(self) -> Trooper:
        return Trooper(
            ROSTER[self.man],
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
            hid=self.hid,
            since=self.since,
            combat=self.combat,
            worn=self.worn,
            guards=self.guards,
        )

    def question_picture(self) -> Scene:
        return printed.below(super().question_picture(), self._squad_table(), _HEAD)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        if self.helper not in OUTCOMES[self.outcome].treated_by:
            return (self._squad_table(),)
        rows = tuple(
            (str(face), (wounds.treated(face).headline.rstrip("."),)) for face in range(1, 7)
        )
        treated = Table("The turn after a medic has come", ("the die leaves",), rows)
        return (self._squad_table(), treated)


@dataclass(frozen=True)
class Move(LandserSquad, key="move", label="how far?"):
    """How far a man gets."""

    own_parts = (
        *("pace", "legs", "clear", "difficult", "obstacles"),
        *("fast_before", "half_speed", "ends_in_cover", "hidden"),
    )

    @property
    def turns_on(self) -> tuple[str, ...]:
        """The reading that a way out of hide turns on."""
        return ("out-of-hide",) if self.hidden not in ("", "more hits") else ()

    def question_picture(self) -> Scene:
        return LandserSquad.question_picture(replace(self, man="rifleman 1"))

    def judged(self) -> Answer[bool]:
        return may_move(
            Way(
                self.pace,
                self.clear,
                self.difficult,
                self.obstacles,
                self.legs,
                self.half_speed,
                self.fast_before,
                self.ends_in_cover,
                self.hidden,
            ),
            dict(self.readings),
        )


@dataclass(frozen=True)
class Burst(LandserSquad, key="gun", label="a burst?"):
    """What an automatic weapon needs."""

    own_parts = ("gun", "bursts", "turns", "loader_inches", "set_up", "gun_jammed", "loader")

    def question_picture(self) -> Scene:
        crew = [drawn.Figure("gunner", "gunner", WEAPONS[self.gun].name, False, True)]
        if self.loader:
            crew.append(drawn.Figure("loader", NAMES["loader"], _weapons("loader"), False, False))
        return replace(drawn.picture(tuple(crew), (), 0, ""), height=_ONE_RANK)

    def judged(self) -> Answer[bool]:
        gun = Gun(self.gun, self.set_up, self.gun_jammed, self.loader, self.bursts, self.turns)
        return may_burst(gun, self.loader_inches)


@dataclass(frozen=True)
class Template(LandserSquad, key="template", label="template stays?"):
    """How long the template of a burst stays on the table."""

    own_parts = ("gun", "moment", "turns", "loader_inches", "set_up", "loader")

    @property
    def turns_on(self) -> tuple[str, ...]:
        """The reading that the template of a submachine gun turns on."""
        return ("smg-template",) if self.gun == "smg" else ()

    def judged(self) -> Answer[bool]:
        gun = Gun(self.gun, self.set_up, False, self.loader, 0, self.turns)
        return template_stays(gun, self.moment, self.loader_inches, dict(self.readings))


@dataclass(frozen=True)
class BreakOff(LandserSquad, key="break-off", label="break off?"):
    """When the squad loses the game."""

    own_parts = ("out",)

    @property
    def turns_on(self) -> tuple[str, ...]:
        """The readings that it turns on."""
        return ("break-off-again",)

    def judged(self) -> Answer[int | Fraction]:
        return squad_breaks_off(self.out, dict(self.readings))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
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
        return (self._squad_table(),)

    def effect(self, answer: Answer[Fraction]) -> str:
        return f"loses {percent(answer.value)}"


@dataclass(frozen=True)
class Guard(LandserSquad, key="guard", label="guard them?"):
    """How many prisoners one man guards."""

    own_parts = ("prisoners", "fired_on", "assaulted")

    def judged(self) -> Answer[bool]:
        return may_guard(self.prisoners, self.fired_on, self.assaulted)


@dataclass(frozen=True)
class Loader(LandserSquad, key="loader", label="loader in place?"):
    """How near a loader must be."""

    own_parts = ("loader_inches", "moving")

    def judged(self) -> Answer[bool]:
        return loader_in_place(self.loader_inches, self.moving)


@dataclass(frozen=True)
class Join(LandserSquad, key="join", label="prisoners fight?"):
    """When prisoners fight again."""

    own_parts = ("prisoners", "assaulted", "assault_round")

    def judged(self) -> Answer[bool]:
        return prisoners_join(self.prisoners, self.assaulted, self.assault_round)


@dataclass(frozen=True)
class First(LandserSquad, key="first", label="who begins?"):
    """Who has the first turn."""

    own_parts = ("mine", "theirs")

    def judged(self) -> Answer[bool | Gap]:
        return first_turn(self.mine, self.theirs)


LandserSquad.offer(Order, Move, Burst, Template, BreakOff, Guard, Join, Loader, First)


def _short(weapons: str) -> str:
    return weapons.replace(WEAPONS["gpmg"].name, "GPMG")


def _weapons(role: str) -> str:
    return listed(WEAPONS[weapon].name for weapon in MEN[role].weapons)


def _cannot(role: str) -> str:
    return listed((ACTIONS[action] for action in MEN[role].cannot), none="–")


def _figure(name: str, state: LandserSquad) -> drawn.Figure:
    return drawn.Figure(
        name, NAMES[name], _weapons(ROSTER[name]), name in state.out, name == state.man
    )
