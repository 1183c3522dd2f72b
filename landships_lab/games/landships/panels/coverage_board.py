"""The board of the coverage panel: two forces on painted ground, how their fire is counted, and a
place and a way in question.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, half_hexes
from landships_lab.core.place_bits import place_bits
from landships_lab.core.shadows import seen_places
from landships_lab.core.sources import Cite, Reading
from landships_lab.core.speech import listed, plural
from landships_lab.core.terrain import CLEAR, TerrainMap
from landships_lab.data.load import readings
from landships_lab.games.free_sight import rules as free_sight
from landships_lab.games.landships.analysis import coverage
from landships_lab.games.landships.analysis.coverage import SHADES, Conditions, Deployed, Force
from landships_lab.games.landships.data.ground import ground_kinds
from landships_lab.games.landships.data.units import Unit
from landships_lab.games.landships.rules.book import FIRE_READINGS
from landships_lab.games.landships.rules.field_of_movement import March
from landships_lab.games.landships.rules.ground import PERIMETER
from landships_lab.games.landships.rules.positions import legal_headings, require_position
from landships_lab.panel.controls import Toggle
from landships_lab.panel.parts import Moment, OnePlace, Part, Places, Whole, part
from landships_lab.panel.parts.flags import Flag, Group, Several
from landships_lab.panel.readings import Taken
from . import common
from .common import choice, own_units_part, word
from .painted_ground import AskedReadings, GroundPanel, ground_brush, ground_part

GRID = Grid(columns=17, rows=11)
#: The first state of a panel: three tanks before a wood and a village, and two enemy tanks coming
#: from the east.
A_COMPANY = (
    "british mk-iv-male@0704@ENE mk-iv-male@0706/0707@E mk-iv-male@0709@ESE german a7v@1303@WSW"
    " a7v@1407@WNW within 6 terrain town=1006,1007,1107 woods=0902,1002,1003,1011,1110,1111"
)
SIDES = {"British": "British", "German": "German", "both": "both"}
CLICKS = {"ask": "asks", "place": "places it", "way": "draws a way", "paint": "paints"}
ROUTES = {"drawn": "drawn", "cheapest": "cheapest", "safest": "safest"}
SIGHT_READINGS = readings("free_sight", "sight")
_MOVING = {PERIMETER: readings("landships", "movement")[PERIMETER]}
_EVERY = {**FIRE_READINGS, **_MOVING, **SIGHT_READINGS}
MOST_WAY = 60
_DISTANCE = "the distance to look at"
_BLOCKS = "Blocks sight (set by you: not in the source)"
_OWN_HEXES = Group("target_hexes", "The target's own hexes", "counting")


@dataclass(frozen=True)
class Placed:
    """A unit in a state: its id, its place, its heading."""

    unit_id: str
    place: Place
    heading: Heading


@dataclass(frozen=True)
class ForcePart(Part):
    """The units of one side. A link writes each as ``mk-iv-male@0304@NNE``."""

    default: tuple[Placed, ...] = ()
    one_word = False
    read_order = 1  # other parts name units

    def read(self, state: CoverageBoard, words: Sequence[str]) -> tuple[Placed, ...]:
        return tuple(_read(state.units, word) for word in words)

    def take(self, state: CoverageBoard, given: str | Iterable[Placed]) -> tuple[Placed, ...]:
        return self.read(state, given.split()) if isinstance(given, str) else tuple(given)

    def write(self, state: object, value: tuple[Placed, ...]) -> list[str]:
        return [f"{one.unit_id}@{GRID.code(one.place)}@{one.heading}" for one in value]

    def sample(self, dice: random.Random, state: CoverageBoard) -> tuple[Placed, ...]:
        places, units = sorted(GRID.places), []
        for _ in range(dice.randint(0, 4)):
            key = dice.choice(list(state.units))
            kind = state.units[key].unit_class
            near = [p for p in dice.sample(places, 40) if legal_headings(kind, p)]
            place = dice.choice(near)
            units.append(Placed(key, place, dice.choice(legal_headings(kind, place))))
        return tuple(units)


def _read(units: Mapping[str, Unit], word: str) -> Placed:
    parts = word.split("@")
    if len(parts) != 3 or parts[0] not in units:
        raise ValueError(
            f"{word!r} is not a unit of a force; write unit@place@heading, such as"
            " mk-iv-male@0304@NNE."
        )
    placed = Placed(parts[0], GRID.place(parts[1]), Heading(parts[2]))
    require_position(units[placed.unit_id].unit_class, placed.place, placed.heading)
    return placed


#: The kinds of terrain that the reader may say block a line of sight.
_BLOCKING = [kind for kind in ground_kinds().hexes if kind not in (CLEAR, "road")]
BLOCKERS = {kind: kind.replace("-", " ") for kind in _BLOCKING}


def _blocking(state: CoverageBoard) -> tuple[Toggle, ...]:
    named, blocks = BLOCKERS.items(), state.blocks
    return tuple(Toggle(kind, label, kind in blocks, "black") for kind, label in named)


def _names(state: CoverageBoard) -> dict[str, str]:
    force = state.force_by_key.items()
    stands = {key: f"{one.name} · {GRID.code(one.place)} {one.heading}" for key, one in force}
    return stands or {"": "none yet"}


def _bearing(state: CoverageBoard) -> dict[str, Reading]:
    """Return the readings on fire, on lines that can be blocked, and on ways."""
    sight = SIGHT_READINGS if state.blocks else {}
    return {**FIRE_READINGS, **sight, **(_MOVING if state.way else {})}


def _without_a_range(state: CoverageBoard) -> bool:
    units = (state.units[one.unit_id] for one in (*state.british, *state.german))
    weapons = (weapon for unit in units for weapon in unit.weapons.values())
    return any(isinstance(weapon.range_hexes, Gap) for weapon in weapons)


def _blocked(state: CoverageBoard) -> bool:
    return bool(state.blocks)


def _has_way(state: CoverageBoard) -> bool:
    return bool(state.way) and state.click != "paint"


@dataclass(frozen=True)
class CoverageBoard(GroundPanel):
    """Two forces on painted ground, how their fire is counted, and a place and a way in question.

    ``blocks`` and ``depth`` are the reader's rule on lines of sight; ``max_range``, in hexes,
    stands for ranges that are not in the source. ``hover``, ``held`` and ``held_heading`` are
    momentary, and so is ``unproven``: it holds `turned_now` if the headings found may not be the
    best possible.
    """

    british: tuple[Placed, ...] = part(ForcePart, "British units")
    german: tuple[Placed, ...] = part(ForcePart, "German units")
    side: str = part(word, "Side", "British", SIDES)
    shade: str = part(word, "Shade", "guns", SHADES, "measure of fire")
    within: int = part(Whole("Blind within", 3, 1, coverage.MOST_WITHIN, error_name=_DISTANCE))
    chosen: str = part(choice, "Unit", lambda s: next(iter(_names(s))), _names)
    asked: Place | None = part(
        OnePlace, "Place asked about", None, GRID, empty=True, hint="such as 0705"
    )
    kind: str = part(choice, "Add", "mk-iv-male", common.unit_names, "unit")
    click: str = part(word, "A click", "ask", CLICKS, "use of a click")
    way: tuple[Place, ...] = part(
        Places, "Way through", (), GRID, most=MOST_WAY, hint="such as 1601 0510"
    )
    route: str = part(word, "Way", "drawn", ROUTES, "kind of way", shown=_has_way)
    max_range: int | None = part(
        common.own_range, "Your maximum range (not in the source)", _without_a_range
    )
    blocks: frozenset[str] = part(
        Several(_BLOCKS, frozenset(), BLOCKERS, items=_blocking, error_name="kind of terrain")
    )
    own_hexes: bool = part(Flag, "count as well", shown=_blocked, group=_OWN_HEXES)
    depth: int = part(
        Whole, "Hexes that stop a line (set by you)", 1, 1, free_sight.MOST_DEPTH, shown=_blocked
    )
    terrain: TerrainMap = part(ground_part, GRID)
    brush: str = part(ground_brush, "woods")
    readings: Taken = part(AskedReadings, known=_bearing, every=_EVERY)
    own: str = part(own_units_part, "Units of your own (TOML)")
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")
    held_heading: Heading | None = part(Moment())
    unproven: tuple[object, ...] = part(Moment, default=())

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units to choose from: those of the article, then the reader's units."""
        return common.units_with(self.own)

    @property
    def force_by_key(self) -> Mapping[str, Deployed]:
        """The units of both sides, in the form that the rules take, by keys such as
        ``british-1``.
        """
        return _deployed(self.british, self.german, self.own)

    @property
    def force(self) -> Force:
        """The units of both sides, in the form that the rules take."""
        return tuple(self.force_by_key.values())

    @property
    def chosen_key(self) -> str:
        """The key of the chosen unit, or of the first; empty without any."""
        keys = self.force_by_key
        return self.chosen if self.chosen in keys else next(iter(keys), "")

    @property
    def unit(self) -> Deployed | None:
        """The chosen unit."""
        return self.force_by_key.get(self.chosen_key)

    @property
    def acting(self) -> str:
        """The side that forms up or turns: the one shown, or that of the chosen unit."""
        return self.side if self.side != "both" else self.unit.side if self.unit else "British"

    @property
    def danger(self) -> str:
        """The side whose fire a way is under: the one shown or, if both are, the enemy of the
        acting side.
        """
        enemy = next(side for side in coverage.SIDES if side != self.acting)
        return enemy if self.side == "both" else self.side

    @property
    def turned_now(self) -> tuple[object, ...]:
        """What the best headings depend on, together with the present headings."""
        return self.british, self.german, self.within, self.acting, self.conditions

    @property
    def conditions(self) -> Conditions:
        """What holds for every shot."""
        options = tuple((key, option) for key, option in self.readings if key in FIRE_READINGS)
        along: Any = dict(self.readings).get(free_sight.READING, "both")
        rule = free_sight.SightRule(self.blocks, self.depth, self.own_hexes, along)
        sight = LinesOfSight(rule, self.terrain) if self.blocks else None
        return Conditions(GRID, options, self.max_range, sight)

    @property
    def march(self) -> March:
        """The board for a vehicle with enough MPs that moves under the fire shown."""
        enemies = frozenset(one.place for one in self.force if one.side == self.danger)
        options = tuple((key, option) for key, option in self.readings if key in _MOVING)
        return March(GRID, self.terrain, mp=99, enemies=enemies, readings=options)

    def with_force(self, force: Mapping[str, Deployed]) -> Self:
        """Return the state with these units in place of those with the same keys."""
        sides: dict[str, list[Placed]] = {"British": [], "German": []}
        for one in ({**self.force_by_key, **force}).values():
            sides[one.side].append(Placed(one.unit.id, one.place, one.heading))
        return replace(self, british=tuple(sides["British"]), german=tuple(sides["German"]))


@lru_cache(maxsize=256)
def _deployed(
    british: tuple[Placed, ...], german: tuple[Placed, ...], own: str
) -> Mapping[str, Deployed]:
    """Return the units by their keys. Units of one name are numbered across both sides."""
    units, numbers, by_key = common.units_with(own), dict[str, int](), {}
    for side, placed in (("British", british), ("German", german)):
        for place_in_line, one in enumerate(placed, 1):
            unit = units[one.unit_id]
            number = numbers[unit.name] = numbers.get(unit.name, 0) + 1
            deployed = Deployed(unit, one.place, one.heading, side, number)
            by_key[f"{side.lower()}-{place_in_line}"] = deployed
    return MappingProxyType(by_key)


def room(state: CoverageBoard) -> int:
    """Return how many more units fit on the board."""
    return coverage.MOST_UNITS - len(state.british) - len(state.german)


def near_by(place: Place) -> list[Hex]:
    """Return the hexes of the board, the nearest to this place first."""
    return sorted(GRID.hexes(), key=lambda hexagon: (half_hexes(place, hexagon), hexagon))


# -- lines of sight

#: The range of most weapons, in hexes.
NEAR = 8


@dataclass(frozen=True)
class LinesOfSight:
    """The reader's rule on lines of sight, on a painted board."""

    rule: free_sight.SightRule
    terrain: TerrainMap

    @cached_property
    def blocking(self) -> frozenset[Hex]:
        """The hexes whose terrain blocks."""
        painted, kinds = self.terrain.hexes.items(), self.rule.kinds
        return frozenset(hexagon for hexagon, kind in painted if kind in kinds)

    def seen_from(self, grid: Grid, observer: Place, asked: int) -> int:
        """Find near places by shadows and far ones line by line."""
        board, rule = place_bits(grid), self.rule
        near = coverage.places_within(observer, NEAR, grid)
        far = board.places(asked & ~near)
        seen = (p for p in far if free_sight.in_sight(rule, self.blocking, observer, p))
        return asked & near & _seen_near(self, grid, observer) | board.gather(seen)

    def explain(self, observer: Place, target: Place) -> Answer[bool | Gap]:
        """Return whether the line is clear, and why."""
        return free_sight.sight(self.rule, self.terrain.hexes, observer, target)

    def step(self) -> Step:
        """Return the step that says what blocks."""
        kinds = listed(sorted(kind.replace("-", " ") for kind in self.rule.kinds))
        stops = plural(self.rule.depth, "such hex stops", "such hexes stop")
        text = f"You say what blocks a line of sight: {kinds}; {stops} it."
        return Step(text, Cite("You", "lines of sight", kind="supplied"))


@lru_cache(maxsize=1024)  # a unit that turns in place sees the same
def _seen_near(sight: LinesOfSight, grid: Grid, observer: Place) -> int:
    rule = sight.rule
    return seen_places(
        grid, observer, NEAR, sight.blocking, rule.along, rule.depth, rule.target_blocks
    )
