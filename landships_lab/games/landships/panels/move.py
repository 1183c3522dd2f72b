"""The movement panel: the places a vehicle can get to, over hexes and hexsides, and what the way
costs.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.ground import GroundValues, sample_values
from landships_lab.games.landships.rules.field_of_movement import March, Moves
from landships_lab.games.landships.rules.movement import answer_move
from landships_lab.games.landships.rules.positions import drifts, legal_headings, nearest_heading
from landships_lab.panel.board import Action, Gesture, around_map, step_place, supposed
from landships_lab.panel.controls import Buttons, Control, Field
from landships_lab.panel.painting import ALONG, click_part
from landships_lab.panel.parts import (
    LEAD,
    Facing,
    Moment,
    OneOf,
    OnePlace,
    Part,
    Places,
    Whole,
    part,
)
from landships_lab.panel.parts.places import placed
from landships_lab.panel.readings import Readings, Taken
from . import move_picture
from .common import MOVE_BUTTONS, carried, counter_under, discs
from .painted_ground import (
    VALUE_IDS,
    UnitOnGround,
    Values,
    ground_brush,
    ground_part,
    value_controls,
)

GRID = Grid(columns=20, rows=14)
#: Where a new panel begins: a tank before a pond, an enemy beyond it, woods, a road and a village
#: about.
ROUND_THE_POND = (
    "0708 E mp 16 to 1207 enemies 1010 terrain water=0908,1007,1008,0907"
    " woods=0805,0806,0905,1112,1212,1113 road=0703,0803,0904,1003,1104,1204,1305"
    " town=1405,1505,1504,1606 shell-holes=0709,0809,0810,0910 trench=1407/1408,1408/1508"
)
STEERING = {"vehicle": "good", "hard-to-steer": "hard"}
CLICKS = {"go": "asks", "place": "moves it", "enemy": "enemy", "paint": "paints"}
#: Whether it has moved before the move that is asked about; MPs that are spent say it too.
MOVED = {"no": "no", "yes": "yes"}
MOST_MP = 99


@dataclass(frozen=True)
class Goal:
    """A place to go to, and the heading to face there, if any."""

    place: Place
    facing: Heading | None = None


class GoalPart(Part):
    """The goal of a move, or None. A link writes it as ``0705`` or ``0705 N``."""

    one_word = False

    def control(self, state: object) -> Control | None:
        goal = getattr(state, self.id)
        return Field(
            self.control_id,
            self.title(state),
            " ".join(self.write(state, goal)) if goal else "",
            "0705, or 0705 N",
        )

    def take(self, state: object, given: object) -> Goal | None:
        """Return the goal given, as text, as itself or as a place.

        `ValueError` in one sentence for an unknown place or heading.
        """
        if given is None or isinstance(given, Goal):
            return given
        words = str(given).split() if isinstance(given, str) else []
        if isinstance(given, str) and not words:
            return None
        return self.read(state, words) if words else Goal(placed(GRID, given))

    def read(self, state: object, words: Sequence[str]) -> Goal:
        """Return the goal of one or two words; `ValueError` in one sentence for others."""
        if not 1 <= len(words) <= 2:
            raise ValueError(
                f"After {self.keyword!r} write a place, and a heading if it is to face so, such as"
                " 0705 N."
            )
        return (
            Goal(GRID.place(words[0]))
            if len(words) == 1
            else Goal(*GRID.placement(" ".join(words)))
        )

    def write(self, state: object, value: Goal) -> list[str]:
        return [GRID.code(value.place), *([value.facing.value] if value.facing else [])]

    def sample(self, dice: random.Random, state: object) -> Goal | None:
        place = dice.choice(sorted(GRID.places))
        return Goal(place, dice.choice(legal_headings(3, place)) if dice.random() < 1 / 3 else None)


class Drift(OnePlace):
    """The place of a drift asked about. Buttons choose the one to port or to starboard."""

    def control(self, state: object) -> Control | None:
        sides = (
            ("port", "◁", "Ask about a drift to port"),
            ("starboard", "▷", "Ask about a drift to starboard"),
        )
        return Buttons(self.control_id, self.title(state), sides)

    def take(self, state: Movement, given: object) -> Place | None:
        """Return the place on that side of the vehicle, or the place given.

        `ValueError` where it cannot drift, or where the board ends.
        """
        if given not in ("port", "starboard"):
            place: Place | None = super().take(state, given)
            return place
        beside = drifts(state.place, state.heading)
        if not beside:
            raise ValueError(
                f"It faces {state.heading}, a hexside: no hexside beside it lies along that"
                " heading, so it cannot drift."
            )
        into = beside[0 if given == "port" else 1]
        if into not in self.grid:
            raise ValueError(f"The edge of the board lies to {given}.")
        return into


class TurnCost(Whole):
    """The reader's own cost of 30 degrees of turn, in MPs, or None for the sample.

    Its field shows the cost that holds.
    """

    def control(self, state: Movement) -> Control | None:
        return Field(self.control_id, self.title(state), str(state.march.turn_cost), self.hint)


@dataclass(frozen=True)
class Movement(UnitOnGround):
    """Move a vehicle over a board you can paint; see every place that it reaches, the MPs left
    there, and why.

    ``mp`` is its allowance and ``spent`` what of it is gone; ``turn_mp`` is the reader's own cost
    of 30 degrees of turn, if any: all in MPs. ``goal`` is the place asked about, ``drift`` the
    place of a drift asked about. ``hover``, ``held`` and ``held_heading`` are of the moment.
    """

    id = "landships:move"
    title = "Movement and drift"
    rule_set = "Landships!"
    prompt = "Where can it get to, and what does the way cost?"
    usage_hint = (
        "Point at a place to see the way · click to keep it · drag the vehicle · wheel or Q and E"
        " turn it"
    )
    hands_for = MappingProxyType(
        {
            "place": (
                "Click to put the vehicle there, or drag it · wheel or Q and E turn it · arrow keys"
                " move it"
            ),
            "enemy": (
                "Click to put an enemy there, or take it away · drag the vehicle · wheel or Q and E"
                " turn it"
            ),
        }
    )
    example = ROUND_THE_POND
    order = (
        "place",
        "move",
        "target",
        "go",
        "drift",
        "mp",
        "click",
        "brush",
        "moved",
        "steering",
        "turn_mp",
        "enemies",
        "paint",
    )
    secondary = ("moved", "steering", "turn_mp", "enemies", "paint", *VALUE_IDS)

    place: Place = part(
        OnePlace,
        "at",
        GRID.place("0708"),
        grid=GRID,
        facing="heading",
        hint="such as 0503 E",
        word=LEAD,
        error_name="place",
    )
    heading: Heading = part(Facing, "Heading", Heading.E, word=LEAD)
    mp: int = part(Whole, "MPs", 12, 0, MOST_MP, always=True, error_name="a movement allowance")
    spent: int = part(
        Whole,
        "MPs spent",
        0,
        0,
        MOST_MP,
        shown=lambda _state: False,
        error_name="the number of MPs spent",
    )
    steering: str = part(
        OneOf,
        "Steering",
        "vehicle",
        STEERING,
        buttons=True,
        word="steer",
        error_name="kind of steering",
    )
    turn_mp: int | None = part(
        TurnCost,
        lambda s: f"MPs for 30° of turn ({'a sample' if s.turn_mp is None else 'your own'})",
        None,
        0,
        MOST_MP,
        word="turn",
        empty=True,
        hint="0 to 99",
        error_name="the cost of a turn",
    )
    goal: Goal | None = part(GoalPart, "To", None, word="to", control_id="target")
    drift: Place | None = part(Drift, "Drift", None, grid=GRID, empty=True)
    moved: str = part(
        OneOf,
        "Moved this turn",
        "no",
        MOVED,
        buttons=True,
        shown=lambda s: not s.spent,
        error_name="word on its move",
    )
    enemies: frozenset[Place] = part(
        Places, "Enemies in", frozenset(), GRID, most=len(GRID.places), hint="such as 0705 0706"
    )
    values: GroundValues = part(Values, "Values of terrain", sample_values())
    terrain: TerrainMap = part(ground_part, GRID)
    click: str = part(click_part, "go", CLICKS)
    brush: str = part(ground_brush, "woods")
    readings: Taken = part(Readings, known=readings("landships", "movement"))
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")
    held_heading: Heading | None = part(Moment())

    @property
    def aimed(self) -> Goal | None:
        """The goal asked about: the place under the pointer, else the chosen one."""
        return Goal(self.hover) if self.hover else self.goal

    @property
    def march(self) -> March:
        """Everything its move depends on, for the rules."""
        left = self.mp - self.spent
        moved = self.moved == "yes" or self.spent > 0
        return March(
            GRID,
            self.terrain,
            self.values,
            left,
            self.turn_mp,
            self.enemies,
            self.readings,
            self.steering,
            moved,
        )

    def ask(self) -> Answer[int | bool | Gap]:
        """Return the MPs left at the place asked about, or whether it may drift there; without one,
        how many places it can reach.

        False where it cannot, a `Gap` where only the base game says. The detail is the `Moves`.
        """
        goal = self.aimed or Goal(self.place)
        return answer_move(
            self.march,
            self.place,
            self.heading,
            goal.place,
            goal.facing,
            drift=self.drift,
            spent=self.spent,
        )

    def effect(self, answer: Answer[object]) -> str:
        if self.drift is not None and not isinstance(answer.value, Gap):
            return "may drift" if answer.value else "may not"
        if isinstance(answer.value, Gap):
            return "not in the source"
        if answer.value is False:
            return "out of reach"
        return f"{answer.value} places" if self.aimed is None else f"{answer.value} MPs left"

    def check(self) -> Self:
        """Return the state. `ValueError` where more MPs are spent than there are."""
        if self.spent > self.mp:
            raise ValueError(f"{self.spent} MPs cannot be spent of {self.mp}.")
        return self

    # -- the picture

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        asked = None if self.aimed is None else self.aimed.place
        start = self.place, self.heading
        return move_picture.picture(
            self.march, start, asked, self.drift, answer, view or self.opening()
        )

    def question_picture(self) -> Scene:
        asked = self.drift or (self.goal.place if self.goal else None)
        return move_picture.question_picture(
            self.march, (self.place, self.heading), asked, self.opening()
        )

    def counters_at(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return discs(view, (self.place,))

    def focus(self) -> Action:
        asked = self.drift or (self.goal.place if self.goal else self.place)
        return Action((self.place, asked), around_map(self.terrain))

    def preview(self) -> str:
        return supposed(
            "If you go to", self.grid, self.hover, self.goal.place if self.goal else None
        )

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (
            ("reach", "within reach, MPs left"),
            ("reach-side", "hexside within reach"),
            ("reach-drift", "by a drift"),
        )

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        go = (("go", "Go", "Move there, paying its MPs"), ("turn", "New turn", "All MPs again"))
        return (
            MOVE_BUTTONS,
            Buttons("go", "", go),
            *super().actions(),
            *(value_controls(self.values, self.brush) if self.click == "paint" else ()),
            self.board_box(),
        )

    def act(self, control: str, value: object) -> Self:
        """Return the state after the move is made, a value of terrain is set, the vehicle is moved,
        or the board is painted or loaded.

        `ValueError` in one sentence where there is no such move or value, and for an unknown
        control.
        """
        if control == "go":
            return self._go(one_of("move", value, ["go", "turn"]))
        if control.startswith("value."):
            shown = {field.id: field.value for field in value_controls(self.values, self.brush)}
            if shown.get(control) == str(value):
                return self  # a sample left as it is stays a sample
            name = f"{self.brush.removeprefix(ALONG)}.{control.removeprefix('value.')}"
            return replace(self, values=self.values.set(name, str(value)))
        return super().act(control, value)

    def _go(self, move: str) -> Self:
        if move == "turn":
            return replace(self.stood(self.place, self.heading), spent=0, moved="no")
        if self.drift is None and self.goal is None:
            raise ValueError("First choose where to go: click a place, or type its code.")
        answer = self.settled().ask()
        if answer.value is False or isinstance(answer.value, Gap):
            raise ValueError(answer.headline)
        moves: Moves = answer.detail
        return replace(self.stood(*moves.end), spent=self.mp - moves.left, moved="yes")

    def after(self, control: str, before: Self) -> Self:
        match control:
            case "place" | "heading":
                return self.stood(self.place, self.heading)
            case "target":
                return replace(self, drift=None, hover=None)
            case "drift":
                return replace(self, goal=None, hover=None)
            case "mp":
                return replace(self, spent=min(self.spent, self.mp))
            case "steering":
                return replace(self, turn_mp=None)
        return super().after(control, before)

    def standing(self) -> tuple[Place, Heading]:
        return self.place, self.heading

    def stood(self, place: Place | None, heading: Heading) -> Self:
        return replace(
            self, place=place or self.place, heading=heading, goal=None, drift=None, hover=None
        )

    def ground_values(self) -> GroundValues:
        return self.values

    def loaded(self, terrain: TerrainMap, values: GroundValues) -> Self:
        return replace(self, terrain=terrain, values=values)

    # -- gestures

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint":
            return self.painted(gesture, view)
        on_unit = counter_under(view, gesture.at, {"vehicle": self.place}) is not None
        place = view.place_at(gesture.at)
        if gesture.kind == "press" and on_unit:
            return replace(self, held="vehicle", held_heading=self.heading, hover=None)
        if self.held == "vehicle" or (gesture.kind == "press" and self.click == "place"):
            return (
                self
                if place is None
                else self.stood(place, carried(self.held_heading, 3, place, self.heading))
            )
        if gesture.kind == "press":
            return self if place is None else self._pressed(place)
        return replace(
            self,
            hover=None if on_unit or self.drift is not None or self.click == "enemy" else place,
        )

    def _pressed(self, place: Place) -> Self:
        if self.click == "enemy":
            return replace(
                self, enemies=self.enemies ^ {place if isinstance(place, Hex) else place.hexes[0]}
            )
        return replace(self, goal=Goal(place), drift=None, hover=None)

    def stepped(self, arrow: str) -> Self:
        """Return the state after an arrow key, which moves what a click would: the vehicle, or the
        place asked about.
        """
        if self.click == "place":
            place = step_place(self.grid, self.place, arrow)
            return self.stood(place, nearest_heading(3, place, self.heading))
        there = step_place(self.grid, self.goal.place if self.goal else self.place, arrow)
        return replace(self, goal=Goal(there), drift=None, hover=None)
