r"""Hexes, hexsides, corners and the twelve headings, on one lattice of whole numbers.

Flat-top hexes, north at the top. A hex has axial coordinates (q, r), r growing south::

           N                 N   NNE
         _____                \   |   ENE
    WNW /     \ ENE        .   \  |  /   .
       /  q,r  \                \ | /
       \       /       W  ------- + -------  E          E lies between ENE and ESE
    WSW \_____/ ESE             / | \
           S               WSW    S    ESE

Every point of interest lies on the axial lattice scaled by 6, where it has exactly one name: a hex
centre at 6(q, r), the midpoint of the hexside towards neighbour d at 6h + 3d, the corner between
the neighbours d and e at 6h + 2(d + e). Two neighbouring hexes share their hexside as one and the
same point. A point whose coordinates are both multiples of 3 is a place: a hex where both are
multiples of 6, a hexside otherwise.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from landships_lab.core.checks import MOST_QUOTED, unknown

Vector = tuple[int, int]

#: The twelve headings clockwise from north; each hexjuncture direction is the sum of its two
#: neighbours.
_VECTORS: Final[dict[str, Vector]] = {
    "N": (0, -1),
    "NNE": (1, -2),
    "ENE": (1, -1),
    "E": (2, -1),
    "ESE": (1, 0),
    "SSE": (1, 1),
    "S": (0, 1),
    "SSW": (-1, 2),
    "WSW": (-1, 1),
    "W": (-2, 1),
    "WNW": (-1, 0),
    "NNW": (-1, -1),
}
#: Compass points that a person may type but that are not among the twelve, each with the two
#: headings it lies between.
_BETWEEN: Final = {"NE": "NNE or ENE", "SE": "ESE or SSE", "SW": "SSW or WSW", "NW": "WNW or NNW"}


def cross(u: Vector, v: Vector) -> int:
    """Return a positive number if ``v`` lies clockwise of ``u``, a negative one if anticlockwise, 0
    on the same or the opposite ray.

    >>> cross((0, -1), (1, -1)) > 0  # ENE lies clockwise of N
    True
    """
    return u[0] * v[1] - u[1] * v[0]


class Heading(Enum):
    """One of the twelve directions a counter may face, 30 degrees apart, clockwise from north.

    Made from its name in either case; raises `ValueError`, with the allowed names, for any other.
    Source: Twelve Point Facing, Facing (line 23).

    >>> Heading("NNE").degrees, Heading("NNE").turn(+1)
    (30, Heading.ENE)
    """

    N = "N"
    NNE = "NNE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NNW = "NNW"

    def __init__(self, name: str) -> None:
        #: The axial step (q, r) that points that way.
        self.vector = _VECTORS[name]
        self._points = list(_VECTORS).index(name)
        #: Degrees clockwise of north, 0 to 330.
        self.degrees = 30 * self._points
        #: Whether a unit in a hex with this heading faces a hexside (and not a hexjuncture).
        self.faces_hexside = self._points % 2 == 0

    @classmethod
    def _missing_(cls, value: object) -> Heading:
        given = str(value).strip()[: MOST_QUOTED + 1].upper()
        if given in _VECTORS:
            return cls(given)
        if given in _BETWEEN:
            names = ", ".join(_VECTORS)
            raise ValueError(
                f"{str(value)!r} is not a heading; allowed are {names}. The nearest are"
                f" {_BETWEEN[given]}."
            )
        raise ValueError(unknown("heading", value, list(_VECTORS)))

    def __repr__(self) -> str:
        return f"Heading.{self.value}"

    def __str__(self) -> str:
        return str(self.value)

    @property
    def points(self) -> int:
        """How many points of 30 degrees clockwise of north it lies, 0 to 11."""
        return self._points

    def turn(self, points: int) -> Heading:
        """Return the heading this many points of 30 degrees clockwise, or anticlockwise if
        negative.
        """
        return HEADINGS[(self.points + points) % 12]

    def turns_to(self, other: Heading) -> int:
        """Return the points of 30 degrees to turn to face ``other`` the short way: -5 to +6,
        clockwise positive.
        """
        points = (other.points - self.points) % 12
        return points - 12 if points > 6 else points


HEADINGS: Final[tuple[Heading, ...]] = tuple(Heading)
#: The six directions from a hex to its neighbours.
DIRECTIONS: Final[tuple[Heading, ...]] = HEADINGS[::2]


class Point(tuple[int, int]):
    """A point (x, y) of the axial lattice scaled by 6.

    Two names of one point are equal, and a point can be a dictionary key.
    """

    __slots__ = ()

    @property
    def x(self) -> int:
        """Six times its axial q."""
        return self[0]

    @property
    def y(self) -> int:
        """Six times its axial r."""
        return self[1]

    def __reduce__(self) -> tuple[object, ...]:
        return (point_at, (self[0], self[1]))


class Hex(Point):
    """A hex, by its axial coordinates (q, r)."""

    __slots__ = ()

    def __new__(cls, q: int, r: int) -> Hex:
        """Return the hex of these axial coordinates."""
        return tuple.__new__(cls, (6 * q, 6 * r))

    @property
    def q(self) -> int:
        """Its axial column."""
        return self[0] // 6

    @property
    def r(self) -> int:
        """Its axial row, growing south."""
        return self[1] // 6

    def __repr__(self) -> str:
        return f"Hex({self.q}, {self.r})"

    def neighbour(self, direction: Heading) -> Hex:
        """Return the neighbouring hex in this direction.

        Raises `ValueError` for a direction that faces a hexjuncture.
        """
        if not direction.faces_hexside:
            raise ValueError(
                f"{direction} faces a hexjuncture, so no hex lies that way; hexsides face"
                f" {_names(DIRECTIONS)}."
            )
        dq, dr = direction.vector
        return tuple.__new__(Hex, (self[0] + 6 * dq, self[1] + 6 * dr))

    def side(self, direction: Heading) -> Side:
        """Return the hexside in this direction.

        Raises `ValueError` for a direction that faces a hexjuncture.
        """
        return Side(self, self.neighbour(direction))

    def sides(self) -> tuple[Side, ...]:
        """Return the six hexsides, clockwise from north."""
        return tuple(self.side(direction) for direction in DIRECTIONS)

    def corners(self) -> tuple[Corner, ...]:
        """Return the six hexjunctures, clockwise from north-north-east."""
        return tuple(
            Corner(self[0] + 2 * h.vector[0], self[1] + 2 * h.vector[1]) for h in HEADINGS[1::2]
        )


class Side(Point):
    """The hexside between two neighbouring hexes, the same whichever of them is named first."""

    __slots__ = ()

    def __new__(cls, one: Hex, other: Hex) -> Side:
        """Return the hexside between two hexes. Raises `ValueError` unless they are neighbours."""
        if (other[0] - one[0], other[1] - one[1]) not in _STEPS:
            raise ValueError(
                f"{one} and {other} share no hexside; the neighbours of a hex lie"
                f" {_names(DIRECTIONS)} of it."
            )
        return tuple.__new__(cls, ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2))

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that share it: the western one first, or the northern one where the hexside
        runs east and west.
        """
        dq, dr = _ACROSS[self[0] % 6, self[1] % 6].vector
        x, y = self[0] - 3 * dq, self[1] - 3 * dr
        return Hex(x // 6, y // 6), Hex((x + 6 * dq) // 6, (y + 6 * dr) // 6)

    @property
    def across(self) -> Heading:
        """The direction from its first hex to its second: S, ENE or ESE."""
        return _ACROSS[self[0] % 6, self[1] % 6]

    @property
    def parallel(self) -> tuple[Heading, Heading]:
        """The two headings that point along it, which a vehicle on it may face (Twelve Point
        Facing, line 19).
        """
        return self.across.turn(-3), self.across.turn(+3)

    def ends(self) -> tuple[Corner, Corner]:
        """Return the two hexjunctures at its ends."""
        dq, dr = self.parallel[0].vector
        return Corner(self[0] - dq, self[1] - dr), Corner(self[0] + dq, self[1] + dr)

    def __repr__(self) -> str:
        one, other = self.hexes
        return f"Side({one}, {other})"


class Corner(Point):
    """A hexjuncture, where three hexes meet, by its lattice point."""

    __slots__ = ()

    def __new__(cls, x: int, y: int) -> Corner:
        """Return the hexjuncture at this lattice point. Raises `ValueError` if none lies there."""
        if x % 2 or y % 2 or x % 6 == 0 or (x - y) % 6:
            raise ValueError(f"({x}, {y}) is not a hexjuncture of the lattice.")
        return tuple.__new__(cls, (x, y))

    def __repr__(self) -> str:
        return f"Corner({self[0]}, {self[1]})"


#: Where a unit may be and what a weapon may aim at.
Place = Hex | Side

_STEPS: Final = frozenset((6 * dq, 6 * dr) for dq, dr in (d.vector for d in DIRECTIONS))
#: A hexside's lattice point modulo 6 tells which way it is crossed.
_ACROSS: Final = {(0, 3): Heading.S, (3, 3): Heading.ENE, (3, 0): Heading.ESE}


def place_at(x: int, y: int) -> Place:
    """Return the hex or hexside at this lattice point. Raises `ValueError` if none lies there."""
    if x % 3 or y % 3:
        raise ValueError(
            f"({x}, {y}) is not a place: a hex or hexside has both lattice coordinates divisible"
            " by 3."
        )
    if x % 6 or y % 6:
        return tuple.__new__(Side, (x, y))
    return tuple.__new__(Hex, (x, y))


def point_at(x: int, y: int) -> Point:
    """Return the hex, hexside or hexjuncture at this lattice point.

    Raises `ValueError` if none lies there.
    """
    return Corner(x, y) if x % 3 or y % 3 else place_at(x, y)


def offset(a: Point, b: Point) -> Vector:
    """Return the lattice vector from ``a`` to ``b``."""
    return b[0] - a[0], b[1] - a[1]


def half_hexes(a: Place, b: Place) -> int:
    """Return the distance between two places in half hexes, by the shortest way over the half-hex
    lattice.

    Design: callers round it to whole hexes, as their rules of range say.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 6


def _names(headings: tuple[Heading, ...]) -> str:
    return ", ".join(h.value for h in headings)
