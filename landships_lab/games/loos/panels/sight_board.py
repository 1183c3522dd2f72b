"""The board of the sight panel: an observer and a target on a painted board, under one of two
rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Reading
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.data.terrain import Kinds, read_words, write_words
from landships_lab.drawing.view import View
from landships_lab.games.free_sight.rules import READING, SightRule
from landships_lab.games.loos.rules.book import Army
from landships_lab.games.loos.rules.sight import SightMap
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.panel.controls import Toggle
from landships_lab.panel.painting import brushes
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Custom, Moment, OneOf, OnePlace, Several, Whole, part
from landships_lab.panel.readings import Readings, Taken

ID = "loos:sight"
GRID = Grid(columns=16, rows=12)
FREE_KINDS = Kinds(("woods", "town", "city", "marsh", "rough", "mountain"), ("trench",))
#: The British front line is on the boards of Loos alone.
FRONT = "front-line"
KINDS = Kinds((*FREE_KINDS.hexes, FRONT), FREE_KINDS.sides)
RULES = {"loos": "Loos", "free": "Landships!"}
#: What a click on the map does; only Loos has an aircraft marker.
CLICKS = {"target": "target", "observer": "eye", "marker": "aircraft", "paint": "paints"}
VIEWS = {"off": "off", "view": "seen", "compare": "readings"}


def _is_free(state: SightBoard) -> bool:
    return state.rules == "free"


@dataclass(frozen=True)
class _End(OnePlace):
    """The place of observer or target. A random one is most often a hex, which both rules allow."""

    def sample(self, dice: random.Random, state: object) -> Place:
        place: Place = super().sample(dice, state)
        return place if isinstance(place, Hex) or dice.randrange(10) == 0 else place.hexes[0]


@dataclass(frozen=True)
class _Blocks(Several):
    """The kinds of terrain that block, and in the same control whether
    the target's own hex does.
    """

    def put(self, state: SightBoard, given: tuple[str, bool]) -> SightBoard:
        kind, on = given
        if kind == "target":
            return replace(state, target_blocks=bool(on))
        found: SightBoard = super().put(state, given)
        return found


def _readings(rules: str) -> Mapping[str, Reading]:
    return readings("loos" if rules == "loos" else "free_sight", "sight")


def _blocking(state: SightBoard) -> tuple[Toggle, ...]:
    kinds = tuple(Toggle(kind, kind, kind in state.blocks, "black") for kind in FREE_KINDS.hexes)
    return (*kinds, Toggle("target", "own hex", state.target_blocks, "black"))


def _own_hex(_state: SightBoard, words: Sequence[str]) -> bool:
    return list(words) == ["counts"]


def _some_ground(dice: random.Random, _state: SightBoard) -> TerrainMap:
    hexes = dice.sample(sorted(GRID.hexes()), dice.randint(0, 12))
    painted = TerrainMap()
    for hexagon in hexes:
        painted = (
            painted.lift(hexagon)
            if dice.randrange(5) == 0
            else painted.paint(hexagon, dice.choice(KINDS.hexes))
        )
    return painted


@dataclass(frozen=True)
class SightBoard(Panel[View]):
    """An observer and a target on a painted board, under one of two rules.

    ``show`` is the field of view: off, seen, or the readings compared. Of the free rule the reader
    sets ``blocks``, ``depth``, ``target_blocks`` and ``far``. ``hover`` and ``held`` are of the
    moment.
    """

    observer: Place = part(_End, "Eye", GRID.hex(7, 7), GRID, word=LEAD, hint="such as 0707")
    target: Place = part(
        _End,
        "Target",
        lambda state: state.observer,
        GRID,
        word="at",
        always=True,
        hint="such as 1007",
    )
    rules: str = part(OneOf, "Rule", "loos", RULES, buttons=True)
    army: Army = part(
        OneOf,
        "Army",
        "british",
        {"british": "British", "german": "German"},
        buttons=True,
        shown=lambda state: not _is_free(state),
    )
    aircraft: Hex | None = part(
        OnePlace,
        "Aircraft marker",
        None,
        GRID,
        empty=True,
        hexes_only=True,
        hint="no marker",
        shown=lambda state: not _is_free(state),
    )
    blocks: frozenset[str] = part(
        _Blocks,
        "Blocks",
        frozenset(),
        {kind: kind for kind in FREE_KINDS.hexes},
        items=_blocking,
        shown=lambda state: _is_free(state) and state.click != "paint",
        error_name="kind of terrain",
    )
    target_blocks: bool = part(
        Custom,
        default=False,
        word="own",
        reads=_own_hex,
        writes=lambda _state, on: ["counts"] if on else [],
    )
    show: str = part(OneOf, "View", "off", VIEWS, buttons=True, error_name="field of view")
    click: str = part(
        OneOf,
        "Click",
        "target",
        lambda state: {
            click: does
            for click, does in CLICKS.items()
            if click != "marker" or not _is_free(state)
        },
        buttons=True,
        error_name="use of a click",
    )
    brush: str = part(
        OneOf,
        "Brush",
        "woods",
        lambda state: brushes(FREE_KINDS if _is_free(state) else KINDS),
        shown=lambda state: state.click == "paint",
    )
    depth: int = part(Whole, "Hexes that stop a line", 1, 1, 9, shown=_is_free)
    far: int = part(Whole, "As far as", 6, 1, 12, shown=_is_free)
    terrain: TerrainMap = part(
        Custom,
        default=TerrainMap(),
        reads=lambda _state, words: read_words(words, GRID, KINDS),
        writes=lambda _state, terrain: write_words(terrain, GRID),
        takes=lambda _state, given: read_words(str(given).split(), GRID, KINDS),
        samples=_some_ground,
    )
    #: A link may also hold the readings of the other rule, which come back with it.
    readings: Taken = part(
        Readings,
        known=lambda _state: {**_readings("loos"), **_readings("free")},
        offered=lambda state: _readings(state.rules),
    )
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")

    @property
    def aimed(self) -> Place:
        """The place that is asked about: the one under the pointer, else the target."""
        return self.hover or self.target

    def field(self) -> SightMap:
        """Return the map as Loos sees it: a trench on a hexside belongs to both its hexes."""
        terrain = {
            h: FRONT_LINE if kind == FRONT else kind for h, kind in self.terrain.hexes.items()
        }
        for side in self.terrain.sides:
            for hexagon in side.hexes:
                terrain.setdefault(hexagon, "trench")
        taken = {key: option for key, option in self.readings if key != READING}
        return SightMap(terrain, self.terrain.high, self.aircraft, taken, self.army)

    def rule(self, along: str = "") -> SightRule:
        """Return the rule the reader has set, with another rule for hexsides if one is given."""
        taken = along or dict(self.readings).get(READING, "both")
        return SightRule(self.blocks, self.depth, self.target_blocks, taken)  # type: ignore[arg-type]  # checked by the class


def hex_only(place: Place) -> Hex:
    """Return the hex. `ValueError` for a hexside: at Loos units stand in hexes only."""
    if isinstance(place, Side):
        raise ValueError(
            "At Loos units stand in hexes only; give a hex such as 0503, or choose the Landships!"
            " board."
        )
    return place
