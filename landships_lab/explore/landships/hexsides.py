"""What does a hex or a hexside count as: for a move, in combat, when spotted, when stacked, under indirect fire?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import ground_kinds
from landships_lab.data.load import readings
from landships_lab.data.terrain import read_words, write_words
from landships_lab.explore import painting, textform
from landships_lab.explore.explorer import Choice, Control, Explorer, Field, Gesture, State, one_of, placed, step_place
from landships_lab.explore.landships.move_state import whole
from landships_lab.explore.landships.switches import switches, with_reading
from landships_lab.rules.landships import check_stacking, combat_terrain, entry_cost, overfull, spotting_range, suffers_indirect
from landships_lab.rules.landships.ground import PERIMETER
from landships_lab.rules.landships.stacking import HEXSIDE_STACKING
from landships_lab.scene import draw
from landships_lab.scene.shapes import Circles, Label, Scene, Shape
from landships_lab.scene.terrain import terrain_field
from landships_lab.scene.view import View

ID = "landships:hexsides"
ASKS = {
    "move": "what does it cost to enter?",
    "spot": "from how far is it spotted?",
    "combat": "what cover does it give?",
    "stack": "are there too many units?",
    "indirect": "does indirect fire reach it?",
}
_KEYWORDS = ("ask", "units", "limit", "struck", "terrain", "click", "brush", "reading")
_CLICKS = (("ask", "asks"), ("unit", "adds a unit"), ("paint", "paints"))
_BRUSH = "woods"
_ALL = readings("landships")
#: Which reading bears on which question.
READINGS = {"move": {PERIMETER: _ALL[PERIMETER]}, "stack": {HEXSIDE_STACKING: _ALL[HEXSIDE_STACKING]}}


@dataclass(frozen=True)
class HexsideState(State):
    """A painted board, the place asked about, and the question. ``units`` tells how many stand where, ``limit`` the reader's
    stacking limit, ``struck`` the hex under indirect fire."""

    explorer_id = ID

    place: Place
    ask: str = "move"
    terrain: TerrainMap = TerrainMap()  # noqa: RUF009 - frozen
    units: tuple[tuple[Place, int], ...] = ()
    limit: int | None = None
    struck: Hex | None = None
    readings: tuple[tuple[str, str], ...] = ()
    click: str = _CLICKS[0][0]
    brush: str = _BRUSH
    hover: Place | None = None
    held: str = ""

    @property
    def asked(self) -> Place:
        """Which place is asked about: the one under the pointer, else the chosen one?"""
        return self.hover or self.place


class Hexsides(Explorer[HexsideState]):
    """Paint terrain, put units down, and ask what any hex or hexside counts as."""

    id = ID
    title = "Terrain and stacking on hexsides"
    rules = "Landships! · twelve point facing"
    question = "What does this place count as?"
    hands = "Point at a hex or hexside to ask about it · click to keep it · arrow keys move the question"

    def start(self) -> HexsideState:
        """A hexside between a village and the open, in a board of several kinds of terrain."""
        return self.parse(f"{ID} 0908/0909 ask combat {_BOARD}")

    def ask(self, state: HexsideState) -> Answer[Any]:
        """What does the place count as, for the question chosen?"""
        taken = dict(state.readings)
        if state.ask == "move":
            return entry_cost(state.terrain, state.asked, given={k: v for k, v in taken.items() if k == PERIMETER})
        if state.ask == "stack":
            return check_stacking(dict(state.units), state.asked, state.limit, taken.get(HEXSIDE_STACKING, "one-hexside"))
        if state.ask == "indirect":
            return suffers_indirect(state.asked, self._struck(state))
        return (combat_terrain if state.ask == "combat" else spotting_range)(state.terrain, state.asked)

    def _struck(self, state: HexsideState) -> Hex:
        return state.struck or (state.asked if isinstance(state.asked, Hex) else state.asked.hexes[0])

    def picture(self, state: HexsideState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The painted board, the units on it, the place asked about and the hexes it depends on."""
        view = view or self.view(self.focus(state))
        figures: list[Shape] = []
        for place in dict.fromkeys(m for step in answer.steps for m in step.marks if isinstance(m, Hex)):
            figures += draw.outlined(view, place, "count-start", view.grid.code(place))
        if state.ask == "indirect":
            figures += draw.outlined(view, self._struck(state), "blocked", "struck")
        if state.ask == "stack":
            figures += self._units(state, view)
        figures += [*draw.outlined(view, state.asked, "asked", "asked"), *draw.compass(view)]
        ground = terrain_field(view, state.terrain)
        told = f"{view.grid.code(state.asked)} is outlined on {painting.board_words(state.terrain)}. {answer.headline}"
        return Scene(view.width, view.height, ground, tuple(figures), self.title, told)

    def _units(self, state: HexsideState, view: View) -> list[Shape]:
        """How many units stand where: a badge with their number, crossed out in words where they are too many."""
        if not state.units:
            return []
        units = dict(state.units)
        over = (
            frozenset[Place]()
            if state.limit is None
            else overfull(units, state.limit, dict(state.readings).get(HEXSIDE_STACKING, "one-hexside"))
        )
        shapes: list[Shape] = [Circles(tuple(view.pixel(p) for p in units), 0.4 * view.size, "count-badge", "units")]
        for place in sorted(over):
            shapes += draw.ring(view, place, "blocked", f"too many {view.grid.code(place)}")
        return [*shapes, *(Label(str(n), view.pixel(p), "count-number", f"units {view.grid.code(p)}") for p, n in units.items())]

    def riddle(self, state: HexsideState) -> Scene:
        """The board and the place asked about."""
        return self.picture(state, Answer(None, ()), self.view().closer(state.place))

    def focus(self, state: HexsideState) -> Place | None:
        """The place asked about."""
        return self.grid.place("1008")

    def text(self, state: HexsideState) -> str:
        """One line that carries the state."""
        words = [ID, self.grid.code(state.place), "ask", state.ask]
        if state.units:
            words += ["units", *(f"{self.grid.code(place)}={number}" for place, number in state.units)]
        if state.limit is not None:
            words += ["limit", str(state.limit)]
        if state.struck is not None:
            words += ["struck", self.grid.code(state.struck)]
        if painted := write_words(state.terrain, self.grid):
            words += ["terrain", *painted]
        words += painting.write_tools(state.click, state.brush, _CLICKS[0][0], _BRUSH)
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> HexsideState:
        """The state of such a line."""
        found = textform.groups(text, ID, _KEYWORDS)
        click, brush = painting.read_tools(found, [click for click, _ in _CLICKS], ground_kinds(), _BRUSH)
        return HexsideState(
            place=self.grid.place(textform.one(found, "", "0908/0909")),
            ask=one_of("question", textform.one(found, "ask", "move"), list(ASKS)),
            units=self._read_units(found.get("units", [])),
            limit=whole(textform.one(found, "limit", ""), "A stacking limit") if "limit" in found else None,
            struck=self._hex(textform.one(found, "struck", "")) if "struck" in found else None,
            terrain=read_words(found.get("terrain", []), self.grid, ground_kinds()),
            readings=textform.read_readings(found.get("reading", []), {k: r for known in READINGS.values() for k, r in known.items()}),
            click=click,
            brush=brush,
        )

    def _read_units(self, words: list[str]) -> tuple[tuple[Place, int], ...]:
        units: dict[Place, int] = {}
        for word in words:
            code, _, number = word.partition("=")
            units[self.grid.place(code)] = whole(number or "1", f"The number of units in {code}")
        return _kept(units)

    def _hex(self, code: str) -> Hex:
        place = self.grid.place(code)
        if not isinstance(place, Hex):
            raise ValueError(f"Indirect fire strikes a hex, such as 0908; {code} is a hexside.")
        return place

    def settled(self, state: HexsideState) -> HexsideState:
        """The state without the hand."""
        return replace(state, hover=None, held="")

    def closer_to(self, state: HexsideState) -> Place:
        """The place asked about."""
        return state.place

    def controls(self, state: HexsideState) -> tuple[Control, ...]:
        """The question, the place, and what the question needs."""
        units = " ".join(f"{self.grid.code(place)}={number}" for place, number in state.units)
        limit = "" if state.limit is None else str(state.limit)
        struck = "" if state.struck is None else self.grid.code(state.struck)
        fields: dict[str, tuple[Control, ...]] = {
            "stack": (
                Field("units", "Units", units, "such as 0908=2 0908/0909=1"),
                Field("limit", "Stacking limit (yours: not in the source)", limit, "0 to 99 units in a hex"),
            ),
            "indirect": (Field("struck", "Hex under indirect fire", struck, "such as 0908"),),
        }
        return (
            Choice("ask", "Question", tuple(ASKS.items()), state.ask),
            Field("place", "Place", self.grid.code(state.place), "such as 0908 or 0908/0909"),
            *fields.get(state.ask, ()),
            Choice("click", "A click on the map", _CLICKS, state.click, buttons=True),
            *(painting.paint_controls(ground_kinds(), state.brush, high=False) if state.click == "paint" else ()),
            *switches(READINGS.get(state.ask, {}), state.readings, lambda reading, option: self._effect(state, reading, option)),
        )

    def _effect(self, state: HexsideState, reading: str, option: str) -> str:
        """What would the answer be with this option?"""
        value = self.ask(replace(state, readings=with_reading(_ALL, state.readings, reading, option))).value
        if state.ask == "move":
            return "closed" if value is None else f"{value} MPs"
        return "limit not in the source" if isinstance(value, Gap) else "within the limit" if value else "too many"

    def set(self, state: HexsideState, control: str, value: Any) -> HexsideState:
        """The state after one control has been given a value."""
        if control in (PERIMETER, HEXSIDE_STACKING):
            return replace(state, readings=with_reading(_ALL, state.readings, control, value))
        match control:
            case "ask":
                return replace(state, ask=one_of("question", value, list(ASKS)))
            case "place":
                return replace(state, place=placed(self.grid, value), hover=None)
            case "units":
                return replace(state, units=self._read_units(str(value).replace(",", " ").split()))
            case "limit":
                return replace(state, limit=whole(value, "A stacking limit") if str(value).strip() else None)
            case "struck":
                return replace(state, struck=self._hex(str(value).strip()) if str(value).strip() else None)
            case "click":
                return replace(state, click=one_of("use of a click", value, list(dict(_CLICKS))), hover=None)
            case "brush" | "paint":
                return painting.paint_by_control(state, control, value, self.grid, ground_kinds())
        raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))

    def on_gesture(self, state: HexsideState, gesture: Gesture, view: View) -> HexsideState:
        """A click asks, adds a unit or paints; arrow keys move the question."""
        if gesture.kind == "key":
            return (
                replace(state, place=step_place(self.grid, state.place, gesture.key), hover=None)
                if gesture.key.startswith("Arrow")
                else state
            )
        if gesture.kind in ("leave", "drop"):
            return replace(state, hover=None, held="")
        if state.click == "paint":
            return painting.paint_by_hand(state, gesture, view)
        place = view.place_at(gesture.at)
        if gesture.kind == "press" and place is not None:
            units = dict(state.units)
            if state.click == "unit":
                units[place] = units.get(place, 0) + 1
            return replace(state, place=place, hover=None, units=_kept(units))
        return replace(state, hover=place) if gesture.kind == "hover" else state


def _kept(units: Mapping[Place, int]) -> tuple[tuple[Place, int], ...]:
    """The units in order of their places, empty places left out."""
    return tuple(sorted((place, number) for place, number in units.items() if number))


_BOARD = (
    "units 0909=2 0908/0909=2 1008=1 limit 3 terrain town=0908,1007,1008 woods=1108,1109,1209 shell-holes=0809,0810 "
    "water=1010,1011 trench=0708,0709"
)
