"""Fire arcs: may this gun fire at that target?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Heading, Place
from landships_lab.data.load import readings
from landships_lab.explore.explorer import (
    Buttons,
    Choice,
    Control,
    Explorer,
    Field,
    Gesture,
    TextBox,
    Toggle,
    Toggles,
    one_of,
    placed,
    placement,
    step_place,
)
from landships_lab.explore.landships import fire_picture, fire_state
from landships_lab.explore.landships.fire_state import FireState
from landships_lab.explore.landships.switches import switches, with_reading
from landships_lab.explore.landships.vehicles import MOVES, ahead, place_under, step_unit
from landships_lab.rules.landships import can_target, check_position, range_hexes
from landships_lab.rules.landships.fire import RANGE_READING, shot, verdict
from landships_lab.rules.landships.positions import nearest_heading
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

READINGS = readings("landships", "fire")


class FireArcs(Explorer[FireState]):
    """Place a unit, turn it, see what each gun can hit, ask about one target."""

    id = fire_state.ID
    title = "Fire arcs"
    rules = "Landships! · twelve point facing"
    question = "May this gun fire at that target?"
    hands = "Click to aim · drag the unit to move it · wheel or Q and E turn it · arrow keys move the target"

    def start(self) -> FireState:
        """The first panel: a Mk IV male astride a hexside, its starboard gun laid on a hex within reach."""
        return self.parse("landships:fire mk-iv-male@0807/0808 E weapon 57mm-starboard show 57mm-starboard mg-starboard target 1309")

    def ask(self, state: FireState) -> Answer[Any]:
        """May the chosen weapon fire at the place aimed at? With no target yet: is the position legal?"""
        if state.aimed is None:
            position = check_position(state.unit.unit_class, state.place, state.heading)
            return replace(position, headline=f"{position.headline} Point at a place to ask about it.") if position.value else position
        answer = can_target(state.unit, state.weapon, state.place, state.heading, state.aimed, dict(state.readings), self._supplied(state))
        return replace(answer, remedies=tuple(r for r in answer.remedies if r.change != "place" or r.to in self.grid))

    def _supplied(self, state: FireState) -> int | None:
        return state.max_range if isinstance(state.weapon.range_hexes, Gap) else None

    def picture(self, state: FireState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The board with the arcs of the shown weapons, the marks of the asked one, and the count to the target."""
        return fire_picture.picture(state, answer, view or self.view())

    def riddle(self, state: FireState) -> Scene:
        """The board without the arcs."""
        return fire_picture.riddle(state, self.view().showing(state.place, state.target or state.place))

    def text(self, state: FireState) -> str:
        """One line that carries the state."""
        return fire_state.write(state, self.grid)

    def parse(self, text: str) -> FireState:
        """The state of such a line."""
        return fire_state.parse(text, self.grid)

    def settled(self, state: FireState) -> FireState:
        """The state without the hand."""
        return replace(state, hover=None, held=False)

    def grabs(self, state: FireState, view: View) -> tuple[tuple[float, float, float], ...]:
        """The unit's own counter."""
        return ((*view.pixel(state.place), CARD * view.size),)

    def closer_to(self, state: FireState) -> Place:
        """The unit's own place."""
        return state.place

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def controls(self, state: FireState) -> tuple[Control, ...]:
        """Everything a gesture can do, and what only a control can."""
        place = Field("place", "Place and heading", f"{self.grid.code(state.place)} {state.heading}", "such as 0503/0504 E")
        target = Field("target", "Target", "" if state.target is None else self.grid.code(state.target), "such as 0705")
        turns = (("left", "⟲ 30°", "Turn 30 degrees left"), ("right", "⟳ 30°", "Turn 30 degrees right"))
        clicks = (("aim", "aims"), ("place", "places"))
        return (
            Choice("unit", "Firer", tuple((key, unit.name) for key, unit in state.units.items()), state.unit_id),
            place,
            Buttons("move", "Turn and move", (*turns, ("forward", "Forward", "One step forward along the heading"))),
            Choice("weapon", "Weapon asked about", tuple((w.id, w.name) for w in state.unit.weapons.values()), state.weapon_id),
            *self._range_field(state),
            Toggles("shown", "Arcs shown", self._legend(state)),
            target,
            Choice("click", "A click on the map", clicks, state.click, buttons=True),
            *switches(READINGS, state.readings, lambda reading, option: self._effect(state, reading, option)),
            TextBox("own", "Units of your own (TOML)", state.own, "Paste [units.name] tables as in data/landships/units.toml"),
        )

    def _range_field(self, state: FireState) -> tuple[Control, ...]:
        if not isinstance(state.weapon.range_hexes, Gap):
            return ()
        value = "" if state.max_range is None else str(state.max_range)
        return (Field("max_range", "Maximum range (yours: not in the source)", value, "0 to 99 hexes"),)

    def _legend(self, state: FireState) -> tuple[Toggle, ...]:
        items = []
        for weapon in state.unit.weapons.values():
            limit = fire_picture.limit_of(state, weapon)
            points = "? pts" if isinstance(weapon.points, Gap) else f"{weapon.points} pts"
            reach = "range ?" if isinstance(limit, Gap) else f"to {limit}"
            on = weapon.id in state.shown or weapon.id == state.weapon_id
            items.append(Toggle(weapon.id, weapon.name, on, fire_picture.tint(state, weapon.id), f"{points}, {reach}"))
        return tuple(items)

    def _effect(self, state: FireState, reading: str, option: str) -> str:
        """What would the answer be with this option?"""
        if state.aimed is None:
            return ""
        taken = {**dict(state.readings), reading: option}
        fired = shot(state.unit, state.weapon, state.place, state.heading, taken, self._supplied(state))
        value = verdict(fired, state.aimed)
        said = "not in the source" if isinstance(value, Gap) else "may fire" if value else "may not fire"
        if reading != RANGE_READING:
            return said
        return f"range {range_hexes(state.place, state.aimed, option)}, {said}"

    def set(self, state: FireState, control: str, value: Any) -> FireState:
        """The state after one control has been given a value."""
        if control in READINGS:
            return replace(state, readings=with_reading(READINGS, state.readings, control, value))
        setter = getattr(self, f"_set_{control}", None)
        if setter is None:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        new = setter(state, value)
        assert isinstance(new, FireState)
        return new

    def _set_unit(self, state: FireState, value: str) -> FireState:
        if value not in state.units:
            raise ValueError(unknown("unit", value, list(state.units)))
        weapon = fire_state.first_weapon(state.units[value])
        new = replace(state, unit_id=value, weapon_id=weapon, shown=frozenset({weapon}), max_range=None)
        return self._stand(new, state.place)

    def _set_place(self, state: FireState, value: Any) -> FireState:
        place, heading = placement(self.grid, value, state.heading)
        return replace(state, place=place, heading=heading)

    _set_placement = _set_place

    def _set_heading(self, state: FireState, value: Any) -> FireState:
        return replace(state, heading=Heading(value))

    def _set_move(self, state: FireState, value: str) -> FireState:
        if one_of("move", value, MOVES) == "forward":
            return replace(state, place=ahead(self.grid, state.place, state.heading))
        return replace(state, heading=state.heading.turn(+1 if value == "right" else -1))

    def _set_weapon(self, state: FireState, value: str) -> FireState:
        weapon = state.unit.weapon(value).id
        return replace(
            state, weapon_id=weapon, shown=(state.shown - {state.weapon_id}) | {weapon} if len(state.shown) == 1 else state.shown | {weapon}
        )

    def _set_shown(self, state: FireState, value: tuple[str, bool]) -> FireState:
        weapon, on = value
        state.unit.weapon(weapon)
        if weapon == state.weapon_id and not on:
            raise ValueError("The weapon asked about is always shown; ask about another to hide it.")
        return replace(state, shown=state.shown | {weapon} if on else state.shown - {weapon})

    def _set_target(self, state: FireState, value: Any) -> FireState:
        given = value.strip() if isinstance(value, str) else value
        return replace(state, hover=None, target=None if given in ("", None) else placed(self.grid, given))

    def _set_max_range(self, state: FireState, value: str) -> FireState:
        return replace(state, max_range=fire_state.whole_range(str(value)))

    def _set_click(self, state: FireState, value: str) -> FireState:
        return replace(state, click=one_of("use of a click", value, fire_state.CLICKS))

    def _set_own(self, state: FireState, value: str) -> FireState:
        if len(value) > 20_000:
            raise ValueError(f"A unit file has at most 20000 characters here, not {len(value)}.")
        units = fire_state.units_with(value)
        new = replace(state, own=value if value.strip() else "")
        brought = [key for key in units if key not in state.units]
        if state.unit_id not in units or brought or units.get(state.unit_id) != state.unit:
            return self._set_unit(new, brought[0] if brought else state.unit_id if state.unit_id in units else next(iter(units)))
        return new

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def on_gesture(self, state: FireState, gesture: Gesture, view: View) -> FireState:
        """A click aims or places, a drag moves the unit, wheel and keys turn it, arrow keys move what a click would."""
        if gesture.kind == "turn":
            return replace(state, heading=state.heading.turn(gesture.steps))
        if gesture.kind == "key":
            return self._key(state, gesture)
        if gesture.kind == "leave":
            return replace(state, hover=None)
        if gesture.kind == "drop":
            return replace(state, held=False)
        x, y, reach = self.grabs(state, view)[0]
        on_unit = (gesture.at[0] - x) ** 2 + (gesture.at[1] - y) ** 2 <= reach**2
        if gesture.kind == "press" and on_unit:
            return replace(state, held=True, hover=None)
        if state.held or (gesture.kind == "press" and state.click == "place"):
            place = place_under(view, gesture.at, state.unit.unit_class)
            return state if place is None else self._stand(replace(state, hover=None), place)
        place = view.place_at(gesture.at)
        if gesture.kind == "press":
            return state if place is None else replace(state, target=place, hover=None)
        return replace(state, hover=None if on_unit else place)

    def _stand(self, state: FireState, place: Place) -> FireState:
        return replace(state, place=place, heading=nearest_heading(state.unit.unit_class, place, state.heading))

    def _key(self, state: FireState, gesture: Gesture) -> FireState:
        if gesture.key in ("q", "e"):
            return replace(state, heading=state.heading.turn(+1 if gesture.key == "e" else -1))
        if not gesture.key.startswith("Arrow"):
            return state
        if state.click == "place":
            return self._stand(state, step_unit(self.grid, state.place, gesture.key, state.unit.unit_class))
        return replace(state, target=step_place(self.grid, state.target or state.place, gesture.key), hover=None)

    def legend(self, state: FireState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("dot", "can be hit"), ("cross", "on an edge that does not count"), ("solid", "edge counts"), ("dashed", "edge does not"))
