"""Parts of the movement panel's state: the goal of a move, its drift, and the cost of a turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.games.landships.rules import drifts, legal_headings
from landships_lab.panel.controls import Buttons, Control, Field
from landships_lab.panel.parts import OnePlace, Part, Whole

GRID = Grid(columns=20, rows=14)


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
        return self.read(state, words) if words else Goal(OnePlace(grid=GRID).take(state, given))

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
