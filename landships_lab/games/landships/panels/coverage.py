"""The coverage panel: what a whole force bears on, where it is blind, who can hit whom, and the way
through.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Place
from landships_lab.drawing.charts import Table
from landships_lab.drawing.counters import CARD
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels import coverage_picture, coverage_tables
from landships_lab.games.landships.panels.common import (
    MOVE_BUTTONS,
    carried,
    place_under,
    step_unit,
)
from landships_lab.games.landships.panels.coverage_answer import answer_to, effect
from landships_lab.games.landships.panels.coverage_state import (
    A_COMPANY,
    GRID,
    ID,
    MOST_WAY,
    CoverageState,
    room,
)
from landships_lab.games.landships.panels.coverage_units import (
    counted,
    faced,
    formed_up,
    moved,
    put,
    turned,
    with_chosen,
)
from landships_lab.games.landships.panels.painted_ground import GroundPanel
from landships_lab.games.landships.rules.force import MOST_UNITS, SIDES
from landships_lab.games.landships.rules.formations import FORMATIONS
from landships_lab.games.landships.rules.positions import nearest_heading
from landships_lab.panel.board import Action, anywhere, step_place
from landships_lab.panel.controls import Buttons, Control, Field, Switch
from landships_lab.panel.exports import Export
from landships_lab.panel.gestures import Gesture
from landships_lab.panel.panel import changed
from landships_lab.panel.readings import switch

_HANDS_FOR = {
    "place": (
        "Click to place the chosen unit there · drag a unit · wheel or Q and E turn it · arrow keys"
        " move it"
    ),
    "way": (
        "Click or drag to draw the way · click its end to take it away · arrow keys move the end"
    ),
}
_FORM = Buttons(
    "form",
    "Form up",
    (
        *((f, f, f"Draw up the vehicles in {f}") for f in FORMATIONS),
        ("best", "best headings", "Turn all units to the best headings"),
    ),
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


@dataclass(frozen=True)
class Coverage(CoverageState, GroundPanel):
    """Place a force, see what it bears on and where it is blind, who can hit whom, and the safest
    way through.
    """

    id = ID
    title = "Coverage"
    rule_set = "Landships!"
    prompt = "What does this force bear on, and where is it blind?"
    usage_hint = "Drag a unit · wheel or Q and E turn it · a click asks"
    example = A_COMPANY
    grid = GRID
    order = (
        "side",
        "shade",
        "within",
        "form",
        "click",
        "kind",
        "units",
        "route",
        "brush",
        "move",
        "chosen",
        "place",
    )
    secondary = (
        "chosen",
        "place",
        "move",
        "asked",
        "way",
        "paint",
        "max_range",
        "blocks",
        "target_hexes",
        "depth",
        "board",
        "own",
    )
    strip_rows = 3
    stage = (("Field", "picture"), ("Who hits whom, and the way", "tables"))
    filename = "field.toml"

    def ask(self) -> Answer[Any]:
        """Return what was asked last: of the whole field, of a place, or of a way."""
        return answer_to(self)

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board shaded by what bears on it, with blind places, the lines of fire and the
        way.
        """
        return coverage_picture.picture(self, answer, view or self.view())

    def question_picture(self) -> Scene:
        """Return the board and its units, without what they bear on."""
        return coverage_picture.riddle(self, self.view())

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return who can hit whom, and the way step by step."""
        return coverage_tables.tables(self, answer)

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the shades with their numbers, and the other marks of the picture."""
        return coverage_picture.legend(self, self.answer())

    def exports(self) -> tuple[Export, ...]:
        """Return the diagram on a page to print, and the painted board as a file."""
        make = Export(
            "Print diagram",
            "The diagram with its table on a page, as PDF",
            "coverage.pdf",
            self._diagram,
        )
        return (make, *super().exports())

    def hint(self) -> str:
        """Return what a click, a drag and the keys do at present."""
        return _HANDS_FOR.get(self.click) or super().hint()

    def _diagram(self) -> Any:
        answer = self.answer()
        return coverage_tables.diagram(self, answer, self.picture(answer), self.legend())

    def check(self) -> Self:
        """Refuse more units than a board takes."""
        if room(self) < 0:
            raise ValueError(
                f"{MOST_UNITS - room(self)} units are more than the {MOST_UNITS} that a board"
                " takes."
            )
        return self

    def reading_switches(self) -> tuple[Switch, ...]:
        """Return the readings with what the answer would be; its
        reasons are not needed for that.
        """
        part = self.readings_part()
        assert part is not None
        found = []
        for reading in part.bearing(self).values():
            effects = [(option, effect(other)) for option, other in part.others(self, reading)]
            found.append(switch(reading, part.taken(self), effects))
        return tuple(found)

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def actions(self) -> tuple[Control, ...]:
        """Return the buttons that form up, move, add and remove, and the
        place of the chosen unit.
        """
        unit = self.unit
        own = (
            ()
            if unit is None
            else (
                Field(
                    "place",
                    "Its place and heading",
                    f"{GRID.code(unit.place)} {unit.heading}",
                    "such as 0503 E",
                ),
            )
        )
        return (_FORM, MOVE_BUTTONS, _UNITS, *own, *super().actions(), self.board_box())

    def act(self, control: str, value: Any) -> Self:
        """Form up, turn, move, add or remove units."""
        match control:
            case "form":
                return formed_up(
                    self, one_of("formation", value, [item[0] for item in _FORM.items])
                )
            case "headings":
                return faced(self, str(value))
            case "units":
                return counted(self, one_of("change of units", value, [*SIDES, "remove"]))
            case "place":
                return put(self, value)
            case "move":
                return moved(self, value)
        return super().act(control, value)

    def after(self, control: str, before: Self) -> Self:
        """Return the state with what follows from a control: units of a file that is gone leave the
        board.
        """
        if control == "own":
            kept = {
                side: tuple(one for one in getattr(self, side) if one.unit_id in self.units)
                for side in ("british", "german")
            }
            kind = self.kind if self.kind in self.units else "mk-iv-male"
            return with_chosen(changed(self, **kept, kind=kind), self.chosen)
        if control == "way":
            return replace(self, click="way")
        return super().after(control, before)

    # -- what the hand does
    # ---------------------------------------------------------------------------------------------

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return a disc for each unit; the whole board while a brush or a way is drawn."""
        if self.click in ("paint", "way"):
            return anywhere(view)
        return tuple((*view.pixel(one.place), CARD * view.size) for one in self.force)

    def closer_to(self) -> Any:
        """Return the place of the chosen unit."""
        return Action((self.unit.place,)) if self.unit is not None else super().closer_to()

    def at_stake(self) -> tuple[Place, ...]:
        """Return the chosen unit, the end of the way and the place asked about."""
        unit = () if self.unit is None else (self.unit.place,)
        return (*unit, *self.way[-1:], *((self.asked,) if self.asked is not None else ()))

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Choose and drag a unit; else do what a click does: ask, place, draw the way, paint."""
        if self.click == "paint":
            return self.painted(gesture, view)
        if self.click == "way":
            return self._drawn(gesture, view)
        if gesture.kind == "press":
            key = _under(self, view, gesture)
            if key:
                return replace(
                    self, chosen=key, held=key, held_heading=self.force_by_key[key].heading
                )
            return self._pressed(gesture, view)
        if gesture.kind == "drag" and self.held in self.force_by_key:
            return self._dragged(self.held, view.place_at(gesture.at), gesture, view)
        return self

    def _pressed(self, gesture: Gesture, view: View) -> Self:
        place = view.place_at(gesture.at)
        if self.click == "place" and self.unit is not None:
            return self._dragged(self.chosen_key, place, gesture, view)
        return (
            self if place is None else replace(self, asked=None if place == self.asked else place)
        )

    def _dragged(self, key: str, place: Place | None, gesture: Gesture, view: View) -> Self:
        one = self.force_by_key[key]
        there = place_under(view, gesture.at, one.unit.unit_class)
        if there is None:
            return self
        heading = carried(self.held_heading, one.unit.unit_class, there, one.heading)
        return self.with_force({key: replace(one, place=there, heading=heading)})

    def _drawn(self, gesture: Gesture, view: View) -> Self:
        """A press adds a place to the way, or takes the last one away; a drag draws it on from hex
        to hex.
        """
        if gesture.kind == "press":
            place = view.place_at(gesture.at)
            if place is not None and self.way[-1:] == (place,):
                return replace(self, way=self.way[:-1])
        elif gesture.kind == "drag" and self.held == "way":
            place = view.hex_at(gesture.at)
        else:
            return self
        if place is None or self.way[-1:] == (place,) or len(self.way) >= MOST_WAY:
            return replace(self, held="way")
        return replace(self, way=(*self.way, place), held="way")

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        """Turn the unit under the pointer, and choose it."""
        key = _under(self, view, gesture)
        return (
            replace(self, chosen=key).turned(gesture.steps)
            if key and self.click != "paint"
            else self
        )

    def turned(self, points: int) -> Self:
        """Turn the chosen unit to the next heading it may have there, so many times."""
        return turned(self, points)

    def stepped(self, arrow: str) -> Self:
        """Move what a click would move: the place asked about, the end of the way, or the chosen
        unit.
        """
        if self.click == "ask" and self.asked is not None:
            return replace(self, asked=step_place(GRID, self.asked, arrow))
        if self.click == "way" and self.way:
            return replace(self, way=(*self.way[:-1], step_place(GRID, self.way[-1], arrow)))
        unit = self.unit
        if unit is None:
            return self
        there = step_unit(GRID, unit.place, arrow, unit.unit.unit_class)
        heading = nearest_heading(unit.unit.unit_class, there, unit.heading)
        return self.with_force({self.chosen_key: replace(unit, place=there, heading=heading)})


def _under(state: CoverageState, view: View, gesture: Gesture) -> str:
    """Return the key of the unit whose counter lies under the pointer, the topmost first; empty for
    none.
    """
    reach = CARD * view.size
    near = [
        (key, dist(view.pixel(one.place), gesture.at)) for key, one in state.force_by_key.items()
    ]
    return min(
        ((key, away) for key, away in reversed(near) if away <= reach),
        key=lambda pair: pair[1],
        default=("", 0.0),
    )[0]
