"""Draw half-inch counters that face a corner: a square card, a silhouette from above, an arrow, a number.

Silhouettes are drawn facing north in a square from -1 to 1, y down, and turned to the unit's heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from landships_lab.core.hexes import Heading, Place
from landships_lab.scene.labels import Name, bounds
from landships_lab.scene.shapes import Lines, Path, Pixel, Polygons, Shape
from landships_lab.scene.shapes import rectangle as _box
from landships_lab.scene.view import View

#: Half the diagonal of a counter, as a share of a hex's circumradius.
CARD = 0.9


@dataclass(frozen=True)
class Silhouette:
    """A vehicle or unit from above: its light and dark parts, and its barrels as lines."""

    light: tuple[Path, ...]
    dark: tuple[Path, ...]
    lines: tuple[Path, ...]


def _both(path: Path) -> tuple[Path, Path]:
    return path, tuple((-x, y) for x, y in reversed(path))


SILHOUETTES: dict[str, Silhouette] = {
    # The rhomboid: two long tracks round a narrow hull, a cab, a sponson either side with its gun pointing forward.
    "rhomboid": Silhouette(
        light=(_box(-0.26, -0.72, 0.26, 0.8), *_both(((0.46, -0.22), (0.78, -0.1), (0.78, 0.22), (0.46, 0.34)))),
        dark=(
            *_both(((0.26, -0.86), (0.34, -1.0), (0.46, -0.86), (0.46, 0.86), (0.34, 0.96), (0.26, 0.86))),
            _box(-0.2, -0.6, 0.2, -0.26),
        ),
        lines=_both(((0.66, -0.05), (0.66, -0.62))),
    ),
    # The female: the same tracks, smaller sponsons, two short machine guns in each.
    "female": Silhouette(
        light=(_box(-0.26, -0.72, 0.26, 0.8), *_both(((0.46, -0.16), (0.7, -0.06), (0.7, 0.2), (0.46, 0.3)))),
        dark=(
            *_both(((0.26, -0.86), (0.34, -1.0), (0.46, -0.86), (0.46, 0.86), (0.34, 0.96), (0.26, 0.86))),
            _box(-0.2, -0.6, 0.2, -0.26),
        ),
        lines=(*_both(((0.66, -0.04), (0.8, -0.24))), *_both(((0.66, 0.18), (0.8, 0.34)))),
    ),
    # The Whippet: long open tracks, the fighting compartment far back, a gun out of each face of it.
    "whippet": Silhouette(
        light=(_box(-0.28, -0.7, 0.28, 0.84),),
        dark=(*_both(_box(0.28, -0.96, 0.46, 0.94)), ((-0.26, 0.04), (0.26, 0.04), (0.32, 0.3), (0.26, 0.72), (-0.26, 0.72), (-0.32, 0.3))),
        lines=(((0.0, 0.04), (0.0, -0.3)), ((0.0, 0.72), (0.0, 1.0)), *_both(((0.32, 0.36), (0.62, 0.36)))),
    ),
    # The turret: a small hull between its tracks, a round turret with the gun ahead, the tail behind.
    "turret": Silhouette(
        light=(_box(-0.24, -0.6, 0.24, 0.62), _box(-0.12, 0.62, 0.12, 1.0)),
        dark=(
            *_both(_box(0.24, -0.78, 0.42, 0.66)),
            tuple(
                (0.24 * x, 0.24 * y - 0.06)
                for x, y in ((-0.4, -1), (0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4), (-1, -0.4))
            ),
        ),
        lines=(((0.0, -0.3), (0.0, -0.86)),),
    ),
    # The box: one large armoured body with cut corners, a cupola in the middle, the gun out of the bow.
    "box": Silhouette(
        light=(((-0.3, -0.86), (0.3, -0.86), (0.52, -0.6), (0.52, 0.6), (0.3, 0.86), (-0.3, 0.86), (-0.52, 0.6), (-0.52, -0.6)),),
        dark=(_box(-0.24, -0.3, 0.24, 0.26), _box(-0.1, -0.94, 0.1, -0.74), *_both(_box(0.52, -0.12, 0.64, 0.1))),
        lines=(((0.0, -0.9), (0.0, -1.14)), ((-0.12, 0.86), (-0.12, 1.0)), ((0.12, 0.86), (0.12, 1.0))),
    ),
    # A gun on its trail: wheels, a shield, the barrel ahead, the trail behind.
    "gun": Silhouette(
        light=(((-0.1, -0.1), (0.1, -0.1), (0.14, 0.9), (-0.14, 0.9)),),
        dark=(*_both(_box(0.4, -0.42, 0.58, 0.36)), _box(-0.36, -0.16, 0.36, -0.04)),
        lines=(((0.0, -0.1), (0.0, -1.05)), ((-0.58, 0.0), (0.58, 0.0))),
    ),
    # Men in a file: nine heads, an officer ahead.
    "platoon": Silhouette(
        light=tuple(_box(x - 0.17, y - 0.17, x + 0.17, y + 0.17) for x in (-0.5, 0.0, 0.5) for y in (-0.1, 0.35, 0.8)),
        dark=(_box(-0.17, -0.72, 0.17, -0.38),),
        lines=(),
    ),
    # An aircraft from above: wings, a fuselage, the tail.
    "aircraft": Silhouette(
        light=(_box(-0.98, -0.36, 0.98, -0.06), _box(-0.36, 0.66, 0.36, 0.84)),
        dark=(((-0.1, -0.7), (0.1, -0.7), (0.08, 0.9), (-0.08, 0.9)),),
        lines=(((-0.24, -0.74), (0.24, -0.74)),),
    ),
    # A few men: an assault squad, a crew, an observer.
    "squad": Silhouette(
        light=tuple(_box(x - 0.18, y - 0.18, x + 0.18, y + 0.18) for x, y in ((-0.4, 0.3), (0.4, 0.3), (0.0, 0.56))),
        dark=(_box(-0.18, -0.44, 0.18, -0.08),),
        lines=(),
    ),
    # A gun that turns all the way round, on an eight-sided platform.
    "mount": Silhouette(
        light=(((-0.28, -0.68), (0.28, -0.68), (0.68, -0.28), (0.68, 0.28), (0.28, 0.68), (-0.28, 0.68), (-0.68, 0.28), (-0.68, -0.28)),),
        dark=(((-0.2, -0.3), (0.2, -0.3), (0.3, 0.2), (0.2, 0.4), (-0.2, 0.4), (-0.3, 0.2)),),
        lines=(((-0.08, -0.3), (-0.08, -1.02)), ((0.08, -0.3), (0.08, -1.02))),
    ),
}


@dataclass(frozen=True)
class Counter:
    """One counter on a picture: its place and heading, what it shows and what it is called."""

    place: Place
    heading: Heading
    outline: str
    number: str
    name: str = ""
    side: str = ""

    @property
    def spoken_name(self) -> str:
        """The name that a screen reader says and a test looks for."""
        return self.name or self.number


@dataclass(frozen=True)
class Pose:
    """The pose of a counter: its middle, the unit step ahead of it on the picture, a hex's circumradius (pixels)."""

    centre: Pixel
    ahead: Pixel
    size: float

    def at(self, x: float, y: float) -> Pixel:
        """Return where a point of the drawing falls, given in hex circumradii from the middle, facing north."""
        (cx, cy), (dx, dy) = self.centre, self.ahead
        return cx + self.size * (-y * dx - x * dy), cy + self.size * (-y * dy + x * dx)

    def path(self, path: Path, share: float = 1.0) -> Path:
        """Return where the points of this path fall, shrunk to a share."""
        return tuple(self.at(share * x, share * y) for x, y in path)


def _posed(view: View, piece: Counter) -> Pose:
    return Pose(view.pixel(piece.place), view.ray(piece.heading), view.size)


def counters(view: View, pieces: Sequence[Counter]) -> tuple[Shape, ...]:
    """Draw counters: the cards first, then all silhouettes and arrows at once. `names` are their name plates."""
    cards = [Polygons((card(view, p),), card_role(p.side), p.spoken_name) for p in pieces]
    posed = [(_posed(view, p), p.outline) for p in pieces]
    arrows = tuple(arrow(pose) for pose, _ in posed)
    return (
        *cards,
        *silhouettes(posed),
        *_shapes(Polygons(arrows, "arrow")),
    )


def silhouettes(posed: Sequence[tuple[Pose, str]]) -> tuple[Shape, ...]:
    """Draw units from above, without their cards. ``posed`` holds the pose of each and the name of its outline."""
    light, dark, lines = [], [], []
    for pose, outline in posed:
        shape = SILHOUETTES[outline]
        light += [pose.path(path, 0.54) for path in shape.light]
        dark += [pose.path(path, 0.54) for path in shape.dark]
        lines += [pose.path(path, 0.54) for path in shape.lines]
    return (
        *_shapes(Lines(tuple(lines), "counter-line")),
        *_shapes(Polygons(tuple(light), "silhouette")),
        *_shapes(Polygons(tuple(dark), "silhouette-dark")),
    )


def card_role(side: str) -> str:
    """Return the role in which the card of this side is drawn."""
    return {"British": "counter-british", "German": "counter-german"}.get(side, "counter")


def _shapes(shape: Polygons | Lines) -> Iterable[Shape]:
    return (shape,) if (shape.rings if isinstance(shape, Polygons) else shape.paths) else ()


def card(view: View, piece: Counter) -> Path:
    """Return the four corners of the square card. One of them points along the heading."""
    return _posed(view, piece).path(((0, -1), (1, 0), (0, 1), (-1, 0)), CARD)


def arrow(pose: Pose) -> Path:
    """Return the corners of the facing arrow, just beyond the corner ahead."""
    tip, base = CARD + 0.36, CARD - 0.02
    return pose.path(((0, -tip), (0.16, -base), (0, -base - 0.12), (-0.16, -base)))


def names(view: View, pieces: Sequence[Counter]) -> Iterator[Name]:
    """Yield the name plates of the counters that the view shows: below each, or where there is room."""
    for piece in pieces:
        if piece.number and view.shows(piece.place):
            yield Name(piece.number, "unit-name", bounds(card(view, piece)), piece.spoken_name, plate=True)
