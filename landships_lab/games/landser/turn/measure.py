"""What a firefight is worth to each side: what *Suggest* and an opponent go by.

A man able to fight counts most, and less once he is wounded or held. Smaller terms say what makes
him fight better: a weapon that works, a gun set up with its loader beside it, cover, enemies whom
he has noticed, and how near the enemy is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.plane import Spot
from landships_lab.games.landser.rules.wounds import OUTCOMES
from . import facts, ground
from .state import Firefight, Man

#: What a man counts for; all other numbers are parts of it.
MAN = 1000
#: What it takes from him to be wounded once, and to be held by a hit in his turn.
WOUND, HELD = 100, 200
#: What a weapon takes from him that is jammed or not reloaded, and what a grenade adds.
JAMMED, GRENADE = 125, 50
#: What cover adds: terrain in which or next to which he is, or lying down in the open.
COVERED = 40
#: What it adds that he watches a piece of ground with covering fire.
WATCHES = 15
#: What each enemy adds whom he has noticed, and the most enemies that count.
NOTICED, MOST_NOTICED = 40, 3
#: What it adds that a machine gun is set up, and that its loader is with it.
SET_UP, LOADED = 200, 100
#: What it adds to be one inch nearer to the nearest enemy, along the table or across it, from 30
#: inches to 4.
NEARER, NEAR, FAR = 12, 4, 30


def worth_of(situation: Firefight, side: str) -> Fraction:
    """Return what a side is worth."""
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
