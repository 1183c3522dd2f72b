"""One step along the heading, from hex to hex or from hex to hexside and back, and the drift to
either side.

Geometry only.
"""

from __future__ import annotations

from landships_lab.core.hexes import Heading, Hex, Place, place_at
from .positions import require_position


def forward(place: Place, heading: Heading) -> Place:
    """Return the place one step ahead of a vehicle.

    Facing a hexside it goes from hex to hex; facing a hexjuncture it goes from hex to hexside and
    from hexside to hex. `PositionError` where a vehicle may not face that way. Source: Twelve Point
    Facing, Movement (line 43).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> (
    ...     grid.code(forward(grid.place("0503"), Heading("N"))),
    ...     grid.code(forward(grid.place("0503"), Heading("E"))),
    ... )
    ('0502', '0602/0603')
    """
    require_position(3, place, heading)
    step = 6 if isinstance(place, Hex) and heading.faces_hexside else 3
    return _beside(place, heading, step)


def drifts(place: Place, heading: Heading) -> tuple[Place, ...]:
    """Return the places beside a vehicle that it could drift onto at the end of its move, to port
    and to starboard.

    From a hex they are the hexsides parallel to its heading, from a hexside its two hexes; the
    heading does not change. There are none for a vehicle that faces a hexside: no hexside beside it
    lies along its heading. Costs are left to `may_drift`. `PositionError` where a vehicle may not
    face that way. Source: Twelve Point Facing, Movement (lines 45 and 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid()
    >>> [grid.code(place) for place in drifts(grid.place("0503"), Heading("E"))]
    ['0502/0503', '0503/0504']
    """
    require_position(3, place, heading)
    if heading.faces_hexside:
        return ()
    return _beside(place, heading.turn(-3), 3), _beside(place, heading.turn(+3), 3)


def _beside(place: Place, heading: Heading, step: int) -> Place:
    dq, dr = heading.vector
    return place_at(place[0] + step * dq, place[1] + step * dr)
