"""Landser squad: the ten men, what each may do, how far he gets, what the gun needs, when the squad breaks off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.data.landser.tables import effects
from landships_lab.explore.explorer import Choice, Control, Explorer, Field, Gesture, Toggle, Toggles, changed
from landships_lab.explore.landser import squad_picture as drawn
from landships_lab.explore.landser import squad_state
from landships_lab.explore.landser.common import (
    READINGS,
    RULES,
    chosen_of,
    flags,
    percent,
    read_count,
    read_inches,
    set_flag,
    switches,
    with_reading,
    written,
)
from landships_lab.explore.landser.squad_state import (
    ACTIONS,
    FLAGS,
    GUN_FLAGS,
    ID,
    MEN,
    MOVE_FLAGS,
    OUTCOMES,
    PACES,
    QUESTIONS,
    TEAM_FLAGS,
    WEAPONS,
    SquadState,
)
from landships_lab.rules import landser
from landships_lab.scene.charts import Bars, Chart, Curve, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

HELPERS = tuple((helper, f"a {helper}" if helper else "nobody") for helper in landser.HELPERS)


class LandserSquad(Explorer[SquadState]):
    """Look at one man of the squad, or at the squad as a whole."""

    id = ID
    title = "The squad"
    rules = RULES
    zooms = False
    question = "What may each man do, and how long does the squad hold?"
    hands = "Click a man to look at him, click him again to put him out of action or back · arrow keys go from man to man"
    keys = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")

    def start(self) -> SquadState:
        """The machinegunner, who would like to move and fire."""
        return SquadState()

    def ask(self, state: SquadState) -> Answer[Any]:
        """The answer to the question chosen."""
        if state.question == "break-off":
            return _breaks_off(state)
        if state.man in state.out and state.question == "order":
            return _out(state)
        if state.question == "guard":
            return landser.may_guard(state.prisoners)
        if state.question == "move":
            return landser.may_move(state.way)
        if state.question == "gun":
            return _bursts(state)
        return _order_of(state)

    def picture(self, state: SquadState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The ten men in two ranks, each with what he may do."""
        men = tuple(_figure(name, role, state) for name, role in landser.ROSTER.items())
        if answer.value is None:
            return drawn.picture(men, (), len(state.out), "")
        losing = tuple(float(landser.break_off(out, readings=dict(state.readings)).value) for out in range(len(men) + 1))
        return drawn.picture(men, losing, len(state.out), answer.headline)

    def charts(self, state: SquadState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The chance to break off by losses, and over a run of casualties."""
        if state.question != "break-off":
            return ()
        read = dict(state.readings)
        size, lost = len(landser.ROSTER), len(state.out)
        bars = tuple((f"{out} out", Fraction(landser.break_off(out, readings=read).value)) for out in range(size + 1))
        steady = landser.still_fighting([lost] * 8, readings=read)
        falling = landser.still_fighting([min(lost + turn, size) for turn in range(8)], readings=read)
        series = (("no more are lost", steady), ("one more is lost each turn", falling))
        return (
            Bars("Loses the game at the start of a turn", "men out of action", bars, tint="vermillion"),
            Curve("Still fighting after so many turns", "turns from now", series),
        )

    def tables(self, state: SquadState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Each kind of man with his number, weapons and what his profile does not list; this man lit."""
        if state.question not in ("order", "break-off"):
            return ()
        rows = tuple((man.name, (str(man.count), _weapons(man.weapons), _cannot(role))) for role, man in MEN.items())
        lit = list(MEN).index(landser.ROSTER[state.man])
        squad = Table("A typical squad", ("men", "weapons", "not on his profile"), rows, lit, None, "")
        return (squad, *_treatment(state))

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: SquadState) -> str:
        """One line that carries the state."""
        return squad_state.write(state)

    def parse(self, text: str) -> SquadState:
        """The state of such a line."""
        return squad_state.parse(text)

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: SquadState) -> tuple[Control, ...]:
        """The question, the man, and what bears on the question."""
        asked = Choice("question", "Question", tuple(QUESTIONS.items()), state.question)
        men = Choice("man", "Man", tuple((name, _title(name)) for name in landser.ROSTER), state.man)
        bearing = {"order": self._order, "move": self._move, "gun": self._gun, "break-off": self._break_off, "guard": _guard}[
            state.question
        ]
        return (asked, men, *bearing(state)) if state.question == "order" else (asked, *bearing(state))

    def _order(self, state: SquadState) -> tuple[Control, ...]:
        outcomes = tuple((key, f"{key} · {effects().outcomes[key].short}") for key in OUTCOMES)
        return (
            Choice("action", "He wants to", tuple(ACTIONS.items()), state.action),
            Choice("weapon", "With his", tuple((key, weapon.name) for key, weapon in WEAPONS.items()), state.weapon),
            Choice("outcome", "The last shot at him", outcomes, state.outcome),
            Field("hits", "Hits on him that turn", str(state.hits), "0 to 9"),
            Choice("last_action", "Last turn he chose", tuple(ACTIONS.items()), state.last_action),
            Toggles("jam", "His weapon", (Toggle("jammed", "is jammed", state.jammed == state.weapon),)),
            Field("legs", "(a) wounds", str(state.legs), "0 to 9"),
            Field("arms", "(b) wounds", str(state.arms), "0 to 9"),
            Choice("helper", "In base contact", HELPERS, state.helper),
            *([flags("flags", "The machine gun", state, TEAM_FLAGS)] if landser.ROSTER[state.man] == "loader" else []),
        )

    def _move(self, state: SquadState) -> tuple[Control, ...]:
        return (
            Choice("pace", "Action", tuple((pace, ACTIONS[pace]) for pace in PACES), state.pace),
            Field("clear", "Clear ground, inches", written(state.clear), "such as 2"),
            Field("difficult", "Difficult ground, inches", written(state.difficult), "such as 1 1/2"),
            Field("obstacles", "Width of obstacles, inches", written(state.obstacles), "such as 1/2"),
            flags("flags", "What hinders him", state, MOVE_FLAGS),
            Field("legs", "(a) wounds", str(state.legs), "0 to 9"),
        )

    def _gun(self, state: SquadState) -> tuple[Control, ...]:
        return (
            Choice("gun", "Gun", tuple((key, WEAPONS[key].name) for key in landser.AUTOMATIC), state.gun),
            flags("flags", "The gun", state, GUN_FLAGS),
            *([Field("loader_inches", "Loader from the gun, inches", written(state.loader_inches), "such as 0")] if state.loader else []),
            Field("bursts", "Bursts fired without a loader", str(state.bursts), "0 to 9"),
            Field("turns", "Turns running on automatic", str(state.turns), "0 to 9"),
        )

    def _break_off(self, state: SquadState) -> tuple[Control, ...]:
        items = tuple(Toggle(name, _title(name), name in state.out) for name in landser.ROSTER)
        return (Toggles("out", "Out of action", items), *switches(("break-off-again",), state.readings, _effect(state)))

    def set(self, state: SquadState, control: str, value: Any) -> SquadState:
        """The state after one control has been given a value."""
        if control in READINGS:
            return replace(state, readings=with_reading(state.readings, control, value))
        words = {
            "question": ("question", QUESTIONS),
            "action": ("action", ACTIONS),
            "weapon": ("weapon", WEAPONS),
            "outcome": ("outcome", OUTCOMES),
            "last_action": ("action", ACTIONS),
            "pace": ("way of moving", PACES),
            "helper": ("helper", landser.HELPERS),
            "gun": ("automatic weapon", landser.AUTOMATIC),
        }
        if control in words:
            what, allowed = words[control]
            return changed(state, **{control: chosen_of(what, value, tuple(allowed))})
        if control in ("hits", "legs", "arms", "bursts", "turns", "prisoners"):
            return changed(state, **{control: read_count(value, 9, "things")})
        if control in ("clear", "difficult", "obstacles", "loader_inches"):
            return changed(state, **{control: read_inches(str(value))})
        setters: dict[str, Callable[[], SquadState]] = {
            "man": lambda: _look_at(state, str(value)),
            "flags": lambda: set_flag(state, value, FLAGS),
            "jam": lambda: _jammed(state, *value),
            "loader": lambda: replace(state, loader=bool(value)),
            "gun_bursting": lambda: replace(state, gun_bursting=bool(value)),
            "gunner_out": lambda: _put_out(state, "gunner", bool(value)),
            "weapon work": lambda: replace(state, set_up=True, gun_jammed=False, turns=0),
            "out": lambda: _put_out(state, *value),
        }
        if control not in setters:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        return setters[control]()

    def on_gesture(self, state: SquadState, gesture: Gesture, view: View) -> SquadState:
        """A click looks at a man, and puts the one looked at out of action or back; arrow keys go from man to man."""
        names = list(landser.ROSTER)
        if gesture.kind == "press" and (number := drawn.man_at(gesture.at)) is not None and number < len(names):
            name = names[number]
            return _put_out(state, name, name not in state.out) if name == state.man else _look_at(state, name)
        steps = {"ArrowRight": 1, "ArrowLeft": -1, "ArrowDown": drawn.ACROSS, "ArrowUp": -drawn.ACROSS}
        if gesture.kind == "key" and gesture.key in steps:
            at = names.index(state.man) + steps[gesture.key]
            return _look_at(state, names[at]) if 0 <= at < len(names) else state
        return state


def _guard(state: SquadState) -> tuple[Control, ...]:
    return (Field("prisoners", "Prisoners in his care", str(state.prisoners), "0 to 9"),)


def _treatment(state: SquadState) -> tuple[Table, ...]:
    """What a medic's help comes to, where there is a medic with a man who is out of action."""
    if state.question != "order" or state.helper not in effects().outcomes[state.outcome].treated_by:
        return ()
    rows = tuple((str(face), (landser.treated(face).headline.rstrip("."),)) for face in range(1, 7))
    return (Table("The turn after a medic has come", ("the die leaves",), rows),)


def _title(name: str) -> str:
    """What is a man of the roster called?"""
    role, _, number = name.partition(" ")
    return f"{MEN[role].name} {number}".strip()


def _weapons(weapons: tuple[str, ...]) -> str:
    return " and ".join(WEAPONS[weapon].name for weapon in weapons)


def _cannot(role: str) -> str:
    return ", ".join(ACTIONS[action] for action in MEN[role].cannot) or "–"


def _look_at(state: SquadState, name: str) -> SquadState:
    """The state with another man looked at, his first weapon in hand. A role alone means the first man of it who is not out."""
    roster = landser.ROSTER
    having = sorted((man for man, role in roster.items() if role == name), key=state.out.__contains__)
    found = name if name in roster else next(iter(having), name)
    chosen_of("man of the squad", found, list(roster))
    return replace(state, man=found, weapon=MEN[roster[found]].weapons[0])


def _jammed(state: SquadState, what: str, on: bool) -> SquadState:
    chosen_of("box", what, ["jammed"])
    return replace(state, jammed=state.weapon if on else "")


def _put_out(state: SquadState, name: str, out: bool) -> SquadState:
    chosen_of("man of the squad", name, list(landser.ROSTER))
    return replace(state, out=state.out | {name} if out else state.out - {name})


def _order_of(state: SquadState) -> Answer[bool]:
    """May this man do that? A man who is out of action is not proposed in his place."""
    answer = landser.may_do(state.trooper, state.action, state.weapon)
    fit = tuple(remedy for remedy in answer.remedies if remedy.change != "man" or _look_at(state, remedy.to).man not in state.out)
    return replace(answer, remedies=fit)


def _out(state: SquadState) -> Answer[bool]:
    found = effects().outcomes["serious 6"]
    step = Step("He is out of action.", squad_state.CITES[found.cite], "forbids")
    return Answer(False, (step,), f"The {_title(state.man)} is out of action.")


def _bursts(state: SquadState) -> Answer[Any]:
    """May the gun fire, and is its loader near enough to be of help?"""
    answer = landser.may_burst(state.crewed)
    placed = tuple(replace(step, op="note") for step in state.loader_stays.steps) if state.loader else ()
    return replace(answer, steps=(*placed, *answer.steps))


def _breaks_off(state: SquadState) -> Answer[Any]:
    """The chance to break off now; and who leads the squad, where its leader is out of action."""
    answer = landser.break_off(len(state.out), readings=dict(state.readings))
    steps = answer.steps
    if "leader" in state.out and "second" not in state.out:
        steps += (Step("The second in command has taken the squad over.", squad_state.CITES["second"]),)
    return replace(answer, steps=steps)


def _figure(name: str, role: str, state: SquadState) -> drawn.Figure:
    man = MEN[role]
    return drawn.Figure(name, _title(name), _weapons(man.weapons), name in state.out, name == state.man)


def _effect(state: SquadState) -> Callable[[Mapping[str, str]], str]:
    """What would the answer be under other readings?"""

    def words(readings: Mapping[str, str]) -> str:
        return f"loses with {percent(landser.break_off(len(state.out), readings=readings).value)}"

    return words
