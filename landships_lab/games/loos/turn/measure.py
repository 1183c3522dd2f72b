"""The value of a position of Loos to each side, for *Suggest* and the opponent.

Steps and town hexes count most. Smaller terms count where a unit is useful: near to a hex to take
or hold, in a trench or a town, and next to an enemy that is worth attacking. The expected cost of
an attack counts as soon as it is declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.games.loos.rules import table, turns
from landships_lab.games.loos.rules.book import LAST_TURN, Army
from .attacks import Announce, Declare
from .battle import ENEMY, STRIP, Battle, Readings, Unit
from .fight import clash, line_of
from .shelling import fall_odds, target_of

#: The value, in steps, of a town hex and of a whole town in British hands.
TOWN_HEX, WHOLE_TOWN = 3, 3
#: The value of the first British unit beyond the British trenches, which keeps the Germans from
#: winning at once; of each further one; and the most further ones that count.
OUTSIDE, OTHERS, MOST_OTHERS = 6, Fraction(1, 2), 4
#: The value of being one hex nearer: for each British unit to the nearest hex it wants, and for the
#: nearest unit of each side to each of these hexes.
NEARER, NEAREST = Fraction(1, 20), Fraction(1, 5)
#: The loss for a British unit that waits in the second line.
BEHIND = Fraction(1, 2)
_TRENCHES = STRIP.front_line | STRIP.second_line
#: The distance, in hexes, at which a unit has no effect on a place.
FAR = 10
#: The value of a trench or a town round a German unit, and of a German hex below the aircraft.
SHELTERED, SEEN = Fraction(1, 4), Fraction(1, 50)
#: The value of a breach, of a hex opened to an advance, and of a good attack that could be made, as
#: a fraction of its gain.
BREACH, OPENED, COULD = Fraction(1, 2), Fraction(1), Fraction(1, 4)

#: The expected cost of an attack to the defender, with the value of what it opens, and to the
#: attackers.
Costs = tuple[Fraction, Fraction]


def measured(battle: Battle) -> Mapping[Army, Fraction]:
    """Return the value of each army."""
    worth = {army: _held(battle, army) for army in ENEMY}
    if battle.setting_up or battle.over:
        return worth
    worth["british"] += _british_places(battle)
    worth["german"] += _german_places(battle)
    for army in ENEMY:
        worth[army] += (COULD if battle.turn < LAST_TURN else 1) * _could(battle, army)
    for costs in _declared(battle):
        worth[ENEMY[battle.army]] -= costs[0]
        worth[battle.army] -= costs[1]
    for marker in battle.shells:
        if not marker.spent and (front := battle.front(marker.hex)) is not None:
            target = target_of(battle, marker.hex, gas=False)
            chance = fall_odds(target, battle.dice(marker.army)).chance(lambda text: ":" in text)
            worth[front.army] -= chance * (BREACH if target.sheltered else 1)
    return worth


def _held(battle: Battle, army: Army) -> Fraction:
    """Return the value of an army's steps and towns."""
    steps = sum(unit.steps for unit in battle.units if unit.army == army)
    british = battle.british_towns
    if army == "german":
        return Fraction(steps + TOWN_HEX * len(STRIP.town_hexes - british))
    towns = sum(hexes <= british for hexes in STRIP.towns.values())
    return Fraction(steps + TOWN_HEX * len(british) + WHOLE_TOWN * towns)


@lru_cache(maxsize=16384)
def _far(start: Hex, end: Hex) -> int:
    return min(FAR, half_hexes(start, end) // 2)


@lru_cache(maxsize=4096)
def _nearest(hexes: frozenset[Hex], place: Hex) -> int:
    return min((_far(one, place) for one in hexes), default=FAR)


def _wanted(battle: Battle) -> frozenset[Hex]:
    """Return the hexes that the British still want to enter."""
    entries = turns.entry_hexes(battle.read_as) & frozenset(STRIP.hexes)
    return (STRIP.town_hexes - battle.british_towns) | entries


def _british_places(battle: Battle) -> Fraction:
    hexes, wanted = battle.hexes_of("british"), _wanted(battle)
    outside = sum(unit.hex not in _TRENCHES for unit in battle.of("british"))
    worth = Fraction(OUTSIDE * (outside > 0)) + OTHERS * min(max(outside - 1, 0), MOST_OTHERS)
    worth -= BEHIND * sum(unit.hex in STRIP.second_line for unit in battle.of("british"))
    worth += NEARER * sum(FAR - _nearest(wanted, unit.place) for unit in battle.of("british"))
    worth += _soon(battle) * sum(FAR - _nearest(hexes, place) for place in wanted)
    if battle.aircraft is not None:
        below = {battle.aircraft, *STRIP.neighbours(battle.aircraft)}
        worth += SEEN * len(battle.hexes_of("german") & below)
    return worth


def _german_places(battle: Battle) -> Fraction:
    hexes = battle.hexes_of("german")
    safe = sum(h in STRIP.trench_sides or h in STRIP.town_hexes for h in hexes)
    places = _wanted(battle) | battle.british_towns
    near = sum(FAR - _nearest(hexes, place) for place in places)
    return SHELTERED * safe + _soon(battle) * near


def _soon(battle: Battle) -> Fraction:
    """Return the value of a hex nearer, which falls when few turns are left."""
    return NEAREST * min(LAST_TURN - battle.turn, 2) / 2


def _declared(battle: Battle) -> Iterator[Costs]:
    """Yield the expected cost, to defender and attackers, of each attack that is declared and not
    yet fought.

    While others can still join an attack, its value is halfway to the value with them.
    """
    attackers = {u.attacks: battle.attackers_of(u.attacks) for u in battle.units if u.attacks}
    alone = battle.now_phase.name == "mobile combat"
    open_to_others = any(isinstance(step, Announce | Declare) for step in battle.stack)
    for target, units in attackers.items():
        there, held = tuple(u for u in units if not (u.under or u.fought)), battle.front(target)
        if target in battle.done or not there or held is None or held.army == battle.army:
            continue
        if alone:
            each = [_costs(battle, target, (unit,)) for unit in there]
            yield from each
            continue
        costs = _costs(battle, target, there)
        if open_to_others:
            free = (battle.front(h) for h in STRIP.neighbours(target))
            more = tuple(u for u in free if u and u.army == battle.army and u.attacks is None)
            enemy, own = _costs(battle, target, there + more)
            costs = (costs[0] + enemy) / 2, (costs[1] + own) / 2
        yield costs


def _could(battle: Battle, army: Army) -> Fraction:
    """Return the gain of the attacks that its units could make, if all next to a target join in."""
    gains = Fraction(0)
    for target in battle.hexes_of(ENEMY[army]):
        if army == "german" and target in STRIP.front_line:
            continue
        fronts = (battle.front(h) for h in STRIP.neighbours(target))
        units = tuple(unit for unit in fronts if unit and unit.army == army)
        if units:
            defender, attack = battle.holder(target), sum(unit.factor for unit in units)
            line = line_of(battle.ground(target), tuple(unit.place for unit in units)).value
            steps = sum(unit.steps for unit in units)
            by = attack - defender.factor
            opened = _opened(battle, target, army)
            enemy, own = _expected(line, by, battle.readings, defender.steps, steps, opened)
            gains += max(enemy - own, Fraction(0))
    return gains


def _costs(battle: Battle, target: Hex, attackers: tuple[Unit, ...]) -> Costs:
    """Return the expected cost of an attack to the defender and to the attackers."""
    fight, steps = clash(battle, target, attackers), sum(unit.steps for unit in attackers)
    defenders, opened = battle.holder(target).steps, _opened(battle, target, battle.army)
    return _expected(fight.line, fight.differential, battle.readings, defenders, steps, opened)


def _opened(battle: Battle, target: Hex, army: Army) -> Fraction:
    """Return the value of a hex opened to an advance, more for a town that changes hands."""
    british = target in battle.british_towns
    wants = british if army == "german" else target in STRIP.town_hexes and not british
    return OPENED + TOWN_HEX * wants


@lru_cache(maxsize=4096)
def _expected(
    line: str,
    differential: int,
    readings: Readings,
    defenders: int,
    attackers: int,
    opened: Fraction,
) -> Costs:
    given = dict(readings)
    enemy = own = Fraction(0)
    for result, chance in table.combat_odds(line, differential, given):
        if result == table.NO_ATTACK:
            own += chance  # the attack is called off, so that its units achieve nothing
        elif result == "De":
            enemy += chance * (defenders + opened)
        elif table.loses_a_step(result, "defender"):
            enemy += chance * (1 + (opened if defenders == 1 or result != "Ex" else 0))
        if result == "Ae":
            own += chance * attackers
        elif table.loses_a_step(result, "attacker"):
            own += chance * table.steps_instead(result, given)
    return enemy, own


Battle.measured = measured
