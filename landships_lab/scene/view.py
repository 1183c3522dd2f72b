"""Between pixels and places: the only bridge from whole numbers to floats, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import DIRECTIONS, HEADINGS, Heading, Hex, Place, Point, Side
from landships_lab.scene.shapes import Path, Pixel

ROOT3 = math.sqrt(3)
#: How near a hexside a pointer must be, as a share of the way from it to the hex centre, to mean the hexside.
SIDE_SHARE = 0.36


@dataclass(frozen=True)
class View:
    """A board as it lies on a picture: ``size`` is a hex's circumradius in pixels, ``origin`` where axial (0, 0) falls."""

    grid: Grid
    size: float
    origin: Pixel
    width: float
    height: float

    @classmethod
    def fit(cls, grid: Grid, width: float = 600, margin: float = 9) -> View:
        """Return the view of the whole board in a picture this wide; its height follows from the board."""
        columns = grid.columns - grid.first_column + 1
        size = (width - 2 * margin) / (1.5 * columns + 0.5)
        height = ROOT3 * size * (grid.rows + (0.5 if columns > 1 else 0)) + 2 * margin
        first = cls(grid, size, (0.0, 0.0), width, height).pixel(grid.hex(grid.first_column, 1))
        low_first = (grid.lower_columns == "odd") == (grid.first_column % 2 == 1) and columns > 1
        top = margin + ROOT3 * size * (1.0 if low_first else 0.5)
        return cls(grid, size, (margin + size - first[0], top - first[1]), width, height)

    def closer(self, centre: Point, factor: float = 1.8) -> View:
        """Return the view of the part of the board round this point, enlarged, in a picture of the same size."""
        return self._closer(self.pixel(centre), factor)

    def showing(self, *places: Point, factor: float = 1.8) -> View:
        """Return the view that shows all these points with some of the board about them, enlarged up to ``factor``."""
        xs, ys = zip(*map(self.pixel, places), strict=True)
        about = 3 * self.size
        wide, high = max(xs) - min(xs) + 2 * about, max(ys) - min(ys) + 2 * about
        fits = min(factor, self.width / wide, self.height / high)
        return self._closer(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), max(fits, 1.0))

    def _closer(self, centre: Pixel, factor: float) -> View:
        size = self.size * factor
        x, y = centre
        # The enlarged board still covers the whole picture: the centre gives way near the border.
        left = min(max(x * factor - self.width / 2, 0.0), self.width * (factor - 1))
        top = min(max(y * factor - self.height / 2, 0.0), self.height * (factor - 1))
        return View(self.grid, size, (self.origin[0] * factor - left, self.origin[1] * factor - top), self.width, self.height)

    def shows(self, place: Place) -> bool:
        """Return whether any part of this hex, or of a counter in this place, lies on the picture."""
        x, y = self.pixel(place)
        return -self.size < x < self.width + self.size and -self.size < y < self.height + self.size

    def pixel(self, point: Point) -> Pixel:
        """Return where this hex centre, hexside midpoint or corner lies on the picture."""
        return self.lattice(point[0], point[1])

    def lattice(self, x: float, y: float) -> Pixel:
        """Return where this lattice point, which need not be a whole one, lies on the picture."""
        return self.origin[0] + self.size * x / 4, self.origin[1] + ROOT3 * self.size * (y / 6 + x / 12)

    def outline(self, hexagon: Hex) -> Path:
        """Return the six pixels that bound this hex."""
        return tuple(self.pixel(corner) for corner in hexagon.corners())

    def segment(self, side: Side) -> Path:
        """Return the two pixels between which this hexside runs."""
        one, other = side.ends()
        return self.pixel(one), self.pixel(other)

    def hex_at(self, pixel: Pixel) -> Hex | None:
        """Return the hex of the board under this pixel, if any."""
        q = (pixel[0] - self.origin[0]) / (1.5 * self.size)
        r = (pixel[1] - self.origin[1]) / (ROOT3 * self.size) - q / 2
        near = Hex(round(q), round(r))
        found = min((near, *(near.neighbour(d) for d in DIRECTIONS)), key=lambda h: math.dist(self.pixel(h), pixel))
        inside = math.dist(self.pixel(found), pixel) <= self.size
        return found if inside and found in self.grid else None

    def place_at(self, pixel: Pixel) -> Place | None:
        """Return the hex or hexside of the board that this pixel means: a hexside when it is near one."""
        hexagon = self.hex_at(pixel)
        if hexagon is None:
            return None
        near = min(hexagon.sides(), key=lambda side: math.dist(self.pixel(side), pixel))
        to_side, to_centre = self._beyond(hexagon, near, pixel)
        return near if near in self.grid and to_side < SIDE_SHARE * (to_side + to_centre) else hexagon

    def _beyond(self, hexagon: Hex, side: Side, pixel: Pixel) -> tuple[float, float]:
        """Return how far the pixel is from the line of the hexside, and how far from the parallel line through the centre."""
        cx, cy = self.pixel(hexagon)
        sx, sy = self.pixel(side)
        along = ((pixel[0] - cx) * (sx - cx) + (pixel[1] - cy) * (sy - cy)) / math.dist((cx, cy), (sx, sy))
        return abs(math.dist((cx, cy), (sx, sy)) - along), abs(along)

    def heading_at(self, place: Place, pixel: Pixel) -> Heading:
        """Return the heading that points most nearly from the place to this pixel."""
        x, y = self.pixel(place)
        degrees = math.degrees(math.atan2(pixel[0] - x, y - pixel[1]))
        return HEADINGS[round(degrees / 30) % 12]

    def ray(self, heading: Heading) -> Pixel:
        """Return the unit step on the picture that points this way."""
        angle = math.radians(heading.degrees)
        return math.sin(angle), -math.cos(angle)
