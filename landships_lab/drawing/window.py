"""What every view of a board or table can do: enlarge round a pixel, move, and keep the board in
the picture.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Self

from landships_lab.drawing.shapes import Pixel

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
