"""Pages to print at true size. Their pictures are measured in points, 72 to the inch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from landships_lab.core.checks import one_of
from .shapes import Circles, Label, Lines, Path, Polygons, Scene, Shape

INCH = 72.0
#: Papers by name: width and height in points.
PAPERS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"A4": (595.276, 841.89), "Letter": (612.0, 792.0)}
)


@dataclass(frozen=True)
class Pages:
    """What is printed: one picture for each page, as large as the paper."""

    title: str
    paper: str
    pages: tuple[Scene, ...]


def paper_size(paper: str) -> tuple[float, float]:
    """Return the width and height of this paper in points.

    Raises `ValueError` for an unknown name.
    """
    return PAPERS[one_of("paper", paper, PAPERS)]


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Return the shape moved by ``dx`` points to the right and ``dy`` down."""

    def path(points: Path) -> Path:
        return tuple((x + dx, y + dy) for x, y in points)

    match shape:
        case Polygons(rings=rings):
            return replace(shape, rings=tuple(map(path, rings)))
        case Lines(paths=paths):
            return replace(shape, paths=tuple(map(path, paths)))
        case Circles(centres=centres):
            return replace(shape, centres=path(centres))
        case Label(at=(x, y)):
            return replace(shape, at=(x + dx, y + dy))
