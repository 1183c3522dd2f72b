"""Where a unit can go: the cheapest ways under the rules of the front line, trenches and zones,
with sample costs of terrain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import mixed, plural
from landships_lab.games.loos.rules import may_enter, may_infiltrate, may_stack
from landships_lab.games.loos.rules.book import CITES, name
from landships_lab.games.loos.rules.terrain import Army, Way
from landships_lab.games.loos.turn.battle import ENEMY, SAMPLES, STRIP, Battle, Unit, zone_of_army
from landships_lab.games.loos.turn.happen import sample, standard

STANDARD_CITE = CITES["standard-rules"]
#: What is taken of the standard rules of movement, which are not in the source.
ZONE_STOPS = "A sample of the standard rules: a unit stops in the first enemy zone it enters."
INFILTRATES = (
    "A sample of the standard rules: from one enemy zone straight into another is infiltration."
)


@dataclass(frozen=True, slots=True)
class Reached:
    """A hex in reach: its cost in movement points, the hexes entered on the way, and how many
    trench hexsides are crossed.
    """

    cost: int
    way: tuple[Hex, ...]
    trenches: int


def cost_of(start: Hex, end: Hex) -> int:
    """Return the movement points from a hex into the next: a sample cost of its terrain, and one
    more across a trench hexside (14.3, line 176).
    """
    return SAMPLES.costs[STRIP.terrain.get(end, "clear")] + STRIP.crosses_trench(start, end)


def reach(battle: Battle, unit: Unit, points: Fraction) -> Mapping[Hex, Reached]:
    """Return the hexes into which a unit can move with these points, each by its cheapest way;
    friendly units may be moved through, and may stand there.

    Source: 14.2 (line 170), 14.3 (lines 176-185), 18.4 (line 306).
    """
    enemies = battle.hexes_of(ENEMY[unit.army])
    return _reach(unit.army, unit.place, points, enemies)


@lru_cache(maxsize=8192)
def _reach(
    army: Army, start: Hex, points: Fraction, enemies: frozenset[Hex]
) -> Mapping[Hex, Reached]:
    zones = zone_of_army(ENEMY[army], enemies)
    found: dict[Hex, Reached] = {start: Reached(0, (), 0)}
    waiting: list[tuple[int, tuple[int, int], Hex]] = [(0, (0, 0), start)]
    while waiting:
        cost, _, here = heappop(waiting)
        before = found[here]
        if cost > before.cost or (here != start and here in zones):
            continue
        for there in STRIP.neighbours(here):
            spent = cost + cost_of(here, there)
            if spent > points or there in enemies or not steps_into(army, here, there, zones):
                continue
            if there not in found or spent < found[there].cost:
                crossed = before.trenches + STRIP.crosses_trench(here, there)
                found[there] = Reached(spent, (*before.way, there), crossed)
                heappush(waiting, (spent, STRIP.grid.column_row(there), there))
    return {h: reached for h, reached in found.items() if h != start}


def steps_into(army: Army, here: Hex, there: Hex, zones: frozenset[Hex]) -> bool:
    """Return whether the front line and infiltration let a unit move from one hex into the next."""
    if not enters_front(army, there in STRIP.front_line, "move", here in STRIP.front_line).value:
        return False
    infiltrates = here in zones and there in zones
    return not infiltrates or infiltration(STRIP.crosses_trench(here, there)).value


@lru_cache(maxsize=64)
def enters_front(army: Army, into: bool, how: Way, leaves: bool) -> Answer[bool]:
    """Return the rule on the front line for one hex."""
    return may_enter(army, into, False, how, leaves)


@lru_cache(maxsize=2)
def infiltration(crosses: bool) -> Answer[bool]:
    """Return the rule on infiltration across trenches."""
    return may_infiltrate(crosses)


def stacks(battle: Battle, units: Iterable[Unit], hexagon: Hex) -> Answer[bool]:
    """Return whether these units may end their move in a hex with whoever stands there."""
    coming = tuple(units)
    names = {unit.name for unit in coming}
    there = tuple(unit for unit in battle.at(hexagon) if unit.name not in names)
    return _stacks(tuple(unit.stacked for unit in (*there, *coming)))


@lru_cache(maxsize=1024)
def _stacks(units: tuple[object, ...]) -> Answer[bool]:
    return may_stack(units)  # type: ignore[arg-type]  # they are Stacked, which is hashable


def move_answer(
    battle: Battle, unit: Unit, hexagon: Hex, points: Fraction, given: tuple[Step, ...]
) -> Answer[bool]:
    """Return whether a unit may move into a hex with these points; ``given`` are the steps that
    gave it the points.
    """
    found = reach(battle, unit, points).get(hexagon)
    if found is None:
        return _out_of_reach(battle, unit, hexagon, points, given)
    fits = stacks(battle, (unit,), hexagon)
    if not fits.value:
        return fits
    said = f"{unit.name} can move to {name(hexagon)} for {plural(found.cost, 'point')}."
    return Answer(True, (*given, *_paid(found, said), *_rules_of_way(battle, unit, hexagon)), said)


def _paid(found: Reached, said: str) -> tuple[Step, ...]:
    dug = (
        (Step("Each trench hexside that is crossed costs one point more.", CITES["trench-hex"]),)
        if found.trenches
        else ()
    )
    return (sample(said, "costs of terrain"), *dug)


def _rules_of_way(battle: Battle, unit: Unit, hexagon: Hex) -> tuple[Step, ...]:
    zones = battle.zone(ENEMY[unit.army])
    stop = (standard(ZONE_STOPS),) if hexagon in zones else ()
    slip = (standard(INFILTRATES),) if hexagon in zones and unit.hex in zones else ()
    return (*stop, *slip)


def _out_of_reach(
    battle: Battle, unit: Unit, hexagon: Hex, points: Fraction, given: tuple[Step, ...]
) -> Answer[bool]:
    here, zones = unit.place, battle.zone(ENEMY[unit.army])
    if hexagon in battle.hexes_of(ENEMY[unit.army]):
        return stacks(battle, (unit,), hexagon)
    if hexagon in STRIP.neighbours(here):
        front = enters_front(
            unit.army, hexagon in STRIP.front_line, "move", here in STRIP.front_line
        )
        if not front.value:
            return front
        if not steps_into(unit.army, here, hexagon, zones):
            slips = infiltration(True)
            return Answer(False, (standard(INFILTRATES), *slips.steps), slips.headline)
    elif hexagon in STRIP.front_line and unit.army == "german":
        return enters_front(unit.army, True, "move", False)
    text = f"{name(hexagon)} is out of reach: {unit.name} has {mixed(points)} points."
    far = Step(text, STANDARD_CITE, "forbids", marks=(hexagon,))
    return Answer(False, (*given, far, standard(ZONE_STOPS)), text)


def ways_back(battle: Battle, unit: Unit, hexes: int) -> Mapping[Hex, tuple[Hex, ...]]:
    """Return where a defender can retreat so many hexes, each with its way: away from its hex,
    through vacant hexes outside enemy zones; in the first front line hex a British retreat ends.

    Only the front line and displacement are printed; the rest is a sample of the standard rules.
    Source: 7.7.2 as modified (line 224), 14.2 (line 170).
    """
    closed = battle.zone(ENEMY[unit.army])
    ends: dict[Hex, tuple[Hex, ...]] = {}
    ways: list[tuple[Hex, ...]] = [()]
    for gone in range(1, hexes + 1):
        longer: list[tuple[Hex, ...]] = []
        for way in ways:
            here = way[-1] if way else unit.place
            for there in STRIP.neighbours(here):
                open_hex = not battle.at(there) and there not in closed
                into, leaves = there in STRIP.front_line, here in STRIP.front_line
                if not open_hex or steps_apart(unit.place, there) != gone:
                    continue
                if not enters_front(unit.army, into, "retreat", leaves and bool(way)).value:
                    continue
                if gone == hexes or into:
                    ends.setdefault(there, (*way, there))
                elif all(other[-1] != there for other in longer):
                    longer.append((*way, there))
        ways = longer
    return ends


def steps_apart(one: Hex, other: Hex) -> int:
    """Return how many hexes apart two hexes are."""
    dx, dy = other.q - one.q, other.r - one.r
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 2
