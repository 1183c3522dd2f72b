"""Sight: who is seen over a painted field, what hides the rest, and where readings of the rule differ."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex, Place
from landships_lab.explore import painting
from landships_lab.explore.board import Action, anywhere, around_map, step_place, supposed
from landships_lab.explore.controls import Control, Switch
from landships_lab.explore.explorer import Explorer, changed
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.loos import sight_picture, sight_state
from landships_lab.explore.loos.sight_state import FREE_KINDS, SightState, hex_only
from landships_lab.rules import free_sight
from landships_lab.rules.loos.sight import compare_along, seen_from
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

_HANDS_FOR = {
    "observer": "Click to place the eye, or drag it · drag the ring · arrow keys move the eye",
    "marker": "Click a hex to put the aircraft marker there, or to take it away · drag the eye or the ring",
}


class Sight(Explorer[SightState]):
    """Paint a field, drag observer and target, and see what is seen and what is in the way."""

    id = sight_state.ID
    state = SightState
    begin = (
        "0707 at 1007 show view terrain woods=0806,0807,0903,1003,1108,1109,0610 town=1005,1105,1106,0511,0512 "
        "trench=1303/1304,1303/1402,1304/1403,1304/1404 high=0403,0404,0503,0504,1411,1412"
    )
    order = ("rules", "army", "observer", "target", "show", "click", "brush", "blocks", "aircraft", "depth", "far", "paint")
    leisure = ("aircraft", "depth", "far", "paint")
    title = "Lines of sight"
    rules = "Loos or Landships!"
    question = "Is it seen, and if not, what is in the way?"
    grid = sight_state.GRID
    hands = "Drag the eye or the ring · point at a hex to ask about it · click to keep it · arrow keys move the ring"

    def ask(self, state: SightState) -> Answer[Any]:
        """Return whether the place aimed at is seen. ``detail`` holds what is seen under each rule, where the picture shows it."""
        if state.rules == "loos":
            target = state.aimed
            answer: Answer[Any] = seen_from(state.field(), hex_only(state.observer), target if isinstance(target, Hex) else target.hexes[0])
        else:
            answer = free_sight.sight(state.rule(), state.terrain.hexes, state.observer, state.aimed)
        remedies = tuple(r for r in answer.remedies if not isinstance(r.to, Hex) or r.to in self.grid)
        seen = sight_picture.fields(sight_picture.without_target(state), tuple(self.grid.hexes())) if state.show != "off" else {}
        steps = answer.steps
        if seen and state.show == "compare":
            steps = (*steps, compare_along(seen, free_sight.CITES["along"] if state.rules == "free" else None))
        return replace(answer, steps=steps, remedies=remedies, detail=seen)

    def picture(self, state: SightState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the field, the line and what blocks it."""
        return sight_picture.picture(state, answer, view or self.opening(state))

    def riddle(self, state: SightState) -> Scene:
        """Return the field with the line on it, with nothing outlined or shaded."""
        return sight_picture.picture(replace(state, show="off"), Answer(None, ()), self.opening(state))

    def hint(self, state: SightState) -> str:
        """Return what a click, a drag and the keys do at present."""
        if state.click == "paint":
            return painting.brush_hands(self.parts["brush"], state)
        return self.hands if state.click == "target" else _HANDS_FOR[state.click]

    def preview(self, state: SightState) -> str:
        """Return the place under the pointer, of which the answer speaks."""
        return supposed("If you look at", self.grid, state.hover, state.target)

    def grabs(self, state: SightState, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return the discs of eye and ring, or the whole board while a brush is in the hand."""
        if state.click == "paint":
            return anywhere(view)
        return tuple((*view.pixel(place), view.size) for place in (state.observer, state.target))

    def snaps(self, view: View) -> tuple[float, ...]:
        """Return how the hexes lie on the picture: eye and ring stand in hexes, never on hexsides."""
        return (view.size, *view.origin, 0.0)

    def focus(self, state: SightState) -> Action:
        """Return the observer and the target, with what is painted round them."""
        return Action((state.observer, state.target), around_map(state.terrain))

    def legend(self, state: SightState) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture with their meanings."""
        shaded = (("seen", "seen"), ("hidden", "hidden")) if state.show != "off" else ()
        lit = (("differs", "readings differ"),) if state.show == "compare" else ()
        return (*shaded, *lit, ("blocked", "blocks the line"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def check(self, state: SightState) -> SightState:
        """Return the state, in which Loos allows hexes only."""
        if state.rules == "loos":
            hex_only(state.observer)
            hex_only(state.target)
        return state

    def after(self, state: SightState, control: str, before: SightState) -> SightState:
        """Return the state with what follows for places and clicks."""
        match control:
            case "rules" if state.rules == "free":
                brush = state.brush if state.brush in dict(painting.brushes(FREE_KINDS)) else "woods"
                return replace(
                    state, aircraft=None, army="british", brush=brush, click="target" if state.click == "marker" else state.click
                )
            case "rules":
                ends = {"observer": state.observer, "target": state.target}
                return changed(state, **{key: end if isinstance(end, Hex) else end.hexes[0] for key, end in ends.items()})
            case "observer" | "target":
                return self.check(replace(state, hover=None))
            case "click":
                return replace(state, hover=None)
            case "brush":
                return replace(state, click="paint")
        return state

    def actions(self, state: SightState) -> tuple[Control, ...]:
        """Return the field that paints without a mouse."""
        return (painting.PAINT,) if state.click == "paint" else ()

    def act(self, state: SightState, control: str, value: Any) -> SightState:
        """Return the state with places painted, a hex cleared or a hex raised."""
        match control:
            case "paint":
                return replace(state, terrain=painting.stroke_codes(state.terrain, state.brush, self.grid, value))
            case "clear":
                terrain = state.terrain.paint(value, "clear")
                for side in value.sides():
                    terrain = terrain.paint(side, "")
                return replace(state, terrain=terrain)
            case "high":
                return replace(state, terrain=state.terrain.lift(value))
        return super().act(state, control, value)

    def reading_switches(self, state: SightState) -> tuple[Switch, ...]:
        """Return the readings with what the answer would be; no field of view is needed for that."""
        return super().reading_switches(replace(state, show="off"))

    def effect(self, state: SightState, answer: Answer[Any]) -> str:
        """Return whether the place is seen."""
        return "seen" if answer.value is True else "not seen" if answer.value is False else "not in the source"

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def pointed(self, state: SightState, gesture: Gesture, view: View) -> SightState:
        """Return the state after a drag that moves eye or ring or paints, or a click that does what the panel says."""
        if state.click == "paint" and gesture.kind in ("press", "drag"):
            return replace(state, terrain=painting.stroke_at(state.terrain, state.brush, view, gesture.at), hover=None)
        place = view.hex_at(gesture.at) if state.rules == "loos" else view.place_at(gesture.at)
        if place is None:
            return replace(state, hover=None)
        if gesture.kind == "press":
            return self._press(state, gesture, view, place)
        if gesture.kind == "drag" and state.held:
            return changed(state, hover=None, **{state.held: place})
        return replace(state, hover=None if place in (state.observer, state.target) or state.click == "paint" else place)

    def _press(self, state: SightState, gesture: Gesture, view: View, place: Place) -> SightState:
        for end in ("observer", "target"):
            if math.dist(view.pixel(getattr(state, end)), gesture.at) <= 0.7 * view.size:
                return replace(state, held=end, hover=None)
        if state.click == "marker" and isinstance(place, Hex):
            return replace(state, aircraft=None if state.aircraft == place else place, hover=None)
        end = "observer" if state.click == "observer" else "target"
        return changed(state, hover=None, held=end, **{end: place})

    def stepped(self, state: SightState, arrow: str) -> SightState:
        """Return the state after an arrow key moves the target, or the observer where a click would."""
        end = "observer" if state.click == "observer" else "target"
        place = step_place(self.grid, getattr(state, end), arrow)
        if state.rules == "loos" and not isinstance(place, Hex):
            place = step_place(self.grid, place, arrow)
        return changed(state, hover=None, **{end: place}) if state.rules == "free" or isinstance(place, Hex) else state
