"""Painting terrain on a board: the brushes, their strokes, and the parts of a state with a painted
board.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.terrain import CLEAR, TerrainMap
from landships_lab.data.terrain import Kinds, read_words, write_words
from landships_lab.drawing.shapes import Pixel
from landships_lab.drawing.view import View
from landships_lab.panel.board import Gesture, anywhere
from landships_lab.panel.controls import Choice, Control, Field
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import OneOf, Part, parts_of
from landships_lab.panel.parts.base import with_fields

#: Brushes besides the kinds of terrain: high ground, level ground, and bare hexsides.
HIGH, LEVEL, ALONG = "high", "level", "along:"


def brushes(kinds: Kinds, high: bool = True) -> tuple[tuple[str, str], ...]:
    """Return the brushes as (brush, label): the kinds of terrain, then the hexside features, then
    high ground.
    """
    choices = [(kind, f"{kind.replace('-', ' ')} (hex)") for kind in kinds.hexes]
    if kinds.sides:
        choices += [(f"{ALONG}{kind}", f"{kind} (hexside)") for kind in kinds.sides]
        choices.append((ALONG, "bare (hexside)"))
    if high:
        choices += [(HIGH, "high ground (hex)"), (LEVEL, "level ground (hex)")]
    return tuple(choices)


def board_words(terrain: TerrainMap) -> str:
    """Return what lies on a painted board, in words for readers who cannot see it.

    >>> board_words(TerrainMap()), board_words(TerrainMap().paint(Hex(0, 0), "woods"))
    ('an open board', 'a board with woods')
    """
    kinds = sorted(
        {kind.replace("-", " ") for _, kind in terrain.painted}
        | ({"high ground"} if terrain.high else set())
    )
    return f"a board with {', '.join(kinds)}" if kinds else "an open board"


#: The field that paints without a mouse.
PAINT = Field("paint", "Paint places", "", "such as 0503 0504")


def stroke(terrain: TerrainMap, brush: str, place: Place) -> TerrainMap:
    """Return the map after the brush touches this place.

    Raises `ValueError` if the brush is for hexes and the place is a hexside, or the reverse.
    """
    if brush.startswith(ALONG) != isinstance(place, Side):
        raise ValueError(
            "This brush paints hexsides, such as 0503/0504."
            if brush.startswith(ALONG)
            else "This brush paints hexes, such as 0503."
        )
    if isinstance(place, Hex) and brush in (HIGH, LEVEL):
        return terrain.lift(place, brush == HIGH)
    return terrain.paint(place, brush.removeprefix(ALONG))


def stroke_at(terrain: TerrainMap, brush: str, view: View, pixel: Pixel) -> TerrainMap:
    """Return the map after the brush touches this pixel of the picture; off the board nothing
    changes.
    """
    hexagon = view.hex_at(pixel)
    if hexagon is None:
        return terrain
    if not brush.startswith(ALONG):
        return stroke(terrain, brush, hexagon)
    sides = [side for side in hexagon.sides() if side in view.grid]
    near = min(sides, key=lambda side: math.dist(view.pixel(side), pixel))
    return stroke(terrain, brush, near)


def stroke_codes(terrain: TerrainMap, brush: str, grid: Grid, codes: str) -> TerrainMap:
    """Return the map after the brush touches the places with these codes, separated by blanks or
    commas.

    Raises `CodeError` for a wrong code, and `ValueError` for a place the brush is not for.
    """
    for place in map(grid.place, codes.replace(",", " ").split()):
        terrain = stroke(terrain, brush, place)
    return terrain


# -- the parts of a state with a painted board, and its panel -------------------------------------


@dataclass(frozen=True)
class Painted(Part):
    """The terrain painted on a board.

    A link writes it as ``woods=0304,0305 trench=0304/0305``; a brush sets it.
    """

    default: TerrainMap = TerrainMap()  # noqa: RUF009 - frozen
    grid: Grid = field(default_factory=Grid)
    kinds: Kinds = Kinds(())  # noqa: RUF009 - frozen
    one_word = False

    def take(self, state: object, given: object) -> TerrainMap:
        """Return the terrain given, as a map or in the words of a link. Raises `ValueError` as
        `read` does.
        """
        return given if isinstance(given, TerrainMap) else self.read(state, str(given).split())

    def read(self, state: object, words: Sequence[str]) -> TerrainMap:
        """Return the terrain that these words paint. Raises `ValueError` for words that paint
        none.
        """
        return read_words(words, self.grid, self.kinds)

    def write(self, state: object, value: TerrainMap) -> list[str]:
        return write_words(value, self.grid)

    def sample(self, dice: random.Random, state: object) -> TerrainMap:
        hexes, sides = (
            list(self.grid.hexes()),
            sorted(place for place in self.grid.places if isinstance(place, Side)),
        )
        most = dice.choice((0, 12, len(hexes)))
        painted: dict[Place, str] = {
            place: dice.choice(self.kinds.hexes) for place in dice.sample(hexes, most // 2)
        }
        if self.kinds.sides:
            painted |= {
                place: dice.choice(self.kinds.sides) for place in dice.sample(sides, most // 4)
            }
        return TerrainMap(
            frozenset((place, kind) for place, kind in painted.items() if kind != CLEAR)
        )


def click_part(first: str, uses: Mapping[str, str]) -> OneOf:
    """Return the part for what a click on the map does. One of its uses is ``paint``."""
    return OneOf("Click", first, uses, buttons=True, error_name="use of a click")


def brush_part(kinds: Kinds, first: str, high: bool = True) -> OneOf:
    """Return the part for the brush, which is offered while a click paints."""
    return OneOf("Brush", first, brushes(kinds, high), shown=lambda state: state.click == "paint")


def brush_hands(brush: Part, state: object) -> str:
    """Return what a click and a drag do with the chosen brush."""
    chosen = brush.control(state)
    name = dict(chosen.options).get(chosen.value, "") if isinstance(chosen, Choice) else ""
    what, _, where = name.partition(" (")
    each = "hexside" if where.startswith("hexside") else "hex"
    return (
        f"Click a {each} to paint it {what} · drag to paint more of them · Escape while you drag"
        " takes the stroke back"
    )


class PaintedPanel(Panel[View]):
    """A panel with a board that the reader paints. It must have the parts named here."""

    terrain: TerrainMap
    click: str
    brush: str
    held: str
    hover: Place | None

    #: Hints for the uses of a click that `usage_hint` does not cover.
    hands_for: Mapping[str, str] = MappingProxyType({})

    def hint(self) -> str:
        return (
            brush_hands(parts_of(type(self))["brush"], self)
            if self.click == "paint"
            else self.hands_for.get(self.click, self.usage_hint)
        )

    def actions(self) -> tuple[Control, ...]:
        return (PAINT,) if self.click == "paint" else ()

    def act(self, control: str, value: object) -> Self:
        """Paint the places with these codes. Raises `ValueError` as `stroke_codes` does."""
        if control == "paint":
            return with_fields(
                self, terrain=stroke_codes(self.terrain, self.brush, self.grid, str(value))
            )
        return super().act(control, value)

    def after(self, control: str, before: Self) -> Self:
        """Return the state after a control. Choosing a brush makes a click paint."""
        if control == "brush":
            return with_fields(self, click="paint")
        return with_fields(self, hover=None) if control == "click" else self

    def painted(self, gesture: Gesture, view: View) -> Self:
        """Return the state after a gesture with the brush: a press begins a stroke, a drag
        continues it.
        """
        if gesture.kind == "press" or (gesture.kind == "drag" and self.held == "brush"):
            return with_fields(
                self,
                terrain=stroke_at(self.terrain, self.brush, view, gesture.at),
                held="brush",
                hover=None,
            )
        return self

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return anywhere(view) if self.click == "paint" else self.counters_at(view)

    def counters_at(self, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return the counters that can be dragged, as discs (x, y, radius; scene pixels)."""
        return ()
