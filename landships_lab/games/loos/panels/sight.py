"""Sight: who is seen on a painted board, what hides the rest, and where readings differ."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side, half_hexes
from landships_lab.core.sources import Reading
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.data.terrain import Kinds, read_words, write_words
from landships_lab.drawing import draw
from landships_lab.drawing.board import Names, around, board, place_names
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Circles, Lines, Pixel, Polygons, Scene, Shape, rectangle
from landships_lab.drawing.view import View
from landships_lab.games.free_sight import rules as free_sight
from landships_lab.games.loos.analysis.forecasts import compare_along
from landships_lab.games.loos.rules import sight
from landships_lab.games.loos.rules.book import Army
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.panel import painting
from landships_lab.panel.board import Action, Gesture, anywhere, around_map, step_place, supposed
from landships_lab.panel.controls import Control, Toggle
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Custom, Moment, OneOf, OnePlace, Several, Whole, part
from landships_lab.panel.parts.base import Options, names, parts_of, with_fields
from landships_lab.panel.readings import Readings, Taken
from .common import word

GRID = Grid(columns=16, rows=12)
FREE_KINDS = Kinds(("woods", "town", "city", "marsh", "rough", "mountain"), ("trench",))
#: Only the boards of Loos have a British front line.
FRONT = "front-line"
KINDS = Kinds((*FREE_KINDS.hexes, FRONT), FREE_KINDS.sides)
ARMIES = {"british": "British", "german": "German"}
#: What a click on the map does; only Loos has an aircraft marker.
CLICKS = {"target": "target", "observer": "eye", "marker": "aircraft", "paint": "paints"}
VIEWS = {"off": "off", "view": "seen", "compare": "readings"}
#: The colour of a hex that one reading shows and another hides.
DIFFERS = "purple"
_EYE_HINT = "Click to place the eye, or drag it · drag the ring · arrow keys move the eye"
_MARKER_HINT = (
    "Click a hex to put the aircraft marker there, or to take it away · drag the eye or the ring"
)


# -- the parts of a state --------------------------------------------------------------------------


def _is_free(state: Sight) -> bool:
    return state.rules == "free"


@dataclass(frozen=True)
class _End(OnePlace):
    """The place of observer or target. A random place is usually a hex, which both rules allow."""

    def sample(self, dice: random.Random, state: object) -> Place:
        place: Place = super().sample(dice, state)
        return place if isinstance(place, Hex) or dice.randrange(10) == 0 else place.hexes[0]


@dataclass(frozen=True)
class _Blocks(Several):
    """The kinds of terrain that block, and whether the target's own hex does."""

    def put(self, state: Sight, given: tuple[str, bool]) -> Any:
        if given[0] == "target":
            return replace(state, target_blocks=bool(given[1]))
        return super().put(state, given)


def _readings(rules: str) -> Mapping[str, Reading]:
    return readings("loos" if rules == "loos" else "free_sight", "sight")


def _blocking(state: Sight) -> tuple[Toggle, ...]:
    kinds = tuple(Toggle(kind, kind, kind in state.blocks, "black") for kind in FREE_KINDS.hexes)
    return (*kinds, Toggle("target", "own hex", state.target_blocks, "black"))


def _clicks(state: Sight) -> dict[str, str]:
    return {key: does for key, does in CLICKS.items() if key != "marker" or not _is_free(state)}


def _brushes(state: Sight) -> Options:
    return painting.brushes(FREE_KINDS if _is_free(state) else KINDS)


def _some_ground(dice: random.Random, _state: Sight) -> TerrainMap:
    painted = TerrainMap()
    for hexagon in dice.sample(sorted(GRID.hexes()), dice.randint(0, 12)):
        high = dice.randrange(5) == 0
        kind = "" if high else dice.choice(KINDS.hexes)
        painted = painted.lift(hexagon) if high else painted.paint(hexagon, kind)
    return painted


@dataclass(frozen=True)
class Sight(Panel[View]):
    """Paint a field, drag observer and target, and see what is observed and what is in the way.

    An observer and a target on a painted board, under one of two rules. ``show`` is the field of
    view: off, seen, or the readings compared. For the free rule the reader sets ``blocks``,
    ``depth``, ``target_blocks`` and ``far``. ``hover`` and ``held`` are momentary.
    """

    id = "loos:sight"
    example = (
        "0707 at 1007 show view terrain woods=0806,0807,0903,1003,1108,1109,0610"
        " town=1005,1105,1106,0511,0512 trench=1303/1304,1303/1402,1304/1403,1304/1404"
        " high=0403,0404,0503,0504,1411,1412"
    )
    secondary = names("aircraft depth far paint")
    order = (*names("rules army observer target show click brush blocks"), *secondary)
    title = "Lines of sight"
    rule_set = "Loos or Landships!"
    prompt = "Is it seen, and if not, what is in the way?"
    grid = GRID
    usage_hint = (
        "Drag the eye or the ring · point at a hex to ask about it · click to keep it · arrow keys"
        " move the ring"
    )

    observer: Place = part(_End, "Eye", GRID.hex(7, 7), GRID, word=LEAD, hint="such as 0707")
    target: Place = part(
        _End("Target", lambda s: s.observer, GRID, word="at", always=True, hint="such as 1007")
    )
    rules: str = part(word, "Rule", "loos", {"loos": "Loos", "free": "Landships!"})
    army: Army = part(word("Army", "british", ARMIES, shown=lambda s: s.rules == "loos"))
    aircraft: Hex | None = part(
        OnePlace,
        "Aircraft marker",
        None,
        GRID,
        empty=True,
        hexes_only=True,
        hint="no marker",
        shown=lambda s: s.rules == "loos",
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
        reads=lambda _state, words: list(words) == ["counts"],
        writes=lambda _state, on: ["counts"] if on else [],
    )
    show: str = part(word, "View", "off", VIEWS, "field of view")
    click: str = part(OneOf("Click", "target", _clicks, buttons=True, error_name="use of a click"))
    brush: str = part(OneOf("Brush", "woods", _brushes, shown=lambda s: s.click == "paint"))
    depth: int = part(Whole("Hexes that stop a line", 1, 1, 9, shown=_is_free))
    far: int = part(Whole("As far as", 6, 1, 12, shown=_is_free))
    terrain: TerrainMap = part(
        Custom,
        default=TerrainMap(),
        reads=lambda _state, words: read_words(words, GRID, KINDS),
        writes=lambda _state, terrain: write_words(terrain, GRID),
        takes=lambda _state, given: read_words(str(given).split(), GRID, KINDS),
        samples=_some_ground,
    )
    #: A link may also hold the readings of the other rule, which return with that rule.
    readings: Taken = part(
        Readings,
        known=lambda _state: {**_readings("loos"), **_readings("free")},
        offered=lambda state: _readings(state.rules),
    )
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")

    @property
    def aimed(self) -> Place:
        """The place in question: the one under the pointer, else the target."""
        return self.hover or self.target

    def field(self) -> sight.SightMap:
        """Return the map under the rules of Loos: a trench on a hexside belongs to both
        its hexes.
        """
        kinds = self.terrain.hexes.items()
        terrain = {h: FRONT_LINE if kind == FRONT else kind for h, kind in kinds}
        for hexagon in (h for side in self.terrain.sides for h in side.hexes):
            terrain.setdefault(hexagon, "trench")
        chosen = {key: option for key, option in self.readings if key != free_sight.READING}
        return sight.SightMap(terrain, self.terrain.high, self.aircraft, chosen, self.army)

    def rule(self, along: str = "") -> free_sight.SightRule:
        """Return the rule the reader has set, with another rule for hexsides if one is given."""
        along_sides: Any = along or dict(self.readings).get(free_sight.READING, "both")
        return free_sight.SightRule(self.blocks, self.depth, self.target_blocks, along_sides)

    def ask(self) -> Answer[bool | Gap]:
        """Return whether the place aimed at is seen.

        ``detail`` holds what is seen under each rule, if the picture shows it.
        """
        answer: Answer[bool | Gap]
        if _is_free(self):
            answer = free_sight.sight(self.rule(), self.terrain.hexes, self.observer, self.aimed)
        else:
            answer = sight.seen_from(self.field(), _hex_only(self.observer), _a_hex(self.aimed))
        there = [r for r in answer.remedies if not isinstance(r.to, Hex) or r.to in self.grid]
        seen = fields(without_target(self)) if self.show != "off" else {}
        cite = free_sight.CITES["along"] if self.rules == "free" else None
        more = (compare_along(seen, cite),) if seen and self.show == "compare" else ()
        steps = (*answer.steps, *more)
        return replace(answer, steps=steps, remedies=tuple(there), detail=seen)

    def as_read(self) -> str:
        """Return whether the place is seen, without the field of view."""
        bare = replace(self, show="off")
        return bare.effect(bare.answer())

    def effect(self, answer: Answer[object]) -> str:
        if not isinstance(answer.value, bool):
            return "not in the source"
        return "seen" if answer.value else "not seen"

    # -- what is shown -----------------------------------------------------------------------------

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view = view or self.opening()
        craft = [] if self.aircraft is None else draw_aircraft(view, self.aircraft)
        eyes = [*craft, *_eye(view, self.observer)]
        shade = _field(self, answer.detail or {}, view) if self.show != "off" else ()
        figures: list[Shape] = [*shade, *_line(self, answer, view), *eyes]
        eye, ring = (view.grid.code(place) for place in (self.observer, self.target))
        ground = f"on {painting.board_words(self.terrain)}"
        spoken = f"An eye in {eye}, a ring in {ring}, {ground}. {answer.headline}"
        terrain = _drawn(self.terrain)
        standing = place_names(view, eyes, (), terrain)
        named = place_names(view, figures, _blocks(self, answer, view), terrain)
        # what hides the line moves with the pointer: it is drawn last
        named = Names((*named.bare, *named.labels), standing.bare)
        return board(view, figures, named, "Line of sight", spoken, terrain)

    def question_picture(self) -> Scene:
        return replace(self, show="off").picture(Answer(None, ()))

    def hint(self) -> str:
        if self.click == "paint":
            return painting.brush_hands(parts_of(Sight)["brush"], self)
        return {"observer": _EYE_HINT, "marker": _MARKER_HINT}.get(self.click, self.usage_hint)

    def preview(self) -> str:
        return supposed("If you look at", self.grid, self.hover, self.target)

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        if self.click == "paint":
            return anywhere(view)
        return tuple((*view.pixel(place), view.size) for place in (self.observer, self.target))

    @classmethod
    def snap_lattice(cls, view: View) -> tuple[float, ...]:
        return (view.size, *view.origin, 0.0)

    def focus(self) -> Action:
        return Action((self.observer, self.target), around_map(self.terrain))

    def legend(self) -> tuple[tuple[str, str], ...]:
        shaded = (("seen", "seen"), ("hidden", "hidden")) if self.show != "off" else ()
        lit = (("differs", "readings differ"),) if self.show == "compare" else ()
        return (*shaded, *lit, ("blocked", "blocks the line"))

    # -- what the reader sets ----------------------------------------------------------------------

    def check(self) -> Self:
        for place in (self.observer, self.target) if self.rules == "loos" else ():
            _hex_only(place)
        return self

    def after(self, control: str, before: Self) -> Self:
        match control:
            case "rules" if self.rules == "free":
                brush = self.brush if self.brush in dict(_brushes(self)) else "woods"
                click = "target" if self.click == "marker" else self.click
                return replace(self, aircraft=None, army="british", brush=brush, click=click)
            case "rules":
                ends = _a_hex(self.observer), _a_hex(self.target)
                return replace(self, observer=ends[0], target=ends[1])
            case "observer" | "target":
                return replace(self, hover=None).check()
            case "click":
                return replace(self, hover=None)
            case "brush":
                return replace(self, click="paint")
        return self

    def actions(self) -> tuple[Control, ...]:
        return (painting.PAINT,) if self.click == "paint" else ()

    def act(self, control: str, value: Any) -> Self:
        terrain = self.terrain
        match control:
            case "paint":
                terrain = painting.stroke_codes(terrain, self.brush, self.grid, value)
            case "clear":
                terrain = terrain.paint(value, "clear")
                for side in value.sides():
                    terrain = terrain.paint(side, "")
            case "high":
                terrain = terrain.lift(value)
            case _:
                return super().act(control, value)
        return replace(self, terrain=terrain)

    # -- what the hand does ------------------------------------------------------------------------

    @property
    def _moved(self) -> str:
        """The end that a click and the arrow keys move."""
        return "observer" if self.click == "observer" else "target"

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint" and gesture.kind in ("press", "drag"):
            terrain = painting.stroke_at(self.terrain, self.brush, view, gesture.at)
            return replace(self, terrain=terrain, hover=None)
        place = view.hex_at(gesture.at) if self.rules == "loos" else view.place_at(gesture.at)
        if place is None:
            return replace(self, hover=None)
        if gesture.kind == "press":
            return self._press(gesture, view, place)
        if gesture.kind == "drag" and self.held:
            return with_fields(self, hover=None, **{self.held: place})
        shown = place not in (self.observer, self.target) and self.click != "paint"
        return replace(self, hover=place if shown else None)

    def _press(self, gesture: Gesture, view: View, place: Place) -> Self:
        for end in ("observer", "target"):
            if math.dist(view.pixel(getattr(self, end)), gesture.at) <= 0.7 * view.size:
                return replace(self, held=end, hover=None)
        if self.click == "marker" and isinstance(place, Hex):
            return replace(self, aircraft=None if self.aircraft == place else place, hover=None)
        return with_fields(self, hover=None, held=self._moved, **{self._moved: place})

    def stepped(self, arrow: str) -> Self:
        start: Place = getattr(self, self._moved)
        place = step_place(self.grid, start, arrow)
        if self.rules == "loos" and not isinstance(place, Hex):
            place = step_place(self.grid, place, arrow)
        if self.rules == "loos" and not isinstance(place, Hex):
            # left and right lead between two hexes of the next column, so stay in the row
            rows = {self.grid.column_row(h)[1]: h for h in reversed(place.hexes)}
            row = self.grid.column_row(start)[1] if isinstance(start, Hex) else -1
            if row not in rows:
                return self
            place = rows[row]
        return with_fields(self, hover=None, **{self._moved: place})


def _hex_only(place: Place) -> Hex:
    """Return the hex. Raises `ValueError` for a hexside, because at Loos units are only
    in hexes.
    """
    if isinstance(place, Side):
        raise ValueError(
            "At Loos units stand in hexes only; give a hex such as 0503, or choose the Landships!"
            " board."
        )
    return place


def _a_hex(place: Place) -> Hex:
    """Return the hex, or the first of a hexside."""
    return place if isinstance(place, Hex) else place.hexes[0]


# -- the field of view -----------------------------------------------------------------------------

Fields = dict[str, frozenset[Hex]]


@lru_cache(maxsize=64)
def fields(state: Sight) -> Fields:
    """Return the hexes of the board that are seen under each rule for lines along hexsides."""
    eye, hexes = state.observer, tuple(GRID.hexes())
    if state.rules == "loos":
        here, observer = state.field(), _hex_only(eye)
        rules: tuple[Any, ...] = ("both", "either")
        return {r: sight.observed_hexes(here, observer, r) & frozenset(hexes) for r in rules}
    if not state.blocks:
        return {}
    near = [h for h in hexes if half_hexes(eye, h) <= 2 * state.far]
    blocking = frozenset(h for h, kind in state.terrain.hexes.items() if kind in state.blocks)

    def seen(along: str) -> frozenset[Hex]:
        rule = state.rule(along)
        return frozenset(h for h in near if free_sight.in_sight(rule, blocking, eye, h))

    return {along: seen(along) for along in ("both", "either", "each")}


def differing(seen: Fields) -> frozenset[Hex]:
    """Return the hexes that one reading shows and another hides."""
    shown = frozenset[Hex]().union(*seen.values())
    return shown - shown.intersection(*seen.values())


def without_target(state: Sight) -> Sight:
    """Return the state as far as the field of view depends on it: the target does not matter."""
    bare = replace(state, target=state.observer, hover=None, held="")
    return replace(bare, click="target", brush="woods", show="view")


# -- the picture -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _drawn(terrain: TerrainMap) -> TerrainMap:
    """Return the terrain as drawn, with the British front line as trenches."""
    painted = ((h, "trench" if kind == FRONT else kind) for h, kind in terrain.painted)
    return replace(terrain, painted=frozenset(painted))


def _field(state: Sight, seen: Fields, view: View) -> Iterator[Shape]:
    """Yield shade over the hidden hexes within range and, if readings are compared, light over the
    hexes on which they disagree.
    """
    if not seen:
        return
    loos = state.rules == "loos"
    far = sight.MOST_HEXES if loos else state.far
    default = free_sight.READINGS[free_sight.READING].default
    shown = seen[default if loos else state.rule().along]
    differs = differing(seen) if state.show == "compare" else frozenset[Hex]()
    near = [h for h in view.grid.hexes() if half_hexes(state.observer, h) <= 2 * far]
    hidden = [h for h in near if view.shows(h) and h not in shown and h not in differs]
    clear = [h for h in sorted(shown - differs) if view.shows(h)]
    yield Polygons(tuple(map(view.outline, clear)), "seen", "seen")
    yield Polygons(tuple(map(view.outline, hidden)), "hidden", "hidden")
    if differs:
        rings = tuple(map(view.outline, sorted(differs)))
        yield Polygons(rings, "differs", "readings differ", DIFFERS)


def _stopped_by(answer: Answer[object]) -> tuple[Place, ...]:
    """Return the places that stop the line, in order."""
    for step in answer.steps:
        if step.op == "forbids" and step.marks:
            return tuple(m for m in step.marks if isinstance(m, (Hex, Side)))
    marks = (m for step in answer.steps if len(step.marks) > 1 for m in step.marks)
    first = next((m for m in marks if isinstance(m, Hex)), None)
    return () if first is None or answer.value is not False else (first,)


def _line(state: Sight, answer: Answer[object], view: View) -> Iterator[Shape]:
    """Yield the line to the target, dashed from where it is stopped, and what stops it."""
    a, b = view.pixel(state.observer), view.pixel(state.aimed)
    given = (m for step in answer.steps for m in step.marks)
    along = [m for m in given if isinstance(m, Side) and m != state.observer]
    yield Lines(tuple(view.segment(side) for side in along), "wedge-edge", "runs along", "blue")
    marks = _stopped_by(answer)
    stop = _share(a, b, view.pixel(marks[0])) if marks and answer.value is False else 1.0
    middle = (a[0] + (b[0] - a[0]) * stop, a[1] + (b[1] - a[1]) * stop)
    yield Lines(((a, middle),), "sight-line", "sight line")
    if stop < 1:
        yield Lines(((middle, b),), "sight-broken", "not seen")
    for mark in marks:
        code = view.grid.code(mark) if mark in view.grid else ""
        yield from draw.outlined(view, mark, "blocked", code)
    yield draw.target_ring(view, state.aimed)


def _blocks(state: Sight, answer: Answer[object], view: View) -> Iterator[Name]:
    """Yield the name of what stops the line."""
    marks, terrain = _stopped_by(answer), state.terrain
    if marks:
        hexes = [m for m in marks if isinstance(m, Hex)]
        high = {h for h in hexes if h in terrain.high and terrain.of(h) == "clear"}
        kinds = ["high ground" if h in high else terrain.of(h).replace("-", " ") for h in hexes]
        named = " and ".join(dict.fromkeys(kinds)) if {*kinds} - {"clear"} else "blocked"
        yield Name(named, "unit-name", around(view, marks[0], 0.85), "blocks", plate=True)


def _share(a: Pixel, b: Pixel, stop: Pixel) -> float:
    """Return the fraction of the line from a to b at which it is nearest to the stop."""
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    along = (stop[0] - a[0]) * (b[0] - a[0]) + (stop[1] - a[1]) * (b[1] - a[1])
    return min(max(along / length, 0.0), 1.0) if length else 1.0


_LID = ((-0.46, 0), (-0.22, -0.24), (0.22, -0.24), (0.46, 0), (0.22, 0.24), (-0.22, 0.24))


def _eye(view: View, place: Place) -> Iterator[Shape]:
    """Yield the observer: an eye on a disc."""
    (x, y), s = view.pixel(place), view.size
    yield Circles(((x, y),), 0.66 * s, "counter", "observer")
    yield Polygons((tuple((x + s * dx, y + s * dy) for dx, dy in _LID),), "eye", "observer")
    yield Circles(((x, y),), 0.15 * s, "silhouette-dark", "observer")


def draw_aircraft(view: View, hexagon: Hex) -> Iterator[Shape]:
    """Yield the aircraft marker: wings, body and tail from above."""
    (x, y), s = view.pixel(hexagon), 0.62 * view.size
    wings = rectangle(x - s, y - 0.34 * s, x + s, y - 0.02 * s)
    tail = rectangle(x - 0.36 * s, y + 0.6 * s, x + 0.36 * s, y + 0.78 * s)
    top, end = y - 0.7 * s, y + 0.8 * s
    body = ((x - 0.12 * s, top), (x + 0.12 * s, top), (x + 0.08 * s, end), (x - 0.08 * s, end))
    yield Polygons((wings, tail), "silhouette", "aircraft")
    yield Polygons((body,), "silhouette-dark", "aircraft")
