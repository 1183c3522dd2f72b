"""The fire arc panel: whether a weapon may fire at a target."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.hexes import Place
from landships_lab.explore.board import Action, step_place, supposed
from landships_lab.explore.controls import Control, Switch
from landships_lab.explore.explorer import Explorer
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships import fire_picture, fire_state
from landships_lab.explore.landships.common import MOVE_BUTTONS, after_move, carried, fire_ends, place_under, step_unit, turned_in_hand
from landships_lab.explore.landships.fire_state import GRID, FireState, first_weapon
from landships_lab.explore.readings import switch
from landships_lab.rules.landships.book import FIRE_READINGS
from landships_lab.rules.landships.fire import survey
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class FireArcs(Explorer[FireState]):
    """Place a unit, turn it, see what each gun can hit, ask about one target."""

    id = fire_state.ID
    title = "Fire arcs"
    rules = "Landships!"
    question = "May this gun fire at that target?"
    hands = "Click to aim · drag the unit to move it · wheel or Q and E turn it · arrow keys move the target"
    hands_to_place = "Click to place the unit, or drag it · wheel or Q and E turn it · arrow keys move it"

    begin = "mk-iv-male@0807/0808 E weapon 57mm-starboard show 57mm-starboard mg-starboard target 1309"
    lead = "unit_id@place heading"
    order = ("unit", "place", "move", "weapon", "target", "spotted", "click", "max_range", "shown")
    strip_rows = 3
    state = FireState

    def ask(self, state: FireState) -> Answer[Any]:
        """Return whether the chosen weapon may fire at the place aimed at or, with no target, whether the position is legal."""
        return _answer(state)

    def picture(self, state: FireState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board with the arcs of the shown weapons, the marks of the chosen one, and the count to the target."""
        return fire_picture.picture(state, answer, view or self.opening(state))

    def riddle(self, state: FireState) -> Scene:
        """Return the board without the arcs."""
        return fire_picture.riddle(state, self.opening(state))

    def grabs(self, state: FireState, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return the unit's counter."""
        return ((*view.pixel(state.place), CARD * view.size),)

    def focus(self, state: FireState) -> Action:
        """Return the unit and its target, with the field of fire of the weapon asked about."""
        limit = state.weapon.range_hexes if isinstance(state.weapon.range_hexes, int) else state.max_range or 0
        ends = fire_ends(state.place, state.heading, state.weapon.arc, limit)
        return Action((state.place,) if state.target is None else (state.place, state.target), ends)

    def hint(self, state: FireState) -> str:
        """Return what a click, the wheel and the keys do."""
        return self.hands_to_place if state.click == "place" else self.hands

    def preview(self, state: FireState) -> str:
        """Return the place under the pointer, of which the answer speaks."""
        return supposed("If you aim at", self.grid, state.hover, state.target)

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def actions(self, state: FireState) -> tuple[Control, ...]:
        """Return the buttons that turn and move the unit."""
        return (MOVE_BUTTONS,)

    def act(self, state: FireState, control: str, value: Any) -> FireState:
        """Turn or move the unit."""
        if control == "placement":
            return self.set(state, "place", value)
        if control != "move":
            return super().act(state, control, value)
        place, heading = after_move(self.grid, state.place, state.heading, value)
        return replace(state, place=place, heading=heading)

    def after(self, state: FireState, control: str, before: FireState) -> FireState:
        """Choose the first weapon and a legal heading for a new unit; keep the weapon asked about shown."""
        match control:
            case "unit":
                weapon = first_weapon(state.unit)
                new = replace(state, weapon_id=weapon, shown=frozenset({weapon}), max_range=None)
                return self._stand(new, state.place)
            case "weapon":
                kept = state.shown - {before.weapon_id} if len(state.shown) == 1 else state.shown
                return replace(state, shown=kept | {state.weapon_id})
            case "shown" if state.weapon_id not in state.shown:
                raise ValueError("The weapon asked about is always shown; choose another to hide this one.")
            case "target":
                return replace(state, hover=None)
            case "own":
                brought = [key for key in state.units if key not in before.units]
                if brought or state.units.get(state.unit_id) != before.unit:
                    unit = brought[0] if brought else state.unit_id if state.unit_id in state.units else next(iter(state.units))
                    return self.after(replace(state, unit_id=unit), "unit", before)
        return state

    def reading_switches(self, state: FireState) -> tuple[Switch, ...]:
        """Return the readings with what each option would make of the answer, which the answer knows already."""
        effects = self.answer(state).detail.effects
        return tuple(
            switch(reading, state.readings, [(option.id, effects.get((key, option.id), "")) for option in reading.options])
            for key, reading in FIRE_READINGS.items()
        )

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def pointed(self, state: FireState, gesture: Gesture, view: View) -> FireState:
        """Aim or place the unit by a click, move it by a drag."""
        x, y, reach = self.grabs(state, view)[0]
        on_unit = (gesture.at[0] - x) ** 2 + (gesture.at[1] - y) ** 2 <= reach**2
        if gesture.kind == "press" and on_unit:
            return replace(state, held=True, held_heading=state.heading, hover=None)
        if state.held or (gesture.kind == "press" and state.click == "place"):
            place = place_under(view, gesture.at, state.unit.unit_class)
            return state if place is None else self._stand(replace(state, hover=None), place)
        place = view.place_at(gesture.at)
        if gesture.kind == "press":
            return state if place is None else replace(state, target=place, hover=None)
        return replace(state, hover=None if on_unit else place)

    def turned(self, state: FireState, points: int) -> FireState:
        """Turn the unit where it stands."""
        heading = state.heading.turn(points)
        return turned_in_hand(replace(state, heading=heading), heading)

    def stepped(self, state: FireState, arrow: str) -> FireState:
        """Move what a click would move: the unit, or the target."""
        if state.click == "place":
            return self._stand(state, step_unit(self.grid, state.place, arrow, state.unit.unit_class))
        return replace(state, target=step_place(self.grid, state.target or state.place, arrow), hover=None)

    def _stand(self, state: FireState, place: Place) -> FireState:
        return replace(state, place=place, heading=carried(state.held_heading, state.unit.unit_class, place, state.heading))

    def legend(self, state: FireState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        hits = (("hit", "can be hit"), ("hit-side", "hexside"), ("cross", "excluded"))
        return (*hits, ("solid", "edge counts"), ("dashed", "edge does not"))


@lru_cache(maxsize=32)  # asked for one gesture by the panel, its switches and its picture
def _answer(state: FireState) -> Answer[Any]:
    readings, shown = dict(state.readings), state.shown
    spotted = state.spotted == "yes"
    answer = survey(state.unit, state.weapon, state.place, state.heading, state.aimed, readings, state.max_range, shown, spotted)
    return replace(answer, remedies=tuple(r for r in answer.remedies if _on_board(r)))


def _on_board(remedy: Remedy) -> bool:
    place = remedy.to[0] if remedy.change == "placement" else remedy.to
    return remedy.change not in ("place", "placement") or place in GRID
