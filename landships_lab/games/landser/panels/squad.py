"""Landser squad: the ten men, what each may do, how far he gets, what the gun needs, when the squad
breaks off.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.speech import listed, percent
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.panels import squad_picture as drawn
from landships_lab.games.landser.panels.common import ARROWS, WEAPONS, LandserPanel
from landships_lab.games.landser.panels.squad_state import (
    ACTIONS,
    ID,
    MEN,
    NAMES,
    OUTCOMES,
    SquadState,
)
from landships_lab.panel.gestures import Gesture

#: A name that is too long for the heading of a row.
_SHORT = {"second": "second"}


@dataclass(frozen=True)
class LandserSquad(SquadState, LandserPanel):
    """Look at one man of the squad, or at the squad as a whole."""

    id = ID
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

    def ask(self) -> Answer[Any]:
        """Return the answer to the question chosen."""
        read = dict(self.readings)
        match self.question:
            case "break-off":
                return landser.squad_breaks_off(self.out, read)
            case "guard":
                answer: Answer[Any] = landser.may_guard(
                    self.prisoners, self.fired_on, self.assaulted
                )
            case "loader":
                answer = landser.loader_in_place(self.loader_inches, self.moving)
            case "move":
                answer = landser.may_move(self.way)
            case "gun":
                answer = landser.may_burst(self.crewed, self.loader_inches)
            case _:
                answer = landser.order(self.man, self.trooper, self.action, self.weapon, self.out)
        return replace(answer, detail=landser.forecast(len(self.out), read))

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the ten men in two ranks, and below them the chance to lose the game."""
        men = tuple(_figure(name, self) for name in landser.ROSTER)
        losing = answer.detail.losing if answer.value is not None else ()
        return drawn.picture(men, losing, len(self.out), answer.headline)

    def charts(self, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the chance to break off by losses, and over a run of casualties."""
        if self.question != "break-off":
            return ()
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

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return each kind of man with his number, weapons and what his profile does not list; this
        man lit.
        """
        if self.question not in ("order", "break-off"):
            return ()
        rows = tuple(
            (_SHORT.get(role, man.name), (str(man.count), _short(_weapons(role)), _cannot(role)))
            for role, man in MEN.items()
        )
        lit = list(MEN).index(landser.ROSTER[self.man])
        squad = Table(
            "A typical squad", ("men", "weapons", "not on his profile"), rows, lit, None, ""
        )
        return (squad, *_treatment(self))

    def effect(self, answer: Answer[Any]) -> str:
        """Return the chance that the squad loses the game."""
        return f"loses {percent(answer.value)}"

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def after(self, control: str, before: Self) -> Self:
        """Let another man take up his first weapon, and a loader who comes be at the gun."""
        if self.loader and not before.loader:
            return replace(self, loader_inches=0)
        return self.look_at(self.man) if control == "man" else self

    def act(self, control: str, value: Any) -> Self:
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


def _treatment(state: SquadState) -> tuple[Table, ...]:
    """Return what a medic's help comes to, where there is a medic with a
    man who is out of action.
    """
    if state.question != "order" or state.helper not in OUTCOMES[state.outcome].treated_by:
        return ()
    rows = tuple((str(face), (landser.treated(face).headline.rstrip("."),)) for face in range(1, 7))
    return (Table("The turn after a medic has come", ("the die leaves",), rows),)


def _short(weapons: str) -> str:
    return weapons.replace(WEAPONS["gpmg"].name, "GPMG")


def _weapons(role: str) -> str:
    return listed(WEAPONS[weapon].name for weapon in MEN[role].weapons)


def _cannot(role: str) -> str:
    return listed((ACTIONS[action] for action in MEN[role].cannot), none="–")


def _figure(name: str, state: SquadState) -> drawn.Figure:
    return drawn.Figure(
        name, NAMES[name], _weapons(landser.ROSTER[name]), name in state.out, name == state.man
    )
