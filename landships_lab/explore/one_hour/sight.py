"""Sight over the table: who sees whom among woods, towns and hills, who may fire, and where a Unit may stop."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Gap, Mark, Remedy
from landships_lab.core.checks import one_of, small
from landships_lab.core.plane import Spot
from landships_lab.explore.controls import Buttons, Control, Field, Switch, Toggle, Toggles
from landships_lab.explore.explorer import Explorer, changed
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.one_hour import sight_picture
from landships_lab.explore.one_hour.common import RULES
from landships_lab.explore.one_hour.sight_state import ID, SightState, observers
from landships_lab.explore.one_hour.sight_units import TURN
from landships_lab.rules.one_hour import Table, Unit, best_target, is_threatened, may_fire, may_place, observes, sees
from landships_lab.rules.one_hour.bands import Band
from landships_lab.rules.one_hour.ground import read_spot
from landships_lab.scene.lights import lit_ring
from landships_lab.scene.shapes import Pixel, Scene, Shape
from landships_lab.scene.tabletop import TableView

_EFFECTS = {
    "fires": ("may fire", "may not fire"),
    "stops": ("may end here", "may not end here"),
    "threatened": ("Threatened", "not Threatened"),
}
_ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


class OneHourSight(Explorer[SightState]):
    """A table in inches: move and turn Units, pick who looks at whom, see the bands between their edges."""

    id = ID
    state = SightState
    rules = RULES
    title = "Sight"
    question = "Does this Unit see that one, from two bases to two bases?"
    hands = "Click a Unit to pick it · drag it · wheel or Q and E turn it by 15° · arrow keys move the one that looks"
    begin = "static-defence from Cruds-1 to Bersaglieri-2"
    order = ("set_up", "asks", "firer", "target", "turn", "one_is", "other_is", "observer", "moves", "place")
    leisure = ("place",)

    def ask(self, state: SightState) -> Answer[Any]:
        """Return the answer to the question. Remedies are looked for only when no Unit is in the hand."""
        names = state.table, state.firer, state.target
        if state.asks == "fires":
            return may_fire(*names, state.observer, state.taken, advice=not state.held)
        if state.asks == "best":
            found = best_target(state.table, state.firer, state.observer, state.taken)
            look = Remedy(f"Look at {found.value}.", "target", found.value)
            return found if found.value in ("", state.target) else replace(found, remedies=(look,))
        if state.asks == "stops":
            return may_place(state.before, state.one, state.moves, state.taken)
        if state.asks == "threatened":
            return is_threatened(state.table, state.firer, state.taken)
        return (observes if state.asks == "observes" else sees)(*names, state.taken, not state.held)

    def try_out(self, state: SightState) -> None:
        """Ask without remedies, and of one target only: both take long."""
        self.ask(replace(state, held=state.firer, asks="fires" if state.asks == "best" else state.asks))

    # -- picture ----------------------------------------------------------------------------------------------------------

    def view(self, centre: Any = None) -> Any:
        """Return the view of the whole table, or a closer one round a point."""
        whole = TableView.fit(36, 36)
        return whole if centre is None else whole.closer(centre)

    def closer_to(self, state: SightState) -> Any:
        """Return the Unit that looks."""
        return state.one.unique.centre

    def picture(self, state: SightState, answer: Answer[Any], view: Any = None) -> Scene:
        """Return terrain, Units, the two bands, and what cuts them."""
        return sight_picture.picture(state.table, (state.one, state.other), state.set_up, answer, view or self.view())

    def lights(self, state: SightState, marks: tuple[Mark, ...], view: Any) -> tuple[Shape, ...]:
        """Return the bands of sight that a step speaks of."""
        return tuple(lit_ring(view.ring(mark.ring), mark.cut_by or "clear") for mark in marks if isinstance(mark, Band))

    def legend(self, state: SightState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        return (("band-clear", "clear from edge to edge"), ("band-cut", "cut"), ("unique", "Unique base"), ("bank", "Dug-in"))

    # -- controls ---------------------------------------------------------------------------------------------------------

    def actions(self, state: SightState) -> tuple[Control, ...]:
        """Return where the looking Unit stands, the buttons that turn it, and how both are."""
        unique = state.one.unique
        place = f"{float(unique.centre.x):g}, {float(unique.centre.y):g} facing {unique.facing}"
        turns = (("left", "⟲", f"Turn it {TURN} degrees left"), ("right", "⟳", f"Turn it {TURN} degrees right"))
        return (
            Field("place", "Stands at, in inches, facing degrees", place, "12, 7 facing 90"),
            Buttons("turn", "Turn", turns),
            _marks("one_is", state.one),
            _marks("other_is", state.other),
        )

    def reading_switches(self, state: SightState) -> tuple[Switch, ...]:
        """Return the readings where they matter. With a Unit in the hand no remedies are looked for."""
        return super().reading_switches(replace(state, held=state.firer))

    def effect(self, state: SightState, answer: Answer[Any]) -> str:
        """Return what the answer would be, in a word or two."""
        if state.asks == "best":
            return answer.value or "nobody"
        if isinstance(answer.value, Gap):
            return "the source does not say"
        yes, no = _EFFECTS.get(state.asks, ("seen", "not seen"))
        return yes if answer.value else no

    def after(self, state: SightState, control: str, before: SightState) -> SightState:
        """Begin a new table; let the other side look back; drop an observer who is of no use."""
        if control == "set_up" and state.set_up != before.set_up:
            return replace(self.parse(f"{ID} {state.set_up}"), readings=state.readings)
        if control == "firer" and state.one.side == state.other.side:
            state = replace(state, target=before.firer if state.one.side != before.one.side else before.target)
        if state.firer != before.firer or state.observer not in ("", *observers(state)):
            return replace(state, observer="")
        return state

    def act(self, state: SightState, control: str, value: Any) -> SightState:
        """Put the looking Unit down, turn it, or mark a Unit as Dug-in or Ready; remedies name the Unit."""
        match control:
            case "place":
                words, _, facing = str(value).partition("facing")
                return _put(state, state.one.at(read_spot(words.replace(" ", "")), _facing(facing.strip())))
            case "turn":
                return self.turned(state, +1 if one_of("turn", value, ["left", "right"]) == "right" else -1)
            case "one_is" | "other_is":
                return _marked(state, state.firer if control == "one_is" else state.target, *value)
            case "dug_in" | "ready":
                return _marked(state, value, control, True)
            case "firer_at":
                return _put(state, state.one.at(value))
        return super().act(state, control, value)

    # -- hands ------------------------------------------------------------------------------------------------------------

    def grabs(self, state: SightState, view: Any) -> tuple[tuple[float, float, float], ...]:
        """Return every base of every Unit."""
        return tuple((*view.pixel(b.centre), float(max(b.width, b.depth)) / 2 * view.scale) for u in state.table.units for b in u.bases)

    def pointed(self, state: SightState, gesture: Gesture, view: Any) -> SightState:
        """Pick the Unit that is clicked: an enemy as the target, a friend as the one that looks; or drag the one in the hand."""
        if gesture.kind == "press" and (under := _under(state.table, view, gesture.at)) is not None:
            picked = replace(state, held=under.name)
            return self.set(picked, "firer", under.name) if under.side == state.one.side else replace(picked, target=under.name)
        if gesture.kind == "drag" and state.held:
            return _put(state, state.table.unit(state.held).at(view.spot(gesture.at)))
        return state

    def turned(self, state: SightState, points: int) -> SightState:
        """Turn the Unit that looks."""
        return _turned(state, state.one, points)

    def wheeled(self, state: SightState, gesture: Gesture, view: Any) -> SightState:
        """Turn the Unit under the pointer."""
        under = _under(state.table, view, gesture.at)
        return state if under is None else _turned(state, under, gesture.steps)

    def stepped(self, state: SightState, arrow: str) -> SightState:
        """Move the Unit that looks by half an inch."""
        dx, dy = _ARROWS[arrow]
        here, step = state.one.unique.centre, Fraction(1, 2)
        return _put(state, state.one.at(Spot(here.x + dx * step, here.y + dy * step)))


def _facing(text: str) -> int | None:
    if text and small(text) is None:
        raise ValueError(f"{text!r} is not a facing; write degrees clockwise of north, in steps of {TURN}.")
    return small(text)


def _marks(control: str, unit: Unit) -> Toggles:
    items = [Toggle("dug_in", "dug in", unit.dug_in, "orange")] if unit.kind != "tank" else []
    items += [Toggle("ready", "Ready", unit.ready, "green")] if unit.kind != "mortar" else []
    return Toggles(control, unit.name, tuple(items))


def _marked(state: SightState, name: str, mark: str, on: bool) -> SightState:
    unit = changed(state.table.unit(name), **{one_of("state of a Unit", mark, ["dug_in", "ready"]): bool(on)})
    return replace(state, table=state.table.put(unit))


def _put(state: SightState, unit: Unit) -> SightState:
    if not all(state.table.on(base) for base in unit.bases):
        if state.held:
            return state  # a drag stops at the border
        raise ValueError(f"There {unit.name} would stand off the table, which is {state.table.width_inches} inches wide and deep.")
    return replace(state, table=state.table.put(unit))


def _turned(state: SightState, unit: Unit, steps: int) -> SightState:
    return _put(state, unit.at(unit.unique.centre, unit.unique.facing + TURN * steps))


def _under(table: Table, view: TableView, pixel: Pixel) -> Unit | None:
    """Return the nearest Unit with a base under the pointer."""
    found = [
        ((pixel[0] - x) ** 2 + (pixel[1] - y) ** 2, n)
        for n, unit in enumerate(table.units)
        for base in unit.bases
        for x, y in (view.pixel(base.centre),)
        if max(abs(pixel[0] - x), abs(pixel[1] - y)) <= 0.55 * float(max(base.width, base.depth)) * view.scale
    ]
    return table.units[min(found)[1]] if found else None
