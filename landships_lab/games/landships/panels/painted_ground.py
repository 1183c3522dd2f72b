"""A board of Landships! that the reader paints: its parts in a state, the values of its terrain,
its file, and its panel.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self

from landships_lab.core.checks import whole
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.sources import Reading
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing.view import View
from landships_lab.games.landships.data import ground
from landships_lab.games.landships.data.ground import GroundValues, ground_kinds, sample_values
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Export, Field, TextBox
from landships_lab.panel.painting import ALONG, Painted, PaintedPanel, brush_part
from landships_lab.panel.parts import OneOf, Part
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Readings, Taken, read_readings, with_reading
from .common import after_move, turned_in_hand

_LABELS = (
    ("cost", "MPs to enter"),
    ("spotting", "Spotting range"),
    ("benefit", "Benefit in combat"),
    ("closed", "Prohibited (0 or 1)"),
)
#: The ids of the fields for the values of terrain.
VALUE_IDS = ("value.crossing", *(f"value.{what}" for what, _ in _LABELS))


def ground_part(grid: Grid) -> Painted:
    """Return the part for the terrain painted on this board."""
    return Painted("Terrain", grid=grid, kinds=ground_kinds())


def ground_brush(first: str) -> OneOf:
    """Return the part for the brush in use."""
    return brush_part(ground_kinds(), first, high=False)


@dataclass(frozen=True)
class Values(Part):
    """The values of terrain that the reader set; a link writes them as ``woods.cost=4``."""

    default: GroundValues = sample_values()  # noqa: RUF009 - frozen
    one_word = False

    def take(self, state: object, given: object) -> GroundValues:
        return given if isinstance(given, GroundValues) else self.read(state, str(given).split())

    def read(self, state: object, words: Sequence[str]) -> GroundValues:
        values = sample_values()
        for word in words:
            name, equals, number = word.partition("=")
            if not equals:
                raise ValueError(f"{word!r} is not a value of terrain; write one as woods.cost=4.")
            values = values.set(name, whole(name, number, 0, 99))
        return values

    def write(self, state: object, value: GroundValues) -> list[str]:
        return [f"{name}={number}" for name, number in value.own_values().items()]

    def sample(self, dice: random.Random, state: object) -> GroundValues:
        values = sample_values()
        for _ in range(dice.randint(0, 3)):
            what = dice.choice(["cost", "spotting", "benefit", "closed"])
            name = f"{dice.choice(values.kinds).id}.{what}"
            values = values.set(name, dice.randint(0, min(ground.MOST[what], 12)))
        return values


def value_controls(values: GroundValues, brush: str) -> Iterator[Field]:
    """Yield the fields for the values of the terrain that this brush paints; the eraser
    has none.
    """
    kind = brush.removeprefix(ALONG)
    if brush.startswith(ALONG):
        if kind in dict(values.crossing):
            label = f"{kind}: MPs to cross ({_whose(values, kind, 'crossing')})"
            cost = str(dict(values.crossing)[kind])
            yield Field("value.crossing", label, cost, "0 to 99", letters=4)
        return
    known = values.kind(kind)
    for what, words in _LABELS:
        label = f"{known.name}: {words} ({_whose(values, kind, what)})"
        yield Field(f"value.{what}", label, str(int(getattr(known, what))), letters=4)


def _whose(values: GroundValues, kind: str, what: str) -> str:
    return "your own" if values.is_own(kind, what) else "a sample"


@dataclass(frozen=True)
class AskedReadings(Readings):
    """Readings that bear on the present question; a link may hold any of ``every``."""

    every: Mapping[str, Reading] = field(default_factory=dict)

    def read(self, state: object, words: Sequence[str]) -> Taken:
        return read_readings(words, self.every)


class GroundPanel(PaintedPanel):
    """A painted board of Landships!, which can be saved as a file."""

    filename = "board.toml"

    def board_box(self) -> TextBox:
        """Return the box that shows the board as a file and accepts one."""
        shown = self.terrain.painted or self.ground_values().own
        example = ground.write_ground(self.grid, _example(self.grid), self.ground_values())
        file = self.file() if shown else ""
        return TextBox("board", "Board file", file, "A board saved here before", example)

    def ground_values(self) -> GroundValues:
        """Return the values of the terrain: samples unless the state holds others."""
        return sample_values()

    def file(self) -> str:
        """Return the painted board as a TOML file."""
        return ground.write_ground(self.grid, self.terrain, self.ground_values())

    def exports(self) -> tuple[Export, ...]:
        says = "Save the painted board as a TOML file"
        return (Export("Save board", says, self.filename, self.file),)

    def act(self, control: str, value: object) -> Self:
        """Act as the base does, but let a reading be chosen that does not bear on the present
        question.
        """
        if control == "board":
            return self._loaded(str(value))
        part = self.readings_part()
        if isinstance(part, AskedReadings) and control in part.every:
            options = with_reading(part.every, part.chosen(self), control, str(value))
            return with_fields(self, readings=options).after(control, self)
        return super().act(control, value)

    def _loaded(self, text: str) -> Self:
        if not text.strip():
            return with_fields(self, terrain=TerrainMap())
        grid, terrain, values = ground.read_ground(text)
        if grid != self.grid:
            here, there = _size(self.grid), _size(grid)
            raise ValueError(f"This board has {here}; the board of the file has {there}.")
        return self.loaded(terrain, values)

    def loaded(self, terrain: TerrainMap, values: GroundValues) -> Self:
        """Return the state with the board of a file."""
        return with_fields(self, terrain=terrain)


class UnitOnGround(GroundPanel):
    """A painted board of Landships! with a unit that can be turned, moved and put down
    elsewhere.
    """

    @abstractmethod
    def standing(self) -> tuple[Place | None, Heading]:
        """Return the place of the unit, if it is on the board, and its heading."""

    @abstractmethod
    def stood(self, place: Place | None, heading: Heading) -> Self:
        """Return the state after it is put down there. Raises `ValueError` where it may
        not stand.
        """

    def act(self, control: str, value: object) -> Self:
        match control:
            case "placement":
                return self.set("place", value)
            case "move":
                place, heading = self.standing()
                if value in ("left", "right"):
                    return self.turned(+1 if value == "right" else -1)
                if place is None:
                    raise ValueError("It is not on the board yet.")
                return self.stood(*after_move(self.grid, place, heading, value))
        return super().act(control, value)

    def turned(self, points: int) -> Self:
        place, heading = self.standing()
        heading = heading.turn(points)
        return turned_in_hand(self.stood(place, heading), heading)

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        return self if self.click == "paint" else self.turned(gesture.steps)


@lru_cache(maxsize=8)
def _example(grid: Grid) -> TerrainMap:
    """Return a wood beside a town in the middle of a board."""
    hexes = tuple(grid.hexes())
    middle = len(hexes) // 2
    painted = TerrainMap()
    for n, kind in enumerate(("woods", "woods", "woods", "town", "town")):
        painted = painted.paint(hexes[middle + n], kind)
    return painted


def _size(grid: Grid) -> str:
    columns = f"columns {grid.first_column} to {grid.columns} ({grid.lower_columns} ones lower)"
    return f"{columns} and {grid.rows} rows"
