"""Scenario 19.26, The Brickyard: who would win, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen, readings
from .book import CITES, at, name
from .brickyard import SCENARIO, Standing

TOWN_HEXES, AIRCRAFT_IN, PLATOONS = "brickyard-hexes", "aircraft-in-hex", "victory-platoons"
ON_HEXSIDE = "hexside-in-brickyard"
_READINGS = readings("landships", "scenario")
Units = tuple[Standing, ...]


def town_hexes(terrain: TerrainMap, given: Given = None) -> tuple[Hex, ...]:
    """Return the Brickyard's town hexes under these readings: the hexes of the set-up, or those
    painted as town.

    `ValueError` for an unknown reading or option. Source: Scenario 19.26, victory conditions (line
    147).
    """
    if chosen("landships", given, "scenario")[TOWN_HEXES] == "set-up-hexes":
        return SCENARIO.brickyard
    return tuple(sorted(h for h, kind in terrain.hexes.items() if kind == "town"))


def victory(
    units: Iterable[Standing], terrain: TerrainMap | None = None, given: Given = None
) -> Answer[str | Gap]:
    """Return who would win if the game ended with this board: ``German`` or ``British``.

    The Germans win if no British unit is in the Brickyard and they hold its four town hexes with
    platoons, assault squads not counted: one platoon in each, or one in all four, which is a
    reading. So is in which of its two hexes a unit on a hexside is. The value is a `Gap` where the
    town hexes are those painted on the board and are not four. `ValueError` for an unknown reading
    or option. Source: Scenario 19.26, victory conditions (line 147).

    >>> victory([]).value
    'British'
    """
    towns = town_hexes(terrain or TerrainMap(), given)
    options = chosen("landships", given, "scenario")
    if len(towns) != 4:
        gap = missing("landships", "town-hexes")
        step = Step(
            f"{gap.question} Painted as town: {plural(len(towns), 'hex', 'hexes')}.",
            gap.cite,
            "note",
            gap,
            towns,
            TOWN_HEXES,
        )
        return Answer(gap, (step,), "Four town hexes are needed to say who wins.")
    where = f"The Brickyard's four town hexes are {listed(map(name, towns))}."
    first = Step(where, _READINGS[TOWN_HEXES].cite, "note", marks=towns, reading=TOWN_HEXES)
    in_each, flying = options[PLATOONS] == "each-hex", options[AIRCRAFT_IN] == "yes"
    units, option = tuple(units), options[ON_HEXSIDE]
    within = {unit: town for unit in units if (town := _towns_of(unit, towns, option))}
    german = tuple(u for u in within if u.of.side == "German")
    over = tuple(u for u in within if u.of.kind == "aircraft" and not (in_each and u in german))
    counted = tuple(u for u in within if flying or u.of.kind != "aircraft")
    british = tuple(u for u in counted if u.of.side == "British")
    german = tuple(u for u in german if u in counted)
    holders = {town: tuple(u for u in german if town in within[u]) for town in towns}
    held = tuple(_each_hex(holders) if in_each else _one_in_all(holders))
    on_sides = tuple(u for u in units if _on_rim(u, towns) and _matters(u, in_each))
    steps = (first, *_overhead(over, flying), *_between(on_sides, option), _british(british), *held)
    if judge(steps) is True:
        whose = (
            "their platoons hold the Brickyard"
            if in_each
            else "they hold the Brickyard with a platoon"
        )
        return Answer("German", steps, f"The Germans would win: {whose}, and no British are left.")
    lacking = _lacking(held, in_each)
    if british:
        here = f"{plural(len(british), 'unit')} in the Brickyard"
        told = (
            f": they have {here}, and the Germans do not hold it" if lacking else f", with {here}"
        )
    else:
        told = f": {lacking}"
    return Answer("British", steps, f"The British would win{told}.")


def _towns_of(unit: Standing, towns: tuple[Hex, ...], option: str) -> tuple[Hex, ...]:
    """Return the town hexes that a unit is in; ``option`` is the reading hexside-in-brickyard."""
    if not isinstance(unit.place, Side):
        return (unit.place,) if unit.place in towns else ()
    found = tuple(hexagon for hexagon in unit.place.hexes if hexagon in towns)
    needed = {"in-both": 1, "between-two": 2, "in-neither": 3}[option]
    return found if len(found) >= needed else ()


def _matters(unit: Standing, in_each: bool) -> bool:
    """Return whether it matters where this unit on a hexside is: vehicles hold no hex where each
    needs a platoon.
    """
    return unit.of.side == "British" or not in_each


def _on_rim(unit: Standing, towns: tuple[Hex, ...]) -> bool:
    """Return whether a unit stands on a hexside of a town hex."""
    return isinstance(unit.place, Side) and any(hexagon in towns for hexagon in unit.place.hexes)


def _between(units: Units, option: str) -> Iterator[Step]:
    """Yield what units on hexsides of town hexes count as."""
    says = _READINGS[ON_HEXSIDE].option(option).says
    for unit in units:
        assert unit.place is not None  # it is on a hexside
        comma = "," if "," in unit.of.name else ""
        text = f"The {unit.of.name}{comma} is {at(unit.place)}. {says}"
        yield Step(text, _READINGS[ON_HEXSIDE].cite, marks=(unit.place,), reading=ON_HEXSIDE)


def _overhead(over: Units, flying: bool) -> Iterator[Step]:
    """Yield what aircraft over the town hexes count as."""
    if over:
        counts = f"an aircraft over a hex {'is' if flying else 'is not'} in it"
        text = f"Under this reading {counts}: {listed(u.of.name for u in over)}."
        marks = tuple(u.place for u in over if u.place)
        yield Step(text, _READINGS[AIRCRAFT_IN].cite, marks=marks, reading=AIRCRAFT_IN)


def _british(units: Units) -> Step:
    """Return whether British units are left in the Brickyard."""
    text = (
        f"British units in the Brickyard: {len(units)}."
        if units
        else "No British unit is left in the Brickyard."
    )
    marks = tuple(dict.fromkeys(u.place for u in units if u.place))
    return Step(text, CITES["victory"], "forbids" if units else "allows", marks=marks)


def _each_hex(holders: Mapping[Hex, Units]) -> Iterator[Step]:
    """Yield for each town hex, with the German units in it, whether a German platoon holds it."""
    for town, german in holders.items():
        held = any(u.of.kind == "platoon" for u in german)
        text = f"{name(town)} holds {'a' if held else 'no'} German platoon."
        yield Step(
            text,
            _READINGS[PLATOONS].cite,
            "allows" if held else "forbids",
            marks=(town,),
            reading=PLATOONS,
        )


def _one_in_all(holders: Mapping[Hex, Units]) -> Iterator[Step]:
    """Yield for each town hex, with the German units in it, whether any holds it, then whether a
    platoon is among these units.
    """
    for town, german in holders.items():
        held = bool(german)
        text = f"{name(town)} holds {'a' if held else 'no'} German unit."
        yield Step(text, CITES["victory"], "allows" if held else "forbids", marks=(town,))
    platoon = any(u.of.kind == "platoon" for german in holders.values() for u in german)
    text = (
        "Under this reading one platoon in the four hexes is enough: there is"
        f" {'one' if platoon else 'none'}."
    )
    yield Step(text, _READINGS[PLATOONS].cite, "allows" if platoon else "forbids", reading=PLATOONS)


def _lacking(held: tuple[Step, ...], in_each: bool) -> str:
    """Return in words what the Germans lack in the town hexes. "" if nothing."""
    empty = sum(step.op == "forbids" and bool(step.marks) for step in held)
    found = (
        [
            (
                f"{plural(empty, 'town hex lacks', 'town hexes lack')} a German"
                f" {'platoon' if in_each else 'unit'}"
            )
        ]
        if empty
        else []
    )
    if not in_each and held[-1].op == "forbids":
        found.append("no German platoon is there")
    return listed(found, none="")
