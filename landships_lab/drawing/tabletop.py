"""Draw a table top measured in inches: its terrain, its Units of bases, bands of sight."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.inches import Base, direction
from landships_lab.core.plane import Ring, Spot
from landships_lab.core.speech import plural
from . import patterns
from .labels import Name, bounds
from .shapes import Circles, Label, Lines, Path, Pixel, Polygons, Shape, batched
from .silhouettes import SILHOUETTES
from .view import HEIGHT, WIDTH, Box, Window

#: The step, in inches, to which dragged things snap.
STEP = Fraction(1, 4)
#: The scale of the closest look, compared with the whole table.
_CLOSEST = 4.0
#: The width of the rim of a table, in pixels.
_RIM = 8.0


@dataclass(frozen=True)
class TableView(Window):
    """The position of a table in a picture: it begins at ``left`` and ``top`` inches, with
    ``scale`` pixels to the inch.
    """

    scale: float
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0

    @classmethod
    def fit(
        cls,
        width_inches: float,
        depth_inches: float,
        width: float = WIDTH,
        height: float = HEIGHT,
        margin: float = 14,
    ) -> TableView:
        """Return the view of a whole table in the middle of a picture of this size (pixels)."""
        scale = min((width - 2 * margin) / width_inches, (height - 2 * margin) / depth_inches)
        left, top = (width / scale - width_inches) / 2, (height / scale - depth_inches) / 2
        return cls(scale, width, height, -left, -top)

    def closer(self, centre: Spot, factor: float = 1.8) -> TableView:
        """Return the view round this point of the table, ``factor`` times as large, in a picture of
        the same size.
        """
        wide, deep = self.width / self.scale, self.height / self.scale
        left = min(
            max(float(centre.x) - wide / factor / 2, self.left), self.left + wide - wide / factor
        )
        top = min(
            max(float(centre.y) - deep / factor / 2, self.top), self.top + deep - deep / factor
        )
        return TableView(self.scale * factor, self.width, self.height, left, top)

    @property
    def unit(self) -> float:
        """The number of pixels in an inch."""
        return self.scale

    def mapped(self, factor: float, by: Pixel) -> TableView:
        scale = factor * self.scale
        return TableView(
            scale, self.width, self.height, self.left - by[0] / scale, self.top - by[1] / scale
        )

    def in_width(self, width: float) -> TableView:
        by = width / self.width
        return TableView(by * self.scale, width, by * self.height, self.left, self.top)

    def extent(self, whole: TableView) -> Box:
        left, top = self.at(whole.left, whole.top)
        times = self.scale / whole.scale
        return left, top, left + times * whole.width, top + times * whole.height

    def closest(self, whole: TableView) -> float:
        return _CLOSEST * whole.scale

    def pixel(self, point: Spot) -> Pixel:
        return self.at(float(point.x), float(point.y))

    def at(self, x: float, y: float) -> Pixel:
        """Return the pixel of the point that lies this many inches east and south."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def ring(self, ring: Ring) -> Path:
        """Return the pixels of these points."""
        return tuple(self.pixel(point) for point in ring)

    def spot(self, pixel: Pixel, step: Fraction = STEP) -> Spot:
        """Return the point of the table nearest to a pixel, in steps of ``step`` inches."""
        x, y = (
            Fraction(round((p / self.scale + edge) / step)) * step
            for p, edge in zip(pixel, (self.left, self.top), strict=True)
        )
        return Spot(x, y)


# -- the ground -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Patch:
    """One piece of terrain to draw: its kind, its name and its corners."""

    kind: str
    name: str
    ring: Ring


_PATTERNED = ("woods", "town")
_FILLS = {
    "woods": "terrain-woods",
    "town": "terrain-town",
    "field": "terrain-trench",
    "hill": "terrain-high",
    "marsh": "terrain-marsh",
    "lake": "terrain-water",
    "river": "terrain-water",
    "ford": "terrain-marsh",
    "road": "terrain-road",
}


@lru_cache(maxsize=32)
def ground(
    view: TableView, width_inches: int, depth_inches: int, patches: tuple[Patch, ...]
) -> tuple[Shape, ...]:
    """Draw the bare table: its top with a numbered line every six inches, and the terrain on it.

    The same table gives the same tuple, so that a painter need not draw the ground again. Raises
    `KeyError` for an unknown kind of terrain.
    """
    top = _rectangle(view, 0, 0, width_inches, depth_inches)
    across = [(view.at(x, 0), view.at(x, depth_inches)) for x in range(0, width_inches + 1, 6)]
    down = [(view.at(0, y), view.at(width_inches, y)) for y in range(0, depth_inches + 1, 6)]
    paper = Polygons((_rectangle(view, -99, -99, 299, 299),), "paper")
    out = _RIM / view.scale
    rim = _rectangle(view, -out, -out, width_inches + out, depth_inches + out)
    shapes: list[Shape] = [
        paper,
        Polygons((rim,), "table-rim"),
        Polygons((top,), "felt"),
        Lines((*across, *down), "grid", "six inches"),
    ]
    for patch in sorted(patches, key=lambda p: list(_FILLS).index(p.kind)):
        shapes.append(Polygons((view.ring(patch.ring),), _FILLS[patch.kind], patch.name))
        shapes += _pattern(view, patch)
    shapes += [
        Label(f"{x}″", _nudged(view.at(x, 0), 4, 11), "inch-mark", f"{x} inches", anchor="start")
        for x in range(0, width_inches, 6)
    ]
    return tuple(shapes)


def area_names(view: TableView, patches: Iterable[Patch]) -> Iterator[Name]:
    """Yield the names of the areas, each placed inside: near the southern end if it can, else the
    northern one, the middle, the sides.
    """
    for patch in patches:
        path = view.ring(patch.ring)
        _, top, _, bottom = bounds(path)
        x, y, high = (
            sum(p[0] for p in path) / len(path),
            sum(p[1] for p in path) / len(path),
            bottom - top,
        )
        about = (x - 1, y - 0.3 * high, x + 1, y + 0.3 * high)
        sides = (
            (0.0, 0.7),
            (0.0, -0.7),
            (0.0, 0.0),
            (1.0, 0.7),
            (-1.0, 0.7),
            (1.0, 0.0),
            (-1.0, 0.0),
        )
        plate = patch.kind in _PATTERNED  # trees and ruins would run through the letters
        yield Name(
            patch.name.removeprefix("the "), "area-name", about, patch.name, "", plate, sides
        )


def _nudged(at: Pixel, x: float, y: float) -> Pixel:
    return at[0] + x, at[1] + y


def _rectangle(view: TableView, left: float, top: float, right: float, bottom: float) -> Path:
    return view.at(left, top), view.at(right, top), view.at(right, bottom), view.at(left, bottom)


def _pattern(view: TableView, patch: Patch) -> Iterable[Shape]:
    if patch.kind == "hill":
        inner = (_shrunk(view.ring(patch.ring), share) for share in (0.94, 0.7, 0.46))
        yield Lines(tuple((*path, path[0]) for path in inner), "contour", patch.name)
    elif patch.kind == "woods":
        yield from patterns.trees(
            tuple(_scattered(view, patch.ring, 0.95)), 0.26 * view.scale, patch.name
        )
    elif patch.kind == "town":
        rows = enumerate(_scattered(view, patch.ring, 1.7))
        yield from patterns.houses([_house(view, at, n) for n, at in rows], patch.name)
    elif patch.kind in ("field", "marsh", "ford", "lake", "river"):
        strokes = tuple(((x - 4, y), (x + 4, y)) for x, y in _scattered(view, patch.ring, 1.1))
        yield Lines(strokes, "wave" if patch.kind != "field" else "contour", patch.name)


def _shrunk(path: Path, share: float) -> Path:
    x, y = sum(p[0] for p in path) / len(path), sum(p[1] for p in path) / len(path)
    return tuple((x + share * (px - x), y + share * (py - y)) for px, py in path)


def _scattered(view: TableView, ring: Ring, apart: float) -> Iterable[Pixel]:
    """Yield points spread evenly over an area, every other row shifted by half a step, none too
    near the edge.
    """
    path = [(float(p.x), float(p.y)) for p in ring]
    top, bottom = min(y for _, y in path), max(y for _, y in path)
    row = 0
    y = top + apart / 2
    while y < bottom:
        x = min(p[0] for p in path) + (apart / 2 if row % 2 else 0.0)
        while x < max(p[0] for p in path):
            if _well_inside((x, y), path, 0.3):
                yield view.at(x, y)
            x += apart
        y, row = y + apart * 0.8, row + 1


def _well_inside(point: Pixel, path: Sequence[Pixel], margin: float) -> bool:
    signs = []
    for (ax, ay), (bx, by) in zip(path, [*path[1:], path[0]], strict=True):
        side = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        signs.append(side / math.dist((ax, ay), (bx, by)))
    return all(s > margin for s in signs) or all(s < -margin for s in signs)


def _house(view: TableView, at: Pixel, number: int) -> Path:
    """Return the corners of a house, a little different from its neighbours."""
    return patterns.turned_box(
        at,
        (0.44, 0.36, 0.4)[number % 3] * view.scale,
        0.27 * view.scale,
        (0, 90, 8, -12)[number % 4],
    )


# -- Units ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A Unit to draw: its bases, the Unique one first, its side, the silhouette on its bases, and
    its marks.
    """

    name: str
    bases: tuple[Base, ...]
    side: int
    outline: str
    dug_in: bool = False
    ready: bool = False
    hits: int = 0


#: The roles of shapes that tell one Unit from another; all others of one role are drawn at once.
_NAMED = frozenset(("counter-british", "counter-german", "bank"))
_LAYERS = (
    "bank",
    "shadow",
    "counter-british",
    "counter-german",
    "silhouette",
    "counter-line",
    "counter-fine",
    "arrow",
    "unique-mark",
)
_SIDES = ("counter-british", "counter-german")


def pieces(view: TableView, drawn: Sequence[Piece]) -> tuple[Shape, ...]:
    """Draw Units without their names: bases with silhouettes, an arrow on the Unique one, a bank
    round those that are Dug-in.

    Raises `KeyError` for an unknown outline.
    """
    return batched((shape for piece in drawn for shape in _figure(view, piece)), _LAYERS, _NAMED)


@lru_cache(maxsize=512)
def _figure(view: TableView, piece: Piece) -> tuple[Shape, ...]:
    """Draw one Unit without its name.

    Cached, because only the dragged Unit changes from gesture to gesture.
    """
    shapes: list[Shape] = []
    if piece.dug_in:
        banks = tuple(
            (*path, path[0]) for base in piece.bases for path in (_grown(view, base, 0.28),)
        )
        shapes.append(Lines(banks, "bank", piece.name))
    shadows = tuple(
        tuple((x + 1.6, y + 2.2) for x, y in view.ring(base.corners)) for base in piece.bases
    )
    shapes.append(Polygons(shadows, "shadow", piece.name))
    shapes.append(
        Polygons(
            tuple(view.ring(base.corners) for base in piece.bases), _SIDES[piece.side], piece.name
        )
    )
    shapes += _silhouettes(view, piece)
    shapes.append(Polygons((_arrow(view, piece.bases[0]),), "arrow", piece.name))
    shapes.append(Circles((view.pixel(piece.bases[0].centre),), 3.2, "unique-mark", piece.name))
    return tuple(shapes)


def _placed(view: TableView, base: Base, path: Path) -> Path:
    """Return the points of a drawing that faces north, in a square from -1 to 1, moved onto this
    base.
    """
    ahead = direction(base.facing)
    ax, ay = float(ahead.x), float(ahead.y)
    size = 0.42 * float(min(base.width, base.depth))
    cx, cy = float(base.centre.x), float(base.centre.y)
    return tuple(
        view.at(cx + size * (-y * ax - x * ay), cy + size * (-y * ay + x * ax)) for x, y in path
    )


def _silhouettes(view: TableView, piece: Piece) -> Iterable[Shape]:
    shape = SILHOUETTES[piece.outline]
    light = tuple(_placed(view, base, path) for base in piece.bases for path in shape.light)
    dark = tuple(_placed(view, base, path) for base in piece.bases for path in shape.dark)
    lines = tuple(_placed(view, base, path) for base in piece.bases for path in shape.lines)
    fine = (
        tuple(_placed(view, base, path) for base in piece.bases for path in shape.fine)
        if view.scale > 18
        else ()
    )
    yield Polygons(light, "silhouette", piece.name)
    yield Polygons(dark, "silhouette-dark", piece.name)
    if lines:
        yield Lines(lines, "counter-line", piece.name)
    if fine:
        yield Lines(fine, "counter-fine", piece.name)


def _grown(view: TableView, base: Base, by: float) -> Path:
    ahead = direction(base.facing)
    ax, ay = float(ahead.x), float(ahead.y)
    w, d = float(base.width) / 2 + by, float(base.depth) / 2 + by
    cx, cy = float(base.centre.x), float(base.centre.y)
    return tuple(
        view.at(cx + f * ax - s * ay, cy + f * ay + s * ax)
        for f, s in ((d, -w), (d, w), (-d, w), (-d, -w))
    )


def _arrow(view: TableView, base: Base) -> Path:
    ahead = direction(base.facing)
    ax, ay = float(ahead.x), float(ahead.y)
    front = float(base.depth) / 2
    cx, cy = float(base.centre.x), float(base.centre.y)
    points = ((front + 0.75, 0.0), (front + 0.1, 0.3), (front + 0.25, 0.0), (front + 0.1, -0.3))
    return tuple(view.at(cx + f * ax - s * ay, cy + f * ay + s * ax) for f, s in points)


def names(view: TableView, drawn: Iterable[Piece]) -> Iterator[Name]:
    """Yield the names of Units with their Hits and whether they are Ready, each below its bases if
    it can be.
    """
    for piece in drawn:
        corners = bounds(view.pixel(corner) for base in piece.bases for corner in base.corners)
        marks = " · ".join([plural(piece.hits, "Hit")] * (piece.hits > 0) + ["Ready"] * piece.ready)
        yield Name(
            f"{piece.name} ({marks})" if marks else piece.name,
            "piece-name",
            corners,
            piece.name,
            plate=True,
        )


# -- sight ----------------------------------------------------------------------------------------


def band(view: TableView, ring: Ring, clear: bool, name: str) -> tuple[Shape, ...]:
    """Draw a band from edge to edge: green and solid if sight is clear, red and dashed if it is
    blocked.
    """
    path = view.ring(ring)
    fill, line = ("band-clear", "band-clear-edge") if clear else ("band-cut", "band-cut-edge")
    shapes: list[Shape] = [Polygons((path,), fill, name)] if len(path) > 2 else []
    return (*shapes, Lines(((*path, path[0]),), line, name))


def outline(view: TableView, rings: Sequence[Ring], role: str, name: str) -> tuple[Shape, ...]:
    """Draw the outlines of these rings, for what is chosen or in the way."""
    paths = (view.ring(ring) for ring in rings)
    return (Lines(tuple((*path, path[0]) for path in paths), role, name),)
