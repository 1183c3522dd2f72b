"""The hexside panel: what a hex or a hexside counts as in movement, combat, spotting, stacking and
indirect fire.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import whole
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.renamed import renamed
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.drawing import draw
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.shapes import Circles, Label, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.rules import ground
from landships_lab.games.landships.rules.book import hexes
from landships_lab.games.landships.rules.ground import HEXSIDE_SPOTTING, HEXSIDE_STACKING, PERIMETER
from landships_lab.panel import painting
from landships_lab.panel.board import Action, Gesture, around_map, step_place, supposed
from landships_lab.panel.controls import Control, Field
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.painting import click_part
from landships_lab.panel.parts import LEAD, Moment, OnePlace, Part, Whole, part, parts_of
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Taken
from .painted_ground import AskedReadings, GroundPanel, ground_brush, ground_part

GRID = Grid(columns=20, rows=14)
CLICKS = {"ask": "asks", "unit": "adds a unit", "paint": "paints"}
_LIMIT = "a stacking limit"
Units = tuple[tuple[Place, int], ...]
#: The readings that bear on any question, by id.
_ASKED = (PERIMETER, HEXSIDE_STACKING, HEXSIDE_SPOTTING)
_EVERY = {key: readings("landships")[key] for key in _ASKED}


class UnitsPart(Part):
    """The number of units in each place. A link writes it as ``0909=2 0908/0909=1``."""

    one_word = False

    def control(self, state: object) -> Control | None:
        codes = " ".join(self.write(state, getattr(state, self.id)))
        return Field(self.control_id, self.title(state), codes, "such as 0908=2")

    def take(self, state: object, given: str | Mapping[Place, int] | Units) -> Units:
        if isinstance(given, str):
            return self.read(state, given.replace(",", " ").split())
        pairs: Mapping[Place, int] = dict(given)
        return tuple(sorted((place, number) for place, number in pairs.items() if number))

    def read(self, state: object, words: Sequence[str]) -> Units:
        units: dict[Place, int] = {}
        for word in words:
            code, _, number = word.partition("=")
            what = f"The number of units in {code}"
            units[GRID.place(code)] = whole(what, number or 1, 0, ground.MOST_UNITS)
        return self.take(state, units)

    def write(self, state: object, value: Units) -> list[str]:
        return [f"{GRID.code(place)}={number}" for place, number in value]

    def sample(self, dice: random.Random, state: Hexsides) -> Units:
        hexagon = state.place if isinstance(state.place, Hex) else state.place.hexes[0]
        places: tuple[Place, ...] = (hexagon, *hexagon.sides())
        near = [place for place in places if place in GRID]
        drawn = {dice.choice(near): dice.randint(1, 12) for _ in range(dice.randint(0, 4))}
        return self.take(state, drawn)


@dataclass(frozen=True)
class Hexsides(QuestionPanel, GroundPanel):
    """Paint terrain, put units down, and ask what any hex or hexside counts as.

    ``units`` holds the number of units in each place, ``limit`` the reader's stacking limit,
    ``struck`` the hex under indirect fire. ``bears_on`` names the readings that matter to a
    question.
    """

    id = "landships:hexsides"
    title = "Terrain and stacking on hexsides"
    rule_set = "Landships!"
    prompt = "What does this place count as?"
    usage_hint = (
        "Point at a hex or hexside to ask about it · click to keep it · arrow keys move the"
        " question"
    )
    hands_for = MappingProxyType(
        {
            "unit": "Click a place to add a unit there · point at a place to ask about it · arrow"
            " keys move the question"
        }
    )
    example = (
        "0908/0909 ask combat units 0909=2 0908/0909=2 1008=1 limit 3 terrain town=0908,1007,1008"
        " woods=1108,1109,1209 shell-holes=0809,0810 water=1010,1011 trench=0708,0709"
    )
    order = names("ask place units limit struck click brush paint")
    secondary = ("paint",)
    bears_on: ClassVar[tuple[str, ...]] = ()

    place: Place = part(
        OnePlace, "Place", GRID.place("0908/0909"), GRID, hint="0908, or 0908/0909", word=LEAD
    )
    question: str = part(question_part, control_id="ask", always=True)
    units: Units = part(UnitsPart, "Units", ())
    limit: int | None = part(
        Whole("Limit", None, 0, ground.MOST_UNITS, empty=True, hint="yours", error_name=_LIMIT)
    )
    struck: Hex | None = part(
        OnePlace, "Struck hex", None, GRID, empty=True, hexes_only=True, hint="such as 0908"
    )
    terrain: TerrainMap = part(ground_part, GRID)
    click: str = part(click_part, "ask", CLICKS)
    brush: str = part(ground_brush, "woods")
    readings: Taken = part(
        AskedReadings, known=lambda s: {key: _EVERY[key] for key in s.bears_on}, every=_EVERY
    )
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")
    taken = renamed("read_as")

    @property
    def asked(self) -> Place:
        """The place in question: the one under the pointer, else the chosen one."""
        return self.hover or self.place

    @property
    def read_as(self) -> dict[str, str]:
        """The chosen options of the readings that bear on the question."""
        return {key: option for key, option in self.readings if key in self.bears_on}

    @abstractmethod
    def ask(self) -> Answer[object]:
        """Return what the place in question counts as."""

    # -- the picture

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, code = view or self.opening(), self.grid.code
        marks = [m for step in answer.steps for m in step.marks if isinstance(m, Hex)]
        figures: list[Shape] = []
        for place in dict.fromkeys(marks):
            figures += draw.outlined(view, place, "count-start", code(place))
        figures += self.marked(answer, view)
        figures += draw.outlined(view, self.asked, "asked", "asked")
        outlined = f"{code(self.asked)} is outlined on {painting.board_words(self.terrain)}."
        named = place_names(view, figures, (), self.terrain)
        spoken = f"{outlined} {answer.headline}"
        return board(view, figures, named, self.title, spoken, self.terrain)

    def marked(self, answer: Answer[object], view: View) -> tuple[Shape, ...]:
        """Return the shapes that this question adds to the picture."""
        return ()

    def focus(self) -> Action:
        return Action((self.place,), around_map(self.terrain))

    def preview(self) -> str:
        return supposed("If you ask about", self.grid, self.hover, self.place)

    # -- gestures

    def after(self, control: str, before: Self) -> Self:
        new = super().after(control, before)
        return replace(new, hover=None) if control == "place" else new

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint":
            return self.painted(gesture, view)
        place = view.place_at(gesture.at)
        if gesture.kind == "press" and place is not None:
            units = dict(self.units)
            if self.click == "unit":
                units[place] = units.get(place, 0) + 1
            units_now = parts_of(type(self))["units"].take(self, units)
            return replace(self, place=place, hover=None, units=units_now)
        return replace(self, hover=place) if gesture.kind == "hover" else self

    def stepped(self, arrow: str) -> Self:
        return replace(self, place=step_place(self.grid, self.place, arrow), hover=None)


@dataclass(frozen=True)
class EntryCost(Hexsides):
    """The movement points that it costs to enter the place."""

    key = "move"
    label = "what does it cost to enter?"
    bears_on = (PERIMETER,)

    def ask(self) -> Answer[int | None]:
        return ground.entry_cost(self.terrain, self.asked, given=self.read_as)

    def effect(self, answer: Answer[int | None]) -> str:
        return "closed" if answer.value is None else ground.mps(answer.value)


@dataclass(frozen=True)
class Spotting(Hexsides):
    """The range at which a vehicle on the place is spotted."""

    key = "spot"
    label = "from how far is it spotted?"
    bears_on = (HEXSIDE_SPOTTING, PERIMETER)

    def ask(self) -> Answer[int | None]:
        return ground.spotting_range(self.terrain, self.asked, given=self.read_as)

    def effect(self, answer: Answer[int | None]) -> str:
        return "closed" if answer.value is None else f"up to {hexes(answer.value)}"


@dataclass(frozen=True)
class CombatTerrain(Hexsides):
    """The terrain that helps a vehicle on the place when it is fired at."""

    key = "combat"
    label = "what cover does it give?"
    bears_on = (PERIMETER,)

    def ask(self) -> Answer[str | None]:
        return ground.combat_terrain(self.terrain, self.asked, given=self.read_as)

    def effect(self, answer: Answer[str | None]) -> str:
        return "closed" if answer.value is None else f"counts as {answer.value}"


@dataclass(frozen=True)
class Stacking(Hexsides):
    """The stacking limit, for the place and what is counted with it."""

    key = "stack"
    label = "are there too many units?"
    own_parts = ("units", "limit")
    bears_on = (HEXSIDE_STACKING,)

    def ask(self) -> Answer[bool | Gap]:
        """Return whether the limit is kept; a `Gap` if the reader has set no limit."""
        reading = self.read_as.get(HEXSIDE_STACKING, "one-hexside")
        return ground.check_stacking(dict(self.units), self.asked, self.limit, reading)

    def effect(self, answer: Answer[bool | Gap]) -> str:
        if isinstance(answer.value, Gap):
            return "limit not in the source"
        return "within the limit" if answer.value else "too many"

    def marked(self, answer: Answer[object], view: View) -> tuple[Shape, ...]:
        units = dict(self.units)
        return tuple(_units(view, units, sorted(answer.detail or ()))) if units else ()


def _units(view: View, units: Mapping[Place, int], too_many: Sequence[Place]) -> Iterator[Shape]:
    """Yield the number of units in each place, and rings round places with too many."""
    code = view.grid.code
    yield Circles(tuple(map(view.pixel, units)), 0.4 * view.size, "count-badge", "units")
    for place in too_many:
        yield from draw.ring(view, place, "blocked", f"too many {code(place)}")
    for place, number in units.items():
        yield Label(str(number), view.pixel(place), "count-number", f"units {code(place)}")


@dataclass(frozen=True)
class IndirectFire(Hexsides):
    """Indirect fire at a hex, and whether the place suffers it."""

    key = "indirect"
    label = "does indirect fire reach it?"
    own_parts = ("struck",)

    @property
    def under_fire(self) -> Hex:
        """The hex that is struck: the one given, else a hex of the place in question."""
        return self.struck or (self.asked if isinstance(self.asked, Hex) else self.asked.hexes[0])

    def ask(self) -> Answer[bool]:
        return ground.suffers_indirect(self.asked, self.under_fire)

    def marked(self, answer: Answer[object], view: View) -> tuple[Shape, ...]:
        return draw.outlined(view, self.under_fire, "blocked", "struck")


Hexsides.offer(EntryCost, Spotting, CombatTerrain, Stacking, IndirectFire)
