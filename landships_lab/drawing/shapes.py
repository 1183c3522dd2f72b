"""A picture as plain data: polygons, lines, circles and labels, each with a role and a name.

A role says *what a thing is* ("grid", "wedge", "counter"); the theme decides how it looks, in light
and in dark. A name says *which one* it is ("57mm-starboard", "0702"), so that a test or a screen
reader can refer to it. Coordinates are scene pixels, x to the right and y down; only here does an
answer become floats.

One shape may hold many polygons, paths or circles of the same role, so that a painter can draw a
whole hex field in one call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

Pixel = tuple[float, float]
Path = tuple[Pixel, ...]


def rectangle(left: float, top: float, right: float, bottom: float) -> Path:
    """Return the ring of an upright rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def box(left: float, top: float, width: float, height: float) -> Path:
    """Return the ring of an upright rectangle of this size."""
    return rectangle(left, top, left + width, top + height)


def _by_beginning(shape: Polygons | Lines | Circles) -> int:
    """Return a hash of the first points only, since shapes are compared at each gesture."""
    points = (
        shape.rings
        if isinstance(shape, Polygons)
        else shape.paths
        if isinstance(shape, Lines)
        else shape.centres
    )
    return hash((shape.role, shape.name, shape.tint, len(points), points[:1]))


@dataclass(frozen=True, slots=True)
class Polygons:
    """Closed rings, filled and outlined as the role says.

    ``tint`` names a palette colour for a role that takes one.
    """

    rings: tuple[Path, ...]
    role: str
    name: str = ""
    tint: str = ""

    __hash__ = _by_beginning


@dataclass(frozen=True, slots=True)
class Lines:
    """Open paths, which are never filled."""

    paths: tuple[Path, ...]
    role: str
    name: str = ""
    tint: str = ""

    __hash__ = _by_beginning


@dataclass(frozen=True, slots=True)
class Circles:
    """Discs of one radius (scene pixels)."""

    centres: tuple[Pixel, ...]
    radius: float
    role: str
    name: str = ""
    tint: str = ""

    __hash__ = _by_beginning


@dataclass(frozen=True, slots=True)
class Label:
    """A short text turned by ``degrees`` clockwise. Its middle, start or end, as ``anchor`` says,
    is at ``at``.
    """

    text: str
    at: Pixel
    role: str
    name: str = ""
    tint: str = ""
    anchor: str = "middle"
    degrees: float = 0.0


Shape = Polygons | Lines | Circles | Label


def batched(
    shapes: Iterable[Shape], layers: Sequence[str], apart: frozenset[str] = frozenset()
) -> tuple[Shape, ...]:
    """Return the same things in fewer shapes, in layers: first all shapes whose role begins with
    the first word of ``layers``, then the next, and so on.

    Shapes of one role and tint become one, without a name. Labels and shapes of the roles ``apart``
    stay as they are.
    """
    shapes_by_key: dict[tuple[object, ...], Shape] = {}
    for n, shape in enumerate(sorted(shapes, key=lambda shape: _layer(shape, layers))):
        alone = isinstance(shape, Label) or shape.role in apart
        key: tuple[object, ...] = (
            (n,) if alone else (type(shape), shape.role, shape.tint, getattr(shape, "radius", 0))
        )
        match shape, shapes_by_key.get(key):
            case Polygons(rings=more), Polygons(rings=rings):
                shapes_by_key[key] = Polygons((*rings, *more), shape.role, "", shape.tint)
            case Lines(paths=more), Lines(paths=paths):
                shapes_by_key[key] = Lines((*paths, *more), shape.role, "", shape.tint)
            case Circles(centres=more_centres), Circles(centres=centres):
                shapes_by_key[key] = Circles(
                    (*centres, *more_centres), shape.radius, shape.role, "", shape.tint
                )
            case _:
                shapes_by_key[key] = shape
    return tuple(shapes_by_key.values())


def _layer(shape: Shape, layers: Sequence[str]) -> int:
    """Return the number of the layer with the longest name that begins the shape's role; the
    last number if none is.
    """
    begun = [(len(layer), n) for n, layer in enumerate(layers) if shape.role.startswith(layer)]
    return max(begun)[1] if begun else len(layers)


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: its size, the still ``ground`` (map, terrain, hex codes) and the ``figures``
    that a gesture moves.

    ``title`` and ``description`` are what a screen reader says in place of the picture. Both tuples
    are drawn in order, the ground first. A painter may keep the ground and draw it again only when
    it is a different tuple.
    """

    width: float
    height: float
    ground: tuple[Shape, ...]
    figures: tuple[Shape, ...]
    title: str = ""
    description: str = ""

    def shapes(self) -> Iterator[Shape]:
        """Return all shapes in drawing order."""
        yield from self.ground
        yield from self.figures

    def find(self, role: str, name: str | None = None) -> tuple[Shape, ...]:
        """Return the shapes with this role and, if given, this name."""
        return tuple(
            s for s in self.shapes() if s.role == role and (name is None or s.name == name)
        )


@lru_cache(maxsize=32)
def bare_paper(width: float, height: float) -> tuple[Shape, ...]:
    """Return the ground of a picture without a map: the same tuple for the same size, so that a
    painter need not draw it again.
    """
    return (Polygons((rectangle(0.0, 0.0, width, height),), "paper"),)


def is_pictured(scene: Scene) -> bool:
    """Return whether a picture shows anything but words."""
    return any(not isinstance(shape, Label) and shape.role != "paper" for shape in scene.shapes())
