"""The counters of scenario 19.26 as they stand when it begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from typing import TypeVar

from landships_lab.core.hexes import Heading, Hex, Side
from landships_lab.core.sources import Given
from landships_lab.games.landships.data.scenarios import Force
from .brickyard import AA_HEX, ART_HEX, CLASS_OF, SCENARIO, Standing, class_of, set_up_hexes

GRID = SCENARIO.grid
S = TypeVar("S", bound=Standing)


@cache
def order_of_battle() -> tuple[Standing, ...]:
    """Return the counters as they stand when the board begins.

    Those with hexes of their own stand in them; those with a choice of hexes are spread over them
    in order; those whose place is on the lost map wait beside the board. Source: Scenario 19.26
    (lines 129-139).

    >>> [unit.id for unit in order_of_battle() if unit.aboard]
    ['ger-squad-1', 'ger-squad-2', 'ger-squad-3']
    """
    units = []
    turns: dict[tuple[Hex, ...], Iterator[int]] = defaultdict(
        count
    )  # forces that share their hexes take them in turn
    for force in SCENARIO.forces.values():
        if not (kind := CLASS_OF[force.kind]):
            continue  # off the board for good
        heading = Heading.N if force.side == "German" else Heading.S
        for number in range(1, force.count + 1):
            at = force.at[next(turns[force.at]) % len(force.at)] if force.at else None
            if at is not None and force.kind == "tank":
                heading = Heading.N if GRID.column_row(at)[1] > GRID.rows // 2 else Heading.S
            assert kind != 1 or heading.faces_hexside
            units.append(Standing(force.id, number, at, heading, _carried_by(force.id, number)))
    return tuple(units)


def _carried_by(force: str, number: int) -> str:
    """Return the tank that a counter rides in at first: each A7V carries one squad."""
    return f"ger-a7v-{number}" if force == "ger-squad" else ""


def _hexes(force: Force, reading: str, option: str) -> tuple[Hex, ...]:
    found = set_up_hexes(force, {reading: option})
    return found if isinstance(found, tuple) else ()


def aa_gun_as_read(gun: S, given: Given) -> S:
    """Return the AA gun under these readings: where it stands in its hex of the set-up, it moves to
    the one that they give; it leaves a hexside where it is no vehicle.

    Source: Scenario 19.26, British set-up (line 129).
    """
    if isinstance(gun.place, Side) and class_of(gun.of, given) != 3:
        return replace(gun, place=gun.place.hexes[0])
    hexes = [h for option in ("as-printed", "5810") for h in _hexes(gun.of, AA_HEX, option)]
    if gun.place not in hexes:
        return gun
    return replace(gun, place=_hexes(gun.of, AA_HEX, (given or {}).get(AA_HEX, "as-printed"))[0])


def gun_75mm_as_read(gun: S, before: Given, given: Given) -> S:
    """Return the 75 mm gun under other readings than ``before``: it is put into the first hex that
    they give it, or back beside the map if it still stands there as it was put.

    Source: Scenario 19.26, British set-up (line 129).
    """
    now, then = (
        _hexes(gun.of, ART_HEX, (readings or {}).get(ART_HEX, "unplaced"))
        for readings in (before, given)
    )
    waits = next(unit for unit in order_of_battle() if unit.id == gun.id)
    if (gun.place, gun.heading) == ((now[0] if now else None), waits.heading):
        return replace(gun, place=then[0] if then else None)
    return gun
