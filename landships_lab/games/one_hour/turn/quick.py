"""The answers of `may_fire` and `shot_between`, remembered.

Both depend on little of the table: the two Units, an observer, and the friends that stand between
them. With all else left out, an answer holds for as long as nobody of these moves.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.inches import Base
from landships_lab.core.plane import grain, hull, in_grains, meet, square_between_boxes
from landships_lab.games.one_hour.rules.ground import Table, Unit, shot_between
from landships_lab.games.one_hour.rules.movement import threatened
from landships_lab.games.one_hour.rules.path import March, may_go
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.sight import may_fire
from landships_lab.games.one_hour.rules.turn import Moment, may_act

Taken = tuple[tuple[str, str], ...]


def fire_at(
    table: Table, firer: Unit, target: Unit, observer: str, readings: Taken
) -> Answer[bool]:
    """Return what `may_fire` does, without remedies."""
    looker = table.unit(observer) if observer else firer
    near = {unit.name for unit in (looker, target, firer, *_between(table, looker, target))}
    told = {firer.name, target.name, observer}
    kept = tuple(  # in the order of the table: of two that cut a band the first is named
        replace(unit, hits=0, ready=unit.ready and unit.name in told)
        for unit in table.units
        if unit.name in near
    )
    small = replace(table, units=kept)
    return _fire_at(small, firer.name, target.name, observer, readings)


@lru_cache(maxsize=4096)
def _fire_at(table: Table, firer: str, target: str, observer: str, readings: Taken) -> Answer[bool]:
    return may_fire(table, firer, target, observer, dict(readings), advice=False)


def _between(table: Table, looker: Unit, target: Unit) -> list[Unit]:
    """Return the friends of a Unit that may stand between it and its target."""
    return [
        unit
        for unit in table.units
        if unit.side == looker.side
        and unit.name != looker.name
        and _stands_between(looker.bases, target.bases, unit.bases)
    ]


@lru_cache(maxsize=8192)
def _stands_between(
    looker: tuple[Base, ...], target: tuple[Base, ...], friend: tuple[Base, ...]
) -> bool:
    reach = tuple(corner for base in (*looker, *target) for corner in base.corners)
    own = tuple(corner for base in friend for corner in base.corners)
    if square_between_boxes(reach, own):
        return False
    parts = grain((*reach, *own))
    return meet(hull(in_grains(reach, parts)), hull(in_grains(own, parts)))


def shot(table: Table, firer: Unit, target: Unit, readings: Taken) -> Shot:
    """Return what `shot_between` does."""
    bare, seen = (replace(unit, hits=0) for unit in (firer, target))
    found = _shot(replace(table, units=(bare, seen)), readings)
    return replace(found, firer_hits=firer.hits)


@lru_cache(maxsize=4096)
def _shot(table: Table, readings: Taken) -> Shot:
    firer, target = table.units
    return shot_between(table, firer, target, dict(readings))


def near_an_enemy(table: Table, unit: Unit, readings: Taken) -> bool:
    """Return what `threatened` does."""
    others = tuple(
        replace(enemy, hits=0, dug_in=False, ready=False)
        for enemy in table.units
        if enemy.side != unit.side
    )
    return _near(replace(table, areas=(), units=others), replace(unit, hits=0), readings)


@lru_cache(maxsize=1024)
def _near(table: Table, unit: Unit, readings: Taken) -> bool:
    return threatened(table, unit, dict(readings))


@lru_cache(maxsize=4096)
def allowed(kind: str, action: str, moment: Moment, readings: Taken) -> Answer[bool]:
    """Return what `may_act` does."""
    return may_act(kind, action, moment, dict(readings))


@lru_cache(maxsize=512)
def path(table: Table, march: March, way: tuple[Unit, ...], readings: Taken) -> Answer[bool | Gap]:
    """Return what `may_go` does."""
    return may_go(table, march, way, dict(readings))
