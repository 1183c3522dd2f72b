"""Pictures set into a page at another scale, as on a sheet of questions."""

from __future__ import annotations

from dataclasses import dataclass

from landships_lab.drawing.shapes import Pixel, Scene


@dataclass(frozen=True, slots=True)
class Inset:
    """A picture with its upper left corner at ``at``, drawn at ``scale``."""

    scene: Scene
    at: Pixel
    scale: float


@dataclass(frozen=True, slots=True)
class Page(Scene):
    """A page to print: a picture with others set into it."""

    insets: tuple[Inset, ...] = ()
