"""The coverage panel: what a whole force bears on, where it is blind, who can hit whom, and the way through."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import Any

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Place
from landships_lab.explore.board import Action, anywhere, step_place
from landships_lab.explore.controls import Buttons, Control, Field, Switch
from landships_lab.explore.explorer import changed
from landships_lab.explore.exports import Export
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships import coverage_picture, coverage_tables
from landships_lab.explore.landships.common import MOVE_BUTTONS, carried, place_under, step_unit
from landships_lab.explore.landships.coverage_answer import answer_to, effect
from landships_lab.explore.landships.coverage_state import A_COMPANY, GRID, ID, MOST_WAY, CoverageState, room
from landships_lab.explore.landships.coverage_units import counted, faced, formed_up, moved, put, turned, with_chosen
from landships_lab.explore.landships.painted_ground import GroundExplorer
from landships_lab.explore.readings import switch
from landships_lab.rules.landships.force import MOST_UNITS, SIDES
from landships_lab.rules.landships.formations import FORMATIONS
from landships_lab.rules.landships.positions import nearest_heading
from landships_lab.scene.charts import Table
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

_HANDS_FOR = {
    "place": "Click to place the chosen unit there · drag a unit · wheel or Q and E turn it · arrow keys move it",
    "way": "Click or drag to draw the way · click its end to take it away · arrow keys move the end",
}
_FORM = Buttons(
    "form",
    "Form up",
    (*((f, f, f"Draw up the vehicles in {f}") for f in FORMATIONS), ("best", "best headings", "Turn all units to the best headings")),
)
_UNITS = Buttons(
    "units",
    "Units",
    (
        ("British", "+ British", "Add a British unit"),
        ("German", "+ German", "Add a German unit"),
        ("remove", "Remove", "Remove the chosen unit"),
    ),
)
#: Where a unit that is added looks for room: the west for the British, the east for the Germans.
_HOME = {"British": GRID.place("0406"), "German": GRID.place("1406")}


class Coverage(GroundExplorer[CoverageState]):
    """Place a force, see what it bears on and where it is blind, who can hit whom, and the safest way through."""

    state = CoverageState
    id = ID
    title = "Coverage"
    rules = "Landships!"
    question = "What does this force bear on, and where is it blind?"
    hands = "Drag a unit · wheel or Q and E turn it · a click asks"
    begin = A_COMPANY
    grid = GRID
    order = ("side", "shade", "within", "form", "click", "kind", "units", "route", "brush", "move", "chosen", "place")
    leisure = ("chosen", "place", "move", "asked", "way", "paint", "max_range", "blocks", "target_hexes", "depth", "board", "own")
    strip_rows = 3
    stage = (("Field", "picture"), ("Who hits whom, and the way", "tables"))
    filename = "field.toml"

    def ask(self, state: CoverageState) -> Answer[Any]:
        """Return what was asked last: of the whole field, of a place, or of a way."""
        return answer_to(state)

    def picture(self, state: CoverageState, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board shaded by what bears on it, with blind places, the lines of fire and the way."""
        return coverage_picture.picture(state, answer, view or self.view())

    def riddle(self, state: CoverageState) -> Scene:
        """Return the board and its units, without what they bear on."""
        return coverage_picture.riddle(state, self.view())

    def tables(self, state: CoverageState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return who can hit whom, and the way step by step."""
        return coverage_tables.tables(state, answer)

    def legend(self, state: CoverageState) -> tuple[tuple[str, str], ...]:
        """Return the shades with their numbers, and the other marks of the picture."""
        return coverage_picture.legend(state, self.answer(state))

    def exports(self, state: CoverageState) -> tuple[Export, ...]:
        """Return the diagram on a page to print, and the painted board as a file."""
        make = Export("Print diagram", "The diagram with its table on a page, as PDF", "coverage.pdf", lambda: self._diagram(state))
        return (make, *super().exports(state))

    def hint(self, state: CoverageState) -> str:
        """Return what a click, a drag and the keys do at present."""
        return _HANDS_FOR.get(state.click) or super().hint(state)

    def _diagram(self, state: CoverageState) -> Any:
        answer = self.answer(state)
        return coverage_tables.diagram(state, answer, self.picture(state, answer), self.legend(state))

    def check(self, state: CoverageState) -> CoverageState:
        """Refuse more units than a board takes."""
        if room(state) < 0:
            raise ValueError(f"{MOST_UNITS - room(state)} units are more than the {MOST_UNITS} that a board takes.")
        return state

    def reading_switches(self, state: CoverageState) -> tuple[Switch, ...]:
        """Return the readings with what the answer would be; its reasons are not needed for that."""
        part = self.readings_part
        assert part is not None
        found = []
        for reading in part.bearing(state).values():
            effects = [(option, effect(other)) for option, other in part.others(state, reading)]
            found.append(switch(reading, part.taken(state), effects))
        return tuple(found)

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def actions(self, state: CoverageState) -> tuple[Control, ...]:
        """Return the buttons that form up, move, add and remove, and the place of the chosen unit."""
        unit = state.unit
        own = (
            () if unit is None else (Field("place", "Its place and heading", f"{GRID.code(unit.place)} {unit.heading}", "such as 0503 E"),)
        )
        return (_FORM, MOVE_BUTTONS, _UNITS, *own, *super().actions(state), self.board_box(state))

    def act(self, state: CoverageState, control: str, value: Any) -> CoverageState:
        """Form up, turn, move, add or remove units."""
        match control:
            case "form":
                return formed_up(state, one_of("formation", value, [item[0] for item in _FORM.items]))
            case "headings":
                return faced(state, str(value))
            case "units":
                return counted(state, one_of("change of units", value, [*SIDES, "remove"]))
            case "place":
                return put(state, value)
            case "move":
                return moved(state, value)
        new: CoverageState = super().act(state, control, value)
        return new

    def after(self, state: CoverageState, control: str, before: CoverageState) -> CoverageState:
        """Return the state with what follows from a control: units of a file that is gone leave the board."""
        if control == "own":
            kept = {side: tuple(one for one in getattr(state, side) if one.unit_id in state.units) for side in ("british", "german")}
            kind = state.kind if state.kind in state.units else "mk-iv-male"
            return with_chosen(changed(state, **kept, kind=kind), state.chosen)
        if control == "way":
            return replace(state, click="way")
        new: CoverageState = super().after(state, control, before)
        return new

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def grabs(self, state: CoverageState, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return a disc for each unit; the whole board while a brush or a way is drawn."""
        if state.click in ("paint", "way"):
            return anywhere(view)
        return tuple((*view.pixel(one.place), CARD * view.size) for one in state.force)

    def closer_to(self, state: CoverageState) -> Any:
        """Return the place of the chosen unit."""
        return Action((state.unit.place,)) if state.unit is not None else super().closer_to(state)

    def at_stake(self, state: CoverageState) -> tuple[Place, ...]:
        """Return the chosen unit, the end of the way and the place asked about."""
        unit = () if state.unit is None else (state.unit.place,)
        return (*unit, *state.way[-1:], *((state.asked,) if state.asked is not None else ()))

    def pointed(self, state: CoverageState, gesture: Gesture, view: View) -> CoverageState:
        """Choose and drag a unit; else do what a click does: ask, place, draw the way, paint."""
        if state.click == "paint":
            new: CoverageState = self.painted(state, gesture, view)
            return new
        if state.click == "way":
            return self._drawn(state, gesture, view)
        if gesture.kind == "press":
            key = _under(state, view, gesture)
            if key:
                return replace(state, chosen=key, held=key, held_heading=state.force_by_key[key].heading)
            return self._pressed(state, gesture, view)
        if gesture.kind == "drag" and state.held in state.force_by_key:
            return self._dragged(state, state.held, view.place_at(gesture.at), gesture, view)
        return state

    def _pressed(self, state: CoverageState, gesture: Gesture, view: View) -> CoverageState:
        place = view.place_at(gesture.at)
        if state.click == "place" and state.unit is not None:
            return self._dragged(state, state.chosen_key, place, gesture, view)
        return state if place is None else replace(state, asked=None if place == state.asked else place)

    def _dragged(self, state: CoverageState, key: str, place: Place | None, gesture: Gesture, view: View) -> CoverageState:
        one = state.force_by_key[key]
        there = place_under(view, gesture.at, one.unit.unit_class)
        if there is None:
            return state
        heading = carried(state.held_heading, one.unit.unit_class, there, one.heading)
        return state.with_force({key: replace(one, place=there, heading=heading)})

    def _drawn(self, state: CoverageState, gesture: Gesture, view: View) -> CoverageState:
        """A press adds a place to the way, or takes the last one away; a drag draws it on from hex to hex."""
        if gesture.kind == "press":
            place = view.place_at(gesture.at)
            if place is not None and state.way[-1:] == (place,):
                return replace(state, way=state.way[:-1])
        elif gesture.kind == "drag" and state.held == "way":
            place = view.hex_at(gesture.at)
        else:
            return state
        if place is None or state.way[-1:] == (place,) or len(state.way) >= MOST_WAY:
            return replace(state, held="way")
        return replace(state, way=(*state.way, place), held="way")

    def wheeled(self, state: CoverageState, gesture: Gesture, view: View) -> CoverageState:
        """Turn the unit under the pointer, and choose it."""
        key = _under(state, view, gesture)
        return self.turned(replace(state, chosen=key), gesture.steps) if key and state.click != "paint" else state

    def turned(self, state: CoverageState, points: int) -> CoverageState:
        """Turn the chosen unit to the next heading it may have there, so many times."""
        return turned(state, points)

    def stepped(self, state: CoverageState, arrow: str) -> CoverageState:
        """Move what a click would move: the place asked about, the end of the way, or the chosen unit."""
        if state.click == "ask" and state.asked is not None:
            return replace(state, asked=step_place(GRID, state.asked, arrow))
        if state.click == "way" and state.way:
            return replace(state, way=(*state.way[:-1], step_place(GRID, state.way[-1], arrow)))
        unit = state.unit
        if unit is None:
            return state
        there = step_unit(GRID, unit.place, arrow, unit.unit.unit_class)
        heading = nearest_heading(unit.unit.unit_class, there, unit.heading)
        return state.with_force({state.chosen_key: replace(unit, place=there, heading=heading)})


def _under(state: CoverageState, view: View, gesture: Gesture) -> str:
    """Return the key of the unit whose counter lies under the pointer, the topmost first; empty for none."""
    reach = CARD * view.size
    near = [(key, dist(view.pixel(one.place), gesture.at)) for key, one in state.force_by_key.items()]
    return min(((key, away) for key, away in reversed(near) if away <= reach), key=lambda pair: pair[1], default=("", 0.0))[0]
