"""The value of a firefight to each side, for *Suggest* and the opponent.

A man able to fight counts most, and less once he is wounded or held. Smaller terms count what makes
him fight better: a weapon that works, a gun set up with its loader beside it, cover, enemies whom
he has noticed, and the distance to the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.plane import Spot
from landships_lab.games.landser.rules.wounds import OUTCOMES
from . import facts, ground
from .state import Firefight, Man

#: The value of a man; all other numbers are fractions of it.
MAN = 1000
#: The loss for one wound, and for being held by a hit in his turn.
WOUND, HELD = 100, 200
#: The loss for a weapon that is jammed or not reloaded, and the gain for a grenade.
JAMMED, GRENADE = 125, 50
#: The gain for cover: being in or next to terrain, or lying down in the open.
COVERED = 40
#: The gain for covering fire over some ground.
WATCHES = 15
#: The gain for each enemy whom he has noticed, and the most enemies that count.
NOTICED, MOST_NOTICED = 40, 3
#: The gain for a machine gun that is set up, and for its loader beside it.
SET_UP, LOADED = 200, 100
#: The gain for each inch nearer to the nearest enemy, along the table or across it, and the
#: distances between which it counts.
NEARER, NEAR, FAR = 12, 4, 30


def worth_of(situation: Firefight, side: str) -> Fraction:
    """Return the value of a side."""
    enemies = [_quarters(man.at) for man in situation.of(situation.opponent_of(side))]
    total = 0
    for man in situation.of(side):
        x, y = _quarters(man.at)
        quarters = min((max(abs(x - a), abs(y - b)) for a, b in enemies), default=4 * FAR)
        total += MAN + sum(_terms(situation, man))
        total += NEARER * (4 * FAR - min(max(quarters, 4 * NEAR), 4 * FAR)) // 4
    return Fraction(total, MAN)


@lru_cache(maxsize=4096)
def _quarters(place: Spot) -> tuple[int, int]:
    return int(4 * place.x), int(4 * place.y)


def _terms(situation: Firefight, man: Man) -> Iterator[int]:
    yield -WOUND * (man.legs + man.arms + man.serious + man.light)
    for wound in (man.wound, man.fresh):
        if wound.outcome != "miss" and not OUTCOMES[wound.outcome].free:
            yield -HELD
    if man.jammed or man.reloads:
        yield -JAMMED
    yield GRENADE * min(man.grenades, 2)
    if man.prone or ground.beside(situation.table, man.at):
        yield COVERED
    if man.watch is not None:
        yield WATCHES
    yield NOTICED * min(len(man.aware), MOST_NOTICED)
    if man.kind == "gunner":
        crew = situation.crew(man.side)
        yield SET_UP * (crew.set_up and not crew.jammed) + LOADED * facts.loaded(situation, man)


Firefight.worth_of = worth_of
