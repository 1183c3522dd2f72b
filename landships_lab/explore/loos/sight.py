"""Sight: who is seen over a painted field, what hides the rest, and where readings of the rule part ways."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.data.load import readings
from landships_lab.explore import painting
from landships_lab.explore.explorer import Choice, Control, Explorer, Field, Gesture, Number, Switch, Toggle, Toggles, anywhere, step_place
from landships_lab.explore.explorer import changed as with_values
from landships_lab.explore.loos import sight_picture, sight_state
from landships_lab.explore.loos.sight_state import KINDS, SightState
from landships_lab.explore.tabled import number, switches, with_option
from landships_lab.rules import free_sight
from landships_lab.rules.loos.book import counted
from landships_lab.rules.loos.sight import seen_from
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class Sight(Explorer[SightState]):
    """Paint a field, drag observer and target, see what is seen and what is in the way."""

    id = sight_state.ID
    title = "Lines of sight"
    rules = "Loos 17.2, or a board of Landships!"
    question = "Is it seen, and if not, what is in the way?"
    grid = Grid(columns=16, rows=12)
    hands = "Drag the eye or the ring · point at a hex to ask about it · click to keep it · with the brush, drag to paint"

    def start(self) -> SightState:
        """An observer before a wood, a town and a ridge."""
        return self.parse(sight_state.A_FIELD)

    def ask(self, state: SightState) -> Answer[Any]:
        """Is the place aimed at seen? Where readings are compared, the headline says on how many hexes they differ."""
        if state.rules == "loos":
            observer, target = sight_state.hex_only(state.observer), state.aimed
            answer: Answer[Any] = seen_from(state.field(), observer, target if isinstance(target, Hex) else target.hexes[0])
        else:
            answer = free_sight.sight(state.rule(), state.terrain.hexes, state.observer, state.aimed)
        remedies = tuple(r for r in answer.remedies if not isinstance(r.to, Hex) or r.to in self.grid)
        answer = replace(answer, remedies=remedies)
        return self._compared(state, answer) if state.show == "compare" else answer

    def _compared(self, state: SightState, answer: Answer[Any]) -> Answer[Any]:
        seen = sight_picture.fields(sight_picture.settled(state), tuple(self.grid.hexes()))
        if not seen:
            return answer
        counts = ", ".join(f"{len(hexes)} {_LABELS[along]}" for along, hexes in seen.items())
        differ = sight_picture.differing(seen)
        said = f"{counted(len(differ), 'hex depends', 'hexes depend')} on the reading: " if differ else "No hex depends on the reading: "
        step = Step(f"Along a hexside, {said[0].lower()}{said[1:]}{counts}.", free_sight.CITES["along"], marks=tuple(sorted(differ)))
        return replace(answer, steps=(*answer.steps, step))

    def picture(self, state: SightState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The field, the line, what blocks it."""
        return sight_picture.picture(state, answer, view or self.view())

    def riddle(self, state: SightState) -> Scene:
        """The field with the line on it, nothing outlined, nothing shaded."""
        return sight_picture.picture(replace(state, show="off"), Answer(None, ()), self.view())

    def text(self, state: SightState) -> str:
        """One line that carries the state."""
        return sight_state.write(state, self.grid)

    def parse(self, text: str) -> SightState:
        """The state of such a line."""
        return sight_state.parse(text, self.grid)

    def settled(self, state: SightState) -> SightState:
        """The state without the hand."""
        return replace(state, hover=None, held="")

    def grabs(self, state: SightState, view: View) -> tuple[tuple[float, float, float], ...]:
        """The eye and the ring; the whole board while a brush is in the hand."""
        if state.click == "paint":
            return anywhere(view)
        return tuple((*view.pixel(place), view.size) for place in (state.observer, state.target))

    def closer_to(self, state: SightState) -> Place:
        """The observer."""
        return state.observer

    def legend(self, state: SightState) -> tuple[tuple[str, str], ...]:
        """The marks of the picture."""
        shaded = (("seen", "seen"), ("hidden", "hidden")) if state.show != "off" else ()
        lit = (("differs", "readings differ"),) if state.show == "compare" else ()
        return (*shaded, *lit, ("blocked", "blocks the line"))

    # -- what the reader sets ---------------------------------------------------------------------------------------------

    def controls(self, state: SightState) -> tuple[Control, ...]:
        """Everything a gesture can do, and what only a control can."""
        craft = "" if state.aircraft is None else self.grid.code(state.aircraft)
        free = state.rules == "free"
        return (
            Choice("rules", "Rule", tuple(sight_state.RULES.items()), state.rules),
            Field("observer", "Observer", self.grid.code(state.observer), "such as 0707"),
            Field("target", "Target", self.grid.code(state.target), "such as 1007"),
            *(self._free(state) if free else (Field("aircraft", "Aircraft marker", craft, "a hex, or nothing"),)),
            Choice("show", "Field of view", sight_state.VIEWS, state.show, buttons=True),
            Choice(
                "click",
                "A click on the map",
                tuple(sight_state.clicks(state.rules).items()),
                state.click,
                buttons=True,
            ),
            *(painting.paint_controls(KINDS, state.brush) if state.click == "paint" else ()),
            *self._switches(state),
        )

    def _free(self, state: SightState) -> tuple[Control, ...]:
        """What the reader supplies where the base rule is not in the source."""
        kinds = tuple(Toggle(kind, kind, kind in state.blocks, "black") for kind in KINDS.hexes)
        return (
            Toggles(
                "blocks",
                "Blocks sight (yours: not in the source)",
                (*kinds, Toggle("target", "the target's own hex too", state.target_blocks, "black")),
            ),
            Number("depth", "Hexes that stop a line (yours)", state.depth, 1, 4),
            Number("far", "As far as (yours)", state.far, 1, sight_state.FARTHEST),
        )

    def _switches(self, state: SightState) -> tuple[Switch, ...]:
        return switches(self._readings(state).values(), dict(state.readings), lambda key, option: self._effect(state, key, option))

    def _readings(self, state: SightState) -> dict[str, Any]:
        return dict(readings("loos", "sight") if state.rules == "loos" else readings("free_sight", "sight"))

    def _effect(self, state: SightState, reading: str, option: str) -> str:
        """What would the answer be with this option?"""
        known = self._readings(state)[reading]
        value = self.ask(replace(state, show="off", readings=with_option(state.readings, known, option))).value
        return "seen" if value is True else "not seen" if value is False else "not in the source"

    def set(self, state: SightState, control: str, value: Any) -> SightState:
        """The state after one control has been given a value."""
        known = self._readings(state)
        if control in known:
            return replace(state, readings=with_option(state.readings, known[control], str(value)))
        if control == "clear":
            return replace(state, terrain=state.terrain.paint(value, "clear"))
        if control == "high":
            return replace(state, terrain=state.terrain.lift(value))
        setter = getattr(self, f"_set_{control}", None)
        if setter is None:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        new: SightState = setter(state, value)
        return new

    def _place(self, state: SightState, value: Any) -> Place:
        place = self.grid.place(value) if isinstance(value, str) else value
        return sight_state.hex_only(place) if state.rules == "loos" else place

    def _set_rules(self, state: SightState, value: str) -> SightState:
        rules = sight_state.one_of("rule", value, sight_state.RULES)
        if rules == "free":
            return replace(state, rules=rules, aircraft=None, click="target" if state.click == "marker" else state.click)
        ends = {"observer": state.observer, "target": state.target}
        return with_values(state, rules=rules, **{key: p if isinstance(p, Hex) else p.hexes[0] for key, p in ends.items()})

    def _set_observer(self, state: SightState, value: Any) -> SightState:
        return replace(state, observer=self._place(state, value), hover=None)

    def _set_target(self, state: SightState, value: Any) -> SightState:
        return replace(state, target=self._place(state, value), hover=None)

    def _set_aircraft(self, state: SightState, value: Any) -> SightState:
        if isinstance(value, str) and not value.strip():
            return replace(state, aircraft=None)
        return replace(state, aircraft=sight_state.hex_only(self._place(state, value)))

    def _set_show(self, state: SightState, value: str) -> SightState:
        return replace(state, show=sight_state.one_of("field of view", value, dict(sight_state.VIEWS)))

    def _set_click(self, state: SightState, value: str) -> SightState:
        return replace(state, click=sight_state.one_of("use of a click", value, sight_state.clicks(state.rules)), hover=None)

    def _set_brush(self, state: SightState, value: str) -> SightState:
        return replace(state, brush=painting.known_brush(KINDS, value), click="paint")

    def _set_paint(self, state: SightState, value: str) -> SightState:
        return replace(state, terrain=painting.stroke_codes(state.terrain, state.brush, self.grid, value))

    def _set_blocks(self, state: SightState, value: tuple[str, bool]) -> SightState:
        kind, on = value
        if kind == "target":
            return replace(state, target_blocks=on)
        sight_state.one_of("kind of terrain", kind, dict.fromkeys(KINDS.hexes, ""))
        return replace(state, blocks=state.blocks | {kind} if on else state.blocks - {kind})

    def _set_depth(self, state: SightState, value: Any) -> SightState:
        return replace(state, depth=number(Number("depth", "Hexes that stop a line", 1, 1, 4), value))

    def _set_far(self, state: SightState, value: Any) -> SightState:
        return replace(state, far=number(Number("far", "As far as", 1, 1, sight_state.FARTHEST), value))

    # -- what the hand does -----------------------------------------------------------------------------------------------

    def on_gesture(self, state: SightState, gesture: Gesture, view: View) -> SightState:
        """A drag moves eye or ring or paints; a click does what the panel says; arrow keys move the target."""
        if gesture.kind == "leave":
            return replace(state, hover=None)
        if gesture.kind == "drop":
            return replace(state, held="")
        if gesture.kind == "key":
            return self._key(state, gesture)
        if gesture.kind == "turn":
            return state
        if state.click == "paint" and gesture.kind in ("press", "drag"):
            return replace(state, terrain=painting.stroke_at(state.terrain, state.brush, view, gesture.at), hover=None)
        place = self._under(state, gesture, view)
        if place is None:
            return replace(state, hover=None)
        if gesture.kind == "press":
            return self._press(state, gesture, view, place)
        if gesture.kind == "drag" and state.held:
            return with_values(state, hover=None, **{state.held: place})
        return replace(state, hover=None if place in (state.observer, state.target) or state.click == "paint" else place)

    def _under(self, state: SightState, gesture: Gesture, view: View) -> Place | None:
        return view.hex_at(gesture.at) if state.rules == "loos" else view.place_at(gesture.at)

    def _press(self, state: SightState, gesture: Gesture, view: View, place: Place) -> SightState:
        for end in ("observer", "target"):
            if math.dist(view.pixel(getattr(state, end)), gesture.at) <= 0.7 * view.size:
                return replace(state, held=end, hover=None)
        if state.click == "marker" and isinstance(place, Hex):
            return replace(state, aircraft=None if state.aircraft == place else place, hover=None)
        end = "observer" if state.click == "observer" else "target"
        return with_values(state, hover=None, held=end, **{end: place})

    def _key(self, state: SightState, gesture: Gesture) -> SightState:
        if not gesture.key.startswith("Arrow"):
            return state
        end = "observer" if state.click == "observer" else "target"
        place = step_place(self.grid, getattr(state, end), gesture.key)
        if state.rules == "loos" and not isinstance(place, Hex):
            place = step_place(self.grid, place, gesture.key)
        return with_values(state, hover=None, **{end: place}) if state.rules == "free" or isinstance(place, Hex) else state


_LABELS = {"both": "seen if both must block", "either": "if either does", "each": "if each counts"}
