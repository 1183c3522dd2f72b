"""Formations: line, column, echelon and wedge, drawn up on the leader by steps along the headings
abeam, astern and between.

The article prints no formations; these are what the words mean on twelve points::

    line      3 1 L 2 4      column   L      echelon   L          wedge       L
                                      1                  1                 2     1
                                      2                    2            4           3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from landships_lab.core.checks import one_of
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, place_at
from .force import Deployed, Force
from .positions import nearest_heading

#: What a formation is called, and in points of 30 degrees off the leader's bow where its units
#: follow: in turn, again and again.
FORMATIONS = {"line": (3, -3), "column": (6,), "echelon": (4,), "wedge": (4, -4)}
#: How far apart its units stand, in hexes, where the board has room; otherwise one. Through
#: hexjunctures one step less is as far.
SPACING = 2


def form_up(
    force: Force,
    leader: Deployed,
    formation: str,
    grid: Grid,
    closed: frozenset[Place] = frozenset(),
    spacing: int = SPACING,
) -> Force:
    """Return the force with the vehicles of the leader's side drawn up on the leader.

    They face as the leader does; guns stay where they are. Where the followers stood before does
    not matter. Places off the board, ``closed`` places and places of units that stay are passed
    over. The units stand ``spacing`` hexes apart; where there is too little room they close up, and
    then stand on the same lines ahead of the leader too. `ValueError` for an unknown formation, and
    where the board has no room for it.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tanks = tuple(
    ...     Deployed(UNITS["mk-iv-male"], grid.place("0605"), Heading.N, "British", n)
    ...     for n in (1, 2, 3)
    ... )
    >>> [grid.code(one.place) for one in form_up(tanks, tanks[0], "column", grid)]
    ['0605', '0607', '0609']
    """
    points = FORMATIONS[one_of("formation", formation, FORMATIONS)]
    followers = [
        one
        for one in force
        if one.side == leader.side and one != leader and one.unit.unit_class == 3
    ]
    stay = {one.place for one in force if one not in followers}
    for ways, apart in product(((0,), (0, 6)), (spacing, 1)):
        spots = dict.fromkeys(_places(leader, points, ways, apart, grid))
        free = (place for place in spots if place not in stay and place not in closed)
        places = [place for place, _ in zip(free, followers, strict=False)]
        if len(places) == len(followers):
            stood = {
                one: _facing(one, place, leader.heading)
                for one, place in zip(followers, places, strict=True)
            }
            return tuple(stood.get(one, one) for one in force)
    raise ValueError(
        f"The board has no room for {_name(formation)} of {len(followers) + 1} here; move the"
        " leader, or turn it."
    )


def _name(formation: str) -> str:
    return f"{'an' if formation == 'echelon' else 'a'} {formation}"


def _facing(one: Deployed, place: Place, heading: Heading) -> Deployed:
    return replace(one, place=place, heading=nearest_heading(3, place, heading))


def _places(
    leader: Deployed, points: Sequence[int], ways: Sequence[int], spacing: int, grid: Grid
) -> Iterator[Place]:
    """Yield the places of the formation, the nearest first.

    ``ways`` is 0 for the places that the word means, 6 for those on the same lines ahead.
    """
    x, y = leader.place
    for about in ways:
        for count in range(1, grid.columns + grid.rows):
            for heading in (leader.heading.turn(point + about) for point in points):
                steps = count * (spacing if heading.faces_hexside else max(spacing - 1, 1))
                place = place_at(
                    x + 6 * steps * heading.vector[0], y + 6 * steps * heading.vector[1]
                )
                if place in grid:
                    yield place
