"""Draw counters: half an inch wide and facing a corner, with a silhouette from above, an arrow, and
the name below; and infantry as on a printed map, with the flag of the side that holds a hex and the
arrow of an attack.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.hexes import Heading, Hex, Place
from .labels import Name, bounds
from .shapes import Lines, Path, Pixel, Polygons, Shape, rectangle
from .silhouettes import SILHOUETTES
from .view import View

#: Half the diagonal of a counter, as a share of a hex's circumradius.
CARD = 0.9
#: The corners of a card that faces north, and the size of the silhouette on it (circumradii).
_CORNERS: Path = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DRAWN = 0.6


@dataclass(frozen=True)
class Counter:
    """One counter in a picture: its place and heading, its outline and number, its name and
    side.
    """

    place: Place
    heading: Heading
    outline: str
    number: str
    name: str = ""
    side: str = ""

    @property
    def spoken_name(self) -> str:
        """The name that a screen reader says and tests look for."""
        return self.name or self.number


@dataclass(frozen=True)
class Pose:
    """The pose of a counter: its middle, the unit step ahead of it in the picture, a hex's
    circumradius (pixels).
    """

    centre: Pixel
    ahead: Pixel
    size: float

    def at(self, x: float, y: float) -> Pixel:
        """Return the pixel of a point of the drawing, given in hex circumradii from the middle of a
        counter that faces north.
        """
        (cx, cy), (dx, dy) = self.centre, self.ahead
        return cx + self.size * (-y * dx - x * dy), cy + self.size * (-y * dy + x * dx)

    def path(self, path: Path, share: float = 1.0) -> Path:
        """Return the pixels of the points of this path, scaled by ``share``."""
        return tuple(self.at(share * x, share * y) for x, y in path)


def _posed(view: View, piece: Counter) -> Pose:
    return Pose(view.pixel(piece.place), view.ray(piece.heading), view.size)


def counters(view: View, pieces: Sequence[Counter], chosen: str = "") -> tuple[Shape, ...]:
    """Draw counters, with the one whose spoken name is ``chosen`` on top, so that the others do not
    change while it is dragged.

    The cards come first, then all silhouettes and arrows at once; `names` makes their name plates.
    Raises `KeyError` for an unknown outline.
    """
    top = [piece for piece in pieces if piece.spoken_name == chosen]
    return (
        *_counters(view, tuple(piece for piece in pieces if piece not in top)),
        *_counters(view, tuple(top)),
    )


@lru_cache(maxsize=64)
def _counters(view: View, pieces: tuple[Counter, ...]) -> tuple[Shape, ...]:
    posed = [(_posed(view, p), p.outline) for p in pieces]
    shadows = tuple(tuple((x + 1.8, y + 2.6) for x, y in card(view, p)) for p in pieces)
    cards = [Polygons((card(view, p),), card_role(p.side), p.spoken_name) for p in pieces]
    rims = tuple(pose.path(_CORNERS, 0.9 * CARD) for pose, _ in posed)
    return (
        *_shapes(Polygons(shadows, "shadow")),
        *cards,
        *_shapes(Polygons(rims, "counter-rim")),
        *silhouettes(posed),
        *_shapes(Polygons(tuple(arrow(pose) for pose, _ in posed), "arrow")),
    )


def silhouettes(posed: Sequence[tuple[Pose, str]]) -> tuple[Shape, ...]:
    """Draw units from above, without their cards.

    ``posed`` holds the pose and the outline's name of each. Raises `KeyError` for an unknown
    outline.
    """
    drawn = [(pose, SILHOUETTES[outline]) for pose, outline in posed]
    light = tuple(pose.path(path, _DRAWN) for pose, shape in drawn for path in shape.light)
    dark = tuple(pose.path(path, _DRAWN) for pose, shape in drawn for path in shape.dark)
    lines = tuple(pose.path(path, _DRAWN) for pose, shape in drawn for path in shape.lines)
    fine = tuple(pose.path(path, _DRAWN) for pose, shape in drawn for path in shape.fine)
    return (
        *_shapes(Polygons(light, "silhouette")),
        *_shapes(Lines(lines, "counter-line")),
        *_shapes(Polygons(dark, "silhouette-dark")),
        *_shapes(Lines(fine, "counter-fine")),
    )


def card_role(side: str) -> str:
    """Return the role of this side's card."""
    return {"British": "counter-british", "German": "counter-german"}.get(side, "counter")


def _shapes(shape: Polygons | Lines) -> Iterable[Shape]:
    return (shape,) if (shape.rings if isinstance(shape, Polygons) else shape.paths) else ()


def card(view: View, piece: Counter) -> Path:
    """Return the four corners (pixels) of the square card, one of which points along the heading.

    Source: Twelve Point Facing, Constructing New Counters (line 9).
    """
    return _posed(view, piece).path(_CORNERS, CARD)


def arrow(pose: Pose) -> Path:
    """Return the corners (pixels) of the facing arrow, just beyond the corner ahead."""
    tip, base = CARD + 0.36, CARD - 0.02
    return pose.path(((0, -tip), (0.16, -base), (0, -base - 0.12), (-0.16, -base)))


def names(view: View, pieces: Sequence[Counter]) -> Iterator[Name]:
    """Yield the name plates of the counters well inside the picture: below each, or where there is
    room.
    """
    for piece in pieces:
        if piece.number and view.holds(piece.place):
            yield Name(
                piece.number, "unit-name", bounds(card(view, piece)), piece.spoken_name, plate=True
            )


#: Half the side of a counter, and its distance below the middle of its hex, which keeps it clear
#: of the code (circumradii).
_UNIT, _DOWN = 0.42, 0.14
#: The distance left of the middle of a hex at which a mark is clear of the counter (circumradii).
BESIDE = -0.64
#: The shift right and up from one counter of a stack to the next (circumradii).
_STACKED = 0.11


def infantry(
    view: View, hexagon: Hex, role: str, spoken_name: str, below: int = 0
) -> Iterator[Shape]:
    """Yield the shapes of a counter in a hex, with ``below`` counters under it in its stack."""
    size, (x, y) = view.size, view.pixel(hexagon)
    x, y = x + _STACKED * below * size, y + (_DOWN - _STACKED * below) * size
    half = _UNIT * size
    left, top, right, bottom = x - 0.62 * half, y - 0.44 * half, x + 0.62 * half, y + 0.44 * half
    yield Polygons(
        (rectangle(x - half + 1.8, y - half + 2.4, x + half + 1.8, y + half + 2.4),), "shadow"
    )
    yield Polygons((rectangle(x - half, y - half, x + half, y + half),), role, spoken_name)
    box = (*rectangle(left, top, right, bottom), (left, top))
    yield Lines(
        (box, ((left, top), (right, bottom)), ((left, bottom), (right, top))),
        "counter-line",
        "infantry",
    )


def flags(view: View, hexes: Sequence[Hex], name: str) -> Iterator[Shape]:
    """Yield a small flag in each hex, to the right of any counter."""
    if not hexes:
        return
    spots = [(x + 0.54 * view.size, y) for x, y in map(view.pixel, hexes)]
    poles = tuple((_at(view, spot, 0.0, 0.5), _at(view, spot, 0.0, -0.36)) for spot in spots)
    cloths = tuple(
        (
            _at(view, spot, 0.0, -0.36),
            _at(view, spot, 0.3, -0.24),
            _at(view, spot, 0.22, -0.1),
            _at(view, spot, 0.0, -0.08),
        )
        for spot in spots
    )
    yield Lines(poles, "counter-line", name)
    yield Polygons(cloths, "figure", name, "blue")


def way(view: View, start: Hex, end: Hex, name: str) -> Iterator[Shape]:
    """Yield an arrow from the edge of one counter to that of another."""
    (ax, ay), (bx, by) = view.pixel(start), view.pixel(end)
    ay, by = ay + _DOWN * view.size, by + _DOWN * view.size
    length = math.dist((ax, ay), (bx, by)) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    near, far, head = 0.56 * view.size, length - 0.58 * view.size, 0.24 * view.size
    tip, foot = (ax + far * dx, ay + far * dy), (ax + (far - head) * dx, ay + (far - head) * dy)
    wide = 0.6 * head
    yield Lines((((ax + near * dx, ay + near * dy), foot),), "fire", name)
    yield Polygons(
        (
            (
                tip,
                (foot[0] - wide * dy, foot[1] + wide * dx),
                (foot[0] + wide * dy, foot[1] - wide * dx),
            ),
        ),
        "fire-head",
        name,
    )


def _at(view: View, spot: Pixel, across: float, down: float) -> Pixel:
    return spot[0] + across * view.size, spot[1] + down * view.size
