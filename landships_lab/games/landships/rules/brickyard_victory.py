"""Scenario 19.26, The Brickyard: who would win, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen, readings
from landships_lab.games.landships.rules.book import CITES, name
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing

TOWN_HEXES, AIRCRAFT_IN, PLATOONS = "brickyard-hexes", "aircraft-in-hex", "victory-platoons"
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
    reading. The value is a `Gap` where the town hexes are those painted on the board and are not
    four. `ValueError` for an unknown reading or option. Source: Scenario 19.26, victory conditions
    (line 147).

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
    inside = tuple(unit for unit in units if unit.place in towns)
    german = tuple(u for u in inside if u.of.side == "German")
    over = tuple(u for u in inside if u.of.kind == "aircraft" and not (in_each and u in german))
    counted = tuple(u for u in inside if flying or u.of.kind != "aircraft")
    british = tuple(u for u in counted if u.of.side == "British")
    german = tuple(u for u in german if u in counted)
    held = tuple(_each_hex(towns, german) if in_each else _one_in_all(towns, german))
    steps = (first, *_overhead(over, flying), _british(british), *held)
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


def _each_hex(towns: tuple[Hex, ...], german: Units) -> Iterator[Step]:
    """Yield for each town hex whether a German platoon holds it."""
    for town in towns:
        held = any(u.place == town and u.of.kind == "platoon" for u in german)
        text = f"{name(town)} holds {'a' if held else 'no'} German platoon."
        yield Step(
            text,
            _READINGS[PLATOONS].cite,
            "allows" if held else "forbids",
            marks=(town,),
            reading=PLATOONS,
        )


def _one_in_all(towns: tuple[Hex, ...], german: Units) -> Iterator[Step]:
    """Yield for each town hex whether any German unit holds it, then whether a platoon is among
    these units.
    """
    for town in towns:
        held = any(u.place == town for u in german)
        text = f"{name(town)} holds {'a' if held else 'no'} German unit."
        yield Step(text, CITES["victory"], "allows" if held else "forbids", marks=(town,))
    platoon = any(u.of.kind == "platoon" for u in german)
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
    return listed(found)
