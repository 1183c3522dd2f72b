"""The picture of a game of Loos: the strip with its lines, the counters, markers, attacks, and what
the chosen unit can do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.hexes import Hex
from landships_lab.core.speech import percent
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw, patterns
from landships_lab.drawing.board import Names, around, board, place_names
from landships_lab.drawing.infantry import flags, way
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.terrain import terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.loos.panels.sight import draw_aircraft
from landships_lab.games.loos.rules.book import name
from landships_lab.games.loos.rules.turns import entry_hexes
from landships_lab.games.loos.turn.battle import ENEMY, STRIP, Battle, Unit
from landships_lab.games.loos.turn.mobile import MobileMove, chance_to_reach
from landships_lab.play.turns import Choice, choices
from .counters import counter

_TINTS = {"british": "blue", "german": "vermillion"}
#: Verbs of choices that go to a place, and of those that aim at one.
GOES = ("move", "advance", "enter", "place", "retreat")
AIMS = ("attack", "mark", "shell", "gas", "fight", "begin")
_TERRAIN = TerrainMap(
    frozenset(
        {
            *((h, kind) for h, kind in STRIP.terrain.items()),
            *((h, "trench") for h in STRIP.front_line),
        }
    ),
    STRIP.high,
)


@dataclass(frozen=True)
class Offers:
    """What the chosen unit can do on the board: the hexes it can go to, each with words for it, and
    those it can aim at, with the expected result.
    """

    goes: tuple[tuple[Hex, str], ...] = ()
    aims: tuple[tuple[Hex, str], ...] = ()


def offers(battle: Battle, unit: str) -> Offers:
    """Return what a unit can do now."""
    if not unit:
        return Offers()
    goes: dict[Hex, str] = {}
    aims: dict[Hex, str] = {}
    found = battle.unit(unit)
    for one in choices(battle, unit):
        if not one.legal or one.unit != unit or not one.marks:
            continue
        hexagon = one.marks[0]
        if not isinstance(hexagon, Hex):
            continue
        if one.verb in GOES:
            goes[hexagon] = ""
        elif one.verb in AIMS:
            aims[hexagon] = one.expects
    if found and found.under and isinstance(battle.now, MobileMove):
        goes |= dict(_chances(battle, found))
    return Offers(tuple(sorted(goes.items())), tuple(sorted(aims.items())))


def _chances(battle: Battle, unit: Unit) -> Iterator[tuple[Hex, str]]:
    """Yield the hexes a reserve may get to, each with its chance before the roll."""
    if unit.moved:
        return
    for hexagon in STRIP.hexes:
        found = chance_to_reach(battle, unit, hexagon) if hexagon != unit.hex else None
        if found is not None and found.value:
            yield hexagon, percent(found.value)


def picture(battle: Battle, view: View, unit: str, choice: Choice | None) -> Scene:
    """Return the picture of a position; see `TurnBoard.picture`."""
    able = Offers() if battle.over else offers(battle, unit)
    chosen = battle.unit(unit)
    figures = (
        *_tints(battle, view, chosen, able),
        *_marks(battle, view),
        *_units(battle, view, unit),
        *_aircraft(battle, view),
        *_ways(battle, view, chosen, able),
        *_in_hand(view, chosen, choice),
    )
    named = place_names(view, figures, _names(battle, view, chosen, able), _TERRAIN)
    names = Names((*named.bare, *named.labels), ())
    title = battle.label
    return board(view, figures, names, title, battle.text(), ground=ground(view))


@lru_cache(maxsize=16)
def ground(view: View) -> tuple[Shape, ...]:
    """Return the strip: terrain, the British front line, and German trenches with teeth on the side
    of their owners.
    """
    field = terrain_field(view, _TERRAIN)
    teeth = tuple(
        patterns.toothed(view.segment(side), view.pixel(owner), 0.17 * view.size)
        for owner, sides in STRIP.trenches.items()
        for side in sorted(sides)
    )
    entries = tuple(view.outline(h) for h in STRIP.hexes if h in entry_hexes())
    return (
        *field,
        Lines(teeth, "trench-tooth", "German trench"),
        Polygons(entries, "differs", "entry hex", "purple"),
    )


def _tints(battle: Battle, view: View, chosen: Unit | None, able: Offers) -> Iterator[Shape]:
    """Yield where the chosen unit can go, and the zones of its enemies."""
    if chosen is None:
        return
    enemy = ENEMY[chosen.army]
    zone = tuple(sorted(battle.zone(enemy)))
    if zone:
        border = tuple(path for _, path in patterns.border(view, zone, 0.04))
        yield Lines(border, "wedge-edge-open", "enemy zone of control", _TINTS[enemy])
    if able.goes:
        yield Polygons(tuple(view.outline(h) for h, _ in able.goes), "reach", "in reach", "green")
    for hexagon, words in able.goes:
        if words:
            x, y = view.pixel(hexagon)
            yield Label(words, (x, y + 0.2 * view.size), "range-word", name(hexagon), "green")


def _marks(battle: Battle, view: View) -> Iterator[Shape]:
    """Yield markers, breaches, and towns held by the British."""
    marked = sorted({m.hex for m in battle.shells if not m.spent})
    if marked:
        yield from patterns.craters(view, marked, "marker")
        yield Polygons(tuple(view.outline(h) for h in marked), "count-start", "marker")
    if battle.breached:
        breached = tuple(view.outline(h) for h in sorted(battle.breached))
        yield Polygons(breached, "blocked", "breached")
    yield from flags(view, sorted(battle.british_towns), "British town")


def _aircraft(battle: Battle, view: View) -> Iterator[Shape]:
    """Yield the aircraft, above the counter of its hex, and the hexes that it observes."""
    if battle.aircraft is None:
        return
    seen = (battle.aircraft, *STRIP.neighbours(battle.aircraft))
    border = tuple(path for _, path in patterns.border(view, seen, 0.08))
    yield Lines(border, "wedge-edge-open", "observed from the air", "sky")
    x, y = view.origin
    beside = replace(view, origin=(x + 0.58 * view.size, y - 0.42 * view.size))
    yield from draw_aircraft(beside, battle.aircraft)


def _ways(battle: Battle, view: View, chosen: Unit | None, able: Offers) -> Iterator[Shape]:
    """Yield the attacks that are declared, and those that the chosen unit may make."""
    for named, target in battle.attacks:
        unit = battle.unit(named)
        if unit and not unit.fought and battle.at(target):
            yield from way(view, unit.place, target, f"{named} attacks {name(target)}")
    if chosen is None or chosen.hex is None:
        return
    for target, _ in able.aims:
        if target != chosen.hex:
            line = (view.pixel(chosen.hex), view.pixel(target))
            yield Lines((line,), "fire-one-sided", f"{chosen.name} may attack {name(target)}")


def _units(battle: Battle, view: View, chosen: str) -> Iterator[Shape]:
    for hexagon in battle.hexes_of("british") | battle.hexes_of("german"):
        if view.shows(hexagon):
            for unit in reversed(battle.at(hexagon)):
                yield from counter(battle, unit, view, unit.name == chosen)


def _in_hand(view: View, chosen: Unit | None, choice: Choice | None) -> Iterator[Shape]:
    """Yield the place that a choice in hand speaks of, with the way there."""
    if choice is None:
        return
    for place in choice.marks[:1]:
        if isinstance(place, Hex):
            if chosen and chosen.hex and chosen.hex != place:
                yield from way(view, chosen.hex, place, choice.says)
            yield draw.target_ring(view, place)


def _names(battle: Battle, view: View, chosen: Unit | None, able: Offers) -> Iterable[Name]:
    """Yield the words on the map: expected results first, then chances, breaches, and the names of
    places.
    """
    for hexagon, words in able.aims:
        yield _plate(view, hexagon, words, "piece-name")
    for hexagon in sorted(battle.breached):
        yield _plate(view, hexagon, "breached", "illegal")
    if chosen is None:
        yield from _areas(view)


def _areas(view: View) -> Iterator[Name]:
    for label, hexes in (
        *((town, sorted(hexes)) for town, hexes in STRIP.towns.items()),
        *((f"sector {sector}", line[1:2]) for sector, line in STRIP.second.items()),
        *(("entry hex", [h]) for h in STRIP.hexes if h in entry_hexes()),
    ):
        shown = [h for h in hexes if view.holds(h)]
        if shown:
            yield _plate(view, shown[0], label, "area-name")


def _plate(view: View, hexagon: Hex, words: str, role: str) -> Name:
    return Name(words, role, around(view, hexagon, 0.85), words, plate=True)
