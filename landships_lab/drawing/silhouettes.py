"""Vehicles and units from above, as drawn on counters: facing north in a square from -1 to 1, y
down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .shapes import Path
from .shapes import rectangle as _box


@dataclass(frozen=True)
class Silhouette:
    """A unit from above: its light and dark parts, its barrels and edges as lines, and fine lines
    over the dark parts.
    """

    light: tuple[Path, ...]
    dark: tuple[Path, ...]
    lines: tuple[Path, ...] = ()
    fine: tuple[Path, ...] = ()


def _both(path: Path) -> tuple[Path, Path]:
    """Return a path and its mirror image."""
    return path, tuple((-x, y) for x, y in reversed(path))


def _links(inner: float, outer: float, top: float, bottom: float, count: int) -> tuple[Path, ...]:
    """Return the links of two tracks, as fine lines across them."""
    step = (bottom - top) / count
    return tuple(
        path
        for n in range(1, count)
        for y in (top + n * step,)
        for path in _both(((inner, y), (outer, y)))
    )


def _round(x: float, y: float, radius: float, corners: int = 10) -> Path:
    """Return a ring with enough corners to look round."""
    turns = [2 * math.pi * (n + 0.5) / corners for n in range(corners)]
    return tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns)


def _head(x: float, y: float, radius: float = 0.16) -> Path:
    return _round(x, y, radius, 6)


#: A track of the rhomboid: rounded at both horns.
_TRACK: Path = (
    (0.28, -0.86),
    (0.33, -0.99),
    (0.41, -0.99),
    (0.46, -0.86),
    (0.46, 0.84),
    (0.41, 0.97),
    (0.33, 0.97),
    (0.28, 0.84),
)
_HULL: Path = (
    (-0.28, -0.66),
    (-0.2, -0.76),
    (0.2, -0.76),
    (0.28, -0.66),
    (0.28, 0.74),
    (0.2, 0.84),
    (-0.2, 0.84),
    (-0.28, 0.74),
)
_CAB: Path = ((-0.19, -0.62), (0.19, -0.62), (0.22, -0.3), (-0.22, -0.3))
_RAILS: tuple[Path, ...] = (*_both(((0.14, -0.18), (0.14, 0.7))), ((-0.14, 0.3), (0.14, 0.3)))
_LINKS = _links(0.28, 0.46, -0.92, 0.9, 10)

SILHOUETTES: dict[str, Silhouette] = {
    # The male Mk IV: two tracks round a narrow hull, a cab, and on either side a sponson with its
    # long gun pointing forward.
    "rhomboid": Silhouette(
        light=(
            _HULL,
            *_both(((0.46, -0.3), (0.62, -0.26), (0.8, -0.06), (0.8, 0.14), (0.46, 0.34))),
        ),
        dark=(*_both(_TRACK), _CAB, *_both(_box(0.6, -0.3, 0.72, -0.12))),
        lines=(*_both(((0.66, -0.2), (0.66, -0.78))), *_RAILS),
        fine=_LINKS,
    ),
    # The female: smaller sponsons, two short machine guns in each.
    "female": Silhouette(
        light=(
            _HULL,
            *_both(
                ((0.46, -0.22), (0.6, -0.2), (0.7, -0.06), (0.7, 0.18), (0.6, 0.3), (0.46, 0.32))
            ),
        ),
        dark=(*_both(_TRACK), _CAB),
        lines=(
            *_both(((0.64, -0.08), (0.82, -0.3))),
            *_both(((0.66, 0.16), (0.84, 0.34))),
            *_RAILS,
        ),
        fine=_LINKS,
    ),
    # The Whippet: long open tracks, the fighting compartment far back with a gun in each face.
    "whippet": Silhouette(
        light=(
            _box(-0.28, -0.74, 0.28, 0.84),
            *_both(((0.46, -0.5), (0.56, -0.4), (0.56, 0.5), (0.46, 0.6))),
        ),
        dark=(
            *_both(
                ((0.28, -0.9), (0.37, -1.0), (0.46, -0.9), (0.46, 0.86), (0.37, 0.96), (0.28, 0.86))
            ),
            (
                (-0.24, 0.04),
                (0.24, 0.04),
                (0.32, 0.24),
                (0.32, 0.58),
                (0.24, 0.74),
                (-0.24, 0.74),
                (-0.32, 0.58),
                (-0.32, 0.24),
            ),
        ),
        lines=(
            ((0.0, 0.04), (0.0, -0.34)),
            ((0.0, 0.74), (0.0, 1.04)),
            *_both(((0.32, 0.38), (0.68, 0.38))),
            *_both(((0.12, -0.66), (0.12, -0.1))),
        ),
        fine=(*_links(0.28, 0.46, -0.92, 0.9, 9), *_both(((0.1, 0.2), (0.1, 0.58)))),
    ),
    # The turret: a small hull between its tracks, a round turret with the gun ahead, the tail
    # behind.
    "turret": Silhouette(
        light=(
            _box(-0.24, -0.62, 0.24, 0.62),
            ((-0.14, 0.62), (0.14, 0.62), (0.1, 1.04), (-0.1, 1.04)),
        ),
        dark=(
            *_both(
                (
                    (0.24, -0.74),
                    (0.33, -0.84),
                    (0.42, -0.74),
                    (0.42, 0.62),
                    (0.33, 0.72),
                    (0.24, 0.62),
                )
            ),
            _round(0.0, -0.08, 0.24),
        ),
        lines=(((0.0, -0.3), (0.0, -0.86)), *_both(((0.1, 0.66), (0.07, 1.0)))),
        fine=(*_links(0.24, 0.42, -0.78, 0.66, 8), _round(0.0, -0.08, 0.12)),
    ),
    # The A7V: one large armoured body with cut corners, a cupola in the middle, grilles, the gun
    # in the bow, machine guns all round.
    "box": Silhouette(
        light=(
            (
                (-0.26, -0.92),
                (0.26, -0.92),
                (0.54, -0.62),
                (0.54, 0.62),
                (0.26, 0.92),
                (-0.26, 0.92),
                (-0.54, 0.62),
                (-0.54, -0.62),
            ),
        ),
        dark=(
            _box(-0.26, -0.24, 0.26, 0.2),
            ((-0.14, -1.0), (0.14, -1.0), (0.17, -0.84), (-0.17, -0.84)),
            *_both(_box(0.54, -0.14, 0.66, 0.1)),
        ),
        lines=(
            ((0.0, -0.96), (0.0, -1.3)),
            *_both(((0.14, 0.9), (0.14, 1.08))),
            *_both(((0.64, -0.02), (0.8, -0.02))),
            ((-0.54, -0.62), (-0.26, -0.44), (0.26, -0.44), (0.54, -0.62)),
            ((-0.54, 0.62), (-0.26, 0.44), (0.26, 0.44), (0.54, 0.62)),
            ((-0.26, -0.92), (-0.26, -0.44)),
            ((0.26, -0.92), (0.26, -0.44)),
            ((-0.26, 0.92), (-0.26, 0.44)),
            ((0.26, 0.92), (0.26, 0.44)),
        ),
        fine=tuple(((-0.18, y), (0.18, y)) for y in (-0.14, -0.05, 0.04, 0.13)),
    ),
    # A gun on its trail: spoked wheels, a shield, the barrel ahead, the trail behind.
    "gun": Silhouette(
        light=(
            (
                (-0.11, -0.06),
                (0.11, -0.06),
                (0.07, 0.86),
                (0.16, 0.98),
                (-0.16, 0.98),
                (-0.07, 0.86),
            ),
            _box(-0.07, -1.06, 0.07, -0.1),
        ),
        dark=(
            *_both(_box(0.42, -0.44, 0.58, 0.4)),
            ((-0.38, -0.2), (0.38, -0.2), (0.34, -0.08), (-0.34, -0.08)),
            _box(-0.1, -1.12, 0.1, -1.02),
        ),
        lines=(((-0.58, 0.0), (0.58, 0.0)),),
        fine=_links(0.42, 0.58, -0.44, 0.4, 7),
    ),
    # Men in file: nine helmets, an officer ahead.
    "platoon": Silhouette(
        light=tuple(_head(x, y) for x in (-0.42, 0.0, 0.42) for y in (-0.1, 0.28, 0.66)),
        dark=(_head(0.0, -0.56, 0.18),),
    ),
    # A biplane from above: wings, fuselage, tail, propeller.
    "aircraft": Silhouette(
        light=(
            (
                (-0.98, -0.42),
                (0.98, -0.42),
                (1.0, -0.3),
                (0.94, -0.06),
                (-0.94, -0.06),
                (-1.0, -0.3),
            ),
            ((-0.38, 0.62), (0.38, 0.62), (0.32, 0.86), (-0.32, 0.86)),
        ),
        dark=(
            ((-0.1, -0.72), (0.1, -0.72), (0.13, -0.3), (0.05, 0.92), (-0.05, 0.92), (-0.13, -0.3)),
        ),
        lines=(((-0.28, -0.76), (0.28, -0.76)), *_both(((0.5, -0.4), (0.5, -0.08)))),
        fine=(((0.0, -0.3), (0.0, -0.1)),),
    ),
    # A few men: an assault squad, a crew, an observer.
    "squad": Silhouette(
        light=(_head(-0.42, 0.22, 0.22), _head(0.42, 0.22, 0.22), _head(0.0, 0.54, 0.22)),
        dark=(_head(0.0, -0.34, 0.25),),
    ),
    # A gun that turns all the way round, on an eight-sided platform.
    "mount": Silhouette(
        light=(
            (
                (-0.28, -0.68),
                (0.28, -0.68),
                (0.68, -0.28),
                (0.68, 0.28),
                (0.28, 0.68),
                (-0.28, 0.68),
                (-0.68, 0.28),
                (-0.68, -0.28),
            ),
        ),
        dark=(_round(0.0, 0.06, 0.34, 12), *_both(_box(0.04, -1.06, 0.12, -0.1))),
        lines=(*_both(((0.28, -0.68), (0.28, -0.5))), *_both(((0.68, -0.28), (0.5, -0.28)))),
        fine=(_round(0.0, 0.06, 0.22, 12), ((-0.2, 0.06), (0.2, 0.06))),
    ),
}
