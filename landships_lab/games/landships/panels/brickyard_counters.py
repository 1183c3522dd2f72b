"""The counters of the Brickyard: where they stand at first, and how they are put down and told in a
link.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count

from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.speech import capitalized, with_article
from landships_lab.games.landships.rules import legal_headings
from landships_lab.games.landships.rules.brickyard import (
    AA_HEX,
    CLASS_OF,
    SCENARIO,
    Standing,
    class_of,
    set_up_hexes,
)
from landships_lab.panel.readings import Taken

GRID = SCENARIO.grid
Units = tuple[Standing, ...]


@cache
def order_of_battle() -> Units:
    """Return the counters as they stand when the board begins.

    Those with hexes of their own stand in them; those with a choice of hexes are spread over them
    in order; those whose place is on the lost map wait beside the board.
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
            units.append(Standing(force.id, number, at, heading))
    return tuple(units)


def find(units: Units, unit_id: str) -> Standing:
    """Return the counter with this id.

    `ValueError` with the nearest id if there is none.
    """
    for unit in units:
        if unit.id == unit_id:
            return unit
    raise ValueError(unknown("counter", unit_id, [u.id for u in units]))


def with_unit(units: Units, unit: Standing) -> Units:
    """Return the counters with this one in place of the one with its id."""
    return tuple(unit if u.id == unit.id else u for u in units)


def stand(
    unit: Standing, place: Place | None, heading: Heading | None = None, options: Taken = ()
) -> Standing:
    """Return the counter put down there, facing so if a heading is given.

    ``options`` are the readings taken. `ValueError` in one sentence where its class may not stand.
    """
    if place is not None and not legal_headings(class_of(unit.of, dict(options)), place):
        kind = capitalized(with_article(unit.of.kind.replace("-", " ").replace("aa ", "AA ")))
        raise ValueError(f"{kind} never stands on a hexside; only vehicles do.")
    return replace(unit, place=place, heading=heading or unit.heading)


def with_aa_hex(units: Units, options: Taken) -> Units:
    """Return the counters after the reading of hex 6810 or of the truck has changed.

    If the AA gun stands where it was set up, it moves to the hex that the reading gives; it leaves
    a hexside where it is no vehicle.
    """
    gun = next(u for u in units if u.force == "brit-aa")
    if isinstance(gun.place, Side) and class_of(gun.of, dict(options)) != 3:
        return with_unit(units, replace(gun, place=gun.place.hexes[0]))
    hexes = [h for option in ("as-printed", "5810") for h in _hexes(gun, option)]
    if gun.place not in hexes:
        return units
    return with_unit(
        units, replace(gun, place=_hexes(gun, dict(options).get(AA_HEX, "as-printed"))[0])
    )


def _hexes(unit: Standing, option: str) -> tuple[Hex, ...]:
    found = set_up_hexes(unit.of, {AA_HEX: option})
    assert isinstance(found, tuple)
    return found
