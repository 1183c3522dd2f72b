"""The table of a firefight: its terrain, and the effect on sight, cover and movement.

Places are inches east and south of the north-west corner. The rules leave it to the players how to
judge cover; here the straight line between the middles of two men decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.inches import STEP_DEGREES, direction, inches_up
from landships_lab.core.plane import Ring, Spot, dot, inside, meet, split, square_to, vector
from landships_lab.games.landser.data.setups import RawPiece, setups
from landships_lab.games.landser.rules.grenades import Obstacle
from landships_lab.games.landser.rules.movement import Way
from landships_lab.games.landser.rules.sqrt3_geometry import Stray, at, measured

#: The diameter of a base, and the greatest distance between two middles that counts as base
#: contact.
BASE, CONTACT = Fraction(3, 4), Fraction(1)
#: A man this near to terrain is next to it.
BESIDE = Fraction(1)
#: The grid for chosen places, in inches; a man may be stopped on half a step.
STEP = Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain: a line of two points, ``width`` inches wide, or an area."""

    name: str
    kind: str
    ring: Ring
    hard: bool
    difficult: bool
    blocks: bool
    closed: bool
    width: Fraction
    soft: bool = False

    @property
    def area(self) -> bool:
        """Whether it is an area, not a line."""
        return len(self.ring) > 2

    @property
    def edges(self) -> tuple[tuple[Spot, Spot], ...]:
        """Its edges; the edge of a line is the line itself."""
        ring = self.ring
        if not self.area:
            return ((ring[0], ring[1]),)
        return tuple((ring[n - 1], ring[n]) for n in range(len(ring)))

    def holds(self, place: Spot) -> bool:
        """Return whether a place lies in this area."""
        return self.area and inside(place, self.ring)

    def near(self, place: Spot, reach: Fraction = BESIDE) -> bool:
        """Return whether a place lies in it, or within ``reach`` inches of it."""
        return self.holds(place) or square_inches(self, place) <= reach * reach

    def crossed(self, a: Spot, b: Spot) -> bool:
        """Return whether the straight line from ``a`` to ``b`` meets it."""
        return any(at(a).sees_across(b, *edge) for edge in self.edges)


def square_inches(piece: Piece, place: Spot) -> Fraction:
    """Return the square of the distance from a place to the edge of a piece, in square inches."""
    return min(Fraction(*map(Fraction, square_to(place, edge))) for edge in piece.edges)


@dataclass(frozen=True, slots=True)
class Ground:
    """A table: its size in inches and its terrain."""

    wide: int
    deep: int
    pieces: tuple[Piece, ...]

    def on_table(self, place: Spot) -> bool:
        """Return whether a place lies on the table."""
        return 0 <= place.x <= self.wide and 0 <= place.y <= self.deep


def point(text: str) -> Spot:
    """Return the place written as in ``9 12.5``. Raises `ValueError` for other text."""
    across, down = text.split()
    return spot_of(Fraction(across), Fraction(down))


def spot_of(x: Fraction | int, y: Fraction | int) -> Spot:
    """Return the place with these coordinates, whole ones if possible: they compare faster."""
    return Spot(_whole(x), _whole(y))


def _whole(number: Fraction | int) -> Fraction | int:
    return number.numerator if number.denominator == 1 else number


def _piece(raw: RawPiece) -> Piece:
    does, width = (raw.hard, raw.difficult, raw.blocks, raw.closed), Fraction(raw.width, 8)
    return Piece(raw.name, raw.kind, tuple(map(point, raw.at)), *does, width, raw.soft)


@lru_cache(maxsize=8)
def ground(name: str) -> Ground:
    """Return the table of the set-up of this name."""
    raw = setups()[name]
    return Ground(raw.wide, raw.deep, tuple(map(_piece, raw.pieces)))


@lru_cache(maxsize=8)
def obstacles(name: str) -> tuple[Obstacle, ...]:
    """Return the edges of all terrain of a set-up as obstacles to splinters and bullets."""
    return tuple(
        Obstacle(*edge, hard=piece.hard) for piece in ground(name).pieces for edge in piece.edges
    )


def soft(name: str, place: Stray) -> bool:
    """Return whether a grenade comes down there on soft ground, in a convex area of the table."""
    return any(
        piece.soft
        and not any(place.sees_across(_middle(piece.ring), *edge) for edge in piece.edges)
        for piece in ground(name).pieces
    )


def _middle(ring: Ring) -> Spot:
    xs, ys = (sum((Fraction(spot[axis]) for spot in ring), Fraction(0)) for axis in (0, 1))
    return spot_of(xs / len(ring), ys / len(ring))


# -- sight and cover -------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def blocked(name: str, a: Spot, b: Spot) -> str:
    """Return the terrain that blocks sight between two places, "" if none does.

    A wood hides men beyond it, but not men in it.
    """
    for piece in ground(name).pieces:
        between = piece.blocks and not piece.holds(a) and not piece.holds(b)
        if between and meet((a, b), piece.ring):
            return piece.name
    return ""


@lru_cache(maxsize=8192)
def cover(name: str, firer: Spot, target: Spot, whole_line: bool) -> tuple[str, str]:
    """Return the cover of a man at ``target`` from one at ``firer``: "none", "half" or "full", and
    the terrain that gives it.

    A man in terrain, or next to terrain that lies between, has full cover; a man partly hidden by
    something between has half cover. Unless the ``whole_line`` counts, terrain next to the firer
    hides nobody. Source: Landser, Firing (line 64).
    """
    best = ("none", "")
    for piece in ground(name).pieces:
        if piece.holds(target):
            return "full", piece.name
        if not piece.crossed(firer, target):
            continue
        if piece.near(target):
            return "full", piece.name
        if whole_line or not piece.near(firer):
            best = ("half", piece.name)
    return best


@lru_cache(maxsize=4096)
def beside(name: str, place: Spot) -> str:
    """Return the terrain that a place is in or next to, "" in the open."""
    return next((piece.name for piece in ground(name).pieces if piece.near(place)), "")


@lru_cache(maxsize=4096)
def to_terrain(name: str, place: Spot) -> Fraction:
    """Return the square of the distance to the nearest terrain: 0 in it or next to it."""
    if beside(name, place):
        return Fraction(0)
    return min(square_inches(piece, place) for piece in ground(name).pieces)


# -- ways ------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def way(name: str, a: Spot, b: Spot, action: str) -> Way:
    """Return a straight way in the form that the rules take: inches of clear and of difficult
    ground, each rounded up to a quarter, and the width of the obstacles that it crosses.
    """
    far = _quarters_up(inches_up(square(a, b)))
    difficult = width = Fraction(0)
    for piece in ground(name).pieces:
        if piece.difficult and a != b:
            difficult += far * _share(a, b, piece.ring)
        if piece.width and piece.crossed(a, b):
            width += piece.width
    difficult = min(_quarters_up(difficult), far)
    clear = max(far - difficult - width, Fraction(0))
    return Way(action, clear, difficult, width)


def square(a: Spot, b: Spot) -> Fraction:
    """Return the square of the distance between two places, in square inches."""
    along = vector(a, b)
    return Fraction(dot(along, along))


def _quarters_up(number: Fraction) -> Fraction:
    return Fraction(math.ceil(4 * number), 4)


def _share(a: Spot, b: Spot, ring: Ring) -> Fraction:
    """Return the share of the way from ``a`` to ``b`` within a convex area."""
    outside, _ = split((a, b), ring)
    axis = 0 if a.x != b.x else 1
    whole = abs(Fraction(b[axis]) - a[axis])
    return 1 - sum((abs(Fraction(q[axis]) - p[axis]) for p, q in outside), Fraction(0)) / whole


def shut(name: str, a: Spot, b: Spot) -> str:
    """Return the closed terrain that a straight way from ``a`` to ``b`` would enter, or ""."""
    for piece in ground(name).pieces:
        if piece.closed and (piece.holds(b) or meet((a, b), piece.ring)):
            return piece.name
    return ""


def steps_along(a: Spot, b: Spot) -> Iterator[Spot]:
    """Yield the places along a straight way, at most a quarter of an inch apart, including the end.

    They are on eighths of an inch.
    """
    parts = max(1, math.ceil(4 * measured(a, b)))
    for n in range(1, parts):
        share = Fraction(n, parts)
        x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
        yield spot_of(Fraction(round(8 * x), 8), Fraction(round(8 * y), 8))
    yield b


def snapped(place: Spot) -> Spot:
    """Return the nearest place on quarters of an inch."""
    return spot_of(Fraction(round(4 * place.x), 4), Fraction(round(4 * place.y), 4))


@lru_cache(maxsize=2048)
def heading(a: Spot, b: Spot) -> int:
    """Return the heading from one place to another, to the nearest 15 degrees."""
    ahead = vector(a, b)
    return max(range(0, 360, STEP_DEGREES), key=lambda degrees: dot(direction(degrees), ahead))


def write(place: Spot) -> str:
    """Return a place in the form that records use.

    >>> write(Spot(Fraction(9), Fraction(25, 2)))
    '9 12.5'
    """
    return f"{_number(place.x)} {_number(place.y)}"


def _number(value: Fraction | int) -> str:
    whole, part = divmod(Fraction(value), 1)
    thousandths = f"{int(1000 * part):03d}".rstrip("0")
    return f"{whole}.{thousandths}" if thousandths else str(whole)


def read(x: str, y: str) -> Spot | None:
    """Return the place written by these two words, on quarters of an inch; None for other words."""
    try:
        place = spot_of(Fraction(x), Fraction(y))
    except (ValueError, ZeroDivisionError):
        return None
    quarters = all((number / STEP).denominator == 1 for number in (place.x, place.y))
    return place if quarters and len(x) < 8 and len(y) < 8 else None
