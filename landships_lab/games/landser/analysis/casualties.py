"""The cost of fire and assaults: how many men one template puts out of the fight, where a grenade
is a danger, the effect of several attackers on one man, and how long a squad fights on.

The fates of men near a grenade are correlated, because it comes down in one place for all; there
each man has his own rolls.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import accumulate

from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.sources import Given
from landships_lab.games.landser.rules.assault import Fighter, assault_odds
from landships_lab.games.landser.rules.book import ends, options
from landships_lab.games.landser.rules.grenades import Field, Obstacle, Soldier, Throw, exposures
from landships_lab.games.landser.rules.sqrt3_geometry import Point, scaled, within
from landships_lab.games.landser.rules.templates import Blast, Burst, Laid, under_template
from landships_lab.games.landser.rules.trooper import ROSTER
from landships_lab.games.landser.rules.turns import BREAK_OFF, break_off
from landships_lab.games.landser.rules.wounds import BECOMES, Hit, effect_odds, roll_up

#: The inches between points of a heat map, and its extent in such steps from the point aimed at.
CELL, STEPS = Fraction(1, 2), 10
#: Turns that a forecast looks ahead.
AHEAD = 8


# --------------------------------------------------------------------------- men under one template


@dataclass(frozen=True, slots=True)
class Toll:
    """The numbers of figures that one template has put out of the fight, and has suppressed."""

    out: int = 0
    suppressed: int = 0

    @property
    def affected(self) -> int:
        """The number of men suppressed or worse."""
        return self.out + self.suppressed

    def and_one(self, word: str) -> Toll:
        """Return the toll with one more man, who becomes this (one of `BECOMES`)."""
        return Toll(self.out + (word == BECOMES[2]), self.suppressed + (word == BECOMES[1]))


def toll_of(attack: Blast | Burst) -> Odds[Toll]:
    """Return the chances of the numbers of men whom a grenade or a burst harms."""
    if isinstance(attack, Blast):
        return grenade_toll(attack.throw, attack.soldiers, attack.obstacles, attack.readings)
    return burst_toll(attack.laid, attack.soldiers, attack.obstacles, attack.readings)


def grenade_toll(
    throw: Throw,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Odds[Toll]:
    """Return the chances of how many of these soldiers one grenade puts out of the fight, and how
    many it suppresses.

    It lands once for all of them; the die of effectiveness is each soldier's own or one for the
    grenade, under the reading effectiveness-die; the rolls for effect and wounds are each soldier's
    own. Raises `ValueError` with the printed reason if nobody can throw that far.

    >>> men = [Soldier("a", (0, 0)), Soldier("b", (1, 0))]
    >>> odds = grenade_toll(Throw((0, 8), (0, 0)), men)
    >>> str(odds.map(lambda toll: toll.affected).p(0)), sum(chance for _, chance in odds)
    ('7/27', Fraction(1, 1))
    """
    read = options(readings)
    field, classes = Field.of(throw, soldiers, obstacles, read), _classes(0, *_effects_read(read))
    spots = [(soldier, scaled(soldier.at, field.parts)) for soldier in soldiers]
    places, ways = [*field.landings()], Counter[tuple[int, ...]]()
    common = math.lcm(*(chance.denominator for _, chance in places))
    for point, chance in places:
        under = (pair for pair in spots if point.within(pair[1], field.reach))
        needs = sorted(field.needed(soldier, spot, point) for soldier, spot in under)
        ways[tuple(needs)] += int(chance * common)
    one_die = read["effectiveness-die"] == "one"
    return Odds(ways).then(lambda needs: _blast(needs, classes, one_die))


def burst_toll(
    laid: Laid,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Odds[Toll]:
    """Return the chances of how many men a burst that has hit puts out of the fight, and how many
    it suppresses: every man under the template rolls for effect, at his own range from the gun.

    >>> laid, men = Laid((0, 20), (0, 0)), [Soldier("a", (0, 0)), Soldier("b", (1, 0))]
    >>> burst_toll(laid, men).map(lambda toll: toll.affected).p(2)
    Fraction(1, 1)
    """
    read = options(readings)
    under, odds = under_template(laid, soldiers, obstacles, read).value, certain(Toll())
    for soldier in (one for one in soldiers if one.name in under):
        # beyond the last range use the last, because only nearness matters
        band = sum(not within(laid.gun, soldier.at, end) for end in ends(read)[:-1])
        odds = _and(odds, _classes(band, *_effects_read(read)))
    return odds


@lru_cache(maxsize=512)
def _blast(needs: tuple[int, ...], classes: Odds[str], one_die: bool) -> Odds[Toll]:
    """Return the effect on the men who need these rolls, with one die for all or one for each."""
    none = certain(Toll())
    if one_die:
        return D6.then(lambda die: reduce(_and, [classes for n in needs if die >= n], none))
    each = (D6.then(partial(_reached, classes, need)) for need in needs)
    return reduce(_and, each, none)


def _reached(classes: Odds[str], need: int, die: int) -> Odds[str]:
    return classes if die >= need else certain(BECOMES[0])


def _and(odds: Odds[Toll], classes: Odds[str]) -> Odds[Toll]:
    return odds.then(lambda toll: classes.map(toll.and_one))


def _effects_read(read: Mapping[str, str]) -> tuple[str, str]:
    return read["serious-count"], read["effect-beyond-table"]


@lru_cache(maxsize=64)
def _classes(band: int, serious_count: str, beyond: str) -> Odds[str]:
    """Return the chances that a fresh soldier who must roll for effect is unharmed, suppressed or
    out of the fight.
    """
    read = {"serious-count": serious_count, "effect-beyond-table": beyond}
    return roll_up(effect_odds(Hit(band), read))


@lru_cache(maxsize=64)
def heat(
    throw: Throw, obstacles: tuple[Obstacle, ...], readings: tuple[tuple[str, str], ...]
) -> tuple[tuple[Point, Fraction], ...]:
    """Return, for each half inch round the aim, the chance that a man there would have to roll for
    effect, where it is not zero.
    """
    cells = [CELL * Fraction(2 * step + 1, 2) for step in range(-STEPS, STEPS + 1)]
    field = [Soldier("", (throw.aim[0] + x, throw.aim[1] + y)) for x in cells for y in cells]
    dangers = exposures(throw, field, obstacles, dict(readings))
    return tuple((danger.soldier.at, danger.affected) for danger in dangers if danger.affected)


# ---------------------------------------------------------------------------------- turn after turn


def one_after_another(
    attackers: Sequence[Fighter], defender: Fighter, readings: Given = None
) -> tuple[Odds[str], ...]:
    """Return the chances of the defender after the first, second, ... attacker of one turn: ``out``
    or ``holds``. Each further attacker subtracts one more from the defender's roll.

    >>> [str(odds.p("out")) for odds in one_after_another([Fighter(), Fighter()], Fighter())]
    ['5/12', '109/144']
    """
    holds, course = Fraction(1), []
    for number, attacker in enumerate(attackers, 1):
        holds *= 1 - assault_odds(attacker, defender, number, readings).p("defender out")
        out = holds.denominator - holds.numerator
        course.append(Odds([("out", out), ("holds", holds.numerator)]))
    return tuple(course)


def still_fighting(
    out_each_turn: Sequence[int], squad: int = BREAK_OFF.squad, readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chance that the squad still fights after each of its turns, given the men out of
    action at the start of each. A medic may bring men back, so the numbers need not rise.

    >>> [str(chance) for chance in still_fighting([0, 2, 3])]
    ['1', '4/5', '14/25']
    """
    holds = (1 - break_off.value(out, squad, readings) for out in out_each_turn)
    return tuple(accumulate(holds, lambda fights, hold: fights * hold))


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chance to lose the game, by the number of men out of action, and the chance to fight on
    for some turns under two courses of losses.
    """

    losing: tuple[Fraction, ...]
    steady: tuple[Fraction, ...]
    falling: tuple[Fraction, ...]


def forecast(lost: int, readings: Given = None) -> Forecast:
    """Return the forecast for the typical squad with ``lost`` men out of action."""
    size, falls = len(ROSTER), [min(lost + turn, len(ROSTER)) for turn in range(AHEAD)]
    losing = (break_off.value(number, size, readings) for number in range(size + 1))
    steady = still_fighting([lost] * AHEAD, size, readings)
    return Forecast(tuple(losing), steady, still_fighting(falls, size, readings))
