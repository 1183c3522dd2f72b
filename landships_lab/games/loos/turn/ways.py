"""Where a unit can go: the best ways under the rules of the front line, trenches and zones of
control, with sample costs of terrain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import listed, mixed, plural
from landships_lab.games.loos.rules import reserves, terrain, turns
from landships_lab.games.loos.rules.book import Army, name, note, takes
from .battle import ENEMY, SAMPLES, STRIP, Battle, Readings, Unit, zone_of_army
from .happen import prizes
from .reasons import refuses, sample, standard, verdict

#: What is assumed of the standard rules of movement, which are not in the source.
ZONE_STOPS = "A sample of the standard rules: a unit stops in the first enemy zone it enters."
INFILTRATES = (
    "A sample of the standard rules: from one enemy zone straight into another is infiltration."
)
#: The reading on whether a unit that leaves the front line may go on.
FRONT_LINE_MOVE = "front-line-move"
#: Rules that are asked very often.
enters_front = lru_cache(maxsize=64)(terrain.may_enter)
infiltration = lru_cache(maxsize=2)(terrain.may_infiltrate)
_stacks = lru_cache(maxsize=1024)(reserves.may_stack)


# ---------------------------------------------------------------------------------- what is allowed


@lru_cache(maxsize=256)
def allowance(army: Army, kind: str, turn: int, readings: Readings) -> Answer[Fraction]:
    """Return the movement points of a unit this turn; its printed allowance is a sample."""
    answer = turns.movement_allowance(army, SAMPLES.units[kind].allowance, turn, dict(readings))
    printed = sample("The allowance on the counter is a sample.", "movement allowances")
    return replace(answer, steps=(printed, *answer.steps[1:]))


def points_of(battle: Battle, unit: Unit) -> Answer[Fraction]:
    """Return the movement points of a unit in a movement phase."""
    return allowance(unit.army, unit.kind, battle.turn, battle.readings)


def cost_of(start: Hex, end: Hex) -> int:
    """Return the points from a hex into the next, one more across a trench hexside (14.3)."""
    return SAMPLES.costs[STRIP.terrain.get(end, "clear")] + STRIP.crosses_trench(start, end)


def steps_into(army: Army, here: Hex, there: Hex, zones: frozenset[Hex]) -> bool:
    """Return whether the front line and infiltration let a unit move from one hex into the next."""
    leaves, enters = here in STRIP.front_line, there in STRIP.front_line
    if not enters_front(army, enters, False, "move", leaves).value:
        return False
    infiltrates = here in zones and there in zones
    return not infiltrates or infiltration(STRIP.crosses_trench(here, there)).value


def stacks(battle: Battle, units: Iterable[Unit], hexagon: Hex) -> Answer[bool]:
    """Return whether these units may end their move in a hex with the units there."""
    coming = tuple(units)
    names = {unit.name for unit in coming}
    there = tuple(unit for unit in battle.at(hexagon) if unit.name not in names)
    return _stacks(tuple(unit.stacked for unit in (*there, *coming)))


# ---------------------------------------------------------------------------------------- the reach


@dataclass(frozen=True, slots=True)
class Reached:
    """A hex in reach: its cost in movement points, the hexes entered on the way, the number of
    trench hexsides crossed, and the prizes among the hexes.

    >>> Reached(2, (), 0).price
    '2 points'
    """

    cost: int
    way: tuple[Hex, ...]
    trenches: int
    prizes: frozenset[Hex] = frozenset()

    @property
    def through(self) -> tuple[Hex, ...]:
        """The prizes on the way, without the last hex."""
        return tuple(h for h in self.way[:-1] if h in self.prizes)

    @property
    def merit(self) -> tuple[int, int]:
        """The sort key: most prizes first, then fewest points, because unused points are lost."""
        return len(self.prizes), -self.cost

    @property
    def price(self) -> str:
        """The cost of the way in words, with the towns or entry hexes on it."""
        words = f", through {listed(map(name, self.through))}" if self.through else ""
        return f"{plural(self.cost, 'point')}{words}"


@dataclass(frozen=True, slots=True)
class Ground:
    """What limits its moves; ``one_hex``: who leaves the front line moves a single hex."""

    army: Army
    enemies: frozenset[Hex]
    prizes: frozenset[Hex]
    one_hex: bool

    @property
    def zones(self) -> frozenset[Hex]:
        """The zones of control of the enemies."""
        return zone_of_army(ENEMY[self.army], self.enemies)

    def stops(self, start: Hex, here: Hex, zones: frozenset[Hex]) -> bool:
        """Return whether a move from ``start`` must end here, even with points left."""
        leaves = self.one_hex and start in STRIP.front_line
        return here != start and (here in zones or leaves)


def ground_of(battle: Battle, army: Army) -> Ground:
    """Return what limits the moves of an army now."""
    enemies = battle.hexes_of(ENEMY[army])
    return _ground_of(army, enemies, battle.british_towns, battle.readings)


@lru_cache(maxsize=512)
def _ground_of(
    army: Army, enemies: frozenset[Hex], british_towns: frozenset[Hex], readings: Readings
) -> Ground:
    one_hex = dict(readings).get(FRONT_LINE_MOVE) == "one-hex"
    return Ground(army, enemies, prizes(army, british_towns, readings), one_hex)


def reach(battle: Battle, unit: Unit, points: Fraction) -> Mapping[Hex, Reached]:
    """Return the hexes in reach, each by its best way; friendly units do not bar it."""
    return reach_from(ground_of(battle, unit.army), unit.place, points)


@lru_cache(maxsize=8192)
def reach_from(ground: Ground, start: Hex, points: Fraction) -> Mapping[Hex, Reached]:
    """Return the hexes that can be reached from here, each by its best way."""
    zones, best = ground.zones, dict[Hex, Reached]()
    met: dict[tuple[Hex, frozenset[Hex]], int] = {}
    waiting: list[tuple[int, tuple[int, int], int, Hex, Reached]] = []
    heappush(waiting, (0, (0, 0), 0, start, Reached(0, (), 0)))
    while waiting:
        cost, _, _, here, before = heappop(waiting)
        if met.get((here, before.prizes), cost) < cost or ground.stops(start, here, zones):
            continue
        for there in STRIP.neighbours(here):
            spent = cost + cost_of(here, there)
            held = before.prizes | ({there} & ground.prizes)
            known = met.get((there, held))
            if spent > points or (known is not None and known <= spent):
                continue
            if there in ground.enemies or not steps_into(ground.army, here, there, zones):
                continue
            met[there, held] = spent
            crossed = before.trenches + STRIP.crosses_trench(here, there)
            reached = Reached(spent, (*before.way, there), crossed, held)
            if there not in best or reached.merit > best[there].merit:
                best[there] = reached
            heappush(waiting, (spent, STRIP.grid.column_row(there), len(met), there, reached))
    return {h: reached for h, reached in best.items() if h != start}


def near(battle: Battle, unit: Unit, points: Fraction) -> list[Hex]:
    """Return the hexes to list for a unit: those in reach and those next to it."""
    hexes = {*reach(battle, unit, points), *STRIP.neighbours(unit.place)}
    return sorted(hexes, key=STRIP.grid.column_row)


def move_answer(
    battle: Battle, unit: Unit, hexagon: Hex, points: Fraction, given: tuple[Step, ...] = ()
) -> Answer[bool]:
    """Return whether a unit may move into a hex; ``given`` are the steps that give its points."""
    reached = reach(battle, unit, points).get(hexagon)
    if reached is None:
        return _out_of_reach(battle, unit, hexagon, points, given)
    fits = stacks(battle, (unit,), hexagon)
    if not fits.value:
        return fits
    says = f"{unit.name} can move to {name(hexagon)} for {plural(reached.cost, 'point')}."
    paid = [sample(says, "costs of terrain")]
    if reached.trenches:
        dug = "Each trench hexside that is crossed costs one point more."
        paid.append(note("trench-hex", dug))
    return verdict(says, *given, *paid, *_rules_of_way(battle, unit, reached))


def _rules_of_way(battle: Battle, unit: Unit, reached: Reached) -> Iterator[Step]:
    zones = battle.zone(ENEMY[unit.army])
    if reached.way[-1] in zones:
        yield standard(ZONE_STOPS)
        if len(reached.way) == 1 and unit.hex in zones:
            yield standard(INFILTRATES)
    if unit.place in STRIP.front_line:
        yield from enters_front(unit.army, False, False, "move", True).steps
        yield takes(FRONT_LINE_MOVE, battle.options[FRONT_LINE_MOVE])


def _out_of_reach(
    battle: Battle, unit: Unit, hexagon: Hex, points: Fraction, given: tuple[Step, ...]
) -> Answer[bool]:
    here, zones, army = unit.place, battle.zone(ENEMY[unit.army]), unit.army
    leaves, into = here in STRIP.front_line, hexagon in STRIP.front_line
    if hexagon in battle.hexes_of(ENEMY[army]):
        return stacks(battle, (unit,), hexagon)
    if hexagon in STRIP.neighbours(here):
        front = enters_front(army, into, False, "move", leaves)
        if not front.value:
            return front
        if not steps_into(army, here, hexagon, zones):
            return verdict("", standard(INFILTRATES), *infiltration(True).steps)
    elif into and army == "german":
        return enters_front(army, True)
    if leaves and battle.options[FRONT_LINE_MOVE] == "one-hex":
        further = replace(ground_of(battle, army), one_hex=False)
        if hexagon in reach_from(further, here, points):
            return verdict("", *given, refuses(takes(FRONT_LINE_MOVE, "one-hex")))
    text = f"{name(hexagon)} is out of reach: {unit.name} has {mixed(points)} points."
    far = refuses("standard-rules", text, (hexagon,))
    return verdict("", *given, far, standard(ZONE_STOPS))


# ----------------------------------------------------------------------------------------- retreats


@dataclass(frozen=True, slots=True)
class Back:
    """A way of retreat: the hexes entered, and what bars each of them, if anything."""

    way: tuple[Hex, ...]
    barred: tuple[Step, ...] = ()


def ways_back(battle: Battle, unit: Unit, hexes: int) -> Mapping[Hex, Back]:
    """Return the hexes in which a retreat of ``hexes`` can end, each with its least barred way and,
    of several, the one with most towns or entry hexes.

    A retreat leads away from the unit's hex, through vacant hexes outside enemy zones, into a
    vacant hex or to a unit that it may stack with. A British retreat ends in the first front line
    hex.

    Only the front line and displacement are printed; the rest is a sample of the standard rules.
    """
    wanted = ground_of(battle, unit.army).prizes

    def worth(back: Back) -> tuple[int, int]:
        return -len(back.barred), len(wanted.intersection(back.way))

    ends: dict[Hex, Back] = {}
    for way in _all_ways(unit.place, hexes):
        other = Back(way, tuple(_bars(battle, unit, way)))
        known = ends.get(way[-1])
        if known is None or worth(other) > worth(known):
            ends[way[-1]] = other
    return ends


def _all_ways(start: Hex, hexes: int, way: tuple[Hex, ...] = ()) -> Iterator[tuple[Hex, ...]]:
    """Yield the ways that lead this many hexes away, or to the first front line hex."""
    if len(way) == hexes or (way and way[-1] in STRIP.front_line):
        yield way
        return
    for there in STRIP.neighbours(way[-1] if way else start):
        if half_hexes(start, there) // 2 == len(way) + 1:
            yield from _all_ways(start, hexes, (*way, there))


def _bars(battle: Battle, unit: Unit, way: tuple[Hex, ...]) -> Iterator[Step]:
    """Yield what bars a unit, with the reserve under it, from retreating this way."""
    coming, closed = battle.stack_of(unit), battle.zone(ENEMY[unit.army])
    for there in way:
        front = enters_front(unit.army, there in STRIP.front_line, False, "retreat")
        yield from (step for step in front.steps if step.op == "forbids")
        held = battle.front(there)
        if held is not None and held.army != unit.army:
            yield refuses(standard(f"{held.name}, an enemy, holds {name(there)}."))
        elif there in closed:
            yield refuses(standard(f"{name(there)} is in an enemy zone of control."))
        fits = there == way[-1] and stacks(battle, coming, there).value
        if held is not None and held.army == unit.army and not fits:
            text = f"The retreat would displace {held.name} from {name(there)}."
            yield refuses("displacement", text, (there,))
