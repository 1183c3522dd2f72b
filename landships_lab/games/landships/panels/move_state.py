"""The state of the movement panel: a vehicle on a painted board, its MPs, and where it is asked to
go.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.games.landships.data.ground import GroundValues, sample_values
from landships_lab.games.landships.panels.painted_ground import Values, ground_brush, ground_part
from landships_lab.games.landships.rules import March, drifts, legal_headings
from landships_lab.panel.controls import Buttons, Control, Field
from landships_lab.panel.painting import click_part
from landships_lab.panel.panel import Panel
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

ID = "landships:move"
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
    """The goal of a move, told as ``0705`` or ``0705 N``, or None."""

    one_word = False

    def control(self, state: Any) -> Control | None:
        """Return a field to type it in."""
        goal = getattr(state, self.id)
        return Field(
            self.control_id,
            self.title(state),
            " ".join(self.write(state, goal)) if goal else "",
            "0705, or 0705 N",
        )

    def take(self, state: Any, given: Any) -> Goal | None:
        """Return the goal given, as text, as itself or as a place."""
        if given is None or isinstance(given, Goal):
            return given
        words = str(given).split() if isinstance(given, str) else []
        if isinstance(given, str) and not words:
            return None
        return self.read(state, words) if words else Goal(placed(GRID, given))

    def read(self, state: Any, words: Sequence[str]) -> Goal:
        """Return the goal of these words."""
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

    def write(self, state: Any, value: Goal) -> list[str]:
        """Return its words."""
        return [GRID.code(value.place), *([value.facing.value] if value.facing else [])]

    def sample(self, dice: random.Random, state: Any) -> Goal | None:
        """Return any place of the board, one time in three with a heading that is legal there."""
        place = dice.choice(sorted(GRID.places))
        return Goal(place, dice.choice(legal_headings(3, place)) if dice.random() < 1 / 3 else None)


class Drift(OnePlace):
    """The place of a drift asked about: buttons choose it to port or to starboard."""

    def control(self, state: Any) -> Control | None:
        """Return a button for each side."""
        sides = (
            ("port", "◁", "Ask about a drift to port"),
            ("starboard", "▷", "Ask about a drift to starboard"),
        )
        return Buttons(self.control_id, self.title(state), sides)

    def take(self, state: Any, given: Any) -> Place | None:
        """Return the place on that side of the vehicle, or the place given."""
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
    """The reader's own MPs for each 30 degrees of turn, or None for the sample; its field shows
    what holds.
    """

    def control(self, state: Any) -> Control | None:
        """Return a field with the cost that holds."""
        return Field(self.control_id, self.title(state), str(state.march.turn_cost), self.hint)


@dataclass(frozen=True)
class MoveState(Panel):
    """A vehicle on a painted board, and where it is asked to go.

    ``mp`` is its allowance and ``spent`` what of it is gone; ``turn_mp`` is the reader's own cost
    of 30 degrees, if any. ``goal`` is the place asked about, ``drift`` the place of a drift asked
    about. ``hover``, ``held`` and ``held_heading`` are of the moment.
    """

    place: Place = part(
        OnePlace(
            "at",
            GRID.place("0708"),
            grid=GRID,
            facing="heading",
            hint="such as 0503 E",
            word=LEAD,
            error_name="place",
        )
    )
    heading: Heading = part(Facing("Heading", Heading.E, word=LEAD))
    mp: int = part(Whole("MPs", 12, 0, MOST_MP, always=True, error_name="a movement allowance"))
    spent: int = part(
        Whole(
            "MPs spent",
            0,
            0,
            MOST_MP,
            shown=lambda _state: False,
            error_name="the number of MPs spent",
        )
    )
    steering: str = part(
        OneOf(
            "Steering",
            "vehicle",
            STEERING,
            buttons=True,
            word="steer",
            error_name="kind of steering",
        )
    )
    turn_mp: int | None = part(
        TurnCost(
            lambda s: f"MPs for 30° of turn ({'a sample' if s.turn_mp is None else 'your own'})",
            None,
            0,
            MOST_MP,
            word="turn",
            empty=True,
            hint="0 to 99",
            error_name="the cost of a turn",
        )
    )
    goal: Goal | None = part(GoalPart("To", None, word="to", control_id="target"))
    drift: Place | None = part(Drift("Drift", None, grid=GRID, empty=True))
    moved: str = part(
        OneOf(
            "Moved this turn",
            "no",
            MOVED,
            buttons=True,
            shown=lambda s: not s.spent,
            error_name="word on its move",
        )
    )
    enemies: frozenset[Place] = part(
        Places("Enemies in", frozenset(), GRID, most=len(GRID.places), hint="such as 0705 0706")
    )
    values: GroundValues = part(Values("Values of terrain", sample_values()))
    terrain: TerrainMap = part(ground_part(GRID))
    click: str = part(click_part("go", CLICKS))
    brush: str = part(ground_brush("woods"))
    readings: Taken = part(Readings(known=readings("landships", "movement")))
    hover: Place | None = part(Moment())
    held: str = part(Moment(default=""))
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
