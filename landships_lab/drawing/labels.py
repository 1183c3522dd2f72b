"""Find free places for labels: a label never covers a counter, a number or another label, and
avoids lines where it can.

A `Room` is the free room of a picture. Give it the shapes (`take`), ask for labels (`name`), then
draw the labels it has placed (`shapes`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from .shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene, Shape, rectangle
from .theme import LIGHT

Box = tuple[float, float, float, float]
T = TypeVar("T", bound="tuple[Box, *tuple[object, ...]]")
#: The mean width of a letter as a share of its height, and how much wider a bold one is.
LETTER, BOLD = 0.6, 1.13
#: The widths of letters that differ from the mean, as shares of their height, in the first font
#: of the theme.
_WIDTHS: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys("ijl'|", 0.28),
        **dict.fromkeys(" .,:;·", 0.32),
        **dict.fromkeys("ftrI()[]-/", 0.4),
        **dict.fromkeys("mMW%", 0.96),
        **dict.fromkeys("wABCDEGHKNOPQRSTUVXYZ+=<>×", 0.74),
    }
)
#: Roles of shapes that no label may cover, and of shapes that it avoids where it can.
SOLID = frozenset(
    {"counter", "counter-british", "counter-german", "arrow", "unique-mark", "bank", "ghost"}
    | {"handle", "count-badge", "compass-disc", "soldier-khaki", "soldier-grey", "soldier-out"}
    | {"die", "die-lit", "way-badge"}
)
THIN = frozenset(
    {"sight-line", "sight-broken", "path", "drift", "target-ring", "blocked", "asked"}
    | {"last-move", "legal", "illegal", "wedge-edge", "wedge-edge-open", "inch-mark"}
    | {"hex-code", "hex-code-large"}
)
#: The distances (pixels) between a label and what it names, nearest first, and the space round it.
_GAPS, _AIR = (3.0, 9.0, 18.0, 30.0, 46.0, 66.0), 1.5
#: The sides on which a label may stand, the best first: below, above, right, left, and the corners.
_SIDES: tuple[Pixel, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
#: Roles of pieces with names: a name beside another piece would seem to belong to that one.
_OWNERS = ("counter", "soldier")
_NEAR = 9.0  # pixels
# penalties for a label over a code, over a line and beside another piece
_CODE, _LINE, _STRANGER = 4.0, 2.4, 8.0


@dataclass(frozen=True, slots=True)
class Name:
    """A label that a picture wants: its text and role, the box of what it names, and the sides it
    may stand on, best first.
    """

    text: str
    role: str
    about: Box
    name: str = ""
    tint: str = ""
    plate: bool = False
    sides: Sequence[Pixel] = _SIDES


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text of this size, in pixels."""
    return size * sum(_WIDTHS.get(letter, 0.63) for letter in text) * (BOLD if bold else 1.0)


@lru_cache(maxsize=4096)
def text_box(text: str, role: str, at: Pixel, anchor: str = "middle") -> Box:
    """Return the box (left, top, right, bottom; pixels) of an upright label.

    Raises `ValueError` for an unknown role.
    """
    style = LIGHT.style(role)
    width, half = text_width(text, style.size, bold=style.weight >= 600), 0.6 * style.size
    left = at[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left, at[1] - half, left + width, at[1] + half


def label_box(label: Label) -> Box:
    """Return the box of a label (pixels); for a turned label the upright box that holds it."""
    left, top, right, bottom = text_box(label.text, label.role, label.at, label.anchor)
    if not label.degrees:
        return left, top, right, bottom
    (x, y), angle = label.at, math.radians(label.degrees)
    turned = [
        (
            x + (px - x) * math.cos(angle) - (py - y) * math.sin(angle),
            y + (px - x) * math.sin(angle) + (py - y) * math.cos(angle),
        )
        for px, py in rectangle(left, top, right, bottom)
    ]
    return bounds(turned)


def bounds(path: Iterable[Pixel]) -> Box:
    """Return the box (left, top, right, bottom) of these points."""
    xs, ys = zip(*path, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def what_matters(scene: Scene, around: float) -> Box:
    """Return the part of a picture with its figures and a margin of ``around`` pixels."""
    points: list[Pixel] = []
    for shape in scene.figures:
        match shape:
            case Polygons(rings=lines) | Lines(paths=lines):
                points += (point for line in lines for point in line)
            case Circles(centres=centres, radius=radius):
                points += ((x + d, y + d) for x, y in centres for d in (-radius, radius))
            case Label():
                left, top, right, bottom = text_box(shape.text, shape.role, shape.at, shape.anchor)
                points += ((left, top), (right, bottom))
    if not points:
        return 0.0, 0.0, scene.width, scene.height
    left, top, right, bottom = bounds(points)
    return (
        max(left - around, 0.0),
        max(top - around, 0.0),
        min(right + around, scene.width),
        min(bottom + around, scene.height),
    )


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share an area, not just an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def meets(box: Box, ring: Path) -> bool:
    """Return whether a box shares more than an edge with a convex ring or a line."""
    left, top, right, bottom = box
    (x0, y0, x1, y1), sides = _outline(ring)
    if left > x1 or x0 > right or top > y1 or y0 > bottom:
        return False
    for nx, ny, least, most in sides:  # a box lies between two of its corners, as seen from a side
        west, east = (left, right) if nx > 0 else (right, left)
        north, south = (top, bottom) if ny > 0 else (bottom, top)
        if nx * east + ny * south <= least or most <= nx * west + ny * north:
            return False
    return True


@lru_cache(maxsize=4096)
def _outline(ring: Path) -> tuple[Box, list[tuple[float, float, float, float]]]:
    """Return the bounds of a ring, and for each side the direction across it and how far the ring
    reaches that way; a ring stays from picture to picture.
    """
    sides = []
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        nx, ny = by - ay, ax - bx
        across = [nx * x + ny * y for x, y in ring]
        sides.append((nx, ny, min(across), max(across)))
    return bounds(ring), sides


@lru_cache(maxsize=16)
def _code_rings(codes: tuple[Box, ...]) -> tuple[tuple[Box, Path, float], ...]:
    """Return the codes of a board as things to avoid, the same from picture to picture."""
    return tuple((box, rectangle(*box), _CODE) for box in codes)


class Room:
    """The free space of one picture, and the labels already placed in it."""

    def __init__(self, width: float, height: float, codes: Sequence[Box] = ()) -> None:
        self._size = width, height
        self._solid: list[tuple[Box, Path]] = []
        self._thin: list[tuple[Box, Path, float]] = list(_code_rings(tuple(codes)))
        self._pieces: list[Box] = []
        self._plates: list[Path] = []
        self._leaders: list[Path] = []
        self._labels: list[Label] = []

    def take(self, shapes: Iterable[Shape]) -> None:
        """Add these shapes to the picture: counters and labels are solid, lines thin, and the rest
        is free ground.
        """
        for shape in shapes:
            if isinstance(shape, Label):
                box = label_box(shape)
                if shape.role in THIN:
                    self._thin.append((box, rectangle(*box), _CODE))
                else:
                    self.keep_off(rectangle(*box))
            elif shape.role in SOLID:
                for ring in _rings(shape):
                    self.keep_off(ring)
                    if shape.role.startswith(_OWNERS):
                        self._pieces.append(bounds(ring))
            elif shape.role in THIN:
                self._thin += [(bounds(ring), ring, _LINE) for ring in _rings(shape, pieces=True)]

    def keep_off(self, ring: Path) -> None:
        """Keep all labels off this convex ring."""
        self._solid.append((bounds(ring), ring))

    def name(self, wanted: Name) -> bool:
        """Place a label, if there is space for it; return whether there was."""
        left, top, right, bottom = text_box(wanted.text, wanted.role, (0.0, 0.0))
        width, height = right - left, bottom - top
        if wanted.plate:
            width, height = width + 8, height + 3
        spot = self._best(wanted.about, width, height, wanted.sides)
        if spot is None:
            return False
        x, y = spot
        ring = rectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        self.keep_off(ring)
        if wanted.plate:
            self._plates.append(ring)
            self._leaders += _leader(bounds(ring), wanted.about)
        self._labels.append(Label(wanted.text, spot, wanted.role, wanted.name, wanted.tint))
        return True

    def shapes(self) -> tuple[Shape, ...]:
        """Return the labels already placed, on their plates, with a line from each distant one to
        what it names.
        """
        leaders = (Lines(tuple(self._leaders), "leader"),) if self._leaders else ()
        plates = (Polygons(tuple(self._plates), "plate"),) if self._plates else ()
        return (*leaders, *plates, *self._labels)

    def covers(self, box: Box, solid: Sequence[tuple[Box, Path]] | None = None) -> bool:
        """Return whether anything solid, or of these solid things, lies on this box."""
        left, top, right, bottom = box
        for (x0, y0, x1, y1), ring in self._solid if solid is None else solid:
            # `overlap` written out: a map asks thousands of times a gesture
            if left < x1 and x0 < right and top < y1 and y0 < bottom and meets(box, ring):
                return True
        return False

    def _best(
        self, about: Box, width: float, height: float, sides: Sequence[Pixel]
    ) -> Pixel | None:
        near = _grown(about, _GAPS[-1] + max(width, height))
        solid, thin = _touching(self._solid, near), _touching(self._thin, near)
        others = [
            _grown(piece, _NEAR)
            for piece in self._pieces
            if overlap(piece, near) and not _within(piece, about)
        ]
        best: Pixel | None = None
        least = math.inf
        for worse, spot in _spots(about, width, height, sides):
            if worse >= least:
                break
            x, y = self._slid(spot, about, width)
            wide, high = width / 2, height / 2
            box = (x - wide - _AIR, y - high - _AIR, x + wide + _AIR, y + high + _AIR)
            if not self._inside(box) or self.covers(box, solid):
                continue
            cost = worse + sum([c for _, ring, c in _touching(thin, box) if meets(box, ring)])
            cost += sum([_STRANGER for other in others if overlap(box, other)])
            if cost < least:
                best, least = (x, y), cost
        return best

    def _slid(self, spot: Pixel, about: Box, width: float) -> Pixel:
        """Return this spot moved sideways into the picture, if it lies above or below something
        that the picture shows.
        """
        (x, y), middle, edge = spot, (about[0] + about[2]) / 2, width / 2 + _AIR
        return (
            (max(edge, min(x, self._size[0] - edge)), y)
            if x == middle and 0 <= middle <= self._size[0]
            else spot
        )

    def _inside(self, box: Box) -> bool:
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self._size[0] and box[3] <= self._size[1]


def placed(
    width: float, height: float, figures: Iterable[Shape], names: Iterable[Name]
) -> tuple[Shape, ...]:
    """Return the labels of those names for which these figures leave space in a picture of this
    size (pixels).
    """
    room = Room(width, height)
    room.take(figures)
    for wanted in names:
        room.name(wanted)
    return room.shapes()


def clear_of(
    labels: Iterable[Label], shapes: Iterable[Shape], rings: Iterable[Path] = ()
) -> tuple[Label, ...]:
    """Return the labels that cover neither anything solid nor these rings."""
    room = Room(0.0, 0.0)
    room.take(shape for shape in shapes if shape.role in SOLID)
    for ring in rings:
        room.keep_off(ring)
    return tuple(label for label in labels if not room.covers(label_box(label)))


def _leader(plate: Box, about: Box) -> tuple[Path, ...]:
    """Return the line from a plate to what it names, or () if it stands straight beside it.

    A plate at a corner might seem to name something else; the line shows what it names, and so ends
    at the edge of a counter that stands on its corner.
    """
    x, y = (about[0] + about[2]) / 2, (about[1] + about[3]) / 2
    start = min(max(x, plate[0]), plate[2]), min(max(y, plate[1]), plate[3])
    straight = (plate[0] < about[2] and about[0] < plate[2]) or (
        plate[1] < about[3] and about[1] < plate[3]
    )
    if straight and overlap(_grown(plate, _GAPS[1] + 1), about):
        return ()
    share = 0.38 * min(about[2] - about[0], about[3] - about[1]) / (math.dist(start, (x, y)) or 1.0)
    return ((start, (x + share * (start[0] - x), y + share * (start[1] - y))),)


def _touching(things: Iterable[T], box: Box) -> list[T]:
    """Return the things, each with its bounds first, that share at least a point with a box. The
    bounds of a level line have no height.
    """
    left, top, right, bottom = box
    return [
        thing
        for thing in things
        for x0, y0, x1, y1 in (thing[0],)
        if x0 <= right and left <= x1 and y0 <= bottom and top <= y1
    ]


def _within(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _spots(
    about: Box, width: float, height: float, sides: Sequence[Pixel]
) -> Iterator[tuple[float, Pixel]]:
    """Yield the middles at which a label may stand, best first, each with its penalty."""
    left, top, right, bottom = about
    x, y = (left + right) / 2, (top + bottom) / 2
    for ring, gap in enumerate(_GAPS):
        for n, (across, down) in enumerate(sides):
            if (across, down) == (0, 0):
                if ring == 0:
                    yield 0.0, (x, y)
                continue
            at = (
                x + across * ((right - left + width) / 2 + gap),
                y + down * ((bottom - top + height) / 2 + gap),
            )
            yield 3.0 * ring + 0.4 * n, at


def _rings(shape: Shape, pieces: bool = False) -> Iterator[Path]:
    """Yield the rings of a shape: a circle as an octagon, a line in pieces, and with ``pieces``
    every ring in pieces.
    """
    match shape:
        case Polygons(rings=rings) if pieces:
            for ring in rings:
                yield from pairwise((*ring, *ring[:1]))
        case Polygons(rings=rings):
            yield from (ring for ring in rings if ring)
        case Circles(centres=centres, radius=radius):
            for centre in centres:
                ring = _octagon(centre, radius * 1.06)
                yield from pairwise((*ring, ring[0])) if pieces else (ring,)
        case Lines(paths=paths):
            for path in paths:
                yield from pairwise(path)


def _octagon(centre: Pixel, radius: float) -> Path:
    """Return eight corners round a point."""
    turns = [math.radians(22.5 + 45 * n) for n in range(8)]
    return tuple(
        (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns
    )
