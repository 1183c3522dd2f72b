"""Movement: where can this vehicle get to, over hexes and hexsides, and what does the way cost?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.sources import Cite
from landships_lab.data.landships.ground import ground_kinds, read_ground, sample_turning, write_ground
from landships_lab.data.load import cites, readings
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
from landships_lab.explore.landships import move_picture, move_state
from landships_lab.explore.landships.common import MOVES, ahead
from landships_lab.explore.landships.ground_values import value_controls, with_value
from landships_lab.explore.landships.move_state import CLICKS, STEERING, MoveState, stand, whole
from landships_lab.explore.landships.switches import switches, with_reading
from landships_lab.rules.landships import can_reach, check_position, drift_field, drift_onto, drifts, may_drift, reachable
from landships_lab.rules.landships.positions import nearest_heading
from landships_lab.scene.counters import CARD
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

READINGS = readings("landships", "movement")


class Movement(Explorer[MoveState]):
    """Move a vehicle over a board you can paint; see every place it reaches with its MPs left, and why."""

    id = move_state.ID
    title = "Movement and drift"
    rules = "Landships! · twelve point facing"
    question = "Where can this vehicle get to, and what does the way cost?"
    hands = (
        "Point at a place to see the way · click to keep it · drag the vehicle · wheel or Q and E turn it · arrow keys move the question"
    )

    def start(self) -> MoveState:
        """A tank before a pond with woods, a road and a village about, asked to go round."""
        return self.parse(move_state.ROUND_THE_POND)

    def ask(self, state: MoveState) -> Answer[Any]:
        """Can it get to the place asked about, or drift there? With none: how far does it get at all?"""
        march = state.march(self.grid)
        position = check_position(3, state.place, state.heading)
        if not position.value:
            return position
        if state.drift is not None:
            return may_drift(march, state.place, state.heading, state.drift)
        if state.aimed is None or (state.aimed == state.place and state.facing is None):
            return self._how_far(state)
        answer = can_reach(march, state.place, state.heading, state.aimed, state.facing)
        if state.spent and any(r.change == "mp" for r in answer.remedies):
            more = tuple(replace(r, to=str(int(r.to) + state.spent)) if r.change == "mp" else r for r in answer.remedies)
            return replace(answer, remedies=more)
        return answer

    def _how_far(self, state: MoveState) -> Answer[int]:
        march = state.march(self.grid)
        reached = reachable(march, state.place, state.heading)
        places, printed = len(reached.mp_left) - 1, cites("landships")
        supplied = Cite("You", "movement allowance", kind="supplied")
        turn = "sample-steering" if state.turn_mp is None else "your-values"
        steps = (
            Step(f"It has {march.mp} of {state.mp} MPs left to move.", supplied),
            Step(f"Each 30° of turn costs {march.turn_mp}: it {STEERING[state.steering].replace('hard', 'is hard')}.", printed[turn]),
            Step(f"{len(drift_field(march, reached))} places more can be had by a drift at the end of the move.", printed["drift"]),
        )
        return Answer(places, steps, f"With {march.mp} MPs it reaches {places} hexes and hexsides. Point at one to see the way.")

    def picture(self, state: MoveState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The painted board, what is within reach, the way asked about."""
        return move_picture.picture(state, answer, view or self.view(self.focus(state)))

    def riddle(self, state: MoveState) -> Scene:
        """The board and its units, without what can be reached."""
        return move_picture.riddle(state, self.view().closer(state.place))

    def text(self, state: MoveState) -> str:
        """One line that carries the state."""
        return move_state.write(state, self.grid)

    def parse(self, text: str) -> MoveState:
        """The state of such a line."""
        return move_state.parse(text, self.grid)

    def settled(self, state: MoveState) -> MoveState:
        """The state without the hand."""
        return replace(state, hover=None, held="")

    def grabs(self, state: MoveState, view: View) -> tuple[tuple[float, float, float], ...]:
        """The vehicle's own counter; the whole board while a brush is in the hand."""
        return anywhere(view) if state.click == "paint" else ((*view.pixel(state.place), CARD * view.size),)

    def closer_to(self, state: MoveState) -> Place:
        """The vehicle's own place."""
        return state.place

    def exports(self, state: MoveState) -> tuple[Export, ...]:
        """The board as a file."""
        return (Export("Save board", "Save the painted board as a TOML file", "board.toml", lambda: self._file(state)),)

    def _file(self, state: MoveState) -> str:
        return write_ground(self.grid, state.terrain, state.values)

    def legend(self, state: MoveState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        return (("reach", "within reach, MPs left"), ("reach-side", "hexside within reach"), ("reach-drift", "only by a drift"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def controls(self, state: MoveState) -> tuple[Control, ...]:
        """Everything a gesture can do, and what only a control can."""
        target = "" if state.target is None else " ".join([self.grid.code(state.target), *([state.facing.value] if state.facing else [])])
        turn, painted = str(state.cost_of_turn), state.click == "paint"
        moves = (("left", "⟲ 30°", "Turn 30 degrees left"), ("right", "⟳ 30°", "Turn 30 degrees right"))
        return (
            Field("place", "Vehicle: place and heading", f"{self.grid.code(state.place)} {state.heading}", "such as 0503/0504 E"),
            Buttons("move", "Put it", (*moves, ("forward", "Forward", "One step forward along the heading, free of cost"))),
            Field("target", "Where to?", target, "such as 0705, or 0705 N to face so"),
            Buttons("go", "Make the move", (("go", "Go there", "Move there, paying its MPs"), ("turn", "New turn", "All MPs again"))),
            Buttons(
                "drift",
                "Drift at the end",
                (
                    ("port", "◁ port", "Ask about a drift to port"),
                    ("starboard", "starboard ▷", "Ask about a drift to starboard"),
                ),
            ),
            Field("mp", "Movement allowance in MPs (yours)", str(state.mp), "0 to 99"),
            Choice("steering", "Steering", tuple(STEERING.items()), state.steering, buttons=True),
            Field("turn_mp", "MPs for each 30° of turn (" + ("yours)" if state.turn_mp is not None else "a sample)"), turn, "0 to 99"),
            Choice("click", "A click on the map", CLICKS, state.click, buttons=True),
            *(painting.paint_controls(ground_kinds(), state.brush, high=False) if painted else ()),
            *(value_controls(state.values, state.brush) if painted else ()),
            Field("enemies", "Enemies in", " ".join(sorted(map(self.grid.code, state.enemies))), "such as 0705 0706"),
            *switches(READINGS, state.readings, lambda reading, option: self._effect(state, reading, option)),
            TextBox(
                "board",
                "Board file (TOML)",
                self._file(state) if state.terrain.painted or state.values.own else "",
                "A board saved here before",
            ),
        )

    def _effect(self, state: MoveState, reading: str, option: str) -> str:
        """What would the answer be with this option?"""
        answer = self.ask(replace(state, readings=with_reading(READINGS, state.readings, reading, option)))
        if state.drift is not None:
            return "may drift" if answer.value else "may not"
        if answer.value is False:
            return "out of reach"
        return f"{answer.value} places" if state.aimed is None else f"{answer.value} MPs left"

    def set(self, state: MoveState, control: str, value: Any) -> MoveState:
        """The state after one control has been given a value."""
        if any(isinstance(c, Field) and (c.id, c.value) == (control, value) for c in self.controls(state)):
            return state  # a field left as it is changes nothing: a sample stays a sample, a drift stays
        if control in READINGS:
            return replace(state, readings=with_reading(READINGS, state.readings, control, value))
        if control in ("brush", "paint"):
            return painting.paint_by_control(state, control, value, self.grid, ground_kinds())
        if control.startswith("value."):
            return replace(state, values=with_value(state.values, state.brush, control, str(value)))
        setter = getattr(self, f"_set_{control}", None)
        if setter is None:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        new: MoveState = setter(state, value)
        return new

    def _set_place(self, state: MoveState, value: Any) -> MoveState:
        there = placement(self.grid, value, state.heading)
        return state if there == (state.place, state.heading) else stand(state, *there)

    def _set_heading(self, state: MoveState, value: Any) -> MoveState:
        return stand(state, state.place, type(state.heading)(value))

    def _set_move(self, state: MoveState, value: str) -> MoveState:
        if one_of("move", value, MOVES) == "forward":
            return stand(state, ahead(self.grid, state.place, state.heading), state.heading)
        return stand(state, state.place, state.heading.turn(+1 if value == "right" else -1))

    def _set_target(self, state: MoveState, value: Any) -> MoveState:
        words = str(value).split()
        if not words:
            return replace(state, target=None, facing=None, drift=None)
        if len(words) == 1:
            return replace(state, target=self.grid.place(words[0]), facing=None, drift=None, hover=None)
        place, heading = self.grid.placement(str(value))
        return replace(state, target=place, facing=heading, drift=None, hover=None)

    def _set_go(self, state: MoveState, value: str) -> MoveState:
        if one_of("move", value, ["go", "turn"]) == "turn":
            return replace(stand(state, state.place, state.heading), spent=0)
        march = state.march(self.grid)
        if state.drift is not None:
            answer = may_drift(march, state.place, state.heading, state.drift)
            if not answer.value:
                raise ValueError(answer.headline)
            return replace(stand(state, state.drift, state.heading), spent=state.mp)
        if state.target is None:
            raise ValueError("First choose where to: click a place, or type its code.")
        reached = reachable(march, state.place, state.heading)
        if path := reached.path(state.target, state.facing):
            end, faces = path[-1]
            return replace(stand(state, end, faces), spent=state.mp - reached.ends[end[0], end[1], faces.points])
        if drifted := drift_onto(march, reached, state.target, state.facing):
            (_, faces), _ = drifted
            return replace(stand(state, state.target, faces), spent=state.mp)  # a drift ends the move
        raise ValueError("It cannot get there: the answer says why.")

    def _set_drift(self, state: MoveState, value: Any) -> MoveState:
        if value not in ("port", "starboard"):
            return replace(state, drift=placed(self.grid, value))
        beside = drifts(state.place, state.heading)
        if not beside:
            raise ValueError(f"It faces {state.heading}, a hexside: no hexside beside it lies along that heading, so it cannot drift.")
        into = beside[0 if value == "port" else 1]
        if into not in self.grid:
            raise ValueError(f"To {value} lies the edge of the board.")
        return replace(state, drift=into, target=None, facing=None, hover=None)

    def _set_mp(self, state: MoveState, value: Any) -> MoveState:
        mp = whole(value, "A movement allowance")
        return replace(state, mp=mp, spent=min(state.spent, mp))

    def _set_steering(self, state: MoveState, value: str) -> MoveState:
        return replace(state, steering=move_state.known_steering(value), turn_mp=None)

    def _set_turn_mp(self, state: MoveState, value: Any) -> MoveState:
        given = str(value).strip()
        if not given or (state.turn_mp is None and given == str(sample_turning()[state.steering])):
            return replace(state, turn_mp=None)
        return replace(state, turn_mp=whole(given, "The cost of a turn"))

    def _set_click(self, state: MoveState, value: str) -> MoveState:
        return replace(state, click=one_of("use of a click", value, list(dict(CLICKS))), hover=None)

    def _set_enemies(self, state: MoveState, value: str) -> MoveState:
        return replace(state, enemies=frozenset(map(self.grid.place, str(value).replace(",", " ").split())))

    def _set_board(self, state: MoveState, value: str) -> MoveState:
        if not value.strip():
            return replace(state, terrain=type(state.terrain)())
        grid, terrain, values = read_ground(value)
        if grid != self.grid:
            size = f"{self.grid.columns} columns and {self.grid.rows} rows"
            raise ValueError(f"This panel's board has {size}, with even columns lower; the file's has {grid.columns} and {grid.rows}.")
        return replace(state, terrain=terrain, values=values)

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def on_gesture(self, state: MoveState, gesture: Gesture, view: View) -> MoveState:
        """A click asks, places, sets an enemy or paints; a drag moves the vehicle or the brush; wheel and keys turn it."""
        if gesture.kind == "turn":
            return stand(state, state.place, state.heading.turn(gesture.steps)) if state.click != "paint" else state
        if gesture.kind == "key":
            return self._key(state, gesture)
        if gesture.kind == "leave":
            return replace(state, hover=None)
        if gesture.kind == "drop":
            return replace(state, held="")
        if state.click == "paint":
            return painting.paint_by_hand(state, gesture, view)
        x, y = view.pixel(state.place)
        on_unit = (gesture.at[0] - x) ** 2 + (gesture.at[1] - y) ** 2 <= (CARD * view.size) ** 2
        place = view.place_at(gesture.at)
        if gesture.kind == "press" and on_unit:
            return replace(state, held="vehicle", hover=None)
        if state.held == "vehicle" or (gesture.kind == "press" and state.click == "place"):
            return state if place is None else stand(state, place, nearest_heading(3, place, state.heading))
        if gesture.kind == "press":
            return state if place is None else self._press(state, place)
        return replace(state, hover=None if on_unit or state.drift is not None or state.click == "enemy" else place)

    def _press(self, state: MoveState, place: Place) -> MoveState:
        if state.click == "enemy":
            return replace(state, enemies=state.enemies ^ {place if isinstance(place, Hex) else place.hexes[0]})
        return replace(state, target=place, facing=None, drift=None, hover=None)

    def _key(self, state: MoveState, gesture: Gesture) -> MoveState:
        if gesture.key in ("q", "e"):
            return stand(state, state.place, state.heading.turn(+1 if gesture.key == "e" else -1))
        if not gesture.key.startswith("Arrow"):
            return state
        if state.click == "place":
            place = step_place(self.grid, state.place, gesture.key)
            return stand(state, place, nearest_heading(3, place, state.heading))
        return replace(state, target=step_place(self.grid, state.target or state.place, gesture.key), facing=None, drift=None, hover=None)
