"""The places that a vehicle can reach, over hexes and hexsides, and the movement points (MPs) it
has left there.

`reachable` answers for the whole board at once; `explain_move` explains one path step by step, and
tests keep the two in agreement. A vehicle's situation is a place and a heading; it goes one step
ahead, or turns by 30 degrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType

from landships_lab.core.checks import one_of, whole
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.renamed import renamed
from landships_lab.core.sources import Cite
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.book import supplied
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.ground import GroundValues, sample_turning, sample_values
from .ground import DRIFT_COST, DRIFT_UNMOVED, PERIMETER, TURN_ON_HEXSIDE, moving_terrain
from .positions import drifts, legal_headings, require_position

Placement = tuple[Place, Heading]
#: Inside the search: lattice x and y, points of heading.
_Node = tuple[int, int, int]
_STEPS = tuple(h.vector for h in HEADINGS)
MOST_MP = 99
YOUR_ALLOWANCE = supplied("movement allowance")
_BARE, _SAMPLES = TerrainMap(), sample_values()


# ------------------------------------------------------------------------ what a move depends on


@dataclass(frozen=True)
class March:
    """Everything that a move depends on: the board, its terrain and enemies, the vehicle, the
    readings.

    ``mp`` is the movement allowance and ``turn_mp`` the cost of each 30 degrees of turn, both in
    MPs and supplied by the reader, since the base game's are not in the source. Without ``turn_mp``
    the sample for this kind of ``steering`` holds: ``vehicle`` or ``hard-to-steer``. ``readings``
    are those that differ from the defaults. ``moved`` says that the vehicle has already moved this
    turn; ``allowance`` cites where the MPs come from.
    """

    grid: Grid
    terrain: TerrainMap = _BARE
    values: GroundValues = _SAMPLES
    mp: int = 12
    turn_mp: int | None = None
    enemies: frozenset[Place] = frozenset()
    readings: tuple[tuple[str, str], ...] = ()
    steering: str = "vehicle"
    moved: bool = False
    allowance: Cite = YOUR_ALLOWANCE

    def __post_init__(self) -> None:
        object.__setattr__(self, "mp", whole("A movement allowance", self.mp, 0, MOST_MP))
        if self.turn_mp is not None:
            object.__setattr__(
                self, "turn_mp", whole("The cost of a turn", self.turn_mp, 0, MOST_MP)
            )
        one_of("kind of steering", self.steering, sample_turning())
        chosen("landships", dict(self.readings), "movement")

    @property
    def turn_cost(self) -> int:
        """The MPs for each 30 degrees of turn."""
        return sample_turning()[self.steering] if self.turn_mp is None else self.turn_mp

    @cached_property
    def options(self) -> Mapping[str, str]:
        """The chosen option of every reading that bears on movement."""
        return MappingProxyType(chosen("landships", dict(self.readings), "movement"))

    @property
    def drifts_unmoved(self) -> bool:
        """True if it may drift without moving first: it has moved this turn already, or the reading
        allows it.
        """
        return self.moved or self.options[DRIFT_UNMOVED] == "any-vehicle"

    def read_as(self, reading: str, option: str) -> March:
        """Return the same march with one reading changed."""
        return replace(self, readings=tuple({**dict(self.readings), reading: option}.items()))

    @property
    def _ground(self) -> tuple[Grid, TerrainMap, GroundValues, frozenset[Place], str]:
        return self.grid, self.terrain, self.values, self.enemies, self.options[PERIMETER]

    @cached_property
    def entry(self) -> Mapping[Place, int]:
        """The MPs that it costs to move onto each place of the board.

        Places that are closed or hold an enemy are left out.
        """
        return _entry(*self._ground)

    @cached_property
    def crossing(self) -> Mapping[Place, int]:
        """The extra MPs to cross a hexside from hex to hex, for the hexsides that cost any."""
        extra = dict(self.values.crossing)
        return MappingProxyType(
            {side: extra[kind] for side, kind in self.terrain.sides.items() if extra[kind]}
        )

    @cached_property
    def drift_costs(self) -> Mapping[Place, int]:
        """The cost of each place, in MPs, as a drift compares it.

        Places where no vehicle may go are left out.
        """
        if self.options[DRIFT_COST] == "as-moved":
            return self.entry
        return _dearer(*self._ground)

    def drifts_from(self, place: Place, heading: Heading) -> tuple[Place, ...]:
        """Return the places that a vehicle which ends its move here may drift onto.

        They are open, and cost no more to enter than its own place.
        """
        out_of = self.drift_costs.get(place, -1)
        return tuple(
            into
            for into in drifts(place, heading)
            if self.drift_costs.get(into, MOST_MP + 1) <= out_of
        )


@lru_cache(maxsize=32)
def _entry(
    grid: Grid, terrain: TerrainMap, values: GroundValues, enemies: frozenset[Place], perimeter: str
) -> Mapping[Place, int]:
    free = (place for place in grid.places if place not in enemies)
    if not terrain.hexes:
        plain = values.kind("clear")
        return MappingProxyType({} if plain.closed else dict.fromkeys(free, plain.cost))
    kinds = ((place, moving_terrain(terrain, place, values, perimeter)) for place in free)
    return MappingProxyType({place: kind.cost for place, kind in kinds if kind is not None})


@lru_cache(maxsize=32)
def _dearer(
    grid: Grid, terrain: TerrainMap, values: GroundValues, enemies: frozenset[Place], perimeter: str
) -> Mapping[Place, int]:
    """Return, for each place that may be entered, the cost of its dearer hex. Places with a closed
    hex are left out.
    """
    costs = {}
    for place in _entry(grid, terrain, values, enemies, perimeter):
        hexes = (place,) if isinstance(place, Hex) else place.hexes
        kinds = [values.kind(terrain.of(hexagon)) for hexagon in hexes]
        if not any(kind.closed for kind in kinds):
            costs[place] = max(kind.cost for kind in kinds)
    return MappingProxyType(costs)


# -------------------------------------------------------------------------- the places in reach


@dataclass(frozen=True)
class Reached:
    """The places that a vehicle can get to.

    ``mp_left`` holds the most MPs left in each place, ``ends`` the most in each place and heading.
    ``back`` is the last situation before a return to the start with the most MPs left, and those
    MPs; None if it cannot return.
    """

    start: Placement
    mp_left: Mapping[Place, int]
    ends: Mapping[_Node, int]
    came_from: Mapping[_Node, _Node]
    back: tuple[_Node, int] | None = None

    def headings(self, place: Place) -> tuple[tuple[Heading, int], ...]:
        """Return the headings it can have in a place, each with the MPs left, the most first."""
        nodes = ((h, (place[0], place[1], h.points)) for h in HEADINGS)
        by_heading = ((h, self.ends[node]) for h, node in nodes if node in self.ends)
        return tuple(sorted(by_heading, key=lambda pair: -pair[1]))

    def path(self, place: Place, heading: Heading | None = None) -> tuple[Placement, ...]:
        """Return a cheapest way to a place, with this final heading if one is given.

        The way is a list of places and headings, the start first; it is empty if the vehicle cannot
        get there.
        """
        ends = dict(self.headings(place))
        if not ends or (heading is not None and heading not in ends):
            return ()
        return self._way((place[0], place[1], (heading or next(iter(ends))).points))

    def drift_ends(self, march: March) -> Mapping[_Node, int]:
        """Return the situations from which it may drift, each with the MPs left. The start is among
        them only if it may drift unmoved or can return there.
        """
        if march.drifts_unmoved:
            return self.ends
        start = (*self.start[0], self.start[1].points)
        moved = {node: mp for node, mp in self.ends.items() if node != start}
        return moved if self.back is None else {**moved, start: self.back[1]}

    def path_to_drift(self, march: March, place: Place, heading: Heading) -> tuple[Placement, ...]:
        """Return a cheapest way to a situation from which it drifts, which may be the start."""
        if (place, heading) == self.start and self.back is not None and not march.drifts_unmoved:
            return (*self._way(self.back[0]), self.start)
        return self.path(place, heading)

    def _way(self, node: _Node | None) -> tuple[Placement, ...]:
        way: list[_Node] = []
        while node is not None:
            way.append(node)
            node = self.came_from.get(node)
        return tuple((_place(x, y), HEADINGS[points]) for x, y, points in reversed(way))


def _place(x: int, y: int) -> Place:
    kind: type[Hex] | type[Side] = Side if x % 6 or y % 6 else Hex
    return tuple.__new__(kind, (x, y))  # unchecked: the search meets only places


def reachable(march: March, place: Place, heading: Heading) -> Reached:
    """Return the places that a vehicle can reach from here, with the MPs left in each.

    A vehicle never enters prohibited terrain, nor a place that holds an enemy; it passes them on
    hexsides. Raises `PositionError` for an illegal position.

    >>> grid = Grid(columns=5, rows=5)
    >>> field = reachable(March(grid, mp=4), grid.place("0303"), Heading("N"))
    >>> # the hexside after a turn to NNE
    >>> [field.mp_left[grid.place(code)] for code in ("0302", "0301", "0302/0402")]
    [2, 0, 1]
    """
    require_position(3, place, heading)
    return _search(march, place, heading)


@lru_cache(maxsize=128)
def _search(march: March, place: Place, heading: Heading) -> Reached:
    """Search by MPs left, most first, so that each situation is settled when it is met."""
    entry, crossing, turn_mp, mp = march.entry, march.crossing, march.turn_cost, march.mp
    about = march.options[TURN_ON_HEXSIDE] == "about"
    start: _Node = (place[0], place[1], heading.points)
    ends: dict[_Node, int] = {start: mp}
    came_from: dict[_Node, _Node] = {}
    back: tuple[_Node, int] | None = None
    mp_left: dict[Place, int] = {}
    waiting: list[list[_Node]] = [[] for _ in range(mp)] + [[start]]
    for points_left in range(mp, -1, -1):
        for node in waiting[points_left]:  # grows during the loop if a step costs nothing
            if ends[node] != points_left:
                continue  # a cheaper way there has been settled already
            here = (node[0], node[1])
            if here not in mp_left:
                mp_left[_place(*here)] = points_left
            for after, cost in _onward(node, entry, crossing, turn_mp, about):
                rest = points_left - cost
                if after == start and rest > (-1 if back is None else back[1]):
                    back = (node, rest)
                if rest >= 0 and ends.get(after, -1) < rest:
                    ends[after] = rest
                    came_from[after] = node
                    waiting[rest].append(after)
    return Reached(
        (place, heading),
        MappingProxyType(mp_left),
        MappingProxyType(ends),
        MappingProxyType(came_from),
        back,
    )


def _onward(
    node: _Node,
    entry: Mapping[Place, int],
    crossing: Mapping[Place, int],
    turn_mp: int,
    about: bool,
) -> Iterator[tuple[_Node, int]]:
    """Yield the situations that can come next, each with its cost."""
    x, y, points = node
    dq, dr = _STEPS[points]
    in_hex = not (x % 6 or y % 6)
    reach = 6 if in_hex and points % 2 == 0 else 3
    ahead = (x + reach * dq, y + reach * dr)
    cost = entry.get(ahead)  # type: ignore[call-overload]  # a place equals its bare lattice point, and has the same hash
    if cost is not None:
        if reach == 6 and crossing:
            cost += crossing.get((x + 3 * dq, y + 3 * dr), 0)  # type: ignore[call-overload]
        yield (*ahead, points), cost
    if in_hex:
        yield (x, y, (points + 1) % 12), turn_mp
        yield (x, y, (points - 1) % 12), turn_mp
    elif about:
        yield (x, y, (points + 6) % 12), 6 * turn_mp


# ----------------------------------------------------------------------------------- the drifts


def drift_field(march: March, reached: Reached) -> Mapping[Place, tuple[Placement, int]]:
    """Return the places that it can reach only by a drift at the end of its move.

    Each is mapped to the situation it drifts from and the MPs left there; of several, the one with
    the most MPs left.
    """
    costs = march.drift_costs
    best: dict[Place, tuple[_Node, int]] = {}
    for node, mp in reached.drift_ends(march).items():
        x, y, points = node
        if points % 2 == 0:
            continue  # a vehicle that faces a hexside cannot drift
        out_of = costs.get((x, y), -1)  # type: ignore[call-overload]
        for abeam in (points - 3, points + 3):
            dq, dr = _STEPS[abeam % 12]
            into = (x + 3 * dq, y + 3 * dr)
            if into in reached.mp_left or costs.get(into, MOST_MP + 1) > out_of:  # type: ignore[call-overload]
                continue
            place = _place(*into)
            if place not in best or best[place][1] < mp:
                best[place] = (node, mp)
    return MappingProxyType(
        {
            into: ((_place(x, y), HEADINGS[points]), mp)
            for into, ((x, y, points), mp) in best.items()
        }
    )


def drift_onto(
    march: March, reached: Reached, there: Place, facing: Heading | None = None
) -> tuple[Placement, int] | None:
    """Return the situation with the most MPs left from which it drifts onto this place, and those
    MPs; None if no drift leads there.

    ``facing`` is the heading it must then have, if any. Unlike `drift_field`, it includes places
    that a path also reaches.

    >>> grid = Grid(columns=5, rows=5)
    >>> march, here = March(grid, mp=0, moved=True), grid.place("0303")
    >>> reached = reachable(march, here, Heading.E)
    >>> drift_onto(march, reached, grid.place("0303/0304")) == ((here, Heading.E), 0)
    True
    """
    ends: list[tuple[Placement, int]] = []
    situations = reached.drift_ends(march)
    for heading in HEADINGS if facing is None else (facing,):
        if heading not in legal_headings(3, there):
            continue
        for end in drifts(there, heading):  # a drift can be reversed
            mp = situations.get((end[0], end[1], heading.points))
            if mp is not None and there in march.drifts_from(end, heading):
                ends.append(((end, heading), mp))
    return max(ends, key=lambda drift: drift[1], default=None)


@dataclass(frozen=True)
class Moves:
    """All places within reach, and the way or the drift in question, for a picture.

    ``path`` leads to the end of the move; ``drift`` is the place and heading of a drift that
    follows it.
    """

    march: March
    reached: Reached
    path: tuple[Placement, ...] = ()
    drift: Placement | None = None
    left = renamed("mp_left")

    @cached_property
    def drifted(self) -> Mapping[Place, tuple[Placement, int]]:
        """The places that only a drift reaches (`drift_field`)."""
        return drift_field(self.march, self.reached)

    @property
    def end(self) -> Placement:
        """The place and heading after the move in question; without a move, those of the start."""
        return self.drift or (self.path or (self.reached.start,))[-1]

    @property
    def mp_left(self) -> int:
        """The MPs left after the move in question. A drift ends the move, so it leaves none."""
        place, heading = self.end
        return 0 if self.drift else self.reached.ends[place[0], place[1], heading.points]
