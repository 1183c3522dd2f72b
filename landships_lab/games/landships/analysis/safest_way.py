"""A way over hexes and hexsides under fire: how many guns bear on each of its places, and the way
with the fewest.

Steps are those of a vehicle that goes straight ahead: from a hex to one of six neighbours or onto
one of the six hexsides that point at it, and from a hexside to the hex at either end. Turns and
drifts are left out: `reachable` handles their costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from landships_lab.core.answer import Answer, Telling, Told, summed
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Hex, Place, place_at
from landships_lab.core.place_bits import Planes, count_at, levels, place_bits
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.landships.rules.book import add, name, note, start

Way = tuple[Place, ...]
#: A number above the steps and gun-steps of any way, and one above the cost of any way.
_MANY, _CLOSED = 1 << 16, 1 << 40


@dataclass(frozen=True)
class Exposure:
    """The guns that bear on each place of a way, its start included."""

    way: Way
    guns: tuple[int, ...]

    @property
    def gun_steps(self) -> int:
        """The guns that bear on its places, added up."""
        return sum(self.guns)


def exposure(way: Way, guns: Planes, grid: Grid) -> Exposure:
    """Return how many guns bear on each place of a way.

    ``guns`` are the counts for the whole board, as `counts` returns them.
    """
    board = place_bits(grid)
    return Exposure(way, tuple(count_at(guns, board.number(place)) for place in way))


@dataclass(frozen=True, slots=True)
class _Net:
    """The places of a board in order, the index of each, and for each index the places one step
    away, clockwise from north.
    """

    places: tuple[Place, ...]
    index: Mapping[Place, int]
    steps: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def _net(grid: Grid) -> _Net:
    places = tuple(sorted(grid.places))
    index = {place: n for n, place in enumerate(places)}
    steps = (tuple(index[there] for there in _steps(here) if there in index) for here in places)
    return _Net(places, index, tuple(steps))


def _steps(here: Place) -> Iterator[Place]:
    x, y = here
    along = here.parallel if not isinstance(here, Hex) else HEADINGS
    for heading in sorted(along, key=lambda h: h.points):
        reach = 6 if isinstance(here, Hex) and heading.faces_hexside else 3
        yield place_at(x + reach * heading.vector[0], y + reach * heading.vector[1])


def safest_way(
    grid: Grid,
    start: Place,
    end: Place,
    guns: Planes = (),
    closed: frozenset[Place] = frozenset(),
    by_length: bool = False,
) -> Way:
    """Return the way between two places of the board with the fewest gun-steps; empty if no way
    leads there.

    Of several it is the one with the fewest steps; between ways equal in both, the choice is always
    the same. ``closed`` are places that no vehicle may enter. ``by_length`` reverses the order:
    fewest steps, then fewest gun-steps.

    >>> grid = Grid(columns=9, rows=7)
    >>> way = safest_way(grid, grid.place("0104"), grid.place("0504"), by_length=True)
    >>> len(way) - 1, grid.code(way[1])
    (4, '0203')
    """
    board, net = place_bits(grid), _net(grid)
    by_gun, by_step = (1, _MANY) if by_length else (_MANY, 1)
    costs = [_CLOSED] * len(net.places)
    for count, bits in levels(guns, board.board):
        for place in board.places(bits):
            costs[net.index[place]] = by_gun * count + by_step
    for place in closed - {start}:
        costs[net.index[place]] = _CLOSED
    numbers = _cheapest(net.steps, costs, net.index[start], net.index[end])
    return tuple(net.places[n] for n in numbers)


def _cheapest(
    steps: Sequence[Sequence[int]], costs: Sequence[int], start: int, end: int
) -> list[int]:
    """Return the cheapest way by Dijkstra's search; each place has the cost of stepping onto it."""
    size = len(costs)
    best, came_from, waiting = [_CLOSED] * size, [start] * size, [start]
    best[start] = 0
    while waiting:
        spent, here = divmod(heappop(waiting), size)
        if here == end:
            way = [end]
            while way[-1] != start:
                way.append(came_from[way[-1]])
            return way[::-1]
        if spent > best[here]:
            continue
        for there in steps[here]:
            cost = spent + costs[there]
            if cost < best[there]:
                best[there] = cost
                came_from[there] = here
                heappush(waiting, cost * size + there)
    return []


def joined(
    grid: Grid, points: Sequence[Place], guns: Planes = (), closed: frozenset[Place] = frozenset()
) -> Way:
    """Return the way through these places in their order, with the fewest steps and then the fewest
    gun-steps from each to the next; empty if one of them cannot be reached.
    """
    way: list[Place] = list(points[:1])
    for here, there in pairwise(points):
        leg = safest_way(grid, here, there, guns, closed, by_length=True)
        if not leg:
            return ()
        way += leg[1:]
    return tuple(way)


@summed
def walk(
    way: Way,
    guns: Planes,
    grid: Grid,
    bearing: Mapping[Place, Iterable[str]] | None = None,
    side: str = "",
    at_least: bool = False,
) -> Telling[Exposure]:
    """Return the gun-steps of a way: one for each gun that bears on one of its places.

    ``bearing`` names the units that bear on places of the way, ``side`` the side whose guns count;
    ``at_least`` says that more guns, whose ranges are not in the source, may bear.

    >>> grid = Grid(columns=9, rows=7)
    >>> way = safest_way(grid, grid.place("0104"), grid.place("0504"))
    >>> one_gun = 1 << place_bits(grid).number(grid.place("0504"))
    >>> walk(way, (one_gun,), grid).headline
    '1 gun-step on the way from 0104 to 0504.'
    """
    seen, ends = exposure(way, guns, grid), f"the way from {name(way[0])} to {name(way[-1])}"
    takes = f"takes {plural(len(way) - 1, 'step')}{f', under {side} fire' if side else ''}"
    yield note("movement", f"{capitalized(ends)} {takes}.", marks=way)
    counted = [(place, count) for place, count in zip(way, seen.guns, strict=True) if count]
    for n, (place, count) in enumerate(counted):
        who = f": {listed(bearing[place])}" if bearing and place in bearing else ""
        on = f"{'bears' if count == 1 else 'bear'} on {name(place)}{who}"
        step = add if n else start
        yield step("fire-arcs", count, f"{plural(count, 'gun')} {on}.", marks=(place,))
    under_fire = f"{'at least ' if at_least else ''}{plural(seen.gun_steps, 'gun-step')}"
    return Told(f"{capitalized(under_fire)} on {ends}.", detail=seen)


def no_way(start: Place, end: Place) -> Answer[int | None]:
    """Return the answer if closed places surround one of two places, so that no way joins them.

    >>> no_way(Grid().place("0104"), Grid().place("0504")).headline
    'No way leads from 0104 to 0504.'
    """
    text = "No vehicle may enter prohibited terrain; here none enters a place that an enemy holds."
    step = note("perimeter-rule", text, marks=(start, end))
    return Answer(None, (step,), f"No way leads from {name(start)} to {name(end)}.")
