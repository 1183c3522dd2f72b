"""What every view of a board or table can do: come closer about a pixel, move, and keep to the
board while it does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Self

from landships_lab.drawing.shapes import Pixel

Box = tuple[float, float, float, float]
#: The paper round a whole board, in pixels.
MARGIN = 9.0
#: How much larger one press of *Closer* shows the board.
STEP = 1.5


class Window(ABC):
    """A board or table as it lies on a picture, whole or in part.

    ``whole`` is always the view of all of it in this picture.
    """

    width: float
    height: float

    @property
    @abstractmethod
    def unit(self) -> float:
        """How many pixels a unit of the board is long."""

    @abstractmethod
    def pixel(self, point: Any) -> Pixel:
        """Return where this point lies on the picture."""

    @abstractmethod
    def mapped(self, factor: float, by: Pixel) -> Self:
        """Return the view in which every pixel of this one lies at so many times its place, plus
        ``by``.
        """

    @abstractmethod
    def extent(self, whole: Self) -> Box:
        """Return left, top, right and bottom of what a picture may show, in pixels of this view."""

    @abstractmethod
    def closest(self, whole: Self) -> float:
        """Return the `unit` of the closest look."""

    def factors(self, whole: Self) -> tuple[float, float]:
        """Return how many times larger it can be shown: the least, for the whole board, and the
        most.
        """
        return whole.unit / self.unit, max(self.closest(whole), whole.unit) / self.unit

    def looked(self, factor: float, by: Pixel, whole: Self) -> Self:
        """Return the view after a hand has enlarged and moved its pixels so, as far as the board
        and the closest look allow.
        """
        least, most = self.factors(whole)
        allowed = min(max(factor, least), most)
        if abs(allowed - factor) > 1e-9:  # the pixel that the hand left in its place stays there
            share = (1 - allowed) / (1 - factor)
            factor, by = allowed, (by[0] * share, by[1] * share)
        if factor <= least * 1.0001:
            return whole
        new = self.mapped(factor, by)
        return new.mapped(1.0, new.to_cover(new.extent(whole)))

    def to_cover(self, extent: Box) -> Pixel:
        """Return how far this must move to cover the picture, or to lie in its middle where it is
        smaller.
        """
        left, top, right, bottom = extent
        return _back(left, right, self.width), _back(top, bottom, self.height)

    def zoomed(self, factor: float, about: Pixel, whole: Self) -> Self:
        """Return the view so many times larger, with this pixel where it was, unless the board
        would not cover the picture.
        """
        least, most = self.factors(whole)
        factor = min(max(factor, least), most)
        return self.looked(factor, (about[0] * (1 - factor), about[1] * (1 - factor)), whole)

    def is_closest(self, whole: Self) -> bool:
        """Return whether there is no closer look."""
        return self.factors(whole)[1] < 1.001

    def holds(self, point: Any, rim: float = 0.0) -> bool:
        """Return whether this point lies on the picture, at least so
        many pixels from its border.
        """
        x, y = self.pixel(point)
        return rim <= x <= self.width - rim and rim <= y <= self.height - rim

    def holding(self, points: Iterable[Any], whole: Self) -> Self:
        """Return the view moved no further than it takes to hold each of these points, the last one
        for certain.
        """
        view, rim = self, 0.12 * min(self.width, self.height)
        for point in points:
            if not view.holds(point, rim / 4):
                x, y = view.pixel(point)
                inside = min(max(x, rim), self.width - rim), min(max(y, rim), self.height - rim)
                view = view.looked(1.0, (inside[0] - x, inside[1] - y), whole)
        return view


def _back(low: float, high: float, length: float) -> float:
    """Return how far what lies between low and high must move to cover a picture of this length, or
    to lie in its middle.
    """
    if high - low <= length:
        return (length - low - high) / 2
    return -low if low > 0 else max(0.0, length - high)
