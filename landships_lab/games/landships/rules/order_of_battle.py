"""The counters of scenario 19.26 as they stand when it begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import count

from landships_lab.core.hexes import Heading, Hex
from landships_lab.games.landships.rules.brickyard import CLASS_OF, SCENARIO, Standing

GRID = SCENARIO.grid


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
