"""Conversion between pixels and places: the only bridge from whole numbers to floats and back; and
the methods of every view of a board or table (`Window`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import DIRECTIONS, HEADINGS, Heading, Hex, Place, Point, Side
from .shapes import Path, Pixel

Box = tuple[float, float, float, float]
#: The width of the paper round a whole board, in pixels.
MARGIN = 9.0
#: The factor by which one press of *Closer* enlarges the board.
STEP = 1.5


class Window(ABC):
    """The position of a board or table in a picture, whole or in part.

    ``whole`` is always the view of all of it in this picture.
    """

    width: float
    height: float

    @property
    @abstractmethod
    def unit(self) -> float:
        """The number of pixels in a unit of the board."""

    @abstractmethod
    def pixel(self, point: Any) -> Pixel:
        """Return the pixel of this point."""

    @abstractmethod
    def mapped(self, factor: float, by: Pixel) -> Self:
        """Return the view in which every pixel of this one is multiplied by ``factor`` and moved
        ``by`` pixels.
        """

    @abstractmethod
    def in_width(self, width: float) -> Self:
        """Return the view of the same part of the board in a picture of this width."""

    @abstractmethod
    def extent(self, whole: Self) -> Box:
        """Return the box (left, top, right, bottom) of what a picture may show, in pixels of this
        view.
        """

    @abstractmethod
    def closest(self, whole: Self) -> float:
        """Return the `unit` of the closest look, in pixels."""

    def factors(self, whole: Self) -> tuple[float, float]:
        """Return the smallest and the largest factor by which the view may be enlarged; the
        smallest gives the whole board.
        """
        return whole.unit / self.unit, max(self.closest(whole), whole.unit) / self.unit

    def looked(self, factor: float, by: Pixel, whole: Self) -> Self:
        """Return the view after a gesture scaled its pixels by ``factor`` and moved them ``by``,
        within the limits of the board and of the closest look.
        """
        least, most = self.factors(whole)
        allowed = min(max(factor, least), most)
        if abs(allowed - factor) > 1e-9:  # keep the fixed point of the gesture fixed
            share = (1 - allowed) / (1 - factor)
            factor, by = allowed, (by[0] * share, by[1] * share)
        if factor <= least * 1.0001:
            return whole
        new = self.mapped(factor, by)
        return new.mapped(1.0, new.to_cover(new.extent(whole)))

    def to_cover(self, extent: Box) -> Pixel:
        """Return the shift (pixels) after which this extent covers the picture, or lies in its
        middle if it is smaller.
        """
        left, top, right, bottom = extent
        return _back(left, right, self.width), _back(top, bottom, self.height)

    def zoomed(self, factor: float, about: Pixel, whole: Self) -> Self:
        """Return the view ``factor`` times as large; the pixel ``about`` stays fixed unless the
        board would no longer cover the picture.
        """
        least, most = self.factors(whole)
        factor = min(max(factor, least), most)
        return self.looked(factor, (about[0] * (1 - factor), about[1] * (1 - factor)), whole)

    def is_closest(self, whole: Self) -> bool:
        """Return whether this is the closest look."""
        return self.factors(whole)[1] < 1.001

    def holds(self, point: Any, rim: float = 0.0) -> bool:
        """Return whether this point lies in the picture, at least ``rim`` pixels from its
        border.
        """
        x, y = self.pixel(point)
        return rim <= x <= self.width - rim and rim <= y <= self.height - rim

    def holding(self, points: Iterable[Any], whole: Self) -> Self:
        """Return the view moved just far enough to hold these points; if not all fit, it holds the
        last.
        """
        view, rim = self, 0.12 * min(self.width, self.height)
        for point in points:
            if not view.holds(point, rim / 4):
                x, y = view.pixel(point)
                inside = min(max(x, rim), self.width - rim), min(max(y, rim), self.height - rim)
                view = view.looked(1.0, (inside[0] - x, inside[1] - y), whole)
        return view


def _back(low: float, high: float, length: float) -> float:
    """Return the shift after which the range from low to high covers a picture of this length, or
    lies in its middle.
    """
    if high - low <= length:
        return (length - low - high) / 2
    return -low if low > 0 else max(0.0, length - high)


ROOT3 = math.sqrt(3)
#: The distance within which a pointer means the hexside, as a share of the way from the hexside to
#: the hex centre.
SIDE_SHARE = 0.36
#: The size of every board's picture, in scene pixels; a page scales it to the space it has.
WIDTH, HEIGHT = 640.0, 500.0
#: The columns of hexes that a board shows at first, and how much larger than the whole board that
#: view must be to be used.
COLUMNS, LEAST = 11.0, 1.1
#: The columns of hexes in the closest look.
FEWEST = 5.0


@dataclass(frozen=True)
class View(Window):
    """The position of a board in a picture: ``size`` is a hex's circumradius in pixels, ``origin``
    the pixel of axial (0, 0).
    """

    grid: Grid
    size: float
    origin: Pixel
    width: float
    height: float

    @classmethod
    def fit(
        cls, grid: Grid, width: float = WIDTH, height: float | None = None, margin: float = MARGIN
    ) -> View:
        """Return the view of the whole board in the middle of a picture (pixels). Without a height,
        the height follows from the board.
        """
        left, top, right, bottom = cls(grid, 1.0, (0.0, 0.0), 0.0, 0.0).bounds()
        size = (width - 2 * margin) / (right - left)
        if height is not None:
            size = min(size, (height - 2 * margin) / (bottom - top))
        high = size * (bottom - top) + 2 * margin if height is None else height
        origin = ((width - size * (left + right)) / 2, (high - size * (top + bottom)) / 2)
        return cls(grid, size, origin, width, high)

    def bounds(self) -> tuple[float, float, float, float]:
        """Return the box (left, top, right, bottom; pixels) of the whole board, which may reach
        beyond the picture.
        """
        grid = self.grid
        first = {grid.first_column, min(grid.first_column + 1, grid.columns)}
        corners = [self.pixel(grid.hex(column, row)) for column in first for row in (1, grid.rows)]
        left, right = (
            self.pixel(grid.hex(grid.first_column, 1))[0],
            self.pixel(grid.hex(grid.columns, 1))[0],
        )
        half = ROOT3 / 2 * self.size
        return (
            left - self.size,
            min(y for _, y in corners) - half,
            right + self.size,
            max(y for _, y in corners) + half,
        )

    def closer(self, centre: Point, factor: float = 1.8) -> View:
        """Return the view round this point of the board, ``factor`` times as large, in a picture of
        the same size.
        """
        return self._closer(self.pixel(centre), factor)

    def showing(
        self,
        places: Sequence[Point],
        around: Sequence[tuple[float, float]] = (),
        columns: float = COLUMNS,
    ) -> View:
        """Return the view that shows all these points, ``columns`` hexes wide if they fit into
        that, else wider.

        It is placed to show as many lattice points of ``around`` as possible. It is never smaller
        than this view.
        """
        about = 1.6 * self.size
        left, top, right, bottom = _box(map(self.pixel, places))
        box = left - about, top - about, right + about, bottom + about
        fits = min(self.width / (box[2] - box[0]), self.height / (box[3] - box[1]))
        factor = max(1.0, min(self.width / (1.5 * columns * self.size), fits))
        for point in (self.lattice(*point) for point in around):
            wider = _box([box[:2], box[2:], point])
            if (
                factor * (wider[2] - wider[0]) <= self.width
                and factor * (wider[3] - wider[1]) <= self.height
            ):
                box = wider
        return (
            self._closer(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), factor)
            if factor > LEAST
            else self
        )

    def _closer(self, centre: Pixel, factor: float) -> View:
        """Return the view enlarged round this pixel.

        The board covers the picture where it can, so near the border the centre shifts.
        """
        large = self.mapped(
            factor, (self.width / 2 - factor * centre[0], self.height / 2 - factor * centre[1])
        )
        return large.mapped(1.0, large.to_cover(large.extent(self)))

    @property
    def unit(self) -> float:
        """The circumradius of a hex, in pixels."""
        return self.size

    def mapped(self, factor: float, by: Pixel) -> View:
        origin = factor * self.origin[0] + by[0], factor * self.origin[1] + by[1]
        return View(self.grid, factor * self.size, origin, self.width, self.height)

    def in_width(self, width: float) -> View:
        by = width / self.width
        origin = by * self.origin[0], by * self.origin[1]
        return View(self.grid, by * self.size, origin, width, by * self.height)

    def extent(self, whole: View) -> Box:
        left, top, right, bottom = self.bounds()
        return left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN

    def closest(self, whole: View) -> float:
        return self.width / (1.5 * FEWEST)

    def holds(self, point: Point, rim: float | None = None) -> bool:
        return super().holds(point, 0.3 * self.size if rim is None else rim)

    def shows(self, place: Place) -> bool:
        """Return whether any part of this hex, or of a counter in this place, lies in the
        picture.
        """
        x, y = self.pixel(place)
        return -self.size < x < self.width + self.size and -self.size < y < self.height + self.size

    def pixel(self, point: Point) -> Pixel:
        return self.lattice(point[0], point[1])

    def lattice(self, x: float, y: float) -> Pixel:
        """Return the pixel of a lattice point whose coordinates need not be whole."""
        return self.origin[0] + self.size * x / 4, self.origin[1] + ROOT3 * self.size * (
            y / 6 + x / 12
        )

    def outline(self, hexagon: Hex) -> Path:
        """Return the six pixels that bound this hex."""
        return tuple(self.pixel(corner) for corner in hexagon.corners())

    def segment(self, side: Side) -> Path:
        """Return the two pixels at the ends of this hexside."""
        one, other = side.ends()
        return self.pixel(one), self.pixel(other)

    def hex_at(self, pixel: Pixel) -> Hex | None:
        """Return the hex of the board under this pixel, if any."""
        q = (pixel[0] - self.origin[0]) / (1.5 * self.size)
        r = (pixel[1] - self.origin[1]) / (ROOT3 * self.size) - q / 2
        near = Hex(round(q), round(r))
        nearest = min(
            (near, *(near.neighbour(d) for d in DIRECTIONS)),
            key=lambda h: math.dist(self.pixel(h), pixel),
        )
        inside = math.dist(self.pixel(nearest), pixel) <= self.size
        return nearest if inside and nearest in self.grid else None

    def place_at(self, pixel: Pixel) -> Place | None:
        """Return the hex or hexside of the board that this pixel means (a hexside if it is near
        one), or None.
        """
        hexagon = self.hex_at(pixel)
        if hexagon is None:
            return None
        near = min(hexagon.sides(), key=lambda side: math.dist(self.pixel(side), pixel))
        to_side, to_centre = self._beyond(hexagon, near, pixel)
        return (
            near if near in self.grid and to_side < SIDE_SHARE * (to_side + to_centre) else hexagon
        )

    def _beyond(self, hexagon: Hex, side: Side, pixel: Pixel) -> tuple[float, float]:
        """Return the distance of the pixel from the line of the hexside, and from the parallel line
        through the centre.
        """
        cx, cy = self.pixel(hexagon)
        sx, sy = self.pixel(side)
        along = ((pixel[0] - cx) * (sx - cx) + (pixel[1] - cy) * (sy - cy)) / math.dist(
            (cx, cy), (sx, sy)
        )
        return abs(math.dist((cx, cy), (sx, sy)) - along), abs(along)

    def heading_at(self, place: Place, pixel: Pixel) -> Heading:
        """Return the heading that points most nearly from the place to this pixel."""
        x, y = self.pixel(place)
        degrees = math.degrees(math.atan2(pixel[0] - x, y - pixel[1]))
        return HEADINGS[round(degrees / 30) % 12]

    def ray(self, heading: Heading) -> Pixel:
        """Return the step of one pixel in this direction."""
        angle = math.radians(heading.degrees)
        return math.sin(angle), -math.cos(angle)


def _box(pixels: Iterable[Pixel]) -> tuple[float, float, float, float]:
    """Return the box (left, top, right, bottom) of these pixels."""
    xs, ys = zip(*pixels, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
