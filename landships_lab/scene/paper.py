"""Pages to print, at true size: their pictures are measured in points, 72 to the inch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from landships_lab.core.sources import unknown
from landships_lab.scene.shapes import Scene

INCH = 72.0
#: Papers by name: width and height in points.
PAPERS: Mapping[str, tuple[float, float]] = MappingProxyType({"A4": (595.276, 841.89), "Letter": (612.0, 792.0)})


@dataclass(frozen=True)
class Pages:
    """What is printed: one picture a page, each the size of the paper."""

    title: str
    paper: str
    pages: tuple[Scene, ...]


def paper_size(paper: str) -> tuple[float, float]:
    """How wide and high is this paper, in points? `ValueError` with the known ones for another name."""
    if paper not in PAPERS:
        raise ValueError(unknown("paper", paper, list(PAPERS)))
    return PAPERS[paper]
