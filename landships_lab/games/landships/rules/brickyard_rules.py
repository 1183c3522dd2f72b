"""Scenario 19.26, The Brickyard: the special rules for a force, what happens to a unit after a
morale check, and who would win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Gap, Step, Telling, decided, judge
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.scenarios import Force
from .book import READINGS, allow, at, forbid, lost, name, note
from .brickyard import SCENARIO, Standing, arrives, spotting_limit
from .brickyard_squads import SQUAD_ACTS, squad_may, squad_modifier, squad_move

TOWN_HEXES, AIRCRAFT_IN, PLATOONS = "brickyard-hexes", "aircraft-in-hex", "victory-platoons"
ON_HEXSIDE = "hexside-in-brickyard"
Units = tuple[Standing, ...]


# ------------------------------------------------------------------------------------ special rules


def special_rules(force: Force, turn: int = 1) -> Answer[int]:
    """Return how many special rules of the scenario apply to this force, with a step for each.

    Forces that come on in this turn are listed; only this force is counted.

    >>> special_rules(SCENARIO.forces["ger-squad"]).headline
    'Assault squad 1-6-5, with flamethrower: 14 special rules apply in turn 1.'
    """
    # Rules to read; nothing is judged.
    notes = tuple(note(step.cite, step.text) for step in _special(force, turn))
    counted = len(notes) - sum(other.id != force.id for other in arrives(turn))
    apply = plural(counted, "special rule applies", "special rules apply")
    return Answer(counted, notes, f"{capitalized(force.name)}: {apply} in turn {turn}.")


def _special(force: Force, turn: int) -> Iterator[Step]:
    last = ", and this is the last" if turn == SCENARIO.turns else ""
    lasts = f"The game lasts {SCENARIO.turns} turns{last}"
    yield note("scenario-length", f"{lasts}; the {SCENARIO.first_player}s move first.")
    for other in arrives(turn):
        several = f"{other.count} × " if other.count > 1 else ""
        yield note(other.cite, f"Turn {other.turn}: {several}{other.name} ({other.side}).")
    yield from spotting_limit(force.kind).steps
    if force.kind == "aa-gun":
        yield from spotting_limit(force.kind, anti_aircraft=True).steps
    yield from gas_allowed().steps
    if force.kind in ("tank", "gun", "aa-gun"):
        text = "Vehicles and Weapons Units use the twelve point facing rules."
        yield note("scenario-facing", text)
    if force.kind == "tank":
        text = "The rules for German tank crews (module 15.0) are not used."
        yield note("tank-crews", text)
        yield note("assault-squads", "Each carries one assault squad inside.")
    if force.kind == "squad":
        yield from squad_move().steps
        yield from (squad_move(way).steps[0] for way in ("trench", "road"))
        yield from squad_modifier("small-arms").steps
        yield from squad_modifier("direct-fire").steps
        for act in SQUAD_ACTS:
            yield from squad_may(act).steps
    if force.side == "British":
        yield from after_morale_check("British", passed=True).steps


@decided
def gas_allowed() -> Telling:
    """Return whether either side may use gas.

    >>> gas_allowed().value
    False
    """
    yield forbid("fog", True, "Neither side may use gas here.")
    return "No gas in this scenario."


def after_morale_check(side: str, passed: bool) -> Answer[str | Gap]:
    """Return what happens to a unit after a morale check: ``removed``, or a `Gap` if only the base
    game says.

    A British unit is removed even if it passes: it surrenders, and is never turned to its pinned
    side.

    >>> after_morale_check("British", passed=True).value
    'removed'
    """
    if one_of("side", side, ["British", "German"]) == "British":
        surrender = "It is removed although it passed: a surrender."
        text = surrender if passed else "It failed, and is removed."
        pinned = note("surrender", "It is not turned to its pinned side.")
        removed = replace(note("surrender", text), op="reads")
        return Answer("removed", (removed, *([pinned] if passed else [])), text)
    german = lost("german-morale")
    british = "Removal after a morale check is printed for British units alone."
    text = "A German unit follows the base game's rules, which are not in the source."
    steps = (note("surrender", british), german)
    return Answer(missing("landships", "german-morale"), steps, text)


# ------------------------------------------------------------------------------------------ victory


def town_hexes(terrain: TerrainMap, given: Given = None) -> tuple[Hex, ...]:
    """Return the Brickyard's town hexes under these readings: the hexes of the set-up, or those
    painted as town.
    """
    if chosen("landships", given, "scenario")[TOWN_HEXES] == "set-up-hexes":
        return SCENARIO.brickyard
    return tuple(sorted(h for h, kind in terrain.hexes.items() if kind == "town"))


def victory(
    units: Iterable[Standing], terrain: TerrainMap | None = None, given: Given = None
) -> Answer[str | Gap]:
    """Return who would win if the game ended with this board: ``German`` or ``British``, or a `Gap`
    if the town hexes are those painted on the board and there are not four.

    The Germans win if no British unit is in the Brickyard and they hold its four town hexes with
    platoons (assault squads do not count). Readings decide whether each town hex needs a platoon or
    one platoon in any is enough, and which of its two hexes a unit on a hexside is in.

    >>> victory([]).value
    'British'
    """
    towns = town_hexes(terrain or TerrainMap(), given)
    if len(towns) != 4:
        gap = missing("landships", "town-hexes")
        text = f"{gap.question} Painted as town: {plural(len(towns), 'hex', 'hexes')}."
        step = lost(gap, text, marks=towns, reading=TOWN_HEXES)
        return Answer(gap, (step,), "Four town hexes are needed to say who wins.")
    options = chosen("landships", given, "scenario")
    in_each, flying = options[PLATOONS] == "each-hex", options[AIRCRAFT_IN] == "yes"
    yard = _Brickyard(tuple(units), towns, options[ON_HEXSIDE], in_each, flying)
    steps, lacking = tuple(yard.steps()), yard.lacking
    if judge(steps) is True:
        whose = "their platoons hold" if in_each else "they hold"
        brickyard = f"the Brickyard{'' if in_each else ' with a platoon'}"
        sentence = f"The Germans would win: {whose} {brickyard}, and no British are left."
        return Answer("German", steps, sentence)
    why = f": {lacking}"
    if yard.british:
        here = f"{plural(len(yard.british), 'unit')} in the Brickyard"
        why = f": they have {here}, and the Germans do not hold it" if lacking else f", with {here}"
    return Answer("British", steps, f"The British would win{why}.")


@dataclass(frozen=True)
class _Brickyard:
    """Who is in the four town hexes, under the readings of hexsides, platoons and aircraft."""

    units: Units
    towns: tuple[Hex, ...]
    on_hexside: str
    in_each: bool
    flying: bool

    def towns_of(self, unit: Standing) -> tuple[Hex, ...]:
        """Return the town hexes that a unit is in."""
        if not isinstance(unit.place, Side):
            return (unit.place,) if unit.place in self.towns else ()
        towns = tuple(hexagon for hexagon in unit.place.hexes if hexagon in self.towns)
        needed = {"in-both": 1, "between-two": 2, "in-neither": 3}[self.on_hexside]
        return towns if len(towns) >= needed else ()

    def within(self, side: str) -> Units:
        """Return the units of a side that count as in the Brickyard."""
        counted = (u for u in self.units if self.flying or u.of.kind != "aircraft")
        return tuple(u for u in counted if u.of.side == side and self.towns_of(u))

    @property
    def british(self) -> Units:
        """The British units still in it."""
        return self.within("British")

    def holders(self, town: Hex) -> Units:
        """Return the German units that hold a town hex: any, or platoons where each needs one."""
        german = (u for u in self.within("German") if town in self.towns_of(u))
        return tuple(u for u in german if u.of.kind == "platoon" or not self.in_each)

    @property
    def platoon(self) -> bool:
        """Whether a German platoon is in any town hex."""
        return any(u.of.kind == "platoon" for u in self.within("German"))

    @property
    def lacking(self) -> str:
        """What the Germans still lack in the town hexes, in words; "" if nothing."""
        empty, kind = sum(not self.holders(t) for t in self.towns), self._kind
        few = f"{plural(empty, 'town hex lacks', 'town hexes lack')} a German {kind}"
        reasons = [few] if empty else []
        if not self.in_each and not self.platoon:
            reasons.append("no German platoon is there")
        return listed(reasons, none="")

    @property
    def _kind(self) -> str:
        return "platoon" if self.in_each else "unit"

    def steps(self) -> Iterator[Step]:
        """Yield the reasons, the town hexes first."""
        where = f"The Brickyard's four town hexes are {listed(map(name, self.towns))}."
        yield note(READINGS[TOWN_HEXES].cite, where, TOWN_HEXES, self.towns)
        yield from self._overhead()
        yield from self._between()
        marks = tuple(dict.fromkeys(u.place for u in self.british if u.place))
        british_units = f"British units in the Brickyard: {len(self.british)}."
        none = "No British unit is left in the Brickyard."
        yield allow("victory", not self.british, none, british_units, marks=marks)
        platoons = READINGS[PLATOONS].cite
        cite, reading = (platoons, PLATOONS) if self.in_each else ("victory", "")
        for town in self.towns:
            held = self.holders(town)
            text = f"{name(town)} holds {'a' if held else 'no'} German {self._kind}."
            yield allow(cite, held, text, reading=reading, marks=(town,))
        if not self.in_each:
            enough = "Under this reading one platoon in the four hexes is enough: there is"
            text = f"{enough} {'one' if self.platoon else 'none'}."
            yield allow(platoons, self.platoon, text, reading=PLATOONS)

    def _overhead(self) -> Iterator[Step]:
        """Yield what aircraft over the town hexes count as. German aircraft hold no hex that needs
        a platoon.
        """
        above = (u for u in self.units if u.of.kind == "aircraft" and self.towns_of(u))
        over = [u for u in above if u.of.side == "British" or not self.in_each]
        if over:
            counts = f"an aircraft over a hex {'is' if self.flying else 'is not'} in it"
            text = f"Under this reading {counts}: {listed(u.of.name for u in over)}."
            marks = tuple(u.place for u in over if u.place)
            yield note(READINGS[AIRCRAFT_IN].cite, text, AIRCRAFT_IN, marks)

    def _between(self) -> Iterator[Step]:
        """Yield what units on hexsides of town hexes count as, where it matters. Vehicles hold no
        hex that needs a platoon.
        """
        says = READINGS[ON_HEXSIDE].option(self.on_hexside).says
        for unit in (u for u in self.units if u.of.side == "British" or not self.in_each):
            if isinstance(unit.place, Side) and set(unit.place.hexes) & set(self.towns):
                comma = "," if "," in unit.of.name else ""
                text = f"The {unit.of.name}{comma} is {at(unit.place)}. {says}"
                yield note(READINGS[ON_HEXSIDE].cite, text, ON_HEXSIDE, (unit.place,))
