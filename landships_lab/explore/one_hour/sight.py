"""Sight over the table: who sees whom among woods, towns and hills, and who may fire?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Mark, Remedy
from landships_lab.core.checks import small
from landships_lab.core.plane import Spot
from landships_lab.data.one_hour.table_tops import set_ups
from landships_lab.explore.explorer import Buttons, Choice, Control, Field, Gesture, Toggle, Toggles, changed, one_of
from landships_lab.explore.one_hour import common, sight_picture, sight_state
from landships_lab.explore.one_hour.common import OneHourExplorer
from landships_lab.explore.one_hour.sight_state import QUESTIONS, SightState
from landships_lab.rules.one_hour import Table, Unit, best_target, may_fire, may_place, observes, sees
from landships_lab.rules.one_hour.bands import Band
from landships_lab.rules.one_hour.ground import read_spot
from landships_lab.rules.one_hour.words import mixed
from landships_lab.scene.lights import lit_ring
from landships_lab.scene.shapes import Pixel, Scene, Shape
from landships_lab.scene.tabletop import TableView

TURN = 15
_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


class OneHourSight(OneHourExplorer[SightState]):
    """A table in inches: move and turn Units, pick who looks at whom, see the bands between their edges."""

    id = sight_state.ID
    title = "Sight"
    question = "Does this Unit see that one, from two bases to two bases?"
    hands = "Click a Unit to pick it · drag it · wheel or Q and E turn it by 15° · arrow keys move the one that looks"
    has_board = True
    keys = ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")
    bears_on = ("sight",)

    def start(self) -> SightState:
        """The report's question: the tanks are just over 4 inches from the infantry in the town."""
        return self.parse("one_hour:sight static-defence from Cruds-1 to Bersaglieri-2")

    def ask(self, state: SightState) -> Answer[Any]:
        """What the question asks of who looks. What would change a refusal is looked for when the hand is still."""
        names = state.table, state.firer, state.target
        if state.asks == "fires":
            return may_fire(*names, state.observer, state.taken, advice=not state.held)
        if state.asks == "best":
            return _best(state)
        if state.asks == "stops":
            return may_place(state.before, state.one, state.moves)
        asked = observes if state.asks == "observes" else sees
        return asked(*names, state.taken, not state.held)

    def settled(self, state: SightState) -> SightState:
        """The state without the hand."""
        return replace(state, held="")

    # -- picture ----------------------------------------------------------------------------------------------------------

    def view(self, centre: Any = None) -> Any:
        """How does the table lie on the picture: whole, or closer round a point?"""
        whole = TableView.fit(36, 36, 520)
        return whole if centre is None else whole.closer(centre)

    def closer_to(self, state: SightState) -> Any:
        """The Unit that looks."""
        return state.one.unique.centre

    def picture(self, state: SightState, answer: Answer[Any], view: Any = None) -> Scene:
        """Terrain, Units, the two bands, and what cuts them."""
        return sight_picture.picture(state, answer, view or self.view())

    def lights(self, state: SightState, marks: tuple[Mark, ...], view: Any) -> tuple[Shape, ...]:
        """The bands of sight that a step speaks of."""
        return tuple(lit_ring(view.ring(mark.ring), mark.cut_by or "clear") for mark in marks if isinstance(mark, Band))

    def legend(self, state: SightState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("band-clear", "clear from edge to edge"), ("band-cut", "cut"), ("unique", "Unique base"), ("bank", "Dug-in"))

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: SightState) -> str:
        """One line that carries the state."""
        return sight_state.write(state)

    def parse(self, text: str) -> SightState:
        """The state of such a line."""
        return sight_state.read(*self.words_of(text, sight_state.KEYWORDS))

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: SightState) -> tuple[Control, ...]:
        """The table, who looks at whom, where the looking Unit stands, and how both are."""
        units = state.table.units
        place = f"{_short(state.one.unique.centre.x)}, {_short(state.one.unique.centre.y)} facing {state.one.unique.facing}"
        turns = (("left", f"⟲ {TURN}°", f"Turn it {TURN} degrees left"), ("right", f"⟳ {TURN}°", f"Turn it {TURN} degrees right"))
        return (
            Choice("set_up", "Table", tuple((key, one.name) for key, one in set_ups().items()), state.set_up),
            Choice("asks", "Question", tuple(QUESTIONS.items()), state.asks),
            Choice("firer", "Who looks", tuple((u.name, f"{u.name} ({u.side})") for u in units), state.firer),
            Choice("target", "At whom", tuple((u.name, u.name) for u in units if u.side != state.one.side), state.target),
            *_observer(state),
            *([Field("moves", "Inches it may move", mixed(state.moves), "such as 6 or 7 1/2")] if state.asks == "stops" else []),
            Field("place", "It stands at (inches) and faces (degrees)", place, "such as 12, 7.5 facing 90"),
            Buttons("turn", "Turn it", turns),
            _marks("one_is", f"{state.firer} is", state.one),
            _marks("other_is", f"{state.target} is", state.other),
            *(self.switched(state, lambda given: self._effect(state, given)) if state.asks != "stops" else ()),
        )

    def _effect(self, state: SightState, given: Mapping[str, str]) -> str:
        switched = self.ask(replace(state, readings=tuple(given.items()), held=state.firer))  # in a hand, so that no advice is sought
        if state.asks == "best":
            return str(switched.value) or "nobody"
        yes = "may fire" if state.asks == "fires" else "seen"
        return yes if switched.value else f"not {yes}" if yes == "seen" else "may not fire"

    def took(self, state: SightState, control: str, value: Any) -> SightState:
        """The state after one control has been given a value."""
        if control == "set_up":
            return state if value == state.set_up else replace(sight_state.begun(value), readings=state.readings)
        if control == "asks":
            return sight_state.with_question(state, value)
        if control == "observer":
            return sight_state.with_observer(state, value)
        if control == "moves":
            return replace(state, moves=common.read_inches("The distance it may move", value))
        if control in ("firer", "target"):
            return _picked(state, control, state.table.unit(value))
        if control == "place":
            return self._stand(state, value)
        if control == "turn":
            return _turned(state, state.firer, +1 if one_of("turn", value, ["left", "right"]) == "right" else -1)
        name = state.firer if control == "one_is" else state.target
        return _marked(state, name, *value)

    def set(self, state: SightState, control: str, value: Any) -> SightState:
        """Beside the controls, what a remedy names: a Unit that digs in or is Ready, a place nearer by."""
        if control in ("dug_in", "ready"):
            return _marked(state, value, control, True)
        if control == "firer_at":
            return _put(state, state.one.at(value))
        return super().set(state, control, value)

    def _stand(self, state: SightState, text: str) -> SightState:
        words, _, facing = str(text).partition("facing")
        centre = read_spot(words.replace(" ", ""))
        if facing.strip() and small(facing.strip()) is None:
            raise ValueError(f"{facing.strip()!r} is no facing; it is a number of degrees clockwise of north, in steps of {TURN}.")
        return _put(state, state.one.at(centre, small(facing.strip())))

    # -- hands ------------------------------------------------------------------------------------------------------------

    def grabs(self, state: SightState, view: Any) -> tuple[tuple[float, float, float], ...]:
        """Every base of every Unit."""
        return tuple((*view.pixel(b.centre), float(max(b.width, b.depth)) / 2 * view.scale) for u in state.table.units for b in u.bases)

    def on_gesture(self, state: SightState, gesture: Gesture, view: Any) -> SightState:
        """A click picks a Unit, a drag moves it, the wheel turns the one under the pointer, keys the one that looks."""
        if gesture.kind == "key":
            return _key(state, gesture.key)
        if gesture.kind == "drop":
            return replace(state, held="")
        under = _under(state.table, view, gesture.at)
        if gesture.kind == "turn":
            return state if under is None else _turned(state, under.name, gesture.steps)
        if gesture.kind == "press" and under is not None:
            return replace(sight_state.looking(state, under.name), held=under.name)
        if gesture.kind == "drag" and state.held:
            return _put(state, state.table.unit(state.held).at(view.spot(gesture.at)))
        return state


def _best(state: SightState) -> Answer[str]:
    """Whom the rules advise to fire at, and the way to look at it."""
    found = best_target(state.table, state.firer, state.observer, state.taken)
    if found.value in ("", state.target):
        return found
    return replace(found, remedies=(Remedy(f"Look at {found.value}.", "target", found.value),))


def _observer(state: SightState) -> tuple[Control, ...]:
    """Who observes, where Mortars fire?"""
    options = (("", "it sees for itself"), *((name, name) for name in state.observers))
    return (Choice("observer", "Who observes", options, state.observer),) if state.observers else ()


def _short(number: Any) -> str:
    return f"{float(number):g}"


def _marks(control: str, label: str, unit: Unit) -> Toggles:
    items = [Toggle("dug_in", "dug in", unit.dug_in, "orange")] if unit.kind != "tank" else []
    items += [Toggle("ready", "Ready", unit.ready, "green")] if unit.kind != "mortar" else []
    return Toggles(control, label, tuple(items))


def _marked(state: SightState, name: str, mark: str, on: bool) -> SightState:
    unit = changed(state.table.unit(name), **{common.one_of("state of a Unit", mark, ["dug_in", "ready"]): bool(on)})
    return replace(state, table=state.table.put(unit))


def _picked(state: SightState, control: str, unit: Unit) -> SightState:
    if control == "firer" and unit.side == state.other.side:
        return sight_state.with_firer(replace(state, target=state.firer), unit.name)  # the other side looks back
    return sight_state.looking(state, unit.name)


def _put(state: SightState, unit: Unit) -> SightState:
    if not all(state.table.on(base) for base in unit.bases):
        if state.held:
            return state  # a drag over the border stops there
        raise ValueError(f"There {unit.name} would stand off the table, which is {state.table.width_inches} inches wide and deep.")
    return replace(state, table=state.table.put(unit))


def _turned(state: SightState, name: str, steps: int) -> SightState:
    unit = state.table.unit(name)
    return _put(state, unit.at(unit.unique.centre, unit.unique.facing + TURN * steps))


def _key(state: SightState, key: str) -> SightState:
    if key in ("q", "e"):
        return _turned(state, state.firer, +1 if key == "e" else -1)
    if key not in _ARROWS:
        return state
    dx, dy = _ARROWS[key]
    here, step = state.one.unique.centre, Fraction(1, 2)
    return _put(state, state.one.at(Spot(here.x + dx * step, here.y + dy * step)))


def _under(table: Table, view: TableView, pixel: Pixel) -> Unit | None:
    """Which Unit lies under the pointer: the nearest with a base within reach?"""
    found = [
        ((pixel[0] - x) ** 2 + (pixel[1] - y) ** 2, n)
        for n, unit in enumerate(table.units)
        for base in unit.bases
        for x, y in (view.pixel(base.centre),)
        if max(abs(pixel[0] - x), abs(pixel[1] - y)) <= 0.55 * float(max(base.width, base.depth)) * view.scale
    ]
    return table.units[min(found)[1]] if found else None
