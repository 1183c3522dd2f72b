"""Pictures set into a page at another size: what a sheet of questions is laid out with."""

from __future__ import annotations

from dataclasses import dataclass

from landships_lab.scene.shapes import Pixel, Scene


@dataclass(frozen=True, slots=True)
class Inset:
    """A picture whose upper left corner stands at ``at``, drawn so many times as large, its lettering too."""

    scene: Scene
    at: Pixel
    scale: float


@dataclass(frozen=True, slots=True)
class Page(Scene):
    """A page to print: a picture of its own, with others set into it."""

    insets: tuple[Inset, ...] = ()
