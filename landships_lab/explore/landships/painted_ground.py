"""A board of Landships! that the reader paints: its parts of a state, the values of its terrain, its file, and its explorer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from landships_lab.core.checks import whole
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.sources import Reading
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import MOST, GroundValues, ground_kinds, read_ground, sample_values, write_ground
from landships_lab.explore.controls import Field, TextBox
from landships_lab.explore.explorer import changed
from landships_lab.explore.exports import Export
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.landships.common import after_move, turned_in_hand
from landships_lab.explore.painting import ALONG, Painted, PaintedExplorer, brush_part
from landships_lab.explore.parts import OneOf, Part
from landships_lab.explore.readings import Readings, Taken, read_readings, with_reading
from landships_lab.scene.view import View

S = TypeVar("S")
_LABELS = (("cost", "MPs to enter"), ("spotting", "Spotting range"), ("benefit", "Benefit in combat"), ("closed", "Prohibited (0 or 1)"))
#: The ids of the fields for the values of terrain.
VALUE_IDS = ("value.crossing", *(f"value.{what}" for what, _ in _LABELS))


def ground_part(grid: Grid) -> Painted:
    """Return the part for the terrain painted on this board."""
    return Painted("Terrain", grid=grid, kinds=ground_kinds())


def ground_brush(first: str) -> OneOf:
    """Return the part for the brush in the hand."""
    return brush_part(ground_kinds(), first, high=False)


@dataclass(frozen=True)
class Values(Part):
    """The values of terrain that the reader set, told in a link as ``woods.cost=4``; fields beside the brush set them."""

    usual: GroundValues = sample_values()  # noqa: RUF009 - frozen
    one_word = False

    def take(self, state: Any, given: Any) -> GroundValues:
        """Return the values given, as themselves or in the words of a link."""
        return given if isinstance(given, GroundValues) else self.read(state, str(given).split())

    def read(self, state: Any, words: Sequence[str]) -> GroundValues:
        """Return the values that these words set."""
        values = sample_values()
        for word in words:
            name, equals, number = word.partition("=")
            if not equals:
                raise ValueError(f"{word!r} is not a value of terrain; write one as woods.cost=4.")
            values = values.set(name, whole(name, number, 0, 99))
        return values

    def write(self, state: Any, value: GroundValues) -> list[str]:
        """Return the words that set these values."""
        return [f"{name}={number}" for name, number in value.own_values().items()]

    def sample(self, dice: random.Random, state: Any) -> GroundValues:
        """Return values of which up to three are the reader's own."""
        values = sample_values()
        for _ in range(dice.randint(0, 3)):
            what = dice.choice(["cost", "spotting", "benefit", "closed"])
            values = values.set(f"{dice.choice(values.kinds).id}.{what}", dice.randint(0, min(MOST[what], 12)))
        return values


def value_controls(values: GroundValues, brush: str) -> Iterator[Field]:
    """Yield the fields for the values of what this brush paints: none for the brush that wipes a hexside."""
    kind = brush.removeprefix(ALONG)
    if brush.startswith(ALONG):
        if kind in dict(values.crossing):
            label = f"{kind}: MPs to cross ({_whose(values, kind, 'crossing')})"
            yield Field("value.crossing", label, str(dict(values.crossing)[kind]), "0 to 99", letters=4)
        return
    for what, label in _LABELS:
        known = values.kind(kind)
        yield Field(f"value.{what}", f"{known.name}: {label} ({_whose(values, kind, what)})", str(int(getattr(known, what))), letters=4)


def _whose(values: GroundValues, kind: str, what: str) -> str:
    return "your own" if values.is_own(kind, what) else "a sample"


@dataclass(frozen=True)
class AskedReadings(Readings):
    """Readings of which ``known`` offers those that bear on the present question; a link may hold any of ``every``."""

    every: Mapping[str, Reading] = field(default_factory=dict)

    def read(self, state: Any, words: Sequence[str]) -> Taken:
        """Return the readings that these words choose."""
        return read_readings(words, self.every)


class GroundExplorer(PaintedExplorer[S]):
    """An explorer of a painted board of Landships!, which can be saved as a file, and of units that move over it."""

    filename = "board.toml"

    def board_box(self, state: Any) -> TextBox:
        """Return the box that shows the board as a file and takes one."""
        shown = state.terrain.painted or self.values(state).own
        example = write_ground(self.grid, _example(self.grid), self.values(state))
        return TextBox("board", "Board file", self.file(state) if shown else "", "A board saved here before", example)

    def values(self, state: Any) -> GroundValues:
        """Return the values of the terrain: samples, where the state holds none."""
        return sample_values()

    def file(self, state: Any) -> str:
        """Return the painted board as a TOML file."""
        return write_ground(self.grid, state.terrain, self.values(state))

    def exports(self, state: Any) -> tuple[Export, ...]:
        """Return the painted board as a file to save."""
        return (Export("Save board", "Save the painted board as a TOML file", self.filename, lambda: self.file(state)),)

    def act(self, state: Any, control: str, value: Any) -> Any:
        """Turn or move the unit, take a board file, or take a reading that does not bear on the present question."""
        if control == "board":
            return self._loaded(state, str(value))
        if control == "placement":
            return self.set(state, "place", value)
        if control == "move":
            return self._moved(state, value)
        part: Any = self.readings_part
        if isinstance(part, AskedReadings) and control in part.every:
            taken = with_reading(part.every, part.taken(state), control, value)
            return self.after(changed(state, readings=taken), control, state)
        return super().act(state, control, value)

    def wheeled(self, state: Any, gesture: Gesture, view: View) -> Any:
        """Return the state after the wheel was turned: nothing turns while a brush is in the hand."""
        return state if state.click == "paint" else self.turned(state, gesture.steps)

    def _moved(self, state: Any, value: Any) -> Any:
        if value in ("left", "right"):
            return self.turned(state, +1 if value == "right" else -1)
        place, heading = self.standing(state)
        if place is None:
            raise ValueError("It is not on the board yet.")
        return self.stood(state, *after_move(self.grid, place, heading, value))

    def standing(self, state: Any) -> tuple[Place | None, Heading]:
        """Return where the unit stands and how it faces."""
        return state.place, state.heading

    def stood(self, state: Any, place: Place | None, heading: Heading) -> Any:
        """Return the state after the unit is put down there. Explorers of units that move write it."""
        return changed(state, place=place, heading=heading)

    def turned(self, state: Any, points: int) -> Any:
        """Return the state after the unit has turned where it stands."""
        place, heading = self.standing(state)
        heading = heading.turn(points)
        return turned_in_hand(self.stood(state, place, heading), heading)

    def _loaded(self, state: Any, text: str) -> Any:
        if not text.strip():
            return changed(state, terrain=TerrainMap())
        grid, terrain, values = read_ground(text)
        if grid != self.grid:
            raise ValueError(f"This board has {_size(self.grid)}; the board of the file has {_size(grid)}.")
        return self.loaded(state, terrain, values)

    def loaded(self, state: Any, terrain: TerrainMap, values: GroundValues) -> Any:
        """Return the state with the board of a file."""
        return changed(state, terrain=terrain)


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
    return f"columns {grid.first_column} to {grid.columns} ({grid.lower_columns} ones lower) and {grid.rows} rows"
