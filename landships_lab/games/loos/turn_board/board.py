"""The board of a game of Loos: the gestures on it, and its picture: the strip with its lines,
counters, markers and attacks, and what the chosen unit can do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from landships_lab.core.hexes import Hex
from landships_lab.core.speech import percent
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw, patterns
from landships_lab.drawing.board import Names, around, board, place_names
from landships_lab.drawing.counters import flags, way
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Pixel,
    Polygons,
    Scene,
    Shape,
    rectangle,
)
from landships_lab.drawing.terrain import terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.loos.panels.sight import draw_aircraft
from landships_lab.games.loos.rules.book import name
from landships_lab.games.loos.rules.turns import entry_hexes
from landships_lab.games.loos.turn.battle import ENEMY, STRIP, Battle, Unit
from landships_lab.games.loos.turn.movement import MobileMove, chance_to_reach
from landships_lab.panel.board import Action, action_view, board_view
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, Happening, choices
from .explain import explain

#: The columns of hexes in the closer view.
_COLUMNS = 7.0
#: Half the width and height of a counter, and how far its centre is below the hex's, which keeps it
#: clear of the code (circumradii).
HALF_WIDTH, HALF_HEIGHT, DOWN = 0.46, 0.4, 0.2
#: How far the counters of a stack are from the centre of their hex (circumradii).
ASIDE = 0.48
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


class LoosBoard(TurnBoard):
    """The strip with its counters."""

    side_marks: ClassVar[Mapping[str, str]] = {"British": "unit-british", "German": "unit-german"}

    def view(self, situation: Battle, closer: bool = False) -> View:
        if not closer:
            return board_view(STRIP.grid)
        return action_view(STRIP.grid, Action(_meeting(situation) or STRIP.hexes), _COLUMNS)

    def picture(
        self, situation: Battle, view: View, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        able = Offers() if situation.over else offers(situation, unit)
        chosen = situation.unit(unit)
        figures = (
            *_tints(situation, view, chosen, able),
            *_marks(situation, view),
            *_units(situation, view, unit),
            *_aircraft(situation, view),
            *_ways(situation, view, chosen, able),
            *_in_hand(view, chosen, choice),
        )
        named = place_names(view, figures, _names(situation, view, chosen, able), _TERRAIN)
        names, description = Names((*named.bare, *named.labels), ()), situation.text()
        return board(view, figures, names, situation.label, description, ground=ground(view))

    def unit_at(self, situation: Battle, at: tuple[float, float], view: View) -> str:
        hexagon = view.hex_at(at)
        if hexagon is None:
            return ""
        there = situation.at(hexagon)
        on = [u for u in there if math.dist(spot(situation, u, view), at) < HALF_WIDTH * view.size]
        return (on or list(there))[0].name if there else ""

    def aimed(self, situation: Battle, unit: str, at: tuple[float, float], view: View) -> str:
        """Return the words of the choice that a press on a hex means for a unit or, without one,
        for the side. Legal choices come before refused ones.
        """
        hexagon = view.hex_at(at)
        if hexagon is None or situation.over:
            return ""
        there, front = (name(hexagon),), situation.front(hexagon)
        mine = (one for one in choices(situation, unit) if one.unit in ("", unit))
        fitting = [one for one in mine if one.names[-1:] == there]
        if not fitting and front:
            fitting = [one for one in choices(situation, front.name) if one.names[-1:] == there]
        best = next((one for one in fitting if one.legal), fitting[0] if fitting else None)
        return best.words if best else ""

    def explain(self, situation: Battle, choice: Choice) -> Panel | None:
        return explain(situation, choice)

    def drag_targets(self, situation: Battle, view: View) -> tuple[tuple[float, float, float], ...]:
        if situation.over:
            return ()
        units = (situation.unit(named) for named in situation.now.units(situation))
        return tuple(
            (*spot(situation, unit, view), HALF_WIDTH * view.size)
            for unit in units
            if unit is not None and unit.hex is not None
        )

    def snap_lattice(self, view: View) -> tuple[float, ...]:
        return (view.size, *view.origin, 0.0)

    def last_move(self, before: Battle, last: Happening, view: View) -> Iterator[Shape]:
        assert isinstance(last.situation, Battle)
        after = {unit.name: unit for unit in last.situation.units}
        for unit in () if before.setting_up else before.units:
            then = after.get(unit.name)
            if then and unit.hex and then.hex and unit.hex != then.hex:
                start, end = view.pixel(unit.hex), view.pixel(then.hex)
                yield from draw.last_move(start, end, f"{unit.name} moved")
        target = next((h for h in STRIP.hexes if name(h) in last.names), None)
        if target and last.verb in ("shell", "gas", "mark"):
            yield Polygons((view.outline(target),), "last-move", last.says)
        elif last.verb == "fight":
            fought = before.attackers_of(target) if target else before.those(last.names)
            for unit in fought:
                start, end = view.pixel(unit.place), view.pixel(unit.attacks or unit.place)
                yield from draw.last_move(start, end, f"{unit.name} attacked")

    def at_stake(self, situation: Battle, unit: str, choice: Choice | None) -> tuple[Any, ...]:
        piece, hexes = situation.unit(unit), list[Any]()
        if not situation.over:
            able = offers(situation, unit)
            hexes += [h for h, _ in (able.goes if piece and piece.hex is None else able.aims)]
        hexes += [piece.hex if piece else None, *(choice.marks if choice else ())]
        return tuple(one for one in hexes if one is not None)

    def legend(self, situation: Battle) -> tuple[tuple[str, str], ...]:
        shown = {
            ("shelled", "artillery marker"): situation.shells,
            ("flag", "British town hex"): situation.british_towns,
            ("fire", "attack"): situation.attacks,
        }
        moving = situation.over or situation.setting_up
        fights = not moving and "combat" in situation.now_phase.name
        return (
            ("unit-british", "British; a dot is a step"),
            ("unit-german", "German"),
            ("ground-woods", "wood"),
            ("ground-town", "town"),
            ("ground-hill", "high ground"),
            ("trench", "trench"),
            ("zone-german", "enemy zone"),
            *(mark for mark, there in shown.items() if there),
            ("differs", "entry hex"),
            ("fire-one-sided", "it can attack") if fights else ("reach", "it can go there"),
            ("last-move", "last move"),
        )


@lru_cache(maxsize=64)
def _meeting(battle: Battle) -> tuple[Hex, ...]:
    """Return the hexes of units next to an enemy."""
    british, german = battle.hexes_of("british"), battle.hexes_of("german")
    near = [h for h in british if any(n in german for n in STRIP.neighbours(h))]
    met = {*near, *(h for h in german if any(n in british for n in STRIP.neighbours(h)))}
    return tuple(sorted(met))


# -- the picture -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offers:
    """What the chosen unit can do on the board: the hexes it can go to, each with words for it, and
    those it can aim at, with the expected result.
    """

    goes: tuple[tuple[Hex, str], ...] = ()
    aims: tuple[tuple[Hex, str], ...] = ()


def offers(battle: Battle, unit: str) -> Offers:
    """Return what a unit can do now."""
    goes: dict[Hex, str] = {}
    aims: dict[Hex, str] = {}
    for one in choices(battle, unit) if unit else ():
        if one.legal and one.unit == unit and isinstance(hexagon := (*one.marks, None)[0], Hex):
            if one.verb in GOES:
                goes[hexagon] = ""
            elif one.verb in AIMS:
                aims[hexagon] = one.expects
    piece = battle.unit(unit)
    if piece and piece.under and not piece.moved and isinstance(battle.now, MobileMove):
        for hexagon in STRIP.hexes:
            chance = chance_to_reach(battle, piece, hexagon) if hexagon != piece.hex else None
            if chance is not None and chance.value:
                goes[hexagon] = percent(chance.value)
    return Offers(tuple(sorted(goes.items())), tuple(sorted(aims.items())))


@lru_cache(maxsize=16)
def ground(view: View) -> tuple[Shape, ...]:
    """Return the strip: terrain, the British front line, and German trenches with teeth on their
    owners' side.
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
    """Yield the hexes where the chosen unit can go, and the zones of its enemies."""
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
    """Yield the declared attacks, and those that the chosen unit may make."""
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
    """Yield the place of the choice in hand, with the way there."""
    if choice is None:
        return
    for place in choice.marks[:1]:
        if isinstance(place, Hex):
            if chosen and chosen.hex and chosen.hex != place:
                yield from way(view, chosen.hex, place, choice.says)
            yield draw.target_ring(view, place)


def _names(battle: Battle, view: View, chosen: Unit | None, able: Offers) -> Iterator[Name]:
    """Yield the words on the map: expected results, then breaches, then the names of places."""
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


def spot(battle: Battle, unit: Unit, view: View) -> Pixel:
    """Return the centre of a counter. In a stack it is beside the centre of the hex: the British
    front line to the right, the German one to the left.
    """
    x, y = view.pixel(unit.place)
    aside = 0.0
    if len(battle.at(unit.place)) > 1:
        right = unit.under == (unit.army == "german")
        aside = ASIDE if right else -ASIDE
    return x + aside * view.size, y + DOWN * view.size


def counter(battle: Battle, unit: Unit, view: View, chosen: bool = False) -> Iterator[Shape]:
    """Yield the shapes of a counter: its card, its name, and a dot for each step."""
    (x, y), size = spot(battle, unit, view), view.size
    wide, high = HALF_WIDTH * size, HALF_HEIGHT * size
    yield Polygons(
        (rectangle(x - wide + 1.8, y - high + 2.2, x + wide + 1.8, y + high + 2.2),), "shadow"
    )
    card = rectangle(x - wide, y - high, x + wide, y + high)
    yield Polygons((card,), f"counter-{unit.army}", unit.name)
    if unit.under:
        yield Polygons((card,), "hidden", f"{unit.name} in reserve")
    if chosen:
        yield Polygons((card,), "selected", unit.name)
    dots = tuple(
        (x + (n - (unit.steps - 1) / 2) * 0.22 * size, y + 0.24 * size) for n in range(unit.steps)
    )
    yield Label(unit.name, (x, y - 0.09 * size), "counter-name", unit.name)
    yield Circles(dots, 0.07 * size, "silhouette-dark", f"{unit.name} steps")


BOARD = LoosBoard()
