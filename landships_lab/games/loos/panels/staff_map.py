"""The map of the general staff: the hexes of a question, each kind with its own mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.speech import listed
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw, patterns
from landships_lab.drawing.board import around, board, place_names
from landships_lab.drawing.counters import BESIDE, flags, infantry, way
from landships_lab.drawing.fire import cross
from landships_lab.drawing.labels import Name, meets
from landships_lab.drawing.shapes import Label, Lines, Pixel, Polygons, Scene, Shape, rectangle
from landships_lab.drawing.terrain import fill_role, terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.loos.rules.book import GRID, Army, name
from landships_lab.panel.board import Action

#: The map's section of all hexes that a reader can name; it includes the folio's entry hexes.
MAP = Grid(columns=36, rows=24)
_TINTS = {"british": "blue", "german": "vermillion"}
#: Where a name is placed beside its hex: preferably above it, where there is no code.
_SIDES: tuple[Pixel, ...] = ((0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0))
Named = tuple[str, tuple[Hex, ...]]


@dataclass(frozen=True)
class Plan:
    """What a question shows on the map.

    Every group of hexes has its own name, in the legend or on the map.

    ``ringed`` is the hex that decides, with words about it, and ``refused`` says whether these are
    a refusal. ``barred`` are hexes with a cross. ``places`` are the hexes in the opening view, if
    it need not show all.
    """

    units: tuple[tuple[Army, Hex], ...] = ()
    lines: tuple[Named, ...] = ()
    trenches: tuple[tuple[Side, Hex], ...] = ()
    trench_name: str = "British trench"
    towns: tuple[Named, ...] = ()
    ground: TerrainMap = TerrainMap()  # noqa: RUF009 - frozen
    zone: frozenset[Hex] = frozenset()
    zone_of: Army = "german"
    zone_name: str = "zone of control"
    held: frozenset[Hex] = frozenset()
    held_name: str = "held by the British"
    shelled: tuple[Hex, ...] = ()
    entries: tuple[Hex, ...] = ()
    ways: tuple[tuple[Hex, Hex], ...] = ()
    ways_name: str = "attack"
    barred: tuple[Hex, ...] = ()
    barred_name: str = "not in it"
    ringed: tuple[Hex, str] | None = None
    refused: bool = True
    places: tuple[Hex, ...] = ()
    unit_name: str = "unit"

    def focus(self) -> Action:
        """Return the hexes that the opening view shows."""
        ringed, lines = self.ringed[:1] if self.ringed else (), (*self.lines, *self.towns)
        named = (*ringed, *(h for _, h in self.units), *(h for _, line in lines for h in line))
        near = [h for h in self.places or (*named, *self.held) if h in MAP]
        return Action(tuple(dict.fromkeys(near)) or (MAP.hex(5, 5),))

    @property
    def unanswered(self) -> Plan:
        """The same map without the answer, and without the flags that may be part of it."""
        return replace(self, zone=frozenset(), held=frozenset(), barred=(), ringed=None)

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the marks on the map with their meanings. The meaning of the ring is beside it."""
        marks = (
            ("unit-british", f"British {self.unit_name}", "british" in self._armies),
            ("unit-german", f"German {self.unit_name}", "german" in self._armies),
            ("trench", self.trench_name, self.trenches or any(hexes for _, hexes in self.lines)),
            (f"zone-{self.zone_of}", self.zone_name, self.zone),
            ("flag", self.held_name, self.held),
            ("shelled", "shelled", self.shelled),
            ("differs", "entry hex", self.entries),
            ("fire", self.ways_name, self.ways),
            ("illegal", self.barred_name, self.barred),
        )
        return tuple((mark, meaning) for mark, meaning, there in marks if there)

    def words(self) -> str:
        """Return the map in words, for those who cannot see it."""
        parts = []
        for army in self._armies:
            at = [h for side, h in self.units if side == army]
            units = f"{self.unit_name}{'s' if len(at) > 1 else ''}"
            parts.append(f"{army.capitalize()} {units} in {_codes(at)}")
        groups: tuple[tuple[str, Iterable[Hex]], ...] = (
            *self.lines,
            *self.towns,
            (f"{self.trench_name} of", [h for _, h in self.trenches]),
            (self.held_name, self.held),
            (self.zone_name, self.zone),
            ("shelled", self.shelled),
            (f"{self.ways_name} into", [h for _, h in self.ways]),
            (f"{self.barred_name}:", self.barred),
        )
        parts += [f"{label} {_codes(hexes)}" for label, hexes in groups if hexes]
        parts += [f"a ring round {name(self.ringed[0])}: {self.ringed[1]}"] if self.ringed else []
        return f"A map with {'; '.join(parts)}." if parts else "An empty map."

    @property
    def _armies(self) -> list[Army]:
        return list(dict.fromkeys(army for army, _ in self.units))


def _codes(hexes: Iterable[Hex]) -> str:
    return listed(map(name, sorted(set(hexes), key=GRID.column_row)))


def drawn(plan: Plan, view: View, title: str, headline: str) -> Scene:
    """Return the map of a plan. Hexes off the map are not drawn."""
    figures = (*_tints(plan, view), *_ring(plan, view), *_marks(plan, view), *_units(plan, view))
    names = place_names(view, figures, _names(plan, view), _dug(plan))
    ground = _field(view, _painted(plan.ground, plan.towns, "town"), plan.lines)
    return board(view, figures, names, title, f"{plan.words()} {headline}".strip(), ground=ground)


def _dug(plan: Plan) -> TerrainMap:
    """Return the terrain with the British lines as trenches, for the ground behind a code."""
    return _painted(_painted(plan.ground, plan.towns, "town"), plan.lines, "trench")


def _painted(terrain: TerrainMap, named: tuple[Named, ...], kind: str) -> TerrainMap:
    for _, hexes in named:
        for hexagon in _on(hexes):
            terrain = terrain.paint(hexagon, kind)
    return terrain


@lru_cache(maxsize=16)
def _field(view: View, terrain: TerrainMap, lines: tuple[Named, ...]) -> tuple[Shape, ...]:
    """Return the ground with each line of trenches in its own border, under the codes."""
    field = terrain_field(view, terrain)
    codes = tuple(shape for shape in field if isinstance(shape, Label))
    dug: list[Shape] = []
    for label, hexes in lines:
        if there := _on(hexes):
            dug += _filled(view, there, "terrain-trench", label)
            dug += patterns.trench(view, there, label)
    inside = {h for _, hexes in lines for h in hexes}
    if cleared := tuple(rectangle(*box) for h, box in draw.code_boxes(view) if h in inside):
        dug.append(Polygons(cleared, "terrain-trench", "bare"))
    return (*field[: len(field) - len(codes)], *dug, *codes)


def _on(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """Return the hexes on the map, each once."""
    return tuple(h for h in dict.fromkeys(hexes) if h in MAP)


def _filled(
    view: View, hexes: Collection[Hex], role: str, label: str, tint: str = ""
) -> Iterator[Shape]:
    if hexes:
        yield Polygons(tuple(view.outline(h) for h in hexes), role, label, tint)


def _tints(plan: Plan, view: View) -> Iterator[Shape]:
    """Yield the zone of control, the entry hexes and the trenches."""
    zone, tint = _on(sorted(plan.zone)), _TINTS[plan.zone_of]
    yield from _filled(view, zone, "reach", plan.zone_name, tint)
    yield from _filled(view, _on(plan.entries), "differs", "entry hex", "purple")
    if zone:
        border = tuple(path for _, path in patterns.border(view, zone, 0.03))
        yield Lines(border, "wedge-edge-open", plan.zone_name, tint)
    if plan.trenches:
        paths = (
            patterns.toothed(view.segment(side), view.pixel(owner), 0.17 * view.size)
            for side, owner in plan.trenches
        )
        yield Lines(tuple(paths), "trench-tooth", "trench")


def _marks(plan: Plan, view: View) -> Iterator[Shape]:
    """Yield flags, shells and the arrows of attacks, with bare ground over each code that an arrow
    would cross.
    """
    if plan.shelled:
        yield from patterns.craters(view, _on(plan.shelled), "shelled")
    held = _on(sorted(plan.held))
    yield from _filled(view, held, "covered", plan.held_name, "blue")
    yield from flags(view, held, "held")
    lines, terrain = [tuple(map(view.pixel, ends)) for ends in plan.ways], _dug(plan)
    for hexagon, box in draw.code_boxes(view):
        if any(meets(box, line) for line in lines) and (role := fill_role(terrain, hexagon)):
            yield Polygons((rectangle(*box),), role, "bare")
    for start, end in plan.ways:
        yield from way(view, start, end, f"{name(start)} to {name(end)}")


def _units(plan: Plan, view: View) -> Iterator[Shape]:
    standing: Counter[Hex] = Counter()
    for army, hexagon in plan.units:
        if hexagon in MAP and view.shows(hexagon):
            below, label = min(standing[hexagon], 2), f"{army} {name(hexagon)}"
            standing[hexagon] += 1
            yield from infantry(view, hexagon, f"counter-{army}", label, below)


def _ring(plan: Plan, view: View) -> Iterator[Shape]:
    """Yield the ring and the crosses, beside any unit there."""
    standing, spots = {h for _, h in plan.units}, []
    for hexagon in _on(plan.barred):
        x, y = view.pixel(hexagon)
        spots.append((x + BESIDE * view.size * (hexagon in standing), y))
    if spots:
        crosses = tuple(path for spot in spots for path in cross(spot, 0.13 * view.size))
        yield Lines(crosses, "illegal", plan.barred_name)
    if plan.ringed and plan.ringed[0] in MAP:
        at, role = plan.ringed[0], "blocked" if plan.refused else "chosen"
        yield from draw.outlined(view, at, role, name(at))


def _names(plan: Plan, view: View) -> Iterator[Name]:
    """Yield the words about the hex that decides, then the names of lines, towns and
    entry hexes.
    """

    def plate(hexagon: Hex, text: str, role: str, of: str) -> Name:
        return Name(text, role, around(view, hexagon, 0.85), of, plate=True, sides=_SIDES)

    if plan.ringed and plan.ringed[0] in MAP:
        yield plate(*plan.ringed, "unit-name", "ringed")
    entries = [("entry hex", (h,)) for h in plan.entries]
    for label, hexes in (*plan.lines, *plan.towns, *entries):
        if shown := [h for h in _on(hexes) if view.holds(h)]:
            yield plate(shown[0], label, "area-name", label)
