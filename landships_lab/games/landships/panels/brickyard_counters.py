"""The counters of the Brickyard: how they are set up, written in a link and drawn on the board."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from landships_lab.core.answer import Gap
from landships_lab.core.checks import one_of, unknown
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.speech import capitalized, with_article
from landships_lab.core.terrain import TerrainMap
from landships_lab.drawing import draw, fire
from landships_lab.drawing.board import Names, place_names
from landships_lab.drawing.counters import Counter, names
from landships_lab.drawing.shapes import Polygons, Shape
from landships_lab.drawing.terrain import terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.landships.rules import brickyard
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, class_of
from landships_lab.games.landships.rules.brickyard_fire import FireField
from landships_lab.games.landships.rules.brickyard_rules import town_hexes
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.panel.parts import Part
from landships_lab.panel.readings import Taken
from .common import TINTS

GRID = SCENARIO.grid
Units = tuple[Standing, ...]
#: The symbol on the counter of each kind of unit, and the letters under it; a tank has its own
#: outline.
_DRAWN = {
    "platoon": ("platoon", ""),
    "squad": ("squad", "AS"),
    "observer": ("squad", "FO"),
    "aircraft": ("aircraft", "air"),
    "gun": ("gun", "75"),
    "aa-gun": ("mount", "AA"),
    "tank": ("", "A7V"),
}


class HasReadings(Protocol):
    """A state that holds readings."""

    @property
    def readings(self) -> Taken:
        """The readings that are not the defaults."""


def place_words(unit: Standing) -> str:
    """Return a counter's place in the words of a link: a place, its tank, or - beside the map."""
    return unit.aboard or ("-" if unit.place is None else GRID.code(unit.place))


def riding(squad: Standing, tank: str, units: Units, heading: Heading | None = None) -> Standing:
    """Return the squad inside this tank. Raises `ValueError` for anything else than a squad and a
    tank.
    """
    if squad.of.kind != "squad":
        raise ValueError("Only assault squads ride in tanks.")
    one_of("tank", tank, [u.id for u in units if u.of.kind == "tank"])
    return replace(squad, place=None, heading=heading or squad.heading, aboard=tank)


def find(units: Units, unit_id: str) -> Standing:
    """Return the counter with this id. Raises `ValueError`, with the nearest id, for any other."""
    for unit in units:
        if unit.id == unit_id:
            return unit
    raise ValueError(unknown("counter", unit_id, [u.id for u in units]))


def with_unit(units: Units, unit: Standing) -> Units:
    """Return the counters with this one in place of the one with its id."""
    return tuple(unit if u.id == unit.id else u for u in units)


def stand(
    unit: Standing, place: Place | None, heading: Heading | None = None, options: Taken = ()
) -> Standing:
    """Return the counter put down there, with this heading if one is given.

    A squad that is put down has dismounted. ``options`` are the chosen readings. Raises
    `ValueError` where its class may not stand.
    """
    if place is not None and not legal_headings(class_of(unit.of, dict(options)), place):
        kind = capitalized(with_article(unit.of.kind.replace("-", " ").replace("aa ", "AA ")))
        raise ValueError(f"{kind} never stands on a hexside; only vehicles do.")
    aboard = "" if place is not None else unit.aboard
    return replace(unit, place=place, heading=heading or unit.heading, aboard=aboard)


def with_aa_hex(units: Units, options: Taken) -> Units:
    """Return the counters after the reading of hex 6810 or of the truck has changed."""
    return tuple(
        brickyard.aa_gun_as_read(u, dict(options)) if u.force == "brit-aa" else u for u in units
    )


class UnitsPart(Part):
    """All counters of the scenario.

    A link names those that differ from the start, as in ``ger-a7v-1@5817@N``; and a squad that
    rides in another tank, or was put back, as in ``ger-squad-1@ger-a7v-2@N``.
    """

    one_word = False

    def take(self, state: HasReadings, given: Units | str) -> Units:
        return self.read(state, given.split()) if isinstance(given, str) else given

    def read(self, state: HasReadings, words: Sequence[str]) -> Units:
        units: Units = self.default_for(state)
        for word in words:
            parts = word.split("@")
            if len(parts) != 3:
                raise ValueError(
                    f"{word!r} does not place a counter; write counter@place@heading, such as"
                    " ger-a7v-1@5817@N."
                )
            unit = find(units, parts[0])
            if unit.of.kind == "squad" and any(u.id == parts[1] for u in units):
                units = with_unit(units, riding(unit, parts[1], units, Heading(parts[2])))
                continue
            place = None if parts[1] == "-" else GRID.place(parts[1])
            ashore = replace(unit, aboard="")
            units = with_unit(units, stand(ashore, place, Heading(parts[2]), state.readings))
        return units

    def write(self, state: object, value: Units) -> list[str]:
        moved = [u for u, start in zip(value, self.default_for(state), strict=True) if u != start]
        return [f"{u.id}@{place_words(u)}@{u.heading}" for u in moved]

    def sample(self, dice: random.Random, state: HasReadings) -> Units:
        units: Units = self.default_for(state)
        hexes, places = sorted(GRID.hexes()), sorted(GRID.places)
        tanks = [u.id for u in units if u.of.kind == "tank"]
        for unit in dice.sample(units, dice.randint(0, 4)):
            kind = class_of(unit.of, dict(state.readings))
            among = places if kind == 3 else hexes
            place = dice.choice([None, *dice.sample(among, 3), *SCENARIO.brickyard])
            heading = dice.choice(legal_headings(kind, place or hexes[0]))
            aboard = dice.choice(tanks) if unit.of.kind == "squad" and place is None else ""
            units = with_unit(units, replace(unit, place=place, heading=heading, aboard=aboard))
        return units


# -- the picture


@lru_cache(maxsize=8)
def ground(view: View, terrain: TerrainMap) -> tuple[Shape, ...]:
    """Return the painted board, shaded off its section: the same tuple while nothing changes."""
    return (*terrain_field(view, terrain), *_off_section(view))


def _is_off(hexagon: Hex) -> bool:
    first, last = SCENARIO.section
    return not first <= GRID.column_row(hexagon)[0] <= last


def _off_section(view: View) -> tuple[Shape, ...]:
    """Return the shade over what lies off the map section that the named hexes share."""
    off = [h for h in GRID.hexes() if _is_off(h) and view.shows(h)]
    return (Polygons(tuple(view.outline(h) for h in off), "off-section", "off the map section"),)


def named_hexes(view: View, terrain: TerrainMap, readings: Mapping[str, str]) -> Iterator[Shape]:
    """Yield the outlines of the Brickyard's town hexes, as ``readings`` count them."""
    for hexagon in town_hexes(terrain, readings):
        yield from draw.outlined(view, hexagon, "count-start", f"brickyard {GRID.code(hexagon)}")


def arcs(view: View, field: FireField) -> Iterator[Shape]:
    """Yield what the weapons of a counter can hit; for the weapon in question, also the
    hexsides.
    """
    for n, fired in enumerate(field.shots.values()):
        weapon, tint = fired.weapon, TINTS[n % len(TINTS)]
        limit = 0 if isinstance(fired.max_range, Gap) else fired.max_range
        arc, name = (fired.place, fired.heading, weapon.arc, limit), weapon.id
        if name == field.weapon:
            yield from fire.filled(view, field.can_hit, "can-hit", name, tint)
        else:
            yield from fire.filled(view, fire.covered(GRID, *arc), "covered", name, tint)
        count = fired.edge_hexsides
        yield from fire.edges(view, *arc, tint=tint, name=name, edges_count=count)


def stacks(units: Iterable[Standing], chosen: str) -> list[Counter]:
    """Return a counter for each place with the number of units there, the chosen one on top."""
    by_place: dict[Place, list[Standing]] = {}
    for unit in units:
        assert unit.place is not None  # it is on the board
        by_place.setdefault(unit.place, []).append(unit)
    pieces = []
    for place, here in sorted(by_place.items()):
        top = next((u for u in here if u.id == chosen), here[0])
        outline, letters = _DRAWN[top.of.kind]
        number = f"{letters} {f'×{len(here)}' if len(here) > 1 else ''}".strip()
        outline = outline or UNITS[top.of.unit].outline
        pieces.append(Counter(place, top.heading, outline, number, top.id, top.of.side))
    return pieces


def counter_names(
    view: View, stacked: Sequence[Counter], pieces: tuple[Shape, ...], terrain: TerrainMap
) -> Names:
    """Return the names of the counters. Off the map section their background is shaded."""
    placed = place_names(view, pieces, names(view, stacked), terrain)
    rings = [ring for shape in placed.bare if isinstance(shape, Polygons) for ring in shape.rings]
    on = [(ring, view.hex_at(ring[2])) for ring in rings]
    off = tuple(ring for ring, hexagon in on if hexagon is not None and _is_off(hexagon))
    bare = (*placed.bare, Polygons(off, "off-section", "bare"))
    return Names(placed.labels, bare) if off else placed
