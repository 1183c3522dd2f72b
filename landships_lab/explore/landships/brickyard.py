"""The Brickyard: scenario 19.26 as a teaching board. What may this counter do, and who would win?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import ground_kinds, read_ground, sample_values, write_ground
from landships_lab.data.load import readings
from landships_lab.explore import painting
from landships_lab.explore.explorer import (
    Buttons,
    Choice,
    Control,
    Explorer,
    Export,
    Field,
    Gesture,
    TextBox,
    anywhere,
    one_of,
    placed,
    placement,
    step_place,
)
from landships_lab.explore.landships import brickyard_picture, brickyard_state
from landships_lab.explore.landships.brickyard_picture import fire_readings, scenario_readings
from landships_lab.explore.landships.brickyard_state import ASKS, CLICKS, GRID, BrickyardState, find, put, stand, with_aa_hex
from landships_lab.explore.landships.common import MOVES, ahead
from landships_lab.explore.landships.switches import switches, with_reading
from landships_lab.rules.landships.brickyard import CLASS_OF, SCENARIO, check_set_up, victory
from landships_lab.rules.landships.brickyard_rules import engages_aircraft, may_fire, special_rules, stands
from landships_lab.rules.landships.positions import nearest_heading
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

READINGS = {**readings("landships", "scenario"), **readings("landships", "fire")}


class Brickyard(Explorer[BrickyardState]):
    """Set the scenario up, move and turn its counters, see the arcs of the chosen one, ask who would win."""

    id = brickyard_state.ID
    title = "The Brickyard"
    rules = f"Landships! · scenario {SCENARIO.number}, {SCENARIO.day}"
    question = "What may this unit do, and who would win?"
    grid = GRID
    hands = (
        "Click a counter to choose it, a place to aim · drag a counter to move it · wheel or Q and E turn it · arrow keys move the target"
    )

    def start(self) -> BrickyardState:
        """The order of battle set up, an A7V chosen, its bow gun laid on the Brickyard's northern machine guns."""
        return self.parse("landships:brickyard ger-a7v-1 turn 1 ask fire target 5809 at ger-a7v-1@5713/5813@NNE ger-a7v-2@5305@SSE")

    def ask(self, state: BrickyardState) -> Answer[Any]:
        """What is asked: may the chosen counter fire, is it set up right, who would win, what is special?"""
        taken = scenario_readings(state)
        if state.ask == "victory":
            return victory(state.on_board, state.terrain, taken)
        if state.ask == "set-up":
            return check_set_up(state.unit, state.units, taken)
        if state.ask == "rules":
            return special_rules(state.unit.of, state.turn)
        return self._fire(state)

    def _fire(self, state: BrickyardState) -> Answer[Any]:
        unit = state.unit
        if unit.place is None or state.aimed is None:
            return stands(unit)
        return may_fire(unit, state.weapon_id, state.aimed, fire_readings(state), engages_aircraft(unit, state.aimed, state.on_board))

    def picture(self, state: BrickyardState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The board with its counters, and what is asked."""
        return brickyard_picture.picture(state, answer, view or self.view())

    def riddle(self, state: BrickyardState) -> Scene:
        """The board and its counters only."""
        return brickyard_picture.riddle(state, self.view() if state.unit.place is None else self.view().closer(state.unit.place))

    def text(self, state: BrickyardState) -> str:
        """One line that carries the state."""
        return brickyard_state.write(state)

    def parse(self, text: str) -> BrickyardState:
        """The state of such a line."""
        return brickyard_state.parse(text)

    def settled(self, state: BrickyardState) -> BrickyardState:
        """The state without the hand."""
        return replace(state, hover=None, held="")

    def grabs(self, state: BrickyardState, view: View) -> tuple[tuple[float, float, float], ...]:
        """All counters on the board; the whole board while a brush is in the hand."""
        if state.click == "paint":
            return anywhere(view)
        return tuple((*view.pixel(c.place), CARD * view.size) for c in brickyard_picture.stacks(state))

    def closer_to(self, state: BrickyardState) -> Place:
        """The chosen counter's place, or the Brickyard."""
        return state.unit.place or SCENARIO.brickyard[0]

    def exports(self, state: BrickyardState) -> tuple[Export, ...]:
        """The painted board as a file."""
        return (Export("Save board", "Save the painted board as a TOML file", "brickyard.toml", lambda: self._file(state)),)

    def _file(self, state: BrickyardState) -> str:
        return write_ground(self.grid, state.terrain, sample_values())

    def legend(self, state: BrickyardState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("start", "town hex of the Brickyard"), ("dot", "can be hit"), ("off", "off the map section"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def controls(self, state: BrickyardState) -> tuple[Control, ...]:
        """The turn, the counter, where it stands, what is asked."""
        unit, arms = state.unit, state.arms
        place = "" if unit.place is None else f"{self.grid.code(unit.place)} {unit.heading}"
        turns = tuple((str(turn), f"turn {turn} of {SCENARIO.turns}") for turn in range(1, SCENARIO.turns + 1))
        moves = (("left", "⟲ 30°", "Turn 30 degrees left"), ("right", "⟳ 30°", "Turn right"), ("forward", "Forward", "One step forward"))
        weapons = (
            () if arms is None else (Choice("weapon", "Weapon", tuple((w.id, w.name) for w in arms.weapons.values()), state.weapon_id),)
        )
        return (
            Choice("turn", "Turn track", turns, str(state.turn)),
            Choice("ask", "Question", tuple(ASKS.items()), state.ask),
            Choice("chosen", "Counter", tuple((u.id, self._called(u.id, state)) for u in state.units), state.chosen),
            Field("place", "Its place and heading", place, "such as 5808 N; empty: beside the map"),
            Buttons("move", "Turn and move", moves),
            *weapons,
            Field("target", "Target", "" if state.target is None else self.grid.code(state.target), "such as 5809"),
            Choice("click", "A click on the map", CLICKS, state.click, buttons=True),
            *(painting.paint_controls(ground_kinds(), state.brush, high=False) if state.click == "paint" else ()),
            *switches(self._bearing(state), state.readings, lambda reading, option: self._effect(state, reading, option)),
            TextBox("board", "Board file (TOML)", self._file(state) if state.terrain.painted else "", "A board saved here before"),
        )

    def _called(self, unit_id: str, state: BrickyardState) -> str:
        unit = find(state.units, unit_id)
        where = "waits" if unit.place is None else self.grid.code(unit.place)
        when = f", turn {unit.of.turn}" if unit.of.turn > state.turn else ""
        return f"{unit.of.side[:3]} {unit.of.name} {unit.number} · {where}{when}"

    def _bearing(self, state: BrickyardState) -> dict[str, Any]:
        """The readings that bear on what is asked."""
        on = {"fire": "fire", "rules": ""}.get(state.ask, "scenario")
        return {key: reading for key, reading in READINGS.items() if on in reading.bears_on}

    def _effect(self, state: BrickyardState, reading: str, option: str) -> str:
        """What would the answer be with this option?"""
        value = self.ask(replace(state, readings=with_reading(READINGS, state.readings, reading, option))).value
        if isinstance(value, Gap):
            return "not in the source"
        return str(value) if isinstance(value, str) else "yes" if value else "no"

    def set(self, state: BrickyardState, control: str, value: Any) -> BrickyardState:
        """The state after one control has been given a value."""
        if control in READINGS:
            taken = with_reading(READINGS, state.readings, control, value)
            return replace(state, readings=taken, units=with_aa_hex(state.units, taken))
        if control in ("brush", "paint"):
            return painting.paint_by_control(state, control, value, self.grid, ground_kinds())
        setter = getattr(self, f"_set_{control}", None)
        if setter is None:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        new: BrickyardState = setter(state, value)
        return new

    def _set_turn(self, state: BrickyardState, value: str) -> BrickyardState:
        return replace(state, turn=brickyard_state.known_turn(value))

    def _set_ask(self, state: BrickyardState, value: str) -> BrickyardState:
        return replace(state, ask=one_of("question", value, list(ASKS)))

    def _set_chosen(self, state: BrickyardState, value: str) -> BrickyardState:
        return replace(state, chosen=find(state.units, value).id, weapon="", hover=None)

    def _set_place(self, state: BrickyardState, value: Any) -> BrickyardState:
        if value is None or (isinstance(value, str) and not value.strip()):
            return self._put(state, None)
        place, heading = placement(self.grid, value, state.unit.heading)
        return self._put(state, place, heading)

    _set_placement = _set_place

    def _put(self, state: BrickyardState, place: Place | None, heading: Heading | None = None) -> BrickyardState:
        if place is not None and state.unit.of.turn > state.turn:
            raise ValueError(f"{state.unit.of.name} comes on in turn {state.unit.of.turn}; it is turn {state.turn}.")
        return replace(state, units=put(state.units, stand(state.unit, place, heading)), hover=None)

    def _set_heading(self, state: BrickyardState, value: Any) -> BrickyardState:
        return self._put(state, state.unit.place, Heading(value))

    def _set_move(self, state: BrickyardState, value: str) -> BrickyardState:
        unit = state.unit
        if one_of("move", value, MOVES) != "forward":
            points = (1 if value == "right" else -1) * (2 if CLASS_OF[unit.of.kind] == 1 else 1)
            return self._put(state, unit.place, unit.heading.turn(points))
        if unit.place is None:
            raise ValueError("It has no place on the board yet.")
        return self._put(state, ahead(self.grid, unit.place, unit.heading), unit.heading)

    def _set_weapon(self, state: BrickyardState, value: str) -> BrickyardState:
        if state.arms is None:
            raise ValueError(f"{state.unit.of.name} has no fire arcs in the article.")
        return replace(state, weapon=state.arms.weapon(value).id)

    def _set_target(self, state: BrickyardState, value: Any) -> BrickyardState:
        if value is None or (isinstance(value, str) and not value.strip()):
            return replace(state, target=None, hover=None)
        return replace(state, target=placed(self.grid, value), hover=None)

    def _set_click(self, state: BrickyardState, value: str) -> BrickyardState:
        return replace(state, click=one_of("use of a click", value, list(dict(CLICKS))), hover=None)

    def _set_board(self, state: BrickyardState, value: str) -> BrickyardState:
        if not value.strip():
            return replace(state, terrain=TerrainMap())
        grid, terrain, _ = read_ground(value)
        if grid != self.grid:
            raise ValueError(
                f"The Brickyard's board has the columns {GRID.first_column} to {GRID.columns} and {GRID.rows} rows; the file's is another."
            )
        return replace(state, terrain=terrain)

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def on_gesture(self, state: BrickyardState, gesture: Gesture, view: View) -> BrickyardState:
        """A click chooses a counter or aims, places or paints; a drag moves the counter or the brush; wheel and keys turn it."""
        if gesture.kind == "key":
            return self._key(state, gesture)
        if gesture.kind in ("leave", "drop"):
            return replace(state, hover=None, held="" if gesture.kind == "drop" else state.held)
        if state.click == "paint":
            return painting.paint_by_hand(state, gesture, view)
        touched = self._touched(state, view, gesture)
        if gesture.kind == "turn":
            return state if touched is None else self._turned(self._set_chosen(state, touched), gesture.steps)
        if gesture.kind == "press" and touched is not None and not (state.click == "place" and touched == state.chosen):
            return replace(self._set_chosen(state, touched), held="counter")
        place = self._place_under(state, view, gesture)
        if place is None:
            return replace(state, hover=None)
        if state.held == "counter" or (gesture.kind == "press" and state.click == "place"):
            return self._put(state, place, nearest_heading(CLASS_OF[state.unit.of.kind], place, state.unit.heading))
        if gesture.kind == "press":
            return replace(state, target=place, hover=None)
        return replace(state, hover=None if touched is not None else place)

    def _place_under(self, state: BrickyardState, view: View, gesture: Gesture) -> Place | None:
        place = view.place_at(gesture.at)
        moving = state.held == "counter" or state.click == "place"
        return view.hex_at(gesture.at) if moving and isinstance(place, Side) and CLASS_OF[state.unit.of.kind] != 3 else place

    def _touched(self, state: BrickyardState, view: View, gesture: Gesture) -> str | None:
        """Which counter lies under the pointer? Clicking a stack again and again goes through it."""
        x, y = gesture.at
        for counter in brickyard_picture.stacks(state):
            cx, cy = view.pixel(counter.place)
            if (x - cx) ** 2 + (y - cy) ** 2 <= (CARD * view.size * 0.8) ** 2:
                here = [u.id for u in state.units if u.place == counter.place and u.of.turn <= state.turn]
                if state.chosen in here and gesture.kind == "press":
                    return here[(here.index(state.chosen) + 1) % len(here)]
                return counter.name
        return None

    def _turned(self, state: BrickyardState, points: int) -> BrickyardState:
        step = 2 if CLASS_OF[state.unit.of.kind] == 1 else 1
        return self._put(state, state.unit.place, state.unit.heading.turn(points * step))

    def _key(self, state: BrickyardState, gesture: Gesture) -> BrickyardState:
        if gesture.key in ("q", "e"):
            return self._turned(state, +1 if gesture.key == "e" else -1)
        if not gesture.key.startswith("Arrow"):
            return state
        start = state.target or state.unit.place or SCENARIO.brickyard[0]
        return replace(state, target=step_place(self.grid, start, gesture.key), hover=None)
